"""The plays with slips, as clauses, against the proof of the fewest mistakes, which knows nothing of slips."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import zip_longest
from typing import Any

import msgspec
import pytest

from rollwrite_desktop.core.audit import NotAPaper, Paper
from rollwrite_desktop.gamekit.check.diagnosis_search import broken
from rollwrite_desktop.gamekit.check.slips import DIGIT, LARGE, SMALL, Slip, box_slip, edited, mark_slip
from rollwrite_desktop.gamekit.papers import with_box
from rollwrite_desktop.games.hexroller.check import diagnosis as hexroller
from rollwrite_desktop.games.hexroller.check.audit import HexRollerAuditor
from rollwrite_desktop.games.hexroller.check.evidence import read_evidence as hexes_of
from rollwrite_desktop.games.on_tour.check import diagnosis as on_tour
from rollwrite_desktop.games.on_tour.check.evidence import read_evidence as tour_of
from rollwrite_desktop.games.on_tour.check.roll_sequence import RollSequence
from rollwrite_desktop.games.rolling_america.check import diagnosis as rolling_america
from rollwrite_desktop.games.rolling_america.check.audit import RollingAmericaAuditor
from rollwrite_desktop.games.rolling_america.check.evidence import paper_of
from rollwrite_desktop.games.rolling_america.check.evidence import read_evidence as states_of
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.solver.maxsat import Unsatisfiable
from tests.games.hexroller.fewest import honeycomb, legal_paper, spoilt
from tests.games.hexroller.test_coach import SHEET
from tests.games.on_tour.sheets import small_paper
from tests.games.rolling_america.sheets import played, rolled, small_map
from tests.laws.sheet_uses import changed
from tests.sampling import sampled

SHEETS, CHANGES, MENDED = 16, 6, 1
Made = tuple[Any, Paper]


def states(luck: random.Random, seed: int) -> Made:
    sheet, _ = small_map(luck)
    rules = RollingAmerica(sheet, {})
    paper = paper_of(rules, played(rules, rolled(sheet, luck), luck, 0.0).state, "p1")
    return RollingAmericaAuditor(sheet, {}), paper


def tour(luck: random.Random, seed: int) -> Made:
    _, auditor, paper = small_paper(seed, 8)
    return auditor, paper


def hexes(luck: random.Random, seed: int) -> Made:
    """With +1, with the 2, and with any bonus or none."""
    wanted = ("plus_one", "two", "")[seed % 3]
    while True:
        sheet, _, paper = legal_paper(luck)
        if not wanted or paper.boxes[wanted]:
            break
    return HexRollerAuditor(sheet, paper.options), paper


def asked(rules: Any, paper: Paper) -> Any:
    """The question about a paper: the plays of its game with slips. None where none is asked, or its answer is another: On
    Tour takes all areas to be filled."""
    if paper.game == "hexroller":
        seen = hexes_of(rules, paper)
        return hexroller.LegalPlays(rules, paper, seen) if hexroller.LegalPlays.covers(rules, seen) else None
    if paper.game == "rolling_america":
        held = states_of(rules, paper)
        return rolling_america.LegalPlays(rules, paper, held) if rolling_america.LegalPlays.covers(rules, held) else None
    told = tour_of(rules, paper)
    listed = RollSequence(rules, told.rolls or ())
    filled = paper.spaces.keys() >= {*rules.areas} and on_tour.LegalPlays.covers(listed)
    return on_tour.LegalPlays(rules, paper, told, listed) if filled else None


def another_number(paper: Paper, luck: random.Random) -> Paper:
    """One number of a column is another one, or the same as the other one."""
    row, other = luck.sample(("upper", "lower"), 2)
    held, beside = str(paper.boxes[row]), str(paper.boxes[other])
    k = luck.randrange(len(held))
    return with_box(paper, row, held[:k] + luck.choice((*"3456", beside[k : k + 1])) + held[k + 1 :])


def without_slips(question: Any) -> bool:
    """Whether the clauses can be satisfied where nothing that costs anything may be."""
    for _ in question.built():
        pass
    for literal in [*question.maxsat._costs]:
        question.maxsat.add(-literal)
    try:
        return [*question.maxsat.minimize()][-1].decided
    except Unsatisfiable:
        return False


def proved(auditor: Any, paper: Paper) -> bool:
    """Whether the proof of the fewest mistakes finds a play without any."""
    report = None
    for report in auditor._prove(paper):
        if report.mistakes or broken(report):
            return False
    return report is not None and not broken(report)


def cost_of_one(right: Paper, paper: Paper) -> int:
    """What a change weighs that made the one paper of the other."""
    cost = 0
    for space in right.spaces.keys() | paper.spaces.keys():
        before, after = paper.spaces.get(space, ""), right.spaces.get(space, "")
        cost += mark_slip(space, space, before, after).cost if before != after else 0
    for box, after in right.boxes.items():
        if isinstance(after, str):
            pairs = zip_longest(after, str(paper.boxes[box]), fillvalue=" ")
            cost += sum(LARGE if a == "-" else DIGIT for a, b in pairs if a != b)
        elif paper.boxes.get(box) != after:
            cost += box_slip(paper, box, after).cost
    return cost + (DIGIT if paper.rolls != right.rolls else 0)


@sampled("make", [states, tour, hexes], 3)
def test_what_needs_no_slip_is_what_the_proof_finds_right(make: Callable[[random.Random, int], Made]) -> None:
    """Of small sheets as they were played, and after one change each. Where a slip is needed, those that are told weigh what
    the search says, no more than the change does, and leave a sheet that needs none; the next ones are others, and weigh as
    much or more."""
    told: Counter[bool] = Counter()
    for seed in range(SHEETS):
        luck = random.Random(f"plays/{seed}")
        auditor, right = make(luck, seed)
        right = msgspec.structs.replace(right, claimed=None)
        mended = 0
        for number in range(CHANGES):
            paper = right
            if number % 3 == 2 and make is hexes:
                paper = another_number(right, luck)
            elif number:
                paper = msgspec.structs.replace(changed(auditor.rules.sheet, right, luck), claimed=None)
            with suppress(NotAPaper):
                question = asked(auditor.rules, paper)
                powers = auditor.rules.sheet.values.get("powers", 0)
                if question is None or any(type(held) is int and held > powers for held in paper.boxes.values()):
                    continue  # more boxes crossed off than there are: that is said before any play is looked for
                legal = proved(auditor, paper)
                dash = any("-" in str(paper.boxes.get(row, "")) for row in ("upper", "lower"))
                if legal or not dash:  # whether a dash had to be is left to the proof
                    assert without_slips(question) == legal, (seed, number, paper)
                told[legal] += 1
                shown = "".join(paper.rolls or ())
                if not legal and mended < MENDED and not (make is states and ("7" in shown or "8" in shown)):
                    mended += 1
                    mends(auditor, right, paper)
    assert min(told[False], told[True]) > SHEETS, told


def test_two_rolls_of_hexroller_in_the_wrong_order_are_one_slip() -> None:
    mended = 0
    for seed in range(SHEETS):
        luck = random.Random(f"order/{seed}")
        auditor, right = hexes(luck, seed)
        right = msgspec.structs.replace(right, claimed=None)
        rolls = list(right.rolls or ())
        k, j = luck.sample(range(len(rolls)), 2) if len(rolls) > 1 else (0, 0)
        rolls[k], rolls[j] = rolls[j], rolls[k]
        paper = msgspec.structs.replace(right, rolls=rolls)
        if asked(auditor.rules, paper) is not None and not proved(auditor, paper):
            mends(auditor, right, paper)
            mended += 1
    assert mended > SHEETS / 6, mended


def test_no_roll_is_exchanged_with_two_others() -> None:
    """Of three rolls two were alike and the third is another; listed are two of the third and one of them."""
    auditor, right = hexes(random.Random("plays/88"), 88)
    alike, _, third = right.rolls or ()
    question = asked(auditor.rules, msgspec.structs.replace(right, rolls=[third, third, alike]))
    for _ in question.built():
        pass
    step = next(step for step in question.maxsat.minimize() if step.decided)
    assert step.least == 2 * DIGIT + SMALL
    slips = question.slips(step.model)
    assert not any(slip.edit.other for slip in slips)
    # Each a 5 that was read as a 6, the digit beside it.
    assert [slip.rank for slip in slips if slip.edit.where.startswith("roll")] == [1, 1]


def test_what_a_box_of_hexroller_holds_for_another_is_likelier_for_digits_that_look_alike() -> None:
    pairs = [("3", "8"), ("3", "7"), ("3", ""), ("", "3"), ("3", "-"), ("-", "3")]
    found = [hexroller._row_slip("upper", 0, before, after) for before, after in pairs]
    assert [slip.rank for slip in found] == [1, 3, 1, 1, 1, 1]
    assert [slip.cost for slip in found] == [DIGIT, DIGIT, DIGIT, DIGIT, LARGE, DIGIT]
    assert {(slip.edit.where, slip.edit.name) for slip in found} == {("upper/1", "Upper row")}


def test_only_whole_games_of_dice_that_there_are_are_asked_about() -> None:
    for make in (states, tour, hexes):
        auditor, paper = make(random.Random("asked"), 3)
        rolls = paper.rolls or []
        assert asked(auditor.rules, paper) is not None
        some = msgspec.structs.replace(paper, rolls=[*rolls, rolls[-1]])
        none = msgspec.structs.replace(paper, rolls=None)
        assert asked(auditor.rules, some) is asked(auditor.rules, none) is None
        if make is hexes:
            for wrong in (rolls[:-1], [*rolls[:-1], rolls[-1] + " 3"], [*rolls[:-1], "2" + rolls[-1][1:]]):
                assert asked(auditor.rules, msgspec.structs.replace(paper, rolls=wrong)) is None
            for row in ("upper", "lower"):
                left = {box: held for box, held in paper.boxes.items() if box != row}
                assert asked(auditor.rules, msgspec.structs.replace(paper, boxes=left)) is None


def mends(auditor: Any, right: Paper, paper: Paper) -> None:
    question = asked(auditor.rules, paper)
    for _ in question.built():
        pass
    found: list[tuple[int, tuple[Slip, ...]]] = []
    for step in question.maxsat.minimize():
        if not step.decided:
            continue
        slips = question.slips(step.model)
        circled = sum("(" in slip.edit.before + slip.edit.after for slip in slips)  # each may weigh a little more
        assert 0 <= sum(slip.cost for slip in slips) - step.least <= circled, (paper, slips)
        assert found or step.least <= cost_of_one(right, paper), (paper, slips)
        assert slips not in [others for _, others in found] and step.least >= max((cost for cost, _ in found), default=0)
        after = paper
        for slip in slips:
            after = edited(after, slip.edit)
        again = asked(auditor.rules, after)
        assert again is None or without_slips(again), (paper, slips)
        found.append((step.least, slips))
        if len(found) == 2:
            break
        question.unlike(step.model)
        question.maxsat.reopen()
    assert found


@pytest.mark.parametrize(("seed", "spaces", "boxes"), [
    (3, {"c4": "4"}, {"plus_one": False}), (2, {}, {"plus_one": True}), (8, {"a1": "2"}, {}),
    (66, {"d1": "2"}, {"two": True}), (1, {"a2": "5"}, {"plus_one": True}),
], ids=["no place twice", "unused", "one 2", "one bonus a round", "one chain a hex"])
def test_what_no_round_can_have_written_needs_a_slip(seed: int, spaces: dict[str, str], boxes: dict[str, bool]) -> None:
    auditor, right = hexes(random.Random(f"plays/{seed}"), seed)
    more = msgspec.structs.replace(right, spaces={**right.spaces, **spaces}, boxes={**right.boxes, **boxes})
    assert [without_slips(asked(auditor.rules, paper)) for paper in (right, more)] == [True, False]


def test_a_third_number_needs_no_slip_where_it_is_crossed_off() -> None:
    paper = Paper(
        game="hexroller", rolls=["7 4 3 4 8", "3 8 4 6 5", "7 6 6 5 6", "5 6 8 3 5"],
        spaces={"a2": "5", "a3": "2", "a5": "8", "b2": "3", "b3": "3", "b4": "8"},
        boxes={"plus_one": False, "two": True, "third": True, "upper": "38--", "lower": "85--"},
    )
    rules = HexRollerAuditor(SHEET, {"plus_one": "path"}).rules
    assert without_slips(asked(rules, paper))
    unused = msgspec.structs.replace(paper, boxes={**paper.boxes, "third": False})
    assert not without_slips(asked(rules, unused))


@pytest.mark.parametrize(("spaces", "upper", "legal"), [
    ({"a2": "3", "a3": "3", "a6": "5"}, "3", True), ({"a2": "3", "a4": "3", "a6": "5"}, "3", False),
    ({"a3": "3", "a4": "3", "a6": "5"}, "3", False), ({"a2": "3", "a6": "5"}, "3", False),
    ({"a2": "3", "a3": "3", "a4": "3", "a6": "5"}, "3", False), ({"a2": "6", "a6": "5"}, "6", False),
])
def test_the_hexes_of_a_chain_are_as_many_as_the_dice_each_beside_the_one_before(
    spaces: dict[str, str], upper: str, legal: bool
) -> None:
    """Dice 3 3 5 6 on a row of hexes from a printed 3 to a printed 5, in one round without a bonus."""
    sheet, _ = honeycomb({(q, 0): "A" for q in range(7)}, {(0, 0): "3", (6, 0): "5"}, touching=False, dice=4, rounds=1)
    boxes = {"upper": upper, "lower": "5", "plus_one": False, "two": False, "third": False}
    paper = Paper(game="hexroller", rolls=["3 3 5 6"], spaces=spaces, boxes=boxes)
    assert without_slips(asked(HexRollerAuditor(sheet, {"plus_one": "path"}).rules, paper)) == legal


@pytest.mark.parametrize(("seed", "weight"), {4: 5, 7: 0, 11: 17, 25: 19, 26: 4, 30: 6, 39: 10, 47: 9}.items())
def test_the_cheapest_slips_of_spoilt_sheets_weigh_as_much(seed: int, weight: int) -> None:
    """Sheets of HexRoller on which almost every clause that is left out, or says something else, gives another weight."""
    small = spoilt(seed)
    paper = small.paper()
    question = asked(HexRollerAuditor(small.sheet, paper.options).rules, paper)
    for _ in question.built():
        pass
    assert next(step.least for step in question.maxsat.minimize() if step.decided) == weight


def weighed(make: Callable[[random.Random, int], Made], seed: int) -> Made:
    """A sheet as it was played, with some changes, and perhaps with other rolls or another score."""
    luck = random.Random(f"weighed/{seed}")
    auditor, paper = make(luck, seed)
    for _ in range(luck.choice((0, 1, 1, 2))):
        paper = changed(auditor.rules.sheet, paper, luck)
    rolls = list(paper.rolls or ())
    k, j = luck.randrange(len(rolls)), luck.randrange(len(rolls))
    match luck.choice(("", "exchanged", "misread", "short", "claim")):
        case "exchanged":
            rolls[k], rolls[j] = rolls[j], rolls[k]
        case "misread":
            rolls[k] = rolls[k].replace(luck.choice("123456"), luck.choice("1234568"))
        case "short" if len(rolls) > 1:
            del rolls[-luck.randint(1, 2) :]
        case "claim":
            paper = msgspec.structs.replace(paper, claimed=luck.randint(0, 4))
    return auditor, msgspec.structs.replace(paper, rolls=rolls)


@pytest.mark.parametrize(("make", "seed", "weights"), [
    (tour, 4, [0, 5]), (tour, 6, [0, 10]), (tour, 9, [5, 10]), (tour, 10, [13, 14]), (tour, 11, [0, 10]),
    (tour, 25, [13, 14]), (tour, 41, [4, 9]),
    (states, 0, [4, 9]), (states, 1, [0, 4]), (states, 2, [0, 4]), (states, 6, [4, 8]), (states, 7, [5, 9]),
    (states, 9, [9, 14]), (states, 10, [0, 4]), (states, 11, [0, 4]), (states, 12, [5, 5]), (states, 22, [7, 7]),
    (states, 27, [5, 7]), (states, 31, [10, 10]), (states, 36, [0, 5]), (states, 37, [5, 9]), (states, 39, [4, 8]),
    (states, 40, [5, 5]), (states, 42, [4, 9]), (states, 43, [8, 9]),
])
def test_the_two_cheapest_explanations_weigh_as_much(
    make: Callable[[random.Random, int], Made], seed: int, weights: list[int]
) -> None:
    """On sheets on which almost every clause that is left out, or says something else, gives another weight."""
    auditor, paper = weighed(make, seed)
    question = asked(auditor.rules, paper)
    for _ in question.built():
        pass
    found: list[int] = []
    for step in question.maxsat.minimize():
        if step.decided:
            found.append(step.least)
            if len(found) == 2:
                break
            question.unlike(step.model)
            question.maxsat.reopen()
    assert found == weights
