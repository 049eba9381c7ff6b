"""Rings that highlight spots of any sheet. Knows no game."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from rollwrite_desktop.draw.display import Mark, Path, Shape, box, polygon
from rollwrite_desktop.sheet.hexes import inset
from rollwrite_desktop.sheet.sheet import Sheet, Space

_AROUND, _CORNER = 2.0, 5.0  # points
_WITHIN = 0.86
"""How large the ring of a hex is, of the hex."""
_EVEN = 1.1
"""How many times farther from its middle a corner of a hex may be than another; in print they are not quite regular."""
WIDTH = 3.2


def rings(sheet: Sheet, spots: Iterable[str], ink: str = "legal") -> Iterator[Mark]:
    """A ring around each of the spots that the sheet has, and the outline of spaces; the ring of a hex is a hex. Keys
    `ring/OH`, `ring/OH/edge`."""
    for spot in dict.fromkeys(spots):
        if spot in sheet.space:
            space = sheet.space[spot]
            yield Shape(f"ring/{spot}/edge", polygon(space.outline), stroke=ink, width=1.4)
            yield Shape(f"ring/{spot}", _around(space), stroke=ink, width=WIDTH)
        elif spot in sheet.box:
            rect = sheet.box[spot].rect
            path = box(rect.x - _AROUND, rect.y - _AROUND, rect.w + 2 * _AROUND, rect.h + 2 * _AROUND, _CORNER)
            yield Shape(f"ring/{spot}", path, stroke=ink, width=WIDTH)


def _around(space: Space) -> Path:
    rect = space.writing
    far = [math.dist(corner, rect.center) for corner in space.outline]
    if len(far) == 6 and max(far) <= _EVEN * min(far):
        return polygon(inset(space.outline, _WITHIN))
    return box(rect.x - _AROUND, rect.y - _AROUND, rect.w + 2 * _AROUND, rect.h + 2 * _AROUND, _CORNER)
