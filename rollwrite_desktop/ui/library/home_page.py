"""The first room: go on with the game that waits, or take one of three doors. Every one is a single tap."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.core.journal import SUFFIX
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.ui.library import example_sheets
from rollwrite_desktop.ui.library.game_store import GameStore, Kept
from rollwrite_desktop.ui.shell.page import Page
from rollwrite_desktop.ui.shell.settings import Settings
from rollwrite_desktop.ui.widgets import theme
from rollwrite_desktop.ui.widgets.buttons import CardButton, button, icon_button
from rollwrite_desktop.ui.widgets.labels import ElidedLabel, label
from rollwrite_desktop.ui.widgets.relative_time import relative_time
from rollwrite_desktop.ui.widgets.scroll import Scroll
from rollwrite_desktop.ui.widgets.thumbnail import Thumbnail

_WIDE = 1120
_AROUND, _FRAME, _ABOVE_BELOW = 124, 34, 450
_SMALLEST, _LARGEST = 180, 640


class HomePage(Page):
    """Tells by signals what was chosen."""

    play_chosen = Signal(str)
    print_chosen = Signal(str)
    check_chosen = Signal(str)
    file_chosen = Signal(object)
    open_chosen = Signal()
    library_chosen = Signal()
    preferences_chosen = Signal()
    about_chosen = Signal()

    def __init__(self, store: Settings) -> None:
        super().__init__()
        self.store = store
        self.shelf = GameStore(self.store)
        self._waiting: list[Callable[[], None]] = []
        self._pictures: list[Thumbnail] = []
        theme.role(self, "page")
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(32, 12, 32, 16)
        column.setSpacing(16)
        column.addStretch(1)
        column.addLayout(self._head())
        waiting = next(iter(self.shelf.waiting()), None)
        count = len(self.shelf.paths())
        if count:
            row = QHBoxLayout()
            row.setSpacing(20)
            if waiting is not None:
                row.addWidget(self._go_on(waiting), 3)
            row.addWidget(self._shelf_card(count), 1)
            column.addLayout(row)
        doors = QHBoxLayout()
        doors.setSpacing(20)
        self.play = self._door(
            tr("Play"),
            tr("Alone or up to eight at this screen, with people or the computer."),
            "Alt+P",
            example_sheets.played,
        )
        self.print = self._door(
            tr("Print sheets"), tr("Blank sheets and pads as PDF or on paper."), "Alt+R", example_sheets.blank
        )
        self.check = self._door(
            tr("Check a paper sheet"),
            tr("Type in a filled sheet: mistakes and score at once."),
            "Alt+C",
            example_sheets.checked,
        )
        ways = {self.play: self.play_chosen, self.print: self.print_chosen, self.check: self.check_chosen}
        for door, signal in ways.items():
            door.clicked.connect(lambda _=False, signal=signal: signal.emit(self._game()))
            doors.addWidget(door, 1)
        column.addLayout(doors)
        column.addLayout(self._foot(waiting))
        column.addStretch(1)
        self._inside = inside
        middle = QWidget()
        row = QHBoxLayout(middle)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(inside, 100)
        row.addStretch(1)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.addWidget(Scroll(middle))
        self.setFocusProxy(self.go_on if waiting is not None else self.play)
        # The window is there first, the pictures on the doors come with the next breath.
        QTimer.singleShot(0, self, self._dress_doors)

    go_on: CardButton

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The pictures on the doors are as large as the window has room for."""
        super().resizeEvent(event)
        wide = min((self.width() - _AROUND) / 3 - _FRAME, (self.height() - theme.px(_ABOVE_BELOW)) * 4 / 3, _LARGEST)
        for picture in self._pictures:
            picture.setFixedWidth(max(_SMALLEST, int(wide)))
        self._inside.setMaximumWidth(max(_WIDE, int(3 * (wide + _FRAME)) + _AROUND))

    def _game(self) -> str:
        """The game of the doors: the one chosen last."""
        last = self.store.recall("game", "")
        return last if last in GAMES else next(iter(GAMES))

    # ------------------------------------------------------------------ the parts

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(label("Rollwrite Desktop", "display", wrap=False))
        row.addStretch(1)
        self.open = button(tr("&Open …"), "folder-open", "quiet", self.open_chosen.emit)
        self.preferences = icon_button("settings", tr("Preferences"), self.preferences_chosen.emit)
        self.about = icon_button("help", tr("About this program"), self.about_chosen.emit)
        for widget in (self.open, self.preferences, self.about):
            row.addWidget(widget)
        return row

    def _go_on(self, kept: Kept) -> QWidget:
        self.go_on = CardButton(tr("Continue {name}", name=kept.name), "Alt+N")
        row = QHBoxLayout(self.go_on)
        row.setContentsMargins(12, 10, 20, 10)
        row.setSpacing(20)
        picture = Thumbnail(140)
        picture.setFixedWidth(140)
        picture.show_display(kept.display)
        row.addWidget(picture)
        text = QVBoxLayout()
        text.setSpacing(4)
        text.addStretch(1)
        text.addWidget(label(tr("Continue"), "title"))
        text.addWidget(ElidedLabel(kept.title, "heading"))
        text.addWidget(ElidedLabel(tr("{game} · {progress}", game=tr(kept.game), progress=kept.progress)))
        text.addWidget(ElidedLabel(relative_time(kept.touched, self.store.now()), "faint"))
        text.addStretch(1)
        row.addLayout(text, 1)
        arrow = QLabel()
        arrow.setPixmap(theme.picture("chevron-right", 28, "accent"))
        row.addWidget(arrow)
        _hand_through(self.go_on)
        self.go_on.clicked.connect(lambda _=False: self.file_chosen.emit(kept.path))
        return self.go_on

    def _door(self, title: str, sentence: str, key: str, picture_of: Callable[[str], object]) -> CardButton:
        door = CardButton(title, key)
        door.setAccessibleDescription(sentence)
        column = QVBoxLayout(door)
        column.setContentsMargins(16, 12, 16, 14)
        column.setSpacing(4)
        picture = Thumbnail(300)
        self._pictures.append(picture)
        column.addWidget(picture, 0, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        column.addWidget(label(title, "title"))
        column.addWidget(label(sentence, "faint"))
        column.addStretch(1)
        _hand_through(door)
        self._waiting.append(lambda: picture.show_display(picture_of(self._game())))  # type: ignore[arg-type]
        return door

    def _shelf_card(self, count: int) -> QWidget:
        self.library = CardButton(tr("Saved games"), "Alt+G")
        column = QVBoxLayout(self.library)
        column.setContentsMargins(20, 10, 20, 10)
        column.setSpacing(4)
        column.addStretch(1)
        column.addWidget(label(tr("Saved games"), "title"))
        column.addWidget(label(
            tr_n("One is kept on this computer.", "{n} are kept on this computer.", count), "faint"
        ))
        column.addStretch(1)
        _hand_through(self.library)
        self.library.clicked.connect(lambda _=False: self.library_chosen.emit())
        return self.library

    def _foot(self, waiting: Kept | None) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(4)
        recent = [path for path in self.store.recent() if waiting is None or path != waiting.path.absolute()][:3]
        if recent:
            row.addWidget(label(tr("Opened lately"), "faint", wrap=False))
        for path in recent:
            row.addWidget(self._file(path))
        row.addStretch(1)
        return row

    def _file(self, path: Path) -> QWidget:
        icon = "dice" if path.suffix == SUFFIX else "pencil"
        entry = button("", icon, "quiet", lambda: self.file_chosen.emit(path))
        entry.setAccessibleName(path.name)
        entry.setToolTip(tool_tip(str(path)))
        name = path.stem
        if path.suffix == SUFFIX:
            kept = self.shelf.glance(path)
            named = tr(kept.game) if kept.game and tr(kept.game) not in kept.title else ""
            name = " · ".join(filter(None, (named, kept.title)))
        entry.setText(entry.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, 220).replace("&", "&&"))
        return entry

    def _dress_doors(self) -> None:
        """One picture a breath, so that the doors can be opened meanwhile."""
        if self._waiting:
            self._waiting.pop(0)()
            QTimer.singleShot(0, self, self._dress_doors)


def _hand_through(door: CardButton) -> None:
    """Clicks on what lies on the card are clicks on the card."""
    for child in door.findChildren(QWidget):
        child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
