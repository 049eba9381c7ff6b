"""A line upon the sheet of a paper: what the latest key was answered, and what is waited for."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtWidgets import QLabel, QWidget

from rollwrite_desktop.ui.base import theme

_EDGE = 8
"""Pixels between a hint and the edge of the sheet."""
_AROUND = 32
"""Pixels of a hint beside its text."""


class KeyHint(QLabel):
    """Lies at the edge of the sheet that is farther from the place that it is about; hidden without a text."""

    def __init__(self, sheet: QWidget) -> None:
        super().__init__(sheet)
        theme.role(self, "answer")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_beside(self, text: str, sheet: QRect, place: QPointF) -> None:
        """Shows a text on the half of the sheet in which the place is not."""
        self.setVisible(bool(text))
        if not text:
            return
        room = sheet.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        self.setText(text)
        width = min(self.fontMetrics().horizontalAdvance(text) + _AROUND, room.width())
        self.resize(width, self.heightForWidth(width))
        above = place.y() > room.center().y()
        self.move(room.left(), room.top() if above else room.bottom() - self.height())
        self.raise_()
