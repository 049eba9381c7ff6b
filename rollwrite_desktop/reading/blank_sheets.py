"""What is compared with a photo: sheets as they are printed, with nothing written on them. Lengths are millimeters."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rollwrite_desktop.reading.rasters import Points, Raster, box_blur, local_contrast, lowest, reduced, sampled

SCALE = 5
"""Pixels per millimeter of the picture of a blank sheet."""
COARSE = 1.25
"""The same of its coarse picture."""
LIGHT = 2.5
"""The same of the picture by which the light is looked at."""
GRAY = np.array([0.299, 0.587, 0.114], np.float32)


class Place(Struct, frozen=True):
    """Where something may be written: its name, its middle, and its width and height."""

    name: str
    x: float
    y: float
    w: float
    h: float


class BlankSheet(Struct, frozen=True, dict=True):
    """One sheet on its page. sheet: which it is; key: how it was printed besides, for whoever handed it in. picture: (rows,
    columns, 3), SCALE pixels per mm, of the part of the page that holds the sheet with its squares. squares: the centers of
    the registration squares in it, upper left, upper right, lower right, lower left; square: their side. page, origin: the
    size of the page, and where on it the picture begins."""

    sheet: str
    key: str
    picture: NDArray[np.uint8]
    squares: Points
    square: float
    places: tuple[Place, ...]
    page: tuple[float, float]
    origin: tuple[float, float]

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the part that the picture shows."""
        return self.picture.shape[1] / SCALE, self.picture.shape[0] / SCALE

    @cached_property
    def gray(self) -> Raster:
        """The picture in gray, from 0 to 1."""
        return gray_of(self.picture)

    @cached_property
    def around(self) -> Raster:
        """The darkest gray around each pixel, blurred: on a photo what is printed may be a little elsewhere."""
        return box_blur(lowest(self.gray, 1), 1)

    @cached_property
    def soft(self) -> Raster:
        """The gray picture about as sharp as a photo shows it."""
        return box_blur(self.gray, 1)

    @cached_property
    def coarse(self) -> Raster:
        """The gray picture with COARSE pixels per mm, as `coarse_contrast` makes it."""
        return coarse_contrast(reduced(gray_of(self.picture), int(SCALE / COARSE)))

    @cached_property
    def quarter(self) -> Raster:
        """The gray picture with LIGHT pixels per mm, which is a quarter of the pixels."""
        return self.gray_at(LIGHT)

    def grid(self, scale: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Returns the x of the columns and the y of the rows of a raster with `scale` pixels per mm."""
        columns, rows = (int(side * scale) for side in self.size)
        across, down = (np.arange(count, dtype=np.float64) for count in (columns, rows))
        return (across + 0.5) / scale, (down + 0.5) / scale

    def gray_at(self, scale: float) -> Raster:
        """Returns the gray picture with `scale` pixels per mm, at the points of `grid`."""
        if scale == SCALE:
            return self.gray
        x, y = np.meshgrid(*self.grid(scale))
        blurred = box_blur(self.gray, round(SCALE / scale / 2 - 0.25)) if scale < SCALE else self.gray
        return sampled(blurred, np.clip(x * SCALE - 0.5, 0, self.gray.shape[1] - 1),
                       np.clip(y * SCALE - 0.5, 0, self.gray.shape[0] - 1))


    def contrast_at(self, scale: float) -> Raster:
        """Returns what of the print stands out, at the points of `grid`; kept, as a pile of photos shows few sheets."""
        if scale not in self._contrasts:
            self._contrasts[scale] = contrast_of(self.gray_at(scale), scale)
        return self._contrasts[scale]

    @cached_property
    def _contrasts(self) -> dict[float, Raster]:
        return {}


def contrast_of(gray: Raster, scale: float) -> Raster:
    """Returns what stands out from the 3 mm around it, where `scale` pixels are a mm."""
    return local_contrast(gray, round(3 * scale), 0.03)


def gray_of(picture: NDArray[np.uint8]) -> Raster:
    """A picture in gray, from 0 to 1."""
    return np.asarray((picture.astype(np.float32) @ GRAY) / 255, np.float32)


def coarse_contrast(gray: Raster) -> Raster:
    """Returns what is compared to tell sheets apart: thick lines and letters, whatever the light and the ink. Mean 0, norm
    1."""
    contrast = local_contrast(box_blur(gray, 1), 6, 0.04)
    contrast = contrast - contrast.mean()
    return np.asarray(contrast / max(float(np.linalg.norm(contrast)), 1e-6), np.float32)
