"""Reads the file of a table of sheets that were compared: what stands there, as far as it is whole. What a sheet may hold is
each game's own."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from rollwrite_desktop.core.limits import LongText, Text
from rollwrite_desktop.intake.errors import UNREADABLE
from rollwrite_desktop.intake.json_files import Decoder, whole_part
from rollwrite_desktop.intake.sessions import RankingRule

NAME = "table.json"
MAX_BYTES = 4_000_000
NAMES = re.compile(r"(table)(?: \(([1-9]\d{0,5})\))?\.json")
"""What the table of now and those that were put aside are called."""


def numbered_name(name: str) -> tuple[str, int]:
    """Returns the name of a table without its number and its ending, and the number."""
    found = NAMES.fullmatch(name)
    assert found is not None
    return found[1], int(found[2] or 1)


class Stored(msgspec.Struct):
    """The file: papers as plain values (their structs are their games'), the names of their files, rolls for all; `ranking`:
    how illegal play counts, None: as usual in the game."""

    table: int
    papers: list[dict[Text, Any]] = []
    files: list[LongText] = []
    rolls: list[Text] = []
    ranking: RankingRule | None = None


_decoder = Decoder(Stored)


def means_table(data: bytes) -> bool:
    """Returns whether the content of a file is a table of sheets, or was one before it was damaged."""
    stored, _ = read_table(data)
    return stored is not None and bool(stored.table)


def read_table(data: bytes) -> tuple[Stored | None, bool]:
    """A table as it stands in a file, as far as it is whole, and whether it is; None where nothing is."""
    try:
        return _decoder.decode(data), True
    except UNREADABLE:
        plain = whole_part(data)
    if not isinstance(plain, dict) or not isinstance(plain.get("table"), int):
        return None, False
    lists = {key: value for key, value in plain.items() if isinstance(value, list)}
    papers = [paper for paper in lists.get("papers", ()) if isinstance(paper, dict)]
    files, rolls = ([text for text in lists.get(key, ()) if isinstance(text, str)] for key in ("files", "rolls"))
    return Stored(plain["table"], papers, files, rolls), False


def is_empty(data: bytes) -> bool:
    """Returns whether there is nothing in a table that anybody could miss."""
    try:
        stored = _decoder.decode(data)
    except UNREADABLE:
        return not data.strip()
    return not stored.papers and not stored.rolls
