"""The key of a map: every code with the name of its area, in columns where the sheet is empty."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from rollwrite_desktop.draw.type_metrics import width
from rollwrite_desktop.gamekit.play.map_making import EDGE, SIZE
from rollwrite_desktop.sheet.load import ring_of
from rollwrite_desktop.sheet.sheet import Decor, Rect, Sheet

ROWS = (7.4, 6.8, 6.2, 5.6)
"""Heights of a row in points, the best first."""
TYPE, CODE, ROOM = 0.78, 2.6, 1.12
"""Of a row's height: the size of its letters, and the width of the codes; how much wider than in English names may be."""
CREDIT = 6.8
"""Points: the height of the line about the data."""
LONGEST = 86.0
"""Points of a name; longer ones are set smaller."""
CELL, CLEAR, GAP = 3.0, 5.0, 8.0
"""Points: how finely free places are looked for, how far they are from all else, and between columns."""
MAX_COLUMNS, MIN_ROWS = 5, 4


def name_key(sheet: Sheet) -> tuple[Decor, ...]:
    """The columns of the key of a sheet that has none yet; none where they have no room."""
    names = sorted((space.id, space.name) for space in sheet.spaces)
    if all(code == name for code, name in names):
        return ()
    free = _free(_taken(sheet))
    for high in ROWS:
        for columns in _shapes(names):
            wide = [max(_wide(name, high) for _, name in column) for column in columns]
            size = sum(wide) + GAP * (len(wide) - 1), high * max(map(len, columns))
            place = _place(free, *size)
            if place is not None:
                return tuple(_set(columns, wide, high, place))
        apart = _apart(free, names, high)
        if apart:
            return apart
    return ()


def credit_line(sheet: Sheet, text: str) -> tuple[Decor, ...]:
    """Whose data a map is, and of when: a faint line where the sheet is empty, outermost; none where it has no room."""
    free, wide = _free(_taken(sheet)), ROOM * width(text, "text", CREDIT * TYPE)
    place = _place(free, wide, CREDIT) if text else None
    return () if place is None else (Decor("note", ring_of(Rect(*place, round(wide, 1), CREDIT)), text),)


def _wide(name: str, high: float) -> float:
    return CODE * high + min(ROOM * width(name, "text", TYPE * high), LONGEST)


def _shapes(names: Sequence[tuple[str, str]]) -> Iterator[list[Sequence[tuple[str, str]]]]:
    """The names in one column, in two, and so on."""
    for count in range(1, min(MAX_COLUMNS, len(names) // 3) + 1):
        rows = math.ceil(len(names) / count)
        yield [names[k : k + rows] for k in range(0, len(names), rows)]


def _set(
    columns: Sequence[Sequence[tuple[str, str]]], wide: Sequence[float], high: float, place: tuple[float, float]
) -> Iterator[Decor]:
    x, y = place
    for column, across in zip(columns, wide, strict=True):
        ring = ring_of(Rect(round(x, 1), round(y, 1), round(across, 1), round(high * len(column), 1)))
        yield Decor("key", ring, " ".join(code for code, _ in column))
        x += across + GAP


def _apart(free: NDArray[np.bool_], names: Sequence[tuple[str, str]], high: float) -> tuple[Decor, ...]:
    """Columns in several places, each as long as it can be, from left to right."""
    free, left, found = free.copy(), len(names), list[tuple[float, float, int]]()
    wide = max(_wide(name, high) for _, name in names)
    while left and len(found) < MAX_COLUMNS:
        for rows in range(left, MIN_ROWS - 1, -1):
            place = _place(free, wide, rows * high)
            if place is not None:
                found.append((*place, rows))
                left_edge, top = (int(each / CELL) for each in place)
                below, beside = top + math.ceil(rows * high / CELL) + 2, left_edge + math.ceil(wide / CELL) + 2
                free[max(top - 2, 0) : below, max(left_edge - 2, 0) : beside] = False
                left -= rows
                break
        else:
            return ()
    if left:
        return ()
    rest = list(names)
    decor = list[Decor]()
    for x, y, rows in sorted(found):
        decor += _set([rest[:rows]], [wide], high, (x, y))
        rest = rest[rows:]
    return tuple(decor)


def _taken(sheet: Sheet) -> list[BaseGeometry]:
    """All that stands on a sheet."""
    taken: list[BaseGeometry] = [Polygon(space.outline) for space in sheet.spaces]
    taken += [_solid(space.writing, 9.0) for space in sheet.spaces]
    taken += [_solid(box.rect) for box in sheet.boxes]
    taken += [Polygon(decor.ring) for decor in sheet.decor]
    taken += [LineString(line.points) for line in sheet.sea_lines]
    if sheet.joined == "lines":
        at = {space.id: space.writing.center for space in sheet.spaces}
        taken += [LineString([at[a], at[b]]) for a, b in sheet.links]
    return taken


def _solid(rect: Rect, above: float = 0.0) -> Polygon:
    return shapely.box(rect.x, rect.y - above, rect.x + rect.w, rect.y + rect.h)


def _free(taken: Collection[BaseGeometry]) -> NDArray[np.bool_]:
    """The cells of a sheet on which nothing stands."""
    wide, high = (int(side / CELL) for side in SIZE)
    xs, ys = np.meshgrid((np.arange(wide) + 0.5) * CELL, (np.arange(high) + 0.5) * CELL)
    ground = shapely.union_all([shape.buffer(CLEAR) for shape in taken])
    shapely.prepare(ground)
    inside = (xs > EDGE) & (xs < SIZE[0] - EDGE) & (ys > EDGE) & (ys < SIZE[1] - EDGE)
    found: NDArray[np.bool_] = inside & ~shapely.contains_xy(ground, xs, ys)
    return found


def _place(free: NDArray[np.bool_], wide: float, high: float) -> tuple[float, float] | None:
    """The upper left corner of a free rectangle of that size: the one nearest to an edge, then to the foot of the sheet."""
    w, h = math.ceil(wide / CELL), math.ceil(high / CELL)
    if h > free.shape[0] or w > free.shape[1]:
        return None
    sums = np.zeros((free.shape[0] + 1, free.shape[1] + 1), dtype=np.int64)
    sums[1:, 1:] = free.cumsum(axis=0).cumsum(axis=1)
    whole: NDArray[Any] = sums[h:, w:] - sums[:-h, w:] - sums[h:, :-w] + sums[:-h, :-w] == w * h
    if not whole.any():
        return None
    tops, lefts = np.nonzero(whole)
    edge = np.minimum(lefts, free.shape[1] - w - lefts)
    k = int(np.lexsort((lefts, -tops, edge))[0])
    return float(lefts[k] * CELL), float(tops[k] * CELL)
