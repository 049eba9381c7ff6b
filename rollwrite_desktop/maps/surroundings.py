"""What is around the land of a made map, within the frame of its sheet: land of others, without names, as it is around the
areas on the globe, and the sea. What it takes to say so is found once for a drawing; edits are then quick.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import chain

import numpy as np
import shapely
from msgspec import Struct
from msgspec.structs import replace
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from rollwrite_desktop.maps import abroad
from rollwrite_desktop.maps.abroad import STEP, Points
from rollwrite_desktop.maps.areas import Areas, kept_parts
from rollwrite_desktop.maps.coasts import asked, nearest_sea
from rollwrite_desktop.sheet.polygons import largest_of, parts_of
from rollwrite_desktop.sheet.sheet import Decor, Sheet, bounding_box

PART = 0.02
"""Of the largest piece of land: smaller ones do not count where the map is fitted."""
ROUGH = 1 / 120
"""From point to point of a border where the map is fitted, by the greater side of the map."""
SLACK = 1.5
"""How far the outer edge of an area may be off that of all, in thousandths of the map's greater side, or in points."""
SOUND, BESIDE = 3.0, 8.0
"""Between the areas and other land beyond a strait, at least; and how far there is other land beside each border with it."""
CRUMB, CLOSE = 400.0, 9.0
"""Square points of other land in the sea so close to the areas that is left out: mostly it is theirs, drawn otherwise."""
BENDS = 20.0, 12.0, 7.0, 4.0
"""How far the frame of a part that is drawn beside the rest may be from the middle between both, the straightest first."""
ROUND = 4.0
"""How far the sea may be from where it is nearest, so that its edge has few corners."""
GONE = 0.2
"""The share of an area that is still drawn, up to which it was left out."""
MARGIN, FINE, PIECE = 80.0, 0.8, 40.0
"""Around the frame: how far land counts; up to the square of which detail is left out; and the longest line that is bent."""


class Around(Struct, frozen=True):
    """What is around a drawing: land of others, and the land of the map itself as it lies beside that, within the frame and
    some way beyond it; where the nearest outer edge of the drawing is a coast; and the frame of a part of the map that is
    drawn beside the rest. areas: what is drawn of each."""

    land: BaseGeometry
    own: BaseGeometry
    sea: BaseGeometry
    areas: tuple[BaseGeometry, ...]
    panel: Polygon


def around(sheet: Sheet, areas: Areas) -> Around | None:
    """Returns what is around a sheet as it is drawn first; None where that is not known, as of data that is not of the
    globe, and on a sheet without a frame."""
    if not sheet.frames or (areas.abroad.is_empty and areas.coast.is_empty):
        return None
    frame = _frame(sheet)
    shapes = {code: shapely.multipolygons(kept_parts(area.shape)) for code, area in areas.by_code.items()}
    edges, goals = _edges(shapes), _edges({space.id: _drawn(sheet, space.id) for space in sheet.spaces})
    codes = [code for code in edges if code in goals]
    goal = [_points(goals[code], STEP) for code in codes]
    rough = ROUGH * max(np.ptp(shapely.get_coordinates([*edges.values()]), axis=0))
    matrix, shift = abroad.fitted([_points(edges[code], rough) for code in codes], goal)

    def put(shape: BaseGeometry) -> BaseGeometry:
        return shapely.make_valid(shapely.transform(shape, lambda points: points @ matrix.T + shift))

    bend = abroad.bent([_points(put(edges[code]), STEP) for code in codes], goal)

    def lie(shape: BaseGeometry) -> BaseGeometry:
        near = put(shape).intersection(frame.buffer(MARGIN)).simplify(FINE)
        return shapely.make_valid(shapely.transform(near.segmentize(PIECE), bend))

    sea: BaseGeometry = Polygon()
    if not areas.coast.is_empty:
        places, found = asked(sheet, shapes, areas.coast, lambda points: bend(points @ matrix.T + shift))
        sea = nearest_sea(shapely.points(places), found) if found.any() else sea
    land, panel = lie(areas.abroad), _panel(sheet, areas.beside.codes) if areas.beside else Polygon()
    if areas.beside and panel.is_empty:  # nobody can say what is between them
        land = frame.difference(sea.buffer(ROUND).simplify(ROUND))
    elif areas.beside:
        land = shapely.union(land.difference(panel), lie(areas.beside.abroad).intersection(panel))
    drawn = tuple(_drawn(sheet, space.id) for space in sheet.spaces)
    return Around(land, lie(shapely.union_all([*shapes.values()])), sea, drawn, panel)


def _panel(sheet: Sheet, codes: Collection[str]) -> Polygon:
    """What of the frame is nearer to areas that are drawn beside the others than to those, with few corners; nothing where
    they lie in one another."""
    parts = [shapely.union_all([_drawn(sheet, space.id) for space in sheet.spaces if (space.id in codes) == those])
             for those in (True, False)]
    spots = [_points(part.boundary, STEP) for part in parts]
    nearer = nearest_sea(shapely.points(np.concatenate(spots)), np.arange(sum(map(len, spots))) < len(spots[0]))
    for bend in BENDS:
        panel = largest_of(nearer.intersection(_frame(sheet)).simplify(bend))
        if panel.covers(parts[0]) and not panel.intersects(parts[1]):
            return shapely.set_precision(panel, 0.1)
    return Polygon()


def surrounded(sheet: Sheet, around: Around | None) -> Sheet:
    """Returns a sheet with the land of others, to its frame, and its coasts. What was left out since it was drawn is land of
    others now."""
    if around is None:
        return sheet
    frame, land = _frame(sheet), _land(sheet)
    dry = frame.difference(around.sea)
    left = shapely.union_all([area for area in around.areas if area.intersection(land).area < GONE * area.area])
    whole = shapely.union_all([
        around.land, around.own.difference(land).intersection(dry), land.buffer(BESIDE).intersection(dry)])
    whole = shapely.union(whole.difference(land.buffer(SOUND).intersection(around.sea)), left)
    whole = whole.intersection(frame).difference(land)
    (others,) = abroad.filled({"": whole}, land, frame).values()
    others = shapely.multipolygons([part for part in parts_of(others) if part.intersects(left) or not _is_crumb(
        part, land, around)])
    isles = [Decor("isle", ring) for ring in abroad.rings(others, shapely.union(dry, left.buffer(BESIDE)), land, frame)]
    water = frame.difference(shapely.union_all([land, *(shapely.make_valid(Polygon(isle.ring)) for isle in isles)]))
    panel = [Decor("neatline", tuple(around.panel.exterior.coords[:-1]))] if not around.panel.is_empty else []
    sides = frame.buffer(-1, join_style="mitre").difference(around.panel.boundary.buffer(1, cap_style="square"))
    coasts = tuple(tuple((round(x, 1), round(y, 1)) for x, y in part.exterior.coords[:-1]) for part in parts_of(sides))
    wet = any(map(abroad.seen, parts_of(water)))
    return replace(sheet, decor=(*isles, *sheet.decor, *panel), coasts=coasts if wet else ())


def _is_crumb(part: Polygon, land: BaseGeometry, around: Around) -> bool:
    """Whether other land is a little piece in the sea along the areas, or one that is not there on the globe."""
    if part.area >= CRUMB or not part.dwithin(land, CLOSE):
        return False
    return bool(part.intersection(around.sea).area > part.area / 2 or part.intersection(around.land).area < part.area / 3)


def _frame(sheet: Sheet) -> Polygon:
    at = bounding_box(sheet.frames[0])
    return shapely.box(at.x, at.y, at.x + at.w, at.y + at.h)


def _land(sheet: Sheet) -> BaseGeometry:
    """The land of a sheet with its islands, and lakes filled."""
    land = shapely.union_all([_drawn(sheet, space.id) for space in sheet.spaces])
    return shapely.union_all([Polygon(part.exterior) for part in parts_of(land.buffer(0.1, join_style="mitre"))])


def _drawn(sheet: Sheet, code: str) -> BaseGeometry:
    """What is drawn of an area, with its islands."""
    rings = chain([sheet.space[code].outline], (isle.ring for isle in sheet.isles if isle.text == code))
    return shapely.union_all([shapely.make_valid(Polygon(ring)) for ring in rings])


def _edges(shapes: Mapping[str, BaseGeometry]) -> dict[str, BaseGeometry]:
    """The outer edges of areas that have some: lines along large pieces of land, without the shores of lakes."""
    parts = parts_of(shapely.union_all([shape.buffer(SLACK / 3, quad_segs=1) for shape in shapes.values()]))
    outer = shapely.union_all([part.exterior for part in parts if part.area >= PART * parts[0].area]).buffer(SLACK)
    found = {code: shape.boundary.intersection(outer) for code, shape in shapes.items()}
    return {code: edge for code, edge in found.items() if edge.length > SLACK * 4}


def _points(edge: BaseGeometry, step: float) -> Points:
    return np.concatenate([*_along(edge, step)])


def _along(edge: BaseGeometry, step: float) -> Iterator[Points]:
    for line in shapely.get_parts(shapely.line_merge(shapely.multilinestrings(
            [part for part in shapely.get_parts(edge) if part.geom_type == "LineString"]))):
        yield shapely.get_coordinates(line.simplify(step / 4).segmentize(step))
