"""Which outer edges of a map lie at the sea. Data of one country does not know: a coarse outline of all land on the globe
does (`sheets/atlas/land.i16`), so long as numbers are degrees and the map lies on that land.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from rollwrite_desktop.gamekit.play.map_making import SIZE
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.paths import SHEETS
from rollwrite_desktop.sheet.borders import borders
from rollwrite_desktop.sheet.load import ring_of
from rollwrite_desktop.sheet.polygons import parts_of
from rollwrite_desktop.sheet.sheet import Rect, Ring, Sheet

LAND = SHEETS / "atlas" / "land.i16"
MAX_LAND = 1_000_000
FACE = ring_of(Rect(0.0, 0.0, *SIZE))
"""All of a sheet: the land ends at the sea everywhere."""
BLUR = 0.0012
"""Radians that two drawings of one coast may differ by, as those of a map and of the globe do: 8 km."""
SHARE = 0.004
"""The same as a share of the map's greater side, where that is more."""
BESIDE = 2.0
"""Blurs from an edge to land of others, up to which it is a border with that."""
NARROWEST, AROUND, FARTHEST, POLE = 0.25, 1.0, 90.0, 85.0
"""How narrow degrees of longitude are thought to be at most; how much land is looked at on either side of a map, by its
greater side, and how far from its middle, east or west, and north or south, in degrees."""
ON_LAND = 0.7
"""The share of a map that lies on land of the globe, at least: any other is of another world."""
TOUCHING = 0.5
"""Points from the end of an outer edge to a neighbor that lies there."""
STEP = 3.0
"""Points of an outline from one place to the next where it is asked for the sea."""
RUN = 5
"""Places on either side that are asked, too: the most of them decide."""
SQUARE = 4
"""Points: the side of the squares that a sheet is parted into to say where the sea is nearest."""
Floats = NDArray[np.floating[Any]]


@lru_cache(1)
def _globe() -> tuple[Polygon, ...]:
    """All land but small islands, in degrees; see `sheets/build/land.py`."""
    numbers = np.frombuffer(read_file(LAND, MAX_LAND), "<i2").reshape(-1, 2) / 100.0
    found: list[Polygon] = []
    at = 0
    while at < len(numbers):
        n = round(numbers[at][0] * 100)
        ring = shapely.LinearRing(numbers[at + 1 : at + 1 + n])
        at += 1 + n
        if ring.is_ccw:
            found.append(Polygon(ring))
        else:
            found[-1] = Polygon(found[-1].exterior, [*found[-1].interiors, ring])
    return tuple(found)


def land_around(points: Floats) -> BaseGeometry:
    """Returns the land of the globe around some points, in degrees, also across the antimeridian, as far as a page shows it
    whose map these points fill from side to side, or from top to bottom."""
    (west, south), (east, north) = points.min(axis=0), points.max(axis=0)
    narrow = max(NARROWEST, math.cos(math.radians(max(abs(south), abs(north)))))
    reach = max(1.0, AROUND * max((east - west) * narrow, north - south))
    across = min(reach / narrow, max(0.0, FARTHEST - (east - west) / 2))
    frame = shapely.box(
        west - across, max(south - reach, -POLE), east + across, min(north + reach, POLE))
    pieces: list[BaseGeometry] = []
    for turn in (-360.0, 0.0, 360.0):
        near = shapely.transform(frame, lambda xy, turn=turn: xy - np.array([turn, 0.0]))
        pieces += [
            shapely.transform(land.intersection(near), lambda xy, turn=turn: xy + np.array([turn, 0.0]))
            for land in _globe() if land.intersects(near)
        ]
    return shapely.union_all(pieces)


def at_sea(shapes: Mapping[str, BaseGeometry], land: BaseGeometry) -> tuple[dict[str, BaseGeometry], BaseGeometry]:
    """Returns the parts of each area's outline that lie at the sea, and the land of others: up to the borders with it, but
    without what is seen beyond coasts as these are drawn differently; on the plane where all areas and the land of the globe
    lie, in radians. None, and nothing, where the areas are no land of the globe."""
    left, top, right, bottom = shapely.total_bounds(np.array(list(shapes.values()), dtype=object))
    blur = max(BLUR, SHARE * max(right - left, bottom - top))
    plain = {name: shape.simplify(blur / 4) for name, shape in shapes.items()}
    whole = shapely.union_all([shape.buffer(blur / 4, quad_segs=2) for shape in plain.values()])
    land = shapely.multipolygons(parts_of(shapely.make_valid(land)))  # no lines that are left of it
    if land.intersection(whole).area < ON_LAND * whole.area:
        return {}, Polygon()
    near = land.difference(whole.buffer(blur, quad_segs=2)).buffer(-blur / 2, quad_segs=2)
    others = near.buffer(blur * (BESIDE + 1.5), quad_segs=2)
    edge = whole.boundary.buffer(blur / 2, quad_segs=2)
    edge = edge.intersection(shapely.union(land, whole).boundary.buffer(blur * BESIDE, quad_segs=2))  # no narrow land's
    wet = {name: shape.boundary.intersection(edge).difference(others) for name, shape in plain.items()}
    near = near.buffer(blur * 1.5, quad_segs=2).intersection(land)
    far = land.difference(whole.buffer(blur * BESIDE, quad_segs=2))  # as it is, small islands too
    return wet, shapely.union(near, far).difference(whole)


def nearest_sea(spots: NDArray[np.object_], found: NDArray[np.bool_]) -> BaseGeometry:
    """Where on the sheet the nearest of some places is one that was found at the sea, in squares, a box for each run of them
    in a row. (The cells of Voronoi cross each other where places lie evenly on lines, as they do here.)"""
    x, y = np.meshgrid(*(np.arange(SQUARE / 2, side, SQUARE) for side in SIZE))
    wet = found[shapely.STRtree(spots).nearest(shapely.points(x.ravel(), y.ravel()))].reshape(x.shape)
    turns = np.diff(np.pad(wet.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    (rows, starts), (_, ends) = np.nonzero(turns == 1), np.nonzero(turns == -1)
    return shapely.union_all(shapely.box(*(SQUARE * side for side in (starts, rows, ends, rows + 1))))


def asked(
    sheet: Sheet, shapes: Mapping[str, BaseGeometry], wet: BaseGeometry, lay: Callable[[Floats], Floats] | None = None
) -> tuple[Floats, NDArray[np.bool_]]:
    """Places along the outer edges of a sheet, and whether each lies at the sea: as the nearest one on the outline that the
    space was drawn from, where `lay` puts that on the sheet; without it, when space and map are laid over what they were
    drawn from."""
    outlines = {space.id: space.outline for space in sheet.spaces}
    everything = tuple(point for outline in outlines.values() for point in outline)
    whole = shapely.union_all(list(shapes.values()))
    tolerance = 0.002 * max(whole.bounds[2] - whole.bounds[0], whole.bounds[3] - whole.bounds[1])
    outer = whole.buffer(tolerance).boundary.buffer(2 * tolerance)
    solids = {code: Polygon(outline) for code, outline in outlines.items()}
    places: list[tuple[float, float]] = []
    found: list[bool] = []
    for border in borders(sheet):
        shape = shapes.get(border.left) if not border.right else None
        if shape is None:
            continue
        line = shapely.LineString(border.points)
        own = shapely.line_interpolate_point(line, np.arange(0.5, max(1.0, line.length / STEP)) * STEP)
        edge = shape.boundary.intersection(outer)
        ends = (border.points[0], border.points[-1])
        before, after = (
            [shapes[code] for code, outline in solids.items()
             if code != border.left and code in shapes and outline.distance(shapely.Point(end)) < TOUCHING]
            for end in (ends if _runs_along(line, solids[border.left]) else reversed(ends)))
        edge = shape.boundary if edge.is_empty else _run_between(edge, shape, before, after, 2 * tolerance)
        spots = shapely.get_coordinates(own)
        if lay is None:
            there = (_stretched(spots, outlines[border.left], shape) + _stretched(spots, everything, whole)) / 2
            near = shapely.get_point(shapely.shortest_line(edge, shapely.points(there)), 0)
        else:
            along = shapely.get_coordinates(edge.simplify(tolerance / 2).segmentize(2 * tolerance))
            tree = shapely.STRtree(shapely.points(lay(along)))
            near = shapely.points(along)[tree.nearest(shapely.points(spots))]
        at = shapely.distance(wet, near) <= tolerance
        places += [(float(x), float(y)) for x, y in spots]
        found += _by_most(list(np.atleast_1d(at)))
    return np.array(places).reshape(-1, 2), np.array(found, bool)


def _run_between(
    edge: BaseGeometry, shape: BaseGeometry, before: Sequence[BaseGeometry], after: Sequence[BaseGeometry], reach: float
) -> BaseGeometry:
    """Of the outer edges of an area those that run from neighbor to neighbor as that of the sheet does, if any do: an area
    may have a coast on one side, and a border with land that is not on the map on the other. before, after: the neighbors
    at the ends of the sheet's edge."""
    lines = [line for line in shapely.get_parts(edge) if line.geom_type == "LineString"]  # no points where it touches
    kept = []
    for run in shapely.get_parts(shapely.line_merge(shapely.union_all(lines))):
        first, last = (shapely.Point(run.coords[n]) for n in (0, -1))
        ends = (first, last) if _runs_along(run, shape) else (last, first)
        if all(any(other.distance(end) <= reach for other in others)
               for others, end in zip((before, after), ends, strict=True)):
            kept.append(run)
    return shapely.union_all(kept) if kept else edge


def _runs_along(line: BaseGeometry, land: BaseGeometry) -> bool:
    """Whether a part of the outline of some land has the land on its left, as the axes go up."""
    a, middle, b = (line.interpolate(share, normalized=True) for share in (0.499, 0.5, 0.501))
    ring = min((part.exterior for part in parts_of(land)), key=lambda each: float(each.distance(middle)))
    forward = float(ring.project(b) - ring.project(a)) % ring.length < ring.length / 2
    return bool(forward == ring.is_ccw)


def _stretched(points: Floats, outline: Ring, shape: BaseGeometry) -> Floats:
    """Points after an outline was stretched to the width and height of a shape."""
    low, high = np.array(outline).min(axis=0), np.array(outline).max(axis=0)
    left, top, right, bottom = shape.bounds
    scale: Floats = np.array([right - left, bottom - top]) / np.maximum(high - low, 1e-9)
    there: Floats = (points - low) * scale + np.array([left, top])
    return there


def _by_most(flags: Sequence[bool]) -> list[bool]:
    """Each flag as most of those around it are."""
    around = (list(flags[max(0, k - RUN) : k + RUN + 1]) for k in range(len(flags)))
    return [2 * sum(some) > len(some) for some in around]
