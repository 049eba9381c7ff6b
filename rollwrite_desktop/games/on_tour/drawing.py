"""The map of On Tour as it looks: blank, played on with its route, or re-entered with its findings. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from rollwrite_desktop.core.audit import Finding, Paper, Report
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.draw.display import Display, Mark, Shape, box, ellipse
from rollwrite_desktop.draw.line_map_face import between, blank_line_map, disc, pencil_room, radius
from rollwrite_desktop.draw.strokes import caption, circled, cross, star, tag, written
from rollwrite_desktop.gamekit.blank_sheets import kept
from rollwrite_desktop.games.on_tour.evidence import route_of
from rollwrite_desktop.games.on_tour.model import BLANK, STAR, Part, X, content, is_circled
from rollwrite_desktop.sheet.sheet import Rect, Sheet, Space

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

_blank_marks = kept(blank_line_map)


def blank(sheet: Sheet) -> Display:
    """The empty map."""
    return Display(sheet.size, _blank_marks(sheet))


def played(
    sheet: Sheet, part: Part, route: tuple[str, ...], parts: Mapping[str, int] | None, name: str,
    light: Light, trouble: tuple[str, ...], focus: str,
) -> Display:
    """A player's map with a route; `parts` of the score are written in their boxes, None while there are none."""
    marks: list[Mark] = list(_lit(sheet, light))
    marks.extend(path("best", sheet, light.best, BEST))
    marks.extend(path("sketch", sheet, light.sketch, SKETCH))
    marks.extend(path("route", sheet, route, ROUTE))
    for space, held in zip(sheet.spaces, part.marks, strict=True):
        marks.extend(_held(space, held, "pencil_new" if light.fresh and space.id in part.latest else "pencil"))
    marks.extend(_name(sheet, name))
    if parts is not None:
        marks.extend(_sum(sheet, parts.get("areas", 0), parts.get("circles", 0)))
    marks.extend(_joined(sheet, "trouble", trouble, "conflict"))
    marks.extend(_focus(sheet, focus))
    return Display(sheet.size, tuple(marks))


def entered(sheet: Sheet, paper: Paper, report: Report | None, chosen: str, among: frozenset[str]) -> Display:
    """A re-entered map. Findings are ringed and numbered in the report's order; `among` places are ringed more strongly."""
    marks: list[Mark] = list(_blank_marks(sheet))
    known = tuple(area for area in route_of(paper) if area in sheet.space)
    marks.extend(path("route", sheet, known, ROUTE))
    for space in sheet.spaces:
        held = paper.spaces.get(space.id, BLANK)
        half = len(content(held)) == 1 and content(held).isdigit()
        marks.extend(_held(space, f"{held}_" if half and not is_circled(held) else held, "pencil"))
    marks.extend(_name(sheet, paper.player))
    claimed = {"total": paper.claimed} if isinstance(paper.claimed, int) else paper.claimed
    if isinstance(claimed, dict):
        for part, points in claimed.items():
            marks.extend(_number(sheet, part, points))
    tags: dict[str, list[int]] = {}
    for number, finding in enumerate(report.findings if report else (), 1):
        ink = "mistake" if finding.verdict == "broken" else "unproved"
        for spot in _spots(sheet, finding):
            if spot not in tags:
                marks.append(_ring(f"finding/{spot}", sheet, spot, ink, 1.8))
            tags.setdefault(spot, []).append(number)
    for spot in sorted(among):
        for place in _places(sheet, spot):
            marks.append(_ring(f"among/{place}", sheet, place, "conflict", 3.0))
    for spot, numbers in tags.items():
        r = _rect(sheet, spot)
        marks.extend(tag(f"tag/{spot}", r.x + r.w - 3, r.y + 3, numbers))
    marks.extend(_focus(sheet, chosen))
    return Display(sheet.size, tuple(marks))


# ---------------------------------------------------------------------- pieces


def _lit(sheet: Sheet, light: Light) -> Iterator[Mark]:
    discs = {f"space/{area}/disc": area for area in light.lit}
    for item in _blank_marks(sheet):
        area = discs.get(item.key)
        if area is None:
            yield item
        else:
            yield disc(sheet.space[area], "legal.fill", "legal", 3.0 if area in light.own else 1.6)


def _held(space: Space, held: str, ink: str) -> Iterator[Mark]:
    """What stands in an area: two digits, a star, an X; a ring round it where it is circled."""
    what, key, room = content(held), f"mark/{space.id}", pencil_room(space)
    if what == X:
        yield from cross(key, room, ink)
    elif what == STAR:
        x, y = room.center
        yield Shape(key, star(x, y, 0.36 * room.h), fill=ink)
    elif what:
        yield written(key, what, room, ink, fill=0.57)
    if is_circled(held):
        yield from circled(f"{key}/ring", _grown(space, 0.8), ink, 2.1)


def _grown(space: Space, by: float) -> Rect:
    """The square round a disc, such that a ring drawn in it runs `by` points outside the printed circle."""
    (x, y), reach = space.writing.center, (radius(space) + by) / 0.94
    return Rect(x - reach, y - reach, 2 * reach, 2 * reach)


def path(key: str, sheet: Sheet, stops: tuple[str, ...], line: Line) -> Iterator[Mark]:
    """A route from disc to disc, its first stop ringed."""
    ink, width, dash = line
    for i, (a, b) in enumerate(pairwise(stops)):
        yield Shape(f"{key}/{i}", between(sheet.space[a], sheet.space[b], 1.0), stroke=ink, width=width, dash=dash)
    for end in stops[:1]:
        space = sheet.space[end]
        reach = radius(space) + 2.6
        yield Shape(f"{key}/start", ellipse(*space.writing.center, reach, reach), stroke=ink, width=0.7 * width)


def _name(sheet: Sheet, name: str) -> Iterator[Mark]:
    field = sheet.box.get("player")
    if name and field is not None:
        r = field.rect
        yield caption("mark/player", name, Rect(r.x + 4, r.y, r.w - 8, r.h), "hand", min(19.0, 0.95 * r.h), "pencil")


def _sum(sheet: Sheet, areas: int, circles: int) -> Iterator[Mark]:
    for part, points in (("areas", areas), ("circles", circles), ("total", areas + circles)):
        yield from _number(sheet, part, points)


def _number(sheet: Sheet, part: str, points: int) -> Iterator[Mark]:
    field = sheet.box.get(part)
    if field is not None:
        yield written(f"mark/{part}", str(points), field.rect, "pencil_new", fill=0.5)


def _rect(sheet: Sheet, spot: str) -> Rect:
    return sheet.space[spot].writing if spot in sheet.space else sheet.box[spot].rect


def _ring(key: str, sheet: Sheet, spot: str, ink: str, width: float, by: float = 0.0) -> Shape:
    if spot in sheet.space:
        space = sheet.space[spot]
        reach = radius(space) + by
        return Shape(key, ellipse(*space.writing.center, reach, reach), stroke=ink, width=width)
    r = sheet.box[spot].rect
    return Shape(key, box(r.x - by, r.y - by, r.w + 2 * by, r.h + 2 * by, 4.0 + by), stroke=ink, width=width)


def _joined(sheet: Sheet, key: str, spots: tuple[str, ...], ink: str) -> Iterator[Mark]:
    """Spots ringed, two areas in conflict joined."""
    known = [spot for spot in dict.fromkeys(spots) if spot in sheet.space or spot in sheet.box]
    if len(known) == 2 and all(spot in sheet.space for spot in known):
        one, other = (sheet.space[spot] for spot in known)
        yield Shape(f"{key}/line", between(one, other), stroke=ink, width=2.2)
    for spot in known:
        yield _ring(f"{key}/{spot}", sheet, spot, ink, 2.2)


def _focus(sheet: Sheet, spot: str) -> Iterator[Mark]:
    if spot in sheet.space or spot in sheet.box:
        yield _ring("focus", sheet, spot, "focus", 2.4, 2.4)


def _spots(sheet: Sheet, finding: Finding) -> Iterator[str]:
    for where in finding.where:
        yield from _places(sheet, where)


def _places(sheet: Sheet, where: str) -> Iterator[str]:
    """The spots that a finding's place means: an area, a box, the box of the claim."""
    if where in sheet.space or where in sheet.box:
        yield where
    elif where == "claimed" and "total" in sheet.box:
        yield "total"
