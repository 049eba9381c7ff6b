"""The edge where the land of a map goes on: it has no line, and beyond it the area's color fades.

Only a sheet knows where its land goes on: along the outer edges within its decor of the kind `cut`. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rollwrite_desktop.draw.display import Shape, polyline
from rollwrite_desktop.draw.shore import REACH, plain, within
from rollwrite_desktop.sheet.borders import borders, joined
from rollwrite_desktop.sheet.sheet import Point, Sheet

COVER = 3.0
"""Points: the width of what covers the line of an edge."""


def fading_marks(sheet: Sheet) -> Iterator[Shape]:
    """Yields what is beyond the edges where the land goes on, `cut/0/beyond`; painted before the land."""
    for i, (region, run) in enumerate(_runs(sheet)):
        yield Shape(f"cut/{i}/beyond", polyline([*plain(run)]), stroke=f"region.{region}.soft", width=2 * REACH)


def cut_marks(sheet: Sheet) -> Iterator[Shape]:
    """Yields what takes the line off the edges where the land goes on, `cut/0`; painted after the borders."""
    for i, (region, run) in enumerate(_runs(sheet)):
        yield Shape(f"cut/{i}", polyline(run), stroke=f"region.{region}", width=COVER)


def _runs(sheet: Sheet) -> Iterator[tuple[str, Sequence[Point]]]:
    """The edges where the land goes on, each with the region of its area."""
    rings = [decor.ring for decor in sheet.decor if decor.kind == "cut"]
    for border in borders(sheet) if rings else ():
        if not border.right:
            yield from ((sheet.space[border.left].region, run) for run in joined([*within(border.points, rings)]))
