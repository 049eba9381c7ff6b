"""Places of a sheet as clauses: the cheapest assignment that has a mark costs what its slip does."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

import pytest

from rollwrite_desktop.gamekit.check.entered import EnteredPlace
from rollwrite_desktop.gamekit.check.slips import mark_slip
from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.solver.maxsat import MaxSat, Unsatisfiable

WHATS = ("3", "4", "X")
MARKS = (*WHATS, "(3)", "(4)")


def place_of(held: str) -> tuple[MaxSat, EnteredPlace]:
    """A place that holds 3, 4 or X, its numbers with or without a circle."""
    maxsat = MaxSat(rising=True)
    stands = {what: maxsat.var() for what in WHATS}
    maxsat.exactly_one(stands.values())
    place = EnteredPlace(held, stands, maxsat.var(), partial(mark_slip, "a", "A", held), maxsat.var(), "X")
    place.prefer(maxsat)
    return maxsat, place


@pytest.mark.parametrize("held", ["", "7", "(X)", *MARKS])
def test_every_mark_is_found_once_and_costs_what_its_slip_does(held: str) -> None:
    maxsat, place = place_of(held)
    found: list[str] = []
    with suppress(Unsatisfiable):
        for step in maxsat.minimize():
            if not step.decided:
                continue
            slips = [*place.slips(step.model)]
            mark = slips[0].edit.after if slips else held
            found.append(mark)
            assert slips == ([] if mark == held else [mark_slip("a", "A", held, mark)])
            cost = sum(slip.cost for slip in slips)
            # A circle beside another number counts only once the slip is named.
            alike = is_circled(mark) == is_circled(held) or content(mark) == content(held)
            assert step.most == cost if alike else (step.most or 0) <= cost
            maxsat.add(*place.otherwise(step.model))
            maxsat.reopen()
    assert sorted(found) == sorted(MARKS)
    assert found[0] == held or held not in MARKS
