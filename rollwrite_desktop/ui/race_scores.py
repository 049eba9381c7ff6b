"""The points of a race so far: a table round by round, and the totals as lines. Knows no rules: it is given numbers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QGridLayout, QScrollArea, QTabWidget, QVBoxLayout, QWidget

from rollwrite_desktop.core.words import say
from rollwrite_desktop.ui import theme
from rollwrite_desktop.ui.cards import emptied, words

Results = Sequence[Sequence[int | None]]
_DASHES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_INKS = ("accent", "alarm", "doubt", "text")


def signed(points: int | None) -> str:
    """+8, −3, or nothing for who was not in the round."""
    return "" if points is None else f"+{points}" if points > 0 else f"−{-points}" if points else "0"


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
        grid.setVerticalSpacing(2)
        right = Qt.AlignmentFlag.AlignRight
        for column, name in enumerate(names, 1):
            grid.addWidget(words(name, "heading", wrap=False), 0, column, right)
        for line, entries in enumerate(results, 1):
            grid.addWidget(words(say("Round {n}", n=line), "faint", wrap=False), line, 0)
            for column, entry in enumerate(entries, 1):
                grid.addWidget(words(signed(entry), wrap=False), line, column, right)
        grid.addWidget(words(say("Total"), "heading", wrap=False), len(results) + 1, 0)
        for column, total in enumerate(totals, 1):
            grid.addWidget(words(str(total), "heading", wrap=False), len(results) + 1, column, right)
        grid.setColumnStretch(0, 1)
        scroll = QScrollArea()
        scroll.setWidget(inside)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.rows.addWidget(scroll)
        spoken = ", ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True))
        self.setAccessibleName(say("Total: {parts}", parts=spoken))


class ScorePlot(QWidget):
    """A line per player, its name at its end; told apart by dashes and marks as well as by colour."""

    def __init__(self) -> None:
        super().__init__()
        self.names: tuple[str, ...] = ()
        self.lines: tuple[tuple[int, ...], ...] = ()

    def show_results(self, names: Sequence[str], results: Results, start: int) -> None:
        self.names = tuple(names)
        self.lines = tuple(
            tuple(accumulate((row[i] or 0 for row in results), initial=start)) for i in range(len(names))
        )
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(360, 200)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        if not self.lines:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        points = [point for line in self.lines for point in line]
        low, high = min(points) - 2, max(points) + 2
        area = QRectF(self.rect()).adjusted(theme.px(36), 8, -theme.px(84), -theme.px(22))
        steps = max(1, len(self.lines[0]) - 1)
        font = QFont(theme.FAMILY)
        font.setPixelSize(theme.px(12))
        painter.setFont(font)
        for level in _levels(low, high):
            y = area.bottom() - area.height() * (level - low) / (high - low)
            painter.setPen(QPen(theme.colour("edge"), 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(theme.colour("faint"))
            painter.drawText(QRectF(0, y - 9, area.left() - 6, 18), _RIGHT, str(level))
        ends: list[float] = []
        order = sorted(range(len(self.lines)), key=lambda i: -self.lines[i][-1])
        for i in order:
            places = QPolygonF([
                QPointF(area.left() + area.width() * n / steps, area.bottom() - area.height() * (point - low) / (high - low))
                for n, point in enumerate(self.lines[i])
            ])
            painter.setPen(QPen(theme.colour(_INKS[i % 4]), 2.2, _DASHES[i % 4]))
            painter.drawPolyline(places)
            painter.setPen(QPen(theme.colour(_INKS[i % 4]), 2))
            for place in places.toList():
                painter.drawEllipse(place, 2.5, 2.5)
            y = max(places.last().y(), (ends[-1] + theme.px(15)) if ends else -9e9)
            ends.append(y)
            painter.drawText(
                QRectF(area.right() + 8, y - 9, theme.px(76), 18), _LEFT,
                painter.fontMetrics().elidedText(self.names[i], Qt.TextElideMode.ElideRight, theme.px(74)),
            )
        painter.end()


def _levels(low: int, high: int) -> range:
    step = next(size for size in (1, 2, 5, 10, 20, 50, 100, 1000, 10**9) if (high - low) / size <= 6)
    return range(-(-low // step) * step, high + 1, step)


class Scores(QTabWidget):
    """Table and lines, one behind the other."""

    def __init__(self) -> None:
        super().__init__()
        self.table, self.plot = ScoreTable(), ScorePlot()
        self.addTab(self.table, say("Table"))
        self.addTab(self.plot, say("Lines"))
        self.setDocumentMode(True)

    def show_results(self, names: Sequence[str], results: Results, totals: Sequence[int], start: int) -> None:
        self.table.show_results(names, results, totals)
        self.plot.show_results(names, results, start)
