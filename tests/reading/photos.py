"""Small photos of printed sheets for tests: a page, seen at an angle, bent, unevenly lit, on a dark table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rollwrite_desktop.reading.blank_sheets import GRAY
from rollwrite_desktop.reading.rasters import sampled
from rollwrite_desktop.reading.registration import homography

Pixels = NDArray[np.floating[Any]]
Mapped = Callable[[Pixels, Pixels], tuple[Pixels, Pixels]]


def photographed(
    page: NDArray[np.uint8], per_mm: float, corners: tuple[tuple[float, float], ...], size: tuple[int, int], *,
    bend: float = 1.5, noise: float = 3.0,
) -> tuple[NDArray[np.uint8], Mapped]:
    """A photo of a page, and where on the page (in mm) its pixels are. corners: of the page on the photo, clockwise from its
    upper left one. size: width and height of the photo."""
    high, wide = (side / per_mm for side in page.shape[:2])
    page_corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], float)
    # Plain numbers, so that points in single precision remain so, which is twice as fast.
    back = homography(np.array(corners, float), page_corners).tolist()

    def page_at(px: Pixels, py: Pixels) -> tuple[Pixels, Pixels]:
        depth = back[2][0] * px + back[2][1] * py + back[2][2]
        x = (back[0][0] * px + back[0][1] * py + back[0][2]) / depth
        y = (back[1][0] * px + back[1][1] * py + back[1][2]) / depth
        return x + bend * np.sin(np.pi * y / high), y + bend * np.sin(2 * x / wide)

    px, py = np.meshgrid(np.arange(size[0], dtype=np.float32), np.arange(size[1], dtype=np.float32))
    x, y = page_at(px, py)
    # In gray, which is what is read, and takes a third of the time.
    seen = np.asarray(sampled(page.astype(np.float32) @ GRAY, x * per_mm - 0.5, y * per_mm - 0.5))
    seen[np.isnan(seen)] = 45
    light = 0.9 - 0.25 * px / size[0] - 0.1 * py / size[1]
    rough = noise * np.random.default_rng(5).standard_normal(px.shape, np.float32)
    gray = np.clip(seen * light + rough, 0, 255).astype(np.uint8)
    return np.repeat(gray[..., None], 3, 2), page_at
