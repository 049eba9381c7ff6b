"""A game put down in the middle of a round is not judged, unless its colors cannot come from it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.games.rolling_america import GAME
from rollwrite_desktop.games.rolling_america.check.encoding import Encoding
from rollwrite_desktop.games.rolling_america.check.proof import Proof, missing_turns
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.solver.maxsat import SearchStep
from tests.maps import SMALL, SMALL_PAIRS, drawn

RULES = RollingAmerica(drawn(SMALL, SMALL_PAIRS, rounds=1))
ROLLS = ("red 3, blue 3", "green 3, yellow 3", "orange 3, purple 3")
USA = find("rolling_america_usa")


def found(states: list[str]) -> set[str]:
    paper = Paper(
        game="rolling_america", sheet=USA.id, spaces=dict.fromkeys(states, "3"),
        boxes={"rounds": 1, "change": 0, "guard": 0, "dupe": 0},
    )
    return {finding.key for finding in GAME.check.auditor(USA, {}).audit(paper).findings}


def test_numbers_of_a_round_that_is_not_crossed_off_are_not_proved() -> None:
    one_each = [next(s.id for s in USA.spaces if s.region == region.id) for region in USA.regions]
    more = [[s.id for s in USA.spaces if s.region == region.id][1] for region in USA.regions]
    assert not found(one_each) & {"RA-6:midway", "RA-7:colors"}
    assert "RA-6:midway" in found([*one_each, *more]) and "RA-7:colors" not in found([*one_each, *more])


def test_numbers_of_one_color_that_no_dice_bring_are_a_mistake() -> None:
    color = [space.id for space in USA.spaces if space.region == USA.regions[0].id]
    assert "RA-7:colors" in found(color) and "RA-6:midway" not in found(color)
    assert "RA-6:midway" in found(color[:3]) and "RA-6:midway" not in found(color[:2]), "a die of each color, and a wild one"


def proof(marks: dict[str, str], rounds: int, *rolls: str) -> Proof:
    read = [RULES.read(text) for text in rolls]
    return Proof(RULES, marks, {"rounds": rounds}, [roll for roll in read if isinstance(roll, Outcome)])


def test_only_the_turn_under_way_is_not_closed() -> None:
    *_, last = proof({"RA": "3", "BA": "3", "GA": "3", "YA": "3"}, 0, *ROLLS).steps()
    assert last.decided and last.least == 0
    assert [strokes[-1:] for strokes in last.play] == [("done",), ("done",), ()]


def test_no_way_is_told_before_one_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    search = Encoding.fewest

    def slowly(asked: Encoding) -> Iterator[SearchStep]:
        yield SearchStep(0, None, frozenset())
        yield from search(asked)

    monkeypatch.setattr(Encoding, "fewest", slowly)
    first, *_, last = proof({"RA": "3", "BA": "3", "GA": "3", "YA": "3"}, 0, *ROLLS).steps()
    assert (first.least, first.most, first.play) == (0, None, ()) and last.play


def test_a_whole_list_lacks_no_turn() -> None:
    assert [missing_turns(RULES, rounds, 3) for rounds in (None, 0, 1)] == [0, 0, 0]
    assert [missing_turns(RULES, rounds, 2) for rounds in (None, 0, 1)] == [1, 0, 1]
    usa = RollingAmerica(find("rolling_america_usa"), {})
    whole = usa.rounds * usa.turns
    told = {None: whole, 0: 0, 1: 2 * usa.turns - 1, usa.rounds - 1: whole - 1, usa.rounds: whole, usa.rounds + 1: whole}
    assert {rounds: missing_turns(usa, rounds, 0) for rounds in told} == told
