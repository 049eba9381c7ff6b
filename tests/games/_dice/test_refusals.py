"""Every entry of the rulebook of Two Dice by an example that triggers it. An entry without an example fails."""

from __future__ import annotations

import pytest

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games._dice import GAME
from rollwrite_desktop.sheet.load import find

SHEET = find("_dice")
REFUSED = {
    # key: (what happened, what is refused, the sentence)
    "TD-1": (["chance: 4 5"], "chance: 5 6", "Roll two dice when everyone has written one of the last."),
    "TD-2": (["chance: 4 5", "p1: A=4"], "p1: B=5", "Wait for the next roll."),
    "TD-3": (["chance: 4 5", "p1: A=4", "chance: 5 6"], "p1: A=5", "Space A already holds 4."),
    "TD-4": (["chance: 4 5"], "p1: A=6", "Write one of the numbers that were rolled: 4 and 5."),
    "TD-5": (["chance: 4 5", "p1: A=4", "chance: 4 4"], "p1: B=4",
             "Space B and Space A are neighbors: they can’t both hold 4."),
    "TD-6": (["chance: 4 5"], "p1: A=X",
             "An X is only for rolls of which no number fits: here 4 and 5 can be written."),
}
UNWRITABLE = ("TD-1", "TD-2", "TD-3")
"""What cannot be written on paper either; the others are mistakes there."""
FOUND = {
    # key: (the paper whose check finds it, the sentence)
    "TD-5": (
        Paper(game="_dice", spaces={"A": "4", "B": "4", "C": "X"}),
        "Space A and Space B are neighbors: they can’t both hold 4.",
    ),
    "TD-4:rolls": (
        Paper(game="_dice", spaces={"A": "4", "C": "5", "I": "5"}, rolls=["4 6", "2 5", "3 3"]),
        "Space I: no roll shows 5 that isn’t used already.",
    ),
    "TD-7": (
        Paper(game="_dice", spaces={"A": "4", "B": "5", "C": "X"}, claimed=8),
        "The sheet claims 8; its numbers add up to 9.",
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


def test_every_entry_has_an_example() -> None:
    assert {*REFUSED, *FOUND} == set(GAME.play.rulebook)


def test_where_no_number_fits_an_x_is_written() -> None:
    session = Session(GAME.play.rules(SHEET, {}), ("p1",))
    course = [("4 4", f"{space}=4") for space in "ACGI"] + [("4 4", "B=X")]
    for roll, move in course:
        for by, text in (("chance", roll), ("p1", move)):
            assert session.submit(Event(by, session.rules.read(text))) is None
