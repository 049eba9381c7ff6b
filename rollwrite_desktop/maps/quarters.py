"""Divides a map for On Tour: North and South, West, Central and East, each overlap in one piece and of equal size; and which
of its two parts each area's card names."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Collection, Mapping

from rollwrite_desktop.sheet.sheet import Point, Region

STEPS = 12_000
ROWS, COLUMNS = ("North", "South"), ("West", "Central", "East")
REGIONS = (
    Region("blue", "Northwest", "NW", ("North", "West")), Region("yellow", "North Central", "NC", ("North", "Central")),
    Region("red", "Northeast", "NE", ("North", "East")), Region("purple", "Southwest", "SW", ("South", "West")),
    Region("green", "South Central", "SC", ("South", "Central")), Region("orange", "Southeast", "SE", ("South", "East")),
)
"""The overlaps by the ink they are filled with, as on the printed map: neighbors differ in gray."""
OFF, CUT, SPLIT, FAR = 1.0, 0.5, 6.0, 2.0
"""The cost of an area too many or too few (squared), of a border between overlaps, of an overlap in two pieces, of an area
that lies on the wrong side."""

Graph = Mapping[str, Collection[str]]


def quarters(graph: Graph, places: Mapping[str, Point], chance: random.Random) -> dict[str, str]:
    """Code to the ink of its overlap. Simulated annealing from halves and thirds by position."""
    codes = sorted(graph)
    by_y = sorted(codes, key=lambda code: (places[code][1], code))
    half = set(by_y[: (len(codes) + 1) // 2])
    of: dict[str, int] = {}
    for row, members in enumerate(([c for c in codes if c in half], [c for c in codes if c not in half])):
        members.sort(key=lambda code: (places[code][0], code))
        for k, code in enumerate(members):
            of[code] = 3 * row + min(2, 3 * k // len(members))
    wide = max(x for x, _ in places.values()) - min(x for x, _ in places.values()) or 1.0
    high = max(y for _, y in places.values()) - min(y for _, y in places.values()) or 1.0
    left, top = min(x for x, _ in places.values()), min(y for _, y in places.values())
    mean = len(codes) / 6

    def far(code: str, part: int) -> float:
        x, y = (places[code][0] - left) / wide, (places[code][1] - top) / high
        row, column = divmod(part, 3)
        off_y = max(0.0, (y - 0.5) if row == 0 else (0.5 - y))
        off_x = max(0.0, column / 3 - x, x - (column + 1) / 3)
        return FAR * 8 * (off_x * off_x + off_y * off_y)

    def cost() -> float:
        sizes = Counter(of.values())
        total = sum(OFF * max(0.0, abs(sizes[part] - mean) - 0.5) ** 2 for part in range(6))
        total += CUT * sum(of[a] != of[b] for a in codes for b in graph[a]) / 2
        total += sum(far(code, of[code]) for code in codes)
        for part in range(6):
            total += SPLIT * max(0, _pieces({code for code in codes if of[code] == part}, graph) - 1)
            if not sizes[part]:
                total += 50
        return total

    now = cost()
    best, kept = now, dict(of)
    steps = min(STEPS, 250 * len(codes))
    for step in range(steps):
        heat = 1.5 * (1 - step / steps) + 1e-3
        code = codes[chance.randrange(len(codes))]
        choices = sorted({of[other] for other in graph[code]} - {of[code]})
        if not choices:
            continue
        old, of[code] = of[code], choices[chance.randrange(len(choices))]
        new = cost()
        if new <= now or chance.random() < math.exp((now - new) / heat):
            now = new
            if now < best:
                best, kept = now, dict(of)
        else:
            of[code] = old
    return {code: REGIONS[part].id for code, part in kept.items()}


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


def cards(of: Mapping[str, str], chance: random.Random) -> tuple[str, ...]:
    """One card for each area, naming one of the two parts in which it lies, each part about equally often."""
    within = {region.id: region.within for region in REGIONS}
    dealt = {code: within[ink][chance.randrange(2)] for code, ink in sorted(of.items())}
    counts = Counter(dealt.values())
    for _ in range(20):
        for code in sorted(dealt):
            one, two = within[of[code]]
            now, other = (one, two) if dealt[code] == one else (two, one)
            if counts[now] > counts[other] + 1:
                counts[now] -= 1
                counts[other] += 1
                dealt[code] = other
    return tuple(f"{code} {part}" for code, part in sorted(dealt.items()))
