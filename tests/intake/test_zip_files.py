"""ZIP archives: what is read of them is counted, whatever they say themselves."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from rollwrite_desktop.intake import archives
from rollwrite_desktop.intake.archives import NotABackup
from rollwrite_desktop.intake.zip_files import Archive, TooLarge
from tests.intake.fuzzing import CORPUS


def packed(*contents: bytes, how: int = zipfile.ZIP_DEFLATED) -> io.BytesIO:
    """An archive with members a, b, c…"""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as archive:
        for name, content in zip("abcdefgh", contents, strict=False):
            archive.writestr(name, content)
    return out


def test_members_are_limited_each_and_together() -> None:
    archive = Archive(packed(b"x" * 70_000, b"y" * 70_000), 2, 100_000)
    assert archive.read("a", 70_000) == b"x" * 70_000
    with pytest.raises(TooLarge):
        archive.read("b", 70_000)
    with pytest.raises(TooLarge):
        Archive(packed(b"x" * 70_000), 1, 100_000).read("a", 69_999)


def test_the_list_of_contents_is_limited_before_it_is_read() -> None:
    assert len(Archive(packed(b"", b""), 2, 0).members) == 2
    with pytest.raises(TooLarge):
        Archive(packed(b"", b""), 1, 0)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a", b"")
        archive.comment = b"c" * 65_000
        archive.filelist[0].comment = b"d" * 65_000
        archive.filelist[0].extra = b"\x99\x99\x00\x00" * 16_000
    with pytest.raises(TooLarge):
        Archive(out, 1, 0)


@pytest.mark.parametrize("how", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_only_two_ways_of_packing_are_read(how: int) -> None:
    with pytest.raises(zipfile.BadZipFile):
        Archive(packed(b"x", how=how), 1, 10).read("a", 10)


def test_what_a_backup_unpacks_is_counted_as_it_is_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its list has a size below nothing, so that the sum of all sizes is small."""
    monkeypatch.setattr(archives, "MAX_BYTES", 1_000)
    with pytest.raises(NotABackup):
        archives.unpack(CORPUS / "backup.size_below_nothing", tmp_path, lambda *_: True)
    assert not any(tmp_path.iterdir())
