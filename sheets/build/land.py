"""Writes where on the globe land is, coarsely: `sheets/atlas/land.i16`, from which made maps know their coasts.

    npm pack world-atlas@2.0.2, unpack it, then
    .venv/bin/python -m sheets.build.land …/land-50m.json

Natural Earth 4.1, public domain. Rings of whole hundredths of a degree, east and north: after the number of its points and a 0
each ring, outer ones against the clock, holes (the Caspian Sea) with it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from shapely import Polygon
from shapely.geometry.polygon import orient

from rollwrite_desktop.intake import geodata

OUT = Path(__file__).resolve().parent.parent / "atlas" / "land.i16"
DETAIL = 0.05
"""Degrees: finer detail is left out."""
LEAST = 0.03
"""Square degrees: smaller islands are left out."""


def main(source: str) -> None:
    (layer,) = geodata.layers(Path(source).read_bytes(), source)
    numbers: list[np.ndarray] = []
    for rings in (rings for feature in layer.features for rings in feature.polygons):
        whole = orient(Polygon(rings[0], [hole for hole in rings[1:] if Polygon(hole).area > LEAST]).simplify(DETAIL))
        if whole.area > LEAST:
            for ring in (whole.exterior, *whole.interiors):
                points = np.round(np.array(ring.coords)[:-1] * 100)
                numbers += [np.array([[len(points), 0]]), points]
    OUT.write_bytes(np.concatenate(numbers).astype("<i2").tobytes())


if __name__ == "__main__":
    main(sys.argv[1])
