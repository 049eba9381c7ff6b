"""Plans and rollouts of Rolling America: the beam of promising turns, judged by the values of `lockstep.py`."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.rules import Move
from rollwrite_desktop.gamekit.think.engine import Array, Budget, Plan
from rollwrite_desktop.gamekit.value_tables import value_tables
from rollwrite_desktop.games.rolling_america.play.model import WILD, Cross, Done, Dupe, Part, Pass, State, Write
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.games.rolling_america.think import lockstep
from rollwrite_desktop.games.rolling_america.think.lockstep import (
    CHANGE,
    DUPE,
    GUARD,
    NEVER,
    UNIT,
    Constants,
    Positions,
    TurnTables,
    Values,
)

WIDTH = 14
"""How many ways to resolve a die are followed from each position of the beam."""
BEAM = 40
"""How many positions of the beam are followed."""
GAIN = 0.05
"""What choosing by rollouts brings in each turn, in Xs, if there are any to avoid: by so much master is better than its
rollouts."""
SLACK = 0.25 * UNIT
"""A dupe is followed unless it seems to cost more than this."""


class _Branch(Struct, frozen=True):
    """A turn begun: the row of its map, its moves so far, the dice in hand, the die and number that could be duped (and
    whether a color change was paid for it), and what the moves did to the value."""

    row: int
    moves: tuple[Move, ...]
    hand: tuple[str, ...]
    last: tuple[str, int, bool, bool] | None
    cost: float


class RollingAmericaEngine:
    """The engine on one map."""

    lowest_wins = True
    scale = 1.0
    budget = Budget(16, (40, 80, 160), later=3)
    review = Budget(12, (20, 40, 80), later=3)
    version = 1

    def __init__(self, rules: RollingAmerica) -> None:
        self.rules = rules
        self.board = Constants(rules, Values.shaped(value_tables("rolling_america").values))
        self.length = self.board.turns

    def key(self, state: State, player: str) -> Hashable:
        part = state.part(player)
        mine = part.marks, part.hand, part.change, part.guard, part.dupe, part.last, part.done
        return *mine, len(state.rolls), state.bag, state.rolls[-1:]

    def left(self, state: State, player: str) -> int:  # noqa: ARG002 (the same for everybody)
        return self.board.turns - len(state.rolls)

    def paper(self, state: State, player: str) -> Hashable:
        part = state.part(player)
        return part.marks, part.change, part.guard, part.dupe

    # ------------------------------------------------------------------ values and rollouts

    def _bag(self, state: State) -> Sequence[str]:
        """Returns the dice to be drawn from after this turn."""
        return self.rules.dice if len(state.rolls) % self.rules.turns == 0 else state.bag

    def _positions(self, state: State, parts: Sequence[Part]) -> Positions:
        return Positions.of(self.board, parts, self._bag(state))

    def _tables(self, state: State) -> TurnTables:
        return self.board.tables(self.board.turns - len(state.rolls))

    def value(self, state: State, player: str) -> float:
        positions = self._positions(state, (state.part(player),))
        return float(positions.value(self._tables(state))[0]) / UNIT

    def gain(self, state: State, player: str, mean: float) -> float:
        avoidable = mean - state.part(player).marks.count("X")
        return min(GAIN * self.left(state, player), avoidable)

    def results(self, states: Sequence[State], player: str, first: int, count: int, seed: int) -> Array:
        parts, rolled, bag = [state.part(player) for state in states], len(states[0].rolls), self._bag(states[0])
        if rolled >= self.board.turns:
            xs = [part.marks.count("X") + part.marks.count("") for part in parts]
            return np.repeat(np.array(xs)[:, None], count, 1)
        positions = Positions.of(self.board, parts, bag).pick(np.repeat(np.arange(len(parts)), count))
        ahead = lockstep.futures(self.board, rolled, bag, first, count, seed)
        return lockstep.play_out(self.board, positions, ahead, rolled).reshape(len(parts), count)

    # ------------------------------------------------------------------ plans

    def plans(self, state: State, player: str, count: int) -> list[Plan]:
        part = state.part(player)
        if part.done:
            return []
        tables = self._tables(state)
        positions = self._positions(state, (part,))
        now = float(positions.value(tables)[0])
        last = None if part.last is None else (part.last.die, part.last.number, part.last.changed, part.last.paid)
        beam = [_Branch(0, (), part.hand, last, 0.0)]
        positions, beam = self._duped(positions, beam, tables)
        for _ in part.hand:
            positions, beam = self._resolved(positions, beam, state.faces, tables)
            positions, beam = self._duped(positions, beam, tables)
        best: dict[Hashable, _Branch] = {}
        for branch in sorted(beam, key=lambda branch: branch.cost):
            best.setdefault((positions.code[branch.row].tobytes(), positions.boxes[branch.row].tobytes()), branch)
        return [Plan((*branch.moves, Done()), (now + branch.cost) / UNIT) for branch in list(best.values())[:count]]

    def _resolved(
        self, positions: Positions, beam: list[_Branch], faces: dict[str, int], tables: TurnTables
    ) -> tuple[Positions, list[_Branch]]:
        """Returns the beam with another die resolved, whichever comes next."""
        turns = [(branch, die) for branch in beam for die in branch.hand]
        before = positions.pick(np.array([branch.row for branch, _ in turns]))
        dice = np.array([self.rules.dice.index(die) for _, die in turns])
        numbers = np.array([faces[die] for _, die in turns])
        found, passes = lockstep.choices(self.board, before, dice, numbers, tables)
        size, flat = self.board.size, found.cost.reshape(len(turns), -1)
        ways: list[tuple[float, int, int]] = []
        for row, (branch, _) in enumerate(turns):
            if passes[row]:
                ways.append((branch.cost, row, -1))
            order = np.argsort(flat[row], kind="stable")[:WIDTH]
            ways += [(branch.cost + float(flat[row, at]), row, int(at)) for at in order if flat[row, at] < NEVER / 2]
        ways = sorted(ways)[:BEAM]
        after = before.pick(np.array([row for _, row, _ in ways]))
        beam = []
        for at, (cost, row, way) in enumerate(ways):
            branch, die = turns[row]
            hand = tuple(other for other in branch.hand if other != die)
            if way < 0:
                beam.append(_Branch(at, (*branch.moves, Pass(die)), hand, None, cost))
                continue
            kind, space = divmod(way, size)
            changed, guarded, crossed = kind >= 3, kind % 3 == 1, kind % 3 == 2
            name, number = self.rules.spaces[space], faces[die]
            self._fill(after, at, space, 0 if guarded or crossed else number, guarded, changed)
            after.xs[at] += crossed
            move: Move = Cross(die, name, changed) if crossed else Write(die, name, number, guarded, changed)
            last = None if crossed else (die, number, changed, changed)
            beam.append(_Branch(at, (*branch.moves, move), hand, last, cost))
        return after, beam

    def _duped(self, positions: Positions, beam: list[_Branch], tables: TurnTables) -> tuple[Positions, list[_Branch]]:
        """Returns the beam, and besides each turn that can be duped with gain its two best dupes."""
        able = [branch for branch in beam if branch.last is not None and positions.boxes[branch.row, DUPE] > 0]
        if not able:
            return positions, beam
        rows = np.array([branch.row for branch in able])
        few = positions.pick(rows)
        lasts = [branch.last for branch in able if branch.last is not None]
        scope = np.array([self.rules.dice.index(WILD if changed and paid else die) for die, _, changed, paid in lasts])
        numbers = np.array([number for _, number, _, _ in lasts])
        # A color change that was announced and not yet paid for is left alone: it comes only from strokes of people.
        changes = np.array([not changed and die != WILD for die, _, changed, _ in lasts])
        flat = lockstep.dupes(self.board, few, scope, numbers, tables, changes).cost.reshape(len(able), -1)
        size = self.board.size
        ways = [
            (branch, int(at), float(flat[row, at])) for row, branch in enumerate(able)
            for at in np.argsort(flat[row], kind="stable")[:2] if flat[row, at] < SLACK
        ]
        if not ways:
            return positions, beam
        first = len(positions.xs)
        more = positions.pick(np.r_[np.arange(first), np.array([branch.row for branch, _, _ in ways])])
        for at, (branch, way, cost) in enumerate(ways, first):
            assert branch.last is not None
            kind, space = divmod(way, size)
            guarded, changed, number = kind % 2 == 1, kind >= 2, branch.last[1]
            self._fill(more, at, space, 0 if guarded else number, guarded, changed)
            more.boxes[at, DUPE] -= 1
            move = Dupe(self.rules.spaces[space], number, guarded, changed)
            beam = [*beam, replace(branch, row=at, moves=(*branch.moves, move), last=None, cost=branch.cost + cost)]
        return more, sorted(beam, key=lambda branch: branch.cost)[:BEAM]

    def _fill(self, positions: Positions, row: int, space: int, number: int, guarded: bool, changed: bool) -> None:
        positions.write(self.board, np.array([row]), np.array([space]), np.array([number]))
        positions.boxes[row, GUARD] -= guarded
        positions.boxes[row, CHANGE] -= changed
