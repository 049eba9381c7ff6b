"""House ratings: each begins where a level has the share of its results that it says, and a better one begins later."""

from __future__ import annotations

import pytest

from rollwrite_desktop.gamekit.play.house_ratings import Rating, describe_rating, least, rating_of
from rollwrite_desktop.gamekit.value_tables import level_results
from rollwrite_desktop.games.hexroller.play.descriptions import RATINGS as HEXROLLER
from rollwrite_desktop.games.on_tour.play.descriptions import RATINGS as ON_TOUR

RATED = {"hexroller": HEXROLLER, "on_tour": ON_TOUR}


@pytest.mark.parametrize("game", RATED)
def test_ratings_are_quantiles_of_the_levels(game: str) -> None:
    ratings = RATED[game]
    points = [least(game, rating) for rating in ratings]
    assert points == sorted(set(points), reverse=True) and points[-1] == 0, "a better rating begins later"
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
    assert describe_rating("on_tour", ratings, n) == f"House rating: arena (Medium gets {n} or more in 50% of its games)."
    assert describe_rating("on_tour", ratings, n - 1) == "House rating: garage band."
