"""The edge where the land of a map goes on: it fades in fine lines beside it, as the sea does along a coast, instead of
ending at one.

Painted after the borders, which it covers. Only a sheet knows where its land goes on: along the outer edges within its decor
of the kind `cut`. Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from rollwrite_desktop.draw.display import Shape, polyline
from rollwrite_desktop.draw.shore import in_steps, plain, within
from rollwrite_desktop.sheet.borders import Edge, borders, joined
from rollwrite_desktop.sheet.sheet import Point, Ring, Sheet, inside

COVER = 5.0
"""Points: the width of what covers the line."""
LINES = ((4.2, 2.6), (7.2, 2.2), (10.2, 1.8), (13.2, 1.4), (16.2, 1.0), (19.2, 0.6), (22.2, 0.3))
"""Points from the edge to each line beside it, and how wide it is: the farther, the more of the land is left."""
ROOM = 4.0
"""Points from a line to what is behind it."""


def cut_marks(sheet: Sheet) -> Iterator[Shape]:
    """Yields the faded edges of a sheet: `cut/0` covers the line, `cut/0/1` and so on are beside it, each as one path."""
    rings = [decor.ring for decor in sheet.decor if decor.kind == "cut"]
    outer = [border for border in borders(sheet) if not border.right] if rings else []
    runs = [(sheet.space[border.left].outline, run) for border in outer for run in joined([*within(border.points, rings)])]
    for i, (land, run) in enumerate(runs):
        yield Shape(f"cut/{i}", polyline(run), stroke="box", width=COVER)
        smooth = [*in_steps([*plain(run)])]
        for k, (away, width) in enumerate(LINES, start=1):
            path = tuple(step for part in joined([*_beside(smooth, land, away)]) for step in polyline(part))
            if path:
                yield Shape(f"cut/{i}/{k}", path, stroke="box", width=width)


def _beside(run: Sequence[Point], land: Ring, away: float) -> Iterator[Edge]:
    """The pieces of a line along a run, that far within its land and ROOM from what is behind it."""
    (x, y), (dx, dy) = run[0], _across(run)[0]
    side = 1.0 if inside(land, (x + run[1][0]) / 2 + dx, (y + run[1][1]) / 2 + dy) else -1.0
    line, behind = (_moved(run, side * far) for far in (away, away + ROOM))
    for i, edge in enumerate(pairwise(line)):
        if all(inside(land, *point) for point in (*edge, *behind[i : i + 2])):
            yield edge


def _moved(run: Sequence[Point], away: float) -> list[Point]:
    return [(round(x + away * dx, 1), round(y + away * dy, 1)) for (x, y), (dx, dy) in zip(run, _across(run), strict=True)]


def _across(run: Sequence[Point]) -> list[Point]:
    """At each point of a line the direction across it, of length 1."""
    found = []
    for (ax, ay), (bx, by) in zip((run[0], *run[:-1]), (*run[1:], run[-1]), strict=True):
        long = math.dist((ax, ay), (bx, by))
        found.append(((ay - by) / long, (bx - ax) / long))
    return found
