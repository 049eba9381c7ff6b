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
FAR, ASIDE = 1.0, 0.12
"""How far from the rest, as a share of what that is wide or high, land is left out, and lies aside."""
GAIN, PAGE = 1.25, 1.1
"""Land aside takes the room where the rest could be drawn so much larger on a page so much wider than high."""
SPECK = 0.05
"""An area aside with less land than this share of what areas have in the mean is left out."""
MAINLANDS = 20
"""Lands that are looked at for the one with most land."""
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


def near_land(named: Named, config: MapFile) -> tuple[dict[str, list[Feature]], list[str], list[str]]:
    """Returns the same without land that is too far from the rest, and without specks aside of it; the names of the areas
    that are gone or lost a part that would have been drawn; and the areas that lie aside."""
    if config.far or config.only or config.window is not None:
        return {name: list(features) for name, features in named.items()}, [], []
    near, distant = _without_far_land(named, config)
    aside, specks = _land_aside(near, config)
    left = {name: features for name, features in near.items() if name not in specks}
    return left, [*distant, *specks], [name for name in aside if name in left]


def _without_far_land(named: Named, config: MapFile) -> tuple[dict[str, list[Feature]], list[str]]:
    """Returns the same without what lies farther from the rest than that is wide or high, such as land overseas, where
    numbers are degrees; and the names of the areas that are gone or lost a part that would have been drawn."""
    parts = _parts_in_degrees(named, config)
    whole = {name: list(features) for name, features in named.items()}
    near = _near_the_mainland(parts, FAR)
    far = [part for part, inside in zip(parts, near, strict=True) if not inside]
    kept = {part.name for part, inside in zip(parts, near, strict=True) if inside}
    if not far or not _is_little(far, parts, len(named) - len(kept), len(named)):
        return whole, []
    gone = {id(part.rings) for part in far}
    left = {
        name: [replace(feature, polygons=tuple(rings for rings in feature.polygons if id(rings) not in gone))
               for feature in features]
        for name, features in whole.items() if name in kept
    }
    return left, _missed(parts, far)


def _land_aside(named: Named, config: MapFile) -> tuple[list[str], list[str]]:
    """Returns the areas that lie aside of the rest, where numbers are degrees and it would be drawn much larger without
    them; and those among them that are specks."""
    parts = _parts_in_degrees(named, config)
    near = _near_the_mainland(parts, ASIDE)
    greatest = _greatest(parts)
    drawn = [part.land >= KEPT_PART * greatest[part.name] for part in parts]
    beside = {part.name for part, inside, kept in zip(parts, near, drawn, strict=True) if inside and kept}
    aside = [name for name in greatest if name not in beside]
    away = [part for part in parts if part.name in aside]
    if not aside or not _is_little(away, parts, len(aside), len(named)):
        return [], []
    rest = [part for part, kept in zip(parts, drawn, strict=True) if kept and part.name in beside]
    if _side([*rest, *away]) < GAIN * _side(rest):
        return [], []
    land: dict[str, float] = defaultdict(float)
    for part in parts:
        land[part.name] += part.land
    return aside, [name for name in aside if land[name] * len(land) < SPECK * sum(land.values())]


def _side(parts: Sequence[_Part]) -> float:
    """How high a page is that has room for some parts, in degrees of latitude."""
    low, high = np.array([part.low for part in parts]).min(axis=0), np.array([part.high for part in parts]).max(axis=0)
    wide, tall = high - low
    return float(max(wide * math.cos(math.radians((low + high)[1] / 2)) / PAGE, tall))


def _is_little(away: Sequence[_Part], parts: Sequence[_Part], areas: int, n: int) -> bool:
    """Returns whether the map is still itself without some parts, with so many whole areas of `n`."""
    return sum(part.land for part in away) <= FAR_LAND * sum(part.land for part in parts) and areas <= FAR_AREAS * n


def _parts_in_degrees(named: Named, config: MapFile) -> list[_Part]:
    """All polygons, each on the side of the antimeridian that is nearest to the largest one; none if numbers are no
    degrees."""
    parts = [] if config.projection.startswith("plane") else list(_parts(named))
    if any(np.abs([part.low[0], part.high[0]]).max() > MOST_EAST
           or np.abs([part.low[1], part.high[1]]).max() > MOST_NORTH for part in parts):
        return []
    if parts:
        main = max(parts, key=lambda part: part.land)
        for part in parts:
            turns = 360.0 * round(float(part.low[0] + part.high[0] - main.low[0] - main.high[0]) / 720.0)
            part.low[0] -= turns
            part.high[0] -= turns
    return parts


def _parts(named: Named) -> Iterable[_Part]:
    for name, features in named.items():
        for rings in (rings for feature in features for rings in feature.polygons if len(rings[0]) >= 4):
            ring = unwrapped(rings[0])
            low, high = ring.min(axis=0), ring.max(axis=0)
            land = Polygon(rings[0]).area * math.cos(math.radians((low + high)[1] / 2))
            yield _Part(name, rings, low, high, land)


def _near_the_mainland(parts: Sequence[_Part], reach: float) -> list[bool]:
    """Returns whether each part belongs to the mainland: to the most land of which all lies, step by step, no farther from
    what belongs to it already than `reach` times what that is wide or high."""
    land = np.array([part.land for part in parts])
    low, high = np.array([part.low for part in parts]), np.array([part.high for part in parts])
    best, left = np.zeros(len(parts), bool), np.ones(len(parts), bool)
    for _ in range(MAINLANDS):
        if land[left].sum() <= land[best].sum():
            break
        found = _grown(low.copy(), high.copy(), int(np.where(left, land, -1.0).argmax()), reach)
        best = found if land[found].sum() > land[best].sum() else best
        left &= ~found
    return [bool(each) for each in best]


def _grown(low: Floats, high: Floats, first: int, reach: float) -> NDArray[np.bool_]:
    """Returns the parts that hang together with the first; their bounds go to its side of the antimeridian."""
    main: NDArray[np.bool_] = np.arange(len(low)) == first
    while True:
        left, right = low[main].min(axis=0), high[main].max(axis=0)
        turns = 360.0 * np.round(((low + high)[:, 0] - (left + right)[0]) / 720.0)
        low[:, 0] -= turns
        high[:, 0] -= turns
        narrow = np.array([math.cos(math.radians((left + right)[1] / 2)), 1.0])
        gap = np.hypot(*(np.maximum(np.maximum(low - right, left - high), 0.0) * narrow).T)
        near = main | (gap <= reach * max((right - left) * narrow))
        if (near == main).all():
            return main
        main = near


def _greatest(parts: Iterable[_Part]) -> dict[str, float]:
    """Returns the land of the largest part of each area."""
    greatest: dict[str, float] = defaultdict(float)
    for part in parts:
        greatest[part.name] = max(greatest[part.name], part.land)
    return greatest


def _missed(parts: Iterable[_Part], far: Iterable[_Part]) -> list[str]:
    """Returns the names of the areas of which a part that would have been drawn is far."""
    greatest = _greatest(parts)
    return list(dict.fromkeys(part.name for part in far if part.land >= KEPT_PART * greatest[part.name]))


def in_degrees(features: Sequence[Feature], config: MapFile) -> bool:
    """Returns whether a map lies on the globe, not on a plane already."""
    if config.projection != "auto":
        return not config.projection.startswith("plane")
    return _are_degrees(_outer_points(features))


def _outer_points(features: Sequence[Feature]) -> Floats:
    return np.array([point for feature in features for rings in feature.polygons for point in rings[0]])


def _are_degrees(points: Floats) -> bool:
    return bool(len(points)) and bool(np.all(np.abs(points[:, 0]) <= 181) and np.all(np.abs(points[:, 1]) <= 90.5))


def cutting(features: Sequence[Feature], config: MapFile) -> Callable[[BaseGeometry], BaseGeometry]:
    """Cuts off what lies outside the window."""
    window = shapely.box(*config.window) if config.window else None
    degrees = window is not None and _are_degrees(_outer_points(features))

    def cut(shape: BaseGeometry) -> BaseGeometry:
        if window is None:
            return shape
        # Rings that cross the antimeridian may lie on the other side of the globe from the window.
        turns = [shapely.transform(shape, lambda xy, by=by: xy + np.array([by, 0.0])) for by in (-360.0, 0.0, 360.0)]
        return unary_union([turn.intersection(window) for turn in (turns if degrees else turns[1:2])])

    return cut


def projection(features: Sequence[Feature], config: MapFile) -> Callable[[BaseGeometry], BaseGeometry]:
    """Returns the way to a plane: azimuthal equal-area on the middle of the map (Snyder, Map Projections: A Working Manual,
    1987, p. 185), or as it is where numbers are no degrees."""
    points = _outer_points(features)
    if not in_degrees(features, config):
        sign = 1.0 if config.projection == "plane, y down" else -1.0
        return lambda shape: shapely.transform(shape, lambda xy: xy * np.array([1.0, sign]))
    inside = points
    if config.window is not None:
        west, south, east, north = config.window
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

    return lambda shape: shapely.transform(shapely.segmentize(shape, 2.0), lambert)
