"""Imposition: paper sizes, and where faces, margins, punch holes and cuts lie on a page.

A face is printed at full size (scale 1) where it fits, and larger only if asked; a smaller scale is a multiple of 0.5 %, so
that the page can state it. Each face has a cell with a line of text above and below it, so that it is complete once the page
is cut. Lengths are points, y down. Knows no painter and no game.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rollwrite_desktop.draw.display import Mark, Shape, Text, ellipse, polyline
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Rect

PAPERS: dict[str, tuple[float, float]] = {
    "a4": (210 * POINTS_PER_MM, 297 * POINTS_PER_MM),
    "letter": (612.0, 792.0),
    "a5": (148 * POINTS_PER_MM, 210 * POINTS_PER_MM),
    "half-letter": (396.0, 612.0),
}
"""Paper id to width and height in points, in portrait."""

PER_PAGE = (1, 2, 4)
MARGIN = 6.4 * POINTS_PER_MM
"""Nothing is printed nearer to the edge of the paper."""
CUT_MARGIN = 3 * POINTS_PER_MM
"""Nothing is printed nearer to a cut."""
INSET = 9.0
"""The edge of every face that is blank, in points of the face. What is within it shares its edges with the lines around."""
STRIPS = (14.0, 7.4)
"""Height of the text lines above and below a face: at full size, and if the face has to be reduced."""
LARGE_STRIP = 14.8
"""Their height in large print: one line of 14 pt."""
LARGE_ENOUGH = 0.97
"""By how much lines of this height may reduce a face in large print."""
STRIP_GAP, MAX_STRIP_GAP = 1.5, 4.0
SQUARES = (6.5 * POINTS_PER_MM, 5 * POINTS_PER_MM)
"""Sides of the registration squares: the second where the first would make a small face smaller still."""
QUIET = 1.4 * POINTS_PER_MM
"""The least distance between a registration square and a face."""
SQUARE_COST = 0.9
"""How much squares of the first size may reduce a face."""
BADGE = 23.0
"""The side of the identity code where there is room; elsewhere it is as large as a registration square."""
BADGE_QUIET = 4 / 21
"""The quiet zone of the identity code, as a part of its side."""
MIN_BOXES = {
    ("a4", 1): 13.0, ("letter", 1): 13.0, ("a5", 1): 8.5, ("half-letter", 1): 8.5,
    ("a4", 2): 8.5, ("letter", 2): 8.5, ("a5", 2): 6.0, ("half-letter", 2): 6.0,
    ("a4", 4): 6.0, ("letter", 4): 6.0,
}
"""How small (mm) a column beside the face may make the writing boxes, by paper and faces per page; in other cases the
column must not reduce the face."""
BINDING = 12 * POINTS_PER_MM
"""Width of the margin for binding or holes at the left of a face."""
BESIDE_BINDING = 4.3 * POINTS_PER_MM
"""Between a binding, whose holes may be a little deeper, and what is printed."""
CUT_END = 5.0
"""How near cut marks come to the edge of the paper."""
GAP = 6.0
MAX_COLUMN_WIDTH = 110.0
RULER = 50 * POINTS_PER_MM


@dataclass(frozen=True, slots=True)
class Punch:
    """A pattern of holes centered along an edge; lengths in points.

    inward: distance of the centers from the edge. rows: (least length of the edge, number of holes, distance between them),
    the first that fits is used.
    """

    inward: float
    radius: float
    rows: tuple[tuple[float, int, float], ...]

    @property
    def depth(self) -> float:
        """How far from the edge the holes extend."""
        return self.inward + self.radius

    def along(self, edge: float) -> tuple[float, ...]:
        """The positions of the centers along an edge of this length."""
        count, apart = next(((count, apart) for least, count, apart in self.rows if edge >= least), (0, 0.0))
        return tuple(edge / 2 + (i - (count - 1) / 2) * apart for i in range(count))


PUNCHES = {
    # ISO 838: two holes of 6 mm, 80 mm apart, 12 mm from the edge.
    "iso": Punch(12 * POINTS_PER_MM, 3 * POINTS_PER_MM, ((100 * POINTS_PER_MM, 2, 80 * POINTS_PER_MM),)),
    # US ring binders: three holes of 9/32 inch, 1/2 inch from the edge; closer together in small binders.
    "us": Punch(36.0, 10.0, ((720.0, 3, 306.0), (504.0, 3, 198.0), (280.0, 2, 198.0))),
}
"""Hole patterns by id."""
Orientation = Literal["auto", "portrait", "landscape"]


@dataclass(frozen=True, slots=True)
class Cell:
    """One face's part of a page: the face, the lines above (`head`) and below it (`foot`), the four registration squares
    (upper left, upper right, lower left, lower right), the place of the identity code (`badge`), and the column beside the
    face, if one was asked for."""

    face: Rect
    head: Rect
    foot: Rect
    squares: tuple[Rect, Rect, Rect, Rect]
    badge: Rect
    column: Rect | None = None

    @property
    def identity(self) -> Rect:
        """The identity code with its quiet zone."""
        quiet = BADGE_QUIET * self.badge.w
        return Rect(self.badge.x - quiet, self.badge.y - quiet, self.badge.w + 2 * quiet, self.badge.h + 2 * quiet)


@dataclass(frozen=True, slots=True)
class Hole:
    """One hole on a page: its center and its radius."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Imposition:
    """A page: its size, its cells in reading order, the scale of the faces, and the segments (x1, y1, x2, y2) along which it
    is cut.

    backs: the cells on the other side of the paper, each behind the cell of the same index. holes, back_holes: the holes to
    be punched, by cell. above: whether they are at the upper edge.
    """

    size: tuple[float, float]
    cells: tuple[Cell, ...]
    scale: float
    cuts: tuple[tuple[float, float, float, float], ...]
    backs: tuple[Cell, ...] = ()
    holes: tuple[tuple[Hole, ...], ...] = ()
    back_holes: tuple[tuple[Hole, ...], ...] = ()
    above: bool = False


def impose(
    face: tuple[float, float],
    paper: str = "a4",
    per_page: int = 1,
    orientation: Orientation = "auto",
    largest: float = 1.0,
    binding: float = 0.0,
    column: float = 0.0,
    holes: str = "",
) -> Imposition:
    """Arranges `per_page` faces of one size as large as they fit, at most `largest` times their size.

    binding: width of a margin at the left of each face. column: least width of a column at its right; 0 for none. holes: an
    id of PUNCHES; they are at the left, or at the upper edge if the pattern is for long edges and the face loses no size.
    Raises KeyError for an unknown paper or hole pattern, ValueError for a number of faces not in PER_PAGE.
    """
    if per_page not in PER_PAGE:
        raise ValueError(f"{per_page} faces per page: expected 1, 2 or 4.")
    punch = PUNCHES[holes] if holes else None
    edge = max(binding, BINDING if holes else 0.0)
    edge += BESIDE_BINDING if edge else 0.0
    left = _arranged(face, paper, per_page, orientation, largest, _Frame(edge, 0.0, column))
    if punch is None:
        return left
    if binding == 0 and len(punch.rows) > 1 and per_page == 1:
        above = _arranged(face, paper, per_page, orientation, largest, _Frame(0.0, punch.depth, column))
        if above.scale >= left.scale and above.size[0] >= punch.rows[0][0]:
            return _punched(above, punch, above=True)
    return _punched(left, punch, above=False)


@dataclass(frozen=True, slots=True)
class _Frame:
    """What is reserved in a cell: a margin at its left, one at its top (for holes), a column at the right of the face."""

    left: float
    top: float
    column: float

    @property
    def beside(self) -> float:
        return self.column + GAP if self.column else 0.0


@dataclass(frozen=True, slots=True)
class _Block:
    """The printable part of a cell, the same in all cells of a page: its size, the height of the lines, the side of the
    squares in its corners, and the width of the column with its gap."""

    wide: float
    high: float
    strip: float
    square: float
    beside: float

    def scale(self, face: tuple[float, float], largest: float) -> float:
        """The largest scale at which the face leaves room for lines, column and squares."""
        wide, high = face[0] - 2 * INSET, face[1] - 2 * INSET
        clear = 2 * (self.square + QUIET)
        lines = 2 * (self.strip + STRIP_GAP)
        # The squares are beside the face, or above and below it. A column is itself between face and squares.
        aside = min((self.wide - max(clear, clear / 2 + self.beside)) / wide, (self.high - lines) / high)
        over = min((self.wide - self.beside) / wide, (self.high - max(clear, lines)) / high)
        fits = max(aside, over)
        return largest if fits >= largest else math.floor(200 * fits) / 200


def _arranged(
    face: tuple[float, float], paper: str, per_page: int, orientation: Orientation, largest: float, frame: _Frame
) -> Imposition:
    narrow, tall = PAPERS[paper]
    pages = {"landscape": (tall, narrow), "portrait": (narrow, tall)}
    sizes = [pages[orientation]] if orientation != "auto" else list(pages.values())
    choices = [
        _Grid(size, (columns, per_page // columns), frame)
        for size in sizes
        for columns in (1, 2, 4)
        if per_page % columns == 0
    ]

    def scale(grid: _Grid, strip: float, square: float) -> float:
        return grid.block(strip, square).scale(face, largest)

    strips = STRIPS if largest <= 1 else (LARGE_STRIP, *STRIPS)
    enough = min(1.0, largest) if largest <= 1 else LARGE_ENOUGH * largest
    strip = next((s for s in strips if max(scale(choice, s, SQUARES[0]) for choice in choices) >= enough), strips[-1])
    chosen = max(choices, key=lambda choice: scale(choice, strip, SQUARES[0]))
    small = scale(chosen, strip, SQUARES[0]) < SQUARE_COST * scale(chosen, strip, 0.0)
    block = chosen.block(strip, SQUARES[small])
    best = block.scale(face, largest)
    wide, high = size = chosen.size
    columns, rows = chosen.cells
    rooms = [chosen.room(place, row) for row in range(rows) for place in range(columns)]
    return Imposition(
        size,
        tuple(_cell(room, face, best, block, mirrored=False) for room in rooms),
        best,
        (
            *((place * wide / columns, 0.0, place * wide / columns, high) for place in range(1, columns)),
            *((0.0, row * high / rows, wide, row * high / rows) for row in range(1, rows)),
        ),
        tuple(_cell(replace(room, x=wide - room.x - room.w), face, best, block, mirrored=True) for room in rooms),
    )


@dataclass(frozen=True, slots=True)
class _Grid:
    """A paper divided into columns and rows of cells."""

    size: tuple[float, float]
    cells: tuple[int, int]
    frame: _Frame

    def block(self, strip: float, square: float) -> _Block:
        """What a cell holds, the same in all."""
        room = self.room(0, 0)
        return _Block(room.w, room.h, strip, square, self.frame.beside)

    def room(self, place: int, row: int) -> Rect:
        """The part of a cell that is printed on; equally large in all. Margins are wider at the paper's edge than at a
        cut, but for a binding they are the same in all cells."""
        x, wide = _within(self.size[0] / self.cells[0], self.cells[0], place, self.frame.left)
        y, high = _within(self.size[1] / self.cells[1], self.cells[1], row, self.frame.top)
        return Rect(x, y, wide, high)


def _within(side: float, count: int, place: int, reserved: float) -> tuple[float, float]:
    """Start and length of the printed part of a cell that is the given one of `count` side by side."""
    if count == 1 or reserved:
        first = max(MARGIN, reserved)
        return place * side + first, side - first - MARGIN
    return place * side + (CUT_MARGIN if place else MARGIN), side - MARGIN - CUT_MARGIN


def _cell(room: Rect, face: tuple[float, float], scale: float, block: _Block, *, mirrored: bool) -> Cell:
    """A face with all that is around it, in the middle of the printed part of its cell."""
    inset, side, beside = scale * INSET, block.square, block.beside
    wide, high = scale * face[0] - 2 * inset, scale * face[1] - 2 * inset
    right, bottom = room.x + room.w, room.y + room.h
    # With a column the face keeps clear of the squares at its other side.
    spare = room.w - wide - beside
    before = min(spare, max(side + QUIET, spare / 2)) if beside else spare / 2
    x = right - before - wide if mirrored else room.x + before
    y = room.y + (room.h - high) / 2
    strip = min(block.strip, y - STRIP_GAP - room.y)
    gap = min(MAX_STRIP_GAP, y - room.y - strip)
    over = y - strip - STRIP_GAP >= room.y + side + QUIET
    if over:
        gap = min(gap, y - strip - room.y - side - QUIET)
    # A line that is above or below the squares is as wide as the face, any other is between them.
    clear = 0.0 if over else side + QUIET
    first, last = max(x, room.x + clear), min(x + wide, right - clear)
    column = None
    if beside:
        edge = room.x if mirrored else x + wide + GAP
        column = Rect(edge, room.y + side + QUIET, (x - GAP if mirrored else right) - edge, room.h - 2 * (side + QUIET))
        column = replace(
            column,
            w=min(column.w, MAX_COLUMN_WIDTH),
            x=max(column.x, column.x + column.w - MAX_COLUMN_WIDTH) if mirrored else column.x,
        )
    aside = right - x - wide
    badge = BADGE if aside >= BADGE * (1 + BADGE_QUIET) else side
    if aside >= badge * (1 + BADGE_QUIET):
        place = Rect(right - badge, bottom - side - badge * (1 + BADGE_QUIET), badge, badge)
    else:
        place = Rect(right - side - badge * (1 + BADGE_QUIET), bottom - badge, badge, badge)
        last = last if over else min(last, place.x - badge * BADGE_QUIET)
    squares = (
        Rect(room.x, room.y, side, side), Rect(right - side, room.y, side, side),
        Rect(room.x, bottom - side, side, side), Rect(right - side, bottom - side, side, side),
    )
    return Cell(
        Rect(x - inset, y - inset, scale * face[0], scale * face[1]),
        Rect(first, y - gap - strip, last - first, strip),
        Rect(first, y + high + gap, last - first, strip),
        squares,
        place,
        column,
    )


def _punched(page: Imposition, punch: Punch, *, above: bool) -> Imposition:
    """The page with its holes on both sides."""
    columns = 1 + sum(x1 == x2 for x1, _, x2, _ in page.cuts)
    rows = len(page.cells) // columns
    wide, high = page.size[0] / columns, page.size[1] / rows
    fronts = []
    for place in range(len(page.cells)):
        x, y = place % columns * wide, place // columns * high
        middles = (
            [(x + along, y + punch.inward) for along in punch.along(wide)] if above
            else [(x + punch.inward, y + along) for along in punch.along(high)]
        )
        fronts.append(tuple(Hole(*middle, punch.radius) for middle in middles))
    behind = tuple(tuple(replace(hole, x=page.size[0] - hole.x) for hole in holes) for holes in fronts)
    backs = tuple(_clear_of(holes, cell) for holes, cell in zip(behind, page.backs, strict=True))
    return replace(page, backs=backs, holes=tuple(fronts), back_holes=behind, above=above)


def _clear_of(holes: Sequence[Hole], cell: Cell) -> Cell:
    """The cell with its identity code moved up, quiet zone and all, from a hole that would touch it. Only on backs are holes
    on the side of the code."""
    for hole in holes:
        zone, top = cell.identity, hole.y - hole.radius - STRIP_GAP
        if hole.x - hole.radius < zone.x + zone.w and top < zone.y + zone.h and zone.y < hole.y + hole.radius + STRIP_GAP:
            cell = replace(cell, badge=replace(cell.badge, y=cell.badge.y - (zone.y + zone.h - top)))
    return cell


def hole_marks(key: str, holes: Sequence[Hole]) -> tuple[Shape, ...]:
    """A thin ring in each hole to be punched, small enough for the punch to remove it."""
    return tuple(
        Shape(f"{key}/{i}", ellipse(hole.x, hole.y, hole.radius - 1.5, hole.radius - 1.5), stroke="faint", width=0.5)
        for i, hole in enumerate(holes)
    )


def ruler(key: str, x: float, y: float, size: float = 4.5) -> tuple[Mark, ...]:
    """A line of 50 mm with a tick at each centimeter, to check that the page was printed at its size. size: of its caption,
    which is on it if it is small, and else beside it."""
    ticks = [polyline(((x + i * RULER / 5, y), (x + i * RULER / 5, y - (4 if i % 5 == 0 else 2.5)))) for i in range(6)]
    path = (*polyline(((x, y), (x + RULER, y))), *(step for tick in ticks for step in tick))
    at = (x + 2, y - 1.5) if size < 6 else (x + RULER + 5, y)
    return (
        Shape(key, path, stroke="faint", width=0.5), Text(f"{key}/length", *at, "50 mm", "text", size, "faint"),
    )


def cut_marks(page: Imposition) -> tuple[Shape, ...]:
    """Short lines where each cut meets the edges of the page, and a cross in the middle if there are two cuts."""
    marks = []
    middle = (page.size[0] / 2, page.size[1] / 2)
    for i, (x1, y1, x2, y2) in enumerate(page.cuts):
        long = math.hypot(x2 - x1, y2 - y1)
        tx, ty = (x2 - x1) / long, (y2 - y1) / long
        parts = [(CUT_END, MARGIN), (long - MARGIN, long - CUT_END)]
        if len(page.cuts) > 1 and (x1 == middle[0] or y1 == middle[1]):
            parts.append((long / 2 - MARGIN / 2, long / 2 + MARGIN / 2))
        for j, (start, end) in enumerate(parts):
            path = polyline(((x1 + tx * start, y1 + ty * start), (x1 + tx * end, y1 + ty * end)))
            marks.append(Shape(f"cut/{i}/{j}", path, stroke="faint", width=0.5))
    return tuple(marks)
