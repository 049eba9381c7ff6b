"""Land that lies aside of the rest, drawn nearer to it, as on printed maps: else it takes the room of all others."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np
import shapely
from shapely import Polygon
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from rollwrite_desktop.maps.globe import ASIDE, PAGE
from rollwrite_desktop.sheet.polygons import parts_of

WATER = 0.06
"""The least water round land that is drawn nearer, as a share of what the rest is wide or high."""
PLACES = 48
"""Places that are looked at, each way."""
ROOM = 1.02
"""A page may be so much larger than the smallest that will do, so that land comes where it is looked for."""

Way = tuple[float, float]


def ways_nearer(shapes: Mapping[str, BaseGeometry], aside: Collection[str]) -> dict[str, Way]:
    """How far each of those aside goes on the plane: to where the page is not larger for it, nearest to its own place. What
    lies together stays together."""
    found: dict[str, Way] = {}
    still = [part for name, shape in shapes.items() if name not in aside for part in parts_of(shape)]
    left, top, right, bottom = shapely.total_bounds(still)
    size = max(right - left, bottom - top)
    groups = _groups({name: shapes[name] for name in aside}, ASIDE * size)
    for group in sorted(groups, key=lambda group: -sum(shapes[name].area for name in group)):
        land = shapely.union_all([shapes[name] for name in group]).convex_hull
        way = _way(land, still, size)
        found |= dict.fromkeys(group, way)
        still.append(translate(land, *way))
    return found


def _groups(shapes: Mapping[str, BaseGeometry], reach: float) -> Iterator[list[str]]:
    """Yields the names of shapes that lie no farther apart, step by step."""
    left = sorted(shapes)
    while left:
        group = [left.pop(0)]
        for name in group:  # which grows
            group += [other for other in left if shapes[name].distance(shapes[other]) <= reach]
            left = [other for other in left if other not in group]
        yield group


def _way(land: Polygon, still: Sequence[Polygon], size: float) -> Way:
    """How far land goes to where it has water around it and the page need not be larger than it must be, nearest to where
    it is."""
    away = WATER * size
    shore = shapely.union_all([Polygon(part.exterior).simplify(away / 4).buffer(away, quad_segs=2) for part in still])
    shapely.prepare(shore)
    x0, y0, x1, y1 = shapely.total_bounds(still)
    left, top, right, bottom = land.bounds
    wide, high = right - left, bottom - top
    xs = np.linspace(x0 - wide - away, x1 + away, PLACES) - left
    ys = np.linspace(y0 - high - away, y1 + away, PLACES) - top
    ways = np.array([(x, y) for x in xs for y in ys])
    corners = shapely.get_coordinates(land.exterior)
    places = shapely.polygons(ways[:, np.newaxis] + corners)
    ways = ways[~shapely.intersects(shore, places)]
    width = np.maximum(right + ways[:, 0], x1) - np.minimum(left + ways[:, 0], x0)
    height = np.maximum(bottom + ways[:, 1], y1) - np.minimum(top + ways[:, 1], y0)
    page = np.maximum(width / PAGE, height)
    ways = ways[page <= ROOM * page.min()]
    x, y = ways[np.hypot(*ways.T).argmin()]
    return float(x), float(y)
