"""The review of a game: its sums, its marks, where it is kept, and what cannot be reviewed."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.bots import play_out, random_bot
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.journal import Notes
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.gamekit.think.engine import Budget, best_plan, engine_for, uniform
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import Opened, new_head, sheet_of, start
from rollwrite_desktop.play.opening.simulation import finish
from rollwrite_desktop.play.review import game_review
from rollwrite_desktop.play.review.game_review import (
    Review,
    Reviewer,
    TurnReview,
    keep_review,
    kept_reviews,
    reviewed,
)
from tests.sampling import sampled

pytestmark = pytest.mark.slow

QUICK = Budget(3, (1, 1))
STRONG = [game for game in GAMES.values() if game.think.engine is not None]


def whole_review(opened: Opened, player: str, rollouts: int, budget: Budget = QUICK) -> Review:
    """The review of a player's game, with which the turns end."""
    *_, found = reviewed(opened, player, rollouts, budget)
    assert isinstance(found, Review)
    return found


@cache
def played(game_id: str, bot: str = "medium", code: str = "TEST-2345", players: int = 1, **options: str) -> Opened:
    game = GAMES[game_id]
    sheet = sheet_of(game, "")
    names = ("Ann", "Bo", "Cy")[:players]
    opened = start(new_head(game, sheet, sheet.id, names, options, Notes(seed=code)))
    finish(opened.session, dict.fromkeys(opened.session.players, game.think.bots[bot]))
    return opened


@pytest.mark.parametrize("game_id", [
    "rolling_america", pytest.param("hexroller", marks=pytest.mark.release),
    pytest.param("on_tour", marks=pytest.mark.release),
])
def test_error_and_luck_add_up_to_the_result(game_id: str) -> None:
    opened = played(game_id, players=2)
    found = whole_review(opened, "p2", 3, QUICK)
    result = opened.session.rules.scores(opened.session.state)[1].total
    sign = -1 if found.better == "lower" else 1
    assert found.player == "Bo" and found.result == result
    assert (found.better == "lower") == opened.game.play.lowest_wins
    assert found.expected - sign * (found.error - found.luck) == pytest.approx(result, abs=0.002)
    assert sum(turn.error for turn in found.turns) == pytest.approx(found.error, abs=0.01)
    assert sum(turn.luck for turn in found.turns) == pytest.approx(found.luck, abs=0.05)
    assert [turn.turn for turn in found.turns] == list(range(1, len(found.turns) + 1))


def test_turns_come_one_by_one_and_the_whole_last() -> None:
    opened = played("rolling_america")
    parts = list(reviewed(opened, "p1", 2, QUICK))
    assert isinstance(parts[-1], Review) and all(isinstance(part, TurnReview) for part in parts[:-1])
    assert sorted(part.turn for part in parts[:-1]) == list(range(1, 25))  # type: ignore[union-attr]
    assert parts == list(reviewed(opened, "p1", 2, QUICK))


def test_best_moves_are_legal_and_lead_where_it_is_said() -> None:
    opened = played("rolling_america", code="LEGAL")
    rules, session = opened.session.rules, opened.session
    turns = list(reviewed(opened, "p1", 2, QUICK))[:-1]
    for turn in turns:
        assert isinstance(turn, TurnReview)
        for candidate in turn.best:
            state = session.state_after(turn.before)
            for text in candidate.move.split("; "):
                event = Event("p1", rules.read(text))
                assert rules.refuse(state, event) is None
                state = rules.apply(state, event)
            assert state.part("p1").done


def test_marks_need_certainty_and_size() -> None:
    reviewer = Reviewer(played("rolling_america"), "p1", 2, QUICK)
    assert [reviewer._mark(error, 0.1) for error in (0.25, 0.31, 0.61, 1.01)] == ["", "doubtful", "mistake", "blunder"]
    assert reviewer._mark(1.5, 0.8) == ""
    points = Reviewer(played("hexroller"), "p1", 2, QUICK)
    assert points._mark(1.5, 0.1) == "doubtful" and points._mark(0.8, 0.1) == ""


def test_one_s_own_route_counts_in_the_last_turn() -> None:
    """A route that is shorter than the best is an error of what was drawn, not luck."""
    game = GAMES["on_tour"]
    opened = played("on_tour", code="ROUTE")
    lost: Any = start(opened.head)
    for event in opened.session.events:
        text = opened.session.rules.write(event.move)
        if not text.startswith("route"):
            assert lost.session.submit(event) is None
    for text in ("route " + next(a for a, m in zip(lost.session.rules.areas, lost.session.state.parts[0].marks, strict=True)
                                 if m != "X"), "route end"):
        assert lost.session.submit(Event("p1", lost.session.rules.read(text))) is None
    short, best = Reviewer(lost, "p1", 2, QUICK), Reviewer(opened, "p1", 2, QUICK)
    points = [r.rules.scores(r.session.state)[0].total for r in (short, best)]
    last = short.review(short.turns[-1])
    assert points[0] < points[1] and last.value == points[0] and last.rolled >= points[1]
    assert game.think.engine is not None


def test_what_cannot_be_reviewed_says_why() -> None:
    half = played("rolling_america")
    some = start(half.head)
    with pytest.raises(UserError, match="when it is over"):
        Reviewer(some, "p1")
    with pytest.raises(UserError, match="no review of Ligretto Dice"):
        Reviewer(replace(half, game=GAMES["ligretto_dice"]), "p1")


def test_reviews_are_kept_beside_the_journal_as_long_as_the_game_is_the_same(tmp_path: Path) -> None:
    journal, opened = tmp_path / "game.rollwrite", played("rolling_america", players=2)
    first, second = whole_review(opened, "p1", 1, QUICK), whole_review(opened, "p2", 1, QUICK)
    keep_review(journal, opened, "p1", first)
    assert kept_reviews(journal, opened) == {} and not list(tmp_path.iterdir()), "the game was deleted meanwhile"
    journal.touch()
    keep_review(journal, opened, "p1", first)
    keep_review(journal, opened, "p2", second)
    assert kept_reviews(journal, opened) == {"p1": first, "p2": second}
    assert kept_reviews(journal, played("rolling_america", players=2, code="OTHER")) == {}
    for damaged in (b"", b"{", b'{"review": 1}', b"\xff" * 20, b"[" * 100_000):
        journal.with_suffix(game_review.ENDING).write_bytes(damaged)
        assert kept_reviews(journal, opened) == {}


@sampled(
    "game, sheet_id", [(game, sheet_id) for game in STRONG for sheet_id in game.play.sheets], 36,
    lambda case: case[0].info.id, ids=lambda part: part if isinstance(part, str) else "",
)
def test_every_sheet_of_a_game_has_strong_players(game: Any, sheet_id: str) -> None:
    """Each shipped sheet, from its first roll: plans are legal, all different, and the master's is one of them."""
    rules = game.play.rules(sheet_of(game, sheet_id), {})
    opened = start(new_head(game, sheet_of(game, sheet_id), sheet_id, ("Ann",), {}, Notes(seed="SHEET")))
    while not any(demand.by == "p1" for demand in opened.session.demands):
        event = opened.session.digital()
        assert event is not None and opened.session.submit(event) is None
    rules, state = opened.session.rules, opened.session.state
    engine = engine_for(game.think.engine, rules)
    plans = engine.plans(state, "p1", 5)
    assert len(plans) == 5 and len({plan.moves for plan in plans}) == 5
    chosen = best_plan(engine, rules, state, "p1", Budget(4, (2, 3)))
    assert chosen in engine.plans(state, "p1", 4)
    assert chosen == best_plan(engine, rules, state, "p1", Budget(4, (2, 3)))


def test_a_budget_of_rollouts_is_what_is_spent() -> None:
    """Successive halving: all plans at first, then the better half, each with the next futures."""
    game = GAMES["rolling_america"]
    opened = start(new_head(game, sheet_of(game, ""), "", ("Ann",), {}, Notes(seed="BUDGET")))
    event = opened.session.digital()
    assert event is not None and opened.session.submit(event) is None
    engine = engine_for(game.think.engine, opened.session.rules)  # type: ignore[arg-type]
    asked = []

    class Counting:
        lowest_wins, length = engine.lowest_wins, 24
        left = staticmethod(engine.left)
        plans, key = staticmethod(engine.plans), staticmethod(engine.key)

        def results(self, states: Any, player: str, first: int, count: int, seed: int) -> Any:
            asked.append((len(states), first, count))
            return np.zeros((len(states), count))

    chosen = best_plan(Counting(), opened.session.rules, opened.session.state, "p1", Budget(8, (2, 4, 8)))  # type: ignore[arg-type]
    assert asked == [(8, 0, 2), (4, 2, 4), (2, 6, 8)]
    assert [Budget(1, (8,), later=3).rollouts(8, left, 24) for left in (24, 12, 8, 1)] == [8, 16, 24, 24]
    assert chosen == engine.plans(opened.session.state, "p1", 8)[0]


def test_random_numbers_of_a_future_do_not_depend_on_the_others() -> None:
    whole = uniform(9, 0, 50, 30)
    assert (uniform(9, 20, 5, 30) == whole[20:25]).all() and (uniform(9, 20, 5, 10) == whole[20:25, :10]).all()
    assert whole.min() >= 0 and whole.max() < 1 << 32 and len(np.unique(whole)) == whole.size
    assert abs(whole.mean() / (1 << 32) - 0.5) < 0.03 and (uniform(10, 0, 50, 30) != whole).all()


def test_reviews_of_any_legal_game_do_not_fail() -> None:
    game = GAMES["rolling_america"]
    opened = start(new_head(game, sheet_of(game, ""), "", ("Ann", "Bo"), {"corners": "on"}, Notes(seed="ANY")))
    play_out(opened.session, dict.fromkeys(("p1", "p2"), random_bot), random.Random(2))
    assert whole_review(opened, "p1", 1, QUICK).error > 3
