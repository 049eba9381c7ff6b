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
from shapely import LineString, MultiPoint, Polygon, STRtree, box
from shapely.geometry.base import BaseGeometry

from rollwrite_desktop.maps import abroad
from rollwrite_desktop.maps.abroad import STEP
from rollwrite_desktop.sheet.load import dump, load
from rollwrite_desktop.sheet.polygons import parts_of
from rollwrite_desktop.sheet.sheet import Decor, Sheet, bounding_box
from sheets.build.countries import HOME, KEPT, NAMES, OWN, Points, Shapes, parted, read

PART = 0.02
"""Of the largest piece of land: smaller ones do not count where the map is fitted."""
SOUND = 3.0
"""Between the areas and other land beyond a strait, at least."""
FINE = (0.8, 1.1, 1.5, 2.0, 2.7, 3.6, 5.0, 7.0)
"""Up to the squares of which detail is left out, the first with which a sheet has no more points of other land than"""
MOST = 400
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
    kept = [each for each in sheet.decor if each.kind != "isle" or each.text in known]
    dry = shapely.union_all([land, *(Polygon(each.ring) for each in isles)])
    left, top, right, foot = frame.buffer(-1, join_style="mitre").bounds
    wet = any(abroad.seen(part) for part in parts_of(frame.difference(dry)))
    coasts = (((left, top), (right, top), (right, foot), (left, foot)),) if wet else ()
    return replace(sheet, decor=(*kept, *isles), coasts=coasts)


def frame_of(sheet: Sheet) -> tuple[float, float, float, float]:
    """Left, top, right and foot of the rectangle in which the map of a sheet lies."""
    around = bounding_box(sheet.frames[0])
    return around.x, around.y, around.x + around.w, around.y + around.h


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


def _fitted(own: BaseGeometry, land: BaseGeometry) -> tuple[Points, Points]:
    """The affine map that fits the border of a land best to that of the drawn one: a matrix and a shift."""
    rough = _border(own, 1.0)
    return abroad.fitted([_border(own, float(np.ptp(rough, axis=0).max()) / 120)], [_border(land, STEP)])


def _bent(own: BaseGeometry, land: BaseGeometry) -> Callable[[Points], Points]:
    """How places near a border are shifted so that it becomes the drawn one."""
    return abroad.bent([_border(own, STEP)], [_border(land, STEP)])


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
        whole = shapely.union_all([shape.intersection(frame), gaps.intersection(cell)])
        if sheet_sea := land.buffer(SOUND).intersection(sea):
            whole = whole.difference(sheet_sea)
        found[name] = whole.difference(land)
    found = abroad.filled(found, land, frame)
    decor = []
    for name, shape in sorted(found.items(), key=lambda each: -each[1].area):
        for i, ring in enumerate(abroad.rings(shape, cells.get(name, Polygon()), land, frame)):
            decor.append(Decor("isle", ring, NAMES.get(name, name) if not i else ""))
    return decor


if __name__ == "__main__":
    main(*sys.argv[1:])
