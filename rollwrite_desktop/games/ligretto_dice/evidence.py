"""A score sheet on paper as values: whose columns there are, which row of the sheet holds which round, what it adds up to.

Knows no legality and no drawing.
"""

from __future__ import annotations

import msgspec

from rollwrite_desktop.gamekit.papers import ScorePaper
from rollwrite_desktop.games.ligretto_dice.model import DICE, START
from rollwrite_desktop.sheet.sheet import Sheet

Row = list[int | None]
TIE = "tie"
"""The row of a tie-break, `tiep1`, where others are `r1p1`, `r2p1` …"""


class LigrettoDicePaper(ScorePaper, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A score sheet of Ligretto Dice. `shares`: the dice dealt to each player, if they differ; `penalties`: points by
    player, as positive numbers, if there are any."""

    shares: list[int] = msgspec.field(default_factory=list)
    penalties: list[int] = msgspec.field(default_factory=list)


def names_of(paper: LigrettoDicePaper) -> tuple[str, ...]:
    """The players: as named, else numbered by the columns that are in use."""
    rows = (*(paper.rounds or ()), *(paper.totals or ()))
    count = len(paper.players) or max((len(row) for row in rows), default=0)
    return tuple((paper.players[i:] or [""])[0] or f"P{i + 1}" for i in range(count))


def shares_of(paper: LigrettoDicePaper) -> tuple[int, ...]:
    """The dice dealt to each player."""
    names = names_of(paper)
    return tuple(paper.shares) if paper.shares else (len(DICE) // len(names),) * len(names)


def penalties_of(paper: LigrettoDicePaper) -> tuple[int, ...]:
    """Points of penalties by player, as positive numbers."""
    return tuple((paper.penalties[i:] or [0])[0] for i in range(len(names_of(paper))))


def rows_of(paper: LigrettoDicePaper) -> list[Row]:
    """The entries round by round, without blank rows at the end."""
    rows = [list(row) for row in paper.rounds or ()]
    while rows and all(entry is None for entry in rows[-1]):
        rows.pop()
    return rows


def final_totals(paper: LigrettoDicePaper) -> tuple[int, ...]:
    """What the entries add up to, less penalties."""
    rows = paper.rounds or []
    return tuple(
        START + sum((row[i:] or [None])[0] or 0 for row in rows) - penalty for i, penalty in enumerate(penalties_of(paper))
    )


def row_of(sheet: Sheet, line: int) -> str:
    """The id of the row of a score sheet in which the round number `line` (from 0) stands."""
    return f"r{line + 1}" if line < sheet.values["rounds"] else TIE


def line_of(sheet: Sheet, row: str) -> int:
    """The number of the round (from 0) in a row of a score sheet."""
    return sheet.values["rounds"] if row == TIE else int(row[1:]) - 1
