"""A map on a sheet of rubber (`rubber`), stretched until every area holds its box: outlines are pulled out of boxes and into
the room of the map, short borders apart, and straight ones straight; boxes are pushed to where there is room."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np
import shapely
from msgspec import Struct
from numpy.typing import NDArray
from shapely import LineString, Polygon

from rollwrite_desktop.maps.areas import Link
from rollwrite_desktop.maps.cartogram import Floats, fill
from rollwrite_desktop.maps.rubber import Pulls, Rubber, Spots, displaced
from rollwrite_desktop.maps.straight import OFF
from rollwrite_desktop.sheet.sheet import Point, Rect

STEP, SEA = 8.0, 0.12
"""Points from node to node of the rubber; and how stiff the sea is, by the land."""
DENSE = 2.5
"""Points from place to place along an outline, at most."""
STEPS, FIRST, EASED = 12, 60, 0.6
"""Steps towards the least energy for pulls that are found anew, and for the first ones; and the share of the way gone."""
STRONG, WALL = 12.0, 20.0
"""How strongly boxes pull at outlines, and the edge of the room, by the stiffness of the land."""
WISHED, MOST = 0.9, 1.7
"""How much of the growth that its box needs an area is given before boxes pull; and how many times the land of its box a
thin one has at most."""
SMALLEST, LARGEST = 0.55, 3.0
"""The scale of an area, at least and at most, by that of the land where it fills the room."""
SHORT = 14.0
"""Points: shorter borders are pulled longer."""
PUSH, HOME = 2.0, 0.03
"""Points that a box moves at once, at most, and the share of the way that it goes back towards its place on the land."""
NECK = 6.5
"""Points: narrower land between neighbors is made wider."""
BETWEEN = 9.0
"""Points between boxes of areas that have no border, besides what is clear around them: others reach through there."""
BEYOND = 2.0
"""Points that a box with what is clear around it may reach beyond the room."""
CELLS = 56
"""Cells along an area, to find where its box has most room."""


class Land(Struct, frozen=True):
    """tiles: the outline of each area in points, where all of them fill the room. links: the pairs that have a border.
    lines: the straight pieces of their outer border. room, free: where land may be, and what of it is kept free."""

    tiles: Mapping[str, Polygon]
    links: Collection[Link]
    lines: Sequence[LineString]
    room: Rect
    free: Rect


class Box(Struct, frozen=True):
    """What every area is to hold, in points from the middle of the writing square."""

    left: float
    top: float
    right: float
    low: float


class Stretching:
    """A map while it is stretched. box: with what is to be clear around it. places: where boxes are; those of other areas
    begin where there is most room, or near to it. fixed: where persons placed boxes."""

    def __init__(
        self, land: Land, box: Box, places: Mapping[str, Point], fixed: Mapping[str, Point], chance: random.Random
    ) -> None:
        self.land, self.box, self.fixed = land, box, fixed
        codes = list(land.tiles)
        rings = [_ring(land.tiles[code]) for code in codes]
        ends = np.cumsum([0, *map(len, rings)])
        self.own = {code: np.arange(ends[k], ends[k + 1]) for k, code in enumerate(codes)}
        self.rest = np.concatenate(rings)
        self.borders = _borders(self.rest, self.own, land.links)
        self.inner = list(_between(self.rest, self.own))
        self.strangers = np.array([[a != b and (min(a, b), max(a, b)) not in land.links for a in codes] for b in codes])
        self.straight = [_along(self.rest, line) for line in land.lines]
        roomy = {code: roomiest(tile, box.right - box.left, box.low - box.top) for code, tile in land.tiles.items()}
        self.growth = _wanted(land, {code: scale for code, (scale, _) in roomy.items()}, box)
        middle = np.array([(box.left + box.right) / 2, (box.top + box.low) / 2])
        near = {code: at - middle + [chance.uniform(-1, 1), chance.uniform(-1, 1)] for code, (_, at) in roomy.items()}
        self.home = np.array([places.get(code, near[code]) for code in codes])
        self._lay()
        self._settle_first()

    def _lay(self) -> None:
        """Lays the map on its rubber."""
        room, margin = self.land.room, 3 * STEP
        wide, high = (math.ceil((side + 2 * margin) / STEP) for side in (room.w, room.h))
        xs, ys = (start - margin + (np.arange(n) + 0.5) * STEP for start, n in ((room.x, wide), (room.y, high)))
        self.scale = np.ones((high, wide))
        stiff = np.full((high, wide), SEA)
        for code, tile in sorted(self.land.tiles.items(), key=lambda each: -each[1].area):
            around = tile.buffer(0.7 * STEP)
            fill(stiff, around, xs, ys, 1.0)
            fill(self.scale, around if tile.area < 2 * STEP ** 2 else tile, xs, ys, self.growth[code])  # a cell, at least
        self.rubber = Rubber((room.x - margin, room.y - margin), STEP, stiff)
        self.moves: Floats = np.zeros((2, high + 1, wide + 1))
        self.spots = self.rubber.spots(self.rest)
        self.homes = self.rubber.spots(self.home)

    def _settle_first(self) -> None:
        """Gives each area its scale, and all together one with which they fit the room."""
        room = self.land.room
        for _ in range(3):
            self.moves = self.rubber.settled(self.scale - 1, [], self.moves, FIRST)
            now = self.now
            low, high = now.min(axis=0), now.max(axis=0)
            shift = np.array(room.center) - (low + high) / 2
            self.moves += shift[:, None, None]
            fit = min(room.w / (high[0] - low[0]), room.h / (high[1] - low[1]))
            if fit > 0.99:
                break
            self.scale *= fit
        self.places = self.home + displaced(self.moves, self.homes)

    @property
    def now(self) -> Floats:
        """Where the places along outlines are."""
        found: Floats = self.rest + displaced(self.moves, self.spots)
        return found

    def moved(self, points: Floats) -> Floats:
        """Returns where points of the land at rest are now."""
        found: Floats = points + displaced(self.moves, self.rubber.spots(points))
        return found

    def lines(self) -> list[LineString]:
        """Returns the straight lines as they are now."""
        return [LineString(self.moved(shapely.get_coordinates(line))) for line in self.land.lines]

    def tiles(self) -> dict[str, Polygon]:
        """Returns the outlines as they are now."""
        now = self.now
        return {code: Polygon(now[own]) for code, own in self.own.items()}

    def boxes(self) -> dict[str, Point]:
        """Returns the middles of the writing squares."""
        return {code: (float(x), float(y)) for code, (x, y) in zip(self.own, self.places, strict=True)}

    def turn(self, grown: float) -> None:
        """Finds what pulls, and goes towards where the map would settle. grown: the size of boxes, by that in the end."""
        now, self.grown = self.now, grown
        found = [*self._out_of_boxes(now), *self._into_room(now), *self._apart(now), *self._necks(now), *self._straight()]
        ids, ways, by, strength = (np.concatenate([each[k] for each in found]) for k in range(4))
        pulls = Pulls(Spots(self.spots.nodes[ids], self.spots.shares[ids]), ways, by, strength)
        new = self.rubber.settled(self.scale - 1, [pulls], self.moves, STEPS)
        self.moves = self.moves + EASED * (new - self.moves)

    def _to(self, ids: NDArray[np.int64], ways: Floats, there: Floats, strength: float) -> _Pull:
        """A pull of places to where they are to be, along ways."""
        ways = np.broadcast_to(ways, (len(ids), 2))
        return ids, ways, ((there - self.rest[ids]) * ways).sum(axis=1), np.full(len(ids), strength)

    def _out_of_boxes(self, now: Floats) -> Iterator[_Pull]:
        """Outlines out of boxes, the way they face or the nearest; and boxes away from them."""
        box, homes = self.box, self.home + displaced(self.moves, self.homes)
        half = self.grown * np.array([(box.right - box.left) / 2, (box.low - box.top) / 2])
        middle = np.array([(box.left + box.right) / 2, (box.top + box.low) / 2])
        for k, (code, own) in enumerate(self.own.items()):
            ring = now[own]
            along = np.roll(ring, -1, axis=0) - np.roll(ring, 1, axis=0)
            out = np.stack([along[:, 1], -along[:, 0]], axis=1) / (np.hypot(*along.T)[:, None] + 1e-9)
            off = ring - self.places[k] - middle
            inside = np.flatnonzero((np.abs(off) < half).all(axis=1))
            force = np.zeros(2)
            if len(inside):
                off, out = off[inside], out[inside]
                gaps = np.concatenate([half - off, half + off], axis=1)  # to the right, down, to the left, up
                facing = np.maximum(0.3, np.concatenate([out, -out], axis=1))
                side = (gaps / facing).argmin(axis=1)
                gap = gaps[np.arange(len(side)), side]
                ways = _SIDES[side]
                force = -(ways * gap[:, None]).sum(axis=0) / len(inside)
                yield self._to(own[inside], np.abs(ways), ring[inside] + ways * gap[:, None], STRONG)
            if code in self.fixed:
                self.places[k] += np.clip(np.array(self.fixed[code]) - self.places[k], -PUSH, PUSH)
            else:
                self.places[k] += np.clip(1.2 * force, -PUSH, PUSH) + HOME * (homes[k] - self.places[k])
        self._boxes_apart()

    def _boxes_apart(self) -> None:
        """Boxes that overlap away from each other, the short way."""
        size = self.grown * np.array([self.box.right - self.box.left, self.box.low - self.box.top])
        off = self.places[None] - self.places[:, None]
        deep = size + BETWEEN * self.strangers[:, :, None] - np.abs(off)
        meet = (deep > 0).all(axis=2) & ~np.eye(len(deep), dtype=bool)
        axis = np.eye(2)[deep.argmin(axis=2)]
        push = (axis * np.where(off >= 0, 1, -1) * deep * meet[:, :, None]).sum(axis=1)
        free = np.array([code not in self.fixed for code in self.own])
        self.places -= np.clip(0.3 * push, -PUSH, PUSH) * free[:, None]
        box, room = self.box, self.land.room
        low = np.array([room.x, room.y]) - self.grown * np.array([box.left, box.top]) - BEYOND
        high = np.array([room.x + room.w, room.y + room.h]) - self.grown * np.array([box.right, box.low]) + BEYOND
        self.places = np.clip(self.places, low, high)

    def _into_room(self, now: Floats) -> Iterator[_Pull]:
        """Land into the room, and out of the corner that is kept free."""
        room, free = self.land.room, self.land.free
        for axis, low, high in ((0, room.x, room.x + room.w), (1, room.y, room.y + room.h)):
            beyond = np.flatnonzero((now[:, axis] < low) | (now[:, axis] > high))
            yield self._to(beyond, np.eye(2)[axis], np.clip(now[beyond], low, high), WALL)
        if free.w:
            off = now - np.array(free.center)
            gaps = np.array([free.w, free.h]) / 2 - np.abs(off)
            inner = np.sign(np.array(room.center) - np.array(free.center))
            deep = (np.array([free.w, free.h]) / 2 - off * inner)
            inside = np.flatnonzero((gaps > 0).all(axis=1))
            ways = np.eye(2)[deep[inside].argmin(axis=1)] * inner
            yield self._to(inside, np.abs(ways), now[inside] + ways * deep[inside].min(axis=1)[:, None], WALL)

    def _apart(self, now: Floats) -> Iterator[_Pull]:
        """The ends of short borders from each other."""
        for ids in self.borders:
            middle = now[ids].mean(axis=0)
            far = now[ids] - middle
            first = far[int((far ** 2).sum(axis=1).argmax())]
            last = far[int(((far - first) ** 2).sum(axis=1).argmax())]
            long = math.dist(first, last)
            if 0 < long < SHORT:
                yield self._to(ids, (last - first) / long, middle + far * SHORT / long, STRONG)

    def _necks(self, now: Floats) -> Iterator[_Pull]:
        """The two sides of land that is narrow between neighbors from each other."""
        for own, ids, along in self.inner:
            ring = now[ids]
            far = np.hypot(*(ring[None] - ring[:, None]).transpose(2, 0, 1)) + along
            nearest = far.argmin(axis=1)
            wide = far[np.arange(len(ids)), nearest]
            thin = np.flatnonzero((wide < NECK) & (wide > 1e-3))
            there = ring[nearest[thin]]
            middles = (ring[thin] + there) / 2
            solid = shapely.contains_xy(Polygon(now[own]), middles) if len(thin) else np.zeros(0, dtype=bool)
            thin, there, middles = thin[solid], there[solid], middles[solid]
            ways = (there - ring[thin]) / wide[thin][:, None]
            yield self._to(ids[thin], ways, middles - ways * NECK / 2, STRONG)

    def _straight(self) -> Iterator[_Pull]:
        """Straight borders so that all of each moves across itself as far."""
        for ids, across in self.straight:
            by = displaced(self.moves, Spots(self.spots.nodes[ids], self.spots.shares[ids])) @ across
            yield self._to(ids, across, self.rest[ids] + across * by.mean(), STRONG)


_Pull = tuple[NDArray[np.int64], Floats, Floats, Floats]
"""Which places are pulled, which ways, by how much from where they are at rest, and how strongly."""
_SIDES = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]])


def _ring(tile: Polygon) -> Floats:
    """Places along an outline, the land on the left as the axes go up."""
    ring: Floats = shapely.get_coordinates(shapely.segmentize(shapely.geometry.polygon.orient(tile).exterior, DENSE))[:-1]
    return ring


def _borders(
    places: Floats, own: Mapping[str, NDArray[np.int64]], links: Collection[Link]
) -> list[NDArray[np.int64]]:
    """The places along the border of each pair."""
    keys = {code: {(x, y): k for k, (x, y) in zip(ids.tolist(), np.round(places[ids], 3).tolist(), strict=True)}
            for code, ids in own.items()}
    found = (np.array(sorted(keys[a][spot] for spot in keys[a].keys() & keys[b].keys()), dtype=np.int64)
             for a, b in sorted(links))
    return [ids for ids in found if len(ids) > 1]


def _between(places: Floats, own: Mapping[str, NDArray[np.int64]]) -> Iterator[tuple[NDArray[np.int64], ...]]:
    """Of each area its places, those at which it has a neighbor, and of each pair of these 0, or much if the way along the
    outline from one to the other is short."""
    keys = list(map(tuple, np.round(places, 3).tolist()))
    there = Counter(keys)
    for ids in own.values():
        inner = np.array([k for k in ids.tolist() if there[keys[k]] > 1], dtype=np.int64)
        if len(inner) > 1:
            steps = np.abs(inner[None] - inner[:, None])
            steps = np.minimum(steps, len(ids) - steps)
            yield ids, inner, np.where(steps * DENSE < 3 * NECK, 1e6, 0.0)


def _along(places: Floats, line: LineString) -> tuple[NDArray[np.int64], Floats]:
    """The places along a straight line, and the way across it."""
    ends = shapely.get_coordinates(line)
    way = (ends[1] - ends[0]) / math.dist(*ends)
    ids = np.flatnonzero(shapely.dwithin(line, shapely.points(places), OFF))
    return ids, np.array([way[1], -way[0]])


def roomiest(tile: Polygon, wide: float, high: float) -> tuple[float, Floats]:
    """Returns the least scale at which an area holds a rectangle somewhere, and the middle of that place, at scale 1."""
    x0, y0, x1, y1 = tile.bounds
    cell = max(x1 - x0, y1 - y0) / CELLS
    xs, ys = (np.arange(a + cell / 2, b, cell) for a, b in ((x0, x1), (y0, y1)))
    mask = np.zeros((len(ys), len(xs)), dtype=bool)
    fill(mask, tile, xs, ys, True)
    sums = np.pad(mask.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    low, high_scale = 0.2, 12.0
    at = np.array(shapely.get_coordinates(tile.representative_point())[0])
    for _ in range(12):
        scale = math.sqrt(low * high_scale)
        w, h = (max(1, round(side / scale / cell)) for side in (wide, high))
        whole = np.zeros((0, 0), dtype=bool)
        if h <= mask.shape[0] and w <= mask.shape[1]:
            whole = sums[h:, w:] - sums[:-h, w:] - sums[h:, :-w] + sums[:-h, :-w] == w * h
        if whole.any():
            high_scale = scale
            rows, columns = np.nonzero(whole)
            spots = np.stack([x0 + (columns + w / 2) * cell, y0 + (rows + h / 2) * cell], axis=1)
            middle = np.array(tile.centroid.coords[0])
            at = spots[((spots - middle) ** 2).sum(axis=1).argmin()]
        else:
            low = scale
    return high_scale, at


def _wanted(land: Land, needed: Mapping[str, float], box: Box) -> dict[str, float]:
    """The scale of each area with which all together are as large as before, and each as large as its box needs it, or
    nearly; large areas give what small ones take."""
    sizes = {code: tile.area for code, tile in land.tiles.items()}
    most = MOST * (box.right - box.left) * (box.low - box.top)
    least = {code: min(WISHED * scale, max(math.sqrt(most / sizes[code]), SMALLEST), LARGEST)
             for code, scale in needed.items()}
    total = sum(sizes.values())
    low, high = SMALLEST, 1.0
    for _ in range(20):
        rest = (low + high) / 2
        if sum(size * max(rest, least[code]) ** 2 for code, size in sizes.items()) > total:
            high = rest
        else:
            low = rest
    return {code: max(low, scale) for code, scale in least.items()}
