"""Dice and cards as large as there is room for, with a title over them and a sentence below: for people who look at a
projector from the back of a room.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from rollwrite_desktop.core.chance import Die, Outcome
from rollwrite_desktop.core.i18n import join_clauses, tr, with_colon
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.touch import taps
from rollwrite_desktop.ui.canvas.dice import paint_die

_MIDDLE = Qt.AlignmentFlag.AlignCenter
_GAP = 0.14  # of a die's side
_BETWEEN = 0.34  # of a die's side, between groups of equal dice
_NAME = 0.26  # of a die's side: the room below it for a die's color, or the number of equal ones
_NUMBER, _MOST_BELOW = 0.2, 1.3  # of a die's side: its letters; the room below small dice, of the smallest letters
_TITLE, _FOOT = 0.11, 0.1  # of the board's height
_SMALLEST = 13  # pixels at 100 % text
_MOST_LINES = 0.3  # of the board's height, for a title or a sentence of several lines


def roll_in_words(rolled: Outcome, cards: Iterable[tuple[str, str]]) -> str:
    """A roll as it is read aloud: its dice, then the names of the areas of its cards with their regions."""
    dice = ", ".join(f"{tr(die.name)} {die.face}".strip() for die in rolled.dice)
    return join_clauses((dice, *(", ".join(filter(None, card)) for card in cards)))


class DiceBoard(QWidget):
    """One roll. `tapped` after a click or touch. `smallest`: the size in pixels of the smallest type painted last."""

    tapped = Signal()

    def __init__(self, least: tuple[int, int] = (360, 240)) -> None:
        super().__init__()
        self.title = self.foot = self.invitation = ""
        self.outcome: Outcome | None = None
        self.cards: tuple[tuple[str, str], ...] = ()
        self.pips = True
        self.grouped = False
        """Whether equal dice lie together, their number below them."""
        self.turn = 0.0
        self.smallest = 0.0
        self._least = least
        self._pressed = False
        self.setMinimumSize(min(200, least[0]), min(120, least[1]))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.current().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(*self._least)

    def show_roll(self, rolled: Outcome | None, cards: Sequence[tuple[str, str]], title: str, foot: str = "") -> None:
        """A roll, or none; `cards` are the names of areas with their regions."""
        self.outcome, self.cards, self.title, self.foot = rolled, tuple(cards), title, foot
        described = roll_in_words(rolled, self.cards) if rolled else self.invitation
        said = with_colon(title, described) if title and described else title or described
        self.setAccessibleName(". ".join(filter(None, (said, foot))))
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = taps().count(event, event.globalPosition(), id(self))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        taps().end(event, event.globalPosition(), id(self))
        pressed, self._pressed = self._pressed, False
        if pressed and self.rect().contains(event.position().toPoint()):
            self.tapped.emit()

    # ------------------------------------------------------------------ painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.color("edge"))
        painter.setBrush(theme.color("raised"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 12, 12)
        self.smallest = float(self.height())
        edge = max(8.0, min(self.width(), self.height()) * 0.025)
        room = QRectF(self.rect()).adjusted(edge, edge, -edge, -edge)
        if self.title:
            pixels, high = self._line(self.title, room, _TITLE, 0.8)
            self._text(painter, self.title, QRectF(room.left(), room.top(), room.width(), high), pixels, "text")
            room.setTop(room.top() + high + edge / 2)
        if self.foot:
            pixels, high = self._line(self.foot, room, _FOOT, 0.62)
            line = QRectF(room.left(), room.bottom() - high, room.width(), high)
            self._text(painter, self.foot, line, pixels, "text")
            room.setBottom(line.top() - edge / 2)
        if self.outcome is None:
            self._text(painter, self.invitation, room, max(theme.px(18), min(56.0, room.height() / 7)), "faint", wrap=True)
        elif self.cards and room.width() > 1.25 * room.height():
            half = room.width() * 0.44
            self._dice(painter, self.outcome.dice, QRectF(room.left(), room.top(), half - edge, room.height()))
            self._cards(painter, QRectF(room.left() + half, room.top(), room.width() - half, room.height()))
        else:
            share = 0.5 if self.cards else 1.0
            self._dice(painter, self.outcome.dice, QRectF(room.left(), room.top(), room.width(), room.height() * share))
            top = room.top() + room.height() * share
            self._cards(painter, QRectF(room.left(), top, room.width(), room.bottom() - top))
        painter.end()

    def _dice(self, painter: QPainter, dice: Sequence[Die], room: QRectF) -> None:
        """In as many rows as make them largest; equal dice that lie together stay in one row."""
        groups = [list(same) for _, same in groupby(dice)] if self.grouped else [[die] for die in dice]
        if not groups:
            return
        between = _BETWEEN if self.grouped else 0.0
        counted = self.grouped and self.pips
        below = _NAME if counted or any(die.name for die in dice) else 0.0

        def wide(row: Sequence[Sequence[Die]]) -> float:
            return sum(map(len, row)) * (1 + _GAP) + (len(row) - 1) * between

        def side_in(rows: Sequence[Sequence[Sequence[Die]]]) -> float:
            return min(room.width() / max(map(wide, rows)), room.height() / (len(rows) * (1 + _GAP + below)))

        layouts = [_in_rows(groups, most) for most in range(1, len(dice) + 1)]
        rows = max(layouts, key=lambda rows: (side_in(rows), -len(rows)))
        least = float(theme.px(_SMALLEST))
        if counted and side_in(rows) * _NUMBER < least:  # small dice leave room for a number that can be read
            below = _MOST_BELOW * least / side_in(rows)
            rows = max(layouts, key=lambda rows: (side_in(rows), -len(rows)))
        side = side_in(rows)
        top = room.center().y() - (len(rows) * (1 + _GAP + below) - _GAP) * side / 2
        number = 0
        for row in rows:
            left = room.center().x() - (wide(row) - _GAP) * side / 2
            for group in row:
                for i, die in enumerate(group):
                    place = QRectF(left + i * (1 + _GAP) * side, top, side, side)
                    turn = self.turn * (30 + 11 * number)
                    number += 1
                    paint_die(painter, place, die.name, str(die.face), pips=self.pips and die.face > 0, turn=turn)
                across = (len(group) * (1 + _GAP) - _GAP) * side
                if below:
                    name = QRectF(left, top + side * 1.02, across, side * (below - 0.04))
                    number_or_name = str(group[0].face) if counted else tr(group[0].name)
                    self._text(painter, number_or_name, name, max(side * _NUMBER, least if counted else 0.0), "text")
                left += across + (_GAP + between) * side
            top += side * (1 + _GAP + below)

    def _cards(self, painter: QPainter, room: QRectF) -> None:
        """One below the other, the area large and its region under it."""
        n = len(self.cards)
        gap = room.height() * 0.03
        high = min((room.height() - gap * max(0, n - 1)) / n if n else 0.0, room.width() * 0.45)
        top = room.center().y() - (n * high + (n - 1) * gap) / 2
        for area, region in self.cards:
            card = QRectF(room.left(), top, room.width(), high)
            painter.setPen(QPen(theme.color("strong_edge"), 2))
            painter.setBrush(theme.color("lifted"))
            painter.drawRoundedRect(card.adjusted(1, 1, -1, -1), high * 0.1, high * 0.1)
            low = high * 0.3 < theme.px(_SMALLEST)
            if low and region:
                area, region = f"{area} · {region}", ""
            share, letters = 0.58 if region else 1.0, 0.7 if low else 0.46
            inside = card.adjusted(high * 0.12, 0, -high * 0.12, 0)
            above = QRectF(inside.left(), card.top(), inside.width(), high * share)
            self._text(painter, area, above, high * letters, "text")
            if region:
                below = QRectF(inside.left(), card.top() + high * 0.54, inside.width(), high * 0.4)
                self._text(painter, region, below, high * 0.3, "faint")
            top += high + gap

    def _line(self, text: str, room: QRectF, share: float, part: float) -> tuple[float, float]:
        """Returns the size of a title or sentence and the height it takes, in pixels: a share of the board, of which letters
        are a part, or more where that would be too small to read."""
        high, smallest = max(20.0, self.height() * share), float(theme.px(_SMALLEST))
        needed = _lines(text, QRectF(0, 0, room.width(), self.height()), smallest).height()
        return max(high * part, smallest), max(high, min(needed, self.height() * _MOST_LINES))

    def _text(self, painter: QPainter, text: str, room: QRectF, pixels: float, ink: str, wrap: bool = False) -> None:
        """A line of text, no wider than its room; where that would make it too small to read, or with `wrap`, several lines,
        made smaller only until they fit."""
        least = min(float(theme.px(_SMALLEST)), pixels)
        if not wrap:
            wide = QFontMetricsF(_font(pixels)).horizontalAdvance(text)
            fitting = min(pixels, 0.97 * pixels * room.width() / max(1.0, wide))
            wrap = fitting < least
            pixels = least if wrap else fitting
        if wrap:
            while pixels > 8 and not _fits(text, room, pixels):
                pixels -= 1
        font = _font(pixels)
        self.smallest = min(self.smallest, float(font.pixelSize()))
        painter.setFont(font)
        painter.setPen(theme.color(ink))
        # Letters such as g reach below a line's room; nothing stands there.
        lines = Qt.TextFlag.TextWordWrap if wrap else 0
        painter.drawText(room, _MIDDLE | lines | Qt.TextFlag.TextDontClip, text)


def _in_rows(groups: Sequence[list[Die]], most: int) -> list[list[list[Die]]]:
    """Groups in rows of so many dice at most, where one alone is not more."""
    rows: list[list[list[Die]]] = [[]]
    for group in groups:
        if rows[-1] and sum(map(len, rows[-1])) + len(group) > most:
            rows.append([])
        rows[-1].append(group)
    return rows


def _fits(text: str, room: QRectF, pixels: float) -> bool:
    """Returns whether a text in lines stays within its room."""
    needed = _lines(text, room, pixels)
    return needed.width() <= room.width() and needed.height() <= room.height() + 1


def _lines(text: str, room: QRectF, pixels: float) -> QRectF:
    """Where a text stands whose lines break at the width of a room."""
    return QFontMetricsF(_font(pixels)).boundingRect(room, _MIDDLE | Qt.TextFlag.TextWordWrap, text)


def _font(pixels: float) -> QFont:
    font = QFont(theme.FAMILY)
    font.setPixelSize(max(1, round(pixels)))
    font.setWeight(QFont.Weight.DemiBold)
    return font
