"""The pictures of ten-sided dice, and what is said of a roll."""

from __future__ import annotations

import pytest

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.draw.display import Shape
from rollwrite_desktop.draw.trace import trace
from rollwrite_desktop.games.on_tour.play.drawing import SIDE, card_picture, die_picture
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.games.on_tour.words.print_kit import called
from rollwrite_desktop.sheet.load import find
from tests.telling import checksum

RULES = OnTour(find("on_tour_usa"))


@pytest.mark.parametrize("digit", ["", "7"])
def test_a_die_looks_the_same_from_left_and_right(digit: str) -> None:
    points = set()
    for mark in die_picture(digit, "").marks:
        if isinstance(mark, Shape):
            numbers = [number for step in mark.path for number in step[1:] if isinstance(number, float | int)]
            points |= {(round(x, 6), round(y, 6)) for x, y in zip(numbers[::2], numbers[1::2], strict=True)}
    assert all(0 < x < SIDE and 0 < y < SIDE for x, y in points)
    assert points == {(round(SIDE - x, 6), y) for x, y in points}


PICTURES = {
    "die": "63fa6118", "7": "dd9a158e", "(34)": "0f296e62", "*": "34340fe9", "X": "81dcc247",
    "TX South": "e6bcdda0", "WY West": "8ea9b6f9", "HI West": "fbe8456e", "ZZ East": "a1029330",
}


@pytest.mark.parametrize("shown", PICTURES)
def test_the_pictures_of_dice_numbers_and_cards_are_the_known_ones(shown: str) -> None:
    """The checksums of their traces; a card of no area shows its part of the map."""
    area, _, region = shown.partition(" ")
    drawn = (
        card_picture(RULES.sheet, area, region) if region else die_picture("", "") if shown == "die"
        else die_picture(shown, "") if shown == "7" else die_picture("", shown)
    )
    assert checksum([*trace(drawn)]) == PICTURES[shown]


@pytest.mark.parametrize(("roll", "said"), [
    ("3 3 | TX South, CA West, NY North", "Write one star."), ("3 7 | TX South, FL South, GA South", "Write one star."),
    ("3 7 | TX South, CA West, NY North", "Write 37 and 73, each using a different card."),
    ("4 4", "No cards: write one star in any empty area."), ("4 5", "No cards: use any empty area."),
])
def test_what_is_said_of_a_roll(roll: str, said: str) -> None:
    outcomes = [RULES.read(text) for text in ("1 8 | MI, GA", "4 1 | WY, OH", roll)]
    assert called(RULES, [outcome for outcome in outcomes if isinstance(outcome, Outcome)]) == said
