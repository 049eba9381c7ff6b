"""The borders of a map, each once: the lines between two spaces, and the coasts.

Outlines may share parts of their edges, so edges are first split at every vertex that lies on them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from rollwrite_desktop.sheet.sheet import Point, Sheet

_NEAR = 1e-6  # squared distance in points
Edge = tuple[Point, Point]


class Border(Struct, frozen=True):
    """A polyline (closed if its ends are equal) and the spaces on its two sides; `right` is "" for a coast."""

    points: tuple[Point, ...]
    left: str
    right: str


def borders(sheet: Sheet) -> tuple[Border, ...]:
    """Every border between spaces once, as maximal lines between the same two spaces, or along the coast of one.

    Takes O(e (log v + k)) time for e edges and v vertices, k of them in an edge's range of x. Sheets of the same outlines
    have the same borders, whatever is printed on them: those of the last few are kept.
    """
    return _borders(tuple((space.id, space.outline) for space in sheet.spaces))


@lru_cache(64)
def _borders(rings: tuple[tuple[str, tuple[Point, ...]], ...]) -> tuple[Border, ...]:
    vertices = sorted({point for _, ring in rings for point in ring})
    sides: dict[Edge, list[str]] = {}
    for space, ring in rings:
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            # Vertices are sorted; only those from one end to the other can lie on the edge.
            first, last = (a, b) if a < b else (b, a)
            near = vertices[bisect_left(vertices, first) : bisect_right(vertices, last)]
            low, high = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
            within = [p for p in near if low <= p[1] <= high and _between(a, p, b)]
            stops = [a, *sorted(within, key=lambda p: _square(a, p)), b] if within else (a, b)
            for p, q in pairwise(stops):
                sides.setdefault((p, q) if p < q else (q, p), []).append(space)
    grouped: dict[tuple[str, str], list[Edge]] = {}
    for edge, spaces in sides.items():
        left, right = (*sorted(spaces), "")[:2]
        grouped.setdefault((left, right), []).append(edge)
    return tuple(
        Border(line, left, right) for (left, right), edges in sorted(grouped.items()) for line in joined(edges)
    )


def _square(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _between(a: Point, p: Point, b: Point) -> bool:
    """Returns whether p lies strictly within the edge from a to b."""
    if p in (a, b) or not (min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])):
        return False
    cross = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    return cross * cross <= _NEAR * _square(a, b)


def joined(edges: list[Edge]) -> list[tuple[Point, ...]]:
    """Joins edges to polylines, without vertices on straight stretches."""
    at: dict[Point, list[Edge]] = {}
    for edge in edges:
        for end in edge:
            at.setdefault(end, []).append(edge)
    left = set(edges)
    # Open lines start where other than two edges meet; what remains are closed lines.
    crossings = sorted(point for point, meeting in at.items() if len(meeting) != 2)
    lines = [line for start in crossings for line in _from(start, at, left)]
    closed = sorted({end for edge in left for end in edge})
    return lines + [line for start in closed for line in _from(start, at, left)]


def _from(start: Point, at: dict[Point, list[Edge]], left: set[Edge]) -> Iterator[tuple[Point, ...]]:
    """Yields the lines that begin at a point, each up to where other than two edges meet, of the edges that are left."""
    while any(edge in left for edge in at[start]):
        line = [start]
        while here := next((edge for edge in at[line[-1]] if edge in left), None):
            left.remove(here)
            line.append(here[1] if here[0] == line[-1] else here[0])
            if len(at[line[-1]]) != 2:
                break
        yield _straightened(line)


def _straightened(line: list[Point]) -> tuple[Point, ...]:
    kept = [line[0]]
    for here, after in pairwise(line[1:]):
        if not _between(kept[-1], here, after):
            kept.append(here)
    return (*kept, line[-1])
