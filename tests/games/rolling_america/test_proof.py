"""What sheet and rolls of Rolling America prove: the fewest mistakes agree with every play of small maps, legal sheets come
with a play that replays, and each mistake is told with rule, places and repair."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Paper, Report, report_json
from rollwrite_desktop.core.rules import CHANCE, Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games.rolling_america import GAME
from rollwrite_desktop.games.rolling_america.check.audit import RollingAmericaAuditor
from rollwrite_desktop.games.rolling_america.check.encoding import Encoding
from rollwrite_desktop.games.rolling_america.check.evidence import paper_of, read_evidence
from rollwrite_desktop.games.rolling_america.check.proof import Proof
from rollwrite_desktop.games.rolling_america.play.model import DICE
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.solver import maxsat
from tests.games.rolling_america.sheets import compared, last, replayed, small_map, some_paper
from tests.maps import SMALL, SMALL_PAIRS, drawn
from tests.sampling import sampled
from tests.walks import rules_of, tempers, walk

pytestmark = pytest.mark.slow

USA = find("rolling_america_usa")
ONE_ROUND = drawn(SMALL, SMALL_PAIRS, rounds=1)
ROLLS = ["red 3, blue 3", "green 3, yellow 3", "orange 3, purple 3"]
BOXES = {"rounds": 1, "change": 0, "guard": 0, "dupe": 0}
LEGAL = {"RA": "3", "BA": "3", "GA": "3", "YA": "3", "OA": "3", "PA": "3", "RB": "X", "BB": "X", "GB": "X"}
"""One die in each region and the rest blank to the end."""


def prove(
    spaces: dict[str, str] | None = None, boxes: dict[str, Any] | None = None, rolls: list[str] | None = None, **more: Any
) -> Report:
    marks = {space: held for space, held in (LEGAL | (spaces or {})).items() if held}
    paper = Paper(
        game="rolling_america", spaces=marks, boxes=BOXES if boxes is None else boxes,
        rolls=ROLLS if rolls is None else rolls, **more,
    )
    return last(RollingAmericaAuditor(ONE_ROUND, {}), paper)


def told(report: Report) -> list[tuple[str, tuple[str, ...], int]]:
    return [(finding.key, finding.where, finding.cost) for finding in report.findings]


# ---------------------------------------------------------------------- against every play


def test_a_way_that_takes_more_than_one_step_is_found_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maxsat, "CONFLICTS", 1)
    session = walk("rolling_america", USA.id, (), "random", 1)
    rules = RollingAmerica(USA)
    evidence = read_evidence(rules, paper_of(rules, session.state, session.players[0]))
    case = Proof(rules, evidence.marks, evidence.boxes, evidence.dice).case
    *steps, way = Encoding(rules, case).any_way()
    assert steps and not any(steps) and way and way.strokes



@sampled("part", range(8), 14)
def test_the_fewest_mistakes_are_those_of_all_plays(part: int) -> None:
    counts = [compared(random.Random(f"test-{part}-{k}"))[0] for k in range(18)]
    assert 0 in counts and any(counts)


# ---------------------------------------------------------------------- real games


@pytest.mark.parametrize("digit", ["0", "7"])
def test_what_no_die_shows_is_told_as_that(digit: str) -> None:
    assert ("RA-7:digit", ("RA", "roll:1"), 1) in told(prove({"RA": digit}))


@sampled("temper", [*tempers(GAME)], 10)
def test_a_legal_game_is_decided_and_its_play_replays(temper: str) -> None:
    options = (("enforcement", "strict"), ("corners", "on"))
    session = walk("rolling_america", "rolling_america_usa", options, temper, 2)
    rules = rules_of("rolling_america", "rolling_america_usa", options)
    auditor = RollingAmericaAuditor(USA, dict(options))
    paper = paper_of(rules, session.state, session.players[0])
    report = last(auditor, paper)
    assert report.verdict == "clean" and report.bounds == (0, 0) and report.unchecked == ()
    assert replayed(rules, paper, report) == 0
    assert report.total == rules.scores(session.state)[0].total


def test_no_moment_of_a_legal_game_is_broken() -> None:
    session = walk("rolling_america", "rolling_america_usa", (("enforcement", "strict"), ("corners", "off")), "spender", 0)
    rules = RollingAmerica(USA)
    auditor = RollingAmericaAuditor(USA, {})
    for count in random.Random(4).sample(range(2, len(session.events)), 8):
        state = session.state_after(count)
        paper = paper_of(rules, state, session.players[-1])
        report = last(auditor, paper)
        assert report.mistakes == 0 and report.bounds == (0, 0), count
        assert replayed(rules, paper, report) == 0


def test_a_spoilt_journal_counts_at_least_what_sheet_and_rolls_prove() -> None:
    rules, auditor = RollingAmerica(USA), RollingAmericaAuditor(USA, {})
    session: Session[Any] = Session(rules, ("p1",), code="SPOILT", gate="paper")
    luck = random.Random(7)
    while demands := rules.demands(session.state):
        if demands[0].by == CHANCE:
            session.submit(session.digital())
            continue
        hand = session.state.part("p1").hand
        if hand and luck.random() < 0.1:
            session.submit(Event("p1", rules.read(f"{hand[0]} -")))
        else:
            session.submit(Event("p1", luck.choice(list(rules.moves(session.state, "p1")))))
    paper = paper_of(rules, session.state, "p1")
    report = last(auditor, paper)
    assert report.mistakes <= auditor.audit_play(session, "p1").mistakes
    assert replayed(rules, paper, report) == report.mistakes


def test_a_fourth_power_is_one_mistake_of_its_stroke_and_has_no_box() -> None:
    sheet = drawn(SMALL, SMALL_PAIRS, rounds=2)
    rules = RollingAmerica(sheet)
    session: Session[Any] = Session(rules, ("p1",), gate="paper")
    for text in ("red 3, blue 3", "red BA=(3)", "red RA=(3)"):
        session.submit(Event(CHANCE if "," in text else "p1", rules.read(text)))
    state = session.state
    for text in ("blue BA=(3)", "dupe BB=(3)", "red RA=(3)", "dupe RB=(3)", "done"):
        state = rules.apply(state, Event("p1", rules.read(text)))
    paper = paper_of(rules, state, "p1")
    assert all(int(paper.boxes[power]) <= 3 for power in ("change", "guard", "dupe"))


# ---------------------------------------------------------------------- what is told


def test_a_legal_sheet_has_no_findings() -> None:
    assert prove().findings == () and prove().decided and prove().verdict == "clean"


def test_a_number_that_its_die_did_not_show() -> None:
    report = prove({"PA": "5"})
    assert told(report)[0] == ("RA-7:face", ("PA", "roll:3"), 1) and report.mistakes == 1
    finding = report.findings[0]
    assert finding.sentence(GAME.play.rulebook) == "The purple die shows 3, not 5."
    assert finding.repair_sentence(GAME.play.rulebook) == "Legal with 3 in Pa." and finding.effect == 1


def test_a_number_of_another_color() -> None:
    rolls = ["red 3, blue 3", "green 3, yellow 3", "orange 3, wild 3"]
    report = prove({"RB": "3", "PA": "X", "OA": "X"}, BOXES, rolls)
    # The wild may have written one of them; orange had a state to itself.
    assert report.mistakes == 1
    assert {finding.rule for finding in report.findings if finding.cost} <= {"RA-7", "RA-9", "RA-10"}


def test_boxes_and_the_play_that_needs_others() -> None:
    # An X less and no state of another color: nothing was changed, and nothing duped.
    full = {"RB": "3", "BB": "3", "GB": "3"}
    rolls = ["red 3, blue 3", "green 3, yellow 3", "orange 3, purple 3"]
    report = prove(full, BOXES | {"dupe": 1}, rolls)
    assert [row for row in told(report) if row[2]] == [("RA-15:boxes", ("box:dupe",), 1)] * 2
    assert report.findings[0].repair_sentence(GAME.play.rulebook) == "Right with 3 crossed off."
    (box,) = (row for row in told(prove(boxes=BOXES | {"change": 1})) if row[2])
    assert box in (("RA-13:boxes", ("box:change",), 1), ("RA-15:boxes", ("box:dupe",), 1))


def test_what_the_map_alone_counts_is_not_counted_twice() -> None:
    report = prove({"GA": "5", "GB": "2"})
    pairs = [row for row in told(report) if row[0] == "RA-8"]
    assert ("RA-8", ("GA", "GB"), 1) in pairs
    assert report.mistakes == len([row for row in told(report) if row[2]]) == report.bounds[0]  # type: ignore[index]
    assert dict(report.parts)["mistakes"] == report.mistakes


def test_other_ways_with_as_few_mistakes_are_mentioned() -> None:
    rolls = ["red 3, blue 3", "green 3, yellow 3", "orange 3, purple 3"]
    report = prove({"RA": "X", "BA": "X"}, BOXES, rolls)
    assert report.mistakes == 2
    said = [finding for finding in report.findings if finding.key == "RA-R6:example"]
    assert len(said) == 1 and "are an example" in said[0].sentence(GAME.play.rulebook)


def test_more_marks_than_dice() -> None:
    report = prove(dict.fromkeys(LEGAL, "3"), {"rounds": 0, "change": 0, "guard": 0, "dupe": 0}, ["red 3, blue 3"])
    assert [row[0] for row in told(report) if row[2]].count("RA-4:none") == 5
    assert report.decided


# ---------------------------------------------------------------------- the list of rolls


def test_an_incomplete_list_judges_what_it_covers() -> None:
    report = prove(rolls=ROLLS[:2])
    assert told(report) == [("RA-5:missing", ("roll:3",), 0)] and report.verdict == "unproved"
    assert {item.needs for item in report.unchecked} == {"rolls"}
    # Whatever came later, the red die was used up: Rb is blank or an X beside its 3 in red.
    broken = prove({"PA": "5", "OA": "5", "YA": "5", "GB": "5", "BB": "5", "RB": "1"}, rolls=ROLLS[:2])
    assert broken.verdict == "broken" and broken.mistakes > 0


def test_an_impossible_roll_is_found_at_its_entry_and_judged_on() -> None:
    report = prove(rolls=[*ROLLS[:2], "orange 3, purple 9"])
    assert told(report) == [("RA-5", ("roll:3",), 0)] and report.mistakes == 0
    report = prove(rolls=[*ROLLS[:2], "orange 3, red 3"])
    assert ("RA-5:draw", ("roll:3",), 0) in told(report)
    assert [row for row in told(prove(rolls=[*ROLLS[:2], "orange 3"])) if row[2]] == []


def test_rolls_too_many() -> None:
    report = prove(rolls=[*ROLLS, "red 1, blue 1"])
    assert told(report) == [("RA-6", ("roll:4",), 0)] and report.mistakes == 0
    assert "eight" not in report.findings[0].sentence(GAME.play.rulebook)


def test_round_boxes_that_contradict_the_list() -> None:
    sheet = drawn(SMALL, SMALL_PAIRS, rounds=3)
    paper = Paper(game="rolling_america", spaces=LEGAL, boxes=BOXES | {"rounds": 0}, rolls=[*ROLLS, *ROLLS])
    report = last(RollingAmericaAuditor(sheet, {}), paper)
    assert ("RA-6:boxes", ("box:rounds",), 0) in told(report)


def test_without_rolls_nothing_is_searched_but_the_diagnosis() -> None:
    auditor = RollingAmericaAuditor(ONE_ROUND, {})
    for rolls in (None, []):
        paper = Paper(game="rolling_america", spaces=LEGAL, boxes=BOXES, rolls=rolls)
        first, *rest = auditor.prove(paper)
        assert first == auditor.audit(paper)
        assert rest in ([], [replace(first, diagnosed=True)]) and first.diagnosis == ()


def test_while_it_is_not_decided_it_is_never_fine() -> None:
    paper = Paper(game="rolling_america", spaces=LEGAL | {"PA": "5"}, boxes=BOXES, rolls=ROLLS)
    first = next(iter(RollingAmericaAuditor(ONE_ROUND, {}).prove(paper)))
    assert first.verdict == "unproved" and not first.decided
    assert report_json(first, GAME.play.rulebook)["verdict"] == "unproved"
    assert first.findings[-1].sentence(GAME.play.rulebook) == "No mistake found so far."


def test_the_claim_is_measured_by_the_mistakes_proved() -> None:
    assert prove({"PA": "5"}, claimed=4).total == 4
    assert [row for row in told(prove({"PA": "5"}, claimed=5)) if row[0] == "RA-19"] == [("RA-19", ("claimed",), 0)]


def test_a_shorter_list_never_proves_more() -> None:
    """On small maps, played well or badly: what part of the rolls proves, all of them prove too."""
    broken = 0
    for k in range(25):
        luck = random.Random(f"shorter-{k}")
        sheet, _, paper, _ = some_paper(luck)
        if not paper.rolls or int(paper.boxes.get("rounds", 0)) < sheet.values["rounds"]:
            continue
        auditor = RollingAmericaAuditor(sheet, {})
        whole = last(auditor, paper).mistakes
        shorter = msgspec.structs.replace(paper, rolls=paper.rolls[: luck.randrange(1, len(paper.rolls))])
        report = last(auditor, shorter)
        assert report.mistakes <= whole
        assert report.verdict != "clean"
        broken += report.mistakes > 0
    assert broken > 2


def test_nonsense_is_judged_too() -> None:
    """Digits that no die shows, dice that no bag holds, boxes that no sheet has: every report is true, and said."""
    marks = ["X", "(X)", "", *"0123456789", *(f"({n})" for n in range(10))]
    for k in range(60):
        luck = random.Random(f"nonsense-{k}")
        sheet, _ = small_map(luck)
        spaces = {space.id: luck.choice(marks) for space in sheet.spaces}
        boxes = {box: luck.choice([0, 1, 2, 3, 4, 9]) for box in ("rounds", "change", "guard", "dupe") if luck.randrange(5)}
        rolls = [
            ", ".join(f"{luck.choice(DICE)} {luck.randint(0, 9)}" for _ in range(luck.choice([1, 2, 2, 2, 3])))
            for _ in range(luck.randint(1, 8))
        ]
        paper = Paper(game="rolling_america", spaces={s: m for s, m in spaces.items() if m}, boxes=boxes, rolls=rolls)
        for finding in last(RollingAmericaAuditor(sheet, {}), paper).findings:
            assert "{" not in finding.sentence(GAME.play.rulebook) + finding.repair_sentence(GAME.play.rulebook)
