"""Every entry of the template's rulebook by an example, as every game must have."""

from __future__ import annotations

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.chance import CHANCE, Outcome
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.games._blank import GAME
from rollwrite_desktop.sheet.load import find

SHEET = find("_blank")


def test_nothing_can_be_written() -> None:
    rules = GAME.rules(SHEET, {})
    refusal = rules.refuse(rules.start(("p1",)), Event(CHANCE, Outcome(())))
    assert refusal is not None and refusal.key == "BL-1"
    assert refusal.sentence(GAME.rulebook) == "Nothing can be written in this game."


def test_every_mark_is_one_too_many() -> None:
    report = GAME.auditor(SHEET, {}).audit(Paper(game="_blank", spaces={"LEFT": "X", "RIGHT": ""}))
    assert [(finding.key, finding.where) for finding in report.findings] == [("BL-2", ("LEFT",))]
    assert report.findings[0].sentence(GAME.rulebook) == "Left holds X: it stays blank."


def test_every_entry_has_an_example() -> None:
    assert set(GAME.rulebook) == {"BL-1", "BL-2"}
