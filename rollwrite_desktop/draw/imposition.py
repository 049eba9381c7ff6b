"""Sheets of paper to print on, and where the faces stand on them: pure numbers.

A face keeps its size (scale 1) where it fits and is never enlarged unless asked; a smaller scale is a whole number of half
percents, so that it can be declared on the page. Every face has a cell of its own with a line above and below it, so that
it is complete once the page is cut. Knows no painter and no game. Points, y down.
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
"""Paper ids and their width and height in points, upright."""

PER_PAGE = (1, 2, 4)
MARGIN = 12.0
"""What printers cannot reach: a sixth of an inch."""
STRIPS = (14.0, 9.0)
"""Height of the line above and of the line below a face: at full size, and where every millimetre counts."""
MIN_BOXES = {
    ("a4", 1): 13.0, ("letter", 1): 13.0, ("a5", 1): 8.5, ("half-letter", 1): 8.5,
    ("a4", 2): 8.5, ("letter", 2): 8.5, ("a5", 2): 6.0, ("half-letter", 2): 6.0,
    ("a4", 4): 6.0, ("letter", 4): 6.0,
}
"""How small (mm) what stands beside a face may make the boxes to write in; on smaller pages it may cost nothing."""
BINDING = 12 * POINTS_PER_MM
"""What a margin for binding or holes adds at the left of a face."""
GAP = 6.0
WIDEST_COLUMN = 110.0
RULER = 50 * POINTS_PER_MM


@dataclass(frozen=True, slots=True)
class Punch:
    """Holes along an edge, evenly about its middle: their distance from the edge, their radius, and by the least length of
    the edge how many there are and how far apart. All in points."""

    inward: float
    radius: float
    rows: tuple[tuple[float, int, float], ...]

    @property
    def depth(self) -> float:
        """How far from the edge the holes reach."""
        return self.inward + self.radius

    def along(self, edge: float) -> tuple[float, ...]:
        """Where the middles of the holes lie along an edge of this length."""
        count, apart = next(((count, apart) for least, count, apart in self.rows if edge >= least), (0, 0.0))
        return tuple(edge / 2 + (i - (count - 1) / 2) * apart for i in range(count))


PUNCHES = {
    # ISO 838: two holes of 6 mm, 80 mm apart, 12 mm from the edge.
    "iso": Punch(12 * POINTS_PER_MM, 3 * POINTS_PER_MM, ((100 * POINTS_PER_MM, 2, 80 * POINTS_PER_MM),)),
    # American ring binders: three holes of 9/32 inch, 1/2 inch from the edge; small binders have them closer together.
    "us": Punch(36.0, 10.0, ((720.0, 3, 306.0), (504.0, 3, 198.0), (280.0, 2, 198.0))),
}
"""Holes to keep free and to mark."""
OVERLAP = 4.5
"""The uppermost points of a face, which faces keep free."""

Orientation = Literal["auto", "portrait", "landscape"]


@dataclass(frozen=True, slots=True)
class Cell:
    """One face's part of a page: where the face lies, the strips above and below it for title and credits, and the column
    beside it, if one was asked for."""

    face: Rect
    head: Rect
    foot: Rect
    column: Rect | None = None


@dataclass(frozen=True, slots=True)
class Hole:
    """One hole on a page: its middle and its radius."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Imposition:
    """A page: its size in points, its cells in reading order, the scale of the faces, and the lines along which it is
    cut (x1, y1, x2, y2). `backs`: the cells on the other side of the paper, each behind the one of the same place.
    `holes`: those to be punched, by the cell, and `above` whether they are at its upper edge."""

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
    """The arrangement of `per_page` faces that shows them largest, at most `largest` times their size, with a margin for
    `binding` at the left of each, and a column at least `column` wide at its right.

    `holes`, one of `PUNCHES`, are at the left too; at the upper edge where the ring binder wants them at a long edge and
    that makes nothing smaller. An unknown paper is a `KeyError`, an impossible number of faces a `ValueError`.
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
    """What is kept free in a cell: at its left, at its top (for holes), and a column at its right."""

    left: float
    top: float
    column: float

    @property
    def beside(self) -> float:
        return self.left + (self.column + GAP if self.column else 0.0)

    def high(self, strip: float) -> float:
        """The height that a face does not get."""
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
    """For each place of a page, the place behind it."""
    return [row * grid[0] + grid[0] - 1 - place for row in range(grid[1]) for place in range(grid[0])]


def _cells(
    face: tuple[float, float], size: tuple[float, float], grid: tuple[int, int], scale: float, strip: float,
    frame: _Frame, *, mirrored: bool,
) -> tuple[Cell, ...]:
    wide, high = size[0] / grid[0], size[1] / grid[1]
    face_wide, face_high = scale * face[0], scale * face[1]
    room = wide - 2 * MARGIN - frame.left
    column = frame.column
    beside = min(WIDEST_COLUMN, max(column, room - face_wide - GAP)) if column else 0.0
    used = face_wide + (beside + GAP if column else 0.0)
    # Without a column the face stands in the middle of the paper as long as the binding leaves it there.
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
    """The page with its holes, on both sides."""
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
    """Where to punch: a thin ring at each hole, which the punch takes away."""
    return tuple(
        Shape(f"{key}/{i}", ellipse(hole.x, hole.y, hole.radius - 1.5, hole.radius - 1.5), stroke="faint", width=0.5)
        for i, hole in enumerate(holes)
    )


def ruler(key: str, x: float, y: float) -> tuple[Mark, ...]:
    """A line of 50 mm with a tick at each centimetre, to check that the page came out at its size."""
    ticks = [polyline(((x + i * RULER / 5, y), (x + i * RULER / 5, y - (4 if i % 5 == 0 else 2.5)))) for i in range(6)]
    path = (*polyline(((x, y), (x + RULER, y))), *(step for tick in ticks for step in tick))
    return (
        Shape(key, path, stroke="faint", width=0.5),
        Text(f"{key}/length", x + RULER / 10, y - 1.5, "50 mm", "text", 4.5, "faint", "middle"),
    )


def cut_marks(page: Imposition) -> tuple[Shape, ...]:
    """Short lines where each cut meets the edges of the page, and one across its middle where two cuts meet."""
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
