"""The sheets of some photos as the menu of a button, where texts are so large that there is no room for their strip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QPushButton

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.touch import touchable
from rollwrite_desktop.ui.paper.photos.photo_strip import Row


class PhotoMenu(QPushButton):
    """The signals are those of `PhotoStrip`; add: asks for more photos."""

    sheet_chosen = Signal(int)
    unread_chosen = Signal(int)

    def __init__(self, add: Callable[[], object]) -> None:
        super().__init__()
        touchable(self)
        theme.dress(self, "image")
        theme.role(self, "quiet")
        self._add = add
        self._rows: tuple[Row, ...] = ()
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self.fill)
        self.setMenu(self._menu)

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Offers these."""
        self._rows = tuple(rows)
        self.setText(tr("&Sheets ({n})", n=len(rows)))

    def fill(self) -> None:
        """Puts the rows as they are now into the menu."""
        self._menu.clear()
        for row in self._rows:
            chosen = self.sheet_chosen if row.read else self.unread_chosen
            text = row.text.replace("&", "&&").replace("\n", ": ")
            self._menu.addAction(text, partial(chosen.emit, row.number))
        self._menu.addSeparator()
        self._menu.addAction(tr("&Add photos …"), self._add)
