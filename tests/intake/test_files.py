"""Foreign files are opened by one function: only real files, and without waiting."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import FileError, write_file
from rollwrite_desktop.intake import archives
from rollwrite_desktop.intake.files import open_file, read_file, read_named
from rollwrite_desktop.intake.settings import holds_objects

posix = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names in folders here")


def test_a_file_and_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"12345")
    assert read_file(tmp_path / "a", 3) == b"1234"
    with pytest.raises(FileError, match="it is a folder"):
        open_file(tmp_path)
    with pytest.raises(FileError, match="there is no such file"):
        open_file(tmp_path / "b")
    with pytest.raises(FileError, match="no file can have this name"):
        open_file(tmp_path / "a\0b")


@posix
def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    """Opening it as a file would wait until somebody writes to it."""
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    (tmp_path / "aside").mkdir()
    reads = (lambda: read_file(pipe, 9), lambda: read_named(tmp_path, pipe.name, 9),
             lambda: archives.unpack(pipe, tmp_path / "aside", lambda *_: True))
    for read in reads:
        with pytest.raises(UserError, match="it is not a file"):
            read()


@posix
def test_a_link_stays_and_a_pipe_is_not_replaced(tmp_path: Path) -> None:
    for name in ("real", "target"):
        (tmp_path / name).write_bytes(b"old")
    (tmp_path / "link").symlink_to("target")
    os.mkfifo(tmp_path / "pipe")
    write_file(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "target").read_bytes() == b"new"
    with pytest.raises(FileError, match="it exists already"):
        write_file(tmp_path / "link", b"newer", force=False)
    with pytest.raises(FileError, match="it is not a file"):
        write_file(tmp_path / "pipe", b"new")
    assert (tmp_path / "pipe").is_fifo() and {path.name for path in tmp_path.iterdir()} == {"link", "pipe", "real", "target"}


@posix
def test_a_pipe_that_takes_the_place_of_a_file_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe, plain = tmp_path / "pipe", tmp_path / "plain"
    os.mkfifo(pipe)
    plain.write_bytes(b"")
    before = plain.stat()
    monkeypatch.setattr(Path, "stat", lambda *_, **__: before)
    with pytest.raises(FileError, match="it is not a file"):
        open_file(pipe)


def test_paths_of_another_machine_stay_there() -> None:
    """A backup may come from anybody."""
    kept = {"last/recent", "last/folder-open", "window/shape"}
    assert {key for key in (*kept, "last/names") if key.startswith(archives.KEPT_HERE)} == kept


@pytest.mark.parametrize(("line", "marked"), [
    (b"theme=@ByteArray(dark)", True), (b"speed=@Point(1 2)", True), (b'names="@Variant(x)"', True),
    (b"theme = @Invalid()", True),
    (b"shape=@ByteArray(x)", False), (b"theme=@@dark", False), (b'names="[\\"a@b\\"]"', False), (b"theme=dark", False),
])
def test_values_that_are_no_plain_text(line: bytes, marked: bool) -> None:
    assert holds_objects(b"[preferences]\n" + line + b"\n") is marked
