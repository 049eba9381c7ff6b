"""What is asked of a filled sheet, and what a cut of the search for its explanation holds for."""

from __future__ import annotations

from typing import Any

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.games.hexroller.check.encoding import Asked, Encoding
from rollwrite_desktop.games.hexroller.check.evidence import read_evidence
from rollwrite_desktop.games.hexroller.check.lazy_constraints import cut
from rollwrite_desktop.games.hexroller.check.proof import asked_of
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.sheet.load import find

RULES = HexRoller(find("hexroller_front"))


def asked(rolls: int, **boxes: Any) -> Asked:
    """After so many rolls, of a sheet with three hexes written."""
    spaces = {"g4": "3", "b1": "4", "i1": "5"}
    paper = Paper(game="hexroller", sheet="hexroller_front", spaces=spaces, boxes=boxes, rolls=["3 4 5 6 7 8 8 8"] * rolls)
    return asked_of(RULES, read_evidence(RULES, paper))


def test_a_round_fills_a_column_unless_the_boxes_say_otherwise() -> None:
    assert (asked(3).skipped, len(asked(3).columns)) == (0, 2)
    assert (asked(3, upper="3", lower="4").skipped, len(asked(3, upper="3", lower="4").columns)) == (2, 1)


def test_a_cut_holds_as_long_as_the_same_bonuses_were_spent_before() -> None:
    encoding = Encoding(asked(3))
    for _ in encoding.built():
        pass
    cut(encoding, frozenset(), (0, 0, 1))
    again, *unless = encoding.clauses[-1]
    assert again == encoding.again[2][-1]
    before = {*encoding.extra.values()} & {*unless}
    assert before == {literal for (_, _, k), literal in encoding.extra.items() if k <= 2}
