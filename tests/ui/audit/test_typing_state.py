"""What keys do on a paper, on a entered without a window: where each goes, what is kept by half, what is told."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec import ValidationError

from rollwrite_desktop.core.audit import NotAPaper, Paper
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import options_of
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.sheet.reading_order import spots_in_order
from rollwrite_desktop.ui.canvas.cursor import Cursor
from rollwrite_desktop.ui.paper.check.typing_state import Typing


class Entry:
    """A sheet to type on, the first place of it chosen; `told`: what was said of the keys."""

    reads_back = False

    def __init__(self, sheet_id: str) -> None:
        sheet = find(sheet_id)
        game = GAMES[sheet.game]
        editor = game.check.paper_editor(sheet, options_of(game))
        auditor = game.check.auditor(sheet, options_of(game))

        def takes(paper: Paper) -> bool:
            try:
                auditor.audit(paper)
            except (NotAPaper, ValidationError):
                return False
            return True

        self.paper: Paper = game.check.paper(game=sheet.game, sheet=sheet_id)
        self.halves: Mapping[str, str] = {}
        self.told: list[str] = []
        writable = [spot for spot in spots_in_order(sheet) if editor.keys(spot)]
        self.spot = writable[0]
        self.editor = editor
        self.typing = Typing(self, sheet, editor, writable, Cursor(sheet, True, self.describe), takes)
        self.typing.codes.typed_in = writable

    def choose(self, spot: str) -> None:
        self.spot = spot
        self.typing.moved()

    go_to = choose

    def put(self, paper: Paper, halves: Mapping[str, str]) -> None:
        if (paper, halves) != (self.paper, self.halves):
            self.paper, self.halves = paper, halves

    def confirm(self) -> None: ...

    def show_sheet(self) -> None: ...

    def describe(self, spot: str) -> str:
        return self.editor.describe(self.typing.typed.shown, spot)

    def say(self, sentence: str) -> None:
        self.told.append(sentence)

    tell = say

    def type(self, keys: str) -> None:
        """Keys one by one; `<` is Backspace, `/` Enter."""
        for key in keys.upper():
            if key == "<":
                self.typing.erase(True)
            elif key == "/":
                if not self.typing.enter():
                    self.typing.step(1)
            else:
                self.typing.type(key)


@pytest.mark.parametrize(("sheet", "keys", "spaces", "spot"), [
    ("rolling_america_usa", "345", {"WA": "3", "OR": "4", "ID": "5"}, "NV"),
    ("rolling_america_usa", "34<<", {}, "WA"),
    ("rolling_america_usa", "tx3wa4", {"TX": "3", "WA": "4"}, "OR"),
    ("rolling_america_usa", "3wa4", {"WA": "4"}, "OR"),
    ("rolling_america_usa", "(34)x", {"WA": "(3)", "OR": "(4)", "ID": "X"}, "NV"),
    ("rolling_america_usa", "3/4", {"WA": "3", "OR": "4"}, "ID"),
    ("rolling_america_usa", "3//4", {"WA": "3", "ID": "4"}, "NV"),
    ("on_tour_usa", "12new70", {"WA": "12", "NEW": "70"}, "MC"),
    ("on_tour_usa", "12z34", {"WA": "12", "MT": "34"}, "OR"),
    ("on_tour_usa", "1<23", {"WA": "23"}, "MT"),
    ("hexroller_front", "345", {"a1": "3", "a2": "4", "b3": "5"}, "b1"),
])
def test_keys_go_where_they_belong(sheet: str, keys: str, spaces: dict[str, str], spot: str) -> None:
    entered = Entry(sheet)
    entered.type(keys)
    assert (entered.paper.spaces, entered.spot, dict(entered.halves)) == (spaces, spot, {})


def test_all_boxes_are_crossed_off_by_one_key_and_typing_goes_on_behind_them() -> None:
    entered = Entry("rolling_america_usa")
    entered.choose("guard/1")
    entered.type("2")
    entered.choose("rounds/1")
    entered.type("*")
    assert entered.paper.boxes == {"rounds": 8, "change": 3, "guard": 3, "dupe": 3} and entered.spot == "xs"
    entered = Entry("rolling_america_usa")
    entered.choose("guard/1")
    entered.type("*15")
    assert entered.paper.boxes == {"guard": 3, "dupe": 3} and entered.paper.claimed == 15
    entered.choose("WA")
    entered.type("*")
    assert entered.paper.boxes == {"guard": 3, "dupe": 3} and "does nothing" in entered.told[-1]


@pytest.mark.parametrize(("sheet", "mark"), [("rolling_america_usa", "3"), ("on_tour_usa", "12"), ("hexroller_front", "4")])
def test_enter_ends_a_mark_and_pressed_again_goes_past_a_blank_space(sheet: str, mark: str) -> None:
    """However one typed before, so that nobody writes in a place that they did not mean: with Enter after each mark, without
    it, and by turns."""
    entered = Entry(sheet)
    order = [spot for spot in entered.typing.writable if spot in entered.typing.sheet.space]
    for before in ("", f"{mark}/" * 4, mark * 5):
        entered.type(before)
        marks, here = len(entered.paper.spaces), entered.spot
        entered.type(f"{mark}/")
        assert here in entered.paper.spaces and entered.told[-1].endswith("Enter again goes past it.")
        assert len(entered.paper.spaces) == marks + 1 and not entered.typing.passed
        blank = entered.spot
        entered.type(f"{mark}")
        assert blank in entered.paper.spaces, "one Enter moves nothing"
    here = entered.spot
    entered.type("//")
    assert entered.typing.passed == {here}
    blank = entered.spot
    entered.type("/")
    assert entered.typing.passed == {here, blank}, "behind no mark it goes past at once"
    entered.typing.begin()
    assert entered.spot == order[0] and not entered.typing.passed


def test_enter_leads_on_from_what_is_printed() -> None:
    """It can be chosen by a tap, and is neither blank nor passed over; Backspace and numbers leave it."""
    entered = Entry("hexroller_front")
    for keys in ("/", "5/", "<", "</", "5<</"):
        entered.choose("b2")
        entered.typing.begin_at("b2")
        assert not entered.typing.typed.blank("b2")
        entered.type(keys)
        assert not entered.typing.passed and not entered.paper.spaces
        assert ("/" in keys) == (entered.spot != "b2")


def test_enter_behind_the_last_mark_of_a_map_belongs_to_it() -> None:
    entered = Entry("rolling_america_usa")
    entered.type("3" * len(entered.typing.sheet.space) + "/")
    assert entered.spot in entered.typing.sheet.box and "again" not in entered.told[-1]


@pytest.mark.parametrize(("sheet", "mark", "other"), [
    ("rolling_america_usa", "3", "4"), ("on_tour_usa", "12", "(34"), ("hexroller_front", "4", "5"),
])
def test_a_correction_leads_back_to_where_one_was(sheet: str, mark: str, other: str) -> None:
    """Also past spaces that stay blank; whoever goes to a blank space begins there, and who takes back goes on there."""
    entered = Entry(sheet)
    order = [spot for spot in entered.typing.writable if spot in entered.typing.sheet.space]
    entered.type(mark * 3 + "//" + mark * 2)
    first, here, passed = order[0], entered.spot, {*entered.typing.passed}
    assert len(passed) == 1
    for way in (f"{first}{other}", f"{first}<{other}", f"{first}{other}<{other}"):
        entered.type(way)
        assert (entered.spot, entered.typing.passed) == (here, passed)
    entered.choose(first)
    assert entered.typing.ahead()[:1] == [here], "it is drawn so, too"
    entered.choose(here)
    entered.type(mark)
    beyond = entered.spot
    entered.type("<<" if len(mark) == 1 else "<")
    back = entered.spot
    entered.type(other)
    assert entered.spot != back and (entered.spot == here if len(mark) == 1 else entered.spot == beyond)
    entered.choose(order[-1])
    entered.typing.begin_at(order[-1])
    entered.type(mark)
    assert entered.spot != here and not entered.typing.passed


def test_half_a_number_is_kept_and_comes_last() -> None:
    """Whoever leaves it finds it there again, at the end of the map."""
    entered = Entry("on_tour_usa")
    entered.type("wa1tx23")
    assert entered.halves == {"WA": "1"} and entered.describe("WA").endswith(": 1?")
    blank = [spot for spot in entered.typing.writable if spot in entered.typing.sheet.space and spot not in ("WA", "TX")]
    for spot in blank:
        assert entered.spot != "WA"
        entered.type(f"{spot}*")
    assert entered.spot == "WA"
    entered.type("14")
    assert entered.paper.spaces["WA"] == "14" and not entered.halves and entered.spot in entered.typing.sheet.box


@pytest.mark.parametrize(("sheet", "first", "mark", "others"), [
    ("rolling_america_usa", "MS", "3", ("4x(5", "<4x5", "45)")), ("on_tour_usa", "ND", "", ("3445(56", "<3445", "3445)")),
    ("hexroller_front", "c2", "3", ("456", "<45")),
])
def test_a_run_is_typed_anew_on_a_full_map(sheet: str, first: str, mark: str, others: tuple[str, ...]) -> None:
    """Whoever left one out types on from there, also numbers of two digits (all different: equal ones have so many routes)
    and what is erased before."""
    entered = Entry(sheet)
    space, order = entered.typing.sheet.space, entered.typing.writable
    run = order[order.index(first) :]
    full = {spot: mark or str(99 - i) for i, spot in enumerate(order) if spot in space}
    for keys in others:
        entered.choose(order[0])
        for spot, held in full.items():
            entered.type(f"{spot}{held}")
        entered.choose(first)
        entered.type(keys)
        written = len([each for each in run if each in full and entered.paper.spaces[each] != full[each]])
        assert written > 1 and entered.spot == run[written] and not entered.paper.boxes
        assert [entered.paper.spaces[each] != full[each] for each in run[:written]] == [True] * written


@pytest.mark.parametrize(("first", "skipped"), [("FL", ""), ("TN", ""), ("OH", "VA")])
def test_a_region_is_finished_before_the_next_one(first: str, skipped: str) -> None:
    """Wherever one begins in it; a space that was stepped over comes at the end of the map."""
    entered = Entry("rolling_america_usa")
    space = entered.typing.sheet.space
    region = {spot for spot in space if space[spot].region == space[first].region} - {skipped}
    entered.type(first)
    walked = []
    for _ in space:
        if entered.spot == skipped and len(walked) < len(space) - 1:
            entered.typing.step(1)
        walked.append(entered.spot)
        entered.type("3")
    assert sorted(walked) == sorted(space) and (not skipped or walked[-1] == skipped)
    assert set(walked[: len(region)]) == region


def test_backspace_goes_back_to_a_whole_mark_and_stays_at_one_that_is_begun() -> None:
    entered = Entry("ligretto_dice_score_2")
    entered.choose("total/r1p2")
    entered.type("105")
    assert entered.spot == "r2p1"
    entered.type("-6<")
    assert (entered.describe("total/r1p2"), entered.spot) == ("Total of P2 after round 1: 105", "r2p1")
    entered.choose("total/r1p2")
    entered.type("105<")
    assert entered.spot == "total/r1p2" and entered.describe("total/r1p2").endswith("blank")


@pytest.mark.parametrize(("sheet", "keys", "said"), [
    ("rolling_america_usa", "q", "No space begins with Q."),
    ("rolling_america_usa", "*",
     "The key * does nothing now. Washington (Orange): blank. Keys here: 1–6, X, Circle, Erase."),
    ("on_tour_usa", "o", "O: H Ohio, K Oklahoma, R Oregon"),
    ("on_tour_usa", "o1", "No space begins with O1. O: H Ohio, K Oklahoma, R Oregon. Backspace removes O."),
    ("rolling_america_usa", "3wa3", "Washington (Orange): 3"),
])
def test_what_a_key_did_not_write_is_told(sheet: str, keys: str, said: str) -> None:
    entered = Entry(sheet)
    entered.type(keys)
    assert entered.told[-1:] == [said]
