"""Computer players of On Tour. They see what a person sees: the own map, the cards and the numbers on the table.

The planner has walks through the whole map in mind. Along a walk numbers should rise evenly; a number goes where it leaves
most hope of that, on whichever walk promises most by then.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from functools import lru_cache

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.core.rules import Move, Rules
from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.gamekit.think.engine import Budget, Engine
from rollwrite_desktop.gamekit.think.levels import Level, five_levels, five_titles
from rollwrite_desktop.games.on_tour.play.model import BLANK, STAR, Cross, End, Part, State, Visit, Write, X
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.games.on_tour.think.walks import WALKS, Walk, rest_of_route, walks

SPARE = -0.1
LOWEST, HIGHEST = 0.0, 99.0
NEAR_END = 7
"""With so few areas left, real routes are compared: as the map stands, and if all that is blank came out well."""
OPTIMISM = 0.6
CROWDED = 0.75
"""How fast hope falls where more blank areas stand between two numbers than fit evenly."""


@lru_cache(maxsize=10_000)
def _chance(blanks: int, apart: float, fair: float) -> float:
    """How likely each of the blank areas between two numbers will be filled well; `fair`: how far apart two stops should be.
    The same few questions come again and again."""
    return float(min(1.0, (apart + 1.0) / ((blanks + 1) * fair)) ** CROWDED * 0.85)


class Evaluation:
    """What one walk promises on one map: the chain of numbers to keep, and the hope between them."""

    def __init__(self, walk: Walk, marks: tuple[str, ...]) -> None:
        self.walk = walk
        n = len(walk.stops)
        self.fair = (HIGHEST - LOWEST) / (n + 1)
        held = [content(marks[area]) for area in walk.stops]
        self.open = [0] * (n + 1)
        self.sure = [0.0] * (n + 1)
        for k, what in enumerate(held):
            self.open[k + 1] = self.open[k] + (what == BLANK)
            worth = 1.0 + is_circled(marks[walk.stops[k]]) if what == STAR else 0.0
            loss = 0.0 if what in (BLANK, STAR) else walk.skip[k]
            self.sure[k + 1] = self.sure[k] + worth - loss
        # The best rising chain of numbers along the walk, from before its first stop to beyond its last.
        chain = [(-1, LOWEST, 0.0)]
        chain += [
            (k, float(what), 1.0 + is_circled(marks[walk.stops[k]]) + walk.skip[k])
            for k, what in enumerate(held) if what.isdigit()
        ]
        chain.append((n, HIGHEST, 0.0))
        best = [0.0] * len(chain)
        via = [0] * len(chain)
        for b in range(1, len(chain)):
            k, high, worth = chain[b]
            found = -math.inf
            for a in range(b):
                i, low, _ = chain[a]
                if low <= high and (value := best[a] + self.between(i, k, low, high)) >= found:
                    found, via[b] = value, a
            best[b] = found + worth
        self.hope = best[-1]
        self.low: list[tuple[int, float]] = [(-1, LOWEST)] * n
        self.high: list[tuple[int, float]] = [(n, HIGHEST)] * n
        b = len(chain) - 1
        while b > 0:
            a = via[b]
            for k in range(chain[a][0] + 1, chain[b][0]):
                self.low[k], self.high[k] = (chain[a][0], chain[a][1]), (chain[b][0], chain[b][1])
            b = a

    def between(self, i: int, j: int, low: float, high: float) -> float:
        """Returns what the stops between two numbers promise."""
        blanks = self.open[j] - self.open[i + 1]
        return self.sure[j] - self.sure[i + 1] + blanks * _chance(blanks, high - low, self.fair)

    def gain(self, area: int, what: str, circled: bool) -> float:
        """Returns the change of hope when this is written there."""
        k = self.walk.place[area]
        if k < 0:
            return 0.0 if what == X else SPARE
        (i, low), (j, high) = self.low[k], self.high[k]
        before = self.between(i, j, low, high)
        blanks = self.open[j] - self.open[i + 1] - 1
        sure = self.sure[j] - self.sure[i + 1]
        worth = 1.0 + circled
        if what == STAR:
            return sure + blanks * _chance(blanks, high - low, self.fair) + worth - before
        if what != X and low <= (number := float(what)) <= high:
            return self.between(i, k, low, number) + self.between(k, j, number, high) + worth - before
        return sure + blanks * _chance(blanks, high - low, self.fair) - self.walk.skip[k] - before


def planner(rules: Rules[State], state: State, player: str, luck: random.Random) -> Move:  # noqa: ARG001
    """Writes where the most promising walk keeps most hope; at the end takes the best route."""
    assert isinstance(rules, OnTour)
    part = state.part(player)
    if not part.strokes:
        return _onward(rules, part)
    evaluations = sorted(
        (Evaluation(walk, part.marks) for walk in walks(rules.roads.neighbors)), key=lambda evaluation: -evaluation.hope
    )[: WALKS // 4]
    circling = rules.circling(state, part)

    def worth(area: int, what: str) -> float:
        circled = what != X and area in circling
        hope = max(evaluation.hope + evaluation.gain(area, what, circled) for evaluation in evaluations)
        if part.blanks > NEAR_END:
            return hope
        after = (*part.marks[:area], f"({what})" if circled else what, *part.marks[area + 1 :])
        open_ended = tuple(held or STAR for held in after)
        return OPTIMISM * rules.roads.best(open_ended).score + rules.roads.best(after).score + 0.1 * hope

    _, area, what = max((worth(area, what), area, what) for area, what in _choices(rules, state, part))
    return Cross(rules.areas[area]) if what == X else Write(rules.areas[area], what)


def _choices(rules: OnTour, state: State, part: Part) -> Iterator[tuple[int, str]]:
    for area in sorted(rules.writable(state, part)):
        for what in part.hand:
            yield area, what
    if not rules.voluntary(state) or not rules.writable(state, part):
        for area in sorted(rules.crossable(state, part)):
            yield area, X


def _onward(rules: OnTour, part: Part) -> Move:
    """Returns the next stop, or the end of the route."""
    rest = rest_of_route(rules, part)
    return Visit(rest[0]) if rest else End()


def scattered(rules: Rules[State], state: State, player: str, luck: random.Random) -> Move:
    """Writes anywhere; at the end takes the best route."""
    assert isinstance(rules, OnTour)
    part = state.part(player)
    return luck.choice(list(rules.moves(state, player))) if part.strokes else _onward(rules, part)


def engine_of(rules: OnTour) -> Engine:
    """Returns the engine of the strong computer players, loaded when one of them plays: it brings numpy along. Raises
    Unsuited."""
    from rollwrite_desktop.games.on_tour.think.engine import OnTourEngine

    return OnTourEngine(rules)


A_FEW = Budget(4, (16,))
"""What the hard player thinks about a turn: by the value alone it has 29 points on average, with these 31."""
BOTS = five_levels(scattered, planner, engine_of, A_FEW)
"""The computer players by name, the best last."""
LEVELS = five_titles(
    Level(mark("Medium"), mark("Plans long routes and writes where the numbers rise evenly along them.")),
    random=Level(mark("Random"), mark("Writes anywhere, then takes the best route it has.")),
    hard=Level(mark("Hard"), mark("Plays out its four best ideas a few times before it writes.")),
)
