"""How often a planted slip is offered as the diagnosis, and how fast: by game, kind of slip and level of evidence.

    python3 packaging/bench.py bench_diagnosis [GAME [SHEETS [alone|rolls]]]

SHEETS legal sheets of computer players get one slip of every kind each (`tests/planted.py`), with their score claimed.
`fits`: the sheet is legal with the slip too, and nothing is offered. `offered`: the planted slip is among those offered.
`as cheap`: others are, which weigh the same; `cheaper`: others that weigh less, each proved to explain the sheet. `dearer`,
`none`: the diagnosis was missed. Seconds of processor time until the first diagnosis and until the search for it ends.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from typing import Any

import msgspec

from rollwrite_desktop.core.audit import Paper, Report
from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.open_game import new_head, sheet_of, start
from rollwrite_desktop.play.simulation import finish
from tests.planted import SLIPS, Slipping, weight

COLUMNS = ("sheets", "fits", "offered", "as cheap", "cheaper", "dearer", "none")


def sheets(game_id: str, count: int) -> list[Paper]:
    """Legal sheets with their rolls and the score claimed."""
    game = GAMES[game_id]
    sheet = sheet_of(game, "", game_id)
    bots = [bot for name, bot in game.bots.items() if name != "master"]
    papers = []
    for k in range(count):
        opened = start(new_head(game, sheet, sheet.id, ("Ann",), {}, Notes(seed=f"DIAGNOSIS-{k}")))
        finish(opened.session, {"p1": bots[k % len(bots)]})
        paper = game.paper_of(opened.session.rules, opened.session.state, "p1")
        report = game.auditor(sheet, {}).audit(msgspec.structs.replace(paper, rolls=None))
        parts = dict(report.parts) | {"total": report.total}
        papers.append(msgspec.structs.replace(paper, claimed=parts if game_id == "hexroller" else report.total))
    return papers


class Run:
    """A search for a diagnosis with its times."""

    def __init__(self, auditor: Any, paper: Paper) -> None:
        self.first = self.longest = 0.0
        begun = last = time.process_time()
        for report in auditor.prove(paper):
            self.report: Report = report
            now = time.process_time()
            self.longest, last = max(self.longest, now - last), now
            if report.diagnosis and not self.first:
                self.first = now - begun
            if report.diagnosed:
                break
        self.seconds = last - begun


def judged(run: Run, legal: Paper, slipped: Paper, kind: str) -> str:
    """What became of a planted slip."""
    found = run.report.diagnosis
    if not found:
        return "none" if any(f.verdict == "broken" and f.cost for f in run.report.findings) else "fits"
    if any(same(each.paper, legal) for each in found):
        return "offered"
    planted, cost = weight(legal, slipped, kind), found[0].cost
    return "as cheap" if cost == planted else "cheaper" if cost < planted else "dearer"


def same(one: Paper, other: Paper) -> bool:
    """Whether two papers say the same; the dice of a roll have no order."""
    rolls = [[sorted(roll.replace(",", " ").split()) for roll in paper.rolls or ()] for paper in (one, other)]
    return rolls[0] == rolls[1] and msgspec.structs.replace(one, rolls=None) == msgspec.structs.replace(other, rolls=None)


def table(game_id: str, papers: list[Paper], level: str) -> None:
    game = GAMES[game_id]
    auditor = game.auditor(sheet_of(game, "", game_id), {})
    luck = random.Random(f"{game_id}/{level}")
    rows: dict[str, Counter[str]] = {}
    runs: dict[bool, list[Run]] = {False: [], True: []}
    kinds: dict[str, Slipping] = {
        name: slip for name, slip in SLIPS[game_id].items() if level == "rolls" or not name.startswith("roll")
    }
    for paper in papers:
        legal = paper if level == "rolls" else msgspec.structs.replace(paper, rolls=None)
        for kind, slip in kinds.items():
            made = slip(legal, luck)
            if made is None:
                continue
            run = Run(auditor, made[0])
            verdict = judged(run, legal, made[0], kind)
            rows.setdefault(kind, Counter()).update(("sheets", verdict))
            runs[kind.startswith("two")].append(run)
    print(f"{game_id}, {level}\n{'':24}" + "".join(f"{column:>10}" for column in COLUMNS))
    for two in (False, True):
        total: Counter[str] = Counter()
        for kind, row in rows.items():
            if kind.startswith("two") == two:
                total.update(row)
                print(f"{kind:24}" + "".join(f"{row[column]:10}" for column in COLUMNS))
        seen = max(1, total["sheets"] - total["fits"])
        good = total["offered"] + total["as cheap"]
        print(f"  {'two slips' if two else 'one slip'}: offered or as cheap {100 * good / seen:.1f} %, with cheaper "
              f"{100 * (good + total['cheaper']) / seen:.1f} % of {seen} that do not fit; {times(runs[two])}", flush=True)


def times(runs: list[Run]) -> str:
    first = sorted(run.first for run in runs if run.first) or [0.0]
    whole = sorted(run.seconds for run in runs) or [0.0]
    longest = sorted(run.longest for run in runs) or [0.0]
    return (f"first {at(first, 50):.2f} s, p95 {at(first, 95):.2f} s; whole {at(whole, 50):.2f} s, "
            f"p95 {at(whole, 95):.2f} s, max {whole[-1]:.1f} s; longest step p95 {at(longest, 95):.2f} s")


def at(row: list[float], percent: int) -> float:
    return row[min(len(row) - 1, len(row) * percent // 100)]


def main() -> None:
    """Prints the tables."""
    wanted = sys.argv[1:2] or list(SLIPS)
    count = int((sys.argv[2:3] or ["40"])[0])
    for game_id in wanted:
        papers = sheets(game_id, count)
        for level in sys.argv[3:4] or ["alone", "rolls"]:
            table(game_id, papers, level)


if __name__ == "__main__":
    main()
