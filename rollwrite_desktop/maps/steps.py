"""What a person changes on a sheet that is drawn: each step changes what it touches, and nothing else.

A step is a line of the map file (`then`), which names areas by the codes that they have at that point:

    merge OR WA      OR becomes both        out OR           OR is left out        color red OR WA
    link OR NV       they are joined        cut OR WA        they are not          code OR ORE
    name OR Old Oregon   it is called so
    box OR 0.4 0.3   its box goes there, in shares of the map's room, or as near as its area allows
    bend OR 0.4 0.3 0.5 0.3   its outline is bent from the one place to the other, or as far as goes well
    line OR WA 0.4 0.3        the line between them turns there, or as near as it may run; close to straight it is straight

What cannot be done where things stand is left as it is, and that is said: drawn anew, it can (`edits.anew`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import TypeVar

import numpy as np
import shapely
from msgspec import Struct
from msgspec.structs import replace
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import join_names, tr, tr_n, with_colon
from rollwrite_desktop.gamekit.play.map_making import MapMaking
from rollwrite_desktop.intake.text import excerpt
from rollwrite_desktop.maps import bending
from rollwrite_desktop.maps.areas import Areas, Link, kept_parts
from rollwrite_desktop.maps.measures import NARROW_FAN
from rollwrite_desktop.maps.place import CIRCLE, dice, explained, ring_from, sea_line, solid, tab_of, too_narrow
from rollwrite_desktop.maps.regions import parts_of_regions, pieces
from rollwrite_desktop.maps.values import GRASP, MIN_AREAS, Made, short_name
from rollwrite_desktop.maps.verdict import LEAST_GAP
from rollwrite_desktop.sheet.check import CLEAR, MIN_BORDER, NARROW, OVERHANG, ROUNDED, noded
from rollwrite_desktop.sheet.load import ring_of
from rollwrite_desktop.sheet.polygons import lakes_of, parts_of
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Decor, Point, Rect, Ring, SeaLine, Sheet, Space

STRAIT = 2.6
"""Points on either side of a border that is cut: water."""
STRIP = 9.6
"""Points over a writing square where the code stands."""
NEAR, ON = 1e-3, 0.02
"""Points: what lies closer than this touches; and a corner lies on a line that is no farther."""
CRUMB = 40.0
"""Square points: a smaller piece that a strait cuts off goes with it."""
SHORT = MIN_BORDER * POINTS_PER_MM
"""Points: a border is not made shorter than this by bending."""
STEP = 2.0
"""Points from one place that a box may have to the next."""
SNAP = 4.0
"""Points: a line that would turn no farther from the straight one is straight."""


Value = TypeVar("Value")


class _Undone(Exception):
    """A step that nothing can be done about where things stand; holds the sentence."""


class _Draft(Struct):
    """A sheet between two steps: what is on it, and what it comes from, by code."""

    sheet: Sheet
    plan: MapMaking
    room: Rect
    keys: dict[str, str]
    land: dict[str, BaseGeometry]
    borders: set[Link]
    cut: set[Link]
    notes: list[str]

    @property
    def shapes(self) -> dict[str, Polygon]:
        """The outlines, with a corner wherever a neighbor has one."""
        return noded({space.id: Polygon(space.outline) for space in self.sheet.spaces})

    def name(self, code: str) -> str:
        return self.sheet.space[code].name

    def names(self, codes: Sequence[str]) -> str:
        return join_names(tuple(map(self.name, codes)))

    def put(self, *spaces: Space) -> None:
        """Spaces in the place of those with the same codes."""
        new = {space.id: space for space in spaces}
        self.sheet = replace(self.sheet, spaces=tuple(new.get(space.id, space) for space in self.sheet.spaces))


def stepped(made: Made, areas: Areas, plan: MapMaking, steps: Sequence[str]) -> tuple[Made, dict[str, BaseGeometry]]:
    """A drawn sheet after some steps, and the land of its areas. Raises UserError for a step that is none, or names an area
    that is not there."""
    land = {code: shapely.union_all(kept_parts(area.shape)) for code, area in areas.by_code.items()}
    keys = {code: area.key for code, area in areas.by_code.items()}
    if not steps:
        return replace(made, keys=keys), land
    draft = _Draft(made.sheet, plan, made.room, keys, land, set(areas.links), set(areas.cut), [])
    undone = []
    for step in steps:
        verb, *given = step.split()
        if verb not in _STEPS:
            raise UserError(tr("then: '{step}'; expected one of {verbs}.", step=excerpt(step), verbs=", ".join(_STEPS)))
        do, codes = _STEPS[verb]
        named = given[codes]
        lost = [code for code in named if code not in draft.sheet.space]
        if lost or not named:
            raise UserError(tr("then: '{step}'; there is no area {code}.", step=excerpt(step), code=excerpt(" ".join(lost))))
        before = replace(draft)
        try:
            do(draft, given)
        except _Undone as reason:
            draft = before
            undone.append(str(reason))
            continue
        except (ValueError, IndexError, KeyError):
            raise UserError(tr("then: '{step}' cannot be understood.", step=excerpt(step))) from None
        draft.notes = [*draft.notes, *_torn(before.sheet, draft.sheet)]
    sheet = draft.sheet
    by_sea = {line.link for line in sheet.sea_lines}
    drawn = sum(link in sheet.links and link not in by_sea for link in draft.borders)
    lost_links = tuple(link for link in made.lost if {*link} <= draft.keys.keys() and link not in sheet.links)
    return replace(made, sheet=sheet, borders=len(draft.borders), drawn=drawn, sea_lines=len(by_sea), lost=lost_links,
                   notes=(*made.notes, *draft.notes), keys=draft.keys, steps=tuple(steps), undone=tuple(undone)), draft.land


def _torn(before: Sheet, after: Sheet) -> Iterator[str]:
    """Yields a sentence for each region that is in more pieces than before."""
    for region in after.regions:
        was, now = (len(pieces([space.id for space in sheet.spaces if space.region == region.id], sheet.neighbors))
                    for sheet in (before, after))
        if now > max(was, 1):
            yield tr_n("{region} is in {n} piece now.", "{region} is in {n} pieces now.", now, region=tr(region.name))


# ---------------------------------------------------------------------- steps


def _merge(draft: _Draft, given: Sequence[str]) -> None:
    first, *others = dict.fromkeys(given)
    shapes = draft.shapes
    whole = shapely.union_all([shapes[code] for code in (first, *others)])
    if not isinstance(whole, Polygon):
        raise _Undone(tr("{list} can’t be merged: they don’t touch.",
                         list=draft.names([first, *others])))
    filled = Polygon(whole.exterior)
    within = [code for code, shape in shapes.items() if code not in (first, *others) and filled.covers(shape)]
    if within:
        raise _Undone(tr("{list} would surround {name}, which can’t be drawn.", list=draft.names([first, *others]),
                         name=draft.name(within[0])))
    if len(draft.sheet.spaces) - len(others) < MIN_AREAS:
        raise _Undone(tr("No map has fewer areas than {n}.", n=MIN_AREAS))
    draft.put(replace(draft.sheet.space[first], outline=ring_from(filled)))
    draft.land = draft.land | {first: shapely.union_all([draft.land[code] for code in (first, *others)])}
    gone = [draft.sheet.space[code].region for code in others]
    decor = tuple(each for each in draft.sheet.decor if each.kind != "lake" or not filled.covers(Polygon(each.ring)))
    names = draft.names([first, *others])
    draft.sheet = replace(draft.sheet, decor=decor)
    _renamed(draft, dict.fromkeys(others, first))
    if draft.sheet.joined == "lines":
        center = _place(draft, first, draft.sheet.space[first].writing.center)
        if center is None:
            raise _Undone(tr("{list} can’t be merged: the lines of the new area would run over others.", list=names))
        _shift(draft, first, center)
    _tidy(draft, [first], [*gone, draft.sheet.space[first].region])


def _leave_out(draft: _Draft, given: Sequence[str]) -> None:
    if len(draft.sheet.spaces) - len({*given}) < MIN_AREAS:
        raise _Undone(tr("No map has fewer areas than {n}.", n=MIN_AREAS))
    gone = {code: draft.sheet.space[code] for code in given}
    beside = [code for code in draft.shapes if code not in gone and {code} & {*_beside(draft.sheet, gone)}]
    _renamed(draft, dict.fromkeys(gone))
    known = [Polygon(each.ring) for each in draft.sheet.decor if each.kind == "lake"]
    names = {Polygon(space.outline).representative_point(): space.name for space in gone.values()}
    lakes = []
    for hole in lakes_of(shapely.union_all([*draft.shapes.values()])):
        if not any(lake.buffer(NEAR).covers(hole) for lake in known):
            text = ", ".join(name for place, name in names.items() if hole.covers(place))
            lakes.append(Decor("lake", ring_from(hole), text))
    kept = [each for each in draft.sheet.decor if each.kind != "lake" or not any(
        Polygon(lake.ring).buffer(NEAR).covers(Polygon(each.ring)) for lake in lakes)]
    draft.sheet = replace(draft.sheet, decor=(*lakes, *kept))
    _tidy(draft, beside, [space.region for space in gone.values()])


def _color(draft: _Draft, given: Sequence[str]) -> None:
    ink, *codes = given
    region = next(each for each in draft.plan.regions if each.id == ink) if any(
        each.id == ink for each in draft.plan.regions) else None
    if region is None:
        raise KeyError(ink)
    old = [draft.sheet.space[code].region for code in codes]
    draft.put(*(replace(draft.sheet.space[code], region=ink) for code in codes))
    if region not in draft.sheet.regions:
        wanted = {*draft.sheet.regions, region}
        draft.sheet = replace(draft.sheet, regions=tuple(each for each in draft.plan.regions if each in wanted))
    if draft.plan.cards:
        draft.sheet = replace(draft.sheet, cards=tuple(
            _card(card, region.within) if card.partition(" ")[0] in codes else card for card in draft.sheet.cards))
    _tidy(draft, codes, [*old, ink])


def _card(card: str, within: Sequence[str]) -> str:
    """A card that names a part in which its area lies."""
    code, _, part = card.partition(" ")
    return card if part in within else f"{code} {within[0]}"


def _box(draft: _Draft, given: Sequence[str]) -> None:
    code, across, down = given
    room = draft.room
    target = room.x + float(across) * room.w, room.y + float(down) * room.h
    space = draft.sheet.space[code]
    by_lines = draft.sheet.joined == "lines"
    center = (_place if by_lines else _spot)(draft, code, target)
    if center is None:
        raise _Undone(tr("The box of {name} has nowhere else to go.", name=space.name))
    _shift(draft, code, center)
    _tidy(draft, [code], [space.region])


def _shift(draft: _Draft, code: str, center: Point) -> None:
    """A box goes where its middle is to be, with its code."""
    space = draft.sheet.space[code]
    wide, high = space.writing.w, space.writing.h
    x, y = round(center[0] - wide / 2, 2), round(center[1] - high / 2, 2)
    label = round(space.label[0] + x - space.writing.x, 2), round(space.label[1] + y - space.writing.y, 2)
    draft.put(replace(space, writing=Rect(x, y, wide, high), label=label))
    if draft.sheet.joined == "lines":
        draft.sheet = replace(draft.sheet, bends={
            link: place for link, place in draft.sheet.bends.items() if code not in link or _runs_well(draft.sheet, link)})
        draft.put(_tabbed(draft.sheet, code))


def _spot(draft: _Draft, code: str, target: Point) -> Point | None:
    """Where the middle of a box may be that is as near as can be to a place, inside its area and clear of its border."""
    space, shape = draft.sheet.space[code], Polygon(draft.sheet.space[code].outline)
    w, h = space.writing.w, space.writing.h
    inner = shape.buffer(-LEAST_GAP * POINTS_PER_MM)
    shapely.prepare(inner)
    taken = shapely.union_all([solid(_bounds(each.ring)) for each in draft.sheet.decor if each.kind == "corner"])
    for x, y in _near(target, shape.bounds):
        ink = shapely.box(x - w / 2, y - h / 2 - STRIP, x + w / 2, y + h / 2)
        if inner.covers(ink) and not taken.intersects(ink):
            return x, y
    return None


def _place(draft: _Draft, code: str, target: Point) -> Point | None:
    """Where the middle of a place may be that is as near as can be to another: on its area, apart from all others, and its
    lines clear of them."""
    sheet, room = draft.sheet, draft.room
    space, side, clear = sheet.space[code], sheet.space[code].writing.w, CLEAR * POINTS_PER_MM
    shape = Polygon(space.outline).buffer(OVERHANG * POINTS_PER_MM)
    shapely.prepare(shape)
    others = [each for each in sheet.spaces if each.id != code]
    places = np.array([_rounded(each.writing) for each in others], dtype=object)
    foreign = [link for link in sheet.links if code not in link]
    lines = np.array([LineString(sheet.way(*link)) for link in foreign], dtype=object)
    beside = [(sheet.way(code, other)[1:], np.array([each.id != other for each in others]),
               np.array([other not in link for link in foreign], dtype=bool)) for other in sheet.neighbors[code]]
    land = shapely.union_all([Polygon(each.outline) for each in others])
    limits = room.x + side / 2, room.y + side / 2 + STRIP, room.x + room.w - side / 2, room.y + room.h - side / 2
    for center in _near(target, limits, Polygon(space.outline).bounds):
        place = _rounded(Rect(center[0] - side / 2, center[1] - side / 2, side, side))
        if (shape.covers(place) and shapely.distance(place, places).min() >= 2 * clear
                and place.intersection(land).area < NEAR and not shapely.dwithin(place, lines, clear).any()
                and not any(shapely.dwithin(line := LineString([center, *rest]), places[apart], clear).any()
                            or shapely.intersects(line, lines[free]).any() for rest, apart, free in beside)):
            return center
    return None


def _near(target: Point, *bounds: tuple[float, float, float, float]) -> Iterator[Point]:
    """Places within some bounds, the nearest to a target first."""
    x0, y0 = (max(each[k] for each in bounds) for k in (0, 1))
    x1, y1 = (min(each[k] for each in bounds) for k in (2, 3))
    wanted = min(max(target[0], x0), x1), min(max(target[1], y0), y1)
    xs, ys = (np.arange(low, high + STEP, STEP).round(1).tolist() for low, high in ((x0, x1), (y0, y1)))
    found = [(round(wanted[0], 1), round(wanted[1], 1)), *product(xs, ys)]
    return iter(sorted(found, key=lambda each: ((each[0] - target[0]) ** 2 + (each[1] - target[1]) ** 2, each)))


def _bend(draft: _Draft, given: Sequence[str]) -> None:
    code, *shares = given
    x0, y0, x1, y1 = map(float, shares)
    room, shapes = draft.room, draft.shapes
    start, end = (shapely.Point(room.x + x * room.w, room.y + y * room.h) for x, y in ((x0, y0), (x1, y1)))
    line = shapes[code].exterior
    corner = min((shapely.Point(point) for point in line.coords), key=start.distance)
    if 1 < corner.distance(start) <= GRASP:  # where several areas meet, if that is meant
        meeting = [shapely.Point(point) for point in line.coords if sum(
            shape.exterior.distance(shapely.Point(point)) < ON for shape in shapes.values()) > 2]
        corner = min((point for point in meeting if point.distance(start) <= GRASP), key=start.distance, default=corner)
    if corner.distance(start) > GRASP:
        on = line.interpolate(line.project(start))
        corner = shapely.Point(round(on.x, 2), round(on.y, 2))
    held = [other for other, shape in shapes.items() if shape.exterior.distance(corner) < ON]
    rings = {other: tuple(shape.exterior.coords)[:-1] for other, shape in shapes.items()}  # with each corner of a neighbor
    place = corner.x, corner.y
    rings |= {other: _with_corners(rings[other], [place]) for other in held}
    for share, reach in product((1.0, 0.75, 0.5, 0.25), bending.REACHES):
        by = share * (end.x - corner.x), share * (end.y - corner.y)
        to = round(corner.x + by[0], 2), round(corner.y + by[1], 2)
        moved = bending.moves(rings, place, to, max(bending.LEAST_REACH, reach * math.hypot(*by)))
        outlines = {other: bending.bent(rings[other], moved) for other in held}
        try:
            if any(bending.is_sharp(ring, moved, place) for ring in outlines.values()):
                raise _Undone(tr("it would have a spike"))
            draft.sheet = _bent(draft, outlines, moved)
        except _Undone as reason:
            why = str(reason)  # the least bend says what is in the way
            continue
        _tidy(draft, held, [draft.sheet.space[other].region for other in held])
        return
    raise _Undone(f"{with_colon(tr('The outline of {name} can’t be bent there', name=draft.name(code)), why)}.")


def _bent(draft: _Draft, held: Mapping[str, Ring], moved: bending.Moves) -> Sheet:
    """Returns the sheet with other outlines of some areas, and of a lake there. Raises _Undone where that leaves no room
    for a box, tears a border, or runs over anything."""
    sheet = draft.sheet
    spaces = {code: replace(sheet.space[code], outline=ring) for code, ring in held.items()}
    new = {code: Polygon(space.outline) for code, space in spaces.items()}
    all_new = _neighborly(draft, spaces, new)
    land = shapely.union_all([*new.values()])
    barred = [solid(box.rect) for box in sheet.boxes]
    lines = [line for line in sheet.sea_lines if not {*line.link} & {*held}]
    foreign = [LineString(line.points) for line in lines]
    if not solid(draft.room).covers(land) or any(map(land.intersects, (*barred, *foreign))):
        raise _Undone(tr("there is no room"))
    for line in sheet.sea_lines:
        if {*line.link} & {*held}:
            stays = _ends_on(line, all_new) and not LineString(line.points).crosses(land)
            drawn = line if stays else sea_line(line.link, all_new, barred, tuple(lines))
            if drawn is None:
                raise _Undone(tr("the line over the sea between {list} would find no way", list=draft.names(line.link)))
            lines.append(drawn)
    decor = tuple(
        replace(each, ring=bending.bent(each.ring, moved)) if each.kind == "lake" else each for each in sheet.decor)
    return replace(sheet, spaces=tuple(spaces.get(space.id, space) for space in sheet.spaces), decor=decor,
                   sea_lines=tuple(sorted(lines, key=lambda each: each.link)))


def _neighborly(draft: _Draft, spaces: Mapping[str, Space], new: Mapping[str, Polygon]) -> dict[str, Polygon]:
    """All outlines, with other ones of some areas. Raises _Undone where boxes or neighbors don't get on with those."""
    sheet, shapes = draft.sheet, draft.shapes
    for code, shape in new.items():
        if not shape.is_valid:
            raise _Undone(tr("it would have a spike"))
        if not _keeps_room(sheet, spaces[code], shapes[code], shape):
            raise _Undone(tr("the writing square of {name} needs the room", name=draft.name(code)))
    all_new = noded({**shapes, **new})
    for a in new:
        for b in all_new.keys() - {a}:
            common, before = all_new[a].intersection(all_new[b]), shapes[a].intersection(shapes[b])
            if common.area > NEAR or before.length < NEAR < common.length:
                raise _Undone(tr("{name} is in the way", name=draft.name(b)))
            if common.length < min(before.length, SHORT):
                raise _Undone(tr("the border between {list} would be too short", list=draft.names((a, b))))
    if not shapely.coverage_is_valid([*all_new.values()], gap_width=NARROW) and shapely.coverage_is_valid(
            [*shapes.values()], gap_width=NARROW):
        raise _Undone(tr("there is no room"))
    for space in sheet.spaces:
        place = _rounded(space.writing)
        if any(place.intersection(shape).area > place.intersection(shapes[code]).area + NEAR
               for code, shape in new.items() if code != space.id):
            raise _Undone(tr("the writing square of {name} needs the room", name=space.name))
    return all_new


def _keeps_room(sheet: Sheet, space: Space, before: Polygon, shape: Polygon) -> bool:
    """Returns whether the box of a space stands well in another outline, or as well as before: it may be larger than its
    area."""
    lines = sheet.joined == "lines"
    reach = OVERHANG * POINTS_PER_MM if lines else -LEAST_GAP * POINTS_PER_MM
    place = _rounded(space.writing) if lines else solid(_inked(space))
    outside, earlier = (place.difference(each.buffer(reach)).area for each in (shape, before))
    return bool(outside <= earlier + NEAR)


def _ends_on(line: SeaLine, shapes: Mapping[str, Polygon]) -> bool:
    """Returns whether a line over the sea still goes from one outline to the other."""
    ends = line.points[0], line.points[-1]
    return all(min(shapes[code].exterior.distance(shapely.Point(end)) for end in ends) < 1 for code in line.link)


def _code(draft: _Draft, given: Sequence[str]) -> None:
    old, new = given
    if new in draft.sheet.space or not (new.isascii() and new.isalnum()):
        raise ValueError(new)
    _renamed(draft, {old: new})
    if draft.sheet.joined == "lines":  # a longer one needs more of the tab
        draft.put(_tabbed(draft.sheet, new))


def _name(draft: _Draft, given: Sequence[str]) -> None:
    code, *words = given
    if not words:
        raise ValueError(code)
    draft.put(replace(draft.sheet.space[code], name=short_name(" ".join(words))))
    if draft.sheet.joined == "lines":
        _tidy(draft, [code], [])  # reasons name it


def _tabbed(sheet: Sheet, code: str) -> Space:
    """A space with its code where lines are farther."""
    ways = {link: sheet.way(*link) for link in sheet.links}
    return replace(sheet.space[code], label=tab_of(code, sheet.space[code].writing, ways))


def _link(draft: _Draft, given: Sequence[str]) -> None:
    link = _pair(*given)
    sheet, refused = draft.sheet, tr("There is no room for a line between {list}.", list=draft.names(link))
    if link in sheet.links:
        return
    if sheet.joined == "borders":
        barred = [solid(box.rect) for box in sheet.boxes]
        line = sea_line(link, {space.id: Polygon(space.outline) for space in sheet.spaces}, barred, sheet.sea_lines)
        if line is None:
            raise _Undone(refused)
        draft.sheet = replace(sheet, sea_lines=tuple(sorted((*sheet.sea_lines, line), key=lambda each: each.link)))
    elif not _runs_well(sheet, link):
        raise _Undone(refused)
    draft.sheet = replace(draft.sheet, links=tuple(sorted((*sheet.links, link))),
                          corner_links=tuple(each for each in sheet.corner_links if each != link))
    draft.cut.discard(link)
    _tidy(draft, [], [])


def _line(draft: _Draft, given: Sequence[str]) -> None:
    a, b, across, down = given
    link, room, straight = _pair(a, b), draft.room, {**draft.sheet.bends}
    if draft.sheet.joined != "lines" or link not in draft.sheet.links:
        raise _Undone(tr("No line joins {list}.", list=draft.names(link)))
    straight.pop(link, None)
    target = shapely.Point(room.x + float(across) * room.w, room.y + float(down) * room.h)
    plain = LineString([draft.sheet.space[end].writing.center for end in link])
    foot = plain.interpolate(plain.project(target))
    tries = [straight] if target.distance(foot) <= SNAP else [
        straight | {link: (round(foot.x + share * (target.x - foot.x), 1), round(foot.y + share * (target.y - foot.y), 1))}
        for share in (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)]
    least = min(_fan(replace(draft.sheet, bends=straight), link)[0], NARROW_FAN)
    for bends in tries:
        sheet = replace(draft.sheet, bends=bends)
        angle, beside = _fan(sheet, link)
        why = _in_the_way(sheet, link) or (_near_line(sheet, beside) if angle < least else "")
        if not why:
            draft.sheet = sheet
            draft.put(*(_tabbed(sheet, code) for code in link))
            return
    raise _Undone(f"{with_colon(tr('The line between {list} can’t run there', list=draft.names(link)), why)}.")


def _runs_well(sheet: Sheet, link: Link) -> bool:
    return not _in_the_way(sheet, link)


def _in_the_way(sheet: Sheet, link: Link) -> str:
    """Returns why the line of a link may not run as it is drawn: too near to a place that it does not lead to, or to one
    that it leads to but where it begins and ends, or over another line; "" where it may."""
    way, clear = sheet.way(*link), CLEAR * POINTS_PER_MM
    line, ends = LineString(way), [_rounded(sheet.space[end].writing) for end in link]
    near = [space for space in sheet.spaces
            if space.id not in link and line.distance(_rounded(space.writing)) < clear]
    beyond = zip(link, (way[1:], way[:-1]), ends, strict=True) if len(way) > 2 else ()
    near += [sheet.space[code] for code, part, end in beyond if LineString(part).distance(end) < clear]
    if near:
        return tr("it would be too near to the writing square of {name}", name=near[0].name)
    own = shapely.union_all(ends)
    over = (each for each in sheet.links if each != link for other in (LineString(sheet.way(*each)),)
            if line.intersects(other) and not ({*each} & {*link} and line.intersection(other).within(own)))
    return next((_near_line(sheet, each) for each in over), "")


def _near_line(sheet: Sheet, link: Link) -> str:
    return tr("it would be too near to the line between {list}", list=join_names(
        tuple(sheet.space[end].name for end in link)))


def _fan(sheet: Sheet, link: Link) -> tuple[float, Link]:
    """The least angle, in degrees, that the line of a link has with another one at either end, and the link of that."""
    found = [(360.0, link)]
    for here, there in (link, link[::-1]):
        x, y = sheet.space[here].writing.center
        ways = {other: sheet.way(here, other)[1] for other in sheet.neighbors[here]}
        turns = {other: math.degrees(math.atan2(v - y, u - x)) for other, (u, v) in ways.items()}
        found += [(abs((turn - turns[there] + 180) % 360 - 180), _pair(here, other))
                  for other, turn in turns.items() if other != there]
    return min(found)


def _cut(draft: _Draft, given: Sequence[str]) -> None:
    link = _pair(*given)
    sheet = draft.sheet
    draft.sheet = replace(sheet, links=tuple(each for each in sheet.links if each != link),
                          sea_lines=tuple(line for line in sheet.sea_lines if line.link != link),
                          bends={each: place for each, place in sheet.bends.items() if each != link})
    if link in draft.borders:
        draft.borders = draft.borders - {link}
        draft.cut = draft.cut | {link}
    if sheet.joined == "borders" and not any(line.link == link for line in sheet.sea_lines):
        _parted(draft, link)
    _tidy(draft, [*link], [])


def _parted(draft: _Draft, link: Link) -> None:
    """Water between two areas that had a border."""
    shapes = draft.shapes
    strait = shapes[link[0]].intersection(shapes[link[1]]).buffer(STRAIT, quad_segs=2)
    new: dict[str, Ring] = {}
    for code in link:
        main, *crumbs = parts_of(shapes[code].difference(strait))
        space = draft.sheet.space[code]
        ink = solid(_inked(space))
        if sum(each.area for each in crumbs) > CRUMB or not main.buffer(-LEAST_GAP * POINTS_PER_MM / 2).covers(ink):
            raise _Undone(tr("There is no room for water between {list}.", list=draft.names(link)))
        new[code] = tuple(dict.fromkeys(ring_from(Polygon(main.exterior))))  # what is rounded may coincide
    corners = [point for code in link for point in new[code] if point not in draft.sheet.space[code].outline]
    for code, shape in shapes.items():
        if code not in link and any(shape.exterior.distance(shapely.Point(point)) < ON for point in corners):
            new[code] = _with_corners(draft.sheet.space[code].outline, corners)
    draft.put(*(replace(draft.sheet.space[code], outline=ring) for code, ring in new.items()))
    lakes = [Polygon(each.ring) for each in draft.sheet.decor if each.kind == "lake"]
    holes = [hole for hole in lakes_of(shapely.union_all([*draft.shapes.values()])) if not any(
        lake.buffer(NEAR).covers(hole) for lake in lakes)]
    kept = [each for each in draft.sheet.decor if each.kind != "lake" or not any(
        hole.buffer(NEAR).covers(Polygon(each.ring)) for hole in holes)]
    draft.sheet = replace(draft.sheet, decor=(*(Decor("lake", ring_from(hole)) for hole in holes), *kept))


def _with_corners(ring: Ring, corners: Sequence[Point]) -> Ring:
    """An outline with more corners, where they lie on it."""
    found = list[Point]()
    for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
        edge = LineString([a, b])
        on = {point for point in corners if point not in (a, b) and edge.distance(shapely.Point(point)) < ON}
        found += [a, *sorted(on - {*ring, *found}, key=lambda point: edge.project(shapely.Point(point)))]
    return tuple(found)


_STEPS: Mapping[str, tuple[Callable[[_Draft, Sequence[str]], None], slice]] = {
    "merge": (_merge, slice(None)), "out": (_leave_out, slice(None)), "color": (_color, slice(1, None)),
    "box": (_box, slice(0, 1)), "code": (_code, slice(0, 1)), "link": (_link, slice(None)), "cut": (_cut, slice(None)),
    "bend": (_bend, slice(0, 1)), "line": (_line, slice(0, 2)), "name": (_name, slice(0, 1)),
}
"""What a step does, and which of its words are codes of areas."""


# ---------------------------------------------------------------------- what follows from a step


def _pair(a: str, b: str) -> Link:
    if a == b:
        raise ValueError(a)
    return (a, b) if a < b else (b, a)


def _renamed(draft: _Draft, new: Mapping[str, str | None]) -> None:
    """Codes become others wherever they stand, or are there no more."""
    sheet = draft.sheet

    def links(pairs: Collection[Link]) -> set[Link]:
        ends = ((new.get(a, a), new.get(b, b)) for a, b in pairs)
        return {_pair(a, b) for a, b in ends if a is not None and b is not None and a != b}

    lines = dict[Link, SeaLine]()
    joined = {*links([link for link in sheet.links if link not in {line.link for line in sheet.sea_lines}])}
    for line in sheet.sea_lines:
        for link in links([line.link]) - joined:
            lines.setdefault(link, replace(line, link=link))
    spaces = dict[str, Space]()
    for space in sheet.spaces:
        code = new.get(space.id, space.id)
        if code is not None and (code == space.id or code not in sheet.space):
            spaces[code] = replace(space, id=code)
    cards = dict[str, str]()
    for card in sheet.cards:
        code, _, part = card.partition(" ")
        now = new.get(code, code)
        if now is not None and (now == code or now not in sheet.space):
            cards[now] = f"{now} {part}"
    draft.sheet = replace(
        sheet, spaces=tuple(spaces.values()), links=tuple(sorted(links(sheet.links))),
        sea_lines=tuple(lines[link] for link in sorted(lines)), cards=tuple(cards.values()),
        corner_links=tuple(sorted(links(sheet.corner_links) - links(sheet.links))),
        bends={now: place for link, place in sheet.bends.items() for now in links([link])},
        decor=tuple(replace(each, text=now) if each.kind == "isle" else each for each in sheet.decor
                    if (now := new.get(each.text, each.text)) is not None or each.kind != "isle"),
        differences={now: text for where, text in sheet.differences.items() if (now := new.get(where, where)) in spaces},
    )
    draft.borders, draft.cut = links(draft.borders), links(draft.cut)
    draft.keys, draft.land = _of_codes(draft.keys, new), _of_codes(draft.land, new)
    if sheet.joined == "lines":
        draft.sheet = replace(draft.sheet, differences=_differences(draft))


def _of_codes(known: Mapping[str, Value], new: Mapping[str, str | None]) -> dict[str, Value]:
    """Returns what is known of codes under their new ones; of one that another takes over it is forgotten."""
    ends = ((code, new.get(code, code), value) for code, value in known.items())
    return {now: value for code, now, value in ends if now is not None and (now == code or now not in known)}


def _tidy(draft: _Draft, touched: Collection[str], regions: Collection[str]) -> None:
    """Puts right what stands on the areas that were touched: corners, dice of regions, reasons; regions that have no area
    any more go."""
    used = {space.region for space in draft.sheet.spaces}
    draft.sheet = replace(draft.sheet, regions=tuple(each for each in draft.sheet.regions if each.id in used))
    if draft.sheet.joined == "lines":
        for code in touched:
            reason = too_narrow(draft.sheet.space[code])
            kept = {where: text for where, text in draft.sheet.differences.items() if where != code}
            draft.sheet = replace(draft.sheet, differences=kept | ({code: reason} if reason else {}))
        draft.sheet = replace(draft.sheet, differences=_differences(draft))
        return
    _corners(draft, touched)
    _letters(draft, {*regions} & used, {*regions} - used)


def _differences(draft: _Draft) -> dict[str, str]:
    """Why lines and outlines differ; what is said of single areas stays."""
    sheet = draft.sheet
    names = {space.id: space.name for space in sheet.spaces}
    areas = Areas({}, draft.borders, set(), draft.cut, [])
    pairs, _ = explained({space.id: Polygon(space.outline) for space in sheet.spaces}, sheet.links, areas, names)
    return {where: text for where, text in sheet.differences.items() if "-" not in where} | pairs


def _corners(draft: _Draft, touched: Collection[str]) -> None:
    """Where areas meet in a corner only, after some were changed."""
    sheet, shapes = draft.sheet, draft.shapes
    meet = {}
    for a, b in combinations(sorted(shapes), 2):
        if {a, b} & {*touched} and (a, b) not in sheet.links and shapes[a].distance(shapes[b]) <= NEAR:
            common = shapes[a].intersection(shapes[b])
            if common.length <= NEAR:
                meet[a, b] = common.representative_point()
    corners = {link for link in sheet.corner_links if not {*link} & {*touched}} | meet.keys()
    decor = []
    for each in sheet.decor:
        middle = shapely.Point(_bounds(each.ring).center)
        if each.kind != "corner" or any(
                shapes[a].distance(middle) < 1 and shapes[b].distance(middle) < 1 for a, b in corners):
            decor.append(each)
    shown = [shapely.Point(_bounds(each.ring).center) for each in decor if each.kind == "corner"]
    for place in meet.values():
        if all(place.distance(each) > 1 for each in shown):
            shown.append(place)
            decor.append(Decor("corner", ring_of(
                Rect(round(place.x - CIRCLE, 2), round(place.y - CIRCLE, 2), 2 * CIRCLE, 2 * CIRCLE))))
    draft.sheet = replace(sheet, decor=tuple(decor), corner_links=tuple(sorted(corners)))


def _letters(draft: _Draft, regions: Collection[str], gone: Collection[str]) -> None:
    """Leaves the dice of regions where they stand well, else puts them elsewhere on their land; each part has one."""
    sheet, shapes = draft.sheet, draft.shapes
    known = {region.id: region for region in draft.plan.regions}
    boxes = [_inked(space) for space in sheet.spaces]
    meeting = [_bounds(each.ring) for each in sheet.decor if each.kind == "corner"]
    taken = shapely.union_all([solid(box) for box in (*boxes, *meeting)])
    letters = {known[ink].letter: ink for ink in known}
    of = {space.id: space.region for space in sheet.spaces if space.region in regions}
    bare = parts_of_regions(of, sheet.neighbors)
    decor = []
    for each in sheet.decor:
        ink = letters.get(each.text, "") if each.kind == "region" else ""
        if ink in gone:
            continue
        if ink in regions:
            die = _die(each)
            part = next((part for part in bare if part[0] == ink and shapely.union_all(
                [shapes[code] for code in part[1]]).covers(die)), None)
            if part is None or taken.intersects(die):
                continue
            own = [shapes[code] for code in part[1]]
            if not any(shape.covers(die) for shape in own) and any(
                    shape.covers(_die(free)) for free in dice([part], known, shapes, [*boxes, *meeting]) for shape in own):
                continue  # a border runs through it, and need not
            bare.remove(part)
        decor.append(each)
    draft.sheet = replace(sheet, decor=(*decor, *dice(bare, known, shapes, [*boxes, *meeting])))


def _die(decor: Decor) -> Polygon:
    """What the die of a region covers."""
    rect = _bounds(decor.ring)
    return shapely.Point(rect.center).buffer(rect.w / 2)


def _beside(sheet: Sheet, codes: Collection[str]) -> set[str]:
    return {other for code in codes for other in sheet.neighbors[code]}


def _bounds(ring: Ring) -> Rect:
    x0, y0, x1, y1 = Polygon(ring).bounds
    return Rect(x0, y0, x1 - x0, y1 - y0)


def _inked(space: Space) -> Rect:
    """A writing square with its code over it."""
    box = space.writing
    return Rect(box.x, box.y - STRIP, box.w, box.h + STRIP)


def _rounded(rect: Rect) -> Polygon:
    return solid(rect).buffer(-ROUNDED).buffer(ROUNDED)
