"""A window of a display, cut out and scaled: a piece of a sheet as a picture elsewhere.

Paths are clipped at the window's edges (Sutherland and Hodgman for fills, Liang and Barsky for lines), curves as straight
pieces; texts are kept if their line is inside as a whole. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from rollwrite_desktop.draw.display import Bounds, Mark, Path, Shape, Step, Text, polygon, polyline
from rollwrite_desktop.draw.trace import bounds, holds, touches
from rollwrite_desktop.sheet.sheet import Point, Rect

PIECES = 8
"""Of which a curve that is clipped is made."""
BEARING = 0.15
"""How far the bounds of a text reach beyond its ink at both ends, as a part of its size."""


def window(key: str, marks: Iterable[Mark], part: Bounds, place: Rect) -> Iterator[Mark]:
    """Yields the marks in a part of a display, as large as they fit in a place. Keys get the prefix `key/`."""
    left, top, right, bottom = part
    scale = min(place.w / (right - left), place.h / (bottom - top))
    x = place.x + (place.w - scale * (right - left)) / 2 - scale * left
    y = place.y + (place.h - scale * (bottom - top)) / 2 - scale * top
    for mark in marks:
        around = bounds(mark)
        if mark.key == "paper" or not touches(around, part):
            continue
        if isinstance(mark, Text):
            first, high, last, low = around
            spare = 0.0 if mark.turn else BEARING * mark.size
            if part[0] <= first + spare and last - spare <= part[2] and part[1] <= (high + low) / 2 <= part[3]:
                at = x + scale * mark.x, y + scale * mark.y
                yield replace(mark, key=f"{key}/{mark.key}", x=at[0], y=at[1], size=scale * mark.size)
            continue
        for i, piece in enumerate(_pieces(mark, around, part)):
            yield replace(piece, key=f"{key}/{mark.key}/{i}", path=_moved(piece.path, scale, x, y), width=scale * mark.width,
                          dash=tuple(scale * length for length in mark.dash))


def _pieces(shape: Shape, around: Bounds, part: Bounds) -> Iterator[Shape]:
    """Yields what of a shape is inside; fill and line of a clipped one are apart, so that no line runs along the edge, or,
    as wide as it is, beyond it."""
    if holds(part, around):
        yield shape
        return
    half = shape.width / 2
    inner = part[0] + half, part[1] + half, part[2] - half, part[3] - half
    for ring, closed in rings(shape.path):
        if shape.fill and closed:
            kept = _clipped(ring, part)
            if len(kept) > 2:
                yield replace(shape, path=polygon(kept), stroke="", width=0.0)
        if shape.stroke:
            steps: list[Step] = []
            for a, b in pairwise((*ring, ring[0]) if closed else ring):
                segment = _segment(a, b, inner)
                if segment is not None:
                    steps += polyline(segment)
            if steps:
                yield replace(shape, path=tuple(steps), fill="")


def rings(path: Path) -> Iterator[tuple[list[Point], bool]]:
    """Yields the corners of each part of a straight path, and whether it is closed."""
    ring: list[Point] = []
    for letter, *numbers in path:
        if letter == "M" and ring:
            yield ring, False
            ring = []
        if letter == "Z":
            yield ring, True
            ring = []
        elif letter == "C":
            ring += _curve(ring[-1], numbers)
        else:
            ring.append((numbers[0], numbers[1]))
    if ring:
        yield ring, False


def _curve(start: Point, numbers: Sequence[float]) -> Iterator[Point]:
    """Points on a cubic Bézier curve, its end included."""
    ax, ay, bx, by, cx, cy = numbers
    for i in range(1, PIECES + 1):
        t = i / PIECES
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield a * start[0] + b * ax + c * bx + d * cx, a * start[1] + b * ay + c * by + d * cy


def _clipped(ring: list[Point], part: Bounds) -> list[Point]:
    for axis, limit, sign in ((0, part[0], 1), (0, part[2], -1), (1, part[1], 1), (1, part[3], -1)):
        kept: list[Point] = []
        for a, b in pairwise((*ring, ring[0]) if ring else ()):
            a_in, b_in = sign * (a[axis] - limit) >= 0, sign * (b[axis] - limit) >= 0
            if a_in:
                kept.append(a)
            if a_in != b_in:
                share = (limit - a[axis]) / (b[axis] - a[axis])
                kept.append((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))
        ring = kept
    return ring


def _segment(a: Point, b: Point, part: Bounds) -> tuple[Point, Point] | None:
    dx, dy = b[0] - a[0], b[1] - a[1]
    start, end = 0.0, 1.0
    for step, room in ((-dx, a[0] - part[0]), (dx, part[2] - a[0]), (-dy, a[1] - part[1]), (dy, part[3] - a[1])):
        if step == 0:
            if room < 0:
                return None
        elif step < 0:
            start = max(start, room / step)
        else:
            end = min(end, room / step)
    if start > end:
        return None
    return (a[0] + start * dx, a[1] + start * dy), (a[0] + end * dx, a[1] + end * dy)


def _moved(path: Path, scale: float, x: float, y: float) -> Path:
    by = (x, y)
    return tuple(
        (step[0], x + scale * step[1], y + scale * step[2]) if len(step) == 3
        else (step[0], *(by[i % 2] + scale * n for i, n in enumerate(step[1:]))) for step in path
    )
