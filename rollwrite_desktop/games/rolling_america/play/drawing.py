"""The map of Rolling America as it looks: blank, played on, or re-entered with its findings. Decides nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec.structs import replace

from rollwrite_desktop.core.audit import Paper, Report
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.draw.display import Display, Mark, Shape, ellipse, polygon, polyline
from rollwrite_desktop.draw.leader import RING, WIDTH
from rollwrite_desktop.draw.map_face import SEA_LINE, blank_map
from rollwrite_desktop.draw.strokes import caption, die
from rollwrite_desktop.draw.title_line import title_lines
from rollwrite_desktop.gamekit.play.blank_cache import kept
from rollwrite_desktop.gamekit.play.map_drawing import MapStyle, crossed_off, number_in_box, player_name
from rollwrite_desktop.games.rolling_america.play.descriptions import DIE_LETTERS
from rollwrite_desktop.games.rolling_america.play.model import POWERS, State
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.sheet.sheet import Point, Rect, Sheet, bounding_box, inside

# The sheet's own texts, found here for translation; maps made earlier have the last two about powers.
CAPTIONS = (
    mark("Rounds"), mark("Color change"), mark("Guard"), mark("Dupe"), mark("Number of Xs"), mark("Player"),
    mark("the die counts as wild"), mark("circle it, ignore neighbors"), mark("write it once more"),
    mark("circle the number: neighbors don't matter"), mark("write the number once more"),
    mark("fewest Xs win"),
)
BESIDE = 1.16
"""Of its side: how far a die is from the next at most."""
LEGEND = {
    "corner": mark("meet in a corner only"),
    "sea": mark("neighbors across water"),
    "leader": mark("square beside its area"),
    "alone": mark("no neighbors: {areas}"),
}
SIGN, LETTERS = 18.0, 7.5
"""Points: a sign and what is between it and its words, and the size of these."""
DISC = 0.33
"""Of its side: the radius of what is clear around the letter of a die where it has a pattern."""
PENCIL, HALF = (22.0, 18.0), 2.7
"""Points: how wide and high the pencil at the title is, and half of its thickness."""


def _face(sheet: Sheet) -> tuple[Mark, ...]:
    """Returns the empty map: its rounds are numbered, and the dice are shown beside the title."""
    rows, legends = ([bounding_box(d.ring) for d in sheet.decor if d.kind == kind] for kind in ("dice", "legend"))
    return (
        *blank_map(sheet, numbered=("rounds",), land=True), *title_lines(sheet, _pencil, PENCIL[0], 1.1),
        *(mark for row in rows for mark in _dice(sheet, row)),
        *(mark for place in legends for mark in _legend(sheet, place)),
    )


def _pencil(key: str, corner: Point) -> Iterator[Shape]:
    """The pencil that writes the line under the title."""
    (x, y), (wide, high) = corner, PENCIL
    long = math.hypot(wide, high)

    def at(far: float, aside: float) -> Point:
        return (round(x - wide + (far * wide - aside * high) / long, 2), round(y - (far * high + aside * wide) / long, 2))

    def part(name: str, start: float, end: float, fill: str) -> Shape:
        ring = [at(start, -HALF), at(end, -HALF), at(end, HALF), at(start, HALF)]
        return Shape(f"{key}/{name}", polygon(ring), fill, "text", 0.7)

    yield part("rubber", long - 6, long - 2.5, "region.red")
    yield part("band", long - 8.5, long - 6, "faint")
    yield part("wood", 7.0, long - 8.5, "region.yellow.strong")
    yield Shape(f"{key}/edge", polyline((at(7.0, HALF / 3), at(long - 8.5, HALF / 3))), "", "text", 0.5)
    yield Shape(f"{key}/point", polygon((at(0, 0), at(7.0, -HALF), at(7.0, HALF))), "box", "text", 0.7)
    yield Shape(f"{key}/lead", polygon((at(0, 0), at(2.8, -0.4 * HALF), at(2.8, 0.4 * HALF))), "text")


def _dice(sheet: Sheet, row: Rect) -> Iterator[Mark]:
    """A die of each region with its letter, in gray with the fill of its areas, and the wild one: as near to each other as
    those of six regions are."""
    count = len(sheet.regions)
    step = min((row.w - row.h) / max(1, count), BESIDE * row.h)
    first = row.x + (row.w - row.h - count * step) / 2
    places = [Rect(first + i * step, row.y, row.h, row.h) for i in range(count + 1)]
    for region, place in zip(sheet.regions, places, strict=False):
        body, letter = die(f"dice/{region.id}", place, None, region.id, tr(mark(region.letter, region.id)))
        ink, radius = f"swatch.{region.id}", DISC * place.h
        yield replace(body, fill=ink)
        yield Shape(f"dice/{region.id}/disc", ellipse(*place.center, radius, radius), "swatch.disc")
        yield replace(letter, ink=f"{ink}.on")
    yield from die("dice/wild", places[-1], None, "", tr(DIE_LETTERS["wild"]))


def signs(sheet: Sheet) -> tuple[str, ...]:
    """Returns what a legend explains of a map: those of `corner`, `sea`, `leader` and `alone` that are on it."""
    beside = any(not inside(space.outline, *space.writing.center) for space in sheet.spaces)
    found = {"corner": any(decor.kind == "corner" for decor in sheet.decor), "sea": bool(sheet.sea_lines), "leader": beside,
             "alone": any(_alone(sheet))}
    return tuple(name for name in LEGEND if found[name])


def _legend(sheet: Sheet, place: Rect) -> Iterator[Mark]:
    """Each sign of the map with a few words. Keys: `legend/sea`, `legend/sea/words`."""
    shown = signs(sheet)
    for i, name in enumerate(shown):
        high = place.h / len(shown)
        row = Rect(place.x, place.y + i * high, place.w, high)
        if name == "alone":
            words = tr(LEGEND[name], areas=", ".join(_alone(sheet)))
            yield caption(f"legend/{name}/words", words, row, "text", LETTERS, "faint")
            continue
        yield _sign(f"legend/{name}", name, row)
        room = replace(row, x=row.x + SIGN, w=row.w - SIGN)
        yield caption(f"legend/{name}/words", tr(LEGEND[name]), room, "text", LETTERS, "faint")


def _alone(sheet: Sheet) -> Iterator[str]:
    """Yields the areas that have no neighbors."""
    return (space.id for space in sheet.spaces if not sheet.neighbors[space.id])


def _sign(key: str, name: str, row: Rect) -> Shape:
    """A sign as it is on the map, at the left of a row."""
    y, right = row.center[1], row.x + SIGN - 6
    if name == "corner":
        return Shape(key, ellipse((row.x + right) / 2, y, 3.5, 3.5), "box", "border", 1.0)
    if name == "sea":
        each = (right - row.x) / 5
        return Shape(key, polyline(((row.x, y), (right, y))), "", "border", SEA_LINE, (each, each))
    line = polyline(((row.x, y), (right - RING, y)))
    return Shape(key, (*line, *ellipse(right - RING, y, RING, RING)), "", "border", WIDTH)


STYLE = MapStyle(face=kept(_face), claim="xs", joined=frozenset({"RA-8"}), finding_width=1.6)


def played(
    rules: RollingAmerica,
    state: State,
    player: str,
    name: str,
    lit: frozenset[str],
    armed: frozenset[str],
    conflicts: tuple[str, ...],
    focus: str,
    *,
    crossing: frozenset[str] = frozenset(),
    on_screen: bool,
) -> Display:
    """A player's map. `lit` spaces take the stroke in hand, those that are `crossing` an X; `armed` powers show the box they
    will cost; when the game is over the mistakes are marked and the number of Xs is written in its box."""
    sheet = rules.sheet
    part = state.part(player)
    held = dict(zip(rules.spaces, rules.final_marks(state, player), strict=True))
    marks: list[Mark] = [*STYLE.pencil(sheet, held, part.latest if on_screen else ())]
    counts = {"rounds": rules.rounds_done(state), **{power: getattr(part, power) for power in POWERS}}
    for group, count in counts.items():
        marks.extend(crossed_off(sheet, group, count))
    for power in sorted(armed):
        used = counts[power]
        if used < rules.power_boxes:
            marks.append(STYLE.ring(sheet, f"armed/{power}", sheet.group(power)[used].id, "legal", 2.0))
    marks.extend(player_name(sheet, name))
    if rules.finished(state):
        marks.extend(number_in_box(sheet, "xs", rules.scores(state)[state.players.index(player)].total))
        for a, b in rules.clashes(part.marks):
            marks.extend(STYLE.conflicts(sheet, (a, b), f"mistake/{a}-{b}", "mistake"))
    return STYLE.played(sheet, marks, {f"space/{space}/square": 1.6 for space in lit}, conflicts, focus, crossing)


def entered(
    rules: RollingAmerica, paper: Paper, report: Report | None, chosen: str, among: frozenset[str]
) -> Display:
    """A re-entered map. Findings are ringed and numbered in the report's order; `among` places are ringed more strongly."""
    sheet = rules.sheet
    marks: list[Mark] = [*STYLE.pencil(sheet, paper.spaces)]
    for group in ("rounds", *POWERS):
        count = paper.boxes.get(group, 0)
        marks.extend(crossed_off(sheet, group, count if isinstance(count, int) else 0))
    marks.extend(player_name(sheet, paper.player))
    if isinstance(paper.claimed, int):
        marks.extend(number_in_box(sheet, "xs", paper.claimed))
    return STYLE.entered(sheet, marks, report, chosen, among)
