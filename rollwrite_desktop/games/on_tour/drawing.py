"""The map of On Tour as it looks: blank, played on with its route, or re-entered with its findings. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from rollwrite_desktop.core.audit import Paper, Report, claims_of
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.draw.display import Display, Mark, Path, Shape, ellipse
from rollwrite_desktop.draw.line_map_face import between, blank_line_map, pencil_room, radius
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
from rollwrite_desktop.sheet.sheet import Rect, Sheet, Space

# The sheet's own texts, found here for translation.
CAPTIONS = (
    mark("On Tour"), mark("Band"), mark("Areas"), mark("Circles"), mark("Total"),
    mark("North"), mark("South"), mark("West"), mark("Central"), mark("East"),
)
ROUTE, SKETCH = ("pencil_new", 3.4, ()), ("note", 3.2, (6.0, 2.5))
"""Ink, width and dash of the route, and of a sketched one."""
Line = tuple[str, float, tuple[float, ...]]
DRIVES: dict[str, Line] = {"best": ("legal", 9.0, ()), "own": ("pencil_new", 4.6, ())}
_EDGE = 3.0
"""How much wider than a driven route the paper under it is."""


@dataclass(frozen=True, slots=True)
class Drive:
    """A route that is shown boldly at the end: which one of `DRIVES`, its stops so far, and whether more will come."""

    name: str
    stops: tuple[str, ...]
    moving: bool


@dataclass(frozen=True, slots=True)
class Light:
    """What guidance adds to a map: areas that take a stroke now, those of them that would be circled, a sketched route,
    routes shown instead of the player's, and whether the last stroke is shown."""

    lit: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()
    sketch: tuple[str, ...] = ()
    drives: tuple[Drive, ...] = ()
    fresh: bool = False


DARK = Light()

def played(
    sheet: Sheet, part: Part, route: tuple[str, ...], parts: Mapping[str, int] | None, name: str,
    light: Light, trouble: tuple[str, ...], focus: str,
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


def _driven(sheet: Sheet, drives: tuple[Drive, ...]) -> Iterator[Mark]:
    """Routes with a rim of paper, so that they are seen on every ground; where one is driven on, its last stop ringed."""
    for drive in drives:
        _, width, _ = DRIVES[drive.name]
        yield from path(f"{drive.name}/rim", sheet, drive.stops, ("paper", width + _EDGE, ()))
    for drive in drives:
        yield from path(drive.name, sheet, drive.stops, DRIVES[drive.name])
        for last in drive.stops[-1:] if drive.moving else ():
            space = sheet.space[last]
            reach = radius(space) + 4.0
            yield Shape(f"{drive.name}/here", ellipse(*space.writing.center, reach, reach), stroke="legal", width=4.0)


def _points(sheet: Sheet, parts: Mapping[str, int]) -> Iterator[Mark]:
    for part, points in parts.items():
        yield from number_in_box(sheet, part, points, fill=0.5)


STYLE = MapStyle(
    face=kept(blank_line_map), mark=_in_disc, outline=_outline, line=_line,
    corner=lambda sheet, spot: box_corner(sheet, spot, 3.0), focus_grow=2.4,
)
