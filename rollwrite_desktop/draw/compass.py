"""A small compass rose, for where a map has open sea: eight points, each half of them dark, and an N. Knows no game."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rollwrite_desktop.draw.display import Shape, Step, ellipse, polygon, polyline
from rollwrite_desktop.sheet.sheet import Point, Rect, Sheet, bounding_box

POINTS = ((1.0, 0.0), (0.62, 45.0))
"""How far the points of a rose reach, as a part of its radius, and where the first of each four stands, in degrees."""
WAIST, RING, INNER = 0.17, 0.5, 0.44
"""Where the points are narrowest, and the two rings behind them, as parts of the radius."""
LETTER, ABOVE, HAIR = 0.15, 0.06, 0.45
"""Of the N: its height and its distance from the rose, as parts of the whole height; the width of all lines in points."""


def compasses(sheet: Sheet) -> Iterator[Shape]:
    """Yields the roses of a sheet, in the rings of its decor: `compass/0/rings`, `/light`, `/dark`, `/north`."""
    for i, decor in enumerate(each for each in sheet.decor if each.kind == "compass"):
        yield from _rose(f"compass/{i}", bounding_box(decor.ring))


def _rose(key: str, around: Rect) -> tuple[Shape, ...]:
    """North up: two rings with the sea in them, the white and the dark halves of the points, and the N above them."""
    radius = (1 - LETTER - ABOVE) * around.h / 2
    x, y = around.center[0], around.y + around.h - radius
    rings = (*ellipse(x, y, RING * radius, RING * radius), *ellipse(x, y, INNER * radius, INNER * radius))
    high, low, half = around.y, around.y + LETTER * around.h, 0.38 * LETTER * around.h
    letter = polyline(((x - half, low), (x - half, high), (x + half, low), (x + half, high)))
    return (
        Shape(f"{key}/rings", rings, "shore", "faint", HAIR),
        *(Shape(f"{key}/{name}", tuple(_halves(x, y, radius, side)), fill, "faint", HAIR)
          for name, fill, side in (("light", "box", -1), ("dark", "faint", 1))),
        Shape(f"{key}/north", letter, stroke="faint", width=2 * HAIR),
    )


def _halves(x: float, y: float, radius: float, side: int) -> Iterator[Step]:
    """Yields the halves on one side of all points, the short points first."""
    def at(far: float, degrees: float) -> Point:
        turn = math.radians(degrees)
        return round(x + far * radius * math.sin(turn), 2), round(y - far * radius * math.cos(turn), 2)

    for far, first in reversed(POINTS):
        for quarter in range(4):
            angle = first + 90 * quarter
            yield from polygon(((x, y), at(far, angle), at(WAIST, angle + 45 * side)))
