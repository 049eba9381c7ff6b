"""The line over a page: the way back, its title, and what else belongs there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit.buttons import button, icon_button
from rollwrite_desktop.ui.kit.event_loop import later
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import in_column

_MIN_WIDTH = 300


class PageHead(QWidget):
    """The line over a page: the way back, the title, and what else belongs there.

    Where the line is too narrow for all, buttons keep their icons only, or with large texts stand in a menu; then the title
    goes, then the buttons take a second line, the last of them a third, and at last what stands on the primary button goes
    too.
    """

    left = Signal()

    def __init__(self, title: str, back: str = "", wrap: bool = False, *, title_first: bool = False) -> None:
        """`title`: "" for none; `back`: where the way back leads; `wrap`: whether the title may take two lines;
        `title_first`: whether the title goes before the words of buttons do."""
        super().__init__()
        self._title_first = title_first
        self._row, self._below, self._last = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        column = in_column(gap=4, on=self)
        for row in (self._row, self._below, self._last):
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
        self._in_menu: list[QPushButton] = []
        self._more = button(tr("More"), "chevron-down", "quiet")
        self._menu = QMenu(self._more)
        self._menu.aboutToShow.connect(self._fill_menu)
        self._more.setMenu(self._menu)
        self._more.hide()
        self.add(self._more)
        theme.current().changed.connect(self._fold_anew)

    def add(self, *widgets: QWidget) -> None:
        """Puts widgets at the end of the line."""
        for widget in widgets:
            self._row.addWidget(widget)
            self._added.append(widget)
            if isinstance(widget, QPushButton) and not widget.icon().isNull() and widget is not self._more:
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

    def put_away(self, *widgets: QWidget) -> None:
        """Hides widgets of the line for good."""
        for widget in widgets:
            if isinstance(widget, QPushButton):
                self._captions.pop(widget, None)
            self._in_menu = [each for each in self._in_menu if each is not widget]
            widget.hide()

    def caption(self, widget: QPushButton, text: str) -> None:
        """Gives a button of the line other words."""
        if self._captions.get(widget) != text:
            self._captions[widget] = text
            name = text.replace("&", "")
            widget.setAccessibleName(name)
            widget.setToolTip(tool_tip(name))
            self._fold(self.width())

    def entitle(self, title: str) -> None:
        """Changes the title."""
        self.title.setText(title)

    def name_back(self, text: str) -> None:
        """Says where the way back leads."""
        self.back.setToolTip(tool_tip(text))

    # ------------------------------------------------------------------ narrow pages

    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        return QSize(min(_MIN_WIDTH, least.width()), least.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fold(event.size().width())

    def _fold_anew(self) -> None:
        """Larger texts need more room in a line as wide as before."""
        later(self, lambda: self._fold(self.width()))

    def _fold(self, width: int) -> None:
        self._unfold()
        if self.needed() <= width:
            return
        lesser = [each for each in self._captions if each.property("role") != "primary" and not each.isHidden()]
        steps: list[Callable[[], object]] = [partial(self._shorten, lesser), self.title.hide]
        for step in reversed(steps) if self._title_first else steps:
            step()
            if self.needed() <= width:
                return
        self.title.show()
        self._below.addStretch(1)
        for widget in self._added:
            self._below.addWidget(widget)
        self.title.setVisible(self.needed() <= width)
        self._below.invalidate()
        if self._below.minimumSize().width() > width:
            self._last.addWidget(self._added[-1])
            self._below.invalidate()
            if self._below.minimumSize().width() > width:
                for each in self._captions:
                    each.setText("")

    def _unfold(self) -> None:
        """Everything in one line, with all its words."""
        self._more.hide()
        for each, caption in self._captions.items():
            each.setText(caption)
        for each in self._in_menu:
            each.show()
        self._in_menu = []
        self.title.show()
        if self._below.count():
            for widget in self._added:
                self._row.addWidget(widget)
            self._below.takeAt(0)

    def _shorten(self, lesser: list[QPushButton]) -> None:
        """Leaves buttons their icons, which with large texts would be far from their tool tips: there a menu has their
        words."""
        if theme.large() and len(lesser) > 1:
            self._in_menu = lesser
            for each in lesser:
                each.hide()
            self._more.show()
        else:
            for each in lesser:
                each.setText("")

    def _fill_menu(self) -> None:
        self._menu.clear()
        for each in self._in_menu:
            entry = self._menu.addAction(self._captions[each], each.click)
            entry.setEnabled(each.isEnabled())

    def needed(self) -> int:
        """How wide the first line is at least, in pixels, with the texts that its widgets have now."""
        self._row.invalidate()
        return self._row.minimumSize().width()
