"""Plans and rollouts of On Tour: both numbers of a turn chosen together, judged by the values of `lockstep.py`."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from msgspec import Struct

from rollwrite_desktop.core.chance import Stream
from rollwrite_desktop.core.rules import CHANCE, Event, Move
from rollwrite_desktop.gamekit.think.engine import Array, Budget, Plan
from rollwrite_desktop.gamekit.value_tables import value_tables
from rollwrite_desktop.games.on_tour.play.model import Cross, End, Part, State, Visit, Write
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.games.on_tour.think import lockstep
from rollwrite_desktop.games.on_tour.think.lockstep import BLANK, STAR, UNIT, Afterstates, Chains, Constants, Positions, X
from rollwrite_desktop.games.on_tour.think.walks import rest_of_route

FIRST, SECOND = 16, 5
"""How many places of a first number are followed, and of a second one after each."""
PROMISING = 40
"""How many walks are kept in mind while a turn is planned."""
GAIN, MISSED, LATE = 0.14, 0.33, 16
"""What choosing by rollouts brings: so much for each blank area, and a share of what the best walk promises beyond the
rollouts, in full as long as so many areas are blank. Fitted on turns of medium and master (`tests/bench/fit_gain.py`)."""
NUMBERS = {"*": STAR, "X": X}


class _Draft(Struct, frozen=True):
    """A turn so far: its moves, and the state that they lead to."""

    moves: tuple[Move, ...]
    state: State


class OnTourEngine:
    """The engine on one map."""

    lowest_wins = False
    scale = 3.0
    budget = Budget(12, (24, 48, 96), later=3)
    review = Budget(12, (20, 40, 80))
    version = 1

    def __init__(self, rules: OnTour) -> None:
        self.rules = rules
        self.board = Constants(rules, value_tables("on_tour").values)
        self.length = self.board.size

    def key(self, state: State, player: str) -> Hashable:
        part = state.part(player)
        mine = part.marks, part.hand, part.strokes, part.placed, part.route, part.ended, part.owed
        return *mine, len(state.draws), state.draws[-1:], state.deck

    def left(self, state: State, player: str) -> int:
        return state.part(player).blanks

    def paper(self, state: State, player: str) -> Hashable:
        part = state.part(player)
        return part.marks, part.route

    # ------------------------------------------------------------------ values and rollouts

    def value(self, state: State, player: str) -> float:
        positions = Positions.of((state.part(player),))
        return float(self._values(positions)[0]) / UNIT

    def _values(self, positions: Positions, among: Array | None = None) -> Array:
        """Returns the value of each row: the hope of its best walk (`among`: of these), and the more of the map is full the
        best route as it stands."""
        blanks = (positions.held == BLANK).sum(1)
        hope = lockstep.hopes(self.board, lockstep.chains(self.board, positions, 1, among), blanks)[:, 0]
        weight = self.board.blend[np.minimum(blanks, lockstep.BLEND - 1)]
        now = lockstep.best_routes(self.board, positions)
        return np.asarray(weight[:, 0] * now + weight[:, 1] * hope // UNIT + weight[:, 2])

    def gain(self, state: State, player: str, mean: float) -> float:
        left, missed = self.features(state, player, mean)
        return GAIN * left + MISSED * missed

    def features(self, state: State, player: str, mean: float) -> tuple[int, float]:
        """Returns what the gain follows from: the blank areas, and what the best walk promises beyond the rollouts. They
        fall short of it where they write along numbers that are never joined, mostly after weak play; whoever plays every
        turn out finds the better route."""
        positions = Positions.of((state.part(player),))
        blanks = (positions.held == BLANK).sum(1)
        hope = float(lockstep.hopes(self.board, lockstep.chains(self.board, positions, 1), blanks)[0, 0]) / UNIT
        left = int(blanks[0])
        return left, max(0.0, hope - mean) * min(1.0, left / LATE)

    def results(self, states: Sequence[State], player: str, first: int, count: int, seed: int) -> Array:
        if len(states[0].draws) < self.rules.setup:
            return self._from_set_up(states, player, first, count, seed)
        positions = Positions.of([state.part(player) for state in states])
        blanks = int((positions.held == BLANK).sum(1).max())
        if not blanks:
            return np.repeat(lockstep.best_routes(self.board, positions)[:, None], count, 1)
        ahead = self._futures(states[0], blanks, first, count, seed)
        chain = lockstep.chains(self.board, positions)
        every = np.repeat(np.arange(len(states)), count)
        return lockstep.play_out(self.board, positions.pick(every), chain.pick(every), ahead).reshape(len(states), count)

    def _futures(self, state: State, turns: int, first: int, count: int, seed: int) -> lockstep.Futures:
        shown = state.draws[-1].cards if len(state.draws) > self.rules.setup else ()
        return lockstep.futures(self.board, state.deck, state.discards + shown, turns, first, count, seed)

    def _from_set_up(self, states: Sequence[State], player: str, first: int, count: int, seed: int) -> Array:
        """Returns the results of states before the set-up: one set-up for each future."""
        ready = [self._set_up(state, future, seed) for state in states for future in range(first, first + count)]
        positions = Positions.of([state.part(player) for state in ready])
        turns = int((positions.held == BLANK).sum(1).max())
        ahead = [self._futures(state, turns, first + at, 1, seed) for at, state in enumerate(ready[:count])]
        every = lockstep.Futures(np.concatenate([f.dice for f in ahead]), np.concatenate([f.cards for f in ahead]))
        chain = lockstep.chains(self.board, positions)
        return lockstep.play_out(self.board, positions, chain, every).reshape(len(states), count)

    def _set_up(self, state: State, future: int, seed: int) -> State:
        """A state after the set-up of a future."""
        while (ask := self.rules.ask(state)) is not None and len(state.draws) < self.rules.setup:
            drawn = ask.sample(Stream(f"set-up/{seed}/{future}", len(state.draws)))
            state = self.rules.apply(state, Event(CHANCE, drawn))
        return state

    # ------------------------------------------------------------------ plans

    def plans(self, state: State, player: str, count: int) -> list[Plan]:
        part = state.part(player)
        if not part.strokes:
            return self._route(part) if self.rules.drawing(state, player) else []
        positions = Positions.of((part,))
        chain = lockstep.chains(self.board, positions, PROMISING)
        walks, drafts = chain.walk[0], [_Draft((), state)]
        for stroke in range(part.strokes):
            width = FIRST if stroke == 0 and part.strokes > 1 else max(SECOND, count if part.strokes == 1 else 0)
            drafts, positions, chain = self._longer(drafts, positions, chain, player, width)
        distinct: dict[Hashable, int] = {}
        for at, draft in enumerate(drafts):
            distinct.setdefault(draft.state.part(player).marks, at)
        drafts = [drafts[at] for at in distinct.values()]
        values = self._values(Positions.of([draft.state.part(player) for draft in drafts]), walks)
        order = sorted(range(len(drafts)), key=lambda at: -values[at])
        return [Plan(drafts[at].moves, float(values[at]) / UNIT) for at in order[:count]]

    def _longer(
        self, drafts: list[_Draft], positions: Positions, chain: Chains, player: str, width: int
    ) -> tuple[list[_Draft], Positions, Chains]:
        """Returns the drafts with another stroke in the most promising places. What is legal and what is circled say the
        rules."""
        rules, board = self.rules, self.board
        moved = Afterstates(board, chain, (positions.held == BLANK).sum(1) - 1)
        parts = [draft.state.part(player) for draft in drafts]
        own = np.zeros((len(drafts), board.size), bool)
        for row, part in enumerate(parts):
            own[row, list(rules.circling(drafts[row].state, part))] = True
        values = {
            what: moved.best(moved.star() if what == "*" else moved.number(np.full(len(drafts), int(what))), own)
            for what in dict.fromkeys(what for part in parts for what in part.hand)
        }
        crosses = moved.best(moved.cross(), own & False)
        every: list[tuple[int, int, str]] = []
        for row, part in enumerate(parts):
            places = sorted(rules.writable(drafts[row].state, part))
            found = [(-int(values[what][row, area]), area, what) for what in part.hand for area in places]
            if not places:
                found = [(-int(crosses[row, area]), area, "X") for area in sorted(rules.crossable(drafts[row].state, part))]
            every += [(row, area, what) for _, area, what in sorted(found)[:width]]
        rows, areas = np.array([row for row, _, _ in every]), np.array([area for _, area, _ in every])
        marks = np.array([NUMBERS[what] if what in NUMBERS else int(what) for _, _, what in every])
        positions, chain = positions.pick(rows), chain.pick(rows)
        lockstep.write(board, positions, chain, np.arange(len(every)), areas, marks, own[rows, areas] & (marks != X))
        longer = []
        for row, area, what in every:
            move: Move = Cross(rules.areas[area]) if what == "X" else Write(rules.areas[area], what)
            state = rules.apply(drafts[row].state, Event(player, move))
            longer.append(_Draft((*drafts[row].moves, move), state))
        # Circles that a second number took from the first.
        return longer, Positions.of([draft.state.part(player) for draft in longer]), chain

    def _route(self, part: Part) -> list[Plan]:
        moves = (*(Visit(area) for area in rest_of_route(self.rules, part)), End())
        return [Plan(moves, float(self.rules.roads.best(part.marks).score))]
