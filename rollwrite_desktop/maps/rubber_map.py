"""Maps for games whose links are common borders, as true outlines: stretched until every area holds its writing square
(`stretching`), then tidied and drawn as smooth lines (`tiles`), with boxes where they have most room and a little land for
those that have none: the land keeps its coast, and nearly its shape."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations, pairwise

import numpy as np
import shapely
from msgspec import Struct
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from rollwrite_desktop.maps.areas import Link
from rollwrite_desktop.maps.cartogram import Floats
from rollwrite_desktop.maps.polish import FIXED, settled
from rollwrite_desktop.maps.stretching import Box, Land, Stretching, roomiest
from rollwrite_desktop.maps.tiles import CELL, Lost, Tiles, inlets_filled, plain, smoothed, tidied, tiled, tips_given, unlost
from rollwrite_desktop.sheet.check import MIN_BORDER, NARROW
from rollwrite_desktop.sheet.polygons import largest_of, parts_of
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Point, Rect

TURNS, MORE, SEED, GROWN = 28, 12, 0.12, 0.7
"""How often it is looked anew what pulls, and how much more often for each sheet; the size of boxes in the beginning, by
that in the end; and the share of all turns after which they have that."""
SPOTS = 8.0
"""Points from one place that is sea to the next."""
AROUND, OVER = 5.6, 3.4
"""Points that are wanted round a square, and round the strip over it."""
STRAIT, SAILED = 3.0, 7.5
"""Points between areas that have no border, and between those that a line over the sea is to join."""
HALF_NECK, LONGEST_NECK = 2.5, 40.0
"""Points: half the width of a neck of land that joins parts of an area, and its length, at most."""
JOINS = 2.0
"""Points: parts of an area over water up to twice as wide are one."""
CORNER = 2.2
"""Points: the radius of the water where strangers meet that would have a very short border: see `pockets`."""
ROOM, GIVEN, WELL = 3.3, 1.6, 3.0
"""Points round a square within which land is given to it, and so much less round its strip; and with how many it needs
none."""
LONG, REACH = 10.0, 12.0
"""Points that a border is long at least; and round it what moves when it is made longer."""
NOOK, BLUNT = 4.0, 1.5
"""Points: half the width of nooks that are filled, and of tips that go, where tiles seem to have gaps between them."""
EASES = 3
FINE, PLAIN = 0.5, 0.9
"""Points: how much detail is left out before outlines are tidied, and in the end."""

Progress = Callable[[float], None]


class Asked(Struct, frozen=True):
    """What is to be drawn: the land of each area in points, all of its parts, where it fills the room; pairs that have a
    border, and those that a line over the sea is to join; straight lines; the room, and what of it is kept free; the sides
    of a square, and the height of the strip over it; where persons put boxes."""

    shapes: Mapping[str, BaseGeometry]
    links: Collection[Link]
    sea: Collection[Link]
    lines: Sequence[LineString]
    room: Rect
    free: Rect
    side: float
    strip: float
    fixed: Mapping[str, Point]


class Drawn(Struct, frozen=True):
    """Outlines by code, boxes with their strips, where all land lies then, and places that are sea. wrong: how much is."""

    outlines: Mapping[str, Polygon]
    boxes: Mapping[str, Rect]
    land: Mapping[str, BaseGeometry]
    sea: tuple[Point, ...]
    wrong: int


def rubber_map(asked: Asked, sheets: int, chance: random.Random, progress: Progress) -> Drawn | None:
    """Returns a drawing; None where an area or a border is lost. sheets: on how many the map is laid one after the other:
    with more of them areas find room that had none, and the land is less like itself."""
    try:
        tiles = unlost(mains(asked.shapes, asked.links), asked.links)
        laid = _stretched(asked, tiles, sheets, chance, lambda done: progress(0.75 * done))
        outlines = unlost(_finished(unlost(laid.tiles, asked.links), asked), asked.links)
        boxes = {code: _box(place, asked) for code, place in laid.places.items()}
        fixed = {code: _box(place, asked) for code, place in asked.fixed.items()}
        for turn in range(EASES):
            progress(0.8 + 0.2 * turn / EASES)
            boxes = {code: _placed(outlines[code], box, fixed.get(code), asked) for code, box in boxes.items()}
            outlines = _eased(outlines, boxes, asked)
        outlines = _clean(plain(outlines, PLAIN), asked)
    except Lost:
        return None
    wrong = _wrong(outlines, asked) + sum(_gap(outlines[code], box, asked) < 0 for code, box in boxes.items())
    wrong += sum(max(abs(boxes[code].x - box.x), abs(boxes[code].y - box.y)) > FIXED + 0.1 for code, box in fixed.items())
    return Drawn(outlines, boxes, laid.land, tuple((float(x), float(y)) for x, y in laid.water), wrong)


class _Laid(Struct, frozen=True):
    """A map after it was stretched: outlines, the middles of squares, all land, and places that are sea."""

    tiles: Tiles
    places: Mapping[str, Point]
    land: Mapping[str, BaseGeometry]
    water: Floats


def _stretched(asked: Asked, tiles: Tiles, sheets: int, chance: random.Random, progress: Progress) -> _Laid:
    half = asked.side / 2
    box = Box(-half - AROUND, -half - asked.strip - OVER, half + AROUND, half + AROUND)
    land = {code: shapely.segmentize(shape, 4.0) for code, shape in asked.shapes.items()}
    laid = _Laid(tiles, {}, land, _sea(land, asked.room))
    lines, turns = asked.lines, TURNS + MORE * sheets
    ends = [turns * k // sheets for k in range(sheets + 1)]
    for first, end in pairwise(ends):
        on = Land(laid.tiles, asked.links, lines, asked.room, asked.free)
        sheet = Stretching(on, box, laid.places, asked.fixed, chance)
        for turn in range(first, end):
            progress(turn / turns)
            sheet.turn(min(1.0, SEED + (1 - SEED) * turn / (GROWN * turns)))
        lines = sheet.lines()
        laid = _Laid(
            tiled({code: shapely.make_valid(tile) for code, tile in sheet.tiles().items()}), sheet.boxes(),
            {code: shapely.transform(shape, sheet.moved) for code, shape in laid.land.items()}, sheet.moved(laid.water))
    return laid


def mains(shapes: Mapping[str, BaseGeometry], links: Collection[Link]) -> Tiles:
    """Returns the largest part of each area with what is near to it, side by side. Parts that lie within others are theirs,
    unless a border would be lost: then a neck of land joins them to their own."""
    parts = {code: parts_of(shape) for code, shape in shapes.items()}
    first = {code: own[0] for code, own in parts.items()}
    near: dict[str, list[BaseGeometry]] = {code: [] for code in parts}
    necks: dict[str, list[BaseGeometry]] = {code: [] for code in parts}
    for code, part in ((code, part) for code, own in parts.items() for part in own[1:]):
        around = part.buffer(0.3)
        beside = {other: shape.exterior.intersection(around).length for other, shape in first.items()
                  if other != code and shape.dwithin(part, 0.3)}
        most = max(beside, key=lambda other: (beside[other], other), default="")
        neck = shapely.shortest_line(first[code], part)
        main = first[code].buffer(0.3)
        needed = any((min(code, other), max(code, other)) in links and long > first[other].exterior.intersection(main).length
                     for other, long in beside.items())
        if needed and neck.length < LONGEST_NECK:
            necks[code] += [neck.buffer(HALF_NECK, quad_segs=3), part]
        elif most and beside[most] > 0.3 * part.length:
            near[most].append(part.buffer(0.1))
        elif not beside:
            near[code].append(part)
    joins = {code: shapely.union_all(own) for code, own in necks.items()}
    first = {code: _main(shape.difference(_but(joins, code)), shape) for code, shape in first.items()}
    return plain(tiled({
        code: _main(shapely.union_all([
            shape, joins[code], shapely.union_all([shape, *near[code]]).buffer(JOINS).buffer(-JOINS),
        ]).difference(_but(first, code)).difference(_but(joins, code)), shape)
        for code, shape in first.items()}), FINE)


def _but(shapes: Mapping[str, BaseGeometry], code: str) -> BaseGeometry:
    return shapely.union_all([shape for other, shape in shapes.items() if other != code])


def _main(shape: BaseGeometry, first: Polygon) -> Polygon:
    return Polygon(max(parts_of(shape), key=lambda part: float(part.intersection(first).area)).exterior)


def _box(place: Point, asked: Asked) -> Rect:
    x, y = place[0] - asked.side / 2, place[1] - asked.side / 2 - asked.strip
    return Rect(round(x, 2), round(y, 2), asked.side, round(asked.side + asked.strip, 2))


def _placed(tile: Polygon, box: Rect, near: Rect | None, asked: Asked) -> Rect:
    """A box where it has most room around: near to where it is, or anywhere if it stands partly outside."""
    if near is None and _gap(tile, box, asked) < 0:
        scale, (x, y) = roomiest(tile, box.w, box.h)
        if scale < 1:
            box = Rect(round(float(x) - box.w / 2, 2), round(float(y) - box.h / 2, 2), box.w, box.h)
    return settled(tile, box, near)


def _finished(tiles: Tiles, asked: Asked) -> Tiles:
    """Outlines as they are printed."""
    tiles = smoothed(tidied(plain(tiles, FINE), asked.links))
    return _lengthened(_parted(tiles, asked), asked)


def _lengthened(tiles: Tiles, asked: Asked) -> Tiles:
    """Tiles with borders long enough to be seen: what is round a short one is pulled apart along it."""
    for _ in range(3):
        for a, b in sorted(asked.links):
            common = shapely.get_coordinates(tiles[a].exterior.intersection(tiles[b].exterior))
            if not len(common):
                continue
            first = common[((common - common.mean(axis=0)) ** 2).sum(axis=1).argmax()]
            last = common[((common - first) ** 2).sum(axis=1).argmax()]
            long = float(np.hypot(*(last - first)))
            if 0.1 < long < LONG:
                pull = _pulling((first + last) / 2, (last - first) / long, LONG / long)
                tiles = {code: shapely.transform(tile, pull) for code, tile in tiles.items()}
    return tiles


def _pulling(middle: Floats, way: Floats, by: float) -> Callable[[Floats], Floats]:
    """Pulls what is near to a place apart along a way, `by` times."""
    def pulled(xy: Floats) -> Floats:
        off = xy - middle
        along = np.clip(off @ way, -LONG / 2 / by, LONG / 2 / by) * (by - 1)
        near = np.exp(-((off / REACH) ** 2).sum(axis=1))
        found: Floats = np.round(xy + (along * near)[:, None] * way, 3)
        return found

    return pulled


def _parted(tiles: Tiles, asked: Asked) -> Tiles:
    """Tiles with water between strangers that touch, or lie at narrow water; where they meet in a corner, a little pocket
    of it."""
    now = dict(tiles)
    for a, b in combinations(sorted(now), 2):
        wide = SAILED if (a, b) in asked.sea else STRAIT
        far = float(now[a].distance(now[b]))
        if (a, b) in asked.links or not far <= wide - 0.2:  # or one is lost
            continue
        near = {code: tile for code, tile in now.items() if tile.dwithin(now[a], wide) and tile.dwithin(now[b], wide)}
        both = now[a].buffer(wide / 2, quad_segs=4).intersection(now[b].buffer(wide / 2, quad_segs=4))
        water = both.difference(shapely.union_all(list(near.values())).buffer(-CELL))
        slit = shapely.union_all([water.buffer(-CELL).buffer(CELL), now[a].intersection(now[b])])
        slit = slit.buffer((wide - far) / 2 + 0.1, quad_segs=4)
        now |= {code: largest_of(tile.difference(slit)) for code, tile in near.items()}
    return tiled(now)


def _inks(box: Rect, asked: Asked) -> tuple[Polygon, Polygon]:
    """The square and the strip of a box."""
    y = box.y + asked.strip
    return shapely.box(box.x, y, box.x + box.w, box.y + box.h), shapely.box(box.x, box.y, box.x + box.w, y)


def _clean(tiles: Tiles, asked: Asked) -> Tiles:
    """Tiles with points as a sheet has them, and without what looks like a gap between them."""
    now = {code: _rounded(tile) for code, tile in tiles.items()}
    for _ in range(3):
        edges = shapely.union_all(shapely.coverage_invalid_edges(list(now.values()), gap_width=NARROW))
        if edges.is_empty:
            break
        near = edges.buffer(NARROW)
        now = inlets_filled(tips_given(now, BLUNT, near), asked.links, NOOK, near)
        now = {code: _rounded(tile) for code, tile in tiled(now).items()}
    return now


def _rounded(tile: Polygon) -> Polygon:
    return Polygon(np.round(shapely.get_coordinates(tile.exterior), 2))


def _gap(tile: Polygon, box: Rect, asked: Asked) -> float:
    """Points from a box to the outline round it; less than 0 where it is not inside."""
    square, strip = _inks(box, asked)
    if not tile.covers(square) or not tile.covers(strip):
        return -1.0
    return min(float(tile.exterior.distance(square)), float(tile.exterior.distance(strip)) + GIVEN)


def _eased(tiles: Tiles, boxes: Mapping[str, Rect], asked: Asked) -> Tiles:
    """Land for boxes that have little room, from their neighbors and the sea."""
    zones = {}
    for code, box in boxes.items():
        square, strip = _inks(box, asked)
        zones[code] = shapely.union_all([square.buffer(ROOM), strip.buffer(ROOM - GIVEN)])
    now = dict(tiles)
    for code, zone in zones.items():
        if _gap(now[code], boxes[code], asked) >= WELL:
            continue
        near = [other for other in now if other != code and zones[other].dwithin(zone, 12)]
        taken = shapely.union_all([zones[other] for other in near])
        tile = now[code]
        wide = zone.union(tile).buffer(2.5).buffer(-2.5).intersection(zone.buffer(5)).difference(taken)
        grown = wide.union(tile).buffer(-1.2).buffer(1.2).union(tile.difference(zone.buffer(7)))
        grown = largest_of(grown.union(tile.difference(zone.buffer(5))).difference(taken.difference(tile)))
        now[code] = grown
        for other in now:
            if other != code and now[other].intersects(grown):
                now[other] = largest_of(now[other].difference(grown))
    return _parted(inlets_filled(tiled(now), asked.links), asked) if now != tiles else tiles


def _wrong(tiles: Tiles, asked: Asked) -> int:
    """How much is wrong with outlines: borders that are missing, short or false, strangers that are near, land beyond the
    room, and tiles that are none."""
    codes = sorted(tiles)
    if not all(tile.is_valid and not tile.is_empty for tile in tiles.values()):
        return len(codes)
    found = 0
    for a, b in combinations(codes, 2):
        near = tiles[a].dwithin(tiles[b], NARROW)
        shared = tiles[a].exterior.intersection(tiles[b].exterior).length if near else 0.0
        if (a, b) in asked.links:
            found += shared < MIN_BORDER * POINTS_PER_MM + 0.1
        elif (a, b) in asked.sea:
            found += tiles[a].dwithin(tiles[b], SAILED - 1)
        else:
            found += shared > 1e-3
    found += not shapely.coverage_is_valid([tiles[code] for code in codes], gap_width=NARROW)
    room, free = (shapely.box(rect.x, rect.y, rect.x + rect.w, rect.y + rect.h) for rect in (asked.room, asked.free))
    land = shapely.union_all(list(tiles.values()))
    found += not room.buffer(4).covers(land)
    return found + bool(asked.free.w and land.intersects(free.buffer(-1)))


def _sea(land: Mapping[str, BaseGeometry], room: Rect) -> Floats:
    """Places that are sea before anything is moved."""
    xs, ys = (np.arange(start, start + side, SPOTS) for start, side in ((room.x, room.w), (room.y, room.h)))
    spots = np.stack(np.meshgrid(xs, ys), axis=2).reshape(-1, 2)
    found: Floats = spots[~shapely.intersects_xy(shapely.union_all(list(land.values())), spots)]
    return found
