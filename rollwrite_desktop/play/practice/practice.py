"""Playing a kept position again: what a way to play it costs, measured as its review did, and whether that is right.

Every way within two standard errors of the best counts as right. A position that another engine measured is measured anew
before anything is judged. It takes long: a job of the worker process.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct, structs

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.rules import Event, Move, Scores
from rollwrite_desktop.gamekit.play.guide import Onward, Prompt
from rollwrite_desktop.gamekit.think.engine import Budget, Unsuited, engine_for
from rollwrite_desktop.intake.decks import MAX_BEST, Position
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.play.practice.deck import PLAYER, NotPlayable, after, cost_of, engine_name, opened_position
from rollwrite_desktop.play.review.game_review import (
    CERTAIN,
    ROLLOUTS,
    SEPARATOR,
    Candidate,
    Measurer,
    PlayedTurn,
    TurnResult,
    moves_in,
)
from rollwrite_desktop.play.review.review_view import amount
from rollwrite_desktop.play.table.table_session import TableSession
from rollwrite_desktop.play.table.view_model import TableView


class Verdict(Struct, frozen=True):
    """What a way to play a position came to. position: as it is kept from now on, measured anew where it had to be; None
    where that showed that what was played in the game was no mistake; turn: what was played now, as a turn of a review;
    right: whether it counts as right."""

    position: Position | None
    turn: TurnResult
    right: bool


def measurer_of(opened: Opened, rollouts: int = ROLLOUTS, budget: Budget | None = None) -> Measurer:
    """Returns what measures ways to play a position. Raises NotPlayable."""
    assert opened.game.think.engine is not None
    try:
        engine = engine_for(opened.game.think.engine, opened.session.rules)
    except Unsuited as problem:
        raise NotPlayable(tr("The sheet of this game is too large for a review.")) from problem
    return Measurer(opened.session.rules, engine, PLAYER, rollouts, budget)


def measured_anew(position: Position, opened: Opened, measurer: Measurer) -> Position | None:
    """A position as a review would keep it now; None where what was played is no clear mistake any more."""
    rules, state, count = opened.session.rules, opened.session.state, len(opened.session.events)
    moves = moves_in(rules, SEPARATOR.join(position.played))
    mine = after(opened, moves)
    if mine is None:
        raise NotPlayable(tr("The rules or the sheet have changed since this position was saved."))
    plans = measurer.engine.plans(state, PLAYER, measurer.budget.plans)
    turn = measurer.turn_result(
        measurer.turn(PlayedTurn(1, count, count, count, moves), state, mine, plans), 0.0)
    if not turn.mark or not turn.best:
        return None
    some = turn.best[:MAX_BEST]
    better = measurer.after(state, moves_in(rules, some[0].move))
    return structs.replace(
        position, best=tuple(tuple(each.move.split(SEPARATOR)) for each in some), engine=engine_name(measurer.engine),
        theme=opened.game.think.review.theme(rules, mine, better, PLAYER),
        cost=cost_of(turn, measurer.engine),
    )


def judged(position: Position, opened: Opened, moves: Sequence[Move], measurer: Measurer) -> TurnResult:
    """Returns what a way to play a position costs against its best one, with the other good ones beside it, as a review has
    it."""
    rules, state, engine = opened.session.rules, opened.session.state, measurer.engine
    ways = [moves_in(rules, SEPARATOR.join(best)) for best in position.best]
    ends = [measurer.after(state, way) for way in ways]
    mine = measurer.after(state, moves)
    rows = measurer.rows(state, [*ends, mine])
    values = [measurer.value(end, float(row.mean())) for end, row in zip((*ends, mine), rows, strict=True)]
    same = engine.paper(mine, PLAYER)
    best = tuple(
        Candidate(measurer.text(ways[n]), round(values[n], 3), round(measurer.se(rows[n], rows[-1]), 3),
                  round(measurer.se(rows[n], rows[0]), 3))
        for n in range(len(ways)) if engine.paper(ends[n], PLAYER) != same
    )
    error = 0.0 if engine.paper(ends[0], PLAYER) == same else measurer.sign * (values[0] - values[-1])
    se, count = measurer.se(rows[0], rows[-1]), len(opened.session.events)
    return TurnResult(
        1, measurer.text(moves), round(values[-1], 3), round(error, 3) + 0.0, round(se, 3), 0.0,
        "" if error <= CERTAIN * se else "mistake", best, count, count,
    )


def judge(
    position: Position, beside: Path, moves: tuple[str, ...], rollouts: int = ROLLOUTS, budget: Budget | None = None
) -> Verdict:
    """Returns what a way to play a position, in notation, comes to. beside: the folder of its deck. Raises NotPlayable."""
    opened = opened_position(position, beside)
    measurer = measurer_of(opened, rollouts, budget)
    kept: Position | None = position
    if position.engine != engine_name(measurer.engine):
        kept = measured_anew(position, opened, measurer)
    played = moves_in(opened.session.rules, SEPARATOR.join(moves))
    if after(opened, played) is None:
        raise NotPlayable(tr("These moves are not legal."))
    turn = judged(kept or position, opened, played, measurer)
    return Verdict(kept, turn, not turn.mark)


def warm(position: Position, beside: Path) -> bool:
    """Loads what measures a position, so that checking it takes no longer than that, and checks it."""
    return judge(position, beside, position.best[0]).right


class PracticeSession(TableSession):
    """A position at the table: played as there, but where the dice would be rolled again, what was played is checked."""

    def __init__(self, position: Position, beside: Path) -> None:
        """Raises NotPlayable."""
        self.kept = position
        self._begun = len(position.events)
        super().__init__(opened_position(position, beside))

        self.coach = None  # it would tell

    @property
    def onward(self) -> Onward:
        if self.over:
            return Onward("checks")
        found = super().onward
        return Onward("checks") if found.does in ("rolls", "counts") else found

    @property
    def finished(self) -> bool:
        """Whether nothing compulsory is left, so that what was played can be checked."""
        return self.onward.does == "checks"

    @property
    def corrects(self) -> bool:
        return False

    def _only_closing(self, player: str) -> Event | None:
        """A game that would end by itself waits: what was played last can still be undone."""
        closing = super()._only_closing(player)
        ends = closing is not None and not self.rules.demands(self.rules.apply(self.state_for(player), closing))
        return None if ends else closing

    def played(self) -> tuple[str, ...]:
        """All that was played, in notation, with what ends the turn; nothing is played by this."""
        moves = [event.move for event in self.session.events[self._begun :]]
        moves += [event.move for event in self.position.closings.get(PLAYER, ())]
        return tuple(self.rules.write(move) for move in moves)

    def begin_again(self) -> None:
        """Back to the position as it was."""
        while self.can_undo(PLAYER) and self.undo(PLAYER) is not None:
            pass

    def title(self) -> str:
        """Whose turn of which game the position is."""
        title, turn = tr(self.opened.game.info.title), self.session.rolls
        if not self.kept.player:
            return tr("{game}, roll {n}", game=title, n=turn)
        return tr("{game}, roll {n} · {name}’s game", game=title, n=turn, name=self.kept.player)


class PracticeView(TableView):
    """What is shown of a position: as at the table, but for the results of a game that it ends."""

    def _next_onward(self, prompt: Prompt, onward: Onward) -> Onward:  # noqa: ARG002 (nothing follows this turn)
        return Onward("checks")

    def _results(self, scores: Scores) -> None:
        """Says nothing: what the turn cost is told instead."""


def verdict_sentence(opened: Opened, verdict: Verdict) -> str:
    """Returns what a way to play a position came to."""
    turn, kept = verdict.turn, verdict.position
    cost = amount(opened, turn.error, turn.se)
    if not verdict.right:
        added = tr("That adds {cost}.", cost=cost) if opened.game.play.lowest_wins else tr("That costs {cost}.", cost=cost)
    elif turn.error > 0:
        added = tr("Right: about as good as the best move.")
    else:
        added = tr("Right: nothing better was found.")
    if kept is None:
        return f"{added} {tr('The move in the game was no clear mistake, so this position leaves the deck.')}"
    return added


def played_in_game(opened: Opened, position: Position) -> str:
    """Returns what was played in the game, and what it cost."""
    rules = opened.session.rules
    moves = opened.game.think.review.describe_moves(rules, moves_in(rules, SEPARATOR.join(position.played)))
    cost = amount(opened, position.cost.error, position.cost.se)
    if not position.player:
        return tr("In the game: {moves} ({cost}).", moves=moves, cost=cost)
    return tr("{name} played: {moves} ({cost}).", name=position.player, moves=moves, cost=cost)


class Run(Struct):
    """Positions that are practiced one after the other: the keys of all of them, which one it is, and how many were solved
    at once."""

    keys: tuple[str, ...]
    at: int = 0
    solved: int = 0

    @property
    def key(self) -> str:
        """The position of the moment."""
        return self.keys[self.at]

    @property
    def over(self) -> bool:
        """Whether all were shown."""
        return self.at >= len(self.keys)

    @property
    def progress(self) -> str:
        """How far it is."""
        return tr("{n} of {all}", n=self.at + 1, all=len(self.keys))
