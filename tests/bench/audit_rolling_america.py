"""How right and how fast the check of Rolling America is: legal play at all three levels, sheets with one thing changed,
sloppy players, and small maps against all plays.

    python3 packaging/bench.py audit_rolling_america [GAMES [CHEAP [SMALL]]]

GAMES legal games of every computer player are proved from sheet and rolls, CHEAP are checked at levels 1 and 3, SMALL small
sheets are compared with every play there is.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from rollwrite_desktop.core.audit import DEFAULT_SEARCH_STEPS, Paper, Report
from rollwrite_desktop.core.bots import Bot
from rollwrite_desktop.core.chance import Die, Draw, Outcome, outcome, read_dice
from rollwrite_desktop.core.rules import CHANCE, Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.rolling_america.check.audit import RollingAmericaAuditor
from rollwrite_desktop.games.rolling_america.check.evidence import paper_of
from rollwrite_desktop.games.rolling_america.play.model import DICE
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.sheet.load import find
from tests.games.rolling_america.sheets import compared, played, replayed
from tests.walks import tempers

GAME = GAMES["rolling_america"]
SHEET = find("rolling_america_usa")
RULES = RollingAmerica(SHEET)
AUDITOR = RollingAmericaAuditor(SHEET, {})
LIMIT = 2.0  # seconds of processor time, 95 of 100 legal sheets


def game(bot: Bot[Any], code: str) -> Session[Any]:
    session: Session[Any] = Session(RULES, ("p1",), code=code)
    luck = random.Random(code)
    while demands := RULES.demands(session.state):
        event = session.digital() if demands[0].by == CHANCE else Event("p1", bot(RULES, session.state, "p1", luck))
        assert event is not None and session.submit(event) is None
    return session


class Timed:
    """A search to its end, or to that of `proved`'s patience, with its processor time and its longest step."""

    def __init__(self, paper: Paper) -> None:
        self.longest = 0.0
        begun = last = time.process_time()
        for _count, report in zip(range(DEFAULT_SEARCH_STEPS), AUDITOR.prove(paper), strict=False):
            now = time.process_time()
            self.longest, last = max(self.longest, now - last), now
            self.report: Report = report
        self.seconds = last - begun


def quantiles(seconds: list[float]) -> str:
    row = sorted(seconds)
    p50, p95 = (row[min(len(row) - 1, len(row) * q // 100)] for q in (50, 95))
    return f"p50 {p50:.2f} s, p95 {p95:.2f} s, max {row[-1]:.2f} s"


# ---------------------------------------------------------------------- one thing changed


def changed(paper: Paper, **more: Any) -> Paper:
    return Paper(game=paper.game, sheet=paper.sheet, spaces={**paper.spaces, **more.get("spaces", {})},
                 boxes={**paper.boxes, **more.get("boxes", {})}, rolls=more.get("rolls", paper.rolls))


def digit(paper: Paper, luck: random.Random) -> Paper | None:
    space = luck.choice(numbered(paper))
    held = paper.spaces[space]
    other = luck.choice([n for n in "123456" if n not in held])
    return changed(paper, spaces={space: f"({other})" if "(" in held else other})


def circle_dropped(paper: Paper, luck: random.Random) -> Paper | None:
    circled = [space for space, held in paper.spaces.items() if "(" in held]
    return changed(paper, spaces={(space := luck.choice(circled)): paper.spaces[space].strip("()")}) if circled else None


def circle_and_box_dropped(paper: Paper, luck: random.Random) -> Paper | None:
    dropped = circle_dropped(paper, luck)
    return dropped and changed(dropped, boxes={"guard": int(paper.boxes["guard"]) - 1})


def swapped(paper: Paper, luck: random.Random) -> Paper | None:
    a, b = luck.sample(list(paper.spaces), 2)
    return None if paper.spaces[a] == paper.spaces[b] else changed(
        paper, spaces={a: paper.spaces[b], b: paper.spaces[a]}
    )


def box(power: str, by: int) -> Callable[[Paper, random.Random], Paper | None]:
    def altered(paper: Paper, luck: random.Random) -> Paper | None:
        now = int(paper.boxes[power]) + by
        return changed(paper, boxes={power: now}) if 0 <= now <= 3 else None

    return altered


def x_for_number(paper: Paper, luck: random.Random) -> Paper | None:
    return changed(paper, spaces={luck.choice([s for s in numbered(paper) if "(" not in paper.spaces[s]]): "X"})


def number_for_x(paper: Paper, luck: random.Random) -> Paper | None:
    crossed = [space for space, held in paper.spaces.items() if held == "X"]
    return changed(paper, spaces={luck.choice(crossed): luck.choice("123456")}) if crossed else None


def face(paper: Paper, luck: random.Random) -> Paper | None:
    return with_roll(paper, luck, lambda die: Die(die.name, luck.choice([n for n in range(1, 7) if n != die.face])))


def color(paper: Paper, luck: random.Random) -> Paper | None:
    """The seventh die of the round instead of one that was rolled."""
    assert paper.rolls is not None
    k = luck.randrange(len(paper.rolls))
    first = k - k % RULES.turns
    used = {die.name for text in paper.rolls[first : first + RULES.turns] for die in dice_of(text)}
    rest = next(name for name in DICE if name not in used)
    return with_roll(paper, luck, lambda die: Die(rest, die.face), k)


def with_roll(paper: Paper, luck: random.Random, new: Callable[[Die], Die], k: int | None = None) -> Paper:
    assert paper.rolls is not None
    k = luck.randrange(len(paper.rolls)) if k is None else k
    one, two = dice_of(paper.rolls[k])
    rolls = [*paper.rolls]
    rolls[k] = str(Outcome((new(one), two)))
    return changed(paper, rolls=rolls)


def dice_of(text: str) -> tuple[Die, ...]:
    drawn = read_dice(text)
    assert drawn is not None
    return drawn.dice


def numbered(paper: Paper) -> list[str]:
    return [space for space, held in paper.spaces.items() if held != "X"]


def three_digits(paper: Paper, luck: random.Random) -> Paper | None:
    for _ in range(3):
        paper = digit(paper, luck) or paper
    return paper


MUTATIONS: dict[str, Callable[[Paper, random.Random], Paper | None]] = {
    "digit changed": digit, "three digits changed": three_digits,
    "circle dropped": circle_dropped, "circle and box dropped": circle_and_box_dropped, "two states swapped": swapped,
    "X for a number": x_for_number, "number for an X": number_for_x, "face altered": face, "die exchanged": color,
    **{f"{power} {'uncrossed' if by < 0 else 'crossed'}": box(power, by)
       for power in ("change", "guard", "dupe") for by in (-1, 1)},
}


# ---------------------------------------------------------------------- tables


def legal(games: int) -> list[Paper]:
    papers, seconds, longest = [], [], []
    for name, bot in tempers(GAME).items():
        for k in range(games):
            paper = paper_of(RULES, game(bot, f"BENCH-{name}-{k}").state, "p1")
            run = Timed(paper)
            assert run.report.decided and run.report.verdict == "clean" and not run.report.unchecked, (name, k)
            assert replayed(RULES, paper, run.report) == 0
            papers.append(paper)
            seconds.append(run.seconds)
            longest.append(run.longest)
    print(f"level 2: {len(papers)} legal games of {len(tempers(GAME))} players clean, each with a play that replays; "
          f"{quantiles(seconds)}; longest step {1000 * max(longest):.0f} ms")
    assert sorted(seconds)[len(seconds) * 95 // 100] <= LIMIT
    return papers


def cheap(games: int) -> None:
    for name, bot in GAME.think.bots.items():
        seconds: list[float] = []
        for k in range(games):
            session = game(bot, f"CHEAP-{name}-{k}")
            paper = paper_of(RULES, session.state, "p1")
            begun = time.process_time()
            alone = AUDITOR.audit(paper)
            seconds.append(time.process_time() - begun)
            assert alone.verdict == "clean" and AUDITOR.audit_play(session, "p1").verdict == "clean", (name, k)
        print(f"levels 1 and 3: {games} legal games of {name} clean; level 1: {1000 * max(seconds):.1f} ms at most")


def mutated(papers: list[Paper], most: int = 400) -> None:
    luck = random.Random("mutations")
    print(f"{'mutation':24}{'sheets':>7}{'found 1':>9}{'found 2':>9}{'could be':>10}{'not decided':>13}  seconds")
    for name, change in MUTATIONS.items():
        rows: Counter[str] = Counter()
        seconds: list[float] = []
        longest = 0.0
        for paper in luck.sample(papers, min(len(papers), most)):
            other = change(paper, luck)
            if other is None:
                continue
            alone = AUDITOR.audit(other)
            run = Timed(other)
            seconds.append(run.seconds)
            longest = max(longest, run.longest)
            rows["sheets"] += 1
            rows["level 1"] += alone.mistakes > 0
            assert run.report.bounds is not None
            least = run.report.bounds[0]
            rows["level 2"] += least > 0
            assert alone.mistakes <= least, other
            if run.report.decided:
                assert replayed(RULES, other, run.report) == least == run.report.mistakes
                rows["could be"] += least == 0
            else:
                assert run.report.verdict != "clean"
                rows["not decided"] += 1
        if seconds:
            print(f"{name:24}{rows['sheets']:7}{rows['level 1']:9}{rows['level 2']:9}{rows['could be']:10}"
                  f"{rows['not decided']:13}  {quantiles(seconds)}; longest step {1000 * longest:.0f} ms")


def rolls_of(code: str) -> Iterator[Outcome]:
    bag: tuple[str, ...] = DICE
    for k in range(RULES.rounds * RULES.turns):
        bag = DICE if k % RULES.turns == 0 else bag
        drawn = outcome(code, k, Draw(bag, RULES.drawn))
        bag = tuple(name for name in bag if name not in {die.name for die in drawn.dice})
        yield drawn


def sloppy(games: int) -> None:
    """The journal counts what was done; sheet and rolls can only be explained by as many mistakes or fewer."""
    for share in (0.01, 0.03, 0.1):
        rows: Counter[str] = Counter()
        seconds: list[float] = []
        done, proved = 0, 0
        for k in range(games):
            session = played(RULES, list(rolls_of(f"SLOPPY-{k}")), random.Random(f"{share}/{k}"), share)
            paper = paper_of(RULES, session.state, "p1")
            journal = AUDITOR.audit_play(session, "p1").mistakes
            run = Timed(paper)
            assert run.report.bounds is not None
            assert run.report.bounds[0] <= journal, (share, k)
            seconds.append(run.seconds)
            rows["decided"] += run.report.decided
            done, proved = done + journal, proved + run.report.bounds[0]
        print(f"sloppy {share}: {games} games, {done} mistakes by the journals, {proved} proved by sheet and rolls, "
              f"{rows['decided']} decided; {quantiles(seconds)}")


def small(sheets: int) -> None:
    counts = Counter(compared(random.Random(f"bench-{k}"))[0] for k in range(sheets))
    judged = sum(n for count, n in counts.items() if count is not None)
    print(f"small maps: {judged} sheets agree with all plays, by fewest mistakes:",
          ", ".join(f"{count}: {n}" for count, n in sorted((c, n) for c, n in counts.items() if c is not None)))


def main() -> None:
    games, few, sheets = (int(text) for text in (*sys.argv[1:4], *("10", "100", "200")[len(sys.argv) - 1 :]))
    papers = legal(games)
    mutated(papers)
    sloppy(max(5, games // 2))
    small(sheets)
    cheap(few)


if __name__ == "__main__":
    main()
