"""Whole sheets are typed by somebody who slips, and every mark stands where it belongs; `tests/bench/bench_typing.py` begins
at every place."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
from rollwrite_desktop.ui.paper.check.side_panel import FOUND, ROLLS
from tests.sampling import sampled
from tests.ui.audit.test_audit_page import desk_of
from tests.ui.audit.typist import Typist, played_sheet
from tests.ui.conftest import PATIENCE, point, settle
from tests.ui.speech import heard

__all__ = ["heard"]


@sampled("sheet, first", [
    ("rolling_america_usa", "WA"), ("on_tour_usa", "NEW"), ("hexroller_front", "e9"),
], 3)
def test_every_mark_of_a_sheet_stands_where_it_belongs(
    qtbot: Any, store: Settings, monkeypatch: pytest.MonkeyPatch, sheet: str, first: str
) -> None:
    monkeypatch.setattr(AuditPage, "_look_closer", lambda _: None)
    game = sheet.rpartition("_")[0]
    audit = desk_of(qtbot, store, Paper(game=game, sheet=sheet))
    audit.activateWindow()
    audit.entry.choose_first()
    settle()
    typist = Typist(audit, played_sheet(game, sheet, "TYPE-2345"), 25, sheet)
    typist.confirms = game == "hexroller"
    typist.passes = "\r" if game != "on_tour" else "\t"
    typist.type_sheet(first)
    assert not typist.wrong() and not audit.halves
    assert len(typist.made) > 1 and not audit.paper.rolls and not audit.paper.player


@pytest.mark.parametrize(("sheet", "first", "bot", "most"), [
    ("rolling_america_usa", "OH", "easy", 60), ("on_tour_usa", "KS", "random", 130), ("hexroller_front", "e7", "random", 70),
])
def test_a_sheet_takes_so_many_keys_also_of_somebody_who_types_both_brackets(
    qtbot: Any, store: Settings, monkeypatch: pytest.MonkeyPatch, sheet: str, first: str, bot: str, most: int
) -> None:
    """From one of the places from which it takes most; `tests/bench/bench_typing.py` begins at all."""
    monkeypatch.setattr(AuditPage, "_look_closer", lambda _: None)
    game = sheet.rpartition("_")[0]
    audit = desk_of(qtbot, store, Paper(game=game, sheet=sheet))
    audit.entry.choose_first()
    settle()
    typist = Typist(audit, played_sheet(game, sheet, "TYPE-2000", bot), 0, sheet)
    typist.circled = "({})"
    typist.type_sheet(first)
    assert not typist.wrong() and typist.keys <= most


def test_a_star_is_circled_as_numbers_are(qtbot: Any, store: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AuditPage, "_look_closer", lambda _: None)
    blank = Paper(game="on_tour", sheet="on_tour_usa")
    audit = desk_of(qtbot, store, blank)
    for typed, marks in {
        "*(34": ["*", "(34)"], "(*)34": ["(*)", "34"], "(*34": ["(*)", "34"], "*)34": ["(*)", "34"],
        "34(*": ["34", "(*)"], "12(34)*)": ["12", "(34)", "(*)"], "1(2*": ["(12)", "*"],
    }.items():
        audit.put(blank)
        audit.entry.choose("OR")
        audit.entry.choose("WA")
        for key in typed:
            audit.entry.type(key)
        assert [audit.paper.spaces[spot] for spot in audit.entry.writable if spot in audit.paper.spaces] == marks, typed


def test_enter_passes_over_blank_spaces_around_the_end_of_the_map(
    qtbot: Any, store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever one begins: each once, with what is written between them, and then to the boxes."""
    monkeypatch.setattr(AuditPage, "_look_closer", lambda _: None)
    entry = desk_of(qtbot, store, Paper(game="hexroller", sheet="hexroller_front")).entry
    order = [spot for spot in entry.writable if spot in entry.sheet.space]
    middle = order.index("g1")
    entry.tap("g1")
    walked = []
    while entry.spot in entry.sheet.space:
        walked.append(entry.spot)
        if entry.spot in ("h3", order[middle - 1]):
            entry.type("5")  # and Enter belongs to it
        entry.view.entered.emit(1)
    assert walked == [*order[middle:], *order[:middle]] and entry.spot == "plus_one"
    entry.tap("b3")
    entry.view.entered.emit(1)
    assert entry.spot == "b1", "who taps a space walks anew"


def test_a_letter_that_is_a_mark_begins_a_code_where_the_next_one_says_so(
    qtbot: Any, store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """X and K lead to Kosovo, and the X is nowhere; an X stays where anything came between."""
    monkeypatch.setattr(AuditPage, "_look_closer", lambda _: None)
    audit = desk_of(qtbot, store, Paper(game="on_tour", sheet="on_tour_europe"))
    audit.entry.choose_first()
    first = audit.entry.spot
    QTest.keyClicks(audit.entry.view, "xxk")
    assert audit.entry.spot == "XK" and audit.paper.spaces == {first: "X"}
    audit.entry.choose("CH")
    QTest.keyClicks(audit.entry.view, "x")
    audit.entry.choose("DE")
    QTest.keyClicks(audit.entry.view, "k")
    assert audit.entry.spot == "DE" and audit.paper.spaces == {first: "X", "CH": "X"}


def test_columns_that_nobody_plays_in_are_passed_over(
    qtbot: Any, store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two names on a sheet for four: Enter goes from the second total to the next round; a tap goes anywhere."""
    monkeypatch.setattr(AuditPage, "_look_closer", lambda _: None)
    audit = desk_of(qtbot, store, Paper(game="ligretto_dice", sheet="ligretto_dice_score_4"))
    audit.entry.choose("name/1")
    QTest.keyClicks(audit.entry.view, "ann")
    assert not any(audit.editor.left_out(audit.paper, spot) for spot in audit.entry.writable)  # type: ignore[attr-defined]
    QTest.keyClick(audit.entry.view, Qt.Key.Key_Return)
    QTest.keyClicks(audit.entry.view, "bo")
    went = []
    for key in "\r8\r\r7\r\r":
        QTest.keyClick(audit.entry.view, Qt.Key.Key_Return) if key == "\r" else QTest.keyClicks(audit.entry.view, key)
        went.append(audit.entry.spot)
    assert went == ["name/3", "r1p1", "total/r1p1", "r1p2", "r1p2", "total/r1p2", "r2p1"]
    audit.entry.choose("r1p3")
    QTest.keyClicks(audit.entry.view, "5")
    audit.entry.choose("total/r1p2")
    QTest.keyClick(audit.entry.view, Qt.Key.Key_Return)
    assert audit.entry.spot == "r1p3", "where something stands, somebody plays"


def test_a_number_in_a_row_of_scores_has_several_digits_and_is_erased_alone(
    qtbot: Any, store: Settings, monkeypatch: pytest.MonkeyPatch, heard: list[str]
) -> None:
    """Enter leads on; Backspace in a cell with a number does not go back to the one before. Each digit is told, and what
    follows from the number once its cell is left; of a row of boxes only the one that was written in."""
    monkeypatch.setattr(AuditPage, "_look_closer", lambda _: None)
    audit = desk_of(qtbot, store, Paper(game="ligretto_dice", sheet="ligretto_dice_score_2"))
    for first, points in (("-", -7), ("7", 7)):  # a number in an unnamed column begins the points
        audit.entry.choose("name/1")
        QTest.keyClicks(audit.entry.view, f"a\t{first}7"[: 3 + (first == "-")])
        assert audit.entry.spot == "r1p1" and msgspec.to_builtins(audit.paper)["rounds"] == [[points, None]]
        audit.put(Paper(game="ligretto_dice", sheet="ligretto_dice_score_2"))
        heard.clear()
    audit.entry.choose("r1p1")
    for key in ("12", "\r", "113", "-12", "\r", "88"):
        QTest.keyClick(audit.entry.view, Qt.Key.Key_Return) if key == "\r" else QTest.keyClicks(audit.entry.view, key)
    assert audit.entry.spot == "total/r1p2"
    assert heard[:6] == [
        "P1, round 1: 1.", "P1, round 1: 12.", *(f"Total of P1 after round 1: {n}." for n in (1, 11, 113)),
        "Round 1, P1: 100 and 12 make 112, not 113.",
    ]
    assert heard[6:9] == ["P2, round 1: -?.", "P2, round 1: -1.", "P2, round 1: -12."]
    assert msgspec.to_builtins(audit.paper)["rounds"] == [[12, -12]]
    assert msgspec.to_builtins(audit.paper)["totals"] == [[113, 88]]
    audit.entry.choose("r1p2")
    QTest.keyClick(audit.entry.view, Qt.Key.Key_Backspace)
    assert audit.entry.spot == "r1p2" and msgspec.to_builtins(audit.paper)["rounds"] == [[12, None]]
    QTest.keyClick(audit.entry.view, Qt.Key.Key_Backspace)
    assert audit.entry.spot == "total/r1p1" and msgspec.to_builtins(audit.paper)["totals"] == [[None, 88]]
    row = desk_of(qtbot, store, Paper(game="hexroller", boxes={"upper": "346"}))
    row.entry.choose("upper/4")
    heard.clear()
    QTest.keyClicks(row.entry.view, "57")
    assert heard == ["Upper row, round 4: 5.", "Upper row, round 5: 7."]
    row.undo()
    assert row.entry.spot == "upper/5" and heard[2:] == []  # what it says now, the focus tells


@pytest.mark.parametrize(("sheet", "here", "whole", "begun", "says"), [
    ("ligretto_dice_score_2", "total/r1p2", "105", "-6", "P1, round 2: blank"),
    ("rolling_america_usa", "dupe/1", "1", "2", "Number of Xs written: not filled in"),
])
def test_backspace_empties_what_is_being_typed_and_not_the_mark_before_it(
    qtbot: Any, store: Settings, monkeypatch: pytest.MonkeyPatch, sheet: str, here: str, whole: str, begun: str, says: str
) -> None:
    """Behind a number that was whole, so that typing went on by itself, one begins that may have more digits."""
    monkeypatch.setattr(AuditPage, "_look_closer", lambda _: None)
    entry = desk_of(qtbot, store, Paper(game=sheet.rpartition("_")[0].removesuffix("_score"), sheet=sheet)).entry
    entry.choose(here)
    QTest.keyClicks(entry.view, whole)
    kept, there = entry.editor.describe(entry.paper, here), entry.spot
    assert there != here
    QTest.keyClicks(entry.view, begun)
    QTest.keyClick(entry.view, Qt.Key.Key_Backspace)
    assert entry.spot == there and entry.describe(there) == says
    assert entry.editor.describe(entry.paper, here) == kept


@sampled("half, typed, mark", [
    ("7", "53", "53"), ("7", "75", "75"), ("7", "77", "77"), ("(7", "53", "53"), ("(7", "(53", "(53)"),
    ("(7", "53)", "(53)"), ("7", "(53", "(53)"), ("7", "5(3", "(53)"), ("7", "*", "*"), ("(7", "((53", "53"),
], 2, lambda case: case[0])
def test_whoever_comes_back_to_half_a_number_types_it_whole(
    qtbot: Any, store: Settings, monkeypatch: pytest.MonkeyPatch, half: str, typed: str, mark: str
) -> None:
    """With the eyes on the paper, whichever digit they had begun with: none runs on into the next place."""
    monkeypatch.setattr(AuditPage, "_look_closer", lambda _: None)
    audit = desk_of(qtbot, store, Paper(game="on_tour", sheet="on_tour_usa"))
    QTest.keyClicks(audit.entry.view, f"mt{half}new70mt{typed}")
    assert audit.paper.spaces == {"MT": mark, "NEW": "70"} and not audit.halves
    QTest.keyClicks(audit.entry.view, "or4")
    QTest.keyClicks(audit.entry.view, "4")
    assert audit.paper.spaces["OR"] == "44", "at once it is what was typed, and the findings say so"


@sampled("way", ["tab", "window", "tap"], 3)
@pytest.mark.parametrize(("begun", "typed", "mark"), [
    ("7", "75", "75"), ("7", "5", "75"), ("(7", "5", "(75)"), ("(7", "75", "(75)"), ("(7", "(75)", "(75)"),
    ("(7", "(53", "(53)"), ("(", "75", "(75)"), ("(", "(75", "(75)"), ("7", "(5", "(75)"), ("75", ")", "(75)"),
    ("7", "x", "X"),
])
def test_whoever_was_elsewhere_types_half_a_number_whole_or_the_rest_of_it(
    qtbot: Any, store: Settings, monkeypatch: pytest.MonkeyPatch, way: str, begun: str, typed: str, mark: str
) -> None:
    """The place is still the same: another tab had the keys, or another window, or it was tapped once more."""
    monkeypatch.setattr(AuditPage, "_look_closer", lambda _: None)
    audit = desk_of(qtbot, store, Paper(game="on_tour", sheet="on_tour_usa"))
    QTest.keyClicks(audit.entry.view, f"tx{begun}")
    here = audit.entry.spot
    if way == "tab":
        audit.turn_to(ROLLS)
        audit.turn_to(FOUND)
    elif way == "window":
        other = QWidget()
        qtbot.addWidget(other)
        other.show()
        other.activateWindow()
        qtbot.waitUntil(other.isActiveWindow, timeout=PATIENCE)
        audit.activateWindow()
        qtbot.waitUntil(audit.isActiveWindow, timeout=PATIENCE)
    else:
        QTest.mouseClick(audit.entry.view, Qt.MouseButton.LeftButton, pos=point(audit.entry.view, here))
    settle()
    assert audit.entry.spot == here
    if audit.halves:
        assert audit.entry.hint.text().endswith("type one more digit, or the whole number.")
    QTest.keyClicks(audit.entry.view, typed)
    assert audit.paper.spaces == {"TX": mark} and not audit.halves


def test_whoever_types_both_brackets_is_told_once_that_one_is_enough(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store, Paper(game="on_tour", sheet="on_tour_usa"))
    QTest.keyClicks(audit.entry.view, "tx(75)")
    assert audit.entry.hint.text().endswith("One bracket is enough: ( before the number, or ) behind it.")
    QTest.keyClicks(audit.entry.view, "(57)")
    assert not audit.entry.hint.isVisible() and audit.paper.spaces == {"TX": "(75)", "LA": "(57)"}


def test_half_a_number_says_what_it_waits_for(
    qtbot: Any, store: Settings, monkeypatch: pytest.MonkeyPatch, heard: list[str]
) -> None:
    """One more digit while it is typed; all of it once somebody comes back: there one digit begins it anew, and stays."""
    monkeypatch.setattr(AuditPage, "_look_closer", lambda _: None)
    entry = desk_of(qtbot, store, Paper(game="on_tour", sheet="on_tour_usa")).entry
    place = "Texas (South, Central)"
    for keys, says in {
        "tx7": "7? – one more digit: 0–9.", "ok63tx": "7? – half-typed: type the whole number.",
        "5": "5? – one more digit: 0–9.", "tx": "5? – half-typed: type the whole number.",
    }.items():
        QTest.keyClicks(entry.view, keys)
        assert (entry.spot, entry.hint.text()) == ("TX", f"{place}: {says}")
        assert entry.view.words.describe("TX") == f"{place}: {says}"
    heard.clear()
    QTest.keyClicks(entry.view, "5")
    assert heard == [f"{place}: 5?"] and entry.hint.text().endswith("one more digit: 0–9.")
