"""The line over a page: the way back, its title, and what else belongs there."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.widgets.buttons import icon_button
from rollwrite_desktop.ui.widgets.labels import label


class PageHead(QWidget):
    """The line over a page: the way back, the title, and what else belongs there."""

    left = Signal()

    def __init__(self, title: str, back: str = "", wrap: bool = False) -> None:
        """`title`: "" for none; `back`: where the way back leads; `wrap`: whether the title may take two lines."""
        super().__init__()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
        self.back = icon_button("arrow-left", back or tr("Back to the start"), self.left.emit)
        self.title = label(title, "title", wrap=wrap)
        if not title:
            self.title.hide()
        self._row.addWidget(self.back)
        self._row.addWidget(self.title)
        self._row.addStretch(1)
        self._beside = 1

    def add(self, *widgets: QWidget) -> None:
        """Puts widgets at the end of the line."""
        for widget in widgets:
            self._row.addWidget(widget)

    def add_beside_title(self, *widgets: QWidget, stretch: int = 0) -> None:
        """Puts widgets right of the title and of what was put there before."""
        for widget in widgets:
            self._beside += 1
            self._row.insertWidget(self._beside, widget, stretch)

    def fit(self, width: int) -> None:
        """Drops the title where the line does not fit into so many pixels."""
        self.title.show()
        self.title.setVisible(self.minimumSizeHint().width() <= width)

    def name_back(self, text: str) -> None:
        """Says where the way back leads."""
        self.back.setToolTip(text)
