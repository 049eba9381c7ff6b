"""Rasters as numpy arrays: blurring, sampling, contrast, connected components.

A raster is float32, rows first; coordinates are (x, y) with pixel centers at whole numbers. Everything takes linear time in
the number of pixels.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Raster = NDArray[np.float32]
Points = NDArray[np.float64]
"""Points in rows (x, y)."""


def box_blur(raster: Raster, radius: int) -> Raster:
    """Returns the mean over (2 · radius + 1)² pixels around each, edges repeated; over the last two axes."""
    if not radius:
        return raster
    for axis in (-1, -2):
        raster = _running_mean(raster, radius, axis)
    return raster


def _running_mean(raster: Raster, radius: int, axis: int) -> Raster:
    first, last = (_part(raster, axis, at, 1) for at in (0, raster.shape[axis] - 1))
    sums = np.concatenate((np.repeat(first, radius, axis), raster, np.repeat(last, radius, axis)), axis, dtype=np.float32)
    length, reach, spare = raster.shape[axis], 2 * radius + 1, np.empty_like(sums)
    # Sums of two, four and so on; those that make up the reach are added.
    total, added, wide = _part(sums, axis, 0, length).copy(), 1, 1
    while 2 * wide <= reach:
        count = length + reach - 2 * wide
        doubled = np.add(_part(sums, axis, 0, count), _part(sums, axis, wide, count), out=_part(spare, axis, 0, count))
        sums, spare, wide = doubled, sums, 2 * wide
        if reach & wide:
            total += _part(sums, axis, added, length)
            added += wide
    total *= np.float32(1 / reach)
    return total


def _part(raster: Raster, axis: int, start: int, count: int) -> Raster:
    """So many columns (axis -1) or rows (axis -2)."""
    return raster[..., start:start + count] if axis == -1 else raster[..., start:start + count, :]


def smoothed(raster: Raster, radius: int) -> Raster:
    """Two box blurs, which is close to a Gaussian blur of deviation 0.8 · (radius + 0.5)."""
    return box_blur(box_blur(raster, radius), radius) if radius else raster


def local_contrast(raster: Raster, radius: int, floor: float) -> Raster:
    """Each pixel less the mean around it, divided by the deviation around it, which counts as at least `floor`. Around wide
    surroundings both are worked out on fewer pixels, as they hardly change from one to the next."""
    factor = max(1, radius // 5)
    near = round(radius / factor)
    high = raster - stretched(smoothed(_shrunk(raster, factor), near), factor, raster.shape)
    deviation = np.sqrt(np.maximum(smoothed(_shrunk(high * high, factor), near), 0))
    steep: Raster = (1 / np.maximum(deviation, floor)).astype(np.float32)
    high *= stretched(steep, factor, raster.shape)
    return high


def _shrunk(raster: Raster, factor: int) -> Raster:
    """Returns the means of blocks, those at the right and the bottom of what is there."""
    if factor == 1:
        return raster
    short = [-side % factor for side in raster.shape]
    return reduced(np.pad(raster, [(0, more) for more in short], mode="edge"), factor)


def stretched(raster: Raster, factor: int, shape: tuple[int, ...]) -> Raster:
    """A raster of such blocks at each of their pixels, with straight lines between their middles."""
    if factor == 1:
        return raster
    for axis, length in enumerate(shape):
        at = np.clip((np.arange(length, dtype=np.float32) + 0.5) / factor - 0.5, 0, raster.shape[axis] - 1)
        first = at.astype(np.intp)
        part = (at - first).reshape((-1, 1) if axis == 0 else (1, -1))
        here, there = (raster.take(i, axis) for i in (first, np.minimum(first + 1, raster.shape[axis] - 1)))
        there -= here
        there *= part
        here += there
        raster = here
    return raster


def sampled(raster: NDArray[Any], x: NDArray[Any], y: NDArray[Any], outside: float = np.nan) -> Raster:
    """Bilinear samples at points, with the channels of the raster last if it has any; `outside` beyond its edges."""
    height, width = raster.shape[:2]
    x, y = np.asarray(x, np.float32), np.asarray(y, np.float32)
    shape, x, y = x.shape, x.ravel(), y.ravel()
    there = (x >= 0) & (y >= 0) & (x <= width - 1) & (y <= height - 1)
    lost = None if there.all() else ~there
    if lost is not None:
        x, y = np.where(there, x, np.float32(0)), np.where(there, y, np.float32(0))
    left, top = np.floor(x), np.floor(y)
    np.minimum(left, np.float32(max(width - 2, 0)), out=left)
    np.minimum(top, np.float32(max(height - 2, 0)), out=top)
    right, under = x - left, y - top
    first = top.astype(np.intp)
    first *= width
    first += left.astype(np.intp)
    step_x, step_y = int(width > 1), width * int(height > 1)
    channels = raster.reshape(height * width, -1)
    values = np.empty((len(first), channels.shape[1]), np.float32)
    # One channel at a time: rows of one or three values are slow to pick.
    for i in range(channels.shape[1]):
        flat = np.ascontiguousarray(channels[:, i], np.float32)
        upper, lower = (_between(flat, first + step, step_x, right) for step in (0, step_y))
        lower -= upper
        lower *= under
        np.add(upper, lower, out=values[:, i])
        if lost is not None:
            np.putmask(values[:, i], lost, outside)
    shaped: Raster = values.reshape(*shape, *raster.shape[2:])
    return shaped


def _between(flat: Raster, at: NDArray[np.intp], step: int, part: Raster) -> Raster:
    """Values so far from one place of a flat raster to that one `step` farther."""
    here: Raster = flat.take(at)
    there: Raster = flat.take(at + step)
    there -= here
    there *= part
    there += here
    return there


def reduced(raster: NDArray[Any], factor: int) -> Raster:
    """Returns the means of blocks of factor × factor pixels; what is left over at the right and the bottom is dropped."""
    height, width = (side // factor * factor for side in raster.shape[:2])
    rows = raster[:height:factor, :width].astype(np.float32)
    for i in range(1, factor):
        rows += raster[i:height:factor, :width]
    mean = rows[:, ::factor].copy()
    for i in range(1, factor):
        mean += rows[:, i::factor]
    mean *= np.float32(1 / factor ** 2)
    return mean


def lowest(raster: Raster, radius: int) -> Raster:
    """Returns the least value within `radius` pixels in x and y, over the last two axes."""
    for axis in (-1, -2):
        moved = np.moveaxis(raster, axis, -1)
        padded = np.concatenate((
            np.repeat(moved[..., :1], radius, -1), moved, np.repeat(moved[..., -1:], radius, -1),
        ), -1)
        length = moved.shape[-1]
        least = padded[..., :length].copy()
        for shift in range(1, 2 * radius + 1):
            np.minimum(least, padded[..., shift:shift + length], out=least)
        raster = np.moveaxis(least, -1, axis)
    return np.ascontiguousarray(raster)


def highest(raster: Raster, radius: int) -> Raster:
    """Returns the greatest value within `radius` pixels in x and y, over the last two axes."""
    return -lowest(-raster, radius)


class Components(Struct, frozen=True):
    """The connected parts of a mask, by arrays with an entry each: area in pixels, center (x, y), second central moments
    (xx, xy, yy) of a pixel, and bounds (left, top, right, bottom), the last two exclusive."""

    area: NDArray[np.float64]
    center: Points
    moments: NDArray[np.float64]
    bounds: NDArray[np.int64]


def components(mask: NDArray[np.bool_]) -> Components:
    """Returns the 8-connected parts of a mask, from the runs of its rows (Rosenfeld and Pfaltz 1966, with pointer
    jumping)."""
    height, width = mask.shape
    padded = np.zeros((height, width + 2), np.int8)
    padded[:, 1:-1] = mask
    steps = np.diff(padded, axis=1)
    rows, starts = np.nonzero(steps == 1)
    _, ends = np.nonzero(steps == -1)
    if not len(rows):
        return Components(np.zeros(0), np.zeros((0, 2)), np.zeros((0, 3)), np.zeros((0, 4), np.int64))
    labels = _joined(len(rows), *_touching(rows, starts, ends, width))
    _, labels = np.unique(labels, return_inverse=True)
    count = int(labels.max()) + 1
    lengths = (ends - starts).astype(np.float64)
    middle = (starts + ends - 1) / 2
    y = rows.astype(np.float64)

    def total(values: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.bincount(labels, values, count).astype(np.float64)

    area = total(lengths)
    cx, cy = total(lengths * middle) / area, total(lengths * y) / area
    within = (lengths ** 2 - 1) / 12  # of a run around its own middle
    xx = total(lengths * (within + middle ** 2)) / area - cx ** 2
    xy = total(lengths * middle * y) / area - cx * cy
    yy = total(lengths * y ** 2) / area - cy ** 2
    bounds = np.empty((count, 4), np.int64)
    bounds[:, :2], bounds[:, 2:] = np.iinfo(np.int64).max, 0
    np.minimum.at(bounds[:, 0], labels, starts)
    np.minimum.at(bounds[:, 1], labels, rows)
    np.maximum.at(bounds[:, 2], labels, ends)
    np.maximum.at(bounds[:, 3], labels, rows + 1)
    return Components(area, np.stack((cx, cy), 1), np.stack((xx, xy, yy), 1), bounds)


def _touching(
    rows: NDArray[np.intp], starts: NDArray[np.intp], ends: NDArray[np.intp], width: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pairs of runs in neighboring rows that touch, also at a corner."""
    # Runs in order of their place along all rows, one after the other with room between them.
    stride = width + 4
    begin, end = rows * stride + starts, rows * stride + ends
    first = np.searchsorted(end, begin - stride, "left")  # the first run above that does not end before this begins
    last = np.searchsorted(begin, end - stride, "right")
    counts = np.maximum(last - first, 0)
    below = np.repeat(np.arange(len(rows)), counts)
    offsets = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    above = np.repeat(first, counts) + offsets
    near = rows[above] == rows[below] - 1
    return above[near], below[near]


def _joined(count: int, one: NDArray[np.intp], other: NDArray[np.intp]) -> NDArray[np.intp]:
    """Returns the least index of the connected part of each of `count` items."""
    labels = np.arange(count)
    while True:
        before = labels.copy()
        least = np.minimum(labels[one], labels[other])
        np.minimum.at(labels, labels[one], least)
        np.minimum.at(labels, labels[other], least)
        while True:
            jumped = labels[labels]
            if np.array_equal(jumped, labels):
                break
            labels = jumped
        if np.array_equal(before, labels):
            return labels
