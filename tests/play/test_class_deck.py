"""Positions for a class: sheets of paper are played again as their rolls explain them, and their costly turns found."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Report
from rollwrite_desktop.core.journal import Record
from rollwrite_desktop.play.opening.open_game import reopen
from rollwrite_desktop.play.paper.audit_files import Entered, Filled, filled_of
from rollwrite_desktop.play.practice.class_deck import Played, costly, played_at, played_on, usable
from rollwrite_desktop.play.practice.deck import key_of, opened_position, turn_of
from rollwrite_desktop.play.review.review_view import choices
from tests.play.test_deck import QUICK, ROLLOUTS
from tests.play.test_game_review import played
from tests.sampling import sampled

pytestmark = pytest.mark.slow

HERE = Path()


@cache
def filled(game_id: str, bot: str = "medium") -> Filled:
    """The sheet that a computer player left, checked with its rolls."""
    opened = played(game_id, bot)
    paper = opened.game.check.paper_of(opened.session.rules, opened.session.state, "p1")
    entered = Entered(opened.game, opened.sheet, paper)
    *_, report = entered.reports()
    return filled_of(entered, report)


@sampled("game_id", ["rolling_america", "on_tour", "hexroller"], 3)
def test_a_sheet_is_played_again_as_its_rolls_explain_it(game_id: str) -> None:
    sheet = filled(game_id)
    game = played_on(sheet)
    assert usable(sheet) and game is not None
    again = reopen(Record(game.head, game.lines, 0, False), "").session
    paper = sheet.game.check.paper_of(again.rules, again.state, "p1")
    assert (paper.spaces, paper.rolls) == (sheet.paper.spaces, sheet.paper.rolls)


def test_only_what_is_proved_to_be_legal_is_used() -> None:
    sheet = filled("on_tour")
    nothing = Report((), (), None)
    assert not usable(replace(sheet, missing="left early"))
    assert not usable(replace(sheet, report=nothing)), "no rolls"
    assert not usable(replace(sheet, report=replace(sheet.report, bounds=(0, None)))), "the search is not over"
    assert not usable(replace(sheet, report=replace(sheet.report, bounds=(1, 1)))), "not legal"
    assert played_on(replace(sheet, report=replace(sheet.report, play=sheet.report.play[::-1]))) is None


def test_the_worst_turn_of_each_comes_before_the_second_of_any() -> None:
    """Measured one after the other until there are enough; each position once, and clearly a mistake."""
    games = [game for game in map(played_on, (filled("rolling_america"), filled("rolling_america", "random")))
             if game is not None]
    steps = list(costly([*games, games[0]], 3, HERE, ROLLOUTS, QUICK))
    looked = [step.looked for step in steps if not step.measured]
    assert looked == [1, 2, 3] and {step.games for step in steps} == {3}
    assert [step.measured for step in steps[3:]] == list(range(1, len(steps) - 2))
    *_, last = steps
    assert len(last.found) == 3 == len({key_of(position) for position in last.found})
    assert all(len(step.found) < 3 for step in steps[:-1])
    for position in last.found:
        assert choices(opened_position(position, HERE), "p1", turn_of(position))
        assert position.cost.error > 2 * position.cost.se and position.player == ""
        assert not position.theme.endswith("_early"), "when a power was spent is not seen on paper"
    *_, at_table = costly([replace(games[1], paper=False)], 4, HERE, ROLLOUTS, QUICK)
    assert any(position.theme.endswith("_early") for position in at_table.found)


def test_a_game_without_its_end_has_no_last_turn_and_people_alone_count() -> None:
    whole = filled("on_tour")
    game = played_on(whole)
    assert game is not None and not reopen(Record(game.head, game.lines, 0, False), "").session.over
    short = Played(game.head, game.lines[:5], game.player)  # two rolls that begin, one roll, its two numbers
    *_, last = costly([short], 6, HERE, ROLLOUTS, QUICK)
    assert (last.looked, last.measured) == (1, 0)
    two = played("rolling_america", players=2)
    assert [each.player for each in played_at(two)] == ["p1", "p2"]
    bots = replace(two, head=replace(two.head, notes=replace(two.head.notes, bots={"p1": "easy"})))
    assert [each.player for each in played_at(bots)] == ["p2"]
