"""How right and how fast the checks are: legal games at all three levels of evidence, sheets with slips, sloppy players, and
small sheets against every play there is.

    python3 packaging/bench.py bench_audit [GAME [GAMES [SMALL]]]

GAMES (10) legal games of each computer player but the slowest are checked as the sheet alone, as sheet and rolls, and as a
journal: all are clean, and the play that a proof tells replays to its mistakes. Each then gets one slip of each kind of
`tests/planted.py`: what the sheet alone accuses, the proof does, too. Of players who make mistakes no more are proved than
their journals hold. SMALL (100) small sheets agree with trying every play. Without a GAME all are asked. Times are of the
processor.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct

from rollwrite_desktop.core.audit import Paper, Report
from rollwrite_desktop.core.bots import play_out
from rollwrite_desktop.core.race_bots import race
from rollwrite_desktop.core.rules import players_named
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.games.ligretto_dice.check.score_repair import TableFacts, mended
from rollwrite_desktop.games.ligretto_dice.play.paper import score_paper
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.play.opening.open_game import options_of, sheet_of
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.sheet.sheet import Sheet
from tests.games.hexroller import fewest as small_hexes
from tests.games.hexroller import test_proof as hexroller_proof
from tests.games.ligretto_dice import fewest as small_scores
from tests.games.on_tour import sheets as on_tour_sheets
from tests.games.on_tour import test_proof as on_tour_proof
from tests.games.rolling_america import sheets as rolling_america_sheets
from tests.planted import SLIPS

SLOWEST = "master"
STEPS = 200
"""Of a proof and the search for slips: where most people's patience ends."""
SHARES = (0.01, 0.03, 0.1)
NAMES = ("Ann", "Bo", "Cy", "Di")
Options = dict[str, str]


def _usual(game_id: str, _: int) -> tuple[Sheet, Options]:
    game = GAMES[game_id]
    return sheet_of(game, "", game_id), dict(options_of(game))


class Checked(Struct, frozen=True, dict=True):
    """What the check of a game is measured on. table: sheet and options of its k-th game. replayed: the mistakes of the play
    that a proof tells, None where it tells none. sloppy: a game in which so many of the strokes are mistakes. small: the
    fewest mistakes of small sheets that were compared with every play, by a seed."""

    table: Callable[[str, int], tuple[Sheet, Options]] = _usual
    replayed: Callable[[Any, Paper, Report], int | None] = lambda *_: None
    sloppy: Callable[[int, float], Session[Any]] | None = None
    small: Callable[[int], Iterator[int | None]] = lambda _: iter(())


def hex_table(_: str, k: int) -> tuple[Sheet, Options]:
    """Sides, layouts and the option in turn: every third sheet has a layout of its own."""
    play = GAMES["hexroller"].play
    side = play.sheets[k % 2]
    assert play.new_sheets is not None
    return play.new_sheets.make(side, str(k)) if k % 3 == 2 else find(side), {"plus_one": ("path", "touching")[k // 2 % 2]}


def race_table(_: str, k: int) -> tuple[Sheet, Options]:
    kinds: tuple[Options, ...] = (
        {}, {"length": "one_each"}, {"tie": "shared"}, {"wrong": "minus_one"}, {"shares": "plus_2"},
        {"length": "target_110"}, {"length": "minutes_1"},
    )
    return find("ligretto_dice_board"), kinds[k // 3 % len(kinds)]


def tour_replayed(auditor: Any, paper: Paper, report: Report) -> int | None:
    """None where a roll in the list cannot have been."""
    if any(finding.key == "OT-5:roll" for finding in report.findings):
        return None
    return on_tour_sheets.replayed(auditor, paper, report).mistakes


def hex_replayed(auditor: Any, paper: Paper, report: Report) -> int:
    rules = HexRoller(auditor.sheet, auditor.rules.options)
    hexroller_proof.told(rules, paper, report)
    return report.bounds[0] if report.bounds else 0


def small_hex_sheets(seed: int) -> Iterator[int | None]:
    """Sheets with more than six written hexes are left out: trying takes long."""
    for make in (small_hexes.spoilt, small_hexes.wild, *((small_hexes.crowded,) if seed % 10 == 0 else ())):
        small = make(1000 + seed)
        yield hexroller_proof.agrees(small) if len(small.written) <= 6 else None


def small_score_sheets(seed: int) -> Iterator[int | None]:
    for sheet in small_scores.sheets(1, f"bench {seed}"):
        table = TableFacts(sheet.shares, sheet.penalties, sheet.rounds, sheet.played_off, sheet.named)
        least = small_scores.fewest(sheet)
        assert mended([list(row) for row in sheet.rows], table).mistakes == least, sheet
        yield least


def sloppy_america(seed: int, share: float) -> Session[Any]:
    rules = RollingAmerica(find("rolling_america_usa"))
    session = played("rolling_america", "random", seed)
    rolls = [event.move for event in session.events if event.by == "chance"]
    return rolling_america_sheets.played(rules, rolls, random.Random(f"{share}/{seed}"), share)  # type: ignore[arg-type]


CHECKED = {
    "rolling_america": Checked(
        replayed=lambda auditor, paper, report: rolling_america_sheets.replayed(auditor.rules, paper, report),
        sloppy=sloppy_america,
        small=lambda seed: iter((rolling_america_sheets.compared(random.Random(f"bench-{seed}"))[0],)),
    ),
    "on_tour": Checked(
        replayed=tour_replayed,
        sloppy=on_tour_sheets.sloppy_session, small=lambda seed: on_tour_proof.agreeing(10_000 + seed),
    ),
    "hexroller": Checked(table=hex_table, replayed=hex_replayed, small=small_hex_sheets),
    "ligretto_dice": Checked(table=race_table, small=small_score_sheets),
}


def played(game_id: str, level: str, k: int) -> Session[Any]:
    """Game k of a level."""
    game = GAMES[game_id]
    sheet, options = CHECKED[game_id].table(game_id, k)
    players = players_named(["x"] * (2 + k % 3 if game.info.realtime else 1))
    session: Session[Any] = Session(game.play.rules(sheet, options), players, code=f"AUDIT-{level}-{k}")
    if game.info.realtime:
        race(session, dict.fromkeys(players, game.think.bots[level]))
    else:
        play_out(session, {"p1": game.think.bots[level]}, random.Random(f"{level}/{k}"))
    return session


def paper_of(game_id: str, session: Session[Any]) -> Paper:
    if GAMES[game_id].info.realtime:
        return score_paper(session.rules, session.state, NAMES[: len(session.players)])  # type: ignore[arg-type]
    return GAMES[game_id].check.paper_of(session.rules, session.state, "p1")


def auditor_of(game_id: str, session: Session[Any]) -> Any:
    rules: Any = session.rules
    return GAMES[game_id].check.auditor(rules.sheet, rules.options)


class Times:
    """Processor seconds by what was asked, and the longest step of each."""

    def __init__(self) -> None:
        self.took: dict[str, list[float]] = defaultdict(list)
        self.longest: Counter[str] = Counter()

    def last(self, name: str, reports: Iterator[Report]) -> Report:
        """The last of some reports, or the one at which most people's patience ends."""
        begun = before = time.process_time()
        for report in islice(reports, STEPS):  # noqa: B007 (the last one counts)
            now = time.process_time()
            self.longest[name], before = max(self.longest[name], now - before), now
        self.took[name].append(time.process_time() - begun)
        return report

    def __str__(self) -> str:
        lines = [f"{'processor time in ms':28}{'n':>7}{'p50':>9}{'p95':>9}{'max':>9}{'longest step':>14}"]
        for name, took in self.took.items():
            row = [1000 * seconds for seconds in sorted(took)]
            p50, p95 = (row[min(len(row) - 1, len(row) * q // 100)] for q in (50, 95))
            lines.append(f"{name:28}{len(row):7}{p50:9.1f}{p95:9.1f}{row[-1]:9.1f}{1000 * self.longest[name]:14.0f}")
        return "\n".join(lines)


def legal(game_id: str, games: int, times: Times) -> list[tuple[Any, Paper]]:
    """Legal games, which are clean at all levels; their auditors and papers."""
    found = []
    for level in GAMES[game_id].think.bots:
        for k in range(games if level != SLOWEST else 0):
            session = played(game_id, level, k)
            paper = paper_of(game_id, session)
            auditor = auditor_of(game_id, session)
            alone = times.last("legal: sheet alone", iter((auditor.audit(msgspec.structs.replace(paper, rolls=None)),)))
            assert alone.verdict == "clean", (level, k, alone.findings)
            for player in session.players:
                assert auditor.audit_play(session, player).verdict == "clean", (level, k, player)
            if paper.rolls is not None:
                report = times.last("legal: sheet and rolls", auditor.prove(paper))
                assert report.verdict == "clean" and report.bounds == (0, 0), (level, k, report.findings)
                assert not CHECKED[game_id].replayed(auditor, paper, report), (level, k)
            found.append((auditor, paper))
    print(f"{len(found)} legal games are clean alone, with their rolls, and as journals", flush=True)
    return found


def slipped(game_id: str, sheets: list[tuple[Any, Paper]], times: Times) -> None:
    """What is found of one slip; of what is decided to be possible there is a play that replays."""
    print(f"{'slip':28}{'sheets':>7}{'found alone':>13}{'with rolls':>12}{'possible':>10}{'not decided':>13}")
    for kind, slip in SLIPS[game_id].items():
        if kind.startswith("two"):  # `bench_diagnosis` asks of these
            continue
        row: Counter[str] = Counter()
        for number, (auditor, paper) in enumerate(sheets):
            made = slip(paper, random.Random(f"{kind}/{number}"))
            if made is None:
                continue
            other = made[0]
            alone = auditor.audit(msgspec.structs.replace(other, rolls=None))
            report = times.last("slips: with all that is known", auditor.prove(other))
            row["sheets"] += 1
            row["alone"] += alone.verdict == "broken"
            row["found"] += report.verdict == "broken"
            row["open"] += not report.decided
            row["possible"] += report.decided and report.verdict != "broken"
            assert alone.verdict != "broken" or report.verdict == "broken", (kind, number)
            if report.decided and report.bounds is not None and report.play:
                mistakes = CHECKED[game_id].replayed(auditor, other, report)
                assert mistakes is None or mistakes == report.bounds[0], (kind, number)
        counts = f"{row['sheets']:7}{row['alone']:13}{row['found']:12}{row['possible']:10}{row['open']:13}"
        print(f"{kind:28}{counts}", flush=True)


def sloppy(game_id: str, games: int, times: Times) -> None:
    make = CHECKED[game_id].sloppy
    for share in SHARES if make is not None else ():
        done, proved, decided = 0, 0, 0
        for k in range(games):
            assert make is not None
            session = make(k, share)
            auditor = auditor_of(game_id, session)
            journal = auditor.audit_play(session, "p1").mistakes
            report = times.last(f"sloppy {share:.0%}: with rolls", auditor.prove(paper_of(game_id, session)))
            assert report.bounds is not None and report.bounds[0] <= journal, (share, k)
            done, proved, decided = done + journal, proved + report.bounds[0], decided + report.decided
        print(f"sloppy {share:.0%}: {games} games, {done} mistakes in journals, {proved} proved, {decided} decided")


def small(game_id: str, seeds: int) -> None:
    counts = Counter(found for seed in range(seeds) for found in CHECKED[game_id].small(seed) if found is not None)
    by_mistakes = dict(sorted(counts.items()))
    print(f"{counts.total()} small sheets agree with every play; by fewest mistakes: {by_mistakes}", flush=True)


def main(given: list[str]) -> int:
    games, seeds = (int(given[i]) if len(given) > i else default for i, default in ((1, 10), (2, 100)))
    for game_id in given[:1] or CHECKED:
        print(f"\n{GAMES[game_id].info.title}")
        times = Times()
        small(game_id, seeds)
        slipped(game_id, legal(game_id, games, times), times)
        sloppy(game_id, games, times)
        print(times, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
