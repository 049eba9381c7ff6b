"""Land of an area that lies apart from where one writes: drawn as isles beside its outline, which is in one piece."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from rollwrite_desktop.sheet.polygons import parts_of
from rollwrite_desktop.sheet.sheet import Decor, Point, Rect, Sheet

APART, MEETS = 9.0, 2.0
"""Points of water beyond which a part of an area is an isle, and not joined to the rest of it; and up to which it lies at
the land of others."""
SHORE, ROUND = 4.5, 1.6
"""Points between an isle and all that stands round it; and the radius of its capes."""
CODE = 7.0
"""Points: the height of a code, and the width of its letters."""
LEAST, MOST_GONE = 40.0, 0.5
"""Square points of an isle; and the share of its land that may have no room."""


def mainlands(shapes: Sequence[BaseGeometry], places: Sequence[Point]) -> list[BaseGeometry]:
    """Returns the shapes of areas without their isles: of each what hangs together with the part where its place is, over
    narrow water step by step, and what lies at land of others."""
    whole = [shapely.make_valid(shape) for shape in shapes]  # what was bent may cross itself
    tree, found = shapely.STRtree(whole), []
    for shape, place in zip(whole, places, strict=True):
        parts = parts_of(shape)
        first = min(parts, key=lambda part: float(part.distance(shapely.Point(place))), default=shape)
        kept = [part for part in parts if part is first or len(tree.query(part, predicate="dwithin", distance=MEETS)) > 1]
        for part in kept:  # which grows
            kept += [other for other in parts if other.distance(part) <= APART and not any(other is each for each in kept)]
        found.append(shape if len(kept) == len(parts) else shapely.multipolygons(kept))
    return found


def isles(shapes: Mapping[str, BaseGeometry], sheet: Sheet, room: Rect) -> tuple[Decor, ...]:
    """Returns the isles of areas, as far as there is room for them on a sheet. shapes: where the land of each would lie, by
    code, all of its parts; room: where land may be."""
    ground: list[BaseGeometry] = [Polygon(space.outline) for space in sheet.spaces]
    ground += [_solid(rect) for rect in (*(space.writing for space in sheet.spaces), *(box.rect for box in sheet.boxes))]
    ground += [shapely.box(x, y - CODE, x + CODE * len(space.id), y) for space in sheet.spaces for x, y in (space.label,)]
    ground += [Polygon(each.ring) for each in sheet.decor if each.kind != "neatline"]
    ground += [shapely.LineString(line.points) for line in sheet.sea_lines]
    free = _solid(room).difference(shapely.union_all([shape.buffer(SHORE, quad_segs=3) for shape in ground]))
    found = list[Decor]()
    for code, shape in shapes.items():
        for part in _beside(parts_of(shapely.make_valid(shape)), sheet.space[code].outline):
            kept = part.intersection(free).buffer(-ROUND).buffer(2 * ROUND).buffer(-ROUND).simplify(0.4)
            isle = max(parts_of(kept), key=lambda each: float(each.area), default=Polygon())
            if isle.area >= max(LEAST, (1 - MOST_GONE) * part.area):
                ring = tuple((round(x, 2), round(y, 2)) for x, y in isle.exterior.coords[:-1])
                found.append(Decor("isle", ring, code))
                free = free.difference(isle.buffer(SHORE, quad_segs=3))
    return tuple(found)


def _beside(parts: Collection[Polygon], outline: Collection[tuple[float, float]]) -> list[Polygon]:
    """Returns the parts of an area but the one that is drawn by its outline, the largest first."""
    drawn = Polygon(outline)
    main = max(parts, key=lambda part: float(part.intersection(drawn).area))
    return [part for part in parts if part is not main]


def _solid(rect: Rect) -> Polygon:
    return shapely.box(rect.x, rect.y, rect.x + rect.w, rect.y + rect.h)
