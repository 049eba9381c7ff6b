"""The map of On Tour as it looks: blank, played on with its route, or re-entered with its findings. Decides nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, pairwise

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Finding, Paper, Report, claims_of
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.draw.display import Display, Mark, Path, Shape, Text, box, ellipse, polygon, polyline
from rollwrite_desktop.draw.line_map_face import DOT, DOTS, between, blank_line_map, outline, pencil_room, reach
from rollwrite_desktop.draw.strokes import caption, star
from rollwrite_desktop.draw.title_line import title_lines
from rollwrite_desktop.draw.type_metrics import cap_height
from rollwrite_desktop.gamekit.marks import is_circled
from rollwrite_desktop.gamekit.play.blank_cache import kept
from rollwrite_desktop.gamekit.play.map_drawing import (
    MapStyle,
    box_corner,
    box_outline,
    number_in_box,
    pencil_mark,
    player_name,
)
from rollwrite_desktop.games.on_tour.play.model import Part
from rollwrite_desktop.games.on_tour.play.paper import route_of
from rollwrite_desktop.sheet.sheet import Point, Rect, Ring, Sheet, Space, bounding_box

# The sheet's own texts, found here for translation.
CAPTIONS = (
    mark("On Tour"), mark("Band"), mark("Areas"), mark("Circles"), mark("Total"),
    mark("North"), mark("South"), mark("West"), mark("Central"), mark("East"),
)
LEGEND = (
    mark("In its card’s own area: circle it, +1"), mark("Star: any number"),
    mark("Route: arrow at the start, never go down"),
)
Line = tuple[str, float, tuple[float, ...]]
ROUTE: Line = ("pencil_new", 5.0, ())
SKETCH: Line = ("pencil_new", 3.6, (8.0, 4.0))
"""Ink, width and dash of the route, and of a sketched one."""
RING_INSET, RING_WEIGHT = 1.6, 1.7
"""How far the circle round a number stays within its square, and its thickness, in points."""
ARROW = 13.0
"""The length of the arrow at a route's start, in points."""
DRIVES: dict[str, Line] = {"best": ("legal", 9.0, ()), "own": ROUTE}
SAMPLE = 24.0, 12.0
"""How large a piece of a route beside the map is."""
BUS = 34.0, 17.0
"""How wide and high the bus at the title is, in points."""
_EDGE = 3.0
"""How much wider than a route the paper under it is, so that the dots of its lines are not seen."""


class Drive(Struct, frozen=True):
    """A route that is shown boldly at the end: which one of `DRIVES`, its stops so far, and whether more will come."""

    name: str
    stops: tuple[str, ...]
    moving: bool


class Light(Struct, frozen=True):
    """What guidance adds to a map: areas that take a stroke now, those of them that would be circled, a sketched route,
    routes shown instead of the player's, whether the last stroke is shown, and the lit areas that take an X."""

    lit: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()
    sketch: tuple[str, ...] = ()
    drives: tuple[Drive, ...] = ()
    fresh: bool = False
    crossing: frozenset[str] = frozenset()


DARK = Light()
_WITHIN = 0.75
"""Wider lines around a place grow inward by so much of their width, and leave its code alone; high contrast has them half as
wide again."""

def played(
    sheet: Sheet, part: Part, route: tuple[str, ...], parts: Mapping[str, int] | None, name: str,
    light: Light, conflicts: tuple[str, ...], focus: str,
) -> Display:
    """A player's map with a route; `parts` of the score are written in their boxes, None while there are none."""
    held = dict(zip(sheet.space, part.marks, strict=True))
    marks: list[Mark] = [
        *_driven(sheet, light.drives), *path("sketch", sheet, light.sketch, SKETCH),
        *path("route", sheet, route, ROUTE), *STYLE.pencil(sheet, held, part.latest if light.fresh else ()),
        *player_name(sheet, name),
    ]
    if parts is not None:
        marks.extend(_points(sheet, {**parts, "total": sum(parts.values())}))
    widths = {f"space/{area}/place": 3.0 if area in light.own else 1.6 for area in light.lit}
    display = STYLE.played(sheet, marks, widths, conflicts, focus, light.crossing)
    return replace(display, marks=tuple([
        replace(item, path=outline(sheet.space[item.key.split("/")[1]], _WITHIN * (1.0 - item.width)))
        if item.key in widths and isinstance(item, Shape) else item for item in display.marks
    ]))


def entered(sheet: Sheet, paper: Paper, report: Report | None, chosen: str, among: frozenset[str]) -> Display:
    """A re-entered map. Findings are ringed and numbered in the report's order; `among` places are ringed more strongly."""
    known = tuple(area for area in route_of(paper) if area in sheet.space)
    marks = (
        *path("route", sheet, known, ROUTE), *STYLE.pencil(sheet, paper.spaces), *player_name(sheet, paper.player),
        *_points(sheet, claims_of(paper)),
    )
    return STYLE.entered(sheet, marks, report, chosen, among)


def _part(sheet: Sheet, finding: Finding) -> str:
    """Returns the box of the part of the score that a finding speaks of."""
    part = str(finding.args.get("part", "")).lower()
    return part if part in sheet.box else ""


# ---------------------------------------------------------------------- pieces


def _face(sheet: Sheet) -> tuple[Mark, ...]:
    """Returns the empty map, and what is written on it explained."""
    legends = (bounding_box(decor.ring) for decor in sheet.decor if decor.kind == "legend")
    return (
        *blank_line_map(sheet), *title_lines(sheet, _bus, BUS[0], DOT, DOTS),
        *(mark for place in legends for mark in _legend(place)),
    )


def _bus(key: str, corner: Point) -> Iterator[Shape]:
    """The band's bus, on a road of dots."""
    (wide, high), (right, low) = BUS, corner
    left, top = right - wide, low - high
    wheels = (left + 8.0, right - 8.0)
    panes = [box(left + 2.4 + 6.2 * n, top + 2.2, 4.9, 4.4) for n in range(4)] + [box(right - 6.0, top + 2.2, 6.0, 6.0)]
    yield Shape(f"{key}/body", box(left, top, wide, high - 3.0, 3.5), "region.red.strong", "text", 0.7)
    yield Shape(f"{key}/panes", tuple(chain(*panes)), "box", "text", 0.6)
    yield Shape(f"{key}/stripe", polyline(((left + 0.6, top + 9.0), (right - 7.0, top + 9.0))), "", "box", 0.8)
    yield Shape(f"{key}/wheels", tuple(chain(*(ellipse(x, low - 2.9, 2.9, 2.9) for x in wheels))), "text", "box", 0.7)
    hubs = polyline([(x, low - 2.9) for x in wheels])
    yield Shape(f"{key}/hubs", hubs, "", "box", 2.0, (0.0, wheels[1] - wheels[0]))


def _legend(place: Rect) -> Iterator[Mark]:
    """A circled number, a star and the arrow of a route, each with a few words."""
    high = place.h / len(LEGEND)
    for i, words in enumerate(LEGEND):
        y = place.y + i * high
        sign = Rect(place.x, y + 1, high - 2, high - 2)
        key = f"legend/{i}"
        if i == 0:
            yield Shape(f"{key}/square", box(sign.x, sign.y, sign.w, sign.h, 3.0), "box", "line", 0.6)
            yield from pencil_mark(key, "(34)", sign, "faint", fill=0.4, weight=0.9)
        elif i == 1:
            yield Shape(key, star(*sign.center, 0.46 * sign.h), "faint")
        else:
            (x, middle), far = sign.center, 0.42 * sign.h
            yield Shape(key, polygon(((x - far, middle - far), (x + far, middle), (x - far, middle + far))), "faint")
        text = Rect(place.x + high + 4, y, place.w - high - 4, high)
        yield caption(f"{key}/words", tr(words), text, "text", 7.5, "faint")



def _in_place(space: Space, held: str, ink: str) -> Iterator[Mark]:
    """Yields what stands in an area: two digits, a star, an X; with a ring in the square where it is circled."""
    (x, y), radius = space.writing.center, min(space.writing.w, space.writing.h) / 2 - RING_INSET
    ring = Rect(x - radius, y - radius, 2 * radius, 2 * radius)
    fill = 0.46 if is_circled(held) else 0.6
    yield from pencil_mark(f"mark/{space.id}", held, pencil_room(space), ink, fill=fill, ring=ring, weight=RING_WEIGHT)


def _outline(sheet: Sheet, spot: str, grow: float) -> Path:
    if spot not in sheet.space:
        return box_outline(sheet, spot, grow)
    return outline(sheet.space[spot], grow)


def _line(sheet: Sheet, a: str, b: str) -> Path | None:
    return between(sheet, a, b) if a in sheet.space and b in sheet.space else None


def path(key: str, sheet: Sheet, stops: tuple[str, ...], line: Line) -> Iterator[Mark]:
    """A route from place to place on a rim of paper, with an arrow into its first stop."""
    yield from _rim(key, sheet, stops, line)
    yield from _stroke(key, sheet, stops, line)


def _rim(key: str, sheet: Sheet, stops: tuple[str, ...], line: Line) -> Iterator[Mark]:
    for i, (a, b) in enumerate(pairwise(stops)):
        leg = between(sheet, a, b, 1.0)
        yield Shape(f"{key}/rim/{i}", leg, stroke="paper", width=line[1] + _EDGE)


def _stroke(key: str, sheet: Sheet, stops: tuple[str, ...], line: Line) -> Iterator[Mark]:
    ink, width, dash = line
    for i, (a, b) in enumerate(pairwise(stops)):
        yield Shape(f"{key}/{i}", between(sheet, a, b, 1.0), stroke=ink, width=width, dash=dash)
    if stops:
        yield Shape(f"{key}/start", _arrow(sheet, *stops[:2]), fill=ink, stroke="box", width=0.6)


def _arrow(sheet: Sheet, first: str, then: str = "") -> Path:
    """An arrowhead that points into an area, from the left or the side that is opposite to the next stop."""
    space = sheet.space[first]
    x, y = space.writing.center
    nx, ny = sheet.way(first, then)[1] if then else (x + 1, y)
    # Above is the tab with the code.
    sides = ((-1.0, 0.0), (1.0, 0.0), (0.0, 1.0))
    ux, uy = max(sides, key=lambda side: side[0] * (x - nx) + side[1] * (y - ny))
    tip = reach(space, ux, uy) - 2.0
    along, aside = tip + ARROW, 0.55 * ARROW
    return polygon((
        (x + ux * tip, y + uy * tip),
        (x + ux * along - uy * aside, y + uy * along + ux * aside),
        (x + ux * along + uy * aside, y + uy * along - ux * aside),
    ))


def _driven(sheet: Sheet, drives: tuple[Drive, ...]) -> Iterator[Mark]:
    """Routes one over the other, their rims below all; where one is driven on, its last stop ringed."""
    for drive in drives:
        yield from _rim(drive.name, sheet, drive.stops, DRIVES[drive.name])
    for drive in drives:
        yield from _stroke(drive.name, sheet, drive.stops, DRIVES[drive.name])
        for last in drive.stops[-1:] if drive.moving else ():
            yield Shape(f"{drive.name}/here", outline(sheet.space[last], 4.0), stroke="legal", width=4.0)


def sample(name: str) -> Display:
    """A piece of one of `DRIVES`, as it lies on the map."""
    ink, width, dash = DRIVES[name]
    wide, high = SAMPLE
    leg = polyline([(0.0, high / 2), (wide, high / 2)])
    return Display(SAMPLE, (Shape(name, leg, stroke=ink, width=width, dash=dash),))


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
    """Returns the map on a card: the areas of its region in their colors, its own area strong and ringed."""
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
    """Returns the ring without points nearer than a few points to the one before: enough for a picture a tenth as large."""
    kept_points = [ring[0]]
    for point in ring[1:]:
        if math.dist(point, kept_points[-1]) >= COARSE:
            kept_points.append(point)
    return tuple(kept_points) if len(kept_points) > 3 else ring


COARSE = 5.0

STYLE = MapStyle(
    face=kept(_face), mark=_in_place, outline=_outline, line=_line, part=_part,
    corner=lambda sheet, spot: box_corner(sheet, spot, 3.0), focus_grow=-2.4,
)
