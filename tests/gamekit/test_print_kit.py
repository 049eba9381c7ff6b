"""The print kit of games of one roll of the same dice a turn: as many rolls as turns, asked for in turn; and decks."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from rollwrite_desktop.core.chance import Outcome, Roll
from rollwrite_desktop.gamekit.words.print_kit import RollBoxes, one_roll_a_turn
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.sheet.load import find

RULES = SimpleNamespace(turns=3)
KIT = one_roll_a_turn(Roll(2), lambda rules: rules.turns)


def test_a_code_has_as_many_rolls_as_there_are_turns_and_boxes() -> None:
    rolled = KIT.rolled(RULES, "WALK-1")
    assert len(rolled) == 3 and all(Roll(2).admits(outcome) for outcome in rolled) and len({*rolled}) > 1
    assert KIT.rolls(RULES) == RollBoxes(3, 2)


@pytest.mark.parametrize(("known", "asks"), [(0, 1), (1, 2), (2, 3), (3, 3)])
def test_the_roll_after_those_that_are_known_is_asked_for_until_the_game_is_over(known: int, asks: int) -> None:
    assert KIT.asked is not None
    outcomes = [Outcome(())] * known
    assert list(KIT.asked(RULES, outcomes)) == [Roll(2)] * asks


@pytest.mark.parametrize(("game_id", "faces"), [("rolling_america", "123456"), ("on_tour", "0123456789")])
def test_a_deck_of_numbers_has_a_card_for_each_face_of_a_die_in_two_stacks(game_id: str, faces: str) -> None:
    game = GAMES[game_id]
    decks = game.words.print_kit.decks(game.play.rules(find(game.play.sheets[0]), {}))
    (deck,) = (deck for deck in decks if deck.stacks)
    assert (deck.results, deck.stacks) == ((*faces,), ("A", "B"))
