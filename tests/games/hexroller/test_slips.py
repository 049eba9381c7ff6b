"""Slips considered on a HexRoller sheet, and how its spots are described."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.gamekit.check.slips import SMALL
from rollwrite_desktop.games.hexroller import GAME
from rollwrite_desktop.games.hexroller.check.diagnosis import LegalPlays
from rollwrite_desktop.games.hexroller.check.evidence import missing, read_evidence
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.games.hexroller.play.sheet_schema import sheet_faults
from rollwrite_desktop.sheet.load import find
from tests.games.hexroller.fewest import legal_paper

FRONT = find("hexroller_front")
FOUR = replace(FRONT, values=FRONT.values | {"rounds": 4})
AUDITOR: Any = GAME.check.auditor(FRONT, {})
PAPER = Paper(game="hexroller", sheet="hexroller_front", boxes={"upper": "4533", "lower": "3635", "two": True})


def against(key: str, paper: Paper = PAPER) -> set[tuple[str, str]]:
    """The places and what may stand there, of a finding that a sheet has."""
    finding = next(one for one in AUDITOR.audit(paper).findings if one.key == key)
    return {(slip.edit.where, slip.edit.after) for slip in AUDITOR.slips.against(paper, finding)}


def test_a_two_that_is_crossed_off_may_have_been_left_out() -> None:
    places = {where for where, after in against("HR-11:none") if after == "2"}
    assert places == {space.id for space in FRONT.spaces if not space.printed}


def test_two_equal_boxes_are_looked_at_themselves() -> None:
    assert {where for where, _ in against("HR-6:column")} == {"upper/3", "lower/3"}


def test_a_row_that_is_not_told_is_passed_over() -> None:
    for row, other in (("upper", "lower"), ("lower", "upper")):
        paper = Paper(game="hexroller", sheet="hexroller_front", boxes={row: "4533"})
        places = [slip.edit.where for slip in AUDITOR.slips.rows(paper)]
        assert {f"{row}/{k}" for k in range(1, 8)} == set(places) and not any(other in where for where in places)


def test_bonuses_are_described_used_and_not() -> None:
    guide = GAME.play.guide(GAME.play.rules(FRONT, {}))
    start = guide.rules.start(("p1",))  # type: ignore[attr-defined]
    used = start.with_part("p1", replace(start.part("p1"), used=("two",)))
    assert guide.describe(used, "p1", "two") == "A 2 anywhere: used"
    assert guide.describe(start, "p1", "two").startswith("A 2 anywhere: unused, ")


def test_only_the_score_is_described_as_points() -> None:
    editor = GAME.check.paper_editor(FRONT, {})
    assert editor.describe(PAPER, "player") == "Player: not filled in"
    assert editor.describe(PAPER, "score/total").endswith("written: not filled in")


def test_a_number_printed_once_is_named_with_its_place() -> None:
    first = next(space for space in FRONT.spaces if space.printed == "3")
    bare = replace(FRONT, spaces=tuple(replace(space, printed="") if space is first else space for space in FRONT.spaces))
    (other,) = [space.id for space in bare.spaces if space.printed == "3"]
    assert [fault.where for fault in sheet_faults(bare) if "3 must be printed twice" in str(fault)] == [other]


@pytest.mark.parametrize(("upper", "lower", "told"), [
    ("34", "3  ", "3 rounds are not entered"), ("345", "3-5", "one round is not entered"), ("3456", "34-6", ""),
    ("34567", "34-6", ""), ("", "", "4 rounds are not entered"),
])
def test_rounds_whose_boxes_are_empty_are_told(upper: str, lower: str, told: str) -> None:
    assert missing(FOUR, Paper(game="hexroller", boxes={"upper": upper, "lower": lower})) == told


def likeliest(rules: HexRoller, paper: Paper) -> tuple[int, list[str]]:
    """How much the likeliest slips weigh, and where they are."""
    asked = LegalPlays(rules, paper, read_evidence(rules, paper))
    for _ in asked.built():
        pass
    *_, last = asked.maxsat.minimize()
    assert last.decided
    return last.least, [slip.edit.where for slip in asked.slips(last.model)]


def test_a_legal_play_has_no_slips_and_a_bonus_crossed_off_in_vain_is_a_small_one() -> None:
    """Whether bonuses are told or not; something else may be as likely."""
    for seed in range(10):
        sheet, _, paper = legal_paper(random.Random(seed))
        rules = HexRoller(sheet, paper.options)
        rows = {row: paper.boxes[row] for row in ("upper", "lower")}
        assert likeliest(rules, paper) == likeliest(rules, replace(paper, boxes=rows)) == (0, [])
        for bonus in ("plus_one", "two", "third"):
            if not paper.boxes[bonus]:
                weight, _ = likeliest(rules, replace(paper, boxes={**paper.boxes, bonus: True}))
                assert 0 < weight <= SMALL
