"""The best route of any map, exactly: the highest score, more areas among equals, the same one every time.

Ordinary maps are answered by a memoized search, those with many stars or equal numbers by `solver/frontier.py`.
Areas are indices; a mark is as on paper, and what is blank or an X is no road.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

from msgspec import Struct

from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.games.on_tour.play.model import BLANK, STAR, X
from rollwrite_desktop.solver.frontier import WILDCARD, longest_path, vertex_order

MAX_STATES = 100_000
"""Positions the search may remember before the frontier takes over."""
AREA = 64
"""A point of score weighs as much as more areas than there are."""


class Route(Struct, frozen=True):
    """A route: its stops in order, and what it scores."""

    stops: tuple[int, ...]
    circles: int

    @property
    def areas(self) -> int:
        """How many areas the route visits."""
        return len(self.stops)

    @property
    def score(self) -> int:
        return self.areas + self.circles


class Roads:
    """The lines between the areas of one map; answers are remembered."""

    def __init__(self, neighbors: tuple[tuple[int, ...], ...]) -> None:
        self.neighbors = neighbors
        self.best = lru_cache(maxsize=256)(self._best)

    @cached_property
    def order(self) -> tuple[int, ...]:
        return vertex_order(dict(enumerate(self.neighbors)))

    def _best(self, marks: tuple[str, ...]) -> Route:
        """Returns the best route on these marks."""
        numbers = _numbers(marks)
        weights = _weights(marks, numbers)
        stops = self.heaviest(numbers, weights)
        return Route(stops, sum(is_circled(marks[i]) for i in stops))

    def heaviest(self, numbers: Mapping[int, int], weights: Mapping[int, int]) -> tuple[int, ...]:
        """Returns the stops of the route of greatest weight among the areas with numbers."""
        roads = {i: tuple([j for j in self.neighbors[i] if j in numbers]) for i in numbers}
        stops = search(numbers, weights, roads)
        return longest_path(numbers, weights, roads, self.order) if stops is None else stops

    def onward(self, marks: tuple[str, ...], route: tuple[int, ...]) -> int | None:
        """Returns the next stop of the best route that begins with these stops (at least one), None where it ends with
        them."""
        here = route[-1]
        reached = max((int(content(marks[i])) for i in route if content(marks[i]).isdigit()), default=WILDCARD)
        numbers = {here: reached} | {
            i: number for i, number in _numbers(marks).items()
            if i not in route and (number == WILDCARD or number >= reached)
        }
        weights = _weights(marks, numbers)
        weights[here] = AREA * AREA * AREA  # no route without it is worth as much
        # No way leads to the last stop, so the search can only begin there.
        roads = {i: tuple(j for j in self.neighbors[i] if j in numbers and j != here) for i in numbers}
        stops = search(numbers, weights, roads)
        if stops is None:  # too many stars and equal numbers: on to the lowest number
            return min(roads[here], key=lambda i: (numbers[i], i), default=None)
        return stops[1] if len(stops) > 1 else None


def _weights(marks: tuple[str, ...], numbers: Iterable[int]) -> dict[int, int]:
    """Returns what each area adds to a route: its points first and, of equal points, the more areas the better."""
    return {i: AREA * (1 + is_circled(marks[i])) + 1 for i in numbers}


def _numbers(marks: tuple[str, ...]) -> dict[int, int]:
    """Returns the areas that a route may visit, with their numbers."""
    return {
        i: WILDCARD if content(held) == STAR else int(content(held))
        for i, held in enumerate(marks) if content(held) not in (BLANK, X)
    }


def search(
    numbers: Mapping[int, int], weights: Mapping[int, int], roads: Mapping[int, tuple[int, ...]],
    max_states: int = MAX_STATES,
) -> tuple[int, ...] | None:
    """Returns the best route by memory of (area, number reached, areas that could come again), or None if that grows too
    large.

    What could come again is a star, or a number equal to the one reached: smaller ones are behind.
    """
    bit = {i: 1 << k for k, i in enumerate(numbers)}
    stars = sum(bit[i] for i, number in numbers.items() if number == WILDCARD)
    memory: dict[tuple[int, int, int], tuple[int, int]] = {}
    ahead = {
        i: [(j, numbers[j], bit[j], weights[j]) for j in roads[i] if numbers[j] == WILDCARD or numbers[i] <= numbers[j]]
        for i in numbers
    }

    def after(here: int, reached: int, passed: int) -> int:
        """Returns the worth of the best continuation; `passed` holds the star and equal areas that are used up."""
        key = (here, reached, passed)
        found = memory.get(key)
        if found is not None:
            return found[0]
        if len(memory) >= max_states:
            raise _StateLimit
        best, onward = 0, -1
        for there, number, own, weight in ahead[here]:
            if number > reached:
                worth = weight + after(there, number, (passed & stars) | own)
            elif passed & own or WILDCARD != number < reached:
                continue
            else:
                worth = weight + after(there, reached, passed | own)
            if worth > best:
                best, onward = worth, there
        memory[key] = best, onward
        return best

    try:
        starts = [(weights[i] + after(i, numbers[i], bit[i]), -i) for i in numbers]
    except _StateLimit:
        return None
    if not starts:
        return ()
    here = -max(starts)[1]
    reached, passed = numbers[here], bit[here]
    stops = [here]
    while (here := memory[here, reached, passed][1]) >= 0:
        number = numbers[here]
        if number > reached:
            reached, passed = number, passed & stars
        passed |= bit[here]
        stops.append(here)
    return tuple(stops)


class _StateLimit(Exception):
    """Raised when the search holds more states than it may."""
