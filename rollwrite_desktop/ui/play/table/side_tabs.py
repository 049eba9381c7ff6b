"""Beside the sheet, one at a time: the other players, the log, the coach, real dice to be entered; with very large texts all
dice."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.choices import TAB_LIST, Tab
from rollwrite_desktop.ui.kit.labels import plain_label
from rollwrite_desktop.ui.kit.scroll import Scroll

PLAYERS, LOG, COACH, TURN, DICE = 0, 1, 2, 3, 4
_GAP, _AROUND, _ICON = 6, 24, 26
"""Between two tabs, around the title of one, and for its icon, in pixels."""
_ICONS = {TURN: "dice", DICE: "dice", PLAYERS: "users", LOG: "list", COACH: "help"}


class SideTabs(QWidget):
    """Pages that share a place; alone and without a coach there is only the log. `hold_turn` adds that of the dice,
    `hold_faces` that on which real dice are entered.

    `opened`: another page is shown."""

    opened = Signal()

    def __init__(
        self, others: QWidget, log: QWidget, coach: QWidget, company: bool, taught: bool, parent: QWidget | None = None,
        *, first: str = "",
    ) -> None:
        """`first`: what the first page is called, where it does not hold the other players."""
        super().__init__(parent)
        self._company, self._taught = company, taught
        self._pages = QStackedWidget(self)
        self._icons = _ICONS | ({PLAYERS: "pencil"} if first else {})
        self._page = {PLAYERS: others, LOG: log, COACH: coach}
        for page in self._page.values():
            self._pages.addWidget(page)
        self._by_taps, self._before = True, LOG
        if not company:
            others.setMinimumHeight(1)  # never shown, it needs no room
        self._tabs = QButtonGroup(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(_GAP)
        around = QWidget()
        around.setProperty(TAB_LIST, True)
        around.setAccessibleName(tr("Beside the sheet"))
        row = QHBoxLayout(around)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        self._titles = {
            TURN: tr("Dice"), DICE: tr("Dice"), PLAYERS: first or tr("Players"), LOG: tr("Log"), COACH: tr("Coach")}
        for which, key in ((TURN, ""), (DICE, "Ctrl+4"), (PLAYERS, "Ctrl+1"), (LOG, "Ctrl+2"), (COACH, "Ctrl+3")):
            tab, title = Tab(), self._titles[which]
            tab.setToolTip(tool_tip(f"{title} ({key})" if key else title))
            tab.toggled.connect(self._caption)
            self._tabs.addButton(tab, which)
            row.addWidget(tab, 1)
        theme.current().changed.connect(self._caption)
        self._tabs.idClicked.connect(self.open)
        self._pages.currentChanged.connect(lambda _: self.opened.emit())
        self.leave_coach()
        self._heading = plain_label(tr("Log"))
        theme.role(self._heading, "heading")
        column.addWidget(around)
        column.addWidget(self._heading)
        column.addWidget(self._pages, 1)
        self._show_tabs()

    def _caption(self) -> None:
        """Title and icon of each tab; very large ones have their titles only, or, where there is no room for all, the open
        one its title and the others their icons. Four have no icons where their titles take all the room."""
        large, words = theme.large() or (self.holds_faces and not self._has_room(_ICON)), self._has_room()
        for which, title in self._titles.items():
            tab = self._tabs.button(which)
            accessible.name(tab, title)
            titled = not large or words or tab.isChecked()
            tab.setText(title if titled else "")
            if large and titled:
                theme.undress(tab)
            else:
                theme.dress(tab, self._icons[which])

    def _has_room(self, more: int = 0) -> bool:
        """Returns whether the titles of all tabs have room beside one another, each with so many pixels more."""
        tabs = [self._tabs.button(which) for which, shown in enumerate(self._shown) if shown]
        wide = [tab.fontMetrics().horizontalAdvance(self._titles[self._tabs.id(tab)]) + _AROUND + more for tab in tabs]
        if more:  # all are as wide as the widest
            wide = [max(wide)] * len(wide)
        return sum(wide) + _GAP * (len(wide) - 1) <= self.width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._caption()

    @property
    def _shown(self) -> tuple[bool, bool, bool, bool, bool]:
        """Whether each tab is shown, by its number."""
        turn, faces = self.holds_turn, self.holds_faces
        return self._company, self._company or self._taught or turn or faces, self._taught, turn, faces

    def _show_tabs(self) -> None:
        for which, shown in enumerate(self._shown):
            self._tabs.button(which).setVisible(shown)
        self._heading.setVisible(not self._shown[LOG])

    @property
    def holds_turn(self) -> bool:
        """Whether the dice are one of the pages."""
        return TURN in self._page

    def hold_turn(self, turn: QWidget) -> None:
        """Takes the dice, or the results, as the first of its pages."""
        self._hold(TURN, turn)
        self.open(TURN)

    def give_turn(self, turn: QWidget) -> None:
        """Removes the page of the dice from the tabs; the caller shows it elsewhere."""
        del self._page[TURN]
        self._pages.removeWidget(turn)
        self._show_tabs()
        self.leave_coach()

    def _hold(self, which: int, page: QWidget) -> None:
        self._page[which] = page
        self._pages.addWidget(page)
        self._show_tabs()
        self._caption()

    @property
    def holds_faces(self) -> bool:
        """Whether real dice are entered on one of the pages."""
        return DICE in self._page

    def hold_faces(self, faces: QWidget) -> None:
        """Takes what is tapped to enter real dice as the first of its pages."""
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(faces)
        column.addStretch(1)
        self._tabs.button(DICE).setEnabled(False)
        self._hold(DICE, Scroll(inside))
        faces.show()

    def give_faces(self) -> None:
        """Removes that page; the caller shows what is tapped elsewhere, or at no time."""
        self.ask_dice(False)
        page = self._page.pop(DICE)
        self._pages.removeWidget(page)
        page.deleteLater()
        self._show_tabs()
        self._caption()

    def ask_dice(self, asked: bool) -> None:
        """Opens the page on which real dice are entered when they are asked for, unless the ones before were typed while
        another page was open; when they are entered, the page that was open before."""
        tab = self._tabs.button(DICE)
        if not self.holds_faces or asked == tab.isEnabled():
            return
        tab.setEnabled(asked)
        if asked and self._by_taps:
            self._before = self.current
            self.open(DICE)
        elif not asked:
            self._by_taps = self.current == DICE
            if self._by_taps:
                self.open(self._before)

    def open_dice(self) -> None:
        """Shows the dice, or where real ones are entered, if one of the pages has them."""
        if self.holds_turn:
            self.open(TURN)
        elif self._tabs.button(DICE).isEnabled() and self.holds_faces:
            self.open(DICE)

    def name_turn(self, title: str) -> None:
        """Says what the page of the dice holds now."""
        self._titles[TURN] = title
        self._caption()

    def back_to_turn(self) -> None:
        """Shows the dice, where they are one of the pages."""
        if self.holds_turn:
            self.open(TURN)

    @property
    def current(self) -> int:
        """Which page is shown: PLAYERS, LOG, COACH, TURN or DICE."""
        now = self._pages.currentWidget()
        return next(which for which, page in self._page.items() if page is now)

    @property
    def kept(self) -> int:
        """Which page is shown, or comes back once real dice are entered."""
        return self._before if self.current == DICE else self.current

    def least_height(self) -> int:
        """Returns what the page that is shown needs, its tab with it, in pixels."""
        page = self._pages.currentWidget()
        tab = self._tabs.button(TURN).sizeHint().height()
        return tab + _GAP + (page.minimumSizeHint().height() if page is not None else 0)

    def open(self, which: int) -> None:
        """Shows a page: PLAYERS, LOG, COACH, TURN or DICE."""
        self._tabs.button(which).setChecked(True)
        self._pages.setCurrentWidget(self._page[which])

    def leave_coach(self) -> None:
        """Shows the dice if it has them, else the other players, or the log where there are none."""
        self.open(TURN if self.holds_turn else PLAYERS if self._company else LOG)
