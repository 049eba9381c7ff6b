"""The line from a writing place that stands outside its space, as the space is too small for it, into the space.

Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from rollwrite_desktop.draw.display import Shape, ellipse, polyline
from rollwrite_desktop.sheet.sheet import Point, Rect, Sheet, Space, bounding_box, inside

WIDTH, RING = 0.9, 1.6
"""Points: the line, and the radius of the ring at its end within the space."""
DEEP = 4
"""Points from the ring's center to the outline, at least, across and down."""


def leaders(sheet: Sheet, corner: float) -> Iterator[Shape]:
    """Yields the leader of each writing place outside its space, `leader/MC`. corner: the radius of a place's corners."""
    for space in sheet.spaces:
        if not inside(space.outline, *space.writing.center):
            yield _leader(space, corner)


def _leader(space: Space, corner: float) -> Shape:
    """A thin line from the edge of the place to a small ring within the space."""
    x, y = space.writing.center
    foot = _foot(space)
    long = math.hypot(foot[0] - x, foot[1] - y) or 1.0
    share = way_out(space.writing, (foot[0] - x) / long, (foot[1] - y) / long, corner) / long
    start = (x + share * (foot[0] - x), y + share * (foot[1] - y))
    return Shape(f"leader/{space.id}", (*polyline((start, foot)), *ellipse(*foot, RING, RING)), stroke="border", width=WIDTH)


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


def _foot(space: Space) -> Point:
    """A point well within the outline, as near to the writing place as possible."""
    x, y = space.writing.center
    around = bounding_box(space.outline)
    grid = ((px, py) for px in _steps(around.x, around.x + around.w) for py in _steps(around.y, around.y + around.h))
    nearest = sorted(grid, key=lambda p: (math.hypot(p[0] - x, p[1] - y), p))
    sides = ((-DEEP, 0), (DEEP, 0), (0, -DEEP), (0, DEEP))
    within = (p for p in nearest if all(inside(space.outline, p[0] + dx, p[1] + dy) for dx, dy in sides))
    return next(within, space.outline[0])


def _steps(low: float, high: float) -> Iterator[float]:
    for i in range(int((high - low) / 2) + 1):
        yield low + 2 * i
