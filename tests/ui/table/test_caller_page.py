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
