"""Which of a few codes is printed in a place of a sheet that was laid flat: the one that the photo is most like.

Nothing is decoded, so modules of two pixels are enough, as far as the registration leaves the code where it should be.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rollwrite_desktop.reading.registration import Mapping, Photo

Modules = NDArray[np.bool_]
"""(rows, columns) of a code, True where it is dark."""

LIKE, APART = 0.55, 0.06
"""How like the photo the code must be (1: the same but for light), and by how much more than any other."""
_FINE = 4
"""Samples of a module, across and down."""
_SLIP = 6
"""So many samples the code may be away from where it should be."""


class CodePlace(Struct, frozen=True):
    """Where the modules of a code are on a sheet: the upper left corner and the side of one, in mm."""

    x: float
    y: float
    module: float


def closest_code(
    photo: Photo, mapping: Mapping, place: CodePlace, codes: Sequence[Modules], like: float = LIKE,
) -> int | None:
    """Returns the number of the code that is seen in a place of a sheet; None where it is not clear which.

    codes: all of one size. like: how like the photo it must be."""
    count = len(codes[0])
    seen = _seen(photo, mapping, place, count)
    shown = np.stack([_even(np.where(code, 0.0, 1.0).ravel()) for code in codes])
    best = np.full(len(codes), -1.0)
    for down in range(2 * _SLIP + 1):
        for right in range(2 * _SLIP + 1):
            part = seen[down : down + count * _FINE, right : right + count * _FINE]
            tones = part.reshape(count, _FINE, count, _FINE)[:, 1:-1, :, 1:-1].mean((1, 3))
            best = np.maximum(best, shown @ _even(tones.ravel()))
    first, *others = sorted(best, reverse=True)
    clear = first >= like and (not others or first - others[0] >= APART)
    return int(best.argmax()) if clear else None


def _seen(photo: Photo, mapping: Mapping, place: CodePlace, count: int) -> NDArray[np.float64]:
    """Returns the gray of the code and of what is round it, `_FINE` samples a module."""
    at = (np.arange(count * _FINE + 2 * _SLIP) - _SLIP + 0.5) / _FINE * place.module
    x, y = np.meshgrid(place.x + at, place.y + at)
    px, py = mapping(x, y)
    gray = photo.gray(px, py, place.module / _FINE * mapping.pixels_per_mm())
    return np.asarray(np.nan_to_num(gray, nan=0.5), np.float64)


def _even(tones: NDArray[np.float64]) -> NDArray[np.float64]:
    """Tones about their mean, of length 1."""
    about = tones - tones.mean()
    length = float(np.linalg.norm(about))
    return np.asarray(about / length if length else about, np.float64)
