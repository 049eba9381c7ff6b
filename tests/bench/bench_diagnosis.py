"""How often a planted slip is offered as the diagnosis, and how fast: by game, kind of slip and level of evidence.

    python3 packaging/bench.py bench_diagnosis [GAME [SHEETS [alone|rolls|both [PROCESSES [FILE]]]]]

SHEETS legal sheets of computer players, their score claimed, get one slip each, the kinds of `tests/planted.py` in turn; in
every second one two slips are planted besides.
`fits`: the sheet is legal with the slip too, and nothing is offered. `offered`: the planted slip is among those offered, or
the one of two that shows while the sheet is legal with the other. `as cheap`: others are offered, which weigh the same;
`cheaper`: others that weigh less, each proved to explain the sheet. `dearer`, `none`: the diagnosis was missed; what was
planted there follows the table. `first` and `in three` are how often what was planted is the first that is asked, or among
the first three: a question about one place counts once, however many marks may stand there. `in the question`: how often the
first question names it, which may be about several places that hold slips of one kind ("8 is missing: c4, c5 or d5?"), or
about rolls of which one was misread; how often it did so beyond `first`, and of how many places or rolls such questions are,
stands behind it. accused: of how many of the sheets as they were before, all of them legal, something is said to be wrong.
Seconds of processor time until the first diagnosis and until the search for it ends.

Slips of another kind, an X for a number and the like, are hardly made by who types and are told to be so on screen. They
have a line of their own, as have two slips at once. PROCESSES, 2 unless told, share the sheets; how far it is goes to
standard error. FILE collects a line of JSON for each slip; what stands there is not tried again.

What was planted and is offered behind something else follows the table too, with what is asked first.
"""

from __future__ import annotations

import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Diagnosis, Paper, Report
from rollwrite_desktop.core.diagnosis import at_once, describe_edit, misread_rolls
from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.gamekit.check.diagnosis_search import broken
from rollwrite_desktop.gamekit.check.slips import edited
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import new_head, sheet_of, start
from rollwrite_desktop.play.opening.simulation import finish
from tests.planted import ANOTHER_KIND, SLIPS, Planted, parts_of, score_sheet, weight

COLUMNS = ("sheets", "fits", "offered", "as cheap", "cheaper", "dearer", "none")
LEVELS = ["alone", "rolls"]
TOTALS = ("one slip", "one thing for another", "two slips")
TWO_SLIPS = 2
SLOW = ("hard", "master")
"""Levels that take seconds for a game."""
EVERY, SLOWEST, THREE = 20, 5, 3
"""How many sheets are tried between two lines about how far it is; how many slow cases are named."""


class Tried(Struct, frozen=True):
    """What became of one planted slip: seconds until the first diagnosis (0 if there was none), until the search for it
    ended, and of its longest step; `place`: the how-manieth diagnosis it is, 0 for none; `accused`: whether something is
    said to be wrong with the sheet as it was before, which is asked once a sheet; `asked`: all that is offered, in order, of
    which the first question is about `together`."""

    kind: str
    verdict: str
    first: float
    seconds: float
    longest: float
    case: str
    place: int
    accused: bool
    asked: tuple[str, ...] = ()
    number: int = 0
    together: int = 1


def legal_sheet(game_id: str, number: int) -> Paper:
    """A legal sheet with its rolls and the score claimed."""
    if game_id == "ligretto_dice":
        return score_sheet(random.Random(f"DIAGNOSIS-{number}"))
    game = GAMES[game_id]
    sheet = sheet_of(game, "", game_id)
    bots = [bot for name, bot in game.think.bots.items() if name not in SLOW]
    opened = start(new_head(game, sheet, sheet.id, ("Ann",), {}, Notes(seed=f"DIAGNOSIS-{number}")))
    finish(opened.session, {"p1": bots[number % len(bots)]})
    paper = game.check.paper_of(opened.session.rules, opened.session.state, "p1")
    report = game.check.auditor(sheet, {}).audit(msgspec.structs.replace(paper, rolls=None))
    parts = dict(report.parts) | {"total": report.total}
    return msgspec.structs.replace(paper, claimed=parts if game_id == "hexroller" else report.total)


class Run:
    """A search for a diagnosis with its times."""

    def __init__(self, auditor: Any, paper: Paper) -> None:
        self.first = self.longest = self.seconds = 0.0
        begun = last = time.process_time()
        for report in auditor.prove(paper):
            self.report: Report = report
            now = time.process_time()
            self.longest, last = max(self.longest, 0.0 if self.seconds else now - last), now
            if report.diagnosis and not self.first:
                self.first = now - begun
            if report.diagnosed and not self.seconds:
                self.seconds = now - begun
            # Where nothing is offered, whether the sheet is legal is still to be decided.
            if report.diagnosed and (report.diagnosis or report.decided):
                break
        self.seconds = self.seconds or last - begun


def place_of(run: Run, legal: Paper, slipped: Paper) -> int:
    """The how-manieth diagnosis what was planted is, or the half of it that shows; 0 for none."""
    rights = (legal, *parts_of(legal, slipped))
    for number, each in enumerate(run.report.diagnosis, 1):
        if any(same(paper, right) for paper in meant(slipped, each) for right in rights):
            return number
    return 0


def judged(auditor: Any, run: Run, legal: Paper, slipped: Paper, kind: str) -> str:
    """What became of a planted slip, or of two."""
    found = run.report.diagnosis
    if not found:
        return "fits" if legal_as_it_stands(run.report) else "none"
    halves = parts_of(legal, slipped)
    if place_of(run, legal, slipped):
        return "offered"
    planted, cost = weight(legal, slipped, kind), found[0].cost
    lighter = [half for half in halves if weight(half, slipped, kind) == cost]
    if cost == planted or any(fits(auditor, half) for half in lighter):
        return "as cheap"
    return "cheaper" if cost < planted else "dearer"


def meant(slipped: Paper, diagnosis: Diagnosis) -> Iterator[Paper]:
    """The sheets that a diagnosis asks for: those of one question that has several answers too."""
    yield diagnosis.paper
    for afters in product(*((edit.after, *edit.alternatives) for edit in diagnosis.edits)):
        paper = slipped
        for edit, after in zip(diagnosis.edits, afters, strict=True):
            paper = edited(paper, replace(edit, after=after))
        yield paper


def fits(auditor: Any, paper: Paper) -> bool:
    """Whether a sheet is legal."""
    return legal_as_it_stands(Run(auditor, paper).report)


def legal_as_it_stands(report: Report) -> bool:
    return not report.diagnosis and report.decided and not broken(report)


def same(one: Paper, other: Paper) -> bool:
    """Whether two papers say the same; the dice of a roll have no order."""
    rolls = [[sorted(roll.replace(",", " ").split()) for roll in paper.rolls or ()] for paper in (one, other)]
    return rolls[0] == rolls[1] and msgspec.structs.replace(one, rolls=None) == msgspec.structs.replace(other, rolls=None)


def tried(game_id: str, level: str, number: int) -> list[Tried]:
    """The slips planted in one sheet."""
    game = GAMES[game_id]
    paper = legal_sheet(game_id, number)
    legal = paper if level == "rolls" else msgspec.structs.replace(paper, rolls=None)
    auditor = game.check.auditor(sheet_of(game, "", game_id), legal.options)
    found: list[Tried] = []
    for kind, made in planted(game_id, level, number, legal):
        run = Run(auditor, made[0])
        verdict = judged(auditor, run, legal, made[0], kind)
        case = f"sheet {number}, {kind}: {made[1]} was {made[2]}"
        accused = not found and not fits(auditor, legal)
        asked = tuple(" ".join(map(describe_edit, each.edits)) for each in run.report.diagnosis)
        place = place_of(run, legal, made[0])
        together = at_first(run.report)
        found.append(Tried(
            kind, verdict, run.first, run.seconds, run.longest, case, place, accused, asked, number, together))
    return found


def at_first(report: Report) -> int:
    """How many of the diagnoses the first question is about: places, or rolls of which one was misread."""
    return len(report.diagnosis) if misread_rolls(report) else at_once(report)


def planted(game_id: str, level: str, number: int, legal: Paper) -> Iterator[tuple[str, Planted]]:
    """One slip, and in every second sheet two besides: the next kind for which the sheet has room."""
    luck = random.Random(f"{game_id}/{level}/{number}")
    kinds = [kind for kind in SLIPS[game_id] if level == "rolls" or not kind.startswith(("roll", "cards"))]
    for wanted in (False, True)[: 1 + (not number % TWO_SLIPS)]:
        some = [kind for kind in kinds if (total_of(kind) == "two slips") == wanted]
        first = (number // TWO_SLIPS if wanted else number) % len(some)
        for kind in (*some[first:], *some[:first]):
            if made := SLIPS[game_id][kind](legal, luck):
                yield kind, made
                break


def planted_in(game_id: str, number: int) -> Paper:
    """A sheet with its rolls and the single slip that is planted there."""
    return next(planted(game_id, "rolls", number, legal_sheet(game_id, number)))[1][0]


def all_tried(game_id: str, level: str, sheets: list[int], processes: int) -> Iterator[list[Tried]]:
    """The slips of these sheets."""
    one = partial(tried, game_id, level)
    if processes < 2:
        yield from map(one, sheets)
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap(one, sheets)


class Kept(msgspec.Struct, frozen=True):
    """A line of the file: one slip of a game at a level."""

    game: str
    level: str
    tried: Tried


def kept_in(file: Path | None, game_id: str, level: str, count: int) -> list[Tried]:
    """The slips of so many sheets that a file holds."""
    lines = file.read_bytes().splitlines() if file and file.exists() else []
    kept = (msgspec.json.decode(line, type=Kept) for line in lines)
    return [each.tried for each in kept if (each.game, each.level) == (game_id, level) and each.tried.number < count]


def table(game_id: str, level: str, count: int, processes: int, file: Path | None = None) -> None:
    """Plants the slips and prints what became of them."""
    every = kept_in(file, game_id, level, count)
    known = {each.number for each in every}
    left = [number for number in range(count) if number not in known]
    for done, found in enumerate(all_tried(game_id, level, left, processes), len(known) + 1):
        every.extend(found)
        if file:
            with file.open("ab") as out:
                out.write(b"".join(msgspec.json.encode(Kept(game_id, level, each)) + b"\n" for each in found))
        if not done % EVERY:
            print(f"{game_id}, {level}: {done} of {count} sheets", file=sys.stderr, flush=True)
    print(f"{game_id}, {level}\n{'':24}" + "".join(f"{column:>10}" for column in COLUMNS))
    for title in TOTALS:
        some = [each for each in every if total_of(each.kind) == title]
        for kind in dict.fromkeys(each.kind for each in some):
            row = counted([each for each in some if each.kind == kind])
            print(f"{kind:24}" + "".join(f"{row[column]:10}" for column in COLUMNS))
        if some:
            total = counted(some)
            seen = max(1, total["sheets"] - total["fits"])
            good = total["offered"] + total["as cheap"]
            print(f"  {title}: offered or as cheap {100 * good / seen:.1f} %, with cheaper "
                  f"{100 * (good + total['cheaper']) / seen:.1f} % of {seen} that do not fit; "
                  f"{in_order(some, seen)}; {times(some)}", flush=True)
    print(f"  accused: {sum(each.accused for each in every)} of {count} legal sheets")
    for each in every:
        if each.verdict in ("dearer", "none"):
            print(f"  {each.verdict}: {each.case}")
        elif each.place > 1:
            print(f"  {each.place}. of {len(each.asked)}: {each.case}; first: {each.asked[0]}")
    for each in sorted(every, key=lambda each: -each.seconds)[:SLOWEST]:
        print(f"  slowest: {each.seconds:.1f} s, first {each.first:.1f} s, {each.verdict}: {each.case}", flush=True)


def in_order(some: list[Tried], seen: int) -> str:
    """How early what was planted is asked."""
    share = {
        "first": sum(each.place == 1 for each in some),
        "in the question": sum(0 < each.place <= each.together for each in some),
        "in three": sum(0 < each.place <= THREE for each in some),
    }
    ties = [each.together for each in some if 1 < each.place <= each.together]
    shares = {name: f"{name} {100 * found / seen:.1f} %" for name, found in share.items()}
    shares["in the question"] += f" ({len(ties)} more, of {sum(ties) / max(1, len(ties)):.1f} each)"
    return ", ".join(shares.values())


def total_of(kind: str) -> str:
    return "two slips" if kind.startswith("two") else "one thing for another" if kind in ANOTHER_KIND else "one slip"


def counted(some: list[Tried]) -> Counter[str]:
    return Counter({"sheets": len(some)}) + Counter(each.verdict for each in some)


def times(some: list[Tried]) -> str:
    first = sorted(each.first for each in some if each.first) or [0.0]
    whole = sorted(each.seconds for each in some)
    longest = sorted(each.longest for each in some)
    return (f"first {at(first, 50):.2f} s, p95 {at(first, 95):.2f} s; whole {at(whole, 50):.2f} s, "
            f"p95 {at(whole, 95):.2f} s, max {whole[-1]:.1f} s; longest step p95 {at(longest, 95):.2f} s")


def at(row: list[float], percent: int) -> float:
    return row[min(len(row) - 1, len(row) * percent // 100)]


def main() -> None:
    """Prints the tables."""
    wanted = sys.argv[1:2] or list(SLIPS)
    file = Path(sys.argv[5]) if len(sys.argv) > 5 else None
    count, processes = (int((sys.argv[place : place + 1] or [usual])[0]) for place, usual in ((2, "40"), (4, "2")))
    for game_id in wanted:
        for level in LEVELS if sys.argv[3:4] in ([], ["both"]) else sys.argv[3:4]:
            if level == "alone" or game_id != "ligretto_dice":
                table(game_id, level, count, processes, file)


if __name__ == "__main__":
    main()
