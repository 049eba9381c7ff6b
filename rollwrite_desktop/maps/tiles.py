"""Outlines that lie side by side like tiles: from data with gaps and overlaps, tidied where the pen would not go, and drawn
as smooth lines, each border once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import combinations

import numpy as np
import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from rollwrite_desktop.maps.cartogram import Floats
from rollwrite_desktop.sheet.polygons import holes_of, largest_of, parts_of

CELL = 0.02
"""Points between places where corners may be: what is nearer is one."""
LEAST = 1.0
"""Square points of a tile."""
SLIVER, POND = 4.0, 60.0
"""Square points: so much between tiles is no water; and so much within them is none either."""
INLET, SPIT = 1.6, 1.0
"""Points: water up to twice as wide is filled, land up to twice as wide is cut off; but for what lies between strangers."""
TIP, TIPS = 0.9, 0.05
"""Points: half the width of a tip of one tile along another, which becomes the other's; and square points of such a tip."""
DETAIL, PLAIN, ROUND = 0.9, 0.5, 0.14
"""Points: how much detail is left out before and after borders are divided, and how far off a rounded corner may be."""

QUARTER = 4
"""Lines of a quarter of a rounded corner."""

Tiles = dict[str, Polygon]


class Lost(Exception):
    """A tile has no land left, or two have no border any more."""


def tiled(shapes: Mapping[str, BaseGeometry], owners: Mapping[str, BaseGeometry] | None = None) -> Tiles:
    """Shapes as tiles: each the faces between all their edges that lie in it, or in its owner; slivers go where their
    border is longest. Of each the largest part, without its holes. Raises Lost."""
    edges = [part.exterior for shape in shapes.values() for part in parts_of(shape)]
    return faced(shapely.union_all(edges, grid_size=CELL), shapes if owners is None else owners)


def faced(lines: BaseGeometry, owners: Mapping[str, BaseGeometry]) -> Tiles:
    """Returns the faces between lines as tiles: see `tiled`."""
    codes = list(owners)
    faces = shapely.get_parts(shapely.polygonize([lines]))
    inside = shapely.STRtree(list(owners.values())).query(shapely.point_on_surface(faces), predicate="within")
    of: dict[int, list[int]] = {}
    for face, owner in inside.T.tolist():
        of.setdefault(face, []).append(owner)
    own: dict[str, list[BaseGeometry]] = {code: [] for code in codes}
    for face, found in of.items():
        if len(found) == 1:
            own[codes[found[0]]].append(faces[face])
    whole = {code: shapely.union_all(found) for code, found in own.items()}
    for k, face in enumerate(faces.tolist()):
        if len(of.get(k, ())) != 1 and (k in of or face.area <= SLIVER):
            near = {code: shape.intersection(face).length for code, shape in whole.items() if shape.intersects(face)}
            if near:
                most = max(near, key=lambda code: (near[code], code))
                whole[most] = shapely.union_all([whole[most], face])
    if not all(shape.area > LEAST for shape in whole.values()):
        raise Lost
    return {code: Polygon(largest_of(shape).exterior) for code, shape in whole.items()}


def unlost(tiles: Tiles, joined: Iterable[tuple[str, str]]) -> Tiles:
    """Returns tiles of which these pairs have a border. Raises Lost."""
    if not all(tiles[a].exterior.intersection(tiles[b].exterior).length > CELL for a, b in joined):
        raise Lost
    return tiles


def tidied(tiles: Tiles, joined: Collection[tuple[str, str]]) -> Tiles:
    """Tiles without narrow inlets and spits along the coast, and without tips as thin as hairs between them. joined: the
    pairs that have a border: what lies between others stays water."""
    for _ in range(2):
        tiles = inlets_filled(tiles, joined)
        land = shapely.union_all(list(tiles.values()))
        opened = land.buffer(-SPIT, quad_segs=QUARTER).buffer(1.02 * SPIT, quad_segs=QUARTER)
        tiles = {code: largest_of(tile.intersection(opened)) for code, tile in tiles.items()}
    return tiled(tips_given(tiles))


def inlets_filled(
    tiles: Tiles, joined: Collection[tuple[str, str]], wide: float = INLET, where: BaseGeometry | None = None
) -> Tiles:
    """Tiles without narrow water, but for lakes and what lies between strangers; or without any in some place, if one of the
    areas there has a border with all others."""
    tiles = dict(tiles)
    land = shapely.union_all(list(tiles.values()))
    lakes = shapely.union_all([hole for hole in holes_of(land) if hole.area > POND])
    lakes = lakes.buffer(-INLET, quad_segs=QUARTER).buffer(1.02 * INLET, quad_segs=QUARTER)
    closed = shapely.union_all([Polygon(part.exterior) for part in parts_of(land)])
    closed = closed.buffer(wide, quad_segs=QUARTER).buffer(-wide, quad_segs=QUARTER)
    narrow = closed.difference(land).difference(lakes)
    for water in parts_of(narrow if where is None else narrow.intersection(where)):
        near = sorted(code for code, tile in tiles.items() if tile.dwithin(water, CELL))
        wet = water.buffer(CELL, join_style="mitre")
        pairs = list(combinations(near, 2))
        fit = [code for code in near if all(pair in joined for pair in pairs if where is None or code in pair)]
        if water.area < 4 * CELL or not fit:
            continue
        most = max(fit, key=lambda code: tiles[code].intersection(wet).area)
        others = shapely.union_all([tile for code, tile in tiles.items() if code != most and tile.intersects(wet)])
        tiles[most] = largest_of(shapely.union_all([tiles[most], wet]).difference(others))
    return tiles


def tips_given(tiles: Tiles, wide: float = TIP, where: BaseGeometry | None = None) -> Tiles:
    """Tiles of which no tip is narrower, or none in some place: it is the neighbor's that is beside most of it, unless it
    reaches a third one, or is much of its tile."""
    tiles = dict(tiles)
    for code in list(tiles):
        tile = tiles[code]
        tips = tile.difference(tile.buffer(-wide, quad_segs=QUARTER).buffer(1.05 * wide, quad_segs=QUARTER))
        for tip in parts_of(tips):
            if tip.area < TIPS or (where is not None and not tip.intersects(where)):
                continue
            around = tip.exterior.buffer(CELL / 2)
            beside = {
                other: shape.exterior.intersection(around).length
                for other, shape in tiles.items() if other != code and shape.dwithin(tip, CELL)}
            most = max(beside, key=lambda other: (beside[other], other), default="")
            if not most or beside[most] <= max(0.8, 0.24 * tip.exterior.length) or sum(beside.values()) > beside[most] + 1:
                continue
            rest = largest_of(tiles[code].difference(tip.buffer(CELL / 4)))
            if rest.area > 0.9 * tiles[code].area:
                others = [shape for other, shape in tiles.items() if other not in (code, most) and shape.dwithin(tip, 1.0)]
                given = shapely.union_all([tiles[most], tip.buffer(2 * CELL, join_style="mitre")])
                tiles[code], tiles[most] = rest, largest_of(given.difference(shapely.union_all([*others, rest])))
    return tiles


def plain(tiles: Tiles, detail: float) -> Tiles:
    """Tiles without detail smaller than so many points; what is common stays common."""
    return dict(zip(tiles, map(largest_of, shapely.coverage_simplify(list(tiles.values()), detail)), strict=True))


def smoothed(tiles: Tiles) -> Tiles:
    """Tiles with plain, rounded borders, each between the same ends as before: corners are cut twice (Chaikin, An algorithm
    for high-speed curve generation, 1974)."""
    tiles = plain(tiles, DETAIL)
    net = shapely.line_merge(shapely.union_all([tile.exterior for tile in tiles.values()]))
    lines = [_rounded(shapely.get_coordinates(line)) for line in shapely.get_parts(net)]
    return faced(shapely.union_all([LineString(line) for line in lines], grid_size=CELL), tiles)


def _rounded(line: Floats) -> Floats:
    closed = bool((line[0] == line[-1]).all())
    found: Floats = shapely.get_coordinates(LineString(line).simplify(PLAIN))
    if len(found) < (5 if closed else 3):
        return found if len(found) > 3 or not closed else line
    for _ in range(2):
        a, b = found[:-1], found[1:]
        cut = np.stack([0.75 * a + 0.25 * b, 0.25 * a + 0.75 * b], axis=1).reshape(-1, 2)
        found = np.concatenate([cut, cut[:1]] if closed else [found[:1], cut[1:-1], found[-1:]])
    drawn: Floats = shapely.get_coordinates(LineString(found).simplify(ROUND))
    return drawn
