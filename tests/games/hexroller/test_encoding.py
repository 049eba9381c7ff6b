"""What is asked of a filled sheet, what a cut of the search for its explanation holds for, and how a way is ordered."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.games.hexroller.check.encoding import Asked, Encoding
from rollwrite_desktop.games.hexroller.check.evidence import read_evidence
from rollwrite_desktop.games.hexroller.check.lazy_constraints import Round, cut
from rollwrite_desktop.games.hexroller.check.ordering import ordered
from rollwrite_desktop.games.hexroller.check.proof import asked_of
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.sheet.load import find
from tests.games.hexroller.fewest import honeycomb

RULES = HexRoller(find("hexroller_front"))


def asked(rolls: int, **boxes: Any) -> Asked:
    """After so many rolls, of a sheet with three hexes written."""
    spaces = {"g4": "3", "b1": "4", "i1": "5"}
    paper = Paper(game="hexroller", sheet="hexroller_front", spaces=spaces, boxes=boxes, rolls=["3 4 5 6 7 8 8 8"] * rolls)
    return asked_of(RULES, read_evidence(RULES, paper))


def test_a_round_fills_a_column_unless_the_boxes_say_otherwise() -> None:
    assert (asked(3).skipped, len(asked(3).columns)) == (0, 2)
    assert (asked(3, upper="3", lower="4").skipped, len(asked(3, upper="3", lower="4").columns)) == (2, 1)


def test_a_cut_holds_as_long_as_all_that_the_rules_look_at_is_the_same() -> None:
    """All that the round wrote, which hexes were filled before it, and the bonuses that were spent before; and what was
    written into a hex that nobody can read."""
    plain = asked(3)
    unread = next(i for i, digits in enumerate(plain.digits) if digits)
    digits = [(2, 3, 4, 5) if i == unread else held for i, held in enumerate(plain.digits)]
    encoding = Encoding(replace(plain, digits=tuple(digits)))
    for _ in encoding.built():
        pass
    spent = encoding.spare_third[0]
    cut(encoding, frozenset({spent}), (1, 2, 0))
    assert [len(encoding.again[k]) for k in encoding.rounds] == [1, 2, 0]
    written = [*encoding.step.items(), *encoding.extra.items(), *encoding.spare.items()]
    bonuses = [(k, literal) for (_, _, k), literal in encoding.extra.items()]
    bonuses += [(k, literal) for some in (encoding.two, encoding.third) for (_, k), literal in some.items()]
    bonuses += encoding.spare_third.items()
    for k, again, clause in zip((0, 1, 1), (0, 0, 1), encoding.clauses[-3:], strict=True):
        expected = {literal for (i, _, at, *_), literal in written if at == k or (i == unread and at < k)}
        expected |= {literal for at, literal in bonuses if at <= k}
        expected |= {literal for (at, _), literal in encoding.column.items() if at == k}
        expected |= {encoding.by[i, k - 1] for i in encoding.hexes if k}
        assert {*clause} == {encoding.again[k][again], *(expected - {spent}), -spent}


@pytest.mark.parametrize(("k", "readable", "before", "beside"), [
    (1, True, True, True), (1, True, False, False), (1, False, True, False), (0, True, True, False),
])
def test_a_dash_is_held_against_a_number_that_was_there_and_can_be_read(
    k: int, readable: bool, before: bool, beside: bool
) -> None:
    """A 3 stands in g4, away from the printed ones: a chain beside it would have fitted if it was written by then."""
    plain, g4 = asked(3, upper="---", lower="---"), RULES.spaces.index("g4")
    digits = [held if i != g4 or readable else (3, 4) for i, held in enumerate(plain.digits)]
    encoding = Encoding(replace(plain, digits=tuple(digits)))
    for _ in encoding.built():
        pass
    known = len(encoding.clauses)
    there = {encoding.by[g4, 0]} if before else set()
    cut(encoding, frozenset({encoding.dashed[k], *there}), (k == 0, k == 1, 0))
    fitting = encoding.clauses[known:]
    assert any(-encoding.by[g4, 0] in clause for clause in fitting) == beside
    placed = {encoding.place[n, k, 1] for n in (3, 4, 5, 6, 7, 8)}
    assert all({encoding.boxfault[k], -encoding.dashed[k]} < {*clause} and placed & {*clause} for clause in fitting)


def test_of_digits_too_many_one_is_called_the_third_number_and_another_need_not_be() -> None:
    """With dice 3 3 6 6, four 3s: a third number without a second one, once more, and a 3 beside it; no more than these."""
    cells = {(1, -2): "A", (0, 0): "A", (1, -1): "A", (1, 0): "A", (1, 1): "A", (2, -1): "A", (2, 0): "A"}
    sheet, _ = honeycomb(cells, {(1, -2): "3", (0, 0): "4", (2, -1): "5"}, False, 4, 1)
    rules = HexRoller(sheet)
    b1, c2, c3, d1 = (rules.index[space] for space in ("b1", "c2", "c3", "d1"))
    paper = Paper(game="hexroller", sheet="small", spaces={}, boxes={"upper": "-", "lower": "3"}, rolls=["3 3 6 6"])
    way = Round(chains=[(3, True, [b1, c3])], spares=[(d1, 3), (c2, 3)], spare_third=True, column=("-", "3"), faults=9)
    search = ordered(rules, asked_of(rules, read_evidence(rules, paper)), [way])
    with pytest.raises(StopIteration) as found:
        next(search)
    play = found.value.value
    assert (play.least, [one.refusal.key for one in play.refused]) == ((3,), ["HR-12", "HR-9:again", "HR-6:same"])
