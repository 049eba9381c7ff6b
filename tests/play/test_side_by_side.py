"""A game beside one of a computer player with the same dice: the same step of both, and the first turn that differs."""

from __future__ import annotations

from pathlib import Path

import pytest

from rollwrite_desktop.core.rules import is_chance
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.review.same_dice import PLAYER, LevelGame, games_of, job, replayed
from rollwrite_desktop.play.review.side_by_side import SideBySide
from tests.play.test_game_index import played

TABLE_GAMES = [game_id for game_id, game in GAMES.items() if not game.info.realtime]


def beside(folder: Path, game_id: str, players: tuple[str, ...] = ("Ann", "Bo")) -> SideBySide:
    opened = played(folder, "a", game_id, players=players)
    level = next(iter(games_of(opened.game)))
    game = next(each for each in job(opened, {level: 1}, {})() if isinstance(each, LevelGame))
    other = replayed(opened.session.rules, game)
    assert other is not None
    return SideBySide(opened, opened.session.players[-1], other)


@pytest.mark.parametrize("game_id", TABLE_GAMES)
def test_both_games_are_at_the_same_roll_at_every_step(game_id: str, tmp_path: Path) -> None:
    pair = beside(tmp_path, game_id)
    events, others = pair.opened.session.events, pair.other.events
    steps = [pair.beside(count) for count in range(len(events) + 1)]
    assert steps[0] == 0 and steps[-1] == len(others) and steps == sorted(steps)
    for count, step in enumerate(steps[:-1]):
        rolls = sum(is_chance(event.by) for event in events[:count])
        assert sum(is_chance(event.by) for event in others[:step]) == min(rolls, sum(is_chance(e.by) for e in others))
        if is_chance(events[count].by):
            assert step == len(others) or is_chance(others[step].by), "a turn that is over is over on both sheets"


@pytest.mark.parametrize("game_id", TABLE_GAMES)
def test_the_first_turn_that_differs(game_id: str, tmp_path: Path) -> None:
    pair = beside(tmp_path, game_id)
    parting = pair.parting
    assert parting is not None and parting.mine != parting.theirs
    rules, session = pair.opened.session.rules, pair.opened.session

    def moves(count: int) -> tuple[list[str], list[str]]:
        own = [event.move for event in session.events[:count] if event.by == pair.player]
        theirs = [event.move for event in pair.other.events[: pair.beside(count)] if event.by == PLAYER]
        return sorted(map(rules.write, own)), sorted(map(rules.write, theirs))

    before = max(at for at, event in enumerate(session.events[: parting.count]) if is_chance(event.by))
    assert moves(before)[0] == moves(before)[1] and moves(parting.count)[0] != moves(parting.count)[1]


def test_a_game_beside_itself_is_the_same(tmp_path: Path) -> None:
    opened = played(tmp_path, "a", players=("Ann",))
    pair = SideBySide(opened, "p1", opened.session)
    assert pair.parting is None
    guide = opened.game.play.guide(opened.session.rules)
    count = len(opened.session.events) // 2
    mine, theirs = pair.displays(guide, count, "Ann")
    assert mine == theirs and pair.beside(count) == count


def test_what_this_turn_wrote_otherwise_is_ringed_on_both_sheets(tmp_path: Path) -> None:
    pair = beside(tmp_path, "rolling_america", ("Ann",))
    assert pair.parting is not None
    guide = pair.opened.game.play.guide(pair.opened.session.rules)
    for page in pair.displays(guide, pair.parting.count, "Computer"):
        assert any(mark.key.startswith("ring") for mark in page.marks)
