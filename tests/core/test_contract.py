"""Small values of the contract: places and ties, refusal keys, player ids."""

from __future__ import annotations

import random

import pytest

from rollwrite_desktop.core.bots import random_bot
from rollwrite_desktop.core.chance import Die, Outcome
from rollwrite_desktop.core.errors import report_exception
from rollwrite_desktop.core.one_line import one_line
from rollwrite_desktop.core.race_bots import Tempo, racer_of
from rollwrite_desktop.core.rules import CHANCE, Choice, Event, Refusal, Scale, Split, placed, players_named, rule_of
from tests.toy import Put, Toy


def test_places_by_total_then_tie_break() -> None:
    scores = placed(
        (("p1", 8, (("Xs", 8),), 5), ("p2", 7, (("Xs", 7),), 9), ("p3", 8, (("Xs", 8),), 3), ("p4", 8, (("Xs", 8),), 3)),
        lowest_wins=True,
    )
    assert [(score.player, score.place) for score in scores] == [("p1", 4), ("p2", 1), ("p3", 2), ("p4", 2)]


def test_highest_wins_and_the_tie_break_is_still_lowest() -> None:
    scores = placed((("p1", 10, (), 1), ("p2", 10, (), 2), ("p3", 12, (), 9)), lowest_wins=False)
    assert [score.place for score in scores] == [2, 3, 1]


def test_rule_of_an_entry() -> None:
    assert rule_of("RA-7:full") == "RA-7" == Refusal("RA-7:full").rule
    assert rule_of("RA-R3") == "RA-R3"


def test_a_refusal_in_words() -> None:
    refusal = Refusal("T-1:x", {"state": "Ohio", "n": 5})
    assert refusal.sentence({"T-1:x": "{state} holds {n}."}) == "Ohio holds 5."


def test_player_ids() -> None:
    assert players_named(("Ann", "Bo", "Ann")) == ("p1", "p2", "p3")


def test_a_choice_takes_numbers_of_its_scales() -> None:
    choice = Choice("length", "Length", {"short": "short"}, scales=(Scale("rounds_", "{n} rounds", 1, 99, 5),))
    taken = ("short", "rounds_1", "rounds_99")
    assert all(choice.takes(value) for value in taken)
    assert not any(choice.takes(value) for value in ("rounds_0", "rounds_100", "rounds_05", "rounds_", "5", "rounds_5 "))
    assert [choice.describe(value) for value in (*taken, "odd")] == ["short", "1 rounds", "99 rounds", "odd"]


def test_a_value_means_something_only_beside_that_of_another_rule() -> None:
    choice = Choice("tie", "Tie", {"round": "a round", "shared": "shared"},
                    only={"": ("pace", "race"), "round": ("length", "fixed")})
    tables = [{"pace": "race", "length": "fixed"}, {"pace": "race", "length": "open"}, {"pace": "turns", "length": "fixed"}]
    assert [[choice.means(value, table) for value in ("", "round", "shared")] for table in tables] == [
        [True, True, True], [True, False, True], [False, False, False],
    ]
    assert Choice("x", "X", {"a": "a"}).means("a", {})


def test_a_computer_player_for_turns_races_slowly() -> None:
    rules = Toy()
    waits = rules.start(("p1",))
    acts = rules.apply(waits, Event(CHANCE, Outcome((Die("white", 3),))))
    racer, luck = racer_of(random_bot), random.Random(1)
    assert racer.tempo == Tempo(1.6, 0.0) and racer_of(racer) is racer
    assert racer.glance(rules, waits, "p1", 0, racer.tempo, luck) is None
    assert isinstance(racer.glance(rules, acts, "p1", 0, racer.tempo, luck), Put)


def test_a_choice_takes_parts_that_add_up() -> None:
    choice = Choice("shares", "Dice", {"equal": "equal"}, split=Split("by hand", 24, 3, (2, 4)))
    assert choice.takes("equal") and choice.takes("14,10") and choice.takes("12,6,6")
    assert not any(choice.takes(value) for value in ("14;10", "14,11", "22,2", "24", "6,6,6,3,3", "14,10,"))
    assert choice.describe("14,10") == "by hand: 14 + 10"
    assert not Choice("x", "X", {"a": "a"}).takes("b")


def test_text_from_outside_stays_in_its_line() -> None:
    """Neither ends of lines, turned writing, nor blanks at its ends; what joins two signs into one stays."""
    texts = ["a\nb", " a \t b ", "a\u202eb", "a\u2028b", "\u0007", "\U0001f468\u200d\U0001f469", "a b"]
    assert [*map(one_line, texts)] == ["a b", "a b", "a b", "a b", "", "\U0001f468\u200d\U0001f469", "a b"]


def test_an_error_that_was_caught_is_handed_to_the_hook(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    monkeypatch.setattr("sys.excepthook", lambda *error: told.append(error))
    error = ValueError("x")
    report_exception(error)
    assert told == [(ValueError, error, None)]
