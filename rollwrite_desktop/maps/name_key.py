"""The key of a map: every code with the name of its area, in columns where the sheet is empty; and what else stands there:
within the frame of the map, if it has one, upon the sea, or on a card over land of others."""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, product
from typing import Any

import numpy as np
import shapely
from msgspec.structs import replace
from numpy.typing import NDArray
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from rollwrite_desktop.draw.type_metrics import width
from rollwrite_desktop.gamekit.play.map_making import EDGE, LEGEND, SIZE, WITHIN
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
CREDIT = 9.0
"""Points: the height of the line about the data."""
LONGEST = 11.6
"""Of a row's height: a name; longer ones are set smaller."""
LARGE, APART, TIGHT = 9.0, 10.6, 6.8
"""Points: rows of that height are read with ease, so they may rather be lower than crowded; up to which they may stand in
several places, lest they be what one sees first; and the lowest for letters of PRINTED."""
COMPASS, AROUND = (74.0, 60.0, 48.0), (36.0, 26.0, 18.0, 12.0)
"""Points: the height of a compass rose, and the sea that is around it, the best first."""
SLIM = 0.8
"""The width of a compass rose, as a part of its height."""
CELL, CLEAR, ROOMY, WIDER, GAP = 3.0, 5.0, 9.0, 16.0, 8.0
"""Points: how finely free places are looked for, how far they are from all else, better still, and between columns, the
better first."""
ASIDE = 4.0
"""Points: how much farther from the words at the edges of a map."""
ELSEWHERE = frozenset(("digits", "cut", "frame"))
"""Kinds of decor that need no room: how digits are written is printed at the foot of the paper, a cut is on land, all of a
map is within its frame."""
STANDS = 2.0
"""Points from all else where a key stands well that is there already."""
FULL, MANY = 10.6, 20
"""Points of a row at most in a key of more names than so many."""
PAD, BY_FRAME = 8.0, 12.5
"""Points of a card around words; and those from the frame up to which it ends there."""
BESIDE = 10.0
"""Points between what stands in a column beside the frame."""
ON_CARDS = frozenset(("key", "names", "legend", "note", "hint"))
"""Kinds of decor that are read, so that they stand on a card where land of others is below them."""
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
    taken, most = _taken(sheet), ROWS[0] if len(names) <= MANY else FULL
    grounds = [[*taken, *head], taken] if (head := _head(sheet)) else [taken]
    rows = [high for high in ROWS if high <= most]
    for ground in grounds:
        roomy, free, card = (_free(sheet, each, clear) for each, clear in (
            ([*ground, *_abroad(sheet)], ROOMY), ([*ground, *_abroad(sheet)], CLEAR), (ground, PAD + STANDS)))
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
    return [_solid(Rect(0, 0, wide, high))] if rects else []


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
    ground, others = shapely.union_all(_taken(sheet)), shapely.union_all(_abroad(sheet))
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
        place = _place(free, sum(each) + gap * (len(each) - 1), high * rows)
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
        place = _place(free, across, rows * high, upward=True)
        if place is not None:
            rest = free.copy()
            rest[: math.ceil((place[1] + rows * high) / CELL) + 2, : math.ceil((place[0] + across) / CELL) + 2] = False
            others = _together(rest, names[rows:], wide[rows:], high)
            if others:
                return (*_set([names[:rows]], [across], high, place), *others)
    return ()


def credit_line(sheet: Sheet, text: str) -> tuple[Decor, ...]:
    """Whose data a map is, and of when: a faint line where the sheet is empty, outermost; a line for each part of the text
    where they have no room side by side, which is better than close to all else; none where they have none at all."""
    said = ([text], text.split("; ")) if text else ()
    for free, lines in product((free for clear in (ROOMY, CLEAR) for free in _quiet(sheet, clear)), said):
        wide = WORDY * max(width(line, "text", CREDIT * TYPE) for line in lines)
        if place := _place(free, wide, CREDIT * len(lines)):
            (x, y), across = place, round(wide, 1)
            rings = [ring_of(Rect(x, y + CREDIT * k, across, CREDIT)) for k in range(len(lines))]
            return tuple(Decor("note", ring, line) for ring, line in zip(rings, lines, strict=True))
    return ()


def legend_place(sheet: Sheet, rows: int) -> tuple[Decor, ...]:
    """Where the signs of a map are explained, a row each: below the boxes beside the frame, else outermost where the sheet
    is empty; nowhere if it has no room."""
    (wide, high), taken = LEGEND, _taken(sheet)
    if not rows:
        return ()
    within = _within(sheet)
    beside = [box.rect.y + box.rect.h for box in sheet.boxes if box.rect.x + wide < within.x]
    if beside:
        place = Rect(EDGE, max(beside) + BESIDE, wide, rows * high)
        if not any(each.intersects(_solid(place)) for each in taken):
            return (Decor("legend", ring_of(place)),)
    return _signs(sheet, wide, rows * high)


def keyed(sheet: Sheet, places: Callable[[Sheet], tuple[Decor, ...]]) -> Sheet:
    """Returns a sheet with its key: where that is best, and the room for a code elsewhere, if it has room there. places: the
    key of a sheet."""
    bare = replace(sheet, decor=tuple(each for each in sheet.decor if each.kind != "reserve"))
    key = places(bare)
    others = off_land(replace(sheet, decor=(*sheet.decor, *key)), ("reserve",)) if sheet.frames else None
    return others or replace(sheet, decor=(*sheet.decor, *places(sheet)))


def off_land(sheet: Sheet, kinds: Sequence[str] = ("legend", "reserve")) -> Sheet | None:
    """Returns a sheet whose legend, and room for a code, stand beside all else; None where they have no room."""
    for kind in kinds:
        for decor in (each for each in sheet.decor if each.kind == kind):
            others = replace(sheet, decor=tuple(each for each in sheet.decor if each is not decor))
            if not any(each.dwithin(Polygon(decor.ring), CLEAR) for each in _taken(others)):
                continue
            at = bounding_box(decor.ring)
            found = _signs(others, at.w, at.h)
            if not found:
                return None
            sheet = replace(others, decor=(*others.decor, replace(decor, ring=found[0].ring)))
    return sheet


def _signs(sheet: Sheet, wide: float, high: float) -> tuple[Decor, ...]:
    """Where a legend stands that is so wide and so high: upon the sea, else on a card."""
    taken, others = _taken(sheet), _abroad(sheet)
    for ground, clear in (([*taken, *others], ROOMY), (taken, PAD + STANDS), ([*taken, *others], CLEAR)):
        if place := _place(_free(sheet, ground, clear), wide, high):
            return (Decor("legend", ring_of(Rect(*place, wide, high))),)
    return ()


def sea_rose(sheet: Sheet) -> tuple[Decor, ...]:
    """A compass rose in the open sea, as large as it has room, or on quiet land of others; none on a map that says nothing
    of what is around it, where the north may be anywhere."""
    known = sheet.coasts or sheet.abroad
    for free, high, around in product(_quiet(sheet, CLEAR), COMPASS, AROUND) if known else ():
        if place := _place(free, SLIM * high + 2 * around, high + 2 * around):
            (x, y) = (round(each + around, 1) for each in place)
            return (Decor("compass", ring_of(Rect(x, y, round(SLIM * high, 1), high))),)
    return ()


def cards_under(sheet: Sheet) -> tuple[Decor, ...]:
    """Returns the cards of a sheet: one below columns that stand side by side, and below all else that is read, where land
    of others is; they end at the frame where that is near."""
    if not sheet.frames:
        return ()
    frame, others = bounding_box(sheet.frames[0]), shapely.union_all(_abroad(sheet))
    lines, found = shapely.union_all([each.boundary for each in _abroad(sheet)]), list[Decor]()
    for kind, at in _blocks(sheet):
        solid = _solid(at)
        if lines.intersects(solid) if kind == "note" else others.dwithin(solid, PAD / 2):
            left, top, right, foot = at.x - PAD, at.y - PAD, at.x + at.w + PAD, at.y + at.h + PAD
            left, top = (low if each < low + BY_FRAME - PAD else each for each, low in ((left, frame.x), (top, frame.y)))
            right, foot = (high if each > high - BY_FRAME + PAD else each
                           for each, high in ((right, frame.x + frame.w), (foot, frame.y + frame.h)))
            found.append(Decor("card", ring_of(Rect(left, top, right - left, foot - top))))
    return tuple(found)


def _blocks(sheet: Sheet) -> Iterator[tuple[str, Rect]]:
    """Yields what is read within the frame: columns of a key that stand side by side, and lines one below the other, as
    one."""
    last: tuple[str, Rect] | None = None
    for decor in (each for each in sheet.decor if each.kind in ON_CARDS):
        at = bounding_box(decor.ring)
        if last and last[0] == decor.kind and _solid(last[1]).dwithin(_solid(at), WIDER + 0.1):
            x0, y0, x1, y1 = shapely.union(_solid(last[1]), _solid(at)).bounds
            last = decor.kind, Rect(x0, y0, x1 - x0, y1 - y0)
            continue
        if last:
            yield last
        last = decor.kind, at
    if last:
        yield last


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
        rows = MIN_ROWS - 1 + bisect(fewer, False, key=lambda rows: _place(free, wide, rows * high) is None)
        place = _place(free, wide, rows * high) if rows >= MIN_ROWS else None
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


def _taken(sheet: Sheet) -> list[BaseGeometry]:
    """All that stands on a sheet."""
    taken: list[BaseGeometry] = [Polygon(space.outline) for space in sheet.spaces]
    taken += [_solid(space.writing, 9.0) for space in sheet.spaces]
    taken += [_solid(box.rect) for box in sheet.boxes]
    others = {id(each) for each in sheet.isles if each.text not in sheet.space}
    printed = (decor for decor in sheet.decor if decor.kind not in ELSEWHERE and id(decor) not in others)
    taken += [Polygon(decor.ring).buffer(ASIDE if decor.kind == "edge" else 0.0) for decor in printed]
    taken += [LineString(line.points) for line in sheet.sea_lines]
    if sheet.joined == "lines":
        taken += [LineString(sheet.way(*link)) for link in sheet.links]
    return taken


def _solid(rect: Rect, above: float = 0.0) -> Polygon:
    return shapely.box(rect.x, rect.y - above, rect.x + rect.w, rect.y + rect.h)


def _abroad(sheet: Sheet) -> list[BaseGeometry]:
    """Land of others."""
    return [shapely.make_valid(Polygon(ring)) for ring in sheet.abroad]


def _quiet(sheet: Sheet, clear: float) -> Iterator[NDArray[np.bool_]]:
    """Yields the cells where nothing stands, upon the sea, and then also upon land of others, but not on its borders."""
    taken, others = _taken(sheet), _abroad(sheet)
    yield _free(sheet, [*taken, *others], clear)
    if others:
        yield _free(sheet, [*taken, *(each.boundary for each in others)], clear)


def _within(sheet: Sheet) -> Rect:
    """Where on a sheet anything may stand."""
    if not sheet.frames:
        return Rect(EDGE, EDGE, SIZE[0] - 2 * EDGE, SIZE[1] - 2 * EDGE)
    frame = bounding_box(sheet.frames[0])
    return Rect(frame.x + WITHIN, frame.y + WITHIN, frame.w - 2 * WITHIN, frame.h - 2 * WITHIN)


def _free(sheet: Sheet, taken: Collection[BaseGeometry], clear: float = CLEAR) -> NDArray[np.bool_]:
    """Returns the cells of a sheet on which nothing stands, nor so near."""
    wide, high = (int(side / CELL) for side in SIZE)
    xs, ys = np.meshgrid((np.arange(wide) + 0.5) * CELL, (np.arange(high) + 0.5) * CELL)
    ground, at = shapely.union_all([shape.buffer(clear) for shape in taken]), _within(sheet)
    shapely.prepare(ground)
    inside = (xs > at.x) & (xs < at.x + at.w) & (ys > at.y) & (ys < at.y + at.h)
    found: NDArray[np.bool_] = inside & ~shapely.contains_xy(ground, xs, ys)
    return found


def _place(free: NDArray[np.bool_], wide: float, high: float, upward: bool = False) -> tuple[float, float] | None:
    """Returns the upper left corner of a free rectangle of that size: the one nearest to an edge, then to the foot of the
    sheet, or to its head."""
    w, h = math.ceil(wide / CELL), math.ceil(high / CELL)
    if h > free.shape[0] or w > free.shape[1]:
        return None
    sums = np.zeros((free.shape[0] + 1, free.shape[1] + 1), dtype=np.int64)
    sums[1:, 1:] = free.cumsum(axis=0).cumsum(axis=1)
    whole: NDArray[Any] = sums[h:, w:] - sums[:-h, w:] - sums[h:, :-w] + sums[:-h, :-w] == w * h
    if not whole.any():
        return None
    tops, lefts = np.nonzero(whole)
    columns = np.flatnonzero(free.any(axis=0))
    edge = np.minimum(lefts - columns[0], columns[-1] + 1 - w - lefts)
    k = int(np.lexsort((lefts, tops if upward else -tops, edge))[0])
    return float(lefts[k] * CELL), float(tops[k] * CELL)
