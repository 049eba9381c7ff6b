"""Divides a map by rows and columns, such as North and South by West, Central and East, each overlap in one piece and of
equal size; and which of its two parts each area's card names."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from rollwrite_desktop.sheet.sheet import Point, Region

STEPS = 12_000
OFF, CUT, SPLIT, FAR = 1.0, 0.5, 6.0, 2.0
"""The cost of an area too many or too few (squared), of a border between regions, of a region in two pieces, of an area
that lies on the wrong side."""

Graph = Mapping[str, Collection[str]]


def rows_and_columns(regions: Sequence[Region]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the parts that regions lie within, from the top and from the left."""
    return tuple(dict.fromkeys(each.within[0] for each in regions)), tuple(dict.fromkeys(each.within[1] for each in regions))


def quarters(
    graph: Graph, places: Mapping[str, Point], regions: Sequence[Region], chance: random.Random
) -> dict[str, str]:
    """Code to the id of its region; regions are listed row by row. Simulated annealing from equal parts by position."""
    high_parts, wide_parts = map(len, rows_and_columns(regions))
    codes = sorted(graph)
    by_y = sorted(codes, key=lambda code: (places[code][1], code))
    row_of = {code: high_parts * k // len(codes) for k, code in enumerate(by_y)}
    of: dict[str, int] = {}
    for row in range(high_parts):
        members = sorted((c for c in codes if row_of[c] == row), key=lambda code: (places[code][0], code))
        for k, code in enumerate(members):
            of[code] = wide_parts * row + wide_parts * k // len(members)
    wide = max(x for x, _ in places.values()) - min(x for x, _ in places.values()) or 1.0
    high = max(y for _, y in places.values()) - min(y for _, y in places.values()) or 1.0
    left, top = min(x for x, _ in places.values()), min(y for _, y in places.values())
    mean = len(codes) / len(regions)

    def far(code: str, part: int) -> float:
        x, y = (places[code][0] - left) / wide, (places[code][1] - top) / high
        row, column = divmod(part, wide_parts)
        off_y = max(0.0, row / high_parts - y, y - (row + 1) / high_parts)
        off_x = max(0.0, column / wide_parts - x, x - (column + 1) / wide_parts)
        return FAR * 8 * (off_x * off_x + off_y * off_y)

    farness = [{code: far(code, part) for code in codes} for part in range(len(regions))]
    pairs = [(a, b) for a in codes for b in graph[a]]

    def split(part: int) -> float:
        members = {code for code in codes if of[code] == part}
        return SPLIT * max(0, _pieces(members, graph) - 1) + 50 * (not members)

    def cost(splits: Sequence[float]) -> float:
        sizes = Counter(of.values())
        total = sum(OFF * max(0.0, abs(sizes[part] - mean) - 0.5) ** 2 for part in range(len(regions)))
        total += CUT * sum([of[a] != of[b] for a, b in pairs]) / 2
        return total + sum([farness[of[code]][code] for code in codes]) + sum(splits)

    splits = [split(part) for part in range(len(regions))]
    now = cost(splits)
    best, kept = now, dict(of)
    steps = min(STEPS, 250 * len(codes))
    for step in range(steps):
        heat = 1.5 * (1 - step / steps) + 1e-3
        code = codes[chance.randrange(len(codes))]
        choices = sorted({of[other] for other in graph[code]} - {of[code]})
        if not choices:
            continue
        old, of[code] = of[code], choices[chance.randrange(len(choices))]
        after = [split(part) if part in (old, of[code]) else each for part, each in enumerate(splits)]
        new = cost(after)
        if new <= now or chance.random() < math.exp((now - new) / heat):
            now, splits = new, after
            if now < best:
                best, kept = now, dict(of)
        else:
            of[code] = old
    return {code: regions[part].id for code, part in kept.items()}


def _pieces(codes: set[str], graph: Graph) -> int:
    left, pieces = set(codes), 0
    while left:
        pieces += 1
        stack = [left.pop()]
        while stack:
            for other in graph[stack.pop()]:
                if other in left:
                    left.discard(other)
                    stack.append(other)
    return pieces


def cards(
    of: Mapping[str, str], regions: Sequence[Region], chance: random.Random, given: Mapping[str, str]
) -> tuple[str, ...]:
    """One card for each area, naming one of the two parts in which it lies, each part about equally often. given: those that
    are known; one that its area does not lie in any more is dealt anew."""
    within = {region.id: region.within for region in regions}
    dealt = {code: within[ink][chance.randrange(2)] for code, ink in sorted(of.items())}
    known = {code: part for code, part in given.items() if code in dealt and part in within[of[code]]}
    dealt |= known
    counts = Counter(dealt.values())
    for _ in range(20):
        for code in sorted(dealt.keys() - known.keys()):
            one, two = within[of[code]]
            now, other = (one, two) if dealt[code] == one else (two, one)
            if counts[now] > counts[other] + 1:
                counts[now] -= 1
                counts[other] += 1
                dealt[code] = other
    return tuple(f"{code} {part}" for code, part in sorted(dealt.items()))
