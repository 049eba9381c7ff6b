"""With thousands of games no turn of the event loop looks at more than a few hundred of them: here pieces of three and a
dozen games. What comes of it is what one piece gives."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from rollwrite_desktop.play.kept import game_index, standings
from rollwrite_desktop.play.kept.game_index import Index
from rollwrite_desktop.play.kept.standings import Filter, reviews_of
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library import history_page, saved_games_page
from rollwrite_desktop.ui.library.history_page import HistoryPage
from rollwrite_desktop.ui.library.saved_games_page import SavedGamesPage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.play.test_game_index import shelve
from tests.ui.conftest import settle

GAMES, PIECE, ROUNDS = 12, 3, 60


@pytest.fixture
def games(store: Settings) -> Settings:
    for number, (game, players) in enumerate((("hexroller", ("Ann", "Bo")), ("rolling_america", ("Bo", "Cy")))):
        shelve(store.games, f"{number}-0", game, players=players, code=f"AAAA-BBB{number + 2}")
        for n in range(1, GAMES // 2):
            shutil.copy(store.games / f"{number}-0.rollwrite", store.games / f"{number}-{n}.rollwrite")
    Index(store.games, store.home / "index.json").refresh()
    return store


def seen(page: HistoryPage) -> list[object]:
    """What stands on the page."""
    tables = [
        [[table.model().index(row, column).data() for column in range(table.model().columnCount())]
         for row in range(table.rowCount())] for table in (page.table, page.list)
    ]
    offered = {name: [combo.itemText(n) for n in range(combo.count())] for name, combo in page.filters.items()}
    return [*tables, offered, page.sentence.whole, page.charts_of.whole]


def history(window: MainWindow) -> HistoryPage:
    window.go.show_history("hexroller")
    settle(ROUNDS)
    assert isinstance(window.page, HistoryPage)
    return window.page


def test_results_are_worked_out_in_pieces(
    window: MainWindow, games: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole = history(window)
    wanted = [seen(whole)]
    for act in (lambda page: page.query.setText("cy"), lambda page: page.query.setText(""), lambda page: page.sort(2)):
        act(whole)
        settle(ROUNDS)
        wanted.append(seen(whole))
    whole.save_csv(tmp_path / "whole.csv")
    described: list[int] = []
    real = history_page._row

    def counted(listed: Any) -> Any:
        described[-1] += 1
        return real(listed)

    monkeypatch.setattr(history_page, "_PIECE", PIECE)
    monkeypatch.setattr(game_index, "PIECE", PIECE)
    monkeypatch.setattr(standings, "PIECE", PIECE)
    monkeypatch.setattr(history_page, "_row", counted)
    window.go.show_history("hexroller")
    page = window.page
    assert isinstance(page, HistoryPage)
    for _ in range(ROUNDS):
        described.append(0)
        QApplication.processEvents()
    assert sum(described) == GAMES and max(described) <= PIECE + 1  # and one that is read before the piece ends
    found = [seen(page)]
    for act in (lambda page: page.query.setText("cy"), lambda page: page.query.setText(""), lambda page: page.sort(2)):
        act(page)
        assert page._filtering.going_on
        settle(ROUNDS)
        found.append(seen(page))
    assert found == wanted and sum(described) == GAMES, "each is described once"
    page.save_csv(tmp_path / "pieces.csv")
    assert not (tmp_path / "pieces.csv").exists()
    settle(ROUNDS)
    assert (tmp_path / "pieces.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()


def test_with_large_texts_only_the_page_scrolls(window: MainWindow, games: Settings) -> None:
    games.prefer(text="400")
    window.resize(1280, 800)
    page = history(window)
    assert page.table.rowCount() > 1 and page.list.rowCount() > 1
    assert not page.table.verticalScrollBar().maximum() and not page.list.verticalScrollBar().maximum()
    assert page.table.columnWidth(0) > page.table.columnWidth(2) > 0, "names are read"


def test_what_is_typed_meanwhile_is_what_counts(
    window: MainWindow, games: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_page, "_PIECE", PIECE)
    page = history(window)
    for text in ("cy", "bo", "nobody", "ann"):
        page.query.setText(text)
        settle(1)
        page.sort(1)
    settle(ROUNDS)
    assert len(page.shown) == page.list.rowCount() == GAMES // 2
    page.progress.hide()
    page.query.setText("cy")
    page._show_progress()
    settle(ROUNDS)
    assert page.progress.isHidden() and not page._late.isActive()


def test_reviews_are_looked_for_in_pieces(games: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """10,000 games without any would be as many files that are not there."""
    opened: list[Path] = []
    monkeypatch.setattr(standings, "known_reviews", lambda path: opened.append(path) or ())
    monkeypatch.setattr(standings, "_LOOKED", 2)
    listed = Index(games.games, games.home / "index.json").refresh()
    pieces = reviews_of(listed, Filter(), "hexroller", "Ann")
    for n, piece in enumerate(pieces, 1):
        assert piece is None and len(opened) == 2 * n
    assert len(opened) == GAMES // 2


def test_saved_games_are_listed_in_pieces(window: MainWindow, games: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (game_index, saved_games_page):
        monkeypatch.setattr(module, "PIECE", PIECE)
    window.go.show_library()
    page = window.page
    assert isinstance(page, SavedGamesPage)
    assert page._listing.going_on and not page.rows and page.empty.isHidden()
    settle(ROUNDS)
    assert len(page.rows) == len(page.kept) == GAMES and not page.finder.isHidden()


def test_home_looks_through_the_latest_only(window: MainWindow, games: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Path] = []
    real = Index.entry
    monkeypatch.setattr("rollwrite_desktop.ui.library.game_store._LATEST", 4)
    monkeypatch.setattr(Index, "entry", lambda self, path, stamp: looked.append(path) or real(self, path, stamp))
    window.go.show_home()
    assert 0 < len(set(looked)) <= 4


def test_nothing_is_worked_out_or_written_twice(
    window: MainWindow, games: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a game is searched by is put together once; the index of games that have not changed stays as it is; rows that a
    search leaves out go."""
    shelve(games.games, "waits", over=False)
    written, described = list[Path](), list[Path]()
    real_write, real_text = game_index.write_file, saved_games_page._search_text
    monkeypatch.setattr(game_index, "write_file", lambda path, *rest: written.append(path) or real_write(path, *rest))
    monkeypatch.setattr(saved_games_page, "_search_text", lambda kept: described.append(kept.path) or real_text(kept))
    for _ in range(2):
        window.go.show_home()
    assert len(written) == 1, "the game that waits was new"
    window.go.show_library()
    settle(20)
    page = window.page
    assert isinstance(page, SavedGamesPage)
    for text in ("ann", "ann b", "nobody", ""):
        page.query.setText(text)
        settle(20)
    often = Counter(described)
    assert len(often) == GAMES + 1 and max(often.values()) <= 2, "once more with its picture"
    assert not page._gone and len(page.rows) == GAMES + 1 and len(written) == 1
