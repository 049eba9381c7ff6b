"""House ratings: what a result alone at the table is called. Each begins where a computer level has a share of its results,
as measured by tests/bench/measure_levels.py. Where there is none, a result is told beside par: the mean of a level on the
same map, as measured by tests/bench/measure_par.py."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rollwrite_desktop.core.i18n import decimal, mark, percent, tr
from rollwrite_desktop.gamekit.value_tables import level_results, par_of_sheets

TITLES = {"easy": mark("Easy"), "medium": mark("Medium"), "hard": mark("Hard"), "master": mark("Master")}


class Rating(Struct, frozen=True):
    """title: message id of its name; level: id of a computer player that gets as many points in `percent` % of its games;
    "" for the lowest."""

    title: str
    level: str = ""
    percent: int = 0


def least(game: str, rating: Rating) -> int:
    """Returns the points from which a rating holds: the highest total that its level reached in so many of its games."""
    if not rating.level:
        return 0
    totals = level_results().results[game][rating.level]
    wanted, reached = rating.percent / 100 * sum(totals.values()), 0
    for total in sorted(totals, reverse=True):
        reached += totals[total]
        if reached >= wanted:
            return total
    raise AssertionError("no level has more results than all")


def rating_of(game: str, ratings: Sequence[Rating], points: int) -> Rating:
    """Returns the rating of a score. ratings: the best first."""
    return next((rating for rating in ratings if points >= least(game, rating)), ratings[-1])


def describe_rating(game: str, ratings: Sequence[Rating], points: int) -> str:
    """Returns the rating of a score in a sentence that says what it means."""
    rating = rating_of(game, ratings, points)
    if not rating.level:
        better = ratings[-2]
        return tr("On our scale: “{title}”; “{better}” begins at {n}.", title=tr(rating.title), better=tr(better.title),
                  n=least(game, better))
    return tr("On our scale: “{title}” (from {n}: {level} gets so far in {share} of its games).", title=tr(rating.title),
              level=tr(TITLES[rating.level]), n=least(game, rating), share=percent(rating.percent))


def describe_scale(game: str, ratings: Sequence[Rating]) -> str:
    """Where all ratings begin, in a sentence. ratings: the best first."""
    *named, lowest = ratings
    begins = ", ".join(f"{least(game, rating)} {tr(rating.title)}" for rating in reversed(named))
    return tr("Our scale: {lowest}, from {ratings}.", lowest=tr(lowest.title), ratings=begins)


def describe_par(sheet: str, level: str, points: int) -> str:
    """How a score compares to par of a map, and what that is, in a sentence; "" where par was not measured. sheet, level:
    their ids."""
    measured = par_of_sheets().results.get(sheet, {}).get(level)
    return "" if measured is None else against_par(round(measured.mean, 1), level, points)


def against_par(par: float, level: str, points: int) -> str:
    """Returns the same by par itself. level: by whom it was measured."""
    where = {"par": decimal(par), "level": tr(TITLES[level])}
    if points == par:
        return tr("Exactly house par: {level} averages {par} on this map.", **where)
    n = decimal(abs(points - par))
    if points > par:
        return tr("{n} over house par: {level} averages {par} on this map.", n=n, **where)
    return tr("{n} under house par: {level} averages {par} on this map.", n=n, **where)
