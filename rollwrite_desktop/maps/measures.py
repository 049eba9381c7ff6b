"""How good a drawn map is, in numbers that anyone can look up on the paper, and what a map must meet to be shipped.

Lengths are millimeters, angles degrees. A sheet alone tells how it is drawn; with the areas that it was drawn from it can
also be said how like the land it is.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from statistics import median

import numpy as np
import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from rollwrite_desktop.maps.values import Measures
from rollwrite_desktop.sheet.borders import borders
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Rect, Sheet, Space

STEP = 12.0
"""A stair step is a piece of a border no longer than this that runs straight across or straight down, between two that run
the other way: the grid shows through. Every area counts those of its own outline."""
LEVEL = 0.03
"""How much a line that runs straight across may fall, in radians."""
SQUARE, STRIP, AROUND = 13.0, 3.4, 2.0
"""A writing square, the strip with the code over it, and what is to be clear around both: land that an area needs."""
CROWDED = 0.7
"""Where squares need so much of the land, they are drawn as small as may be."""
NEAR = 1.0
"""A border nearer than this to a writing square stands in its way."""
TAB = 2.9, 7.0
"""Height and width of the tab with the code on a place of a map with lines."""
PASSING = 2.0
"""A line that passes a place nearer than this seems to lead there."""
FAN, NARROW_FAN = 18.0, 12.0
"""Two lines of a place are hard to tell apart below the first of these angles, and too hard below the second."""


def measured(sheet: Sheet, land: Mapping[str, BaseGeometry] | None = None, room: Rect | None = None) -> Measures:
    """Returns the measures of a sheet. land: the areas it was drawn from, by code, on a plane, y down; without them, and
    without the room that the map had on the page, what depends on these is None."""
    shapes = {space.id: Polygon(space.outline) for space in sheet.spaces}
    gaps = [_mm(shapes[space.id].exterior.distance(_solid(space.writing))) for space in sheet.spaces]
    lines = sheet.joined == "lines"
    angles = _angles(sheet) if lines else []
    like, moved, turned = (None, None, None)
    if land is not None:
        isles = [Polygon(isle.ring) for isle in sheet.isles if isle.text in shapes]
        like = likeness(list(land.values()), [*shapes.values(), *isles])
        moved, turned = _astray(sheet, land, shapes)
    return Measures(
        areas=len(sheet.spaces),
        stairs=stair_steps(sheet) / len(sheet.spaces),
        gap=0.0 if lines else median(gaps),
        least_gap=0.0 if lines else min(gaps),
        tight=0.0 if lines else sum(gap < NEAR for gap in gaps) / len(gaps),
        likeness=like, moved=moved, turned=turned,
        crowding=None if land is None or room is None else crowding(list(land.values()), room),
        narrow_fans=sum(angle < NARROW_FAN for angle in angles),
        fans=sum(angle < FAN for angle in angles),
        longest=max((_mm(LineString(sheet.way(*link)).length) for link in sheet.links), default=0.0) if lines else 0.0,
        passing=_passing(sheet) if lines else 0,
    )


def stair_steps(sheet: Sheet) -> int:
    """How many stair steps the outlines of all areas of a sheet have together."""
    found = 0
    for border in borders(sheet):
        points = border.points
        if points[0] == points[-1]:
            points = (*points, *points[1:3])
        for a, b, c, d in zip(points, points[1:], points[2:], points[3:], strict=False):
            ways = [math.atan2(v - y, u - x) for (x, y), (u, v) in ((a, b), (b, c), (c, d))]
            straight = all(abs((way + LEVEL) % (math.pi / 2)) < 2 * LEVEL for way in ways)
            stepped = math.cos(ways[2] - ways[0]) > 0.5 and abs(math.sin(ways[1] - ways[0])) > 0.5
            if straight and stepped and _mm(math.dist(b, c)) <= STEP:
                found += 2 if border.right else 1
    return found


def crowding(land: Collection[BaseGeometry], room: Rect) -> float:
    """Returns the land that writing squares need, as a share of the land that there is in a room at its true shape."""
    x0, y0, x1, y1 = (float(value) for value in shapely.total_bounds(np.array(list(land), dtype=object)))
    scale = min(room.w / (x1 - x0), room.h / (y1 - y0)) / POINTS_PER_MM
    needed = (SQUARE + 2 * AROUND) * (SQUARE + STRIP + 2 * AROUND)
    there = float(sum(shape.area for shape in land)) * scale * scale
    return len(land) * needed / there


def likeness(land: Sequence[BaseGeometry], drawn: Sequence[BaseGeometry]) -> float:
    """How far two maps cover one another when they are laid over each other as well as can be: 1 for equal outlines, as
    intersection over union of all land, at the same size."""
    one, other = (_normal(shapely.union_all([shape.buffer(0) for shape in shapes])) for shapes in (land, drawn))
    best, step, at = 0.0, 0.08, (0.0, 0.0)
    best = _overlap(one, other)
    while step > 0.01:
        tried = [(at[0] + dx, at[1] + dy) for dx in (-step, 0, step) for dy in (-step, 0, step) if dx or dy]
        found = [(_overlap(one, shapely.transform(other, lambda xy, by=by: xy + np.array(by))), by) for by in tried]
        top = max(found)
        if top[0] > best:
            best, at = top
        else:
            step /= 2
    return best


def _normal(shape: BaseGeometry) -> BaseGeometry:
    """A shape of area 1 about the origin."""
    middle, size = shape.centroid, math.sqrt(shape.area)
    moved = shapely.transform(shape, lambda xy: (xy - np.array([middle.x, middle.y])) / size)
    return shapely.simplify(moved, 0.004).buffer(0)


def _overlap(one: BaseGeometry, other: BaseGeometry) -> float:
    common = one.intersection(other).area
    return float(common / (one.area + other.area - common))


def _astray(sheet: Sheet, land: Mapping[str, BaseGeometry], shapes: Mapping[str, Polygon]) -> tuple[float, float]:
    """Returns the median of how far the middles of areas were moved, as a share of the map's diagonal, and of how far the
    direction from an area to its neighbor was turned."""
    codes = [code for code in shapes if code in land]
    truth = np.array([land[code].centroid.coords[0] for code in codes])
    there = np.array([shapes[code].centroid.coords[0] for code in codes])
    spread = [points - points.mean(axis=0) for points in (truth, there)]
    scale = math.sqrt(float((spread[1] ** 2).sum()) / (float((spread[0] ** 2).sum()) or 1.0))
    off = np.hypot(*(spread[0] * scale - spread[1]).T)
    x0, y0, x1, y1 = shapely.total_bounds(np.array(list(shapes.values()), dtype=object))
    index = {code: k for k, code in enumerate(codes)}
    turned = []
    for a, b in sheet.links:
        if a in index and b in index:
            (ax, ay), (bx, by) = (points[index[b]] - points[index[a]] for points in (truth, there))
            turned.append(abs(math.degrees(math.atan2(ax * by - ay * bx, ax * bx + ay * by))))
    return float(np.median(off)) / math.hypot(x1 - x0, y1 - y0), median(turned) if turned else 0.0


# ---------------------------------------------------------------------- lines


def _angles(sheet: Sheet) -> list[float]:
    """Returns the angles between lines side by side at the same place."""
    found = []
    for space in sheet.spaces:
        x, y = space.writing.center
        others = [sheet.way(space.id, other)[1] for other in sheet.neighbors[space.id]]
        ways = sorted(math.degrees(math.atan2(v - y, u - x)) for u, v in others)
        if len(ways) > 1:
            found += [(b - a) % 360 for a, b in zip(ways, (*ways[1:], ways[0]), strict=True)]
    return found


def _passing(sheet: Sheet) -> int:
    """How many lines pass a place, or its tab, that they do not lead to, too near."""
    places = {space.id: shapely.union_all([_solid(space.writing), _solid(_tab(space))]) for space in sheet.spaces}
    tree, ids = shapely.STRtree(list(places.values())), list(places)
    found = 0
    for link in sheet.links:
        near = tree.query(LineString(sheet.way(*link)), predicate="dwithin", distance=PASSING * POINTS_PER_MM)
        found += any(ids[k] not in link for k in near)
    return found


def _tab(space: Space) -> Rect:
    high, wide = (each * POINTS_PER_MM for each in TAB)
    return Rect(space.label[0] - 3.2, space.writing.y - high, wide, high)


def _solid(rect: Rect) -> Polygon:
    return shapely.box(rect.x, rect.y, rect.x + rect.w, rect.y + rect.h)


def _mm(points: float) -> float:
    return points / POINTS_PER_MM
