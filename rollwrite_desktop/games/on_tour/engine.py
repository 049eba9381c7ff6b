"""Plans and rollouts of On Tour: both numbers of a turn chosen together, judged by the values of `lockstep.py`."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from rollwrite_desktop.core.rules import Event, Move
from rollwrite_desktop.gamekit.engine import Array, Plan, after
from rollwrite_desktop.gamekit.value_tables import value_tables
from rollwrite_desktop.games.on_tour import lockstep
from rollwrite_desktop.games.on_tour.lockstep import BLANK, STAR, UNIT, Board, Looks, Maps, X
from rollwrite_desktop.games.on_tour.model import SETUP_DRAWS, Cross, End, Part, State, Visit, Write
from rollwrite_desktop.games.on_tour.rules import OnTour

FIRST, SECOND = 16, 5
"""How many places of a first number are followed, and of a second one after each."""


@dataclass(frozen=True, slots=True)
class _Draft:
    """A turn so far: its moves, and the marks (area, what, circled) that it leaves."""

    moves: tuple[Move, ...]
    marks: tuple[tuple[int, int, bool], ...]
    value: int


class OnTourEngine:
    """The engine on one map."""

    lowest_wins = False
    scale = 3.0

    def __init__(self, rules: OnTour) -> None:
        self.rules = rules
        self.board = Board(rules, value_tables("on_tour").values)

    def key(self, state: State, player: str) -> Hashable:
        part = state.part(player)
        return (
            part.marks,
            part.hand,
            part.strokes,
            part.placed,
            part.route,
            part.ended,
            part.owed,
            len(state.draws),
            state.draws[-1:],
            state.deck,
        )

    # ------------------------------------------------------------------ values and rollouts

    def value(self, state: State, player: str) -> float:
        maps = Maps.of((state.part(player),))
        return float(self._values(maps)[0]) / UNIT

    def _values(self, maps: Maps) -> Array:
        """The value of each row: its best walk's hope, and the more of the map is full the best route as it stands."""
        blanks = (maps.held == BLANK).sum(1)
        hope = lockstep.hopes(self.board, lockstep.chains(self.board, maps, 1), blanks)[:, 0]
        weight = self.board.blend[np.minimum(blanks, lockstep.BLEND - 1)]
        now = lockstep.best_routes(self.board, maps)
        return np.asarray(weight[:, 0] * now + weight[:, 1] * hope // UNIT + weight[:, 2])

    def results(self, states: Sequence[State], player: str, first: int, count: int, seed: int) -> Array:
        parts = [state.part(player) for state in states]
        maps = Maps.of(parts)
        blanks = int((maps.held == BLANK).sum(1).max())
        if not blanks:
            return np.repeat(lockstep.best_routes(self.board, maps)[:, None], count, 1)
        state = states[0]
        shown = state.draws[-1].cards if len(state.draws) > SETUP_DRAWS else ()
        ahead = lockstep.futures(self.board, state.deck, state.discards + shown, blanks, first, count, seed)
        chain = lockstep.chains(self.board, maps)
        every = np.repeat(np.arange(len(parts)), count)
        return lockstep.play_out(self.board, maps.rows(every), chain.rows(every), ahead).reshape(len(parts), count)

    # ------------------------------------------------------------------ plans

    def plans(self, state: State, player: str, count: int) -> list[Plan]:
        part = state.part(player)
        if not part.strokes:
            return self._route(part) if self.rules.drawing(state, player) else []
        drafts = [_Draft((), (), 0)]
        for stroke in range(part.strokes):
            width = FIRST if stroke == 0 and part.strokes > 1 else max(SECOND, count if part.strokes == 1 else 0)
            drafts = [longer for draft in drafts for longer in self._longer(state, player, draft, width)]
        drafts = self._distinct(drafts)
        maps = Maps.of([part] * len(drafts))
        for row, draft in enumerate(drafts):
            for area, what, circled in draft.marks:
                maps.held[row, area], maps.circled[row, area] = what, circled
        values = self._values(maps)
        order = sorted(range(len(drafts)), key=lambda at: -values[at])
        return [Plan(drafts[at].moves, float(values[at]) / UNIT) for at in order[:count]]

    def _distinct(self, drafts: list[_Draft]) -> list[_Draft]:
        """One draft for each map that comes of it."""
        found: dict[Hashable, _Draft] = {}
        for draft in drafts:
            found.setdefault(frozenset((area, what) for area, what, _ in draft.marks), draft)
        return list(found.values())

    def _longer(self, state: State, player: str, draft: _Draft, width: int) -> list[_Draft]:
        """A draft with another stroke, in the most promising places. What is legal and what is circled say the rules."""
        state = after(self.rules, state, player, draft.moves)
        part = state.part(player)
        maps = Maps.of((part,))
        chain = lockstep.chains(self.board, maps, lockstep.WALKS)
        looks = Looks(self.board, chain, (maps.held == BLANK).sum(1) - 1)
        own = np.zeros((1, self.board.size), bool)
        own[0, list(self.rules.circling(state, part))] = True
        found: list[tuple[int, int, int]] = []
        places = sorted(self.rules.writable(state, part))
        for what in part.hand if places else ():
            number = STAR if what == "*" else int(what)
            gains = looks.star() if number == STAR else looks.number(np.array([number]))
            value = looks.best(gains, own)[0]
            found += [(-int(value[area]), area, number) for area in places]
        if not places:
            value = looks.best(looks.cross(), own & False)[0]
            found = [(-int(value[area]), area, X) for area in sorted(self.rules.crossable(state, part))]
        drafts = []
        for cost, area, number in sorted(found)[:width]:
            name = self.rules.areas[area]
            move: Move = Cross(name) if number == X else Write(name, "*" if number == STAR else f"{number:02}")
            then = Maps.of((self.rules.apply(state, Event(player, move)).part(player),))
            changed = np.flatnonzero((then.held != maps.held)[0] | (then.circled != maps.circled)[0])
            marks = {at: (what, circled) for at, what, circled in draft.marks}
            marks |= {int(at): (int(then.held[0, at]), bool(then.circled[0, at])) for at in changed}
            drafts.append(_Draft((*draft.moves, move), tuple((at, *mark) for at, mark in marks.items()), -cost))
        return drafts

    def _route(self, part: Part) -> list[Plan]:
        """The rest of the best route; of one that somebody else began, the best way to go on with it."""
        best = self.rules.best_route(part.marks)
        route = list(part.route)
        if best[: len(route)] == part.route:
            route = list(best)
        else:
            while (onward := self.rules.roads.onward(part.marks, tuple([self.rules.index[a] for a in route]))) is not None:
                route.append(self.rules.areas[onward])
        moves = (*(Visit(area) for area in route[len(part.route) :]), End())
        return [Plan(moves, float(self.rules.roads.best(part.marks).score))]
