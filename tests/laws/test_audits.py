"""What holds of every game's check: legal play is clean, what was written is what is read, two ways of counting agree."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rollwrite_desktop.core.audit import Paper, report_json, write_paper
from rollwrite_desktop.core.rules import CHANCE, Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.check.mark_keys import CIRCLE
from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.intake.papers import read_paper
from rollwrite_desktop.sheet.load import find
from tests.laws.demands import law
from tests.walks import ALPHABETS, EVERY, every_walk, rules_of, walk

pytestmark = pytest.mark.slow


@law("audit")
@every_walk
def test_legal_play_is_clean(walked: tuple) -> None:
    session = walk(*walked)
    game, rules = EVERY[walked[0]], session.rules
    auditor = game.check.auditor(rules.sheet, dict(walked[2]))
    for score in rules.scores(session.state):
        paper = game.check.paper_of(rules, session.state, score.player)
        for report in (auditor.audit(paper), auditor.audit_play(session, score.player)):
            assert report.verdict == "clean" and report.findings == ()
            assert report.total == score.total and dict(report.parts) == dict(score.parts)


@law("audit")
@every_walk
def test_no_moment_of_legal_play_is_broken(walked: tuple) -> None:
    session = walk(*walked)
    game, rules = EVERY[walked[0]], session.rules
    auditor = game.check.auditor(rules.sheet, dict(walked[2]))
    for count in range(len(session.events) + 1):
        paper = game.check.paper_of(rules, session.state_after(count), session.players[-1])
        assert auditor.audit(paper).verdict != "broken"


@law("paper")
@every_walk
def test_a_sheet_written_and_read_is_the_same_sheet(walked: tuple) -> None:
    session = walk(*walked)
    game = EVERY[walked[0]]
    for player in session.players:
        paper = game.check.paper_of(session.rules, session.state, player)
        assert read_paper(write_paper(paper), "x", {game.info.id: game.check.paper}) == paper


@law("typing")
@every_walk
def test_what_players_write_can_be_typed(walked: tuple) -> None:
    """Each mark of a played sheet is typed into a blank one as people type it: digit by digit, and its circle after it."""
    session = walk(*walked)
    game, sheet = EVERY[walked[0]], find(walked[1])
    desk = game.check.paper_editor(sheet, dict(walked[2]))
    for player in session.players:
        for space, held in game.check.paper_of(session.rules, session.state, player).spaces.items():
            paper: Paper | None = Paper(game=walked[0], sheet=walked[1])
            for key in content(held) + CIRCLE * is_circled(held):
                paper = paper and desk.typed(paper, space, key)
            assert paper and paper.spaces[space] == held, f"{space}: {held} cannot be typed"


@law("mistakes")
@every_walk
def test_spoilt_sheets_are_counted_alike(walked: tuple) -> None:
    """Strokes at random through the gate of paper: the score and the check of the journal come to the same mistakes, and
    every finding has its sentence."""
    game_id, sheet_id, options, _, seed = walked
    if dict(options).get("enforcement") != "paper":
        return
    game, rules = EVERY[game_id], rules_of(game_id, sheet_id, options)
    auditor = game.check.auditor(rules.sheet, dict(options))
    luck = random.Random(seed)
    alphabet = [rules.read(text) for text in ALPHABETS[game_id](sheet_id)]
    for table in range(6):
        session: Session[Any] = Session(rules, ("p1", "p2"), code=f"SPOILT-{seed}-{table}", gate="paper")
        for _ in range(25):
            for demand in rules.demands(session.state):
                if demand.by == CHANCE:
                    session.submit(session.digital())
                    continue
                for move in luck.sample(alphabet, 60):
                    session.submit(Event(demand.by, move))
                moves = list(rules.moves(session.state, demand.by))
                if moves:
                    session.submit(Event(demand.by, luck.choice(moves)))
        assert session.refused_events
        for score in rules.scores(session.state):
            report = auditor.audit_play(session, score.player)
            assert dict(report.parts) == dict(score.parts) and report.mistakes == dict(score.parts)["mistakes"]
            assert report.verdict == ("broken" if report.mistakes else "clean")
            paper = game.check.paper_of(rules, session.state, score.player)
            for checked in (report, auditor.audit(paper)):
                for row in report_json(checked, game.play.rulebook)["findings"]:  # type: ignore[attr-defined]
                    assert row["message"] and "{" not in row["message"] and "{" not in row.get("repair", "")
                    assert row["where"] == sorted(row["where"])
