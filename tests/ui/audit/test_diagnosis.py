"""What explains everything comes first on the desk, is seen on the sheet and tried; what is judged while a sheet is typed;
keys that follow the paper; a table whose rolls differ and that is kept."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit

from rollwrite_desktop.core.audit import Diagnosis, Edit, Finding, Paper, Report, write_paper
from rollwrite_desktop.gamekit.papers import with_mark
from rollwrite_desktop.sheet.reading_order import spots_in_order
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.choices import Tab
from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
from rollwrite_desktop.ui.paper.check.side_panel import ROLLS
from rollwrite_desktop.ui.paper.check.typing_state import Typing
from rollwrite_desktop.ui.paper.session.session_page import SessionPage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.sampling import sampled
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
    audit = desk_of(qtbot, store, Paper(game=GAME, spaces=SPACES, boxes={"guard": 1}))
    audit.search.pause = 0
    audit.proof = lambda _: partial(found_in_steps, last)
    audit._look_closer()
    qtbot.waitUntil(lambda: not audit.search.running, timeout=PATIENCE)
    return audit


def test_a_roll_that_is_blamed_is_marked_on_its_page_and_row(qtbot: Any, store: Settings) -> None:
    rolls = ["blue 4, wild 2", "red 1, green 6"]
    paper = Paper(game=GAME, sheet="rolling_america_usa", spaces=SPACES, rolls=rolls)
    edit = Edit("roll:2", rolls[1], "red 2, green 6")
    right = Paper(game=GAME, sheet="rolling_america_usa", spaces=SPACES, rolls=[rolls[0], edit.after])
    last = Report(PAIRS, (("Xs", 0),), None, diagnosis=(Diagnosis((edit,), right, 5, mistakes=2, explains=(0, 1)),),
                  diagnosed=True)
    audit = desk_of(qtbot, store, paper)
    audit.search.pause = 0
    audit.proof = lambda _: partial(found_in_steps, last)
    audit._look_closer()
    qtbot.waitUntil(lambda: not audit.search.running, timeout=PATIENCE)
    assert audit.beside.tabs.text(ROLLS) == "Rolls: check here"
    assert audit.rolls is not None
    assert [row.wrong.text() for row in audit.rolls.rows] == ["", "Roll 2: red 2 instead of red 1?"]
    audit.findings.diagnoses[0].take.click()
    assert audit.beside.tabs.text(ROLLS) == "Rolls"


def rings(audit: AuditPage, kind: str) -> set[str]:
    marks = audit.entry.view.canvas.display.marks
    return {mark.key.partition("/")[2] for mark in marks if mark.key.startswith(f"{kind}/")}


def test_what_explains_everything_comes_first_and_findings_are_folded(qtbot: Any, store: Settings) -> None:
    audit = explained(qtbot, store)
    (card,) = audit.findings.diagnoses
    assert audit.findings.verdict.text() == "One slip would explain everything"
    assert card.card.accessibleName() == "Circle Minnesota’s 6?"
    assert not any(each.isVisible() for each in audit.findings.cards) and len(audit.findings.cards) == 2
    assert rings(audit, "among") == {"MN"} and not rings(audit, "finding")
    assert audit.findings.fold.text() == "2 more problems follow from this"
    audit.findings.fold.click()
    assert all(each.isVisible() for each in audit.findings.cards) and rings(audit, "finding") >= {"MN", "ND", "SD"}


def test_a_diagnosis_is_seen_on_the_sheet_tried_and_taken_back(qtbot: Any, store: Settings) -> None:
    audit = explained(qtbot, store)
    (card,) = audit.findings.diagnoses
    before = audit.paper
    card.card.click()
    assert "mark/MN/ring" in {mark.key for mark in audit.entry.view.canvas.display.marks} and audit.paper == before
    card.card.click()
    assert "mark/MN/ring" not in {mark.key for mark in audit.entry.view.canvas.display.marks}
    card.take.click()
    assert audit.paper.spaces["MN"] == "(6)" and not audit.report.findings and not audit.findings.diagnoses
    audit.undo()
    assert audit.paper == before


def test_while_a_sheet_is_typed_only_what_can_never_become_right_is_told(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store)
    audit.entry.choose("rounds/1")
    keys(audit, "8")
    assert audit.paper.boxes == {"rounds": 8} and audit.findings.verdict.text() == "No problem so far"
    keys(audit, "oh4in6")
    assert [card.finding.key for card in audit.findings.cards] == ["RA-8"]
    assert rings(audit, "finding") == {"IN", "OH", "1"} or rings(audit, "finding") >= {"IN", "OH"}
    assert not audit.search.running
    audit.findings.done.click()
    assert "RA-18" in {card.finding.key for card in audit.findings.cards} and audit.findings.done.isHidden()
    audit.begin()
    keys(audit, "5")
    assert audit.findings.done.isVisible()


def test_a_file_that_is_mostly_blank_is_still_being_entered(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    paper = Paper(game=GAME, spaces={"OH": "4", "TX": "2"}, boxes={"rounds": 8})
    audit = desk_of(qtbot, store, paper, tmp_path / "half.json")
    assert not audit.whole and audit.findings.headline == "No problem so far" and audit.findings.done.isVisible()
    audit.findings.done.click()
    assert audit.whole and "RA-18" in {card.finding.key for card in audit.findings.cards}


def test_the_letters_of_a_place_lead_there_at_any_time(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store)
    keys(audit, "nd5tx2nex")
    assert audit.paper.spaces == {"ND": "5", "TX": "2", "NE": "X"}


def test_a_bracket_circles_the_number_typed_after_it_or_closes_behind_the_one_before(
    qtbot: Any, store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`(` is the next number's, `)` the last one's, wherever typing has gone meanwhile; Enter still belongs to the mark."""
    refused: list[str] = []
    monkeypatch.setattr(Typing, "_refuse", lambda _, key: refused.append(key))
    audit = desk_of(qtbot, store)
    audit.entry.choose("WA")
    audit.entry.choose_first()
    order = audit.entry.writable
    for typed, held in {
        "(6)2": ["(6)", "2"], "6)2": ["(6)", "2"], "(62": ["(6)", "2"], "2(6": ["2", "(6)"], "3(4)5": ["3", "(4)", "5"],
        "(45)3": ["(4)", "(5)", "3"], "(4(5)3": ["(4)", "(5)", "3"], "3x4)x(52": ["3", "X", "(4)", "X", "(5)", "2"],
        "4((5": ["4", "5"], "(x5": ["X", "5"], "6)\r5": ["(6)", "5"], "(6)\r(5": ["(6)", "(5)"], "4))5": ["(4)", "5"],
    }.items():
        audit.put(Paper(game=GAME))
        audit.entry.choose_first()
        for key in typed:
            press(audit, Qt.Key.Key_Return) if key == "\r" else audit.entry.type(key.upper())
        assert audit.paper.spaces == dict(zip(order, held, strict=False)), typed
    for typed, held in {"(5": "(5)", "(": "6", "((": "(6)", ")": "(6)"}.items():  # over what stands there
        audit.put(Paper(game=GAME, spaces={order[4]: "(6)"}))
        audit.entry.choose(order[3])
        audit.entry.choose(order[4])
        for key in typed:
            audit.entry.type(key)
        assert audit.paper.spaces == {order[4]: held}, typed
    assert not refused
    for key in "x)":
        audit.entry.type(key.upper())
    assert refused == [")"], "an X has no circle to be closed"


def test_done_says_what_is_blank_and_an_emptied_sheet_is_entered_anew(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store)
    told: list[str] = []
    audit.notified.connect(told.append)
    keys(audit, "oh4")
    audit.findings.done.click()
    assert told == ["Checked as it is now: 49 spaces are blank."] and audit.whole
    audit.undo()
    assert not audit.whole
    keys(audit, "tx2")
    assert audit.findings.verdict.text() == "No problem so far" and audit.findings.done.isVisible()


def test_keys_are_for_the_sheet_wherever_they_are_typed(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store)
    keys(audit, "ak4")
    press(audit, Qt.Key.Key_Escape)
    audit.undo_button.setFocus()
    settle()
    QTest.keyClicks(audit.undo_button, "56")
    order = audit.entry.writable
    assert audit.paper.spaces == {"AK": "4", order[order.index("AK") + 1]: "5", "WA": "6"}


def test_a_digit_counts_boxes_and_goes_on_to_the_next_group(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store)
    audit.entry.choose("rounds/1")
    keys(audit, "832119")
    assert audit.paper.boxes == {"rounds": 8, "change": 3, "guard": 2, "dupe": 1} and audit.paper.claimed == 19
    tap(audit, "guard/2")
    assert audit.paper.boxes["guard"] == 1


def test_a_table_says_which_roll_differs_and_is_there_again(qtbot: Any, window: MainWindow, tmp_path: Path) -> None:
    paths = []
    for name, second in (("Ann", "red 1, green 6"), ("Bo", "green 6, red 1"), ("Cy", "red 2, green 6")):
        rolls = ["blue 4, wild 2", second]
        paper = Paper(game=GAME, player=name, spaces={"TX": "6"}, boxes={"rounds": 8}, rolls=rolls)
        paths.append(tmp_path / f"{name}.json")
        paths[-1].write_bytes(write_paper(paper))
    window.go.show_tournament(paths=paths)
    table = window.page
    assert isinstance(table, SessionPage)
    told = {sheet.player: [f for f in sheet.report.findings if f.rule == "rolls"] for sheet in table.checker.filled}
    assert not told["Ann"] and not told["Bo"]
    (finding,) = told["Cy"]
    assert finding.where == ("roll:2",)
    assert finding.sentence({}) == "Roll 2 is red 2, green 6 here, and red 1, green 6 on the other sheets."
    table.turn_to("rank")
    shown = next(place for place in table.rank.places if "Cy" in place.name.text())
    assert finding.sentence({}) in shown.state.text()
    assert table.check.about.text() == "Not all sheets have the same rolls: Cy."
    table.checker.stop()
    path = table.file.path
    window.go.show_home()
    assert window.go.show_session(path, "check")
    again = window.page
    assert isinstance(again, SessionPage) and again is not table
    assert [member.name for member in again.file.session.members] == ["Ann", "Bo", "Cy"]
    assert again.check.about.text() == "Not all sheets have the same rolls: Cy."
    again.checker.stop()


def test_what_is_entered_and_what_it_causes_is_read_out(
    qtbot: Any, store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(accessible, "announce", lambda sentence, **_: heard.append(sentence))
    audit = desk_of(qtbot, store)
    keys(audit, "oh4")
    assert heard[-1] == "Ohio (Red): 4."
    keys(audit, "in6")
    assert heard[-1].startswith("Indiana (Blue): 6. ") and "Ohio" in heard[-1].partition(". ")[2]
    audit.undo()
    assert heard[-1] == "Indiana (Blue): blank. One problem is gone."
    keys(audit, "in5")
    assert heard[-1] == "Indiana (Blue): 5."
    audit.findings.done.click()
    assert audit.findings.verdict.text() in heard


def test_a_code_of_three_letters_is_done_with_once_it_is_typed(qtbot: Any, store: Settings) -> None:
    """NEW is New England, although NE is Nebraska and WA begins as NEWA ends."""
    audit = desk_of(qtbot, store, Paper(game="on_tour"))
    keys(audit, "new70ne12wa34newx")
    assert audit.paper.spaces == {"NEW": "X", "NE": "12", "WA": "34"}
    keys(audit, "new70")
    assert audit.paper.spaces["NEW"] == "70"


def test_what_is_written_over_a_mark_replaces_all_of_it(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store)
    keys(audit, "oh(1)oh6")
    assert audit.paper.spaces == {"OH": "6"}
    keys(audit, "oh(4")
    assert audit.paper.spaces == {"OH": "(4)"}, "a bracket before a digit is the digit's own"
    audit.entry.choose("xs")
    keys(audit, "85")
    press(audit, Qt.Key.Key_Backspace)
    assert audit.paper.claimed is None
    keys(audit, "30")
    assert audit.paper.claimed == 30
    audit.entry.choose("OH")
    audit.entry.choose("xs")
    keys(audit, "7")
    assert audit.paper.claimed == 7
    audit.entry.choose("OH")
    audit.entry.choose("xs")
    keys(audit, "12")
    assert audit.paper.claimed == 12


@sampled("first", ["WA", "NH", "AK"], 3)
def test_typing_comes_back_for_what_was_left_blank_before_it_goes_to_the_boxes(
    qtbot: Any, store: Settings, first: str
) -> None:
    audit = desk_of(qtbot, store)
    audit.entry.choose("OH")
    keys(audit, "5")
    audit.entry.choose(first)
    places = []
    while audit.entry.spot in audit.sheet.space:
        places.append(audit.entry.spot)
        keys(audit, "x")
    assert places[0] == first and sorted([*places, "OH"]) == sorted(audit.sheet.space)
    assert audit.entry.spot == "rounds/1" and audit.paper.spaces["OH"] == "5"
    audit.entry.choose(first)
    keys(audit, "4")
    order = audit.entry.writable
    assert audit.entry.spot == order[order.index(first) + 1], "a correction on a full map goes on to the next place"


def test_undo_leads_to_the_place_that_was_written(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store)
    keys(audit, "wa4")
    assert audit.entry.spot != "WA"
    audit.undo()
    keys(audit, "5")
    assert audit.paper.spaces == {"WA": "5"}


def test_a_letter_that_waits_is_seen_and_goes_by_backspace(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store, Paper(game="on_tour"))
    keys(audit, "tx12o")
    assert audit.entry.hint.isVisible() and audit.entry.hint.text() == "O: H Ohio, K Oklahoma, R Oregon"
    keys(audit, "1")
    assert audit.paper.spaces == {"TX": "12"} and not audit.halves
    assert audit.entry.hint.text().startswith("No space begins with O1. O: H Ohio")
    here = audit.entry.spot
    press(audit, Qt.Key.Key_Backspace)
    assert audit.entry.hint.isHidden() and audit.entry.spot == here and audit.paper.spaces == {"TX": "12"}
    keys(audit, "3")
    assert audit.halves == {here: "3"} and audit.entry.hint.text() == f"{audit.entry.describe(here)} – one more digit: 0–9."
    keys(audit, "4")
    assert audit.paper.spaces == {"TX": "12", here: "34"} and audit.entry.hint.isHidden()
    keys(audit, "q")
    assert audit.entry.hint.text() == "No space begins with Q."
    assert not audit.entry.hint.geometry().intersects(audit.entry.view.place_of(audit.entry.spot).toAlignedRect())


def test_a_printed_hex_is_gone_to_and_says_that_nothing_is_written_there(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store, Paper(game="hexroller"))
    printed = next(space for space in audit.sheet.spaces if space.printed)
    keys(audit, f"{printed.id}4")
    assert audit.entry.spot == printed.id and audit.empty
    assert audit.entry.hint.text().startswith("The key 4 does nothing now.")
    order = [spot for spot in spots_in_order(audit.sheet) if spot == printed.id or spot in audit.entry.writable]
    press(audit, Qt.Key.Key_Tab)
    assert audit.entry.spot == order[order.index(printed.id) + 1]
    keys(audit, "4")
    assert audit.paper.spaces == {order[order.index(printed.id) + 1]: "4"}


def test_a_period_leads_to_the_first_box_and_a_digit_behind_it_is_written_there(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store, Paper(game="hexroller"))
    keys(audit, "a14.101")
    assert audit.paper.spaces == {"a1": "4"} and audit.entry.spot == "upper/1"
    assert audit.paper.boxes == {"plus_one": True, "two": False, "third": True}
    keys(audit, "557.l244.p0")
    assert audit.paper.boxes == {"plus_one": False, "two": False, "third": True, "upper": "557", "lower": "244"}
    keys(audit, ".u7668737")
    assert audit.paper.boxes["upper"] == "7668737"  # a 7 of the row, not its seventh box
    other = desk_of(qtbot, store)
    keys(other, ".8.c2")
    assert other.paper.boxes == {"rounds": 8} and other.entry.spot == "change/2"


@pytest.mark.parametrize(("ties", "more", "said"), [
    (1, (), "One slip would explain everything"), (3, (), "3 slips would each explain it"),
    (3, ("roll:10", "roll:2"), "Many slips would each explain it; these are the likeliest"),
])
def test_ties_are_named_and_so_is_where_there_are_more(
    qtbot: Any, store: Settings, ties: int, more: tuple[str, ...], said: str
) -> None:
    audit = desk_of(qtbot, store, Paper(game=GAME, spaces={"OH": "4", "IN": "6"}))
    elsewhere = tuple(Edit(where, "red 1", "red 2") for where in more)
    ways = tuple(
        Diagnosis((Edit(f"box:{n}", "4", "3"),), Paper(game=GAME), 4, elsewhere=elsewhere) for n in range(1, ties + 1)
    )
    finding = Finding("broken", "RA-8", {}, ("IN", "OH"), 1)
    audit.findings.show_report(Report((finding,), (("Xs", 0),), None, diagnosis=ways, diagnosed=True), False)
    assert audit.findings.verdict.text() == said
    told = [each.text() for each in audit.findings.findChildren(QLabel) if each.text().startswith("Also possible")]
    assert told == ["Also possible: Roll 2, Roll 10."] * bool(more)


def type_anywhere(audit: AuditPage, text: str) -> None:
    for key in text:
        QTest.keyClicks(QApplication.focusWidget() or audit, key)


def carets(audit: AuditPage) -> list[str]:
    """Where the page shows that keys go: a place of the sheet, or a line with the keyboard."""
    here = QApplication.focusWidget()
    sheet = [mark.key for mark in audit.entry.view.canvas.display.marks if mark.key.startswith("focus")]
    return [*sheet, *([here.accessibleName()] if isinstance(here, QLineEdit) else [])]


@pytest.mark.parametrize("way", ["mouse", "key", "arrow", "space"])
def test_the_open_tab_has_the_keys_and_the_only_caret(qtbot: Any, store: Settings, way: str) -> None:
    audit = desk_of(qtbot, store, Paper(game="on_tour"))
    audit.activateWindow()
    audit.entry.choose("total")
    audit.entry.take_focus()
    settle()
    type_anywhere(audit, "3")
    assert audit.paper.claimed == 3 and len(carets(audit)) == 1
    type_anywhere(audit, "o")
    assert audit.entry.hint.isVisible()
    tabs = audit.beside.tabs.findChildren(Tab)
    if way == "mouse":
        QTest.mouseClick(tabs[1], Qt.MouseButton.LeftButton)
    elif way == "key":
        audit.turn_to(ROLLS)
    else:
        tabs[0].setFocus()
        QTest.keyClick(tabs[0], Qt.Key.Key_Right)
        assert QApplication.focusWidget() is tabs[1] and not carets(audit), "an arrow leaves the keyboard on the tabs"
        if way == "space":
            QTest.keyClick(tabs[1], Qt.Key.Key_Space)
    settle()
    type_anywhere(audit, "85arwi")
    assert audit.paper.claimed == 3 and audit.paper.rolls == ["8 5 | AR, WI"]
    assert carets(audit) == ["The roll, typed"] and audit.entry.hint.isHidden()
    tap(audit, "TX")
    assert len(carets(audit)) == 1
    type_anywhere(audit, "37")
    assert audit.paper.spaces == {"TX": "37"}
    QTest.mouseClick(tabs[2], Qt.MouseButton.LeftButton)
    settle()
    type_anywhere(audit, "Ann")
    assert audit.paper.player == "Ann" and carets(audit) == ["Player"]
    QTest.mouseClick(tabs[0], Qt.MouseButton.LeftButton)
    settle()
    assert len(carets(audit)) == 1
    type_anywhere(audit, "ok12")
    assert audit.paper.spaces == {"TX": "37", "OK": "12"}


def test_one_key_tries_what_is_proposed_wherever_the_keyboard_is(qtbot: Any, store: Settings) -> None:
    audit = explained(qtbot, store)
    told: list[str] = []
    audit.notified.connect(told.append)
    one_way = audit.report
    audit.turn_to(ROLLS)
    settle()
    QTest.keyClick(QApplication.focusWidget() or audit, Qt.Key.Key_F9)
    assert audit.paper.spaces["MN"] == "(6)"
    audit.undo()
    assert audit.paper.spaces["MN"] == "6"
    # Of two ways each is tried in turn, and then the sheet is as it was; each has a key of its own too.
    (minnesota,) = one_way.diagnosis
    dakota = Diagnosis((Edit("ND", "2", "(2)", "North Dakota"),), with_mark(audit.paper, "ND", "(2)"), 4, mistakes=2)
    both = replace(one_way, diagnosis=(replace(minnesota, paper=with_mark(audit.paper, "MN", "(6)")), dakota))
    audit.search.forget()
    audit.proof = lambda _: partial(found_in_steps, both)
    audit._learn(both)
    assert audit.findings.headline == "A circle is missing: Minnesota’s 6 or North Dakota’s 2?"
    assert rings(audit, "among") == {"MN", "ND"}
    assert [card.take.text() for card in audit.findings.diagnoses] == ["Try &1", "Try &2"]
    held = []
    for _ in range(3):
        QTest.keyClick(audit.entry.view, Qt.Key.Key_F9)
        held.append((audit.paper.spaces["MN"], audit.paper.spaces["ND"]))
    assert held == [("(6)", "2"), ("6", "(2)"), ("6", "2")]
    assert told[-3:] == [
        "1 of 2 is written on the sheet. F9 tries the next one, Undo removes it.",
        "2 of 2 is written on the sheet. F9 or Undo removes it.", "The sheet is as it was.",
    ]
    audit.search.forget()
    audit.report = Report((), (("Xs", 0),), None)
    QTest.keyClick(audit.entry.view, Qt.Key.Key_F9)
    assert told[-1] == "No correction is proposed." and audit.paper.spaces["MN"] == "6"
