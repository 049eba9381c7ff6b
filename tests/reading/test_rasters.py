"""Rasters: means around pixels, and samples between them."""

from __future__ import annotations

import numpy as np
import pytest

from rollwrite_desktop.reading.rasters import box_blur, sampled

LUCK = np.random.default_rng(3)


@pytest.mark.parametrize("radius", [1, 2, 3, 6, 7, 12, 15])
def test_a_blur_is_the_mean_around_each_pixel(radius: int) -> None:
    raster = LUCK.random((21, 34), np.float32)
    around = np.pad(raster, radius, mode="edge").astype(np.float64)
    windows = np.lib.stride_tricks.sliding_window_view(around, (2 * radius + 1,) * 2)
    blurred = box_blur(raster, radius)
    assert blurred.dtype == np.float32
    np.testing.assert_allclose(blurred, windows.mean((2, 3)), atol=1e-6)


@pytest.mark.parametrize("channels", [(), (3,)])
def test_samples_lie_between_pixels_and_beyond_the_edges_is_nothing(channels: tuple[int, ...]) -> None:
    raster = LUCK.random((5, 7, *channels), np.float32)
    x, y = np.array([[0.0, 2.5, 6.0], [1.25, -0.1, 6.01]]), np.array([[0.0, 1.5, 4.0], [3.0, 2.0, 2.0]])
    found = sampled(raster, x, y)
    assert found.shape == (2, 3, *channels)
    np.testing.assert_allclose(found[0, 0], raster[0, 0])
    np.testing.assert_allclose(found[0, 1], raster[1:3, 2:4].mean((0, 1)), rtol=1e-6)
    np.testing.assert_allclose(found[0, 2], raster[4, 6])
    np.testing.assert_allclose(found[1, 0], 0.75 * raster[3, 1] + 0.25 * raster[3, 2], rtol=1e-6)
    assert np.isnan(found[1, 1:]).all()
    assert (sampled(raster, x, y, 9.0)[1, 1:] == 9).all()
