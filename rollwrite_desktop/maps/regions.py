"""Divides a map into contiguous regions of equal size and compact shape, and colors them.

Recombination (DeFord, Duchin, Solomon 2021): two neighboring regions are merged and cut anew along an edge of a random
spanning tree; better divisions are kept, worse ones at first sometimes.
"""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, permutations

from rollwrite_desktop.draw.inks import REGIONS, resolve
from rollwrite_desktop.maps.areas import Link
from rollwrite_desktop.sheet.sheet import Point

STEPS = 500
OFF, CUT, FAR = 3.0, 0.35, 1.0
"""The cost of an area too many or too few (squared), of a border between regions, and of distance from a region's middle."""

Graph = Mapping[str, Collection[str]]


def graph_of(codes: Collection[str], links: Collection[Link], places: Mapping[str, Point]) -> dict[str, set[str]]:
    """Neighbors by code; parts of the map without a link are joined where they are nearest."""
    graph: dict[str, set[str]] = {code: set() for code in sorted(codes)}
    for a, b in links:
        graph[a].add(b)
        graph[b].add(a)
    while True:
        first = _reached(graph, min(graph), set(graph))
        rest = sorted(set(graph) - first)
        if not rest:
            return graph
        pairs = ((a, b) for a in sorted(first) for b in rest)
        a, b = min(pairs, key=lambda pair: (math.dist(places[pair[0]], places[pair[1]]), pair))
        graph[a].add(b)
        graph[b].add(a)


def divided(graph: Graph, places: Mapping[str, Point], count: int, chance: random.Random) -> list[list[str]]:
    """Returns the areas in `count` regions."""
    best = now = _bisected(graph, sorted(graph), count, chance)
    cost = best_cost = _cost(graph, places, now, count)
    for step in range(STEPS):
        heat = 2.0 * (1 - step / STEPS) + 1e-3
        pairs = [
            (i, j) for i, j in combinations(range(count), 2) if any(b in now[j] for a in now[i] for b in graph[a])
        ]
        if not pairs:
            break
        i, j = pairs[chance.randrange(len(pairs))]
        halves = _cut(graph, sorted({*now[i], *now[j]}), len(now[i] + now[j]) / 2, chance)
        new = [*(region for k, region in enumerate(now) if k not in (i, j)), *halves]
        new_cost = _cost(graph, places, new, count)
        if new_cost <= cost or chance.random() < math.exp((cost - new_cost) / heat):
            now, cost = new, new_cost
            if cost < best_cost:
                best, best_cost = now, cost
    return sorted((sorted(region) for region in best), key=lambda region: _center(region, places))


def _bisected(graph: Graph, codes: Sequence[str], count: int, chance: random.Random) -> list[list[str]]:
    if count == 1:
        return [list(codes)]
    less = count // 2
    best: tuple[float, tuple[list[str], list[str]]] | None = None
    for _ in range(20):
        one, other = _cut(graph, codes, len(codes) * less / count, chance)
        off = abs(len(one) - len(codes) * less / count)
        if min(len(one) - less, len(other) - (count - less)) >= 0 and (best is None or off < best[0]):
            best = off, (one, other)
    one, other = best[1] if best else _cut(graph, codes, len(codes) * less / count, chance)
    return [*_bisected(graph, one, less, chance), *_bisected(graph, other, count - less, chance)]


def _cut(graph: Graph, codes: Sequence[str], wanted: float, chance: random.Random) -> tuple[list[str], list[str]]:
    """Two connected parts, one with as near to `wanted` areas as an edge of a random spanning tree allows."""
    inside = set(codes)
    root = codes[chance.randrange(len(codes))]
    parent: dict[str, str] = {}
    order, seen = [root], {root}
    edges = [(chance.random(), root, other) for other in sorted(graph[root]) if other in inside]
    while edges:  # Prim's algorithm with random weights
        edge = min(edges)
        edges.remove(edge)
        _, a, b = edge
        if b not in seen:
            seen.add(b)
            parent[b] = a
            order.append(b)
            edges += [(chance.random(), b, other) for other in sorted(graph[b]) if other in inside and other not in seen]
    size = dict.fromkeys(order, 1)
    for code in reversed(order[1:]):
        size[parent[code]] += size[code]
    total = len(order)
    top = min(order[1:], key=lambda code: min(abs(size[code] - wanted), abs(total - size[code] - wanted)))
    below = {top}
    for code in order[1:]:
        if parent[code] in below:
            below.add(code)
    one, other = sorted(below), sorted(inside - below)
    return (one, other) if abs(len(one) - wanted) <= abs(len(other) - wanted) else (other, one)


def _cost(graph: Graph, places: Mapping[str, Point], regions: Sequence[Sequence[str]], count: int) -> float:
    mean = len(graph) / count
    of = {code: i for i, region in enumerate(regions) for code in region}
    cut = sum(of[a] != of[b] for a in graph for b in graph[a]) / 2
    spread = (sum(math.dist(place, _center(list(places), places)) ** 2 for place in places.values()) / len(places)) or 1.0
    far = 0.0
    for region in regions:
        middle = _center(region, places)
        far += sum(math.dist(places[code], middle) ** 2 for code in region) / spread
    off = sum(max(0.0, abs(len(region) - mean) - 0.5) ** 2 for region in regions)
    return OFF * off + CUT * cut + FAR * far


def _center(codes: Sequence[str], places: Mapping[str, Point]) -> Point:
    return (
        sum(places[code][0] for code in codes) / len(codes), sum(places[code][1] for code in codes) / len(codes),
    )


def _reached(graph: Graph, start: str, among: set[str]) -> set[str]:
    seen, left = {start}, [start]
    while left:
        for other in graph[left.pop()]:
            if other in among and other not in seen:
                seen.add(other)
                left.append(other)
    return seen


def pieces(codes: Collection[str], neighbors: Graph) -> list[set[str]]:
    """Returns the parts into which these areas fall, if only links between them count."""
    left, found = {*codes}, list[set[str]]()
    while left:
        found.append(_reached(neighbors, min(left), left))
        left -= found[-1]
    return found


def parts_of_regions(of: Mapping[str, str], neighbors: Graph) -> list[tuple[str, set[str]]]:
    """Returns the inks of areas by code, each with the parts into which its areas fall."""
    return [(ink, part) for ink in dict.fromkeys(of.values())
            for part in pieces([code for code, own in of.items() if own == ink], neighbors)]


def colored(regions: Sequence[Sequence[str]], graph: Graph) -> tuple[str, ...]:
    """An ink for each region, so that neighbors differ as much as possible in gray."""
    gray = {ink: int(resolve(f"region.{ink}", "grey").rgb[1:3], 16) for ink in REGIONS}
    beside = [
        (i, j) for i, j in combinations(range(len(regions)), 2)
        if any(b in regions[j] for a in regions[i] for b in graph[a])
    ]

    def contrast(inks: tuple[str, ...]) -> tuple[int, int]:
        steps = [abs(gray[inks[i]] - gray[inks[j]]) for i, j in beside]
        return (min(steps), sum(steps)) if steps else (0, 0)

    return max(permutations(REGIONS, len(regions)), key=contrast)
