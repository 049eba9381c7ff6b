"""Rings that highlight spots of any sheet. Knows no game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rollwrite_desktop.draw.display import Mark, Shape, box, polygon
from rollwrite_desktop.sheet.sheet import Sheet

_AROUND, _CORNER = 2.0, 5.0  # points
WIDTH = 3.2


def rings(sheet: Sheet, spots: Iterable[str], ink: str = "legal") -> Iterator[Mark]:
    """A ring around each of the spots that the sheet has, and the outline of spaces; keys `ring/OH`, `ring/OH/edge`."""
    for spot in dict.fromkeys(spots):
        if spot in sheet.space:
            space = sheet.space[spot]
            rect = space.writing
            yield Shape(f"ring/{spot}/edge", polygon(space.outline), stroke=ink, width=1.4)
        elif spot in sheet.box:
            rect = sheet.box[spot].rect
        else:
            continue
        path = box(rect.x - _AROUND, rect.y - _AROUND, rect.w + 2 * _AROUND, rect.h + 2 * _AROUND, _CORNER)
        yield Shape(f"ring/{spot}", path, stroke=ink, width=WIDTH)
