"""The heaviest nondecreasing path in random graphs, compared with trying every path."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from rollwrite_desktop.solver.frontier import WILDCARD, longest_path, vertex_order

Graph = dict[int, tuple[int, ...]]


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
        edges = [(a, b) for a in range(n) for b in range(a) if luck.random() < density]
        neighbors = {v: tuple(sorted({b for edge in edges for b in edge if v in edge and b != v})) for v in range(n)}
        labels = {v: WILDCARD if luck.random() < 0.3 else luck.randint(0, most) for v in range(n)}
        weights = {v: luck.randint(1, 5) for v in range(n)}
        path = longest_path(labels, weights, neighbors, vertex_order(neighbors))
        assert len(set(path)) == len(path)
        assert all(b in neighbors[a] for a, b in pairwise(path))
        passed = [labels[v] for v in path if labels[v] != WILDCARD]
        assert passed == sorted(passed)
        assert sum(weights[v] for v in path) == heaviest(labels, weights, neighbors), (labels, weights, neighbors)


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
