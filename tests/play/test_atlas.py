"""The atlas: every map has its line, par and a word that says how hard it is."""

from __future__ import annotations

import pytest

from rollwrite_desktop.gamekit.value_tables import par_of_sheets
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.kept.atlas import FAIR, GENTLE, HELD, TOUGH, difficulty, facts_of, hardness
from rollwrite_desktop.play.opening.open_game import options_of, sheet_of, sheet_title
from rollwrite_desktop.play.opening.par import played
from rollwrite_desktop.play.opening.simulation import simulate

GAME = GAMES["rolling_america"]
MAPPED = [game for game in GAMES.values() if game.play.map_making is not None]


@pytest.mark.parametrize("game", MAPPED, ids=lambda game: game.info.id)
def test_every_map_has_a_line(game):
    assert {*game.words.maps} == {*game.play.sheets}
    lines = list(game.words.maps.values())
    assert len(lines) == len({*lines}) and all(len(line) <= 95 and line.endswith(".") for line in lines)


@pytest.mark.parametrize("game", MAPPED, ids=lambda game: game.info.id)
def test_every_map_has_par_of_each_level_but_the_best(game):
    results = par_of_sheets().results
    for sheet in game.play.sheets:
        means = [results[sheet][level].mean for level in ("easy", "medium", "hard")]
        assert means == sorted(means, reverse=game.play.lowest_wins), f"{sheet}: a better player does better"
        assert all(par.codes >= 10 for par in results[sheet].values())


@pytest.mark.parametrize("game", MAPPED, ids=lambda game: game.info.id)
def test_the_words_are_three_steps_of_one_scale(game):
    sheet = sheet_of(game, game.play.sheets[0])
    worse = 1 if game.play.lowest_wins else -1
    pars = [share * len(sheet.spaces) for share in (0.02, 0.17, 0.2, 0.3, 0.62, 0.7, 0.78, 0.9, 2.0)][::worse]
    places = [hardness(game, sheet, par) for par in pars]
    assert places == sorted(places)
    assert min(places) >= 0 and max(places) < 3
    assert list(dict.fromkeys(difficulty(game, sheet, par) for par in pars)) == [GENTLE, FAIR, TOUGH]


@pytest.mark.parametrize(("sheet", "level"), [("rolling_america_austria", "hard"), ("on_tour_poland", "medium")])
def test_par_of_a_map_nobody_measured_is_the_mean_of_games_alone(sheet, level):
    game = next(game for game in MAPPED if sheet in game.play.sheets)
    given = list(played(sheet_of(game, sheet), 3))
    means = [simulate(game, sheet_of(game, sheet), options_of(game), [level], n, "OWN")[level].mean for n in (1, 2, 3)]
    assert [each.games for each in given] == [1, 2, 3]
    assert [each.mean for each in given] == pytest.approx(means)


def test_words_follow_what_is_lost_of_a_map():
    words = {sheet: facts_of(GAME, sheet_of(GAME, sheet)).difficulty for sheet in GAME.play.sheets}
    assert words["rolling_america_usa"] == GENTLE
    assert words["rolling_america_south_africa"] == FAIR
    assert words["rolling_america_poland"] == TOUGH


def test_maps_of_countries_say_whose_borders_these_are():
    told = {sheet for game in MAPPED for sheet in game.play.sheets if facts_of(game, sheet_of(game, sheet)).origin == HELD}
    assert {sheet.removeprefix("rolling_america_").removeprefix("on_tour_") for sheet in told} == {
        "africa", "africa_37", "asia_24", "europe_27", "europe_large", "south_america"}


@pytest.mark.parametrize("game", MAPPED, ids=lambda game: game.info.id)
def test_no_two_sheets_of_a_game_are_called_alike(game):
    titles = [sheet_title(sheet_of(game, each)) for each in game.play.every_sheet]
    assert len(titles) == len({*titles})
    assert not any({*"(,"} & {*title} for title in titles[: len(game.play.sheets)]), "what is offered has a plain name"
    assert "Europe (old)" in titles
