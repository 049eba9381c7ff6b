"""The score sheet of Ligretto Dice as a value: the struct of its paper files, its players, rows and totals, and the score
sheet of a game. Knows no legality and no drawing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from rollwrite_desktop.core.audit import AT_MOST_100, Paper, paper_as
from rollwrite_desktop.gamekit.papers import ScorePaper
from rollwrite_desktop.gamekit.play.map_rules import SheetRules
from rollwrite_desktop.games.ligretto_dice.play.model import DICE, START, State
from rollwrite_desktop.games.ligretto_dice.play.options import shares_of as dealt
from rollwrite_desktop.sheet.sheet import Sheet

Row = list[int | None]
TIE = "tie"
"""The row of a tie-break, `tiep1`, where others are `r1p1`, `r2p1` …"""


class LigrettoDicePaper(ScorePaper, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A score sheet of Ligretto Dice. `shares`: the dice dealt to each player, if they differ; `penalties`: points by
    player, as positive numbers, if there are any."""

    shares: Annotated[list[int], AT_MOST_100] = msgspec.field(default_factory=list)
    penalties: Annotated[list[int], AT_MOST_100] = msgspec.field(default_factory=list)


def names_of(paper: LigrettoDicePaper) -> tuple[str, ...]:
    """Returns the players: as named, else numbered by the columns that are in use."""
    rows = (*(paper.rounds or ()), *(paper.totals or ()))
    count = len(paper.players) or max((len(row) for row in rows), default=0)
    return tuple((paper.players[i:] or [""])[0] or f"P{i + 1}" for i in range(count))


def shares_of(paper: LigrettoDicePaper) -> tuple[int, ...]:
    """Returns the dice dealt to each player."""
    names = names_of(paper)
    return tuple(paper.shares) if paper.shares else (len(DICE) // len(names),) * len(names)


def penalties_of(paper: LigrettoDicePaper) -> tuple[int, ...]:
    """Points of penalties by player, as positive numbers."""
    return tuple((paper.penalties[i:] or [0])[0] for i in range(len(names_of(paper))))


def rows_of(paper: LigrettoDicePaper) -> list[Row]:
    """Returns the entries round by round, without blank rows at the end."""
    rows = [list(row) for row in paper.rounds or ()]
    while rows and all(entry is None for entry in rows[-1]):
        rows.pop()
    return rows


def final_totals(paper: LigrettoDicePaper) -> tuple[int, ...]:
    """Returns what the entries add up to, less penalties."""
    rows = paper.rounds or []
    return tuple(
        START + sum((row[i:] or [None])[0] or 0 for row in rows) - penalty for i, penalty in enumerate(penalties_of(paper))
    )


def row_of(sheet: Sheet, line: int) -> str:
    """Returns the id of the row of a score sheet in which the round number `line` (from 0) stands."""
    return f"r{line + 1}" if line < sheet.values["rounds"] else TIE


def line_of(sheet: Sheet, row: str) -> int:
    """Returns the number of the round (from 0) in a row of a score sheet."""
    return sheet.values["rounds"] if row == TIE else int(row[1:]) - 1


def paper_of(rules: SheetRules, state: State, player: str) -> LigrettoDicePaper:
    """Returns the score sheet of a game. It is one for all; `player` is whose copy this is."""
    return score_paper(rules, state, state.players, player)


def score_paper(rules: SheetRules, state: State, names: Sequence[str], player: str = "") -> LigrettoDicePaper:
    """Returns the score sheet of a game with these names, in the order of the players."""
    totals: list[list[int | None]] = []
    running = [START] * len(names)
    for one in state.rounds:
        running = [before + (entry or 0) for before, entry in zip(running, one.entries, strict=True)]
        totals.append(list(running))
    shares = dealt(rules.options, len(names))
    fumbles = [sum(one.fumbles[i] for one in state.rounds) for i in range(len(names))]
    winners = [name for name, score in zip(names, rules.scores(state), strict=True) if score.place == 1]
    return LigrettoDicePaper(
        game=rules.info.id, sheet=sheet_for(len(names)), options=dict(rules.options), player=player, players=list(names),
        rounds=[list(one.entries) for one in state.rounds], totals=totals,
        shares=[] if len(set(shares)) == 1 else list(shares),
        penalties=fumbles if any(fumbles) and rules.options["wrong"] == "minus_one" else [],
        claimed=winners[0] if state.stage == "over" and len(winners) == 1 else None,
    )


def sheet_for_paper(paper: Paper) -> str:
    """Returns the id of the score sheet with columns for the players of a paper."""
    return sheet_for(len(names_of(paper_as(LigrettoDicePaper, paper))) or 4)


def sheet_for(players: int) -> str:
    """Returns the id of the score sheet for so many players."""
    return f"ligretto_dice_score_{min(4, max(2, players))}"
