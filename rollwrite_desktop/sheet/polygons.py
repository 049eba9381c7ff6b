"""The polygons that a shape consists of, the holes in them, and the water there."""

from __future__ import annotations

import math
from itertools import product

import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry


def parts_of(shape: BaseGeometry) -> list[Polygon]:
    """Returns the polygons of a shape, the largest first."""
    found: list[Polygon] = []
    for part in getattr(shape, "geoms", (shape,)):
        if isinstance(part, Polygon):
            found.append(part)
        elif hasattr(part, "geoms"):
            found += parts_of(part)
    return sorted(found, key=lambda part: (-part.area, part.bounds))


def largest_of(shape: BaseGeometry) -> Polygon:
    """Returns the largest polygon of a shape; an empty one where there is none."""
    return next(iter(parts_of(shape)), Polygon())


def holes_of(shape: BaseGeometry) -> list[Polygon]:
    """Returns the holes in a shape, as polygons."""
    return [Polygon(ring) for part in parts_of(shape) for ring in part.interiors]


def lakes_of(land: BaseGeometry) -> list[Polygon]:
    """Returns the water that land encloses, as polygons without holes: one with an island is two or more, side by side."""
    found = []
    for hole in holes_of(land):
        islands = [part for part in parts_of(land) if hole.covers(part)]
        found += _without_holes(hole.difference(shapely.union_all(islands))) if islands else [hole]
    return found


def _without_holes(shape: BaseGeometry) -> list[Polygon]:
    """A shape cut into polygons without holes, from corner to corner, so that no edge gets another one."""
    found = []
    for part in parts_of(shape):
        bridges = _bridges(part) if part.interiors else []
        if len(bridges) == 2:
            lines = [part.exterior, *part.interiors, *bridges]
            faces = shapely.get_parts(shapely.polygonize([shapely.node(shapely.GeometryCollection(lines))]))
            found += _without_holes(shapely.MultiPolygon([face for face in faces if part.contains(face.point_on_surface())]))
        else:
            found.append(part)
    return found


def _bridges(shape: Polygon) -> list[LineString]:
    """Returns the two shortest lines within a shape from its edge to its first hole that do not meet."""
    pairs = sorted(product(shape.interiors[0].coords[1:], shape.exterior.coords[1:]), key=lambda pair: math.dist(*pair))
    lines = (LineString(pair) for pair in pairs)
    whole = shape.buffer(1e-9)
    found: list[LineString] = []
    for line in lines:
        if whole.covers(line) and not any(line.intersects(other) for other in found):
            found.append(line)
            if len(found) == 2:
                break
    return found
