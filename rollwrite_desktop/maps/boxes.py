"""Where writing boxes go on a grid: near where their areas are, apart from one another, with sea between strangers."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

WIDE, HIGH = 4, 5
"""A box in cells: four wide, and five high with the strip for the code."""
ROUNDS = 400
SWEEPS = 60

Floats = NDArray[np.floating[Any]]
Spot = tuple[int, int]


def packed(
    targets: Sequence[tuple[float, float]], linked: Sequence[Collection[int]], size: tuple[int, int],
    blocked: Collection[Spot], fixed: Collection[int], chance: random.Random,
) -> list[Spot] | None:
    """Returns the upper left cell of every box, None where they do not fit.

    targets: where the middles of boxes are to be, in cells. linked: of each box, the others that it may touch; there is a
    cell of sea between all others. blocked: cells that stay free. fixed: boxes that a person placed. Force-directed
    removal of overlaps, then annealing on whole cells.
    """
    n = len(targets)
    goal = np.array(targets, dtype=float)
    gap = np.ones((n, n))
    for i, others in enumerate(linked):
        gap[i, list(others)] = 0.15
    np.fill_diagonal(gap, 0.0)
    heavy = np.array([0.05 if i in fixed else 1.0 for i in range(n)])
    at = goal + np.array([[chance.uniform(-0.4, 0.4), chance.uniform(-0.4, 0.4)] for _ in range(n)])
    low = np.array([WIDE / 2, HIGH / 2])
    high = np.array([size[0] - WIDE / 2, size[1] - HIGH / 2])
    springs = [(i, j) for i, others in enumerate(linked) for j in others if i < j]
    a, b = np.array([i for i, _ in springs], dtype=int), np.array([j for _, j in springs], dtype=int)
    for turn in range(ROUNDS):
        late = turn / ROUNDS
        away = at[None, :, :] - at[:, None, :]
        need_x, need_y = WIDE + gap - np.abs(away[:, :, 0]), HIGH + gap - np.abs(away[:, :, 1])
        push = np.minimum(need_x, need_y)
        np.fill_diagonal(push, 0.0)
        push = np.maximum(push, 0.0)
        across = need_x * 1.0 <= need_y
        sign = np.where(away >= 0, 1.0, -1.0)
        move = np.zeros_like(at)
        move[:, 0] = -(push * across * sign[:, :, 0]).sum(axis=1)
        move[:, 1] = -(push * ~across * sign[:, :, 1]).sum(axis=1)
        at = at + 0.3 * move * heavy[:, None] + (0.06 * (1 - late) + 0.002) * (goal - at)
        if len(a):
            apart = at[b] - at[a]
            far = np.maximum(np.abs(apart) - np.array([WIDE + 1.5, HIGH + 1.5]), 0.0) * np.sign(apart)
            pull = np.zeros_like(at)
            np.add.at(pull, a, far)
            np.add.at(pull, b, -far)
            at = at + 0.06 * pull * heavy[:, None]
        at = np.clip(at, low, high)
    for i in fixed:
        at[i] = np.clip(goal[i], low, high)
    return _on_cells(at, goal, gap > 0.5, size, set(blocked), fixed, chance)


def _on_cells(
    at: Floats, goal: Floats, strangers: NDArray[np.bool_], size: tuple[int, int], blocked: set[Spot],
    fixed: Collection[int], chance: random.Random,
) -> list[Spot] | None:
    n = len(at)
    spots = [
        (min(max(round(float(x) - WIDE / 2), 0), size[0] - WIDE), min(max(round(float(y) - HIGH / 2), 0), size[1] - HIGH))
        for x, y in at
    ]
    gaps = [[int(strangers[i, j]) for j in range(n)] for i in range(n)]
    home = [(float(x) - WIDE / 2, float(y) - HIGH / 2) for x, y in (at + goal) / 2]

    def cost(i: int, spot: Spot) -> float:
        x, y = spot
        total = 0.03 * ((x - home[i][0]) ** 2 + (y - home[i][1]) ** 2)
        for j, (u, v) in enumerate(spots):
            if j != i:
                gap = gaps[i][j]
                over = min(WIDE + gap - abs(x - u), HIGH + gap - abs(y - v))
                if over > 0:
                    total += 4.0 + 2.0 * over
        if blocked:
            total += 3.0 * sum((x + dx, y + dy) in blocked for dx in range(WIDE) for dy in range(HIGH))
        return total

    order = [i for i in range(n) if i not in fixed]
    steps = [(dx, dy) for dx in (-2, -1, 0, 1, 2) for dy in (-2, -1, 0, 1, 2) if dx or dy]
    for sweep in range(SWEEPS):
        heat = 2.0 * (1 - sweep / SWEEPS) ** 2 + 1e-6
        chance.shuffle(order)
        for i in order:
            x, y = spots[i]
            dx, dy = steps[int(chance.random() * len(steps))]
            new = (min(max(x + dx, 0), size[0] - WIDE), min(max(y + dy, 0), size[1] - HIGH))
            change = cost(i, new) - cost(i, spots[i])
            if change <= 0 or chance.random() < 2.718 ** (-change / heat):
                spots[i] = new
    for _ in range(60):  # what still overlaps goes to the best place within reach
        wrong = [i for i in range(n) if i not in fixed and cost(i, spots[i]) - 0.03 * (
            (spots[i][0] - home[i][0]) ** 2 + (spots[i][1] - home[i][1]) ** 2) > 1e-9]
        if not wrong:
            return spots
        i = wrong[int(chance.random() * len(wrong))]
        reach = [
            (x, y) for x in range(max(0, spots[i][0] - 6), min(size[0] - WIDE, spots[i][0] + 6) + 1)
            for y in range(max(0, spots[i][1] - 6), min(size[1] - HIGH, spots[i][1] + 6) + 1)
        ]
        spots[i] = min(reach, key=lambda spot: (cost(i, spot) + chance.random(), spot))
    solid = all(
        min(WIDE - abs(spots[i][0] - spots[j][0]), HIGH - abs(spots[i][1] - spots[j][1])) <= 0
        for i in range(n) for j in range(i)
    )
    clear = not any((x + dx, y + dy) in blocked for x, y in spots for dx in range(WIDE) for dy in range(HIGH))
    return spots if solid and clear else None
