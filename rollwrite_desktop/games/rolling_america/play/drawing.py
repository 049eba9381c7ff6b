"""The map of Rolling America as it looks: blank, played on, or re-entered with its findings. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterator

from rollwrite_desktop.core.audit import Paper, Report
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.draw.display import Display, Mark
from rollwrite_desktop.draw.map_face import blank_map
from rollwrite_desktop.draw.strokes import die
from rollwrite_desktop.gamekit.play.blank_cache import kept
from rollwrite_desktop.gamekit.play.map_drawing import MapStyle, crossed_off, number_in_box, player_name
from rollwrite_desktop.games.rolling_america.play.descriptions import DIE_LETTERS
from rollwrite_desktop.games.rolling_america.play.model import POWERS, State
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.sheet.sheet import Rect, Sheet, bounding_box

# The sheet's own texts, found here for translation; maps made earlier have the last two about powers.
CAPTIONS = (
    mark("Rounds"), mark("Color change"), mark("Guard"), mark("Dupe"), mark("Number of Xs"), mark("Player"),
    mark("the die counts as wild"), mark("circle it, ignore neighbors"), mark("write it once more"),
    mark("circle the number: neighbors don't matter"), mark("write the number once more"),
    mark("fewest Xs win"),
)


def _face(sheet: Sheet) -> tuple[Mark, ...]:
    """Returns the empty map: its rounds are numbered, and the dice are shown beside the title."""
    rows = (bounding_box(decor.ring) for decor in sheet.decor if decor.kind == "dice")
    return (*blank_map(sheet, numbered=("rounds",)), *(mark for row in rows for mark in _dice(sheet, row)))


def _dice(sheet: Sheet, row: Rect) -> Iterator[Mark]:
    """A die of each region with its letter, and the wild one."""
    step = (row.w - row.h) / max(1, len(sheet.regions))
    for i, region in enumerate(sheet.regions):
        yield from die(f"dice/{region.id}", Rect(row.x + i * step, row.y, row.h, row.h), None, region.id,
                       tr(mark(region.letter, region.id)))
    last = Rect(row.x + len(sheet.regions) * step, row.y, row.h, row.h)
    yield from die("dice/wild", last, None, "", tr(DIE_LETTERS["wild"]))


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
