"""What becomes of a game when one of its outcomes of chance is corrected: what stays, what goes, who writes again. And of
the turns of players who have left the table: they are open turns too.

What follows the corrected outcome is judged again, in its old order, by four rules:

- Every outcome of chance stays, even one that the corrected one contradicts (the same die drawn twice in a round): whoever
  entered one roll wrongly may have entered the next one wrongly too.
- A move stays if it is legal where it stood, be it with the places of lost moves kept free (`Correctable.hold`); and if it
  was refused before the correction and stood all the same.
- Where only a missing move would keep a later one out (the next roll waits for everybody), it is put off:
  `Correctable.skip`.
- A turn that the next roll finds unfinished is *open*: kept aside as an `OpenTurn`, to be finished by its player.

An open turn holds up nobody, but the game is not over while there is one. Its player finishes it on the paper as it is by
then, with the dice of that roll (`Correctable.resume`). Knows no game, no file and no undo.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.rules import Correctable, Event, Refusal, Rules, is_chance

S = TypeVar("S")
MAX_SKIPS = 16
"""How often `Correctable.skip` may put something off before a turn is closed."""


class OpenTurn(Struct, Generic[S], frozen=True):
    """A turn that a correction left unfinished. roll: the outcome that it answers, counted from 1. state: the position when
    the turn was left or last written in; of the player's paper a newer one counts. lost: the player's moves of this turn
    that no longer stood."""

    roll: int
    player: str
    state: S
    lost: tuple[Event, ...] = ()

    def is_of(self, player: str, roll: int) -> bool:
        """Returns whether it is what this player does on this roll."""
        return (self.player, self.roll) == (player, roll)


class LostMove(Struct, frozen=True):
    """A move that a correction took away, and the outcome that it had answered, counted from 1."""

    roll: int
    event: Event


class Corrected(Struct, frozen=True):
    """What a correction brings about. lost: the moves that stand no more, in order. back: those that a correction just
    before had taken away, and that stand again. asked: who has to write in which turn, as (outcome, player), where that is
    new or the turn is that of the corrected outcome. contradicted: the outcomes that cannot have followed, counted from
    1."""

    lost: tuple[LostMove, ...]
    back: tuple[Event, ...]
    asked: tuple[tuple[int, str], ...]
    contradicted: tuple[int, ...]


class GameState(Struct, Generic[S], frozen=True):
    """Where a game stands: the state, in which every turn but the latest is closed, and the open turns, oldest first."""

    state: S
    open: tuple[OpenTurn[S], ...] = ()

    def turn(self, player: str, roll: int) -> OpenTurn[S] | None:
        """A player's open turn by its outcome; None for 0, the current turn."""
        return next((turn for turn in self.open if turn.is_of(player, roll)), None) if roll else None


class Step(Struct, Generic[S], frozen=True):
    """A live event. before: the state in which it was judged. after: the position then. roll: the open turn that it was
    written in, 0 for the current one. put_off: something was put off to let it come. held: the lost moves whose places were
    kept free for it. kept: an outcome that stands although a correction contradicts it."""

    event: Event
    before: S
    after: GameState[S]
    roll: int = 0
    put_off: bool = False
    held: tuple[Event, ...] = ()
    kept: bool = False

    @property
    def eased(self) -> bool:
        """Whether replaying this event needed a relaxation (`put_off` or `held`)."""
        return self.put_off or bool(self.held)


class _Turn(Struct):
    """The turn that is being judged again. number: its outcome; lost: the moves of it that were lost, by player."""

    number: int
    lost: dict[str, list[Event]] = field(default_factory=dict)


Known = Mapping[tuple[int, str], Sequence[Event]]
"""The moves that earlier corrections took from a turn, by outcome and player."""


class Judge(Generic[S]):
    """Applies events to states of one game, and judges them again after a correction."""

    def __init__(self, rules: Rules[S], players: tuple[str, ...]) -> None:
        self.rules = rules
        self.players = players

    @property
    def able(self) -> bool:
        """Whether the game has corrections."""
        return isinstance(self.rules, Correctable)

    @property
    def _open(self) -> Correctable[S]:
        assert isinstance(self.rules, Correctable)
        return self.rules

    # ------------------------------------------------------------------ one event after another

    def before(self, at: GameState[S], player: str, roll: int) -> S:
        """Returns the state in which a move in an open turn, or with 0 in the current one, is judged."""
        turn = at.turn(player, roll)
        return at.state if turn is None else self._open.resume(at.state, turn.state, player)

    def follow(
        self, at: GameState[S], event: Event, roll: int = 0, *, put_off: bool = False, held: tuple[Event, ...] = ()
    ) -> Step[S]:
        """An event as it follows a position, legal or not."""
        before = self._holding(self.before(at, event.by, roll), held)
        after = self.rules.apply(before, event)
        for player in {lost.by for lost in held}:
            after = self._open.hold(after, player, ())
        turn = at.turn(event.by, roll)
        if turn is not None:
            written = () if self._open.skip(after, event.by) is after else (replace(turn, state=after),)
            late = tuple(kept for other in at.open for kept in (written if other is turn else (other,)))
            then = GameState(self._open.resume(after, at.state, event.by), late)
        elif put_off:
            then = GameState(self._open.resume(after, after, event.by), at.open)
        else:
            then = GameState(after, at.open)
        return Step(event, before, then, roll if turn is not None else 0, put_off, held)

    def again(self, at: GameState[S], old: Step[S], number: int) -> Step[S] | None:
        """A move that was there before, as it follows in the same turn now (outcome `number` unless it is an open one), or
        None where it cannot stay. It stays as it is; with what its player has to do next put off; with the unfinished turns
        of all players set aside; each also with the places of lost moves held."""
        return self._again(at, old, _Turn(number), {}, old.held)

    def _again(self, at: GameState[S], old: Step[S], now: _Turn, known: Known, held: tuple[Event, ...]) -> Step[S] | None:
        player = old.event.by
        if old.roll and at.turn(player, old.roll) is None:
            return None
        hold = self._least_held(self.before(at, player, old.roll), old, held)
        if hold is not None:
            return self.follow(at, old.event, old.roll, held=hold)
        if old.roll:
            return None
        skipped = self._open.skip(at.state, player)
        if self._open.skip(skipped, player) is not skipped:  # something else is left to do in the same turn
            hold = self._least_held(skipped, old, held)
            if hold is not None:
                return self.follow(replace(at, state=skipped), old.event, put_off=True, held=hold)
        aside = self._set_aside(at, now, known)
        hold = None if aside is at else self._least_held(aside.state, old, held)
        return None if hold is None else self.follow(aside, old.event, put_off=True, held=hold)

    def _least_held(self, state: S, old: Step[S], held: tuple[Event, ...]) -> tuple[Event, ...] | None:
        """Returns the lost moves whose places must be held for a move to stay: none, or all; None where it cannot stay."""
        if self._stays(state, old):
            return ()
        return held if held and self._stays(self._holding(state, held), old) else None

    def _stays(self, state: S, old: Step[S]) -> bool:
        """Returns whether a move stays: it is legal, or it was illegal before too and paper accepts it as before."""
        now = self.rules.refuse(state, old.event)
        if now is None:
            return True
        was = self.rules.refuse(old.before, old.event)
        return was is not None and now.unwritable <= was.unwritable

    def _holding(self, state: S, lost: tuple[Event, ...]) -> S:
        """Returns the position with the places of lost moves kept free."""
        for player in dict.fromkeys(event.by for event in lost):
            state = self._open.hold(state, player, [event.move for event in lost if event.by == player])
        return state

    def _set_aside(self, at: GameState[S], now: _Turn, known: Known) -> GameState[S]:
        """Returns the position with every unfinished turn of the latest outcome closed, and among the open ones."""
        for player in self.players:
            lost = dict.fromkeys((*known.get((now.number, player), ()), *now.lost.get(player, ())))
            at = self.without(at, player, now.number, tuple(lost))
        return at

    def without(self, at: GameState[S], player: str, number: int, lost: tuple[Event, ...] = ()) -> GameState[S]:
        """Returns the position with a player's turn of outcome `number`, the latest, closed and among the open ones, if it
        is unfinished."""
        closed = self._closed(at.state, player)
        return at if closed is at.state else GameState(closed, (*at.open, OpenTurn(number, player, at.state, lost)))

    def _closed(self, state: S, player: str) -> S:
        for _ in range(MAX_SKIPS):
            skipped = self._open.skip(state, player)
            if skipped is state:
                return state
            state = skipped
        raise AssertionError(f"{self.rules.info.id}: skip does not come to an end")

    # ------------------------------------------------------------------ everything after a correction

    def corrected(
        self, start: GameState[S], base: Sequence[Step[S]], changes: Mapping[int, Outcome], number: int
    ) -> tuple[list[Step[S]], list[LostMove]] | Refusal:
        """Returns the steps of `base` with some outcomes changed, by their numbers, and the moves lost; or why outcome
        `number`, one of them, cannot have been. Only what follows the first of them is judged again."""
        first = index_of(base, min(changes))
        steps, lost = list(base[:first]), list[LostMove]()
        known = {(turn.roll, turn.player): turn.lost for step in base for turn in step.after.open}
        now = _Turn(min(changes) - 1)
        for old in base[first:]:
            at = steps[-1].after if steps else start
            if is_chance(old.event.by):
                at = self._set_aside(at, now, known)
                now = _Turn(now.number + 1)
                step = self._rolled(at, old, changes.get(now.number))
                if now.number == number and step.kept:
                    return self.rules.refuse(step.before, step.event) or Refusal("")
                steps.append(step)
                continue
            held = (*old.held, *(event for turn in at.open for event in turn.lost), *(one.event for one in lost))
            again = self._again(at, old, now, known, tuple(dict.fromkeys(held)))
            if again is not None:
                steps.append(again)
                continue
            lost.append(LostMove(old.roll or now.number, old.event))
            if old.roll:
                # Told of the turn wherever undo may go back to.
                since = max(i for i, step in enumerate(steps) if is_chance(step.event.by))
                steps[since:] = [replace(step, after=_with_lost(step.after, old)) for step in steps[since:]]
            else:
                now.lost.setdefault(old.event.by, []).append(old.event)
        return steps, lost

    def _rolled(self, at: GameState[S], old: Step[S], dice: Outcome | None) -> Step[S]:
        """An outcome as it follows, changed or not; kept if it is only now that the rules refuse it."""
        event = old.event if dice is None else replace(old.event, move=dice)
        refused = self.rules.refuse(at.state, event) is not None
        known = dice is None and not old.kept and self.rules.refuse(old.before, event) is not None
        return replace(self.follow(at, event), kept=refused and not known)


def _with_lost(at: GameState[S], old: Step[S]) -> GameState[S]:
    """Returns the position with one more lost move in an open turn, if that is open."""
    return replace(at, open=tuple(
        replace(turn, lost=(*turn.lost, old.event)) if turn.is_of(old.event.by, old.roll) else turn for turn in at.open
    ))


def index_of(steps: Iterable[Step[S]], number: int) -> int:
    """Where outcome `number`, counted from 1, is among the steps. Raises LookupError."""
    rolls = [i for i, step in enumerate(steps) if is_chance(step.event.by)]
    if not 1 <= number <= len(rolls):
        raise LookupError(number)
    return rolls[number - 1]


def contradicted(steps: Iterable[Step[S]]) -> tuple[int, ...]:
    """Returns the outcomes, counted from 1, that cannot have been since another one was corrected."""
    rolls = [step for step in steps if is_chance(step.event.by)]
    return tuple(number for number, step in enumerate(rolls, 1) if step.kept)
