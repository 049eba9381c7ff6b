"""What explains everything comes first on the desk, is seen on the sheet and tried; what is judged while a sheet is typed;
keys that follow the paper; a table whose rolls differ and that is kept."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from rollwrite_desktop.core.audit import Diagnosis, Edit, Finding, Paper, Report, write_paper
from rollwrite_desktop.ui.audit.audit_page import AuditPage
from rollwrite_desktop.ui.audit.ranking_page import RankingPage
from rollwrite_desktop.ui.audit.side_panel import ROLLS
from rollwrite_desktop.ui.canvas import accessible
from rollwrite_desktop.ui.shell.main_window import MainWindow
from rollwrite_desktop.ui.shell.settings import Settings
from tests.ui.audit.test_audit_page import desk_of, keys, press, tap
from tests.ui.audit.test_rolls import found_in_steps
from tests.ui.conftest import GAME, PATIENCE, settle

SPACES = {"MN": "6", "ND": "2", "SD": "3"}
RIGHT = Paper(game=GAME, sheet="rolling_america_usa", spaces={**SPACES, "MN": "(6)"}, boxes={"guard": 1})
PAIRS = tuple(
    Finding("broken", "RA-8", {"state": "Minnesota", "other": other, "value": 2, "number": 6}, ("MN", space), 1)
    for space, other in (("ND", "North Dakota"), ("SD", "South Dakota"))
)


def explained(qtbot: Any, store: Settings) -> AuditPage:
    """A desk with a forgotten circle, its search over."""
    edit = Edit("MN", "6", "(6)", "Minnesota")
    last = Report(PAIRS, (("Xs", 0), ("mistakes", 2)), None,
                  diagnosis=(Diagnosis((edit,), RIGHT, 4, mistakes=2, explains=(0, 1)),), diagnosed=True)
    desk = desk_of(qtbot, store, Paper(game=GAME, spaces=SPACES, boxes={"guard": 1}))
    desk.search.pause = 0
    desk.proof = lambda _: partial(found_in_steps, last)
    desk._look_closer()
    qtbot.waitUntil(lambda: not desk.search.running, timeout=PATIENCE)
    return desk


def test_a_roll_that_is_blamed_is_marked_on_its_page_and_row(qtbot: Any, store: Settings) -> None:
    rolls = ["blue 4, wild 2", "red 1, green 6"]
    paper = Paper(game=GAME, sheet="rolling_america_usa", spaces=SPACES, rolls=rolls)
    edit = Edit("roll:2", rolls[1], "red 2, green 6")
    right = Paper(game=GAME, sheet="rolling_america_usa", spaces=SPACES, rolls=[rolls[0], edit.after])
    last = Report(PAIRS, (("Xs", 0),), None, diagnosis=(Diagnosis((edit,), right, 5, mistakes=2, explains=(0, 1)),),
                  diagnosed=True)
    desk = desk_of(qtbot, store, paper)
    desk.search.pause = 0
    desk.proof = lambda _: partial(found_in_steps, last)
    desk._look_closer()
    qtbot.waitUntil(lambda: not desk.search.running, timeout=PATIENCE)
    assert desk.beside.tabs.text(ROLLS) == "Rolls: check here"
    assert desk.rolls is not None
    assert [row.wrong.text() for row in desk.rolls.rows] == ["", "Round 1, roll 2: red 2 instead of red 1?"]
    desk.findings.diagnoses[0].take.click()
    assert desk.beside.tabs.text(ROLLS) == "Rolls"


def rings(desk: AuditPage, kind: str) -> set[str]:
    marks = desk.entry.view.canvas.display.marks
    return {mark.key.partition("/")[2] for mark in marks if mark.key.startswith(f"{kind}/")}


def test_what_explains_everything_comes_first_and_findings_are_folded(qtbot: Any, store: Settings) -> None:
    desk = explained(qtbot, store)
    (card,) = desk.findings.diagnoses
    assert desk.findings.verdict.text() == "One slip would explain everything"
    assert card.card.accessibleName() == "Circle Minnesota’s 6?"
    assert not any(each.isVisible() for each in desk.findings.cards) and len(desk.findings.cards) == 2
    assert rings(desk, "among") == {"MN"} and not rings(desk, "finding")
    assert desk.findings.fold.text() == "2 more problems follow from this"
    desk.findings.fold.click()
    assert all(each.isVisible() for each in desk.findings.cards) and rings(desk, "finding") >= {"MN", "ND", "SD"}


def test_a_diagnosis_is_seen_on_the_sheet_tried_and_taken_back(qtbot: Any, store: Settings) -> None:
    desk = explained(qtbot, store)
    (card,) = desk.findings.diagnoses
    before = desk.paper
    card.card.click()
    assert "mark/MN/ring" in {mark.key for mark in desk.entry.view.canvas.display.marks} and desk.paper == before
    card.card.click()
    assert "mark/MN/ring" not in {mark.key for mark in desk.entry.view.canvas.display.marks}
    card.take.click()
    assert desk.paper.spaces["MN"] == "(6)" and not desk.report.findings and not desk.findings.diagnoses
    desk.undo()
    assert desk.paper == before


def test_while_a_sheet_is_typed_only_what_can_never_become_right_is_told(qtbot: Any, store: Settings) -> None:
    desk = desk_of(qtbot, store)
    desk.entry.choose("rounds/1")
    keys(desk, "8")
    assert desk.paper.boxes == {"rounds": 8} and desk.findings.verdict.text() == "No problem so far"
    keys(desk, "oh4in6")
    assert [card.finding.key for card in desk.findings.cards] == ["RA-8"]
    assert rings(desk, "finding") == {"IN", "OH", "1"} or rings(desk, "finding") >= {"IN", "OH"}
    assert not desk.search.running
    desk.findings.done.click()
    assert "RA-18" in {card.finding.key for card in desk.findings.cards} and desk.findings.done.isHidden()
    desk.begin()
    keys(desk, "5")
    assert desk.findings.done.isVisible()


def test_a_file_that_is_mostly_blank_is_still_being_entered(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    paper = Paper(game=GAME, spaces={"OH": "4", "TX": "2"}, boxes={"rounds": 8})
    desk = desk_of(qtbot, store, paper, tmp_path / "half.json")
    assert not desk.whole and desk.findings.headline == "No problem so far" and desk.findings.done.isVisible()
    desk.findings.done.click()
    assert desk.whole and "RA-18" in {card.finding.key for card in desk.findings.cards}


def test_the_letters_of_a_place_lead_there_at_any_time(qtbot: Any, store: Settings) -> None:
    desk = desk_of(qtbot, store)
    keys(desk, "nd5tx2nex")
    assert desk.paper.spaces == {"ND": "5", "TX": "2", "NE": "X"}


@pytest.mark.parametrize(("typed", "held"), [
    ("(45)3", ["(4)", "(5)", "3"]), ("4(5", ["(4)", "5"]), ("3(4)5", ["3", "(4)", "5"]), ("4((5", ["4", "(5)"]),
    ("(4(5", ["(4)", "(5)"]), ("3x4(x5(2", ["3", "X", "(4)", "X", "(5)", "2"]),
])
def test_a_bracket_circles_the_number_before_or_behind_it(qtbot: Any, store: Settings, typed: str, held: list[str]) -> None:
    desk = desk_of(qtbot, store)
    keys(desk, typed)
    assert desk.paper.spaces == dict(zip(desk.editor.order(), held, strict=False))


def test_done_says_what_is_blank_and_an_emptied_sheet_is_entered_anew(qtbot: Any, store: Settings) -> None:
    desk = desk_of(qtbot, store)
    told: list[str] = []
    desk.notified.connect(told.append)
    keys(desk, "oh4")
    desk.findings.done.click()
    assert told == ["Checked as it is now: 49 spaces are blank."] and desk.whole
    desk.undo()
    assert not desk.whole
    keys(desk, "tx2")
    assert desk.findings.verdict.text() == "No problem so far" and desk.findings.done.isVisible()


def test_keys_are_for_the_sheet_wherever_they_are_typed(qtbot: Any, store: Settings) -> None:
    desk = desk_of(qtbot, store)
    keys(desk, "ak4")
    press(desk, Qt.Key.Key_Escape)
    desk.undo_button.setFocus()
    settle()
    QTest.keyClicks(desk.undo_button, "56")
    order = desk.editor.order()
    after = order.index("AK") + 1
    assert desk.paper.spaces == {"AK": "4", order[after]: "5", order[after + 1]: "6"}


def test_a_digit_counts_boxes_and_goes_on_to_the_next_group(qtbot: Any, store: Settings) -> None:
    desk = desk_of(qtbot, store)
    desk.entry.choose("rounds/1")
    keys(desk, "832119")
    assert desk.paper.boxes == {"rounds": 8, "change": 3, "guard": 2, "dupe": 1} and desk.paper.claimed == 19
    tap(desk, "guard/2")
    assert desk.paper.boxes["guard"] == 1


def test_a_table_says_which_roll_differs_and_is_there_again(qtbot: Any, window: MainWindow, tmp_path: Path) -> None:
    paths = []
    for name, second in (("Ann", "red 1, green 6"), ("Bo", "green 6, red 1"), ("Cy", "red 2, green 6")):
        rolls = ["blue 4, wild 2", second]
        paper = Paper(game=GAME, player=name, spaces={"TX": "6"}, boxes={"rounds": 8}, rolls=rolls)
        paths.append(tmp_path / f"{name}.json")
        paths[-1].write_bytes(write_paper(paper))
    window.show_tournament(paths=paths)
    table = window.page
    assert isinstance(table, RankingPage)
    told = {sheet.player: [f for f in sheet.report.findings if f.rule == "rolls"] for sheet in table.filled}
    assert not told["Ann"] and not told["Bo"]
    (finding,) = told["Cy"]
    assert finding.where == ("roll:2",)
    assert finding.sentence({}) == "Roll 2 is red 2, green 6 here, and red 1, green 6 on the other sheets."
    shown = next(place for place in table.places if "Cy" in place.name.text())
    assert finding.sentence({}) in shown.state.text()
    assert table.about_rolls.text() == "Not all sheets have the same rolls: Cy."
    table.search.forget()
    window.show_home()
    window.show_tournament()
    again = window.page
    assert isinstance(again, RankingPage) and again is not table
    assert [sheet.player for sheet in again.sheets] == ["Ann", "Bo", "Cy"]
    again.search.forget()


def test_what_is_entered_and_what_it_causes_is_read_out(
    qtbot: Any, store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(accessible, "announce", lambda sentence, **_: heard.append(sentence))
    desk = desk_of(qtbot, store)
    keys(desk, "oh4")
    assert heard[-1] == "Ohio (red): 4."
    keys(desk, "in6")
    assert heard[-1].startswith("Indiana (blue): 6. ") and "Ohio" in heard[-1].partition(". ")[2]
    desk.undo()
    assert heard[-1] == "Indiana (blue): blank. One finding is gone."
    keys(desk, "in5")
    assert heard[-1] == "Indiana (blue): 5."
    desk.findings.done.click()
    assert desk.findings.verdict.text() in heard
