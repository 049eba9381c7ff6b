"""The heaviest nondecreasing path in random graphs, compared with trying every path."""

from __future__ import annotations

import random
from itertools import pairwise, permutations

import pytest

from rollwrite_desktop.solver import frontier
from rollwrite_desktop.solver.frontier import WILDCARD, longest_path, vertex_order

Graph = dict[int, tuple[int, ...]]


def meshed(luck: random.Random, n: int, density: float) -> Graph:
    edges = [(a, b) for a in range(n) for b in range(a) if luck.random() < density]
    return {v: tuple(sorted({b for edge in edges for b in edge if v in edge and b != v})) for v in range(n)}


def heaviest(labels: dict[int, int], weights: dict[int, int], neighbors: Graph) -> int:
    best = 0

    def onward(path: tuple[int, ...], reached: int) -> None:
        nonlocal best
        best = max(best, sum(weights[vertex] for vertex in path))
        for there in neighbors[path[-1]]:
            if there not in path and (labels[there] == WILDCARD or labels[there] >= reached):
                onward((*path, there), max(reached, labels[there]))

    for vertex, label in labels.items():
        onward((vertex,), label)
    return best


@pytest.mark.parametrize("seed", range(40))
def test_agrees_with_every_path(seed: int) -> None:
    luck = random.Random(seed)
    for _ in range(10):
        n, density, most = luck.randint(1, 7), luck.choice((0.2, 0.5, 0.9)), luck.choice((0, 1, 3, 9))
        neighbors = meshed(luck, n, density)
        labels = {v: WILDCARD if luck.random() < 0.3 else luck.randint(0, most) for v in range(n)}
        weights = {v: luck.randint(1, 5) for v in range(n)}
        path = longest_path(labels, weights, neighbors, vertex_order(neighbors))
        assert len(set(path)) == len(path)
        assert all(b in neighbors[a] for a, b in pairwise(path))
        passed = [labels[v] for v in path if labels[v] != WILDCARD]
        assert passed == sorted(passed)
        assert sum(weights[v] for v in path) == heaviest(labels, weights, neighbors), (labels, weights, neighbors)


def test_one_is_a_label_and_no_wildcard() -> None:
    neighbors, weights = {0: (1,), 1: (0, 2), 2: (1,)}, {0: 1, 1: 1, 2: 1}
    assert len(longest_path({0: 2, 1: 1, 2: 2}, weights, neighbors, (0, 1, 2))) == 2
    assert len(longest_path({0: 2, 1: -1, 2: 2}, weights, neighbors, (0, 1, 2))) == 3


def test_no_vertices() -> None:
    assert longest_path({}, {}, {}, ()) == ()


def test_an_order_names_every_vertex_once() -> None:
    ring = {i: ((i - 1) % 12, (i + 1) % 12) for i in range(12)}
    order = vertex_order(ring)
    assert sorted(order) == list(range(12))
    # In a ring a prefix that stays connected has two frontier vertices at most.
    for i in range(12):
        prefix = set(order[:i])
        assert sum(any(b not in prefix for b in ring[a]) for a in prefix) <= 2


def grid(width: int, height: int) -> Graph:
    """The squares of a rectangle, each beside those that share a side."""
    return {
        x * height + y: tuple(
            a * height + b for a, b in ((x - 1, y), (x, y - 1), (x, y + 1), (x + 1, y)) if 0 <= a < width and 0 <= b < height
        ) for x in range(width) for y in range(height)
    }


@pytest.mark.parametrize("seed", range(8))
def test_of_all_orders_the_cheapest_is_found_on_few_vertices(seed: int) -> None:
    """Where the beam holds all prefixes: of those that grow by a neighbor as long as there is one."""
    luck = random.Random(seed)
    neighbors = meshed(luck, luck.randint(4, 6), luck.choice((0.3, 0.5, 0.8)))

    def cost(order: tuple[int, ...]) -> int | None:
        total, seen = 0, set[int]()
        for vertex in order:
            near = {b for a in seen for b in neighbors[a]} - seen
            if near and vertex not in near:
                return None
            seen.add(vertex)
            total += 4 ** sum(not seen.issuperset(neighbors[a]) for a in seen)
        return total

    found = [(total, order) for order in permutations(neighbors) if (total := cost(order)) is not None]
    assert vertex_order(neighbors) == min(found)[1]


@pytest.mark.parametrize(("seed", "width", "height", "most", "weight", "work"), [
    (1, 8, 4, 12, 34, 11_400), (2, 6, 4, 6, 30, 4_250), (3, 7, 3, 8, 18, 2_500),
])
def test_states_that_cannot_win_or_are_alike_are_dropped(
    seed: int, width: int, height: int, most: int, weight: int, work: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On graphs too large for trying every path. The work is how often a state is kept."""
    kept = []

    def keep(states: frontier.States, state: frontier.State, weight: int, trail: frontier.Trail) -> None:
        kept.append(weight)
        original(states, state, weight, trail)

    original = frontier._keep
    monkeypatch.setattr(frontier, "_keep", keep)
    luck = random.Random(seed)
    neighbors = grid(width, height)
    labels = {v: WILDCARD if luck.random() < 0.2 else luck.randint(0, most) for v in neighbors}
    weights = {v: luck.randint(1, 3) for v in neighbors}
    path = longest_path(labels, weights, neighbors, vertex_order(neighbors))
    assert sum(weights[v] for v in path) == weight
    assert len(kept) <= work
