"""A game put down in the middle of a round is not judged, unless its colors cannot come from it."""

from __future__ import annotations

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.games.rolling_america import GAME
from rollwrite_desktop.sheet.load import find

USA = find("rolling_america_usa")


def found(states: list[str]) -> set[str]:
    paper = Paper(
        game="rolling_america", sheet=USA.id, spaces=dict.fromkeys(states, "3"),
        boxes={"rounds": 1, "change": 0, "guard": 0, "dupe": 0},
    )
    return {finding.key for finding in GAME.auditor(USA, {}).audit(paper).findings}


def test_numbers_of_a_round_that_is_not_crossed_off_are_not_proved() -> None:
    one_each = [next(s.id for s in USA.spaces if s.region == region.id) for region in USA.regions]
    more = [[s.id for s in USA.spaces if s.region == region.id][1] for region in USA.regions]
    assert not found(one_each) & {"RA-6:midway", "RA-7:colors"}
    assert "RA-6:midway" in found([*one_each, *more]) and "RA-7:colors" not in found([*one_each, *more])


def test_numbers_of_one_color_that_no_dice_bring_are_a_mistake() -> None:
    color = [space.id for space in USA.spaces if space.region == USA.regions[0].id]
    assert "RA-7:colors" in found(color) and "RA-6:midway" not in found(color)
