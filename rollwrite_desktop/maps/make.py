"""Map data to a sheet: the whole way, with a report of what was drawn and what could not be."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
from msgspec import Struct
from msgspec.structs import replace
from shapely import Polygon
from shapely.ops import unary_union

from rollwrite_desktop.core.errors import Cancelled, UserError
from rollwrite_desktop.core.i18n import join_clauses, join_names, shortest, tr, tr_n
from rollwrite_desktop.gamekit.play.map_making import SIZE, WITHIN, MapMaking, SheetLayout, in_corner
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.geodata import Layer
from rollwrite_desktop.intake.text import excerpt
from rollwrite_desktop.maps.areas import Areas, Link, areas_of, kept_parts
from rollwrite_desktop.maps.aside import aside
from rollwrite_desktop.maps.block_map import block_map, lands
from rollwrite_desktop.maps.config import MapFile
from rollwrite_desktop.maps.detours import detours
from rollwrite_desktop.maps.ferries import ferried
from rollwrite_desktop.maps.isles import isles
from rollwrite_desktop.maps.lettering import (
    cards_under,
    credit_line,
    keyed,
    legend_place,
    off_land,
    parts_clear,
    sea_rose,
)
from rollwrite_desktop.maps.line_map import line_map
from rollwrite_desktop.maps.measures import crowding, measured
from rollwrite_desktop.maps.name_key import kept_key, name_key, needs_key
from rollwrite_desktop.maps.place import CIRCLE, dice, explained, ring_from, sea_line, solid, tab_of, too_narrow
from rollwrite_desktop.maps.pockets import filled, waters
from rollwrite_desktop.maps.quarters import cards, quarters, rows_and_columns
from rollwrite_desktop.maps.regions import colored, divided, graph_of, parts_of_regions
from rollwrite_desktop.maps.steps import stepped
from rollwrite_desktop.maps.strips import in_two
from rollwrite_desktop.maps.surroundings import Around, around, surrounded
from rollwrite_desktop.maps.values import Made, map_games
from rollwrite_desktop.play.opening.check_sheet import sheet_faults
from rollwrite_desktop.sheet.check import MANY
from rollwrite_desktop.sheet.load import dump, loads, ring_of
from rollwrite_desktop.sheet.polygons import lakes_of
from rollwrite_desktop.sheet.sheet import (
    POINTS_PER_MM,
    Decor,
    Point,
    Rect,
    Region,
    Ring,
    SeaLine,
    Sheet,
    Space,
    bounding_box,
)

APART = 1e-3 * POINTS_PER_MM
"""Points of a common border up to which outlines do not meet."""
WORD = 64.0
"""Points from the name of one part along the edge of a map to the next."""
FROM_TOP, FROM_LEFT, SCORES = 4.0, 6.0, 459.0
"""Points from the frame to these names, and down to where none stands any more."""

GoOn = Callable[[float], bool]
"""Told how much is done, from 0 to 1; answers whether to go on."""


class Drawn(Struct, frozen=True):
    """A sheet as it was drawn, before a person changed it, what it was drawn from, its key, and what is around it."""

    areas: Areas
    plan: MapMaking
    made: Made
    key: tuple[Decor, ...] = ()
    around: Around | None = None


def make(layers: Sequence[Layer], game: str, sheet_id: str, config: MapFile, where: str, go_on: GoOn) -> Made:
    """A sheet of a game from map data. sheet_id: its id, and its title where the map file gives none. where: what messages
    call the data. Raises UserError, Cancelled."""
    return finished(drawn(layers, game, sheet_id, config, where, go_on), config)


def drawn(layers: Sequence[Layer], game: str, sheet_id: str, config: MapFile, where: str, go_on: GoOn) -> Drawn:
    """A sheet as it is drawn first, without the changes made to it since. Raises UserError, Cancelled."""
    def progress(done: float) -> None:
        if not go_on(done):
            raise Cancelled(tr("Stopped. Nothing was written."))

    plan = GAMES[game].play.map_making if game in GAMES else None
    if plan is None:
        raise UserError(tr("--game: '{game}'; expected one of {games}.", game=game[:40], games=", ".join(map_games())))
    progress(0.0)
    areas = areas_of(layers, config, where)
    if not (config.far or config.only or config.window):
        values = plan.values(len(areas.by_code), len(config.regions) or config.colors, config.asked)
        areas = in_two(areas, _larger(areas, plan.layout("", values, 1.0)))
    if plan.joined == "lines":
        areas = ferried(areas)
    progress(0.05)
    draw = _with_borders if plan.joined == "borders" else _with_lines
    made = draw(areas, _Task(game, plan, sheet_id, config), lambda done: progress(0.05 + 0.9 * done))
    made = replace(made, sheet=aside(made.sheet))
    given = tuple(Decor("isle", tuple(ring), code) for code, rings in config.isles.items() for ring in rings)
    if given:
        own = (decor for decor in made.sheet.decor if decor.kind != "isle")
        made = replace(made, sheet=replace(made.sheet, decor=(*given, *own)))
    progress(0.97)
    beside = around(made.sheet, areas)
    sheet = keyed(surrounded(made.sheet, beside), name_key)
    return Drawn(areas, plan, made, tuple(each for each in sheet.decor if each.kind == "key"), beside)


def finished(drawn: Drawn, config: MapFile) -> Made:
    """A drawing with what was changed about it since (`config.then`), its key and its measures. Raises UserError."""
    made, land = stepped(drawn.made, drawn.areas, drawn.plan, config.then)
    caused = made.notes[len(drawn.made.notes) :]
    codes = {area.key: code for code, area in drawn.areas.by_code.items()}
    was = {code: codes[key] for code, key in made.keys.items()}
    whole = surrounded(made.sheet, drawn.around)
    same = made.sheet == drawn.made.sheet
    whole = keyed(whole, lambda sheet: drawn.key if same else kept_key(drawn.key, was, sheet) or name_key(sheet))
    whole = parts_clear(whole)
    whole = replace(whole, decor=(*whole.decor, *credit_line(whole, config.credit)))
    signs = drawn.plan.signs(whole) if drawn.plan.signs else ()
    whole = replace(whole, decor=(*whole.decor, *legend_place(whole, len(signs))))
    cuts = [Decor("cut", tuple(ring)) for ring in config.cuts]
    whole = replace(whole, decor=(*whole.decor, *sea_rose(whole), *cuts))
    whole = replace(whole, decor=(*whole.decor, *cards_under(whole)))
    sheet = loads(dump(whole), whole.id)
    wide = min(space.writing.w for space in sheet.spaces) / POINTS_PER_MM
    size = tr("Writing squares are {mm} mm wide.", mm=shortest(round(wide, 1)))
    if len(sheet.spaces) > MANY:
        size += " " + tr("With up to {n} areas they are 13 mm.", n=MANY)
    named = any(each.kind == "key" for each in sheet.decor) or not needs_key(sheet)
    bare = [] if named else [tr("There is no room for the names of the areas, only for their codes.")]
    notes = *caused, *drawn.areas.notes, *drawn.made.notes, *bare, size
    return replace(made, sheet=sheet, notes=notes, faults=sheet_faults(sheet), measures=measured(sheet, land, made.room),
                   far=drawn.areas.far)


class _Task(Struct, frozen=True):
    """What is to be made: of which game, under which id, and what was decided about it."""

    game: str
    plan: MapMaking
    sheet_id: str
    config: MapFile

    @property
    def title(self) -> str:
        return self.config.title or self.sheet_id.replace("_", " ").capitalize()

    def sheet(self, **parts: Any) -> Sheet:
        """A sheet with these parts and those that all made sheets have."""
        config = self.config
        return Sheet(
            id=self.sheet_id, game=self.game, title=self.title, version=config.version, size=SIZE,
            joined=self.plan.joined, source=config.source or "Map data of its owner; drawn by new-map",
            licence=config.licence or "unknown", area_word=config.area_word,
            coasts=tuple(map(tuple, config.coasts)), **parts,
        )


# ---------------------------------------------------------------------- common borders


def _with_borders(areas: Areas, task: _Task, progress: Callable[[float], None]) -> Made:
    config = task.config
    values = task.plan.values(len(areas.by_code), len(config.regions) or config.colors, config.asked)
    parts = [part for area in areas.by_code.values() for part in kept_parts(area.shape)]
    x0, y0, x1, y1 = shapely.total_bounds(np.array(parts, dtype=object))
    around = task.plan.layout(task.title, values, (x1 - x0) / (y1 - y0))
    drawn = block_map(areas, config, around.room, around.corner, lambda done: progress(0.95 * done))
    names = {code: area.name for code, area in areas.by_code.items()}
    lines: list[SeaLine] = []
    lost: list[Link] = []
    dry = filled(drawn.outlines, {*areas.links, *drawn.false} - {*drawn.missing}, waters(areas), drawn.sea)
    shapes = dry.shapes
    false = meeting(drawn.false, shapes)
    notes = [tr("{a} and {b} touch on the drawing, so they are neighbors on this sheet.", a=names[a], b=names[b])
             for a, b in false]
    notes += [
        tr("The water between {list} is not in the data: the borders there could be drawn in no other way.",
           list=", ".join(names[code] for code in around)) for around in dry.left
    ]
    barred = [solid(box.rect) for box in around.boxes]
    for link in sorted({*areas.sea, *drawn.missing}):
        line = sea_line(link, shapes, barred, lines)
        if line is None:
            lost.append(link)
        else:
            lines.append(line)
    drawn_borders = len(areas.links) - len(drawn.missing)
    if lost:
        listed = _pairs(lost, names)
        notes.append(tr_n(
            "{n} link can’t be drawn and does not count on this sheet: {list}. Merge the two, cut the link, or try "
            "another drawing.",
            "{n} links can’t be drawn and do not count on this sheet: {list}. Merge areas, cut the links, or try "
            "another drawing.", len(lost), list=listed))
    links = tuple(sorted(({*areas.links, *areas.sea} - set(lost)) | set(false)))
    places = {code: rect.center for code, rect in drawn.boxes.items()}
    graph = graph_of(tuple(areas.by_code), links, places)
    known = {region.id: region for region in task.plan.regions}
    of = _regions(graph, places, config, tuple(known))
    spaces = tuple(
        _space(code, names[code], of[code], ring_from(shapes[code]), drawn.boxes[code], drawn.side)
        for code in areas.by_code
    )
    progress(0.98)
    land = unary_union(list(shapes.values()))
    lakes = lakes_of(land)
    circles = [Rect(round(x - CIRCLE, 2), round(y - CIRCLE, 2), 2 * CIRCLE, 2 * CIRCLE) for (x, y), _ in dry.corners]
    sheet = task.sheet(
        regions=tuple(region for region in task.plan.regions if region.id in of.values()),
        spaces=spaces, links=links, boxes=around.boxes,
        decor=(
            *(Decor("lake", ring_from(lake)) for lake in lakes),
            *(Decor("corner", ring_of(at)) for at in circles),
            *dice(parts_of_regions(of, graph), known, shapes, [*drawn.boxes.values(), *circles]), *around.decor,
            *(in_corner(drawn.free, around.room) if drawn.free.w else ()),
        ),
        values=values, sea_lines=tuple(sorted(lines, key=lambda line: line.link)),
        corner_links=tuple(sorted({link for _, pairs in dry.corners for link in pairs})),
    )
    sheet = replace(sheet, decor=(*isles(drawn.land, sheet, drawn.room), *sheet.decor))
    return Made(sheet, len(areas.links), drawn_borders, len(lines), len(false), tuple(notes), tuple(lost), drawn.room)


def meeting(pairs: Iterable[Link], shapes: Mapping[str, Polygon]) -> list[Link]:
    """Returns the pairs whose finished outlines have a border in common: what touched on the grid may have been drawn
    apart."""
    return [(a, b) for a, b in pairs if shapes[a].boundary.intersection(shapes[b].boundary).length > APART]


def _regions_given(graph: Mapping[str, Collection[str]], config: MapFile, inks: Sequence[str]) -> dict[str, str]:
    """Code to ink, as the map file says; areas that it leaves out follow their neighbors."""
    of = {code: ink for ink, codes in config.regions.items() for code in codes}
    wrong = [*sorted({*config.regions} - {*inks}), *sorted({*of} - {*graph} - {*config.codes.values()})]
    if wrong:
        raise UserError(tr("regions: expected areas under {inks}; wrong: {codes}.", inks=", ".join(inks),
                           codes=", ".join(wrong)[:100]))
    return _spread({code: ink for code, ink in of.items() if code in graph}, graph)


def _regions(
    graph: Mapping[str, Collection[str]], places: Mapping[str, Point], config: MapFile, inks: Sequence[str]
) -> dict[str, str]:
    """Code to ink: as the map file says, or regions as equal and compact as possible."""
    if config.regions:
        return _regions_given(graph, config, inks)
    regions = divided(graph, places, config.colors, random.Random(f"regions/{config.seed}"))
    colors = colored(regions, graph)
    return {code: ink for region, ink in zip(regions, colors, strict=True) for code in region}


def _spread(of: dict[str, str], graph: Mapping[str, Collection[str]]) -> dict[str, str]:
    """Areas without a region get the one that most of their neighbors have; those on islands the smallest one."""
    left = [code for code in graph if code not in of]
    while left:
        beside = {code: Counter(of[other] for other in graph[code] if other in of) for code in left}
        code = max(left, key=lambda code: (beside[code].total(), code))
        sizes = Counter(of.values())
        near = beside[code]
        of[code] = max(near, key=lambda ink: (near[ink], ink)) if near else min(sizes, key=lambda ink: (sizes[ink], ink))
        left.remove(code)
    return of


def _space(code: str, name: str, region: str, outline: Ring, box: Rect, side: float) -> Space:
    """A space with its code in a strip over the writing square."""
    y = round(box.y + box.h - side, 2)
    return Space(code, name, region, outline, Rect(box.x, y, side, side), (round(box.x + 0.3, 2), round(y - 1.8, 2)))


# ---------------------------------------------------------------------- lines


def _with_lines(areas: Areas, task: _Task, progress: Callable[[float], None]) -> Made:
    config, regions = task.config, task.plan.regions
    values = task.plan.values(len(areas.by_code), len(regions), config.asked)
    layout = task.plan.layout(task.title, values, 1.0)
    frame = next(bounding_box(each.ring) for each in layout.decor if each.kind == "neatline")
    room = _larger(areas, layout)
    drawn = line_map(areas, config, room, lambda done: progress(0.95 * done))
    names = {code: area.name for code, area in areas.by_code.items()}
    wanted = {*areas.links, *areas.sea}
    straight = {link: [drawn.places[end] for end in link] for link in sorted(wanted - {*drawn.missing})}
    bends = detours(drawn.missing, straight, drawn.places, drawn.side, room)
    lost = tuple(link for link in drawn.missing if link not in bends)
    links = tuple(sorted(wanted - {*lost}))
    notes = []
    if lost:
        listed = _pairs(sorted(lost), names)
        notes.append(tr_n(
            "{n} line could not be drawn and does not count on this sheet: {list}. Move a place, merge areas, or try "
            "another drawing.",
            "{n} lines could not be drawn and do not count on this sheet: {list}. Move places, merge areas, or try "
            "another drawing.", len(lost), list=listed))
    notes += without_lines(names, links)
    graph = graph_of(tuple(areas.by_code), links, drawn.places)
    chance = random.Random(f"regions/{config.seed}")
    of = (
        _regions_given(graph, config, [region.id for region in regions]) if config.regions
        else quarters(graph, drawn.places, regions, chance)
    )
    shapes = {code: Polygon(ring) for code, ring in drawn.outlines.items()}
    differences, false = explained(shapes, links, areas, names)
    if false:
        notes.append(tr("These touch on the drawing by accident; no line joins them, so they aren’t neighbors: {list}.",
                        list=_pairs(false, names)))
    spaces, ways = [], straight | {(a, b): [drawn.places[a], turn, drawn.places[b]] for (a, b), turn in bends.items()}
    for code in areas.by_code:
        x, y = drawn.places[code]
        writing = Rect(round(x - drawn.side / 2, 1), round(y - drawn.side / 2, 1), drawn.side, drawn.side)
        label = tab_of(code, writing, ways)
        spaces.append(Space(code, names[code], of[code], drawn.outlines[code], writing, label))
        if reason := too_narrow(spaces[-1]):
            differences[code] = reason
    progress(0.98)
    sheet = task.sheet(
        regions=regions, spaces=tuple(spaces), links=links, boxes=layout.boxes,
        decor=(*(Decor("lake", lake) for lake in drawn.lakes), *layout.decor, *_edges(of, regions, drawn.places, frame)),
        differences=differences, values=values, corner_links=(), bends=bends,
        cards=cards(of, regions, chance, config.cards) if task.plan.cards else (),
    )
    sheet = off_land(sheet) or sheet
    sheet = replace(sheet, decor=(*isles(drawn.land, sheet, room), *sheet.decor))
    return Made(sheet, len(areas.links), len(areas.links) - len({*lost} & areas.links), 0, len(false), tuple(notes), lost,
                room)


def _larger(areas: Areas, layout: SheetLayout) -> Rect:
    """The room where the land is drawn larger."""
    rooms = [layout.room, *([layout.tall] if layout.tall else [])]
    return min(rooms, key=lambda room: crowding(lands(areas), room))


def _pairs(pairs: Iterable[Link], names: Mapping[str, str]) -> str:
    """Pairs of areas by their names, which may hold commas and hyphens themselves."""
    return join_clauses(join_names((names[a], names[b])) for a, b in pairs)


def without_lines(names: Mapping[str, str], links: Iterable[Link]) -> Iterator[str]:
    """A sentence about the areas to which no line leads, such as islands; names: by code."""
    ends = {end for link in links for end in link}
    if alone := [name for code, name in names.items() if code not in ends]:
        yield tr("No line leads to {list}: add a link, or no route ever goes there.", list=excerpt(", ".join(alone), 200))


def _edges(
    of: Mapping[str, str], regions: Sequence[Region], places: Mapping[str, Point], frame: Rect
) -> list[Decor]:
    """Returns the names of the map's parts along its edges, within its frame."""
    within = {region.id: region.within for region in regions}
    rows, columns = rows_and_columns(regions)

    def along(parts: Sequence[str], axis: int) -> dict[str, float]:
        """Where the names of parts that have areas begin: about their middles, clear of each other."""
        middles = {part: [places[code][axis] for code, ink in of.items() if part in within[ink]] for part in parts}
        there = {part: sum(places) / len(places) - 50 for part, places in middles.items() if places}
        for a, b in [*pairwise(there)] * 2:
            short = max(0.0, WORD - there[b] + there[a])
            there |= {a: there[a] - short / 2, b: there[b] + short / 2}
        return there

    left, top = frame.x + FROM_LEFT, frame.y + FROM_TOP
    right, low = frame.x + frame.w - WITHIN - 100, SCORES - 100
    across = {part: Rect(round(min(max(x, left), right), 1), top, 100, 13) for part, x in along(columns, 0).items()}
    down = {part: Rect(left, round(min(max(y, top + 14), low), 1), 14, 100) for part, y in along(rows, 1).items()}
    return [Decor("edge", ring_of(place), part) for part, place in (across | down).items()]
