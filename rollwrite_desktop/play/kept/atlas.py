"""The maps of a game as an atlas has them: how hard each is, what is par on it, and a line about it. What was measured lies
beside the sheets (`sheets/atlas/par.json`) and is read when it is first wanted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.value_tables import Par, par_of_sheets
from rollwrite_desktop.play.kept.game_index import Listed
from rollwrite_desktop.play.kept.standings import Filter
from rollwrite_desktop.sheet.sheet import Sheet

GENTLE, FAIR, TOUGH = mark("gentle", "map"), mark("fair", "map"), mark("tough", "map")
DIFFICULTIES = GENTLE, FAIR, TOUGH
"""How hard a map is, in a word: message ids."""
HELD = mark("Map data: Natural Earth, 2018. Where borders are disputed, it mostly shows who holds the land.")
"""Where the outlines of countries are from (`world-atlas` in a sheet's source): a message id."""


class MapFacts(Struct, frozen=True):
    """note: a line about the map, a message id; levels: what each computer player scores on it alone; par: what counts as
    par, None where nothing was measured; difficulty: a word, a message id; origin: of maps of countries, whose data it
    is, and how it takes disputed borders, a message id. "" where there is none."""

    note: str
    levels: Mapping[str, Par]
    par: float | None
    difficulty: str
    origin: str = ""


def facts_of(game: Game, sheet: Sheet) -> MapFacts:
    """Returns what is known of a shipped map."""
    shown = game.words
    levels = par_of_sheets().results.get(sheet.id, {})
    par = levels[shown.par_level].mean if shown.par_level in levels else None
    hard = "" if par is None else difficulty(game, sheet, par)
    return MapFacts(shown.maps.get(sheet.id, ""), levels, par, hard, HELD if "world-atlas" in sheet.source else "")


def facts_of_own(game: Game, sheet: Sheet, par: float | None) -> MapFacts:
    """Returns what is known of a map of one's own; par: as it was measured when the map was made, None if it was not."""
    return MapFacts("", {}, par, "" if par is None else difficulty(game, sheet, par))


def difficulty(game: Game, sheet: Sheet, par: float) -> str:
    """How hard a map is on which this is par, in a word: a message id."""
    return DIFFICULTIES[int(hardness(game, sheet, par))]


def hardness(game: Game, sheet: Sheet, par: float) -> float:
    """How much of a map is lost even when it is played well: from 0 to just under 3, by one from a word to the next."""
    easy, hard = game.words.steps
    beyond = (par / len(sheet.spaces) - easy) / (hard - easy)
    return min(max(1.0 + beyond, 0.0), 2.999)


def best_results(game: Game, games: Iterable[Listed]) -> dict[str, int]:
    """By sheet, the best that people reached on it."""
    chosen = Filter(game=game.info.id, people=True)
    best = min if game.play.lowest_wins else max
    found = dict[str, int]()
    for listed in games:
        if chosen.takes(listed.entry):
            totals = [each.total for each in listed.entry.players if chosen.counts(each)]
            if totals:
                sheet = listed.entry.sheet
                found[sheet] = best((*totals, *([found[sheet]] if sheet in found else ())))
    return found
