"""The numbers by which strong computer players judge a sheet: shipped data, fitted on self-play (tests/bench/train_*)."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from rollwrite_desktop.paths import ASSETS, SHEETS

FOLDER = ASSETS / "values"
PAR = SHEETS / "atlas" / "par.json"


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


class LevelResults(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What the levels of each game scored, and the provenance. made_by: the script; seed: begins the codes of the games;
    results: by game and level, how often each total came."""

    made_by: str
    seed: str
    results: dict[str, dict[str, dict[int, int]]]


@cache
def level_results() -> LevelResults:
    """Returns the results of all levels."""
    return msgspec.json.decode((FOLDER / "levels.json").read_bytes(), type=LevelResults)


class ReviewedErrors(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What the reviews of the levels' games say, and the provenance. made_by: the script; seed: begins the codes of the
    games; errors: by game and level, the errors of each game from the fewest to the most."""

    made_by: str
    seed: str
    errors: dict[str, dict[str, tuple[float, ...]]]


@cache
def reviewed_errors() -> ReviewedErrors:
    """Returns the errors of the levels that were reviewed."""
    return msgspec.json.decode((FOLDER / "reviews.json").read_bytes(), type=ReviewedErrors)


class Worth(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What a player gains a game without its costly turns: over how many codes, the mean, its standard error."""

    codes: int
    gained: float
    se: float


class PracticeWorth(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What practice is worth, and the provenance. made_by: the script; seed: begins the codes of the games; level: the
    player; results: by game."""

    made_by: str
    seed: str
    level: str
    results: dict[str, Worth]


@cache
def practice_worth() -> PracticeWorth:
    """Returns what a level gains without its costly turns."""
    return msgspec.json.decode((FOLDER / "practice.json").read_bytes(), type=PracticeWorth)


class Par(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What a level scores alone on a sheet: the mean of so many codes."""

    mean: float
    codes: int


class ParOfSheets(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What the levels score alone on each sheet, and the provenance. made_by: the script; seed: begins the codes of the
    games; results: by sheet and level."""

    made_by: str
    seed: str
    results: dict[str, dict[str, Par]]


@cache
def par_of_sheets() -> ParOfSheets:
    """Returns the results on all sheets that were measured."""
    return msgspec.json.decode(PAR.read_bytes(), type=ParOfSheets)
