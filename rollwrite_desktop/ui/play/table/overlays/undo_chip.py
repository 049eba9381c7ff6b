"""A small Undo button beside the space just written in; it hides after some seconds."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QToolButton, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.touch import TOUCH

SHOWN_MS = 4000


class UndoChip(QToolButton):
    """Lies on a page; `clicked` asks for the undo."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        theme.dress(self, "undo")
        self.setAccessibleName(tr("Undo this move"))
        self.setToolTip(tr("Undo this move (Ctrl+Z)"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumSize(TOUCH, TOUCH)
        self._leaving = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self._leaving.timeout.connect(self.hide)
        self.clicked.connect(self.hide)
        self.hide()

    def offer(self) -> None:
        """Sets the size and starts the time after which the button hides; the caller positions it."""
        self.adjustSize()
        self._leaving.start()
