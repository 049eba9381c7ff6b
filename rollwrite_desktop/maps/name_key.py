"""The key of a map: every code with the name of its area, in columns where the sheet is empty: upon the sea, or over land of
others, on a card then (`lettering.cards_under`)."""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, product

import numpy as np
import shapely
from msgspec.structs import replace
from numpy.typing import NDArray
from shapely import Polygon

from rollwrite_desktop.draw.type_metrics import width
from rollwrite_desktop.maps.free_places import CELL, CLEAR, PAD, ROOMY, free_cells, others_on, place_in, solid, taken_on
from rollwrite_desktop.sheet.load import ring_of
from rollwrite_desktop.sheet.sheet import Decor, Rect, Sheet, bounding_box

ROWS = (13.0, 12.2, 11.4, 10.6, 9.8, 9.0, 8.4, 7.8, 7.2, 6.8, 6.2, 5.6)
"""Heights of a row in points, the best first: the letters of the highest are those of large print."""
TYPE, CODE, ROOM, WORDY = 0.78, 2.6, 1.12, 1.25
"""Of a row's height: the size of its letters, and the width of the codes; how much wider than in English names may be, and
sentences."""
ALONE = 0.85
"""Of its width: what a name has at least that is longer than all others."""
SNUG = 0.99
"""Of its width: a column's that would otherwise have to be cut."""
PRINTED = 7.0
"""Points: letters are printed as large as this where there is room, so columns are wide enough for it."""
LONGEST = 11.6
"""Of a row's height: a name; longer ones are set smaller."""
LARGE, APART, TIGHT = 9.0, 10.6, 6.8
"""Points: rows of that height are read with ease, so they may rather be lower than crowded; up to which they may stand in
several places, lest they be what one sees first; and the lowest for letters of PRINTED."""
WIDER, GAP = 16.0, 8.0
"""Points between columns, the better first."""
STANDS = 2.0
"""Points from all else where a key stands well that is there already."""
FULL, MANY = 10.6, 20
"""Points of a row at most in a key of more names than so many."""
MAX_COLUMNS, MIN_ROWS = 5, 4
HEAD = 100.0
"""Points from the upper edge of a sheet to what does not belong to its head."""


def needs_key(sheet: Sheet) -> bool:
    """Returns whether the codes of the areas are not their names already."""
    return any(space.id != space.name.upper() for space in sheet.spaces)


def name_key(sheet: Sheet) -> tuple[Decor, ...]:
    """Returns the columns of the key of a sheet that has none yet; none where they have no room, or the codes are the
    names."""
    names = sorted((space.id, space.name) for space in sheet.spaces)
    if not needs_key(sheet):
        return ()
    taken, most = taken_on(sheet), ROWS[0] if len(names) <= MANY else FULL
    grounds = [[*taken, *head], taken] if (head := _head(sheet)) else [taken]
    rows = [high for high in ROWS if high <= most]
    for ground in grounds:
        roomy, free, card = (free_cells(sheet, each, clear) for each, clear in (
            ([*ground, *others_on(sheet)], ROOMY), ([*ground, *others_on(sheet)], CLEAR), (ground, PAD + STANDS)))
        large = [(high, [_wide(name, high, PRINTED) for _, name in names]) for high in rows if high >= LARGE]
        even = [(high, _even(wide)) for high, wide in large]
        together = (
            _together(cells, names, wide, high) for styles in (large, even) for high, wide in styles
            for cells in (roomy, card, free))
        apart = (_cut(*cells, names, wide, high) for high, wide in large if high <= APART
                 for cells in ((roomy, free), (card, card)))
        small = (
            _together(cells, names, wide, high) or (_cut(cells, cells, names, wide, high) if high <= APART else ())
            for lowest, letters in ((TIGHT, PRINTED), (ROWS[-1], 0.0)) for high in rows if high >= lowest
            for wide in ([_wide(name, high, letters) for _, name in names],) for cells in (free, card))
        if found := next(filter(None, chain(together, apart, small)), ()):
            return found
    return ()


def _head(sheet: Sheet) -> list[Polygon]:
    """Returns the ground from the upper left corner to the boxes to cross off at the top: columns of names between them
    would be in disorder."""
    rects = [box.rect for box in sheet.boxes if box.kind == "check" and box.rect.y < HEAD]
    wide, high = (max(ends, default=0.0) for ends in ([r.x + r.w for r in rects], [r.y + r.h for r in rects]))
    return [solid(Rect(0, 0, wide, high))] if rects else []


def kept_key(key: Sequence[Decor], was: Mapping[str, str], sheet: Sheet) -> tuple[Decor, ...]:
    """Returns the key of a sheet that was changed, where it stands: codes that are gone leave no gap, and columns stay in
    their places. None where it would stand on anything else. was: the codes of areas before, by those of now."""
    left, kept = sorted(was), list[Decor]()
    for column in key:
        codes = column.text.split()
        rows = len({*codes} & {*was.values()})
        if rows:
            around = bounding_box(column.ring)
            ring = ring_of(replace(around, h=round(around.h * rows / len(codes), 1)))
            kept.append(Decor("key", ring, " ".join(left[:rows])))
            del left[:rows]
    ground, others = shapely.union_all(taken_on(sheet)), shapely.union_all(others_on(sheet))
    clear = {column.ring: STANDS + PAD * others.dwithin(Polygon(column.ring), PAD) for column in kept}
    return () if left or any(ground.dwithin(Polygon(ring), far) for ring, far in clear.items()) else tuple(kept)


def _together(
    free: NDArray[np.bool_], names: Sequence[tuple[str, str]], wide: Sequence[float], high: float
) -> tuple[Decor, ...]:
    """Columns side by side, as few as fit. wide: how wide each name is."""
    for count, gap in product(range(1, min(MAX_COLUMNS, len(names) // 3) + 1), (WIDER, GAP)):
        rows = math.ceil(len(names) / count)
        columns = [slice(k, k + rows) for k in range(0, len(names), rows)]
        each = [max(wide[column]) for column in columns]
        place = place_in(free, sum(each) + gap * (len(each) - 1), high * rows)
        if place is not None:
            return tuple(_set([names[column] for column in columns], each, high, place, gap))
    return ()


def _cut(
    free: NDArray[np.bool_], near: NDArray[np.bool_], names: Sequence[tuple[str, str]], wide: Sequence[float], high: float
) -> tuple[Decor, ...]:
    """Columns that have no room side by side: where they would have it in several places, they are rather near to all else
    than cut, and rather in two places than in more."""
    apart = _apart(free, names, max(wide), high)
    if not apart:
        return ()
    whole = _together(near, names, [SNUG * each for each in wide], high)
    two = _in_two(free, names, wide, high) if len(apart) > 2 else ()
    return whole or (two if 0 < len(two) <= len(apart) else apart)


def _in_two(
    free: NDArray[np.bool_], names: Sequence[tuple[str, str]], wide: Sequence[float], high: float
) -> tuple[Decor, ...]:
    """A column as high up as it can be, as long as it can be, and the others side by side below it or at its right."""
    for rows in range(len(names) - MIN_ROWS, MIN_ROWS - 1, -1):
        across = max(wide[:rows])
        place = place_in(free, across, rows * high, upward=True)
        if place is not None:
            rest = free.copy()
            rest[: math.ceil((place[1] + rows * high) / CELL) + 2, : math.ceil((place[0] + across) / CELL) + 2] = False
            others = _together(rest, names[rows:], wide[rows:], high)
            if others:
                return (*_set([names[:rows]], [across], high, place), *others)
    return ()


def _even(wide: Sequence[float]) -> list[float]:
    """Widths of names where one that is longer than all others is set smaller, lest it alone cut the column."""
    *_, second, widest = sorted((0.0, *wide))
    return [min(each, max(second, ALONE * widest)) for each in wide]


def _wide(name: str, high: float, letters: float) -> float:
    """Returns the width of a name with its code, in letters of at least that size."""
    return CODE * high + min(ROOM * width(name, "text", max(TYPE * high, letters)), LONGEST * max(high, LARGE))


def _set(
    columns: Sequence[Sequence[tuple[str, str]]], wide: Sequence[float], high: float, place: tuple[float, float],
    gap: float = GAP,
) -> Iterator[Decor]:
    x, y = place
    for column, across in zip(columns, wide, strict=True):
        ring = ring_of(Rect(round(x, 1), round(y, 1), round(across, 1), round(high * len(column), 1)))
        yield Decor("key", ring, " ".join(code for code, _ in column))
        x += across + gap


def _apart(free: NDArray[np.bool_], names: Sequence[tuple[str, str]], wide: float, high: float) -> tuple[Decor, ...]:
    """Columns in several places, each as long as it can be, from left to right; of those one above another, from the top.
    They begin at the same height where they can."""
    whole, free, left, found = free, free.copy(), len(names), list[tuple[float, float, int]]()
    while left and len(found) < MAX_COLUMNS:
        fewer = range(MIN_ROWS, left + 1)  # where some rows have room, fewer have it
        rows = MIN_ROWS - 1 + bisect(fewer, False, key=lambda rows: place_in(free, wide, rows * high) is None)
        place = place_in(free, wide, rows * high) if rows >= MIN_ROWS else None
        if place is None:
            return ()
        found.append((*place, rows))
        left_edge, top = (int(each / CELL) for each in place)
        below, beside = top + math.ceil(rows * high / CELL) + 2, left_edge + math.ceil(wide / CELL) + 2
        free[max(top - 2, 0) : below, max(left_edge - 2, 0) : beside] = False
        left -= rows
    if left:
        return ()
    rest = list(names)
    decor = list[Decor]()
    for x, y, rows in _as_read(_level(whole, found, wide, high), wide, high):
        decor += _set([rest[:rows]], [wide], high, (x, y))
        rest = rest[rows:]
    return tuple(decor)


def _level(
    free: NDArray[np.bool_], found: Sequence[tuple[float, float, int]], wide: float, high: float
) -> list[tuple[float, float, int]]:
    """Places side by side, each raised to the height of the highest if all above it is free."""
    top = min(y for _, y, _ in found)
    level = []
    for x, y, rows in found:
        alone = sum(abs(x - other) <= wide for other, *_ in found) == 1
        up = free[int(top / CELL) : math.ceil((y + rows * high) / CELL), int(x / CELL) : math.ceil((x + wide) / CELL)]
        level.append((x, top if alone and up.all() else y, rows))
    return level


def _as_read(
    found: Sequence[tuple[float, float, int]], wide: float, high: float
) -> Iterator[tuple[float, float, int]]:
    """Places in the order in which they are read: what stands wholly above comes first, then what is at the left, and of
    places that are partly one above another the upper one."""
    left = sorted(found)
    while left:
        foot = min(y + rows * high for _, y, rows in left)
        line = [each for each in left if each[1] < foot]
        first = min((each for each in line if each[0] < line[0][0] + wide), key=lambda each: each[1])
        left.remove(first)
        yield first
