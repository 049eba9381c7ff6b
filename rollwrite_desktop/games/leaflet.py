"""What can be printed of a game besides its sheets: boxes for what chance brings, its rules in brief, tables for dice.

Each game fills in what it has; printing asks for nothing else. Knows no particular game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from rollwrite_desktop.core.chance import Outcome

NO_LETTERS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class RollBoxes:
    """Boxes in which everything that chance brings in a game can be written down, so that a sheet can be checked wholly.

    rolls: how often there is a roll, at most. dice, cards: how many each brings. group: after how many a line is drawn (a
    round), 0 for none. letters: of dice with names, the letter (a message id) under which each is written, "B4".
    """

    rolls: int
    dice: int
    cards: int = 0
    group: int = 0
    letters: Mapping[str, str] = field(default_factory=lambda: NO_LETTERS)


@dataclass(frozen=True, slots=True)
class Table:
    """Something that two ordinary dice can stand in for: what is drawn or rolled (a message id), and the equally likely
    results, at most 36 (message ids). `again`: what makes it be thrown again, or ""."""

    title: str
    results: tuple[str, ...]
    again: str = ""


@dataclass(frozen=True, slots=True)
class Leaflet:
    """What a game has to print besides its sheets.

    rolls: its roll boxes, by its rules on a sheet; None where there is nothing to note. rolled: all outcomes of a code in
    order, for games in which they do not depend on play. summary: the rules in brief as message ids, a heading beginning
    with "# ". tables: for people without the components.
    """

    rolls: Callable[[Any], RollBoxes | None] = lambda _: None
    rolled: Callable[[Any, str], tuple[Outcome, ...]] | None = None
    summary: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
