"""The pages beside the sheet of a replay: the record, the turns with a chart, the score, and what comes into them later."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QGridLayout,
    QListWidget,
    QListWidgetItem,
    QStackedWidget,
    QWidget,
)

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.play.review.replay import Replay
from rollwrite_desktop.play.review.replay_view import ReplaySnapshot
from rollwrite_desktop.ui.base import theme, touch
from rollwrite_desktop.ui.base.touch import touchable
from rollwrite_desktop.ui.kit.charts import LineChart
from rollwrite_desktop.ui.kit.choices import TAB_LIST, Combo, Tab
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import in_column
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.play.table.replay.review_list import ReviewList

LOG, TURNS, SCORE, REVIEW, COMPARE = range(5)
"""The pages, in their order."""
_PEEK = 24  # pixels of what is below
_TITLES = 240  # pixels; what the titles of the pages may take together in one row
_CAPTIONS = 5


class ReplaySide(QWidget):
    """`gone_to` carries how many events had happened at a line that was chosen; `opened` the page that is wanted; `pointed`
    a remark of the score, or None. `as_list`: the titles are a drop-down list, not tabs. `REVIEW` and `COMPARE`, which only
    games with an engine have, are empty until something is put in."""

    gone_to = Signal(int)
    opened = Signal(int)
    pointed = Signal(object)

    def __init__(self, opened: Opened, replay: Replay, as_list: bool) -> None:
        super().__init__()
        self._game, self._replay = opened, replay
        self._turn = -1
        self._filled = False
        column = in_column(gap=6, on=self)
        self.pages = QStackedWidget(self)
        self.tabs = QButtonGroup(self)
        self.record = self._list(tr("Moves"), [(described.sentence, described.count) for described in replay.record])
        self.turns = self._list(tr("What each turn brought"), [
            (replay.did(number), turn.after) for number, turn in enumerate(replay.turns)
        ])
        turns_page = self._turns_page()
        self.score = ReviewList(self.pages)
        self._scrolling: dict[int, Scroll] = {SCORE: self.score}
        self.score.pointed.connect(self.pointed)
        pages: list[tuple[str, QWidget]] = [
            (tr("Log"), self.record), (tr("Turns"), turns_page), (tr("Score"), self.score),
        ]
        if opened.game.think.engine is not None:
            pages += [(tr("Review"), QWidget(self.pages)), (tr("Compare"), QWidget(self.pages))]
        around = self._strip(pages)
        self.titles = Combo({str(i): title for i, (title, _) in enumerate(pages)}, "", tr("Beside the sheet"))
        self.titles.activated.connect(self.opened)
        (around if as_list else self.titles).hide()
        column.addWidget(around)
        column.addWidget(self.titles)
        column.addWidget(self.pages, 1)

    def _turns_page(self) -> Scroll:
        inside = QWidget()
        page = Scroll(inside, self.pages)
        self.chart = LineChart()
        self.chart.setMaximumHeight(theme.px(220))
        self.chart.chosen.connect(lambda place: self.gone_to.emit(self._replay.turns[place - 1].after if place else 0))
        measures = self._replay.measures
        self.measure = Combo({str(n): tr(each.title) for n, each in enumerate(measures)}, "0", tr("What the chart shows"))
        self.measure.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.measure.currentIndexChanged.connect(lambda _: self._take_measure())
        column = in_column(self.measure, on=inside)
        if len(measures) == 1:
            self.measure.hide()
            column.addWidget(label(tr(measures[0].title), "faint"))
        column.addWidget(self.chart)
        column.addWidget(self.turns, 1)
        return page

    def _strip(self, pages: list[tuple[str, QWidget]]) -> QWidget:
        """A tab for each page, three beside each other where the language has long words."""
        around = QWidget()
        around.setProperty(TAB_LIST, True)
        around.setAccessibleName(tr("Beside the sheet"))
        grid = QGridLayout(around)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(6)
        for i, (title, page) in enumerate(pages):
            tab = Tab(title)
            tab.setFocusPolicy(tab.focusPolicy() & ~Qt.FocusPolicy.ClickFocus)  # the arrows go on through the game
            tab.setToolTip(tool_tip(f"{title} (Ctrl+{i + 1})"))
            touchable(tab)
            self.tabs.addButton(tab, i)
            self.pages.addWidget(page)
        wide = sum(tab.fontMetrics().horizontalAdvance(tab.text()) for tab in self.tabs.buttons()) > _TITLES
        for i, each in enumerate(self.tabs.buttons()):
            grid.addWidget(each, *divmod(i, 3 if wide else len(pages)))
        self.tabs.idClicked.connect(self.opened)
        return around

    def _list(self, name: str, rows: list[tuple[str, int]]) -> QListWidget:
        made = QListWidget(self.pages)
        made.setWordWrap(True)
        made.setTextElideMode(Qt.TextElideMode.ElideNone)
        made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        made.setAccessibleName(name)
        for sentence, count in rows:
            item = QListWidgetItem(sentence)
            item.setData(Qt.ItemDataRole.UserRole, count)
            made.addItem(item)
        made.itemClicked.connect(lambda item: self.gone_to.emit(item.data(Qt.ItemDataRole.UserRole)))
        made.itemActivated.connect(lambda item: self.gone_to.emit(item.data(Qt.ItemDataRole.UserRole)))
        # Left and right are steps through the game here as everywhere on the page.
        made.installEventFilter(self)
        return made

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            return False
        return super().eventFilter(watched, event)

    # ------------------------------------------------------------------ the pages

    @property
    def current(self) -> int:
        """The page that is open."""
        return self.pages.currentIndex()

    def has(self, which: int) -> bool:
        """Returns whether the game has such a page."""
        return which < self.pages.count()

    def turn_to(self, which: int) -> None:
        """Opens a page."""
        self.tabs.button(which).setChecked(True)
        self.titles.setCurrentIndex(which)
        self.pages.setCurrentIndex(which)
        self._fit()

    def place(self, which: int) -> QWidget:
        """Returns the empty page of `REVIEW` or `COMPARE`."""
        place = self.pages.widget(which)
        assert place is not None
        return place

    def put_in(self, panel: QWidget, which: int) -> None:
        """Fills an empty page."""
        in_column(panel, on=self.place(which))
        if isinstance(panel, Scroll):
            self._scrolling[which] = panel
            self._fit()
        touch.accept_all(panel)

    def _fit(self) -> None:
        for which, page in self._scrolling.items():
            page.be_whole(self._filled and which == self.current)

    def fill(self, room: int) -> None:
        """Gives the page that is open all of a height but for a little of what is below; 0 for as much as it needs. What
        scrolls is as high as it needs then, so that it doesn't scroll within what scrolls."""
        self._filled = bool(room)
        self._fit()
        self.pages.setMinimumHeight(max(0, room - self.titles.height() - _PEEK) if room else 0)

    # ------------------------------------------------------------------ showing

    def show_moment(self, shown: ReplaySnapshot) -> None:
        """Marks the moment in the record, among the turns and in the chart, and shows the score of then."""
        _highlight(self.record, shown.line)
        _highlight(self.turns, shown.turn)
        self._show_chart(shown.turn)
        self.score.show_player(self._game, self._replay.state(shown.at), shown.player)

    def _show_chart(self, turn: int) -> None:
        replay = self._replay
        courses = [replay.course(player, self._measure) for player in replay.players]
        names = [replay.name(player) for player in replay.players]
        turns = len(replay.turns)
        captions = {place: str(place) for place in range(0, turns + 1, max(1, -(-turns // _CAPTIONS)))}
        if (tuple(names), tuple(map(tuple, courses))) != (self.chart.names, self.chart.lines):
            self.chart.show_lines(names, courses, captions)
        self._turn = turn
        self.chart.mark(turn + 1)

    def _take_measure(self) -> None:
        """Chart and turns by another measure."""
        for number in range(len(self._replay.turns)):
            self.turns.item(number).setText(self._replay.did(number, self._measure))
        self._show_chart(self._turn)

    @property
    def _measure(self) -> int:
        return max(0, self.measure.currentIndex())


def _highlight(lines: QListWidget, row: int) -> None:
    if row < 0:
        lines.clearSelection()
        lines.scrollToTop()
        return
    lines.setCurrentRow(row)
    lines.scrollToItem(lines.item(row))
