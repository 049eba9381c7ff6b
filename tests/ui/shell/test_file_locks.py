"""One window to a file, whatever happened to the one before: killed, stopped, on another machine, its lock taken away."""

from __future__ import annotations

import errno
import gc
import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.ui.base import clock, file_locks
from rollwrite_desktop.ui.base.file_locks import Owner, can_take_over, lock_path, owner, sentence, take, take_over
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library.drafts import Draft, Drafts
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.library.session_store import Sessions
from rollwrite_desktop.ui.play.table.table_page import TablePage
from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.odd_folders import sound
from tests.play.test_game_index import shelve

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
unix = pytest.mark.skipif(sys.platform == "win32", reason="signals are those of Unix")
HOLDER = """
import sys
from pathlib import Path
from rollwrite_desktop.ui.base import file_locks
lock = file_locks.take(Path(sys.argv[1]))
print("held" if lock else "not held", flush=True)
sys.stdin.read()
"""


@contextmanager
def another(path: Path) -> Iterator[subprocess.Popen[str]]:
    """A program that has a file open."""
    started = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )
    try:
        assert started.stdout is not None and started.stdout.readline() == "held\n"
        yield started
    finally:
        started.kill()
        started.communicate()


def elsewhere(path: Path, host: str = "attic", since: datetime | None = NOON) -> Owner:
    """A lock that another machine left."""
    left = Owner(4711, "rollwrite", host, "another machine's", "its boot", since, "ann")
    lock_path(path).write_bytes(left.lines())
    return left


@unix
def test_it_ends_with_its_program_however_that_ends(tmp_path: Path, qapp: object) -> None:
    """Stopped for however long it is held; killed it is not, though its file is left."""
    path = tmp_path / "a"
    with another(path) as other:
        os.kill(other.pid, signal.SIGSTOP)
        assert take(path) is None
        found = owner(path)
        assert found is not None and found.pid == other.pid and not found.elsewhere
        assert sentence(path).startswith("“a” is open in another window (since ")
        take_over(path)
        assert not can_take_over(path) and take(path) is None, "only another machine's is taken over"
        other.kill()
        other.wait()
        assert lock_path(path).exists()
        lock = take(path)
        assert lock is not None
        lock.unlock()
        assert not lock_path(path).exists()


@pytest.mark.parametrize("content", [
    b"", b"\n", b"4711", b"4711\nrollwrite\n", b"x" * 100_000, b"\xff\xfe\0", b"-1\n\n\n\n\n", b"9" * 5000 + b"\n",
    b"1\nsystemd\n\n\n\n2026-13-41T99:99\n", "٣\n".encode(),
])
def test_what_a_killed_program_left_holds_nobody_up(tmp_path: Path, qapp: object, content: bytes) -> None:
    """An empty lock as little as one of a process that is another by now."""
    path = tmp_path / "a"
    lock_path(path).write_bytes(content)
    lock = take(path)
    assert lock is not None and take(path) is None
    found = owner(path)
    assert found is not None and found.pid == os.getpid() and found.since is not None
    lock.unlock()
    assert not lock_path(path).exists()


@pytest.mark.parametrize("kind", ["folder", "link", "no folder", "impossible"])
def test_where_no_lock_can_be_made_nobody_is_held_up(tmp_path: Path, qapp: object, kind: str) -> None:
    path = tmp_path / {"impossible": "\0", "no folder": "no/a"}.get(kind, "a")
    elsewhere = tmp_path / "elsewhere"
    if kind == "folder":
        lock_path(path).mkdir()
    if kind == "link":
        lock_path(path).symlink_to(elsewhere)
    lock = take(path)
    assert lock is not None
    lock.unlock()
    assert not elsewhere.exists()


@unix
def test_a_file_is_one_files_own_by_whatever_way_one_comes(tmp_path: Path, qapp: object) -> None:
    """Through a link, too, and with a name that leaves no room for the ending of a lock. A link to a file of another kind
    makes no lock there, where one may be that is none of ours."""
    real, link, odd = (tmp_path / name for name in ("real.rollwrite", "link.rollwrite", "odd.rollwrite"))
    real.touch()
    link.symlink_to(real.name)
    (tmp_path / "poetry").touch()
    (tmp_path / "poetry.lock").write_bytes(b"theirs")
    odd.symlink_to("poetry")
    long = tmp_path / f"{'ä' * 122}.rollwrite"
    for path, same in ((real, link), (link, real), (odd, odd), (long, long)):
        lock = take(path)
        assert lock is not None and take(same) is None and sentence(same).startswith(f"“{same.stem}” is open in another")
        lock.unlock()
    assert (tmp_path / "poetry.lock").read_bytes() == b"theirs"
    assert {path.name for path in tmp_path.iterdir()} == {"real.rollwrite", *(each.name for each in (link, odd)), "poetry",
                                                          "poetry.lock"}


def test_another_machine_is_named_with_the_age_and_taken_over_on_demand(
    tmp_path: Path, qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "Friday.rollwrite"
    for now, age in ((NOON, "today"), (NOON + timedelta(days=1), "yesterday"), (NOON - timedelta(days=400), "2026")):
        monkeypatch.setattr(clock, "now", lambda now=now: now)
        elsewhere(path)
        assert take(path) is None and can_take_over(path)
        told = sentence(path)
        assert told.startswith("“Friday” was opened by ann on attic (") and age in told
        assert told.endswith("not closed there.")
        with pytest.raises(UserError, match="attic"), file_locks.ours(path):
            pass
    elsewhere(path, since=None)
    assert sentence(path) == "“Friday” was opened by ann on attic and not closed there."
    monkeypatch.setenv("USER", "ann")
    assert sentence(path) == "“Friday” was opened on attic and not closed there."
    take_over(path)
    lock = take(path)
    assert lock is not None
    take_over(path)
    assert lock_path(path).exists() and take(path) is None
    lock.unlock()


def test_the_same_name_of_another_machine_is_another_machine(tmp_path: Path, qapp: object) -> None:
    path = tmp_path / "a"
    lock = take(path)
    assert lock is not None
    mine = owner(path)
    assert mine is not None and not mine.elsewhere
    lock.unlock()
    if mine.machine:
        assert replace(mine, machine="x").elsewhere
        assert not replace(mine, host="renamed since").elsewhere
    assert replace(mine, machine="", host="x").elsewhere and not replace(mine, machine="", host="").elsewhere


def test_a_clock_that_goes_back_changes_nothing(tmp_path: Path, qapp: object, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    monkeypatch.setattr(clock, "now", lambda: NOON)
    lock = take(path)
    assert lock is not None
    os.utime(lock_path(path), (2**33, 2**33))
    for back in (timedelta(hours=1), timedelta(days=40_000)):
        monkeypatch.setattr(clock, "now", lambda back=back: NOON - back)
        assert take(path) is None and "since" in sentence(path)
    lock.unlock()
    again = take(path)
    assert again is not None
    again.unlock()


def test_a_lock_that_was_taken_away_or_replaced_is_not_anothers_to_lose(tmp_path: Path, qapp: object) -> None:
    """Who lets go of his own takes away none that stands there now."""
    path = tmp_path / "a"
    first = take(path)
    assert first is not None
    lock_path(path).unlink()
    second = take(path)
    assert second is not None
    first.unlock()
    assert lock_path(path).exists() and take(path) is None
    second.unlock()
    third = take(path)
    assert third is not None
    lock_path(path).unlink()
    elsewhere(path)
    third.unlock()
    assert can_take_over(path)


@unix
def test_a_folder_that_knows_no_locks(tmp_path: Path, qapp: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on some networks: the process that is named counts if it runs."""
    import fcntl

    def none(*_: Any) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", none)
    path = tmp_path / "a"
    lock = take(path)
    assert lock is not None and take(path) is None
    lock.unlock()
    lock = take(path)
    assert lock is not None
    mine = owner(path)
    assert mine is not None
    lock.unlock()
    with another(path) as other:
        assert take(path) is None
    left = replace(mine, pid=other.pid)  # gone by now
    for dead in (left, replace(mine, boot="the one before") if mine.boot else left):
        lock_path(path).write_bytes(dead.lines())
        lock = take(path)
        assert lock is not None
        lock.unlock()
    assert not can_take_over(path), "nobody's, or our own"
    again = replace(mine, pid=os.getppid(), user="bo")  # of another process by now, for all that is known
    lock_path(path).write_bytes(again.lines())
    assert take(path) is None and sentence(path).startswith("“a” is open in a window of bo (since ") and can_take_over(path)
    lock_path(path).write_bytes(replace(again, since=None).lines())
    assert sentence(path) == "“a” is open in a window of bo."
    take_over(path)
    lock = take(path)
    assert lock is not None and not can_take_over(path)
    take_over(path)
    assert take(path) is None
    lock.unlock()
    elsewhere(path)
    assert take(path) is None
    take_over(path)
    assert take(path) is not None


# ---------------------------------------------------------------------- what the pages do with them


@pytest.mark.parametrize("left", ["empty", "elsewhere"])
def test_drafts_of_one_name_stay_two(store: Settings, left: str) -> None:
    """Though the lock of the first name cannot be had, or nobody holds it."""
    store.now = lambda: NOON
    drafts = Drafts(store)
    store.drafts.mkdir()
    first = drafts.new(Paper(game="hexroller"))
    if left == "empty":
        lock_path(first.path).touch()
    else:
        elsewhere(first.path)
    first.write(Paper(game="hexroller", player="Ann"))
    second = drafts.new(Paper(game="hexroller"))
    second.write(Paper(game="hexroller", player="Bo"))
    first.write(Paper(game="hexroller", player="Ann", claimed=3))
    third = drafts.new(Paper(game="hexroller"))
    third.write(Paper(game="hexroller", player="Cy"))
    kept = [content.paper.player for path in drafts.paths() if (content := Draft.content(path)) is not None]
    assert sorted(filter(None, kept)) == ["Ann", "Bo", "Cy"]
    for each in (first, second, third):
        each.close()
    assert [path.name for path in store.drafts.glob("*.lock")] == ([] if left == "empty" else [lock_path(
        store.drafts / "HexRoller 2026-11-20.json").name])


def test_a_draft_that_another_program_changed_or_took_away(store: Settings) -> None:
    draft = Drafts(store).new(Paper(game="hexroller"))
    draft.write(Paper(game="hexroller", player="Ann"))
    first = draft.path
    first.unlink()
    draft.write(Paper(game="hexroller", player="Anna"))
    assert draft.path == first
    first.write_bytes(sound("drafts")[0])
    draft.write(Paper(game="hexroller", player="Anne"))
    assert first.read_bytes() == sound("drafts")[0] and draft.path != first
    content = draft.read()
    assert content is not None and content.paper.player == "Anne"
    first.write_bytes(b"{}")
    draft.drop()
    assert first.exists() and not draft.path.exists()


@pytest.mark.parametrize("name", ["a.json", f"{'d' * 250}.json"], ids=["short", "as long as can be"])
def test_a_draft_goes_on_beside_what_was_put_in_its_place(store: Settings, name: str) -> None:
    store.drafts.mkdir()
    draft = Draft(store.drafts / name)
    draft.write(Paper(game="hexroller", player="Ann"))
    draft.path.unlink()
    draft.path.mkdir()
    draft.write(Paper(game="hexroller", player="Anna"))
    content = draft.read()
    assert draft.path.is_file() and draft.path.name.endswith(" (2).json") and (store.drafts / name).is_dir()
    assert content is not None and content.paper.player == "Anna"
    draft.close()


def test_a_game_of_another_machine_is_viewed_and_taken_over(window: MainWindow) -> None:
    shelve(window.store.games, "g", "hexroller", over=False)
    path = window.store.games / "g.rollwrite"
    elsewhere(path)
    assert window.go.open_file(path)
    assert isinstance(window.page, TablePage) and window.page.opened.read_only
    assert "attic" in window.messages.sentence and window.messages.offered == "&Take over"
    with pytest.raises(UserError, match="attic"):
        GameStore(window.store).rename(path, "h")
    window.messages.take_offer()
    assert isinstance(window.page, TablePage) and not window.page.opened.read_only
    assert take(path) is None and not can_take_over(path)


def test_a_session_and_a_draft_of_another_machine_are_taken_over(window: MainWindow) -> None:
    store = window.store
    for kind in (Sessions, Drafts):
        shelf = kind(store)
        shelf.folder.mkdir(exist_ok=True)
        path = shelf.folder / f"x{shelf.suffix}"
        path.write_bytes(sound(shelf.folder.name)[0])
        elsewhere(path)
        window.go.show_home()
        home = window.page
        if kind is Drafts:
            window.go.files.open_draft(path)
        else:
            assert not window.go.open_file(path)
        assert window.page is home and "attic" in window.messages.sentence
        window.messages.take_offer()
        assert window.page is not home and not can_take_over(path)


def test_a_lock_that_is_lost_in_a_cycle_is_closed_in_silence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python may end what is in a cycle in any order; the lock's file is not among it."""
    lost: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lost.append)
    lock = file_locks.take(tmp_path / "game")
    assert lock is not None
    held: dict[str, object] = {"file": lock._file, "lock": lock}
    held["again"] = held
    del lock, held
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gc.collect()
    assert not lost and file_locks.lock_path(tmp_path / "game") not in file_locks._ours
    again = file_locks.take(tmp_path / "game")
    assert again is not None
    again.unlock()
    assert not file_locks.lock_path(tmp_path / "game").exists()
