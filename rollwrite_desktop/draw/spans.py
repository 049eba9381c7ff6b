"""Intervals of a line, from left to right: what of it is within rings, what two have in common, and what is left of one."""

from __future__ import annotations

from collections.abc import Sequence

Span = tuple[float, float]
Spans = Sequence[Span]


def within(rings: Sequence[Sequence[tuple[float, float]]], level: float) -> list[Span]:
    """Returns the intervals of the line y = level within closed polygons, by the nonzero rule."""
    crossings = []
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            if (ay <= level) != (by <= level):
                crossings.append((ax + (bx - ax) * (level - ay) / (by - ay), 1 if by > ay else -1))
    crossings.sort()
    found, turns, start = [], 0, 0.0
    for x, turn in crossings:
        if not turns:
            start = x
        turns += turn
        if not turns and x > start:
            found.append((start, x))
    return found


def common(one: Spans, other: Spans) -> list[Span]:
    """Returns what is in both."""
    both = [(max(a, c), min(b, d)) for a, b in one for c, d in other]
    return [(left, right) for left, right in both if left < right]


def without(spans: Spans, taken: Spans, shortest: float = 0.0) -> list[Span]:
    """Returns what is left of intervals without others, but for remains that are shorter than `shortest`."""
    parts, found = sorted(part for part in taken if part[0] < part[1]), list[Span]()
    for start, end in spans:
        for low, high in parts:
            if low > start and min(low, end) - start >= shortest:
                found.append((start, min(low, end)))
            start = max(start, high)
            if start >= end:
                break
        if end > start and end - start >= shortest:
            found.append((start, end))
    return found
