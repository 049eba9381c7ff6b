"""The edge where the land of a map goes on: it fades in white teeth instead of ending at a line, as a coast does.

Painted after the borders, which it covers. Only a sheet knows where its land goes on: along the outer edges within its decor
of the kind `cut`. Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import cycle, pairwise

from rollwrite_desktop.draw.display import Shape, Step, polygon, polyline
from rollwrite_desktop.draw.shore import within
from rollwrite_desktop.sheet.borders import borders, joined
from rollwrite_desktop.sheet.sheet import Point, Ring, Sheet, inside

TEETH = (20.0, 6.5, 13.0, 4.5, 9.5)
"""Points by which the teeth reach into the land, one after another."""
WIDE, COVER = 2.2, 5.0
"""Points: the width of a tooth at its root, and of what covers the line."""
ASIDE, ROOM = 2.0, 4.0
"""Points from the edge to where it is looked on which side the land is, and from a tooth to what is behind it."""


def cut_marks(sheet: Sheet) -> Iterator[Shape]:
    """Yields the faded edges of a sheet: `cut/0` covers the line, `cut/0/teeth` what is beside it."""
    rings = [decor.ring for decor in sheet.decor if decor.kind == "cut"]
    outer = [border for border in borders(sheet) if not border.right] if rings else []
    runs = [(sheet.space[border.left].outline, run) for border in outer for run in joined([*within(border.points, rings)])]
    for i, (land, run) in enumerate(runs):
        yield Shape(f"cut/{i}", polyline(run), stroke="box", width=COVER)
        yield Shape(f"cut/{i}/teeth", tuple(_teeth(run, land)), fill="box")


def _teeth(run: Sequence[Point], land: Ring) -> Iterator[Step]:
    """Triangles side by side on a line, which point into the land."""
    lengths = cycle(TEETH)
    for (ax, ay), (bx, by) in pairwise(run):
        long = math.dist((ax, ay), (bx, by))
        dx, dy = (bx - ax) / long, (by - ay) / long
        count = max(1, round(long / WIDE))
        middle = (ax + bx) / 2 - ASIDE * dy, (ay + by) / 2 + ASIDE * dx
        side = 1 if inside(land, *middle) else -1
        for k in range(count):
            (x, y), wide = (ax + k / count * (bx - ax), ay + k / count * (by - ay)), long / count
            across = side * (-dy), side * dx
            root = x + wide / 2 * dx, y + wide / 2 * dy
            far = _reach(root, across, next(lengths), land)
            tip = root[0] + far * across[0], root[1] + far * across[1]
            yield from polygon([(round(px, 1), round(py, 1)) for px, py in ((x, y), tip, (x + wide * dx, y + wide * dy))])


def _reach(root: Point, across: Point, far: float, land: Ring) -> float:
    """How far a tooth goes that would go so far, lest it cut what is behind narrow land."""
    while far > ASIDE and not inside(land, root[0] + (far + ROOM) * across[0], root[1] + (far + ROOM) * across[1]):
        far /= 2
    return far
