"""Imposition: paper sizes, and where faces, margins, punch holes and cuts lie on a page.

A face is printed at full size (scale 1) where it fits, and larger only if asked; a smaller scale is a multiple of 0.5 %, so
that the page can state it. Each face has a cell with a line of text above and below it, so that it is complete once the page
is cut. Lengths are points, y down. Knows no painter and no game.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.draw.display import Mark, Shape, Text, ellipse, polyline
from rollwrite_desktop.draw.type_metrics import cap_height, width
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Rect

PAPERS: dict[str, tuple[float, float]] = {
    "a4": (210 * POINTS_PER_MM, 297 * POINTS_PER_MM),
    "letter": (612.0, 792.0),
    "a5": (148 * POINTS_PER_MM, 210 * POINTS_PER_MM),
    "half-letter": (396.0, 612.0),
}
"""Paper id to width and height in points, in portrait."""

BARE = "bare"
"""In place of a paper: pages as large as the face, with nothing around it, for print services."""
PER_PAGE = (1, 2, 4)
MARGIN = 6.4 * POINTS_PER_MM
"""Nothing is printed nearer to the edge of the paper."""
CUT_MARGIN = 3 * POINTS_PER_MM
"""Nothing is printed nearer to a cut."""
INSET = 9.0
"""The edge of every face that is blank, in points of the face. What is within it shares its edges with the lines around."""
SEEN = INSET - 2.0
"""The edge left out where a face is a picture on another: lines along what is within INSET are seen whole."""
STRIP = 14.0
"""Height of the text line above a face, where it does not reduce the face; elsewhere its texts are in the line below."""
FOOT_STRIP = 9.5
"""Height of the line below a face: one of 7 pt."""
LARGE_STRIP = 14.8
"""Height of both in large print: one line of 14 pt."""
LARGE_ENOUGH = 0.97
"""By how much lines of this height may reduce a face in large print."""
STRIP_GAP, MAX_STRIP_GAP = 1.5, 4.0
SQUARE = 4 * POINTS_PER_MM
"""Side of the registration squares."""
QUIET = 1.4 * POINTS_PER_MM
"""The least distance between a registration square and a face."""
BADGE = 23.0
"""The side of the identity code."""
BADGE_QUIET = 4 / 21
"""The quiet zone of the identity code, as a part of its side."""
CORNERED = 4
"""From how many faces on a page the code is in a corner itself, so that there are fewer marks on it."""
CODE_ROOM = BADGE * (1 + BADGE_QUIET)
"""The side of the identity code with the quiet zone at one side of it."""
THICK_EDGE = 2.2
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
"""How near crop marks come to the edge of the paper."""
GAP = 6.0
MAX_COLUMN_WIDTH = 110.0
RULER = 50 * POINTS_PER_MM
RULER_WORDS = "50 mm"


class Punch(Struct, frozen=True):
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
        """Returns the positions of the centers along an edge of this length."""
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


class Cell(Struct, frozen=True):
    """One face's part of a page: the face, the lines above (`head`, of no height where there is none) and below it
    (`foot`), the four corners for registration squares (upper left, upper right, lower left, lower right), the place of
    the identity code (`badge`), the part of the page that is printed on (`room`), and the column beside the face, if one was
    asked for.

    Where four faces share a page the code is in one of the corners, which has no square then."""

    face: Rect
    head: Rect
    foot: Rect
    squares: tuple[Rect, Rect, Rect, Rect]
    badge: Rect
    room: Rect
    column: Rect | None = None

    @property
    def cornered(self) -> bool:
        """Whether the code is in a corner."""
        return len(self.solid) == len(self.squares) - 1

    @property
    def solid(self) -> tuple[Rect, ...]:
        """The corners that have a registration square."""
        return tuple(square for square in self.squares if self.badge.distance(*square.center) > 0)

    @property
    def identity(self) -> Rect:
        """The identity code with its quiet zone."""
        quiet = BADGE_QUIET * self.badge.w
        return Rect(self.badge.x - quiet, self.badge.y - quiet, self.badge.w + 2 * quiet, self.badge.h + 2 * quiet)


class Hole(Struct, frozen=True):
    """One hole on a page: its center and its radius."""

    x: float
    y: float
    radius: float


class Imposition(Struct, frozen=True):
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
    """Arranges `per_page` faces of one size as large as they fit, at most `largest` times their size, or one on a BARE page.

    binding: width of a margin at the left of each face. column: least width of a column at its right; 0 for none. holes: an
    id of PUNCHES; they are at the left, or at the upper edge if the pattern is for long edges and the face loses no size.
    Raises KeyError for an unknown paper or hole pattern, ValueError for a number of faces not in PER_PAGE.
    """
    if paper == BARE:
        whole, none = Rect(0.0, 0.0, *face), Rect(0.0, 0.0, 0.0, 0.0)
        cell = Cell(whole, none, none, (none,) * 4, none, whole)
        return Imposition(face, (cell,), 1.0, (), (cell,))
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


class _Frame(Struct, frozen=True):
    """What is reserved in a cell: a margin at its left, one at its top (for holes), a column at the right of the face."""

    left: float
    top: float
    column: float

    @property
    def beside(self) -> float:
        return self.column + GAP if self.column else 0.0


class _Block(Struct, frozen=True):
    """The printable part of a cell, the same in all cells of a page: its size, the heights of the lines above and below the
    face, the width of the column with its gap, and whether the code is in a corner itself."""

    wide: float
    high: float
    head: float
    foot: float
    beside: float
    cornered: bool

    @property
    def code(self) -> float:
        """The room for the code beside the face; in large print lines at the edge of the face are thick."""
        return CODE_ROOM + (THICK_EDGE if self.foot >= LARGE_STRIP else 0.0)

    def scale(self, face: tuple[float, float], largest: float) -> float:
        """Returns the largest scale at which the face leaves room for lines, column, squares and code."""
        fits = max(self.aside(face), self.over(face), self.below(face))
        return largest if fits >= largest else math.floor(200 * fits + 1e-9) / 200

    def aside(self, face: tuple[float, float]) -> float:
        """With squares and code at the left and at the right of the face. A column is itself between face and squares."""
        clear = SQUARE + QUIET
        wide = self.wide - clear - max(self.code, clear, self.beside)
        return min(wide / (face[0] - 2 * INSET), (self.high - self._lines(self.foot)) / (face[1] - 2 * INSET))

    def below(self, face: tuple[float, float]) -> float:
        """With the squares at both sides, and the code in its corner below the face."""
        if not self.cornered:
            return 0.0
        clear = SQUARE + QUIET
        wide = self.wide - clear - max(clear, self.beside)
        return min(wide / (face[0] - 2 * INSET), (self.high - self._lines(self.code - STRIP_GAP)) / (face[1] - 2 * INSET))

    def over(self, face: tuple[float, float]) -> float:
        """With squares and code above and below the face."""
        clear = max(SQUARE + QUIET, self.head + STRIP_GAP) + max(self.code, self.foot + STRIP_GAP)
        return min((self.wide - self.beside) / (face[0] - 2 * INSET), (self.high - clear) / (face[1] - 2 * INSET))

    def _lines(self, foot: float) -> float:
        """Returns the height of the lines with their gaps."""
        return foot + STRIP_GAP + (self.head + STRIP_GAP if self.head else 0.0)


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

    def scale(grid: _Grid, head: float, foot: float) -> float:
        return grid.block(head, foot).scale(face, largest)

    def best(head: float, foot: float) -> float:
        return max(scale(choice, head, foot) for choice in choices)

    head, foot = 0.0, FOOT_STRIP
    if largest > 1 and best(LARGE_STRIP, LARGE_STRIP) >= LARGE_ENOUGH * largest:
        head = foot = LARGE_STRIP
    elif best(STRIP, FOOT_STRIP) >= best(0.0, FOOT_STRIP):
        head = STRIP
    chosen = max(choices, key=lambda choice: scale(choice, head, foot))
    block = chosen.block(head, foot)
    large = block.scale(face, largest)
    wide, high = size = chosen.size
    columns, rows = chosen.cells
    rooms = [chosen.room(place, row) for row in range(rows) for place in range(columns)]
    return Imposition(
        size,
        tuple(_cell(room, face, large, block) for room in rooms),
        large,
        (
            *((place * wide / columns, 0.0, place * wide / columns, high) for place in range(1, columns)),
            *((0.0, row * high / rows, wide, row * high / rows) for row in range(1, rows)),
        ),
        tuple(
            _mirrored(_cell(replace(room, x=wide - room.x - room.w), face, large, block), wide - room.x - room.w, room.w)
            for room in rooms
        ),
    )


class _Grid(Struct, frozen=True):
    """A paper divided into columns and rows of cells."""

    size: tuple[float, float]
    cells: tuple[int, int]
    frame: _Frame

    def block(self, head: float, foot: float) -> _Block:
        """Returns what a cell holds, the same in all."""
        room = self.room(0, 0)
        return _Block(room.w, room.h, head, foot, self.frame.beside, self.cells[0] * self.cells[1] >= CORNERED)

    def room(self, place: int, row: int) -> Rect:
        """Returns the part of a cell that is printed on; equally large in all. Margins are wider at the paper's edge than at
        a cut, but for a binding they are the same in all cells."""
        x, wide = _within(self.size[0] / self.cells[0], self.cells[0], place, self.frame.left)
        y, high = _within(self.size[1] / self.cells[1], self.cells[1], row, self.frame.top)
        return Rect(x, y, wide, high)


def _within(side: float, count: int, place: int, reserved: float) -> tuple[float, float]:
    """Start and length of the printed part of a cell that is the given one of `count` side by side."""
    if count == 1 or reserved:
        first = max(MARGIN, reserved)
        return place * side + first, side - first - MARGIN
    return place * side + (CUT_MARGIN if place else MARGIN), side - MARGIN - CUT_MARGIN


def _cell(room: Rect, face: tuple[float, float], scale: float, block: _Block) -> Cell:
    """A face with all that is around it, in the middle of the printed part of its cell as far as that allows."""
    inset = scale * INSET
    wide, high = scale * face[0] - 2 * inset, scale * face[1] - 2 * inset
    right, bottom, clear = room.x + room.w, room.y + room.h, SQUARE + QUIET
    aside, below = (fits(face) >= scale - 1e-6 for fits in (block.aside, block.below))
    over = not (aside or below)
    # How much is needed at each side of the face.
    before, after = (0.0, block.beside) if over else (clear, max(block.code if aside else clear, block.beside))
    above = block.head + STRIP_GAP if block.head else 0.0
    under = block.code if below and not aside else block.foot + STRIP_GAP
    if over:
        above, under = max(above, clear), max(under, block.code)
    x = room.x + min(max(before, (room.w - wide - block.beside) / 2), room.w - wide - after)
    y = room.y + min(max(above, (room.h - high) / 2), room.h - high - under)
    corners = [(room.x, room.y), (right - SQUARE, room.y), (room.x, bottom - SQUARE), (right - SQUARE, bottom - SQUARE)]
    upper_left, upper_right, lower_left, lower_right = (Rect(*corner, SQUARE, SQUARE) for corner in corners)
    badge = Rect(right - BADGE, bottom - BADGE, BADGE, BADGE)
    if not block.cornered:
        low, near = bottom - SQUARE - CODE_ROOM, right - SQUARE - CODE_ROOM
        badge = replace(badge, y=low) if aside else replace(badge, x=near)
    # The lines are as wide as the face, and between what is in the corners.
    edge = badge.x - BADGE_QUIET * BADGE if block.cornered or over else right - clear
    first, last = max(x, room.x + clear), min(x + wide, edge)
    column = None
    if block.beside:
        start = x + wide + GAP
        column = Rect(start, room.y + clear, min(right - start, MAX_COLUMN_WIDTH), room.h - 2 * clear)
    gap = min(MAX_STRIP_GAP, y - room.y - block.head) if block.head else 0.0
    # Level with the squares, where the face does not reach down there.
    level = bottom - (SQUARE + block.foot) / 2
    low = max(y + high + STRIP_GAP, level) if block.foot <= SQUARE else y + high + 2 * MAX_STRIP_GAP
    return Cell(
        Rect(x - inset, y - inset, scale * face[0], scale * face[1]),
        Rect(first, y - gap - block.head, min(x + wide, right - clear) - first, block.head),
        Rect(first, min(low, bottom - block.foot), last - first, block.foot),
        (upper_left, upper_right, lower_left, lower_right),
        badge,
        room,
        column,
    )


def _mirrored(cell: Cell, left: float, wide: float) -> Cell:
    """A cell of a back: all of it is behind that of the front, but texts still run to the right."""

    def behind(rect: Rect) -> Rect:
        return replace(rect, x=2 * left + wide - rect.x - rect.w)

    upper_left, upper_right, lower_left, lower_right = map(behind, cell.squares)
    return Cell(
        behind(cell.face), behind(cell.head), behind(cell.foot), (upper_right, upper_left, lower_right, lower_left),
        behind(cell.badge), behind(cell.room), behind(cell.column) if cell.column is not None else None,
    )


def _punched(page: Imposition, punch: Punch, *, above: bool) -> Imposition:
    """Returns the page with its holes on both sides."""
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
    return replace(page, holes=tuple(fronts), back_holes=behind, above=above)


def hole_marks(key: str, holes: Sequence[Hole]) -> tuple[Shape, ...]:
    """A thin ring in each hole to be punched, small enough for the punch to remove it."""
    return tuple(
        Shape(f"{key}/{i}", ellipse(hole.x, hole.y, hole.radius - 1.5, hole.radius - 1.5), stroke="faint", width=0.5)
        for i, hole in enumerate(holes)
    )


def ruler(key: str, x: float, y: float, size: float, ink: str = "faint") -> tuple[Mark, ...]:
    """A line of 50 mm, to check that the page was printed at its size, with its length in the middle. (x, y): its left end;
    size: of the letters."""
    room = width(RULER_WORDS, "text", size) / 2 + 3
    middle, ends = x + RULER / 2, size / 2
    parts = (((x, y - ends), (x, y + ends)), ((x + RULER, y - ends), (x + RULER, y + ends)),
             ((x, y), (middle - room, y)), ((middle + room, y), (x + RULER, y)))
    path = tuple(step for part in parts for step in polyline(part))
    low = y + cap_height("text", size) / 2
    return (
        Shape(key, path, stroke=ink, width=0.5),
        Text(f"{key}/length", middle, low, RULER_WORDS, "text", size, ink, "middle"),
    )


def crop_marks(page: Imposition) -> tuple[Shape, ...]:
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
            marks.append(Shape(f"crop/{i}/{j}", path, stroke="faint", width=0.5))
    return tuple(marks)
