"""House ratings: each begins where a level has the share of its results that it says, and a better one begins later."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rollwrite_desktop.gamekit.play.house_ratings import (
    Rating,
    describe_par,
    describe_rating,
    describe_scale,
    least,
    rating_of,
)
from rollwrite_desktop.gamekit.value_tables import level_results, par_of_sheets
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.hexroller.play.descriptions import RATINGS as HEXROLLER
from rollwrite_desktop.games.on_tour.play.descriptions import RATINGS as ON_TOUR
from rollwrite_desktop.play.opening.open_game import sheet_of

RATED = {"hexroller": HEXROLLER, "on_tour": ON_TOUR}


@pytest.mark.parametrize("game", RATED)
def test_ratings_are_quantiles_of_the_levels(game: str) -> None:
    ratings = RATED[game]
    points = [least(game, rating) for rating in ratings]
    assert points == sorted(set(points), reverse=True) and points[-1] == 0, "a better rating begins later"
    assert {rating.percent for rating in ratings} <= {0, 5, 10, 25, 50, 75, 90}
    for rating in ratings[:-1]:
        totals = level_results().results[game][rating.level]
        games = sum(totals.values())
        assert games >= 8

        def share(least_total: int, totals: dict[int, int] = totals, games: int = games) -> float:
            return 100 * sum(count for total, count in totals.items() if total >= least_total) / games

        assert share(least(game, rating)) >= rating.percent > share(least(game, rating) + 1)


@pytest.mark.parametrize("game", RATED)
def test_a_score_has_the_best_rating_that_it_reaches(game: str) -> None:
    ratings = RATED[game]
    for better, rating in zip((None, *ratings), ratings, strict=False):
        assert rating_of(game, ratings, least(game, rating)) == rating
        if better is not None:
            assert rating_of(game, ratings, least(game, better) - 1) == rating


def test_a_rating_says_what_it_means() -> None:
    ratings = (Rating("arena", "medium", 50), Rating("garage band"))
    n = least("on_tour", ratings[0])
    assert describe_rating("on_tour", ratings, n) == \
        f"On our scale: “arena” (from {n}: Medium gets so far in 50% of its games)."
    assert describe_rating("on_tour", ratings, n - 1) == f"On our scale: “garage band”; “arena” begins at {n}."


def test_par_says_what_it_is_and_by_how_much_it_was_missed() -> None:
    par = par_of_sheets().results["rolling_america_usa"]["hard"].mean
    told = {n: describe_par("rolling_america_usa", "hard", n) for n in (5, 12)}
    assert told[5] == f"{par - 5:.1f} under house par: Hard averages {par:.1f} on this map."
    assert told[12].startswith(f"{12 - par:.1f} over house par")
    assert not describe_par("rolling_america_usa", "nobody", 5) and not describe_par("own", "hard", 5)


@pytest.mark.parametrize(("game", "players", "options", "rated"), [
    ("rolling_america", 1, {}, True), ("rolling_america", 2, {}, False), ("rolling_america", 1, {"corners": "on"}, False),
    ("on_tour", 1, {"route": "best"}, False), ("hexroller", 1, {"plus_one": "touching"}, False),
])
def test_only_what_can_be_compared_is_rated(game: str, players: int, options: dict[str, str], rated: bool) -> None:
    """Alone, with the rules by which the levels were measured."""
    rules: Any = GAMES[game].play.rules(sheet_of(GAMES[game], ""), options)
    state = rules.start(tuple(f"p{n}" for n in range(1, players + 1)))
    assert bool(GAMES[game].play.guide(rules).rating(state, "p1")) == rated


@pytest.mark.parametrize("game", RATED)
def test_the_scale_in_the_handbook_is_the_one_that_a_score_is_rated_by(game: str) -> None:
    """Each number in it is where a rating begins, and none is left out."""
    rules: Any = GAMES[game].play.rules(sheet_of(GAMES[game], ""), {})
    entries = [entry for chapter in GAMES[game].words.handbook(rules) for entry in chapter.entries]
    told = [entry.ruling for entry in entries if entry.ruling.startswith("Our scale")]
    assert told == [describe_scale(game, RATED[game])]
    assert [int(n) for n in re.findall(r"\d+", told[0])] == [least(game, rating) for rating in RATED[game][-2::-1]]
