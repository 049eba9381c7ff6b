"""Long walks through the map of On Tour, along which numbers are to rise: what the computer players plan by; and how they go
on with a route at the end."""

from __future__ import annotations

import random
from functools import lru_cache

from msgspec import Struct

from rollwrite_desktop.games.on_tour.play.model import Part
from rollwrite_desktop.games.on_tour.play.rules import OnTour

WALKS = 48
LENGTH = 30
GAP, BREAK = 0.25, 1.1
"""What it costs to leave an area out where the walk can pass by it, and where it cannot."""
_STEPS = 1_500
"""How often a walk grows or turns round."""


class Walk(Struct, frozen=True):
    """A walk through all areas. place: area to its place on it; skip: what leaving out the area at a place costs."""

    stops: tuple[int, ...]
    place: tuple[int, ...]
    skip: tuple[float, ...]


@lru_cache(maxsize=64)
def walks(neighbors: tuple[tuple[int, ...], ...], wanted: int = WALKS) -> tuple[Walk, ...]:
    """Long walks that pass no area twice, in both directions; the same ones every time. Roads lead both ways."""
    luck = random.Random(41)
    found: dict[tuple[int, ...], None] = {}
    longest = 0
    for _ in range(wanted * 12):
        stops = _rotated(neighbors, luck)
        cut = max(0, len(stops) - LENGTH)
        start = luck.randrange(cut + 1)
        stops = stops[start : start + LENGTH]
        if len(stops) > longest:
            longest, found = len(stops), {}
        if len(stops) == longest:
            found[stops], found[stops[::-1]] = None, None
        if len(found) >= wanted:
            break
    return tuple(_walk(neighbors, stops) for stops in found)


def _rotated(neighbors: tuple[tuple[int, ...], ...], luck: random.Random) -> tuple[int, ...]:
    """A walk grown from one area; where it is stuck, its tail is turned round."""
    joined = [area for area, others in enumerate(neighbors) if others] or [0]  # no walk leads to an island
    stops: list[int] = []
    fresh = [len(others) for others in neighbors]  # of the neighbors of each area, those that are not on the walk
    bits, share = luck.getrandbits, luck.random

    def add(area: int) -> None:
        stops.append(area)
        for other in neighbors[area]:
            fresh[other] -= 1

    add(joined[luck.randrange(len(joined))])
    for _ in range(_STEPS):
        last = stops[-1]
        others = neighbors[last]
        if fresh[last]:
            add(min((n for n in others if n not in stops), key=lambda n: (fresh[n], share())))
        elif len(stops) == len(neighbors) or not others:
            break
        else:
            # This is `luck.choice`, which takes twice as long; most of the time goes by here.
            count = len(others)
            while (which := bits(count.bit_length())) >= count:
                pass
            pivot = stops.index(others[which]) + 1
            stops[pivot:] = stops[pivot:][::-1]
            if share() < 0.3:
                stops.reverse()
    return tuple(stops)


def _walk(neighbors: tuple[tuple[int, ...], ...], stops: tuple[int, ...]) -> Walk:
    place = [-1] * len(neighbors)
    for k, area in enumerate(stops):
        place[area] = k
    skip = [0.0] * len(stops)
    for k in range(1, len(stops) - 1):
        skip[k] = GAP if stops[k + 1] in neighbors[stops[k - 1]] else BREAK
    return Walk(stops, tuple(place), tuple(skip))


def rest_of_route(rules: OnTour, part: Part) -> tuple[str, ...]:
    """Returns the stops of the best route still to come; of one that somebody else began, those of the best way on."""
    best, route = rules.best_route(part.marks), list(part.route)
    if best[: len(route)] == part.route:
        return best[len(route) :]
    while (onward := rules.roads.onward(part.marks, tuple([rules.index[area] for area in route]))) is not None:
        route.append(rules.areas[onward])
    return tuple(route[len(part.route) :])
