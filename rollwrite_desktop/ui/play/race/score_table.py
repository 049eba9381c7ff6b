"""The points of a race so far: a table round by round, and the totals as lines. Knows no rules: it is given numbers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import integer, tr
from rollwrite_desktop.ui.kit.charts import LineChart
from rollwrite_desktop.ui.kit.choices import Choices
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import emptied, grow, in_column

Results = Sequence[Sequence[int | None]]


def signed(points: int | None) -> str:
    """+8, −3, or nothing for who was not in the round."""
    return "" if points is None else integer(points, sign=True)


class ScoreTable(QWidget):
    """Round by round what everybody gained or lost; the totals in the last line."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = QVBoxLayout(self)
        self.rows.setContentsMargins(0, 0, 0, 0)

    def show_results(self, names: Sequence[str], results: Results, totals: Sequence[int]) -> None:
        emptied(self.rows)
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setHorizontalSpacing(18)
        grid.setVerticalSpacing(4)
        right = Qt.AlignmentFlag.AlignRight
        for column, name in enumerate(names, 1):
            grid.addWidget(label(name, "heading", wrap=False), 0, column, right)
        for line, entries in enumerate(results, 1):
            grid.addWidget(label(tr("Round {n}", n=line), "faint", wrap=False), line, 0)
            for column, entry in enumerate(entries, 1):
                grid.addWidget(label(signed(entry), wrap=False), line, column, right)
        grid.addWidget(label(tr("Total"), "heading", wrap=False), len(results) + 1, 0)
        for column, total in enumerate(totals, 1):
            grid.addWidget(label(integer(total), "heading", wrap=False), len(results) + 1, column, right)
        for column in range(len(names) + 1):  # over the whole width, so that a row is read without a ruler
            grid.setColumnStretch(column, 1)
        grid.setRowStretch(len(results) + 2, 1)
        scroll = QScrollArea()
        scroll.setWidget(inside)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.rows.addWidget(scroll)
        spoken = ", ".join(f"{name} {integer(total)}" for name, total in zip(names, totals, strict=True))
        self.setAccessibleName(tr("Total: {parts}", parts=spoken))


class ScorePlot(LineChart):
    """A line per player."""

    def show_results(self, names: Sequence[str], results: Results, start: int) -> None:
        self.show_lines(names, tuple(
            tuple(accumulate((row[i] or 0 for row in results), initial=start)) for i in range(len(names))
        ))


CHARTED = 3
"""From so many rounds on there is a chart."""


class Scores(QWidget):
    """Table and lines, one behind the other."""

    def __init__(self) -> None:
        super().__init__()
        self.table, self.plot = ScoreTable(), ScorePlot()
        self.which = Choices({"table": tr("Table"), "chart": tr("Chart")}, "table", tabs=True, name=tr("Which to show"))
        pages = self.pages = QStackedWidget()
        pages.addWidget(self.table)
        pages.addWidget(self.plot)
        self.which.chosen.connect(lambda which: pages.setCurrentWidget(self.plot if which == "chart" else self.table))
        in_column(self.which, grow(pages), gap=8, on=self)

    def show_results(self, names: Sequence[str], results: Results, totals: Sequence[int], start: int) -> None:
        self.table.show_results(names, results, totals)
        self.plot.show_results(names, results, start)
        charted = len(results) >= CHARTED
        self.which.setVisible(charted)
        if not charted:
            self.which.choose("table")
            self.pages.setCurrentWidget(self.table)
