"""Draws the land of others around the land of a sheet, as far as its frame, and says where the sea is.

    npm pack world-atlas@2.0.2, unpack it, then
    .venv/bin/python -m sheets.build.neighbors …/countries-10m.json [SHEET …]

Natural Earth 4.1, public domain. The countries are put into a plane (Lambert's azimuthal equal-area projection) and onto the
sheet by the affine map that fits the outline of the drawn country best; then they are bent as its border is bent, less the
farther away. What is left between the drawn land and other land goes to the nearest country where the true border is one by
land, and is sea where that is a coast. Of the game's areas nothing moves. All lengths are points of the sheet, 1/72 inch.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import shapely
from msgspec.structs import replace
from numpy.typing import NDArray
from shapely import LineString, MultiPoint, Polygon, STRtree, box
from shapely.geometry.base import BaseGeometry

from rollwrite_desktop.sheet.load import dump, load
from rollwrite_desktop.sheet.polygons import largest_of, parts_of
from rollwrite_desktop.sheet.sheet import Decor, Sheet, bounding_box
from sheets.build.countries import HOME, KEPT, NAMES, OWN, Points, Shapes, parted, read

PART = 0.02
"""Of the largest piece of land: smaller ones do not count where the map is fitted."""
ROUNDS = 40
"""In which the affine map is fitted; it stays the same long before the last."""
NEAR = (120.0, 70.0, 40.0, 25.0, 14.0)
"""How far a shift of the border is felt by what is beside it, round by round."""
FAINT = 0.3
"""How little of a shift fades: so many points of the border at full weight halve it."""
STEP = 4.0
"""From point to point of a border where it is looked at."""
BELOW = 6.0
"""How far land of others goes on below the areas, whose coarse edge there nobody sees."""
CLEFT, SPECK, FLAT = 2.0, 30.0, 5.0
"""Half the width of the narrowest bay, the least area of an island, and the least width of one, or of a strip of sea."""
SOUND = 3.0
"""Between the areas and other land beyond a strait, at least."""
FINE = (0.8, 1.1, 1.5, 2.0, 2.7, 3.6, 5.0)
"""Up to the squares of which detail is left out, the first with which a sheet has no more points of other land than"""
MOST = 300
MARGIN = 80.0
"""Around the frame: how far land counts."""


def main(source: str, *ids: str) -> None:
    countries = read(Path(source))
    for sheet_id in ids or OWN:
        path = HOME / f"{sheet_id}.json"
        sheet = load(path)
        drawn = with_neighbors(sheet, countries)
        path.write_bytes(dump(drawn))
        rings = [decor.ring for decor in drawn.decor if decor not in sheet.decor]
        print(sheet_id, len(rings), "rings,", sum(map(len, rings)), "points", file=sys.stderr)


def with_neighbors(sheet: Sheet, countries: Shapes) -> Sheet:
    """Returns a sheet with the land of others anew, to its frame, and its coasts within that; what was cut off goes on."""
    frame, land = box(*frame_of(sheet)), _drawn(sheet)
    own, others = parted(sheet.id, countries)
    matrix, shift = _fitted(own, land)
    own, *rest = (shapely.make_valid(shapely.transform(shape, lambda points: points @ matrix.T + shift)).intersection(
        frame.buffer(MARGIN)) for shape in (own, *others.values()))
    others = {name: shape for name, shape in zip(others, rest, strict=True) if not shape.is_empty}
    bend = _bent(own, land)
    for simple in _simple(own, others, frame.difference(land)):
        isles = _decor(frame, land, *_put(simple[0], dict(zip(others, simple[1:], strict=True)), bend, frame))
        if sum(len(each.ring) for each in isles) <= MOST:
            break
    known = {*sheet.space, *KEPT.get(sheet.id, ())}
    kept = [each for each in sheet.decor if each.kind not in ("isle", "cut") or each.text in known]
    dry = shapely.union_all([land, *(Polygon(each.ring) for each in isles)])
    left, top, right, foot = frame.buffer(-1, join_style="mitre").bounds
    wet = any(_seen(part) for part in parts_of(frame.difference(dry)))
    coasts = (((left, top), (right, top), (right, foot), (left, foot)),) if wet else ()
    return replace(sheet, decor=(*kept, *isles), coasts=coasts)


def frame_of(sheet: Sheet) -> tuple[float, float, float, float]:
    """Left, top, right and foot of the rectangle in which the map of a sheet lies."""
    if sheet.frames:
        around = bounding_box(sheet.frames[0])
        return around.x, around.y, around.x + around.w, around.y + around.h
    if sheet.game == "on_tour":
        return 9, 44, 711, 531
    above = any(each.group == "change" and each.rect.x > 123 for each in sheet.boxes)
    return (9, 104, 711, 531) if above else (132, 44, 711, 531)


# ---------------------------------------------------------------------- onto the sheet


def _drawn(sheet: Sheet) -> BaseGeometry:
    """The land of a sheet, with its islands, lakes, and land of others that stays."""
    rings = [space.outline for space in sheet.spaces]
    rings += [each.ring for each in sheet.decor if each.kind == "isle" and (
        each.text in sheet.space or each.text in KEPT.get(sheet.id, ()))]
    land = shapely.union_all([shapely.make_valid(Polygon(ring)) for ring in rings])
    return shapely.union_all([Polygon(part.exterior) for part in parts_of(land.buffer(0.1, join_style="mitre"))])


def _simple(own: BaseGeometry, others: Shapes, seen: BaseGeometry) -> Iterator[list[BaseGeometry]]:
    """Yields own and other land ever more coarsely, from where few enough points of the others are seen; common borders
    stay common."""
    areas = [shapely.MultiPolygon(parts_of(shape)) for shape in (own, *others.values())]
    shapely.prepare(seen)
    for tolerance in FINE:
        simple = [*shapely.coverage_simplify(areas, tolerance)]
        places = shapely.get_coordinates(shapely.GeometryCollection(simple[1:]))
        if shapely.contains_xy(seen, places).sum() < MOST or tolerance == FINE[-1]:
            yield simple


def _put(own: BaseGeometry, others: Shapes, bend: Callable[[Points], Points], frame: Polygon) -> tuple[
        BaseGeometry, Shapes, Shapes]:
    """Own and other land bent, and to whom the places belong that are nearest to the land of each, or to the sea (`""`)."""
    edges = [LineString(ends) for part in parts_of(own) for ring in (part.exterior, *part.interiors)
             for ends in pairwise(ring.coords)]
    owners = _owners(edges, others)
    own, *rest = (shapely.make_valid(shapely.transform(shape.segmentize(40), bend)) for shape in (own, *others.values()))
    return own, dict(zip(others, rest, strict=True)), _cells(edges, owners, bend, frame)


def _border(shape: BaseGeometry, step: float) -> Points:
    """Points along the edge of the large pieces of a land."""
    parts = parts_of(shape)
    lines = [part.exterior.simplify(step / 4).segmentize(step) for part in parts if part.area >= PART * parts[0].area]
    return np.concatenate([shapely.get_coordinates(line)[:-1] for line in lines])


def _squares(one: Points, other: Points) -> Points:
    """The squares of the ways from each point to each other one."""
    return np.asarray((one**2).sum(axis=1)[:, None] + (other**2).sum(axis=1) - 2 * one @ other.T)


def _pairs(one: Points, other: Points) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Which points of two borders are the nearest to each other, as rows of both; the farthest tenth has no fellow, and is
    left out."""
    away = _squares(one, other)
    here = np.concatenate([np.arange(len(one)), away.argmin(axis=0)])
    there = np.concatenate([away.argmin(axis=1), np.arange(len(other))])
    far = away[here, there]
    close = far <= np.quantile(far, 0.9)
    return here[close], there[close]


def _fitted(own: BaseGeometry, land: BaseGeometry) -> tuple[Points, Points]:
    """The affine map that fits the border of a land best to that of the drawn one: a matrix and a shift."""
    goal = _border(land, STEP)
    rough = _border(own, 1.0)
    start = _border(own, float(np.ptp(rough, axis=0).max()) / 120)
    scale = np.ptp(goal, axis=0) / np.ptp(start, axis=0)
    matrix, shift = np.diag(scale), goal.min(axis=0) - scale * start.min(axis=0)
    rows = np.column_stack([start, np.ones(len(start))])
    for _ in range(ROUNDS):
        here, there = _pairs(start @ matrix.T + shift, goal)
        found, *_ = np.linalg.lstsq(rows[here], goal[there], rcond=None)
        matrix, shift = found[:2].T, found[2]
    return matrix, shift


def _bent(own: BaseGeometry, land: BaseGeometry) -> Callable[[Points], Points]:
    """How places near a border are shifted so that it becomes the drawn one, ever finer."""
    goal, here = _border(land, STEP), _border(own, STEP)
    fields: list[tuple[Points, Points, float]] = []

    def shifted(points: Points, rounds: Sequence[tuple[Points, Points, float]]) -> Points:
        for at, by, near in rounds:
            weights = np.exp(-_squares(points, at) / (2 * near**2))
            points = points + (weights @ by) / (weights.sum(axis=1) + FAINT)[:, None]
        return points

    for near in NEAR:
        at, to = _pairs(here, goal)
        fields.append((here[at], goal[to] - here[at], near))
        here = shifted(here, fields[-1:])
    return lambda points: np.round(shifted(points, fields), 2)


def _owners(edges: Sequence[LineString], others: Shapes) -> list[str]:
    """Whose land is beyond each edge of the own land; "" where it is the sea."""
    tree, names = STRtree([*others.values()]), [*others]
    middles = [edge.interpolate(0.5, normalized=True) for edge in edges]
    found = [""] * len(edges)
    for edge, other in zip(*tree.query(middles, predicate="dwithin", distance=0.01), strict=True):
        found[edge] = names[other]
    return found


def _cells(edges: Sequence[LineString], owners: Sequence[str], bend: Callable[[Points], Points], frame: Polygon) -> Shapes:
    """The places that are nearest to an edge of each owner."""
    places: list[tuple[shapely.Point, str]] = []
    for edge, owner in zip(edges, owners, strict=True):
        count = max(1, math.ceil(edge.length / STEP))
        places += [(edge.interpolate((k + 0.5) / count, normalized=True), owner) for k in range(count)]
    bent = bend(shapely.get_coordinates([place for place, _owner in places]))
    seen = shapely.contains_xy(frame.buffer(MARGIN), bent)
    near = {(x, y): owner for (x, y), (_place, owner), here in zip(bent.tolist(), places, seen, strict=True) if here}
    faces = shapely.get_parts(shapely.voronoi_polygons(MultiPoint([*near]), extend_to=frame.buffer(MARGIN), ordered=True))
    lands: dict[str, list[BaseGeometry]] = {}
    for face, owner in zip(faces, near.values(), strict=True):
        lands.setdefault(owner, []).append(face)
    return {owner: shapely.union_all(parts) for owner, parts in lands.items()}


# ---------------------------------------------------------------------- what is seen


def _decor(frame: Polygon, land: BaseGeometry, own: BaseGeometry, others: Shapes, cells: Shapes) -> list[Decor]:
    """Land of others as it is drawn: up to the drawn land, within the frame, whole points only."""
    gaps = frame.intersection(own).difference(land)
    sea = cells.get("", Polygon())
    found: Shapes = {}
    for name, shape in others.items():
        cell = cells.get(name, Polygon())
        abroad = shapely.union_all([shape.intersection(frame), gaps.intersection(cell)])
        if sheet_sea := land.buffer(SOUND).intersection(sea):
            abroad = abroad.difference(sheet_sea)
        found[name] = abroad.difference(land)
    found = _filled(found, land, frame)
    decor = []
    for name, shape in sorted(found.items(), key=lambda each: -each[1].area):
        under = shape.buffer(BELOW, quad_segs=2).intersection(land)
        under = under.intersection(cells[name]) if name in cells else Polygon()
        whole = _closed(shapely.union_all([shape, under]), 0.6)
        parts = [Polygon(part.exterior) for part in parts_of(whole.intersection(frame)) if _seen(part.difference(land))]
        rings = [ring for part in parts if len(ring := _coarse(part, land)) > 2]
        for i, ring in enumerate(rings):
            decor.append(Decor("isle", ring, NAMES.get(name, name) if not i else ""))
    return decor


def _filled(lands: Shapes, land: BaseGeometry, frame: Polygon) -> Shapes:
    """Lands without bays and strips of sea that are too narrow to see."""
    lands = {name: _closed(shape, CLEFT).difference(land).intersection(frame) for name, shape in lands.items()}
    for hole in parts_of(frame.difference(shapely.union_all([land, *lands.values()]))):
        if hole.area < SPECK or hole.buffer(-FLAT / 2).is_empty:
            beside = {name: hole.buffer(0.2).intersection(shape).area for name, shape in lands.items()}
            if beside and max(beside.values()) > 0:
                name = max(beside, key=lambda each: beside[each])
                lands[name] = shapely.union_all([lands[name], hole.buffer(0.05)])
    return lands


def _closed(shape: BaseGeometry, narrow: float) -> BaseGeometry:
    """A shape without what is narrower than twice that between its parts."""
    return shapely.make_valid(shape.buffer(narrow, join_style="mitre").buffer(-narrow, join_style="mitre"))


def _seen(shape: BaseGeometry) -> bool:
    """Whether land or water is large enough to be told from a speck."""
    return shape.area >= SPECK and not shape.buffer(-FLAT / 4).is_empty


def _coarse(part: Polygon, land: BaseGeometry) -> tuple[tuple[float, float], ...]:
    """The ring of a land in whole points, with few of them below the areas."""
    deep = land.buffer(1.5 - BELOW)
    shapely.prepare(deep)
    ring = [(float(round(x)), float(round(y))) for x, y in part.exterior.simplify(0.6).coords]
    ring = list(shapely.remove_repeated_points(LineString(ring)).coords)[:-1]
    hidden = [deep.covers(shapely.Point(point)) for point in ring]
    if all(hidden) or len(ring) < 4:
        return ()
    start = hidden.index(False)
    ring, hidden = ring[start:] + ring[:start], hidden[start:] + hidden[:start]
    kept: list[tuple[float, float]] = []
    run: list[tuple[float, float]] = []
    for point, below in zip([*ring, ring[0]], [*hidden, False], strict=True):
        run.append(point)
        if not below:
            kept += list(LineString(run).simplify(3.0).coords)[:-1] if len(run) > 2 else run[:-1]
            run = [point]
    valid = largest_of(shapely.make_valid(Polygon(kept))) if len(kept) > 2 else Polygon()
    return tuple((float(x), float(y)) for x, y in valid.exterior.coords[:-1])


if __name__ == "__main__":
    main(*sys.argv[1:])
