"""What the clauses of a legal play forbid, and what a wrong score weighs."""

from __future__ import annotations

from itertools import product

import pytest

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.gamekit.check.slips import SMALL as WEIGHT
from rollwrite_desktop.games.rolling_america.check.diagnosis import LegalPlays
from rollwrite_desktop.games.rolling_america.check.evidence import read_evidence
from rollwrite_desktop.games.rolling_america.play.model import WILD
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.solver.maxsat import SearchStep, Unsatisfiable
from tests.maps import SMALL, SMALL_PAIRS, drawn

RULES = RollingAmerica(drawn(SMALL, SMALL_PAIRS, rounds=1))
MARKS = {"RA": "3", "BA": "3", "GA": "3", "YA": "3", "OA": "3", "PA": "3", "RB": "X", "BB": "X", "GB": "X"}
ROLLS = ["red 3, blue 3", "green 3, yellow 3", "orange 3, purple 3"]


def question(
    claimed: int | None = None, rolls: list[str] = ROLLS, rules: RollingAmerica = RULES, dupes: tuple[str, ...] = (),
) -> LegalPlays:
    """A legal sheet, its rolls and a score; with 3s that were duped."""
    boxes = {"rounds": rules.rounds, "change": 0, "guard": 0, "dupe": len(dupes)}
    spaces = {space: held for space, held in {**MARKS, **dict.fromkeys(dupes, "3")}.items() if space in rules.index}
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


def decided(asked: LegalPlays) -> SearchStep:
    *_, last = asked.maxsat.minimize()
    assert last.decided
    return last


@pytest.mark.parametrize(("claimed", "weight"), [(None, 0), (3, 0), (4, WEIGHT), (2, WEIGHT)])
def test_a_wrong_score_is_a_slip(claimed: int | None, weight: int) -> None:
    asked = question(claimed)
    step = decided(asked)
    assert step.least == weight and [slip.edit.where for slip in asked.slips(step.model)] == ["claimed"] * bool(weight)


def test_only_a_die_that_wrote_a_number_is_duped() -> None:
    for does, fits in ((question().write, True), (question().cross, False)):
        asked = question()
        asked.maxsat.add(asked.dupe[0][0])
        asked.maxsat.add(does[0][1])
        if fits:
            assert decided(asked).least > 0
        else:
            with pytest.raises(Unsatisfiable):
                decided(asked)


@pytest.mark.parametrize(("wild", "change", "wide"), [*product((False, True), repeat=3)])
def test_a_die_may_go_anywhere_that_is_wild_or_another_color_by_a_change(wild: bool, change: bool, wide: bool) -> None:
    asked = question()
    for literal, holds in ((asked.name[0, WILD], wild), (asked.change[0], change), (asked.wide[0], wide)):
        asked.maxsat.add(literal if holds else -literal)
    if wide == (wild or change) and not (wild and change):
        assert decided(asked).decided
    else:
        with pytest.raises(Unsatisfiable):
            decided(asked)


def test_an_x_is_never_circled() -> None:
    for mark, fits in ((lambda asked: asked.num[6, 3], True), (lambda asked: asked.x[6], False)):
        asked = question()
        asked.maxsat.add(asked.ring[6])
        asked.maxsat.add(mark(asked))
        if fits:
            assert decided(asked).least > 0
        else:
            with pytest.raises(Unsatisfiable):
                decided(asked)


def test_two_rolls_at_most_are_exchanged() -> None:
    rolls = [*ROLLS, "red 1, blue 2", "green 4, yellow 5", "orange 6, purple 1"]
    for pairs, fits in ([(0, 1)], True), ([(3, 4)], True), ([(0, 1), (3, 4)], False):
        asked = question(rolls=rolls, rules=RollingAmerica(drawn(SMALL, SMALL_PAIRS, rounds=2)))
        for pair in pairs:
            asked.maxsat.add(asked.swap[pair])
        if fits:
            assert next(asked.maxsat.minimize()).least is not None
        else:
            with pytest.raises(Unsatisfiable):
                next(asked.maxsat.minimize())


def test_no_die_has_a_color_that_the_map_is_without() -> None:
    few = {space: color for space, color in SMALL.items() if color in ("red", "blue", "green", "yellow", "orange")}
    asked = question(rolls=["red 3, blue 3"], rules=RollingAmerica(drawn(few, SMALL_PAIRS, rounds=1)))
    asked.maxsat.add(asked.name[0, "purple"])
    with pytest.raises(Unsatisfiable):
        decided(asked)


def test_dice_that_are_not_in_the_list_may_show_anything() -> None:
    assert decided(question(rolls=ROLLS[:2])).least == 0
    assert decided(question(rolls=["green 3, yellow 3", ROLLS[2]], dupes=("RB", "BB"))).least == 0, "nor what they dupe"


def test_a_die_shows_one_of_six_numbers_and_a_state_holds_one_of_them_or_an_x() -> None:
    for literals in (
        lambda asked: [asked.face[0, f] for f in range(1, 7)],
        lambda asked: [asked.x[0], *(asked.num[0, f] for f in range(1, 7))],
    ):
        asked = question(rolls=ROLLS[:1])
        for literal in literals(asked):
            asked.maxsat.add(-literal)
        with pytest.raises(Unsatisfiable):
            decided(asked)


@pytest.mark.parametrize(("face", "name", "fits"), [
    (3, "red", False), (4, "red", True), (3, "blue", True), (4, "blue", False),
])
def test_of_a_misread_die_one_thing_is_another(face: int, name: str, fits: bool) -> None:
    asked = question(rolls=ROLLS[:1])
    for literal in (asked.misread[0], asked.face[0, face], asked.name[0, name]):
        asked.maxsat.add(literal)
    if fits:
        assert decided(asked).least > 0
    else:
        with pytest.raises(Unsatisfiable):
            decided(asked)


@pytest.mark.parametrize("after", [(0,), (1,), (0, 1)])
def test_of_two_dice_one_at_most_comes_after_the_other(after: tuple[int, ...]) -> None:
    """In the first turn a state was filled before a die only by the other one."""
    asked = question()
    asked.maxsat.add(asked.write[0][0])
    asked.maxsat.add(asked.write[1][2])
    for literal in [asked._before(i, (2, 0)[i]) for i in after]:
        asked.maxsat.add(literal)
    if len(after) == 1:
        assert decided(asked).least == 0
    else:
        with pytest.raises(Unsatisfiable):
            decided(asked)


@pytest.mark.parametrize(("beside", "circled", "by", "fits"), [
    (5, False, 1, True), (1, False, 1, True), (4, False, 1, False), (5, True, 1, False), (5, False, 2, False),
])
def test_an_x_needs_a_number_that_keeps_the_3_out_of_all_blanks_of_a_color(
    beside: int, circled: bool, by: int, fits: bool
) -> None:
    """BA borders both red states; it is written by the other die of the turn, or by one of the next turn."""
    asked = question(rolls=ROLLS[1:])
    at = asked.rules.index
    for literal in (asked.face[0, 3], asked.name[0, "red"], asked.cross[0][at["RA"]], asked.face[by, beside],
                    asked.write[by][at["BA"]], asked.ring[at["BA"]] if circled else -asked.ring[at["BA"]]):
        asked.maxsat.add(literal)
    if fits:
        assert decided(asked).least > 0
    else:
        with pytest.raises(Unsatisfiable):
            decided(asked)


@pytest.mark.parametrize(("name", "blank", "fits"), [("orange", "RA", True), ("orange", "OA", False), (WILD, "RA", False)])
def test_a_die_is_passed_over_only_where_nothing_of_its_color_is_blank(name: str, blank: str, fits: bool) -> None:
    asked = question(rolls=ROLLS[:1])
    for literal in (asked.passed[5], asked.name[5, name], -asked.filled[2][asked.rules.index[blank]]):
        asked.maxsat.add(literal)
    if fits:
        assert next(asked.maxsat.minimize()).least is not None
    else:
        with pytest.raises(Unsatisfiable):
            next(asked.maxsat.minimize())
