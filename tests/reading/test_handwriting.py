"""Corrected digits: what looks like them is read as them from then on, and nothing else of a mark changes."""

from __future__ import annotations

import numpy as np
import pytest

from rollwrite_desktop.reading import handwriting as module
from rollwrite_desktop.reading.blank_sheets import Place
from rollwrite_desktop.reading.handwriting import MOST_SIGNS, Hand
from rollwrite_desktop.reading.ink import SIDE, WINDOW
from rollwrite_desktop.reading.marks import Alphabet, Digit, Mark, read_windows

DOUBTFUL = (0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3, 0.0, 0.2)


def picture(*parts: tuple[slice, slice]) -> bytes:
    raster = np.zeros((SIDE, SIDE), np.uint8)
    for part in parts:
        raster[part] = 255
    return raster.tobytes()


BAR = picture((slice(4, 36), slice(18, 22)))
HOOK = picture((slice(4, 36), slice(28, 32)), (slice(4, 8), slice(8, 32)))
BLOCK = picture((slice(10, 30), slice(5, 35)))


def mark(text: str, *pictures: bytes, confidence: float = 0.45) -> Mark:
    return Mark(text, confidence, ("(2)",), tuple(Digit(each, DOUBTFUL) for each in pictures))


def test_what_looks_like_a_corrected_digit_is_read_as_it() -> None:
    hand = Hand().taught(mark("1", HOOK), "7")
    like, unlike, circled = hand.read([mark("1", HOOK), mark("1", BLOCK), mark("(1)", HOOK)])
    assert like.text == "7"
    assert like.confidence > 0.7
    assert like.others[0] == "1" and "(2)" in like.others
    assert unlike.text == "1"
    assert circled.text == "(7)"


def test_of_a_pair_each_digit_is_learned_and_read() -> None:
    hand = Hand().taught(mark("11", BAR, HOOK), "(17)")
    assert [sign.digit for sign in hand.signs] == ["1", "7"]
    (read,) = hand.read([mark("11", HOOK, BAR)])
    assert read.text == "71"
    assert 0.45 < read.confidence <= 1
    assert all(sum(digit.chances) == pytest.approx(1) for digit in read.digits)


@pytest.mark.parametrize("text", ["", "X", "(*)", "17"])
def test_a_correction_that_is_no_such_digit_teaches_nothing(text: str) -> None:
    assert Hand().taught(mark("1", HOOK), text) == Hand()
    assert Hand().taught(Mark("1", 0.5), "7") == Hand()


def test_the_latest_signs_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_REMEMBERED", 1)
    hand = Hand()
    for number in range(MOST_SIGNS + 1):
        hand = hand.taught(mark("1", HOOK if number else BAR), "7")
    assert len(hand.signs) == MOST_SIGNS
    assert hand.signs[0].picture == HOOK
    assert hand.read([Mark("X", 0.9), mark("1", HOOK)])[0] == Mark("X", 0.9)
    assert Hand().read([mark("1", HOOK)]) == [mark("1", HOOK)]


def test_numbers_that_are_read_come_with_their_digits() -> None:
    y, x = np.mgrid[:WINDOW, :WINDOW]
    bar, pair = (np.isin(x, columns) & (np.abs(y - 48) < 20) for columns in (range(46, 51), (38, 39, 40, 56, 57, 58)))
    windows = np.stack([bar, pair]).astype(np.float32)
    places = (Place("A", 0, 0, 10, 10), Place("B", 0, 0, 10, 10))
    read = read_windows(windows, np.ones(2), places, {"A": Alphabet(), "B": Alphabet(lengths=(2,))})
    assert read["A"].text == "1"
    assert read["B"].text == "11"
    for each in read.values():
        assert len(each.digits) in (0, len(each.text))
        assert all(len(digit.picture) == SIDE * SIDE and sum(digit.chances) == pytest.approx(1) for digit in each.digits)
    assert len(read["A"].digits) == 1
