"""The games on the shelf: names that every system takes, lists that nothing can break, deleting that can be undone."""

from __future__ import annotations

import os
import random
import sys
import threading
import unicodedata
from collections.abc import Callable
from datetime import UTC, date, datetime
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QFile, Qt
from PySide6.QtTest import QTest

from rollwrite_desktop.cli import main
from rollwrite_desktop.core.bots import play_out
from rollwrite_desktop.core.chance import Stream
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import FileError, disk
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.hexroller.play.guide import HexRollerGuide
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.intake.text import file_name
from rollwrite_desktop.play.kept.saved_game import Kept
from rollwrite_desktop.play.opening.open_game import Opened, sheet_of
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library import deleted_bar
from rollwrite_desktop.ui.library.drafts import Drafts
from rollwrite_desktop.ui.library.game_store import GameStore, game_name
from rollwrite_desktop.ui.library.saved_games_page import LATEST, NAME, OLDEST, SavedGamesPage
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.window.crash_report import CrashReporter
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.play.test_game_index import shelve
from tests.sampling import sampled
from tests.ui.conftest import new_game, roll, settle, wait_for

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def put_down(opened: Opened) -> None:
    """Closes the journal, as the table does when it is left."""
    opened.session.log.__self__.close()


@pytest.fixture
def rollwrite_audit(capsys: pytest.CaptureFixture[str]) -> Callable[[Path], tuple[int, str]]:
    """Exit code and standard error of `rollwrite audit`."""
    return lambda path: (main(["audit", str(path)]), capsys.readouterr().err)


@pytest.fixture
def game_store(store: Settings) -> GameStore:
    store.now = lambda: NOON
    return GameStore(store)


def test_a_new_game_has_a_sensible_free_name(game_store: GameStore) -> None:
    path = game_store.new_path("Rolling America", ("Ann", "Bo"))
    assert path.name == "Rolling America 2026-11-20 Ann Bo.rollwrite"
    path.parent.mkdir()
    path.touch()
    assert game_store.new_path("Rolling America", ("ann", "BO")).name == "Rolling America 2026-11-20 ann BO (2).rollwrite"


@pytest.mark.parametrize(("name", "safe"), [
    ("Ann/Bo: who?", "Ann Bo who"), ("con", "con_"), ("LPT1.x", "LPT1_.x"), ("..", ""), (" a . ", "a"),
    ("tab\tnew\nline", "tab new line"), ("e\u0301", "é"), ("x" * 300, "x" * 100),
])
def test_names_that_some_system_would_not_take(name: str, safe: str) -> None:
    assert file_name(name) == safe


@given(st.text(max_size=300))
def test_every_name_becomes_one_that_can_be_written(name: str) -> None:
    safe = game_name("Game", date(2026, 1, 2), (name,))
    assert safe.startswith("Game 2026-01-02")
    assert len((safe + " (10).rollwrite").encode()) < 255
    assert not set(safe) & set('<>:"/\\|?*\n\r\t\0')


def test_games_are_listed_with_who_and_how_far(game_store: GameStore) -> None:
    path = game_store.new_path("Rolling America", ("Ann", "Bo"))
    opened = new_game(path, "Ann", "Bo*")
    assert game_store.waiting() == [], "nothing happened in it"
    indexed = next(kept for piece in GameStore(game_store.store).known() for _, _, kept in piece)
    assert indexed is not None and not indexed.begun and not indexed.over
    roll(opened)
    kept = game_store.look(path)
    assert (kept.title, kept.players, kept.over, kept.error) == ("Ann and Bo", ("Ann", "Bo"), False, "")
    assert kept.display is not None
    assert game_store.waiting() == game_store.waiting("rolling_america") == [kept]
    assert game_store.waiting("on_tour") == []
    play_out(opened.session, dict.fromkeys(("p1", "p2"), GAMES["rolling_america"].think.bots["greedy"]), random.Random(1))
    put_down(opened)
    over = game_store.look(path)
    assert over.over
    assert "won with" in over.progress or "won together" in over.progress
    assert game_store.waiting() == []


@pytest.mark.parametrize("content", [
    b"", b"{", b"\xff\xfe\n", b'{"journal": 1}\n',
    b'{"journal":1,"game":"nope","rules":1,"sheet":"","sheet_hash":"","players":["A"],"options":{},"notes":{}}\n',
    b'{"journal":1,"game":"rolling_america","rules":1,"sheet":"nope","sheet_hash":"","players":["A"],"options":{},"notes":{}}\n',
])
def test_a_damaged_journal_is_listed_with_its_sentence(game_store: GameStore, content: bytes) -> None:
    game_store.store.games.mkdir(parents=True)
    (game_store.store.games / "damaged.rollwrite").write_bytes(content)
    (kept,) = game_store.games()
    assert kept.error.startswith("damaged.rollwrite: line 1")
    assert game_store.waiting() == []


HOSTILE = {
    "rolling_america": ("chance:p1", "blue OH=4"), "on_tour": ("chance:p1", "TX=37"), "hexroller": ("chance:p1", "c3=5"),
    "ligretto_dice": ("chance", "blue 1"),
}
"""By game: an actor whom it never asks, and what it does."""
MOVES = {"rolling_america": "blue OH=4", "on_tour": "TX=37", "hexroller": "c3=5", "ligretto_dice": "place B4"}


def hostile(folder: Path, game: str, by: str, do: str) -> Path:
    """A journal whose second line is this."""
    path = folder / f"{game} {len(list(folder.glob('*')))}.rollwrite"
    put_down(new_game(path, "Ann", "Bo", game=game))
    path.write_bytes(path.read_bytes() + msgspec.json.encode({"by": by, "do": do}) + b"\n")
    return path


def test_whoever_acts_in_a_journal_the_program_starts_and_lists_it(
    game_store: GameStore, window: MainWindow, rollwrite_audit: Callable[[Path], tuple[int, str]]
) -> None:
    game_store.folder.mkdir(parents=True)
    for game, (by, do) in HOSTILE.items():
        path = hostile(game_store.folder, game, by, do)
        assert f"{path.name}: line 2: '{by}' does not act in this game" in game_store.look(path).error
        code, said = rollwrite_audit(path)
        assert (code, said.count("\n")) == (2, 1) and "line 2" in said
    for way in (window.go.show_home, window.go.show_lobby, window.go.show_library, window.go.show_history):
        way()
        settle()
        assert window.page is not None
    window.go.show_library()
    settle()
    assert len(game_store.games()) == len(HOSTILE) and all(kept.error for kept in game_store.games())


@pytest.mark.parametrize("game", MOVES)
def test_what_is_out_of_turn_can_be_looked_at_only(
    game_store: GameStore, rollwrite_audit: Callable[[Path], tuple[int, str]], game: str
) -> None:
    game_store.folder.mkdir(parents=True)
    rules = GAMES[game].play.rules(sheet_of(GAMES[game], "", game), {})
    (asked, *_) = rules.demands(rules.start(("p1", "p2")))
    dice = rules.write(asked.ask.sample(Stream("X", 0)))
    for by, do in (("p1", dice), ("p2", dice), ("p1", MOVES[game])):
        path = hostile(game_store.folder, game, by, do)
        kept = game_store.look(path)
        assert kept.error == "" and "rules refuse" in kept.read_only
        assert rollwrite_audit(path)[0] in (0, 1)


def test_a_bug_in_reading_one_file_is_reported_and_the_others_are_listed(
    game_store: GameStore, window: MainWindow, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    CrashReporter(window).install()
    for game in ("rolling_america", "hexroller"):
        opened = new_game(game_store.new_path(game, ()), "Ann", game=game)
        roll(opened)
        put_down(opened)
    monkeypatch.setattr(HexRoller, "scores", lambda *_: 1 // 0)
    monkeypatch.setattr(HexRollerGuide, "progress", lambda *_: 1 // 0)
    for way in (window.go.show_home, window.go.show_lobby, window.go.show_library, window.go.show_history):
        way()
        settle()
    broken, sound = sorted(game_store.games(), key=lambda kept: kept.path.name)
    assert (broken.error, sound.error) == (f"{broken.path.name} cannot be read.", "")
    assert game_store.waiting() == [sound]
    reports = [path.read_text("utf-8") for path in (game_store.store.home / "reports").glob("*.txt")]
    assert reports and all("ZeroDivisionError" in report for report in reports)
    assert "ZeroDivisionError" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right of their own on Windows")
def test_a_link_to_itself_and_a_date_without_a_calendar_hide_nothing(game_store: GameStore) -> None:
    path = game_store.new_path("Game", ("A",))
    put_down(new_game(path, "A"))
    os.utime(path, (2**50, 2**50))
    (game_store.folder / "loop.rollwrite").symlink_to("loop.rollwrite")
    (game_store.folder / "folder.rollwrite").mkdir()
    assert game_store.paths()[0] == path
    told = {kept.path.name: kept.error.rpartition("(")[2] for kept in game_store.games() if kept.error}
    assert {*told} == {"loop.rollwrite", "folder.rollwrite"} and told["folder.rollwrite"] == "it is a folder)."
    assert game_store.look(path).error == game_store.glance(path).error == ""
    assert [listed.path for listed in game_store.index.refresh()] == [path]


@pytest.mark.parametrize(("one", "other"), [
    ("Friday", "friday"), ("Straße", "STRASSE"), ("caf\u00e9", "CAFE\u0301"), ("\u212bngstr\u00f6m", "\u00c5ngstr\u00f6m"),
])
def test_names_that_are_one_elsewhere_are_two_games_here(game_store: GameStore, one: str, other: str) -> None:
    """None is renamed over the other, put in its place when it is deleted, or when it is brought back."""
    paths = []
    for name in (one, other):
        shelve(game_store.folder, "new", players=(name,))
        paths.append((game_store.folder / "new.rollwrite").rename(game_store.folder / f"{name}.rollwrite"))
    held = {path: path.read_bytes() for path in paths}
    if len(held) < 2 or paths[0].samefile(paths[1]):
        pytest.skip("one name on this file system")
    for path in paths:
        for wanted in (one, other, one.upper(), other.lower()):
            composed = unicodedata.normalize("NFC", wanted)
            if (game_store.folder / f"{composed}.rollwrite") in set(paths) - {path}:
                with pytest.raises(UserError, match="already"):
                    game_store.rename(path, wanted)
    assert {path: path.read_bytes() for path in game_store.folder.glob("*.rollwrite")} == held
    aside = [game_store.delete(path) for path in paths]
    assert [path.read_bytes() for path in aside] == [*held.values()]
    back = [game_store.restore(path) for path in aside]
    assert [path.read_bytes() for path in back] == [*held.values()]


def test_a_name_that_is_taken_just_then_is_kept(game_store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    shelve(game_store.folder, "first")
    first = game_store.folder / "first.rollwrite"
    content = first.read_bytes()
    real = disk.link
    theirs: list[Path] = []

    def link(source: Path, target: Path) -> None:
        if len(theirs) < 3:
            target.write_bytes(b"theirs")
            theirs.append(target)
        real(source, target)

    monkeypatch.setattr(disk, "link", link)
    with pytest.raises(UserError, match="There is a game called “second” already"):
        game_store.rename(first, "second")
    aside = game_store.delete(first)
    back = game_store.restore(aside)
    assert back.read_bytes() == content
    assert len(theirs) == 3 and all(path.read_bytes() == b"theirs" for path in theirs)


def test_names_as_long_as_any_are_deleted_and_brought_back(game_store: GameStore) -> None:
    for size in (245, 244):
        for n in range(3):
            shelve(game_store.folder, "new", players=(f"P{n}",))
            path = (game_store.folder / "new.rollwrite").rename(game_store.folder / f"{'x' * size}.rollwrite")
            content = path.read_bytes()
            assert game_store.delete(path).read_bytes() == content
    kept = list(game_store.store.deleted.iterdir())
    assert len(kept) == 6 == len({game_store.restore(path) for path in kept})


def test_a_game_is_renamed_but_never_over_another(game_store: GameStore) -> None:
    first, second = (game_store.new_path("Game", (name,)) for name in ("A", "B"))
    for path, name in ((first, "A"), (second, "B")):
        put_down(new_game(path, name))
    renamed = game_store.rename(first, "Sunday: the big one")
    assert renamed.name == "Sunday the big one.rollwrite"
    assert game_store.look(renamed).title == "Sunday the big one"
    assert game_store.rename(renamed, "SUNDAY the big one").stem == "SUNDAY the big one"
    with pytest.raises(UserError, match="already"):
        game_store.rename(second, "sunday THE big one".replace("sunday THE", "SUNDAY the"))
    with pytest.raises(UserError, match="at least one letter"):
        game_store.rename(second, " /:. ")
    with pytest.raises(FileError, match="could not be renamed"):
        game_store.rename(game_store.store.games / "gone.rollwrite", "other")


def test_deleting_can_be_undone_until_the_sweep(game_store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    path = game_store.new_path("Game", ("A",))
    put_down(new_game(path, "A"))
    aside = game_store.delete(path)
    assert game_store.paths() == []
    assert game_store.restore(aside) == path
    game_store.delete(path)
    thrown: list[Path] = []
    monkeypatch.setattr(QFile, "moveToTrash", lambda name: thrown.append(Path(name)))
    game_store.sweep()
    assert [each.name for each in thrown] == [path.name]
    with pytest.raises(FileError, match="could not be deleted"):
        game_store.delete(path)


@pytest.mark.skipif(sys.platform == "win32", reason="opens no folder")
def test_what_one_window_can_still_bring_back_no_other_sweeps(
    game_store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    thrown: list[str] = []
    monkeypatch.setattr(QFile, "moveToTrash", lambda name: thrown.append(Path(name).name))
    other = GameStore(Settings(game_store.store.home))
    for name in ("mine", "theirs"):
        shelve(game_store.folder, name)
    aside = game_store.delete(game_store.folder / "mine.rollwrite")
    other.delete(game_store.folder / "theirs.rollwrite")
    other.sweep()
    assert thrown == []
    assert game_store.restore(aside).name == "mine.rollwrite"
    game_store.sweep()
    assert thrown == ["theirs.rollwrite"], "by the last one of them"


def test_a_review_follows_its_game_and_no_other_file_of_its_name(game_store: GameStore) -> None:
    store = game_store.store
    shelve(store.games, "Friday")
    (store.games / "Friday.review").write_bytes(b"a review")
    store.drafts.mkdir()
    (store.drafts / "Friday.json").write_bytes(b"{}")
    drafts = Drafts(store)
    game, draft = game_store.delete(store.games / "Friday.rollwrite"), drafts.delete(store.drafts / "Friday.json")
    drafts.restore(draft)
    game_store.restore(game)
    assert (store.games / "Friday.review").read_bytes() == b"a review"


def test_a_long_shelf_keeps_nobody_waiting(game_store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    game_store.store.games.mkdir(parents=True)
    for n in range(60):
        (game_store.store.games / f"{n}.rollwrite").write_bytes(b"x")
    read: list[Path] = []
    monkeypatch.setattr(game_store, "look", lambda path: read.append(path) or Kept(path, NOON, over=True))
    assert game_store.waiting() == []
    assert len(read) == 40


# ---------------------------------------------------------------------- the list of saved games


@sampled("bad, at", [*product(
    (b"\xff", b'{"by": "p1", "do": "nonsense"}', b"", b'{"by": "p9", "undo": true}', b"\0" * 40), (2, 3, 9),
)], 3, lambda case: case[0])
def test_a_damaged_game_can_be_opened_up_to_the_bad_line_as_a_copy(
    bad: bytes, at: int, store: Settings, window: MainWindow
) -> None:
    """The line before the bad one is the last of the copy; the damaged file stays as it is."""
    shelve(store.games, "Friday", "hexroller", over=False)
    path = store.games / "Friday.rollwrite"
    rows = path.read_bytes().split(b"\n")
    assert len(rows) > 12
    path.write_bytes(b"\n".join([*rows[: at - 1], bad, *rows[at:]]))
    damaged = path.read_bytes()
    window.go.show_library()
    settle(30)
    page = window.page
    assert isinstance(page, SavedGamesPage)
    (row,) = page.rows
    assert row.kept.error and bool(row.kept.copy_caption) == (at > 2)
    if at == 2:
        assert not hasattr(row, "copy_button")  # nothing but the names is left
        return
    assert row.copy_button.text() == f"Open a copy up to line {at - 1}"
    row.copy_button.click()
    wait_for(lambda: window.page is not page)
    copy = store.games / "Friday (2).rollwrite"
    assert copy.read_bytes() == b"".join(each + b"\n" for each in rows[: at - 1]) and path.read_bytes() == damaged
    table = window.page
    assert isinstance(table, TablePage) and table.path == copy and len(table.opened.session.events) == at - 2


@pytest.mark.parametrize("content", [b"", b"{}\n", b"\xff" * 100, b"x\n" * 100])
def test_of_a_file_that_was_no_game_nothing_is_offered(content: bytes, game_store: GameStore) -> None:
    game_store.folder.mkdir(parents=True)
    path = game_store.folder / "x.rollwrite"
    path.write_bytes(content)
    kept = game_store.look(path)
    assert kept.error and not kept.copy_caption


@pytest.fixture
def listed(qtbot: Any, store: Settings) -> Callable[[], SavedGamesPage]:
    """The page with ten finished games, `Hexes 0` to `Hexes 9`, the index knowing all."""
    for n in range(10):
        shelve(store.games, f"Hexes {n}", "hexroller", players=(f"Zoë {n}", "Bo"), code="ABCD-EFGH" if n else "WXYZ-2345")

    def show() -> SavedGamesPage:
        page = SavedGamesPage(store)
        qtbot.addWidget(page)
        page.resize(1000, 700)
        page.show()
        settle(30)
        return page

    show().close()
    return show


def names(page: SavedGamesPage) -> list[str]:
    return sorted(row.kept.name for row in page.rows)


def test_what_is_typed_is_searched_for_in_names_players_codes_and_days(listed: Any) -> None:
    page = listed()
    assert len(page.rows) == 10
    for text, wanted in (("hexes 0 wxyz", 1), ("hexes", 10), ("wxyz", 1), ("hexroller bo", 10), ("nobody", 0), ("", 10)):
        page.query.setText(text)
        settle(30)
        assert len(page.rows) == wanted, text
        assert page.nothing.isVisible() == (not wanted)
    QTest.keyClicks(page, "zo")
    assert page.query.text() == "zo"


def test_the_list_is_sorted(listed: Any) -> None:
    page = listed()
    for order, first in ((NAME, "Hexes 0"), (LATEST, page.found()[0].name)):
        page.order.choose(order)
        settle(30)
        assert page.rows[0].kept.name == first
    latest = [kept.touched for kept in page.found()]
    page.order.choose(OLDEST)
    assert [kept.touched for kept in page.found()] == sorted(latest)


def test_several_are_deleted_together_and_come_back(listed: Any) -> None:
    page = listed()
    page.select.click()
    for row in page.rows[:3]:
        row.card.click()
    gone = {row.kept.name for row in page.rows[:3]}
    assert {path.stem for path in page.selected} == gone
    box = page.rows[0].pick
    assert box is not None
    on = box.isChecked()
    box.click()
    assert (page.rows[0].kept.path in page.selected) is not on
    box.click()
    assert {path.stem for path in page.selected} == gone
    page.query.setText("zoe")
    page.select_all()
    assert len(page.selected) == 10
    page.pick(False)
    page.pick(True)
    page.query.clear()
    settle(30)
    for row in page.rows:
        if row.kept.name in gone:
            row.card.click()
    QTest.keyClick(page, Qt.Key.Key_Delete)
    settle(30)
    assert gone.isdisjoint(names(page)) and len(page.rows) == 7 and page.deleted.isVisible() and not page.selecting
    page.deleted.button.click()
    settle(30)
    assert len(page.rows) == 10


def test_what_many_turns_delete_and_bring_back_is_done_when_the_page_is_left(
    listed: Any, store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kept() -> int:
        return len([*store.games.glob("*.rollwrite")])

    monkeypatch.setattr(deleted_bar, "_AWAY", 2)
    page = listed()
    page.delete_all(sorted(page.kept))
    assert kept() == 8
    settle(30)
    assert kept() == 0 and page.deleted.isVisible()
    page.deleted.button.click()
    assert kept() == 2
    page.close()
    assert kept() == 10


def test_a_list_that_the_index_knows_is_shown_without_reading_any_game(
    listed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Path] = []
    look = GameStore.look
    monkeypatch.setattr(GameStore, "look", lambda game_store, path: (read.append(path), look(game_store, path))[1])
    monkeypatch.setattr(SavedGamesPage, "_work", lambda _: None)  # no pictures
    page = listed()
    assert len(page.kept) == 10 and not read


def test_a_game_opened_from_elsewhere_is_offered_to_be_taken_in(window: MainWindow, store: Settings, tmp_path: Path) -> None:
    elsewhere = tmp_path / "a stick"
    shelve(elsewhere, "Sent by Bo", over=False)
    shelve(store.games, "Kept", over=False)
    assert window.go.open_file(store.games / "Kept.rollwrite")
    assert window.messages.sentence == ""
    assert window.go.open_file(elsewhere / "Sent by Bo.rollwrite")
    assert "not in your saved games" in window.messages.sentence
    window.messages.take_offer()
    assert [kept.name for kept in GameStore(store).games()].count("Sent by Bo") == 1
    assert window.opened is not None and "is now in your saved games" in window.messages.sentence
    assert (elsewhere / "Sent by Bo.rollwrite").exists()


def test_a_notice_leaves_with_its_page_and_one_said_on_leaving_stays(
    window: MainWindow, store: Settings, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "a stick"
    shelve(elsewhere, "Sent by Bo", over=False)
    assert window.go.open_file(elsewhere / "Sent by Bo.rollwrite")
    settle()
    assert window.messages.isVisible()
    window.go.show_home()
    assert not window.messages.isVisible()
    window.messages.show_message("Gone.")
    window.go.show_library()
    assert window.messages.sentence == "Gone."
    settle()
    window.messages.alarm("It failed.")
    settle()
    window.go.show_home()
    assert window.messages.sentence == "It failed.", "an alarm stays until it is put away"
