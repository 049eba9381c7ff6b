"""Land that moves aside on its sheet where the names of its areas then stand together."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

import shapely
from msgspec.structs import replace
from shapely import Polygon

from rollwrite_desktop.gamekit.play.map_making import SIZE, WITHIN
from rollwrite_desktop.maps.name_key import LARGE, WIDER, name_key, needs_key
from rollwrite_desktop.sheet.load import ring_of
from rollwrite_desktop.sheet.sheet import Decor, Point, Rect, Ring, Sheet, bounding_box

STEP, FARTHEST = 6.0, 60.0
"""Points by which land is moved, and at most."""
SHORE, BESIDE = 12.0, 9.0
"""Points that the sea along a coast needs to the edge of a sheet, and land to what stands beside it."""
WELL = 9.8
"""Points of a row of a key that stands in one place, from which on land need not move."""
OF_LAND = frozenset(("lake", "isle", "corner", "region"))


def aside(sheet: Sheet, places: Callable[[Sheet], Sequence[Decor]] = name_key) -> Sheet:
    """A sheet without a key, its land to the left or the right where the key then stands in one place, or at least in fewer
    or in larger letters; as it is if that is so already. places: the key of a sheet."""
    key = places(sheet)
    best, merit = sheet, _merit(key)
    if not needs_key(sheet) or merit >= (True, -1, WELL):
        return sheet
    near = min(_beside(sheet), BESIDE)
    for by in (side * k * STEP for k in range(1, round(FARTHEST / STEP) + 1) for side in (1, -1)):
        other = moved(sheet, by)
        if _on_sheet(other) and _beside(other) >= near and _merit(places(other)) > merit:
            best, merit = other, _merit(places(other))
    return best


def moved(sheet: Sheet, by: float) -> Sheet:
    """A sheet with its land that far to the right, and the names of its parts along the upper edge with it."""
    def point(at: Point) -> Point:
        return round(at[0] + by, 2), at[1]

    def ring(points: Ring) -> Ring:
        return tuple(map(point, points))

    def rect(at: Rect) -> Rect:
        return replace(at, x=round(at.x + by, 2))

    return replace(
        sheet,
        spaces=tuple(
            replace(each, outline=ring(each.outline), writing=rect(each.writing), label=point(each.label))
            for each in sheet.spaces),
        decor=tuple(replace(each, ring=ring(each.ring)) if _of_land(each) else each for each in sheet.decor),
        sea_lines=tuple(replace(line, points=ring(line.points)) for line in sheet.sea_lines),
        bends={link: point(at) for link, at in sheet.bends.items()},
    )


def _merit(key: Sequence[Decor]) -> tuple[bool, int, float]:
    """Rows that are read with ease come first, then places as few as can be, then higher rows; no key is the worst."""
    around = [bounding_box(column.ring) for column in key]
    high = round(around[0].h / len(key[0].text.split()), 1) if key else 0.0
    apart = sum(a.y != b.y or not 0 <= b.x - a.x - a.w <= WIDER + 0.1 for a, b in pairwise(around))
    return high >= LARGE, -1 - apart, high


def _of_land(decor: Decor) -> bool:
    around = bounding_box(decor.ring)
    return decor.kind in OF_LAND or (decor.kind == "edge" and around.w > around.h)


def _on_sheet(sheet: Sheet) -> bool:
    """Returns whether land is on the sheet, or within its frame, with the sea around it."""
    xs = [x for space in sheet.spaces for x, _ in space.outline]
    frames = [(at.x + WITHIN, at.x + at.w - WITHIN) for at in map(bounding_box, sheet.frames)]
    left, right = frames[0] if frames else (SHORE, SIZE[0] - SHORE)
    return min(xs) >= left and max(xs) <= right


def _beside(sheet: Sheet) -> float:
    """How far land is from what stands beside it."""
    land = shapely.union_all([Polygon(space.outline) for space in sheet.spaces])
    rings = [each.ring for each in sheet.decor if not _of_land(each) and each.kind != "neatline"]
    rings += [ring_of(box.rect) for box in sheet.boxes]
    return min((land.distance(Polygon(ring)) for ring in rings), default=math.inf)
