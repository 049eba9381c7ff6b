"""The order in which places are filled, drawn on a sheet: a thin line from one to the next, and their numbers; and the
numbers of the branches by which a route goes on."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from rollwrite_desktop.draw.display import Mark, Shape, Text, box, ellipse, polyline
from rollwrite_desktop.draw.type_metrics import cap_height
from rollwrite_desktop.sheet.sheet import Point, Rect, Sheet

_DISC, _SIZE, _WIDTH = 5.0, 6.5, 1.1  # points
_CLEAR, _SHORTEST = 1.5, 5.0
"""How far the line stays from writing places, and how long a piece of it is at least, in points."""


def order_line(sheet: Sheet, spaces: Sequence[str], ink: str = "focus") -> Iterator[Mark]:
    """A line through the writing places of these spaces, beside all writing places; each but the first has its number at the
    lower right corner. Keys `order/OH`, `order/OH/disc`, `order/OH/n`."""
    places = [space.writing for space in sheet.spaces]
    for here, there in pairwise(spaces):
        a, b = (sheet.space[spot].writing.center for spot in (here, there))
        pieces = [piece for piece in _outside(a, b, places) if math.dist(*piece) >= _SHORTEST]
        if pieces:
            path = tuple(step for piece in pieces for step in polyline(piece))
            yield Shape(f"order/{there}", path, stroke=ink, width=_WIDTH)
    for number, spot in enumerate(spaces[1:], 1):
        rect = sheet.space[spot].writing
        x, y = rect.x + rect.w, rect.y + rect.h
        yield Shape(f"order/{spot}/disc", ellipse(x, y, _DISC, _DISC), "paper", ink, 0.8)
        middle = y + cap_height("bold", _SIZE) / 2
        yield Text(f"order/{spot}/n", x, middle, str(number), "bold", _SIZE, ink, "middle")


def branch_numbers(sheet: Sheet, branches: Sequence[str]) -> Iterator[Mark]:
    """Yields the digits of branches, from 1, beside their spaces, for those who draw by keys. Keys `branch/OH`."""
    for n, space in enumerate(branches, 1):
        place = sheet.space[space].writing
        x, y = place.x + place.w, place.y
        yield Shape(f"branch/{space}/edge", box(x - 6, y - 6, 12, 12, 6), fill="legal")
        yield Text(f"branch/{space}", x, y + 3.4, str(n), "bold", 9.5, "mistake.on", "middle")


def _outside(a: Point, b: Point, places: Iterable[Rect]) -> Iterator[tuple[Point, Point]]:
    """Yields the pieces of a segment that lie in none of the places."""
    (ax, ay), (bx, by) = a, b
    # Most places lie nowhere near.
    left, right, top, low = min(ax, bx) - _CLEAR, max(ax, bx) + _CLEAR, min(ay, by) - _CLEAR, max(ay, by) + _CLEAR
    near = (p for p in places if p.x <= right and p.x + p.w >= left and p.y <= low and p.y + p.h >= top)
    inside = sorted(span for place in near if (span := _span(a, b, place)) is not None)
    at = 0.0
    for begin, end in [*inside, (1.0, 1.0)]:
        if begin > at:
            yield (ax + (bx - ax) * at, ay + (by - ay) * at), (ax + (bx - ax) * begin, ay + (by - ay) * begin)
        at = max(at, end)


def _span(a: Point, b: Point, place: Rect) -> tuple[float, float] | None:
    """Between which shares of its length a segment lies within a place and a little around it."""
    low, high = 0.0, 1.0
    for start, way, least, most in (
        (a[0], b[0] - a[0], place.x - _CLEAR, place.x + place.w + _CLEAR),
        (a[1], b[1] - a[1], place.y - _CLEAR, place.y + place.h + _CLEAR),
    ):
        if way == 0:
            if not least <= start <= most:
                return None
            continue
        first, second = sorted(((least - start) / way, (most - start) / way))
        low, high = max(low, first), min(high, second)
    return (low, high) if low < high else None
