"""The desk: typing a paper sheet by keys, by the keypad and by taps; findings at once; nothing typed is ever lost."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QPushButton, QToolButton

from rollwrite_desktop.core.audit import NotAPaper, Paper, write_paper
from rollwrite_desktop.draw.display import Text
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.papers import read_paper
from rollwrite_desktop.paths import SHEETS
from rollwrite_desktop.printing.reports.findings_pages import findings_document, findings_pages
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.kit.choices import Tab
from rollwrite_desktop.ui.kit.tab_order import tab_on
from rollwrite_desktop.ui.library.drafts import Draft
from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
from rollwrite_desktop.ui.paper.check.side_panel import FORM, FOUND, ROLLS
from rollwrite_desktop.ui.paper.check.start_page import AuditStartPage
from rollwrite_desktop.ui.paper.print.print_page import PrintPage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.sampling import sampled
from tests.ui.conftest import GAME, PATIENCE, point, settle

SHEET = "rolling_america_usa"


def desk_of(qtbot: Any, store: Settings, paper: Paper | None = None, path: Path | None = None) -> AuditPage:
    """A desk; a paper that is given counts as finished, one from a file as the desk itself takes it."""
    audit = AuditPage(paper or Paper(game=GAME), path, store)
    qtbot.addWidget(audit)
    audit.resize(1280, 770)
    audit.show()
    if paper is not None and not paper.empty and path is None:
        audit.finish()
    settle()
    return audit


def tap(audit: AuditPage, spot: str) -> None:
    QTest.mouseClick(audit.entry.view, Qt.MouseButton.LeftButton, pos=point(audit.entry.view, spot))


def keys(audit: AuditPage, text: str) -> None:
    QTest.keyClicks(audit.entry.view, text)


def press(audit: AuditPage, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(audit.entry.view, key, modifier)


def test_typing_writes_and_goes_on_by_itself(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store)
    first, second, third, fourth = audit.entry.writable[:4]
    tap(audit, first)
    keys(audit, "4x(36")
    assert audit.paper.spaces == {first: "4", second: "X", third: "(3)", fourth: "6"}
    assert audit.entry.spot == audit.entry.writable[4]


def test_the_circle_may_come_before_or_after_its_number(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store)
    tap(audit, "OH")
    keys(audit, "5")
    tap(audit, "OH")
    keys(audit, "(")
    assert audit.paper.spaces == {"OH": "(5)"}
    keys(audit, "(")
    assert audit.paper.spaces == {"OH": "5"}
    tap(audit, "TX")
    audit.entry.keypad.buttons["("].click()
    assert audit.entry.keypad.buttons["("].isChecked()
    audit.entry.keypad.buttons["2"].click()
    assert audit.paper.spaces == {"OH": "5", "TX": "(2)"}
    audit.undo()
    assert audit.paper.spaces == {"OH": "5"}
    audit.redo()
    assert not audit.entry.keypad.buttons["("].isChecked()


@sampled("marks", [("X",), ("3", "(4)", "X"), ("(4)", "X", "3"), ("X", "3", "(4)")], 4, ids="-".join)
def test_a_mark_is_written_in_the_state_whose_letters_come_before_it(
    qtbot: Any, store: Settings, marks: tuple[str, ...]
) -> None:
    """In CTX the X is Connecticut's, although TX is Texas; and a circle that is closed touches no other number."""
    audit = desk_of(qtbot, store)
    sheet = {spot: marks[n % len(marks)] for n, spot in enumerate(sorted(audit.entry.writable)) if spot in audit.sheet.space}
    audit.entry.choose_first()
    keys(audit, "".join(spot + mark for spot, mark in sheet.items()).lower())
    assert audit.paper.spaces == sheet


def test_an_empty_sheet_shows_where_typing_begins(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store)
    audit.take_focus()
    assert audit.entry.spot == audit.entry.writable[0]
    keys(audit, "4")
    assert audit.paper.spaces == {audit.entry.writable[0]: "4"}
    here = audit.entry.spot
    audit.take_focus()
    assert audit.entry.spot == here


def test_a_sheet_with_a_name_and_rolls_is_judged_when_it_is_entered(qtbot: Any, store: Settings) -> None:
    """As those of a session: until then nothing is looked for, and no score is said to be missing."""
    audit = AuditPage(Paper(game=GAME, player="Ann", rolls=["blue 1, green 3"]), None, store)
    qtbot.addWidget(audit)
    audit.entry.choose_first()
    keys(audit, "34")
    assert audit.findings.headline == "No problem so far" and not audit.findings.done.isHidden() and not audit.whole
    assert audit.findings.claim.isHidden()


def test_backspace_goes_back_over_what_was_typed(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store)
    first, second = audit.entry.writable[:2]
    tap(audit, first)
    keys(audit, "41")
    press(audit, Qt.Key.Key_Backspace)
    assert audit.paper.spaces == {first: "4"}
    assert audit.entry.spot == second
    press(audit, Qt.Key.Key_Backspace)
    assert audit.paper.spaces == {}
    tap(audit, "OH")
    keys(audit, "3")
    tap(audit, "OH")
    press(audit, Qt.Key.Key_Delete)
    assert audit.paper.spaces == {}
    assert audit.entry.spot == "OH"


def test_tab_enter_and_arrows_move(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store)
    order = audit.entry.writable
    tap(audit, order[0])
    press(audit, Qt.Key.Key_Tab)
    assert audit.entry.spot == order[1]
    press(audit, Qt.Key.Key_Return)
    assert audit.entry.spot == order[2]
    press(audit, Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    assert audit.entry.spot == order[1]
    tap(audit, "OH")
    press(audit, Qt.Key.Key_Left)
    assert audit.entry.spot in {"IN", "IL", "KY"}
    keys(audit, "4")
    press(audit, Qt.Key.Key_Escape)
    assert audit.entry.spot == ""
    for end, modifier in ((order[-1], Qt.KeyboardModifier.NoModifier), (order[0], Qt.KeyboardModifier.ShiftModifier)):
        audit.entry.choose(end)
        audit.entry.take_focus()
        press(audit, Qt.Key.Key_Tab, modifier)
        assert not audit.entry.view.hasFocus()


def test_one_escape_leaves_a_sheet_on_which_nothing_was_written_or_typed(window: MainWindow) -> None:
    for typed in ("", "n", "("):
        window.go.show_check(Paper(game=GAME))
        audit = window.page
        assert isinstance(audit, AuditPage)
        window.activateWindow()
        settle()
        assert audit.entry.spot == audit.entry.writable[0]
        for pressed in range(1, 4):
            QTest.keyClicks(audit.entry.view, typed * (pressed == 1))
            press(audit, Qt.Key.Key_Escape)
            if window.page is not audit:
                break
        assert pressed == 1 + bool(typed), typed


def test_letters_other_than_the_game_s_own_do_nothing(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store)
    tap(audit, "OH")
    keys(audit, "tq9z)")
    assert audit.entry.spot in ("OH", audit.entry.writable[audit.entry.writable.index("OH") + 1])
    assert set(audit.paper.spaces) <= {"OH"}


def test_boxes_are_tapped_or_counted(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store)
    tap(audit, "guard/2")
    assert audit.paper.boxes == {"guard": 2}
    assert audit.form.boxes["guard"].value == 2
    tap(audit, "guard/2")
    assert audit.paper.boxes == {"guard": 1}
    audit.form.boxes["rounds"].more.click()
    audit.form.boxes["rounds"].more.click()
    assert audit.paper.boxes == {"guard": 1, "rounds": 1}
    audit.form.boxes["guard"].field.setValue(-1)
    assert audit.paper.boxes == {"rounds": 1}
    audit.form.claimed.field.setValue(7)
    assert audit.paper.claimed == 7
    QTest.keyClicks(audit.form.name, "Ann")
    assert audit.paper.player == "Ann"


def test_the_claimed_score_is_typed_in_its_box(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store)
    tap(audit, "xs")
    keys(audit, "12")
    assert audit.paper.claimed == 12
    assert audit.form.claimed.value == 12
    press(audit, Qt.Key.Key_Backspace)
    assert audit.paper.claimed is None


def test_findings_appear_as_one_types_and_ring_their_places(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store)
    assert audit.findings.cards == []
    tap(audit, "IN")
    keys(audit, "2")
    tap(audit, "OH")
    keys(audit, "5")
    (card,) = audit.findings.cards
    assert card.finding.rule == "RA-8"
    assert set(card.finding.where) == {"IN", "OH"}
    assert audit.findings.verdict.text() == "One problem found"
    card.click()
    assert audit.entry.among == {"IN", "OH"}
    assert any(mark.key.startswith("among/") for mark in audit.entry.view.canvas.display.marks)
    card.click()
    assert audit.entry.among == frozenset()
    card.click()
    audit.undo()
    assert audit.findings.cards == []
    assert audit.entry.among == frozenset()


def test_what_a_sheet_cannot_show_is_listed_apart(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store)
    tap(audit, "OH")
    keys(audit, "5")
    assert audit.findings.verdict.text() == "No problem so far"
    audit.findings.done.click()
    assert audit.findings.open.text().startswith("Needs the rolls: RA-")
    assert audit.findings.verdict.text() == "No mistake found"


def test_a_mistake_that_is_made_several_times_is_said_once(qtbot: Any, store: Settings) -> None:
    boxes: dict[str, int | bool | str] = {"rounds": 8, "change": 6}
    audit = desk_of(qtbot, store, Paper(game=GAME, spaces={"OH": "5"}, boxes=boxes))
    shown = [card.finding for card in audit.findings.cards if card.finding.rule == "RA-13"]
    assert [(finding.cost, finding.effect) for finding in shown] == [(3, 3)]


def test_the_claim_is_compared(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store, Paper(game=GAME, spaces={"OH": "X", "TX": "X"}, claimed=1))
    assert audit.findings.claim.text() == "The sheet says 1: too low by 1."
    audit.form.claimed.field.setValue(2)
    assert audit.findings.claim.text() == "The sheet says 2: right."


def test_a_sum_that_knows_nothing_of_the_mistakes_in_play_is_not_called_wrong(qtbot: Any, store: Settings) -> None:
    """Play and adding are two things, here and in the report that is printed."""
    audit = desk_of(qtbot, store, Paper(game=GAME, spaces={"OH": "5", "PA": "1", "TX": "X"}, claimed=1))
    report, play = audit.entry.report, audit.game.play
    assert report.total == 2
    assert audit.findings.claim.text() == "The sheet says 1. Added rightly, without the mistakes."
    document = findings_document(report, play.rulebook, play.part_titles, "Ann")
    (page,) = findings_pages(document, (720.0, 540.0))
    lines = [mark.text for mark in page.marks if isinstance(mark, Text)]
    assert "Added rightly, without the mistakes." in lines and not any("difference" in line for line in lines)


def test_undo_and_redo_go_through_everything(qtbot: Any, store: Settings) -> None:
    """Undo leads to its place, redo to where typing goes on after it: the next key replaces nothing that was redone."""
    audit = desk_of(qtbot, store)
    tap(audit, "OH")
    keys(audit, "5")
    following = audit.entry.spot
    audit.undo()
    assert audit.entry.spot == "OH"
    audit.redo()
    assert audit.entry.spot == following != "OH"
    audit.form.options["corners"].choose("on")
    assert audit.paper.options == {"corners": "on"}
    tap(audit, "rounds/8")
    after = audit.paper
    for _ in range(3):
        press(audit, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert audit.empty
    assert not audit.undo_button.isEnabled()
    for _ in range(3):
        audit.redo_button.click()
    assert audit.paper == after


def test_the_sheet_is_saved_and_opened_again(
    window: MainWindow, store: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.go.check(GAME)
    settle()
    audit = window.page
    assert isinstance(audit, AuditPage)
    tap(audit, "OH")
    keys(audit, "5")
    target = tmp_path / "Ann's sheet"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    audit.save.click()
    saved = target.with_name("Ann's sheet.paper.json")
    assert read_paper(saved.read_bytes(), "x") == audit.paper
    assert not list(store.drafts.glob("*"))
    assert window.messages.sentence.startswith("Saved as ")
    assert window.go.open_file(saved)
    again = window.page
    assert isinstance(again, AuditPage)
    assert again is not audit
    assert again.paper.spaces == {"OH": "5"}
    tap(again, "TX")
    keys(again, "1")
    press(again, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert read_paper(saved.read_bytes(), "x").spaces == {"OH": "5", "TX": "1"}


def test_rolls_in_the_file_stay_untouched(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    rolls = ["blue 4, wild 2", "red 1, green 6"]
    audit = desk_of(qtbot, store, Paper(game=GAME, spaces={"OH": "5"}, rolls=rolls), tmp_path / "a.json")
    tap(audit, "TX")
    keys(audit, "1")
    assert audit.write(tmp_path / "a.json")
    assert read_paper((tmp_path / "a.json").read_bytes(), "a").rolls == rolls
    assert audit.rolls is not None
    assert [row.rolled.text() for row in audit.rolls.rows] == ["B4 W2", "R1 G6"]


def test_what_was_typed_and_not_saved_is_there_again(
    qtbot: Any, window: MainWindow, store: Settings, tmp_path: Path
) -> None:
    window.go.check(GAME)
    first = window.page
    assert isinstance(first, AuditPage)
    settle()
    tap(first, "OH")
    keys(first, "5")
    window.go.check(GAME)
    room = window.page
    assert isinstance(room, AuditStartPage)
    (row,) = room.rows
    row.card.click()
    second = window.page
    assert isinstance(second, AuditPage)
    assert second.paper.spaces == {"OH": "5"}
    second.begin()
    assert second.empty
    assert [Draft(path).read().paper.spaces for path in store.drafts.glob("*")] == [{"OH": "5"}]  # type: ignore[union-attr]

    path = tmp_path / "a.json"
    path.write_bytes(write_paper(Paper(game=GAME, sheet=SHEET, spaces={"TX": "1"})))
    opened = desk_of(qtbot, store, read_paper(path.read_bytes(), "a"), path)
    tap(opened, "OK")
    keys(opened, "2")
    again = AuditPage(read_paper(path.read_bytes(), "a"), path, store)
    qtbot.addWidget(again)
    with qtbot.waitSignal(again.notified, timeout=PATIENCE) as told:
        pass
    assert told.args[0].startswith("This is your unsaved sheet from last time")
    assert again.paper.spaces == {"TX": "1", "OK": "2"}
    again.undo()
    assert again.paper.spaces == {"TX": "1"}
    assert again.state.whole == "a.json"

    again.redo()
    again.close()
    path.write_bytes(write_paper(Paper(game="hexroller")))
    other = AuditPage(read_paper(path.read_bytes(), "a"), path, store)
    qtbot.addWidget(other)
    with qtbot.waitSignal(other.failed, timeout=PATIENCE) as told:
        pass
    assert told.args[0].startswith("What you typed last time does not fit this file.")
    other.put(msgspec.structs.replace(other.paper, player="Bo"))
    kept = [Draft.content(draft) for draft in store.drafts.glob("a*.json")]
    assert sorted((each.paper.player, *each.paper.spaces) for each in kept if each) == [("", "TX", "OK"), ("Bo",)]


@pytest.mark.parametrize("draft", [
    b"", b"{", b'{"paper": 1, "game": "rolling_america", "spaces": {"ZZ": "1"}}',
    b'{"draft": 2, "paper": {"game": "rolling_america"}}', b'{"draft": 1, "later": 1, "paper": {"game": "rolling_america"}}',
])
def test_a_spoilt_draft_is_no_obstacle(qtbot: Any, store: Settings, draft: bytes) -> None:
    store.drafts.mkdir(parents=True)
    (store.drafts / "a.json").write_bytes(draft)
    assert desk_of(qtbot, store).empty
    room = AuditStartPage(store)
    qtbot.addWidget(room)
    assert [bool(row.kept.error) for row in room.rows] == [True]


@pytest.mark.parametrize("paper", [
    Paper(game="nope"), Paper(game=GAME, sheet="nope"), Paper(game=GAME, options={"x": "y"}),
    Paper(game=GAME, spaces={"ZZ": "1"}), Paper(game=GAME, spaces={"OH": "37"}),
])
def test_a_paper_that_cannot_be_is_one_sentence(window: MainWindow, tmp_path: Path, paper: Paper) -> None:
    window.go.show_home()
    path = tmp_path / "odd.json"
    path.write_bytes(write_paper(paper))
    assert not window.go.open_file(path)
    assert window.messages.sentence


def test_a_place_that_cannot_be_written_is_one_sentence(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    audit = desk_of(qtbot, store, Paper(game=GAME, spaces={"OH": "5"}))
    alarms: list[str] = []
    audit.failed.connect(alarms.append)
    assert not audit.write(tmp_path)
    assert alarms[0].startswith("Cannot write ")


def test_a_sheet_from_a_file_is_called_by_its_name(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    aside = shutil.copy(SHEETS / "rolling_america_austria.json", tmp_path / "Aside.sheet.json")
    for sheet, title in (("", "USA"), ("rolling_america_austria", "Austria"), (str(aside), "Austria (Aside.sheet.json)")):
        assert desk_of(qtbot, store, Paper(game=GAME, sheet=sheet)).other_sheet.currentText() == title


@pytest.mark.parametrize(("game", "sheet"), [(GAME, "rolling_america_austria"), ("on_tour", "on_tour_usa")])
def test_a_new_sheet_beside_unfinished_ones_is_of_the_map_that_was_chosen(
    window: MainWindow, store: Settings, game: str, sheet: str
) -> None:
    store.drafts.mkdir(parents=True)
    (store.drafts / "a.json").write_bytes(b"{")
    window.go.check(GAME, "rolling_america_austria")
    assert isinstance(window.page, AuditStartPage)
    window.page.game.choose(game)
    window.page.new.click()
    assert isinstance(window.page, AuditPage)
    assert (window.page.paper.game, window.page.paper.sheet) == (game, sheet)


def test_printing_and_back_leaves_the_desk_as_it_was(window: MainWindow) -> None:
    window.go.check(GAME)
    audit = window.page
    assert isinstance(audit, AuditPage)
    settle()
    tap(audit, "IN")
    keys(audit, "2")
    tap(audit, "OH")
    keys(audit, "5")
    audit.print.click()
    room = window.page
    assert isinstance(room, PrintPage)
    assert any(mark.key.startswith("finding/") for mark in room.leaves[0].display.marks)
    room.order.marked.click()
    assert not any(mark.key.startswith("finding/") for mark in room.leaves[0].display.marks)
    room.left.emit()
    assert window.page is audit
    assert audit.paper.spaces == {"IN": "2", "OH": "5"}


def test_keys_are_large_enough_for_a_finger(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store)
    tap(audit, "OH")
    assert all(key.height() >= 44 and key.width() >= 44 for key in audit.entry.keypad.buttons.values())
    tap(audit, "xs")
    settle()
    assert all(key.height() >= 44 and key.width() >= 44 for key in audit.entry.keypad.buttons.values())


def test_the_sheet_has_its_room_in_a_small_window(window: MainWindow) -> None:
    window.go.check(GAME)
    settle()
    audit = window.page
    assert isinstance(audit, AuditPage)
    assert audit.entry.view.width() >= 880
    assert audit.entry.view.height() >= 660


def test_the_same_paper_is_refused_by_the_desk_itself(store: Settings) -> None:
    with pytest.raises(NotAPaper):
        AuditPage(Paper(game=GAME, spaces={"ZZ": "1"}), None, store)


def test_plain_digits_are_shown_at_once(qtbot: Any, window: MainWindow, store: Settings) -> None:
    window.go.check(GAME)
    audit = window.page
    assert isinstance(audit, AuditPage)
    settle()
    tap(audit, "OH")
    keys(audit, "5")

    def face() -> str:
        assert audit.entry.view.canvas.display is not None
        return next(mark.face for mark in audit.entry.view.canvas.display.marks if mark.key == "mark/OH")

    assert face() == "hand"
    store.prefer(hand="plain")
    assert face() == "bold"
    keys(audit, "1")
    assert face() == "bold"
    store.prefer(hand="pencil")
    assert face() == "hand"


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_s_keys_are_large_enough(window: MainWindow, game: str) -> None:
    window.go.check(game)
    settle()
    audit = window.page
    assert isinstance(audit, AuditPage)
    for spot in {audit.editor.keys(spot): spot for spot in audit.entry.writable if audit.editor.keys(spot)}.values():
        audit.entry.choose(spot)
        settle(6)
        assert all(key.height() >= 44 and key.width() >= 44 for key in audit.entry.keypad.buttons.values()), spot


@sampled("game, size", [(game, size) for game in GAMES for size in (100, 125, 150)], 5, lambda case: case[0])
def test_larger_texts_are_not_cut_off_sideways(qtbot: Any, store: Settings, game: str, size: int) -> None:
    theme.set_larger(size / 100)
    try:
        audit = desk_of(qtbot, store, Paper(game=game))
        for part in (audit.head, audit.beside, *audit.beside.pages.values()):
            assert part.width() >= part.minimumSizeHint().width()
        right = audit.beside.mapTo(audit, audit.beside.rect().topRight()).x()
        assert right <= audit.width()
    finally:
        theme.set_larger(1.0)


def test_with_the_largest_texts_what_has_the_focus_is_in_sight_and_keys_come_with_a_tap(qtbot: Any, store: Settings) -> None:
    theme.set_larger(3.0)
    audit = desk_of(qtbot, store)
    keys(audit, "4665")
    audit.turn_to(FORM)
    settle(6)
    assert audit.entry.keypad.isHidden()
    for _ in range(8):
        here = audit.focusWidget()
        assert audit.form.isAncestorOf(here)
        assert here.visibleRegion().boundingRect() == here.rect(), here.accessibleName()
        tab_on(audit, True)
        settle()
    audit.turn_to(FOUND)
    settle(6)
    assert audit.findings.done.visibleRegion().boundingRect() == audit.findings.done.rect()
    audit.entry.tap(audit.entry.writable[0])
    assert not audit.entry.keypad.isHidden()
    audit.turn_to(FOUND)
    assert audit.entry.keypad.isHidden()


def test_with_the_largest_texts_the_keypad_is_closed_until_it_is_asked_for(qtbot: Any, store: Settings) -> None:
    """What a mouse's tap brought and was closed does not come back with each tap: by a finger, or a second tap there."""
    theme.set_larger(4.0)
    audit = desk_of(qtbot, store)
    first, second = audit.entry.writable[:2]
    tap(audit, first)
    assert audit.entry.keypad.isVisible() and not audit.findings.isVisible()
    close = next(each for each in audit.entry.keypad.findChildren(QToolButton) if "Close" in each.accessibleName())
    close.click()
    assert audit.findings.isVisible() and not audit.entry.keypad.isVisible()
    audit.entry.tap(second)
    assert audit.entry.spot == second and audit.findings.isVisible()
    audit.entry.tap(second)
    assert audit.entry.keypad.isVisible()
    found = next(each for each in audit.beside.tabs.findChildren(QPushButton) if each.text() == "Found")
    found.click()
    assert found.isChecked() and audit.findings.isVisible()


def test_a_key_that_means_nothing_in_a_place_is_answered_with_those_that_do(
    qtbot: Any, store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(accessible, "announce", lambda sentence, **_: heard.append(sentence))
    audit = desk_of(qtbot, store)
    audit.entry.choose("OH")
    keys(audit, ")")
    assert heard[-1] == "The key ) does nothing now. Ohio (Red): blank. Keys here: 1–6, X, Circle, Erase."


def test_a_sheet_on_which_nothing_is_written_is_shown_and_not_offered(window: MainWindow) -> None:
    window.go.show_check(Paper(game="ligretto_dice", sheet="ligretto_dice_board"))
    desk = window.page
    assert isinstance(desk, AuditPage) and desk.sheet.id == "ligretto_dice_board"
    keys(desk, "3")
    window.go.show_check(Paper(game="ligretto_dice"))
    desk = window.page
    assert isinstance(desk, AuditPage) and desk.other_sheet.findData("ligretto_dice_board") < 0 < desk.other_sheet.count()


@pytest.mark.parametrize("text", ["300", "400"])
def test_a_magnified_sheet_stays_at_its_mistakes_and_what_was_found_never_scrolls_sideways(
    window: MainWindow, store: Settings, text: str
) -> None:
    store.prefer(text=text)
    window.resize(1264, 720)
    window.go.show_check(Paper(game=GAME))
    audit = window.page
    assert isinstance(audit, AuditPage)
    settle()
    keys(audit, "ks1 co6ks")
    press(audit, Qt.Key.Key_Escape)
    for page in (FOUND, ROLLS, FOUND):
        audit.turn_to(page)
        settle()
    found = audit.beside.pages[FOUND].horizontalScrollBar()
    assert audit.findings.done.isVisible() and not found.maximum()
    audit.findings.done.click()
    settle(8)
    assert audit.findings.put.isVisible() and not found.maximum()
    view = audit.entry.view
    assert not audit.entry.spot
    assert view.rect().contains(view.center_of("KS").toPoint())


def test_the_tabs_and_the_sheet_keep_their_places_whatever_is_open(qtbot: Any, store: Settings) -> None:
    audit = desk_of(qtbot, store)
    places = set()
    for page in (FOUND, ROLLS, FORM, FOUND):
        audit.turn_to(page)
        settle()
        tab = audit.beside.tabs.findChildren(Tab)[0]
        corner = tab.mapTo(audit, tab.rect().topLeft())
        places.add((corner.x(), corner.y(), tab.width(), audit.entry.geometry().getRect()))
    assert len(places) == 1
