"""The polygons that a shape consists of, and the holes in them."""

from __future__ import annotations

from shapely import Polygon
from shapely.geometry.base import BaseGeometry


def parts_of(shape: BaseGeometry) -> list[Polygon]:
    """The polygons of a shape, the largest first."""
    found: list[Polygon] = []
    for part in getattr(shape, "geoms", (shape,)):
        if isinstance(part, Polygon):
            found.append(part)
        elif hasattr(part, "geoms"):
            found += parts_of(part)
    return sorted(found, key=lambda part: (-part.area, part.bounds))


def holes_of(shape: BaseGeometry) -> list[Polygon]:
    """The holes in a shape, as polygons."""
    return [Polygon(ring) for part in parts_of(shape) for ring in part.interiors]
