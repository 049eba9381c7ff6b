"""Diagnoses held against every single edit of small sheets, each proved by itself; and slips planted in whole sheets."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from rollwrite_desktop.core.audit import Edit, Paper, Report, report_json
from rollwrite_desktop.core.diagnosis import describe_consequence, describe_diagnosis, describe_edit
from rollwrite_desktop.gamekit.diagnosing import broken
from rollwrite_desktop.gamekit.slips import DIGIT, Slip, box_slip, edited, mark_slip
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.hexroller.audit import HexRollerAuditor
from rollwrite_desktop.games.ligretto_dice.audit import LigrettoDiceAuditor
from rollwrite_desktop.games.ligretto_dice.evidence import LigrettoDicePaper
from rollwrite_desktop.games.rolling_america.audit import RollingAmericaAuditor
from rollwrite_desktop.games.rolling_america.evidence import paper_of
from rollwrite_desktop.games.rolling_america.rules import RollingAmerica
from rollwrite_desktop.sheet.load import find
from tests.games.hexroller.fewest import BONUSES, legal_play, small_sheet, written_on
from tests.games.on_tour.sheets import small_paper
from tests.games.rolling_america.sheets import played, rolled, small_map
from tests.sampling import sampled

pytestmark = pytest.mark.slow


def diagnosed(auditor: Any, paper: Paper) -> Report:
    """The report as soon as the search for a diagnosis is over."""
    for report in auditor.prove(paper):
        if report.diagnosed:
            return report
    raise AssertionError("the search never ended")


def is_legal(auditor: Any, paper: Paper) -> bool:
    """Whether the game's proof, which knows nothing of slips, finds a way of play without mistakes."""
    report = None
    for report in auditor._prove(paper):
        if report.bounds is not None and report.bounds[0]:
            return False
    return report is not None and not broken(report)


def held_against(auditor: Any, paper: Paper, edits: Iterator[Slip]) -> bool:
    """Compares a diagnosis with all single edits. Returns whether the sheet was wrong."""
    report = diagnosed(auditor, paper)
    if is_legal(auditor, paper):
        assert not report.diagnosis, describe_diagnosis(report.diagnosis[0])
        return False
    tried = tuple(edits)
    right = [slip for slip in tried if is_legal(auditor, edited(paper, slip.edit))]
    places = {(slip.edit.where, slip.edit.after) for slip in tried}
    for each in report.diagnosis:
        assert is_legal(auditor, each.paper), each.edits
    if right:
        least = min(slip.cost for slip in right)
        assert report.diagnosis and report.diagnosis[0].cost <= least, (least, right)
        known = {(slip.edit.where, slip.edit.after) for slip in right if slip.cost == least}
        for each in report.diagnosis:
            (edit,) = each.edits
            # What is not among the edits tried here was proved above.
            assert each.cost < least or (edit.where, edit.after) in known | ({(edit.where, edit.after)} - places), edit
    else:
        singles = {(each.edits[0].where, each.edits[0].after) for each in report.diagnosis if len(each.edits) == 1}
        assert not singles & places
    return True


@sampled("seed", range(300), 30)
def test_small_maps_of_rolling_america(seed: int) -> None:
    luck = random.Random(f"diagnosis/{seed}")
    sheet, _ = small_map(luck)
    rules = RollingAmerica(sheet, {})
    paper = paper_of(rules, played(rules, rolled(sheet, luck), luck, 0.0).state, "p1")
    auditor = RollingAmericaAuditor(sheet, {})
    assert not diagnosed(auditor, paper).diagnosis
    marks = [*"123456", *(f"({n})" for n in "123456"), "X"]

    def edits() -> Iterator[Slip]:
        for space in rules.spaces:
            for held in marks:
                if paper.spaces.get(space, "") != held:
                    yield mark_slip(space, space, paper.spaces.get(space, ""), held)
        for power in ("change", "guard", "dupe"):
            yield from (box_slip(paper, power, n) for n in range(4) if paper.boxes[power] != n)
        for k, roll in enumerate(paper.rolls or (), 1):
            for digit in (one for one in roll if one.isdigit()):
                for other in "123456":
                    if other != digit:
                        for place in [i for i, one in enumerate(roll) if one == digit]:
                            after = roll[:place] + other + roll[place + 1 :]
                            yield Slip(Edit(f"roll:{k}", roll, after), DIGIT)

    if luck.random() < 0.25:
        power = luck.choice(["change", "guard", "dupe"])
        after = luck.choice([n for n in range(4) if n != paper.boxes[power]])
        paper = msgspec.structs.replace(paper, boxes={**paper.boxes, power: after})
    else:
        space = luck.choice(rules.spaces)
        other = luck.choice([held for held in marks if held != paper.spaces.get(space)])
        paper = msgspec.structs.replace(paper, spaces={**paper.spaces, space: other})
    held_against(auditor, paper, edits())


@sampled("seed", range(200), 25)
def test_small_maps_of_on_tour(seed: int) -> None:
    luck = random.Random(f"diagnosis/{seed}")
    world, auditor, paper = small_paper(seed, 8)
    if len(paper.spaces) < len(world.within):
        return
    assert not diagnosed(auditor, paper).diagnosis
    numbers = sorted({held.strip("()") for held in paper.spaces.values()} | {"*", "X", "12", "21", "90"})
    marks = [*numbers, *(f"({held})" for held in numbers if held != "X")]

    def edits() -> Iterator[Slip]:
        for area, held in paper.spaces.items():
            yield from (mark_slip(area, area, held, other) for other in marks if other != held)

    area = luck.choice(sorted(paper.spaces))
    held = paper.spaces[area]
    ring = held.strip("()") if held.startswith("(") else f"({held})"
    other = ring if luck.random() < 0.4 and held != "X" else luck.choice([mark for mark in marks if mark != held])
    paper = msgspec.structs.replace(paper, spaces={**paper.spaces, area: other})
    held_against(auditor, paper, edits())


@sampled("seed", range(200), 25)
def test_small_sheets_of_hexroller(seed: int) -> None:
    luck = random.Random(f"diagnosis/{seed}")
    sheet, comb, dice, rounds = small_sheet(luck, luck.random() < 0.5)
    pen, rolls, columns = legal_play(luck, comb, dice, rounds)
    paper = Paper(
        game="hexroller", options={"plus_one": "touching" if comb.touching else "path"},
        spaces={comb.names[hexagon]: str(n) for hexagon, n in written_on(comb, pen).items()},
        boxes={**{bonus: bonus in pen.used for bonus in BONUSES}, "upper": "".join(a for a, _ in columns),
               "lower": "".join(b for _, b in columns)},
        rolls=[" ".join(map(str, roll)) for roll in rolls],
    )
    auditor = HexRollerAuditor(sheet, paper.options)
    assert not diagnosed(auditor, paper).diagnosis
    free = [name for name, printed in zip(comb.names, comb.printed, strict=True) if not printed]

    def edits() -> Iterator[Slip]:
        for space in free:
            held = paper.spaces.get(space, "")
            yield from (mark_slip(space, space, held, other) for other in ["", *"2345678"] if other != held)
        for bonus in BONUSES:
            yield box_slip(paper, bonus, not paper.boxes[bonus])

    space = luck.choice(free)
    other = luck.choice([held for held in ["", *"2345678"] if held != paper.spaces.get(space, "")])
    spaces = {**paper.spaces, space: other} if other else {k: v for k, v in paper.spaces.items() if k != space}
    paper = msgspec.structs.replace(paper, spaces=spaces)
    held_against(auditor, paper, edits())


# ---------------------------------------------------------------------- without rolls


def brute(auditor: Any, paper: Paper, edits: Iterator[Slip]) -> None:
    """A sheet alone: a diagnosis is as cheap as the cheapest of all single edits after which nothing is found."""
    report = diagnosed(auditor, paper)
    if not broken(auditor.audit(paper)):
        assert not report.diagnosis
        return
    right = [slip for slip in edits if not broken(auditor.audit(edited(paper, slip.edit)))]
    assert all(not broken(auditor.audit(each.paper)) for each in report.diagnosis)
    if right:
        least = min(slip.cost for slip in right)
        assert [each.cost for each in report.diagnosis] == [least] * min(3, sum(slip.cost == least for slip in right))


@sampled("seed", range(100), 20)
def test_a_map_of_rolling_america_alone(seed: int) -> None:
    luck = random.Random(seed)
    rules = RollingAmerica(find("rolling_america_usa"))
    auditor = RollingAmericaAuditor(rules.sheet, {})
    spaces = {"OH": "4", "IN": "4", "KY": "3", "WV": "4", "PA": "5", "MI": "4", "IL": "3", "TX": "(6)", "OK": "2"}
    spaces[luck.choice(sorted(spaces))] = luck.choice("123456")
    paper = Paper(game="rolling_america", spaces=spaces, boxes={"guard": luck.choice((1, 1, 0)), "dupe": 1})

    def edits() -> Iterator[Slip]:
        for space in rules.spaces:
            held = paper.spaces.get(space, "")
            for other in [*"123456", *(f"({n})" for n in "123456"), "X", ""]:
                if other != held:
                    yield mark_slip(space, rules.name(space), held, other)
        for power in ("guard", "dupe"):
            yield from (box_slip(paper, power, n) for n in range(4) if paper.boxes[power] != n)

    brute(auditor, paper, edits())


def test_a_forgotten_circle_is_said_first() -> None:
    spaces = {"MN": "6", "ND": "2", "SD": "3", "IA": "4", "WI": "4"}
    paper = Paper(game="rolling_america", spaces=spaces, boxes={"guard": 1})
    report = diagnosed(RollingAmericaAuditor(find("rolling_america_usa"), {}), paper)
    first = report.diagnosis[0]
    assert describe_diagnosis(first) == "Circle Minnesota’s 6? Then everything fits."
    assert len(report.diagnosis) == 1 and first.explains == tuple(range(len(report.findings)))
    assert describe_consequence(first).endswith("it was played wrong: 5 mistakes.")
    (row,) = report_json(report, GAMES["rolling_america"].rulebook)["diagnosis"]
    assert row["edits"] == [{"where": "MN", "from": "6", "to": "(6)"}] and row["kind"] == "typed"


def test_a_slip_on_a_score_sheet() -> None:
    rows = [[8, -3, -5], [-2, 6, -4], [4, -1, -3]] * 3
    totals, running = [], [100, 100, 100]
    for row in rows:
        running = [a + b for a, b in zip(running, row, strict=True)]
        totals.append([*running])
    totals[4][1] += 1
    paper = LigrettoDicePaper(
        game="ligretto_dice", players=["Ann", "Bo", "Cy"], rounds=rows, totals=totals, claimed="Ann",
    )
    report = diagnosed(LigrettoDiceAuditor(find("ligretto_dice_score_3"), {}), paper)
    (only,) = report.diagnosis
    assert describe_edit(only.edits[0]) == "Bo, the total after round 5: 105 instead of 106?"
    assert len(report.findings) == 2 and only.explains == (0, 1)


def test_two_entries_in_the_wrong_columns() -> None:
    rows = [[8, -3, -5], [-2, 6, -4], [4, -1, -3]] * 3
    totals, running = [], [100, 100, 100]
    for row in rows:
        running = [a + b for a, b in zip(running, row, strict=True)]
        totals.append([*running])
    rows[4] = [-2, -4, 6]
    paper = LigrettoDicePaper(game="ligretto_dice", players=["Ann", "Bo", "Cy"], rounds=rows, totals=totals, claimed="Ann")
    (only,) = diagnosed(LigrettoDiceAuditor(find("ligretto_dice_score_3"), {}), paper).diagnosis
    assert describe_diagnosis(only) == "Round 5: Bo and Cy the other way round? Then everything fits."


WORDS: tuple[tuple[Edit, str], ...] = (
    (Edit("OH", "(4)", "4", "Ohio"), "Ohio’s 4 without its circle?"),
    (Edit("OH", "", "4", "Ohio"), "Does Ohio hold 4?"),
    (Edit("OH", "", "(4)", "Ohio"), "Does Ohio hold 4, circled?"),
    (Edit("OH", "4", "", "Ohio"), "Is Ohio blank?"),
    (Edit("OH", "4", "(5)", "Ohio"), "Ohio: 5, circled, instead of 4?"),
    (Edit("box:guard", "1", "2", "Guards"), "Guards: 2 crossed off, not 1?"),
    (Edit("claimed", "7", "8", "Score"), "Score: 8 written, not 7?"),
    (Edit("roll:7", "blue 4, wild 2", "blue 4, wild 3"), "Roll 7: wild 3 instead of wild 2?"),
    (Edit("roll:7", "3 7 | TX South", "3 1 | TX South"), "Roll 7: 3 1 instead of 3 7?"),
    (Edit("roll:2", "3 3 4", "3 5 4"), "Roll 2: 5 instead of 3?"),
    (Edit("roll:2", "3 3 4", "3 5 4", "", "roll:5"), "Roll 2 and roll 5: the other way round?"),
    (Edit("round:3/Ann", "5", "-6", "Ann", "round:3/Bo"), "Round 3: Ann and Bo the other way round?"),
    (Edit("upper/3", "5", "6", "Upper row"), "Upper row, round 3: 6 instead of 5?"),
)


@pytest.mark.parametrize(("edit", "sentence"), WORDS)
def test_edits_are_asked(edit: Edit, sentence: str) -> None:
    assert describe_edit(edit) == sentence


