"""The numbers by which strong computer players judge a sheet: shipped data, fitted on self-play (tests/bench/train_*)."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from rollwrite_desktop.paths import ASSETS

FOLDER = ASSETS / "values"


class ValueTables(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Tables and their provenance. made_by: the script; arguments: what it was started with; curve: the mean result by
    round of training; values: whole numbers, whose meaning the game knows."""

    made_by: str
    arguments: dict[str, Any]
    curve: tuple[float, ...]
    values: tuple[int, ...]


@cache
def value_tables(name: str) -> ValueTables:
    """A game's tables."""
    return msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=ValueTables)
