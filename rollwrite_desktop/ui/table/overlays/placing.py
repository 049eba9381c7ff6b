"""Where something small that lies over a page may lie: near a place, and off what must stay free. Rectangles in pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache

Box = tuple[float, float, float, float]
"""Left, top, width, height."""

GAP = 6.0
STEP = 12
EDGE = 8.0


def nearest_free(
    place: tuple[float, float], size: tuple[float, float], room: tuple[float, float], keep: Iterable[Box]
) -> Box:
    """The box of a size, inside a page of `room`, that covers nothing of `keep` and is nearest to a place (within a step of
    12 pixels); where there is none, the one that covers least."""
    wide, high = min(size[0], room[0] - 2 * EDGE), min(size[1], room[1] - 2 * EDGE)
    last_x, last_y = room[0] - EDGE - wide, room[1] - EDGE - high
    obstacles = [(x - GAP, y - GAP, x + w + GAP, y + h + GAP) for x, y, w, h in keep]
    best, least = (EDGE, EDGE), math.inf
    for dx, dy in _outward(round(max(room) / STEP)):
        x, y = place[0] - wide / 2 + dx * STEP, place[1] - high / 2 + dy * STEP
        if not (EDGE <= x <= last_x and EDGE <= y <= last_y):
            continue
        covered = 0.0
        for left, top, right, bottom in obstacles:
            across, down = min(right, x + wide) - max(left, x), min(bottom, y + high) - max(top, y)
            if across > 0 and down > 0:
                covered += across * down
                if covered >= least:
                    break
        if covered < least:
            best, least = (x, y), covered
            if not covered:
                break
    return (*best, wide, high)


@lru_cache(maxsize=400)
def _ring(radius: int) -> tuple[tuple[int, int], ...]:
    """The steps across and down whose distance rounds down to a radius, the nearest first, below before above."""
    inner, outer = radius * radius, (radius + 1) * (radius + 1)
    found = []
    for x in range(-radius, radius + 1):
        low = math.isqrt(inner - x * x - 1) + 1 if x * x < inner else 0
        high = math.isqrt(outer - 1 - x * x)
        found += [(x * x + y * y, -y, x) for y in (*range(-high, 1 - low), *range(low or 1, high + 1))]
    return tuple([(x, -up) for _, up, x in sorted(found)])


def _outward(reach: int) -> Iterator[tuple[int, int]]:
    """Steps across and down, the nearest first, below before above, up to `reach` to all sides and beyond."""
    for radius in range(math.ceil(reach * math.sqrt(2)) + 1):
        yield from _ring(radius)
