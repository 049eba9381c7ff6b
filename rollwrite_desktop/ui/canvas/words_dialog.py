"""A sheet in words: lines in a window of their own, to be gone through with the arrows and copied."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.dialogs import Dialog, sized
from rollwrite_desktop.ui.kit.layouts import STRETCH, grow, in_column, in_row


class ReadText(QPlainTextEdit):
    """A text to be read: a cursor goes through its lines, and Tab leads out of it."""

    def __init__(self, title: str, text: str = "") -> None:
        super().__init__(text)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByKeyboard | Qt.TextInteractionFlag.TextSelectableByMouse
        )
        self.setAccessibleName(title)
        if QAccessible.isActive() and not theme.large():  # of a line that wraps, readers say a part
            self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)


class WordsDialog(Dialog):
    """Shows lines under a title; a cursor goes through them."""

    def __init__(self, title: str, lines: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        theme.role(self, "page")
        self.text = ReadText(title, "\n".join(lines))
        foot = in_row(STRETCH, button(tr("&Close"), "", "primary", self.accept))
        in_column(grow(self.text), foot, gap=12, margins=(20, 16, 20, 16), on=self)
        sized(self, 640, 520)
        self.text.setFocus()
