"""Frames with a column in them, emptying a layout, the size of a dialog."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from rollwrite_desktop.ui.widgets import theme


def card(role: str = "card", margin: int = 16) -> tuple[QFrame, QVBoxLayout]:
    """A frame with a column in it."""
    frame = QFrame()
    theme.role(frame, role)
    column = QVBoxLayout(frame)
    column.setContentsMargins(margin, margin, margin, margin)
    column.setSpacing(8)
    return frame, column


def emptied(layout: QVBoxLayout | QHBoxLayout | QGridLayout) -> None:
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
