"""What keys do to a re-entered paper, and how papers are read: the pieces that games are made of, tried by themselves."""

from __future__ import annotations

import re

import pytest

from rollwrite_desktop.core.audit import NotAPaper, Paper
from rollwrite_desktop.gamekit.check.evidence import read_claims, read_marks, read_no_boxes, read_rolls
from rollwrite_desktop.gamekit.check.mark_keys import CIRCLE, DIGITS, ERASE, MarkKeys
from rollwrite_desktop.gamekit.check.paper_typing import typed_claim
from rollwrite_desktop.gamekit.papers import with_mark

ONE = MarkKeys(DIGITS, offered="123456", signs=(("X", "X"),), circles=True)
TWO = MarkKeys(DIGITS, length=2, signs=(("*", "★"), ("X", "X")), circles=True)
PAPER = Paper(game="_blank")


@pytest.mark.parametrize(("keys", "typed", "held"), [
    (ONE, "4", "4"), (ONE, "45", "5"), (ONE, "4(", "(4)"), (ONE, "4(5", "5"), (ONE, "4((", "4"), (ONE, "4X", "X"),
    (TWO, "3", "3"), (TWO, "37", "37"), (TWO, "374", "4"), (TWO, "37(", "(37)"),
    (TWO, "37(4", "4"), (TWO, "3(7", "(37)"), (ONE, "4X(5", "5"), (TWO, "3*", "*"),
])
def test_what_stands_in_a_space_after_keys(keys: MarkKeys, typed: str, held: str) -> None:
    found: str | None = ""
    for key in typed:
        assert found is not None
        found = keys.typed(found, key)
    assert found == held
    assert keys.typed(held, ERASE) == ""
    assert bool(keys.form.fullmatch(held)) == (keys is ONE or held not in ("3", "4")), "a number is whole in a paper file"


@pytest.mark.parametrize("key", ["q", "55", "é", "٣", "*", CIRCLE, " "])
def test_keys_that_mean_nothing_in_a_blank_space(key: str) -> None:
    assert ONE.typed("", key) is None
    assert MarkKeys().typed("", "7") is None


def test_what_no_key_makes_is_no_mark_of_a_paper_file() -> None:
    marks = ("", "٣", "X4", "((4))", "(4", "4)", "()", "456", "x", "(*)", "**")
    assert [mark for mark in marks if ONE.form.fullmatch(mark)] == []
    assert [mark for mark in marks if TWO.form.fullmatch(mark)] == ["(*)"]
    assert [mark for mark in ("6", "7", "X", "(6)") if MarkKeys(signs=(("X", "X"),)).form.fullmatch(mark)] == ["6", "X"]


def test_each_key_has_its_caption() -> None:
    assert [key for key, _ in ONE.captioned()] == [*"123456", "X", CIRCLE, ERASE]
    assert [caption for _, caption in TWO.captioned()] == [*DIGITS, "★", "X", "Circle", "Erase"]
    assert [key for key, _ in MarkKeys().captioned()] == [*"123456", ERASE]


def test_a_total_alone_is_a_bare_number() -> None:
    paper: Paper | None = PAPER
    for part, key, claimed in (
        ("total", "1", 1), ("total", "2", 12), ("total", "3", 3), ("areas", "4", {"total": 3, "areas": 4}),
        ("areas", "5", {"total": 3, "areas": 45}), ("areas", ERASE, 3), ("areas", "4", {"total": 3, "areas": 4}),
        ("total", ERASE, {"areas": 4}), ("areas", ERASE, None),
    ):
        assert paper is not None
        paper = typed_claim(paper, part, key)
        assert paper is not None and paper.claimed == claimed
    assert typed_claim(PAPER, "total", "x") is None


def test_a_blank_mark_is_no_mark() -> None:
    assert with_mark(with_mark(PAPER, "A", "4"), "A", "").spaces == {}


FORM = re.compile("[1-6]")


@pytest.mark.parametrize(("given", "sentence"), [
    ({"spaces": {"Z": "1"}}, "spaces: there is no space 'Z' on this sheet."),
    ({"spaces": {"A": "77"}}, "spaces: A holds '77'; expected one character."),
    ({"spaces": {"Z" * 99: "1"}}, f"spaces: there is no space '{'Z' * 40}' on this sheet."),
    ({"boxes": {"guard": 1}}, "boxes: 'guard' is unknown; this game has none to cross off."),
    ({"rolls": ["4", "x"]}, "rolls: 2 is 'x'"),
    ({"claimed": "Ann"}, "claimed: 'Ann'; expected the score."),
    ({"claimed": {"areas": 3}}, "claimed: {'areas': 3}; expected the score."),
    ({"claimed": -1}, "claimed: -1; expected the score."),
])
def test_what_is_not_well_formed_is_said_in_a_sentence(given: dict[str, object], sentence: str) -> None:
    paper = Paper(game="_blank", **given)  # type: ignore[arg-type]
    with pytest.raises(NotAPaper) as refused:
        read_marks(paper, "ABC", FORM)
        read_no_boxes(paper)
        read_rolls(paper, lambda text: int(text) if text.isdigit() else None, "rolls: {n} is '{text}'")
        read_claims(paper)
    assert str(refused.value) == sentence


def test_marks_come_in_the_order_of_the_sheet_and_blank_ones_not_at_all() -> None:
    paper = Paper(game="_blank", spaces={"C": "3", "A": "1", "B": ""})
    assert list(read_marks(paper, "ABC", FORM).items()) == [("A", "1"), ("C", "3")]
    assert read_rolls(paper, int, "") is None and read_claims(paper) == {}
