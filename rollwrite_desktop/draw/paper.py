"""Sheets of paper to print on, and where the faces stand on them: pure numbers.

A face keeps its size (scale 1) where it fits and is never enlarged unless asked; a smaller scale is a whole number of half
percents, so that it can be declared on the page. Every face has a cell of its own with a line above and below it, so that
it is complete once the page is cut. Knows no painter and no game. Points, y down.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from rollwrite_desktop.draw.display import Mark, Shape, Text, polyline
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
BINDING = 12 * POINTS_PER_MM
"""What a binding margin adds: room for holes, whose centres lie 12 mm from the edge."""
GAP = 6.0
WIDEST_COLUMN = 110.0
RULER = 50 * POINTS_PER_MM

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
class Imposition:
    """A page: its size in points, its cells in reading order, the scale of the faces, and the lines along which it is
    cut (x1, y1, x2, y2). `backs`: the cells on the other side of the paper, each behind the one of the same place."""

    size: tuple[float, float]
    cells: tuple[Cell, ...]
    scale: float
    cuts: tuple[tuple[float, float, float, float], ...]
    backs: tuple[Cell, ...] = ()


def impose(
    face: tuple[float, float],
    paper: str = "a4",
    per_page: int = 1,
    orientation: Orientation = "auto",
    largest: float = 1.0,
    binding: float = 0.0,
    column: float = 0.0,
) -> Imposition:
    """The arrangement of `per_page` faces that shows them largest, at most `largest` times their size, with a margin for
    `binding` at the left of each, and a column at least `column` wide at its right.

    An unknown paper is a `KeyError`, an impossible number of faces a `ValueError`.
    """
    if per_page not in PER_PAGE:
        raise ValueError(f"{per_page} faces per page: expected 1, 2 or 4.")
    narrow, tall = PAPERS[paper]
    pages = {"landscape": (tall, narrow), "portrait": (narrow, tall)}
    sizes = [pages[orientation]] if orientation != "auto" else list(pages.values())
    grids = [(columns, per_page // columns) for columns in (1, 2, 4) if per_page % columns == 0]
    choices = [(size, grid) for size in sizes for grid in grids]
    beside = binding + (column + GAP if column else 0.0)

    def scale(size: tuple[float, float], grid: tuple[int, int], strip: float) -> float:
        wide = size[0] / grid[0] - 2 * MARGIN - beside
        high = size[1] / grid[1] - 2 * MARGIN - 2 * strip
        fits = min(wide / face[0], high / face[1])
        return largest if fits >= largest else math.floor(200 * fits) / 200

    strip = STRIPS[0]
    if max(scale(size, grid, strip) for size, grid in choices) < 1:
        strip = STRIPS[1]
    size, grid = max(choices, key=lambda choice: scale(choice[0], choice[1], strip))
    best = scale(size, grid, strip)
    backs = tuple(
        _cells(face, size, grid, best, strip, binding, column, mirrored=True)[row * grid[0] + grid[0] - 1 - place]
        for row in range(grid[1]) for place in range(grid[0])
    )
    down = [(place * size[0] / grid[0], 0.0, place * size[0] / grid[0], size[1]) for place in range(1, grid[0])]
    across = [(0.0, row * size[1] / grid[1], size[0], row * size[1] / grid[1]) for row in range(1, grid[1])]
    cells = _cells(face, size, grid, best, strip, binding, column, mirrored=False)
    return Imposition(size, cells, best, (*down, *across), backs)


def _cells(
    face: tuple[float, float], size: tuple[float, float], grid: tuple[int, int], scale: float, strip: float,
    binding: float, column: float, *, mirrored: bool,
) -> tuple[Cell, ...]:
    wide, high = size[0] / grid[0], size[1] / grid[1]
    face_wide, face_high = scale * face[0], scale * face[1]
    room = wide - 2 * MARGIN - binding
    beside = min(WIDEST_COLUMN, max(column, room - face_wide - GAP)) if column else 0.0
    used = face_wide + (beside + GAP if column else 0.0)
    # Without a column the face stands in the middle of the paper as long as the binding leaves it there.
    left = max((wide - used) / 2, MARGIN + binding)
    cells = []
    for row in range(grid[1]):
        for place in range(grid[0]):
            x = place * wide + (wide - left - face_wide if mirrored else left)
            y = row * high + (high - face_high) / 2
            edge = x - GAP - beside if mirrored else x + face_wide + GAP
            cells.append(Cell(
                Rect(x, y, face_wide, face_high),
                Rect(x, y - strip, face_wide, strip),
                Rect(x, y + face_high, face_wide, strip),
                Rect(edge, y - strip, beside, face_high + 2 * strip) if column else None,
            ))
    return tuple(cells)


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
