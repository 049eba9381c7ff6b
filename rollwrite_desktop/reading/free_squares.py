"""Whether a photo may show a sheet with its registration squares at all, before any sheet is drawn to compare it with.

The squares of a sheet stand free: it is light all round them. Noise has no such squares; a foreign code has small
ones, which are told by its finder patterns (ISO/IEC 18004): a full square in a light ring in a dark one, larger than any
module.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from rollwrite_desktop.reading.rasters import Points
from rollwrite_desktop.reading.registration import LIGHT, MOST_SQUARES, Photo, lighter, rings, square_corners

WITHIN, SMALLER = 22, 0.8
"""A code reaches so many sides of the square in its finder pattern, and its modules are smaller by this factor."""


def squares_fit(photo: Photo, shapes: Points) -> bool:
    """Returns whether three or four squares that stand free are as far apart as those of a sheet. shapes: as of a
    library."""
    return next(free_corners(photo, shapes), None) is not None


def free_corners(photo: Photo, shapes: Points) -> Iterator[Points]:
    """Quadrangles of which three or four such squares are the corners, the likeliest first."""
    every, size, alone = photo.squares
    if len(every) < 3:
        return
    centers, sides = every[:MOST_SQUARES], size[:MOST_SQUARES]
    free = alone[:MOST_SQUARES] & ~_in_codes(photo, centers, sides)
    yield from square_corners(centers[free], sides[free], shapes)


def _in_codes(photo: Photo, centers: Points, sides: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which squares are modules of a code."""
    finder = lighter(photo, centers, sides, (0.77,)) & _dark(photo, centers, sides, (1.1,))
    finder &= _dark(photo, centers, sides, (0.1, 0.25, 0.4))  # no box with a digit in it
    away = np.hypot(*(centers[:, None] - centers[None, finder]).transpose(2, 0, 1))
    by = sides[finder]
    return np.asarray(finder | ((away < WITHIN * by) & (sides[:, None] < SMALLER * by)).any(1))


def _dark(photo: Photo, centers: Points, sides: NDArray[np.float64], radii: tuple[float, ...]) -> NDArray[np.bool_]:
    """Round which squares it is darker, at distances that are multiples of their sides, than next to them."""
    inside, light = (rings(photo, centers, sides, near).mean(1) for near in ((0.1, 0.25), (0.77,)))
    middle = (inside + light) / 2
    share = (rings(photo, centers, sides, radii) < middle[:, None]).mean(1)
    return np.asarray(share > LIGHT - 0.12)
