"""Every entry of Ligretto Dice's rulebook by an example that triggers it. An entry without an example fails."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.games.ligretto_dice import GAME
from rollwrite_desktop.games.ligretto_dice.play.model import Round
from rollwrite_desktop.games.ligretto_dice.play.paper import LigrettoDicePaper
from rollwrite_desktop.sheet.load import find
from tests.games.ligretto_dice.test_rules import midway, play, rules

Stroke = tuple[str, str, int]
HANDS = ("R1 R2 B5", "R1 Y2 Y1")
ROLLED = [("p1", "roll", 2000), ("chance:p1", "red 1, red 2, blue 5", 2000)]

STROKES: dict[str, tuple[list[Stroke], Stroke, tuple[str, ...]]] = {
    # key: (what happened, what is refused, the places named)
    "LD-3:cup": ([], ("chance", "red 1", 0), ()),
    "LD-3:dice": ([], ("p1", "red 1", 0), ()),
    "LD-4": ([], ("p1", "place R2", 0), ("R2",)),
    "LD-4:have": ([], ("p1", "place G1", 0), ("G1",)),
    "LD-5": (ROLLED[:1], ("chance:p1", "red 1", 2000), ()),
    "LD-6": ([("p2", "place R1", 2000)], ("p1", "place R1", 2000), ("R1",)),
    "LD-R3:lock": ([("p1", "fumble B5", 2000)], ("p1", "place R1", 2100), ()),
    "LD-R3:right": ([], ("p1", "fumble R1", 2000), ("R1",)),
    "LD-R3:clock": ([], ("p1", "fumble B5", 0), ()),
    "LD-R4:hand": ([("p1", "place R1", 2000)], ("p1", "place R2", 2100), ()),
    "LD-R4:rolling": (ROLLED, ("p1", "place R1", 2100), ()),
    "LD-R11:pass": ([], ("p1", "pass", 0), ()),
}
IN_TURNS: dict[str, tuple[list[Stroke], Stroke]] = {
    "LD-R11:turn": ([], ("p2", "pass", 0)),
    "LD-R11:roll": ([], ("p1", "roll", 0)),
}
STAGES: dict[str, tuple[dict[str, Any], Stroke]] = {
    "LD-2": ({"stage": "deal", "dealt": 0}, ("chance:p1", "red 1", 0)),
    "LD-3:wait": ({"stage": "deal", "dealt": 0}, ("p1", "roll", 0)),
    "LD-10": ({"stage": "over"}, ("p1", "roll", 0)),
    "LD-R5": ({"stage": "deal", "dealt": 0, "rounds": (Round((1, -1), False, 9, (0, 0), (0, 0)),)}, ("p1", "place R1", 9)),
    "LD-R6:out": ({"racers": ("p2",)}, ("p1", "roll", 0)),
}
TIED: list[list[int | None]] = [[4, -2, -2], [-2, 4, -2]]
TWO = {"length": "rounds_2"}
PAPERS: dict[str, dict[str, Any]] = {
    "LD-8:none": {"rounds": [[-1, -3]], "players": ["A", "B"]},
    "LD-8:many": {"rounds": [[1, 3]], "players": ["A", "B"]},
    "LD-9": {"rounds": [[2, -3]], "players": ["A", "B"]},
    "LD-9:range": {"rounds": [[4, -4, 0]]},
    "LD-9:sum": {"rounds": TIED, "totals": [[105, 98, 98]]},
    "LD-9:extra": {"rounds": [], "totals": [[105, 98, 98]]},
    "LD-9:still": {
        "rounds": [*TIED, [-3, 3, None]], "totals": [[104, 98, 98], [102, 102, 96], [99, 105, 95]], "options": TWO,
    },
    "LD-10:few": {"rounds": TIED},
    "LD-10:many": {"rounds": [[4, -2, -2]] * 3, "options": TWO},
    "LD-10:claim": {"rounds": [[4, -2, -2]] * 2, "options": TWO, "claimed": "B"},
    "LD-10:empty": {"rounds": [], "claimed": "B"},
    "LD-R10": {"rounds": TIED, "options": {"length": "target_120"}},
    "LD-R10:many": {"rounds": [*TIED, [4, -2, -2]], "options": {"length": "target_104"}},
    "LD-11:missing": {"rounds": TIED, "options": TWO},
    "LD-11:shared": {"rounds": [*TIED, [-3, 3, None]], "options": {**TWO, "tie": "shared"}},
    "LD-R6:entry": {"rounds": [*TIED, [-3, 4, -1]], "options": TWO},
    "LD-R6:blank": {"rounds": [[4, None, -2]]},
    "LD-R7": {"rounds": TIED, "shares": [9, 9, 9]},
    "LD-R3:penalty": {"rounds": TIED, "penalties": [0, 1, 0], "options": {"wrong": "lock"}},
}
REPAIRS = {"LD-R8:cell": "LD-9", "LD-R8:claim": "LD-10:claim", "LD-R8:blank": "LD-R6:entry"}


def test_every_entry_has_an_example() -> None:
    assert set(GAME.play.rulebook) == {*STROKES, *IN_TURNS, *STAGES, *PAPERS, *REPAIRS}


def refused(game: Any, state: Any, stroke: Stroke) -> Any:
    by, text, at = stroke
    refusal = game.refuse(state, Event(by, game.read(text), at))
    assert refusal is not None and "{" not in refusal.sentence(GAME.play.rulebook)
    return refusal


@pytest.mark.parametrize("key", STROKES)
def test_refused(key: str) -> None:
    before, stroke, spots = STROKES[key]
    game = rules()
    refusal = refused(game, play(game, midway(game, *HANDS), *before), stroke)
    assert (refusal.key, refusal.spots, refusal.unwritable) == (key, spots, True)


@pytest.mark.parametrize("key", IN_TURNS)
def test_refused_in_turns(key: str) -> None:
    before, stroke = IN_TURNS[key]
    game = rules(pace="turns")
    assert refused(game, play(game, midway(game, *HANDS), *before), stroke).key == key


@pytest.mark.parametrize("key", STAGES)
def test_refused_outside_the_round(key: str) -> None:
    changes, stroke = STAGES[key]
    game = rules()
    assert refused(game, replace(midway(game, *HANDS), **changes), stroke).key == key


@pytest.mark.parametrize("key", PAPERS)
def test_found(key: str) -> None:
    given = {"players": ["A", "B", "C"], **PAPERS[key]}
    paper = LigrettoDicePaper(game="ligretto_dice", **given)
    found = {f.key: f for f in GAME.check.auditor(find("ligretto_dice_board"), paper.options).audit(paper).findings}
    assert key in found
    assert "{" not in found[key].sentence(GAME.play.rulebook) + found[key].repair_sentence(GAME.play.rulebook)
    if key in REPAIRS.values():
        assert REPAIRS[found[key].repair] == key
