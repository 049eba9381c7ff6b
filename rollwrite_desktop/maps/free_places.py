"""Where a sheet is empty: within the frame of its map, if it has one."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from rollwrite_desktop.gamekit.play.map_making import EDGE, SIZE, WITHIN
from rollwrite_desktop.sheet.sheet import Rect, Sheet, bounding_box

CELL, CLEAR, ROOMY = 3.0, 5.0, 9.0
"""Points: how finely free places are looked for, how far they are from all else, and better still."""
PAD = 8.0
"""Points of a card around words."""
ASIDE = 4.0
"""Points: how much farther from the words at the edges of a map."""
ELSEWHERE = frozenset(("digits", "cut", "neatline"))
"""Kinds of decor that need no room: how digits are written is printed at the foot of the paper, a cut is on land, all of a
map is within its frame."""


def within(sheet: Sheet) -> Rect:
    """Where on a sheet anything may stand."""
    if not sheet.frames:
        return Rect(EDGE, EDGE, SIZE[0] - 2 * EDGE, SIZE[1] - 2 * EDGE)
    frame = bounding_box(sheet.frames[0])
    return Rect(frame.x + WITHIN, frame.y + WITHIN, frame.w - 2 * WITHIN, frame.h - 2 * WITHIN)


def taken_on(sheet: Sheet) -> list[BaseGeometry]:
    """All that stands on a sheet."""
    taken: list[BaseGeometry] = [Polygon(space.outline) for space in sheet.spaces]
    taken += [solid(space.writing, 9.0) for space in sheet.spaces]
    taken += [solid(box.rect) for box in sheet.boxes]
    others = {id(each) for each in sheet.isles if each.text not in sheet.space}
    printed = (decor for decor in sheet.decor if decor.kind not in ELSEWHERE and id(decor) not in others)
    taken += [Polygon(decor.ring).buffer(ASIDE if decor.kind == "edge" else 0.0) for decor in printed]
    taken += [LineString(line.points) for line in sheet.sea_lines]
    taken += [Polygon(ring).exterior for ring in sheet.frames[1:]]
    if sheet.joined == "lines":
        taken += [LineString(sheet.way(*link)) for link in sheet.links]
    return taken


def others_on(sheet: Sheet) -> list[BaseGeometry]:
    """Land of others."""
    return [shapely.make_valid(Polygon(ring)) for ring in sheet.abroad]


def quiet(sheet: Sheet, clear: float) -> Iterator[NDArray[np.bool_]]:
    """Yields the cells where nothing stands, upon the sea, and then also upon land of others, but not on its borders."""
    taken, others = taken_on(sheet), others_on(sheet)
    yield free_cells(sheet, [*taken, *others], clear)
    if others:
        yield free_cells(sheet, [*taken, *(each.boundary for each in others)], clear)


def free_cells(sheet: Sheet, taken: Collection[BaseGeometry], clear: float = CLEAR) -> NDArray[np.bool_]:
    """Returns the cells of a sheet on which nothing stands, nor so near."""
    wide, high = (int(side / CELL) for side in SIZE)
    xs, ys = np.meshgrid((np.arange(wide) + 0.5) * CELL, (np.arange(high) + 0.5) * CELL)
    ground, at = shapely.union_all([shape.buffer(clear) for shape in taken]), within(sheet)
    shapely.prepare(ground)
    inside = (xs > at.x) & (xs < at.x + at.w) & (ys > at.y) & (ys < at.y + at.h)
    found: NDArray[np.bool_] = inside & ~shapely.contains_xy(ground, xs, ys)
    return found


def place_in(free: NDArray[np.bool_], wide: float, high: float, upward: bool = False) -> tuple[float, float] | None:
    """Returns the upper left corner of a free rectangle of that size: the one nearest to the left or right edge of what is
    free, then to its foot or its head, to the foot if both are as near; upward: to the head."""
    w, h = math.ceil(wide / CELL), math.ceil(high / CELL)
    if h > free.shape[0] or w > free.shape[1]:
        return None
    sums = np.zeros((free.shape[0] + 1, free.shape[1] + 1), dtype=np.int64)
    sums[1:, 1:] = free.cumsum(axis=0).cumsum(axis=1)
    whole: NDArray[Any] = sums[h:, w:] - sums[:-h, w:] - sums[h:, :-w] + sums[:-h, :-w] == w * h
    if not whole.any():
        return None
    tops, lefts = np.nonzero(whole)
    (first, last), (top, foot) = ((ends[0], ends[-1] + 1) for ends in map(np.flatnonzero, (free.any(0), free.any(1))))
    edge, end = np.minimum(lefts - first, last - w - lefts), np.minimum(tops - top, foot - h - tops)
    k = int(np.lexsort((lefts, tops if upward else -tops, tops if upward else end, edge))[0])
    return float(lefts[k] * CELL), float(tops[k] * CELL)


def solid(rect: Rect, above: float = 0.0) -> Polygon:
    return shapely.box(rect.x, rect.y - above, rect.x + rect.w, rect.y + rect.h)
