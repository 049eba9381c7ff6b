"""Positions to practice on paper: all of them, each with its answer overleaf in the same place, nothing cut."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from msgspec import structs

from rollwrite_desktop.cli import main
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Text
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.draw.type_metrics import ELLIPSIS
from rollwrite_desktop.intake.decks import Deck, Position
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.intake.forms import MAX_BYTES
from rollwrite_desktop.play.deck import opened_position, written
from rollwrite_desktop.printing.deck_pages import PER_PAGE, SIZE, deck_leaves
from rollwrite_desktop.printing.page_layout import Leaf
from tests.play.test_deck import positions

HERE = Path()


def some() -> list[Position]:
    """Positions of three games."""
    games = ("rolling_america", "on_tour", "hexroller")
    return [position for game in games for _, position in itertools.islice(positions(game), 3)]


def said(leaf: Leaf) -> str:
    return " ".join(mark.text for mark in leaf.display.marks if isinstance(mark, Text) and "/picture/" not in mark.key)


def test_each_position_has_its_answer_overleaf_in_the_same_place() -> None:
    kept = some()
    gone = structs.replace(kept[0], sheet="nowhere")
    leaves, unshown = deck_leaves("My mistakes", [*kept[:4], gone, *kept[4:]], HERE)
    assert unshown == 1 and len(leaves) == -(-len(kept) // PER_PAGE)
    for page, leaf in enumerate(leaves):
        answers = leaf.back
        assert answers is not None and f"page {page + 1}" in said(leaf) and "answers" in said(answers)
        for one in (leaf, answers):
            assert all(left >= 0 and right <= SIZE[0] and top >= 0 and bottom <= SIZE[1]
                       for left, top, right, bottom in map(bounds, one.display.marks))
            assert ELLIPSIS not in said(one)
        numbers, pictures = (
            [
                {mark.key: one(mark) for mark in face.display.marks if where in mark.key}
                for face in (leaf, answers)
            ]
            for where, one in (("/number", bounds), ("/picture/", repr))
        )
        numbers = [{key: at for key, at in each.items() if "/picture/" not in key} for each in numbers]
        assert numbers[0] == numbers[1] and len(numbers[0]) == min(PER_PAGE, len(kept) - page * PER_PAGE)
        for number, position in enumerate(kept[page * PER_PAGE : (page + 1) * PER_PAGE], page * PER_PAGE + 1):
            assert tr(opened_position(position).game.info.title) in said(leaf)
            here = f"position/{number}/"
            asked, told = ({key: mark for key, mark in each.items() if key.startswith(here)} for each in pictures)
            assert asked and asked != told  # what is better is written there


def test_the_question_does_not_tell_and_the_answer_does() -> None:
    (kept,) = some()[:1]
    (leaf,), _ = deck_leaves("Some", [kept], HERE)
    assert leaf.back is not None
    assert "Best:" not in said(leaf) and "played:" not in said(leaf)
    assert "Best:" in said(leaf.back) and "Ann played:" in said(leaf.back)
    assert leaf.credits == leaf.back.credits == "Unofficial. Rolling America by Hisashi Hayashi."


def test_the_command_prints_a_deck(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck, out = tmp_path / "Ann.rollwrite-deck", tmp_path / "out.pdf"
    deck.write_bytes(written(Deck(1, "Ann’s deck", tuple(some()))))
    assert main(["practice", str(deck), "-o", str(out), "--count", "7", "--ink", "gray", "--paper", "letter"]) == 0
    assert "4 pages" in capsys.readouterr().out
    assert read_file(out, MAX_BYTES).startswith(b"%PDF")
    assert main(["practice", str(deck), "-o", str(out)]) == 2
    assert "out.pdf" in capsys.readouterr().err
    deck.write_bytes(written(Deck(1, "Empty")))
    assert main(["practice", str(deck), "-o", str(tmp_path / "none.pdf")]) == 2
    assert "no position in it that can be shown" in capsys.readouterr().err
