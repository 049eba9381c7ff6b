"""The table page: what a tap answers, and who may write where. What the whole games do not see: the wrong taps."""

from __future__ import annotations

import pickle
import random
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QScrollArea, QWidget

from rollwrite_desktop.core.rules import Event, Score
from rollwrite_desktop.draw.display import diff
from rollwrite_desktop.gamekit.play.guide import Token
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games._dice import GAME as TWO_DICE
from rollwrite_desktop.intake import journals
from rollwrite_desktop.play.opening.open_game import reopen
from rollwrite_desktop.play.opening.simulation import finish
from rollwrite_desktop.play.table import snapshot
from rollwrite_desktop.play.table.table_session import LogLine
from rollwrite_desktop.ui.base import theme
from rollwrite_desktop.ui.base.background import Task
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.base.touch import TOUCH
from rollwrite_desktop.ui.kit import accessible
from rollwrite_desktop.ui.play.table import pace
from rollwrite_desktop.ui.play.table.results import Results
from rollwrite_desktop.ui.play.table.roll_correction import RollCorrectionDialog
from rollwrite_desktop.ui.play.table.side_tabs import COACH, DICE, LOG, PLAYERS, TURN
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.play.table.tray.token_buttons import DieButton
from tests.sampling import sampled
from tests.ui.conftest import PATIENCE, point, settle, wait_for, words
from tests.ui.readable import pixels


def click(table: TablePage, spot: str) -> None:
    QTest.mouseClick(table.view, Qt.MouseButton.LeftButton, pos=point(table.view, spot))
    settle()


def rolled(table: TablePage) -> TablePage:
    """After a roll, with the first die chosen."""
    table.roll()
    table.tap_token(next(spot for spot in table.tray.buttons if spot.startswith("die/")))
    settle()
    return table


def test_a_tap_writes_and_is_on_disk_at_once(seat: Any) -> None:
    table = rolled(seat("Ann"))
    spot = sorted(table.session.open("p1"))[0]
    click(table, spot)
    assert journals.read(table.path).lines[-1].do.split(" ")[1].startswith(f"{spot}=")
    assert not table.feedback.undo.isHidden()


def test_only_the_changed_marks_are_repainted(seat: Any) -> None:
    table = rolled(seat("Ann"))
    before = table.view.canvas.display
    click(table, sorted(table.session.open("p1"))[0])
    after = table.view.canvas.display
    assert before is not None and after is not None
    assert table.view.canvas.painted == diff(before, after).added
    assert 0 < len(table.view.canvas.painted) < len(after.marks) / 2
    piecewise = table.view.grab().toImage()
    table.view.repaint_all()
    whole = table.view.grab().toImage()
    # Thin lines come out by up to three of 255 steps otherwise under a clip; nobody sees it.
    steps = pixels(piecewise).view(np.uint8).astype(int) - pixels(whole).view(np.uint8)
    assert abs(steps).max() <= 4


def test_what_stays_on_the_tray_is_not_set_again(seat: Any) -> None:
    table = rolled(seat("Ann"))
    heard = list[QEvent.Type]()

    class Ear(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if isinstance(watched, QWidget) and (watched is table.tray or table.tray.isAncestorOf(watched)):
                heard.append(event.type())
            return False

    ear = Ear()
    app = QApplication.instance()
    assert app is not None
    app.installEventFilter(ear)
    table.tray.apply(table.snapshot.tray)
    for button in table.tray.buttons.values():
        button.show_token(button.token)
    settle()
    app.removeEventFilter(ear)
    kind = QEvent.Type
    assert not {kind.LayoutRequest, kind.ToolTipChange, kind.CursorChange} & set(heard)


def test_a_refusal_stands_where_the_tap_was_until_it_is_tapped(seat: Any) -> None:
    table = rolled(seat("Ann"))
    legal = table.view.among
    wrong = next(space.id for space in table.opened.sheet.spaces if space.id not in legal)
    for _ in range(2):
        click(table, wrong)
        bubble = table.feedback.bubble
        assert bubble.sentence
        assert table.rect().contains(bubble.geometry())
        assert abs(bubble.geometry().center().x() - table.feedback.tapped.x()) < bubble.width()
    QTest.mousePress(bubble, Qt.MouseButton.LeftButton)
    QTest.mouseRelease(bubble, Qt.MouseButton.LeftButton, pos=bubble.rect().bottomRight() + QPoint(9, 9))
    assert bubble.sentence, "slid off"
    QTest.mouseClick(bubble, Qt.MouseButton.LeftButton)
    assert not bubble.sentence
    assert table.snapshot.notice is None
    assert not any(mark.key.startswith("trouble/") for mark in table.view.canvas.display.marks)


def test_a_small_undo_beside_the_stroke(seat: Any) -> None:
    table = rolled(seat("Ann"))
    count = len(table.session.events)
    click(table, sorted(table.view.among)[0])
    QTest.mouseClick(table.feedback.undo, Qt.MouseButton.LeftButton)
    settle()
    assert len(table.session.events) == count
    assert table.feedback.undo.isHidden()


def test_a_card_covers_the_sheet_until_the_next_player_has_the_device(seat: Any) -> None:
    table = seat("Ann", "Bo", game="on_tour")
    while table.snapshot.next_player is None:
        ready = [spot for spot, button in table.tray.buttons.items() if spot.startswith("die/") and button.ready]
        if table.snapshot.question is not None:
            table.tap_token(table.snapshot.question.tokens[0].spot)
        elif table.view.among:
            table.tap(min(table.view.among))
        elif ready:
            table.tap_token(ready[0])
        else:
            table.roll()
    assert not table.card.isHidden() and table.card.size() == table.view.size()
    assert "Bo" in table.card.take.text()
    settle()
    assert table.actions_here.roll.text() == table.snapshot.tray.roll == "Bo’s turn", "as the button is, so is the menu"
    assert table.head.prompt.text() == "Ann · Your turn is finished. Pass the device to Bo."
    QTest.keyClick(table.card.take, Qt.Key.Key_Escape)
    assert table.card.isHidden() and (table.session.seat, table.isVisible()) == ("p1", True), "back to the sheet, not home"
    table.roll()
    QTest.mouseClick(table.card.take, Qt.MouseButton.LeftButton)
    assert table.card.isHidden()
    assert (table.session.seat, table.snapshot.shown) == ("p2", "p2")


@pytest.mark.parametrize("game", ["rolling_america", "on_tour", "hexroller"])
def test_three_players_are_in_sight_on_a_small_screen(seat: Any, game: str) -> None:
    table = seat("Ann", "Ben", "Cem", game=game)
    table.open_tab(PLAYERS)
    table.window().resize(1366, 708)  # a screen of 768, with its bar and the window's title
    settle()
    sheets = table.others.sheets.values()
    places = [QRect(sheet.mapTo(table.others.viewport(), QPoint(0, 0)), sheet.size()) for sheet in sheets]
    assert len(places) == 3 and all(table.others.viewport().rect().contains(place) for place in places)
    assert not table.others.verticalScrollBar().isVisible()


def test_eight_players_are_in_sight_and_told_apart(seat: Any, store: Settings) -> None:
    """However large texts are; of long names the middle is left out, as those of computer players differ in their ends."""
    for text in ("100", "150", "200"):
        store.prefer(text=text)
        table = seat("Ann", *(f"Medium {n}*" for n in range(1, 8)))
        table.open_tab(PLAYERS)
        settle(4)
        assert not table.others.verticalScrollBar().maximum(), text
        sheets = [*table.others.sheets.values()]
        assert all(sheet.height() >= TOUCH for sheet in sheets)
        words = [sheet.rect().adjusted(sheet._picture().right() + 1, 0, 0, 0) for sheet in sheets]  # without the sheet
        seen = {bytes(sheet.grab(place).toImage().constBits()) for sheet, place in zip(sheets, words, strict=True)}
        assert len(seen) == 8, text


@pytest.mark.parametrize("game", ["hexroller", "rolling_america"])
def test_dice_that_tumble_show_neither_a_face_nor_a_count(seat: Any, game: str) -> None:
    table = seat("Ann", game=game)
    table.roll()
    dice = [button for button in table.tray.buttons.values() if isinstance(button, DieButton)]
    lies = [button.grab().toImage() for button in dice]
    table.tray.tumble()
    assert all(die.tumble is not None for die in dice), "nothing is seen of how they lie, nor of what did not come"
    table.tray.skip()
    table.tray._tumbled(0.5)
    die = max(dice, key=lambda each: each.token.count)
    shown, token = die.grab().toImage(), die.token
    die.token = replace(token, text="6" if token.text != "6" else "5")
    assert die.grab().toImage() == shown, "a face is seen that the prompt may not tell"
    die.token = token
    if game == "hexroller":
        beside = QRect(round(die.painted_side) + 20, 0, die.width() - round(die.painted_side) - 20, die.height())
        assert len(np.unique(pixels(die.grab(beside).toImage()))) == 1
    table.tray._settled()
    assert [button.grab().toImage() for button in dice] == lies


def test_the_sheet_is_framed_for_keys_only(seat: Any) -> None:
    """A press beside the sheet takes the keyboard's frame away, and the next key brings it back."""
    table = seat("Ann", game="hexroller")
    QTest.mouseClick(table.tray.roll, Qt.MouseButton.LeftButton)
    settle()
    assert table.view.hasFocus() and not table.view.keyed
    QTest.keyClick(table.view, Qt.Key.Key_Right)
    assert table.view.keyed and table.view.cursor_spot
    table.tray.skip()
    QTest.mouseClick(next(each for each in table.tray.buttons.values() if each.ready), Qt.MouseButton.LeftButton)
    assert not table.view.keyed


def test_a_line_of_the_log_leads_back(seat: Any) -> None:
    table = rolled(seat("Ann"))
    click(table, sorted(table.view.among)[0])
    now = table.view.canvas.display
    table.log.lines.itemClicked.emit(table.log.lines.item(0))
    settle()
    assert table.view.canvas.display != now
    assert not table.log.now.isHidden() and not table.tray.isEnabled()
    QTest.mouseClick(table.log.now, Qt.MouseButton.LeftButton)
    settle()
    assert table.view.canvas.display == now


def test_a_computer_player_moves_by_itself_and_only_while_it_is_seen(seat: Any, window: Any, qtbot: Any) -> None:
    table = rolled(seat("Ann", "Bo"))
    window.go.print_game(table.opened)
    table.hand_over("p2")
    settle(5)
    assert table.session.compelled("p2")
    window.page.left.emit()
    qtbot.waitUntil(lambda: not table.session.compelled("p2"), timeout=PATIENCE)


def test_a_strong_computer_player_thinks_beside_the_window(seat: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = rolled(seat("Ann", "Bo"))
    asked = []
    monkeypatch.setattr(Task, "ask", lambda task: asked.append(task))
    table.hand_over("p2")
    table.pace.think()
    job = table.session.thought_job()
    assert len(asked) == 1 and job is not None
    assert table.session.compelled("p2")
    before = table.session.state_for("p2")
    thought = pickle.loads(pickle.dumps(next(pickle.loads(pickle.dumps(job))())))
    again = table.session.opened.game.think.bots["hard"](table.session.rules, before, "p2", random.Random(1))
    assert (thought.player, thought.state, thought.move) == ("p2", before, again)
    stale = replace(thought, state=None)
    asked[0].given.emit(stale)
    assert table.session.state_for("p2") == before
    table.pace.think()
    asked[-1].given.emit(thought)
    assert table.session.events[-1].by == "p2" and table.session.events[-1].move == thought.move


def test_where_the_worker_fails_a_computer_player_moves_all_the_same(seat: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = rolled(seat("Ann", "Bo"))
    asked = []
    monkeypatch.setattr(Task, "ask", lambda task: asked.append(task))
    table.hand_over("p2")
    table.pace.think()
    asked[0].failed.emit("This stopped unexpectedly.")
    assert table.session.events[-1].by == "p2"


def test_taking_a_roll_back_asks_first_where_moves_go_with_it(seat: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = rolled(seat("Ann"))
    click(table, sorted(table.view.among)[0])
    asked = []
    monkeypatch.setattr(table, "_confirmed", lambda n: bool(asked.append(n)))
    table.take_back()
    assert asked == [1] and len(table.session.events) > 1
    monkeypatch.setattr(table, "_confirmed", lambda _: True)
    table.take_back()
    assert not table.session.events


def test_mistakes_are_told_with_the_result(qtbot: Any) -> None:
    results = Results({"p1": "Ann"}, {})
    qtbot.addWidget(results)
    mistakes = tuple(f"Mistake {i}" for i in range(8))
    results.apply(snapshot.Results((Score("p1", 6, (), 0, 1),), mistakes, {"p1": 2}, "p1", ()), False)
    assert results.mistakes.text().splitlines()[-1] == "and 2 more"
    assert results.mistakes.isVisibleTo(results) and results.isAncestorOf(results.mistakes)


def test_the_record_opens_at_its_end(seat: Any) -> None:
    table = seat("Ann", "Bo")
    lines = (LogLine(i, "p1", f"A long line {i} that takes two rows of the record") for i in range(60))
    table.log.apply(tuple(lines), looking=False)
    table.tabs.open(1)
    settle()
    bar = table.log.lines.verticalScrollBar()
    assert 0 < bar.value() == bar.maximum()


def test_a_die_that_shows_a_sign_tumbles(seat: Any) -> None:
    tray = rolled(seat("Ann")).tray
    tray.show_tokens((Token("die/star", "die", "★", "a star", "ready"),))
    tray._tumbled(0.5)
    assert isinstance(tray.buttons["die/star"], DieButton) and tray.buttons["die/star"].tumble


def test_many_parts_of_a_score_go_down(qtbot: Any) -> None:
    results = Results({"p1": "Ann"}, {f"part{i}": f"Part {i}" for i in range(12)})
    qtbot.addWidget(results)
    parts = tuple((f"part{i}", 3 * (i % 6 == 1)) for i in range(12))
    results.show_scores((Score("p1", 6, parts, 0, 1),))
    shown = {label.text() for label in results.findChildren(QLabel)}
    assert {f"Part {i}" for i in range(12)} <= shown
    assert results.sizeHint().width() < 400


def test_typed_dice_leave_the_window_its_size(seat: Any) -> None:
    table = seat("Ann", dice="real")
    table.window().resize(1280, 800)
    settle()
    for _ in range(2):
        table.tray.entry.line.setText("b4 w2")
        QTest.keyClick(table.tray.entry.line, Qt.Key.Key_Return)
        settle()
        table.session.take_back()
        table.after(table.model.corrected)
        settle()
        assert table.window().height() == 800


@pytest.mark.parametrize("game", ["on_tour", "hexroller"])
def test_digits_are_real_dice_wherever_the_keyboard_is(seat: Any, game: str) -> None:
    """Not a power whose key they are after the roll, nor the magnifier of the sheet."""
    table = seat("Ann", game=game, dice="real")
    entry = table.tray.entry
    digits = sorted(table.snapshot.tray.digits)
    assert digits == [str(face) for face in entry._rows(entry._ask)[1]]
    assert not [token for token in table.snapshot.tray.tokens if token.key in digits]
    for digit in digits:
        table.view.setFocus()
        QTest.keyClick(table.view, digit)
        assert (entry.line.text(), entry.line.hasFocus()) == (digit, True)
        entry.line.clear()
    while not table.snapshot.tray.tokens or table.snapshot.tray.entry is not None:
        table.model.roll(table.session.session.digital().move)
        table._apply(table.model.snapshot)
    assert [token for token in table.snapshot.tray.tokens if token.key in digits], "and after the roll they are keys again"


def test_a_letter_and_a_digit_are_a_real_die_wherever_the_keyboard_is(seat: Any) -> None:
    """And not a space that begins so and a power: R is Rhode Island too, and 5 is the dupe."""
    table = seat("Ann", dice="real")
    entry = table.tray.entry
    for _ in range(2):  # the second time with a dupe to be had
        for first in ("r5", "y4"):
            table.view.setFocus()
            for sign in first:
                QTest.keyClick(table.focusWidget(), sign)
            assert (entry.line.text(), entry.line.hasFocus(), table.snapshot.notice) == (first, True, None)
            entry.line.clear()
        table.model.roll(table.session.rules.read("blue 4, wild 2"))
        table._apply(table.model.snapshot)
        while table.session.compelled("p1"):
            table.tap(min(table.snapshot.taps.open))
            if table.snapshot.question is not None:
                table.tap_token(table.snapshot.question.tokens[0].spot)
    table.view.setFocus()
    QTest.keyClick(table.view, Qt.Key.Key_Right)
    QTest.keyClick(table.view, "5")
    assert [token.spot for token in table.snapshot.tray.tokens if token.state == "chosen"] == ["power/dupe"]


def test_rolls_without_a_turn_are_typed_one_after_the_other(seat: Any) -> None:
    """Both of the set-up; the sheet has the keyboard as soon as something is to be written."""
    table = seat("Ann", game="on_tour", dice="real")
    line = table.tray.entry.line
    for typed in ("58 wv mn", "30 ar pa"):
        line.setFocus()
        QTest.keyClicks(line, typed)
        QTest.keyClick(line, Qt.Key.Key_Return)
        assert table.snapshot.tray.entry is not None and line.hasFocus() and not line.text()
    QTest.keyClicks(line, "37 ks id nv")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert table.view.hasFocus()


def test_a_refused_roll_stays_to_be_corrected(seat: Any) -> None:
    line = seat("Ann", dice="real").tray.entry.line
    line.setText("b4 w9")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert line.text() == "b4 w9"
    line.setText("b4 w2")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert line.text() == ""


def test_real_dice_are_tapped_typed_and_corrected(seat: Any) -> None:
    table = seat("Ann", dice="real")
    entry = table.tray.entry
    assert not entry.isHidden()
    table.tap("TX")
    assert table.snapshot.notice.sentence == "Enter the roll first.", "it may lie on the table"
    cells = list(entry.cells.values())
    for cell in (cells[0], cells[8]):
        QTest.mouseClick(cell, Qt.MouseButton.LeftButton)
    settle()
    assert [str(die) for die in (cells[0].die, cells[8].die)] == str(table.session.events[0].move).split(", ")
    table.tray.take_back.click()
    correction = table.findChild(RollCorrectionDialog)
    correction.entry.line.setText("b4 w2")
    QTest.keyClick(correction.entry.line, Qt.Key.Key_Return)
    assert str(table.session.events[0].move) == "blue 4, wild 2"


def test_what_the_prompt_offers_has_its_button_beside_the_real_dice(seat: Any, window: Any) -> None:
    """Both dice are written: a dupe is in sight, and goes again with the dice that are entered. Also with a touchscreen,
    whose menu bar is higher: a test before may have made one for the whole process."""
    window.resize(1366, 768)
    table = seat("Ann", dice="real")
    entry, dupe = table.tray.entry, table.tray.buttons["power/dupe"]
    assert dupe.token.state == "off", "before the first roll there is nothing to dupe"
    table.roll(table.session.rules.read("blue 4, red 2"))
    for spot in ("IN", "PA"):
        table.tap(spot)
    settle(8)
    assert "Dupe" in table.snapshot.sentence and entry.isVisible()
    assert dupe.isVisible() and not dupe.visibleRegion().isEmpty()
    assert not [button for spot, button in table.tray.buttons.items() if spot.startswith("die/") and button.isVisible()]
    above = entry.mapTo(table, QPoint(0, 0))
    QTest.mouseClick(dupe, Qt.MouseButton.LeftButton)
    table.tap(min(table.snapshot.taps.open))
    settle(8)
    assert any("Dupe" in str(event.move) for event in table.session.events)
    assert entry.isVisible() and entry.mapTo(table, QPoint(0, 0)) == above and dupe.token.state == "off"
    table.roll(table.session.rules.read("green 1, yellow 3"))
    assert not entry.isVisible() and dupe.isVisible()


def test_a_bonus_taken_while_real_dice_are_entered_moves_nothing(seat: Any, window: Any) -> None:
    """Its dice come up in the place of the line; what is tapped stays."""
    window.resize(1280, 800)
    table = seat("Ann", game="hexroller", dice="real")
    table.roll(table.session.rules.read("3 3 4 4 5 5 6 6"))
    while table.snapshot.tray.entry is None:
        asked = table.snapshot.question
        table.tap(min(table.view.among)) if asked is None else table.tap_token(asked.tokens[0].spot)
    settle(8)
    fixed = (table.tabs, table.tray.buttons["power/third"])
    before = [QRect(each.mapTo(table, QPoint(0, 0)), each.size()) for each in fixed]
    table.view.setFocus()
    QTest.keyClick(table.view, "3")
    assert table.tray.entry.line.text() == "3" and table.tray.entry.line.hasFocus(), "a digit is meant for the roll"
    table.tap_token("power/third")
    settle(8)
    assert not table.tray.entry.isVisible() and table.tray.entry.faces.isVisible()
    assert any(each.isVisible() for each in table.tray.buttons.values() if each.token.kind == "die")
    assert [QRect(each.mapTo(table, QPoint(0, 0)), each.size()) for each in fixed] == before


def test_all_real_dice_are_in_sight_in_the_first_window(seat: Any, window: Any) -> None:
    """They are a page of the tabs while they are asked for; then comes the page that was open before, all of it in sight.
    Who types them with another page open keeps that."""
    window.resize(1280, 800)
    table = seat("Ann", dice="real")
    settle(8)
    last, tabs, rules = table.tray.entry.cells[6, 6], table.tabs, table.session.rules
    assert last.die.name == "wild" and last.visibleRegion().boundingRect() == last.rect()
    table.roll(rules.read("green 1, yellow 3"))
    assert tabs.current == COACH and not last.isVisible()
    table.tap_token("die/green")
    table.tap(min(table.view.among))
    settle(8)
    lesson = table.coach.lesson
    assert lesson.text() and lesson.visibleRegion().boundingRect() == lesson.rect()
    table.open_tab(TURN)
    assert tabs.current == COACH, "no dice are asked for"
    table.tap(min(table.view.among))
    assert table.snapshot.tray.entry is not None and tabs.current == DICE
    tabs.open(LOG)
    for move, writes in (("red 1, blue 3", 2), ("orange 4, purple 2", 0)):
        table.roll(rules.read(move))
        for _ in range(writes):
            table.tap(min(table.view.among))
        assert tabs.current == LOG
    assert table.snapshot.tray.entry is None


RA, HEXES = "rolling_america", "hexroller"


@sampled("game, typed, why", [
    (RA, "x", ""), (RA, "x4", "'x'"), (RA, "b9", "No die shows 9"), (RA, "b4 r", ""), (RA, "b4 r2 g1", "Expected 2"),
    (RA, "b4 b5", "Blue is in the bag only once"), (RA, "b4 r2", ""),
    (HEXES, "3345", ""), (HEXES, "3342", "No die shows 2"), (HEXES, "334455667", "Expected 8"), (HEXES, "33445566", ""),
    ("on_tour", "3", ""), ("on_tour", "37 tx ca", ""),
], 2, lambda case: (case[0], bool(case[2])))
def test_an_impossible_roll_is_explained_before_enter(game: str, typed: str, why: str, seat: Any) -> None:
    """And no longer once it is corrected; nothing that is tapped moves meanwhile."""
    table = seat("Ann", game=game, dice="real")
    entry = table.tray.entry
    cell = next(iter(entry.cells.values()))
    places = lambda: [widget.mapTo(table, QPoint(0, 0)) for widget in (cell, entry.line, *table.tray.buttons.values())]  # noqa: E731
    before = places()
    entry.take_focus()
    QTest.keyClicks(entry.line, typed)
    settle()
    told = words(entry, "wrong")
    assert why in told[0] if why else not told
    assert not table.session.events and places() == before
    if why:  # nor after it, in the same words
        QTest.keyClick(entry.line, Qt.Key.Key_Return)
        settle()
        assert words(entry, "wrong") == told and not table.session.events and places() == before
    entry.line.selectAll()
    QTest.keyClick(entry.line, Qt.Key.Key_Delete)
    assert not words(entry, "wrong") and words(entry)


def test_a_game_without_corrections_takes_the_roll_back(seat: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "_dice", TWO_DICE)
    table = seat("Ann", game="_dice", dice="real")
    table.roll(table.session.rules.read("4 5"))
    table.tray.take_back.click()
    assert not table.session.events and table.findChild(RollCorrectionDialog) is None
    assert not table.tray.entry.isHidden()


def corrected(seat: Any) -> tuple[Any, Any]:
    """A table of two with a roll after the first, and the dialog with the first one chosen."""
    table = seat("Ann", "Bo", dice="real")
    side = table.session
    for player, move in (("chance", "blue 4, wild 2"), ("p1", "blue IN=4"), ("p1", "wild HI=2"), ("p1", "done"),
                         ("p2", "wild AK=2"), ("p2", "blue ND=4"), ("p2", "done"), ("chance", "red 3, green 3")):
        assert side.session.submit(Event(player, side.rules.read(move))) is None
    table.after(table.model.corrected)
    table.tray.take_back.click()
    dialog = table.findChild(RollCorrectionDialog)
    assert dialog.which.count() == 2
    dialog.which.setCurrentIndex(1)
    return table, dialog


def test_a_list_of_rolls_is_taken_roll_by_roll_with_enter(seat: Any, tmp_path: Path) -> None:
    table = seat("Ann", dice="real")
    line, supply = table.tray.entry.line, table.tray.supply
    assert supply.begin.text() == "List …" and supply.begin.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextBesideIcon
    QGuiApplication.clipboard().setText("1. b4 w2\n2. r1 g2\n3. y6 p1\n")
    QTest.keySequence(line, QKeySequence(QKeySequence.StandardKey.Paste))
    assert line.text() == "B4 W2" and supply.about.text() == "3 rolls to come"
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert [str(event.move) for event in table.session.events] == ["blue 4, wild 2"]
    played_out(table)
    assert line.text() == "R1 G2"
    line.setText("r3 g2")  # another one was rolled after all
    QTest.keyClick(line, Qt.Key.Key_Return)
    played_out(table)
    assert line.text() == "Y6 P1"
    file = tmp_path / "rolls.txt"
    file.write_text("y1 p2\n")
    assert table.take_files([file]) and line.text() == "Y1 P2"
    supply.drop.click()
    assert line.text() == "" and supply.lines == () and not supply.begin.isHidden()
    supply.lists.take_text("no rolls at all\nat all", "Copied text")
    assert words(table.tray.entry, "wrong")


def played_out(table: Any) -> None:
    """The turn to its end, with the first move there is each time."""
    session = table.session
    while session.compelled("p1"):
        assert session.session.submit(Event("p1", next(iter(session.rules.moves(session.state, "p1"))))) is None
    table.after(table.model.resume)


def test_what_a_correction_changes_is_shown_while_it_is_typed(seat: Any) -> None:
    table, dialog = corrected(seat)
    before = table.session.events
    assert not dialog.apply.isEnabled() and not dialog.changes.isVisible()
    assert dialog.focusWidget() is dialog.entry.line and "What was really rolled?" in words(dialog.entry)
    QTest.keyClicks(dialog.entry.line, "b5 w")
    assert not dialog.apply.isEnabled() and not words(dialog.entry, "wrong")
    QTest.keyClicks(dialog.entry.line, "2")
    assert dialog.apply.isEnabled() and dialog.changes.isVisible()
    shown = dialog.changes.text()
    assert shown.startswith("Round 1, roll 1 · Rolled: Blue 5, Wild 2\n")
    assert "Round 1, roll 1: Ann plays again, instead of Blue 4 in Indiana." in shown
    assert "Round 1, roll 1: Bo plays again, instead of Blue 4 in North Dakota." in shown
    QTest.keyClick(dialog.entry.line, Qt.Key.Key_Backspace)
    assert not dialog.apply.isEnabled() and not dialog.changes.isVisible()
    assert table.session.events == before


def test_enter_corrects_what_is_typed_and_the_game_goes_on(seat: Any) -> None:
    table, dialog = corrected(seat)
    side = table.session
    QTest.keyClicks(dialog.entry.line, "b5 w2")
    QTest.keyClick(dialog.entry.line, Qt.Key.Key_Return)
    assert dialog.result() == RollCorrectionDialog.DialogCode.Accepted
    assert [side.rules.write(event.move) for event in side.events] == [
        "blue 5, wild 2", "wild HI=2", "wild AK=2", "red 3, green 3"]
    assert side.compelled("p1") and side.seat == "p1"
    assert table.snapshot.sentence.startswith("Ann · Still to do: Round 1, roll 1.")
    assert "die/blue" in table.tray.buttons and "die/red" not in table.tray.buttons
    again = reopen(journals.read(Path(table.path)), "again")
    assert again.session.state == side.session.state and not again.read_only


@pytest.mark.parametrize("typed", ["", "b9 w2", "q4 w2", "b4", "hello"])
def test_enter_never_discards_and_corrects_nothing_that_is_impossible(seat: Any, typed: str) -> None:
    table, dialog = corrected(seat)
    before = table.session.events
    QTest.keyClicks(dialog.entry.line, typed)
    QTest.keyClick(dialog.entry.line, Qt.Key.Key_Return)
    assert dialog.isVisible() and not dialog.apply.isEnabled()
    assert dialog.entry.line.text() == typed and words(dialog.entry, "wrong")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible() == bool(typed)  # asks first if something is typed
    if typed:
        next(each for each in dialog.question.buttons() if "Discard" in each.text()).click()
    assert not dialog.isVisible() and table.session.events == before


def test_tapped_dice_are_shown_before_they_count(seat: Any) -> None:
    table, dialog = corrected(seat)
    cells = {str(cell.die): cell for cell in dialog.entry.cells.values()}
    for die in ("blue 6", "wild 2"):
        QTest.mouseClick(cells[die], Qt.MouseButton.LeftButton)
    assert dialog.changes.text().startswith("Round 1, roll 1 · Rolled: Blue 6, Wild 2\n")
    assert str(table.session.events[0].move) == "blue 4, wild 2"
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert str(table.session.events[0].move) == "blue 6, wild 2"


@sampled("text, size", [*product((1.0, 1.3, 2.0), ((1280, 800), (800, 1280)))], 6, lambda case: case[1])
def test_a_roll_with_cards_is_corrected_in_full_sight(
    seat: Any, window: Any, size: tuple[int, int], text: float
) -> None:
    """A long line of cards makes nothing wider than the dialog, and what was really rolled is said as the list says it."""
    theme.set_larger(text)
    window.resize(*size)
    table = seat("Ann", game="on_tour", dice="real")
    for roll in ("38cawa", "47txil", "55tngafl"):
        QTest.keyClicks(table.tray.entry.line, roll)
        QTest.keyClick(table.tray.entry.line, Qt.Key.Key_Return)
    settle()
    table.take_back()
    settle(6)
    dialog = table.findChild(RollCorrectionDialog)
    assert all(area.horizontalScrollBar().maximum() == 0 for area in dialog.findChildren(QScrollArea))
    assert dialog.width() <= window.width()
    QTest.keyClicks(dialog.entry.line, "66tngafl")
    said, _ = dialog.changes.text().split("\n", 1)
    assert said == dialog.which.currentText().replace("5 5", "6 6") and "Tennessee" in said
    assert "Press Enter to correct the roll." in words(dialog.entry)
    dialog.entry.line.clear()
    QTest.keyClicks(dialog.entry.line, "66ilgafl")
    assert "The card of Illinois has already come up." in words(dialog.entry) and not dialog.apply.isEnabled()
    QTest.keyClicks(dialog.entry.line, "\b")
    assert not words(dialog.entry, "wrong")


@pytest.mark.parametrize(("typed", "why"), [("b9 w2", "shows 9"), ("q4 w2", "starts with"), ("b4", "2 dice")])
def test_real_dice_that_cannot_be(seat: Any, typed: str, why: str) -> None:
    table = seat("Ann", dice="real")
    entry = table.tray.entry
    entry.line.setText(typed)
    QTest.keyClick(entry.line, Qt.Key.Key_Return)
    assert why in words(entry, "wrong")[0]
    assert not table.session.events


def test_escape_and_keys_of_the_tray(seat: Any) -> None:
    table = rolled(seat("Ann"))
    QTest.keyClicks(table.view, "4")
    assert table.tray.buttons["power/guard"].token.state == "chosen"
    QTest.keyClick(table.view, Qt.Key.Key_Escape)
    assert table.tray.buttons["power/guard"].token.state != "chosen"


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280), (1920, 1080)])
def test_the_sheet_gets_its_room_and_nothing_is_cut_off(seat: Any, size: tuple[int, int]) -> None:
    table = rolled(seat("Ann", "Bo", "Cy", "Di"))
    table.window().resize(*size)
    settle(5)
    sheet = table.view.canvas.sheet
    assert table.view.rect().contains(sheet.toAlignedRect())
    if size == (1280, 800):
        assert sheet.width() >= 880 and sheet.height() >= 660
    tray, head = table.tray, table.head
    for widget in (tray, tray.roll, head.prompt, head.undo, *tray.buttons.values()):
        assert table.rect().contains(widget.mapTo(table, QPoint(0, 0)))
        assert table.rect().contains(widget.mapTo(table, widget.rect().bottomRight()))


def test_larger_text_leaves_the_sheet_its_room(seat: Any, store: Any) -> None:
    store.prefer(text="125")
    table = rolled(seat("Ann"))
    settle(5)
    assert table.view.canvas.sheet.width() >= 870


def test_a_picture_and_a_copy_are_saved(seat: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = rolled(seat("Ann"))
    for name, act in (("a.png", table.save_picture), ("b.rollwrite", table.save_copy)):
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, name=name: (str(tmp_path / name), ""))
        act()
        assert (tmp_path / name).stat().st_size > 100
    assert journals.read(tmp_path / "b.rollwrite").lines == journals.read(table.path).lines


@sampled("game", ["rolling_america", "on_tour", "hexroller"], 3)
def test_with_very_large_texts_nothing_that_is_pressed_in_a_turn_is_out_of_sight(
    seat: Any, store: Settings, game: str
) -> None:
    store.prefer(text="200")
    table = seat("Ann", game=game)
    while not table.snapshot.taps.open:
        table.roll()
    settle(5)
    pressed = (*table.tray.buttons.values(), table.tray.roll)
    assert [each for each in pressed if each.visibleRegion().boundingRect() != each.rect()] == []
    table.tabs.open(LOG)
    assert not table.tray.isVisible()
    table.tap(next(iter(table.snapshot.taps.open)))
    assert table.tabs.current == TURN and table.tray.isVisible(), "whoever plays on sees the dice"
    finish(table.opened.session, dict.fromkeys(table.opened.session.players, table.opened.game.think.bots["easy"]))
    table.after(table.model.corrected)
    settle()
    results = table.results
    pressed = (results.again, results.changes, results.replay, results.picture, results.print)
    assert [each for each in pressed if each.visibleRegion().boundingRect() != each.rect()] == []
    store.prefer(text="100")
    settle()
    assert not table.tabs.holds_turn and results.isVisible()


@sampled("game, touched", [*product(("rolling_america", "on_tour", "hexroller"), (False, True))], 6)
def test_dice_never_shrink_when_texts_grow(
    seat: Any, store: Settings, game: str, touched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a window of 1280 × 800 pixels a die is at every text size at least as large as with smaller texts, also where
    the heights of menus are those of fingers and stay."""
    monkeypatch.setattr(theme, "touched", lambda: touched)
    table = seat("Ann", game=game)
    table.window().resize(1280, 800)
    table.roll()
    sides = []
    for text in ("100", "125", "150", "200", "250", "300", "400"):
        store.prefer(text=text)
        settle()
        dice = [button for button in table.tray.buttons.values() if isinstance(button, DieButton)]
        sides.append(min(die.painted_side for die in dice))
    assert sides == sorted(sides) and sides[-1] > sides[0], sides


@pytest.mark.parametrize("game", ["rolling_america", "on_tour", "hexroller"])
def test_all_of_the_line_for_real_dice_is_in_sight(seat: Any, game: str) -> None:
    table = seat("Ann", game=game, dice="real")
    table.window().resize(1280, 740)
    table.window().activateWindow()
    settle()
    table.take_focus()
    settle()
    line = table.tray.entry.line
    assert line.hasFocus() and line.visibleRegion().boundingRect() == line.rect()


@pytest.mark.parametrize("key", [Qt.Key.Key_Home, Qt.Key.Key_Insert, Qt.Key.Key_PageUp, Qt.Key.Key_Backspace])
def test_a_key_that_means_nothing_at_a_table_says_so(seat: Any, monkeypatch: pytest.MonkeyPatch, key: Qt.Key) -> None:
    table, heard = seat("Ann"), list[str]()
    monkeypatch.setattr(accessible, "announce", lambda sentence, **_: heard.append(sentence))
    QTest.keyClick(table.view, key)
    settle()
    assert any("does nothing now." in sentence for sentence in heard)


@pytest.fixture
def rolls_at_once(store: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody likes dice that roll by themselves, and need not wait for them."""
    store.prefer(rolls="on")
    monkeypatch.setattr(pace, "ROLLS_MS", 0)


def test_dice_roll_by_themselves_where_nothing_else_is_left(seat: Any, store: Settings, rolls_at_once: None) -> None:
    """If that is liked: not the first time, not while a power can still be used, and not after something was undone."""
    table = seat("Ann", game="on_tour", code="TEST-2346")
    settle()
    assert not table.session.events, "the first roll begins the game"
    table.roll()
    wait_for(lambda: table.session.state.turns == 1)
    assert len(table.session.events) == 3, "the set-up rolls by itself"
    settle(8)
    assert len(table.session.events) == 3, "numbers are to be written first"
    write_turn(table)
    table.undo()
    settle(8)
    assert table.session.state.turns == 1 and table.session.state.part("p1").strokes == 1
    write_turn(table)
    wait_for(lambda: table.session.state.turns == 2)
    table.actions_here.rolls.trigger()
    assert store.preferences.rolls == "off"
    write_turn(table)
    settle(8)
    assert table.session.state.turns == 2 and table.snapshot.tray.only_roll
    table.undo()
    table.redo()
    store.prefer(rolls="on")
    wait_for(lambda: table.session.state.turns == 3)


def write_turn(table: TablePage) -> None:
    """Writes what is left of a turn, anywhere."""
    while table.session.state.part("p1").strokes:
        table.tap(min(table.view.among))
        if table.snapshot.question is not None:
            table.tap_token(table.snapshot.question.tokens[0].spot)


def test_a_roll_that_was_taken_back_does_not_come_again_by_itself(seat: Any, store: Settings, rolls_at_once: None) -> None:
    table = seat("Ann", game="on_tour", code="TEST-2346")
    table.roll()
    wait_for(lambda: table.session.state.turns == 1)
    write_turn(table)
    wait_for(lambda: table.session.state.turns == 2)
    table.after(table.model.take_back)
    settle(8)
    assert table.session.state.turns == 1 and table.snapshot.tray.only_roll
    table.undo()
    settle(8)
    assert table.session.state.part("p1").strokes == 1


def test_no_dice_roll_by_themselves_while_a_dupe_is_left(seat: Any, store: Settings, rolls_at_once: None) -> None:
    table = seat("Ann")
    table.roll()
    while table.session.state.part("p1").hand:
        table.tap(min(table.view.among))
        if table.snapshot.question is not None:
            table.tap_token(table.snapshot.question.tokens[0].spot)
    settle(8)
    assert "Dupe" in table.snapshot.sentence and len(table.session.state.rolls) == 1
