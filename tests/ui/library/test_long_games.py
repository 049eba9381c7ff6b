"""Games whose replay takes long: pages are there at once, and what the worker process sees of the games follows."""

from __future__ import annotations

from pathlib import Path

import pytest

from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.play.kept import saved_game
from rollwrite_desktop.play.kept.game_index import LONG
from rollwrite_desktop.play.opening.open_game import close_journal
from rollwrite_desktop.ui.library import game_store
from rollwrite_desktop.ui.library.history_page import HistoryPage
from rollwrite_desktop.ui.library.home_page import HomePage
from rollwrite_desktop.ui.library.saved_games_page import SavedGamesPage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import new_game, settle, wait_for


def long_game(path: Path, end: bytes = b"") -> None:
    """A game that goes on, with one stroke taken back and put again until its journal is long."""
    path.parent.mkdir(parents=True, exist_ok=True)
    opened = new_game(path, "Ann", game="hexroller", dice="real")
    session = opened.session
    session.submit(Event("chance", session.rules.read("3 3 4 5 5 6 8 8")))
    session.submit(Event("p1", next(iter(session.rules.moves(session.state, "p1")))))
    close_journal(opened)
    again = b'{"by":"p1","undo":true}\n{"by":"p1","redo":true}\n'
    path.write_bytes(path.read_bytes() + again * (LONG // len(again) + 1) + end)


@pytest.fixture
def not_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """No journal is replayed by a list in the window's own process."""
    def replayed(*_: object) -> None:
        raise AssertionError("replayed in the window's process")

    monkeypatch.setattr(game_store, "look_at", replayed)
    monkeypatch.setattr(saved_game, "reopen", replayed)


@pytest.mark.usefixtures("not_here")
def test_home_offers_to_go_on_when_it_has_been_looked_at(window: MainWindow) -> None:
    long_game(window.store.games / "long.rollwrite")
    window.go.show_home()
    page = window.page
    assert isinstance(page, HomePage) and not hasattr(page, "go_on")
    wait_for(lambda: hasattr(page, "go_on"))
    settle()
    assert page.go_on.isVisibleTo(page)
    window.go.show_home()
    assert isinstance(window.page, HomePage) and hasattr(window.page, "go_on"), "the index knows it now"


@pytest.mark.usefixtures("not_here")
def test_the_list_has_it_with_its_picture(window: MainWindow) -> None:
    long_game(window.store.games / "long.rollwrite")
    for _ in range(2):
        window.go.show_library()
        page = window.page
        assert isinstance(page, SavedGamesPage)
        wait_for(lambda page=page: any(row.kept.display or row.picture._display for row in page.rows))
        assert len(page.rows) == 1 and page.rows[0].progress.whole


@pytest.mark.usefixtures("not_here")
def test_one_that_cannot_be_read_is_listed_with_its_sentence(window: MainWindow) -> None:
    long_game(window.store.games / "long.rollwrite", b'{"by":"chance:p1","do":"c3=5"}\n')
    window.go.show_library()
    page = window.page
    assert isinstance(page, SavedGamesPage)
    wait_for(lambda: bool(page.rows))
    assert "'chance:p1' does not act" in page.rows[0].kept.error
    window.go.show_home()
    settle()
    assert isinstance(window.page, HomePage) and not hasattr(window.page, "go_on")


@pytest.mark.usefixtures("not_here")
def test_results_wait_for_nobody(window: MainWindow) -> None:
    long_game(window.store.games / "long.rollwrite")
    window.go.show_history()
    page = window.page
    assert isinstance(page, HistoryPage)
    wait_for(lambda: not page._listing.going_on and not page._long.reading)
    assert page.games == []
