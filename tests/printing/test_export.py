"""Files appear whole or not at all, and every way in which that fails is one sentence."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from rollwrite_desktop.core.errors import Cancelled
from rollwrite_desktop.core.files import FileError, write_file
from rollwrite_desktop.printing.pdf.export import write_pdf
from rollwrite_desktop.printing.sheets.page_layout import HeaderFooter, Leaf
from tests.draw.pictures import map_picture

LEAVES = [Leaf(map_picture(), 3, "日本")]
TEXTS = HeaderFooter("Small map", "Unofficial.")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_pdf_is_written_and_described(tmp_path: Path) -> None:
    target = tmp_path / "pad.pdf"
    written = write_pdf(target, LEAVES, TEXTS)
    assert target.read_bytes().startswith(b"%PDF") and written.bytes == target.stat().st_size
    assert (written.path, written.pages, written.missing) == (target, 3, "日本")
    assert names(tmp_path) == ["pad.pdf"]


def test_an_existing_file_stays_unless_told(tmp_path: Path) -> None:
    target = tmp_path / "pad.pdf"
    target.write_text("mine")
    with pytest.raises(FileError, match=r"^Cannot write .*pad\.pdf: it exists already\.$"):
        write_pdf(target, LEAVES, TEXTS)
    assert target.read_text() == "mine"
    write_pdf(target, LEAVES, TEXTS, force=True)
    assert target.read_bytes().startswith(b"%PDF")


def test_progress_is_told_and_can_stop_the_work(tmp_path: Path) -> None:
    steps: list[tuple[int, int]] = []

    def until_second(done: int, total: int) -> bool:
        steps.append((done, total))
        return done < 2

    with pytest.raises(Cancelled):
        write_pdf(tmp_path / "pad.pdf", LEAVES, TEXTS, progress=until_second)
    assert steps == [(0, 3), (1, 3), (2, 3)] and names(tmp_path) == []


@pytest.mark.parametrize(
    ("name", "why"),
    [("no/such/pad.pdf", "there is no such folder"), ("folder", "it is a folder"), ("x" * 300, "the name is too long")],
)
def test_a_place_that_cannot_be_written_is_told(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(FileError) as caught:
        write_file(tmp_path / name, b"content", force=True)
    assert str(caught.value) == f"Cannot write {tmp_path / name}: {why}."
    assert names(tmp_path) == ["folder"]


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EROFS, "the disk cannot be written"),
        (errno.EIO, "Input/output error"),
    ],
)
def test_a_disk_that_fails_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, why: str
) -> None:
    target = tmp_path / "pad.pdf"
    target.write_text("old")

    def fail(_: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(FileError, match=f"{why}\\.$"):
        write_file(target, b"new", force=True)
    assert target.read_text() == "old" and names(tmp_path) == ["pad.pdf"]


def test_a_file_that_appears_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "pad.pdf"

    def meddle(done: int, _: int) -> bool:
        if done == 2:
            target.write_text("theirs")
        return True

    with pytest.raises(FileError, match="it exists already"):
        write_pdf(target, LEAVES, TEXTS, progress=meddle)
    assert target.read_text() == "theirs"
