"""Plain dice and cards: what chance may bring, in what words, and how a deck that runs out goes on."""

from __future__ import annotations

import pytest

from rollwrite_desktop.core.chance import Deal, Die, Outcome, Roll, Stream, outcome, read_plain

DIGITS = tuple(range(10))
CARDS = tuple(f"{letter} North" for letter in "ABCDEFGH")


@pytest.mark.parametrize("text", ["3", "3 7", "0 0", "1 8 | MI, GA", "3 7 | TX South, CA West, NY North"])
def test_notation(text: str) -> None:
    read = read_plain(text)
    assert read is not None and str(read) == text


@pytest.mark.parametrize("text", [
    "", "3,7", "3  7", "37", "blue 3", "3 7 |", "3 7 | ", "3 7| TX", "3 7 | TX,CA", "3 7 | TX South,", "٣ 7",
    "3 7 | T-1", "3 7\n",
])
def test_no_notation(text: str) -> None:
    assert read_plain(text) is None


def test_a_roll() -> None:
    faces = {die.face for k in range(300) for die in outcome("A", k, Roll(2, DIGITS)).dice}
    assert faces == set(DIGITS)
    assert not Roll(2, DIGITS).admits(Outcome((Die("", 3),)))
    assert not Roll(2, DIGITS).admits(Outcome((Die("", 3), Die("red", 4))))
    assert not Roll(2, (1, 2)).admits(Outcome((Die("", 1), Die("", 3))))
    assert not Roll(1, DIGITS).admits(Outcome((Die("", 1),), ("A North",)))


def test_different_dice_are_rolled_until_they_differ() -> None:
    ask = Roll(2, (1, 2, 3), different=True)
    rolls = [ask.sample(Stream("B", k)) for k in range(100)]
    assert all(ask.admits(roll) and roll.dice[0] != roll.dice[1] for roll in rolls)
    assert not ask.admits(Outcome((Die("", 2), Die("", 2))))


def test_a_deal_comes_from_the_deck() -> None:
    ask = Deal(Roll(2, DIGITS), CARDS[:5], 3, CARDS[5:])
    for k in range(60):
        dealt = ask.sample(Stream("C", k))
        assert ask.admits(dealt) and set(dealt.cards) <= set(CARDS[:5])
    dice = (Die("", 1), Die("", 2))
    assert ask.admits(Outcome(dice, CARDS[2:5]))
    assert not ask.admits(Outcome(dice, CARDS[3:6])), "a discard while the deck can supply"
    assert not ask.admits(Outcome(dice, (*CARDS[:2], CARDS[0]))), "one card twice"
    assert not ask.admits(Outcome(dice, CARDS[:2])) and not ask.admits(Outcome(dice))


def test_a_deck_that_runs_out_in_mid_draw() -> None:
    ask = Deal(Roll(2, DIGITS), CARDS[:1], 3, CARDS[1:])
    seen = set()
    for k in range(200):
        dealt = ask.sample(Stream("D", k))
        assert dealt.cards[0] == CARDS[0] and ask.admits(dealt)
        seen |= set(dealt.cards)
    assert seen == set(CARDS)
    dice = (Die("", 1), Die("", 2))
    assert not ask.admits(Outcome(dice, CARDS[1:4])), "the last card of the deck is dealt first"
    assert ask.admits(Outcome(dice, (CARDS[4], CARDS[0], CARDS[2]))), "typed in any order"
    assert Deal(Roll(2, DIGITS), CARDS[:1], 3, CARDS[1:3]).admits(Outcome(dice, CARDS[:3])), "all that there are"
    empty = Deal(Roll(2, DIGITS), (), 3, CARDS)
    assert empty.admits(empty.sample(Stream("E", 0)))
