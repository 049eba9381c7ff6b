"""Sheets of paper to print on, and where the faces stand on them: pure numbers.

A face keeps its size (scale 1) where it fits and is never enlarged unless asked; a smaller scale is a whole percentage,
so that it can be declared on the page. Every face has a cell of its own with a line above and below it, so that it is
complete once the page is cut. Knows no painter and no game. Points, y down.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from rollwrite_desktop.draw.display import Shape, polyline
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Rect

PAPERS: dict[str, tuple[float, float]] = {
    "a4": (210 * POINTS_PER_MM, 297 * POINTS_PER_MM),
    "letter": (612.0, 792.0),
    "a5": (148 * POINTS_PER_MM, 210 * POINTS_PER_MM),
    "half-letter": (396.0, 612.0),
}
"""Paper ids and their width and height in points, upright."""

PER_PAGE = (1, 2, 4)
MARGIN = 4.5 * POINTS_PER_MM
"""What office printers cannot reach."""
STRIP = 14.0
"""Height of the line above and of the line below a face."""

Orientation = Literal["auto", "portrait", "landscape"]


@dataclass(frozen=True, slots=True)
class Cell:
    """One face's part of a page: where the face lies, and the strips above and below it for title and credits."""

    face: Rect
    head: Rect
    foot: Rect


@dataclass(frozen=True, slots=True)
class Imposition:
    """A page: its size in points, its cells in reading order, the scale of the faces, and the lines along which it is
    cut (x1, y1, x2, y2)."""

    size: tuple[float, float]
    cells: tuple[Cell, ...]
    scale: float
    cuts: tuple[tuple[float, float, float, float], ...]


def impose(
    face: tuple[float, float],
    paper: str = "a4",
    per_page: int = 1,
    orientation: Orientation = "auto",
    largest: float = 1.0,
) -> Imposition:
    """The arrangement of `per_page` faces that shows them largest, at most `largest` times their size.

    An unknown paper is a `KeyError`, an impossible number of faces a `ValueError`.
    """
    if per_page not in PER_PAGE:
        raise ValueError(f"{per_page} faces per page: expected 1, 2 or 4.")
    narrow, tall = PAPERS[paper]
    pages = {"landscape": (tall, narrow), "portrait": (narrow, tall)}
    sizes = [pages[orientation]] if orientation != "auto" else list(pages.values())
    grids = [(columns, per_page // columns) for columns in (1, 2, 4) if per_page % columns == 0]
    choices = [(size, grid) for size in sizes for grid in grids]
    size, grid = max(choices, key=lambda choice: _scale(face, choice[0], choice[1], largest))
    return _arranged(face, size, grid, _scale(face, size, grid, largest))


def _scale(face: tuple[float, float], size: tuple[float, float], grid: tuple[int, int], largest: float) -> float:
    wide = size[0] / grid[0] - 2 * MARGIN
    high = size[1] / grid[1] - 2 * MARGIN - 2 * STRIP
    fits = min(wide / face[0], high / face[1])
    return largest if fits >= largest else math.floor(100 * fits) / 100


def _arranged(face: tuple[float, float], size: tuple[float, float], grid: tuple[int, int], scale: float) -> Imposition:
    wide, high = size[0] / grid[0], size[1] / grid[1]
    face_wide, face_high = scale * face[0], scale * face[1]
    cells = []
    for row in range(grid[1]):
        for column in range(grid[0]):
            x = column * wide + (wide - face_wide) / 2
            y = row * high + (high - face_high) / 2
            cells.append(
                Cell(
                    Rect(x, y, face_wide, face_high),
                    Rect(x, y - STRIP, face_wide, STRIP),
                    Rect(x, y + face_high, face_wide, STRIP),
                )
            )
    down = [(column * wide, 0.0, column * wide, size[1]) for column in range(1, grid[0])]
    across = [(0.0, row * high, size[0], row * high) for row in range(1, grid[1])]
    return Imposition(size, tuple(cells), scale, (*down, *across))


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
