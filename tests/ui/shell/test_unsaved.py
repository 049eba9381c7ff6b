"""What cannot be written stays in sight, play and typing go on, and it can be saved elsewhere."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import IO, Any

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QFileDialog, QMessageBox

from rollwrite_desktop.core.audit import Paper, write_paper
from rollwrite_desktop.core.files import Disk, disk
from rollwrite_desktop.intake import journals
from rollwrite_desktop.intake.text import each_line
from rollwrite_desktop.play.opening.open_game import journal_of, reopen
from rollwrite_desktop.play.paper.audit_files import paper_in
from rollwrite_desktop.play.paper.paper_session import Member, read_session, write_session
from rollwrite_desktop.ui.base import file_locks
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library import drafts as drafts_module
from rollwrite_desktop.ui.library.drafts import Draft, Drafts
from rollwrite_desktop.ui.library.lobby.lobby_page import LobbyPage
from rollwrite_desktop.ui.library.session_store import SessionFile, new_session_file, opened_session
from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
from rollwrite_desktop.ui.paper.session.session_page import SessionPage
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.faults import closed_folder
from tests.play.test_game_index import shelve
from tests.ui.audit.test_audit_page import desk_of, keys, tap
from tests.ui.conftest import GAME, PATIENCE, Seat, new_game, settle
from tests.ui.old_tables import write_old_table


def full(file: IO[bytes], data: bytes) -> None:
    raise OSError(errno.ENOSPC, "")


def closed(*_: object) -> None:
    raise PermissionError(errno.EACCES, "")


def moves(table: TablePage, count: int) -> None:
    while len(table.session.session.events) < count:
        side = table.session
        if side.step in ("roll", "finish"):
            table.roll()
        else:
            event = side.session.rules.moves(side.state, "p1")
            side.session.submit(type(side.session.events[0])("p1", next(iter(event))))
    settle()


def test_play_goes_on_while_the_disk_is_full(window: MainWindow, seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    table = seat("Ann", game="hexroller")
    table.roll()
    assert window.unsaved.isHidden()
    with monkeypatch.context() as patched:
        patched.setattr(disk, "write", full)
        moves(table, 3)
        assert window.unsaved.isVisible() and window.unsaved.accessibleName() == "Not saved: the disk is full."
        said = []
        window.store.unsaved.changed.connect(lambda: said.append(window.store.unsaved.sentence))
        moves(table, 5)
        assert said and set(said) == {"Not saved: the disk is full."}, "the further failure is said too"
        window.unsaved.retry.click()
        assert window.unsaved.isVisible()
    window.unsaved.retry.click()
    assert window.unsaved.isHidden()
    assert reopen(journals.read(table.path), "x").session.events == table.session.session.events


def test_a_game_that_cannot_be_written_goes_on_elsewhere(
    window: MainWindow, seat: Seat, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = seat("Ann", game="hexroller")
    table.roll()
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(other / "on.rollwrite"), ""))
    journal = journal_of(table.opened)
    assert journal is not None
    real = disk.write
    monkeypatch.setattr(disk, "write", lambda file, data: full(file, data) if file is journal._file else real(file, data))
    moves(table, 4)
    events = table.session.session.events
    window.unsaved.elsewhere.click()
    settle()
    page = window.page
    assert isinstance(page, TablePage) and page.path == other / "on.rollwrite" and window.unsaved.isHidden()
    assert page.session.session.events == events
    moves(page, 5)
    assert len(reopen(journals.read(page.path), "x").session.events) == len(page.session.session.events) >= 5


@pytest.mark.parametrize("what", ["game", "session"])
def test_what_is_open_in_another_window_is_not_saved_over(
    qtbot: Any, window: MainWindow, seat: Seat, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, what: str
) -> None:
    other = MainWindow(Settings(tmp_path))
    qtbot.addWidget(other)
    if what == "game":
        taken = tmp_path / "bea.rollwrite"
        other.go.show_table(new_game(taken, "Bea", game="hexroller"), taken)
        table = seat("Ann", game="hexroller")
        table.roll()
    else:
        taken, file = class_of(other).path, class_of(window)
    theirs = taken.read_bytes()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(taken), ""))
    with monkeypatch.context() as patched:
        patched.setattr(disk, "write", full)
        moves(table, 3) if what == "game" else file.change(notes="mine")
    window.unsaved.elsewhere.click()
    assert window.messages.sentence == each_line(file_locks.sentence(taken))
    assert window.messages.sentence.startswith(f"“{taken.stem}” is open in another window (since ")
    assert taken.read_bytes() == theirs and window.unsaved.isVisible()
    window.unsaved.retry.click()
    assert window.unsaved.isHidden()


@pytest.mark.parametrize("inside", ["home", "home/games"])
def test_a_game_begun_in_a_closed_folder_is_played_and_waits_to_be_written(
    qtbot: Any, monkeypatch: pytest.MonkeyPatch, store: Settings, inside: str
) -> None:
    with closed_folder(inside) as (folder, closed):
        monkeypatch.setenv("ROLLWRITE_HOME", str(folder / "home"))
        elsewhere = Settings(folder / "home")
        elsewhere.prefer(motion="reduced", speed="instant")
        there = MainWindow(elsewhere)
        qtbot.addWidget(there)
        there.show()
        there.go.show_home(), there.go.show_library(), there.go.show_history(), there.go.show_lobby("hexroller")
        settle()
        lobby = there.page
        assert isinstance(lobby, LobbyPage)
        lobby.begin()
        table = there.page
        assert isinstance(table, TablePage)
        assert there.unsaved.isVisible() and there.unsaved.accessibleName() == "Not saved: no permission to write there."
        moves(table, 4)
        (folder / "mine").mkdir()
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(folder / "mine" / "on.rollwrite"), ""))
        there.unsaved.elsewhere.click()
        settle()
        page = there.page
        assert isinstance(page, TablePage) and page.path == folder / "mine" / "on.rollwrite"
        assert page.session.session.events == table.session.session.events
        closed.chmod(0o700)
        elsewhere.unsaved.retry()
        assert there.unsaved.isHidden() and not list(closed.rglob("*.rollwrite"))
        there.close()


def test_a_game_that_may_not_be_written_can_be_looked_at(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    path = window.store.games / "g.rollwrite"
    shelve(path.parent, path.stem, "hexroller", over=False)
    before = path.read_bytes()

    real = Disk.open

    def refused(self: Disk, path: Path, mode: str) -> IO[bytes]:
        if mode == "r+b":
            raise OSError(errno.EROFS, "")
        return real(self, path, mode)

    monkeypatch.setattr(Disk, "open", refused)
    assert window.go.open_file(path)
    table = window.page
    assert isinstance(table, TablePage) and "cannot be written. You can view it here." in table.opened.read_only
    assert window.messages.sentence == table.opened.read_only and not window.store.unsaved.first
    assert path.read_bytes() == before


def test_somebody_joins_no_game_that_another_program_has_changed(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "g.rollwrite"
    for way in ("longer", "another"):
        path.unlink(missing_ok=True)
        opened = new_game(path, "Ann")
        window.go.show_table(opened, path)
        if way == "another":
            (tmp_path / "new").write_bytes(path.read_bytes().replace(b"Ann", b"Eva"))
            (tmp_path / "new").rename(path)
        else:
            path.write_bytes(path.read_bytes() + b"more")
        theirs = path.read_bytes()
        window.go.join(opened, path, "Bo")
        assert path.read_bytes() == theirs and "another program has changed it" in window.messages.sentence
        window.go.show_home()


def test_a_game_begun_without_a_file_has_one_as_soon_as_it_can(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, store: Settings
) -> None:
    window.go.show_lobby("hexroller")
    lobby = window.page
    assert isinstance(lobby, LobbyPage)
    opened = disk.open
    with monkeypatch.context() as patched:
        patched.setattr(disk, "open", lambda path, mode: closed() if path.parent == store.games else opened(path, mode))
        lobby.begin()
        table = window.page
        assert isinstance(table, TablePage)
        moves(table, 4)
        assert window.unsaved.isVisible() and not table.path.exists()
    moves(table, 5)
    assert window.unsaved.isHidden()
    assert reopen(journals.read(table.path), "x").session.events == table.session.session.events


def test_quitting_asks_before_moves_are_lost(window: MainWindow, seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    table = seat("Ann", game="hexroller")
    table.roll()
    asked: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: asked.append(box.text()))
    with monkeypatch.context() as patched:
        patched.setattr(disk, "write", full)
        moves(table, 3)
        assert not window.close() and window.isVisible()
    assert asked == ["Not saved: the disk is full."]
    assert window.close(), "it is tried once more, and now it is written"
    assert len(asked) == 1


def test_what_is_typed_where_nothing_can_be_written_is_said_and_kept(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    window.go.show_check(Paper(game=GAME))
    audit = window.page
    assert isinstance(audit, AuditPage)
    chosen = tmp_path / "saved.paper.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(chosen), ""))
    with monkeypatch.context() as patched:
        patched.setattr(disk, "make_folder", closed)
        tap(audit, "OH")
        keys(audit, "5")
        assert window.unsaved.accessibleName() == "Not saved: no permission to write there."
        assert audit.paper.spaces == {"OH": "5"}
    window.unsaved.elsewhere.click()
    settle()
    assert isinstance(window.page, AuditPage) and window.page.path == chosen and window.page.paper.spaces == {"OH": "5"}
    assert window.unsaved.isHidden()


def test_preferences_that_cannot_be_written_hold_and_are_written_later(
    window: MainWindow, store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(disk, "replace", closed)
        store.prefer(text="125")
        assert store.preferences.text == "125"
        assert window.unsaved.accessibleName() == "Your preferences are not saved: no permission to write there."
        assert window.unsaved.elsewhere.isHidden() and window.close(), "nothing that was made is lost"
    store.unsaved.retry()
    assert window.unsaved.isHidden() and Settings(store.home).preferences.text == "125"


def test_a_sheet_that_changed_elsewhere_is_not_written_over(qtbot: Any, store: Settings, tmp_path: Path) -> None:
    path = tmp_path / "ann.json"
    path.write_bytes(write_paper(Paper(game=GAME, spaces={"OH": "4"})))
    audit = desk_of(qtbot, store, Paper(game=GAME, spaces={"OH": "4"}), path)
    other = write_paper(Paper(game=GAME, spaces={"OH": "6"}))
    path.write_bytes(other)
    tap(audit, "TX")
    keys(audit, "1")
    with qtbot.waitSignal(audit.failed, timeout=PATIENCE) as said:
        assert not audit.save_paper()
    assert said.args == ["ann.json has changed since you opened it. Use “Save as …” to keep both."]
    assert path.read_bytes() == other
    with file_locks.ours(tmp_path / "mine.json"), qtbot.waitSignal(audit.failed, timeout=PATIENCE) as said:
        assert not audit.write(tmp_path / "mine.json")
    assert said.args[0].startswith("“mine” is open in another window (since ") and not (tmp_path / "mine.json").exists()
    assert audit.write(tmp_path / "mine.json") and audit.save_paper()


def test_a_sheet_that_changed_while_its_draft_lay_is_not_written_over(
    window: MainWindow, store: Settings, tmp_path: Path
) -> None:
    path = tmp_path / "ann.json"
    path.write_bytes(write_paper(Paper(game=GAME, spaces={"OH": "4"})))

    def desk() -> AuditPage:
        assert window.go.open_file(path)
        settle()
        assert isinstance(window.page, AuditPage)
        return window.page

    first = desk()
    tap(first, "TX")
    keys(first, "1")
    window.go.show_home()
    other = write_paper(Paper(game=GAME, spaces={"OH": "6"}))
    path.write_bytes(other)
    again = desk()
    said = "ann.json has changed since you opened it. Use “Save as …” to keep both."
    assert again.paper.spaces == {"OH": "4", "TX": "1"} and window.messages.sentence == said
    window.go.show_home()
    again = desk()
    assert window.messages.sentence == said and not again.save_paper() and path.read_bytes() == other
    again.undo()
    tap(again, "TX")
    keys(again, "2")
    assert again.save_paper(), "this was typed upon what stands there"
    assert paper_in(path.read_bytes(), "x").spaces == {"OH": "6", "TX": "2"}


def test_a_draft_that_waits_to_be_written_is_gone_on_with(
    window: MainWindow, store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def desk() -> AuditPage:
        assert isinstance(window.page, AuditPage)
        return window.page

    window.go.show_check(Paper(game=GAME))
    tap(desk(), "OH")
    keys(desk(), "5")
    (path,) = Drafts(store).paths()
    with monkeypatch.context() as patched:
        patched.setattr(disk, "write", full)
        tap(desk(), "TX")
        keys(desk(), "1")
        window.go.show_home()
        window.go.files.open_draft(path)
        assert desk().paper.spaces == {"OH": "5", "TX": "1"} and window.unsaved.isVisible()
        for mark in "23":
            window.go.show_check(Paper(game=GAME))
            tap(desk(), "OH")
            keys(desk(), mark)
    store.unsaved.retry()
    contents = [content for each in Drafts(store).paths() if (content := Draft.content(each))]
    assert window.unsaved.isHidden()
    assert sorted(map(str, (content.paper.spaces for content in contents))) == [
        "{'OH': '2'}", "{'OH': '3'}", "{'OH': '5', 'TX': '1'}",
    ]


def test_a_damaged_draft_is_said(window: MainWindow, store: Settings) -> None:
    store.drafts.mkdir()
    (store.drafts / "x.json").write_text("{")
    window.go.files.open_draft(store.drafts / "x.json")
    assert window.messages.sentence == "x.json cannot be read."


def test_two_windows_do_not_write_one_draft(
    window: MainWindow, store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Locks are the program's, so another program is one that lacks what this one holds."""
    drafts = Drafts(store)
    first, second = drafts.new(Paper(game=GAME)), drafts.new(Paper(game=GAME))
    assert first.path == second.path
    first.write(Paper(game=GAME, spaces={"OH": "1"}))
    monkeypatch.setattr(drafts_module, "_in_use", {})
    second.write(Paper(game=GAME, spaces={"OH": "2"}))
    assert first.path != second.path
    assert {content.paper.spaces["OH"] for path in drafts.paths() if (content := first.content(path))} == {"1", "2"}
    window.go.files.open_draft(first.path)
    assert window.messages.sentence == each_line(file_locks.sentence(first.path))


def test_a_table_that_is_left_with_moves_that_wait_can_still_be_saved(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "g.rollwrite"
    window.go.show_table(new_game(path, "Ann", game="hexroller"), path)
    table = window.page
    assert isinstance(table, TablePage)
    table.roll()
    with monkeypatch.context() as patched:
        patched.setattr(disk, "write", full)
        moves(table, 3)
        events = table.session.session.events
        table.left.emit()
        settle()
        assert window.unsaved.isVisible()
        assert not window.go.open_file(path) and window.messages.sentence == "Not saved: the disk is full."
        assert window.unsaved.accessibleName() == "Not saved: the disk is full."
    window.unsaved.retry.click()
    assert window.unsaved.isHidden()
    assert reopen(journals.read(path), "x").session.events == events


# ---------------------------------------------------------------------- sessions on paper, and the table that is kept


def class_of(window: MainWindow) -> SessionFile:
    """A new session that is open in the window."""
    window.go.new_session(GAME)
    page = window.page
    assert isinstance(page, SessionPage)
    page.file.change(members=(Member("Ann"), Member("Bo")))
    return page.file


def names(path: Path) -> list[str]:
    return [member.name for member in opened_session(path).members]


def test_a_session_is_open_in_one_window_only(window: MainWindow, qtbot: Any, store: Settings) -> None:
    path = class_of(window).path
    other = MainWindow(Settings(store.home))
    qtbot.addWidget(other)
    other.go.show_home()
    assert not other.go.open_file(path) and not isinstance(other.page, SessionPage)
    assert other.messages.sentence == each_line(file_locks.sentence(path))
    assert window.go.open_file(path) and isinstance(window.page, SessionPage), "this very window shows it anew"
    window.go.show_home()
    assert other.go.open_file(path) and isinstance(other.page, SessionPage)
    other.close()
    assert not file_locks.taken(path)


def test_a_session_that_changed_elsewhere_goes_on_beside_it(window: MainWindow, store: Settings) -> None:
    file = class_of(window)
    theirs = file.path
    there = write_session(replace(file.session, notes="from another machine"), theirs.parent)
    theirs.write_bytes(there)
    file.change(notes="mine")
    assert theirs.read_bytes() == there and file.path.stem == f"{theirs.stem} (2)"
    assert window.messages.sentence == (
        f"{theirs.name} was changed by another program. Your session goes on as “{file.path.stem}”, so both are kept."
    )
    file.change(notes="mine still")
    assert read_session(file.path.read_bytes(), "x").notes == "mine still"
    begun = [new_session_file(store, GAME) for _ in range(2)]
    assert begun[0].path == begun[1].path
    for each, name in zip(begun, ("Cy", "Di"), strict=True):
        each.change(members=(Member(name),))
    assert [names(each.path) for each in begun] == [["Cy"], ["Di"]]


def test_a_session_on_a_full_disk_stays_in_sight_and_in_memory(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = class_of(window)
    asked: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: asked.append(box.text()))
    with monkeypatch.context() as patched:
        patched.setattr(disk, "write", full)
        file.change(members=(*file.session.members, Member("Cy")))
        assert window.unsaved.accessibleName() == "Not saved: the disk is full."
        window.go.show_home()
        assert window.unsaved.isVisible() and not window.close() and asked == ["Not saved: the disk is full."]
        assert file_locks.taken(file.path)
        assert window.go.open_file(file.path) and isinstance(window.page, SessionPage)
        assert window.page.file is file and len(file.session.members) == 3 and file.history.can_undo
        window.go.show_home()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "class"), ""))
    window.unsaved.elsewhere.click()
    page = window.page
    assert isinstance(page, SessionPage) and page.file.path == tmp_path / "class.rollwrite-session"
    assert window.unsaved.isHidden() and names(page.file.path) == ["Ann", "Bo", "Cy"]
    assert not file_locks.taken(file.path) and names(file.path) == ["Ann", "Bo"]


def test_rolls_of_a_kept_table_that_are_none_are_said_and_left_out(window: MainWindow, store: Settings) -> None:
    write_old_table(store.home, [Paper(game=GAME, player="Ann", spaces={"OH": "5"})], ["zzz"])
    window.go.show_tournament()
    page = window.page
    assert isinstance(page, SessionPage)
    assert names(page.file.path) == ["Ann"] and page.file.session.rolls == ()
    assert window.messages.sentence.startswith("Not all of table.json could be read.")


def test_an_old_table_stays_where_its_session_cannot_be_written(
    window: MainWindow, store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_old_table(store.home, [Paper(game=GAME, player="Ann", spaces={"OH": "5"})])
    with monkeypatch.context() as patched:
        patched.setattr(disk, "write", full)
        window.go.show_tournament()
        assert window.unsaved.accessibleName() == "Not saved: the disk is full." and path.exists()


def test_a_list_of_too_many_names_is_said(window: MainWindow) -> None:
    window.go.new_session(GAME, "players")
    page = window.page
    assert isinstance(page, SessionPage)
    page.players.people.setPlainText("\n".join(f"P{n}" for n in range(201)))
    assert len(page.file.session.members) == 200
    assert window.messages.sentence == "The list is full. It takes at most 200."
