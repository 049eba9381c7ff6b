"""How outlines go along with a corner that is moved: borders stay smooth, and what meets elsewhere stays where it is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise

from rollwrite_desktop.maps.values import GRASP
from rollwrite_desktop.sheet.sheet import Point, Ring, segment_distance

REACHES = 2.4, 1.4
"""How far along a border its points go with a corner, by how far that goes: the gentle bend first, then the tighter one."""
LEAST_REACH = 12.0
"""Points along a border that go with a corner at least."""
FINE, PLAIN = 3.0, 0.2
"""Points from one place to the next where a border is bent, and how far off it a place may be that says nothing."""

SHARP = math.radians(75)
"""A border that turns by more than this has a spike."""

_Owners = dict[frozenset[Point], set[str]]
"""Whose corners and edges are."""
Moves = dict[Point, Point | None]
"""Where places of outlines go; None: nowhere, they say nothing any more."""


def grasped(ring: Ring, place: Point) -> Point:
    """Where an outline is taken hold of: at a corner near there, else between two."""
    corner = min(ring, key=lambda point: math.dist(point, place))
    if math.dist(corner, place) <= GRASP:
        return corner
    a, b = min(pairwise((*ring, ring[0])), key=lambda edge: segment_distance(edge[0], edge[1], *place))
    along = math.sqrt(max(math.dist(a, place) ** 2 - segment_distance(a, b, *place) ** 2, 0.0))
    return _between(a, b, min(along / (math.dist(a, b) or 1.0), 1.0))


def reach(corner: Point, to: Point) -> float:
    """How far along a border its points go with a corner, where nothing is in the way."""
    return max(LEAST_REACH, REACHES[0] * math.dist(corner, to))


def moves(rings: Mapping[str, Ring], corner: Point, to: Point, reach: float) -> Moves:
    """Where the places of some outlines go when a corner goes elsewhere. Borders go along as far as the reach, the less the
    farther; where more areas meet they stay.

    rings: outlines in which neighbors have the same corners; `corner` is one of those.
    """
    owners: _Owners = {}
    for code, ring in rings.items():
        for a, b in pairwise((*ring, ring[0])):
            for part in ((a,), (a, b)):
                owners.setdefault(frozenset(part), set()).add(code)
    found: Moves = {corner: to}
    by = to[0] - corner[0], to[1] - corner[1]
    for arc in _arcs(rings, owners, corner, reach):
        found |= _moved(arc, by, reach)
    return found


def bent(ring: Ring, moved: Moves) -> Ring:
    """An outline whose places have gone where they go."""
    points = list[Point]()
    for a, b in pairwise((*ring, ring[0])):
        new = [place for place in moved if place not in (a, b) and segment_distance(a, b, *place) < 0.02
               and place not in ring]
        points += [a, *sorted(new, key=lambda place: math.dist(a, place))]
    return tuple(there for point in points if (there := moved.get(point, point)) is not None)


def is_sharp(ring: Ring, moved: Moves, corner: Point) -> bool:
    """Returns whether an outline that was bent turns back on itself somewhere but at the corner that was moved."""
    new = {there for place, there in moved.items() if there != place} - {moved[corner]}
    corners = zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True)
    return any(b in new and _turn(a, b, c) > SHARP for a, b, c in corners)


def _turn(a: Point, b: Point, c: Point) -> float:
    """How far a way from a by b to c turns, in radians."""
    turn = math.atan2(c[1] - b[1], c[0] - b[0]) - math.atan2(b[1] - a[1], b[0] - a[0])
    return abs((turn + math.pi) % (2 * math.pi) - math.pi)


def _arcs(
    rings: Mapping[str, Ring], owners: _Owners, corner: Point, reach: float
) -> Iterator[list[Point]]:
    """Yields the borders from a corner, each once, to where another begins, or as far as the reach."""
    begun = set[Point]()
    for ring in rings.values():
        if corner not in ring:
            continue
        at = ring.index(corner)
        turned = (*ring[at:], *ring[:at])
        for way in (turned, (corner, *turned[:0:-1])):
            if way[1] in begun:
                continue
            begun.add(way[1])
            whole = sum(math.dist(a, b) for a, b in pairwise((*way, corner)))
            side, far, arc = owners[frozenset(way[:2])], 0.0, [corner]
            for a, b in pairwise(way):
                if (a != corner and owners[frozenset((a,))] != side) or far >= min(reach, 0.45 * whole):
                    break
                far += math.dist(a, b)
                arc.append(b)
            yield arc


def _moved(arc: list[Point], by: Point, reach: float) -> Moves:
    """Where the places of a border go of which the first one goes somewhere."""
    far = min(reach, sum(math.dist(a, b) for a, b in pairwise(arc)))
    old, new, behind = [arc[0]], [(arc[0][0] + by[0], arc[0][1] + by[1])], 0.0
    for a, b in pairwise(arc):
        long = math.dist(a, b)
        pieces = math.ceil(long / FINE)
        for n in range(1, pieces + 1):
            along = behind + long * n / pieces
            place = b if n == pieces else _between(a, b, n / pieces)
            share = (1 + math.cos(math.pi * along / far)) / 2 if along < far else 0.0
            old.append(place)
            new.append((round(place[0] + share * by[0], 2), round(place[1] + share * by[1], 2)))
        behind += long
    kept = _plain(new, 0, len(new) - 1)
    there: Moves = {}
    for n in range(1, len(old)):
        if n in kept:
            there[old[n]] = new[n]
        elif old[n] in arc and old[n] != new[n]:
            there[old[n]] = None
    return there


def _plain(line: list[Point], first: int, last: int) -> set[int]:
    """Which places of a line it needs."""
    between = ((segment_distance(line[first], line[last], *line[k]), k) for k in range(first + 1, last))
    far, n = max(between, default=(0.0, 0))
    return {first, last} if far <= PLAIN else _plain(line, first, n) | _plain(line, n, last)


def _between(a: Point, b: Point, share: float) -> Point:
    return round(a[0] + share * (b[0] - a[0]), 2), round(a[1] + share * (b[1] - a[1]), 2)
