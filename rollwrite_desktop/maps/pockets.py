"""Pockets of water on a block map that no water of the data explains: areas that meet in a corner only leave one between
them. They are filled: the areas around meet in one point then, as in the Four Corners of the USA."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, pairwise

import shapely
from msgspec import Struct
from shapely import Polygon

from rollwrite_desktop.maps.areas import Areas, Link, kept_parts
from rollwrite_desktop.sheet.polygons import holes_of
from rollwrite_desktop.sheet.sheet import Point

NEAR = 0.02
"""Points from an outline to an edge that is its own."""
ASHORE = 0.5
"""Units of the areas' plane from an area to water that it lies at."""
SLIVER = 0.05
"""Square points: the least that an area takes for each edge of a pocket."""
POND = 60.0
"""Square points: smaller water is none, whatever the data has there."""
SPOKES = 4
"""The most areas that may meet in one point."""


class Filled(Struct, frozen=True):
    """Outlines by code after pockets were filled; where areas meet in a corner, with the pairs that meet there only; and
    the areas around every pocket that stayed and is no water of the data."""

    shapes: Mapping[str, Polygon]
    corners: tuple[tuple[Point, tuple[Link, ...]], ...]
    left: tuple[tuple[str, ...], ...]


def waters(areas: Areas) -> list[frozenset[str]]:
    """Returns the areas that lie at each water of the data: the sea first, then every lake that the areas leave open."""
    shapes = {code: shapely.union_all(kept_parts(area.shape)) for code, area in areas.by_code.items()}
    land = shapely.union_all([shape.buffer(ASHORE / 2) for shape in shapes.values()])
    coasts = [shapely.MultiLineString([part.exterior for part in getattr(land, "geoms", (land,))])]
    coasts += [hole.exterior for hole in holes_of(land)]
    codes = list(shapes)
    at: list[set[str]] = [set() for _ in coasts]
    near = shapely.STRtree(coasts).query(list(shapes.values()), predicate="dwithin", distance=ASHORE)
    for shape, coast in zip(*near, strict=True):
        at[coast].add(codes[shape])
    return [frozenset(each) for each in at]


def filled(
    shapes: Mapping[str, Polygon], links: Collection[Link], known: Sequence[frozenset[str]], wet: Collection[Point]
) -> Filled:
    """Outlines without pockets that are no water of the data. links: the pairs that have a border. known: see `waters`; a
    pocket is a lake if all areas around it lie at that lake, and a bay if all lie at the sea and one of `wet` is in it:
    points that are sea if nothing is moved; what is smaller than a POND is neither."""
    now = dict(shapes)
    corners: list[tuple[Point, tuple[Link, ...]]] = []
    left: list[tuple[str, ...]] = []
    sea, lakes = known[0], known[1:]
    for hole in holes_of(shapely.union_all(list(shapes.values()))):
        points = list(hole.exterior.coords)
        owners = [_owner(now, a, b) for a, b in pairwise(points)]
        around = {*owners}
        if hole.area > POND and (any(around <= lake for lake in lakes) or (
            around <= sea and any(hole.buffer(NEAR).contains(shapely.Point(point)) for point in wet)
        )):
            continue
        runs = [owner for k, owner in enumerate(owners) if owner != owners[k - 1]]
        beside = {tuple(sorted(pair)) for pair in zip(runs, (*runs[1:], *runs[:1]), strict=True)}
        only = tuple((a, b) for a, b in combinations(sorted(around), 2) if (a, b) not in beside and (a, b) not in links)
        edges = [(a, b, owner) for (a, b), owner in zip(pairwise(points), owners, strict=True)]
        middle = _middle(hole)
        if len(runs) == 2:  # between two areas there is no corner, and a share for a short edge would be a needle
            most = max(sorted(around), key=lambda code: sum(math.dist(a, b) for a, b, owner in edges if owner == code))
            shares = {most: [hole]}
        else:
            shares = {code: [Polygon([middle, a, b]) for a, b, owner in edges if owner == code]
                      for code in around} if middle is not None else {}
        if not shares or len(runs) > SPOKES or not beside <= {*links}:
            left.append(tuple(sorted(around)))
            continue
        new = {code: shapely.union_all([now[code], *share]) for code, share in shares.items()}
        if not all(isinstance(shape, Polygon) and not shape.interiors for shape in new.values()):
            left.append(tuple(sorted(around)))
            continue
        now |= new
        if only and middle is not None:
            corners.append((middle, only))
    return Filled(now, tuple(corners), tuple(left))


def _owner(shapes: Mapping[str, Polygon], a: Point, b: Point) -> str:
    """Returns the area whose outline an edge belongs to."""
    middle = shapely.Point((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    return min(shapes, key=lambda code: (shapes[code].distance(middle) > NEAR, shapes[code].boundary.distance(middle), code))


def _middle(hole: Polygon) -> Point | None:
    """A point from which the whole of a pocket is seen, well away from its edges, if there is one."""
    x0, y0, x1, y1 = hole.bounds
    center = hole.centroid
    shares = [k / 12 for k in range(1, 12)]
    tried = [(center.x, center.y), *((x0 + (x1 - x0) * i, y0 + (y1 - y0) * j) for i in shares for j in shares)]
    points = list(shapely.geometry.polygon.orient(hole).exterior.coords)

    def least(spot: Point) -> float:
        x, y = spot
        return float(min((a[0] - x) * (b[1] - y) - (b[0] - x) * (a[1] - y) for a, b in pairwise(points)) / 2)

    spot = max(tried, key=lambda spot: (least(spot) > SLIVER, -abs(spot[0] - center.x) - abs(spot[1] - center.y)))
    return (round(spot[0], 2), round(spot[1], 2)) if least(spot) > SLIVER else None
