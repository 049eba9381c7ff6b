"""Map data in degrees: outlines across the antimeridian, land overseas, and the way from the globe to a plane."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import shapely
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray
from shapely import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from rollwrite_desktop.intake.geodata import Feature
from rollwrite_desktop.maps.config import MapFile
from rollwrite_desktop.maps.values import KEPT_PART

FAR_LAND, FAR_AREAS = 0.25, 0.25
"""The most of the land, and of the areas, that may lie far from the rest and be left out: more is a map of islands."""
MOST_EAST, MOST_NORTH = 540, 90.5
"""Numbers beyond these are no degrees, of outlines that may go on across the antimeridian."""

Named = Mapping[str, Sequence[Feature]]
Floats = NDArray[np.floating[Any]]


def unwrapped(ring: Sequence[tuple[float, float]]) -> Floats:
    """A ring in degrees without jumps from one side of the antimeridian to the other; any other ring as it is."""
    points = np.array(ring, dtype=float)
    if np.abs(points[:, 0]).max() > 181:
        return points
    jumps = np.diff(points[:, 0])
    turns = np.concatenate([[0.0], np.cumsum(np.where(jumps > 180, -360.0, np.where(jumps < -180, 360.0, 0.0)))])
    if turns[-1] == 0:  # else it runs round a pole
        points[:, 0] += turns
    return points


class _Part(Struct):
    """A polygon of an area's: its rings, the lower left and upper right corner of its bounds, and its land, on one scale."""

    name: str
    rings: Sequence[Sequence[tuple[float, float]]]
    low: Floats
    high: Floats
    land: float


def without_far_land(named: Named, config: MapFile) -> tuple[dict[str, list[Feature]], list[str]]:
    """The same without what lies farther from the rest than that is wide or high, such as land overseas, where numbers are
    degrees; and the names of the areas that are gone or lost a part that would have been drawn."""
    parts = [] if config.projection.startswith("plane") else list(_parts(named))
    whole = {name: list(features) for name, features in named.items()}
    if not parts or any(np.abs([part.low[0], part.high[0]]).max() > MOST_EAST
                        or np.abs([part.low[1], part.high[1]]).max() > MOST_NORTH for part in parts):
        return whole, []
    near = _near_the_mainland(parts)
    far = [part for part, inside in zip(parts, near, strict=True) if not inside]
    kept = {part.name for part, inside in zip(parts, near, strict=True) if inside}
    land = sum(part.land for part in parts)
    if sum(part.land for part in far) > FAR_LAND * land or len(named) - len(kept) > FAR_AREAS * len(named):
        return whole, []
    gone = {id(part.rings) for part in far}
    left = {
        name: [replace(feature, polygons=tuple(rings for rings in feature.polygons if id(rings) not in gone))
               for feature in features]
        for name, features in whole.items() if name in kept
    }
    return left, _missed(parts, far)


def _parts(named: Named) -> Iterable[_Part]:
    for name, features in named.items():
        for rings in (rings for feature in features for rings in feature.polygons if len(rings[0]) >= 4):
            ring = unwrapped(rings[0])
            low, high = ring.min(axis=0), ring.max(axis=0)
            land = Polygon(rings[0]).area * math.cos(math.radians((low + high)[1] / 2))
            yield _Part(name, rings, low, high, land)


def _near_the_mainland(parts: Sequence[_Part]) -> list[bool]:
    """Whether each part belongs to the mainland: to the largest part and all that lies, step by step, no farther from what
    belongs to it already than that is wide or high."""
    low, high = np.array([part.low for part in parts]), np.array([part.high for part in parts])
    main = np.zeros(len(parts), bool)
    main[max(range(len(parts)), key=lambda k: parts[k].land)] = True
    while True:
        left, right = low[main].min(axis=0), high[main].max(axis=0)
        turns = 360.0 * np.round(((low + high)[:, 0] - (left + right)[0]) / 720.0)
        low[:, 0] -= turns
        high[:, 0] -= turns
        narrow = np.array([math.cos(math.radians((left + right)[1] / 2)), 1.0])
        gap = np.hypot(*(np.maximum(np.maximum(low - right, left - high), 0.0) * narrow).T)
        near = main | (gap <= max((right - left) * narrow))
        if (near == main).all():
            return [bool(each) for each in near]
        main = near


def _missed(parts: Iterable[_Part], far: Iterable[_Part]) -> list[str]:
    """The names of the areas of which a part that would have been drawn is far."""
    greatest: dict[str, float] = defaultdict(float)
    for part in parts:
        greatest[part.name] = max(greatest[part.name], part.land)
    return list(dict.fromkeys(part.name for part in far if part.land >= KEPT_PART * greatest[part.name]))


def projection(features: Sequence[Feature], config: MapFile) -> Callable[[BaseGeometry], BaseGeometry]:
    """Cuts off what lies outside the window and projects: azimuthal equal-area on the middle of the map (Snyder, Map
    Projections: A Working Manual, 1987, p. 185), or as it is where numbers are no degrees."""
    points = np.array([point for feature in features for rings in feature.polygons for point in rings[0]])
    degrees = bool(len(points)) and bool(np.all(np.abs(points[:, 0]) <= 181) and np.all(np.abs(points[:, 1]) <= 90.5))
    window = shapely.box(*config.window) if config.window else None

    def cut(shape: BaseGeometry) -> BaseGeometry:
        if window is None:
            return shape
        # Rings that cross the antimeridian may lie on the other side of the globe from the window.
        turns = [shapely.transform(shape, lambda xy, by=by: xy + np.array([by, 0.0])) for by in (-360.0, 0.0, 360.0)]
        return unary_union([turn.intersection(window) for turn in (turns if degrees else turns[1:2])])

    if config.projection.startswith("plane") or (config.projection == "auto" and not degrees):
        sign = 1.0 if config.projection == "plane, y down" else -1.0
        return lambda shape: shapely.transform(cut(shape), lambda xy: xy * np.array([1.0, sign]))
    inside = points
    if window is not None:
        west, south, east, north = window.bounds
        kept = (points[:, 0] >= west) & (points[:, 0] <= east) & (points[:, 1] >= south) & (points[:, 1] <= north)
        inside = points[kept] if kept.any() else points
    lon, lat = np.radians(inside[:, 0]), np.radians(inside[:, 1])
    middle = np.array([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)]).mean(axis=1)
    # The middle of the extremes about the mean, so that a jagged coast does not draw the center to itself.
    lon0, lat0 = math.atan2(middle[1], middle[0]), math.atan2(middle[2], math.hypot(middle[0], middle[1]))
    turned = (lon - lon0 + math.pi) % (2 * math.pi) - math.pi
    lon0 += float(turned.min() + turned.max()) / 2
    lat0 = float(lat.min() + lat.max()) / 2

    def lambert(xy: Floats) -> Floats:
        away, up = np.radians(xy[:, 0]) - lon0, np.radians(xy[:, 1])
        cosine = 1 + math.sin(lat0) * np.sin(up) + math.cos(lat0) * np.cos(up) * np.cos(away)
        k = np.sqrt(2 / np.maximum(cosine, 1e-6))
        x = k * np.cos(up) * np.sin(away)
        y = k * (math.cos(lat0) * np.sin(up) - math.sin(lat0) * np.cos(up) * np.cos(away))
        return np.column_stack([x, -y])

    return lambda shape: shapely.transform(shapely.segmentize(cut(shape), 2.0), lambert)
