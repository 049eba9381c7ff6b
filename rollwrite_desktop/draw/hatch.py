"""Hatches as line segments: they distinguish fills where ink is gray.

A hatch is anchored to the page, so that it runs on across neighboring fills, but for those of dice, and keeps clear of what
is to be read or written in. Lengths are points. Knows no inks and no painter.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.draw.display import Bounds, Mark, Path, Shape, Text
from rollwrite_desktop.draw.spans import Spans, within, without
from rollwrite_desktop.draw.trace import bounds, start_of, touches
from rollwrite_desktop.draw.type_metrics import cap_height, width
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM

Line = tuple[float, float, float, float]


Pattern = Literal["rise", "fall", "flat", "post", "plus", "caret", "waves"]
_FLAT, _POST, _HALF = (1.0, 0.0), (0.0, 1.0), math.sqrt(0.5)
_RISE, _FALL = (_HALF, -_HALF), (_HALF, _HALF)
_ACROSS: dict[Pattern, tuple[tuple[float, float], ...]] = {
    "rise": (_RISE,), "fall": (_FALL,), "flat": (_FLAT,), "post": (_POST,), "plus": (_FLAT, _POST), "caret": (_RISE, _FALL),
}
"""The directions of the strokes of a pattern; those of a caret meet at its top, all others in their middles."""


class Hatch(Struct, frozen=True):
    """The pattern, the distance between lines, and their width. tick: the length of the short strokes in quincunx of which
    the pattern is made, 0 for lines from edge to edge. centered: anchored to the middle of each fill, not to the page. No
    pattern is made of dots: those are routes."""

    pattern: Pattern
    step: float
    width: float
    tick: float = 0.0
    centered: bool = False


CLEAR = 0.8 * POINTS_PER_MM
"""The least distance between a hatch and a code or a box."""
SMALL = 2.0
"""How much farther hatches keep from codes on a face that is printed at half its size."""
HEX, HEX_CLEAR = 6, 0.7
CLOSE = 10.0
"""The distance between lines of a hatch, at most, that is drawn between hexes."""
NUMBER = 0.6
"""The part of a medal that its number takes, across and down."""
_CORNER = 2 * CLEAR
"""How far a zone may go beyond its bounds at a corner, none of which is sharper than 60 degrees."""
MEET = 0.1
"""Ends of lines as near as that are one."""
FEW = 3
"""Fewer short strokes than that, or crosses, are no pattern, and are left out."""
SHORTEST = 2.0
"""Shorter rests of lines are left out, in turned coordinates (1.4 points)."""
_FILLS = {
    # Steps and strokes of such lengths that all ends are at halves of points: what is repeated takes less room in a file.
    "rise": Hatch("rise", 9.0 * _HALF, 0.5),
    "fall": Hatch("fall", 9.0 * _HALF, 0.5),
    # In strokes, because borders of states are level and upright too.
    "flat": Hatch("flat", 8.0, 0.55, tick=4.0),
    "post": Hatch("post", 8.0, 0.55, tick=4.0),
    "plus": Hatch("plus", 9.0, 0.5, tick=3.0),
    "caret": Hatch("caret", 12.0, 0.5, tick=2.0 / _HALF),
    "waves": Hatch("waves", 6.0, 0.5),
    # Where ink is saved.
    "rise.sparse": Hatch("rise", 10.0, 0.45, tick=3.6),
    "fall.sparse": Hatch("fall", 10.0, 0.45, tick=3.6),
    "flat.sparse": Hatch("flat", 10.0, 0.45, tick=3.6),
    "post.sparse": Hatch("post", 10.0, 0.45, tick=3.6),
    "plus.sparse": Hatch("plus", 11.0, 0.45, tick=3.6),
    "caret.sparse": Hatch("caret", 14.0, 0.45, tick=2.0 / _HALF),
    "waves.sparse": Hatch("waves", 9.0, 0.45),
    # Where sheets are small.
    "rise.coarse": Hatch("rise", 14.0 * _HALF, 0.65),
    "fall.coarse": Hatch("fall", 14.0 * _HALF, 0.65),
    "flat.coarse": Hatch("flat", 14.0, 0.7, tick=5.0),
    "post.coarse": Hatch("post", 14.0, 0.7, tick=5.0),
    "plus.coarse": Hatch("plus", 12.0, 0.7, tick=4.0),
    "caret.coarse": Hatch("caret", 18.0, 0.7, tick=3.0 / _HALF),
    "waves.coarse": Hatch("waves", 9.0, 0.65),
    "rise.sparse.coarse": Hatch("rise", 16.0, 0.95, tick=7.0),
    "fall.sparse.coarse": Hatch("fall", 16.0, 0.95, tick=7.0),
    "flat.sparse.coarse": Hatch("flat", 16.0, 0.95, tick=7.0),
    "post.sparse.coarse": Hatch("post", 16.0, 0.95, tick=7.0),
    "plus.sparse.coarse": Hatch("plus", 16.0, 0.95, tick=5.0),
    "caret.sparse.coarse": Hatch("caret", 20.0, 0.95, tick=4.0 / _HALF),
    "waves.sparse.coarse": Hatch("waves", 13.0, 0.95),
}
_DIE_STEP, _DIE_TICK, _DIE_LINES = 8.8, 2.4, 7.2 * _HALF
"""Points: on a die, short strokes are at its corners and amid its sides, and one line of two is whole beside its letter."""
HATCHES = _FILLS | {
    f"{name}.die": replace(
        hatch, centered=True, step=_DIE_STEP if hatch.tick else _DIE_LINES, tick=min(_DIE_TICK, hatch.tick))
    for name, hatch in _FILLS.items() if hatch.pattern != "waves"
}


class Zone(NamedTuple):
    """A convex area that hatches keep clear of: its bounds, and half planes (nx, ny, c), within which nx x + ny y < c."""

    around: Bounds
    sides: tuple[tuple[float, float, float], ...]

    def holds(self, x: float, y: float) -> bool:
        """Returns whether a point is in the area."""
        return all(nx * x + ny * y < c for nx, ny, c in self.sides)

    def moved(self, dx: float, dy: float) -> Zone:
        """Returns the area elsewhere."""
        left, top, right, bottom = self.around
        sides = tuple((nx, ny, c + nx * dx + ny * dy) for nx, ny, c in self.sides)
        return Zone((left + dx, top + dy, right + dx, bottom + dy), sides)


def zone(corners: Sequence[tuple[float, float]], clear: float = CLEAR) -> Zone:
    """A convex polygon, clockwise as one sees it (y down), and all that is nearer to it than `clear`."""
    sides = []
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        long = math.hypot(bx - ax, by - ay)
        nx, ny = (by - ay) / long, (ax - bx) / long
        sides.append((nx, ny, nx * ax + ny * ay + clear))
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Zone((min(xs) - clear, min(ys) - clear, max(xs) + clear, max(ys) + clear), tuple(sides))


def strokes(name: str, path: Path, clear: Sequence[Zone] = ()) -> tuple[Line, ...]:
    """Returns the segments (x1, y1, x2, y2) of a hatch within a closed path (by the nonzero rule), out of the areas in
    `clear`. Short strokes that would be cut are left out. The last ones are kept, as sheets are printed again and again."""
    rings = _rings(path)
    if not rings:
        return ()
    around = _around(rings)
    return _strokes(name, path, tuple(zone for zone in clear if touches(zone.around, around)))


@lru_cache(maxsize=512)
def _strokes(name: str, path: Path, zones: tuple[Zone, ...]) -> tuple[Line, ...]:
    hatch, rings = HATCHES[name], _rings(path)
    if hatch.centered:
        left, top, right, bottom = _around(rings)
        x, y = (left + right) / 2, (top + bottom) / 2
        rings = [[(ax - x, ay - y) for ax, ay in ring] for ring in rings]
        drawn = _drawn(hatch, rings, [zone.moved(-x, -y) for zone in zones])
        return tuple((x1 + x, y1 + y, x2 + x, y2 + y) for x1, y1, x2, y2 in drawn)
    return _drawn(hatch, rings, zones)


def _drawn(hatch: Hatch, rings: Sequence[Ring], zones: Sequence[Zone]) -> tuple[Line, ...]:
    if hatch.tick:
        ticks = tuple(_ticks(hatch, rings, zones))
        return ticks if len(ticks) >= FEW * len(_ACROSS[hatch.pattern]) else ()
    if hatch.pattern == "waves":
        return tuple(_waves(hatch, rings, zones))
    return tuple(_lines(hatch, rings, zones))


def kept_clear(marks: Iterable[Mark], small: bool = False) -> tuple[Zone, ...]:
    """Returns the areas that hatches keep clear of: places and boxes to write in, codes, letters of regions, signs,
    and numbers on medals, on a face as on a part of it. Beside hexes is so little room that hatches come near them,
    but are not cut by them. small: on a face that is printed so, where as much is to be clear around codes on paper."""
    found, around_codes = [], CLEAR * (SMALL if small else 1)
    for mark in marks:
        if isinstance(mark, Text):
            if mark.key.endswith("/code") or "sign" in mark.key.split("/"):
                # Codes are capitals and digits, without descenders.
                left = mark.x + start_of(mark)
                right, top = left + width(mark.text, mark.face, mark.size), mark.y - cap_height(mark.face, mark.size)
                found.append(zone(_corners((left, top, right, mark.y)), around_codes))
        elif kind := _kept_clear(mark):
            corners = [(n[0], n[1]) for letter, *n in mark.path if letter in "ML"]
            if kind == "disc":
                left, top, right, bottom = bounds(replace(mark, stroke=""))
                x, y, near = (left + right) / 2, (top + bottom) / 2, NUMBER * (right - left) / 2
                found.append(zone(_corners((x - near, y - near, x + near, y + near))))
            elif kind == "sign" or any(step[0] == "C" for step in mark.path) or len(corners) == 4:
                found.append(zone(_corners(bounds(replace(mark, stroke="")))))
            elif len(corners) == HEX:
                found.append(zone(corners if _clockwise(corners) else corners[::-1], HEX_CLEAR))
    return tuple(found)


def among(name: str, clear: Sequence[Zone]) -> str:
    """Returns the hatch that is drawn among areas to keep clear of. Between hexes is little room: of a sparse hatch single
    strokes would be left, and of carets, so there is none, "", and none is coarse."""
    if all(len(kept.sides) != HEX for kept in clear):
        return name
    fine = name.removesuffix(".coarse")
    return "" if "sparse" in fine or HATCHES[fine].step > CLOSE else fine


def _kept_clear(shape: Shape) -> str:
    """Returns what hatches keep clear of a shape for, "" if they don't. In a part of a face its key stands between other
    words and a number; what is only outlined there is to be written in elsewhere."""
    *before, last = shape.key.split("/")
    if last.isdecimal() and len(before) > 1 and before[0] not in ("box", "region"):
        if not shape.fill:
            return ""
        last = before.pop()
    if last in ("square", "place", "tab", "sign", "disc"):
        return last
    return "" if "space" in before else next((kind for kind in ("box", "region") if kind in before), "")


def _corners(around: Bounds) -> tuple[tuple[float, float], ...]:
    left, top, right, bottom = around
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _clockwise(corners: Sequence[tuple[float, float]]) -> bool:
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True)) > 0


Ring = list[tuple[float, float]]


def _rings(path: Path) -> list[Ring]:
    """Returns the closed polygons of a path, its curves as a few straight lines."""
    rings: list[Ring] = []
    for letter, *n in path:
        if letter == "M":
            rings.append([(n[0], n[1])])
        elif letter == "L":
            rings[-1].append((n[0], n[1]))
        elif letter == "C":
            (ax, ay), (bx, by, cx, cy, dx, dy) = rings[-1][-1], n
            for i in range(1, 9):
                t, u = i / 8, 1 - i / 8
                rings[-1].append((
                    u**3 * ax + 3 * u * u * t * bx + 3 * u * t * t * cx + t**3 * dx,
                    u**3 * ay + 3 * u * u * t * by + 3 * u * t * t * cy + t**3 * dy,
                ))
    return [ring for ring in rings if len(ring) > 2]


def _around(rings: Sequence[Ring]) -> Bounds:
    xs, ys = [x for ring in rings for x, _ in ring], [y for ring in rings for _, y in ring]
    return min(xs), min(ys), max(xs), max(ys)


def _ticks(hatch: Hatch, rings: Sequence[Ring], zones: Sequence[Zone]) -> Iterator[Line]:
    """Short strokes in quincunx, of a cross or a caret two."""
    step, (left, top, right, bottom) = hatch.step, _around(rings)
    levels: dict[float, tuple[Spans, list[Zone]]] = {}

    def free(x: float, y: float) -> bool:
        if y not in levels:
            levels[y] = within(rings, y), [
                zone for zone in zones if zone.around[1] - _CORNER <= y <= zone.around[3] + _CORNER]
        inside, near = levels[y]
        return any(start <= x <= end for start, end in inside) and not any(zone.holds(x, y) for zone in near)

    for y in _steps(top, bottom, step / 2):
        for x in _steps(left, right, step, step / 2 if round(y / step * 2) % 2 else 0.0):
            drawn = []
            for across in _ACROSS[hatch.pattern]:
                dx, dy = (hatch.tick / 2 * part for part in across)
                aside = math.copysign(dx, dy) if hatch.pattern == "caret" else 0.0
                drawn.append((x + aside - dx, y - dy, x + aside + dx, y + dy))
            ends = [end for x1, y1, x2, y2 in drawn for end in ((x1, y1), (x2, y2))]
            if all(free(*end) for end in (*ends, (x, y))):
                yield from drawn


def _waves(hatch: Hatch, rings: Sequence[Ring], zones: Sequence[Zone]) -> Iterator[Line]:
    """Zigzags, each segment up or down."""
    step, (left, top, right, bottom) = hatch.step, _around(rings)
    for y in _steps(top, bottom, step):
        inside = within(rings, y)
        for x in _steps(left - step, right + step, step / 2):
            middle = x + step / 4
            i = round(x / step * 2) % 2
            ends = (x, y + (1.2 if i else 0.0)), (x + step / 2, y + (0.0 if i else 1.2))
            if any(start <= middle <= end for start, end in inside) and not any(
                zone.holds(*end) for zone in zones for end in ends
            ):
                yield *ends[0], *ends[1]


def _lines(hatch: Hatch, rings: Sequence[Ring], zones: Sequence[Zone]) -> Iterator[Line]:
    """Lines at 45 degrees. In turned coordinates, u along the lines and v across, they are level."""
    sign = -1.0 if hatch.pattern == "rise" else 1.0
    turned = [[(x + sign * y, y - sign * x) for x, y in ring] for ring in rings]
    _, first, _, last = _around(turned)
    for v in _steps(first, last, hatch.step / _HALF):
        for u1, u2 in without(within(turned, v), [_along(zone, sign, v) for zone in zones], SHORTEST):
            u1, u2 = float(math.ceil(u1)), float(math.floor(u2))
            yield ((u1 - sign * v) / 2, (v + sign * u1) / 2, (u2 - sign * v) / 2, (v + sign * u2) / 2)


def _along(zone: Zone, sign: float, v: float) -> tuple[float, float]:
    """Returns the part in an area of the line at v, in turned coordinates; its end is before its start if there is none."""
    low, high = -math.inf, math.inf
    for nx, ny, c in zone.sides:
        # nx x + ny y < c, where x = (u - sign v) / 2 and y = (v + sign u) / 2.
        slope, rest = (nx + sign * ny) / 2, c + (sign * nx - ny) * v / 2
        if slope > 1e-9:
            high = min(high, rest / slope)
        elif slope < -1e-9:
            low = max(low, rest / slope)
        elif rest <= 0:
            return 0.0, -1.0
    return low, high


def dashed(name: str, drawn: Sequence[Line]) -> tuple[tuple[float, ...], list[Line]]:
    """Returns the segments of a hatch, of one fill or of several, as longer lines with dashes, which take less room in a
    file: the dashes, none for lines that are whole, and the lines."""
    hatch = HATCHES[name]
    if not hatch.tick:
        return (), _joined(hatch, drawn)
    left = dict.fromkeys(map(_rounded, drawn))
    runs, apart = [], hatch.step
    for across in _ACROSS[hatch.pattern]:
        # Strokes at 45 degrees are in line with those of every half step.
        apart = hatch.step if 0.0 in across else hatch.step * _HALF
        dx, dy = (part * apart for part in across)
        along = [one for one in left if _sign(one[3] - one[1]) == _sign(dy)]
        # Those in one line from its start on.
        for first in sorted(along, reverse=dy < 0, key=lambda line: (line[1], line[0])):
            if first not in left:
                continue
            x1, y1, x2, y2 = first
            n = 0
            while (moved := _rounded((x1 + n * dx, y1 + n * dy, x2 + n * dx, y2 + n * dy))) in left:
                del left[moved]
                n += 1
            runs.append((x1, y1, x2 + (n - 1) * dx, y2 + (n - 1) * dy))
    return (hatch.tick, apart - hatch.tick), runs


def _joined(hatch: Hatch, drawn: Sequence[Line]) -> list[Line]:
    """Lines that run on across neighboring fills as one; the parts of a wave one after the other."""
    if hatch.pattern == "waves":
        return sorted(dict.fromkeys(map(_rounded, drawn)), key=lambda line: (min(line[1], line[3]), line[0]))
    sign, found = -1.0 if hatch.pattern == "rise" else 1.0, list[Line]()
    for line in sorted(drawn, key=lambda line: (round(line[1] - sign * line[0], 1), line[0])):
        x1, y1, x2, y2 = found[-1] if found else line
        if found and math.dist((x2, y2), line[:2]) < MEET:
            found[-1] = x1, y1, line[2], line[3]
        else:
            found.append(line)
    return found


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def _rounded(line: Line) -> Line:
    x1, y1, x2, y2 = line
    return round(x1, 2), round(y1, 2), round(x2, 2), round(y2, 2)


def diagonals(around: Bounds, step: float) -> tuple[Line, ...]:
    """Rising segments within a rectangle, so far apart along its sides: for what stands alone and is not clipped."""
    left, top, right, bottom = around
    wide, high = right - left, bottom - top
    far = [step * (n + 0.5) for n in range(max(0, round((wide + high) / step)))]
    ends = [(max(0.0, each - high), min(each, wide), each) for each in far if each < wide + high]
    return tuple((left + x1, top + each - x1, left + x2, top + each - x2) for x1, x2, each in ends)


def _steps(start: float, end: float, step: float, shift: float = 0.0) -> Iterator[float]:
    first = math.ceil((start - shift) / step)
    for i in range(first, math.floor((end - shift) / step) + 1):
        yield i * step + shift
