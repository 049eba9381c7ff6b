"""What the clauses of a legal play forbid, and what a wrong score weighs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import product

import pytest

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.gamekit.check.slips import DIGIT, LARGE
from rollwrite_desktop.gamekit.check.slips import SMALL as WEIGHT
from rollwrite_desktop.games.rolling_america.check.diagnosis import LegalPlays
from rollwrite_desktop.games.rolling_america.check.evidence import read_evidence
from rollwrite_desktop.games.rolling_america.play.model import WILD
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.solver.maxsat import SearchStep, Unsatisfiable
from tests.maps import SMALL, SMALL_PAIRS, drawn

RULES = RollingAmerica(drawn(SMALL, SMALL_PAIRS, rounds=1))
MARKS = {"RA": "3", "BA": "3", "GA": "3", "YA": "3", "OA": "3", "PA": "3", "RB": "X", "BB": "X", "GB": "X"}
DUPED = {"RB": "3", "BB": "3", "dupe": 2}
ROLLS = ["red 3, blue 3", "green 3, yellow 3", "orange 3, purple 3"]


def question(
    claimed: int | None = None, rolls: list[str] = ROLLS, rules: RollingAmerica = RULES, **others: str | int,
) -> LegalPlays:
    """A legal sheet, its rolls and a score; but for other marks and boxes."""
    boxes = {power: int(others.get(power, 0)) for power in ("change", "guard", "dupe")} | {"rounds": rules.rounds}
    spaces = {space: str(others.get(space, held)) for space, held in MARKS.items() if space in rules.index}
    paper = Paper(game="rolling_america", spaces=spaces, boxes=boxes, rolls=rolls, claimed=claimed)
    asked = LegalPlays(rules, paper, read_evidence(rules, paper))
    for _ in asked.built():
        pass
    return asked


@pytest.mark.parametrize(("rolls", "rounds", "covered"), [
    (ROLLS, 1, True), (ROLLS, 0, False), (ROLLS, None, True), ([*ROLLS, ROLLS[0]], 1, False), ([], 1, False),
    (ROLLS[:2], 1, True), (ROLLS[:2], 0, False), (ROLLS[:2], None, False), ([*ROLLS[:2], "red 3"], 1, False),
])
def test_a_whole_game_with_its_first_rolls_is_explained(rolls: list[str], rounds: int | None, covered: bool) -> None:
    """Where no rounds are crossed off, only with all rolls."""
    boxes = {} if rounds is None else {"rounds": rounds}
    paper = Paper(game="rolling_america", spaces=MARKS, boxes=boxes, rolls=rolls)
    assert LegalPlays.covers(RULES, read_evidence(RULES, paper)) == covered


def possible(asked: LegalPlays, *literals: int) -> bool:
    """Whether some way of play holds these, be it with slips."""
    for literal in literals:
        asked.maxsat.add(literal)
    with suppress(Unsatisfiable):
        return any(step.most is not None for step in asked.maxsat.minimize())
    return False


def decided(asked: LegalPlays) -> SearchStep:
    *_, last = asked.maxsat.minimize()
    assert last.decided
    return last


@pytest.mark.parametrize(("claimed", "weight"), [
    (None, 0), (3, 0), (4, WEIGHT), (2, WEIGHT), (0, WEIGHT), (9, WEIGHT), (20, WEIGHT),
])
def test_a_wrong_score_is_a_slip(claimed: int | None, weight: int) -> None:
    asked = question(claimed)
    step = decided(asked)
    assert step.least == weight and [slip.edit.where for slip in asked.slips(step.model)] == ["claimed"] * bool(weight)


def test_a_map_without_an_x_has_a_score_of_0() -> None:
    assert decided(question(0, RB="3", BB="3", GB="3", dupe=3)).least == 0


@pytest.mark.parametrize(("held", "slips"), [
    (lambda asked: [asked.swap[1, 2]], [("roll:2", "orange 3, purple 3", 1)]),
    (lambda asked: [asked.misread[2], asked.face[2, 5]], [("roll:2", "green 5, yellow 6", 1)]),
    (lambda asked: [asked.misread[2], asked.face[2, 1]], [("roll:2", "green 1, yellow 6", 3)]),
    (lambda asked: [asked.misread[2], asked.name[2, WILD]], [("roll:2", "wild 3, yellow 6", 2)]),
    (lambda asked: [asked.misread[2], asked.misread[3], asked.face[2, 1], asked.face[3, 3]],
     [("roll:2", "green 1, yellow 3", 3)]),
    (lambda asked: [asked.misread[0], asked.face[0, 2], asked.misread[5], asked.face[5, 2]],
     [("roll:1", "red 2, blue 4", 1), ("roll:3", "orange 3, purple 2", 1)]),
])
def test_what_is_said_of_rolls(held: Callable[[LegalPlays], list[int]], slips: list[tuple[str, str, int]]) -> None:
    """Which roll stands where, and how unlikely that is."""
    asked = question(rolls=["red 3, blue 4", "green 3, yellow 6", ROLLS[2]])
    others = {*asked.misread, *asked.swap.values()} - {*held(asked)}
    for literal in (*held(asked), *(-other for other in others)):
        asked.maxsat.add(literal)
    found = [slip for slip in asked.slips(decided(asked).model) if slip.edit.where.startswith("roll:")]
    assert [(slip.edit.where, slip.edit.after, slip.rank) for slip in found] == slips
    assert [slip.edit.other for slip in found if slip.edit.other] == ["roll:3"] * (len(held(asked)) == 1)


def test_only_a_die_that_wrote_a_number_is_duped() -> None:
    for does, fits in ((question().write, True), (question().cross, False)):
        asked = question()
        assert possible(asked, asked.dupe[0][0], does[0][1]) == fits


@pytest.mark.parametrize(("wild", "change", "wide"), [*product((False, True), repeat=3)])
def test_a_die_may_go_anywhere_that_is_wild_or_another_color_by_a_change(wild: bool, change: bool, wide: bool) -> None:
    asked = question()
    held = ((asked.name[0, WILD], wild), (asked.change[0], change), (asked.wide[0], wide))
    fits = wide == (wild or change) and not (wild and change)
    assert possible(asked, *(literal if holds else -literal for literal, holds in held)) == fits


def test_an_x_is_never_circled() -> None:
    for mark, fits in ((lambda asked: asked.num[6, 3], True), (lambda asked: asked.x[6], False)):
        asked = question()
        assert possible(asked, asked.ring[6], mark(asked)) == fits


def test_two_rolls_at_most_are_exchanged() -> None:
    rolls = [*ROLLS, "red 1, blue 2", "green 4, yellow 5", "orange 6, purple 1"]
    for pairs, fits in ([(0, 1)], True), ([(3, 4)], True), ([(0, 1), (3, 4)], False):
        asked = question(rolls=rolls, rules=RollingAmerica(drawn(SMALL, SMALL_PAIRS, rounds=2)))
        assert possible(asked, *(asked.swap[pair] for pair in pairs)) == fits


def test_no_die_has_a_color_that_the_map_is_without() -> None:
    few = {space: color for space, color in SMALL.items() if color in ("red", "blue", "green", "yellow", "orange")}
    for color in ("orange", "purple"):
        asked = question(rolls=["red 3, blue 3"], rules=RollingAmerica(drawn(few, SMALL_PAIRS, rounds=1)))
        assert possible(asked, asked.name[0, color]) == (color == "orange")


def test_dice_that_are_not_in_the_list_may_show_anything() -> None:
    assert decided(question(rolls=ROLLS[:2])).least == 0
    assert decided(question(rolls=["green 3, yellow 3", ROLLS[2]], **DUPED)).least == 0, "nor what they dupe"


def test_a_die_shows_one_of_six_numbers_and_a_state_holds_one_of_them_or_an_x() -> None:
    asked = question(rolls=ROLLS[:1])
    assert not possible(asked, *(-asked.face[0, f] for f in range(1, 7)))
    asked = question(rolls=ROLLS[:1])
    assert not possible(asked, -asked.x[0], *(-asked.num[0, f] for f in range(1, 7)))


@pytest.mark.parametrize(("face", "name", "fits"), [
    (3, "red", False), (4, "red", True), (3, "blue", True), (4, "blue", False),
])
def test_of_a_misread_die_one_thing_is_another(face: int, name: str, fits: bool) -> None:
    asked = question(rolls=ROLLS[:1])
    assert possible(asked, asked.misread[0], asked.face[0, face], asked.name[0, name]) == fits


@pytest.mark.parametrize("number", ["1", "3", "6"])
def test_a_legal_sheet_has_no_slips(number: str) -> None:
    spaces = {space: number for space, held in MARKS.items() if held == "3"}
    assert decided(question(rolls=[roll.replace("3", number) for roll in ROLLS], **spaces)).least == 0


@pytest.mark.parametrize("die", range(6))
def test_a_state_is_filled_from_the_turn_on_in_which_it_is_written(die: int) -> None:
    for turn in range(3):
        for filled in (False, True):
            asked = question(rolls=[])
            literal = asked.filled[turn][0] if filled else -asked.filled[turn][0]
            assert possible(asked, asked.write[die][0], literal) == (filled == (turn >= die // 2))


@pytest.mark.parametrize("die", range(6))
def test_before_a_die_comes_what_was_written_by_earlier_ones_and_perhaps_by_the_other_of_its_turn(die: int) -> None:
    for by in range(6):
        asked = question(rolls=[])
        assert possible(asked, asked._before(die, 0), asked.write[by][0]) == (by != die and by // 2 <= die // 2)


def test_a_die_is_duped_once() -> None:
    for areas in ("RA", "RA BA"):
        asked = question(rolls=[])
        at = asked.rules.index
        places = (asked.dupe[0][at[area]] for area in areas.split())
        assert possible(asked, asked.name[0, WILD], asked.write[0][at["PA"]], *places) == (areas == "RA")


@pytest.mark.parametrize("after", [(0,), (1,), (0, 1)])
def test_of_two_dice_one_at_most_comes_after_the_other(after: tuple[int, ...]) -> None:
    """In the first turn a state was filled before a die only by the other one."""
    asked = question()
    filled = [asked._before(i, (2, 0)[i]) for i in after]
    assert possible(asked, asked.write[0][0], asked.write[1][2], *filled) == (len(after) == 1)


@pytest.mark.parametrize(("beside", "circled", "by", "fits"), [
    (5, False, 1, True), (1, False, 1, True), (4, False, 1, False), (5, True, 1, False), (5, False, 2, False),
])
def test_an_x_needs_a_number_that_keeps_the_3_out_of_all_blanks_of_a_color(
    beside: int, circled: bool, by: int, fits: bool
) -> None:
    """BA borders both red states; it is written by the other die of the turn, or by one of the next turn."""
    asked = question(rolls=ROLLS[1:])
    at = asked.rules.index
    held = (asked.face[0, 3], asked.name[0, "red"], asked.cross[0][at["RA"]], asked.face[by, beside])
    ring = asked.ring[at["BA"]]
    assert possible(asked, *held, asked.write[by][at["BA"]], ring if circled else -ring) == fits


@pytest.mark.parametrize(("name", "blank", "fits"), [("orange", "RA", True), ("orange", "OA", False), (WILD, "RA", False)])
def test_a_die_is_passed_over_only_where_nothing_of_its_color_is_blank(name: str, blank: str, fits: bool) -> None:
    asked = question(rolls=ROLLS[:1])
    assert possible(asked, asked.passed[5], asked.name[5, name], -asked.filled[2][asked.rules.index[blank]]) == fits


WRONG: list[tuple[dict[str, str | int], str, int, str]] = [
    # marks and boxes that are other ones, and a first roll; how much the likeliest explanations weigh, and which they are
    (DUPED, "", 0, ""),
    (DUPED | {"dupe": 1}, "", WEIGHT, "box:dupe 1 2"),
    (DUPED | {"dupe": 0}, "", LARGE, "box:dupe 0 2"),
    ({"dupe": 1}, "", WEIGHT, "box:change 0 1, box:dupe 1 0"),
    ({"dupe": 2}, "", LARGE, "box:change 0 2, box:change 0 3, box:dupe 2 0"),
    ({"change": 2}, "", 0, ""),
    ({"guard": 1}, "", WEIGHT, "BA 3 (3), GA 3 (3), OA 3 (3), PA 3 (3), RA 3 (3), YA 3 (3), box:guard 1 0"),
    ({"PA": "(3)"}, "", WEIGHT, "PA (3) 3, box:guard 0 1"),
    ({"PA": "5"}, "", DIGIT, "PA 5 3, roll:3 5"),
    ({"PA": "8"}, "", DIGIT, "PA 8 3"),
    ({}, "red 5, blue 3", DIGIT, "roll:1 3"),
    ({}, "red 8, blue 3", DIGIT, "roll:1 3"),
    ({"PA": "8"}, "none after it", DIGIT, "PA 8 1, PA 8 2, PA 8 3, PA 8 4, PA 8 5, PA 8 6"),
    ({}, "green 3, blue 3", DIGIT, "roll:1 red, roll:1 wild, roll:2 red, roll:2 wild"),
]


@pytest.mark.parametrize(("others", "roll", "weight", "explained"), WRONG)
def test_what_is_wrong_has_these_explanations(others: dict[str, str | int], roll: str, weight: int, explained: str) -> None:
    asked = question(rolls=ROLLS[:1] if roll == "none after it" else [roll or ROLLS[0], *ROLLS[1:]], **others)
    found = set()
    for step in asked.maxsat.minimize():
        if not step.decided:
            continue
        if step.least > weight:
            break
        assert step.least == weight
        for slip in asked.slips(step.model):
            where, before, after = slip.edit.where, slip.edit.before, slip.edit.after
            if where.startswith("roll"):
                text = next(b for a, b in zip(before.split(), after.split(), strict=True) if a != b).strip(",")
            else:
                text = f"{before} {after}"
            assert f"{where} {text}" not in found
            found.add(f"{where} {text}")
        asked.unlike(step.model)
        asked.maxsat.reopen()
    assert sorted(found) == sorted(filter(None, explained.split(", ")))


Held = Callable[[LegalPlays, int, Mapping[str, int]], list[int]]


@pytest.mark.parametrize(("held", "fits"), [
    (lambda asked, i, at: [asked.write[i][at["BA"]]], True),
    (lambda asked, i, at: [asked.write[i][at["RA"]], *(-literal for literal in asked.dupe[i])], False),
    (lambda asked, i, at: [asked.write[i][at["RA"]], asked.dupe[i][at["BA"]]], True),
    (lambda asked, i, at: [asked.cross[i][at["RA"]]], False),
])
@pytest.mark.parametrize(("rolls", "die"), [(ROLLS, 0), (ROLLS[1:2], 4)])
def test_a_change_takes_something_out_of_the_color_of_its_die(held: Held, fits: bool, rolls: list[str], die: int) -> None:
    """Of a red die that is in the list, and of one that is not."""
    asked = question(rolls=rolls)
    assert possible(asked, asked.change[die], asked.name[die, "red"], *held(asked, die, asked.rules.index)) == fits


@pytest.mark.parametrize("power", ["ring", "change", "dupe"])
def test_no_power_is_used_more_often_than_it_has_boxes(power: str) -> None:
    for boxes, uses in ((1, 1), (1, 2), (2, 2), (2, 3)):
        asked = question(rules=RollingAmerica(drawn(SMALL, SMALL_PAIRS, rounds=1, powers=boxes)))
        used = [dupe[s] for dupe, s in zip(asked.dupe, range(9), strict=False)] if power == "dupe" else getattr(asked, power)
        assert possible(asked, *used[:uses]) == (uses == boxes)


@pytest.mark.parametrize(("crossed", "weight"), [(0, 0), (1, WEIGHT), (2, LARGE), (10, LARGE)])
def test_more_boxes_of_a_power_than_there_are_states_are_never_rightly_crossed_off(crossed: int, weight: int) -> None:
    """A box too many or too few weighs less than several; a sheet that does not tell of them is not wrong in them."""
    rules = RollingAmerica(drawn(SMALL, SMALL_PAIRS, rounds=1, powers=10))
    assert decided(question(rules=rules, guard=crossed)).least == weight
    paper = Paper(game="rolling_america", spaces=MARKS, boxes={"rounds": 1}, rolls=ROLLS)
    asked = LegalPlays(rules, paper, read_evidence(rules, paper))
    assert [*asked.built()] and not asked.slips(decided(asked).model)


def test_a_wild_or_changed_die_is_crossed_only_where_all_blanks_are_barred() -> None:
    """PA has no neighbors."""
    for changed, name in ((False, "red"), (False, WILD), (True, "red")):
        asked = question(rolls=ROLLS[1:])
        at = asked.rules.index
        held = (asked.face[0, 3], asked.name[0, name], asked.cross[0][at["RA"]], asked.face[1, 5], asked.write[1][at["BA"]])
        assert possible(asked, *held, asked.change[0] if changed else -asked.change[0]) == (name == "red" and not changed)


@pytest.mark.parametrize(("here", "beside", "circled", "fits"), [
    (3, 4, False, True), (3, 3, False, True), (3, 5, False, False), (3, 5, True, True), (6, 1, False, False),
])
def test_numbers_beside_each_other_differ_by_one_at_most_but_in_circles(
    here: int, beside: int, circled: bool, fits: bool
) -> None:
    asked = question()
    one, other = asked.rules.index["RA"], asked.rules.index["BA"]
    rings = (asked.ring[one] if circled else -asked.ring[one], -asked.ring[other])
    assert possible(asked, asked.num[one, here], asked.num[other, beside], *rings) == fits


def test_a_state_holds_one_number_and_a_die_that_is_not_in_the_list_is_not_misread() -> None:
    asked = question()
    assert not possible(asked, asked.num[0, 3], asked.num[0, 4])
    for die in (3, 4):
        asked = question(rolls=ROLLS[:2])
        assert possible(asked, asked.misread[die]) == (die == 3)


def test_of_rolls_that_are_exchanged_each_shows_the_dice_of_the_other() -> None:
    for held, fits in (
        (lambda asked: [asked.face[0, 5], asked.face[1, 6], asked.face[2, 3], asked.face[3, 4]], True),
        (lambda asked: [asked.name[0, "green"], asked.name[3, "blue"]], True),
        (lambda asked: [-asked.face[0, 5]], False), (lambda asked: [-asked.name[0, "green"]], False),
        (lambda asked: [-asked.face[3, 4]], False), (lambda asked: [asked.misread[1]], False),
        (lambda asked: [asked.misread[4]], True),
        (lambda asked: [asked.change[0], asked.write[0][asked.rules.index["RA"]]], True),
    ):
        asked = question(rolls=["red 3, blue 4", "green 5, yellow 6", ROLLS[2]])
        assert possible(asked, asked.swap[0, 1], *held(asked)) == fits


def test_no_color_is_drawn_twice_in_a_round() -> None:
    for die, fits in ((1, False), (5, False), (6, True), (11, True)):
        asked = question(rolls=ROLLS[:1], rules=RollingAmerica(drawn(SMALL, SMALL_PAIRS, rounds=2)))
        assert possible(asked, asked.name[0, "purple"], asked.name[die, "purple"]) == fits
    asked = question(rolls=ROLLS[:1], rules=RollingAmerica(drawn(SMALL, SMALL_PAIRS, rounds=2)))
    assert not possible(asked, asked.name[6, "purple"], asked.name[11, "purple"])


@pytest.mark.parametrize("held", [
    lambda asked, at: [asked.dupe[0][at["RA"]], asked.dupe[0][at["RB"]]],
    lambda asked, at: [asked.dupe[0][at["RA"]], asked.num[at["RA"], 4]],
    lambda asked, at: [asked.write[0][at["RA"]], asked.num[at["RA"], 4]],
    lambda asked, at: [asked.write[0][at["RA"]], asked.x[at["RA"]]],
    lambda asked, at: [asked.dupe[0][at["RA"]], asked.x[at["RA"]]],
    lambda asked, at: [asked.cross[0][at["RA"]], asked.num[at["RA"], 3]],
    lambda asked, at: [asked.write[0][at["RA"]], asked.cross[0][at["RB"]]],
    lambda asked, at: [asked.write[0][at["RA"]], asked.write[0][at["RB"]]],
    lambda asked, at: [asked.write[0][at["BA"]]],
    lambda asked, at: [asked.dupe[0][at["BA"]]],
    lambda asked, at: [asked.cross[0][at["BA"]], asked.write[1][at["BB"]], asked.num[at["BB"], 5]],
    lambda asked, at: [asked.write[0][at["RA"]], asked.write[1][at["RA"]], asked.wide[1]],
    lambda asked, at: [asked.write[0][at["RA"]], asked.write[2][at["RA"]], asked.wide[2]],
    lambda asked, at: [asked.write[0][at["RA"]], asked.dupe[0][at["RA"]]],
    lambda asked, at: [asked.last[at["RA"]], asked.num[at["RA"], 3]],
    lambda asked, at: [asked.last[at["RA"]], asked.write[0][at["RA"]]],
])
def test_what_no_die_does(held: Callable[[LegalPlays, Mapping[str, int]], list[int]]) -> None:
    """Neither a red 3 that is not changed nor any other one."""
    asked = question(rolls=ROLLS[1:])
    assert not possible(asked, asked.name[0, "red"], asked.face[0, 3], -asked.change[0], *held(asked, asked.rules.index))
