"""The digits of a number of two, each by itself: cut apart where the least ink is, without the circle around them.

What the network says of a whole place and of its halves are two opinions, and together they are right more often.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from rollwrite_desktop.reading.ink import WINDOW, bounds, framed, near_ink, own_ink
from rollwrite_desktop.reading.rasters import Raster

WITHIN = 0.8
"""What is farther from the middle of a circled sign than so large a part of it is the circle."""
LEANS = (0.0, 0.1, -0.1, 0.2, -0.2, 0.35, -0.35)
"""How far a cut runs to the left on its way down, as a part of that."""
STEPS = 40
"""Places for a cut across a sign; of these, the middle half is tried."""
CUTS, APART = 3, 0.08
"""Cuts that are tried, and how far they are apart, as a part of the sign."""
TOWARD_MIDDLE, UPRIGHT = 0.002, 0.1
"""What it costs to cut a step from the middle, as a part of all ink; and to lean, in pixels of ink."""


def parted(windows: Raster, shapes: NDArray[np.float64], circled: NDArray[np.bool_]) -> Raster:
    """Returns the left and the right part of each cut-out by each of its cuts, as the network sees one digit: (n, CUTS, 2,
    SIDE, SIDE). shapes: as for `own_ink`; circled: whether there is a circle to leave out."""
    own = own_ink(windows, shapes)
    near = near_ink(windows, own)
    return np.stack([
        np.stack([*_parts(near[i], own[i], circled=bool(circled[i]))]) for i in range(len(windows))
    ])


def _parts(seen: Raster, own: NDArray[np.bool_], *, circled: bool) -> Iterator[Raster]:
    y, x = np.mgrid[:WINDOW, :WINDOW].astype(np.float32)
    if circled and own.any():
        left, right, top, low = bounds(own)
        away = np.hypot((2 * x - left - right) / (right - left + 1), (2 * y - top - low) / (low - top + 1))
        inside = away < WITHIN
        seen, own = (seen * inside).astype(np.float32), own & inside
    cuts = [*_cuts(seen, own, x, y)] if own.any() else []
    for cut in [*cuts, *[np.full_like(x, -1)] * CUTS][:CUTS]:
        yield np.stack([framed(seen * part, own & part) for part in (cut < 0, cut >= 0)])


def _cuts(seen: Raster, own: NDArray[np.bool_], x: Raster, y: Raster) -> Iterator[Raster]:
    """How far each pixel is to the right of the cut, for the cuts through the least ink."""
    left, right, top, low = bounds(own)
    wide = right - left + 1
    ink = (seen * own).ravel()
    found = []
    for lean in LEANS:
        across = (x + lean * (y - (top + low) / 2) - left) / wide
        column = np.clip((across * STEPS).astype(int), 0, STEPS - 1)
        amounts = np.convolve(np.bincount(column.ravel(), ink, STEPS), (0.25, 0.5, 0.25), "same")
        for step in range(STEPS // 4, STEPS - STEPS // 4):
            cost = amounts[step] + TOWARD_MIDDLE * amounts.sum() * abs(step - (STEPS - 1) / 2) + UPRIGHT * abs(lean)
            found.append((float(cost), (step + 0.5) / STEPS, across))
    chosen: list[float] = []
    for _, at, across in sorted(found, key=lambda each: each[:2]):
        if all(abs(at - other) >= APART for other in chosen):
            chosen.append(at)
            yield (across - at).astype(np.float32)
        if len(chosen) == CUTS:
            return
