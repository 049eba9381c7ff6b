"""Ink where the print is so dark that none shows on it: carried on from what is seen beside it, so that a sign that runs
over the edge of its place stays whole; and how much of it may be lost all the same.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rollwrite_desktop.reading.ink import PLACE, WINDOW
from rollwrite_desktop.reading.rasters import Raster, box_blur, smoothed

HIDES, SHOWS = 0.35, 0.65
"""How light a print is on which ink is not seen at all, and on which it is seen well; 1 as white paper."""
STEPS = (1, 1, 2, 3)
"""Ink at both sides within so many pixels, all together, is joined."""
NEAR, LEAST = 3, 0.15
"""How far around ink is looked for that ends at the print, in pixels, and how much of that must be seen."""
ENDS = 0.7
"""How dark that is carried on, as a part of what it is."""
WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))
EDGE = (0.38, 0.58)
"""Where the edges of places are, from their middle, as parts of their side."""
AROUND, FEW = 5, 0.35
"""How far around each pixel ink under print is summed up, and the least part of that which is print."""
ALONG, USUAL = 90, 25
"""The percentile of an edge's pixels that says how much ink lies along it, and that of a sheet's places with none."""


def carried_on(dark: Raster, printed: Raster, lost: NDArray[np.bool_]) -> Raster:
    """Returns the ink of cut-outs with what the print hides of it. dark: how dark it is, (n, h, w); lost: what no photo
    shows."""
    seen = np.clip((printed - HIDES) / (SHOWS - HIDES), 0, 1).astype(np.float32)
    seen[lost] = 0
    around = smoothed(seen, NEAR)
    likely = ENDS * np.clip(smoothed(dark * seen, NEAR) / np.maximum(around, LEAST), 0, 1)
    firm = np.where(seen > 0.5, dark, np.float32(0))
    for down, right in WAYS:
        np.maximum(likely, np.minimum(_beyond(firm, down, right), _beyond(firm, -down, -right)), out=likely)
    return np.asarray(np.maximum(dark, seen * dark + (1 - seen) * likely), np.float32)


def lost_along(over: Raster, dark: Raster, printed: Raster, lost: NDArray[np.bool_]) -> NDArray[np.float32]:
    """How much ink along the edge of each place is in no cut-out, (n,), beyond what is usual on the sheet: a line that is
    written along a printed one makes it wider and darker. over: how much darker than the mere print it is, as a part of the
    pen's darkness; dark: the ink of the cut-outs, so, too; printed, lost: as for `carried_on`."""
    hidden = np.clip((SHOWS - printed) / (SHOWS - HIDES), 0, 1).astype(np.float32)
    hidden[lost] = 0
    missing = box_blur((over - np.maximum(dark, 0)) * hidden, AROUND) / np.maximum(box_blur(hidden, AROUND), FEW)
    away = np.abs(np.arange(WINDOW) - (WINDOW - 1) / 2)
    far = np.maximum(away[:, None], away) / PLACE
    along = np.percentile(missing[:, (far >= EDGE[0]) & (far <= EDGE[1])], ALONG, axis=1)
    return np.asarray(along - np.percentile(along, USUAL), np.float32)


def _beyond(raster: Raster, down: int, right: int) -> Raster:
    """Returns the most that is within STEPS of each pixel, one way."""
    most = _moved(raster, down, right)
    for step in STEPS[1:]:
        most = np.maximum(most, _moved(most, step * down, step * right))
    return most


def _moved(raster: Raster, down: int, right: int) -> Raster:
    """Returns what is so far below and to the right of each pixel, 0 beyond the edges; over the last two axes."""
    high, wide = raster.shape[-2:]
    moved = np.zeros_like(raster)
    moved[..., max(0, -down):high - max(0, down), max(0, -right):wide - max(0, right)] = raster[
        ..., max(0, down):high + min(0, down), max(0, right):wide + min(0, right)]
    return moved
