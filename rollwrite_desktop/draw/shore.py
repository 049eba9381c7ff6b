"""What is beyond a map, fainter than all else: along a coast the sea, as engraved maps have it, a pale band with fine lines
that follow the land; along other borders a band of land.

Both are painted before the land, which covers the half of them on its own side. Only a sheet knows where the sea is: outer
edges beyond its `coasts` are borders with land that is not on it. Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from rollwrite_desktop.draw.display import Shape, Step, polyline
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.sheet.borders import Edge, borders, joined
from rollwrite_desktop.sheet.sheet import Point, Rect, Ring, Sheet, bounding_box, inside

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
NEAR, SIDE = 1.0, 2.0
"""Points from the frame within which land ends at it, and how far beside an edge it is asked whether other land is there."""
PLAIN = 1.85
"""Points by which the sea may cut the bends of a coast: less than the nearest line is away. Each bend takes bytes."""
FOOT = INSET - 2.3
"""Points at the foot of a face that stay free of the sea: on small ones the line below begins there."""


def shore_marks(sheet: Sheet) -> tuple[Shape, ...]:
    """Returns the sea along all coasts of a sheet, `shore/0` the outermost line and `shore/1` the band within it; none on a
    sheet that does not say where the sea is."""
    path = tuple(_painted(sheet, list(_sea(sheet)))) if sheet.coasts else ()
    widths = [(ink, 2 * line + edge) for line in LINES for ink, edge in EDGES.items()]
    return tuple(Shape(f"shore/{i}", path, stroke=ink, width=wide) for i, (ink, wide) in enumerate(widths)) if path else ()


def abroad_marks(sheet: Sheet) -> tuple[Shape, ...]:
    """Returns bands of the land beyond, `shore/land/0` the paler and wider one, along outer edges that are no coasts and do
    not fade; painted before the sea. None within a frame, where other land is drawn itself."""
    if sheet.frames:
        return ()
    known = (*sheet.coasts, *(decor.ring for decor in sheet.decor if decor.kind == "cut"))
    path = tuple(_painted(sheet, [edge for points in _outer(sheet) for edge in within(points, known, inner=False)]))
    bands = enumerate(ABROAD.items())
    return tuple(Shape(f"shore/land/{i}", path, stroke=ink, width=2 * wide) for i, (ink, wide) in bands) if path else ()


def thicker(sea: Shape, by: float) -> Shape:
    """Returns a mark of the sea with lines so many times as thick, which stay where they are."""
    return replace(sea, width=sea.width + (by - 1) * EDGES.get(sea.stroke, 0.0))


def _outer(sheet: Sheet) -> Sequence[Sequence[Point]]:
    return [border.points for border in borders(sheet) if not border.right]


def _painted(sheet: Sheet, edges: list[Edge]) -> Iterator[Step]:
    """Pieces of lines as few long ones; without a frame they are at the foot of the sheet so high that what is drawn keeps
    off it, and goes behind the land there."""
    lowest = sheet.size[1] if sheet.frames else int(sheet.size[1] - FOOT - REACH)
    for run in joined(edges):
        yield from polyline([(float(round(x)), float(min(round(y), lowest))) for x, y in plain(run)])


def _sea(sheet: Sheet) -> Iterator[Edge]:
    """Yields the pieces of coasts: those of outer edges and of isles where a sheet says that the sea is, but neither between
    two lands, nor where land ends at the frame."""
    lands = [(ring, bounding_box(ring)) for ring in sheet.abroad]
    frames = [bounding_box(ring) for ring in sheet.frames]
    own = [((*isle.ring, isle.ring[0]), isle.ring) for isle in sheet.isles]
    for points, itself in (*((points, ()) for points in _outer(sheet)), *own):
        others = [land for land in lands if land[0] is not itself]
        for a, b in within(points, sheet.coasts):
            if not (any(_at_edge(frame, a, b) for frame in frames) or _beside_land(others, a, b)):
                yield a, b


def _at_edge(frame: Rect, a: Point, b: Point) -> bool:
    """Whether a piece lies along the frame."""
    (x, y), (right, low) = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), (frame.x + frame.w, frame.y + frame.h)
    within = min(x - frame.x, right - x, y - frame.y, low - y)
    return frame.distance(x, y) < NEAR and within < NEAR


def _beside_land(lands: Sequence[tuple[Ring, Rect]], a: Point, b: Point) -> bool:
    """Whether at either side of a piece there is other land."""
    (x, y), (dx, dy) = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), (b[0] - a[0], b[1] - a[1])
    by = SIDE / (math.hypot(dx, dy) or 1.0)
    near = [ring for ring, at in lands if -SIDE < x - at.x < at.w + SIDE and -SIDE < y - at.y < at.h + SIDE]
    sides = (x - by * dy, y + by * dx), (x + by * dy, y - by * dx)
    return any(inside(ring, *side) for ring in near for side in sides)


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
