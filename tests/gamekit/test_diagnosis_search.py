"""Diagnoses held against every single edit of small sheets, each proved by itself; and slips planted in whole sheets."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Edit, Finding, Paper, Report, report_json
from rollwrite_desktop.core.diagnosis import (
    at_once,
    describe_consequence,
    describe_diagnosis,
    describe_edit,
    describe_elsewhere,
    describe_question,
    describe_ties,
    explanation,
    in_short,
)
from rollwrite_desktop.gamekit.check.diagnosis_search import broken, offered
from rollwrite_desktop.gamekit.check.slips import DIGIT, SMALL, Slip, box_slip, edited, mark_slip
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.hexroller.check.audit import HexRollerAuditor
from rollwrite_desktop.games.ligretto_dice.check.audit import LigrettoDiceAuditor
from rollwrite_desktop.games.ligretto_dice.check.score_repair import legal_rows
from rollwrite_desktop.games.ligretto_dice.check.slips import entry_weight
from rollwrite_desktop.games.ligretto_dice.play.model import DICE, START
from rollwrite_desktop.games.ligretto_dice.play.paper import LigrettoDicePaper
from rollwrite_desktop.games.rolling_america.check.audit import RollingAmericaAuditor
from rollwrite_desktop.games.rolling_america.check.evidence import paper_of
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.sheet.load import find
from tests.games.hexroller.fewest import BONUSES, legal_paper
from tests.games.on_tour.sheets import small_paper
from tests.games.rolling_america.sheets import played, rolled, small_map
from tests.sampling import sampled

pytestmark = pytest.mark.slow
ALL_FOUND = 8
"""Fewer single slips than this that are as good are all found, wherever they are."""


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
        if report.diagnosis[0].cost == least and len(known) < ALL_FOUND:
            # Nothing that is as good is left unsaid: ties are real ones. Of very many the places are named.
            alike = {(edit.where, after) for each in report.diagnosis for edit in each.edits
                     for after in (edit.after, *edit.alternatives)}
            elsewhere = report.diagnosis[0].elsewhere
            further = {edit.where for edit in elsewhere} | {where for where, _ in alike if elsewhere}
            named = {(where, tuple(sorted(after.split()))) for where, after in alike}
            assert all((where, tuple(sorted(after.split()))) in named or where in further for where, after in known), known
    else:
        singles = {(each.edits[0].where, each.edits[0].after) for each in report.diagnosis if len(each.edits) == 1}
        assert not singles & places
    return True


def rolling_america_paper(luck: random.Random) -> tuple[RollingAmerica, RollingAmericaAuditor, Paper]:
    """A small map of Rolling America, played to the end by the rules, with its rolls."""
    sheet, _ = small_map(luck)
    rules = RollingAmerica(sheet, {})
    paper = paper_of(rules, played(rules, rolled(sheet, luck), luck, 0.0).state, "p1")
    return rules, RollingAmericaAuditor(sheet, {}), paper


@sampled("seed", range(300), 102)
def test_small_maps_of_rolling_america(seed: int) -> None:
    luck = random.Random(f"diagnosis/{seed}")
    rules, auditor, paper = rolling_america_paper(luck)
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


@sampled("seed", range(200), 42)
def test_small_maps_of_rolling_america_whose_list_breaks_off(seed: int) -> None:
    """The slip that was made explains the map whatever was rolled later, so nothing dearer is offered; and each is legal."""
    luck = random.Random(f"diagnosis/part/{seed}")
    rules, auditor, paper = rolling_america_paper(luck)
    rolls = paper.rolls or []
    paper = msgspec.structs.replace(paper, rolls=rolls[: max(1, len(rolls) - luck.choice((1, 2)))])
    assert not diagnosed(auditor, paper).diagnosis
    space = luck.choice(rules.spaces)
    held = paper.spaces.get(space, "")
    other = luck.choice([mark for mark in (*"123456", *(f"({n})" for n in "123456"), "X") if mark != held])
    slipped = msgspec.structs.replace(paper, spaces={**paper.spaces, space: other})
    for each in diagnosed(auditor, slipped).diagnosis:
        assert each.cost <= mark_slip(space, space, other, held).cost, (each.edits, other, held)
        assert is_legal(auditor, each.paper), each.edits


@sampled("seed", range(200), 42)
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


@sampled("seed", range(120), 34)
def test_rolls_and_cards_of_small_maps_of_on_tour(seed: int) -> None:
    luck = random.Random(f"rolls/{seed}")
    world, auditor, paper = small_paper(seed, 8)
    rolls = list(paper.rolls or ())
    if len(paper.spaces) < len(world.within):
        return

    def others(k: int) -> Iterator[str]:
        dice, _, shown = rolls[k].partition(" | ")
        for place in (0, 2):
            yield from (f"{dice[:place]}{face}{rolls[k][place + 1 :]}" for face in "0123456789" if face != dice[place])
        cards = shown.split(", ") if shown else []
        for place, card in enumerate(cards):
            areas = auditor.rules.areas
            every = [f"{a} {r}" for a in areas for r in auditor.rules.regions(a)] if " " in card else areas
            for other in every:
                if other not in cards:
                    yield f"{dice} | {', '.join((*cards[:place], other, *cards[place + 1 :]))}"

    def edits() -> Iterator[Slip]:
        for k, before in enumerate(rolls):
            yield from (Slip(Edit(f"roll:{k + 1}", before, after), DIGIT) for after in dict.fromkeys(others(k)))
        for k, j in combinations(range(len(rolls)), 2):
            if rolls[k] != rolls[j]:
                yield Slip(Edit(f"roll:{k + 1}", rolls[k], rolls[j], "", f"roll:{j + 1}"), DIGIT)

    if luck.random() < 0.3:
        k, j = sorted(luck.sample(range(len(rolls)), 2))
        rolls[k], rolls[j] = rolls[j], rolls[k]
    else:
        k = luck.randrange(len(rolls))
        rolls[k] = luck.choice(list(others(k)))
    paper = msgspec.structs.replace(paper, rolls=rolls)
    report = diagnosed(auditor, paper)
    assert all(is_legal(auditor, each.paper) for each in report.diagnosis)
    if is_legal(auditor, paper):
        assert not report.diagnosis
    elif any(is_legal(auditor, edited(paper, slip.edit)) for slip in edits()):
        assert report.diagnosis and report.diagnosis[0].cost <= DIGIT


@sampled("seed", range(200), 42)
def test_small_sheets_of_hexroller(seed: int) -> None:
    luck = random.Random(f"diagnosis/{seed}")
    sheet, comb, paper = legal_paper(luck)
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
    """A sheet alone: a diagnosis is as cheap as the cheapest of all single edits after which nothing is found. Those at one
    place are one question, but a number for a sign is another one than a number for a number."""
    report = diagnosed(auditor, paper)
    if not broken(auditor.audit(paper)):
        assert not report.diagnosis
        return
    right = [slip for slip in edits if not broken(auditor.audit(edited(paper, slip.edit)))]
    assert all(not broken(auditor.audit(each.paper)) for each in report.diagnosis)
    if right:
        least = min(slip.cost for slip in right)
        cheapest = [slip.edit for slip in right if slip.cost == least]
        digits = [(edit.where, edit.before.strip("()").isdigit(), edit.after.strip("()").isdigit(), bool(edit.after))
                  for edit in cheapest]
        ties = len({(where, before != after and there) for where, before, after, there in digits})
        assert [each.cost for each in report.diagnosis] == [least] * (ties if ties <= 5 else 3)


@sampled("seed", range(100), 34)
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


@sampled("seed", range(100), 34)
def test_a_score_sheet_of_ligretto_dice(seed: int) -> None:
    luck = random.Random(f"score/{seed}")
    names = ["Ann", "Bo", "Cy"][: luck.choice((2, 3))]
    shares = (len(DICE) // len(names),) * len(names)
    rows = [list(luck.choice(legal_rows(len(names), tuple(range(len(names))), shares))) for _ in range(2)]
    totals: list[list[int | None]] = []
    for row in rows:
        before = totals[-1] if totals else [START] * len(names)
        totals.append([(total or 0) + (entry or 0) for total, entry in zip(before, row, strict=True)])
    best = max(totals[-1], key=lambda total: total or 0)
    auditor = LigrettoDiceAuditor({"length": "rounds_2"})
    paper = LigrettoDicePaper(
        game="ligretto_dice", players=names, rounds=rows, totals=totals,
        claimed=names[totals[-1].index(best)] if totals[-1].count(best) == 1 else None,
    )
    line, i = luck.randrange(2), luck.randrange(len(names))
    if luck.random() < 0.5:
        rows[line][i] = luck.choice([n for n in range(-9, 17) if n not in (0, rows[line][i])])
    else:
        totals[line][i] = luck.randrange(80, 130)

    def edits() -> Iterator[Slip]:
        for k, (row, sums) in enumerate(zip(rows, totals, strict=True), 1):
            for name, held, total in zip(names, row, sums, strict=True):
                for value in [*range(-12, 25), None]:
                    if value not in (0, held):
                        edit = Edit(f"round:{k}/{name}", str(held), "" if value is None else str(value))
                        yield Slip(edit, entry_weight(held, value, sure=False)[0])
                yield from (Slip(Edit(f"total:{k}/{name}", str(total), str(n)), DIGIT) for n in range(80, 131) if n != total)
            for one, other in combinations(range(len(names)), 2):
                if row[one] != row[other]:
                    edit = Edit(f"round:{k}/{names[one]}", str(row[one]), str(row[other]), "", f"round:{k}/{names[other]}")
                    yield Slip(edit, DIGIT)
        yield from (Slip(Edit("claimed", str(paper.claimed), name), SMALL) for name in names if name != paper.claimed)

    brute(auditor, paper, edits())


def test_a_forgotten_circle_is_said_first() -> None:
    spaces = {"MN": "6", "ND": "2", "SD": "3", "IA": "4", "WI": "4"}
    paper = Paper(game="rolling_america", spaces=spaces, boxes={"guard": 1})
    report = diagnosed(RollingAmericaAuditor(find("rolling_america_usa"), {}), paper)
    first = report.diagnosis[0]
    assert describe_diagnosis(first) == "Circle Minnesota’s 6? Then everything fits."
    assert len(report.diagnosis) == 1 and first.explains == tuple(range(len(report.findings)))
    assert describe_consequence(first).endswith("there are at least 5 mistakes.")  # the rolls may show more
    assert describe_consequence(replace(first, least=False)).endswith("there are 5 mistakes.")
    unlikely = describe_consequence(replace(first, kind="played", mistakes=0))
    assert unlikely.endswith("there is at least one mistake.")
    (row,) = report_json(report, GAMES["rolling_america"].play.rulebook)["diagnosis"]
    assert row["edits"] == [{"where": "MN", "from": "6", "to": "(6)"}] and row["kind"] == "typed"


HEXES = {
    "a2": "6", "a3": "2", "b3": "6", "b5": "7", "b6": "7", "c2": "4", "c3": "4", "c4": "7", "c5": "7", "d1": "6", "d2": "6",
    "d3": "4", "d4": "4", "d5": "7", "d6": "7", "d7": "7", "e2": "7", "e3": "4", "e4": "7", "e5": "7", "e7": "7", "e8": "7",
    "e9": "8", "f1": "7", "f3": "7", "f4": "3", "f5": "5", "f6": "5", "f8": "7", "g1": "7", "g2": "3", "g4": "5", "h2": "7",
    "h3": "5", "i1": "7",
}
"""A legal sheet of HexRoller that scores 66."""


@pytest.mark.parametrize(("hex_", "typed", "told"), [
    ("d5", "4", ["d5: 7 instead of 4? That explains the 66.", "Score: 57 written, not 66? Then everything fits."]),
    ("d6", "4", [
        *(f"{name}: 7 instead of 4? That explains the 66." for name in ("c3", "d4", "d6")),
        "Score: 60 written, not 66? Then everything fits.",
    ]),
    ("d7", "8", ["Score: 67 written, not 66? Then everything fits."]),  # nine places would explain it
])
def test_the_written_score_is_evidence_too(hex_: str, typed: str, told: list[str]) -> None:
    """What was typed breaks no rule, and only the score written speaks of it."""
    auditor = HexRollerAuditor(find("hexroller_front"), {"plus_one": "path"})
    boxes = {"plus_one": False, "two": True, "third": True, "upper": "7346577", "lower": "4757368"}
    legal = Paper(game="hexroller", spaces=HEXES, boxes=boxes, claimed=66)
    assert not auditor.audit(legal).findings
    report = diagnosed(auditor, msgspec.structs.replace(legal, spaces=HEXES | {hex_: typed}))
    assert [describe_diagnosis(each) for each in report.diagnosis] == told and report.played == "legal"


def test_one_question_for_a_die_of_many_alike() -> None:
    """Which of the others it was taken for, the paper tells."""
    def misread(roll: int, before: str, after: str) -> tuple[Paper, tuple[Slip, ...]]:
        return Paper(game="hexroller", rolls=[after]), (Slip(Edit(f"roll:{roll}", before, after), DIGIT),)

    typed = "3 4 4 5 5 7 8 8"
    six, other = "3 4 4 5 5 6 8 8", "3 4 4 5 6 7 8 8"
    found = [misread(2, typed, six), misread(2, typed, other), misread(3, typed, six)]
    told = [describe_diagnosis(each) for each in offered(found)]
    assert told == [
        "Roll 2: 6 instead of 7 or 5? Then everything fits.", "Roll 3: 6 instead of 7? Then everything fits.",
    ]
    report = Report((), (), None, diagnosis=offered(found), diagnosed=True)
    (edit,) = report_json(report, {})["diagnosis"][0]["edits"]  # type: ignore[index]
    assert edit["or"] == [other]
    alone = Report((Finding("broken", "HR-5", {}, (), 2),), (), None, diagnosis=offered(found), diagnosed=True)
    assert explanation(alone) == (
        "Roll 2 or Roll 3 was misread.", *told[:1], f"Or: {told[1]}",
        "Compare Roll 2 first: if it is right, the mistake is in Roll 3. Check the paper.",
    )
    assert explanation(replace(alone, diagnosed=False))[0] == (
        "Several slips would each explain it, perhaps more than these.")
    # Of four sevens each may be the wrong one.
    likelier = offered([*found, misread(4, "3 3 3 3 7 7 7 7", "3 3 3 3 6 7 7 7")])
    assert [each.edits[0].where for each in likelier] == ["roll:4", "roll:2", "roll:3"]
    two_dice = [misread(1, "3 7", "3 8"), misread(1, "3 7", "8 7")]
    assert [describe_edit(*each.edits) for each in offered(two_dice)] == ["Roll 1: 3 8 or 8 7 instead of 3 7?"]
    cards = [misread(1, "3 7 | TX South, MN North", f"3 7 | {one}, MN North") for one in ("OK South", "UT West")]
    cards += [misread(1, "3 7 | TX South, MN North", "3 8 | TX South, MN North")]
    assert [describe_edit(*each.edits) for each in offered(cards)] == [
        "Roll 1: OK South or UT West instead of TX South?", "Roll 1: 3 8 instead of 3 7?"]
    five = misread(2, typed, "5 4 4 5 5 7 8 8")
    assert describe_edit(*offered([*found, five])[0].edits) == "Roll 2: 6 or 5 instead of 7, 5 or 3?"
    many = {n: offered([misread(k, "3 7", "3 8") for k in range(1, n + 1)]) for n in (4, 5, 12)}
    told_of = {n: [len(each.elsewhere) for each in ways] for n, ways in many.items()}
    assert told_of == {4: [0] * 4, 5: [0] * 5, 12: [9] * 3}
    places = {edit.where for each in many[12] for edit in each.edits}
    named = [f"Roll {k}" for k in range(1, 13) if f"roll:{k}" not in places]
    assert describe_elsewhere(many[12][0]) == f"Also possible: {', '.join(named)}."
    assert describe_elsewhere(many[5][0]) == ""


@pytest.mark.parametrize(("slips", "asked"), [
    ([(spot, "", "2") for spot in "abcdef"], "2 is missing: a, b, c or elsewhere?"),
    ([(spot, "5", "(5)") for spot in "abcdef"], "A circle is missing: a’s 5, b’s 5, c’s 5 or elsewhere?"),
    ([(spot, "5", "8") for spot in "abcdef"], "One 5 should be 8: a, b, c or elsewhere?"),
    # What is not named may be of another kind.
    ([*((spot, "5", "8") for spot in "abcde"), ("f", "4", "7")], ""),
    ([*((spot, "", "2") for spot in "abcde"), ("f", "5", "(5)")], ""),
])
def test_of_many_places_the_likeliest_are_one_question(slips: list[tuple[str, str, str]], asked: str) -> None:
    ways = [(Slip(Edit(spot, before, after, spot), DIGIT),) for spot, before, after in slips]
    found = offered([(Paper(game="on_tour"), way) for way in ways])
    report = Report((), (), None, diagnosis=found, diagnosed=True)
    assert describe_ties(report) == (asked or "Many slips would each explain it; these are the likeliest.")
    assert in_short(report).startswith(describe_ties(report)) and at_once(report) == 1


def test_a_place_that_is_in_all_ways_is_looked_at_first() -> None:
    rolls = ["3 7", "3 8"]
    swapped = Slip(Edit("roll:1", *rolls, "", "roll:2"), DIGIT)
    misread = Slip(Edit("roll:2", rolls[1], "3 7"), DIGIT)
    both = offered([(Paper(game="hexroller", rolls=rolls), (slip,)) for slip in (swapped, misread)])
    ties = describe_ties(Report((), (), None, diagnosis=both, diagnosed=True))
    assert ties == "2 slips would each explain it. Look at Roll 2 first: it is in all of these."
    three = [[("DE", "1", "4"), (spot, "2", after)] for spot, after in (("NJ", "3"), ("PA", "X"), ("MD", "(2)"))]
    assert describe_ties(ways(*three)) == (
        "3 pairs of slips would each explain it. Look at DE first: it is in all of these.")
    assert "Look at" not in describe_ties(ways([("DE", "1", "4")], [("NJ", "2", "X")]))


def test_one_place_is_one_question() -> None:
    """What stands there, one look at the paper tells; what is a slip of the typist and what is not are two things."""
    blank = [(Paper(game="on_tour"), (mark_slip("UT", "Utah", "", after),)) for after in ("(68)", "68", "X", "86")]
    assert [describe_diagnosis(each) for each in offered(blank)] == ["Utah: 68, 86, 68 circled or X? Then everything fits."]
    cross = [(Paper(game="on_tour"), (mark_slip("UT", "Utah", "X", after),)) for after in ("*", "73", "74")]
    asked = [describe_edit(*each.edits) for each in offered(cross)]
    assert asked == ["Utah: 73 or 74 instead of X?", "Utah: * instead of X?"]


def ways(*some: tuple[tuple[str, str, str], ...]) -> Report:
    """A report that offers these slips, each by place, what stands there and what should."""
    found = []
    for slips in some:
        after = Paper(game="rolling_america", spaces={"AL": "3"}, rolls=["red 1, green 6"] * 9, boxes={"upper": "345"})
        found.append((after, tuple(mark_slip(where, where, before, other) for where, before, other in slips)))
    return Report((), (), None, diagnosis=offered(found), diagnosed=True)


@pytest.mark.parametrize(("some", "asked", "at_first"), [
    ([[("c4", "", "8")], [("c5", "", "8")], [("d5", "", "8")]], "8 is missing: c4, c5 or d5?", 3),
    ([[("c4", "", "8")], [("c5", "", "2")]], "A mark is missing: c4 or c5?", 2),
    ([[("DE", "2", "(2)")], [("PA", "4", "(4)")]], "A circle is missing: DE’s 2 or PA’s 4?", 2),
    ([[("DE", "(2)", "2")], [("PA", "(4)", "4")]], "One circle is too many: DE’s 2 or PA’s 4?", 2),
    ([[("g2", "3", "8")], [("i1", "3", "8")]], "One 3 should be 8: g2 or i1?", 2),
    ([[("KY", "1", "2")], [("WV", "3", "2")]], "One of these was misread: KY or WV?", 2),
    # What is not one question: an X is no slip of the typist, and a circle is another thing than a digit.
    ([[("KY", "1", "X")], [("WV", "3", "X")]], "", 1),
    ([[("KY", "1", "2")], [("WV", "3", "(3)")]], "", 1),
    ([[("KY", "1", "2")]], "", 1),
    # Pairs: one place is common to all; one in some places and one in others; pairs that have nothing in common.
    ([[("MO", "5", "2"), ("NC", "1", "(1)")], [("MO", "5", "2"), ("SC", "6", "(6)")]],
     "MO: 2 instead of 5? A circle is missing: NC’s 1 or SC’s 6?", 2),
    ([[("FL", "6", "5"), ("NJ", "1", "(1)")], [("FL", "6", "5"), ("NY", "4", "(4)")],
      [("GA", "4", "5"), ("NJ", "1", "(1)")]],
     "One of these was misread: FL or GA? A circle is missing: NJ’s 1 or NY’s 4?", 3),
    ([[("CT", "3", "4"), ("ME", "4", "5")], [("CT", "3", "4"), ("NH", "6", "5")], [("MA", "5", "4"), ("NH", "6", "5")]],
     "One of these was misread: CT or MA? One of these was misread: ME or NH?", 3),
    ([[("CT", "3", "4"), ("ME", "4", "5")], [("MA", "3", "4"), ("NH", "6", "5")]], "", 1),
    ([[("CT", "3", "4"), ("ME", "4", "5")], [("CT", "3", "4"), ("NH", "6", "5")], [("ME", "4", "5"), ("NH", "6", "5")]],
     "CT: 4 instead of 3? One of these was misread: ME or NH?", 2),
    # One look at each of two places, whatever they hold.
    ([[("g2", "4", "3"), ("i3", "4", "3")], [("g2", "4", "7"), ("i3", "4", "3")]], "", 1),
])
def test_places_of_one_kind_are_one_question(some: list[Any], asked: str, at_first: int) -> None:
    report = ways(*some)
    assert (describe_question(report), at_once(report)) == (asked, at_first)
    assert at_once(replace(report, diagnosed=False)) == 1 and not describe_question(replace(report, diagnosed=False))
    assert in_short(report).startswith(asked or describe_ties(report) or describe_diagnosis(report.diagnosis[0]))


def test_what_pairs_of_slips_make_of_two_places_is_one_question() -> None:
    some = [(("AL", "5", after), ("WY", "2", other)) for after in "23" for other in "56"]
    (only,) = ways(*some).diagnosis
    assert describe_diagnosis(only) == "AL: 2 or 3 instead of 5? WY: 5 or 6 instead of 2? Then everything fits."


def test_places_of_one_kind_stand_together_however_likely_each_is() -> None:
    """Three circles of a third each come before a digit that is likelier than any of them."""
    slips = [*(mark_slip(where, where, "3", "(3)") for where in ("AL", "AK", "AZ")), mark_slip("WY", "WY", "6", "")]
    found = [
        (Paper(game="on_tour", spaces={str(k): "3" for k in range(20 if slip.edit.after else 40)}), (slip,))
        for slip in slips
    ]
    assert [each.edits[0].where for each in offered(found)] == ["AK", "AL", "AZ", "WY"]


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
    report = diagnosed(LigrettoDiceAuditor({}), paper)
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
    (only,) = diagnosed(LigrettoDiceAuditor({}), paper).diagnosis
    assert describe_diagnosis(only) == "Round 5: swap Bo and Cy? Then everything fits."


WORDS: tuple[tuple[Edit, str], ...] = (
    (Edit("OH", "(4)", "4", "Ohio"), "Remove the circle from Ohio’s 4?"),
    (Edit("OH", "", "4", "Ohio"), "Ohio: 4?"),
    (Edit("OH", "", "(4)", "Ohio"), "Ohio: 4, circled?"),
    (Edit("OH", "4", "", "Ohio"), "Is Ohio blank?"),
    (Edit("OH", "4", "(5)", "Ohio"), "Ohio: 5, circled, instead of 4?"),
    (Edit("box:guard", "1", "2", "Guards"), "Guards: 2 crossed off, not 1?"),
    (Edit("box:third", "no", "yes", "Bonus third number"), "Bonus third number: crossed off?"),
    (Edit("box:third", "yes", "no", "Bonus third number"), "Bonus third number: not crossed off?"),
    (Edit("claimed", "7", "8", "Score"), "Score: 8 written, not 7?"),
    (Edit("roll:7", "blue 4, wild 2", "blue 4, wild 3"), "Roll 7: wild 3 instead of wild 2?"),
    (Edit("roll:7", "3 7 | TX South", "3 1 | TX South"), "Roll 7: 3 1 instead of 3 7?"),
    (Edit("roll:2", "3 3 4", "3 5 4"), "Roll 2: 5 instead of 3?"),
    (Edit("roll:2", "3 3 4", "3 5 4", "", "roll:5"), "Swap Roll 2 and Roll 5?"),
    (Edit("round:3/Ann", "5", "-6", "Ann", "round:3/Bo"), "Round 3: swap Ann and Bo?"),
    (Edit("round:5/Bo", "-4", "-5", "Bo"), "Bo, round 5: -5 instead of -4?"),
    (Edit("upper/3", "5", "6", "Upper row"), "Upper row, round 3: 6 instead of 5?"),
    (Edit("upper/3", "5", "6"), "upper, round 3: 6 instead of 5?"),
    (Edit("UT", "", "68", "Utah", alternatives=("(68)", "X")), "Utah: 68, 68 circled or X?"),
    (Edit("UT", "5", "6", "Utah", alternatives=("",)), "Utah: 6 or blank instead of 5?"),
    (Edit("UT", "1", "2", "Utah", alternatives=(*"34567",)), "Utah: 2, 3, 4, 5 or another instead of 1?"),
    (Edit("box:guard", "1", "0", "Guards", alternatives=("2",)), "Guards: 0 or 2 crossed off, not 1?"),
)


@pytest.mark.parametrize(("edit", "sentence"), WORDS)
def test_edits_are_asked(edit: Edit, sentence: str) -> None:
    assert describe_edit(edit) == sentence


