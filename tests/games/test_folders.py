"""The same file name for the same thing in every game's folder: README.md there has the list."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from rollwrite_desktop.games import TEMPLATES
from tests.laws.demands import README, law

FOLDERS = sorted(path.parent for path in README.parent.glob("*/__init__.py"))
FILES = dict(re.findall(r"^\| `((?:\w+/)*\w+\.py)` \| [^|]* \|([^|]*)\|$", README.read_text("utf-8"), re.MULTILINE))
"""File name to what there is in its place where it is missing, or `always`."""
MAX_FILES = 12
"""How many files a room of a game may have: a subject with files of its own is a folder within the room."""


def files_of(folder: Path) -> set[str]:
    """The files of a game by their paths in its folder, without those that only say what a room is."""
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    return {name for name in found if not name.endswith("/__init__.py")}


def rooms_of(folder: Path) -> Counter[str]:
    """How many files each room of a game has, and each folder within a room."""
    return Counter(name.rpartition("/")[0] for name in files_of(folder))


@law("files")
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_files_are_named_alike(folder) -> None:  # type: ignore[no-untyped-def]
    found = files_of(folder)
    assert found <= set(FILES), "README.md has no such file name"
    assert {name for name, otherwise in FILES.items() if otherwise.strip() == "always"} <= found


@law("files")
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_room_is_seen_at_a_glance(folder) -> None:  # type: ignore[no-untyped-def]
    assert max(rooms_of(folder).values()) <= MAX_FILES


def test_every_file_name_is_used() -> None:
    assert set(FILES) == set().union(*map(files_of, FOLDERS))


@pytest.mark.parametrize(("like", "most"), [("map", 150), ("dice", 250)])
def test_a_template_is_short(like: str, most: int) -> None:
    folder = README.parent / TEMPLATES[like]
    assert sum(len((folder / name).read_text("utf-8").splitlines()) for name in files_of(folder)) <= most


def test_every_template_is_offered() -> None:
    assert sorted(TEMPLATES.values()) == [folder.name for folder in FOLDERS if folder.name.startswith("_")]
