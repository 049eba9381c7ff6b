"""Which key is whose in a race: by scan code, so that layouts do not matter; by key where the system gives no scan code.

Kept between sittings; can be changed, and tried out on a page that shows which keys the keyboard reports together.
"""

from __future__ import annotations

from functools import partial

from msgspec import Struct
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget

from rollwrite_desktop.core.i18n import tr, with_colon
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.dialogs import Dialog, sized
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import STRETCH, grow, in_column, row_of
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.kit.widget_faces import UNTOLD

STORED = "race-keys"
_WIDE, _LOW, _ROW = 640, 330, 52
"""The size of the dialog without its keys, and the height of a row of them, in pixels at 100 % text."""
K = Qt.Key
DEFAULTS: tuple[tuple[Qt.Key, ...], ...] = (
    (K.Key_A, K.Key_S, K.Key_D, K.Key_F, K.Key_C),
    (K.Key_H, K.Key_J, K.Key_K, K.Key_L, K.Key_N),
    (K.Key_1, K.Key_2, K.Key_3, K.Key_4, K.Key_5),
    (K.Key_7, K.Key_8, K.Key_9, K.Key_0, K.Key_P),
)
"""By player: a key for each of four regions, then the roll."""


class Bound(Struct, frozen=True):
    """A key: its Qt key for showing, and the scan code that decides if there is one (0: none)."""

    key: int
    scan: int = 0

    @property
    def title(self) -> str:
        return QKeySequence(self.key).toString(QKeySequence.SequenceFormat.NativeText)


class Keys:
    """The keys of all players: (player's number, place among the five) by key."""

    def __init__(self, store: Settings) -> None:
        self._store = store
        self.bound = [[Bound(int(key)) for key in row] for row in DEFAULTS]
        kept = store.recall(STORED, list[object]())
        for player, row in enumerate(kept[: len(self.bound)]):
            for place, pair in enumerate(row[:5] if isinstance(row, list) else ()):
                numbers = pair if isinstance(pair, list) and len(pair) == 2 else ("",)
                if all(isinstance(number, int) and number >= 0 for number in numbers):
                    self.bound[player][place] = Bound(*pair)

    def meaning(self, key: int, scan: int) -> tuple[int, int] | None:
        """Whose key that is, and which of the five; None if nobody's."""
        places = [(player, place, bound) for player, row in enumerate(self.bound) for place, bound in enumerate(row)]
        by_scan = ((player, place) for player, place, bound in places if scan and bound.scan == scan)
        by_key = ((player, place) for player, place, bound in places if not (scan and bound.scan) and bound.key == key)
        return next(by_scan, None) or next(by_key, None)

    def bind(self, player: int, place: int, key: int, scan: int) -> None:
        """Gives a key to a player; whoever had it gets the other's in exchange."""
        had = self.meaning(key, scan)
        if had is not None:
            self.bound[had[0]][had[1]] = self.bound[player][place]
        self.bound[player][place] = Bound(key, scan)
        self._keep()

    def reset(self) -> None:
        """Gives every player the default keys."""
        self.bound = [[Bound(int(key)) for key in row] for row in DEFAULTS]
        self._keep()

    def titles(self, player: int) -> tuple[str, ...]:
        """Returns what is written on a player's keys."""
        return tuple(bound.title for bound in self.bound[player]) if player < len(self.bound) else ()

    def _keep(self) -> None:
        self._store.keep(STORED, [[[bound.key, bound.scan] for bound in row] for row in self.bound])


def _seen(words: str = "", role: str = "", *, wrap: bool = True) -> QLabel:
    """A label that a reader does not tell with the dialog, which it does each time that a key is asked for."""
    caption = label("", role, wrap)
    caption.setProperty(UNTOLD, True)
    caption.setText(words)
    return caption


class KeysDialog(Dialog):
    """A button per key: click it, then press the key that is to take its place. Below, what is held down just now."""

    def __init__(self, keys: Keys, names: tuple[str, ...], regions: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keys"))
        self.keys = keys
        self.asking: tuple[int, int] | None = None
        self.held: dict[tuple[int, int], str] = {}
        self.most = 0
        self.buttons: dict[tuple[int, int], QPushButton] = {}
        self.of: dict[tuple[int, int], str] = {}
        inside = QWidget()
        outside = in_column(grow(Scroll(inside)), gap=14, margins=(24, 20, 24, 20), on=self)
        grid = QGridLayout()
        grid.setSpacing(6)
        titles = (*regions, tr("Roll all"))
        for place, title in enumerate(titles):
            grid.addWidget(label(title, "heading", wrap=False), 0, place + 1, Qt.AlignmentFlag.AlignHCenter)
        for player, name in enumerate(names):
            grid.addWidget(_seen(name, wrap=False), player + 1, 0)
            for place in range(5):
                key = button("", "", "", partial(self._ask, (player, place)))
                self.buttons[player, place] = key
                self.of[player, place] = f"{name}, {titles[place]}"
                grid.addWidget(key, player + 1, place + 1)
        for place in range(5):
            grid.setColumnStretch(place + 1, 1)
        self.sentence, self.test, self.count = _seen(), _seen(role="prompt"), _seen(role="faint")
        self.setAccessibleDescription(tr("Choose a key to change."))
        foot = row_of(
            button(tr("&Reset to defaults"), "undo", "quiet", self._reset),
            button(tr("&Close"), "check", "primary", self.accept), plain=True,
        )
        foot.insertStretch(1)
        in_column(
            grid, self.sentence, label(tr("Try it: hold down as many of your keys at once as you can."), "heading"),
            self.test, self.count, STRETCH, gap=14, margins=(0, 0, 8, 0), on=inside
        )
        outside.addLayout(foot)
        for child in self.findChildren(QPushButton):
            child.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            child.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._show()
        sized(self, _WIDE, _LOW + _ROW * len(names))

    def _ask(self, at: tuple[int, int]) -> None:
        self.asking = at
        self.setAccessibleDescription("")  # which is told with the focus
        self.setFocus()  # the next key is meant for the dialog, whatever it is
        self._show()
        accessible.announce(self.sentence.text())

    def _reset(self) -> None:
        self.keys.reset()
        self.asking = None
        self._show()

    def _show(self) -> None:
        for (player, place), key in self.buttons.items():
            key.setText("…" if self.asking == (player, place) else self.keys.bound[player][place].title)
            accessible.name(key, with_colon(self.of[player, place], self.keys.bound[player][place].title))
        self.sentence.setText(
            tr("Press the new key, or Escape.") if self.asking else tr("Choose a key to change.")
        )
        self.test.setText("  +  ".join(self.held.values()) or tr("No key is held down."))
        self.count.setText(tr(
            "Most keys at once so far: {n}. Many keyboards report only a few at a time; if so, choose other keys.",
            n=self.most,
        ))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.isAutoRepeat():
            return
        if self.asking is not None:
            if event.key() != Qt.Key.Key_Escape:
                self.keys.bind(*self.asking, event.key(), event.nativeScanCode())
            self.buttons[self.asking].setFocus()
            self.asking = None
        elif event.key() == Qt.Key.Key_Escape:
            self.reject()
            return
        self.held[event.key(), event.nativeScanCode()] = Bound(event.key()).title
        self.most = max(self.most, len(self.held))
        self._show()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if not event.isAutoRepeat():
            self.held.pop((event.key(), event.nativeScanCode()), None)
            self._show()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and self.asking is not None:
            event.accept()  # whatever else the key does
            return True
        if event.type() == QEvent.Type.WindowDeactivate:
            self.held.clear()
            self._show()
        return super().event(event)
