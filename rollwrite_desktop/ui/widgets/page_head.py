"""The line over a page: the way back, its title, and what else belongs there."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.widgets.buttons import icon_button
from rollwrite_desktop.ui.widgets.labels import label


class PageHead(QWidget):
    """The line over a room: the way back, the title, and what else belongs there (`row`)."""

    left = Signal()

    def __init__(self, title: str, back: str = "") -> None:
        super().__init__()
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(8)
        self.back = icon_button("arrow-left", back or tr("Back to the start"), self.left.emit)
        self.title = label(title, "title", wrap=False)
        self.row.addWidget(self.back)
        self.row.addWidget(self.title)
        self.row.addStretch(1)

    def name_back(self, text: str) -> None:
        """Says where the way back leads."""
        self.back.setToolTip(text)
