"""The pad of the pencil: digits for the space that is chosen, shown in the tray's place while the pencil is up.

What a note is and how it looks: `play/table/pencil_notes.py`.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.play.table import snapshot
from rollwrite_desktop.play.table.pencil_notes import BACK, ERASE
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.canvas.keypad import Keypad
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.scroll import Scroll

_ERASING = {Qt.Key.Key_Backspace: BACK, Qt.Key.Key_Delete: ERASE}


class PencilPad(QFrame):
    """`pressed`: a key of the pad; `typed`: the same key on the keyboard, while the sheet has the focus; `closed`: the
    pencil is put down."""

    pressed = Signal(str)
    typed = Signal(str)
    closed = Signal()

    def __init__(self, sheet: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.role(self, "panel")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._sheet = sheet
        self._digits: frozenset[str] = frozenset()
        column = QVBoxLayout(self)
        column.setContentsMargins(*((2, 8, 2, 8) if theme.largest() else (10, 8, 10, 8)))
        column.setSpacing(6)
        row = QHBoxLayout()
        row.setSpacing(2)
        row.addWidget(label(tr("Pencil notes"), "heading"), 1)
        done = button(tr("Done"), "check", "", self.closed.emit)
        if theme.largest():
            theme.undress(done)
        row.addWidget(done)
        column.addLayout(row)
        self.keypad = Keypad()
        self.keypad.pressed.connect(self.pressed)
        inside = QWidget()
        column.addWidget(Scroll(inside))
        keys = QVBoxLayout(inside)
        keys.setContentsMargins(0, 0, 0, 0)
        keys.addWidget(self.keypad)
        self.hide()

    @property
    def up(self) -> bool:
        """Whether the pad is shown."""
        return not self.isHidden()

    def apply(self, pad: snapshot.PencilPad) -> None:
        """Shows the chosen space and its keys."""
        self._digits = frozenset([key for key, _ in pad.keys]) - set(_ERASING.values())
        self.keypad.show_keys(pad.place, pad.keys)
        for digit in self._digits:
            self.keypad.arm(digit, digit in pad.noted)
        self.keypad.set_usable(bool(pad.place))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._sheet.installEventFilter(self)

    def hideEvent(self, event: QHideEvent) -> None:
        self._sheet.removeEventFilter(self)
        super().hideEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys on the sheet while the pad is shown."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            erasing = _ERASING.get(Qt.Key(event.key()))
            if event.key() == Qt.Key.Key_Escape:
                self.closed.emit()
            elif erasing is not None:
                self.typed.emit(erasing)
            elif plain and event.text() in self._digits:
                self.typed.emit(event.text())
            else:
                return False
            return True
        return super().eventFilter(watched, event)
