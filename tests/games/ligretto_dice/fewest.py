"""The fewest mistakes of a small Ligretto Dice score sheet, by comparing it with every sheet that a game can leave."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from msgspec import Struct

Row = tuple[int | None, ...]


class Sheet(Struct, frozen=True, dict=True):
    """A score sheet: rows of entries, how many are ordinary, dice and penalties by player, whether a winner is named."""

    rows: tuple[Row, ...]
    rounds: int
    shares: tuple[int, ...]
    penalties: tuple[int, ...]
    named: bool
    played_off: bool


@cache
def rounds_among(shares: tuple[int, ...], among: tuple[int, ...]) -> tuple[Row, ...]:
    """What a round among some players can leave."""
    found = []
    for left in product(*(range(shares[i] + 1) if i in among else (None,) for i in range(len(shares)))):
        done = [i for i in among if left[i] == 0]
        if len(done) == 1:
            gained = sum(one for one in left if one)
            found.append(tuple(gained if i in done else None if one is None else -one for i, one in enumerate(left)))
    return tuple(found)


def leading(totals: Sequence[int], among: Sequence[int]) -> tuple[int, ...]:
    return tuple(i for i in among if totals[i] == max(totals[j] for j in among))


@cache
def finished(shares: tuple[int, ...], rounds: int, penalties: tuple[int, ...], played_off: bool) -> tuple[
    tuple[tuple[Row, ...], bool], ...
]:
    """Every sheet, with up to two tie-breaks, and whether it has one winner or may have several. Penalties fall when they
    like."""
    everybody = tuple(range(len(shares)))
    found: dict[tuple[Row, ...], bool] = {}

    def on(rows: tuple[Row, ...], among: tuple[int, ...], given: tuple[int, ...]) -> None:
        totals = [sum(row[i] or 0 for row in rows) for i in everybody]
        now = leading([total - penalties[i] for i, total in enumerate(totals)], among)
        # Without another round all penalties have been given.
        found[rows] = found.get(rows, False) or len(now) == 1 or not played_off
        if not played_off or len(rows) > rounds + 1:
            return
        for more in product(*(range(given[i], penalties[i] + 1) for i in everybody)):
            tied = leading([total - more[i] for i, total in enumerate(totals)], among)
            if len(tied) > 1:
                for row in rounds_among(shares, tied):
                    on((*rows, row), tied, more)

    for rows in product(rounds_among(shares, everybody), repeat=rounds):
        on(tuple(rows), everybody, (0,) * len(shares))
    return tuple(found.items())


def apart(written: Row, right: Row) -> int:
    """Mistakes in a row: entries that differ; a winner's that is the sum of what is written is none."""
    wrong = 0
    for entry, other in zip(written, right, strict=True):
        if entry == other:
            continue
        follows = other is not None and other > 0 and entry is not None and entry > 0 and sum(n or 0 for n in written) == 0
        wrong += not follows
    return wrong


def fewest(sheet: Sheet) -> int:
    best = 99
    for rows, decided in finished(sheet.shares, sheet.rounds, sheet.penalties, sheet.played_off):
        if sheet.named and not decided:
            # A winner is named: the extra round that decides is missing.
            mistakes = 1
        else:
            mistakes = 0
        for k in range(max(len(rows), len(sheet.rows))):
            if k >= len(rows) or k >= len(sheet.rows):
                mistakes += 1
            else:
                cells = apart(sheet.rows[k], rows[k])
                mistakes += cells if k < sheet.rounds else min(2, cells)
        best = min(best, mistakes)
    return best


def sheets(count: int, seed: str) -> Iterator[Sheet]:
    """Small sheets, legal or with a few entries or rows altered."""
    luck = random.Random(seed)
    tables = [((2, 2), 2), ((3, 2), 2), ((2, 2, 2), 2), ((2, 1, 2), 1), ((2, 2), 3)]
    for _ in range(count):
        shares, rounds = luck.choice(tables)
        penalties = tuple(luck.choice((0, 0, 0, 1)) for _ in shares) if luck.random() < 0.3 else (0,) * len(shares)
        played_off = luck.random() < 0.8
        every = finished(shares, rounds, penalties, played_off)
        longer = [rows for rows, _ in every if len(rows) > rounds]
        rows = [list(row) for row in (luck.choice(longer) if longer and luck.random() < 0.5 else luck.choice(every)[0])]
        for _ in range(luck.choice((0, 1, 1, 2, 2, 3))):
            row = luck.choice(rows)
            row[luck.randrange(len(row))] = luck.choice((None, *range(-3, 5)))
        if luck.random() < 0.15:
            rows.append(list(luck.choice(rounds_among(shares, tuple(range(len(shares)))))))
        elif len(rows) > rounds and luck.random() < 0.2:
            rows.pop()
        kept = tuple(tuple(row) for row in rows)
        if all(any(entry is not None for entry in row) for row in kept):
            yield Sheet(kept, rounds, shares, penalties, luck.random() < 0.5, played_off)
