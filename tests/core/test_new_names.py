"""Files under new names: nothing that is there is written over, and each refusal says which file and why."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rollwrite_desktop.core.files import FileError, must_be_new, rename, write_file


def test_a_name_must_be_new(tmp_path: Path) -> None:
    must_be_new(tmp_path / "new")
    (tmp_path / "old").write_text("kept")
    with pytest.raises(FileError) as refused:
        must_be_new(tmp_path / "old")
    assert str(refused.value) == f"Cannot write {tmp_path / 'old'}: it exists already."
    assert refused.value.why == "it exists already"
    assert not (tmp_path / "new").exists() and (tmp_path / "old").read_text() == "kept"


def test_what_cannot_be_written_is_named_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("kept")
    for path, force, why in (
        (tmp_path, True, "it is a folder"), (tmp_path / "old", False, "it exists already"),
        (tmp_path / "none" / "new", True, "there is no such folder"),
        (tmp_path / "old" / "new", True, "there is no such folder"),
    ):
        with pytest.raises(FileError) as refused:
            write_file(path, b"more", force=force)
        assert str(refused.value) == f"Cannot write {path}: {why}."
    write_file(tmp_path / "old", b"more")
    assert [path.name for path in tmp_path.iterdir()] == ["old"] and (tmp_path / "old").read_bytes() == b"more"


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("old")
    (tmp_path / "link").symlink_to("old")
    with pytest.raises(FileError):
        write_file(tmp_path / "link", b"new", force=False)
    write_file(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "old").read_bytes() == b"new"


def test_a_name_that_cannot_be_changed_is_told_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(FileError) as refused:
        rename(tmp_path / "gone.txt", tmp_path / "new.txt")
    assert str(refused.value) == f"{tmp_path / 'gone.txt'}: cannot be renamed (there is no such folder)."
