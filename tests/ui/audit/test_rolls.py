"""Rolls at the desk, the search behind them (by an auditor that finds what it is told), reading back, keys at the finger."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPointingDevice
from PySide6.QtTest import QTest

from rollwrite_desktop.core.audit import Finding, Paper, Report, write_paper
from rollwrite_desktop.core.chance import Die, Outcome
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.canvas.cursor import Cursor
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
from rollwrite_desktop.ui.paper.check.findings_panel import AT_ONCE
from rollwrite_desktop.ui.paper.check.roll_list import RollList
from rollwrite_desktop.ui.paper.check.search_bar import SearchBar
from rollwrite_desktop.ui.paper.check.side_panel import ROLLS
from tests.play.jobs import dying
from tests.ui.audit.test_audit_page import desk_of, keys, press, tap
from tests.ui.conftest import GAME, PATIENCE, point, settle
from tests.ui.speech import heard

__all__ = ["heard"]


def found_in_steps(*reports: Report) -> Iterator[Report]:
    """A search that says first that nothing is wrong, and then these reports, one a step."""
    yield Report((), (("Xs", 0),), None)
    yield from reports


def bounded(least: int, most: int | None, **more: Any) -> Report:
    return Report((), (("Xs", 0),), None, bounds=(least, most), **more)


def rolls_of(audit: AuditPage) -> RollList:
    assert audit.rolls is not None
    audit.turn_to(ROLLS)
    settle()
    return audit.rolls


def rows(rolls: RollList) -> list[str]:
    return [row.rolled.text() for row in rolls.rows if not row.isHidden()]


# ---------------------------------------------------------------------- entering rolls


def test_rolls_are_typed_with_four_keys_each_and_corrected(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store)
    rolls = rolls_of(audit)
    QTest.keyClicks(rolls.field, "b4w2r1g6")
    assert audit.paper.rolls == ["blue 4, wild 2", "red 1, green 6"]
    assert rows(rolls) == ["B4 W2", "R1 G6"] and rolls.title.text() == "Roll 3 · Round 1"
    QTest.keyClick(rolls.field, Qt.Key.Key_Up)
    QTest.keyClick(rolls.field, Qt.Key.Key_Up)
    assert rolls.field.text() == "B4 W2" and rolls.field.selectedText() == "B4 W2"
    QTest.keyClicks(rolls.field, "b5w2")
    assert audit.paper.rolls == ["blue 5, wild 2", "red 1, green 6"] and rolls.at == 1
    rolls.insert.click()
    assert rolls.title.text() == "Before Roll 2 · Round 1"
    QTest.keyClicks(rolls.field, "o1p1")
    assert rows(rolls) == ["B5 W2", "O1 P1", "R1 G6"]
    rolls.rows[0].click()
    rolls.delete.click()
    assert rows(rolls) == ["O1 P1", "R1 G6"]
    QTest.keyClick(rolls.field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert rows(rolls) == ["B5 W2", "O1 P1", "R1 G6"]
    QTest.keyClick(rolls.field, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert rows(rolls) == ["O1 P1", "R1 G6"]
    for _ in range(6):
        audit.undo()
    assert audit.paper.rolls is None and rows(rolls) == []


def test_a_roll_that_cannot_be_is_told_at_its_row_and_at_once(
    qtbot: Any, store: Settings, heard: list[str]
) -> None:
    """By ear: the roll that was kept, what is found, and which one is next; a name is told by its own field."""
    audit = desk_of(qtbot, store)
    rolls = rolls_of(audit)
    QTest.keyClicks(rolls.field, "b4w2b1g6")
    assert heard[-2] == "Roll 1: B4 W2. Roll 2 is next."
    assert heard[-1].startswith("Roll 2: B1 G6. ") and heard[-1].endswith("purple. Roll 3 is next.")
    heard.clear()
    QTest.keyClicks(audit.form.name, "Ann")
    assert audit.paper.player == "Ann" and not heard
    assert rolls.rows[0].wrong.text() == "" and "bag" in rolls.rows[1].wrong.text()
    QTest.keyClicks(rolls.field, "xyz")
    QTest.keyClick(rolls.field, Qt.Key.Key_Return)
    assert "expected one such as" in rolls.wrong.text()
    assert len(audit.paper.rolls or ()) == 2
    (card,) = audit.findings.cards
    card.click()
    assert rolls.at == 1 and rolls.field.text() == "B1 G6"


def test_rolls_are_tapped_too(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store, Paper(game="on_tour"))
    rolls = rolls_of(audit)
    rolls.taps.click()
    assert rolls.entry.isVisible()
    rolls.entry.cells[0, 1].click()
    rolls.entry.cells[1, 8].click()
    rolls.entry.cards["NY"].click()
    rolls.entry.cards["KS"].click()
    assert audit.paper.rolls == ["1 8 | NY, KS"]
    assert "NY" not in rolls.entry.cards
    rolls.entry.dice_entered.emit(Outcome((Die("", 3), Die("", 6)), ("AZ", "PA")))
    QTest.keyClicks(rolls.field, "68 new ga mi north")
    QTest.keyClicks(rolls.field, "18")
    assert (audit.paper.rolls or [])[2] == "6 8 | NEW East, GA South, MI North"
    assert rolls.field.text() == "18", "the rest of a card's name does not spill into the next roll"


def test_a_roll_that_could_end_or_go_on_says_what_it_waits_for(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store, Paper(game="on_tour"))
    rolls = rolls_of(audit)
    QTest.keyClicks(rolls.field, "18ksne")
    assert rolls.waits.isVisible() and rolls.waits.text() == "NE: Enter for Nebraska, W for New England."
    QTest.keyClicks(rolls.field, "w")
    assert audit.paper.rolls == ["1 8 | KS, NEW"] and rolls.waits.isHidden()
    QTest.keyClicks(rolls.field, "36azne")
    QTest.keyClick(rolls.field, Qt.Key.Key_Return)
    assert (audit.paper.rolls or [])[1:] == ["3 6 | AZ, NE"] and rolls.waits.isHidden()


def test_a_game_that_is_over_takes_no_more_rolls(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store, Paper(game="hexroller", rolls=["3 3 4 5 5 6 8 8"] * 7))
    rolls = rolls_of(audit)
    rolls.choose(7)
    assert not rolls.field.isEnabled() and rolls.title.text() == "All 7 rolls of the game are entered."


# ---------------------------------------------------------------------- searching


def searching(qtbot: Any, store: Settings, *reports: Report) -> AuditPage:
    audit = desk_of(qtbot, store)
    audit.search.pause = 0
    audit.proof = lambda _: partial(found_in_steps, *reports)
    tap(audit, "OH")
    keys(audit, "4")
    QTest.keyClicks(rolls_of(audit).field, "b4w2")
    audit.finish()
    return audit


def test_a_search_tells_its_bounds_and_then_the_way_of_play(qtbot: Any, store: Settings) -> None:
    play = (("blue ND=4", "wild TX=2", "done"),)
    found = Finding("broken", "RA-7:digit", {"state": "Ohio", "mark": "9"}, ("OH",), 1)
    last = Report((found,), (("Xs", 0), ("mistakes", 1)), None, bounds=(1, 1), play=play)
    audit = searching(qtbot, store, bounded(0, None), bounded(1, 3), last)
    told = []
    audit.search.reported.connect(lambda report: told.append(report.bounds))
    qtbot.waitUntil(lambda: not audit.search.running, timeout=PATIENCE)
    assert told[-3:] == [(0, None), (1, 3), (1, 1)]
    assert audit.report == last and not audit.search.stopped
    assert [card.finding for card in audit.findings.cards] == [found]
    rolls = rolls_of(audit)
    assert rolls.rows[0].play.text() == "Blue 4 in North Dakota; Wild 2 in Texas"
    rolls.rows[0].click()
    assert audit.entry.among == {"ND", "TX"}


def test_a_search_is_stopped_and_goes_on_and_begins_anew_when_the_paper_changes(qtbot: Any, store: Settings) -> None:
    audit = searching(qtbot, store, *[bounded(2, 4)] * 50, bounded(2, 2))
    audit.search.reported.connect(lambda report: audit.search.stop() if report.bounds == (2, 4) else None)
    qtbot.waitUntil(lambda: not audit.search.running, timeout=PATIENCE)
    assert audit.search.stopped and audit.report.bounds == (2, 4)
    bar = desk_bar(audit)
    assert bar.status.text() == "Between 2 and 4 mistakes so far." and bar.go_on.isVisible() and not bar.stop.isVisible()
    audit.search.reported.disconnect()
    bar.go_on.click()
    audit.search.reported.connect(audit._learn)
    audit.search.reported.connect(lambda _: bar.show_search())
    qtbot.waitUntil(lambda: not audit.search.running, timeout=PATIENCE)
    assert audit.report.bounds == (2, 2)
    assert bar.status.text() == "Proved: with these rolls at least 2 mistakes." and not bar.go_on.isVisible()
    made = audit.search.steps
    tap(audit, "TX")
    keys(audit, "1")
    assert audit.search.running
    qtbot.waitUntil(lambda: not audit.search.running, timeout=PATIENCE)
    assert audit.search.steps == made == 52


def test_a_search_whose_process_dies_says_so_and_can_go_on(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    audit = searching(qtbot, store)
    audit.proof = lambda _: partial(dying, tmp_path / "died", 3, bounded(2, 4))
    keys(audit, "5")
    qtbot.waitUntil(lambda: not audit.search.running, timeout=PATIENCE)
    bar = desk_bar(audit)
    assert bar.status.text() == "This stopped unexpectedly. You can start it again."
    assert bar.isVisible() and bar.go_on.isVisible() and audit.report.bounds == (2, 4)
    bar.go_on.click()
    assert bar.status.text() == "Between 2 and 4 mistakes so far. Still searching …"
    qtbot.waitUntil(lambda: not audit.search.running, timeout=PATIENCE)
    assert audit.search.steps == 3 and not audit.search.error


def test_without_rolls_nothing_is_searched(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store, Paper(game=GAME, spaces={"OH": "4"}))
    assert not audit.search.running and not desk_bar(audit).isVisible()


def desk_bar(audit: AuditPage) -> SearchBar:
    return audit.beside.findChild(SearchBar)


# ---------------------------------------------------------------------- very many findings, the written score


def test_of_very_many_findings_the_first_are_shown(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store, Paper(game=GAME, spaces=dict.fromkeys(("IN", "MI", "WV"), "1") | dict.fromkeys(
        ("OH", "KY", "PA", "IL", "VA", "TN", "WI"), "6")))
    count = len(audit.report.findings)
    assert count > AT_ONCE and len(audit.findings.cards) == AT_ONCE
    audit.findings.more.click()
    assert len(audit.findings.cards) == count and audit.findings.more.isHidden()


def test_the_right_score_is_written_by_one_tap(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store, Paper(game=GAME, spaces={"OH": "X", "TX": "X"}))
    audit.findings.put.click()
    assert audit.paper.claimed == 2 and audit.findings.put.isHidden()
    audit.undo()
    assert audit.paper.claimed is None


def test_parts_of_the_score_are_entered(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store, Paper(game="on_tour"))
    assert list(audit.form.parts) == ["areas", "circles"]
    audit.form.parts["areas"].setValue(20)
    audit.form.claimed.field.setValue(25)
    assert audit.paper.claimed == {"areas": 20, "total": 25}
    audit.form.parts["areas"].setValue(-1)
    assert audit.paper.claimed == 25


def test_half_a_number_is_shown_as_it_is_and_not_judged(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store, Paper(game="on_tour"))

    def shown() -> str:
        return next((mark.text for mark in audit.entry.view.canvas.display.marks if mark.key == "mark/TX"), "")

    tap(audit, "TX")
    keys(audit, "3")
    assert audit.paper.spaces == {} and shown() == "3?"
    assert audit.report.findings == audit.auditor.audit(audit.paper).findings
    keys(audit, "7")
    assert audit.paper.spaces == {"TX": "37"} and audit.entry.spot != "TX"
    tap(audit, "TX")
    keys(audit, "(")
    keys(audit, "4")
    assert audit.paper.spaces == {} and shown() == "4?"
    tap(audit, "OK")
    assert shown() == "4?"
    keys(audit, "(12")
    assert audit.paper.spaces == {"OK": "(12)"} and audit.halves == {"TX": "(4)"}
    audit.undo()
    assert audit.paper.spaces == {} and shown() == "4?" and audit.entry.spot == "OK"
    audit.undo()
    assert audit.paper.spaces == {"TX": "(37)"} and audit.entry.spot == "TX"
    keys(audit, "45")
    assert audit.paper.spaces == {"TX": "45"}


def test_single_digits_are_kept_and_told_as_halves(
    qtbot: Any, store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(accessible, "announce", lambda sentence, **_: heard.append(sentence))
    audit = desk_of(qtbot, store, Paper(game="on_tour"))
    keys(audit, "wa1")
    assert heard[-1] == "Washington (North, West): 1? – one more digit: 0–9."
    keys(audit, "or2")
    press(audit, Qt.Key.Key_Tab)
    assert audit.halves == {"WA": "1", "OR": "2"} and audit.unmarked and audit.undo_button.isEnabled()
    assert audit.entry.describe("WA") == "Washington (North, West): 1?"
    told: list[str] = []
    audit.notified.connect(told.append)
    audit.finish()
    assert told[-1] == "Checked as it is now: 39 spaces are blank, 2 spaces are half-typed."
    keys(audit, "wa14")
    assert audit.paper.spaces == {"WA": "14"} and audit.halves == {"OR": "2"}
    audit.entry.choose("OR")
    press(audit, Qt.Key.Key_Delete)
    assert not audit.halves
    assert heard[-1] == "Oregon (North, West): blank."
    for _ in range(2):
        audit.undo()
    assert audit.halves == {"WA": "1", "OR": "2"}
    keys(audit, "tx12")
    keys(audit, "3")
    press(audit, Qt.Key.Key_Backspace)
    assert audit.paper.spaces == {"TX": "12"} and audit.halves == {"WA": "1", "OR": "2"}, "it empties what was typed last"


# ---------------------------------------------------------------------- reading back


def test_a_sheet_is_read_back_and_goes_on_another_day(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store)
    first, second, third = audit.entry.writable[:3]
    tap(audit, first)
    keys(audit, "43")
    audit.aloud.click()
    back = audit.entry.reading_back
    assert back.active and audit.entry.spot == first and back.text.text() == audit.editor.describe(audit.paper, first)
    press(audit, Qt.Key.Key_Return)
    press(audit, Qt.Key.Key_Space)
    assert back.right == {first, second} and audit.entry.spot == third
    assert any(mark.key == f"read/{first}" for mark in audit.entry.view.canvas.display.marks)
    keys(audit, "5")
    assert audit.paper.spaces[third] == "5" and audit.entry.spot == third, "a correction is read once more"
    assert back.text.text().endswith("5")
    tap(audit, first)
    keys(audit, "6")
    assert back.right == {second}
    press(audit, Qt.Key.Key_Escape)
    assert not back.active
    again = AuditPage(audit.draft.read().paper, None, store, audit.draft)  # type: ignore[union-attr]
    qtbot.addWidget(again)
    again.entry.read_aloud()
    assert again.entry.reading_back.right == {second} and again.entry.spot == first


def test_how_far_a_saved_sheet_was_read_back_is_kept_too(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    paper = Paper(game=GAME, sheet="rolling_america_usa", spaces={"OH": "4"})
    path.write_bytes(write_paper(paper))
    audit = desk_of(qtbot, store, paper, path)
    audit.entry.read_aloud()
    press(audit, Qt.Key.Key_Return)
    again = desk_of(qtbot, store, paper, path)
    assert again.entry.reading_back.right == {again.entry.reading_back.order[0]} and again.state.whole == "a.json"
    again.entry.read_aloud()
    for _ in again.entry.reading_back.order[1:]:
        press(again, Qt.Key.Key_Return)
    assert not list(store.drafts.glob("*.json"))


def test_boxes_in_a_row_are_read_back_together_and_the_end_is_told(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store, Paper(game=GAME, spaces={"OH": "4"}))
    told: list[str] = []
    audit.notified.connect(told.append)
    order = audit.entry.reading_back.order
    assert [spot for spot in order if spot.startswith("rounds")] == ["rounds/1"]
    audit.entry.read_aloud()
    for _ in order:
        press(audit, Qt.Key.Key_Return)
    assert not audit.entry.reading_back.active and told == ["You have read back everything."]


# ---------------------------------------------------------------------- fingers, arrows


def touch(audit: AuditPage, spot: str, device: QPointingDevice) -> None:
    place = point(audit.entry.view, spot)
    QTest.touchEvent(audit.entry.view, device).press(0, place, audit.entry.view)
    QTest.touchEvent(audit.entry.view, device).release(0, place, audit.entry.view)
    settle()


@pytest.mark.parametrize("spot", ["TX", "NY", "AK", "RI", "WA", "KY"])
def test_keys_come_to_the_finger_and_cover_neither_the_place_nor_its_neighbors(
    qtbot: Any, store: Settings, spot: str
) -> None:
    audit = desk_of(qtbot, store)
    device = QTest.createTouchDevice()
    touch(audit, spot, device)
    assert audit.entry.near.isVisible()
    area = QRectF(audit.entry.near.geometry())
    for other in (spot, *audit.sheet.neighbors[spot]):
        view = audit.entry.view
        place = view.writing_place(other).translated(view.mapTo(audit.entry, view.rect().topLeft()))
        assert not area.intersects(place), other
    assert audit.entry.rect().contains(audit.entry.near.geometry())
    assert all(key.height() >= 44 and key.width() >= 44 for key in audit.entry.near.keypad.buttons.values())
    audit.entry.near.keypad.buttons["3"].click()
    assert audit.paper.spaces == {spot: "3"} and audit.entry.near.isVisible() and audit.entry.spot != spot


def test_the_keys_stay_away_from_a_mouse_and_from_who_does_not_want_them(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store)
    tap(audit, "TX")
    assert not audit.entry.near.isVisible()
    audit.entry.follow.click()
    touch(audit, "OH", QTest.createTouchDevice())
    assert audit.entry.spot == "OH" and not audit.entry.near.isVisible()
    assert desk_of(qtbot, store).entry.follow.isChecked() is False


@pytest.mark.parametrize("sheet_id", ["rolling_america_usa", "on_tour_usa", "hexroller_front", "hexroller_back"])
def test_arrows_go_along_the_neighbors_of_the_map_and_reach_everything(sheet_id: str) -> None:
    sheet = find(sheet_id)
    cursor = Cursor(sheet, boxes=True)
    ways = ((1, 0), (-1, 0), (0, 1), (0, -1))
    reached, left = {sheet.spaces[0].id}, [sheet.spaces[0].id]
    while left:
        for spot in {cursor.beside(left[-1], way) for way in ways}.difference(reached, [left.pop()]):
            reached.add(spot)
            left.append(spot)
    assert reached == {*sheet.space, *sheet.box}
    along = [cursor.beside(space, way) in sheet.neighbors[space] for space in sheet.space for way in ways]
    assert sum(along) >= 0.75 * len(along)


def test_an_arrow_in_a_honeycomb_goes_to_the_next_row_and_back() -> None:
    cursor = Cursor(find("hexroller_front"))
    assert cursor.beside("d4", (0, 1)) in {"e4", "e5"}
    assert cursor.beside(cursor.beside("d4", (0, 1)), (0, -1)) == "d4"


def test_upright_the_sheet_keeps_its_room_however_long_the_lists_beside_it(qtbot: Any, store: Settings) -> None:
    rolls = ["blue 4, wild 2", "red 1, green 6", "orange 3, purple 3"] * 8
    audit = desk_of(qtbot, store, Paper(game=GAME, spaces={"OH": "4"}, rolls=rolls))
    audit.resize(800, 1240)
    settle(6)
    assert audit.entry.view.height() >= 600
    assert audit.head.minimumSizeHint().width() <= audit.width()
