"""Frames with a column in them, emptying a layout, dialogs and their size."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QMessageBox, QPushButton, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.widgets import theme


def card(role: str = "card", margin: int = 16) -> tuple[QFrame, QVBoxLayout]:
    """A frame with a column in it."""
    frame = QFrame()
    theme.role(frame, role)
    column = QVBoxLayout(frame)
    column.setContentsMargins(margin, margin, margin, margin)
    column.setSpacing(8)
    return frame, column


def emptied(layout: QVBoxLayout | QHBoxLayout) -> None:
    """Takes everything out of a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif item.layout() is not None:
            emptied(item.layout())  # type: ignore[arg-type]


def sized(dialog: QWidget, wide: int, high: int) -> None:
    """Makes a dialog so large (pixels at 100 % text), but no larger than the window that it belongs to."""
    over = dialog.parentWidget()
    room = over.window().size() if over is not None else QSize(1280, 800)
    dialog.resize(min(theme.px(wide), max(480, room.width() - 40)), min(theme.px(high), max(360, room.height() - 40)))


class Dialog(QDialog):
    """A dialog in which Enter never discards what was entered, and Escape asks before it does.

    Enter presses the button that has the focus, else the default button if one is set, else nothing: Qt itself would press
    the first button of the dialog, which may be Cancel. Where something can be entered, `entered` says whether it was.
    """

    question: QMessageBox | None = None

    def entered(self) -> bool:
        """Whether something was entered that is lost when the dialog is cancelled."""
        return False

    def reject(self) -> None:
        if not self.entered():
            super().reject()
            return
        question = QMessageBox(self)
        question.setWindowTitle(self.windowTitle())
        question.setText(tr("Discard what you entered?"))
        discard = question.addButton(tr("&Discard"), QMessageBox.ButtonRole.DestructiveRole)
        keep = question.addButton(tr("&Keep"), QMessageBox.ButtonRole.RejectRole)
        question.setDefaultButton(keep)
        question.setEscapeButton(keep)
        question.finished.connect(question.deleteLater)
        discard.clicked.connect(self._discard)
        self.question = question
        question.open()

    def _discard(self) -> None:
        super().reject()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
            return
        focused = self.focusWidget()
        buttons = [each for each in self.findChildren(QPushButton) if each.isDefault()]
        pressed = focused if isinstance(focused, QPushButton) else next(iter(buttons), None)
        if pressed is not None and pressed.isEnabled() and pressed.isVisible():
            pressed.click()
        event.accept()

    def showEvent(self, event: QShowEvent) -> None:
        for each in self.findChildren(QPushButton):
            default = each.isDefault()
            each.setAutoDefault(False)
            each.setDefault(default)
        super().showEvent(event)
