"""What a game says of itself before it is opened."""

from __future__ import annotations

import pytest
from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.sheet.load import find
from tests.walks import EVERY

FACTS = {
    "rolling_america": ((1, 8), (15, 25)), "on_tour": ((1, 8), (20, 30)), "hexroller": ((1, 8), (10, 20)),
    "ligretto_dice": ((1, 4), (5, 15)),
}
"""For how many players, and how many minutes it takes."""
LONGEST = 0.8
"""The height of a piece of a sheet that is shown, to its width, at most."""


def test_for_how_many_and_how_long() -> None:
    assert {game_id: (EVERY[game_id].info.players, EVERY[game_id].presentation.minutes) for game_id in FACTS} == FACTS


@pytest.mark.parametrize("game_id", FACTS)
def test_the_piece_of_the_sheet_that_is_shown_lies_within_it(game_id: str) -> None:
    game = EVERY[game_id]
    wide, high = find(game.play.sheets[0]).size
    x, y, width = game.presentation.piece
    assert width > wide / 3
    assert width / 2 <= x <= wide - width / 2 and LONGEST * width / 2 <= y <= high - LONGEST * width / 2


def test_numbers_that_house_rules_may_have() -> None:
    """The least, the most, and where a control begins."""
    scales = {
        scale.prefix: (scale.low, scale.high, scale.usual)
        for game_id in FACTS for option in EVERY[game_id].info.options for scale in option.scales
    }
    assert scales == {"rounds_": (1, 99, 5), "minutes_": (1, 99, 5), "target_": (100, 199, 120)}


@pytest.mark.parametrize("game_id", FACTS)
def test_a_number_of_a_sheet_that_a_game_does_not_know_is_a_fault(game_id: str) -> None:
    game = EVERY[game_id]
    sheet = find(game.play.sheets[0])
    assert not [*game.play.sheet_faults(sheet)]
    (fault,) = game.play.sheet_faults(replace(sheet, values={**sheet.values, "odd": 1}))
    assert fault.where == "values.odd"


class _Strange(Struct, frozen=True):
    """A move of no game."""


@pytest.mark.parametrize("game_id", FACTS)
def test_a_move_of_another_game_is_never_told_as_one(game_id: str) -> None:
    game = EVERY[game_id]
    rules = game.play.rules(find(game.play.sheets[0]), {})
    with pytest.raises(TypeError, match="no move"):
        game.play.guide(rules).describe_event(Event("p1", _Strange()), "Ann")
    with pytest.raises(TypeError, match="no move"):
        game.words.coach(rules).advice(_Strange())
