"""Where a result stands: earlier results, and the levels on the same dice, worked out without keeping the window waiting."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.paths import SHEETS
from rollwrite_desktop.play.kept.standings import Standing
from rollwrite_desktop.play.opening.open_game import new_head, sheet_of, start
from rollwrite_desktop.play.opening.par import Played
from rollwrite_desktop.play.opening.simulation import finish
from rollwrite_desktop.play.review.same_dice import LevelGame, job
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library import par_run
from rollwrite_desktop.ui.library.lobby.lobby_page import LobbyPage
from rollwrite_desktop.ui.library.own_sheet_store import PAR, map_key
from rollwrite_desktop.ui.play.table import standing_panel
from rollwrite_desktop.ui.play.table.own_par import OwnPar
from rollwrite_desktop.ui.play.table.replay import level_run
from rollwrite_desktop.ui.play.table.replay.level_run import LevelRun
from rollwrite_desktop.ui.play.table.replay.replay_page import ReplayPage
from rollwrite_desktop.ui.play.table.standing_panel import describe_history, laid_in_rows
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.play.test_game_index import shelve
from tests.ui.conftest import PATIENCE, settle, wait_for
from tests.ui.rooms import hinted_game


def test_a_result_among_earlier_ones_in_words() -> None:
    def said(total: int, *totals: int, lowest: bool = False) -> str:
        return describe_history("Ann", Standing("g", "Ann", totals, 0, lowest) if totals else None, total)

    assert said(5) == "Ann’s first result of this kind."
    assert said(9, 5, 7) == "Best so far for Ann; before: 7."
    assert said(7, 5, 9) == "2 behind Ann’s best so far, 9."
    assert said(4, 5, lowest=True) == "Best so far for Ann; before: 5."
    assert said(9, 9) == "As good as Ann’s best so far."
    assert said(8, 9, 5, 6, lowest=True) == "3 behind Ann’s best so far, 5. Average: 6.7."
    assert said(8, 9, 9, 9) == "1 behind Ann’s best so far, 9. Average: 9."
    before = Standing("g", "Ann", (5,), 0, False)
    assert describe_history("Ann", before, 57, 36) == "With 36 hints, so it is counted separately. Best without: 5."
    assert describe_history("Ann", None, 57, 1) == "With one hint, so it is counted separately."


def test_results_are_compared_within_the_same_rules_and_without_hints(window: MainWindow, store: Settings) -> None:
    shelve(store.games, "a", players=("Ann",))
    shelve(store.games, "b", players=("Ann",), code="OTHE-RRRR", corners="on")
    window.go.open_file(store.games / "a.rollwrite")
    settle()
    assert isinstance(window.page, TablePage)
    assert window.page.standing.history.text() == "Ann’s first result of this kind."
    shelve(store.games, "c", players=("Ann",), code="MORE-MORE")
    window.go.open_file(store.games / "a.rollwrite")
    settle()
    assert "best so far" in window.page.standing.history.text().lower()
    shelve(store.games, "c", players=("Ann",), code="MORE-MORE", day="2026-11-21")
    window.go.open_file(store.games / "a.rollwrite")
    settle()
    assert window.page.standing.history.text() == "Ann’s first result of this kind.", "c came later"
    hinted_game(store.games / "d.rollwrite", "rolling_america")
    window.go.open_file(store.games / "d.rollwrite")
    settle()
    assert window.page.standing.history.text().startswith("With 3 hints, so it is counted separately.")


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The computers begin when a test says so, not after a moment that a busy machine may have let pass."""
    monkeypatch.setattr(standing_panel, "_DELAY_MS", PATIENCE)


def test_a_map_of_one_s_own_has_par_as_well(
    window: MainWindow, store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it was measured when the map was made; else it is measured once for each drawing, and kept."""
    store.sheets.mkdir(parents=True, exist_ok=True)
    own = store.sheets / "mine.json"
    drawn = (SHEETS / "rolling_america_usa.json").read_bytes()
    own.write_bytes(drawn)

    def game(*names: str, sheet: str = str(own), **options: str) -> OwnPar:
        found = GAMES["rolling_america"]
        return OwnPar(start(new_head(found, sheet_of(found, sheet), sheet, names, options, Notes())), store, window)

    assert not game("Ann").offered, "a copy of a map whose par everybody knows"
    own.write_bytes(drawn.replace(b'"rolling_america_usa"', b'"mine"', 1))
    asked: list[Played] = [Played(1, 9.0), Played(40, 7.26)]
    monkeypatch.setattr(par_run, "partial", lambda *_: partial(iter, tuple(asked)))
    assert not any(each.offered for each in (game("Ann", "Bo"), game("Ann", sheet=""), game("Ann", corners="on")))
    mine = game("Ann")
    assert mine.offered and mine.describe(5) == ""
    mine.begin()
    wait_for(lambda: mine.par is not None)
    assert not mine.measuring and mine.describe(5).startswith("2.3 under house par: ")
    assert game("Ann").par == 7.3, "it is kept"
    store.keep("own-par mine.json", {"par": "7.3", "hash": "another drawing"})
    assert game("Ann").par is None
    store.keep(map_key(str(own)), {PAR: "6.1"})
    assert game("Ann").par == 6.1, "measured when it was made"


def ended(window: MainWindow, store: Settings, game: str = "rolling_america") -> TablePage:
    shelve(store.games, "a", game, players=("Ann", "Bo"))
    shelve(store.games, "b", game, players=("Ann",), code="OTHE-RRRR")
    window.go.open_file(store.games / "a.rollwrite")
    settle()
    assert isinstance(window.page, TablePage)
    return window.page


def test_an_end_that_was_taken_back_is_no_earlier_result(window: MainWindow, store: Settings) -> None:
    shelve(store.games, "a", players=("Ann",))
    window.go.open_file(store.games / "a.rollwrite")
    settle()
    assert isinstance(window.page, TablePage)
    panel = window.page.standing
    assert panel.history.text() == "Ann’s first result of this kind."
    panel.show_total("p1", -1, True)  # ended otherwise after an undo: the file still has the first end
    assert panel.history.text() == "Ann’s first result of this kind."


def test_what_the_levels_got_is_shown_as_it_comes_and_known_the_next_time(
    window: MainWindow, store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(level_run, "games_of", lambda _: {"easy": 2, "medium": 1})
    table = ended(window, store)
    panel = table.standing
    panel._timer.stop()
    high = panel.sizeHint().height()
    for found in ("medium", LevelGame("medium", 1, ()), LevelGame("easy", 30, ()), LevelGame("easy", 0, ())):
        assert not panel.run.done and not panel.run.running
        panel.run.take(found)
    assert panel.levels.text() == "Beats 33% of the computer games on these dice (3)"
    assert panel.sizeHint().height() <= high, "its room was taken from the beginning"
    assert panel.history.text().endswith(".")
    assert panel.chart.accessibleName() == "Easy: 0 to 30; Medium: 1 to 1"
    window.go.open_file(store.games / "a.rollwrite")
    settle()
    assert isinstance(window.page, TablePage)
    again = window.page.standing
    assert again.run.done and again.run.levels == panel.run.levels and not again._timer.isActive()


def test_a_game_that_ends_at_the_table_is_compared_too(seat: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LevelRun, "begin", lambda _: None)  # the worker is tried elsewhere
    table = seat("Ann")
    bots = table.opened.game.think.bots
    finish(table.opened.session, dict.fromkeys(table.opened.session.players, bots["easy"]))
    assert not table.standing.chart.isVisible()
    table.after(table.model.corrected)
    settle()
    assert table.standing.chart.isVisible() and table.standing._timer.isActive()


def test_the_worker_plays_stops_and_goes_on(
    window: MainWindow, store: Settings, monkeypatch: pytest.MonkeyPatch, qtbot: Any
) -> None:
    monkeypatch.setattr(level_run, "games_of", lambda _: {"easy": 1, "medium": 1})
    panel = ended(window, store).standing
    panel._timer.stop()
    panel._begin()
    assert panel.run.running and panel.stop.isVisible()
    panel.stop.click()
    assert not panel.run.running and panel.go_on.isVisible() and not panel.stop.isVisible()
    panel._start()
    assert not panel._timer.isActive(), "who stopped it is not asked again"
    panel.go_on.click()
    qtbot.waitUntil(lambda: panel.run.done and panel.compare.isVisible(), timeout=PATIENCE)
    assert {len(totals) for totals in panel.run.levels.totals.values()} == {1}
    assert panel.run.steps == panel.run.all_steps
    panel.run._give_up("It was stopped.")
    assert not panel.run.running


def test_the_sheets_of_the_levels_stand_beside_the_own_step_for_step(
    window: MainWindow, store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(level_run, "games_of", lambda _: {"easy": 1, "medium": 1})
    table = ended(window, store)
    for game in job(table.opened, {"easy": 1, "medium": 1}, {})():
        table.standing.run.take(game)
    table.standing.compare.click()
    settle()
    page: Any = window.page
    assert isinstance(page, ReplayPage) and page.other_view.isVisible()
    assert abs(page.view.width() - page.other_view.width()) <= 2
    compare, pair = page.compare, page.compare.pair
    assert compare.level == "medium" and pair.parting is not None and "Medium" in page.captions[1].text()
    compare.go.click()
    assert page.model.at == pair.parting.count and f"turn {pair.parting.turn}" in compare.parted.text()
    assert any(mark.key.startswith("ring") for mark in page.other_view.canvas.display.marks)
    compare.choice.choose("easy")
    assert compare.level == "easy" and compare.pair is not pair and "Easy" in page.captions[1].text()
    page.choose_player("p2")
    assert compare.pair.player == "p2" and "Bo" in compare.results.text() and page.captions[0].text() == "Bo"
    half = page.view.width()
    page.open_tab(0)
    settle()
    assert not page.other_view.isVisible() and page.view.width() > 1.9 * half, "alone it has the whole width again"


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


def test_the_names_of_levels_never_touch() -> None:
    """Easy 51, Medium 63, Hard 73, Master 77 near the end of a narrow line."""
    wides = [46.0, 64.0, 50.0, 58.0]
    laid = laid_in_rows([187.0, 241.0, 285.0, 302.0], wides, 332.0, 8.0)
    ends = [(row, start, start + wide) for (row, start), wide in zip(laid, wides, strict=True)]
    assert sorted(row for row, _, _ in ends) == [0, 0, 1, 1]
    for each in (0, 1):
        assert all(after[1] - before[2] >= 8 for before, after in pairwise(end for end in ends if end[0] == each))
    assert min(start for _, start, _ in ends) >= 0 and max(end for *_, end in ends) <= 332
    assert laid_in_rows([100.0], [40.0], 332.0, 8.0) == [(1, 80.0)]
