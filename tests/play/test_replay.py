"""Looking at a game again: steps, turns, what each did; a new game from any point; what each game has to say afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rollwrite_desktop.core.journal import Record
from rollwrite_desktop.core.rules import Event, is_chance
from rollwrite_desktop.draw.inks import INKS
from rollwrite_desktop.draw.rings import rings
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.on_tour.play.model import End, Visit
from rollwrite_desktop.play.opening.open_game import Opened, reopen, sheet_of, start
from rollwrite_desktop.play.review.replay import Replay, part_rows
from rollwrite_desktop.play.review.replay_view import ReplayView
from tests.play.test_game_index import played


@pytest.fixture(params=list(GAMES))
def opened(request: Any, tmp_path: Path) -> Opened:
    return played(tmp_path, "a", request.param, players=("Ann", "Bo"))


def test_turns_lie_one_behind_the_other_and_begin_with_a_roll(opened: Opened) -> None:
    replay = Replay(opened)
    assert replay.turns[-1].after == replay.length
    for before, turn in zip(replay.turns, replay.turns[1:], strict=False):
        assert before.after == turn.before
    for number, turn in enumerate(replay.turns):
        assert is_chance(replay.events[turn.before].by)
        assert replay.turn(turn.before + 1) == replay.turn(turn.after) == number
    assert replay.turn(0) == -1


@pytest.mark.parametrize("game", list(GAMES))
def test_before_the_first_roll_there_are_no_turns(game: str, tmp_path: Path) -> None:
    begun = played(tmp_path, "a", game, players=("Ann", "Bo"))
    opened = start(begun.head)
    replay = Replay(opened)
    assert (replay.length, replay.turns, replay.turn(0)) == (0, (), -1)
    assert (replay.next_roll(0), replay.roll_before(0), replay.record_line(0)) == (0, 0, -1)
    assert replay.course("p1") == (replay.worth(0, "p1"),)


def test_what_a_replay_shows_follows_from_what_was_done(opened: Opened) -> None:
    """Without a window: ends are not left, the sheet is that of whoever moved until somebody's is chosen."""
    view = ReplayView(opened)
    length = view.replay.length
    view.go(length + 5)
    end = view.snapshot()
    assert (end.at, end.ended) == (length, True) and view.is_at(length + 1)
    moved = next(n for n in range(1, length + 1) if view.replay.by(n) == "p2")
    view.go(moved)
    shown = view.snapshot()
    assert shown.player == "p2" and shown.line == view.replay.record_line(moved) and "Bo" in shown.sentence
    assert shown.spoken == f"{shown.sentence}. Step {moved} of {length}." and not view.is_at(moved + 1)
    before, now = view.display_before(), view.display()
    assert before is not None and before.size == now.size
    view.choose_player("p1")
    view.go(moved)
    assert view.snapshot().player == "p1"
    view.choose_player("")
    assert view.snapshot().player == "p2"
    view.go(-1)
    assert view.snapshot().at == 0 and view.display_before() is None


def test_steps_by_roll_reach_every_roll_and_both_ends(opened: Opened) -> None:
    replay = Replay(opened)
    at, seen = 0, []
    while at < replay.length:
        at = replay.next_roll(at)
        seen.append(at)
    assert len(seen) == len(replay.turns) + (replay.turns[-1].before + 1 < replay.length)
    back = []
    while at:
        at = replay.roll_before(at)
        back.append(at)
    assert back[-1] == 0
    assert set(back[:-1]) <= set(seen)


def test_every_step_tells_something_else(opened: Opened) -> None:
    """What only closes a turn is passed over, both ways, and both ends are reached."""
    replay = Replay(opened)
    on = [0]
    while on[-1] < replay.length:
        on.append(replay.step(on[-1], 1))
    back = [replay.length]
    while back[-1]:
        back.append(replay.step(back[-1], -1))
    assert on == back[::-1] and replay.step(0, -1) == 0 and replay.step(replay.length, 1) == replay.length
    lines = [replay.record_line(count) for count in on[:-1]]
    assert len(set(lines)) == len(lines) and {line.count for line in replay.record} <= set(on)


def test_the_record_tells_of_the_last_event_by_then(opened: Opened) -> None:
    replay = Replay(opened)
    assert replay.record_line(0) == -1
    assert replay.record_line(replay.length) == len(replay.record) - 1
    for line, told in enumerate(replay.record):
        assert replay.record_line(told.count) == line


def test_what_the_turns_did_adds_up(opened: Opened) -> None:
    replay = Replay(opened)
    for player, score in zip(replay.players, opened.session.rules.scores(opened.session.state), strict=True):
        assert len(replay.course(player)) == len(replay.turns) + 1
        ends = [replay.course(player, measure)[-1] for measure in range(len(replay.measures))]
        assert score.total in ends
    told = [replay.did(number) for number in range(len(replay.turns))]
    assert "Ann" in "".join(told) and "Bo" in "".join(told)
    assert all(line for text in told for line in text.splitlines()) and not any("±" in text for text in told)


def test_a_new_game_from_any_point_is_that_game(opened: Opened) -> None:
    replay = Replay(opened)
    for count in (0, 1, replay.length // 2, replay.length):
        head, lines = replay.branch(count, "2026-11-21T10:00:00+00:00", {("p1", "pencil"): "OH=3", ("p1", "bot"): "greedy"})
        again = reopen(Record(head, lines, 0, False), "again")
        assert again.session.state == replay.state(count)
        assert not again.read_only
        assert again.session.notes == {("p1", "pencil"): "OH=3"}
        assert (head.notes.started, head.notes.code) == ("2026-11-21T10:00:00+00:00", opened.head.notes.code)
        assert again.session.take_backs == 0
        nxt = again.session.digital(at=lines[-2].at if count else 0)
        if nxt is not None and count < replay.length and is_chance(replay.events[count].by):
            assert nxt.move == replay.events[count].move  # the dice go on as they did


def test_every_part_of_a_score_points_at_spots_of_the_sheet(opened: Opened) -> None:
    session, review = opened.session, opened.game.think.review
    for state in (session.state_after(0), session.state_after(len(session.events) // 2), session.state):
        for player in session.players:
            for part, title, _ in part_rows(opened, state, player):
                assert title
                found = review.spots(session.rules, state, player, part)
                assert all(spot in opened.sheet.space or spot in opened.sheet.box for spot in found)
                marks = list(rings(opened.sheet, found))
                assert len({mark.key for mark in marks}) == len(marks)
                assert all(mark.stroke in INKS for mark in marks)  # type: ignore[union-attr]
            for remark in review.remarks(session.rules, state, player):
                assert remark.sentence.endswith((".", "s")) or ":" in remark.sentence
                assert all(spot in opened.sheet.space or spot in opened.sheet.box for spot in remark.spots)
                if remark.ui is not None:
                    assert opened.game.play.guide(session.rules).draw(state, player, remark.ui).marks


def test_on_tour_tells_the_best_route_and_counts_by_it_on_the_way(tmp_path: Path) -> None:
    opened = played(tmp_path, "a", "on_tour")
    rules, state = opened.session.rules, opened.session.state
    course = Replay(opened).course("p1")
    assert max(course[:-2]) > 0  # before any route was drawn
    best = rules.roads.best(state.part("p1").marks).score
    total = rules.scores(state)[0].total
    told = [remark.sentence for remark in opened.game.think.review.remarks(rules, state, "p1")]
    assert told[0] == ("No route scores more than the one drawn." if best == total
                       else f"The best route was worth {best}, {best - total} more.")


def test_rolling_america_tells_unused_powers(tmp_path: Path) -> None:
    opened = played(tmp_path, "a", "rolling_america")
    rules, review = opened.session.rules, opened.game.think.review
    told = [remark.sentence for remark in review.remarks(rules, opened.session.state_after(0), "p1")]
    assert told == [f"{power}: 3 left unused." for power in ("Color change", "Guard", "Dupe")]
    xs = review.spots(rules, opened.session.state, "p1", "Xs")
    assert len(xs) == dict(rules.scores(opened.session.state)[0].parts)["Xs"]


def test_rings_leave_out_what_the_sheet_has_not() -> None:
    sheet = sheet_of(GAMES["rolling_america"], "", "sheet")
    assert list(rings(sheet, ("OH", "OH", "guard/1", "nowhere"))) == list(rings(sheet, ("OH", "guard/1")))


def test_the_course_of_on_tour_follows_the_best_route_to_the_end_whatever_was_drawn(tmp_path: Path) -> None:
    """A short route of one's own is no fall of the map's worth on the last turn."""
    whole = played(tmp_path, "a", "on_tour")
    opened = start(whole.head)
    for event in whole.session.events:
        assert opened.session.submit(event) is None
        if isinstance(event.move, Visit):
            break
    assert opened.session.submit(Event("p1", End())) is None
    replay = Replay(opened)
    (score,) = opened.session.rules.scores(opened.session.state)
    course = replay.course("p1")
    assert score.total < course[-1] and list(course) == sorted(course)
