"""What a map of On Tour and its list of rolls prove before any search."""

from __future__ import annotations

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.games.on_tour.check.evidence import read_evidence
from rollwrite_desktop.games.on_tour.check.quick_checks import Glance
from rollwrite_desktop.games.on_tour.check.roll_sequence import RollSequence
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.sheet.load import find

RULES = OnTour(find("on_tour_usa"))
SETUP = {"MI": "(18)", "GA": "(81)", "WY": "(14)", "OH": "(41)"}
ROLLS = ["1 8 | MI, GA", "4 1 | WY, OH", "3 7 | TX South, CA West, AL South", "2 5 | FL South, NV West, AR South"]


def glance(**marks: str) -> Glance:
    paper = Paper(game="on_tour", sheet="on_tour_usa", spaces=SETUP | marks, rolls=ROLLS)
    seen = read_evidence(RULES, paper)
    return Glance(seen.marks, RollSequence(RULES, seen.rolls or ()))


def test_each_number_that_did_not_come_up_is_a_mistake() -> None:
    assert glance(TX="(37)", CA="(73)").least == 0
    assert glance(TX="(37)", CA="(73)", FL="37", NV="37").least == 2
    assert glance(TX="(37)", CA="(73)", FL="37", NY="37").least == 2, "and one of them in an area of no card"


def test_a_number_out_of_place_is_told_beside_one_that_never_came_up() -> None:
    found = [(finding.key, finding.where) for finding in glance(AL="69", NY="37", CA="73").findings()]
    assert found == [("OT-6:rolls", ("AL",)), ("OT-6:place", ("NY",))]
