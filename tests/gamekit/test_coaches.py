"""The coaches: something to say at every moment of a game, and every stroke that is suggested is legal and explained."""

from __future__ import annotations

import random

import pytest

from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.gamekit.coach import FREE_HINTS, Hint, best_stroke, hints_of
from rollwrite_desktop.gamekit.handbook import entry_of
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.ligretto_dice.model import Place, Roll
from rollwrite_desktop.play.open_game import new_head, options_of, sheet_of, start
from rollwrite_desktop.play.race_session import RaceSession
from rollwrite_desktop.play.table_session import TableSession

TAUGHT = [game_id for game_id, game in GAMES.items() if not game.info.realtime]


def seated(game_id: str, names: tuple[str, ...] = ("Ann",)) -> TableSession:
    game = GAMES[game_id]
    sheet = sheet_of(game, "", "sheet")
    return TableSession(start(new_head(game, sheet, sheet.id, names, options_of(game, {}, ""), Notes(seed="COACH"))))


def test_all_games_are_taught() -> None:
    assert all(game.coach is not None for game in GAMES.values())


def test_a_race_by_its_hints() -> None:
    """Whoever follows the hints never misplaces a die and is done in the end; the lesson says what is the case."""
    game = GAMES["ligretto_dice"]
    sheet = sheet_of(game, "", "sheet")
    notes = Notes(seed="COACH", bots={"p2": "level_1"})
    opened = start(new_head(game, sheet, sheet.id, ("Ann", "Cy"), options_of(game, {}, ""), notes))
    side = RaceSession(opened, 0)
    assert side.taught == "p1"
    clock, hints, lessons = 0, 0, set()
    first = side.lesson()
    assert first is not None
    assert first.rule == "LD-3"
    assert side.hint() is None
    while side.phase != "over":
        clock += 400
        if side.phase in ("ready", "stopped"):
            side.begin(clock)
        side.tick(clock)
        lesson = side.lesson()
        assert lesson is not None
        assert entry_of(game.handbook, lesson.rule) is not None
        lessons.add(lesson.text)
        found = side.hint() if side.running else None
        if found is None or found.move is None:
            continue
        hints += 1
        assert found.reason
        refusal = side._submit(Event("p1", found.move, side.at))
        assert refusal is None or refusal.unwritable, refusal
    assert hints > 30
    assert len(lessons) == 3
    assert not any(line.startswith("fumble") for line in map(side.rules.write, (e.move for e in side.session.events)))
    assert len(hints_of(side.session, "p1")) >= hints


@pytest.mark.parametrize("game_id", TAUGHT)
def test_a_whole_game_by_its_hints(game_id: str) -> None:
    """Every third stroke is another legal one, so that odd positions come up too."""
    side = seated(game_id)
    luck = random.Random(7)
    bot = list(side.opened.game.bots.values())[-1]
    lessons, reasons = set(), set()
    strokes = 0
    while not side.session.over:
        lesson = side.lesson("p1")
        assert lesson is not None
        assert lesson.text
        assert entry_of(side.opened.game.handbook, lesson.rule) is not None
        lessons.add(lesson.text)
        if not side.can_hint():
            assert side.roll() is None
            continue
        if side.step in ("roll", "finish") and not side.compelled("p1"):
            assert side.roll() is None
            continue
        assert side.coach is not None
        state = side.session.state
        move = best_stroke(bot, side.rules, state, "p1")
        assert side.rules.refuse(state, Event("p1", move)) is None
        reason = side.coach.reason(state, "p1", move)
        assert reason
        assert "{" not in reason + lesson.text
        assert set(side.coach.spots(move)) <= set(side.opened.sheet.space)
        reasons.add(reason)
        strokes += 1
        if strokes % 3 == 0:
            move = luck.choice(list(side.rules.moves(state, "p1")))
        assert side.session.submit(Event("p1", move)) is None
        side.sit("p1")
    assert side.lesson("p1") is not None
    assert len(lessons) > 5
    assert len(reasons) > 15


def test_hints_are_counted_and_kept_with_the_game() -> None:
    side = seated("rolling_america", ("Ann", "Bo"))
    side.roll()
    assert side.hints_left() == FREE_HINTS
    first = side.hint()
    assert side.hint() == first
    assert side.hints_left() == 0
    side.hint()
    assert side.hints_left() == 0
    assert side.hints_used("p1") == 3
    assert side.hints_used("p2") == 0
    assert side.session.notes[("p1", "hints")] == "1 1 1"
    assert TableSession(side.opened).hints_left() == 0  # looking away and coming back gives no new ones
    assert first.text
    side.sit("p2")
    assert side.hints_left() == FREE_HINTS


def test_a_hint_in_a_race_stays_while_others_go_on_until_it_is_too_late() -> None:
    """Both have a blue 1; the other's die elsewhere changes nothing, the other's blue 1 does."""
    game = GAMES["ligretto_dice"]
    sheet = sheet_of(game, "", "sheet")
    notes = Notes(seed="COACH", bots={"p2": "random"})
    side = RaceSession(start(new_head(game, sheet, sheet.id, ("Ann", "Cy"), options_of(game, {}, ""), notes)), 0)
    side.begin(0)
    side.tick(10)
    side.at = 3000
    for _ in range(200):
        fitting = [move for move in side.rules.moves(side.session.state, "p1", side.at) if isinstance(move, Place)]
        others = [move for move in side.rules.moves(side.session.state, "p2", side.at) if isinstance(move, Place)]
        shared, alone = set(fitting) & set(others), set(others) - set(fitting)
        if shared and alone:
            break
        for player in ("p1", "p2"):
            side._submit(Event(player, Roll(), side.at))
        side.at += 2000
    else:
        raise AssertionError("no such dice")
    move = min(shared, key=side.rules.write)
    hint = Hint(move, "", "")
    assert side.holds(hint)
    assert side._submit(Event("p2", min(alone, key=side.rules.write), side.at)) is None
    assert side.holds(hint)
    side.at += 1000
    assert side._submit(Event("p2", move, side.at)) is None
    assert not side.holds(hint)
