"""Hexagonal grids: spaces and links from axial coordinates, and distances of hexes on a sheet.

Hexes have a corner at the top ("pointy-top"). In axial coordinates (q, r) q grows to the right, r downward to the right. The
id of a hex is its row's letter from the top and its place among the hexes of that row from the left. Knows no game.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_lowercase

from rollwrite_desktop.sheet.sheet import Point, Rect, Ring, Space

Axial = tuple[int, int]
DIRECTIONS: tuple[Axial, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))

HALF, QUARTER = 27.0, 15.5
"""Half the width and a quarter of the height of a hex in points. Multiples of a half, so that neighbors have exactly equal
corners; the sides differ by 0.5 %."""
PITCH = 3 * QUARTER
"""The distance of rows in points."""
WRITING = 39.0
"""The side of the writing rectangle in points: of the largest upright square in a hex, rounded down."""
LABEL = (-7.5, 26.5)
"""Where the baseline of an id of two characters starts, relative to the center."""


def named(cells: Mapping[Axial, str]) -> dict[Axial, str]:
    """Axial coordinates to ids, in reading order: `a1`, `a2`, …"""
    rows = sorted({r for _, r in cells})
    letter = {r: ascii_lowercase[i] for i, r in enumerate(rows)}
    names: dict[Axial, str] = {}
    for row in rows:
        for place, q in enumerate(sorted(q for q, r in cells if r == row), 1):
            names[q, row] = f"{letter[row]}{place}"
    return names


def center(cell: Axial, origin: Point) -> Point:
    """Returns the center of a cell in points, if that of (0, 0) is `origin`."""
    q, r = cell
    return origin[0] + HALF * (2 * q + r), origin[1] + PITCH * r


def hexagon(middle: Point) -> Ring:
    """Returns the outline of a hex clockwise from its top corner."""
    x, y = middle
    return (
        (x, y - 2 * QUARTER), (x + HALF, y - QUARTER), (x + HALF, y + QUARTER),
        (x, y + 2 * QUARTER), (x - HALF, y + QUARTER), (x - HALF, y - QUARTER),
    )


def spaces(cells: Mapping[Axial, str], printed: Mapping[Axial, str], origin: Point) -> tuple[Space, ...]:
    """A space for every cell, in reading order, without names. cells: cell to region; printed: cell to printed value."""
    made = []
    for cell, name in named(cells).items():
        x, y = center(cell, origin)
        made.append(Space(
            name, "", cells[cell], hexagon((x, y)), Rect(x - WRITING / 2, y - WRITING / 2, WRITING, WRITING),
            (x + LABEL[0], y + LABEL[1]), printed.get(cell, ""),
        ))
    return tuple(made)


def links(cells: Mapping[Axial, str]) -> tuple[tuple[str, str], ...]:
    """All pairs of hexes that share a side, sorted."""
    names = named(cells)
    pairs = set()
    for (q, r), name in names.items():
        for dq, dr in DIRECTIONS:
            other = names.get((q + dq, r + dr))
            if other is not None:
                pairs.add((min(name, other), max(name, other)))
    return tuple(sorted(pairs))


def distance(a: Space, b: Space) -> int:
    """Returns the number of steps between two hexes, from their positions on the sheet; 1 for neighbors."""
    (ax, ay), (bx, by) = a.writing.center, b.writing.center
    down = abs(ay - by) / PITCH
    aside = abs(ax - bx) / (2 * HALF)
    return round(max(down, aside + down / 2))


def inset(ring: Ring, share: float) -> Ring:
    """Returns the ring scaled by `share` about the mean of its points."""
    x, y = sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)
    return tuple((x + share * (px - x), y + share * (py - y)) for px, py in ring)
