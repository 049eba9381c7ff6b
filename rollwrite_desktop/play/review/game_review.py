"""The review of a finished game: what each turn's choice cost, and how lucky each roll was, by rollouts.

For each turn the candidates are the engine's best plans and what was played. The best of them is chosen as the master
chooses, by a race of rollouts; then it, what was played and the runners-up are measured by other rollouts, because the best
of several estimates is too good on the dice that chose it. All get the same future dice. Error is the best less what was
played; luck is the value after the roll less the value before it. The value of a position is the mean of its rollouts and
what choosing well is still to gain over them (`Engine.gain`). So the sum is exact: where more is better, result = expected -
error + luck.

`reviewed` gives one turn after another, the one that looks worst first; `Review` joins them. `review_job` is the same for
the worker process.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from rollwrite_desktop.core.digest import sha256
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import write_file
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.journal import Head, Record
from rollwrite_desktop.core.limits import LongText, Text
from rollwrite_desktop.core.rules import Move, Rules, is_chance
from rollwrite_desktop.core.session import JournalLine
from rollwrite_desktop.gamekit.think.engine import Budget, Engine, Plan, Unsuited, after, engine_for, race, seed_of
from rollwrite_desktop.intake.archives import KINDS, REVIEWS
from rollwrite_desktop.intake.files import is_there, read_file
from rollwrite_desktop.intake.json_files import Decoder
from rollwrite_desktop.play.opening.open_game import Opened, reopen
from rollwrite_desktop.play.work.jobs import Call

ROLLOUTS = 60
"""By which the choices of a turn are measured; four times as many the beginning."""
MEASURED_FROM = 1 << 19
"""The first future of the measuring; those of the race are before it."""
SHOWN = 3
SEPARATOR = "; "
"""Between the moves of a turn."""
DOUBTFUL, MISTAKE, BLUNDER = 0.3, 0.6, 1.0
"""From which error a turn is marked, in Xs of Rolling America; each game has its scale."""
CERTAIN = 2.0
"""How many standard errors an error must exceed to be marked."""
FORMAT = 2
ENDING, MAX_BYTES = KINDS[REVIEWS]

Mark = Literal["", "doubtful", "mistake", "blunder"]
Roll = Literal["", "lucky", "unlucky"]


class Candidate(msgspec.Struct, frozen=True):
    """A way to play a turn, in notation, and the result to be expected after it. se: the standard error of its difference to
    what was played; apart: that of its difference to the first candidate; None in reviews from before they were kept."""

    move: LongText
    expected: float
    se: float | None = None
    apart: float | None = None


class TurnReview(msgspec.Struct, frozen=True):
    """One turn of a player. turn: from 1; before, after: how many events there had been at its roll and at its end; rolled:
    the value after the roll; value: after what was played; se: the standard error of their difference; best: the best
    candidates, first the one that was chosen as the best. rolled_se, value_se: standard errors of the two values."""

    turn: int
    before: int
    after: int
    move: LongText
    rolled: float
    value: float
    se: float
    best: tuple[Candidate, ...]
    rolled_se: float = 0.0
    value_se: float = 0.0


class TurnResult(msgspec.Struct, frozen=True):
    """What a turn cost and brought, in the game's points: error and luck, both positive as their names say, and their
    standard errors (None in reviews from before that of luck was kept); value: the result to be expected after it; roll:
    "lucky" or "unlucky" where that is beyond doubt."""

    turn: int
    move: LongText
    value: float
    error: float
    se: float
    luck: float
    mark: Mark
    best: tuple[Candidate, ...]
    before: int
    after: int
    luck_se: float | None = None
    roll: Roll = ""


class Review(msgspec.Struct, frozen=True):
    """A player's game: the result, what was to be expected before the first roll, error and luck in all, and by turn."""

    player: Text
    result: float
    expected: float
    luck: float
    error: float
    better: Literal["lower", "higher"]
    turns: tuple[TurnResult, ...]

    @property
    def without_luck(self) -> float:
        """The result that this play would bring with average luck."""
        return self.result + self.luck if self.better == "lower" else self.result - self.luck

    @property
    def error_se(self) -> float:
        """The standard error of the sum of all errors; the turns are measured by rollouts of their own."""
        return math.hypot(*(turn.se for turn in self.turns))

    @property
    def error_per_turn(self) -> float:
        return self.error / max(1, len(self.turns))

    @property
    def costly(self) -> tuple[TurnResult, ...]:
        """The turns with an error beyond doubt, the greatest first."""
        return tuple(sorted((turn for turn in self.turns if turn.mark), key=lambda turn: -turn.error))

    @property
    def costliest(self) -> TurnResult | None:
        """The turn with the greatest error that is beyond doubt."""
        return next(iter(self.costly), None)


class Partly(msgspec.Struct, frozen=True):
    """A turn as long as the others are still being reviewed, so that its luck is not known, and how many turns there are;
    measured: what the review of the others is continued with."""

    turn: TurnResult
    turns: int
    measured: TurnReview


class _Kept(msgspec.Struct, frozen=True):
    """A review as it is kept beside the journal; `events` is a hash of the game that it is about."""

    review: int
    events: Text
    players: dict[Text, Review]


class PlayedTurn(Struct, frozen=True):
    """Where a turn lies in the events: the first roll, the player's first move, and the end; the player's moves."""

    number: int
    roll: int
    begins: int
    ends: int
    moves: tuple[Move, ...]


class Measurer:
    """Measures ways to play a turn by rollouts. What comes of a position and a way is the same whoever plays it, and
    whatever else is measured beside it, so a position that was kept is measured again as its review did."""

    def __init__(
        self, rules: Rules[Any], engine: Engine, player: str, rollouts: int = ROLLOUTS, budget: Budget | None = None
    ) -> None:
        """`budget`: of the race; the engine's for reviews unless given."""
        self.rules, self.engine, self.player, self.rollouts = rules, engine, player, rollouts
        self.budget = budget or engine.review
        self.sign = -1 if engine.lowest_wins else 1

    def seed(self, state: Any) -> int:
        """Returns the seed of the futures of a position: others than those that a master chose by when it played."""
        return seed_of(self.engine, state, self.player) + 1

    def value(self, state: Any, mean: float) -> float:
        """Returns the value of a position by the mean of its rollouts."""
        return mean + self.sign * self.engine.gain(state, self.player, mean)

    def rows(self, state: Any, ends: Sequence[Any]) -> Any:
        """Returns the results of the rollouts after some ways to play a turn, a row for each, with the same dice."""
        import numpy as np  # loaded by the engine; commands that review nothing do without

        measured = self.engine.results(ends, self.player, MEASURED_FROM, self.rollouts, self.seed(state))
        return measured.astype(np.float64)

    def se(self, one: Any, other: Any) -> float:
        """Returns the standard error of the difference of two of these rows."""
        return float((one - other).std() / self.rollouts**0.5)

    def turn(
        self, turn: PlayedTurn, state: Any, end: Any, plans: Sequence[Plan], result: float | None = None
    ) -> TurnReview:
        """A turn from the position in which it began. end: what was played led to; plans: the candidates; result: that of
        the game, where it ended with this turn."""
        ends = [self.after(state, plan.moves) for plan in plans]
        mine = self._same(ends, end)
        if mine is None:
            mine = len(ends)
            ends.append(end)
        texts = [self.text(plan.moves) for plan in plans] + [self.text(turn.moves)]
        order = [0]
        if len(ends) > 1:
            order = race(self.engine, ends, state, self.player, self.budget, self.seed(state))
        best = order[0]
        shown = list(dict.fromkeys((best, mine, *order[:SHOWN])))
        measured = self.rows(state, [ends[at] for at in shown])
        if result is not None:
            # What was played is worth the result, a route of one's own included.
            measured[shown.index(mine)] = result
        values = {at: self.value(ends[at], float(row.mean())) for at, row in zip(shown, measured, strict=True)}
        others = sorted((at for at in shown if at != mine), key=lambda at: (at != best, -self.sign * values[at]))[:SHOWN]
        rows = dict(zip(shown, measured, strict=True))
        return TurnReview(
            turn.number, turn.begins, turn.ends, self.text(turn.moves),
            values[best], values[mine], self.se(rows[best], rows[mine]),
            tuple(
                Candidate(
                    texts[at], round(values[at], 3), round(self.se(rows[at], rows[mine]), 3),
                    round(self.se(rows[at], rows[others[0]]), 3),
                )
                for at in others
            ),
            *(float(rows[at].std() / self.rollouts**0.5) for at in (best, mine)),
        )

    def after(self, state: Any, moves: Sequence[Move]) -> Any:
        """Returns the position after some moves of the player."""
        return after(self.rules, state, self.player, moves)

    def _same(self, ends: Sequence[Any], end: Any) -> int | None:
        """Which of the candidates leaves the same paper as what was played."""
        key = self.engine.paper(end, self.player)
        return next((at for at, state in enumerate(ends) if self.engine.paper(state, self.player) == key), None)

    def text(self, moves: Sequence[Move]) -> str:
        """Returns the moves of a turn in notation."""
        return SEPARATOR.join(self.rules.write(move) for move in moves)

    def turn_result(self, turn: TurnReview, before: float, before_se: float = 0.0) -> TurnResult:
        """Returns what a turn cost, and the luck of its roll beside the value before it."""
        error, luck = self.sign * (turn.rolled - turn.value), self.sign * (turn.rolled - before)
        luck_se = math.hypot(turn.rolled_se, before_se)
        return TurnResult(
            turn.turn, turn.move, round(turn.value, 3), round(error, 3) + 0.0, round(turn.se, 3), round(luck, 3) + 0.0,
            self._mark(error, turn.se), turn.best, turn.before, turn.after, round(luck_se, 3), self._roll(luck, luck_se),
        )

    def _mark(self, error: float, se: float) -> Mark:
        """Beyond two standard errors only: what may be chance is not held against anybody."""
        if error <= CERTAIN * se:
            return ""
        size = error / self.engine.scale
        return "blunder" if size > BLUNDER else "mistake" if size > MISTAKE else "doubtful" if size > DOUBTFUL else ""

    def _roll(self, luck: float, se: float) -> Roll:
        """A roll is named where a choice of that size would be a mistake, beyond two standard errors too."""
        if abs(luck) <= max(CERTAIN * se, MISTAKE * self.engine.scale):
            return ""
        return "lucky" if luck > 0 else "unlucky"


class Reviewer(Measurer):
    """The review of one player's game. Raises UserError for a game that cannot be reviewed, with the reason."""

    def __init__(
        self, opened: Opened, player: str, rollouts: int = ROLLOUTS, budget: Budget | None = None, *, whole: bool = True
    ) -> None:
        """whole: only a game that is over, as all that belongs to a review of it; else turns of any."""
        self.opened, self.session = opened, opened.session
        super().__init__(opened.session.rules, self._engine(whole), player, rollouts, budget)
        self.turns = self._turns()
        self._planned: dict[int, list[Plan]] = {}

    def _plans(self, turn: PlayedTurn) -> list[Plan]:
        """Returns the candidates of a turn, made once."""
        if turn.number not in self._planned:
            state = self.session.state_after(turn.begins)
            self._planned[turn.number] = self.engine.plans(state, self.player, self.budget.plans)
        return self._planned[turn.number]

    def _engine(self, whole: bool) -> Engine:
        game = self.opened.game
        if game.think.engine is None:
            raise UserError(tr("There is no review of {game}.", game=game.info.title))
        if whole and not self.session.over:
            raise UserError(tr("You can review a game when it is over."))
        if self.session.refused_events:
            raise UserError(tr("This game has illegal moves, so it can’t be reviewed."))
        try:
            return engine_for(game.think.engine, self.session.rules)
        except Unsuited as problem:
            raise UserError(tr("The sheet of this game is too large for a review.")) from problem

    def _turns(self) -> list[PlayedTurn]:
        """Returns the turns in which the player wrote something, each with the rolls that led to it."""
        found: list[PlayedTurn] = []
        events = self.session.events
        roll, at = 0, 0
        while at < len(events):
            while at < len(events) and is_chance(events[at].by):
                at += 1
            begins = at
            while at < len(events) and not is_chance(events[at].by):
                at += 1
            moves = tuple(event.move for event in events[begins:at] if event.by == self.player)
            if moves and begins > roll:
                found.append(PlayedTurn(len(found) + 1, roll, begins, at, moves))
                roll = at
        return found

    # ------------------------------------------------------------------ values

    def beginning(self) -> tuple[float, float]:
        """Returns the value before the first roll, and its standard error."""
        state = self.session.state_after(0)
        seed = seed_of(self.engine, state, self.player)
        rollouts = self.engine.results([state], self.player, MEASURED_FROM, 4 * self.rollouts, seed)
        return self.value(state, float(rollouts.mean())), float(rollouts.std() / rollouts.size**0.5)

    def promise(self, turn: PlayedTurn) -> float:
        """How much worse than the best a turn seems by the table alone; only to look at the worst first."""
        plans, played = self._plans(turn), self.session.state_after(turn.ends)
        return self.sign * (plans[0].value - self.engine.value(played, self.player)) if plans else 0.0

    def review(self, turn: PlayedTurn) -> TurnReview:
        """One turn by rollouts."""
        state, end = self.session.state_after(turn.begins), self.session.state_after(turn.ends)
        result = self._result() if turn is self.turns[-1] and self.session.over else None
        return self.turn(turn, state, end, self._plans(turn), result)

    def _result(self) -> int:
        scores = self.rules.scores(self.session.state)
        return next(score.total for score in scores if score.player == self.player)

    # ------------------------------------------------------------------ the whole

    def joined(self, turns: Sequence[TurnReview], expected: float, se: float) -> Review:
        """Returns the review of all turns, which are given in any order; expected, se: of the beginning."""
        found, before, before_se = [], expected, se
        for turn in sorted(turns, key=lambda turn: turn.turn):
            found.append(self.turn_result(turn, before, before_se))
            before, before_se = turn.value, turn.value_se
        result = self._result()
        error = sum(turn.error for turn in found)
        return Review(
            self.opened.name(self.player), result, round(expected, 3),
            round(error + self.sign * (result - expected), 3), round(error, 3),
            "lower" if self.engine.lowest_wins else "higher", tuple(found),
        )


def reviewable(opened: Opened) -> bool:
    """Returns whether there is a review of a game: it is over, was played by the rules, and its computer players have
    values."""
    return opened.game.think.engine is not None and opened.session.over and not opened.session.refused_events


def reviewed(
    opened: Opened, player: str, rollouts: int = ROLLOUTS, budget: Budget | None = None
) -> Iterator[TurnReview | Review]:
    """Turn by turn, the one that looks worst first, and at last the whole. Raises UserError."""
    return _reviewed(Reviewer(opened, player, rollouts, budget))


def _reviewed(reviewer: Reviewer, known: Sequence[TurnReview] = ()) -> Iterator[TurnReview | Review]:
    """known: turns that are not reviewed again."""
    numbers = {turn.turn for turn in known}
    left = [turn for turn in reviewer.turns if turn.number not in numbers]
    found = list(known)
    for turn in sorted(left, key=lambda turn: -reviewer.promise(turn)):
        found.append(reviewer.review(turn))
        yield found[-1]
    yield reviewer.joined(found, *reviewer.beginning())


def review_job(
    opened: Opened, player: str, beside: Path | None, known: tuple[TurnReview, ...] = ()
) -> Call[Partly | Review]:
    """A review as a job of the worker process. beside: the folder of the journal, for sheets that are files; known: turns
    that have been reviewed before it was stopped."""
    lines = opened.session.lines_to(len(opened.session.events))
    return partial(review_parts, opened.head, lines, player, beside, known)


def review_parts(
    head: Head, lines: tuple[JournalLine, ...], player: str, beside: Path | None, known: tuple[TurnReview, ...]
) -> Iterator[Partly | Review]:
    """Yields the turns of a game that are not known, the one that looks worst first, then the whole. Raises UserError."""
    reviewer = Reviewer(reopen(Record(head, lines, 0, False), "", beside), player)
    turns = len(reviewer.turns)
    for part in _reviewed(reviewer, known):
        yield part if isinstance(part, Review) else Partly(reviewer.turn_result(part, part.rolled), turns, part)


# ---------------------------------------------------------------------- kept beside the journal


def game_hash(opened: Opened) -> str:
    """A hash of the events of a game as they stand."""
    rules = opened.session.rules
    text = "\n".join(f"{event.by} {rules.write(event.move)}" for event in opened.session.events)
    return sha256(text.encode()).hexdigest()


def kept_reviews(journal: Path, opened: Opened) -> dict[str, Review]:
    """Returns the reviews that are kept beside a journal, by player; none where there is no file, or it is about another
    game."""
    kept = _kept(journal)
    if kept is None or kept.events != game_hash(opened):
        return {}
    return {player: review for player, review in kept.players.items() if _sound(opened, review)}


def known_reviews(journal: Path) -> tuple[Review, ...]:
    """Returns the same without opening the game, for statistics only: it may have gone another way meanwhile."""
    kept = _kept(journal)
    return tuple(kept.players.values()) if kept is not None else ()


def kept_hash(journal: Path) -> tuple[str, tuple[str, ...]]:
    """Returns the hash of the game that the reviews beside a journal are about, and the players whose reviews are there,
    without opening the game; "" and none where there are no reviews."""
    kept = _kept(journal)
    return (kept.events, tuple(kept.players)) if kept is not None else ("", ())


def _kept(journal: Path) -> _Kept | None:
    try:
        kept = Decoder(_Kept).decode(read_file(journal.with_suffix(ENDING), MAX_BYTES))
    except (UserError, msgspec.MsgspecError):
        return None
    return kept if kept.review == FORMAT else None


def _sound(opened: Opened, review: Review) -> bool:
    """Returns whether a review can be of a game at all: its turns are in it, and its moves can be read."""
    events, rules = len(opened.session.events), opened.session.rules
    try:
        for turn in review.turns:
            for text in (turn.move, *(best.move for best in turn.best)):
                moves_in(rules, text)
    except UserError:
        return False
    return all(0 < turn.before <= turn.after <= events for turn in review.turns)


def moves_in(rules: Rules[Any], text: str) -> tuple[Move, ...]:
    """Returns the moves of a turn as a review writes them. Raises UserError."""
    return tuple(rules.read(each) for each in text.split(SEPARATOR))


def keep_review(journal: Path, opened: Opened, player: str, review: Review) -> None:
    """Keeps a review beside the journal, unless that was renamed or deleted meanwhile: another game may have its name soon.
    Raises UserError."""
    if not is_there(journal):
        return
    players = {**kept_reviews(journal, opened), player: review}
    write_file(journal.with_suffix(ENDING), msgspec.json.encode(_Kept(FORMAT, game_hash(opened), players)))
