"""Small charts drawn by us: bars of a histogram, results one after the other, lines through a game. Each says what it shows
in words too. Knows only numbers and names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from rollwrite_desktop.core.i18n import decimal, integer, join_clauses, shortest, tr, tr_n, with_colon
from rollwrite_desktop.draw.display import Bounds, levels
from rollwrite_desktop.draw.hatch import diagonals
from rollwrite_desktop.intake.text import tool_tip
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.tips import stay

INKS = ("accent", "alarm", "doubt", "text")
DASHES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)
_SPOKEN = 20
_LEAST_WIDTH = 450
"""Of a chart in pixels, however large the texts are."""
_MIDDLE = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class Chart(QWidget):
    """What all charts have in common: small type, room for a scale at the left and below, words for who cannot see them."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(min(_LEAST_WIDTH, theme.px(150)), theme.px(72))
        theme.current().changed.connect(self.update)
        stay(self)

    def sizeHint(self) -> QSize:
        return QSize(theme.px(320), theme.px(170))

    def set_description(self, sentence: str) -> None:
        """Sets the description of the chart for screen readers, and its tool tip."""
        self.setAccessibleName(sentence)
        self.setToolTip(tool_tip(sentence))

    def _painter(self) -> QPainter:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(theme.FAMILY)
        font.setPixelSize(theme.px(12))
        painter.setFont(font)
        return painter

    def _area(self) -> QRectF:
        return QRectF(self.rect()).adjusted(theme.px(36), theme.px(16), -theme.px(10), -theme.px(22))

    def _scale(self, painter: QPainter, area: QRectF, low: float, high: float) -> None:
        """Lines across at round numbers, their values at the left."""
        for level in levels(low, high, max(2, min(6, int(area.height() / theme.px(16))))):
            y = area.bottom() - area.height() * (level - low) / (high - low)
            painter.setPen(QPen(theme.color("edge"), 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(theme.color("faint"))
            painter.drawText(QRectF(0, y - theme.px(9), area.left() - 6, theme.px(18)), _RIGHT, integer(level))


class Histogram(Chart):
    """How often which results came: bars of (lowest, highest, how often)."""

    def __init__(self) -> None:
        super().__init__()
        self.bars: tuple[tuple[int, int, int], ...] = ()

    def show_bars(self, bars: Sequence[tuple[int, int, int]]) -> None:
        """Shows a histogram of bars (lowest, highest value, count)."""
        self.bars = tuple(bars)
        self.set_description(join_clauses(
            tr_n("{span}: once", "{span}: {n} times", count, span=_span(low, high)) for low, high, count in bars if count
        ))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        if not self.bars:
            return
        painter, area = self._painter(), self._area()
        most = max(count for _, _, count in self.bars)
        self._scale(painter, area, 0, most)
        wide = area.width() / len(self.bars)
        room = QFontMetricsF(painter.font()).horizontalAdvance(max((_span(a, b) for a, b, _ in self.bars), key=len)) + 6
        every = max(1, -(-int(room) // max(1, int(wide))))
        for i, (low, high, count) in enumerate(self.bars):
            tall = area.height() * count / most
            bar = QRectF(area.left() + i * wide + 0.1 * wide, area.bottom() - tall, 0.8 * wide, tall)
            painter.fillRect(bar, theme.color("accent"))
            painter.setPen(theme.color("text"))
            if count:
                place = QRectF(bar.center().x() - 1.5 * wide, bar.top() - theme.px(16), 3 * wide, theme.px(15))
                painter.drawText(place, _MIDDLE, str(count))
            if i % every == 0:
                painter.setPen(theme.color("faint"))
                place = QRectF(bar.center().x() - room / 2, area.bottom() + 3, room, theme.px(18))
                painter.drawText(place, _MIDDLE, _span(low, high))
        painter.end()


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


class LineChart(Chart):
    """Values one after the other: one line per name, with its name at the end if there are several. `starts`: captions under
    some of the values; `marked` draws a line through one place. A tap on a place is `chosen`."""

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.names: tuple[str, ...] = ()
        self.lines: tuple[tuple[float, ...], ...] = ()
        self.captions: dict[int, str] = {}
        self.marked: int | None = None
        self.mean: float | None = None

    def show_lines(
        self, names: Sequence[str], lines: Sequence[Sequence[float]], captions: dict[int, str] | None = None,
        mean: float | None = None,
    ) -> None:
        """Shows one line of values for each name."""
        self.names, self.lines = tuple(names), tuple(tuple(line) for line in lines)
        self.captions, self.mean = captions or {}, mean
        described = (with_colon(name, ", ".join(map(shortest, line[-_SPOKEN:])))
                for name, line in zip(names, lines, strict=True))
        self.set_description(join_clauses(described))
        self.update()

    def mark(self, place: int | None) -> None:
        if place != self.marked:
            self.marked = place
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.lines and len(self.lines[0]) > 1 and self.rect().contains(event.position().toPoint()):
            area = self._area()
            share = (event.position().x() - area.left()) / max(1.0, area.width())
            self.chosen.emit(round(min(1.0, max(0.0, share)) * (len(self.lines[0]) - 1)))

    def _area(self) -> QRectF:
        area = super()._area()
        return area.adjusted(0, 0, -self._names_wide() - 6, 0) if len(self.lines) > 1 else area

    def _names_wide(self) -> float:
        """Returns the room for names at the lines' ends, in pixels: what they need, a third of the width at most."""
        needed = max(self.fontMetrics().horizontalAdvance(name) for name in self.names)
        return min(needed + theme.px(4), max(theme.px(64), self.width() / 3))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        values = [value for line in self.lines for value in line]
        if not values:
            return
        painter, area = self._painter(), self._area()
        low, high = min(values), max(values)
        low, high = (low - 1, high + 1) if high - low < 2 else (low, high)
        self._scale(painter, area, low, high)
        steps = max(1, len(self.lines[0]) - 1)

        def place(i: int, value: float) -> QPointF:
            x = area.left() + area.width() * (i / steps if len(self.lines[0]) > 1 else 0.5)
            return QPointF(x, area.bottom() - area.height() * (value - low) / (high - low))

        painter.setPen(theme.color("faint"))
        for i, caption in self.captions.items():
            wide = QFontMetricsF(painter.font()).horizontalAdvance(caption) + 4
            left = min(max(0.0, place(i, low).x() - wide / 2), self.width() - wide)
            painter.drawText(QRectF(left, area.bottom() + 3, wide, theme.px(18)), _MIDDLE, caption)
        if self.mean is not None:
            painter.setPen(QPen(theme.color("doubt"), 1.4, Qt.PenStyle.DashLine))
            painter.drawLine(place(0, self.mean), place(steps, self.mean))
        if self.marked is not None:
            painter.setPen(QPen(theme.color("strong_edge"), 1.6))
            x = place(min(self.marked, steps), low).x()
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        self._paint_lines(painter, area, place)
        painter.end()

    def _paint_lines(self, painter: QPainter, area: QRectF, place: object) -> None:
        assert callable(place)
        last = -9e9
        for i in sorted(range(len(self.lines)), key=lambda i: -self.lines[i][-1]):
            points = [place(k, value) for k, value in enumerate(self.lines[i])]
            painter.setPen(QPen(theme.color(INKS[i % 4]), 2.0, DASHES[i % 4]))
            painter.drawPolyline(QPolygonF(points))
            if len(points) <= 30:
                painter.setPen(QPen(theme.color(INKS[i % 4]), 2.0))
                for point in points:
                    painter.drawEllipse(point, 2.2, 2.2)
            if len(self.lines) > 1:
                last = max(points[-1].y(), last + theme.px(15))
                wide = self._names_wide()
                name = painter.fontMetrics().elidedText(self.names[i], Qt.TextElideMode.ElideMiddle, round(wide))
                painter.setPen(theme.color(INKS[i % 4]))
                painter.drawText(QRectF(area.right() + 8, last - theme.px(9), wide + 2, theme.px(18)), _LEFT, name)


class TurnBars(Chart):
    """Two bars for each turn, from a line at nothing: luck, filled, up for good and down for bad, error, hatched, always
    down; each with the first letter of what it is called where there is room. A tap on a turn is `chosen`. Turns are
    counted from 1."""

    chosen = Signal(int)

    def __init__(self, luck: str, error: str, unit: str) -> None:
        """`luck`, `error`: what the two are called in the legend; `unit`: what both count."""
        super().__init__()
        self._titles, self._unit = (luck, error), unit
        self.turns: tuple[tuple[int, float, float | None], ...] = ()
        self._count = 0
        self.marked: int | None = None

    def show_turns(self, turns: Sequence[tuple[int, float, float | None]], count: int) -> None:
        """Shows turns of (number, error, luck or None where it is not known yet), of `count` in all."""
        if (tuple(turns), count) == (self.turns, self._count):
            return
        self.turns, self._count = tuple(turns), count
        self.set_description(join_clauses(
            tr("Turn {n}: error {error}, luck {luck}", n=n, error=decimal(error),
               luck=decimal(round(luck, 1) + 0.0, sign=True))
            if luck is not None else tr("Turn {n}: error {error}", n=n, error=decimal(error))
            for n, error, luck in self.turns
        ))
        self.update()

    def mark(self, turn: int | None) -> None:
        if turn != self.marked:
            self.marked = turn
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        area, x = self._area(), event.position().x()
        if self._count and self.rect().contains(event.position().toPoint()) and area.left() <= x <= area.right():
            share = (x - area.left()) / max(1.0, area.width())
            self.chosen.emit(min(self._count, 1 + int(share * self._count)))

    @property
    def legend_height(self) -> int:
        """What the legend takes of the height: a line, with very large texts one for each of the two."""
        return theme.px(18) * (2 if theme.largest() else 1)

    def _area(self) -> QRectF:
        return super()._area().adjusted(0, self.legend_height - theme.px(12), 0, 0)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        if not self.turns:
            return
        painter, area = self._painter(), self._area()
        high = max(1.0, *(luck or 0.0 for _, _, luck in self.turns))
        low = min(-1.0, *(-error for _, error, _ in self.turns), *(luck or 0.0 for _, _, luck in self.turns))
        self._scale(painter, area, low, high)

        def y(value: float) -> float:
            return area.bottom() - area.height() * (value - low) / (high - low)

        wide = area.width() / max(1, self._count)
        if self.marked is not None:
            painter.fillRect(QRectF(area.left() + (self.marked - 1) * wide, area.top(), wide, area.height()),
                             theme.color("accent_soft"))
        for n, error, luck in self.turns:
            left = area.left() + (n - 1) * wide
            if luck is not None:
                top, bottom = sorted((y(luck), y(0)))
                self._paint_bar(painter, QRectF(left + 0.12 * wide, top, 0.36 * wide, bottom - top), 0, luck > 0)
            if error > 0:
                self._paint_bar(painter, QRectF(left + 0.52 * wide, y(0), 0.36 * wide, y(-error) - y(0)), 1)
        painter.setPen(QPen(theme.color("strong_edge"), 1.4))
        painter.drawLine(QPointF(area.left(), y(0)), QPointF(area.right(), y(0)))
        painter.setPen(theme.color("faint"))
        metrics = QFontMetricsF(painter.font())
        every = max(1, -(-int(metrics.horizontalAdvance("00") + 8) // max(1, int(wide))))
        for n in range(1, self._count + 1, every):
            place = QRectF(area.left() + (n - 1) * wide - 20, area.bottom() + 3, wide + 40, theme.px(18))
            painter.drawText(place, _MIDDLE, str(n))
        x, top, side = float(theme.px(4)), 0.0, theme.px(12)
        for which, title in enumerate(self._titles):
            if which and theme.largest():
                x, top = float(theme.px(4)), float(theme.px(18))
            self._paint_box(painter, QRectF(x, top + theme.px(3), side, side), which)
            painter.setPen(theme.color("text"))
            wide = metrics.horizontalAdvance(title)
            painter.drawText(QRectF(x + side + 5, top, wide + 2, theme.px(18)), _LEFT, title)
            x += side + 5 + wide + theme.px(12)
        if metrics.horizontalAdvance(self._unit) <= area.right() - x:
            painter.setPen(theme.color("faint"))
            painter.drawText(QRectF(x, top, area.right() - x, theme.px(18)), _RIGHT, self._unit)
        painter.end()

    @staticmethod
    def _paint_box(painter: QPainter, place: QRectF, which: int) -> None:
        """Filled for luck, hatched for error: they are told apart in gray too."""
        if not which:
            painter.fillRect(place, theme.color("accent"))
            return
        painter.setPen(QPen(theme.color("alarm"), max(1.2, 0.06 * theme.px(18))))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        inner = place.adjusted(0.6, 0.6, -0.6, -0.6)
        painter.drawRect(inner)
        for x1, y1, x2, y2 in diagonals(cast(Bounds, inner.getCoords()), theme.px(5)):
            painter.drawLine(QPointF(x1, y1), QPointF(x2, y2))

    def _paint_bar(self, painter: QPainter, place: QRectF, which: int, above: bool = False) -> None:
        self._paint_box(painter, place, which)
        letter, high = self._titles[which][:1], theme.px(14)
        top = place.top() - high if above else place.bottom()
        room = top + high <= self._area().bottom() + 2  # else it would stand on the number of the turn
        if room and painter.fontMetrics().horizontalAdvance(letter) <= place.width():
            painter.setPen(theme.color("text"))
            painter.drawText(QRectF(place.left(), top, place.width(), high), _MIDDLE, letter)
