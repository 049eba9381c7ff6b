"""The furniture of the table page and where it stands: beside the sheet in a wide window, under it in a tall one."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.canvas.sheet_view import SheetView
from rollwrite_desktop.ui.table.coach_pane import CoachPane
from rollwrite_desktop.ui.table.feedback import Feedback
from rollwrite_desktop.ui.table.log import Log
from rollwrite_desktop.ui.table.other_players import OtherSheets
from rollwrite_desktop.ui.table.overlays import TurnCard
from rollwrite_desktop.ui.table.results import Results
from rollwrite_desktop.ui.table.tray.tray import DiceTray
from rollwrite_desktop.ui.widgets import theme
from rollwrite_desktop.ui.widgets.scroll import Scroll

_SIDE = 352
_SIDE_MOST = 900
_SHEET_LEAST = 912
_BELOW = 170
_LARGE, _LARGE_SIDE, _PROGRESS = 1.75, 0.42, 0.28


class TableLayout:
    """All widgets of a table page, laid out in `page`."""

    def __init__(
        self, page: QWidget, sheet: Sheet, players: tuple[tuple[str, str], ...], parts: Mapping[str, str], taught: bool
    ) -> None:
        self._sheet = sheet
        self._padded = False
        self.home = _tool("home", tr("Home (Alt+Home)"))
        self.pencil = _tool("pencil", tr("Pencil notes (Ctrl+J)"))
        self.pencil.setCheckable(True)
        self.undo = _tool("undo", tr("Undo (Ctrl+Z)"))
        self.redo = _tool("redo", tr("Redo (Ctrl+Shift+Z)"))
        self.prompt = QLabel()
        theme.role(self.prompt, "prompt")
        self.prompt.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.prompt.setWordWrap(True)
        self.mine = QPushButton(tr("Back to my sheet"))
        theme.dress(self.mine, "arrow-left")
        self.mine.hide()
        self.progress = QLabel()
        theme.role(self.progress, "faint")
        self.progress.setWordWrap(True)
        self.progress.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        head = QHBoxLayout()
        head.setContentsMargins(8, 2, 8, 2)
        head.setSpacing(8)
        head.addWidget(self.home)
        head.addWidget(self.prompt, 1)
        for widget in (self.mine, self.progress, self.pencil, self.undo, self.redo):
            head.addWidget(widget)

        self.view = SheetView(sheet)
        self.tray = DiceTray(sheet)
        self.results = Results(dict(players), parts)
        self.results.hide()
        self.others = OtherSheets(players)
        self.log = Log()
        self.coach = CoachPane()
        self._below = self._tabs(len(players) > 1, taught)
        self.side = QWidget()
        self._side = QBoxLayout(QBoxLayout.Direction.TopToBottom, self.side)
        self._side.setContentsMargins(0, 0, 0, 0)
        self._side.setSpacing(8)
        upper = QWidget()
        both = QVBoxLayout(upper)
        both.setContentsMargins(0, 0, 0, 0)
        both.addWidget(self.tray)
        both.addWidget(self.results)
        self._upper = Scroll(upper)
        self._upper.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._side.addWidget(self._upper)
        # What is tapped gets its room first; what is read scrolls in the rest.
        self._below.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self._side.addWidget(self._below, 1)

        self._body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._body.setContentsMargins(0, 0, 8, 8)
        self._body.setSpacing(0)
        self._body.addWidget(self.view, 1)
        self._body.addWidget(self.side)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addLayout(self._body, 1)

        self.feedback = Feedback(page, self.view)
        self.card = TurnCard(self.view)
        self._tall: bool | None = None

    def _tabs(self, company: bool, taught: bool) -> QWidget:
        """The others, the record and the coach share a place; alone and untaught there is only the record."""
        place = QWidget()
        column = QVBoxLayout(place)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.others)
        self.pages.addWidget(self.log)
        self.pages.addWidget(self.coach)
        self.tabs = QButtonGroup(place)
        row = QHBoxLayout()
        row.setSpacing(6)
        tabs = (("users", tr("Players"), "Ctrl+1"), ("list", tr("Record"), "Ctrl+2"), ("help", tr("Coach"), "Ctrl+3"))
        for i, (icon, title, key) in enumerate(tabs):
            tab = QPushButton(title)
            tab.setCheckable(True)
            if theme.text_scale() < _LARGE:  # else the words alone fill it
                theme.dress(tab, icon)
            theme.role(tab, "segment")
            tab.setToolTip(f"{title} ({key})")
            self.tabs.addButton(tab, i)
            if not (company, True, taught)[i]:
                tab.hide()
            row.addWidget(tab, 1)
        self.tabs.idClicked.connect(self.pages.setCurrentIndex)
        self.open_tab(0 if company else 1)
        if company or taught:
            column.addLayout(row)
        else:
            heading = QLabel(tr("Record"))
            theme.role(heading, "heading")
            column.addWidget(heading)
        column.addWidget(self.pages, 1)
        return place

    def take_in(self, pad: QWidget) -> None:
        """A pad that will stand over the tray."""
        self._side.insertWidget(0, pad)

    def make_room(self, pad: bool) -> None:
        """The others and the record make room for a pad."""
        self._below.setVisible(not pad)
        # With very large texts there is room for one of the two only.
        self._padded = pad and theme.text_scale() >= _LARGE
        self.tray.setVisible(not self._padded)

    def open_tab(self, which: int) -> None:
        """0 the players, 1 the record, 2 the coach."""
        self.tabs.button(which).setChecked(True)
        self.pages.setCurrentIndex(which)

    def show_over(self, over: bool) -> None:
        """The results take the tray's place at the end."""
        self.tray.setVisible(not over and not self._padded)
        self.results.setVisible(over)
        self._side.setStretchFactor(self.results, 4 if over else 0)

    def arrange(self, width: int, height: int) -> None:
        """Beside or under the sheet, whichever way the window is longer."""
        tall = height > width
        if tall != self._tall:
            self._tall = tall
            down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
            self._body.setDirection(down if tall else right)
            self._side.setDirection(right if tall else down)
            self._body.setContentsMargins(8, 0, 8, 8) if tall else self._body.setContentsMargins(0, 0, 8, 8)
            self._body.setStretch(0, 0 if tall else 1)
            self._body.setStretch(1, 1 if tall else 0)
            self._side.setStretch(0, 1 if tall else 0)
            self.tray.set_direction(not tall)
        self._below.setMinimumHeight(max(_BELOW, self._below.minimumSizeHint().height()))
        large = theme.text_scale() >= _LARGE
        self.progress.setWordWrap(large)
        self.progress.setMaximumWidth(round(_PROGRESS * width) if large else 16_777_215)
        paper = self._sheet.size[0] / self._sheet.size[1]
        if tall:
            self.side.setMinimumWidth(0)
            self.side.setMaximumWidth(16_777_215)
            self.view.setFixedHeight(min(round((width - 16) / paper) + 16, height - theme.px(360)))
            self.tray.grow(1.2)
        else:
            self.view.setMinimumHeight(180)
            self.view.setMaximumHeight(16_777_215)
            spare = width - (height - theme.px(48)) * paper
            # Larger texts may not take from the sheet what fingers need; very large ones must be read first of all.
            least = min(theme.px(_SIDE), max(_SIDE, width - _SHEET_LEAST, round(_LARGE_SIDE * width) if large else 0))
            wide = round(min(theme.px(_SIDE_MOST), max(least, spare - 8)))
            self.side.setFixedWidth(wide)
            self.tray.grow(wide / theme.px(_SIDE))
        self.card.setGeometry(self.view.rect())


def _tool(icon: str, tip: str) -> QToolButton:
    button = QToolButton()
    theme.dress(button, icon)
    theme.role(button, "quiet")
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
