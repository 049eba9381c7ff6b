"""The map of On Tour as it looks: blank, played on with its route, or re-entered with its findings. Decides nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from rollwrite_desktop.core.audit import Paper, Report, claims_of
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.draw.display import Display, Mark, Path, Shape, Text, ellipse, polygon, polyline
from rollwrite_desktop.draw.line_map_face import between, blank_line_map, pencil_room, radius
from rollwrite_desktop.draw.type_metrics import cap_height
from rollwrite_desktop.gamekit.blank_sheets import kept
from rollwrite_desktop.gamekit.map_drawing import (
    MapStyle,
    box_corner,
    box_outline,
    number_in_box,
    pencil_mark,
    player_name,
)
from rollwrite_desktop.games.on_tour.evidence import route_of
from rollwrite_desktop.games.on_tour.model import Part
from rollwrite_desktop.sheet.sheet import Rect, Ring, Sheet, Space, bounding_box

# The sheet's own texts, found here for translation.
CAPTIONS = (
    mark("On Tour"), mark("Band"), mark("Areas"), mark("Circles"), mark("Total"),
    mark("North"), mark("South"), mark("West"), mark("Central"), mark("East"),
)
ROUTE, SKETCH, BEST = ("pencil_new", 3.4, ()), ("note", 3.2, (6.0, 2.5)), ("legal", 2.0, (2.5, 2.5))
"""Ink, width and dash of the route, of a sketched one, and of the best one."""
Line = tuple[str, float, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Light:
    """What guidance adds to a map: areas that take a stroke now, those of them that would be circled, a sketched route,
    the best route, and whether the last stroke is shown."""

    lit: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()
    sketch: tuple[str, ...] = ()
    best: tuple[str, ...] = ()
    fresh: bool = False


DARK = Light()

def played(
    sheet: Sheet, part: Part, route: tuple[str, ...], parts: Mapping[str, int] | None, name: str,
    light: Light, trouble: tuple[str, ...], focus: str,
) -> Display:
    """A player's map with a route; `parts` of the score are written in their boxes, None while there are none."""
    held = dict(zip(sheet.space, part.marks, strict=True))
    marks: list[Mark] = [
        *path("best", sheet, light.best, BEST), *path("sketch", sheet, light.sketch, SKETCH),
        *path("route", sheet, route, ROUTE), *STYLE.pencil(sheet, held, part.latest if light.fresh else ()),
        *player_name(sheet, name),
    ]
    if parts is not None:
        marks.extend(_points(sheet, {**parts, "total": sum(parts.values())}))
    widths = {f"space/{area}/disc": 3.0 if area in light.own else 1.6 for area in light.lit}
    return STYLE.played(sheet, marks, widths, trouble, focus)


def entered(sheet: Sheet, paper: Paper, report: Report | None, chosen: str, among: frozenset[str]) -> Display:
    """A re-entered map. Findings are ringed and numbered in the report's order; `among` places are ringed more strongly."""
    known = tuple(area for area in route_of(paper) if area in sheet.space)
    held = {area: f"{mark}_" if len(mark) == 1 and mark.isdigit() else mark for area, mark in paper.spaces.items()}
    marks = (
        *path("route", sheet, known, ROUTE), *STYLE.pencil(sheet, held), *player_name(sheet, paper.player),
        *_points(sheet, claims_of(paper)),
    )
    return STYLE.entered(sheet, marks, report, chosen, among)


# ---------------------------------------------------------------------- pieces


def _in_disc(space: Space, held: str, ink: str) -> Iterator[Mark]:
    """What stands in an area: two digits, a star, an X; a ring just outside the printed circle where it is circled."""
    (x, y), reach = space.writing.center, (radius(space) + 0.8) / 0.94
    ring = Rect(x - reach, y - reach, 2 * reach, 2 * reach)
    yield from pencil_mark(f"mark/{space.id}", held, pencil_room(space), ink, fill=0.57, ring=ring, weight=2.1)


def _outline(sheet: Sheet, spot: str, grow: float) -> Path:
    if spot not in sheet.space:
        return box_outline(sheet, spot, grow)
    space = sheet.space[spot]
    reach = radius(space) + grow
    return ellipse(*space.writing.center, reach, reach)


def _line(sheet: Sheet, a: str, b: str) -> Path | None:
    return between(sheet.space[a], sheet.space[b]) if a in sheet.space and b in sheet.space else None


def path(key: str, sheet: Sheet, stops: tuple[str, ...], line: Line) -> Iterator[Mark]:
    """A route from disc to disc, its first stop ringed."""
    ink, width, dash = line
    for i, (a, b) in enumerate(pairwise(stops)):
        yield Shape(f"{key}/{i}", between(sheet.space[a], sheet.space[b], 1.0), stroke=ink, width=width, dash=dash)
    for end in stops[:1]:
        space = sheet.space[end]
        reach = radius(space) + 2.6
        yield Shape(f"{key}/start", ellipse(*space.writing.center, reach, reach), stroke=ink, width=0.7 * width)


def _points(sheet: Sheet, parts: Mapping[str, int]) -> Iterator[Mark]:
    for part, points in parts.items():
        yield from number_in_box(sheet, part, points, fill=0.5)


# ---------------------------------------------------------------------- dice and cards beside the map

SIDE = 60.0
"""The side of the picture of a die or number."""


@lru_cache(maxsize=256)
def die_picture(digit: str, number: str) -> Display:
    """A ten-sided die that shows a digit, or a number as it will stand on the map; both "" for one that is still to come."""
    middle, cap = SIDE / 2, cap_height("bold", 1.0)
    if number:
        room = Rect(0.14 * SIDE, 0.14 * SIDE, 0.72 * SIDE, 0.72 * SIDE)
        disc = Shape("disc", ellipse(middle, middle, 0.46 * SIDE, 0.46 * SIDE), "box", "faint", 1.2)
        return Display((SIDE, SIDE), (disc, *pencil_mark("mark", number, room, "pencil_new")))
    top, side, foot = (middle, 1.5), 0.94 * SIDE, (middle, SIDE - 1.5)
    low = 0.6 * SIDE
    kite = polygon((top, (side, low), foot, (SIDE - side, low)))
    if not digit:
        return Display((SIDE, SIDE), (Shape("die", kite, stroke="faint", width=1.2, dash=(4.0, 3.0)),))
    face = polygon((top, (0.79 * SIDE, 0.61 * SIDE), (middle, 0.74 * SIDE), (0.21 * SIDE, 0.61 * SIDE)))
    edges = [
        Shape(f"edge/{i}", polyline((a, b)), stroke="die.edge", width=1.0)
        for i, (a, b) in enumerate((((0.79 * SIDE, 0.61 * SIDE), (side, low)), ((middle, 0.74 * SIDE), foot),
                                    ((0.21 * SIDE, 0.61 * SIDE), (SIDE - side, low))))
    ]
    size = 0.3 * SIDE / cap
    return Display((SIDE, SIDE), (
        Shape("die", kite, "wild", "die.edge", 1.6), Shape("face", face, "die.body", "die.edge", 1.0), *edges,
        Text("digit", middle, 0.6 * SIDE, digit, "bold", size, "die.pip", "middle"),
    ))


def card_picture(sheet: Sheet, area: str, region: str) -> Display:
    """The map on a card: the areas of its region in their colors, its own area strong and ringed."""
    return _card(_Card(sheet.hash, area, region, sheet))


@dataclass(frozen=True, slots=True)
class _Card:
    """What tells one card's picture from another."""

    hash: str
    area: str
    region: str
    sheet: Sheet = field(compare=False)


@lru_cache(maxsize=128)
def _card(card: _Card) -> Display:
    sheet = card.sheet
    within = {region.id for region in sheet.regions if card.region in region.within}
    rings = [bounding_box(space.outline) for space in sheet.spaces]
    left, top = min(r.x for r in rings), min(r.y for r in rings)
    size = (max(r.x + r.w for r in rings) - left, max(r.y + r.h for r in rings) - top)
    marks: list[Mark] = []
    for space in sheet.spaces:
        ring = _coarse(tuple([(x - left, y - top) for x, y in space.outline]))
        fill = f"region.{space.region}" if space.region in within else "region.stone.soft"
        marks.append(Shape(f"space/{space.id}", polygon(ring), fill, "line", 2.0))
    own = sheet.space.get(card.area)
    if own is not None:
        ring = tuple([(x - left, y - top) for x, y in own.outline])
        box_ = bounding_box(ring)
        x, y = box_.center
        marks.append(Shape("own", polygon(ring), f"region.{own.region}.strong", "border", 5.0))
        reach = max(34.0, 0.62 * math.hypot(box_.w, box_.h))
        marks.append(Shape("ring", ellipse(x, y, reach, reach), stroke="border", width=7.0))
    return Display(size, tuple(marks))


def _coarse(ring: Ring) -> Ring:
    """The ring without points nearer than a few points to the one before: enough for a picture a tenth as large."""
    kept_points = [ring[0]]
    for point in ring[1:]:
        if math.dist(point, kept_points[-1]) >= COARSE:
            kept_points.append(point)
    return tuple(kept_points) if len(kept_points) > 3 else ring


COARSE = 5.0

STYLE = MapStyle(
    face=kept(blank_line_map), mark=_in_disc, outline=_outline, line=_line,
    corner=lambda sheet, spot: box_corner(sheet, spot, 3.0), focus_grow=2.4,
)
