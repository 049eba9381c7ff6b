"""Files of tables of sheets as earlier versions kept them, for tests of what becomes of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.files import write_file
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.intake.tables import MAX_BYTES, NAME, read_table
from rollwrite_desktop.play.opening.open_game import named_from


def write_old_table(home: Path, papers: Sequence[Paper] = (), rolls: Sequence[str] = (), **more: Any) -> Path:
    """A table with these sheets and rolls in a folder of settings."""
    home.mkdir(parents=True, exist_ok=True)
    named = [msgspec.structs.replace(paper, sheet=named_from(home, paper.sheet)) for paper in papers]
    stored = {"table": 1, "papers": named, "files": [""] * len(named), "rolls": list(rolls), **more}
    write_file(home / NAME, msgspec.json.encode(stored))
    return home / NAME


def read_old_table(path: Path) -> tuple[list[str], list[str]]:
    """The players and the rolls of a table, which is whole."""
    stored, whole = read_table(read_file(path, MAX_BYTES))
    assert stored is not None and whole
    return [paper.get("player", "") for paper in stored.papers], stored.rolls
