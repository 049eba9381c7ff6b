"""Calling the dice: roll after roll of a code, remembered, saved as a list that the check reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.audit_files import Entered, rolls_in
from rollwrite_desktop.play.open_game import options_of, sheet_of
from rollwrite_desktop.ui.shell.settings import Settings
from rollwrite_desktop.ui.table.caller_page import CallerPage

CALLED = {"rolling_america": 24, "hexroller": 7}


@pytest.fixture
def caller(qtbot: Any, store: Settings) -> Any:
    def make(game_id: str = "") -> CallerPage:
        made = CallerPage(game_id, store)
        qtbot.addWidget(made)
        return made

    return make


@pytest.mark.parametrize("game_id", ["rolling_america", "on_tour", "hexroller"])
def test_the_rolls_of_a_code_to_the_last(caller: Any, game_id: str) -> None:
    room = caller(game_id)
    room.code.setText("CLASS-7")
    room.code.editingFinished.emit()
    game, sheet = GAMES[game_id], sheet_of(GAMES[game_id], "", "sheet")
    wanted = game.print_kit.rolled(game.rules(sheet, options_of(game, {}, "")), "CLASS-7")
    room.show()
    while room.next.isEnabled():
        QTest.keyClick(room, Qt.Key.Key_Space)
        assert not room.grab().isNull()
    assert tuple(room.rolls) == wanted
    assert len(wanted) == CALLED.get(game_id, len(wanted)) > 5
    assert room.list.count() == len(wanted)
    QTest.keyClick(room, Qt.Key.Key_Space)
    assert len(room.rolls) == len(wanted)


def test_goes_on_where_it_was_left_and_anew_with_another_game(caller: Any) -> None:
    first = caller("hexroller")
    for _ in range(3):
        first.board.tapped.emit()
    again = caller()
    assert again.game.value == "hexroller"
    assert again.rolls == first.rolls
    again.begin()
    assert again.rolls == []
    assert again.code.text() != first.code.text()
    assert caller("on_tour").rolls == []


def test_a_spoilt_memory_counts_as_none(caller: Any, store: Settings) -> None:
    store.keep("caller", {"game": "hexroller", "sheet": "nowhere", "code": "AAAA-BBBB", "rolls": "9" * 30})
    assert caller().rolls == []


def test_the_saved_list_is_read_by_the_check(caller: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = caller("on_tour")
    for _ in range(6):
        room.roll()
    target = tmp_path / "rolls.txt"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    room.ask_file()
    game = GAMES["on_tour"]
    sheet = sheet_of(game, "", "sheet")
    assert rolls_in(target, Entered(game, sheet, Paper(game="on_tour")).notes) == tuple(map(str, room.rolls))


def typed(room: CallerPage, text: str) -> None:
    """Types a code and ends it with Enter, as people do."""
    room.code.setFocus()
    room.code.selectAll()
    QTest.keyClicks(room.code, text)
    QTest.keyClick(room.code, Qt.Key.Key_Return)


@pytest.mark.parametrize("text", ["P38A-WAKX", "R-P38A-WAKX-R", "p38a-wakx", "P38AWAKX", " r p38a wakx r "])
def test_a_code_brings_the_same_dice_however_it_is_written(caller: Any, text: str) -> None:
    room = caller("on_tour" if text.strip().upper().startswith("R") else "rolling_america")
    room.show()
    typed(room, text)
    assert room.game.value == "rolling_america" and room.code.text() == "P38A-WAKX"
    QTest.keyClick(room, Qt.Key.Key_Space)  # the key that rolls rolls, whatever was clicked or typed before
    assert [str(each) for each in room.rolls] == ["green 2, purple 2"]
    assert room.said.isHidden()


def test_a_mistyped_code_changes_nothing_and_free_text_is_said_to_be_one(caller: Any) -> None:
    room = caller("rolling_america")
    room.show()
    room.roll()
    before = list(room.rolls)
    typed(room, "R-P3BA-WAKX-R")
    assert room.rolls == before and "Did you mean R-P38A-WAKX-R?" in room.said.text()
    room.roll()
    assert room.rolls[:1] == before and len(room.rolls) == 2
    typed(room, "class 7")
    assert room.rolls == [] and "free text" in room.said.text()


def test_beginning_anew_asks_and_can_be_undone(caller: Any) -> None:
    room = caller("hexroller")
    room.show()
    room.anew.click()
    assert room.question is None  # nothing was called yet
    for _ in range(4):
        room.roll()
    called, code = list(room.rolls), room.code.text()
    room.anew.click()
    assert room.question is not None and room.rolls == called
    room.question.escapeButton().click()
    assert room.rolls == called
    room.anew.click()
    next(each for each in room.question.buttons() if each is not room.question.escapeButton()).click()
    assert room.rolls == [] and room.code.text() != code and not room.undo.isHidden()
    room.bring_back()
    assert (room.rolls, room.code.text(), room.undo.isHidden()) == (called, code, True)
    room.game.choose("on_tour")  # another game puts them away too
    room.bring_back()
    assert (room.game.value, room.rolls) == ("hexroller", called)
