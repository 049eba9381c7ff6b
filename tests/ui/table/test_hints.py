"""A hint is taken by Enter, or by a tap where it is shown, whatever was selected before."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest

from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.play.table.table_session import TableSession
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.sampling import sampled
from tests.ui.conftest import new_game, settle
from tests.ui.speech import heard, press
from tests.ui.table.test_reading_aloud import begun

__all__ = ["heard"]
LENGTHS = {"rolling_america": 20, "hexroller": 30, "on_tour": 20}
"""How many moves of a game are hinted at."""


def at_table(window: MainWindow, head: str, path: Path) -> TablePage:
    window.go.show_table(begun(head, path), path)
    assert isinstance(window.page, TablePage)
    window.activateWindow()
    settle()
    return window.page


def hinted_moves(table: TablePage, luck: random.Random, take: Callable[[], object], wanted: int) -> set[str]:
    """Moves at random are hinted at and taken; the kinds of those moves."""
    session, kinds = table.session, set()
    while wanted and not session.over:
        for spot in luck.sample(sorted(table.tray.buttons), 2):  # something else is selected, or done
            table.tap_token(spot)
        table.after(table.model.escape)
        if not session.can_hint():
            table.roll()
            settle()
            continue
        before = len(session.events)
        press(table, "Ctrl+H")
        hint = session.current_hint
        assert hint is not None and hint.move is not None
        take()
        settle()
        assert Event("p1", hint.move) in session.events[before:], (hint.text, table.snapshot.sentence)
        kinds.add(type(hint.move).__name__)
        wanted -= 1
    return kinds


@pytest.fixture
def any_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any legal move is hinted at, so that powers and the end of a turn are among them too."""
    luck = random.Random(4)
    monkeypatch.setattr(TableSession, "hint_job", lambda _: None)

    def some(_: Any, rules: Any, state: Any, player: str) -> Any:
        moves: dict[str, list[Any]] = {}
        for move in rules.moves(state, player):
            moves.setdefault(type(move).__name__, []).append(move)
        return luck.choice(moves[luck.choice(sorted(moves))])

    monkeypatch.setattr("rollwrite_desktop.play.table.table_session.best_stroke", some)


@sampled("game", [*LENGTHS], 3)
def test_enter_takes_a_hint(window: MainWindow, tmp_path: Path, game: str, any_move: None) -> None:
    table = at_table(window, f"{game}, TEST-2345, 0 events", tmp_path / "a.rollwrite")
    kinds = hinted_moves(table, random.Random(2), lambda: press(table, "Return"), LENGTHS[game])
    assert kinds >= {"rolling_america": {"Write", "Dupe", "Done"}, "hexroller": {"Write", "Boxes", "Two", "Extra"},
                     "on_tour": {"Write"}}[game]


@sampled("game", [*LENGTHS], 3)
def test_a_tap_where_it_is_shown_takes_a_hint(window: MainWindow, tmp_path: Path, game: str, any_move: None) -> None:
    table = at_table(window, f"{game}, TEST-2345, 8 events", tmp_path / "a.rollwrite")

    def tap() -> None:
        view, spot = table.view, table.model.hinted
        shown = view.place_of(spot).isValid()
        at = view.center_of(spot).toPoint() if shown else table.tray.roll.rect().center()
        QTest.mouseClick(view if shown else table.tray.roll, Qt.MouseButton.LeftButton, pos=at)

    assert hinted_moves(table, random.Random(3), tap, 12)


def test_a_hint_lays_the_pencil_down(window: MainWindow, tmp_path: Path, any_move: None) -> None:
    table = at_table(window, "rolling_america, TEST-2345, 2 events", tmp_path / "a.rollwrite")
    table.toggle_pencil()
    assert table.snapshot.pencil is not None
    press(table, "Ctrl+H")
    assert table.snapshot.pencil is None
    before = len(table.session.events)
    press(table, "Return")
    assert len(table.session.events) > before


def test_before_the_roll_a_hint_asks_for_it_and_enter_rolls(window: MainWindow, tmp_path: Path) -> None:
    table = at_table(window, "hexroller, TEST-2345, 0 events", tmp_path / "a.rollwrite")
    press(table, "Ctrl+H")
    assert table.snapshot.notice is not None and table.snapshot.notice.asked
    assert table.snapshot.notice.sentence == "Roll first."
    bubble, roll = table.feedback.bubble, table.tray.roll
    said, button = bubble.geometry(), QRect(roll.mapTo(table, QPoint(0, 0)), roll.size())
    assert bubble.isVisible() and not said.intersects(button)
    assert said.adjusted(-60, -60, 60, 60).intersects(button), "beside what it speaks of, not over the sheet's title"
    assert not table.view.cursor_spot
    table.view.setFocus()
    table.view.move_cursor("a1")  # where somebody was when the turn ended
    press(table, "Ctrl+H")
    press(table, "Return")
    assert len(table.session.events) == 1


def test_enter_takes_a_hint_after_the_button_was_pressed(window: MainWindow, tmp_path: Path) -> None:
    """Pass keeps the keyboard, as it can be pressed in the next turn, too; what is advised then is on the board."""
    path = tmp_path / "a.rollwrite"
    window.go.show_table(new_game(path, "Ann", "Bo", game="ligretto_dice", code="TEST-2345", pace="turns"), path)
    table = window.page
    assert isinstance(table, TablePage)
    table.roll()
    settle()
    while table.session.events and not any(spot in table.snapshot.taps.open for spot in table.opened.sheet.space):
        table.roll()
        settle()
    table.tray.roll.setFocus()
    press(table, "Ctrl+H")
    hint = table.session.current_hint
    assert hint is not None and hint.text.startswith("Place")
    press(table, "Return")
    assert table.session.events[-1].move == hint.move


@pytest.mark.parametrize("by_key", [False, True])
def test_the_ring_of_a_hint_goes_with_it(window: MainWindow, tmp_path: Path, any_move: None, by_key: bool) -> None:
    """A mouse leaves no cursor behind; keys go on from where the hint was."""
    table = at_table(window, "hexroller, TEST-2345, 1 events", tmp_path / "a.rollwrite")
    press(table, "Ctrl+H")
    hinted = table.view.cursor_spot
    assert hinted and hinted == table.model.hinted
    if by_key:
        press(table, "Return")
    else:
        other = next(spot for spot in sorted(table.snapshot.taps.open) if spot != hinted)
        QTest.mouseClick(table.view, Qt.MouseButton.LeftButton, pos=table.view.center_of(other).toPoint())
    settle()
    assert len(table.session.events) == 2
    assert table.view.cursor_spot == (hinted if by_key else "")
    assert by_key or "focus" not in {mark.key for mark in table.snapshot.display.marks}


def test_enter_waits_for_a_hint_that_is_worked_out(window: MainWindow, heard: list[str], tmp_path: Path) -> None:
    table = at_table(window, "rolling_america, TEST-2345, 1 events", tmp_path / "a.rollwrite")
    press(table, "F5")
    before, table.view.waits_for = len(table.session.events), "Looking for a good move …"
    press(table, "Return")
    assert len(table.session.events) == before and heard[-1] == "! Looking for a good move …"
    table.hints.take(None)
    press(table, "Return")
    assert len(table.session.events) > before


def test_escape_ends_what_goes_on_and_then_leads_back(window: MainWindow, tmp_path: Path) -> None:
    table = at_table(window, "rolling_america, TEST-2345, 1 events", tmp_path / "a.rollwrite")
    press(table, "4")
    press(table, "Escape")
    assert window.page is table
    press(table, "Escape")
    assert window.page is not table
    for show in (window.go.show_history, window.go.show_sessions, window.go.show_check_room):
        window.go.show_home()
        show()
        settle()
        before = window.page
        assert before is not None
        press(before, "Escape")
        assert window.page is not before
