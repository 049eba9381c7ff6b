"""The line over a page: the way back, its title, and what else belongs there."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.ui.widgets.buttons import icon_button
from rollwrite_desktop.ui.widgets.labels import label

_MIN_WIDTH = 300


class PageHead(QWidget):
    """The line over a page: the way back, the title, and what else belongs there.

    Where the line is too narrow for all, as with large texts, buttons keep their icons only; then the title goes, then what
    stands on the primary button too, and at last the buttons take a second line.
    """

    left = Signal()

    def __init__(self, title: str, back: str = "", wrap: bool = False, *, folds: bool = True) -> None:
        """`title`: "" for none; `back`: where the way back leads; `wrap`: whether the title may take two lines; `folds`:
        whether it makes itself narrow, where the page does not see to that."""
        super().__init__()
        self._folds = folds
        self._row, self._below = QHBoxLayout(), QHBoxLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for row in (self._row, self._below):
            row.setSpacing(8)
            column.addLayout(row)
        self.back = icon_button("arrow-left", back or tr("Home"), self.left.emit)
        self.title = label(title, "title", wrap=wrap)
        if not title:
            self.title.hide()
        self._row.addWidget(self.back)
        self._row.addWidget(self.title)
        self._row.addStretch(1)
        self._beside: list[QWidget] = []
        self._added: list[QWidget] = []
        self._captions: dict[QPushButton, str] = {}

    def add(self, *widgets: QWidget) -> None:
        """Puts widgets at the end of the line."""
        for widget in widgets:
            self._row.addWidget(widget)
            self._added.append(widget)
            if isinstance(widget, QPushButton) and not widget.icon().isNull():
                self._captions[widget] = widget.text()
                name = widget.text().replace("&", "")
                widget.setAccessibleName(widget.accessibleName() or name)
                if not widget.toolTip():
                    widget.setToolTip(tool_tip(name))

    def add_beside_title(self, *widgets: QWidget, stretch: int = 0) -> None:
        """Puts widgets right of the title and of what was put there before and is still there."""
        for widget in widgets:
            self._beside = [each for each in self._beside if each is not widget and self._row.indexOf(each) >= 0]
            self._row.insertWidget(self._row.indexOf(self.title) + 1 + len(self._beside), widget, stretch)
            self._beside.append(widget)

    def fit(self, width: int) -> None:
        """Drops the title where the line does not fit into so many pixels."""
        self.title.show()
        self.title.setVisible(self.needed() <= width)

    def drop_title(self) -> None:
        """Hides the title, until `fit` finds room for it."""
        self.title.hide()

    def entitle(self, title: str) -> None:
        """Changes the title."""
        self.title.setText(title)

    def name_back(self, text: str) -> None:
        """Says where the way back leads."""
        self.back.setToolTip(tool_tip(text))

    # ------------------------------------------------------------------ narrow pages

    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        return QSize(min(_MIN_WIDTH, least.width()), least.height()) if self._folds else least

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._folds and event.size().width() != event.oldSize().width():
            self._fold(event.size().width())

    def _fold(self, width: int) -> None:
        for button, caption in self._captions.items():
            button.setText(caption)
        self.title.show()
        if self._below.count():
            for widget in self._added:
                self._row.addWidget(widget)
            self._below.takeAt(0)
        if self.needed() <= width:
            return
        for lesser in (True, False):
            for button in self._captions:
                if not (lesser and button.property("role") == "primary"):
                    button.setText("")
            self.title.show()
            if self.needed() <= width:
                return
            self.title.hide()
            if self.needed() <= width:
                return
        self.title.show()
        self._below.addStretch(1)
        for widget in self._added:
            self._below.addWidget(widget)
        self.title.setVisible(self.needed() <= width)

    def needed(self) -> int:
        """How wide the first line is at least, in pixels, with the texts that its widgets have now."""
        self._row.invalidate()
        return self._row.minimumSize().width()
