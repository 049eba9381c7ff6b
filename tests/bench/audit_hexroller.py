"""How right and how fast the check of HexRoller is: legal play at all three levels, sheets with one thing changed, and small
sheets against every play.

    python3 packaging/bench.py audit_hexroller [GAMES [CHEAP [SMALL]]]

GAMES legal games of every computer player are proved from sheet and rolls, CHEAP are checked at levels 1 and 3, SMALL small
sheets of each of two kinds, and a tenth of them of a third one, are compared with every play there is.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from rollwrite_desktop.core.audit import DEFAULT_SEARCH_STEPS, Paper, Report
from rollwrite_desktop.core.bots import play_out
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games.hexroller import GAME
from rollwrite_desktop.games.hexroller.check.audit import HexRollerAuditor
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.sheet.load import find
from tests.games.hexroller.fewest import crowded, spoilt, wild
from tests.games.hexroller.test_proof import agrees, told, with_boxes

LIMIT = 2.0  # seconds of processor time, 95 of 100 legal sheets
TABLES = [(side, plus_one) for side in GAME.play.sheets for plus_one in ("path", "touching")]


def table(k: int) -> HexRoller:
    """Sides, layouts and the option in turn: every third table has a layout of its own."""
    side, plus_one = TABLES[k % len(TABLES)]
    assert GAME.play.new_sheets is not None
    sheet = GAME.play.new_sheets.make(side, str(k)) if k % 3 == 2 else find(side)
    return HexRoller(sheet, {"plus_one": plus_one})


def game(rules: HexRoller, bot: str, code: str) -> Session[Any]:
    session: Session[Any] = Session(rules, ("p1",), code=code)
    play_out(session, {"p1": GAME.think.bots[bot]}, random.Random(code))
    return session


class Timed:
    """A search to its end, or to that of the usual patience, with its processor time and its longest step."""

    def __init__(self, rules: HexRoller, paper: Paper) -> None:
        self.longest = 0.0
        begun = last = time.process_time()
        search = HexRollerAuditor(rules.sheet, rules.options).prove(paper)
        for _step, report in zip(range(DEFAULT_SEARCH_STEPS), search, strict=False):
            now = time.process_time()
            self.longest, last = max(self.longest, now - last), now
            self.report: Report = report
        self.seconds = last - begun


def quantiles(seconds: list[float]) -> str:
    row = sorted(seconds)
    p50, p95 = (row[min(len(row) - 1, len(row) * q // 100)] for q in (50, 95))
    return f"p50 {p50:.2f} s, p95 {p95:.2f} s, max {row[-1]:.2f} s"


# ---------------------------------------------------------------------- one thing changed

Change = Callable[[Paper, random.Random], Paper | None]


def with_spaces(paper: Paper, spaces: dict[str, str]) -> Paper:
    return msgspec.structs.replace(paper, spaces=spaces)


def digit(paper: Paper, luck: random.Random) -> Paper | None:
    space = luck.choice(sorted(paper.spaces))
    return with_spaces(paper, paper.spaces | {space: luck.choice([n for n in "345678" if n != paper.spaces[space]])})


def three_digits(paper: Paper, luck: random.Random) -> Paper | None:
    for _ in range(3):
        paper = digit(paper, luck) or paper
    return paper


def blanked(paper: Paper, luck: random.Random) -> Paper | None:
    gone = luck.choice(sorted(paper.spaces))
    return with_spaces(paper, {space: held for space, held in paper.spaces.items() if space != gone})


def swapped(paper: Paper, luck: random.Random) -> Paper | None:
    a, b = luck.sample(sorted(paper.spaces), 2)
    held = paper.spaces
    return None if held[a] == held[b] else with_spaces(paper, held | {a: held[b], b: held[a]})


def in_box(paper: Paper, luck: random.Random) -> Paper | None:
    row, k = luck.choice(("upper", "lower")), luck.randrange(len(str(paper.boxes["upper"])))
    held = str(paper.boxes[row])
    return with_boxes(paper, **{row: held[:k] + luck.choice([n for n in "345678" if n != held[k]]) + held[k + 1 :]})


def dashed(paper: Paper, luck: random.Random) -> Paper | None:
    row, k = luck.choice(("upper", "lower")), luck.randrange(len(str(paper.boxes["upper"])))
    held = str(paper.boxes[row])
    return None if held[k] == "-" else with_boxes(paper, **{row: held[:k] + "-" + held[k + 1 :]})


def columns_swapped(paper: Paper, luck: random.Random) -> Paper | None:
    upper, lower = str(paper.boxes["upper"]), str(paper.boxes["lower"])
    a, b = sorted(luck.sample(range(len(upper)), 2))
    swap = [row[:a] + row[b] + row[a + 1 : b] + row[a] + row[b + 1 :] for row in (upper, lower)]
    return None if {upper[a], lower[a]} == {upper[b], lower[b]} else with_boxes(paper, upper=swap[0], lower=swap[1])


def rows_of_a_column(paper: Paper, luck: random.Random) -> Paper | None:
    """No mistake: either number may stand above."""
    upper, lower = str(paper.boxes["upper"]), str(paper.boxes["lower"])
    k = luck.randrange(len(upper))
    return with_boxes(
        paper, upper=upper[:k] + lower[k] + upper[k + 1 :], lower=lower[:k] + upper[k] + lower[k + 1 :],
    )


def crossing(bonus: str, to: bool) -> Change:
    def altered(paper: Paper, luck: random.Random) -> Paper | None:
        return None if paper.boxes[bonus] is to else with_boxes(paper, **{bonus: to})

    return altered


def face(paper: Paper, luck: random.Random) -> Paper | None:
    assert paper.rolls is not None
    k = luck.randrange(len(paper.rolls))
    dice = paper.rolls[k].split()
    j = luck.randrange(len(dice))
    dice[j] = luck.choice([n for n in "345678" if n != dice[j]])
    return msgspec.structs.replace(paper, rolls=[*paper.rolls[:k], " ".join(dice), *paper.rolls[k + 1 :]])


def rolls_swapped(paper: Paper, luck: random.Random) -> Paper | None:
    assert paper.rolls is not None
    rolls = [*paper.rolls]
    a, b = luck.sample(range(len(rolls)), 2)
    rolls[a], rolls[b] = rolls[b], rolls[a]
    return msgspec.structs.replace(paper, rolls=rolls)


MUTATIONS: dict[str, Change] = {
    "digit changed": digit, "three digits changed": three_digits, "hex blanked": blanked, "two hexes swapped": swapped,
    "digit in a box changed": in_box, "dash for a number": dashed, "columns swapped": columns_swapped,
    "column upside down": rows_of_a_column, "die altered": face, "two rolls swapped": rolls_swapped,
    **{f"{bonus} {'crossed' if to else 'uncrossed'}": crossing(bonus, to)
       for bonus in ("plus_one", "two", "third") for to in (False, True)},
}


# ---------------------------------------------------------------------- tables


def legal(games: int) -> list[tuple[HexRoller, Paper]]:
    sheets: list[tuple[HexRoller, Paper]] = []
    seconds, longest = [], []
    for name in GAME.think.bots:
        for k in range(games):
            rules = table(k)
            paper = GAME.check.paper_of(rules, game(rules, name, f"BENCH-{name}-{k}").state, "p1")
            run = Timed(rules, paper)
            assert run.report.verdict == "clean" and run.report.bounds == (0, 0) and not run.report.unchecked, (name, k)
            told(rules, paper, run.report)
            sheets.append((rules, paper))
            seconds.append(run.seconds)
            longest.append(run.longest)
    print(f"level 2: {len(sheets)} legal games of {len(GAME.think.bots)} players clean, each with a play that replays; "
          f"{quantiles(seconds)}; longest step {1000 * max(longest):.0f} ms")
    assert sorted(seconds)[len(seconds) * 95 // 100] <= LIMIT
    return sheets


def cheap(games: int) -> None:
    for name in GAME.think.bots:
        seconds: list[float] = []
        for k in range(games):
            rules = table(k)
            session = game(rules, name, f"CHEAP-{name}-{k}")
            paper = GAME.check.paper_of(rules, session.state, "p1")
            auditor = HexRollerAuditor(rules.sheet, rules.options)
            for evidence in (paper, msgspec.structs.replace(paper, rolls=None)):
                begun = time.process_time()
                assert auditor.audit(evidence).verdict == "clean", (name, k)
                seconds.append(time.process_time() - begun)
            assert auditor.audit_play(session, "p1").verdict == "clean", (name, k)
        longest = 1000 * max(seconds, default=0)
        print(f"levels 1 and 3: {games} legal games of {name} clean; level 1: {longest:.1f} ms at most", flush=True)


def mutated(sheets: list[tuple[HexRoller, Paper]], most: int = 300) -> None:
    """Level 1 without the rolls; what level 2 clears comes with a play that replays, so it could be legal."""
    luck = random.Random("mutations")
    heads = f"{'sheets':>7}{'found 1':>9}{'found 2':>9}{'could be':>10}{'not decided':>13}{'mended':>8}"
    print(f"{'mutation':24}{heads}  seconds")
    for name, change in MUTATIONS.items():
        rows: Counter[str] = Counter()
        seconds: list[float] = []
        for rules, paper in luck.sample(sheets, min(len(sheets), most)):
            other = change(paper, luck)
            if other is None:
                continue
            auditor = HexRollerAuditor(rules.sheet, rules.options)
            alone = auditor.audit(msgspec.structs.replace(other, rolls=None))
            run = Timed(rules, other)
            seconds.append(run.seconds)
            assert run.report.bounds is not None
            least = run.report.bounds[0]
            assert alone.mistakes <= least or not run.report.decided, other
            assert alone.verdict != "broken" or least > 0, other
            rows["sheets"] += 1
            rows["level 1"] += alone.verdict == "broken"
            rows["level 2"] += least > 0
            if run.report.decided:
                told(rules, other, run.report)
                rows["could be"] += least == 0
                rows["mended"] += any(finding.repair for finding in run.report.findings)
            else:
                rows["not decided"] += 1
                assert run.report.verdict != "clean"
        counts = f"{rows['sheets']:7}{rows['level 1']:9}{rows['level 2']:9}{rows['could be']:10}{rows['not decided']:13}"
        print(f"{name:24}{counts}{rows['mended']:8}  {quantiles(seconds) if seconds else ''}", flush=True)


def compared(sheets: int) -> None:
    """Against every play; sheets with more than six written hexes are left out, as trying takes long."""
    for make, n in ((spoilt, sheets), (wild, sheets), (crowded, sheets // 10)):
        counts: Counter[int] = Counter()
        for seed in range(1000, 1000 + n):
            small = make(seed)
            if len(small.written) > 6:
                continue
            try:
                counts[agrees(small)] += 1
            except AssertionError as error:
                raise AssertionError(f"{make.__name__}({seed})") from error
        agreed = f"{make.__name__} small sheets: {sum(counts.values())} agree with every play"
        print(f"{agreed}; by mistakes: {dict(sorted(counts.items()))}", flush=True)


def main(games: int, cheap_games: int, small: int) -> None:
    cheap(cheap_games)
    compared(small)
    if games:
        mutated(legal(games))


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:]]
    main(*(given + [20, 50, 200][len(given):]))
