"""Files appear whole or not at all, no name is ever taken from another file, and nothing is left behind."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import (
    FileError,
    alone,
    disk,
    finish_moves,
    is_shared,
    lock_file,
    make_folder,
    move,
    move_noted,
    open_lock,
    place_to_write,
    reading,
    rename,
    share,
    sweep_parts,
    write_file,
)
from tests.faults import Disk, Killed

unix = pytest.mark.skipif(sys.platform == "win32", reason="modes and links are those of Unix")


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_folder_is_made_with_all_that_it_lies_in_and_left_where_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    make_folder(folder)
    (folder / "kept").touch()
    make_folder(folder)
    assert names(folder) == {"kept"}
    for place in (folder / "kept", folder / "kept" / "c"):  # not “it exists already”, which says nothing
        with pytest.raises(FileError, match="there is no such folder"):
            make_folder(place)


@pytest.mark.parametrize(("error", "why"), [
    (OSError(), "unknown error"), (OSError(errno.EPROTO, "what the system says"), "what the system says"),
])
def test_why_a_file_cannot_be_read_is_said_in_the_words_of_the_system_if_it_has_any(error: OSError, why: str) -> None:
    with pytest.raises(FileError, match=rf"cannot be read \({why}\)") as refused, reading(Path("a")):
        raise error
    assert refused.value.why == why


@unix
def test_who_may_read_a_file_stays_when_it_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    for mode in (0o600, 0o640, 0o644):
        path.chmod(mode)
        write_file(path, b"new")
        assert path.stat().st_mode & 0o777 == mode


@unix
def test_a_temporary_file_is_never_one_that_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even a link that somebody has put where it would be."""
    monkeypatch.setattr(os, "urandom", bytes)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(b"mine")
    (tmp_path / f".{os.getpid()}-00000000.part").symlink_to(elsewhere)
    with pytest.raises(FileError):
        write_file(tmp_path / "a", b"x")
    assert elsewhere.read_bytes() == b"mine" and not (tmp_path / "a").exists()


@unix
@pytest.mark.parametrize("force", [True, False])
def test_a_file_and_then_its_name_are_brought_to_the_disk(tmp_path: Path, force: bool) -> None:
    with Disk().installed() as counted:
        write_file(tmp_path / "a", b"x", force)
    named = ["replace", "sync_folder"] if force else ["link", "sync_folder", "unlink", "sync_folder"]
    first = counted.calls.index("write")
    assert counted.calls[first : first + 2 + len(named)] == ["write", "sync", *named]
    with Disk().installed() as counted:
        rename(tmp_path / "a", tmp_path / "b")
    note, *moved, gone = [counted.calls[:3], *counted.calls[3:-1], counted.calls[-1]]
    assert note == ["open", "write", "sync"] and gone == "unlink"  # what a kill leaves says which name is the old one
    assert moved == ["link", "sync_folder", "unlink", "sync_folder"]  # a power cut leaves one of the two names


# ---------------------------------------------------------------------- renaming


@pytest.fixture(params=["links", "no links"])
def file_system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """One where a file may have two names, and one where it may not."""
    def link(*_: Any) -> None:
        raise OSError(errno.EPERM, "")

    if request.param == "no links":
        monkeypatch.setattr(disk, "link", link)
    return str(request.param)


@pytest.mark.usefixtures("file_system")
@pytest.mark.parametrize("kind", ["file", "folder", "link", "link to a folder"])
def test_a_name_that_is_in_use_is_not_taken(tmp_path: Path, kind: str) -> None:
    make_any(tmp_path / "a", kind)
    for other in ("file", "folder", "link"):
        make_any(tmp_path / other, other)
        with pytest.raises(FileError, match="it exists already"):
            rename(tmp_path / "a", tmp_path / other)
        assert is_any(tmp_path / other, other)
    assert is_any(tmp_path / "a", kind)
    rename(tmp_path / "a", tmp_path / "b")
    assert names(tmp_path) == {"b", "file", "folder", "link"} and is_any(tmp_path / "b", kind)


def make_any(path: Path, kind: str) -> None:
    if kind == "file":
        path.write_bytes(b"a file")
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(LINKED[kind])


LINKED = {"link": "nowhere", "link to a folder": "."}


def is_any(path: Path, kind: str) -> bool:
    if kind in LINKED:
        return path.is_symlink() and path.readlink() == Path(LINKED[kind])
    return path.is_dir() if kind == "folder" else path.read_bytes() == b"a file"


@pytest.mark.parametrize("links", [True, False])
def test_a_name_that_comes_just_then_is_kept(tmp_path: Path, links: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before each call that changes anything, each once, somebody else makes a file of the wanted name."""
    for at in range(1, 4):
        source, target = tmp_path / f"a{at}", tmp_path / f"b{at}"
        source.write_bytes(b"ours")
        made: list[str] = []

        def call(name: str, real: Any, at: int = at, target: Path = target, made: list[str] = made) -> Any:
            def wrapped(*args: Any, **named: Any) -> Any:
                made.append(name)
                if len(made) == at:
                    try:
                        with target.open("xb") as file:
                            file.write(b"theirs")
                    except FileExistsError:
                        made.append("ours already")
                if name == "link" and not links:
                    raise OSError(errno.EPERM, "")
                return real(*args, **named)

            return wrapped

        with monkeypatch.context() as patched:
            for name in ("link", "hold_name", "replace", "rename", "unlink"):
                patched.setattr(disk, name, call(name, getattr(disk, name)))
            try:
                move(source, target)
            except FileExistsError:
                assert source.read_bytes() == b"ours" and target.read_bytes() == b"theirs"
            else:
                assert target.read_bytes() == b"ours" and not source.exists()
                assert "ours already" in made or len(made) < at


@pytest.fixture
def two_disks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each folder is a disk, and a file has names on one disk only."""
    def within(real: Any) -> Any:
        def call(source: Path, target: Path) -> None:
            if source.parent != target.parent:
                raise OSError(errno.EXDEV, "")
            real(source, target)

        return call

    for name in ("link", "replace", "rename"):
        monkeypatch.setattr(disk, name, within(getattr(disk, name)))


@pytest.mark.usefixtures("two_disks")
def test_a_file_is_moved_to_another_disk(tmp_path: Path) -> None:
    """With its date and mode; nothing is replaced, and where a call fails it is there once and whole."""
    source, target = tmp_path / "a", tmp_path / "far" / "b"
    target.parent.mkdir()
    source.write_bytes(b"ours" * 300_000)
    source.chmod(0o600)
    os.utime(source, (5, 5))
    target.write_bytes(b"theirs")
    with pytest.raises(FileError, match="it exists already"):
        rename(source, target)
    assert target.read_bytes() == b"theirs" and names(target.parent) == {"b"}
    target.unlink()
    with Disk().installed() as counted:
        move(source, target)
    for at in range(1, len(counted.calls) + 1):
        if target.exists():
            move(target, source)
        with Disk(at).installed(), suppress(OSError):
            move(source, target)
        (there,) = (path for path in (source, target) if path.exists())
        assert there.read_bytes() == b"ours" * 300_000 and not list(tmp_path.rglob(".*"))
        assert there.stat().st_mtime == 5
        if counted.calls[at - 1] == "set_mode":  # as where no modes are known
            there.chmod(0o600)
        assert sys.platform == "win32" or there.stat().st_mode & 0o777 == 0o600


def test_a_name_that_differs_in_capitals_only(tmp_path: Path) -> None:
    (tmp_path / "Friday").write_bytes(b"1")
    if (tmp_path / "friday").exists():  # one file where capitals make no difference
        move(tmp_path / "Friday", tmp_path / "friday")
        assert names(tmp_path) == {"friday"}
        return
    (tmp_path / "friday").write_bytes(b"2")
    with pytest.raises(FileExistsError):
        move(tmp_path / "Friday", tmp_path / "friday")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"Friday": b"1", "friday": b"2"}


def test_two_names_of_one_file_stay_two(tmp_path: Path) -> None:
    """As after a program that was killed between giving a file its new name and taking away the old one."""
    (tmp_path / "a").write_bytes(b"x")
    os.link(tmp_path / "a", tmp_path / "b")
    with pytest.raises(FileExistsError):
        move(tmp_path / "a", tmp_path / "b")
    assert names(tmp_path) == {"a", "b"}


def taken(source: Path, target: Path) -> None:
    raise FileExistsError(source, target)


def test_one_file_under_two_spellings_is_renamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a file system where capitals make no difference."""
    (tmp_path / "Friday").write_bytes(b"1")
    real = Path.lstat
    monkeypatch.setattr(Path, "lstat", lambda path: real(path.with_name("Friday") if path.name == "friday" else path))
    monkeypatch.setattr(disk, "link", taken)
    move(tmp_path / "Friday", tmp_path / "friday")
    assert names(tmp_path) == {"friday"}


@pytest.mark.parametrize("links", [True, False])
@pytest.mark.parametrize("way", ["fails", "killed"])
def test_a_file_that_is_renamed_keeps_one_name_at_least(
    tmp_path: Path, way: Any, links: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not links:
        def link(*_: Any) -> None:
            raise OSError(errno.EPERM, "")

        monkeypatch.setattr(disk, "link", link)
    for at in range(1, 6):
        source, target = tmp_path / f"a{at}", tmp_path / f"b{at}"
        source.write_bytes(b"ours")
        with Disk(at, way).installed():
            try:
                move(source, target)
            except (OSError, Killed):
                assert way == "killed" or (source.exists() and not target.exists())
        assert b"ours" in [path.read_bytes() for path in (source, target) if path.exists()]


# ---------------------------------------------------------------------- both names


CALLS = ("open", "write", "sync", "link", "sync_folder", "unlink", "sync_folder", "unlink")


@contextmanager
def nobody_else(_: Path) -> Iterator[None]:
    yield


@contextmanager
def somebody_else(_: Path) -> Iterator[None]:
    raise UserError("It is open in another window.")
    yield


def killed(source: Path, target: Path, at: int) -> None:
    """Moves a file, up to that call."""
    with Disk(at, "killed").installed() as counted, pytest.raises(Killed):
        move_noted(source, target)
    assert len(counted.calls) == at and tuple(counted.calls[:7]) == CALLS[:min(at, 7)]


@unix
@pytest.mark.parametrize("at", range(1, len(CALLS) + 1))
@pytest.mark.parametrize("to", ["games", "deleted"])
def test_a_move_that_was_killed_is_finished_at_the_next_start(tmp_path: Path, at: int, to: str) -> None:
    games, there = tmp_path / "games", tmp_path / to
    for folder in (games, tmp_path / "deleted"):
        folder.mkdir()
    source, target, elsewhere = games / "a", there / "b", tmp_path / "elsewhere"
    source.write_bytes(b"ours")
    os.link(source, elsewhere)  # a name that a person gave it
    killed(source, target, at)
    done = finish_moves(games, NOW, nobody_else)
    both = CALLS.index("link") < at - 1 <= CALLS.index("unlink")
    assert done == ([(source, target)] if both else [])
    new = at - 1 > CALLS.index("link")
    assert (source.exists(), target.exists()) == (not new, new)
    assert (target if new else source).read_bytes() == elsewhere.read_bytes() == b"ours"
    assert not [path for path in games.iterdir() if path.name.startswith(".") and path.stat().st_size]
    assert finish_moves(games, NOW, nobody_else) == []


UNLINK = CALLS.index("unlink") + 1


@unix
def test_only_what_a_note_says_is_finished(tmp_path: Path) -> None:
    """Names that a person gave a file in the same folder stay, and so do two files, whatever is in them."""
    source, target = tmp_path / "a", tmp_path / "b"
    source.write_bytes(b"ours")
    for own in ("c", "d"):
        os.link(source, tmp_path / own)
    assert finish_moves(tmp_path, NOW, nobody_else) == []
    killed(source, target, UNLINK)
    target.unlink()
    target.write_bytes(b"ours")  # somebody put another one there
    assert finish_moves(tmp_path, NOW, nobody_else) == []
    assert names(tmp_path) == {"a", "b", "c", "d"}
    target.unlink()
    killed(source, target, UNLINK)
    target.unlink()
    assert finish_moves(tmp_path, NOW, nobody_else) == []
    assert names(tmp_path) == {"a", "c", "d"}
    killed(source, target, UNLINK)
    assert finish_moves(tmp_path, NOW, nobody_else) == [(source, target)]
    assert names(tmp_path) == {"b", "c", "d"}


@unix
def test_what_is_open_elsewhere_is_finished_another_time(tmp_path: Path) -> None:
    source, target = tmp_path / "a", tmp_path / "b"
    source.write_bytes(b"ours")
    killed(source, target, UNLINK)
    (note,) = tmp_path.glob(".*.moving")
    with note.open("rb") as held:  # by the program that is about to take the old name away
        assert lock_file(held.fileno())
        assert finish_moves(tmp_path, NOW, nobody_else) == []
    assert finish_moves(tmp_path, NOW, somebody_else) == []
    assert names(tmp_path) == {"a", "b", note.name}
    assert finish_moves(tmp_path, NOW, nobody_else) == [(source, target)]


@unix
def test_without_locks_a_note_is_left_for_an_hour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = tmp_path / "a", tmp_path / "b"
    source.write_bytes(b"ours")
    killed(source, target, UNLINK)
    (note,) = tmp_path.glob(".*.moving")
    os.utime(note, (NOW, NOW))
    monkeypatch.setattr("rollwrite_desktop.core.files.lock_file", lambda _: None)
    assert finish_moves(tmp_path, NOW + 3599, nobody_else) == []
    assert finish_moves(tmp_path, NOW + 3600, nobody_else) == [(source, target)]


@unix
def test_one_name_in_two_spellings_is_never_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a file system where capitals make no difference: both names lead to the one entry."""
    source, target = tmp_path / "Friday", tmp_path / "friday"
    source.write_bytes(b"ours")
    killed(source, target, UNLINK)
    target.unlink()
    real = Path.lstat
    monkeypatch.setattr(Path, "lstat", lambda path: real(path.with_name("Friday") if path.name == "friday" else path))
    assert finish_moves(tmp_path, NOW, nobody_else) == []
    assert names(tmp_path) == {"Friday"}


@unix
@pytest.mark.parametrize("note", [
    b"", b"a", b"a\0", b"\0b", b"a\0a", b"a\0./a", b"../x/a\0b", b"a\0" + b"b" * 300, b"\xff\0\xfe", b"a\0b\0c", b".\0..",
])
def test_a_note_that_says_nothing_is_cleared_away(tmp_path: Path, note: bytes) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "a").write_bytes(b"1")
    (home / "b").write_bytes(b"1")
    (home / ".1-0123abcd.moving").write_bytes(note)
    (home / ".2-0123abcd.moving").symlink_to("a")
    assert finish_moves(home, NOW, nobody_else) == finish_moves(tmp_path / "none", NOW, nobody_else) == []
    assert names(home) == {"a", "b", ".2-0123abcd.moving"}


@unix
def test_a_full_disk_hinders_no_renaming(tmp_path: Path) -> None:
    for at in (1, 2, 3):  # the note's calls
        source, target = tmp_path / f"a{at}", tmp_path / f"b{at}"
        source.write_bytes(b"ours")
        with Disk(at, "fails").installed():
            move_noted(source, target)
    assert names(tmp_path) == {"b1", "b2", "b3"}


# ---------------------------------------------------------------------- what is left behind


NOW = 1_800_000_000.0
WRITER = """
import sys
from pathlib import Path
from rollwrite_desktop.core.files import new_part
with new_part(Path(sys.argv[1])) as (part, file):
    print(part.name, flush=True)
    sys.stdin.read()
"""


def test_temporary_files_are_swept_once_nobody_writes_them(tmp_path: Path) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(tmp_path / "a")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )
    assert writer.stdout is not None
    held = writer.stdout.readline().strip()
    left = {".a.rollwrite.1234.part", ".77-0123abcd.part"}
    others = {"mine.part", ".part", ".a.part", "game.rollwrite", ".1-0123abcd.part"}
    for name in left | others:
        (tmp_path / name).write_bytes(b"x")
    for name in names(tmp_path):
        young = name == ".1-0123abcd.part"  # perhaps another machine writes it
        os.utime(tmp_path / name, (NOW - 60, NOW + 3600) if young else (1, 1))
    (tmp_path / ".2-0123abcd.part").mkdir()
    sweep_parts(tmp_path, NOW)
    assert names(tmp_path) == others | {held, ".2-0123abcd.part"}
    writer.kill()
    writer.communicate()
    sweep_parts(tmp_path, NOW)
    assert names(tmp_path) == others | {".2-0123abcd.part"}
    sweep_parts(tmp_path / "no folder", NOW)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows opens no folder")
def test_a_folder_is_shared_until_the_last_one_ends_it(tmp_path: Path) -> None:
    assert not is_shared(tmp_path)
    first, second = share(tmp_path), share(tmp_path)
    assert first is not None and second is not None and is_shared(tmp_path)
    first()
    assert is_shared(tmp_path)
    second()
    assert not is_shared(tmp_path)
    assert share(tmp_path / "none") is None and not is_shared(tmp_path / "none")


def test_a_folder_is_one_processes_own_until_that_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes later waits for it, but not for ever."""
    waited: list[float] = []
    ours = alone(tmp_path)
    assert ours.__enter__()

    class Ended:
        def wait(self, seconds: float) -> None:
            waited.append(seconds)
            if len(waited) == 6:
                ours.__exit__(None, None, None)

    monkeypatch.setattr("rollwrite_desktop.core.files._TRIES", 3)
    monkeypatch.setattr("threading.Event", Ended)
    for got in (False, True, True):  # after 3 tries, after 3 more, at once
        with alone(tmp_path) as theirs:
            assert theirs == got
    assert len(waited) == 6 and 0 < sum(waited) < 0.1
    with alone(tmp_path) as once, alone(tmp_path / "nowhere") as nowhere:
        assert once and not nowhere


@unix
def test_a_pipe_is_neither_a_lock_nor_written_to(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match=str(errno.EINVAL)):
        open_lock(tmp_path / "pipe", new=False)
    for force in (False, True):
        with pytest.raises(FileError, match="it is not a file"):
            place_to_write(tmp_path / "pipe", force=force)
    with pytest.raises(IsADirectoryError):
        place_to_write(tmp_path, force=False)
    (tmp_path / "link").symlink_to(tmp_path / "other")
    assert [place_to_write(tmp_path / "link", force=force).name for force in (False, True)] == ["link", "other"]


@pytest.mark.parametrize("folder", [False, True])
def test_a_name_that_was_held_is_free_again_where_nothing_could_be_moved_to_it(
    tmp_path: Path, folder: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: Any) -> None:
        raise OSError(errno.EPERM, "")

    source = tmp_path / "a"
    if folder:
        source.mkdir()
    else:
        source.touch()
    monkeypatch.setattr(disk, "link", refused)
    monkeypatch.setattr(disk, "replace", refused)
    with pytest.raises(FileError, match="cannot be renamed"):
        rename(source, tmp_path / "b")
    assert names(tmp_path) == {"a"}
