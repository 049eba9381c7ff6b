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
from rollwrite_desktop.ui.audit.audit_page import AuditPage
from rollwrite_desktop.ui.audit.findings_panel import AT_ONCE
from rollwrite_desktop.ui.audit.roll_list import RollList
from rollwrite_desktop.ui.audit.search_bar import SearchBar
from rollwrite_desktop.ui.audit.side_panel import ROLLS
from rollwrite_desktop.ui.canvas.cursor import Cursor
from rollwrite_desktop.ui.shell.settings import Settings
from tests.play.jobs import dying
from tests.ui.audit.test_audit_page import desk_of, keys, press, tap
from tests.ui.conftest import GAME, PATIENCE, point, settle


def found_in_steps(*reports: Report) -> Iterator[Report]:
    """A search that says first that nothing is wrong, and then these reports, one a step."""
    yield Report((), (("Xs", 0),), None)
    yield from reports


def bounded(least: int, most: int | None, **more: Any) -> Report:
    return Report((), (("Xs", 0),), None, bounds=(least, most), **more)


def rolls_of(desk: AuditPage) -> RollList:
    assert desk.rolls is not None
    desk.turn_to(ROLLS)
    settle()
    return desk.rolls


def rows(rolls: RollList) -> list[str]:
    return [row.rolled.text() for row in rolls.rows if not row.isHidden()]


# ---------------------------------------------------------------------- entering rolls


def test_rolls_are_typed_with_four_keys_each_and_corrected(qtbot: Any, store: Settings) -> None:
    desk = desk_of(qtbot, store)
    rolls = rolls_of(desk)
    QTest.keyClicks(rolls.field, "b4w2r1g6")
    assert desk.paper.rolls == ["blue 4, wild 2", "red 1, green 6"]
    assert rows(rolls) == ["B4 W2", "R1 G6"] and rolls.title.text() == "Round 1, roll 3"
    QTest.keyClick(rolls.field, Qt.Key.Key_Up)
    QTest.keyClick(rolls.field, Qt.Key.Key_Up)
    assert rolls.field.text() == "B4 W2" and rolls.field.selectedText() == "B4 W2"
    QTest.keyClicks(rolls.field, "b5w2")
    assert desk.paper.rolls == ["blue 5, wild 2", "red 1, green 6"] and rolls.at == 1
    rolls.insert.click()
    assert rolls.title.text() == "Before Round 1, roll 2"
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
        desk.undo()
    assert desk.paper.rolls is None and rows(rolls) == []


def test_a_roll_that_cannot_be_is_told_at_its_row_and_at_once(qtbot: Any, store: Settings) -> None:
    desk = desk_of(qtbot, store)
    rolls = rolls_of(desk)
    QTest.keyClicks(rolls.field, "b4w2b1g6")
    assert rolls.rows[0].wrong.text() == "" and "bag" in rolls.rows[1].wrong.text()
    QTest.keyClicks(rolls.field, "xyz")
    QTest.keyClick(rolls.field, Qt.Key.Key_Return)
    assert "expected one such as" in rolls.wrong.text()
    assert len(desk.paper.rolls or ()) == 2
    (card,) = desk.findings.cards
    card.click()
    assert rolls.at == 1 and rolls.field.text() == "B1 G6"


def test_rolls_are_tapped_too(qtbot: Any, store: Settings) -> None:
    desk = desk_of(qtbot, store, Paper(game="on_tour"))
    rolls = rolls_of(desk)
    rolls.taps.click()
    assert rolls.entry.isVisible()
    rolls.entry.cells[0, 1].click()
    rolls.entry.cells[1, 8].click()
    rolls.entry.cards["NY"].click()
    rolls.entry.cards["KS"].click()
    assert desk.paper.rolls == ["1 8 | NY, KS"]
    assert "NY" not in rolls.entry.cards
    rolls.entry.dice_entered.emit(Outcome((Die("", 3), Die("", 6)), ("AZ", "PA")))
    QTest.keyClicks(rolls.field, "68 new ga mi north")
    QTest.keyClicks(rolls.field, "18")
    assert (desk.paper.rolls or [])[2] == "6 8 | NEW East, GA South, MI North"
    assert rolls.field.text() == "18", "the rest of a card's name does not spill into the next roll"


def test_a_game_that_is_over_takes_no_more_rolls(qtbot: Any, store: Settings) -> None:
    desk = desk_of(qtbot, store, Paper(game="hexroller", rolls=["3 3 4 5 5 6 8 8"] * 7))
    rolls = rolls_of(desk)
    rolls.choose(7)
    assert not rolls.field.isEnabled() and rolls.title.text() == "All 7 rolls of the game are entered."


# ---------------------------------------------------------------------- searching


def searching(qtbot: Any, store: Settings, *reports: Report) -> AuditPage:
    desk = desk_of(qtbot, store)
    desk.search.pause = 0
    desk.proof = lambda _: partial(found_in_steps, *reports)
    tap(desk, "OH")
    keys(desk, "4")
    QTest.keyClicks(rolls_of(desk).field, "b4w2")
    desk.finish()
    return desk


def test_a_search_tells_its_bounds_and_then_the_way_of_play(qtbot: Any, store: Settings) -> None:
    play = (("blue ND=4", "wild TX=2", "done"),)
    found = Finding("broken", "RA-7:digit", {"state": "Ohio", "mark": "9"}, ("OH",), 1)
    last = Report((found,), (("Xs", 0), ("mistakes", 1)), None, bounds=(1, 1), play=play)
    desk = searching(qtbot, store, bounded(0, None), bounded(1, 3), last)
    told = []
    desk.search.reported.connect(lambda report: told.append(report.bounds))
    qtbot.waitUntil(lambda: not desk.search.running, timeout=PATIENCE)
    assert told[-3:] == [(0, None), (1, 3), (1, 1)]
    assert desk.report == last and not desk.search.stopped
    assert [card.finding for card in desk.findings.cards] == [found]
    rolls = rolls_of(desk)
    assert rolls.rows[0].play.text() == "Blue 4 in North Dakota; Wild 2 in Texas"
    rolls.rows[0].click()
    assert desk.entry.among == {"ND", "TX"}


def test_a_search_is_stopped_and_goes_on_and_begins_anew_when_the_paper_changes(qtbot: Any, store: Settings) -> None:
    desk = searching(qtbot, store, *[bounded(2, 4)] * 50, bounded(2, 2))
    desk.search.reported.connect(lambda report: desk.search.stop() if report.bounds == (2, 4) else None)
    qtbot.waitUntil(lambda: not desk.search.running, timeout=PATIENCE)
    assert desk.search.stopped and desk.report.bounds == (2, 4)
    bar = desk_bar(desk)
    assert bar.status.text() == "Between 2 and 4 mistakes so far." and bar.go_on.isVisible() and not bar.stop.isVisible()
    desk.search.reported.disconnect()
    bar.go_on.click()
    desk.search.reported.connect(desk._learn)
    desk.search.reported.connect(lambda _: bar.show_search())
    qtbot.waitUntil(lambda: not desk.search.running, timeout=PATIENCE)
    assert desk.report.bounds == (2, 2)
    assert bar.status.text() == "Proved: with these rolls at least 2 mistakes." and not bar.go_on.isVisible()
    made = desk.search.steps
    tap(desk, "TX")
    keys(desk, "1")
    assert desk.search.running
    qtbot.waitUntil(lambda: not desk.search.running, timeout=PATIENCE)
    assert desk.search.steps == made == 52


def test_a_search_whose_process_dies_says_so_and_can_go_on(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    desk = searching(qtbot, store)
    desk.proof = lambda _: partial(dying, tmp_path / "died", 3, bounded(2, 4))
    keys(desk, "5")
    qtbot.waitUntil(lambda: not desk.search.running, timeout=PATIENCE)
    bar = desk_bar(desk)
    assert bar.status.text() == "This stopped unexpectedly. You can start it again."
    assert bar.isVisible() and bar.go_on.isVisible() and desk.report.bounds == (2, 4)
    bar.go_on.click()
    assert bar.status.text() == "Between 2 and 4 mistakes so far. Searching on …"
    qtbot.waitUntil(lambda: not desk.search.running, timeout=PATIENCE)
    assert desk.search.steps == 3 and not desk.search.error


def test_without_rolls_nothing_is_searched(qtbot: Any, store: Settings) -> None:
    desk = desk_of(qtbot, store, Paper(game=GAME, spaces={"OH": "4"}))
    assert not desk.search.running and not desk_bar(desk).isVisible()


def desk_bar(desk: AuditPage) -> SearchBar:
    return desk.beside.findChild(SearchBar)


# ---------------------------------------------------------------------- very many findings, the written score


def test_of_very_many_findings_the_first_are_shown(qtbot: Any, store: Settings) -> None:
    desk = desk_of(qtbot, store, Paper(game=GAME, spaces=dict.fromkeys(("IN", "MI", "WV"), "1") | dict.fromkeys(
        ("OH", "KY", "PA", "IL", "VA", "TN", "WI"), "6")))
    count = len(desk.report.findings)
    assert count > AT_ONCE and len(desk.findings.cards) == AT_ONCE
    desk.findings.more.click()
    assert len(desk.findings.cards) == count and desk.findings.more.isHidden()


def test_the_right_score_is_written_by_one_tap(qtbot: Any, store: Settings) -> None:
    desk = desk_of(qtbot, store, Paper(game=GAME, spaces={"OH": "X", "TX": "X"}))
    desk.findings.put.click()
    assert desk.paper.claimed == 2 and desk.findings.put.isHidden()
    desk.undo()
    assert desk.paper.claimed is None


def test_parts_of_the_score_are_entered(qtbot: Any, store: Settings) -> None:
    desk = desk_of(qtbot, store, Paper(game="on_tour"))
    assert list(desk.form.parts) == ["areas", "circles"]
    desk.form.parts["areas"].setValue(20)
    desk.form.claimed.field.setValue(25)
    assert desk.paper.claimed == {"areas": 20, "total": 25}
    desk.form.parts["areas"].setValue(-1)
    assert desk.paper.claimed == 25


def test_half_a_number_is_shown_as_it_is_and_not_judged(qtbot: Any, store: Settings) -> None:
    desk = desk_of(qtbot, store, Paper(game="on_tour"))

    def shown() -> str:
        return next((mark.text for mark in desk.entry.view.canvas.display.marks if mark.key == "mark/TX"), "")

    tap(desk, "TX")
    keys(desk, "3")
    assert desk.paper.spaces == {} and shown() == "3_" and desk.report.findings == desk.auditor.audit(desk.paper).findings
    keys(desk, "7")
    assert desk.paper.spaces == {"TX": "37"} and desk.entry.spot != "TX"
    tap(desk, "TX")
    keys(desk, "(")
    keys(desk, "4")
    assert desk.paper.spaces == {"TX": "(37)"}
    tap(desk, "OK")
    assert shown() == "37"
    keys(desk, "(12")
    assert desk.paper.spaces == {"TX": "(37)", "OK": "(12)"}
    desk.undo()
    assert desk.paper.spaces == {"TX": "(37)"}


# ---------------------------------------------------------------------- reading back


def test_a_sheet_is_read_back_and_goes_on_another_day(qtbot: Any, store: Settings) -> None:
    desk = desk_of(qtbot, store)
    first, second, third = desk.editor.order()[:3]
    tap(desk, first)
    keys(desk, "43")
    desk.aloud.click()
    back = desk.entry.reading_back
    assert back.active and desk.entry.spot == first and back.text.text() == desk.editor.describe(desk.paper, first)
    press(desk, Qt.Key.Key_Return)
    press(desk, Qt.Key.Key_Space)
    assert back.right == {first, second} and desk.entry.spot == third
    assert any(mark.key == f"read/{first}" for mark in desk.entry.view.canvas.display.marks)
    keys(desk, "5")
    assert desk.paper.spaces[third] == "5" and desk.entry.spot == third, "a correction is read once more"
    assert back.text.text().endswith("5")
    tap(desk, first)
    keys(desk, "6")
    assert back.right == {second}
    press(desk, Qt.Key.Key_Escape)
    assert not back.active
    again = AuditPage(desk.draft.read().paper, None, store, desk.draft)  # type: ignore[union-attr]
    qtbot.addWidget(again)
    again.entry.read_aloud()
    assert again.entry.reading_back.right == {second} and again.entry.spot == first


def test_how_far_a_saved_sheet_was_read_back_is_kept_too(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    paper = Paper(game=GAME, sheet="rolling_america_usa", spaces={"OH": "4"})
    path.write_bytes(write_paper(paper))
    desk = desk_of(qtbot, store, paper, path)
    desk.entry.read_aloud()
    press(desk, Qt.Key.Key_Return)
    again = desk_of(qtbot, store, paper, path)
    assert again.entry.reading_back.right == {again.entry.reading_back.order[0]} and again.state.whole == "a.json"
    again.entry.read_aloud()
    for _ in again.entry.reading_back.order[1:]:
        press(again, Qt.Key.Key_Return)
    assert not list(store.drafts.glob("*.json"))


def test_boxes_in_a_row_are_read_back_together_and_the_end_is_told(qtbot: Any, store: Settings) -> None:
    desk = desk_of(qtbot, store, Paper(game=GAME, spaces={"OH": "4"}))
    told: list[str] = []
    desk.notified.connect(told.append)
    order = desk.entry.reading_back.order
    assert [spot for spot in order if spot.startswith("rounds")] == ["rounds/1"]
    desk.entry.read_aloud()
    for _ in order:
        press(desk, Qt.Key.Key_Return)
    assert not desk.entry.reading_back.active and told == ["You have read back everything."]


# ---------------------------------------------------------------------- fingers, arrows


def touch(desk: AuditPage, spot: str, device: QPointingDevice) -> None:
    place = point(desk.entry.view, spot)
    QTest.touchEvent(desk.entry.view, device).press(0, place, desk.entry.view)
    QTest.touchEvent(desk.entry.view, device).release(0, place, desk.entry.view)
    settle()


@pytest.mark.parametrize("spot", ["TX", "NY", "AK", "RI", "WA", "KY"])
def test_keys_come_to_the_finger_and_cover_neither_the_place_nor_its_neighbors(
    qtbot: Any, store: Settings, spot: str
) -> None:
    desk = desk_of(qtbot, store)
    device = QTest.createTouchDevice()
    touch(desk, spot, device)
    assert desk.entry.near.isVisible()
    area = QRectF(desk.entry.near.geometry())
    for other in (spot, *desk.sheet.neighbors[spot]):
        view = desk.entry.view
        place = view.writing_place(other).translated(view.mapTo(desk.entry, view.rect().topLeft()))
        assert not area.intersects(place), other
    assert desk.entry.rect().contains(desk.entry.near.geometry())
    assert all(key.height() >= 44 and key.width() >= 44 for key in desk.entry.near.keypad.buttons.values())
    desk.entry.near.keypad.buttons["3"].click()
    assert desk.paper.spaces == {spot: "3"} and desk.entry.near.isVisible() and desk.entry.spot != spot


def test_the_keys_stay_away_from_a_mouse_and_from_who_does_not_want_them(qtbot: Any, store: Settings) -> None:
    desk = desk_of(qtbot, store)
    tap(desk, "TX")
    assert not desk.entry.near.isVisible()
    desk.entry.follow.click()
    touch(desk, "OH", QTest.createTouchDevice())
    assert desk.entry.spot == "OH" and not desk.entry.near.isVisible()
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
    desk = desk_of(qtbot, store, Paper(game=GAME, spaces={"OH": "4"}, rolls=rolls))
    desk.resize(800, 1240)
    settle(6)
    assert desk.entry.view.height() >= 600
    assert desk.head.minimumSizeHint().width() <= desk.width()
