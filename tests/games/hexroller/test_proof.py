"""What sheet and rolls prove: the fewest mistakes agree with a count over every play of small sheets, and every way of play
that is told can be played again."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import msgspec
import pytest

from rollwrite_desktop.core.audit import Paper, Report, proved
from rollwrite_desktop.core.bots import play_out
from rollwrite_desktop.core.chance import Die, Outcome
from rollwrite_desktop.core.rules import CHANCE, Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games.hexroller import GAME
from rollwrite_desktop.games.hexroller.check.audit import HexRollerAuditor
from rollwrite_desktop.games.hexroller.check.evidence import read_evidence
from rollwrite_desktop.games.hexroller.check.proof import Proof
from rollwrite_desktop.games.hexroller.play.model import BLANK, BONUSES, Extra, Two
from rollwrite_desktop.games.hexroller.play.notation import write as noted
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.sheet.load import find
from tests.games.hexroller.fewest import (
    FACES,
    Pen,
    Small,
    crowded,
    fewest,
    honeycomb,
    legal_paper,
    small_sheet,
    spoilt,
    wild,
)
from tests.sampling import amount, sampled

pytestmark = pytest.mark.slow


def replayed(rules: HexRoller, paper: Paper, report: Report) -> tuple[Any, int]:
    """The sheet at the end of the way of play that a report tells, and how many of its strokes are refused."""
    state, refusals = rules.start(("p1",)), 0
    for roll, strokes in zip(paper.rolls or (), report.play, strict=False):
        state = rules.apply(state, Event(CHANCE, rules.read(roll)))
        for text in strokes:
            event = Event("p1", rules.read(text))
            refusals += rules.refuse(state, event) is not None
            state = rules.apply(state, event)
    return state.parts[0], refusals


def told(rules: HexRoller, paper: Paper, report: Report) -> None:
    """The play of a decided report leads to the sheet, and its refusals are the mistakes told."""
    part, refusals = replayed(rules, paper, report)
    assert {space: str(n) for space, n, printed in zip(rules.spaces, part.marks, rules.board.printed, strict=True)
            if n != BLANK and printed == BLANK} == paper.spaces
    assert all(getattr(part, row) == paper.boxes[row].rstrip() for row in ("upper", "lower") if row in paper.boxes)
    amiss = sum((bonus in part.used) != paper.boxes[bonus] for bonus in BONUSES if bonus in paper.boxes)
    assert report.bounds == (refusals + amiss,) * 2 and report.mistakes == refusals + amiss
    for finding in report.findings:
        assert "{" not in finding.sentence(GAME.play.rulebook) + finding.repair_sentence(GAME.play.rulebook)


def agrees(small: Small) -> int:
    """Compares what is proved of a small sheet with every play there is; the fewest mistakes."""
    paper = small.paper()
    auditor = HexRollerAuditor(small.sheet, paper.options)
    rules = auditor.rules
    *_, last = Proof(rules, read_evidence(rules, paper)).steps()
    assert last.decided and last.final
    assert fewest(small, last.least) == last.least
    if not small.missing:
        *_, report = auditor.prove(paper)
        # A 9 is a mistake by itself.
        least = last.least + sum(digit == 9 for digit in small.written.values())
        assert report.bounds == (least, least) and report.mistakes == least >= auditor.audit(paper).mistakes
        assert (report.verdict == "broken") == (least > 0)
        if least == last.least and len(small.columns or ()) == len(small.rolls):
            told(rules, paper, report)
    return last.least


@sampled("start", range(0, 240, 40), 10)
def test_the_fewest_mistakes_agree_with_every_play(start: int) -> None:
    """Legal and spoilt sheets of six to nine hexes, one to three rounds; bonuses, dashes and rows not told among them."""
    found = {agrees(small) for small in map(spoilt, range(start, start + 40)) if len(small.written) < 7}
    assert {0, 1, 2} <= found


@sampled("start", range(0, 120, 40), 5)
def test_marks_at_random_agree_with_every_play(start: int) -> None:
    """Numbers that no die shows, bonuses, dashes and 9s anywhere, columns and rolls that are missing."""
    found = {agrees(small) for small in map(wild, range(start, start + 40)) if len(small.written) < 4}
    assert {2, 3, 4} <= found


def test_a_search_ends_with_a_decision() -> None:
    """However little a sheet has to do with its rolls."""
    for small in map(crowded, range(40)):
        rules = HexRoller(small.sheet, small.paper().options)
        *_, last = Proof(rules, read_evidence(rules, small.paper())).steps()
        assert last.decided and last.final and last.least >= 3


def test_a_third_number_before_a_dash() -> None:
    """Which of several digits too many was called the third number is for the play to say: three strokes are refused."""
    places = [*((0, r) for r in range(-3, 4)), (1, 2), (1, 3), (-1, 3)]
    sheet, comb = honeycomb(dict.fromkeys(places, "A"), {(0, -3): "3", (0, 0): "4"}, False, 5, 1)
    written = {comb.names.index(name): digit for name, digit in (("f1", 5), ("f2", 7), ("g3", 4))}
    crossed = {"plus_one": False, "two": False, "third": True}
    assert agrees(Small(sheet, comb, written, ((3, 3, 3, 3, 8),), (("5", "-"),), crossed)) == 3


def test_a_round_closed_without_its_column() -> None:
    """One mistake, though all columns after it stand one too far to the left."""
    rules, paper = played("hexroller_front", "greedy", 1)
    rows = {row: held[:2] + held[3:] for row in ("upper", "lower") if (held := str(paper.boxes[row]))}
    report = proved(HexRollerAuditor(rules.sheet, paper.options), with_boxes(paper, **rows))
    assert report.bounds == (1, 1) and "HR-8:left" in {finding.key for finding in report.findings}


def test_refusals_agree_with_a_second_reading() -> None:
    """Along random strokes, legal or not: the rules refuse exactly those with which a second reading finds fault."""
    luck = random.Random(7)
    wrong = 0
    for _ in range(150):
        sheet, comb, dice, _ = small_sheet(luck, luck.random() < 0.5)
        rules = HexRoller(sheet, {"plus_one": "touching" if comb.touching else "path"})
        pen, state = Pen(comb.printed), rules.start(("p1",))
        for _ in range(2):
            roll = [luck.choice(FACES) for _ in range(dice)]
            faces = {face: roll.count(face) for face in roll}
            state = rules.apply(state, Event(CHANCE, Outcome(tuple(Die("", face) for face in roll))))
            pen = Pen(pen.paper, used=pen.used)
            while not pen.done:
                blank = [hexagon for hexagon, held in enumerate(pen.paper) if not held]
                if blank and luck.random() < 0.8:
                    hexagon, face = luck.choice(blank), luck.choice(FACES)
                    name = comb.names[hexagon]
                    stroke, text = luck.choice((
                        (("plus", hexagon, face), f"+ {name}={face}"), (("two", hexagon), f"two {name}"),
                        (("write", hexagon, face, True), f"third {name}={face}"),
                        *((("write", hexagon, face, False), f"{name}={face}"),) * 7,
                    ))
                elif not pen.boxed and luck.random() < 0.7:
                    a, b = luck.choice((0, *FACES)), luck.choice((0, *FACES))
                    stroke, text = ("box", a, b), f"box {a or '-'} {b or '-'}"
                else:
                    stroke, text = ("done",), "done"
                event = Event("p1", rules.read(text))
                reasons = comb.reasons(pen, faces, stroke)
                assert (rules.refuse(state, event) is not None) == bool(reasons), (text, reasons)
                wrong += bool(reasons)
                state, pen = rules.apply(state, event), comb.after(pen, faces, stroke, reasons)
    assert wrong > 500


def test_a_legal_play_of_the_second_reading_is_clean() -> None:
    luck = random.Random(8)
    for _ in range(60):
        sheet, _, paper = legal_paper(luck)
        auditor = HexRollerAuditor(sheet, paper.options)
        report = proved(auditor, paper)
        assert report.findings == () and report.unchecked == ()
        told(auditor.rules, paper, report)


# ---------------------------------------------------------------------- whole games


def thrifty(rules: Any, state: Any, player: str, luck: random.Random) -> Any:
    """Any legal move that uses no bonus."""
    moves = list(rules.moves(state, player))
    return luck.choice([move for move in moves if type(move) not in (Extra, Two) and not getattr(move, "third", False)])


@cache
def played(sheet_id: str, bot: str, seed: int, plus_one: str = "path") -> tuple[HexRoller, Paper]:
    rules = HexRoller(find(sheet_id), {"plus_one": plus_one})
    session: Session[Any] = Session(rules, ("p1",), code=f"PROOF-{seed}")
    play_out(session, {"p1": GAME.think.bots.get(bot, thrifty)}, random.Random(seed))
    return rules, GAME.check.paper_of(rules, session.state, "p1")


BOTS = [bot for bot in GAME.think.bots if bot != "master"]
WHOLE = [*product([*GAME.play.sheets, "hexroller_front:5"], ["path", "touching"], BOTS)]


@sampled("sheet_id, plus_one, bot", WHOLE, 40, lambda case: case[2])
def test_whole_games_are_explained(sheet_id: str, plus_one: str, bot: str) -> None:
    if ":" in sheet_id:
        assert GAME.play.new_sheets is not None
        rules = HexRoller(GAME.play.new_sheets.make(*sheet_id.split(":")), {"plus_one": plus_one})
        session: Session[Any] = Session(rules, ("p1",), code="MADE")
        play_out(session, {"p1": GAME.think.bots[bot]}, random.Random(1))
        paper = GAME.check.paper_of(rules, session.state, "p1")
    else:
        rules, paper = played(sheet_id, bot, 1, plus_one)
    report = proved(HexRollerAuditor(rules.sheet, paper.options), paper)
    assert report.findings == () and report.bounds == (0, 0) and report.unchecked == ()
    told(rules, paper, report)


def with_boxes(paper: Paper, **boxes: Any) -> Paper:
    return msgspec.structs.replace(paper, boxes=dict(paper.boxes) | boxes)


def turned(row: str) -> str:
    return row[1:] + row[0]


ALTERED: dict[str, Callable[[Paper], Paper]] = {
    # what the search finds: how a legal sheet is altered
    "HR-10:box": lambda paper: with_boxes(paper, plus_one=False),
    "HR-10:none": lambda paper: with_boxes(paper, plus_one=True),
    "HR-11:none": lambda paper: with_boxes(paper, two=True),
    "HR-12:unused": lambda paper: with_boxes(paper, third=True),
    "HR-12:used": lambda paper: with_boxes(paper, third=False),
    "HR-8:numbers": lambda paper: with_boxes(paper, lower=turned(str(paper.boxes["lower"]))),
    "HR-7:left": lambda paper: msgspec.structs.replace(paper, spaces=dict(sorted(paper.spaces.items())[1:])),
    "HR-5:chain": lambda paper: msgspec.structs.replace(
        paper, spaces={space: "3" if place == 9 else held for place, (space, held) in enumerate(paper.spaces.items())},
    ),
    "HR-8:left": lambda paper: with_boxes(paper, upper=str(paper.boxes["upper"])[:4], lower=str(paper.boxes["lower"])[:4]),
}


@sampled("key", list(ALTERED), 10)
def test_what_is_found(key: str) -> None:
    """Each kind of mistake is found in some altered game; it never comes with more mistakes than were made."""
    for seed in range(9):
        rules, paper = played("hexroller_front", ("random", "greedy", "thrifty")[seed % 3], seed)
        altered = ALTERED[key](paper)
        report = proved(HexRollerAuditor(rules.sheet, altered.options), altered)
        assert report.decided
        if key != "HR-8:left":
            told(rules, altered, report)
        if key in {finding.key for finding in report.findings}:
            return
    pytest.fail(f"{key} was not found")


@amount("games", 2, 3)
def test_a_wrong_digit_is_mended(games: int) -> None:
    """One wrong digit is mostly one mistake, in its own place, with the digit that belongs there and what it is worth."""
    luck = random.Random(4)
    mended = tried = 0
    for seed in range(games):
        rules, paper = played("hexroller_front", "greedy", seed)
        for space in luck.sample(sorted(paper.spaces), 4):
            wrong = luck.choice([digit for digit in "345678" if digit != paper.spaces[space]])
            altered = msgspec.structs.replace(paper, spaces=paper.spaces | {space: wrong})
            report = proved(HexRollerAuditor(rules.sheet, {}), altered)
            told(rules, altered, report)
            tried += 1
            mended += any(
                finding.repair_args == {"hex": space, "n": int(paper.spaces[space])} for finding in report.findings
            )
    assert mended >= 0.6 * tried


def test_what_no_stroke_writes_counts_by_itself() -> None:
    """A 9 was meant for some number: one mistake, with that number as its repair. So was a 9 in a box."""
    rules, paper = played("hexroller_front", "greedy", 2)
    space = sorted(paper.spaces)[5]
    upper = str(paper.boxes["upper"])
    odd = with_boxes(msgspec.structs.replace(paper, spaces=paper.spaces | {space: "9"}), upper="9" + upper[1:])
    report = proved(HexRollerAuditor(rules.sheet, {}), odd)
    assert [finding.key for finding in report.findings] == ["HR-1:digit", "HR-8:digit"] and report.bounds == (2, 2)
    assert report.findings[0].repair == "HR-R4:digit"
    assert replayed(rules, odd, report)[1] == 0


def test_rolls_that_cannot_be_and_too_many() -> None:
    rules, paper = played("hexroller_front", "greedy", 3)
    assert paper.rolls is not None
    auditor = HexRollerAuditor(rules.sheet, {})
    many = proved(auditor, msgspec.structs.replace(paper, rolls=[*paper.rolls, paper.rolls[0]]))
    assert [finding.key for finding in many.findings] == ["HR-4:many"] and many.mistakes == 0
    fewer = [paper.rolls[0] + " 9", *paper.rolls[1:]]
    odd = proved(auditor, msgspec.structs.replace(paper, rolls=fewer))
    assert [(finding.key, finding.where) for finding in odd.findings] == [("HR-1", ("roll:1",))]


def test_an_incomplete_list_judges_what_it_covers() -> None:
    rules, paper = played("hexroller_front", "greedy", 4)
    assert paper.rolls is not None
    auditor = HexRollerAuditor(rules.sheet, {})
    short = msgspec.structs.replace(paper, rolls=paper.rolls[:4])
    report = proved(auditor, short)
    assert (report.verdict, report.mistakes) == ("unproved", 0) and report.unchecked
    wrong = next(str(n) for n in (3, 4, 5, 6, 7, 8) if str(n) not in paper.rolls[0])
    report = proved(auditor, with_boxes(short, upper=wrong + str(paper.boxes["upper"])[1:]))
    assert report.verdict == "broken" and report.mistakes == 1


def test_a_game_under_way_is_no_mistake() -> None:
    """The sheet after every stroke of a game, with the rolls so far: nothing is broken."""
    rules = HexRoller(find("hexroller_back"))
    session: Session[Any] = Session(rules, ("p1",), code="UNDER-WAY")
    play_out(session, {"p1": GAME.think.bots["random"]}, random.Random(5))
    auditor = HexRollerAuditor(rules.sheet, {})
    for index in range(5, len(session.events), 7):
        state = session.state_after(index)
        paper = GAME.check.paper_of(rules, state, "p1")
        rolls = [noted(Outcome(roll)) for roll in state.rolls]
        for listed in (paper, msgspec.structs.replace(paper, rolls=rolls)):
            assert proved(auditor, listed).verdict != "broken", index


def test_how_it_is_said() -> None:
    """Every entry that only a search uses, in some report of altered games."""
    said: set[str] = set()
    for seed, bot in enumerate(("greedy", "random")):
        rules, paper = played("hexroller_front", bot, seed)
        auditor, spaces = HexRollerAuditor(rules.sheet, {}), sorted(paper.spaces)
        more = next(space for space in rules.spaces if not rules.sheet.space[space].printed and space not in paper.spaces)
        for altered in (
            msgspec.structs.replace(paper, spaces=paper.spaces | {more: "8"}),
            msgspec.structs.replace(paper, spaces=paper.spaces | dict.fromkeys(spaces[:2], "8" if seed else "3")),
        ):
            for report in auditor.prove(altered):
                said |= {key for finding in report.findings for key in (finding.key, finding.repair)}
                for finding in report.findings:
                    assert "{" not in finding.sentence(GAME.play.rulebook) + finding.repair_sentence(GAME.play.rulebook)
    assert {f"HR-R4:{case}" for case in ("digit", "erase", "boxes", "least", "more", "elsewhere")} <= said


def test_cut_short_it_says_so() -> None:
    """After any step: bounds that hold, and never more mistakes told than are proved."""
    rules, paper = played("hexroller_front", "random", 5)
    space = sorted(paper.spaces)[3]
    altered = msgspec.structs.replace(paper, spaces=paper.spaces | {space: "8" if paper.spaces[space] != "8" else "3"})
    steps = list(HexRollerAuditor(rules.sheet, {}).prove(altered))
    last = steps[-1]
    assert last.bounds is not None and last.bounds[0] >= 1
    for step in steps:
        assert step.bounds is not None
        least, most = step.bounds
        assert least <= last.bounds[0] and (most is None or most >= last.bounds[0])
        assert step.mistakes <= least or step is last
        assert step.decided or any(finding.verdict == "unproved" for finding in step.findings)


def test_every_bound_is_told_as_soon_as_it_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow search tells how far it is; here each of its steps counts as slow."""
    monkeypatch.setattr("rollwrite_desktop.games.hexroller.check.proof._STEPS", 1)
    small = wild(3)
    rules = HexRollerAuditor(small.sheet, {}).rules
    steps = [*Proof(rules, read_evidence(rules, small.paper())).steps()]
    assert [*dict.fromkeys(step.least for step in steps if step.most)] == [1, 2, 3, 4] == [*range(1, steps[-1].least + 1)]
    small = spoilt(357)
    auditor = HexRollerAuditor(small.sheet, small.paper().options)
    most = [step.most for step in Proof(auditor.rules, read_evidence(auditor.rules, small.paper())).steps()]
    assert {*most} == {None, 1}, "the best play so far stays, whatever is looked at later"


@pytest.mark.parametrize(("small", "told"), [
    (spoilt(47), [("HR-8:closed", "c2", "d1", 0), ("HR-8:closed", "b3", "a2", 0)]),
    (spoilt(182), [("HR-8:closed", "b1", "c2", 2)]), (wild(126), [("HR-8:early", "roll:1", "d1", 0)]),
])
def test_a_mistake_is_mended_where_something_else_stands_too(small: Small, told: list[tuple[str, str, str, int]]) -> None:
    """No other digit mends the hex that the stroke wrote; one elsewhere does, or none there."""
    paper = small.paper()
    *_, report = HexRollerAuditor(small.sheet, paper.options)._prove(paper)
    mended = [(one.key, one.where[0], one.repair_args["hex"], one.repair_args["n"]) for one in report.findings
              if one.repair in ("HR-R4:digit", "HR-R4:erase") and one.repair_args["hex"] not in one.where]
    assert mended == told
