"""In which layout a sheet was printed, told by its registration squares: how far they are from its places, and how large.

The print of the sheet alone hardly says it, for layouts differ in the sizes of letters, and a bent page hides the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from msgspec import Struct

from rollwrite_desktop.reading.blank_sheets import Place
from rollwrite_desktop.reading.rasters import Points
from rollwrite_desktop.reading.registration import Found, Photo

NEAR = 1.2
"""How near to its place a square is, in mm."""
ALIKE = 0.2
"""How unlike in size it may be, as the logarithm of the quotient."""
ENOUGH = 3
"""So many of the four squares are there."""


class HasPlaces(Protocol):
    """What has places."""

    @property
    def places(self) -> tuple[Place, ...]: ...


class Layout(Struct, frozen=True):
    """One way to print a sheet: its key, the middles of its squares, their side, and its places, in mm."""

    key: str
    squares: Points
    square: float
    places: tuple[Place, ...]


def between(one: HasPlaces, other: HasPlaces) -> tuple[tuple[float, float], tuple[float, float]]:
    """Factor and distance that take x of one layout to that of another, and the same for y."""
    here, there = ({place.name: place for place in each.places} for each in (one, other))
    pairs = [(here[name], there[name]) for name in here.keys() & there.keys()]
    factor = sum(place.w for _, place in pairs) / sum(place.w for place, _ in pairs)
    x, y = (sum(getattr(to, axis) - factor * getattr(by, axis) for by, to in pairs) / len(pairs) for axis in "xy")
    return (factor, x), (factor, y)


def layout_by_squares(photo: Photo, found: Found, layouts: Sequence[Layout]) -> Layout | None:
    """That of the layouts in which the squares of a found sheet are on the photo; none if they are in no one."""
    centers, sides, _ = photo.squares
    if len(centers) < ENOUGH:
        return None
    fits: list[tuple[int, float, int]] = []
    for number, layout in enumerate(layouts):
        (factor, left), (same, top) = between(layout, found.blank)
        x, y = factor * layout.squares[:, 0] + left, same * layout.squares[:, 1] + top
        (px, py), (ax, ay), (bx, by) = (found.mapping(x + dx, y + dy) for dx, dy in ((0, 0), (1, 0), (0, 1)))
        per_mm = factor * np.sqrt(np.abs((ax - px) * (by - py) - (ay - py) * (bx - px)))
        away = np.hypot(px[:, None] - centers[:, 0], py[:, None] - centers[:, 1])
        nearest = away.argmin(1)
        far = away.min(1) / per_mm / NEAR
        unlike = np.abs(np.log(sides[nearest] / (layout.square * per_mm))) / ALIKE
        there = (far < 1) & (unlike < 1)
        if there.sum() >= ENOUGH:
            fits.append((-int(there.sum()), float((far + unlike)[there].mean()), number))
    return layouts[min(fits)[2]] if fits else None
