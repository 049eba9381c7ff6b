"""What every page of the main window has in common: its title, its menus, what it says, how it is left.

Pages know nothing of each other and nothing of the window: each tells by signals, named in the past participle, what was
chosen, and the window connects those that a page has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.page_head import PageHead
from rollwrite_desktop.ui.kit.tab_order import tab_stops

Menus = Sequence[tuple[str, Sequence[QAction | QMenu | None]]]
"""Title and entries of each menu; None is a separator."""
Keys = Sequence[tuple[str, Sequence[tuple[str, str]]]]
"""Of each part of a page: its title, what is done, and the key that does it."""


class Page(QWidget):
    """A page of the main window. `left`: back to where it came from; `notified` and `failed` carry a sentence for the
    message bar, `settled` one that need not stay there; `grown`: it has more buttons now, or other captions, which have no
    letters of their own yet; `titled`: it is called otherwise now. `opened`: the game on the page, None where there is none;
    it goes with the page when that is closed. `starts_at`: what has the focus first, None for the first thing below the
    head, else the large button in it, else what is beside the way back."""

    left = Signal()
    notified = Signal(str)
    failed = Signal(str)
    settled = Signal(str)
    grown = Signal()
    titled = Signal()
    opened: Opened | None = None
    starts_at: QWidget | None = None

    def __init__(self, title: str = "", parent: QWidget | None = None) -> None:
        """`title` stands in the window's title bar. Under its `parent` from the start, a page is styled once: a widget that
        gets a parent later is styled anew with everything in it."""
        super().__init__(parent)
        self.title = title
        self.setAccessibleName(title)

    def take_focus(self) -> None:
        """Puts the focus where one begins. A focus proxy would not do: Tab comes back to it from whatever is before it."""
        if self.focusPolicy() & Qt.FocusPolicy.TabFocus:
            self.setFocus(Qt.FocusReason.OtherFocusReason)  # it takes keys itself
            return
        first = self.starts_at
        if first is None:
            stops, heads = [*tab_stops(self)], self.findChildren(PageHead)
            below = (stop for stop in stops if not any(head.isAncestorOf(stop) for head in heads))
            beside = [stop for stop in stops if not any(stop is head.back for head in heads)]
            large = (stop for stop in beside if stop.property("role") == "primary")
            first = next(chain(below, large, beside, stops), self)
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def introduction(self) -> str:
        """Returns what is read out when the page comes to the front: what it is called and what is on it; "" where it says
        so by itself."""
        return " ".join(filter(None, (f"{self.title}.", self.in_short())))

    def in_short(self) -> str:
        """Returns what is on the page, in a sentence."""
        return ""

    def introduce(self) -> None:
        """Has the introduction read out, unless the page is gone from the front again."""
        if self.isVisible():
            accessible.announce(self.introduction())

    def menus(self) -> Menus:
        """Returns what is put into the menu bar while the page is shown."""
        return ()

    def rule(self) -> tuple[str, str]:
        """Returns the game, by id, and the rulebook key that the page is about, "" where there is none."""
        return "", ""

    def sheet_shown(self) -> Sheet | None:
        """Returns the sheet that the page is about, None where there is none: the rules are shown on it."""
        return self.opened.sheet if self.opened is not None else None

    def keys(self) -> Keys:
        """Keys for the list of keys that are no actions of the page."""
        return ()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F4 has the latest sentence read out again. Says of a key that nothing here takes that it means nothing; other keys
        than letters, digits and function keys are the window's."""
        super().keyPressEvent(event)
        key = _named(event)
        if not key or event.isAutoRepeat():
            return
        if event.key() == Qt.Key.Key_F4 and not event.modifiers():
            accessible.repeat()
            return
        known = any(QKeySequence(event.keyCombination()) in each.shortcuts() for each in self.actions())
        now, here = tr("The key {key} does nothing now.", key=key), tr("The key {key} does nothing here.", key=key)
        accessible.announce(now if known else here, urgent=True)

    def take_positions(self) -> None:
        """Positions have come into the deck of one's own mistakes, from games that were reviewed meanwhile."""

    def take_files(self, paths: Sequence[Path]) -> bool:  # noqa: ARG002
        """Files that were dropped on the window; whether the page takes them."""
        return False


def _named(event: QKeyEvent) -> str:
    """Returns what a letter, a digit or a function key is called, with Ctrl where that is held; "" for any other key."""
    modifier, key = Qt.KeyboardModifier, event.key()
    held = event.modifiers() & ~(modifier.ShiftModifier | modifier.KeypadModifier)
    typed = event.text().upper()
    if not held and typed.isalnum():
        return typed
    plain = Qt.Key.Key_0 <= key <= Qt.Key.Key_9 or Qt.Key.Key_A <= key <= Qt.Key.Key_Z
    if Qt.Key.Key_F1 <= key <= Qt.Key.Key_F12 or (held == modifier.ControlModifier and plain):
        return QKeySequence(event.keyCombination()).toString(QKeySequence.SequenceFormat.NativeText)
    return ""


def action(
    page: QWidget, text: str, icon: str, key: QKeySequence.StandardKey | str, slot: Callable[[], object]
) -> QAction:
    """An action of a page: its key works while the page is shown, and it is ready for a menu."""
    made = QAction(text, page)
    keys = QKeySequence.keyBindings(key) if isinstance(key, QKeySequence.StandardKey) else [QKeySequence(key)]
    also = [QKeySequence("Ctrl+Y")] if key == QKeySequence.StandardKey.Redo else []  # on every system, as at tables
    made.setShortcuts([*keys, *(each for each in also if each not in keys)])
    made.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    made.triggered.connect(lambda _=False: slot())
    theme.dress(made, icon)
    page.addAction(made)
    return made
