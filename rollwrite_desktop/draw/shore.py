"""What is beyond a map, fainter than all else: along a coast the sea, as engraved maps have it, a pale band with fine lines
that follow the land; along other borders a band of land.

Both are painted before the land, which covers the half of them on its own side. Only a sheet knows where the sea is: outer
edges beyond its `coasts` are borders with land that is not on it. Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from rollwrite_desktop.draw.display import Shape, Step, polyline
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.sheet.borders import Edge, borders, joined
from rollwrite_desktop.sheet.sheet import Point, Ring, Sheet, inside

LINES = (7.5, 4.9, 2.7)
"""Points from the coast to the fine lines, the outermost first; nearer to all else than names of areas ever are."""
FINE = 0.4
REACH = LINES[0] + FINE / 2
"""Points from land to the end of what is drawn beyond it."""
EDGES = {"ripple": FINE, "shore": -FINE}
"""By ink, how much wider than the way from line to line a mark of the sea is: a line is what one leaves of another."""
ABROAD = {"abroad.far": 7.8, "abroad": 4.8}
"""Points from borders with land that is not on the sheet: how far each of its bands is seen."""
STEP, MOST = 6.0, 12
"""Points: of pieces so long it is decided whether they lie along the sea, and the most pieces of an edge."""
PLAIN = 1.85
"""Points by which the sea may cut the bends of a coast: less than the nearest line is away. Each bend takes bytes."""
FOOT = INSET - 2.3
"""Points at the foot of a face that stay free of the sea: on small ones the line below begins there."""


def shore_marks(sheet: Sheet) -> tuple[Shape, ...]:
    """Returns the sea along all coasts of a sheet, `shore/0` the outermost line and `shore/1` the band within it; none on a
    sheet that does not say where the sea is."""
    isles = [(*isle.ring, isle.ring[0]) for isle in sheet.isles]
    lines = [*_outer(sheet), *isles] if sheet.coasts else ()
    path = tuple(_along(sheet, lines, sheet.coasts, inner=True))
    widths = [(ink, 2 * line + edge) for line in LINES for ink, edge in EDGES.items()]
    return tuple(Shape(f"shore/{i}", path, stroke=ink, width=wide) for i, (ink, wide) in enumerate(widths)) if path else ()


def abroad_marks(sheet: Sheet) -> tuple[Shape, ...]:
    """Returns bands of the land beyond, `shore/land/0` the paler and wider one, along outer edges that are no coasts and do
    not fade; painted before the sea."""
    known = (*sheet.coasts, *(decor.ring for decor in sheet.decor if decor.kind == "cut"))
    path = tuple(_along(sheet, _outer(sheet), known, inner=False))
    bands = enumerate(ABROAD.items())
    return tuple(Shape(f"shore/land/{i}", path, stroke=ink, width=2 * wide) for i, (ink, wide) in bands) if path else ()


def thicker(sea: Shape, by: float) -> Shape:
    """Returns a mark of the sea with lines so many times as thick, which stay where they are."""
    return replace(sea, width=sea.width + (by - 1) * EDGES.get(sea.stroke, 0.0))


def _outer(sheet: Sheet) -> Sequence[Sequence[Point]]:
    return [border.points for border in borders(sheet) if not border.right]


def _along(sheet: Sheet, lines: Iterable[Sequence[Point]], rings: Sequence[Ring], *, inner: bool) -> Iterator[Step]:
    """The pieces of lines in rings, or beyond them; at the foot of the sheet so high that what is drawn keeps off it, and
    goes behind the land there."""
    lowest = int(sheet.size[1] - FOOT - REACH)
    for run in joined([edge for points in lines for edge in within(points, rings, inner=inner)]):
        yield from polyline([(float(round(x)), float(min(round(y), lowest))) for x, y in plain(run)])


def within(points: Sequence[Point], rings: Sequence[Ring], *, inner: bool = True) -> Iterator[Edge]:
    """Yields the pieces of a line that lie in one of the rings, or if not `inner` in none."""
    for here, after in pairwise(in_steps(points)):
        middle = (here[0] + after[0]) / 2, (here[1] + after[1]) / 2
        if any(inside(ring, *middle) for ring in rings) == inner:
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
