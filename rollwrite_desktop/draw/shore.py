"""The sea along a coast, as engraved maps have it: a pale band with fine lines that follow the land, fainter than all else.

It is painted before the land, which covers the half of it on its own side. Only a sheet knows where the sea is: outer edges
beyond its `coasts` are borders with land that is not on it. Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from rollwrite_desktop.draw.display import Shape, Step, polyline
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.sheet.borders import Edge, borders, joined
from rollwrite_desktop.sheet.sheet import Point, Ring, Sheet, inside

LINES = (7.6, 4.9, 2.7)
"""Points from the coast to the fine lines, the outermost first; nearer to all else than names of areas ever are."""
FINE = 0.4
EDGES = {"ripple": FINE, "shore": -FINE}
"""By ink, how much wider than the way from line to line a mark of the sea is: a line is what one leaves of another."""
STEP, MOST = 6.0, 12
"""Points: of pieces so long it is decided whether they lie along the sea, and the most pieces of an edge."""
PLAIN = 1.5
"""Points by which the sea may cut the bends of a coast: less than the nearest line is away. Each bend takes bytes."""
FOOT = INSET - 2.3
"""Points at the foot of a face that stay free of the sea: on small ones the line below begins there."""


def shore_marks(sheet: Sheet) -> tuple[Shape, ...]:
    """Returns the sea along all coasts of a sheet, `shore/0` the outermost line and `shore/1` the band within it; none on a
    sheet that does not say where the sea is."""
    path = tuple(_coast(sheet))
    widths = [(ink, 2 * line + edge) for line in LINES for ink, edge in EDGES.items()]
    return tuple(Shape(f"shore/{i}", path, stroke=ink, width=wide) for i, (ink, wide) in enumerate(widths)) if path else ()


def thicker(sea: Shape, by: float) -> Shape:
    """Returns a mark of the sea with lines so many times as thick, which stay where they are."""
    return replace(sea, width=sea.width + (by - 1) * EDGES[sea.stroke])


def _coast(sheet: Sheet) -> Iterator[Step]:
    lowest = sheet.size[1] - FOOT - LINES[0] - FINE / 2
    outer = [border.points for border in borders(sheet) if not border.right] if sheet.coasts else []
    outer += [(*each.ring, each.ring[0]) for each in sheet.decor if each.kind == "isle"] if sheet.coasts else []
    for run in joined([edge for points in outer for edge in within(points, sheet.coasts, lowest)]):
        yield from polyline([(float(round(x)), float(round(y))) for x, y in plain(run)])


def within(points: Sequence[Point], rings: Sequence[Ring], lowest: float = math.inf) -> Iterator[Edge]:
    """Yields the pieces of a line that lie in one of the rings and no lower."""
    for here, after in pairwise(in_steps(points)):
        middle = (here[0] + after[0]) / 2, (here[1] + after[1]) / 2
        if max(here[1], after[1]) <= lowest and any(inside(ring, *middle) for ring in rings):
            yield here, after


def plain(run: Sequence[Point]) -> Iterator[Point]:
    """A line with only those of its points without which it would be more than PLAIN away from them."""
    at, ends = 0, [len(run) - 1]
    yield run[0]
    while ends:
        far, bend = max(((_beside(run[i], run[at], run[ends[-1]]), i) for i in range(at + 1, ends[-1])), default=(0.0, at))
        if far > PLAIN:
            ends.append(bend)
        else:
            at = ends.pop()
            yield run[at]


def _beside(point: Point, start: Point, end: Point) -> float:
    """How far a point is from the line through two others; from the first where both are the same."""
    (x, y), (dx, dy) = (point[0] - start[0], point[1] - start[1]), (end[0] - start[0], end[1] - start[1])
    along = math.hypot(dx, dy)
    return abs(x * dy - y * dx) / along if along else math.hypot(x, y)


def in_steps(points: Sequence[Point]) -> Iterator[Point]:
    """A line with points so near to each other that each piece may be decided upon."""
    for (ax, ay), (bx, by) in pairwise(points):
        count = max(1, min(math.ceil(math.dist((ax, ay), (bx, by)) / STEP), MOST))
        yield from ((ax + k / count * (bx - ax), ay + k / count * (by - ay)) for k in range(count))
    yield points[-1]
