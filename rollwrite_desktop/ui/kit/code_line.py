"""The code of a game in one line, to be copied and sent, or to be played again with. Knows only the letters."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.kit.buttons import icon_button
from rollwrite_desktop.ui.kit.labels import ElidedLabel
from rollwrite_desktop.ui.kit.layouts import in_row


class CodeLine(QWidget):
    """Hidden while there is no code. `again_chosen` carries it, if playing again is offered; `copied` carries a sentence."""

    again_chosen = Signal(str)
    copied = Signal(str)

    def __init__(self, again: bool = False, *, bare: bool = False) -> None:
        """`bare`: the buttons only, where the code stands elsewhere in sight."""
        super().__init__()
        self.code = ""
        self.text = ElidedLabel("", "faint")
        self.copy = icon_button("copy", tr("Copy the code to share it"), self.copy_code)
        self.again = icon_button(
            "dice", tr("Play again with the same dice"), lambda: self.again_chosen.emit(self.code)
        )
        if not again:
            self.again.hide()
        row = in_row(gap=4, on=self)
        if bare:
            self.text.hide()
        else:
            row.addWidget(self.text, 1)
        row.addWidget(self.copy)
        row.addWidget(self.again)
        self.hide()

    def show_code(self, code: str) -> None:
        """Shows the code of the game; hides the line if there is none."""
        self.code = code
        self.text.setText(tr("Code {code}", code=code))
        self.setAccessibleName(tr("Code {code}", code=code))
        self.setVisible(bool(code))

    def copy_code(self) -> None:
        """Copies the code to the clipboard and says so."""
        QGuiApplication.clipboard().setText(self.code)
        copied = tr("Copied: {code}", code=self.code)
        self.text.setText(copied)
        self.copied.emit(copied)
