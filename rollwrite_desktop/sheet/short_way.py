"""A short way over all places of several groups, group by group: which group comes next, and in which of its ways it is gone
through."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from rollwrite_desktop.sheet.sheet import Point

MAX_GROUPS = 8
"""Of more groups each is gone through in its first way, in the order given; time and memory double with each one."""

Way = Sequence[Point]


def shortest(groups: Sequence[Sequence[Way]]) -> list[tuple[int, int]]:
    """Which group, and which of its ways, comes first, second and so on, so that the whole is shortest, from the upper left
    corner of all places on.

    Exact, by subsets (Held and Karp, "A dynamic programming approach to sequencing problems", 1962): O(2^n w^2) time for n
    groups with w ways in all.
    """
    if not 0 < len(groups) <= MAX_GROUPS:
        return [(group, 0) for group in range(len(groups))]
    ways = [(group, n) for group, several in enumerate(groups) for n in range(len(several))]
    ends = [(groups[group][n][0], groups[group][n][-1]) for group, n in ways]
    long = [math.fsum(math.dist(a, b) for a, b in pairwise(groups[group][n])) for group, n in ways]
    onward = [[math.dist(here[1], there[0]) + more for there, more in zip(ends, long, strict=True)] for here in ends]
    corner = tuple(min(place[axis] for several in groups for place in several[0]) for axis in (0, 1))
    # By subset and last way: the length so far, and the way before.
    best: list[dict[int, tuple[float, int]]] = [{} for _ in range(1 << len(groups))]
    for way, (group, _) in enumerate(ways):
        best[1 << group][way] = math.dist(corner, ends[way][0]) + long[way], -1
    for done, so_far in enumerate(best):
        for way, (group, _) in enumerate(ways):
            if not done or done >> group & 1:
                continue
            found = min((length + onward[last][way], last) for last, (length, _) in so_far.items())
            there = best[done | 1 << group]
            there[way] = min(found, there.get(way, found))
    done, order = len(best) - 1, list[tuple[int, int]]()
    way = min(best[done], key=lambda last: best[done][last])
    while way >= 0:
        order.append(ways[way])
        done, way = done ^ 1 << ways[way][0], best[done][way][1]
    return order[::-1]
