"""Where a result stands: earlier results, and the levels on the same dice, worked out without keeping the window waiting."""

from __future__ import annotations

from typing import Any

import pytest

from rollwrite_desktop.play.game_index import Standing
from rollwrite_desktop.play.same_dice import GAMES_EACH, Known, SameDice
from rollwrite_desktop.ui.lobby.lobby_page import LobbyPage
from rollwrite_desktop.ui.shell.main_window import MainWindow
from rollwrite_desktop.ui.shell.settings import Settings
from rollwrite_desktop.ui.table.standing_panel import describe_history
from rollwrite_desktop.ui.table.table_page import TablePage
from tests.play.test_game_index import played
from tests.ui.conftest import settle


def test_a_result_among_earlier_ones_in_words() -> None:
    def said(total: int, *totals: int, lowest: bool = False) -> str:
        return describe_history(Standing("g", "Ann", totals, 0, lowest), total)

    assert said(5, 5) == "Ann’s first result in this game."
    assert said(9, 5, 7, 9) == "A new best for Ann: 7 so far, average 6.0 in 2 games."
    assert said(7, 5, 7, 9) == "Ann so far: best 9, average 7.0 in 2 games."
    assert said(4, 5, 4, lowest=True) == "A new best for Ann: 5 so far, average 5.0 in one game."
    assert said(9, 9, 9) == "Ann so far: best 9, average 9.0 in one game."


def ended(window: MainWindow, store: Settings, game: str = "rolling_america") -> TablePage:
    played(store.games, "a", game, players=("Ann", "Bo"))
    played(store.games, "b", game, players=("Ann",), code="OTHE-RRRR")
    window.open_file(store.games / "a.rollwrite")
    settle()
    assert isinstance(window.page, TablePage)
    return window.page


def test_the_levels_play_the_same_dice_one_move_at_a_time(
    window: MainWindow, store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ended(window, store)
    panel = table.standing
    panel._timer.stop()
    moves = 0
    advance = SameDice.advance

    def counted(self: SameDice) -> bool:
        nonlocal moves
        moves += 1
        return advance(self)

    monkeypatch.setattr(SameDice, "advance", counted)
    room = panel.sizeHint()
    assert panel._same is not None
    while not panel._same.done:
        before = moves
        panel._advance()
        assert moves == before + 1
    assert panel.sizeHint().height() <= room.height() + panel.levels.height()
    totals = panel._same.totals
    assert {len(each) for each in totals.values()} == {GAMES_EACH}
    assert f"of the computer’s {GAMES_EACH * len(totals)} games" in panel.levels.text()
    assert panel.history.text().startswith(("Ann so far", "A new best for Ann"))
    assert "Easy: " in panel.chart.accessibleName()
    # The next time it is known at once.
    assert Known(store.home / "levels.json").find(panel._same.key) == totals
    window.open_file(store.games / "a.rollwrite")
    settle()
    assert isinstance(window.page, TablePage)
    again = window.page.standing
    assert again._same is not None and again._same.done and not again._timer.isActive()


def test_nothing_goes_on_behind_another_page(window: MainWindow, store: Settings) -> None:
    table = ended(window, store, "hexroller")
    panel = table.standing
    assert panel._timer.isActive()
    table.results.replay.click()
    settle()
    assert not panel._timer.isActive()
    assert window.page is not None
    window.page.left.emit()
    settle()
    assert window.page is table and panel._timer.isActive()


def test_the_same_players_play_again_with_one_tap(window: MainWindow, store: Settings) -> None:
    table = ended(window, store)
    code = table.opened.head.notes.seed
    table.results.again.click()
    settle()
    again: Any = window.page
    assert isinstance(again, TablePage) and again is not table
    assert again.opened.head.players == ("Ann", "Bo") and not again.opened.session.events
    assert again.opened.head.notes.seed not in ("", code)


def test_or_after_other_choices(window: MainWindow, store: Settings) -> None:
    ended(window, store).results.changes.click()
    settle()
    assert isinstance(window.page, LobbyPage) and window.page.game.value == "rolling_america"
