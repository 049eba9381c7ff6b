"""The base of every dialog: Enter never discards what was entered, and Escape asks before it does."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QMessageBox, QPushButton

from rollwrite_desktop.core.i18n import tr


class Dialog(QDialog):
    """Enter presses the button that has the focus, else the default button if one is set, else nothing: Qt itself would
    press the first button of the dialog, which may be Cancel. A dialog in which something is entered says so by `entered`."""

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
