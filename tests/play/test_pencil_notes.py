"""Pencil notes: what keys make of them, that nothing else in a journal can upset them, where they are drawn."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollwrite_desktop.draw.display import Text
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.play.table.pencil_notes import (
    BACK,
    ERASE,
    MAX_DIGITS,
    NOTE,
    after,
    describe_notes,
    free_spaces,
    notes_of,
    pencil_marks,
    read_notes,
    write_notes,
)
from rollwrite_desktop.printing.jobs.print_jobs import game_leaves
from tests.play.test_game_index import played

SHEET = sheet_of(GAMES["rolling_america"], "", "sheet")


@pytest.mark.parametrize(("keys", "wide", "held"), [
    ("4", 1, "4"), ("43", 1, "34"), ("434", 1, "3"), ("37", 2, "37"), ("3741", 2, "3741"), ("374137", 2, "41"),
    ("374", 2, "374"), ("37415263", 2, "374152"), (["3", "7", BACK], 2, "3"), (["3", "7", ERASE], 2, ""), ([BACK], 2, ""),
])
def test_keys(keys: str | list[str], wide: int, held: str) -> None:
    now = ""
    for key in keys:
        now = after(now, key, wide)
    assert now == held


@given(st.lists(st.sampled_from([*"0123456789", BACK, ERASE]), max_size=30), st.sampled_from([1, 2]))
def test_notes_stay_readable(keys: list[str], wide: int) -> None:
    held = ""
    for key in keys:
        held = after(held, key, wide)
        assert len(held) <= MAX_DIGITS
    assert read_notes(write_notes({"OH": held}), SHEET) == ({"OH": held} if held else {})


@given(st.text(max_size=80))
def test_any_text_is_notes_or_nothing(text: str) -> None:
    assert set(read_notes(text, SHEET)) <= set(SHEET.space)


def test_notes_in_words() -> None:
    assert describe_notes("34", 1) == "in pencil: 3 and 4"
    assert describe_notes("374152", 2) == "in pencil: 37, 41 and 52"
    assert describe_notes("", 1) == ""


def test_notes_are_drawn_only_where_nothing_is_written() -> None:
    game = GAMES["rolling_america"]
    marks = list(pencil_marks(game, SHEET, {"OH": "1346", "TX": "2"}, {"OH"}))
    assert [(mark.key, mark.text) for mark in marks if isinstance(mark, Text)] == [("jot/OH/0", "1 3 4"), ("jot/OH/1", "6")]
    half = list(pencil_marks(GAMES["on_tour"], SHEET, {"OH": "374"}, {"OH"}, "OH"))
    assert isinstance(half[0], Text) and half[0].text == "37 4_"


def test_notes_lie_within_their_spaces() -> None:
    for game in GAMES.values():
        for sheet in (sheet_of(game, each, "sheet") for each in game.play.played_on if game.play.pencil_notes.digits):
            free = {space.id for space in sheet.spaces}
            digits = "".join(game.play.pencil_notes.digits)[:MAX_DIGITS]
            for mark in pencil_marks(game, sheet, dict.fromkeys(free, digits), free):
                assert isinstance(mark, Text)
                rect = sheet.space[mark.key.split("/")[1]].writing
                assert rect.y <= mark.y - mark.size * 0.5 and mark.y <= rect.y + rect.h, mark


def test_the_rules_never_see_them_and_paper_shows_them_only_if_wanted(tmp_path: Path) -> None:
    for game_id, text in (("rolling_america", "OH=34"), ("hexroller", "a1=35"), ("on_tour", "TX=37")):
        opened = played(tmp_path, game_id, game_id, over=False)
        session = opened.session
        state = session.state
        session.note("p1", NOTE, text)
        session.note("p1", "route", "TX OK")
        assert session.state == state
        space = text.partition("=")[0]
        assert notes_of(session, "p1", opened.sheet) == {space: text.partition("=")[2]}
        assert space not in free_spaces(opened.game, session, state, "p1", opened.sheet)  # the game is over: all is full
        keys = [
            {mark.key for mark in game_leaves(opened, notes=wanted)[0].display.marks} for wanted in (False, True)
        ]
        sketched = {key for key in keys[1] if key.startswith(("jot/", "sketch/"))}
        assert keys[1] - keys[0] == sketched
        assert bool(sketched) == (game_id == "on_tour")
