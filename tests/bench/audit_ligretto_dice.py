"""How right the check of Ligretto Dice is: legal games as score sheets and as journals, sheets with one thing changed, and
small sheets against every game there can be.

    python3 packaging/bench.py audit_ligretto_dice [GAMES [ROUNDS [SMALL]]]

GAMES whole games are checked as score sheets, ROUNDS rounds of journals, in games of three rounds; SMALL small sheets are
compared with every sheet a game can leave.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.race_bots import race
from rollwrite_desktop.core.rules import players_named
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games.ligretto_dice import GAME
from rollwrite_desktop.games.ligretto_dice.check.score_repair import Table, mended
from rollwrite_desktop.games.ligretto_dice.play.paper import score_paper
from rollwrite_desktop.sheet.load import find
from tests.games.ligretto_dice.fewest import fewest, sheets

NAMES = ("Ann", "Bo", "Cy", "Di")
BOARD = find("ligretto_dice_board")
OPTIONS = (
    {}, {"length": "one_each"}, {"tie": "shared"}, {"wrong": "minus_one"}, {"shares": "plus_2"}, {"length": "target_110"},
    {"length": "minutes_1"},
)
Rows = list[list[int | None]]
Change = Callable[[Rows, random.Random], None]


def game(k: int, options: dict[str, str]) -> Session[Any]:
    players = 2 + k % 3
    session: Session[Any] = Session(GAME.play.rules(BOARD, options), players_named(["x"] * players), code=f"BENCH-{k}")
    bots = list(GAME.think.bots.values())
    race(session, {player: bots[(k + i) % len(bots)] for i, player in enumerate(session.players)})
    return session


def sheet_of(session: Session[Any]) -> Paper:
    return score_paper(session.rules, session.state, NAMES[: len(session.players)])  # type: ignore[arg-type]


def legal(games: int) -> list[Paper]:
    papers, seconds = [], []
    for k in range(games):
        paper = sheet_of(game(k, OPTIONS[k // 3 % len(OPTIONS)]))
        begun = time.process_time()
        report = GAME.check.auditor(BOARD, paper.options).audit(paper)
        seconds.append(time.process_time() - begun)
        assert report.verdict == "clean", (k, report.findings)
        papers.append(paper)
    print(f"level 1: {games} legal games clean; {1000 * max(seconds):.1f} ms at most", flush=True)
    return papers


def journals(rounds: int) -> None:
    played = 0
    while played < rounds:
        session = game(played, {"length": "rounds_3"})
        auditor = GAME.check.auditor(BOARD, session.rules.options)  # type: ignore[attr-defined]
        for player in session.players:
            assert auditor.audit_play(session, player).verdict == "clean", played
        played += len(session.state.rounds)
    print(f"level 3: {played} legal rounds clean", flush=True)


# ---------------------------------------------------------------------- one thing changed


def entry(rows: Rows, luck: random.Random) -> None:
    k = luck.randrange(len(rows))
    i = luck.choice([i for i, one in enumerate(rows[k]) if one is not None])
    rows[k][i] = (rows[k][i] or 0) + luck.choice((-2, -1, 1, 2))


def sign(rows: Rows, luck: random.Random) -> None:
    row = luck.choice(rows)
    i = luck.choice([i for i, one in enumerate(row) if one is not None])
    row[i] = -(row[i] or 0)


def blank(rows: Rows, luck: random.Random) -> None:
    row = luck.choice(rows)
    row[luck.choice([i for i, one in enumerate(row) if one is not None])] = None


def swapped(rows: Rows, luck: random.Random) -> None:
    """Two entries of a round: no mistake where both lost, or where the loss of the one fits the other's dice."""
    row = luck.choice(rows)
    a, b = luck.sample([i for i, one in enumerate(row) if one is not None], 2)
    row[a], row[b] = row[b], row[a]


def dropped(rows: Rows, luck: random.Random) -> None:
    rows.pop(luck.randrange(len(rows)))


def added(rows: Rows, luck: random.Random) -> None:
    rows.append([*luck.choice(rows)])


MUTATIONS: dict[str, Change] = {
    "entry altered": entry, "sign dropped": sign, "entry left out": blank, "two entries swapped": swapped,
    "round left out": dropped, "round added": added,
}


def mutated(papers: list[Paper], most: int) -> None:
    """Whether one change is found as one mistake at most; with the sums written down, those that the sums show too."""
    luck = random.Random("mutations")
    print(f"{'mutation':22}{'sheets':>8}{'broken':>8}{'unproved':>10}{'clean':>7}{'with sums':>11}")
    for name, change in MUTATIONS.items():
        rows: Counter[str] = Counter()
        for paper in luck.sample(papers, min(most, len(papers))):
            altered = [list(row) for row in paper.rounds or ()]
            change(altered, luck)
            if altered == paper.rounds or not altered:
                continue
            auditor = GAME.check.auditor(BOARD, paper.options)
            bare = auditor.audit(msgspec.structs.replace(paper, rounds=altered, totals=None, claimed=None))
            assert bare.mistakes <= 2, (name, bare.findings)
            rows["sheets"] += 1
            rows[bare.verdict] += 1
            rows["sums"] += auditor.audit(msgspec.structs.replace(paper, rounds=altered)).verdict == "broken"
        counts = f"{rows['sheets']:8}{rows['broken']:8}{rows['unproved']:10}{rows['clean']:7}{rows['sums']:11}"
        print(f"{name:22}{counts}", flush=True)


def compared(count: int) -> None:
    counts: Counter[int] = Counter()
    for sheet in sheets(count, "bench"):
        table = Table(sheet.shares, sheet.penalties, sheet.rounds, sheet.played_off, sheet.named)
        least = fewest(sheet)
        assert mended([list(row) for row in sheet.rows], table).mistakes == least, sheet
        counts[least] += 1
    print(f"small sheets: {sum(counts.values())} agree with every game; by mistakes: {dict(sorted(counts.items()))}")


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:]]
    games, rounds, small = given + [60, 60, 500][len(given):]
    compared(small)
    journals(rounds)
    mutated(legal(games), 1000)
