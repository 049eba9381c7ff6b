"""The ranking of a session: places with their reasons, what the class should practice, how the results lie beside those of
the computer levels on the same dice; to be printed, as a list or as certificates, or exported.
"""

from __future__ import annotations

import statistics

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from rollwrite_desktop.core.i18n import decimal, tr, tr_n
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.play.audit_files import RankingRule, Standing, describe_rule, ranking
from rollwrite_desktop.play.game_index import bins
from rollwrite_desktop.play.open_game import options_of
from rollwrite_desktop.play.paper_session import Weakness, weaknesses
from rollwrite_desktop.play.same_dice import LevelGame, code_job
from rollwrite_desktop.printing.certificates import certificates
from rollwrite_desktop.printing.ranking_pages import rows_of, standings_pages, winners_sentence
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.background import Task
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.base.touch import TOUCH
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.charts import Histogram
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import FlowRow, card, row_or_column
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.library.lobby.seats import level_title
from rollwrite_desktop.ui.library.session_store import SessionFile
from rollwrite_desktop.ui.paper.check.ranking_choice import RankingChoice
from rollwrite_desktop.ui.paper.print.ranking_export import RankingExport
from rollwrite_desktop.ui.paper.session.checker import Checker

_NARROW = 980
_PRACTICE = 6


def _practice_line(weak: Weakness) -> str:
    counted = tr_n("{n} sheet", "{n} sheets", len(weak.names))
    names = ", ".join(filter(None, weak.names[:4])) + (" …" if len(weak.names) > 4 else "")
    return f"• {weak.title}: {counted}" + (f" ({names})" if names else "")


class RankStep(QWidget):
    """`sheet_chosen` carries the number of a member; `print_chosen` the game's id and leaves."""

    sheet_chosen = Signal(int)
    print_chosen = Signal(object)
    failed = Signal(str)
    notified = Signal(str)

    def __init__(self, file: SessionFile, checker: Checker, store: Settings) -> None:
        super().__init__()
        self.file, self.checker, self.store = file, checker, store
        self.levels: dict[str, list[int]] = {}
        self._levels_of: tuple[object, ...] = ()
        self._task: Task | None = None
        self._members: list[int] = []
        self.export = RankingExport(store, self.title, lambda: self.checker.filled, lambda: self.rule, self)
        self.export.failed.connect(self.failed)
        self.export.notified.connect(self.notified)
        self._build()
        self.file.changed.connect(self.show_session)
        self.checker.changed.connect(self.show_session)
        self.show_session()

    def _build(self) -> None:
        self.summary = label("", "title")
        self.listed = button(tr("&Print the list …"), "print", "primary", self.print_list)
        self.certified = button(tr("&Certificates …"), "print", "", self.print_certificates)
        self.exporting = button(tr("&Export …"), "save", "", self.export.ask)
        self.table = QTableWidget(0, 5)
        self.table.setAccessibleName(tr("Ranking"))
        self.table.setHorizontalHeaderLabels(("", tr("Player"), tr("Score"), tr("Found"), tr("Why")))
        self.table.verticalHeader().hide()
        rows = self.table.verticalHeader()  # as high as their reasons, and easily tapped
        rows.setMinimumSectionSize(max(TOUCH, theme.px(44)))
        rows.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.itemActivated.connect(lambda item: self.sheet_chosen.emit(self._members[item.row()]))
        header = self.table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column in range(5):
            stretch = column in (3, 4)  # what was found, and why
            kind = QHeaderView.ResizeMode
            header.setSectionResizeMode(column, kind.Stretch if stretch else kind.ResizeToContents)
        practice, inside = card()
        inside.addWidget(label(tr("What to practice"), "heading"))
        self.practice = label("")
        inside.addWidget(self.practice)
        results, chart = card()
        chart.addWidget(label(tr("Results"), "heading"))
        self.histogram = Histogram()
        self.histogram.setMinimumHeight(theme.px(130))
        chart.addWidget(self.histogram)
        self.compared = label("", "faint")
        chart.addWidget(self.compared)
        aside = QWidget()
        below = QVBoxLayout(aside)
        below.setContentsMargins(0, 0, 8, 0)
        below.addWidget(practice)
        below.addWidget(results)
        below.addStretch(1)
        self.sides = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.sides.setSpacing(12)
        self.sides.addWidget(self.table, 5)
        self.sides.addWidget(Scroll(aside), 3)
        self.to_do = label("", "faint")
        self.ruled = RankingChoice()
        self.ruled.chosen.connect(self._choose_rule)
        top = row_or_column(self.summary, FlowRow(self.exporting, self.certified, self.listed))
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.setSpacing(8)
        outside.addLayout(top)
        outside.addWidget(self.to_do)
        outside.addWidget(self.ruled)
        outside.addLayout(self.sides, 1)

    def take_focus(self) -> None:
        """The keyboard to the ranking."""
        self.table.setFocus()

    def in_short(self) -> str:
        """Who has won."""
        return f"{self.summary.text().rstrip('.')}."

    def turn(self, width: int) -> None:
        """Side by side where there is room, else one below the other."""
        way = QBoxLayout.Direction
        self.sides.setDirection(way.LeftToRight if width >= theme.px(_NARROW) else way.TopToBottom)

    # ------------------------------------------------------------------ showing

    @property
    def rule(self) -> RankingRule:
        """How illegal play counts."""
        return self.file.session.ranking_rule

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The places; `sheet` counts among the sheets that were entered."""
        return ranking(self.checker.filled, self.rule)

    def _choose_rule(self, rule: RankingRule) -> None:
        if rule != self.rule:
            self.file.change(ranking=rule)

    def show_session(self) -> None:
        """Everything as it is now."""
        filled, standings = self.checker.filled, self.standings
        nobody = tr("No sheet is finished yet") if filled else tr("No sheets yet")
        self.summary.setText(winners_sentence(standings) or nobody)
        self.to_do.setText("" if standings else tr("Enter the players’ sheets under “Check”. They are ranked here."))
        self.to_do.setVisible(not standings)
        rows = rows_of(filled, standings)
        numbers = [i for i in self.checker.sheets if i in self.checker.reports]
        order = [one.sheet for one in standings]
        self._members = [numbers[i] for i in (*order, *(i for i, each in enumerate(filled) if each.missing))]
        self.table.setRowCount(len(rows))
        accessible.name(self.table, tr("Ranking") if rows else f"{tr('Ranking')}. {self.to_do.text()}")
        for row, cells in enumerate(rows):
            for column, text in enumerate(cells):
                item = self.table.item(row, column) or QTableWidgetItem()
                right = Qt.AlignmentFlag.AlignRight if column in (0, 2) else Qt.AlignmentFlag.AlignLeft
                item.setTextAlignment(right | Qt.AlignmentFlag.AlignVCenter)
                item.setText(text)
                item.setToolTip(tool_tip(text))
                if item.tableWidget() is None:
                    self.table.setItem(row, column, item)
        accessible.name_cells(self.table)
        self.ruled.show_rule(self.file.session.played, self.rule)
        self.practice.setText(self._weak() or (tr("No mistake found.") if standings else ""))
        totals = [one.total for one in standings]
        self.histogram.show_bars(bins(totals))
        self.histogram.setVisible(bool(totals))
        self._show_levels()
        for each in (self.listed, self.certified, self.exporting):
            each.setEnabled(bool(filled))
        self.certified.setEnabled(bool(standings))

    def _weak(self) -> str:
        """What was misplayed, then what was counted or noted wrongly."""
        weak = weaknesses(self.checker.filled)
        played = [_practice_line(each) for each in weak if each.aspect == "play"][:_PRACTICE]
        counted = [_practice_line(each) for each in weak if each.aspect != "play"]
        parts = ((tr("Playing"), played), (tr("Counting"), counted))
        return "\n".join(line for title, lines in parts if lines for line in (title, *lines))

    # ------------------------------------------------------------------ the computer levels

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        session = self.file.session
        of = (session.game, session.sheet_id, session.code, tuple(sorted(session.options.items())), session.dice)
        if of != self._levels_of:
            self._drop()
            self._levels_of, self.levels = of, {}
            if session.dice == "digital":
                options = options_of(session.played, session.options)
                self._task = Task(code_job(session.played, session.paper_sheet, options, session.code), self)
                self._task.given.connect(self._learn)
                self._task.ended.connect(self._drop)
                self._task.failed.connect(lambda _: self._drop())
        self._show_levels()
        if self._task is not None:
            self._task.ask()

    def _learn(self, found: LevelGame | str) -> None:
        """A computer player has made a move, or finished a game; the next one only while somebody looks."""
        if isinstance(found, LevelGame):
            self.levels.setdefault(found.level, []).append(found.total)
            self._show_levels()
        if self._task is not None and self.isVisible():
            self._task.ask()

    def _drop(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.drop()

    def _show_levels(self) -> None:
        if self.file.session.dice == "real":
            self.compared.setText(tr("With real dice, there is nothing to compare."))
            return
        totals = [one.total for one in self.standings]
        lines = [tr("Average here: {mean}", mean=decimal(statistics.fmean(totals)))] if totals else []
        if self.levels:
            game = self.file.session.played
            means = {level_title(game, name): statistics.fmean(each) for name, each in self.levels.items()}
            levels = ", ".join(f"{name} {decimal(mean)}" for name, mean in means.items())
            lines.append(tr("Computer levels on the same dice: {levels}", levels=levels))
        self.compared.setText("\n".join(lines))

    # ------------------------------------------------------------------ print, export

    def title(self) -> str:
        """What the ranking is called."""
        return self.file.session.name or tr("Ranking")

    def print_list(self) -> None:
        """The ranking as a list."""
        filled = self.checker.filled
        session = self.file.session
        size, rule = session.paper_sheet.size, describe_rule(session.played, self.rule)
        leaves = standings_pages(self.title(), filled, self.standings, size, rule, registered=False)
        self.print_chosen.emit((self.file.session.game, leaves))

    def print_certificates(self) -> None:
        """A page for each player who has a place."""
        session = self.file.session
        made = certificates(session.name, self.checker.filled, self.standings, session.paper_sheet.size)
        self.print_chosen.emit((session.game, made))
