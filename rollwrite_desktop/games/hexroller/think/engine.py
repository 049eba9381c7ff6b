"""Plans and rollouts of HexRoller: the two chains of a round, their boxes and a bonus, judged by `lockstep.py`."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import islice

import numpy as np
from msgspec import Struct

from rollwrite_desktop.core.rules import Move
from rollwrite_desktop.gamekit.think.engine import Array, Budget, Plan, after
from rollwrite_desktop.gamekit.value_tables import value_tables
from rollwrite_desktop.games.hexroller.play.model import BONUSES, NUMBERS, Boxes, Done, Extra, State, Two, Write
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.games.hexroller.think import lockstep
from rollwrite_desktop.games.hexroller.think.lockstep import (
    LONGEST,
    NEVER,
    UNIT,
    Afterstates,
    Constants,
    Paths,
    Positions,
    Values,
)

FIRST, SECOND = 8, 3
"""How many paths of each number are followed as the first one, and after it as the second."""
BEAM = 24
GAIN = 1.9
"""What choosing by rollouts brings in each round, in points: by so much master is better than its rollouts."""
SEEN = 400
"""Paths looked at of a chain that is longer than the usual ones, or begun already."""


class _Draft(Struct, frozen=True):
    """A turn so far: its moves, the state that they lead to, and what they seem to add."""

    moves: tuple[Move, ...]
    state: State
    gain: int


class HexRollerEngine:
    """The engine on one sheet."""

    lowest_wins = False
    scale = 3.0
    budget = Budget(12, (14, 28, 56), later=3)
    review = budget
    version = 1

    def __init__(self, rules: HexRoller) -> None:
        self.rules = rules
        self.board = Constants(rules, Values.shaped(value_tables("hexroller").values))
        self.length = rules.rounds

    def key(self, state: State, player: str) -> Hashable:
        part = state.part(player)
        written = part.marks, part.upper, part.lower, part.used, part.chains
        return *written, part.bonus, part.boxed, part.done, len(state.rolls), state.rolls[-1:]

    def left(self, state: State, player: str) -> int:  # noqa: ARG002 (the same for everybody)
        return self.rules.rounds - len(state.rolls)

    def paper(self, state: State, player: str) -> Hashable:
        part = state.part(player)
        return part.marks, part.upper, part.lower, part.used

    # ------------------------------------------------------------------ values and rollouts

    def value(self, state: State, player: str) -> float:
        return float(lockstep.value(self.board, Positions.of((state.part(player),)), self.left(state, player))[0]) / UNIT

    def gain(self, state: State, player: str, mean: float) -> float:  # noqa: ARG002 (the same everywhere)
        return GAIN * self.left(state, player)

    def results(self, states: Sequence[State], player: str, first: int, count: int, seed: int) -> Array:
        positions = Positions.of([state.part(player) for state in states])
        if not self.left(states[0], player):
            return np.repeat(lockstep.scores(self.board, positions)[:, None], count, 1)
        ahead = lockstep.futures(self.board, len(states[0].rolls), first, count, seed)
        every = np.repeat(np.arange(len(states)), count)
        return lockstep.play_out(self.board, positions.pick(every), ahead).reshape(len(states), count)

    # ------------------------------------------------------------------ plans

    def plans(self, state: State, player: str, count: int) -> list[Plan]:
        if state.part(player).done:
            return []
        drafts = [_Draft((), state, 0)]
        for width in (FIRST, SECOND, SECOND):
            # The chain in hand, the first and the second number: as many steps as are still to be made.
            drafts = [longer for draft in drafts for longer in self._chained(draft, player, width)]
            drafts = self._best(drafts, player, BEAM)
        drafts = [self._boxed(draft, player) for draft in drafts]
        drafts = self._best(drafts, player, BEAM)
        drafts = [longer for draft in drafts for longer in (draft, *self._bonuses(draft, player))]
        ends = self._best(drafts, player, max(count, 1))
        positions = Positions.of([draft.state.part(player) for draft in ends])
        values = lockstep.value(self.board, positions, self.left(state, player))
        plans = [
            Plan((*draft.moves, Done()), float(worth) / UNIT) for draft, worth in zip(ends, values.tolist(), strict=True)
        ]
        return sorted(plans, key=lambda plan: -plan.value)

    def _best(self, drafts: list[_Draft], player: str, count: int) -> list[_Draft]:
        """Returns the drafts that promise most, one for each sheet that comes of them."""
        found: dict[Hashable, _Draft] = {}
        for draft in sorted(drafts, key=lambda draft: -draft.gain):
            part = draft.state.part(player)
            found.setdefault((part.marks, frozenset(part.chosen), part.upper, part.used), draft)
        drafts = list(found.values())
        if len(drafts) <= count:
            return drafts
        left = self.left(drafts[0].state, player)
        positions = Positions.of([draft.state.part(player) for draft in drafts])
        worth = lockstep.value(self.board, positions, left)
        for at, draft in enumerate(drafts):
            part = draft.state.part(player)
            if not part.boxed and len(part.chosen) == 2:
                rows = positions.pick(np.array([at]))
                one, two = (NUMBERS.index(n) for n in part.chosen)
                worth[at] += lockstep.row_gains(self.board, rows, left)[0, one, two]
        # Who has written fewer numbers comes last: a dash is for when nothing fits.
        order = sorted(range(len(drafts)), key=lambda at: (-len(drafts[at].state.part(player).chosen), -int(worth[at])))
        return [drafts[at] for at in order[:count]]

    def _chained(self, draft: _Draft, player: str, width: int) -> list[_Draft]:
        """Returns the draft with one more chain finished; itself where none can or need be written."""
        part, rules = draft.state.part(player), self.rules
        chain = rules.running(draft.state, part)
        positions = Positions.of((part,))
        moved = Afterstates(self.board, positions, self.left(draft.state, player))
        if chain is not None:
            ways = rules.board.beside[chain.path[-1]]
            left = rules.left(draft.state, chain)
            return self._written(
                draft, player, moved, chain.number, self._paths(part.marks, ways, left), ways, chain.third, width
            )
        if part.boxed or len(part.chosen) >= 2:
            return [draft]
        return self._chosen(draft, player, moved, False, width) or [draft]

    def _chosen(self, draft: _Draft, player: str, moved: Afterstates, third: bool, width: int) -> list[_Draft]:
        """Returns the draft with a whole chain of each number that can be chosen, or be the third."""
        part, found = draft.state.part(player), []
        for n, count in self.rules.choosable(draft.state, part).items():
            ways = int(moved.starts[0, NUMBERS.index(n)])
            paths = self.board.paths[count - 1] if count <= LONGEST else self._paths(part.marks, ways, count)
            found += self._written(draft, player, moved, n, paths, ways, third, width)
        return found

    def _paths(self, marks: tuple[int, ...], ways: int, length: int) -> Paths | None:
        board = self.rules.board
        walks = list(islice(board.paths(board.blanks(marks), ways, length), SEEN))
        return self.board.path_set(walks) if walks else None

    def _written(
        self, draft: _Draft, player: str, moved: Afterstates, number: int, paths: Paths | None, ways: int, third: bool,
        width: int,
    ) -> list[_Draft]:
        """Returns the draft with the best paths of a number."""
        if paths is None:
            return []
        starts = np.array([ways], np.uint64)
        gain = moved.gains(np.zeros(1, np.int64), NUMBERS.index(number), paths, starts)[0]
        found = []
        for at in np.argsort(-gain, kind="stable")[:width]:
            if gain[at] <= NEVER // 2:
                break
            moves = tuple(Write(self.rules.spaces[i], number, third) for i in paths.hexes[at])
            found.append(self._after(draft, player, moves, int(gain[at])))
        return found

    def _after(self, draft: _Draft, player: str, moves: Sequence[Move], gain: int) -> _Draft:
        return _Draft((*draft.moves, *moves), after(self.rules, draft.state, player, moves), draft.gain + gain)

    def _boxed(self, draft: _Draft, player: str) -> _Draft:
        """Returns the draft with the boxes filled, the better way round."""
        part = draft.state.part(player)
        if part.boxed:
            return draft
        one, two = (*part.chosen, 0, 0)[:2]
        ways = [self._after(draft, player, (Boxes(*pair),), 0) for pair in ((one, two), (two, one))]
        positions = Positions.of([way.state.part(player) for way in ways])
        worth = self.board.values.rows[min(self.left(draft.state, player), lockstep.MAX_LEFT)][positions.rows].sum(1)
        return ways[int(worth[1] > worth[0])]

    def _bonuses(self, draft: _Draft, player: str) -> list[_Draft]:
        """Returns the draft with each bonus used where it adds most."""
        part, rules = draft.state.part(player), self.rules
        if part.bonus or len(part.used) == len(BONUSES):
            return []
        moved = Afterstates(self.board, Positions.of((part,)), self.left(draft.state, player))
        found, row = [], np.zeros(1, np.int64)
        if "plus_one" not in part.used:
            for chain in part.chains:
                if not chain.third and not rules.left(draft.state, chain):
                    ways = rules.longer(part, chain)
                    gain = moved.gains(row, NUMBERS.index(chain.number), self.board.paths[0], np.array([ways], np.uint64))[0]
                    at = int(gain.argmax())
                    if gain[at] > NEVER // 2:
                        space = rules.spaces[int(self.board.paths[0].first[at])]
                        found.append(self._after(draft, player, (Extra(space, chain.number),), int(gain[at])))
        if "two" not in part.used:
            gain = moved.twos(row)[0]
            at = int(gain.argmax())
            if gain[at] > NEVER // 2:
                found.append(self._after(draft, player, (Two(rules.spaces[at]),), int(gain[at])))
        if "third" not in part.used and len(part.chosen) == 2:
            found += self._chosen(draft, player, moved, True, 1)
        return found
