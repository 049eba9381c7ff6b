"""The check of a Ligretto Dice score sheet held to every game that can leave one, both ways: verdict, count and places."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import product

import pytest

from rollwrite_desktop.core.audit import Report
from rollwrite_desktop.games.ligretto_dice import GAME
from rollwrite_desktop.games.ligretto_dice.play.paper import LigrettoDicePaper
from rollwrite_desktop.sheet.load import find
from tests.games.ligretto_dice.fewest import Row, Sheet, apart, fewest, finished, rounds_among
from tests.sampling import amount, numbers

pytestmark = pytest.mark.slow
NAMES = ("Ann", "Bo", "Cy")
Cells = frozenset[tuple[int, int]]
TABLES = (((21, 3), 1), ((3, 21), 2), ((12, 12), 1), ((3, 4, 17), 1), ((8, 8, 8), 1))
"""Dice by player, and ordinary rounds: few enough to try every game."""


def sheet_of(luck: random.Random, shares: tuple[int, ...], rounds: int) -> Sheet:
    """What a game leaves with up to three entries altered, or any numbers; a tie-break among them now and then."""
    played_off = len(shares) == 2 and luck.random() < 0.7
    games = ends(shares, rounds, played_off)
    rows = [list(row) for row in luck.choice(games)]
    if luck.random() < 0.3:
        rows = [list(luck.choice(rounds_among(shares, tuple(range(len(shares)))))) for _ in range(luck.choice((1, 2)))]
    for _ in range(luck.choice((0, 1, 1, 2, 3))):
        row = luck.choice(rows)
        row[luck.randrange(len(row))] = luck.choice((None, 0, luck.randint(-5, 5), luck.randint(-23, 23)))
    if luck.random() < 0.1:
        rows[0] = [luck.randint(-1, 1) for _ in shares]
    if any(all(entry is None for entry in row) for row in rows):
        return sheet_of(luck, shares, rounds)
    penalties = (0,) * len(shares)
    return Sheet(tuple(map(tuple, rows)), rounds, shares, penalties, luck.random() < 0.5, played_off)


@cache
def ends(shares: tuple[int, ...], rounds: int, played_off: bool) -> list[tuple[Row, ...]]:
    """Every sheet that a game can leave after its rounds; with tie-breaks, and where one is due, as often as others."""
    every = finished(shares, rounds, (0,) * len(shares), played_off)
    kinds = product((False, True), repeat=2)
    often = [[rows for rows, decided in every if (len(rows) > rounds, decided) == kind] for kind in kinds]
    return [rows for kind in often for rows in kind * (len(every) // len(kind) if kind else 0)]


def audited(sheet: Sheet, claimed: str | None = None, totals: list[list[int | None]] | None = None) -> Report:
    names = list(NAMES[: len(sheet.shares)])
    options = {"length": f"rounds_{sheet.rounds}", "tie": "round" if sheet.played_off else "shared"}
    return GAME.check.auditor(find("ligretto_dice_board"), options).audit(LigrettoDicePaper(
        game="ligretto_dice", players=names, rounds=[list(row) for row in sheet.rows], shares=list(sheet.shares),
        options=options, claimed=claimed, totals=totals,
    ))


def accused(report: Report, players: int) -> Cells:
    """The entries that findings of the rounds accuse; a finding of a whole round accuses all of it."""
    cells = set()
    for finding in report.findings:
        for where in finding.where if finding.cost else ():
            if where.startswith("round:"):
                number, _, name = where.removeprefix("round:").partition("/")
                who = [NAMES.index(name)] if name else range(players)
                cells |= {(int(number) - 1, i) for i in who}
    return frozenset(cells)


def explanations(sheet: Sheet, least: int) -> list[Cells]:
    """The entries that differ from each game that is nearest; of a row too many all."""
    found = []
    for rows, decided in finished(sheet.shares, sheet.rounds, sheet.penalties, sheet.played_off):
        cells, mistakes = set(), int(sheet.named and not decided)
        for k, written in enumerate(sheet.rows):
            if k >= len(rows):
                mistakes += 1
                cells |= {(k, i) for i in range(len(written))}
                continue
            wrong = apart(written, rows[k])
            mistakes += wrong if k < sheet.rounds else min(2, wrong)
            cells |= {(k, i) for i, (a, b) in enumerate(zip(written, rows[k], strict=True)) if a != b and wrong}
        mistakes += max(0, len(rows) - len(sheet.rows))
        if mistakes == least:
            found.append(frozenset(cells))
    return found


def pointed_at(row: Row, shares: tuple[int, ...]) -> set[int]:
    """Which entries a wrong row's findings are to name: the blank ones (LD-R6); else all that gained, if several did (LD-8);
    if nobody did, the only loss that cannot be, or the whole row; else every loss that cannot be, or the winner's sum
    (LD-9)."""
    blank = {i for i, entry in enumerate(row) if entry is None}
    gained = {i for i, entry in enumerate(row) if entry is not None and entry > 0}
    beyond = {i for i, entry in enumerate(row) if entry is not None and i not in gained and not 1 <= -entry <= shares[i]}
    if blank or len(gained) > 1:
        return blank or gained
    if not gained:
        return beyond if len(beyond) == 1 else {*range(len(row))}
    return beyond or gained


@amount("sheets", 200, 8_000)
def test_verdict_count_and_places_are_those_of_the_nearest_games(sheets: int) -> None:
    """As many mistakes as to the nearest game, in the rounds in which one such game differs; in each of those the entries
    that `pointed_at` says."""
    luck = random.Random("nearest")
    counts: Counter[int] = Counter()
    for number in numbers(sheets):
        sheet = sheet_of(luck, *TABLES[number % len(TABLES)])
        if len(sheet.rows) < sheet.rounds:
            continue
        report = audited(sheet, "Ann" if sheet.named else None)
        found = [finding for finding in report.findings if finding.key != "LD-10:claim"]
        least = fewest(sheet)
        counts[least] += 1
        assert sum(finding.cost for finding in found) == least, (sheet, found)
        assert any(finding.verdict == "broken" for finding in found) == (least > 0), (sheet, found)
        cells = accused(report, len(sheet.shares))
        lines = {line for line, _ in cells}
        assert lines in [{line for line, _ in way} for way in explanations(sheet, least)], (sheet, found)
        for line in lines:
            here, whole = {i for other, i in cells if other == line}, {*range(len(sheet.shares))}
            assert here == pointed_at(sheet.rows[line], sheet.shares) or (line >= sheet.rounds and here == whole), sheet
    assert min(counts[n] for n in range(3)) > sheets / 60, counts


@amount("sheets", 600, 20_000)
def test_sums_and_the_end_are_held_to_the_promise_exactly(sheets: int) -> None:
    """LD-9: every total is the one before and the entry; a wrong one is one finding, and what builds on it is right. LD-10,
    LD-11: who is named leads; leaders that tie play on."""
    luck = random.Random("sums")
    told: Counter[str] = Counter()
    for number in numbers(sheets):
        shares, rounds = TABLES[number % len(TABLES)]
        played_off = len(shares) == 2 and luck.random() < 0.7
        rows = luck.choice(ends(shares, rounds, played_off))
        who = range(len(shares))
        before, totals, expected = [100] * len(shares), [], Counter[tuple[str, frozenset[str]]]()
        for k, row in enumerate(rows, 1):
            line: list[int | None] = []
            for i in who:
                right = before[i] + (row[i] or 0)
                written = luck.choice([right] * 8 + [None, right + luck.choice((-10, -1, 1, 9))])
                if written not in (None, right):
                    expected["LD-9:sum", frozenset({f"round:{k}/{NAMES[i]}"})] += 1
                before[i] = right if written is None else written
                line.append(written)
            totals.append(line)
        if luck.random() < 0.1:
            totals.append([luck.choice((None, 100)) for _ in who])
            extra = {f"round:{len(rows) + 1}/{NAMES[i]}" for i in who if totals[-1][i] is not None}
            if extra:
                expected["LD-9:extra", frozenset(extra)] += 1
        points = [sum(row[i] or 0 for row in rows) for i in who]
        racing = [i for i in who if all(row[i] is not None for row in rows[rounds:])]
        ahead = [i for i in racing if points[i] == max(points[j] for j in racing)]
        claimed = luck.choice([None, *NAMES[: len(shares)], "Zoe"])
        if len(ahead) > 1 and played_off:
            expected["LD-11:missing", frozenset()] += 1
        elif claimed is not None and claimed not in [NAMES[i] for i in ahead]:
            expected["LD-10:claim", frozenset({"claimed"})] += 1
        sheet = Sheet(rows, rounds, shares, (0,) * len(shares), claimed is not None, played_off)
        report = audited(sheet, claimed, totals)
        assert Counter((finding.key, frozenset(finding.where)) for finding in report.findings) == expected, (sheet, totals)
        missing = [finding for finding in report.findings if finding.key == "LD-11:missing"]
        assert all((finding.verdict == "broken") == bool(claimed) == bool(finding.cost) for finding in missing)
        told.update(key for key, _ in expected)
    assert told.keys() == {"LD-9:sum", "LD-9:extra", "LD-11:missing", "LD-10:claim"}, told
