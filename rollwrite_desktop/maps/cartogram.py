"""A flow-based cartogram: a smooth warp after which areas have the sizes they are to have.

Gastner, Seguy, More, Fast flow-based algorithm for creating density-equalizing map projections, PNAS 115 (2018). Density
flows from where it is high to where it is low, linearly in time; the Poisson equation of the flux is solved by cosine
transforms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

GRID = 160
"""Cells along the greater side."""
MARGIN = 0.25
"""Room around the map, as a share of its greater side."""
STEPS = 16
BLUR = 1.5  # cells
MIN_DENSITY = 0.05
"""No cell is thinner than this share of the mean density."""

Floats = NDArray[np.floating[Any]]
Shapes = Sequence[BaseGeometry]


def cartogram(
    shapes: Shapes, wanted: Sequence[float], sea: float, rounds: int = 7, progress: Callable[[int], None] = lambda _: None,
    along: Shapes = (),
) -> tuple[BaseGeometry, ...]:
    """Warps shapes until their sizes are as `wanted` (in any unit). sea: its density as a share of the land's mean. along:
    what moves with them, and follows them in the answer."""
    goal = np.array(wanted, dtype=float)
    goal *= sum(shape.area for shape in shapes) / goal.sum()
    now = tuple(shapely.segmentize(shape, 12.0) for shape in (*shapes, *along))
    for turn in range(rounds):
        progress(turn)
        land = now[: len(shapes)]
        sizes = np.array([shape.area for shape in land])
        if float(np.abs(sizes / goal - 1).max()) < 0.05:
            break
        warp = _warp(land, goal / np.maximum(sizes, 1e-9), sea)
        now = tuple(shapely.transform(np.array(now, dtype=object), warp))
    return now


def _warp(shapes: Shapes, densities: Floats, sea: float) -> Callable[[Floats], Floats]:
    left, top, right, bottom = shapely.total_bounds(np.array(shapes, dtype=object))
    greater = max(right - left, bottom - top)
    left, top = left - MARGIN * greater, top - MARGIN * greater
    cell = greater * (1 + 2 * MARGIN) / GRID
    wide = int(np.ceil((right - left + MARGIN * greater) / cell))
    high = int(np.ceil((bottom - top + MARGIN * greater) / cell))
    xs, ys = left + (np.arange(wide) + 0.5) * cell, top + (np.arange(high) + 0.5) * cell
    density = np.full((high, wide), np.nan)
    for shape, dense in zip(shapes, densities, strict=True):
        fill(density, shape, xs, ys, float(np.clip(dense, 0.1, 12.0)))
    land = ~np.isnan(density)
    mean = float(density[land].mean()) if land.any() else 1.0
    density[~land] = sea * mean
    density = np.maximum(_blurred(density, BLUR), MIN_DENSITY * mean)
    even = density.mean()
    fields = np.stack([density, *_flux(density - even)])

    def moved(points: Floats) -> Floats:
        p = (points - np.array([left, top])) / cell - 0.5
        for step in range(STEPS):
            v = _velocity(p, fields, even, step / STEPS)
            middle = p + 0.5 / STEPS * v
            p = p + _velocity(middle, fields, even, (step + 0.5) / STEPS) / STEPS
        where: Floats = (p + 0.5) * cell + np.array([left, top])
        return where

    return moved


def fill(grid: NDArray[np.generic], shape: BaseGeometry, xs: Floats, ys: Floats, value: float) -> None:
    """Sets the cells of a grid whose centers lie in a shape."""
    if shape.is_empty:
        return
    x0, y0, x1, y1 = shape.bounds
    i0, i1 = np.searchsorted(xs, x0), np.searchsorted(xs, x1, "right")
    j0, j1 = np.searchsorted(ys, y0), np.searchsorted(ys, y1, "right")
    if i0 < i1 and j0 < j1:
        gx, gy = np.meshgrid(xs[i0:i1], ys[j0:j1])
        shapely.prepare(shape)
        part = grid[j0:j1, i0:i1]
        part[shapely.contains_xy(shape, gx, gy)] = value


def _velocity(p: Floats, fields: Floats, even: float, t: float) -> Floats:
    dense, flux_x, flux_y = _sample(fields, p)
    rho = (1 - t) * dense + t * even
    velocity: Floats = np.column_stack([flux_x, flux_y]) / rho[:, None]
    return velocity


def _sample(grids: Floats, p: Floats) -> Floats:
    """Bilinear interpolation of each grid at points in cells; points outside take the edge."""
    _, high, wide = grids.shape
    x, y = np.clip(p[:, 0], 0, wide - 1.001), np.clip(p[:, 1], 0, high - 1.001)
    i, j = x.astype(int), y.astype(int)
    fx, fy = x - i, y - j
    top = grids[:, j, i] * (1 - fx) + grids[:, j, i + 1] * fx
    low = grids[:, j + 1, i] * (1 - fx) + grids[:, j + 1, i + 1] * fx
    found: Floats = top * (1 - fy) + low * fy
    return found


def _mirrored(grid: Floats) -> Floats:
    double = np.concatenate([grid, grid[:, ::-1]], axis=1)
    return np.concatenate([double, double[::-1]], axis=0)


def _frequencies(shape: tuple[int, int]) -> tuple[Floats, Floats]:
    high, wide = shape
    return 2 * np.pi * np.fft.fftfreq(2 * high)[:, None], 2 * np.pi * np.fft.rfftfreq(2 * wide)[None, :]


def _blurred(grid: Floats, cells: float) -> Floats:
    ky, kx = _frequencies((grid.shape[0], grid.shape[1]))
    waves = np.fft.rfft2(_mirrored(grid)) * np.exp(-0.5 * cells * cells * (kx * kx + ky * ky))
    blurred: Floats = np.fft.irfft2(waves, s=(2 * grid.shape[0], 2 * grid.shape[1]))[: grid.shape[0], : grid.shape[1]]
    return blurred


def _flux(excess: Floats) -> tuple[Floats, Floats]:
    """Returns the flux whose divergence is `excess`, with none across the edge: the gradient of the potential."""
    high, wide = excess.shape
    ky, kx = _frequencies((high, wide))
    squares = kx * kx + ky * ky
    squares[0, 0] = 1.0
    waves = -np.fft.rfft2(_mirrored(excess)) / squares
    waves[0, 0] = 0.0
    size = (2 * high, 2 * wide)
    flux_x = np.fft.irfft2(1j * kx * waves, s=size)[:high, :wide]
    flux_y = np.fft.irfft2(1j * ky * waves, s=size)[:high, :wide]
    return flux_x, flux_y


def sizes_for(sizes: Sequence[float], growth: float, least: float = 0.0) -> list[float]:
    """Returns the sizes that areas are to have: equal at growth 0, true at growth 1. least: the least size, as a share of
    the mean."""
    mean = sum(sizes) / len(sizes)
    return [max(max(size / mean, 1e-6) ** growth, least) for size in sizes]


def by_key(shapes: Mapping[str, BaseGeometry], warped: Shapes) -> dict[str, BaseGeometry]:
    """Warped shapes under the keys of the unwarped ones."""
    return dict(zip(shapes, warped, strict=True))
