"""Strong computer players of any game: plans for a turn ranked by a value, and rollouts that compare the best of them.

A game brings an `Engine`; this module makes its levels `hard` (the plan of the highest value) and `master` (the plan whose
rollouts end best, by successive halving). A budget is a number of rollouts and their dice follow from the position, so
the same position is played the same way on every machine. Knows no particular game.
"""

from __future__ import annotations

import random
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.bots import Bot
from rollwrite_desktop.core.rules import Event, Move, Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

Array: TypeAlias = "NDArray[Any]"


class Rows(Struct):
    """Positions in lockstep: arrays that have a row for each."""

    def pick(self, which: Array) -> Self:
        """Returns copies of some rows."""
        return replace(self, **{name: getattr(self, name)[which] for name in self.__struct_fields__})


class Plan(Struct, frozen=True):
    """A way to finish a player's turn: its moves in order, and the result that the value expects of it, in points of the
    game."""

    moves: tuple[Move, ...]
    value: float


class Engine(Protocol):
    """One game's plans and rollouts, on one sheet with one set of options. Results are totals of the game's score."""

    lowest_wins: bool
    scale: float
    """How many points one X of Rolling America is worth: what the marks of a review are scaled by."""
    length: int
    """What `left` is at the beginning."""
    budget: Budget
    """How much the master thinks about a turn."""
    review: Budget
    """How much is thought about a turn that is reviewed, so that a whole game does not take too long."""
    version: int
    """Raised whenever the same position would be measured otherwise, by other plans, rollouts, values or tables."""

    def left(self, state: Any, player: str) -> int:
        """How much of the game is to come: turns, rounds or blank areas."""
        ...

    def paper(self, state: Any, player: str) -> Hashable:
        """Returns what stands on a player's paper."""
        ...

    def plans(self, state: Any, player: str, count: int) -> list[Plan]:
        """Returns the most promising ways to finish the turn, best first, all different in what they write. At least one
        where the player has something to write."""
        ...

    def value(self, state: Any, player: str) -> float:
        """Returns the result that the value expects between turns."""
        ...

    def gain(self, state: Any, player: str, mean: float) -> float:
        """Returns what choosing the best plans by rollouts still brings over the rollouts' own choices, in points of the
        game, at least 0: for a state between turns after which rollouts brought `mean` on average."""
        ...

    def results(self, states: Sequence[Any], player: str, first: int, count: int, seed: int) -> Array:
        """Returns the results of rollouts from states between turns, at the same turn: a row for each state, a column for
        each of the futures `first` … `first + count - 1` of a seed. The same future brings every state the same dice."""
        ...

    def key(self, state: Any, player: str) -> Hashable:
        """Returns what a player knows of a state: of equal keys the same plans are made."""
        ...


class Unsuited(Exception):
    """A sheet that an engine cannot play; a weaker player takes over."""


EngineOf = Callable[[Any], Engine]
"""Makes the engine for some rules. Raises Unsuited."""


class Budget(Struct, frozen=True):
    """How much a turn is thought about: plans compared at first, and the rollouts of each that is still in the race by
    stage, in the first turn. After each stage the better half stays. later: where rollouts are the quicker the less of the
    game is left, there are up to so many times as many of them."""

    plans: int
    stages: tuple[int, ...]
    later: int = 1

    def rollouts(self, stage: int, left: int, length: int) -> int:
        """Returns the rollouts of a stage with so much of the game to come."""
        return stage * length // max(left, -(-length // self.later))



def seed_of(engine: Engine, state: Any, player: str) -> int:
    """Returns the seed of the rollouts in a position; nothing of the game's own dice to come is in it."""
    return zlib.crc32(repr(engine.key(state, player)).encode())


def uniform(seed: int, first: int, count: int, width: int) -> Array:
    """Random whole numbers below 2**32: row k belongs to future `first + k` of a seed whichever rows are asked for. The
    finalizer of SplitMix64 (Steele et al. 2014) over seed, row and column, so it does not depend on numpy's generators."""
    import numpy as np

    rows = np.arange(first, first + count, dtype=np.uint64)[:, None]
    state: Array = rows * np.uint64(1 << 20) + np.uint64(seed * 0xD1342543DE82EF95 % (1 << 64))
    state = (state + np.arange(1, width + 1, dtype=np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray((state ^ (state >> np.uint64(31))) >> np.uint64(32)).astype(np.int64)


def after(rules: Rules[Any], state: Any, player: str, moves: Sequence[Move]) -> Any:
    """Returns the state after some moves of a player."""
    for move in moves:
        state = rules.apply(state, Event(player, move))
    return state


def best_plan(engine: Engine, rules: Rules[Any], state: Any, player: str, budget: Budget) -> Plan | None:
    """Returns the plan whose rollouts end best; None where there is nothing to do."""
    plans = engine.plans(state, player, budget.plans)
    if len(plans) < 2:
        return plans[0] if plans else None
    ends = [after(rules, state, player, plan.moves) for plan in plans]
    return plans[race(engine, ends, state, player, budget, seed_of(engine, state, player))[0]]


def race(engine: Engine, ends: Sequence[Any], state: Any, player: str, budget: Budget, seed: int) -> list[int]:
    """Returns the places of some ways to finish a turn, the one whose rollouts end best first (successive halving, Karnin et
    al. 2013). ends: the states after each, the most promising first; state: that of the turn."""
    sign = -1 if engine.lowest_wins else 1
    alive, out, totals, done = list(range(len(ends))), list[int](), [0.0] * len(ends), 0
    left = min(engine.length, engine.left(state, player))
    for n, stage in enumerate(budget.stages, 1):
        count = budget.rollouts(stage, left, engine.length)
        sums = engine.results([ends[at] for at in alive], player, done, count, seed).sum(1)
        for at, total in zip(alive, sums, strict=True):
            totals[at] += total
        done += count
        # sorted() is stable: of equals the one that the value prefers stays.
        ranked = sorted(alive, key=lambda at: -sign * totals[at])
        most = 1 if n == len(budget.stages) else max(1, len(alive) // 2)
        alive, out = sorted(ranked[:most]), ranked[most:] + out
        if len(alive) == 1:
            break
    return [*sorted(alive, key=lambda at: -sign * totals[at]), *out]


_MADE: OrderedDict[tuple[EngineOf, Rules[Any]], Engine] = OrderedDict()
"""The engines made last."""
KEPT = 6


def engine_for(engine_of: EngineOf, rules: Rules[Any]) -> Engine:
    """Returns the engine for some rules, made once. Raises Unsuited."""
    key = engine_of, rules
    if key not in _MADE:
        _MADE[key] = engine_of(rules)
        if len(_MADE) > KEPT:
            _MADE.popitem(last=False)
    return _MADE[key]


class _Player:
    """A computer player that makes a plan for a turn and follows it as long as the position is the one it foresaw."""

    def __init__(self, engine_of: EngineOf, instead: Bot[Any], *, thinks: bool, budget: Budget | None) -> None:
        self._engine_of, self.instead, self.thinks, self._budget = engine_of, instead, thinks, budget
        self._next: OrderedDict[Hashable, Move] = OrderedDict()

    def __call__(self, rules: Rules[Any], state: Any, player: str, luck: random.Random) -> Move:
        try:
            engine = engine_for(self._engine_of, rules)
        except Unsuited:
            return self.instead(rules, state, player, luck)
        key = (rules, engine.key(state, player))
        if key not in self._next:
            plan = self._plan(engine, rules, state, player)
            if plan is None or not plan.moves:
                return self.instead(rules, state, player, luck)
            at = state
            for move in plan.moves:
                self._next[rules, engine.key(at, player)] = move
                at = rules.apply(at, Event(player, move))
            while len(self._next) > MEMORY:
                self._next.popitem(last=False)
        return self._next[key]

    def _plan(self, engine: Engine, rules: Rules[Any], state: Any, player: str) -> Plan | None:
        if not self.thinks:
            return next(iter(engine.plans(state, player, 1)), None)
        return best_plan(engine, rules, state, player, self._budget or engine.budget)


MEMORY = 200
"""Moves of plans that are kept in mind."""


def hard(engine_of: EngineOf, instead: Bot[Any], budget: Budget | None = None) -> Bot[Any]:
    """Returns the player that writes what the value prefers, or with a budget what so few rollouts prefer; on sheets that
    the engine cannot play, another one."""
    return _Player(engine_of, instead, thinks=budget is not None, budget=budget)


def master(engine_of: EngineOf, instead: Bot[Any], budget: Budget | None = None) -> Bot[Any]:
    """Returns the player that compares the best plans by rollouts, as many as `budget` or else the engine says; on sheets
    that the engine cannot play, another one."""
    return _Player(engine_of, instead, thinks=True, budget=budget)
