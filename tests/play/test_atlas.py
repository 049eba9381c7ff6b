"""The atlas: every map has its line, par and a word that says how hard it is."""

from __future__ import annotations

import pytest

from rollwrite_desktop.gamekit.value_tables import par_of_sheets
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.atlas import FAIR, GENTLE, TOUGH, facts_of
from rollwrite_desktop.play.open_game import sheet_of

GAME = GAMES["rolling_america"]
MAPPED = [game for game in GAMES.values() if game.play.map_making is not None]


@pytest.mark.parametrize("game", MAPPED, ids=lambda game: game.info.id)
def test_every_map_has_a_line(game):
    assert {*game.words.presentation.maps} == {*game.play.sheets}
    lines = list(game.words.presentation.maps.values())
    assert len(lines) == len({*lines}) and all(len(line) <= 95 and line.endswith(".") for line in lines)


def test_every_map_of_rolling_america_has_par_of_each_level_but_the_best():
    results = par_of_sheets().results
    for sheet in GAME.play.sheets:
        means = [results[sheet][level].mean for level in ("easy", "medium", "hard")]
        assert means == sorted(means, reverse=True), f"{sheet}: a better player gets fewer Xs"
        assert all(par.codes >= 10 for par in results[sheet].values())


def test_words_follow_what_is_lost_of_a_map():
    words = {sheet: facts_of(GAME, sheet_of(GAME, sheet)).difficulty for sheet in GAME.play.sheets}
    assert words["rolling_america_usa"] == GENTLE
    assert words["rolling_america_south_africa"] == FAIR
    assert words["rolling_america_poland"] == TOUGH
