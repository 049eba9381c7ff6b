"""How sure and how quick the check of On Tour is, in processor time.

    python3 packaging/bench.py audit_on_tour [GAMES [PROOFS [SMALL]]]

GAMES legal games of each computer player must be clean to the map alone and to the journal, PROOFS of them to map and rolls,
each with a way of play that replays to the very map; PROOFS games are spoilt in every way there is; SMALL maps, each spoilt
several times, must agree with trying every way of play. `legal`: not broken, and a way of play without a refusal was
replayed to that very map.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, TypeVar

import msgspec

from rollwrite_desktop.core.audit import Paper, Report
from rollwrite_desktop.core.bots import play_out
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.marks import content
from rollwrite_desktop.games.on_tour import GAME
from rollwrite_desktop.games.on_tour.check.audit import OnTourAuditor
from rollwrite_desktop.games.on_tour.check.evidence import paper_of
from rollwrite_desktop.games.on_tour.play.model import Cross, Write
from rollwrite_desktop.sheet.load import find
from tests.games.on_tour.oracle import fewest
from tests.games.on_tour.sheets import SPOILS, replayed, sloppy_session, small_paper, spoilt

T = TypeVar("T")
AUDITOR = OnTourAuditor(find("on_tour_usa"), {})
RULES = AUDITOR.rules
DEFAULT_SEARCH_STEPS = 200


class Clock:
    """Processor times by name."""

    def __init__(self) -> None:
        self.took: dict[str, list[float]] = defaultdict(list)

    def timed(self, name: str, question: Callable[[], T]) -> T:
        began = time.process_time()
        answer = question()
        self.took[name].append(1000 * (time.process_time() - began))
        return answer

    def last(self, name: str, reports: Iterable[Report]) -> Report:
        """The last of the reports, or the one at which most people's patience ends."""
        began = before = time.process_time()
        for step, report in enumerate(reports, 1):
            now = time.process_time()
            self.took[f"{name}, a step"].append(1000 * (now - before))
            before = now
            if step >= DEFAULT_SEARCH_STEPS and not report.decided:
                break
        self.took[name].append(1000 * (time.process_time() - began))
        return report

    def table(self) -> None:
        print(f"\n{'processor time in ms':44}{'n':>8}{'p50':>9}{'p95':>9}{'max':>9}")
        for name, took in self.took.items():
            ordered = sorted(took)
            at95 = ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)]
            print(f"{name:44}{len(took):8}{statistics.median(took):9.1f}{at95:9.1f}{ordered[-1]:9.1f}")


@lru_cache(maxsize=128)
def played(bot: str, seed: int) -> Session[Any]:
    session: Session[Any] = Session(RULES, ("p1",), code=f"BENCH-{bot}-{seed}")
    play_out(session, {"p1": GAME.think.bots[bot]}, random.Random(seed))
    return session


def proved(clock: Clock, name: str, auditor: OnTourAuditor, paper: Paper) -> Report:
    """What map and rolls prove; the way of play is replayed through the rules."""
    report = clock.last(name, auditor.prove(paper))
    if report.decided and report.bounds is not None and not any(f.key == "OT-5:roll" for f in report.findings):
        play = replayed(auditor, paper, report)
        assert play.mistakes == report.bounds[0], paper
        assert report.bounds[0] or (not play.refusals and play.marks == play.sheet), paper
    return report


def legal(clock: Clock, games: int, proofs: int) -> None:
    print(f"legal games{'':20}map alone      map and rolls  journal")
    for bot in GAME.think.bots:
        clean: Counter[str] = Counter()
        for seed in range(games):
            session = played(bot, seed)
            paper = paper_of(RULES, session.state, "p1")
            alone = msgspec.structs.replace(paper, rolls=None)
            clean["1"] += clock.timed("legal: map alone", partial(AUDITOR.audit, alone)).verdict == "clean"
            clean["3"] += clock.timed("legal: journal", partial(AUDITOR.audit_play, session, "p1")).verdict == "clean"
            if seed < proofs:
                report = proved(clock, "legal: map and rolls", AUDITOR, paper)
                assert report.verdict != "broken", (bot, seed)
                clean["2"] += report.verdict == "clean" and report.bounds == (0, 0)
        print(f"  {bot:27}{clean['1']:5} of {games:<6} {clean['2']:5} of {min(games, proofs):<6} {clean['3']:5} of {games}")
        assert clean["1"] == clean["3"] == games


def in_journal(session: Session[Any], spoiled: Paper) -> Report | None:
    """The journal with the strokes that would have made these marks; None where no stroke makes them."""
    whole = paper_of(RULES, session.state, "p1")
    if spoiled.rolls != whole.rolls or set(spoiled.spaces) != set(whole.spaces):
        return None
    begun = {area for draw in session.state.draws[:2] for area in draw.cards}
    changed = {
        area: content(held) for area, held in spoiled.spaces.items() if content(held) != content(whole.spaces[area])
    }
    if not changed or begun & set(changed):
        return None
    other: Session[Any] = Session(RULES, ("p1",))
    for event in session.events:
        move = event.move
        if isinstance(move, Write | Cross) and move.area in changed:
            what = changed[move.area]
            event = replace(event, move=Cross(move.area) if what == "X" else Write(move.area, what))
        if event.by == "chance" or isinstance(event.move, Write | Cross):
            other._append(Event(event.by, event.move))
    return AUDITOR.audit_play(other, "p1")


def spoilings(clock: Clock, proofs: int) -> None:
    print(f"\n{'spoilt games':24}{'n':>5}   {'alone':>6}   {'with rolls:':>12}{'found':>6}{'legal':>7}{'open':>6}"
          f"{'mistakes':>10}{'place':>7}   {'journal:':>9}{'found':>6}{'legal':>7}")
    for name, spoil in SPOILS.items():
        row: Counter[str] = Counter()
        mistakes = []
        for seed in range(proofs):
            session = played(list(GAME.think.bots)[seed % 2], seed)
            whole = paper_of(RULES, session.state, "p1")
            paper = spoil(whole, random.Random(f"{name} {seed}"))
            if paper is None:
                continue
            row["n"] += 1
            alone = AUDITOR.audit(msgspec.structs.replace(paper, rolls=None))
            report = proved(clock, "spoilt: map and rolls", AUDITOR, paper)
            clock.timed("spoilt: map and rolls, at a glance", partial(AUDITOR.audit, paper))
            row["alone"] += alone.verdict == "broken"
            assert alone.verdict != "broken" or report.verdict == "broken" or paper.rolls != whole.rolls, (name, seed)
            row["found" if report.verdict == "broken" else "legal" if report.decided else "open"] += 1
            assert report.bounds is not None
            mistakes.append(report.bounds[0])
            changed = {area for area in RULES.areas if paper.spaces.get(area) != whole.spaces.get(area)}
            row["place"] += bool(changed & {spot for finding in report.findings if finding.cost for spot in finding.where})
            journal = in_journal(session, paper)
            if journal is not None:
                row["journal found" if journal.findings else "journal legal"] += 1
                # What a journal does not refuse, its map and rolls cannot forbid but for the circles, which are derived.
                assert "circle" in name or report.mistakes <= journal.mistakes + len(changed), (name, seed)
        if row["n"]:
            print(f"{name:24}{row['n']:5}   {row['alone']:6}   {'':12}{row['found']:6}{row['legal']:7}{row['open']:6}"
                  f"{statistics.mean(mistakes):10.2f}{row['place']:7}   {'':9}"
                  f"{row['journal found']:6}{row['journal legal']:7}")


def sloppy(clock: Clock, proofs: int) -> None:
    """Whole games with refused strokes in them: map and rolls never prove more than the journal."""
    print("\ngames with refused strokes: mistakes in the journal, with map and rolls; decided")
    for slips in (0.03, 0.1, 0.3, 1.0):
        refused, explained, decided = [], [], 0
        for seed in range(max(1, proofs // 4)):
            session = sloppy_session(seed, slips)
            report = proved(clock, f"sloppy {slips:.2f}: map and rolls", AUDITOR, paper_of(RULES, session.state, "p1"))
            assert report.bounds is not None
            refused.append(AUDITOR.audit_play(session, "p1").mistakes)
            explained.append(report.bounds[0])
            decided += report.decided
            assert report.bounds[0] <= refused[-1]
        print(f"  {slips:4.0%} of the strokes   {statistics.mean(refused):6.2f}   {statistics.mean(explained):6.2f}"
              f"   {decided} of {len(refused)}")


def small(clock: Clock, maps: int) -> None:
    """Small maps against trying every way of play."""
    told: Counter[int] = Counter()
    for seed in range(maps):
        luck = random.Random(f"bench {seed}")
        world, auditor, whole = small_paper(10_000 + seed, luck.choice((7, 8, 9, 9, 10, 10, 11)))
        for times in (0, 1, 2, 4):
            over = luck.random() < 0.4
            paper = msgspec.structs.replace(spoilt(whole, luck, times), claimed=0 if over else None)
            report = proved(clock, "small: map and rolls", auditor, paper)
            question = partial(fewest, world, paper.spaces, paper.rolls or [], over=over)
            least = clock.timed("small: every way", question)
            beyond = not least and any(finding.key == "OT-5:list" for finding in report.findings)
            assert report.bounds == (least, least) or (beyond and report.bounds == (1, None)), (seed, times)
            told[least] += 1
    print(f"\nsmall maps: {told.total()} sheets agree with trying every way; so many have so few mistakes: "
          + ", ".join(f"{least}: {n}" for least, n in sorted(told.items())))


def main() -> None:
    numbers = [int(word) for word in sys.argv[1:]]
    games = numbers[0] if numbers else 100
    proofs = numbers[1] if len(numbers) > 1 else min(games, 40)
    maps = numbers[2] if len(numbers) > 2 else 200
    clock = Clock()
    legal(clock, games, proofs)
    spoilings(clock, proofs)
    sloppy(clock, proofs)
    small(clock, maps)
    clock.table()


if __name__ == "__main__":
    main()
