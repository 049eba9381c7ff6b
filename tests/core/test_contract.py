"""Small values of the contract: places and ties, refusal keys, player ids."""

from __future__ import annotations

from rollwrite_desktop.core.rules import Choice, Refusal, placed, players_named, rule_of


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


def test_a_choice_with_a_form_takes_what_is_typed() -> None:
    choice = Choice("shares", "Dice", {"equal": "equal"}, form=r"\d+(,\d+)*", sample="14,10")
    assert choice.takes("equal") and choice.takes("14,10") and not choice.takes("14;10")
    assert not Choice("x", "X", {"a": "a"}).takes("b")
