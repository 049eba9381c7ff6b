"""Layouts made from a seed, a player's own sheet, and what makes a sheet unplayable."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.draw.display import Text
from rollwrite_desktop.draw.trace import start_of
from rollwrite_desktop.draw.type_metrics import width
from rollwrite_desktop.games.hexroller import GAME
from rollwrite_desktop.games.hexroller.play.layouts import _balanced
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.games.hexroller.play.scoring import MIDDLE
from rollwrite_desktop.games.hexroller.words.handbook import Examples
from rollwrite_desktop.play.opening.open_game import new_head, options_of, sheet_of, start
from rollwrite_desktop.sheet import hexes
from rollwrite_desktop.sheet.check import check
from rollwrite_desktop.sheet.load import NotASheet, dump, find, loads
from rollwrite_desktop.sheet.sheet import Sheet
from tests.sampling import sampled

assert GAME.play.new_sheets is not None
MADE, OWN = GAME.play.new_sheets.make, GAME.play.new_sheets.reprint


def printed(sheet: Sheet) -> dict[str, str]:
    return {space.id: space.printed for space in sheet.spaces if space.printed}


@sampled("sheet_id", [*GAME.play.sheets], 2)
def test_made_layouts(sheet_id: str) -> None:
    """Right distances, a number in every area, none touching, each twice, and no layout twice."""
    seen = set()
    for seed in (*range(40), 113):
        sheet = MADE(sheet_id, str(seed))
        places = printed(sheet)
        seen.add(tuple(sorted(places.items())))
        assert sheet.id == f"{sheet_id}:{seed}" and not list(GAME.play.sheet_faults(sheet))
        for n in range(3, 9):
            a, b = (space for space in sheet.spaces if space.printed == str(n))
            assert hexes.distance(a, b) == n - (sheet_id == "hexroller_back")
        assert not any(a in places and b in places for a, b in sheet.links)
        areas = Counter(sheet.region[sheet.space[space].region].letter for space in places)
        assert set(areas) == set("ABCDEFM") and all(areas[letter] <= 2 for letter in "ABCDEF")
        assert areas["M"] <= 4
    assert len(seen) == 41
    assert not check(sheet)


def test_a_seed_gives_this_layout_for_ever() -> None:
    """Golden: if it changes, journals on made layouts no longer open."""
    assert {sheet_id: printed(MADE(sheet_id, "7")) for sheet_id in GAME.play.sheets} == SEVEN
    assert MADE("hexroller_front", "7") == MADE("hexroller_front", "7")
    assert loads(dump(MADE("hexroller_back", "x-1")), "x") == MADE("hexroller_back", "x-1")


def test_a_made_layout_is_opened_by_its_id() -> None:
    sheet = sheet_of(GAME, "hexroller_back:12", "here")
    assert sheet.title == "Back 12"
    opened = start(new_head(GAME, sheet, sheet.id, ("Ann",), {"plus_one": "path"}, Notes(seed="MADE")))
    assert opened.sheet == sheet and opened.read_only == ""


@pytest.mark.parametrize("seed", ["", "a b", "../x", "é", "x" * 25])
def test_what_is_no_seed(seed: str) -> None:
    with pytest.raises(NotASheet):
        MADE("hexroller_front", seed)


def test_a_layout_that_is_not_found_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rollwrite_desktop.games.hexroller.play.layouts.TRIES", 0)
    with pytest.raises(NotASheet, match="layout unseen: no layout was found in 0 tries"):
        MADE("hexroller_front", "unseen")


def test_an_own_sheet() -> None:
    base = find("hexroller_front")
    mine = OWN(base, printed(MADE("hexroller_front", "3")))
    assert mine.id == "hexroller_front_own" and not list(GAME.play.sheet_faults(mine)) and mine.links == base.links
    assert mine.hash != base.hash


@pytest.mark.parametrize(("change", "word"), [
    ({"a1": "7"}, "3 ×"), ({"a4": ""}, "1 ×"), ({"z1": "3"}, "z1"), ({"a1": "9"}, "9"),
    ({"i4": "", "f4": "3"}, "touch"),
])
def test_an_own_sheet_with_a_fault(change: dict[str, str], word: str) -> None:
    base = find("hexroller_front")
    with pytest.raises(NotASheet, match=word):
        OWN(base, printed(base) | change)


def test_sheets_from_elsewhere(tmp_path: Path) -> None:
    """Values, areas and boxes that the rules need are asked for before anybody plays."""
    base = find("hexroller_front")
    spoilt = {
        "values": replace(base, values={"rounds": 7}),
        "colour": replace(
            base, regions=tuple(replace(r, id="pink") if r.letter == "A" else r for r in base.regions),
            spaces=tuple(replace(s, region="pink") if s.region == "red" else s for s in base.spaces),
        ),
        "areas": replace(base, regions=tuple(replace(r, letter="Z") if r.letter == "A" else r for r in base.regions)),
        "boxes": replace(base, boxes=tuple(b for b in base.boxes if b.id != "upper/7")),
        "printed": replace(base, spaces=tuple(replace(s, printed="") for s in base.spaces)),
    }
    for name, sheet in spoilt.items():
        assert list(GAME.play.sheet_faults(sheet)), name
        (tmp_path / f"{name}.json").write_bytes(dump(sheet))
        with pytest.raises(NotASheet):
            sheet_of(GAME, f"{name}.json", "here", tmp_path)


SEVEN = {
    "hexroller_front": {
        "a2": "7", "b6": "6", "c3": "5", "d1": "8", "d3": "4", "f1": "3", "f3": "6", "f6": "4",
        "f8": "7", "h2": "3", "h4": "5", "h6": "8",
    },
    "hexroller_back": {
        "b1": "7", "b3": "6", "b5": "8", "d3": "4", "d6": "3", "e1": "8", "e4": "5", "e7": "3",
        "g3": "4", "g7": "6", "h1": "7", "i2": "5",
    },
}


@pytest.mark.parametrize("sheet_id", GAME.play.sheets)
def test_why_an_area_is_worth_its_points_stands_clear_of_its_letter(sheet_id: str) -> None:
    """With the longest text that there can be: a full middle area of one number."""
    sheet = find(sheet_id)
    rules = GAME.play.rules(sheet, options_of(GAME))
    state = rules.start(("p1",))
    marks = tuple(8 for _ in rules.spaces)
    full = replace(state, parts=(replace(state.parts[0], marks=marks),))
    guide = GAME.play.guide(rules)
    face = guide.draw(full, "p1", guide.ui())
    texts = {mark.key: mark for mark in face.marks if isinstance(mark, Text)}
    (letter,) = [mark for mark in texts.values() if mark.text == "M" and mark.key.startswith("label/")]
    reason = texts["reason/M"]
    (before, after) = sorted((letter, reason), key=lambda mark: mark.x + start_of(mark))
    right = before.x + start_of(before) + width(before.text, before.face, before.size)
    assert reason.text.startswith("2 · ") and after.x + start_of(after) - right >= 2


@pytest.mark.parametrize(("seed", "n", "count"), [(7, 7, 6), (17, 3, 7)])
def test_the_first_area_is_filled_in_the_handbook_with_any_number_that_can(seed: int, n: int, count: int) -> None:
    example = Examples(GAME.play.rules(MADE("hexroller_front", f"M{seed}"), {})).area()
    assert example is not None
    assert example.caption == f"Area A is full. Most common: {n}. Hexes with it: {count}. Points: {n}."


@pytest.mark.parametrize(("numbers", "balanced"), [
    ((3, 3), False), ((3, 4), True), ((6, 8), True), ((7, 7), True), ((7, 8), False),
    ((), False), ((3,), True), ((8,), True), ((4, 5, 6), False),
])
def test_an_outer_area_has_one_number_or_two_that_are_neither_both_low_nor_both_high(
    numbers: tuple[int, ...], balanced: bool
) -> None:
    board = HexRoller(find("hexroller_front")).board
    printed = {cells[0]: 5 for cells in board.areas.values()}
    del printed[board.areas["A"][0]]
    assert _balanced(board, printed | dict(zip(board.areas["A"], numbers, strict=False))) == balanced
    middle = {**printed, board.areas["A"][0]: 5} | dict(zip(board.areas[MIDDLE], numbers, strict=False))
    assert _balanced(board, middle), "in the middle up to four may be any"
