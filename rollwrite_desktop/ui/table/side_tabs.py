"""Beside the sheet, one at a time: the other players, the log, the coach; with very large texts the dice too."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.widgets import theme
from rollwrite_desktop.ui.widgets.labels import plain_label

PLAYERS, LOG, COACH, TURN = 0, 1, 2, 3
_GAP = 6
_LARGE = 1.75
"""From this size of texts on a tab's caption leaves no room for its icon."""


class SideTabs(QWidget):
    """Pages that share a place; alone and without a coach there is only the log. `hold_turn` adds that of the dice.

    `opened`: another page is shown."""

    opened = Signal()

    def __init__(self, others: QWidget, log: QWidget, coach: QWidget, company: bool, taught: bool) -> None:
        super().__init__()
        self._company, self._taught = company, taught
        self._pages = QStackedWidget()
        for page in (others, log, coach):
            self._pages.addWidget(page)
        self._tabs = QButtonGroup(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(_GAP)
        row = QHBoxLayout()
        row.setSpacing(6)
        self._turn = QPushButton(tr("Dice"))
        self._turn.setCheckable(True)
        theme.role(self._turn, "segment")
        self._tabs.addButton(self._turn, TURN)
        row.addWidget(self._turn, 1)
        tabs = (("users", tr("Players"), "Ctrl+1"), ("list", tr("Log"), "Ctrl+2"), ("help", tr("Coach"), "Ctrl+3"))
        for i, (icon, title, key) in enumerate(tabs):
            tab = QPushButton(title)
            tab.setCheckable(True)
            if theme.text_scale() < _LARGE:
                theme.dress(tab, icon)
            theme.role(tab, "segment")
            tab.setToolTip(f"{title} ({key})")
            self._tabs.addButton(tab, i)
            row.addWidget(tab, 1)
        self._tabs.idClicked.connect(self._pages.setCurrentIndex)
        self._pages.currentChanged.connect(lambda _: self.opened.emit())
        self.leave_coach()
        self._heading = plain_label(tr("Log"))
        theme.role(self._heading, "heading")
        column.addLayout(row)
        column.addWidget(self._heading)
        column.addWidget(self._pages, 1)
        self._show_tabs()

    def _show_tabs(self) -> None:
        several = self._company or self._taught or self.holds_turn
        for which, shown in enumerate((self._company, several, self._taught, self.holds_turn)):
            self._tabs.button(which).setVisible(shown)
        self._heading.setVisible(not several)

    @property
    def holds_turn(self) -> bool:
        """Whether the dice are one of the pages."""
        return self._pages.count() > TURN

    def hold_turn(self, turn: QWidget) -> None:
        """Takes the dice, or the results, as the first of its pages."""
        self._pages.addWidget(turn)
        self._show_tabs()
        self.open(TURN)

    def give_turn(self, turn: QWidget) -> None:
        """Gives the dice away again; whoever takes them shows them."""
        self._pages.removeWidget(turn)
        self._show_tabs()
        self.leave_coach()

    def name_turn(self, title: str) -> None:
        """What the page of the dice holds now."""
        self._turn.setText(title)

    def back_to_turn(self) -> None:
        """Shows the dice, where they are one of the pages."""
        if self.holds_turn:
            self.open(TURN)

    @property
    def current(self) -> int:
        """Which page is shown: PLAYERS, LOG, COACH or TURN."""
        return self._pages.currentIndex()

    def least_height(self) -> int:
        """What the page that is shown needs, its tab with it, in pixels."""
        page = self._pages.currentWidget()
        return self._turn.sizeHint().height() + _GAP + (page.minimumSizeHint().height() if page is not None else 0)

    def open(self, which: int) -> None:
        """Shows a page: PLAYERS, LOG, COACH or TURN."""
        self._tabs.button(which).setChecked(True)
        self._pages.setCurrentIndex(which)

    def leave_coach(self) -> None:
        """Shows the dice if it has them, else the other players, or the log where there are none."""
        self.open(TURN if self.holds_turn else PLAYERS if self._company else LOG)
