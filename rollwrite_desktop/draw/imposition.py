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
MARGIN = 12.0
"""The edge that printers cannot reach, a sixth of an inch."""
STRIPS = (14.0, 9.0)
"""Height of the text lines above and below a face: at full size, and if the face has to be reduced."""
MIN_BOXES = {
    ("a4", 1): 13.0, ("letter", 1): 13.0, ("a5", 1): 8.5, ("half-letter", 1): 8.5,
    ("a4", 2): 8.5, ("letter", 2): 8.5, ("a5", 2): 6.0, ("half-letter", 2): 6.0,
    ("a4", 4): 6.0, ("letter", 4): 6.0,
}
"""How small (mm) a column beside the face may make the writing boxes, by paper and faces per page; in other cases the
column must not reduce the face."""
BINDING = 12 * POINTS_PER_MM
"""Width of the margin for binding or holes at the left of a face."""
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
OVERLAP = 4.5
"""The height at the top of every face that is blank, so that the line above may overlap it."""

Orientation = Literal["auto", "portrait", "landscape"]


@dataclass(frozen=True, slots=True)
class Cell:
    """One face's part of a page: the face, the lines above (`head`) and below it (`foot`), and the column beside it, if one
    was asked for."""

    face: Rect
    head: Rect
    foot: Rect
    column: Rect | None = None


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
    """The space reserved in a cell: at its left, at its top (for holes), and a column at its right."""

    left: float
    top: float
    column: float

    @property
    def beside(self) -> float:
        return self.left + (self.column + GAP if self.column else 0.0)

    def high(self, strip: float) -> float:
        """The height not available to a face."""
        return (self.top - OVERLAP + MARGIN if self.top else 2 * MARGIN) + 2 * strip


def _arranged(
    face: tuple[float, float], paper: str, per_page: int, orientation: Orientation, largest: float, frame: _Frame
) -> Imposition:
    narrow, tall = PAPERS[paper]
    pages = {"landscape": (tall, narrow), "portrait": (narrow, tall)}
    sizes = [pages[orientation]] if orientation != "auto" else list(pages.values())
    grids = [(columns, per_page // columns) for columns in (1, 2, 4) if per_page % columns == 0]
    choices = [(size, grid) for size in sizes for grid in grids]

    def scale(size: tuple[float, float], grid: tuple[int, int], strip: float) -> float:
        wide = size[0] / grid[0] - 2 * MARGIN - frame.beside
        high = size[1] / grid[1] - frame.high(strip)
        fits = min(wide / face[0], high / face[1])
        return largest if fits >= largest else math.floor(200 * fits) / 200

    strip = STRIPS[0]
    if max(scale(size, grid, strip) for size, grid in choices) < 1:
        strip = STRIPS[1]
    size, grid = max(choices, key=lambda choice: scale(choice[0], choice[1], strip))
    best = scale(size, grid, strip)
    cells = _cells(face, size, grid, best, strip, frame, mirrored=False)
    behind = _cells(face, size, grid, best, strip, frame, mirrored=True)
    backs = tuple(behind[i] for i in _mirrored(grid))
    down = [(place * size[0] / grid[0], 0.0, place * size[0] / grid[0], size[1]) for place in range(1, grid[0])]
    across = [(0.0, row * size[1] / grid[1], size[0], row * size[1] / grid[1]) for row in range(1, grid[1])]
    return Imposition(size, cells, best, (*down, *across), backs)


def _mirrored(grid: tuple[int, int]) -> list[int]:
    """For each cell of a page, the index of the cell behind it."""
    return [row * grid[0] + grid[0] - 1 - place for row in range(grid[1]) for place in range(grid[0])]


def _cells(
    face: tuple[float, float], size: tuple[float, float], grid: tuple[int, int], scale: float, strip: float,
    frame: _Frame, *, mirrored: bool,
) -> tuple[Cell, ...]:
    wide, high = size[0] / grid[0], size[1] / grid[1]
    face_wide, face_high = scale * face[0], scale * face[1]
    room = wide - 2 * MARGIN - frame.left
    column = frame.column
    beside = min(MAX_COLUMN_WIDTH, max(column, room - face_wide - GAP)) if column else 0.0
    used = face_wide + (beside + GAP if column else 0.0)
    # Without a column the face is centered on the paper if the binding margin allows it.
    left = max((wide - used) / 2, MARGIN + frame.left)
    down = max((high - face_high) / 2, frame.top + strip - OVERLAP if frame.top else 0.0)
    cells = []
    for row in range(grid[1]):
        for place in range(grid[0]):
            x = place * wide + (wide - left - face_wide if mirrored else left)
            y = row * high + down
            edge = x - GAP - beside if mirrored else x + face_wide + GAP
            head = max(y - strip, row * high + frame.top)
            cells.append(Cell(
                Rect(x, y, face_wide, face_high),
                Rect(x, head, face_wide, strip),
                Rect(x, y + face_high, face_wide, strip),
                Rect(edge, head, beside, y + face_high + strip - head) if column else None,
            ))
    return tuple(cells)


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
    backs = tuple(tuple(replace(hole, x=page.size[0] - hole.x) for hole in holes) for holes in fronts)
    return replace(page, holes=tuple(fronts), back_holes=backs, above=above)


def hole_marks(key: str, holes: Sequence[Hole]) -> tuple[Shape, ...]:
    """A thin ring in each hole to be punched, small enough for the punch to remove it."""
    return tuple(
        Shape(f"{key}/{i}", ellipse(hole.x, hole.y, hole.radius - 1.5, hole.radius - 1.5), stroke="faint", width=0.5)
        for i, hole in enumerate(holes)
    )


def ruler(key: str, x: float, y: float) -> tuple[Mark, ...]:
    """A line of 50 mm with a tick at each centimeter, to check that the page was printed at its size."""
    ticks = [polyline(((x + i * RULER / 5, y), (x + i * RULER / 5, y - (4 if i % 5 == 0 else 2.5)))) for i in range(6)]
    path = (*polyline(((x, y), (x + RULER, y))), *(step for tick in ticks for step in tick))
    return (
        Shape(key, path, stroke="faint", width=0.5),
        Text(f"{key}/length", x + RULER / 10, y - 1.5, "50 mm", "text", 4.5, "faint", "middle"),
    )


def cut_marks(page: Imposition) -> tuple[Shape, ...]:
    """Short lines where each cut meets the edges of the page, and a cross in the middle if there are two cuts."""
    marks = []
    middle = (page.size[0] / 2, page.size[1] / 2)
    for i, (x1, y1, x2, y2) in enumerate(page.cuts):
        long = math.hypot(x2 - x1, y2 - y1)
        tx, ty = (x2 - x1) / long, (y2 - y1) / long
        parts = [(MARGIN / 2, 2 * MARGIN), (long - 2 * MARGIN, long - MARGIN / 2)]
        if len(page.cuts) > 1 and (x1 == middle[0] or y1 == middle[1]):
            parts.append((long / 2 - MARGIN, long / 2 + MARGIN))
        for j, (start, end) in enumerate(parts):
            path = polyline(((x1 + tx * start, y1 + ty * start), (x1 + tx * end, y1 + ty * end)))
            marks.append(Shape(f"cut/{i}/{j}", path, stroke="faint", width=0.5))
    return tuple(marks)
