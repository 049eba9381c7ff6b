"""What a paper of each game may hold: each limit is tried at it and past it, and whatever is refused is quoted in part."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rollwrite_desktop.core.audit import NotAPaper, Paper
from rollwrite_desktop.gamekit.check.evidence import QUOTED, QUOTED_LONG
from rollwrite_desktop.games.ligretto_dice.play.paper import LigrettoDicePaper
from rollwrite_desktop.games.on_tour.play.paper import OnTourPaper
from rollwrite_desktop.sheet.load import find
from tests.walks import EVERY

LONG, HUGE = "Z" * 300, int("7" * 200)
QUOTING: dict[str, list[tuple[dict[str, Any], str, int]]] = {
    "rolling_america": [
        ({"spaces": {LONG: "3"}}, "there is no area", QUOTED), ({"spaces": {"TX": LONG}}, "expected a digit, X", QUOTED),
        ({"boxes": {LONG: 1}}, "is unknown", QUOTED), ({"boxes": {"guard": LONG}}, "how many are crossed off", QUOTED),
        ({"rolls": ["blue 4, wild 2", LONG]}, "entry 2", QUOTED_LONG), ({"claimed": HUGE}, "the number of Xs", QUOTED_LONG),
        ({"claimed": {LONG: 1}}, "the number of Xs", QUOTED_LONG), ({"claimed": LONG}, "the number of Xs", QUOTED_LONG),
    ],
    "on_tour": [
        ({"spaces": {LONG: "34"}}, "there is no area", QUOTED), ({"spaces": {"TX": LONG}}, "expected two digits", QUOTED),
        ({"boxes": {LONG: 1}}, "is unknown", QUOTED), ({"rolls": [LONG]}, "entry 1", QUOTED_LONG),
        ({"claimed": HUGE}, "expected the score", QUOTED_LONG), ({"claimed": {LONG: 1}}, "expected the score", QUOTED_LONG),
        ({"claimed": LONG}, "expected the score", QUOTED_LONG), ({"route": ["TX", LONG]}, "route: there is no area", QUOTED),
    ],
    "hexroller": [
        ({"spaces": {LONG: "3"}}, "there is no hex", QUOTED), ({"spaces": {"b1": LONG}}, "expected one digit", QUOTED),
        ({"boxes": {LONG: True}}, "is unknown", QUOTED), ({"boxes": {"two": LONG}}, "expected true or false", QUOTED),
        ({"boxes": {"upper": LONG}}, "digits or dashes", QUOTED), ({"rolls": [LONG]}, "entry 1", QUOTED_LONG),
        ({"claimed": LONG}, "a total or an object", QUOTED_LONG), ({"claimed": {LONG: 1}}, "there is no part", QUOTED),
        ({"claimed": {"total": HUGE}}, "total is", QUOTED), ({"claimed": HUGE}, "expected points", QUOTED),
    ],
    "ligretto_dice": [
        ({"spaces": {LONG: "3"}}, "points stand under rounds", QUOTED),
        ({"spaces": {"red": LONG}}, "points stand under rounds", QUOTED), ({"boxes": {LONG: 1}}, "is unknown", QUOTED),
    ],
    "_dice": [
        ({"spaces": {LONG: "3"}}, "there is no space", QUOTED), ({"rolls": [LONG]}, "entry 1", QUOTED_LONG),
        ({"claimed": HUGE}, "expected the score", QUOTED_LONG), ({"boxes": {LONG: 1}}, "none to cross off", QUOTED),
    ],
}
"""What each game refuses, a few words of the sentence, and how much of what is refused it quotes."""
LIMITS: dict[str, list[tuple[dict[str, Any], dict[str, Any]]]] = {
    "rolling_america": [
        ({"boxes": {"guard": 999}}, {"boxes": {"guard": 1000}}), ({"boxes": {"guard": 0}}, {"boxes": {"guard": -1}}),
        ({"boxes": {"rounds": 1}}, {"boxes": {"rounds": True}}), ({"claimed": 999}, {"claimed": 1000}),
        ({"claimed": 0}, {"claimed": -1}), ({"spaces": {"TX": "(4)"}}, {"spaces": {"TX": "44"}}),
        ({"rolls": ["blue 4, wild 2"]}, {"rolls": ["blue 4, pink 2"]}),
    ],
    "on_tour": [
        ({"claimed": 999}, {"claimed": 1000}), ({"claimed": 0}, {"claimed": -1}),
        ({"claimed": {"areas": 999, "circles": 0}}, {"claimed": {"areas": 1000, "circles": 0}}),
        ({"claimed": {"areas": 1}}, {"claimed": {"area": 1}}), ({"route": ["TX"] * 999}, {"route": ["TX"] * 1000}),
        ({"spaces": {"TX": "(44)"}}, {"spaces": {"TX": "444"}}),
        ({"rolls": ["3 7 | TX South"]}, {"rolls": ["3 7 1 | TX South"]}),
    ],
    "hexroller": [
        ({"claimed": 9999}, {"claimed": 10000}), ({"claimed": 0}, {"claimed": -1}),
        ({"claimed": {"upper": 9999}}, {"claimed": {"upper": 10000}}), ({"claimed": {"upper": 1}}, {"claimed": {"uper": 1}}),
        ({"boxes": {"upper": "3-45678"}}, {"boxes": {"upper": "3-456783"}}),
        ({"boxes": {"two": True}}, {"boxes": {"two": 1}}),
        ({"boxes": {"lower": "-"}}, {"boxes": {"lower": 1}}), ({"spaces": {"b1": "0"}}, {"spaces": {"b1": "10"}}),
        ({"rolls": ["3 3 4"]}, {"rolls": ["3 3 4 | TX South"]}),
    ],
    "ligretto_dice": [
        ({"rounds": [[1, -1]] * 200}, {"rounds": [[1, -1]] * 201}),
        ({"totals": [[1, -1]] * 200}, {"totals": [[1, -1]] * 201}),
        ({"rounds": [[100_000, -100_000]]}, {"rounds": [[100_001, -1]]}),
        ({"rounds": [[None, 1]]}, {"rounds": [[1, -100_001]]}),
        ({"rounds": [[1, 2]]}, {"rounds": [[1, 2], [1]]}), ({"rounds": [[1, 2]]}, {"rounds": [[1, 2, 3]]}),
        ({"shares": [0, 100_000]}, {"shares": [0, 100_001]}), ({"penalties": [0, 1]}, {"penalties": [-1, 1]}),
        ({"shares": [1, 1]}, {"shares": [1]}), ({"players": ["A", "B", "C", "D"]}, {"players": ["A", "B", "C", "D", "E"]}),
        ({"players": ["A", "B"]}, {"players": ["A", "A"]}), ({"claimed": "Ann"}, {"claimed": 3}),
        ({"spaces": {"red": "-"}}, {"spaces": {"red": "1"}}),
    ],
}
"""What is read, and what is not any more."""


KINDS: dict[str, type[Paper]] = {"ligretto_dice": LigrettoDicePaper, "on_tour": OnTourPaper}


def read(game_id: str, changes: dict[str, Any]) -> None:
    game = EVERY[game_id]
    players = {"players": ["Ann", "Bo"]} if game_id == "ligretto_dice" else {}
    paper = KINDS.get(game_id, Paper)(**{"game": game_id} | players | changes)
    game.check.auditor(find(game.play.played_on[0]), {}).audit(paper)


@pytest.mark.parametrize("game_id", QUOTING)
def test_what_is_refused_is_quoted_in_part(game_id: str) -> None:
    for changes, words, length in QUOTING[game_id]:
        with pytest.raises(NotAPaper) as caught:
            read(game_id, changes)
        text = str(caught.value)
        quoted = max(re.findall("[Z7]+", text), key=len)
        assert words in text and length - 4 <= len(quoted) <= length, (changes, text)


@pytest.mark.parametrize("game_id", LIMITS)
def test_each_limit_is_where_it_is(game_id: str) -> None:
    for within, beyond in LIMITS[game_id]:
        read(game_id, within)
        with pytest.raises(NotAPaper):
            read(game_id, beyond)
