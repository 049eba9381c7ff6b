"""The map of Rolling America as it looks: blank, played on, or re-entered with its findings. Decides nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rollwrite_desktop.core.audit import Paper, Report
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.draw.display import Display, Mark, Shape, polygon, polyline
from rollwrite_desktop.draw.map_face import blank_map
from rollwrite_desktop.draw.strokes import die
from rollwrite_desktop.draw.title_line import title_lines
from rollwrite_desktop.gamekit.play.blank_cache import kept
from rollwrite_desktop.gamekit.play.map_drawing import MapStyle, crossed_off, number_in_box, player_name
from rollwrite_desktop.games.rolling_america.play.descriptions import DIE_LETTERS
from rollwrite_desktop.games.rolling_america.play.model import POWERS, State
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.sheet.sheet import Point, Rect, Sheet, bounding_box

# The sheet's own texts, found here for translation; maps made earlier have the last two about powers.
CAPTIONS = (
    mark("Rounds"), mark("Color change"), mark("Guard"), mark("Dupe"), mark("Number of Xs"), mark("Player"),
    mark("the die counts as wild"), mark("circle it, ignore neighbors"), mark("write it once more"),
    mark("circle the number: neighbors don't matter"), mark("write the number once more"),
    mark("fewest Xs win"),
)
BESIDE = 1.16
"""Of its side: how far a die is from the next at most."""
PENCIL, HALF = (22.0, 18.0), 2.7
"""Points: how wide and high the pencil at the title is, and half of its thickness."""


def _face(sheet: Sheet) -> tuple[Mark, ...]:
    """Returns the empty map: its rounds are numbered, and the dice are shown beside the title."""
    rows = (bounding_box(decor.ring) for decor in sheet.decor if decor.kind == "dice")
    return (
        *blank_map(sheet, numbered=("rounds",), land=True), *title_lines(sheet, _pencil, PENCIL[0], 1.1),
        *(mark for row in rows for mark in _dice(sheet, row)),
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
    """A die of each region with its letter, and the wild one: as near to each other as those of six regions are."""
    count = len(sheet.regions)
    step = min((row.w - row.h) / max(1, count), BESIDE * row.h)
    first = row.x + (row.w - row.h - count * step) / 2
    places = [Rect(first + i * step, row.y, row.h, row.h) for i in range(count + 1)]
    for region, place in zip(sheet.regions, places, strict=False):
        yield from die(f"dice/{region.id}", place, None, region.id, tr(mark(region.letter, region.id)))
    yield from die("dice/wild", places[-1], None, "", tr(DIE_LETTERS["wild"]))


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
