"""Games that are kept: whole journals, each with a line saying why, replayed to the same score for ever.

`tests/recorded/index.json` names for each why it is kept, the scores in the order of the players, how many of its strokes
the rules refuse, how many rolls were taken back, and whether its last line is torn.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rollwrite_desktop.intake.journals import read
from rollwrite_desktop.play.opening.open_game import reopen

FOLDER = Path(__file__).parent / "recorded"
INDEX = json.loads((FOLDER / "index.json").read_text("utf-8"))


def test_every_journal_says_why_it_is_kept() -> None:
    assert {path.name for path in FOLDER.glob("*.rollwrite")} == set(INDEX)
    assert all(entry["why"].endswith(".") for entry in INDEX.values())


@pytest.mark.parametrize("name", INDEX)
def test_replayed(name: str) -> None:
    entry = INDEX[name]
    record = read(FOLDER / name)
    assert record.torn == entry.get("torn", False)
    opened = reopen(record, name, FOLDER)
    session = opened.session
    assert [score.total for score in session.rules.scores(session.state)] == entry["scores"]
    assert [score.place for score in session.rules.scores(session.state)] == entry["places"]
    assert len(session.refused_events) == entry.get("refused", 0)
    assert session.take_backs == entry.get("take_backs", 0)
    assert session.over == entry.get("over", True)
    for player, score in zip(session.players, session.rules.scores(session.state), strict=True):
        report = opened.game.check.auditor(opened.sheet, session.rules.options).audit_play(session, player)  # type: ignore[attr-defined]
        assert report.total == score.total
