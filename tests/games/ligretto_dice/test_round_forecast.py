"""What is said before a round with unequal shares."""

from __future__ import annotations

from itertools import pairwise

from msgspec.structs import replace

from rollwrite_desktop.games.ligretto_dice import GAME
from rollwrite_desktop.games.ligretto_dice.play.model import DICE
from rollwrite_desktop.games.ligretto_dice.play.rules import LigrettoDice
from rollwrite_desktop.games.ligretto_dice.think import round_forecast
from rollwrite_desktop.games.ligretto_dice.think.round_forecast import estimate, note
from rollwrite_desktop.play.opening.open_game import options_of
from rollwrite_desktop.sheet.load import find

BOARD = find("ligretto_dice_board")
KNOWN = dict(round_forecast._known)


def test_what_unequal_shares_mean_is_said_but_of_a_tie() -> None:
    rules = LigrettoDice(BOARD, options_of(GAME, {"shares": "14,10", "length": "rounds_2"}, "x"))
    state = rules.start(("p1", "p2"))
    shares = "Ann: 14 dice, Bo: 10 dice."
    assert note(rules, state, ("Ann", "Bo")) == (
        f"Round 1 of 2. {shares} Between equal players, these shares win about this often: Ann 39%, Bo 61%.")
    tie = note(rules, replace(state, tie_break=True), ("Ann", "Bo"))
    assert tie.startswith("A tie: one extra round between Ann and Bo.") and "win about" not in tie


def test_a_game_against_the_clock_does_not_say_how_many_rounds_there_are() -> None:
    rules = LigrettoDice(BOARD, options_of(GAME, {"length": "minutes_10"}, "x"))
    assert note(rules, rules.start(("p1", "p2")), ("Ann", "Bo")) == "Round 1. 12 dice each."


def test_chances_come_to_a_hundred() -> None:
    few, many = estimate(BOARD, (4, 20))
    assert many < few and few + many in (100, 101) and estimate(BOARD, (20, 4)) == (many, few)


def test_what_is_known_of_shares_is_of_all_dice_and_of_a_hundred_rounds() -> None:
    """Whoever has fewer dice wins more often; who has as many, as often, but for rounding."""
    assert len(KNOWN) == 7
    for shares, chances in KNOWN.items():
        assert sum(shares) == len(DICE) and sum(chances) == 100 and len(shares) == len(chances)
        for (more, less), (few, many) in zip(pairwise(shares), pairwise(chances), strict=True):
            assert (more > less and few < many) or (more == less and abs(few - many) <= 1)
        assert estimate(BOARD, shares[::-1]) == tuple(chances[::-1]) or len({*shares}) < len(shares)
