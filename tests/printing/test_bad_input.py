"""What people can type or what can be missing: a clear sentence, never half a file, never a silent question mark."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import FileError
from rollwrite_desktop.draw import type_metrics as faces
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.printing.jobs.print_jobs import Extras, blank_leaves, header_footer
from rollwrite_desktop.printing.pdf import pdf_painter
from rollwrite_desktop.printing.pdf.export import write_pdf

GAME = GAMES["rolling_america"]
SHEET = sheet_of(GAME, "", "test")


@pytest.mark.parametrize(("name", "missing", "shortened"), [
    ("Ann", "", False),
    ("Zoë Ñandú-Šimůnek", "", False),
    ("N" * 200, "", True),
    ("A very long name " * 12, "", True),
    ("مريم", "مري", False),
    ("Ann 🎲", "🎲", False),
    ("日本" * 100, "日本", True),
    ("tab\tand\nline", "", False),
    ("\u202eevil", "", False),
])
@pytest.mark.parametrize("fillable", [False, True])
def test_any_name_is_printed_or_warned_of(tmp_path: Path, name: str, missing: str, shortened: bool, fillable: bool) -> None:
    leaves = blank_leaves(GAME, SHEET, 1, (name,), Extras(fillable=fillable))
    written = write_pdf(tmp_path / "a.pdf", leaves, header_footer(GAME))
    if fillable:  # in a field it is the viewer's to show
        assert written.missing == "" and written.shortened == ()
    else:
        assert written.missing == missing
        assert bool(written.shortened) == shortened
    assert (tmp_path / "a.pdf").read_bytes().endswith(b"%%EOF\n")


def test_a_missing_or_damaged_typeface_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken.ttf").write_bytes(b"no typeface")
    known = faces.metrics("hand")
    for file in (tmp_path / "gone.ttf", tmp_path / "broken.ttf"):
        pdf_painter.font.cache_clear()
        broken = replace(known, file=file)
        monkeypatch.setattr(pdf_painter, "metrics", lambda _, broken=broken: broken)
        monkeypatch.setattr("rollwrite_desktop.printing.pdf.export.metrics", lambda _, broken=broken: broken)
        with pytest.raises(FileError, match=rf"^The font .*{file.name} is missing or damaged. Nothing was written\.$"):
            write_pdf(tmp_path / "a.pdf", blank_leaves(GAME, SHEET, 1), header_footer(GAME))
    pdf_painter.font.cache_clear()
    assert not (tmp_path / "a.pdf").exists()


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a.pdf"
    target.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match="the disk is full"):
        write_pdf(target, blank_leaves(GAME, SHEET, 2, extras=Extras(fillable=True)), header_footer(GAME), force=True)
    assert target.read_bytes() == b"old" and [path.name for path in tmp_path.iterdir()] == ["a.pdf"]


@pytest.mark.parametrize("copies", [0, -1])
def test_no_copies_are_an_error(tmp_path: Path, copies: int) -> None:
    with pytest.raises(UserError, match="Nothing to print"):
        write_pdf(tmp_path / "a.pdf", blank_leaves(GAME, SHEET, copies), header_footer(GAME))
