"""Every entry of Blank's rulebook by an example that triggers it. An entry without an example fails."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games._blank import GAME
from rollwrite_desktop.sheet.load import find

SHEET = find("_blank")
REFUSED = {
    # key: (what happened, what is refused, the sentence)
    "BL-1": (["chance: 4"], "chance: 5", "Roll one die when everyone has written the last number."),
    "BL-2": (["chance: 4", "p1: A=4"], "p1: B=4", "Wait for the next roll."),
    "BL-3": (["chance: 4", "p1: A=4", "chance: 5"], "p1: A=5", "Area A already holds 4."),
    "BL-4": (["chance: 4"], "p1: A=5", "Write the 4 that was rolled."),
}
UNWRITABLE = ("BL-1", "BL-2", "BL-3")
"""What cannot be written on paper either; the others are mistakes there."""
FOUND = {
    # key: (the paper whose check finds it, the sentence)
    "BL-5": (
        Paper(game="_blank", spaces={"A": "4", "B": "4", "C": "4", "D": "1"}, claimed=3),
        "The sheet claims 3; 2 pairs of neighbors hold the same number.",
    ),
}


@pytest.mark.parametrize("key", REFUSED)
def test_refused(key: str) -> None:
    lines, wrong, sentence = REFUSED[key]
    session = Session(GAME.play.rules(SHEET, {}), ("p1",))
    for line in lines:
        by, _, text = line.partition(": ")
        assert session.submit(Event(by, session.rules.read(text))) is None, line
    by, _, text = wrong.partition(": ")
    refusal = session.submit(Event(by, session.rules.read(text)))
    assert refusal is not None and (refusal.key, refusal.sentence(GAME.play.rulebook)) == (key, sentence)
    assert refusal.unwritable == (key in UNWRITABLE)


@pytest.mark.parametrize("key", FOUND)
def test_found_on_paper(key: str) -> None:
    paper, sentence = FOUND[key]
    report = GAME.check.auditor(SHEET, {}).audit(paper)
    assert [(finding.key, finding.sentence(GAME.play.rulebook)) for finding in report.findings] == [(key, sentence)]


def test_a_claim_of_nothing_is_a_claim() -> None:
    paper, _ = FOUND["BL-5"]
    (finding,) = GAME.check.auditor(SHEET, {}).audit(replace(paper, claimed=0)).findings
    assert finding.args == {"claimed": 0, "total": 2}


def test_every_entry_has_an_example() -> None:
    assert {*REFUSED, *FOUND} == set(GAME.play.rulebook)
