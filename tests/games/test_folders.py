"""The same file name for the same thing in every game's folder: README.md there has the list."""

from __future__ import annotations

import re

import pytest

from rollwrite_desktop.games import TEMPLATES
from tests.laws.demands import README, law

FOLDERS = sorted(path.parent for path in README.parent.glob("*/__init__.py"))
FILES = dict(re.findall(r"^\| `(\w+\.py)` \| [^|]* \|([^|]*)\|$", README.read_text("utf-8"), re.MULTILINE))
"""File name to what there is in its place where it is missing, or `always`."""


@law("files")
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_files_are_named_alike(folder) -> None:  # type: ignore[no-untyped-def]
    found = {path.name for path in folder.iterdir() if path.name != "__pycache__"}
    assert found <= set(FILES), "README.md has no such file name"
    assert {name for name, otherwise in FILES.items() if otherwise.strip() == "always"} <= found


def test_every_file_name_is_used() -> None:
    assert set(FILES) == {path.name for folder in FOLDERS for path in folder.glob("*.py")}


@pytest.mark.parametrize(("like", "most"), [("map", 150), ("dice", 200)])
def test_a_template_is_short(like: str, most: int) -> None:
    files = (README.parent / TEMPLATES[like]).rglob("*.py")
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) <= most


def test_every_template_is_offered() -> None:
    assert sorted(TEMPLATES.values()) == [folder.name for folder in FOLDERS if folder.name.startswith("_")]
