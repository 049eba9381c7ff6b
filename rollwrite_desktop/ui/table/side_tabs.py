"""Beside the sheet, one at a time: the other players, the log, the coach."""

from __future__ import annotations

from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.widgets import theme
from rollwrite_desktop.ui.widgets.labels import plain_label

PLAYERS, LOG, COACH = 0, 1, 2
_LARGE = 1.75
"""From this size of texts on a tab's caption leaves no room for its icon."""


class SideTabs(QWidget):
    """Three pages that share a place; alone and without a coach there is only the log."""

    def __init__(self, others: QWidget, log: QWidget, coach: QWidget, company: bool, taught: bool) -> None:
        super().__init__()
        self._company = company
        self._pages = QStackedWidget()
        for page in (others, log, coach):
            self._pages.addWidget(page)
        self._tabs = QButtonGroup(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        row = QHBoxLayout()
        row.setSpacing(6)
        tabs = (("users", tr("Players"), "Ctrl+1"), ("list", tr("Log"), "Ctrl+2"), ("help", tr("Coach"), "Ctrl+3"))
        for i, (icon, title, key) in enumerate(tabs):
            tab = QPushButton(title)
            tab.setCheckable(True)
            if theme.text_scale() < _LARGE:
                theme.dress(tab, icon)
            theme.role(tab, "segment")
            tab.setToolTip(f"{title} ({key})")
            self._tabs.addButton(tab, i)
            if not (company, True, taught)[i]:
                tab.hide()
            row.addWidget(tab, 1)
        self._tabs.idClicked.connect(self._pages.setCurrentIndex)
        self.leave_coach()
        if company or taught:
            column.addLayout(row)
        else:
            heading = plain_label(tr("Log"))
            theme.role(heading, "heading")
            column.addWidget(heading)
        column.addWidget(self._pages, 1)

    @property
    def current(self) -> int:
        """Which page is shown: PLAYERS, LOG or COACH."""
        return self._pages.currentIndex()

    def open(self, which: int) -> None:
        """Shows a page: PLAYERS, LOG or COACH."""
        self._tabs.button(which).setChecked(True)
        self._pages.setCurrentIndex(which)

    def leave_coach(self) -> None:
        """Shows the other players, or the log where there are none."""
        self.open(PLAYERS if self._company else LOG)
