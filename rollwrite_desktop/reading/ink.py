"""The ink of one place at a time, as the network sees it: cut out, without what reaches in from outside, centered, and as
large as the sign is.

The same code prepares what the network is trained with and what it reads.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rollwrite_desktop.reading.rasters import Raster, sampled, smoothed

WINDOW = 96
"""The side of a cut-out in pixels."""
PLACE = 64
"""The longer side of the place in its middle, in pixels."""
SIDE = 64
"""The side of what the network sees."""
FAINT = 0.22
"""What is fainter than this part of the pen's darkness is no ink."""
SMALLEST = 22.0
"""The least side of the square that is shown to the network, in pixels of the cut-out: a dot remains small."""
ROOM = 1.2
"""How much larger the square is than the sign."""
SPECK = 5
"""Fewer pixels are no sign."""
Look = tuple[float, float, float]
LOOKS: tuple[Look, ...] = ((1.0, 0.0, 0.0), (0.92, 0.0, 0.0), (1.08, 0.0, 0.0), (1.0, 0.7, 0.06), (1.0, -0.7, -0.06))
"""Ways to look at a sign: by which factor more is seen, how far to the right and down in pixels of that, how far turned."""


def own_ink(windows: Raster, shapes: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Masks of the ink that is connected with the inside of its place. windows: (n, WINDOW, WINDOW), 1 as dark as the pen.
    shapes: width and height of each place as parts of its longer side."""
    mask = _softened(windows) > FAINT
    middle = (WINDOW - 1) / 2
    away = np.abs(np.arange(WINDOW) - middle)
    across, down = (0.45 * PLACE * shapes[:, axis, None] for axis in (0, 1))
    seeds = mask & (away[None, None, :] <= across[:, None, :]) & (away[None, :, None] <= down[:, :, None])
    grown: NDArray[np.bool_] = seeds
    count = -1
    while count != (count := int(grown.sum())):
        for _ in range(4):
            grown = _wider(grown) & mask
    return grown


def _wider(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Returns what is within a pixel of a mask, over the last two axes."""
    across = mask.copy()
    across[..., 1:] |= mask[..., :-1]
    across[..., :-1] |= mask[..., 1:]
    wider = across.copy()
    wider[..., 1:, :] |= across[..., :-1, :]
    wider[..., :-1, :] |= across[..., 1:, :]
    return wider


def near_ink(windows: Raster, own: NDArray[np.bool_]) -> Raster:
    """Returns the cut-outs with nothing but their own ink and what is next to it."""
    return np.asarray(windows * _wider(_wider(own)), np.float32)


def bounds(own: NDArray[np.bool_]) -> tuple[int, int, int, int]:
    """Returns the first and the last column and row of a mask: left, right, top, low."""
    columns, rows = np.flatnonzero(own.any(0)), np.flatnonzero(own.any(1))
    return int(columns[0]), int(columns[-1]), int(rows[0]), int(rows[-1])


def centered(
    windows: Raster, shapes: NDArray[np.float64], look: Look = LOOKS[0],
) -> tuple[Raster, NDArray[np.bool_]]:
    """Returns what the network sees of each cut-out, (n, SIDE, SIDE) from 0 to 1, and which places hold any ink."""
    own = own_ink(windows, shapes)
    inked = own.sum((1, 2)) >= SPECK
    seen = np.zeros((len(windows), SIDE, SIDE), np.float32)
    near = near_ink(windows, own)
    for i in np.flatnonzero(inked):
        seen[i] = framed(near[i], own[i], look)
    return seen, inked


def framed(near: Raster, own: NDArray[np.bool_], look: Look = LOOKS[0]) -> Raster:
    """One sign as large as it can be: (SIDE, SIDE) from 0 to 1. own: its ink."""
    if not own.any():
        return np.zeros((SIDE, SIDE), np.float32)
    left, right, top, low = bounds(own)
    larger, shift, turn = look
    side = larger * max(ROOM * max(right - left + 1, low - top + 1), SMALLEST)
    if side > 1.4 * SIDE:
        near = smoothed(near, 1) if side > 2 * SIDE else _softened(near)
    steps = ((np.arange(SIDE) + 0.5) / SIDE - 0.5) * side
    x, y = np.meshgrid(steps, steps)
    moved = shift * side / SIDE
    across, down = x * np.cos(turn) + y * np.sin(turn) + moved, y * np.cos(turn) - x * np.sin(turn) + moved
    return np.clip(sampled(near, (left + right) / 2 + across, (top + low) / 2 + down, 0.0), 0, 1)


def _softened(raster: Raster) -> Raster:
    """A blur with the weights 1, 2, 1 in both directions, over the last two axes."""
    padded = np.pad(raster, [(0, 0)] * (raster.ndim - 2) + [(1, 1), (1, 1)])
    across = padded[..., :-2] + 2 * padded[..., 1:-1] + padded[..., 2:]
    soft: Raster = (across[..., :-2, :] + 2 * across[..., 1:-1, :] + across[..., 2:, :]) / 16
    return soft
