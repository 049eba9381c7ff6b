"""Writes where on the globe land is, coarsely: `sheets/atlas/land.i16`, from which made maps know their coasts.

    npm pack world-atlas@2.0.2, unpack it, then
    .venv/bin/python -m sheets.build.land …/land-50m.json

Natural Earth 4.1, public domain. Rings of whole hundredths of a degree, east and north: after the number of its points and
a 0 each ring, outer ones against the clock, holes (the Caspian Sea) with it. Chukotka goes on across the antimeridian.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import shapely
from shapely import Polygon
from shapely.geometry.polygon import orient

from rollwrite_desktop.intake import geodata
from rollwrite_desktop.maps.globe import unwrapped
from rollwrite_desktop.sheet.polygons import parts_of

OUT = Path(__file__).resolve().parent.parent / "atlas" / "land.i16"
DETAIL = 0.05
"""Degrees: finer detail is left out."""
LEAST = 0.03
"""Square degrees: smaller islands are left out."""


def main(source: str) -> None:
    (layer,) = geodata.layers(Path(source).read_bytes(), source)
    numbers: list[np.ndarray] = []
    for rings in (rings for feature in layer.features for rings in feature.polygons):
        holes = [hole for hole in rings[1:] if Polygon(hole).area > LEAST]
        outer = unwrapped(rings[0])
        outer[:, 0] -= 360 * np.round(outer[:, 0].mean() / 360)
        simple = shapely.make_valid(Polygon(outer, holes)).simplify(DETAIL)
        for part in parts_of(shapely.set_precision(simple, 0.01)):
            whole = orient(part)
            for ring in (whole.exterior, *whole.interiors) if whole.area > LEAST else ():
                points = np.round(np.array(ring.coords)[:-1] * 100)
                numbers += [np.array([[len(points), 0]]), points]
    OUT.write_bytes(np.concatenate(numbers).astype("<i2").tobytes())


if __name__ == "__main__":
    main(sys.argv[1])
