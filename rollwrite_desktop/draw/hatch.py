"""Hatches as line segments: they distinguish fills where ink is gray.

A hatch is anchored to the page, so that it runs on across neighboring fills; painters clip it to the fill. Lengths are
points. Knows no inks and no painter.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rollwrite_desktop.draw.display import Bounds

Line = tuple[float, float, float, float]


Pattern = Literal["rise", "fall", "flat", "post", "dots", "waves"]
_ACROSS: dict[Pattern, tuple[float, float]] = {
    "rise": (math.sqrt(0.5), -math.sqrt(0.5)), "fall": (math.sqrt(0.5), math.sqrt(0.5)), "flat": (1.0, 0.0),
    "post": (0.0, 1.0), "dots": (1.0, 0.0),
}


@dataclass(frozen=True, slots=True)
class Hatch:
    """The pattern, the distance between lines, their width, and whether their caps are round. tick: the length of the short
    strokes in quincunx of which the pattern is made, 0 for lines from edge to edge; dots are strokes of almost no length."""

    pattern: Pattern
    step: float
    width: float
    round: bool = False
    tick: float = 0.0


DOT = 0.01
"""The length of a dot: Qt paints no line of length 0."""
HATCHES = {
    "rise": Hatch("rise", 5.0, 0.5),
    "fall": Hatch("fall", 5.0, 0.5),
    # In strokes, because borders of states are level and upright too.
    "flat": Hatch("flat", 6.0, 0.55, tick=3.4),
    "post": Hatch("post", 6.0, 0.55, tick=3.4),
    "dots": Hatch("dots", 4.5, 1.1, round=True, tick=DOT),
    "waves": Hatch("waves", 6.0, 0.5),
    # Where ink is saved.
    "rise.sparse": Hatch("rise", 10.0, 0.45, tick=3.6),
    "fall.sparse": Hatch("fall", 10.0, 0.45, tick=3.6),
    "flat.sparse": Hatch("flat", 10.0, 0.45, tick=3.6),
    "post.sparse": Hatch("post", 10.0, 0.45, tick=3.6),
    "dots.sparse": Hatch("dots", 10.0, 1.2, round=True, tick=DOT),
}


def lines(name: str, bounds: Bounds) -> tuple[Line, ...]:
    """The segments (x1, y1, x2, y2) of a hatch that cover a rectangle."""
    left, top, right, bottom = bounds
    hatch = HATCHES[name]
    pattern, step = hatch.pattern, hatch.step
    if hatch.tick:
        dx, dy = (hatch.tick * part for part in _ACROSS[pattern])
        return tuple(
            (x - dx / 2, y - dy / 2, x + dx / 2, y + dy / 2)
            for y in _steps(top - step / 2, bottom + step / 2, step / 2)
            for x in _steps(left - step / 2, right + step / 2, step, step / 2 if round(y / step * 2) % 2 else 0.0)
        )
    if pattern == "rise":
        reach = step * math.sqrt(2)
        return tuple((c - bottom, bottom, c - top, top) for c in _steps(left + top, right + bottom, reach))
    if pattern == "fall":
        reach = step * math.sqrt(2)
        return tuple((c + top, top, c + bottom, bottom) for c in _steps(left - bottom, right - top, reach))
    return tuple(  # waves: zigzags, each segment up or down
        (x, y + (1.2 if i % 2 else 0.0), x + step / 2, y + (0.0 if i % 2 else 1.2))
        for y in _steps(top, bottom, step)
        for x in _steps(left - step, right + step, step / 2)
        for i in (round(x / step * 2),)
    )


def diagonals(bounds: Bounds, step: float) -> tuple[Line, ...]:
    """Rising segments within a rectangle, so far apart along its sides: for what stands alone and is not clipped."""
    left, top, right, bottom = bounds
    wide, high = right - left, bottom - top
    far = [step * (n + 0.5) for n in range(max(0, round((wide + high) / step)))]
    ends = [(max(0.0, each - high), min(each, wide), each) for each in far if each < wide + high]
    return tuple((left + x1, top + each - x1, left + x2, top + each - x2) for x1, x2, each in ends)


def _steps(start: float, end: float, step: float, shift: float = 0.0) -> Iterator[float]:
    first = math.ceil((start - shift) / step)
    for i in range(first, math.floor((end - shift) / step) + 1):
        yield i * step + shift
