"""Hatches as line segments: they distinguish fills where ink is gray.

A hatch is anchored to the page, so that it runs on across neighboring fills; painters clip it to the fill. Lengths are
points. Knows no inks and no painter.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from rollwrite_desktop.draw.display import Bounds

Line = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Hatch:
    """The distance between lines, their width, and whether their caps are round (dots are lines of almost no length)."""

    step: float
    width: float
    round: bool = False


HATCHES = {
    "rise": Hatch(5.0, 0.5),
    "fall": Hatch(5.0, 0.5),
    "flat": Hatch(3.5, 0.5),
    "post": Hatch(3.5, 0.5),
    "dots": Hatch(4.5, 1.1, round=True),
    "waves": Hatch(6.0, 0.5),
}


def lines(name: str, bounds: Bounds) -> tuple[Line, ...]:
    """The segments (x1, y1, x2, y2) of a hatch that cover a rectangle."""
    left, top, right, bottom = bounds
    step = HATCHES[name].step
    if name == "flat":
        return tuple((left, y, right, y) for y in _steps(top, bottom, step))
    if name == "post":
        return tuple((x, top, x, bottom) for x in _steps(left, right, step))
    if name == "rise":
        reach = step * math.sqrt(2)
        return tuple((c - bottom, bottom, c - top, top) for c in _steps(left + top, right + bottom, reach))
    if name == "fall":
        reach = step * math.sqrt(2)
        return tuple((c + top, top, c + bottom, bottom) for c in _steps(left - bottom, right - top, reach))
    if name == "dots":
        return tuple(
            (x, y, x + 0.01, y)  # Qt paints no line of length 0
            for y in _steps(top, bottom, step / 2)
            for x in _steps(left, right, step, step / 2 if round(y / step * 2) % 2 else 0.0)
        )
    return tuple(  # waves: zigzags, each segment up or down
        (x, y + (1.2 if i % 2 else 0.0), x + step / 2, y + (0.0 if i % 2 else 1.2))
        for y in _steps(top, bottom, step)
        for x in _steps(left - step, right + step, step / 2)
        for i in (round(x / step * 2),)
    )


def _steps(start: float, end: float, step: float, shift: float = 0.0) -> Iterator[float]:
    first = math.ceil((start - shift) / step)
    for i in range(first, math.floor((end - shift) / step) + 1):
        yield i * step + shift
