"""Chance: a code gives the same dice for ever, every outcome is as likely as with real dice, and play cannot reach it."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollwrite_desktop.core.chance import Die, Draw, Outcome, Roll, Stream, new_code, outcome, read_dice, read_plain

BAG = ("red", "blue", "green", "yellow", "orange", "purple", "wild")
DRAW = Draw(BAG, 2)


def test_a_code_gives_these_dice_for_ever() -> None:
    """Golden values: if they change, every printed code and every shared journal breaks."""
    assert [str(outcome("ABCD-2345", k, DRAW)) for k in range(6)] == GOLDEN_ASCII
    assert [str(outcome("Möwe", k, DRAW)) for k in range(3)] == GOLDEN_OTHER
    assert [Stream("", 0).below(1000) for _ in range(2)] == GOLDEN_EMPTY
    stream = Stream("long", 7)
    assert [stream.below(2**32) for _ in range(20)][-1] == GOLDEN_LONG


GOLDEN_ASCII = [
    "orange 4, yellow 5", "orange 2, wild 5", "orange 4, wild 5", "purple 6, red 6", "red 2, purple 2", "yellow 6, blue 5",
]
GOLDEN_OTHER = ["purple 4, wild 2", "yellow 3, green 3", "orange 2, wild 2"]
GOLDEN_EMPTY = [322, 322]
GOLDEN_LONG = 3662598984


def test_an_outcome_depends_on_code_and_number_only() -> None:
    later = outcome("K", 5, DRAW)
    for k in (0, 3, 9):
        outcome("K", k, DRAW)
    assert outcome("K", 5, DRAW) == later
    assert len({str(outcome("K", k, DRAW)) for k in range(30)}) > 20
    assert outcome("K", 5, DRAW) != outcome("L", 5, DRAW)


def test_draws_are_uniform() -> None:
    """Chi-square over ordered pairs of a small bag, and over faces; the bounds are far beyond chance (p < 1e-6)."""
    n = 12_000
    draw = Draw(("a", "b", "c"), 2, (1, 2))
    seen = Counter(str(outcome("uniform", k, draw)) for k in range(n))
    cells = [f"{a} {i}, {b} {j}" for a, b in permutations("abc", 2) for i in (1, 2) for j in (1, 2)]
    assert set(seen) == set(cells)
    expected = n / len(cells)
    assert sum((seen[cell] - expected) ** 2 / expected for cell in cells) < 70  # 23 degrees of freedom


@pytest.mark.parametrize("faces", [(0, 10), (-1, 1)])
def test_a_face_that_rolls_cannot_write_is_refused_where_the_die_is_made(faces: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="one digit"):
        Roll(2, faces)


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 49])
def test_below_is_uniform(n: int) -> None:
    stream = Stream("below", n)
    seen = Counter(stream.below(n) for _ in range(6_000))
    assert set(seen) == set(range(n))
    expected = 6_000 / n
    chi = sum((count - expected) ** 2 / expected for count in seen.values())
    assert chi < n + 6 * (2 * n) ** 0.5 + 10


def test_below_rejects_the_biased_tail() -> None:
    """With three quarters of the range a modulo without rejection would favor the lowest third two to one."""
    n = 3 * 2**30
    stream = Stream("tail", 0)
    low = sum(stream.below(n) < 2**30 for _ in range(3_000))
    assert 850 < low < 1_150  # a third; without rejection it were half


@given(st.text(max_size=12), st.integers(0, 10**9))
def test_every_sample_is_admitted(code: str, k: int) -> None:
    try:
        code.encode()
    except UnicodeEncodeError:
        return
    drawn = outcome(code, k, DRAW)
    assert DRAW.admits(drawn)
    assert read_dice(str(drawn)) == drawn


@pytest.mark.parametrize("dice", [
    "", "blue 4", "blue 4, blue 3", "blue 4, wild 2, red 1", "blue 0, red 1", "blue 7, red 1", "pink 1, red 1",
])
def test_what_real_dice_cannot_bring(dice: str) -> None:
    assert not DRAW.admits(read_dice(dice) or Outcome(()))


def test_a_bag_may_hold_two_of_a_kind() -> None:
    draw = Draw(("white", "white", "black"), 2)
    assert draw.admits(Outcome((Die("white", 1), Die("white", 6))))
    assert not draw.admits(Outcome((Die("black", 1), Die("black", 6))))


@pytest.mark.parametrize("text", [
    "", " ", "blue", "blue  4", "blue 4,wild 2", "blue 4, ", "Blue 4", "blue 44", "blue ٤", "blue 4\n", "blue 4, wild 2 ",
    "büe 4", "blue -4", "blue 4;wild 2",
])
def test_what_is_no_notation_of_dice(text: str) -> None:
    assert read_dice(text) is None


@given(st.text(max_size=40))
def test_reading_dice_then_writing_gives_the_text(text: str) -> None:
    dice = read_dice(text)
    assert dice is None or str(dice) == text


def test_new_codes_are_easy_to_read_out() -> None:
    codes = {new_code() for _ in range(50)}
    assert len(codes) == 50
    for code in codes:
        assert len(code) == 9 and code[4] == "-"
        assert not set(code) & set("01IOLU")


def test_plain_dice() -> None:
    """A roll of plain dice: only faces are written, and read again as the same dice."""
    ask = Roll(8, (3, 4, 5, 6, 7, 8))
    for k in range(50):
        rolled = outcome("AB", k, ask)
        assert ask.admits(rolled)
        assert read_plain(str(rolled)) == rolled
    fixed = read_plain("3 3 4 5 5 6 8 8")
    assert fixed is not None and str(fixed) == "3 3 4 5 5 6 8 8" and ask.admits(fixed)
    for text in ("3 3 4", "3 3 4 5 5 6 8 9", "1 3 4 5 5 6 8 8"):
        other = read_plain(text)
        assert other is not None and not ask.admits(other)
    assert not ask.admits(Outcome(tuple(Die("blue", 3) for _ in range(8))))
    for text in ("", "3  3", " 3", "33", "3, 3", "blue 3", "٣ 3"):
        assert read_plain(text) is None
