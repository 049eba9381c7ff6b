"""The fewest entries of a score sheet that must change to make it a game that can have been played.

A mistake is an entry that must change, but for a winner's that is the sum of what the others have written; a round too many;
a missing tie-break, where a winner is named. A tie-break row with more than two counts as two (another row should stand
there). Knows neither names nor sentences.

How many rows are ordinary follows from the length of the game (LD-R10). A timed game can have ended after any row; one to a
target ended after the first row with which somebody had it, so rows before a tie-break must reach it. What is written counts
there: with a wrong entry or a penalty of unknown time, the number of rounds that takes the fewest mistakes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product

from msgspec import Struct

from rollwrite_desktop.core.audit import Paper, paper_as
from rollwrite_desktop.core.rules import Scores
from rollwrite_desktop.games.ligretto_dice.play.model import DICE, START, Round
from rollwrite_desktop.games.ligretto_dice.play.options import fair, option_values, rounds_of, target_of, tie_shares
from rollwrite_desktop.games.ligretto_dice.play.paper import (
    LigrettoDicePaper,
    Row,
    names_of,
    penalties_of,
    rows_of,
    shares_of,
)
from rollwrite_desktop.games.ligretto_dice.play.scoring import scores

_MAX_PAIRS = 3_000
"""How many outcomes of mended rounds are told apart; beyond, nobody is known to lead."""
_REPLACED = 2
_TIE_BREAKS = 2
"""How many rows at the end of a game of unknown length are looked at as tie-breaks."""

Points = tuple[int, ...]


class TableFacts(Struct, frozen=True):
    """What is known of a table: dice dealt and penalties by player, how many ordinary rounds are played at most, whether
    ties are played off, whether a winner is named. open_end: fewer may have been played; target: the points that end
    such a game, or 0."""

    shares: tuple[int, ...]
    penalties: tuple[int, ...]
    rounds: int
    played_off: bool
    named: bool
    open_end: bool = False
    target: int = 0


class Mended(Struct, frozen=True):
    """The fewest mistakes. costs: by row how many; racers: by row who plays it, nobody where it is one too many; rounds:
    after how many ordinary rows the game is over, more than there are where it is not. ahead: who leads at the end, nobody
    where that is not known, with so many points in `total`. mistakes: in all, a missing tie-break included."""

    costs: tuple[int, ...]
    racers: tuple[tuple[int, ...], ...]
    rounds: int
    ahead: tuple[int, ...]
    total: int
    mistakes: int


def shares_among(shares: tuple[int, ...], among: Sequence[int]) -> tuple[int, ...]:
    """Returns the dice of those who play a round; of a tie-break as LD-R6 says, where all dice are dealt."""
    if len(among) == len(shares) or sum(shares) != len(DICE):
        return tuple(shares[i] for i in among)
    return tie_shares(tuple(shares[i] for i in among))


@lru_cache(maxsize=64)
def legal_rows(players: int, among: tuple[int, ...], shares: tuple[int, ...]) -> tuple[tuple[int | None, ...], ...]:
    """Every row that can stand after a round among some (LD-8, LD-9): one gains what each other one loses, 1 to all dice."""
    rows = []
    for winner in among:
        others = [i for i in among if i != winner]
        for losses in product(*(range(1, shares[among.index(i)] + 1) for i in others)):
            row: list[int | None] = [None] * players
            row[winner] = sum(losses)
            for i, loss in zip(others, losses, strict=True):
                row[i] = -loss
            rows.append(tuple(row))
    return tuple(rows)


def changes(row: Sequence[int | None], among: tuple[int, ...], shares: tuple[int, ...]) -> int:
    """Returns the fewest entries that must change to make a row one that can stand after a round among some."""
    most = dict(zip(among, shares, strict=True))
    strangers = sum(entry is not None for i, entry in enumerate(row) if i not in most)
    best = len(row)
    for winner in among:
        others = [i for i in among if i != winner]
        wrong = [i for i in others if not 1 <= -(row[i] or 0) <= most[i]]
        rest = (row[winner] or 0) + sum(row[i] or 0 for i in others if i not in wrong)
        fits = len(wrong) <= rest <= sum(most[i] for i in wrong) or _is_sum(row, winner)
        best = min(best, len(wrong) + (not fits))
    return strangers + best


def distance(row: Sequence[int | None], other: Sequence[int | None]) -> int:
    """How many mistakes there are where another row should stand."""
    different = [i for i, (a, b) in enumerate(zip(row, other, strict=True)) if a != b]
    winner = next(i for i, entry in enumerate(other) if entry is not None and entry > 0)
    return len(different) - (winner in different and _is_sum(row, winner))


def _is_sum(row: Sequence[int | None], winner: int) -> bool:
    """Returns whether a winner's entry is what the others lose, as it is written."""
    return (row[winner] or 0) > 0 and sum(entry or 0 for entry in row) == 0


def table_of(options: Mapping[str, str], paper: LigrettoDicePaper) -> TableFacts:
    """Returns the table that a score sheet comes from."""
    players, shares = len(names_of(paper)), shares_of(paper)
    return TableFacts(
        # Shares that cannot be right are a finding of their own; then nobody is held to them.
        shares if players == 1 or fair(shares) else (len(DICE),) * players, penalties_of(paper), rounds_of(options, players),
        options["tie"] == "round", bool(paper.claimed), players > 1 and options["length"].startswith(("minutes", "target")),
        target_of(options),
    )


def scores_of(score_sheet: Paper) -> Scores:
    """Returns the scores of a well-formed score sheet, by the names on it; its penalties count as written."""
    paper = paper_as(LigrettoDicePaper, score_sheet)
    names, options = names_of(paper), option_values(paper.options)
    ordinary = mended(rows_of(paper), table_of(options, paper)).rounds
    none = (0,) * len(names)
    rounds = [
        Round(tuple(row), line >= ordinary, 0, none, none if line else penalties_of(paper))
        for line, row in enumerate(rows_of(paper))
    ]
    return scores(names, rounds, penalised=True)


def mended(rows: Sequence[Row], table: TableFacts) -> Mended:
    """Returns the fewest mistakes of a score sheet. rows: entries by player, None where there is none."""
    if not table.open_end:
        return _mended(rows, table, table.rounds)
    lengths = dict.fromkeys(_lengths(rows, table))
    return min((_mended(rows, table, rounds) for rounds in lengths), key=lambda way: way.mistakes)


def _lengths(rows: Sequence[Row], table: TableFacts) -> Iterator[int]:
    """After how many rounds a game without a fixed length can have been over; the likeliest first."""
    known = 0
    if table.target:
        totals = [START for _ in table.shares]
        for line, row in enumerate(rows, 1):
            if changes(row, tuple(range(len(row))), table.shares):
                break
            known = line
            totals = [total + (entry or 0) for total, entry in zip(totals, row, strict=True)]
            if any(total - penalty >= table.target for total, penalty in zip(totals, table.penalties, strict=True)):
                yield line
                return
            if max(totals) >= table.target and line < len(rows):
                # Over, if the penalties came later.
                yield line
        if not _has_reached(rows, table):
            yield table.rounds
    for rounds in range(len(rows), max(known, len(rows) - _TIE_BREAKS - 1), -1):
        yield min(rounds, table.rounds)
    if not rows or table.target:
        yield table.rounds


def _has_reached(rows: Sequence[Row], table: TableFacts) -> bool:
    """Returns whether, as it is written, somebody has the target after some row."""
    totals = [START for _ in table.shares]
    after = [totals := [total + (entry or 0) for total, entry in zip(totals, row, strict=True)] for row in rows]
    last = [total - penalty for total, penalty in zip(totals, table.penalties, strict=True)]
    return any(total >= table.target for row in [*after[:-1], last] for total in row)


def _mended(rows: Sequence[Row], table: TableFacts, rounds: int) -> Mended:
    everybody = tuple(range(len(table.shares)))
    ordinary = rows[:rounds]
    alone = len(everybody) == 1
    costs = [sum(entry is None for entry in row) if alone else changes(row, everybody, table.shares) for row in ordinary]
    outcomes = {} if alone else {tuple(START for _ in everybody): 0}
    for row, cost in zip(ordinary, costs, strict=True):
        outcomes = _after(outcomes, row, cost, table, everybody) if outcomes else {}
    if len(rows) < rounds or not outcomes:
        # Nobody is known to lead: a row that can follow no tie at all is wrong or one too many, any other may be right.
        racers, odd = [], []
        for row in rows[rounds:]:
            groups = [] if alone or not table.played_off else [
                some for count in everybody[1:] for some in combinations(everybody, count + 1)
            ]
            fits = any(not changes(row, some, shares_among(table.shares, some)) for some in groups)
            racers.append(tuple(i for i, entry in enumerate(row) if entry is not None) if fits else ())
            odd.append(int(not fits))
        who = (*(everybody for _ in ordinary), *racers)
        return Mended((*costs, *odd), who, rounds, everybody if alone else (), 0, sum(costs) + sum(odd))
    best: tuple[int, Mended] | None = None
    for totals, more in outcomes.items():
        way = _played_off(rows[rounds:], totals, table)
        mistakes = sum(costs) + more + way.mistakes
        if best is None or mistakes < best[0]:
            spread = list(costs)
            if more:
                spread[next(k for k, cost in enumerate(costs) if cost)] += more
            best = mistakes, Mended(
                (*spread, *way.costs), (*(everybody for _ in ordinary), *way.racers), rounds, way.ahead, way.total, mistakes,
            )
    assert best is not None
    return best[1]


def _after(
    outcomes: dict[Points, int], row: Row, cost: int, table: TableFacts, everybody: tuple[int, ...]
) -> dict[Points, int]:
    """The totals that are possible after another row, with the mistakes beyond the fewest of each row: one more may be
    worth while, as a row can differ by two from a tie-break that fits."""
    steps: dict[tuple[int, ...], int] = {}
    if not cost:
        steps[tuple(entry or 0 for entry in row)] = 0
    else:
        for other in legal_rows(len(everybody), everybody, table.shares):
            more = distance(row, other) - cost
            if more <= 1:
                steps[tuple(entry or 0 for entry in other)] = more
    if len(outcomes) * len(steps) > _MAX_PAIRS:
        return {}
    found: dict[Points, int] = {}
    for totals, more in outcomes.items():
        for step, again in steps.items():
            if more + again <= 1:
                after = tuple(a + b for a, b in zip(totals, step, strict=True))
                found[after] = min(more + again, found.get(after, _REPLACED))
    return found


# ---------------------------------------------------------------------- after the ordinary rounds


def _played_off(extra: Sequence[Row], totals: Points, table: TableFacts) -> Mended:
    """Returns the rows after the ordinary ones, and the end."""
    costs: list[int] = []
    racers: list[tuple[int, ...]] = []
    among: tuple[int, ...] = tuple(range(len(totals)))
    for row in extra:
        groups = list(_tied(totals, among, table)) if table.played_off else []
        if not groups:
            costs.append(1)
            racers.append(())
            continue
        group = min(groups, key=lambda some: (changes(row, some, shares_among(table.shares, some)), some))
        shares = shares_among(table.shares, group)
        costs.append(min(_REPLACED, changes(row, group, shares)))
        racers.append(group)
        legal = min(
            legal_rows(len(totals), group, shares), key=lambda other: distance(row, other),
        )
        totals = tuple(a + (b or 0) for a, b in zip(totals, legal, strict=True))
        among = group
    final = {i: totals[i] - table.penalties[i] for i in among}
    ahead = tuple(i for i in among if final[i] == max(final.values()))
    missing = table.named and table.played_off and len(ahead) > 1
    # None of these rows, and the tie-break missing where a winner is named, may be fewer mistakes.
    fewest = len(extra) + table.named
    if extra and sum(costs) + missing > fewest:
        costs, missing = [1 + fewest - len(extra)] + [1] * (len(extra) - 1), False
    return Mended(tuple(costs), tuple(racers), 0, ahead, max(final.values()), sum(costs) + missing)


def _tied(totals: Points, among: tuple[int, ...], table: TableFacts) -> Iterator[tuple[int, ...]]:
    """Who can have been tied for the lead. When a penalty was given the sheet does not say."""
    for count in range(2, len(among) + 1):
        for group in combinations(among, count):
            level = min(totals[i] for i in group)
            if all(totals[i] - table.penalties[i] <= level for i in group) and all(
                totals[i] - table.penalties[i] < level for i in among if i not in group
            ):
                yield group
