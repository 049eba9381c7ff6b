"""Leaders: thin lines from writing places beside their spaces to rings within them. Knows no game."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rollwrite_desktop.draw.display import Shape, ellipse, polyline
from rollwrite_desktop.sheet.sheet import Point, Sheet, Space, bounding_box, inside

WIDTH, RING = 0.9, 1.6
"""Of the line and of the radius of its ring, in points."""
WITHIN = 4.0
"""Points from the middle of the ring to the outline, at least, where the space is as wide as that."""


def leaders(sheet: Sheet, corner: float) -> Iterator[Shape]:
    """Yields a leader, `leader/MC`, of every space whose writing place, with corners so round, stands outside of it."""
    for space in sheet.spaces:
        if not inside(space.outline, *space.writing.center):
            yield _leader(space, corner)


def reach(space: Space, dx: float, dy: float, corner: float) -> float:
    """Returns the distance from the middle of a writing place to its edge in the direction of a unit vector."""
    wide, high = space.writing.w / 2, space.writing.h / 2
    dx, dy = abs(dx), abs(dy)
    straight = min(wide / dx if dx else math.inf, high / dy if dy else math.inf)
    cx, cy = wide - corner, high - corner
    if straight * dx <= cx or straight * dy <= cy:
        return straight
    # The ray ends on the quarter of a circle around (cx, cy).
    along = dx * cx + dy * cy
    return along + math.sqrt(max(0.0, along * along - cx * cx - cy * cy + corner * corner))


def _leader(space: Space, corner: float) -> Shape:
    x, y = space.writing.center
    foot = _foot(space)
    long = math.hypot(foot[0] - x, foot[1] - y) or 1.0
    share = reach(space, (foot[0] - x) / long, (foot[1] - y) / long, corner) / long
    start = (x + share * (foot[0] - x), y + share * (foot[1] - y))
    ring = ellipse(*foot, RING, RING)
    return Shape(f"leader/{space.id}", (*polyline((start, foot)), *ring), stroke="border", width=WIDTH)


def _foot(space: Space) -> Point:
    """A point well within the outline, as near to the writing place as possible."""
    x, y = space.writing.center
    around = bounding_box(space.outline)
    grid = ((px, py) for px in _steps(around.x, around.x + around.w) for py in _steps(around.y, around.y + around.h))
    nearest = sorted(grid, key=lambda p: (math.hypot(p[0] - x, p[1] - y), p))
    sides = ((-WITHIN, 0), (WITHIN, 0), (0, -WITHIN), (0, WITHIN))
    within = (p for p in nearest if all(inside(space.outline, p[0] + dx, p[1] + dy) for dx, dy in sides))
    return next(within, space.outline[0])


def _steps(low: float, high: float) -> Iterator[float]:
    for i in range(int((high - low) / 2) + 1):
        yield low + 2 * i
