"""What a report of an audit says in numbers."""

from __future__ import annotations

import pytest

from rollwrite_desktop.core.audit import Finding, Report

PARTS = (("areas", 7), ("circles", -2))


@pytest.mark.parametrize(("claimed", "short"), [(5, 0), (3, 2), (9, -4), (None, None), ("Ann", None)])
def test_by_how_much_the_written_score_is_too_low(claimed: int | str | None, short: int | None) -> None:
    assert Report((), PARTS, claimed).short_by == short


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
