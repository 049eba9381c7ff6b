"""The line from a writing place that stands outside its space, as the space is too small for it, into the space.

Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise

from rollwrite_desktop.draw.display import Shape, ellipse, polyline
from rollwrite_desktop.sheet.sheet import Point, Rect, Sheet, Space, bounding_box, inside, segment_distance

WIDTH, RING = 0.9, 1.6
"""Points: the line, and the radius of the ring at its end within the space."""
DEEP = 4
"""Points from the ring's center to the outline, at least, across and down."""
APART = 2.0
"""Points between those that may be the ring's center."""
OFF_LINE, SEEN = 4.8, 0.6
"""Points from the ring's center to the middle of a line between places, with which it would be taken for one, at least; and
the part of a leader that is at least so far from all of them, if there is a foot for which it is."""

Line = Sequence[Point]


def leaders(sheet: Sheet, corner: float, lines: Sequence[Line] = ()) -> Iterator[Shape]:
    """Yields the leader of each writing place outside its space, `leader/MC`. corner: the radius of a place's corners.
    lines: what joins places, along which no leader is seen."""
    for space in sheet.spaces:
        if not inside(space.outline, *space.writing.center):
            yield _leader(space, corner, lines)


def _leader(space: Space, corner: float, lines: Sequence[Line]) -> Shape:
    """A thin line from the edge of the place to a small ring within the space, as near as possible where it is seen."""
    feet = _feet(space)
    nearest = next(feet, space.outline[0])
    ways = ((_start(space.writing, foot, corner), foot) for foot in chain((nearest,), feet))
    start, foot = next((way for way in ways if _seen(*way, lines)), (_start(space.writing, nearest, corner), nearest))
    return Shape(f"leader/{space.id}", (*polyline((start, foot)), *ellipse(*foot, RING, RING)), stroke="border", width=WIDTH)


def _start(rect: Rect, foot: Point, corner: float) -> Point:
    """Where a line from the middle of a place leaves it."""
    x, y = rect.center
    long = math.hypot(foot[0] - x, foot[1] - y) or 1.0
    share = way_out(rect, (foot[0] - x) / long, (foot[1] - y) / long, corner) / long
    return x + share * (foot[0] - x), y + share * (foot[1] - y)


def _seen(start: Point, foot: Point, lines: Sequence[Line]) -> bool:
    """Whether the ring of a leader is clear of lines, and most of the leader."""
    off = [min((segment_distance(a, b, *point) for line in lines for a, b in pairwise(line)), default=OFF_LINE) >= OFF_LINE
           for point in _along(foot, start)]
    return off[0] and sum(off) >= SEEN * len(off)


def _along(start: Point, end: Point) -> Iterator[Point]:
    """Points on a line, as far from each other as those that may be a foot."""
    count = max(1, round(math.dist(start, end) / APART))
    yield from ((start[0] + k / count * (end[0] - start[0]), start[1] + k / count * (end[1] - start[1]))
                for k in range(count))


def way_out(rect: Rect, dx: float, dy: float, corner: float) -> float:
    """Returns the distance from the middle of a rectangle to its edge in the direction of a unit vector. corner: the radius
    of its corners, in points."""
    wide, high = rect.w / 2, rect.h / 2
    dx, dy = abs(dx), abs(dy)
    straight = min(wide / dx if dx else math.inf, high / dy if dy else math.inf)
    cx, cy = wide - corner, high - corner
    if straight * dx <= cx or straight * dy <= cy:
        return straight
    # The ray ends on the quarter of a circle around (cx, cy).
    along = dx * cx + dy * cy
    return along + math.sqrt(max(0.0, along * along - cx * cx - cy * cy + corner * corner))


def _feet(space: Space) -> Iterator[Point]:
    """Points well within the outline, the nearest to the writing place first."""
    x, y = space.writing.center
    around = bounding_box(space.outline)
    grid = ((px, py) for px in _steps(around.x, around.x + around.w) for py in _steps(around.y, around.y + around.h))
    nearest = sorted(grid, key=lambda p: (math.hypot(p[0] - x, p[1] - y), p))
    sides = ((-DEEP, 0), (DEEP, 0), (0, -DEEP), (0, DEEP))
    yield from (p for p in nearest if all(inside(space.outline, p[0] + dx, p[1] + dy) for dx, dy in sides))


def _steps(low: float, high: float) -> Iterator[float]:
    for i in range(int((high - low) / APART) + 1):
        yield low + APART * i
