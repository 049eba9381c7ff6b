"""Maps for games whose links are lines: true outlines, enlarged where areas are small, and writing places joined by lines.

The places are found by annealing: apart, near the middles of their areas, no line through a third place or across another
line. The outlines are bent after them and drawn from a fine raster, so that they lie side by side without gaps.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import shapely
from msgspec import Struct
from numpy.typing import NDArray
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.intake.text import excerpt
from rollwrite_desktop.maps.areas import Areas, Link, kept_parts
from rollwrite_desktop.maps.block_map import Progress, fitted, lands, stage, warp
from rollwrite_desktop.maps.cartogram import fill
from rollwrite_desktop.maps.config import MapFile
from rollwrite_desktop.maps.isles import mainlands
from rollwrite_desktop.maps.measures import CROWDED, FAN, NARROW_FAN, PASSING, crowding
from rollwrite_desktop.maps.straight import straight_lines, straightened
from rollwrite_desktop.maps.values import KEPT_PART
from rollwrite_desktop.maps.verdict import LONGEST, MAX_FANS
from rollwrite_desktop.sheet.check import MANY, NARROW
from rollwrite_desktop.sheet.polygons import holes_of, lakes_of
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Point, Rect, Ring

LADDER = ((1.0, 0.95, 1.05), (0.6, 0.9, 1.15), (0.3, 0.9, 1.3), (0.3, 0.7, 1.3), (0.3, 0.5, 1.3))
"""From the land as it is to one that has more room: growth, density of the sea, stretch (`config.MapFile`). Drawings of a
portfolio take turns with those that leave land enough."""
RUNGS, RUNG, WRONG = 3, 2, 2
"""Rungs that are tried; and a rung farther down is as bad as so many lines that are not clear, and so are strangers that
touch, and a place that reaches too far beyond its area: land that looks like itself is worth one of these."""
LAND = 1800.0
"""Square points of land that a place and its lines need."""
LEAST, NO_MORE = 0.5, 0.35
"""Land that an area has at least, as a share of what its place needs, but no more of what areas have in the mean."""
SQUARE, ROUNDED, TAB = 37.0, 7.0, 8.0
"""A writing place in points: its side, the radius of its corners, the height of its tab."""
LARGE, FEW, SMALL = 42.6, 20, 28.4
"""The side of a writing place on a map of so few areas with room for it, and on one of many."""
GAP, SHORTEST, CLEAR = 4.0, 9.0, 3.4
"""Points between places, of a line between the edges of places, and between a line and a third place."""
MIN_CLEARANCE = 2.1
"""Points between a line and a third place, below which it is not drawn."""
FANS = ((math.radians(22), 10.0), (math.radians(14), 14.0))
"""Angles between two lines of a place below which they are hard to tell apart, and then too hard, each with the energy that
is added for one of no angle."""
ASIDE, BESIDE = 9.0, 0.45
"""Points from a line to a third place that do not seem to join the two, and the energy of a point less."""
LONG_LINE, TOO_LONG = 180.0, 0.5
"""Points of a line, from middle to middle, beyond which it is much too long, and the energy of a point more."""
PLACED = 40
"""So many places are put somewhere for each drawing: those of a map of few areas several times, and the best is taken."""
PULL = 0.004
"""The energy of a square point between a place and the middle of its area; less where the area is larger than a few places,
as it may stand anywhere in it."""
WITHIN = 0.4
"""How far from the edge of its area, of its side, a place is at least, so that land need not move for it."""
ELSEWHERE = 12
"""Spots among which one within an area is looked for."""
CROSSED, THROUGH = 30.0, 8.0
"""The energy of two lines that cross, and of a line too near to a third place."""
SWEEPS, SPOTS = 90, 5
"""How often every place may move while it cools down, and between how many new spots it chooses then."""
RASTER = 1.25
"""Points of a cell of the raster from which outlines are drawn."""
THICK = 2
"""Cells: land narrower than twice this and one more becomes sea."""
INLET = 2
"""Cells: water narrower than twice this and one more becomes land."""
CORE = 4.0
"""Points from the edge of a place to the edge of what is always in its own area."""
SMOOTH = 4
"""How often outlines are smoothed: steps of cells go, capes and bays stay."""
DETAIL = 1.2
"""Points: detail of outlines smaller than this is left out."""
LAKE = 90.0
"""Square points: smaller lakes become land."""
TOUCH = 6
"""Edges of cells along which strangers may touch; where it is more, a strait is put between them."""
LONG = 38
"""Edges of cells along which they touch that are as bad as a line that cannot be drawn."""
STRAIT = 4
"""Cells that each of them gives for it."""
BRIDGE = 100
"""Cells between two parts of an area over which they are joined, at most."""
OVERHANG = 7.5
"""Points that a writing place may reach beyond its area without being called a difference."""
MAX_TRIES = 5
"""Drawings that are tried, or as many as the portfolio holds, until it has enough without a fault."""

Floats = NDArray[np.floating[Any]]
Labels = NDArray[np.int32]


class Lines(Struct, frozen=True):
    """A drawn map: outlines and the middles of places by code, the side of places; lakes; links that no line could be drawn
    for; the land of each area with its isles, by code, where it lies before outlines are drawn."""

    outlines: Mapping[str, Ring]
    places: Mapping[str, Point]
    side: float
    lakes: tuple[Ring, ...]
    missing: tuple[Link, ...]
    land: Mapping[str, BaseGeometry]


def line_map(areas: Areas, config: MapFile, room: Rect, progress: Progress) -> Lines:
    """Draws the areas within `room`; the best of a portfolio of drawings: with the fewest lines that cannot be drawn,
    then with the fewest strangers that touch, the clearest lines and most like the land, then by the energy of places."""
    codes = list(areas.by_code)
    roomy = len(codes) <= FEW and crowding(lands(areas), room) <= CROWDED
    side = LARGE if roomy else SMALL if len(codes) > MANY else SQUARE
    index = {code: i for i, code in enumerate(codes)}
    links = sorted((index[a], index[b]) for a, b in {*areas.links, *areas.sea})
    fixed = {index[code]: place for code, place in config.boxes.items() if code in index}
    rungs = tuple(dict.fromkeys(
        (growth if config.growth is None else config.growth, config.sea or sea, config.stretch or stretch)
        for growth, sea, stretch in LADDER))
    tries, starts = max(MAX_TRIES, config.portfolio), max(1, PLACED // len(codes))
    straight = straight_lines(lands(areas))
    least = min(LEAST * crowding(lands(areas), room), NO_MORE)
    warped: list[tuple[list[BaseGeometry], Floats, Floats, list[BaseGeometry]]] = []
    for turn, (growth, sea, stretch) in enumerate(rungs):
        wide = warp(areas, 0.4 * growth, sea, stage(progress, 0.0, 0.2, turn, len(rungs)), least, straight)
        moved = [shapely.transform(shape, lambda xy: xy + np.array([room.x, room.y]))
                  for shape in fitted(wide, room.w, room.h, stretch)]
        shapes, lines = moved[: len(codes)], moved[len(codes) :]
        middles, goal = _put(shapes, {i: (room.x + x * room.w, room.y + y * room.h) for i, (x, y) in fixed.items()})
        if turn == len(rungs) - 1 or sum(shape.area for shape in shapes) >= LAND * len(codes):
            warped.append((shapes, middles, goal, lines))
        if len(warped) == RUNGS:
            break
    strangers = _strangers(index, areas)
    parted = strangers | {(index[a] + 1, index[b] + 1) for a, b in areas.sea}
    best: tuple[tuple[int, int, float], Floats, list[tuple[int, int]], Labels, float, list[BaseGeometry]] | None = None
    perfect = 0
    for turn in range(tries):
        shapes, middles, goal, lines = warped[turn % len(warped)]
        land = np.array([shape.area for shape in shapes])
        apart = [shapes[a].distance(shapes[b]) for a, b in links]
        found = []
        for k in range(starts):
            chance = random.Random(f"lines/{config.seed}/{turn}/{k}")
            there = _elsewhere(goal, shapes, side, fixed, chance) if k or turn >= len(warped) else goal
            at, cost = _annealed(there, land, links, room, side, fixed, chance,
                                 stage(progress, 0.2, 0.65, turn * starts + k, tries * starts))
            at = np.round(at, 1)
            found.append((_undrawable(at, side, links, apart), cost, at))
        lost, cost, at = min(found, key=lambda each: (len(each[0]), each[1]))
        bent = _bent([*shapes, *lines], _held(shapes, middles, at, side), at)
        true, _ = straightened(bent[: len(codes)], bent[len(codes) :], straight)
        labels = _raster(mainlands(true, at.tolist()), at, side, room, parted)
        wrong = _faults(labels, lost, strangers) + _outside(labels, at, side, room)
        unclear = _unclear(at, side, [link for link in links if link not in lost])
        merit = _merit(len(lost), wrong, unclear, turn % len(warped), cost)
        if best is None or merit < best[0]:
            best = merit, at, lost, labels, side, true
        if lost and side > SQUARE:  # smaller places leave more room for lines
            side = SQUARE
        perfect += wrong == 0
        if perfect == config.portfolio:
            break
    assert best is not None
    _, at, lost, labels, side, true = best
    _all_there(labels, [area.name for area in areas.by_code.values()])
    x0, y0 = _origin(room)
    progress(0.92)
    rings, lakes = _traced(labels, x0, y0, [Rect(x - side / 2, y - side / 2, side, side) for x, y in at.tolist()])
    return Lines(
        {code: rings[i] for code, i in index.items()},
        {code: (float(at[i][0]), float(at[i][1])) for code, i in index.items()},
        side, lakes, tuple((codes[a], codes[b]) for a, b in lost),
        dict(zip(codes, true, strict=True)),
    )


def _put(shapes: Sequence[BaseGeometry], fixed: Mapping[int, Point]) -> tuple[Floats, Floats]:
    """Returns the middles of shapes and where their places go; some are fixed. Where such a place lies in its shape, that is
    its middle, so the land stays where it is; elsewhere the land follows its place."""
    middles = np.array([middle(shape) for shape in shapes])
    goal = middles.copy()
    for i, place in fixed.items():
        goal[i] = place
        if shapely.contains_xy(shapes[i], *place):
            middles[i] = place
    return middles, goal


def _elsewhere(
    goal: Floats, shapes: Sequence[BaseGeometry], side: float, fixed: Collection[int], chance: random.Random
) -> Floats:
    """Returns where places are to go in another drawing: those of areas with more room than a place needs anywhere in these,
    as a line may run well from there alone."""
    found = goal.copy()
    for i, shape in enumerate(shapes):
        inner = kept_parts(shape)[0].buffer(-side)
        if i not in fixed and not inner.is_empty:
            x0, y0, x1, y1 = inner.bounds
            spots = np.array([(chance.uniform(x0, x1), chance.uniform(y0, y1)) for _ in range(ELSEWHERE)])
            inside = shapely.contains_xy(inner, spots)
            found[i] = spots[inside.argmax()] if inside.any() else goal[i]
    return found


def _held(shapes: Sequence[BaseGeometry], middles: Floats, at: Floats, side: float) -> Floats:
    """Returns the places on the land that come to lie where places are: there already, where they are well within their
    shapes, else the nearest that is; the middle of a shape that is too small for that."""
    found = middles.copy()
    for i, shape in enumerate(shapes):
        inner = shape.buffer(-WITHIN * side)
        if not inner.is_empty:
            found[i] = shapely.get_coordinates(shapely.shortest_line(inner, shapely.Point(at[i])))[0]
    return found


def _all_there(labels: Labels, names: Sequence[str]) -> None:
    """Raises UserError where an area, by its number from 1, has nothing left on the raster."""
    if gone := [name for number, name in enumerate(names, 1) if not (labels == number).any()]:
        raise UserError(tr("The drawing has no room for {list}. Leave that out, or merge it with a neighbor.",
                           list=excerpt(", ".join(gone), 200)))


def _strangers(index: Mapping[str, int], areas: Areas) -> frozenset[tuple[int, int]]:
    """Pairs of areas, by their numbers on the raster, that do not border one another and are not joined."""
    known = {*areas.links, *areas.sea, *areas.cut}
    return frozenset((index[a] + 1, index[b] + 1) for a, b in combinations(sorted(index), 2) if (a, b) not in known)


def _faults(labels: Labels, lost: Sequence[tuple[int, int]], strangers: Collection[tuple[int, int]]) -> int:
    """How far a drawing is from what it should be: lines that cannot be drawn, and strangers that touch."""
    return round(len(lost) + sum(min(1.0, long / LONG) for pair, long in _contacts(labels).items() if pair in strangers))


def _merit(lost: int, wrong: int, unclear: int, rung: int, cost: float) -> tuple[int, int, float]:
    """How bad a drawing is: lines that are lost count first, then all that one minds to see. wrong: with what is lost."""
    return lost, WRONG * (wrong - lost) + unclear + RUNG * rung, cost


def _unclear(at: Floats, side: float, links: Sequence[tuple[int, int]]) -> int:
    """How much keeps the lines from being told apart at a glance: angles that are too small (`measures`), lines that are too
    long, and lines that pass a third place too near."""
    angles = []
    for hub in range(len(at)):
        around = [at[a if b == hub else b] - at[hub] for a, b in links if hub in (a, b)]
        ways = sorted(math.degrees(math.atan2(y, x)) for x, y in around)
        if len(ways) > 1:
            angles += [(after - way) % 360 for way, after in zip(ways, (*ways[1:], ways[0]), strict=True)]
    narrow, fans = (sum(angle < each for angle in angles) for each in (NARROW_FAN, FAN))
    ends = at[np.array(links, dtype=int)]
    clear = clearance(ends[:, None, 0], ends[:, None, 1], at[None, :], side, TAB)
    for row, link in zip(clear, links, strict=True):
        row[[*link]] = math.inf
    passing = int((clear.min(axis=1) < PASSING * POINTS_PER_MM).sum())
    long = int((np.hypot(*(ends[:, 1] - ends[:, 0]).T) > LONGEST * POINTS_PER_MM).sum())
    return 3 * narrow + max(0, fans - MAX_FANS) + long + passing


def _outside(labels: Labels, at: Floats, side: float, room: Rect) -> int:
    """How many places reach farther beyond their areas than may be."""
    (x0, y0), half, found = _origin(room), side / 2, 0
    reach = int(OVERHANG / RASTER)
    for number, (x, y) in enumerate(at, 1):
        rows = slice(math.ceil((y - half - y0) / RASTER), int((y + half - y0) / RASTER))
        columns = slice(math.ceil((x - half - x0) / RASTER), int((x + half - x0) / RASTER))
        found += not bool(_grown(labels == number, reach)[rows, columns].all())
    return found


def middle(shape: BaseGeometry) -> Point:
    """Returns the center of the largest circle in a shape."""
    x, y = shapely.maximum_inscribed_circle(kept_parts(shape)[0], 0.5).coords[0]
    return float(x), float(y)


# ---------------------------------------------------------------------- places


class _Places:
    """Energies of places and lines, one place at a time, for several spots where it may be at once: what is looked up for
    one spot is not looked up again for another."""

    def __init__(self, at: Floats, goal: Floats, pull: Floats, side: float, links: Sequence[tuple[int, int]]) -> None:
        self.at, self.goal, self.pull, self.side = at, goal, pull, side
        ends = np.array(links, dtype=int).reshape(-1, 2)
        everywhere = range(len(at))
        self.beside = [np.array([b if a == i else a for a, b in links if i in (a, b)], dtype=int) for i in everywhere]
        self.foreign = [ends[(ends != i).all(axis=1)] for i in everywhere]
        self.third = [np.array([[k not in (i, other) for k in everywhere] for other in self.beside[i].tolist()])
                      for i in everywhere]
        self.apart = [(self.foreign[i][None] != self.beside[i][:, None, None]).all(axis=2) for i in everywhere]
        most = max(map(len, self.beside), default=0)
        self.around = np.array([np.pad(beside, (0, most - len(beside)), constant_values=-1) for beside in self.beside])

    def cost(self, i: int, spots: Floats) -> Floats:
        """Returns the energy of everything that place i takes part in, at each spot."""
        at, beside = self.at, self.beside[i]
        away = np.abs(at - spots[:, None])
        over = np.minimum(self.side + GAP - away[..., 0], self.side + TAB + GAP - away[..., 1])
        over[:, i] = 0
        total: Floats = np.maximum(over, 0).sum(axis=1) * 2.0 + self.pull[i] * ((spots - self.goal[i]) ** 2).sum(axis=1)
        # Only what is near counts: the rest is left out first.
        ends = at[beside]
        around = np.concatenate([spots, ends])
        reach = self.side + TAB + ASIDE
        low, high = around.min(axis=0) - reach, around.max(axis=0) + reach
        near = np.flatnonzero(((at > low) & (at < high)).all(axis=1))
        lines = at[self.foreign[i]]
        within = np.flatnonzero(((lines.max(axis=1) > low) & (lines.min(axis=1) < high)).all(axis=1))
        p, q = lines[within, 0], lines[within, 1]
        total += _nearness(clearance(p, q, spots[:, None], self.side, TAB)).sum(axis=1)
        if len(beside):
            ways = ends - spots[:, None]
            long = np.hypot(ways[..., 0], ways[..., 1])
            total += (0.012 * np.maximum(long - 75, 0) + TOO_LONG * np.maximum(long - LONG_LINE, 0)).sum(axis=1)
            apart = np.maximum(np.abs(ways) - self.side, 0)
            total += 0.8 * np.maximum(SHORTEST - np.hypot(apart[..., 0], apart[..., 1]), 0).sum(axis=1)
            # Lines of this place against all third places and all lines that share no end with them.
            clear = clearance(spots[:, None, None], ends[:, None], at[near], self.side, TAB)
            total += (_nearness(clear) * self.third[i][:, near]).sum(axis=(1, 2))
            crossed = crossing(spots[:, None, None], ends[:, None], p, q) & self.apart[i][:, within]
            total += CROSSED * crossed.sum(axis=(1, 2))
            total += self._fans(i, spots)
        return total

    def _fans(self, i: int, spots: Floats) -> Floats:
        """Returns the energy of the angles between lines side by side, at place i and at those it is joined to."""
        hubs = np.concatenate([[i], self.beside[i]])
        others = self.around[hubs]
        ends = np.where((others == i)[..., None], spots[:, None, None], self.at[others])
        middles = np.repeat(self.at[hubs][None], len(spots), axis=0)
        middles[:, 0] = spots
        lines = ends - middles[:, :, None]
        ways = np.sort(np.where(others < 0, math.inf, np.arctan2(lines[..., 1], lines[..., 0])), axis=2)
        after = np.append(ways[..., 1:], np.full_like(ways[..., :1], math.inf), axis=2)
        after = np.where(np.isinf(after), ways[..., :1] + 2 * math.pi, after)
        angles = np.where(np.isinf(ways), math.pi, after - np.where(np.isinf(ways), 0, ways))
        found: Floats = sum((energy * np.maximum(1 - angles / fan, 0) for fan, energy in FANS), np.zeros(1)).sum(axis=(1, 2))
        return found


def _nearness(clear: Floats) -> Floats:
    """Returns the energy of a line and a third place so far apart."""
    near = np.maximum(CLEAR - clear, 0)
    found: Floats = THROUGH * (near > 0) + 0.7 * near + BESIDE * np.maximum(ASIDE - clear, 0)
    return found


def clearance(p: Floats, q: Floats, middles: Floats, side: float, above: float = 0.0) -> Floats:
    """Returns the distance of segments from rounded squares of a side, with so much room above each: exact where a square
    lies beside its segment."""
    way = q - p
    long = np.maximum(np.hypot(way[..., 0], way[..., 1]), 1e-9)
    away = middles - np.array([0.0, above / 2]) - p
    wide, high = side / 2 - ROUNDED, (side + above) / 2 - ROUNDED
    share = (away * way).sum(axis=-1) / (long * long)
    reach = (wide * np.abs(way[..., 1]) + high * np.abs(way[..., 0])) / long + ROUNDED
    beside = np.abs(way[..., 0] * away[..., 1] - way[..., 1] * away[..., 0]) / long - reach
    off = np.abs(away - np.clip(share, 0, 1)[..., None] * way)
    off = np.maximum(off - np.array([wide, high]), 0)
    found: Floats = np.where((share > 0) & (share < 1), beside, np.hypot(off[..., 0], off[..., 1]) - ROUNDED)
    return found


def crossing(p: Floats, q: Floats, r: Floats, s: Floats) -> NDArray[np.bool_]:
    """Returns whether the segment from p to q crosses each of those from r to s."""
    def side(u: Floats, v: Floats, w: Floats) -> Floats:
        found: Floats = (v[..., 0] - u[..., 0]) * (w[..., 1] - u[..., 1]) - (v[..., 1] - u[..., 1]) * (w[..., 0] - u[..., 0])
        return found

    found: NDArray[np.bool_] = (side(p, q, r) * side(p, q, s) < 0) & (side(r, s, p) * side(r, s, q) < 0)
    return found


def _annealed(
    goal: Floats, land: Floats, links: Sequence[tuple[int, int]], room: Rect, side: float, fixed: Collection[int],
    chance: random.Random, progress: Progress,
) -> tuple[Floats, float]:
    low = np.array([room.x + side / 2 + 1, room.y + side / 2 + TAB])
    high = np.array([room.x + room.w - side / 2 - 1, room.y + room.h - side / 2 - 1])
    pull = PULL * np.minimum(1.0, 4 * side * side / land)
    places = _Places(np.clip(goal, low, high).copy(), goal, pull, side, links)
    n = len(goal)
    order = [i for i in range(n) if i not in fixed]
    for sweep in range(SWEEPS):
        progress(sweep / SWEEPS)
        late = sweep / SWEEPS
        heat = 5.0 * (0.012 ** late) if late < 0.9 else 1e-6
        step = 32.0 * (1 - late) ** 1.5 + 1.2
        chance.shuffle(order)
        for i in order:
            away = np.array([chance.gauss(0, step) for _ in range(2 * SPOTS)]).reshape(-1, 2)
            spots = np.clip(places.at[i] + np.concatenate([np.zeros((1, 2)), away]), low, high)
            energy = places.cost(i, spots)
            odds = np.exp((energy.min() - energy) / heat).cumsum()
            places.at[i] = spots[min(int(np.searchsorted(odds, chance.random() * odds[-1])), SPOTS)]
    return places.at, sum(float(places.cost(i, places.at[i : i + 1])[0]) for i in range(n))


def _undrawable(at: Floats, side: float, links: Sequence[tuple[int, int]], apart: Sequence[float]) -> list[tuple[int, int]]:
    """Returns the fewest links found that must go, so that no line crosses another or touches a third place."""
    kept = list(range(len(links)))
    lost: list[tuple[int, int]] = []
    while True:
        wrong = dict.fromkeys(kept, 0.0)
        for k in kept:
            a, b = links[k]
            rest = [i for i in range(len(at)) if i not in (a, b)]
            wrong[k] += 1.5 * float((clearance(at[a], at[b], at[rest], side) < MIN_CLEARANCE).sum())
            others = [m for m in kept if not {*links[m]} & {a, b}]
            if others:
                wrong[k] += float(crossing(at[a], at[b], at[[links[m][0] for m in others]],
                                         at[[links[m][1] for m in others]]).sum())
        if not any(wrong.values()):
            return lost
        worst = max(kept, key=lambda k: (wrong[k], apart[k], math.dist(at[links[k][0]], at[links[k][1]]), k))
        kept.remove(worst)
        lost.append(links[worst])


# ---------------------------------------------------------------------- outlines


def _bent(shapes: Sequence[BaseGeometry], middles: Floats, at: Floats) -> list[BaseGeometry]:
    """Returns the shapes moved after their places, smoothly: inverse distance weighting of the displacements."""
    moves = at - middles

    def bend(xy: Floats) -> Floats:
        out = xy.copy()
        for start in range(0, len(xy), 4096):
            part = xy[start : start + 4096]
            far2 = ((part[:, None, :] - middles[None, :, :]) ** 2).sum(axis=2) + 30.0
            weight = far2 ** -1.5
            calm = 1.0 / 200.0 ** 3  # far from all places nothing moves
            moved = part + (weight[:, :, None] * moves).sum(axis=1) / (weight.sum(axis=1) + calm)[:, None]
            out[start : start + 4096] = np.round(moved, 6)  # the ends of a ring stay one point
        return out

    return [shapely.transform(shapely.segmentize(shape, 6.0), bend) for shape in shapes]


def _origin(room: Rect) -> Point:
    """Returns the upper left corner of the raster."""
    return room.x - 4 * RASTER, room.y - 4 * RASTER


def _raster(
    shapes: Sequence[BaseGeometry], at: Floats, side: float, room: Rect, apart: Collection[tuple[int, int]]
) -> Labels:
    """Returns the areas as cells, 0 for the sea: every area in one piece around its place, no narrow inlets or straits but
    those between areas that have the sea between them or others, `apart`, which are pairs of numbers in order."""
    wide, high = int(room.w / RASTER) + 8, int(room.h / RASTER) + 8
    x0, y0 = _origin(room)
    xs, ys = x0 + (np.arange(wide) + 0.5) * RASTER, y0 + (np.arange(high) + 0.5) * RASTER
    labels = np.zeros((high, wide), dtype=np.int32)
    for number, shape in enumerate(shapes, 1):
        fill(labels, shapely.make_valid(shape), xs, ys, number)
    labels[:3], labels[-3:], labels[:, :3], labels[:, -3:] = 0, 0, 0, 0
    gx, gy = np.meshgrid(xs, ys)
    half = side / 2 - CORE
    cores = [(np.abs(gx - x) < half) & (np.abs(gy - y) < half) for x, y in at]
    for _ in range(3):
        for number, core in enumerate(cores, 1):
            labels[core] = number
        labels = _smoothed(_without_inlets(_in_one_piece(labels, at, x0, y0)))
        for number, core in enumerate(cores, 1):
            labels[core] = number
        labels = _without_pinches(_without_inlets(labels))
    held = np.logical_or.reduce(cores)
    for _ in range(4):
        labels = _without_inlets(_without_teeth(_parted(labels, apart, held, STRAIT)))
        labels = _in_one_piece(_without_pinches(labels), at, x0, y0, bridges=False)
    # What was too narrow for that is parted by less.
    labels = _without_teeth(_parted(labels, apart, held, STRAIT - 1))
    return _in_one_piece(_without_pinches(labels), at, x0, y0, bridges=False)


def _contacts(labels: Labels) -> dict[tuple[int, int], int]:
    """How many edges of cells two areas have in common, by their numbers in order."""
    found: Counter[tuple[int, int]] = Counter()
    for one, other in ((labels[:, :-1], labels[:, 1:]), (labels[:-1], labels[1:])):
        meet = (one != other) & (one > 0) & (other > 0)
        found.update(zip(np.minimum(one, other)[meet].tolist(), np.maximum(one, other)[meet].tolist(), strict=True))
    return dict(found)


def _parted(labels: Labels, strangers: Collection[tuple[int, int]], held: NDArray[np.bool_], width: int) -> Labels:
    """Puts the sea between areas that touch and should not, where it is at one end of the contact; both give way by so
    many cells, but not those that are held."""
    out = labels.copy()
    for (a, b), long in sorted(_contacts(labels).items()):
        if long <= TOUCH or (a, b) not in strangers:
            continue
        one, other = out == a, out == b
        left = ((one & _grown(other, width)) | (other & _grown(one, width))) & ~held
        while left.any():
            first = np.argwhere(left)[0]
            part = _reached(left, (int(first[0]), int(first[1])))
            left &= ~part
            if (_grown(part, 1) & (labels == 0)).any():
                out[part] = 0
    return out


def _grown(mask: NDArray[np.bool_], by: int) -> NDArray[np.bool_]:
    """A mask with all cells that are so near to it, in a row or a column or both."""
    out = mask.copy()
    for step in range(1, by + 1):
        out |= _shifted(mask, 0, step).astype(bool) | _shifted(mask, 0, -step).astype(bool)
    across = out.copy()
    for step in range(1, by + 1):
        out |= _shifted(across, step, 0).astype(bool) | _shifted(across, -step, 0).astype(bool)
    return out


def _shifted(labels: NDArray[np.generic], dy: int, dx: int) -> NDArray[np.generic]:
    """Returns the grid moved by cells, with zeros where nothing comes."""
    out = np.zeros_like(labels)
    h, w = labels.shape
    out[max(dy, 0) : h + min(dy, 0), max(dx, 0) : w + min(dx, 0)] = labels[
        max(-dy, 0) : h + min(-dy, 0), max(-dx, 0) : w + min(-dx, 0)]
    return out


def _spread(labels: Labels, where: NDArray[np.bool_]) -> Labels:
    """Gives the cells of `where` to the nearest area beside them, ring by ring."""
    out = labels.copy()
    out[where] = 0
    left = where.copy()
    while left.any():
        found = np.zeros_like(out)
        for dy, dx in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            near = _shifted(out, dy, dx)
            found = np.where((found == 0) & left, near, found)
        new = left & (found > 0)
        if not new.any():
            return out
        out[new] = found[new]
        left &= ~new
    return out


def _without_inlets(labels: Labels) -> Labels:
    """Water into which no square of 2 INLET + 1 cells fits becomes land."""
    sea = labels == 0
    small = sea.copy()
    steps = [(dy, dx) for dy in range(-INLET, INLET + 1) for dx in range(-INLET, INLET + 1)]
    for dy, dx in steps:
        small &= _shifted(sea, dy, dx).astype(bool)
    small[:8], small[-8:], small[:, :8], small[:, -8:] = sea[:8], sea[-8:], sea[:, :8], sea[:, -8:]
    opened = np.zeros_like(sea)
    for dy, dx in steps:
        opened |= _shifted(small, dy, dx).astype(bool)
    return _spread(labels, sea & ~opened)


def _smoothed(labels: Labels) -> Labels:
    """Every cell as most of the 25 around it, if they are more than half."""
    out = labels.copy()
    steps = [(dy, dx) for dy in range(-2, 3) for dx in range(-2, 3)]
    for number in np.unique(labels):
        around = _around(labels == number, 2)
        mask = (labels[around] == number).astype(np.int32)
        votes = np.zeros_like(mask)
        for dy, dx in steps:
            votes += _shifted(mask, dy, dx)
        out[around][votes > 12] = number
    return out


def _around(mask: NDArray[np.bool_], by: int) -> tuple[slice, slice]:
    """Returns the rows and columns that hold a mask and so many cells about it."""
    rows, columns = (np.flatnonzero(mask.any(axis=axis)) for axis in (1, 0))
    high, wide = (slice(max(int(held[0]) - by, 0), int(held[-1]) + by + 1) for held in (rows, columns))
    return high, wide


def _without_teeth(labels: Labels) -> Labels:
    """Land that is too narrow goes to the sea beside it, else to the areas beside it."""
    wide = range(-THICK, THICK + 1)
    steps = [(dy, dx) for dy in wide for dx in wide]
    same = labels > 0
    for dy, dx in steps:
        same &= _shifted(labels, dy, dx) == labels
    kept = np.zeros(labels.shape, bool)
    for dy, dx in steps:
        kept |= _shifted(same, dy, dx).astype(bool) & (_shifted(labels, dy, dx) == labels)
    thin = (labels > 0) & ~kept
    coast = np.zeros(labels.shape, bool)
    for dy, dx in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        coast |= thin & (_shifted(labels, dy, dx) == 0)
    out = labels.copy()
    out[coast] = 0
    return _spread(out, thin & ~coast)


def _without_pinches(labels: Labels) -> Labels:
    """No area meets itself, and no two areas meet, in a corner of cells only."""
    out = labels.copy()
    for _ in range(40):
        a, b, c, d = out[:-1, :-1], out[:-1, 1:], out[1:, :-1], out[1:, 1:]
        one = (a == d) & (a > 0) & (b != a) & (c != a)
        other = (b == c) & (b > 0) & (a != b) & (d != b)
        land = (b == 0) & (c == 0) & (a > 0) & (d > 0) & (a != d)
        land2 = (a == 0) & (d == 0) & (b > 0) & (c > 0) & (b != c)
        if not (one.any() or other.any() or land.any() or land2.any()):
            break
        out[:-1, 1:][one] = a[one]
        out[:-1, :-1][other & ~one] = out[:-1, 1:][other & ~one]
        out[:-1, 1:][land & ~one] = a[land & ~one]
        out[:-1, :-1][land2 & ~other] = out[:-1, 1:][land2 & ~other]
    return out


def _in_one_piece(labels: Labels, at: Floats, x0: float, y0: float, bridges: bool = True) -> Labels:
    """Every area is what hangs together with its place; larger parts are joined to it, others go to their neighbors."""
    out = labels.copy()
    loose = np.zeros(out.shape, bool)
    for number, (x, y) in enumerate(at, 1):
        start = int((y - y0) / RASTER), int((x - x0) / RASTER)
        own = out == number
        if not own[start] and own.any():  # the place lies beside what little land it has
            cells = np.argwhere(own)
            nearest = cells[int(((cells - np.array(start)) ** 2).sum(axis=1).argmin())]
            start = int(nearest[0]), int(nearest[1])
        main = _reached(own, start)
        rest = own & ~main
        whole = int(main.sum())
        while rest.any():
            first = tuple(int(v[0]) for v in np.nonzero(rest))
            part = _reached(rest, (first[0], first[1]))
            rest &= ~part
            if bridges and int(part.sum()) >= KEPT_PART * whole and _bridge(out, main, part, number):
                continue
            loose |= part
    touching = np.zeros(out.shape, bool)
    for dy, dx in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        near = _shifted(np.where(loose, 0, out), dy, dx)
        touching |= loose & (near != 0)
    # A loose part beside land goes to it; one in the sea is left out.
    result = out.copy()
    remaining = loose.copy()
    while remaining.any():
        first = tuple(int(v[0]) for v in np.nonzero(remaining))
        part = _reached(remaining, (first[0], first[1]))
        remaining &= ~part
        result[part] = 0
        if (part & touching).any():
            result = _spread(result, part)
    return result


def _bridge(labels: Labels, main: NDArray[np.bool_], part: NDArray[np.bool_], number: int) -> bool:
    """A strip of land over the sea between two parts of an area, where they are nearest, if nothing is between."""
    a, b = np.argwhere(_rim(main)), np.argwhere(_rim(part))
    a, b = a[:: max(1, len(a) // 300)], b[:: max(1, len(b) // 300)]
    far = ((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=2)
    i, j = np.unravel_index(int(far.argmin()), far.shape)
    if far[i, j] > BRIDGE ** 2:
        return False
    steps = int(math.sqrt(far[i, j])) * 2 + 2
    line = np.round(np.linspace(a[i], b[j], steps)).astype(int)
    wide = range(-THICK, THICK + 1)
    cells = {(int(y) + dy, int(x) + dx) for y, x in line for dy in wide for dx in wide}
    if any(labels[cell] not in (0, number) for cell in cells):
        return False
    for cell in cells:
        labels[cell] = number
    return True


def _rim(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    inner = mask.copy()
    for dy, dx in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        inner &= _shifted(mask, dy, dx).astype(bool)
    return mask & ~inner


def _reached(mask: NDArray[np.bool_], start: tuple[int, int]) -> NDArray[np.bool_]:
    """Returns the cells of a mask that hang together with one of them, side by side."""
    found = np.zeros(mask.shape, bool)
    if not mask[start]:
        return found
    around = _around(mask, 0)
    part = found[around]
    part[start[0] - around[0].start, start[1] - around[1].start] = True
    across, down = _runs(mask[around]), _runs(mask[around].T).T
    held = 0
    while held < (held := int(part.sum())):  # from a cell to its whole run, along rows and columns in turn
        for runs in (across, down):
            reached = np.zeros(int(runs.max()) + 1, bool)
            reached[runs[part]] = True
            part |= reached[runs]
    return found


def _runs(mask: NDArray[np.bool_]) -> Labels:
    """Numbers from 1 for the cells of a mask that follow each other in a row; 0 for all others."""
    first = mask.copy()
    first[:, 1:] &= ~mask[:, :-1]
    return np.where(mask, np.cumsum(first).reshape(mask.shape), 0).astype(np.int32)


def _traced(labels: Labels, x0: float, y0: float, places: Sequence[Rect]) -> tuple[list[Ring], tuple[Ring, ...]]:
    """Outlines from cells, simplified side by side so far that they hold their places, and the lakes between them."""
    count = len(places)
    squares = [shapely.box(*((v - o) / RASTER for v, o in (
        (each.x, x0), (each.y, y0), (each.x + each.w, x0), (each.y + each.h, y0)))) for each in places]
    held = [square.buffer(-ROUNDED / RASTER).buffer(ROUNDED / RASTER) for square in squares]
    polygons = [_outline(labels == number) for number in range(1, count + 1)]
    land = shapely.union_all(polygons)
    for lake in holes_of(land):
        if lake.area * RASTER * RASTER < LAKE:
            owner = max(range(count), key=lambda k: polygons[k].intersection(lake).length)
            polygons[owner] = shapely.union_all([polygons[owner], lake])
    polygons = [Polygon(polygon.exterior) for polygon in polygons]
    beveled = _beveled(polygons)
    polygons = beveled if shapely.coverage_is_valid(beveled) else polygons
    simple, best = polygons, None
    for detail in (DETAIL, 0.9 * DETAIL, 1.1 * DETAIL, 0.75 * DETAIL, 0.6 * DETAIL, 0.4 * DETAIL, 0.25 * DETAIL, 0.5):
        simple = list(shapely.coverage_simplify(polygons, detail / RASTER))
        if all(isinstance(polygon, Polygon) and polygon.is_valid for polygon in simple):
            simple = _without_narrow_gaps(simple)
            if shapely.coverage_is_valid(simple, gap_width=NARROW / RASTER):
                best = best or simple
                if all(own.buffer(OVERHANG / RASTER).covers(place) for own, place in zip(simple, held, strict=True)):
                    best = simple
                    break
    simple = best or simple

    def placed(ring: Sequence[Sequence[float]]) -> Ring:
        return tuple((round(x0 + p[0] * RASTER, 2), round(y0 + p[1] * RASTER, 2)) for p in ring[:-1])

    land = shapely.union_all(simple)
    lakes = tuple(placed(list(lake.exterior.coords)) for lake in lakes_of(land))
    return [placed(list(polygon.exterior.coords)) for polygon in simple], lakes


def _beveled(polygons: Sequence[Polygon]) -> list[Polygon]:
    """Outlines of cells through the middles of their edges, smoothed, so that no stairs are left; corners where other areas
    begin stay."""
    owners: dict[frozenset[Point], list[int]] = {}
    rings = [[(float(x), float(y)) for x, y in polygon.exterior.coords] for polygon in polygons]
    for k, ring in enumerate(rings):
        for edge in pairwise(ring):
            owners.setdefault(frozenset(edge), []).append(k)
    beside: dict[Point, set[tuple[int, ...]]] = {}
    for ends, whose in owners.items():
        for end in ends:
            beside.setdefault(end, set()).add(tuple(whose))
    found = []
    for ring in rings:
        points, stay = list[Point](), list[bool]()
        for a, b in pairwise(ring):
            corner = len(beside[a]) > 1
            points += [*[a] * corner, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)]
            stay += [*[True] * corner, False]
        found.append(Polygon(_smooth(np.array(points), np.array(stay))))
    return found


def _smooth(ring: Floats, stay: NDArray[np.bool_]) -> Floats:
    """A ring whose points, but for some, lie between those before and after them; the same whichever way it runs."""
    for _ in range(SMOOTH):
        between = np.round((np.roll(ring, 1, axis=0) + np.roll(ring, -1, axis=0)) / 2, 6)
        ring = np.where(stay[:, None], ring, np.round((ring + between) / 2, 6))
    return ring


def _without_narrow_gaps(polygons: Sequence[Polygon]) -> list[Polygon]:
    """Straightens coasts where they run too near to another area: corners that belong to one area only are left out."""
    def wrong(shapes: Sequence[Polygon]) -> list[BaseGeometry]:
        return list(shapely.coverage_invalid_edges(list(shapes), gap_width=NARROW / RASTER))

    now = list(polygons)
    for _ in range(20):
        edges = wrong(now)
        bad = sum(not edge.is_empty for edge in edges)
        if not bad:
            break
        points = {(float(x), float(y)) for edge in edges for x, y in shapely.get_coordinates(edge)}
        best = None
        for k, polygon in enumerate(now):
            ring = list(polygon.exterior.coords[:-1])
            for p in sorted(points & set(ring)):
                if sum(p in set(other.exterior.coords) for other in now) > 1 or len(ring) < 5:
                    continue
                new = [*now[:k], Polygon([q for q in ring if q != p]), *now[k + 1 :]]
                if new[k].is_valid and shapely.coverage_is_valid(new):
                    left = sum(not edge.is_empty for edge in wrong(new))
                    if left < bad and (best is None or left < best[0]):
                        best = left, new
        if best is None:
            break
        now = best[1]
    return now


def _outline(mask: NDArray[np.bool_]) -> Polygon:
    """Returns the cells of an area as one polygon, holes included, with a corner at every corner of its cells."""
    after: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for dy, dx, start, end in (
        (1, 0, (0, 0), (1, 0)), (0, -1, (1, 0), (1, 1)), (-1, 0, (1, 1), (0, 1)), (0, 1, (0, 1), (0, 0)),
    ):
        for y, x in np.argwhere(mask & ~_shifted(mask, dy, dx).astype(bool)):
            after.setdefault((int(x) + start[0], int(y) + start[1]), []).append((int(x) + end[0], int(y) + end[1]))
    rings = []
    while after:
        first = here = min(after)
        ring = [first]
        while True:
            stops = after[here]
            step = stops.pop()
            if not stops:
                del after[here]
            here = step
            if here == first:
                break
            ring.append(here)
        rings.append(ring)
    rings.sort(key=lambda ring: -Polygon(ring).area)
    return Polygon(rings[0], [ring for ring in rings[1:] if len(ring) >= 4])
