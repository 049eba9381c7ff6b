"""What a report of an audit says in numbers."""

from __future__ import annotations

import pytest

from rollwrite_desktop.core.audit import (
    Diagnosis,
    Edit,
    Finding,
    Paper,
    Report,
    Unchecked,
    describe_before_mistakes,
    describe_bounds,
    describe_in_short,
    describe_verdict,
)
from rollwrite_desktop.core.diagnosis import describe_next, family, misread_rolls

PARTS = (("areas", 7), ("circles", -2))


@pytest.mark.parametrize(("claimed", "short"), [(5, 0), (3, 2), (9, -4), (None, None), ("Ann", None)])
def test_by_how_much_the_written_score_is_too_low(claimed: int | str | None, short: int | None) -> None:
    assert Report((), PARTS, claimed).short_by == short


@pytest.mark.parametrize(("claimed", "found", "short"), [
    (3, (Finding("broken", "A-1", cost=1, effect=2),), 0),
    (4, (Finding("broken", "A-1", cost=1, effect=2),), 1),
    (3, (), 2),
    (3, (Finding("broken", "A-1", cost=1, effect=2), Finding("broken", "A-9", where=("claimed",), aspect="sums")), 2),
])
def test_a_score_that_leaves_out_only_what_mistakes_cost_is_added_rightly(
    claimed: int, found: tuple[Finding, ...], short: int
) -> None:
    report = Report(found, PARTS, claimed)
    assert report.short_by == short
    assert describe_before_mistakes(report) == ("" if short else "Added rightly, without the mistakes.")


def test_the_worst_finding_is_the_verdict_and_what_is_certain_comes_first() -> None:
    sure, other = Finding("broken", "A-1:a", cost=1), Finding("broken", "A-3:c", cost=2)
    unsure = Finding("unproved", "A-2:b")
    report = Report((unsure, sure, other), PARTS, None)
    assert report.findings == (sure, other, unsure)
    assert (report.verdict, report.mistakes, report.total) == ("broken", 3, 5)
    assert Report((unsure,), PARTS, None).verdict == "unproved" and Report((), PARTS, None).verdict == "clean"


@pytest.mark.parametrize(("bounds", "decided"), [(None, True), ((2, 2), True), ((1, 2), False), ((1, None), False)])
def test_a_search_is_decided_when_its_bounds_meet(bounds: tuple[int, int | None] | None, decided: bool) -> None:
    assert Report((), PARTS, None, bounds=bounds).decided == decided


WRONG = Finding("broken", "A-9", where=("claimed",), aspect="sums")
MISPLAYED, NOTED = Finding("broken", "A-1", where=("OH",), cost=1), Finding("broken", "A-4", where=("OH",), aspect="record")
DOUBT = Finding("unproved", "A-5")
OPEN = (Unchecked("A-1", "rolls"),)


@pytest.mark.parametrize(("findings", "unchecked", "told", "in_short"), [
    ((), (), ("legal", "right", "No mistake found."), "no mistake found"),
    ((WRONG,), (), ("legal", "wrong", "Played legally; added wrongly: 5, not 9."), "added wrongly: 5, not 9"),
    ((WRONG,), OPEN, ("legal", "wrong", "No mistake in play found; added wrongly: 5, not 9."), "added wrongly: 5, not 9"),
    ((MISPLAYED,), (), ("illegal", "right", "This sheet is not legal."), "not legal: one mistake"),
    ((MISPLAYED, WRONG), (), ("illegal", "wrong", "This sheet is not legal, and added wrongly: 5, not 9."),
     "not legal: one mistake; added wrongly: 5, not 9"),
    ((MISPLAYED,), OPEN, ("illegal", "right", "This sheet is not legal."), "not legal: at least one mistake"),
    ((DOUBT,), OPEN, ("unproved", "right", "This sheet doesn’t show everything."), "uncertain"),
    ((DOUBT, WRONG), OPEN, ("unproved", "wrong", "Added wrongly: 5, not 9. This sheet doesn’t show everything."),
     "uncertain; added wrongly: 5, not 9"),
    ((NOTED,), (), ("legal", "right", "Played legally; something is written down wrongly."),
     "no mistake found; something is written down wrongly"),
])
def test_play_and_arithmetic_are_two_things(
    findings: tuple[Finding, ...], unchecked: tuple[Unchecked, ...], told: tuple[str, str, str], in_short: str
) -> None:
    report = Report(findings, PARTS, 9 if WRONG in findings else 5, unchecked)
    assert (report.played, report.sums, describe_verdict(report)) == told
    assert describe_in_short(report) == in_short


@pytest.mark.parametrize(("bounds", "in_short"), [
    ((0, None), "no mistake so far"), ((0, 2), "at most 2 mistakes so far"), ((2, None), "not legal: at least 2 mistakes"),
    ((1, 3), "not legal: between 1 and 3 mistakes"),
])
def test_a_search_that_came_so_far_is_a_line_like_the_others(bounds: tuple[int, int | None], in_short: str) -> None:
    assert describe_in_short(Report((), PARTS, None, bounds=bounds)) == in_short


def test_what_the_two_verdicts_rest_on() -> None:
    assert Report((), PARTS, None).sums == "none" and Report((), PARTS, 5, summed=False).sums == "none"
    assert Report((), PARTS, None, summed=True).sums == "right"
    part = Report((WRONG,), PARTS, None)
    assert describe_verdict(part) == "Played legally; added wrongly." and describe_in_short(part) == "added wrongly"
    # Of a roll that cannot have been, nobody can tell how it was played.
    assert Report((Finding("broken", "A-2", where=("roll:3",), aspect="record"),), PARTS, None).played == "unproved"
    proved = Report((WRONG,), PARTS, 9, bounds=(0, 0))
    assert describe_in_short(proved) == "proved legal; added wrongly: 5, not 9"
    assert [finding.title for finding in (MISPLAYED, WRONG, NOTED, DOUBT)] == [
        "Not legal", "Added wrongly", "Noted wrongly", "Uncertain",
    ]


@pytest.mark.parametrize(("findings", "unchecked", "told"), [
    ((), (), "Proved: these rolls can produce exactly this sheet."),
    ((), (Unchecked("A-1", "rolls", rest=True),),
     "Proved: these rolls, and others for those that are missing, can produce exactly this sheet."),
    ((Finding("broken", "A-6", where=("roll:1",), aspect="record"),), (),
     "Proved: the rolls as they are listed can produce exactly this sheet."),
])
def test_what_is_proved_says_of_which_rolls(findings: tuple, unchecked: tuple, told: str) -> None:
    """Beside a rule that waits for the missing rolls, or a roll that cannot be, nothing is proved of the rolls alone."""
    assert describe_bounds(Report(findings, PARTS, None, unchecked=unchecked, bounds=(0, 0))) == told


@pytest.mark.parametrize(("ways", "rolls"), [
    ((("roll:1",), ("roll:3",)), [1, 3]), ((("roll:1",),), []), ((("roll:1",), ("OH",)), []),
    ((("roll:1",), ("roll:2", "roll:3")), []), ((("roll:1",), ("roll:3", "more")), []),
])
def test_rolls_that_are_one_place_each(ways: tuple[tuple[str, ...], ...], rolls: list[int]) -> None:
    """Only where each way is one roll, and no more are known to be."""
    diagnosis = tuple(
        Diagnosis(tuple(Edit(where, "1", "2") for where in way if where != "more"), Paper(game="toy"), 5, more="more" in way)
        for way in ways
    )
    assert misread_rolls(Report((), PARTS, None, diagnosis=diagnosis, diagnosed=True)) == rolls


@pytest.mark.parametrize(("edit", "kind"), [
    (Edit("OH", "1", "2"), "misread"), (Edit("OH", "", "2"), "missing"), (Edit("OH", "1", "(1)"), "circle"),
    (Edit("roll:3", "1 2", "1 3"), "roll"), (Edit("claimed", "5", "6"), ""), (Edit("claimed:areas", "5", "6"), ""),
    (Edit("OH", "1", "X"), ""), (Edit("OH", "1", ""), ""),
])
def test_what_kind_of_slip_may_be_asked_about_in_several_places(edit: Edit, kind: str) -> None:
    assert family(edit) == kind


@pytest.mark.parametrize(("rolls", "others"), [
    (2, "Roll 2"), (3, "Roll 2 or Roll 3"), (4, "one of the others"),
])
def test_which_roll_is_to_be_compared_first(rolls: int, others: str) -> None:
    """Up to two others are named."""
    edits = [Edit(f"roll:{number}", "1", "2") for number in range(1, rolls + 1)]
    report = Report((), PARTS, None, diagnosed=True, diagnosis=(
        Diagnosis((edits[0],), Paper(game="toy"), 5, elsewhere=tuple(edits[1:])),))
    told = describe_next(report)
    assert told.startswith(f"Compare Roll 1 first: if it is right, the mistake is in {others}."), told


def test_what_a_proof_stands_on() -> None:
    """Rolls as they are listed are spoken of where something is wrong with one of them, and not elsewhere."""
    def proved(*findings: Finding) -> str:
        return describe_bounds(Report(findings, PARTS, None, bounds=(0, 0)))

    whole = "Proved: these rolls can produce exactly this sheet."
    assert proved() == proved(WRONG) == proved(NOTED) == proved(Finding("unproved", "A-6", where=("roll:2",))) == whole
    listed = Finding("broken", "A-7", where=("OH", "roll:2"), aspect="record")
    assert proved(listed) == proved(WRONG, listed) == "Proved: the rolls as they are listed can produce exactly this sheet."


def test_of_more_than_three_parts_of_a_score_those_without_points_are_not_told() -> None:
    parts = (("A", 0), ("B", 2), ("C", 0), ("D", -1))
    assert [Report((), parts[:n], None).told_parts for n in (3, 4)] == [parts[:3], (("B", 2), ("D", -1))]
