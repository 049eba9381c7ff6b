"""The sheet that is checked: a tap chooses a place, keys write in it and go on to the next by themselves.

What a key means in a place is the game's own (`PaperEditor`).
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.canvas.cursor import Cursor
from rollwrite_desktop.ui.canvas.sheet_view import SheetView
from rollwrite_desktop.ui.kit.character_keys import TAKES_CHARACTERS

ERASE = ""
_ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
_ERASING = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
_NEXT = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class PaperView(SheetView):
    """`typed`: a key for the chosen spot. `stepped`: to the next spot (1) or the one before (-1). `entered`: what is typed
    is done with, and so on; Shift for the one before. `erased`: True to go
    back over what was typed last. `cleared`: nothing is to be chosen any more; Escape once more leads off the page, and so
    does the first one where nothing is written or typed."""

    typed = Signal(str)
    stepped = Signal(int)
    entered = Signal(int)
    erased = Signal(bool)
    cleared = Signal()

    def __init__(self, sheet: Sheet, parent: QWidget | None = None) -> None:
        super().__init__(sheet, parent)
        self.keys = Cursor(sheet, True, lambda spot: self.words.describe(spot))
        self.setProperty(TAKES_CHARACTERS, True)
        self.near = True
        self.first_spot = self.last_spot = ""
        self.takes: Callable[[str], bool] = lambda key: False  # noqa: ARG005
        self.begun: Callable[[], bool] = lambda: False
        self.untouched: Callable[[], bool] = lambda: False
        """Whether nothing is written or typed, so that Escape gives up no more than the page."""
        self._escaped = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, text = Qt.Key(event.key()), event.text()
        again, self._escaped = self._escaped, key == Qt.Key.Key_Escape
        plain = not event.modifiers() & (
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
        )
        if key in _ARROWS:
            super().keyPressEvent(event)
        elif not plain:
            event.ignore()
        elif key in _NEXT:
            self.entered.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif key in _ERASING:
            self.erased.emit(key == Qt.Key.Key_Backspace)
        elif key == Qt.Key.Key_Escape and (self.untouched() or (again and not (self.cursor_spot or self.begun()))):
            event.ignore()
        elif key == Qt.Key.Key_Escape:  # first from the sheet to what lies beside it
            self.cleared.emit()
        elif text in ("+", "-") and not self.takes(text):
            super().keyPressEvent(event)
        elif len(text) == 1 and text.isprintable() and text.isascii():
            self.typed.emit(text.upper())
        else:
            event.ignore()

    def _pressable(self, spot: str) -> bool:  # noqa: ARG002
        return True

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes from spot to spot; out of the sheet at its ends, or after Escape."""
        if self.cursor_spot and self.cursor_spot != (self.last_spot if forward else self.first_spot):
            self.stepped.emit(1 if forward else -1)
            return True
        return super().focusNextPrevChild(forward)
