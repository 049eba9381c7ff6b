"""Where the trays of a race lie, and what is left for the board: for several people, for one, and with large texts."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QTransform

from rollwrite_desktop.gamekit.play.guide import LINE
from rollwrite_desktop.ui.base import theme

EDGE = 4.0
DEEP, ALONE_DEEP, SIDE_DEEP = 124.0, 176.0, 112.0
OWN_DEEP, CROWDED_DEEP, RIVAL_WIDE, RIVAL_DEEP = 94.0, 250.0, 196.0, 168.0
SHARE, OWN_SHARE = 0.2, 0.3
SHARE_GROWTH, OWN_SHARE_GROWTH = 0.05, 0.08
"""Of the height, what a tray of several and that of the only person takes at most, and by how much that grows with each
100 % of the texts."""
MAX_GROWN = 3.0
"""What is read on trays grows with the texts, but no further: the board has to stay readable too."""
DIE_SHARE = 0.12
"""Of the window's height, what a row of dice takes with large texts. It does not depend on their size, so that dice never
shrink when texts grow."""
_USUAL = 1.1
"""Texts larger than this need a line of their own above the dice, or these would shrink."""
LARGE_SHARE, LARGE_OWN_SHARE, LARGE_RIVAL_SHARE = 0.39, 0.6, 0.25
"""Of the height of the room, what a tray takes at most with large texts; the last is that of rivals."""
_AROUND = 10.0
"""Above and below a row of dice, in points."""
CROWD = 12
"""From more dice than this on, an own tray has two rows."""


def large() -> bool:
    """Returns whether texts are so large that the dice have rows of their own."""
    return theme.large() or theme.text_scale() > _USUAL


class TrayPlace(Struct, frozen=True):
    """Where a tray lies: its rectangle in the view, by how many degrees it is turned clockwise, and how many pixels one of
    its own points takes."""

    rect: QRectF
    turn: int
    grown: float = 1.0

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the tray as its player sees it."""
        wide, high = self.rect.width() / self.grown, self.rect.height() / self.grown
        return (wide, high) if self.turn % 180 == 0 else (high, wide)

    @property
    def transform(self) -> QTransform:
        """From the tray's own points to the view's pixels."""
        wide, high = self.size
        center = self.rect.center()
        return QTransform().translate(center.x(), center.y()).rotate(self.turn).scale(self.grown, self.grown).translate(
            -wide / 2, -high / 2)


def seats(
    count: int, wide: float, high: float, turned: bool, share: float = SHARE
) -> tuple[tuple[TrayPlace, ...], QRectF]:
    """Returns the places of so many trays in a view, and what is left for the board. `turned`: round the table, each toward
    its player; else all upright, for a keyboard. `share`: of the height, what a tray of several takes at most."""
    deep = min(ALONE_DEEP if count == 1 else DEEP, 0.3 * high if count == 1 else share * high)
    side = min(SIDE_DEEP, 0.13 * wide)
    inner = wide - 2 * EDGE
    if not turned and count > 2:
        # Two trays below, the others above, none upside down.
        half = (inner - EDGE) / 2
        low, top = high - EDGE - deep, EDGE
        spots = [(EDGE, low), (EDGE + half + EDGE, low), (EDGE, top), (EDGE + half + EDGE, top)]
        made = tuple([TrayPlace(QRectF(x, y, half, deep), 0) for x, y in spots[:count]])
        return made, QRectF(EDGE, top + deep + EDGE, inner, low - top - deep - 2 * EDGE)
    left = EDGE + (side + EDGE if count > 2 else 0)
    right = wide - EDGE - (side + EDGE if count > 3 else 0)
    bottom = TrayPlace(QRectF(left, high - EDGE - deep, right - left, deep), 0)
    top_seat = TrayPlace(QRectF(left, EDGE, right - left, deep), 180 if turned else 0)
    tall = high - 2 * EDGE
    sides = (TrayPlace(QRectF(EDGE, EDGE, side, tall), 90), TrayPlace(QRectF(wide - EDGE - side, EDGE, side, tall), 270))
    made = (bottom, top_seat, *sides)[:count]
    above = EDGE + (deep + EDGE if count > 1 else 0)
    return made, QRectF(left, above, right - left, high - 2 * EDGE - deep - above)


def seats_of_one(
    rivals: int, wide: float, high: float, crowded: bool, share: float = OWN_SHARE
) -> tuple[TrayPlace, tuple[TrayPlace, ...], QRectF]:
    """For the only person here: the place of the own tray below, those of so many rivals (or a ghost) beside the board, or
    above it in a tall view, and what is left for the board. `crowded`: the own tray has two rows of dice; `share`: of the
    height, what it takes at most."""
    deep = min((CROWDED_DEEP if high > wide else ALONE_DEEP) if crowded else OWN_DEEP, share * high)
    own = TrayPlace(QRectF(EDGE, high - EDGE - deep, wide - 2 * EDGE, deep), 0)
    above = high - deep - 2 * EDGE
    if not rivals:
        return own, (), QRectF(EDGE, EDGE, wide - 2 * EDGE, above - EDGE)
    if high > wide:
        each, row = (wide - (rivals + 1) * EDGE) / rivals, min(RIVAL_DEEP, 0.2 * high)
        made = [TrayPlace(QRectF(EDGE + i * (each + EDGE), EDGE, each, row), 0) for i in range(rivals)]
        return own, tuple(made), QRectF(EDGE, row + 2 * EDGE, wide - 2 * EDGE, above - row - 2 * EDGE)
    side = min(RIVAL_WIDE, 0.22 * wide)
    each = min(RIVAL_DEEP, (above - rivals * EDGE) / rivals)
    made = [TrayPlace(QRectF(wide - EDGE - side, EDGE + i * (each + EDGE), side, each), 0) for i in range(rivals)]
    return own, tuple(made), QRectF(EDGE, EDGE, wide - side - 3 * EDGE, above - EDGE)


def large_seats(
    count: int, wide: float, high: float, turned: bool, die: float, edge: float
) -> tuple[tuple[TrayPlace, ...], QRectF]:
    """With large texts: one or two trays below, the others above, turned toward their players or all upright, and the board
    between them. `die`: the height of a row of dice, `edge`: what is left free around each, in the trays'
    points."""
    inner = wide - 2 * edge
    half = (inner - edge) / 2
    below, above = min(count, 2 if count > 2 else 1), max(0, count - (2 if count > 2 else 1))

    deep = min(LINE + die + _AROUND, LARGE_SHARE * high)
    low = high - edge - deep
    made = [TrayPlace(QRectF(edge + i * (half + edge), low, inner if below == 1 else half, deep), 0) for i in range(below)]
    top = deep if above else -edge
    made += [
        TrayPlace(QRectF(edge + i * (half + edge), edge, inner if above == 1 else half, top), 180 if turned else 0)
        for i in range(above)
    ]
    return tuple(made), QRectF(edge, top + 2 * edge, inner, low - top - 3 * edge)


def large_seats_of_one(
    rivals: int, wide: float, high: float, rows: int, die: float, edge: float
) -> tuple[TrayPlace, tuple[TrayPlace, ...], QRectF]:
    """With large texts, for the only person here: the own tray below with so many rows of dice, rivals above the board."""
    deep = min(LINE + rows * die + _AROUND, LARGE_OWN_SHARE * high)
    own = TrayPlace(QRectF(edge, high - edge - deep, wide - 2 * edge, deep), 0)
    above = high - deep - 2 * edge
    row = min(2 * LINE, LARGE_RIVAL_SHARE * high) if rivals else -edge
    each = (wide - edge) / max(1, rivals) - edge
    made = [TrayPlace(QRectF(edge + i * (each + edge), edge, each, row), 0) for i in range(rivals)]
    return own, tuple(made), QRectF(edge, row + 2 * edge, wide - 2 * edge, above - row - 2 * edge)
