"""The check of a filled HexRoller sheet: legal play is never accused, altered sheets are, and sums are named in order."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import product
from typing import Any

import msgspec
import pytest

from rollwrite_desktop.core.audit import NotAPaper, Paper, proved, report_json
from rollwrite_desktop.core.bots import play_out
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games.hexroller import GAME
from rollwrite_desktop.games.hexroller.play.scoring import PARTS
from rollwrite_desktop.sheet.load import find
from tests.games.hexroller.fewest import honeycomb
from tests.sampling import amount, numbers, sampled

pytestmark = pytest.mark.slow

FRONT = find("hexroller_front")


@cache
def played(sheet_id: str, bot: str, seed: int, plus_one: str = "path") -> tuple[Any, Any, Paper]:
    rules = GAME.play.rules(find(sheet_id), {"plus_one": plus_one})
    session: Session[Any] = Session(rules, ("p1",), code=f"AUDIT-{seed}")
    play_out(session, {"p1": GAME.think.bots[bot]}, random.Random(seed))
    return rules, session, GAME.check.paper_of(rules, session.state, "p1")


def checked(paper: Paper) -> Any:
    return proved(GAME.check.auditor(find(paper.sheet), paper.options), paper)


def test_a_sheet_holds_the_rolls_of_the_rounds_that_are_closed() -> None:
    rules, session, _ = played("hexroller_front", "random", 0)
    for count in range(len(session.events) + 1):
        state = session.state_after(count)
        closed = len(state.rolls) - (not state.part("p1").done)
        assert len(GAME.check.paper_of(rules, state, "p1").rolls or ()) == max(0, closed)


@sampled("sheet_id, plus_one, bot", [*product(GAME.play.sheets, ("path", "touching"), ("random", "greedy"))], 9)
@amount("games", 1, 3)
def test_legal_play_is_clean(sheet_id: str, plus_one: str, bot: str, games: int) -> None:
    for seed in numbers(games):
        rules, session, paper = played(sheet_id, bot, seed, plus_one)
        score = rules.scores(session.state)[0]
        right = msgspec.structs.replace(paper, claimed=dict(score.parts) | {"total": score.total})
        alone, summed = ({"rolls": None}, {"claimed": score.total})
        for evidence in (right, *(msgspec.structs.replace(right, **change) for change in (alone, summed))):
            report = checked(evidence)
            assert report.verdict == "clean" and report.parts == score.parts and report.claimed == score.total
            assert "HR-R1" in {item.rule for item in report.unchecked} or evidence.rolls is not None
        bare = msgspec.structs.replace(paper, boxes={})
        assert checked(bare).findings == ()
        half = msgspec.structs.replace(right, boxes={"upper": paper.boxes["upper"], "two": paper.boxes["two"]})
        assert checked(half).findings == (), "absent boxes are not judged"


@amount("games", 1, 4)
def test_altered_digits_are_found(games: int) -> None:
    """With the rolls nearly every altered digit in a hex shows; a few make another legal sheet, as their play shows."""
    luck = random.Random(3)
    caught = tried = 0
    for seed in range(games):
        _, _, paper = played("hexroller_front", "greedy", seed)
        for space in luck.sample(sorted(paper.spaces), 3):
            digit = luck.choice([d for d in "345678" if d != paper.spaces[space]])
            report = checked(msgspec.structs.replace(paper, spaces=paper.spaces | {space: digit}))
            assert report.decided and (report.verdict == "broken" or report.findings == ())
            caught, tried = caught + (report.verdict == "broken"), tried + 1
    assert caught >= 0.9 * tried


def test_an_incomplete_list_of_rolls_is_unproved() -> None:
    _, _, paper = played("hexroller_front", "greedy", 1)
    assert paper.rolls is not None
    for kept in range(7):
        report = checked(msgspec.structs.replace(paper, rolls=paper.rolls[:kept]))
        assert report.verdict == "unproved" and report.mistakes == 0


def test_wrong_sums_are_named_in_printed_order() -> None:
    rules, session, paper = played("hexroller_front", "greedy", 2)
    parts = dict(rules.scores(session.state)[0].parts)
    wrong = parts | {"upper": parts["upper"] + 1, "A": parts["A"] + 3, "pair_8": parts["pair_8"] + 2}
    report = checked(msgspec.structs.replace(paper, claimed=wrong))
    assert [finding.rule for finding in report.findings] == ["HR-14", "HR-16", "HR-17"]
    assert all(finding.where == ("claimed",) and finding.cost == 0 for finding in report.findings)
    added = checked(msgspec.structs.replace(paper, claimed=parts | {"total": sum(parts.values()) + 1}))
    assert [finding.key for finding in added.findings] == ["HR-13:total"]
    # A total that follows from a wrong part is no second mistake.
    follows = parts | {"A": parts["A"] + 3}
    report = checked(msgspec.structs.replace(paper, claimed=follows | {"total": sum(follows.values())}))
    assert [finding.rule for finding in report.findings] == ["HR-14"]


def test_a_total_is_held_to_the_sums_where_the_rows_are_not_told() -> None:
    rules, session, paper = played("hexroller_front", "greedy", 0)
    score = rules.scores(session.state)[0]
    boxes = {spot: held for spot, held in paper.boxes.items() if spot not in ("upper", "lower")}

    def said(boxes: dict[str, Any], claimed: dict[str, int]) -> list[str]:
        return [f.key for f in checked(msgspec.structs.replace(paper, boxes=boxes, rolls=None, claimed=claimed)).findings]

    sums = dict(score.parts)
    assert said(boxes, sums | {"total": score.total}) == []
    assert said(boxes, sums | {"total": score.total + 1}) == ["HR-13:total"]
    assert said(boxes, {"A": sums["A"], "total": score.total + 1}) == [], "the rows may have brought the rest"
    rows = {row: paper.boxes[row] for row in ("upper", "lower")}
    bare = msgspec.structs.replace(paper, boxes=rows, rolls=None)
    auditor = GAME.check.auditor(FRONT, {"plus_one": "path"})
    totals = range(auditor.audit(bare).total - 8, auditor.audit(bare).total + 3)
    wrong = [total - totals[8] for total in totals if auditor.audit(msgspec.structs.replace(bare, claimed=total)).findings]
    assert wrong == [-8, -7, -5, -3, -1, 1, 2], "each bonus may have been used, or not"


def test_a_third_number_without_boxes_has_no_more_hexes_than_dice() -> None:
    """Two dice show the first two numbers at least."""
    rules = GAME.play.rules(FRONT, {})
    middle = next(i for i, held in enumerate(rules.board.printed) if held == 3)
    for most in (rules.ask.count - 2, rules.ask.count - 1):
        path = [middle]
        while len(path) <= most:
            path.append(next(i for i, held in enumerate(rules.board.printed)
                             if not held and i not in path and any(rules.board.beside[j] >> i & 1 for j in path)))
        spaces = dict.fromkeys((rules.spaces[i] for i in path[1:]), "3")
        paper = Paper(game="hexroller", sheet="hexroller_front", spaces=spaces, boxes={
            "upper": "4567876", "lower": "5678567", "plus_one": False, "two": False, "third": True,
        })
        found = [f for f in GAME.check.auditor(FRONT, {}).audit(paper).findings if f.key == "HR-7:most"]
        assert [f.args["n"] for f in found] == [3] * (most > rules.ask.count - 2)


def test_after_a_dash_the_list_of_rolls_allows_no_third_number() -> None:
    """Two 5s without a box: the third number's, where both boxes of the round are filled."""
    sheet, _ = honeycomb({(q, 0): "A" for q in range(6)}, {(0, 0): "3", (3, 0): "5"}, touching=False, dice=5, rounds=1)
    spaces, auditor = {"a2": "3", "a3": "3", "a5": "5", "a6": "5"}, GAME.check.auditor(sheet, {"plus_one": "path"})
    for lower, wrong in (("6", []), ("-", [5])):
        boxes = {"upper": "3", "lower": lower, "third": True}
        report = auditor.audit(Paper(game="hexroller", spaces=spaces, boxes=boxes, rolls=["3 3 5 5 6"]))
        assert [finding.args["n"] for finding in report.findings if finding.key == "HR-7:rolls"] == wrong


def test_a_number_without_a_box_gets_no_hex_more_by_a_bonus() -> None:
    """Of dice 3 3 5 6 the third number is the 3s: two hexes; +1 is only for a number of the boxes."""
    sheet, _ = honeycomb({(q, 0): "A" for q in range(7)}, {(0, 0): "3", (6, 0): "5"}, touching=False, dice=4, rounds=1)
    boxes = {"upper": "5", "lower": "6", "plus_one": True, "third": True, "two": False}
    for spaces, wrong in ((("a2",), [3]), (("a2", "a3"), [])):
        paper = Paper(game="hexroller", spaces=dict.fromkeys(spaces, "3"), boxes=boxes, rolls=["3 3 5 6"])
        findings = GAME.check.auditor(sheet, {"plus_one": "path"}).audit(paper).findings
        assert [finding.args["n"] for finding in findings if finding.key == "HR-7:rolls"] == wrong


def test_what_is_undecided_is_said_to_be_so() -> None:
    *_, paper = played("hexroller_front", "greedy", 0)
    spoilt = msgspec.structs.replace(paper, spaces=paper.spaces | {sorted(paper.spaces)[3]: "8"})
    first = next(iter(GAME.check.auditor(FRONT, paper.options).prove(spoilt)))
    assert first.bounds == (1, None) and "HR-R4:more" in {finding.key for finding in first.findings}
    spoilt = msgspec.structs.replace(paper, spaces=paper.spaces | {sorted(paper.spaces)[3]: "9"})
    assert next(iter(GAME.check.auditor(FRONT, paper.options).prove(spoilt))).bounds == (1, None), "a 9 counts by itself"


def test_the_report_can_be_printed() -> None:
    paper = Paper(game="hexroller", sheet="hexroller_front", spaces={"a1": "9"}, boxes={"upper": "34", "two": True})
    rows = report_json(checked(paper), GAME.play.rulebook)
    assert json.dumps(rows) and rows["verdict"] == "broken"
    assert list(rows["score"]["parts"]) == list(PARTS)  # type: ignore[index]


@pytest.mark.parametrize(("part", "value"), [
    ("spaces", {"z9": "3"}), ("spaces", {"a1": "33"}), ("spaces", {"a1": "X"}), ("spaces", {"a1": "٣"}),
    ("spaces", {"a4": "6"}),
    ("boxes", {"plus_one": 1}), ("boxes", {"middle": True}), ("boxes", {"upper": "34567834"}), ("boxes", {"upper": 3}),
    ("boxes", {"lower": "3x"}), ("rolls", ["3,4"]), ("rolls", ["blue 3"]), ("rolls", ["3 3 | TX"]), ("claimed", "Ann"),
    ("claimed", -1), ("claimed", {"Z": 3}), ("claimed", {"A": -3}), ("claimed", True), ("claimed", {"A": True}),
])
def test_what_is_not_well_formed_is_said(part: str, value: Any) -> None:
    with pytest.raises(NotAPaper, match=r"\w"):
        checked(Paper(game="hexroller", sheet="hexroller_front", **{part: value}))


def test_printed_numbers_may_be_repeated() -> None:
    assert checked(Paper(game="hexroller", sheet="hexroller_front", spaces={"a4": "7"})).findings == ()


def test_a_journal_names_each_refused_stroke() -> None:
    rules = GAME.play.rules(FRONT, {})
    session: Session[Any] = Session(rules, ("p1",))
    texts = ["3 3 4 4 5 5 7 7", "i1=5", "a1=5", "g4=3", "h4=3", "box 5 3", "done"]
    session.replay([])
    for k, text in enumerate(texts):
        session._append(Event("chance" if k == 0 else "p1", rules.read(text)))
    report = GAME.check.auditor(FRONT, {}).audit_play(session, "p1")
    found = [(finding.key, finding.where, finding.cost) for finding in report.findings]
    assert found == [("HR-5:next", ("a1", "i1", "roll:1"), 1)]


def test_one_part_that_can_be_worked_out_is_a_sum_that_was_looked_at() -> None:
    """Without rows their points cannot be worked out; those of an area can."""
    rules, session, paper = played("hexroller_front", "greedy", 0)
    parts = dict(rules.scores(session.state)[0].parts)
    boxes = {spot: held for spot, held in paper.boxes.items() if spot not in ("upper", "lower")}

    def sums(*claimed: str) -> str:
        written = {part: parts[part] for part in claimed}
        return checked(msgspec.structs.replace(paper, boxes=boxes, rolls=None, claimed=written)).sums

    assert sums("A", "upper") == sums("A") == "right" and sums("upper") == "none"


def test_a_digit_that_no_box_takes_is_one_finding_also_with_rolls() -> None:
    _, _, paper = played("hexroller_front", "greedy", 0)
    assert paper.rolls
    wrong = {**paper.boxes, "upper": "9" + str(paper.boxes["upper"])[1:]}
    report = checked(msgspec.structs.replace(paper, boxes=wrong))
    assert [finding.key for finding in report.findings if "upper/1" in finding.where] == ["HR-8:digit"]
