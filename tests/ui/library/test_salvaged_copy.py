"""Of a damaged file what is whole is opened as a copy, wherever the file is opened; the damaged one stays as it is."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from itertools import product
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent

from rollwrite_desktop.core.audit import Paper, write_paper
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.play.paper.paper_session import Member, PaperSession, read_session, write_session
from rollwrite_desktop.play.paper.salvage import paper_part, whole_paper, whole_session
from rollwrite_desktop.ui.library.drafts import Draft, Drafts
from rollwrite_desktop.ui.library.own_sheet_store import save_sheet
from rollwrite_desktop.ui.library.saved_games_page import SavedGamesPage
from rollwrite_desktop.ui.library.session_store import opened_session
from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
from rollwrite_desktop.ui.paper.check.start_page import AuditStartPage
from rollwrite_desktop.ui.paper.session.session_page import SessionPage
from rollwrite_desktop.ui.paper.session.sessions_page import SessionsPage
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.play.test_game_index import shelve
from tests.sampling import sampled
from tests.ui.conftest import settle, wait_for
from tests.ui.old_tables import write_old_table

GAME = "rolling_america"
SPACES = {"OH": "5", "TX": "3", "CA": "1", "NY": "X", "FL": "2"}


def filled(player: str = "Ann", **values: object) -> Paper:
    held = {"game": GAME, "sheet": "rolling_america_usa", "player": player, "spaces": SPACES}
    return GAMES[GAME].check.paper(**{**held, **values})


def session() -> PaperSession:
    return PaperSession(
        "Class 5", GAME, GAMES[GAME].play.played_on[0], dice="real", rolls=("r1 g2", "b3 y4"),
        members=(*(Member(name, filled(name)) for name in ("Ann", "Bo", "Cy")), Member("Di", left=True)),
    )


def drop(window: MainWindow, path: Path) -> None:
    """A file is dropped on the window."""
    held = QMimeData()
    held.setUrls([QUrl.fromLocalFile(str(path))])
    actions, buttons = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    window.dropEvent(QDropEvent(QPointF(9, 9), actions, held, buttons, Qt.KeyboardModifier.NoModifier))


def offered(window: MainWindow) -> str:
    """What the button beside the sentence is called, once it is there."""
    wait_for(lambda: bool(window.messages.offered))
    return window.messages.offered


@pytest.mark.parametrize("way", ["open", "drop"])
def test_a_damaged_game_from_elsewhere_is_opened_up_to_the_bad_line(window: MainWindow, tmp_path: Path, way: str) -> None:
    elsewhere = tmp_path / "stick"
    shelve(elsewhere, "Friday", "hexroller", over=False)
    path = elsewhere / "Friday.rollwrite"
    rows = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([*rows[:8], b"\xff\xff", *rows[9:]]))
    damaged = path.read_bytes()
    if way == "drop":
        drop(window, path)
    else:
        assert not window.go.open_file(path)
    assert "line 9" in window.messages.sentence
    assert offered(window) == "Open a copy up to line 8"
    assert not list(window.store.games.glob("*")), "nothing is made before it is asked for"
    window.messages.take_offer()
    copy = window.store.games / "Friday.rollwrite"
    assert copy.read_bytes() == b"".join(row + b"\n" for row in rows[:8]) and path.read_bytes() == damaged
    assert isinstance(window.page, TablePage) and window.page.path == copy
    assert window.messages.sentence == "“Friday” is a copy up to the damaged line. “Friday” stays as it is."


def test_nothing_is_offered_where_nothing_is_whole(window: MainWindow, tmp_path: Path) -> None:
    nothing = (b"", b"\xff" * 90, b"{}", b'{"paper": 1, "game": "chess"}', b"[" * 900)
    endings = (".rollwrite", ".json", ".rollwrite-session")
    for number, (content, ending) in enumerate(itertools.product(nothing, endings)):
        path = tmp_path / f"{number}{ending}"
        path.write_bytes(content)
        assert not window.go.open_file(path)
        settle()
        assert window.messages.sentence and not window.messages.offered


def test_what_is_offered_goes_with_its_sentence(window: MainWindow) -> None:
    window.messages.alarm("One.")
    window.messages.alarm("Two.")
    window.messages.add_offer("One.", "Late", lambda: None)
    assert not window.messages.offered


def damaged_draft(store_folder: Path) -> tuple[Path, bytes]:
    store_folder.mkdir(parents=True, exist_ok=True)
    path = store_folder / "Sunday.json"
    whole = msgspec.json.encode({"draft": 1, "file": "/nowhere/sunday.json", "base": "", "read": ["OH"], "paper": filled()})
    path.write_bytes(whole[: whole.index(b'"FL"')] + b"\0\0\0\0")
    return path, path.read_bytes()


def test_a_damaged_draft_goes_on_as_a_copy(window: MainWindow) -> None:
    path, damaged = damaged_draft(window.store.drafts)
    window.go.show_check_room()
    settle(10)
    page = window.page
    assert isinstance(page, AuditStartPage)
    (row,) = page.rows
    assert row.kept.error and row.copy_button.text() == "Open what can be read as a copy"
    row.copy_button.click()
    wait_for(lambda: window.page is not page)
    copy = window.store.drafts / "Sunday (2).json"
    content = Draft.content(copy)
    assert content is not None and content.file == "" and path.read_bytes() == damaged
    assert content.paper.spaces == {place: held for place, held in SPACES.items() if place != "FL"}
    assert isinstance(window.page, AuditPage) and window.page.paper == content.paper
    assert window.messages.sentence == "“Sunday (2)” holds what could be read. “Sunday” stays as it is."
    assert {kept.path: bool(kept.error) for kept in Drafts(window.store).games()} == {path: True, copy: False}


@sampled("way, spoil", [*product(("open", "drop", "check"), (
    lambda data: data[: data.index(b'"FL"')],
    lambda data: data.replace(b'"FL"', b'"QQ"'),
    lambda data: data.replace(b'"FL": "2"', b'"FL": [2]'),
    lambda data: data.replace(b'"FL"', b'"F\xff"'),
))], 2, lambda case: case[1])
def test_a_damaged_paper_file_goes_on_as_a_draft(
    window: MainWindow, tmp_path: Path, way: str, spoil: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "stick" / "Ann's.json"
    path.parent.mkdir()
    path.write_bytes(spoil(write_paper(filled())))
    damaged = path.read_bytes()
    {"open": window.go.open_file, "drop": lambda _: drop(window, path), "check": window.go.files.check}[way](path)
    assert offered(window) == "Open what can be read as a copy"
    window.messages.take_offer()
    assert isinstance(window.page, AuditPage) and path.read_bytes() == damaged
    (copy,) = Drafts(window.store).paths()
    content = Draft.content(copy)
    assert content is not None and content.paper.player == "Ann"
    assert content.paper.spaces == {place: held for place, held in SPACES.items() if place != "FL"}


@pytest.mark.parametrize("way", ["list", "open"])
def test_a_damaged_session_goes_on_as_a_copy(window: MainWindow, way: str) -> None:
    """Everybody before the damage is in it, and of the sheet that was hit what is whole."""
    folder = window.store.sessions
    folder.mkdir(parents=True)
    path = folder / "Class.rollwrite-session"
    whole = write_session(session(), folder)
    at = whole.index(b'"FL"', whole.index(b'"Bo"'))
    path.write_bytes(whole[:at] + b"\xfe" + whole[at + 1 :])
    damaged = path.read_bytes()
    if way == "list":
        window.go.show_sessions()
        settle(10)
        page = window.page
        assert isinstance(page, SessionsPage)
        page.rows[0].copy_button.click()
        wait_for(lambda: window.page is not page)
    else:
        assert not window.go.open_file(path)
        assert offered(window) == "Open what can be read as a copy"
        window.messages.take_offer()
    shown = window.page
    assert isinstance(shown, SessionPage) and path.read_bytes() == damaged
    found = shown.file.session
    assert (found.name, found.rolls, [each.name for each in found.members]) == ("Class 5", session().rolls, ["Ann", "Bo"])
    ann, bo = (each.paper for each in found.members)
    assert ann == filled("Ann") and bo is not None and [*bo.spaces] == ["OH", "TX", "CA", "NY"]
    assert shown.file.path == folder / "Class (2).rollwrite-session"


def test_one_bad_sheet_costs_a_session_no_other(tmp_path: Path) -> None:
    """Where the JSON is whole, what cannot be is left out by itself."""
    path = tmp_path / "x.rollwrite-session"
    whole = write_session(session(), tmp_path)
    at = whole.index(b'"TX"', whole.index(b'"Bo"'))
    path.write_bytes((whole[:at] + b'"QQ"' + whole[at + 4 :]).replace(b'"name": "Ann"', b'"name": "Ann", "team": 1'))
    with pytest.raises(UserError):
        read_session(path.read_bytes(), path.name, tmp_path)
    found = whole_session(path)
    assert found is not None and (found.rolls, found.members[0], found.members[2:]) == (
        session().rolls, session().members[0], session().members[2:])
    bo = found.members[1].paper
    assert bo is not None and [*bo.spaces] == ["OH", "CA", "NY", "FL"]


def test_of_a_damaged_table_a_session_gets_what_is_whole_and_it_is_put_aside(window: MainWindow) -> None:
    store = window.store
    path = write_old_table(store.home, [filled(name) for name in ("Ann", "Bo", "Cy")])
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.index(b'"FL"', whole.index(b'"Cy"'))])
    damaged = path.read_bytes()
    window.go.show_tournament()
    page = window.page
    assert isinstance(page, SessionPage)
    members = opened_session(page.file.path).members
    assert [member.name for member in members] == ["Ann", "Bo", "Cy"]
    assert members[2].paper is not None and [*members[2].paper.spaces] == ["OH", "TX", "CA", "NY"]
    assert window.messages.sentence.startswith("Not all of table.json could be read. It is not written over.")
    assert not path.exists() and (store.home / "table (2).json").read_bytes() == damaged
    window.go.show_tournament()
    assert isinstance(window.page, SessionPage) and not window.page.file.session.members, "it is taken over once"


def test_a_table_whose_drawing_is_gone_says_so_and_is_there_again_with_it(window: MainWindow) -> None:
    store, game = window.store, GAMES["hexroller"]
    own = save_sheet(store, sheet_of(game, "hexroller_front:MINE", "x"), "Mine")
    paper = game.check.paper(game="hexroller", player="Ann", sheet=str(own))
    path = write_old_table(store.home, [paper])
    own.rename(store.home / "away")
    window.go.show_tournament()
    assert isinstance(window.page, SessionPage) and not window.page.file.session.members and path.exists()
    assert window.messages.sentence == (
        f"Not all of table.json could be read. It is not written over. {own}: cannot be read (there is no such file).")
    (store.home / "away").rename(own)
    window.go.show_tournament()
    assert isinstance(window.page, SessionPage)
    assert [member.name for member in window.page.file.session.members] == ["Ann"] and not path.exists()


def test_a_sheet_without_its_house_rules_is_none() -> None:
    """Read without them it would be another game's."""
    plain = {"paper": 1, "game": GAME, "options": {"corners": "sideways"}, "spaces": SPACES}
    assert paper_part(plain, "x") is None
    found = paper_part({**plain, "options": {"corners": "on"}}, "x")
    assert found is not None and (found.options, found.spaces) == ({"corners": "on"}, SPACES)


@pytest.mark.parametrize("seed", range(3))
def test_any_damage_leaves_a_part_or_nothing(tmp_path: Path, seed: int) -> None:
    """What is left is taken by the reader, and nothing stands in it that was not written."""
    chance = random.Random(seed)
    paper, club = tmp_path / "p.json", tmp_path / "s.rollwrite-session"
    for _ in range(25):
        for path, whole in ((paper, write_paper(filled())), (club, write_session(session(), tmp_path))):
            at = chance.randrange(len(whole))
            bad = bytes(chance.randrange(256) for _ in range(chance.choice((1, 2, 40))))
            path.write_bytes(chance.choice((whole[:at], whole[:at] + bad, whole[:at] + bad + whole[at + len(bad) :])))
        left = whole_paper(paper)
        if left is not None:
            GAMES[GAME].check.auditor(sheet_of(GAMES[GAME], left.sheet), {}).audit(left)
        held = whole_session(club)
        if held is not None:
            assert read_session(write_session(held, tmp_path), "x", tmp_path) == held


def test_a_list_that_is_left_hears_no_more_of_it(window: MainWindow) -> None:
    damaged_draft(window.store.drafts)
    window.go.show_check_room()
    settle(10)
    page = window.page
    assert isinstance(page, SavedGamesPage)
    page.rows[0].copy_button.click()
    window.go.show_home()
    settle()
    assert not (window.store.drafts / "Sunday (2).json").exists()
