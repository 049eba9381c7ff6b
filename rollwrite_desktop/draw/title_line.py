"""The line under the title of a map, with a small drawing at its end: which game it is is seen before it is read.

The drawing stands at the right of the title, on the line, which is as long as boxes below it are wide, or longer. Where a
title leaves no room for the drawing there is the line alone; where land is below the title there is the drawing alone, level
with the letters. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rollwrite_desktop.draw.display import Shape, Text, polyline
from rollwrite_desktop.draw.sheet_texts import sheet_texts
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.sheet.sheet import Point, Rect, Sheet, bounding_box

BELOW, LONG, GAP = 3.2, 114.0, 8.0
"""Points: from a title's ring down to its line, how long that is at least, and from the drawing to what is beside it."""
ASIDE, ABOVE = 9.0, 12.0
"""Points from land, which has the sea along it."""
Drawing = Callable[[str, Point], Iterator[Shape]]
"""Given a key and the lower right corner: what stands on the line."""


def title_lines(sheet: Sheet, drawing: Drawing, wide: float, width: float, dash: tuple[float, ...] = ()) -> Iterator[Shape]:
    """Yields a line under each title of a sheet, so thick and with such dashes, and a drawing so wide: `title/0/line`, …"""
    texts = {mark.key: mark for mark in sheet_texts(sheet) if isinstance(mark, Text)}
    rings = (bounding_box(decor.ring) for decor in sheet.decor if decor.kind == "title")
    for key, ring in ((f"title/{i}", ring) for i, ring in enumerate(rings)):
        y, last = ring.y + ring.h + BELOW, bounds(texts[key])[2]
        beside = Rect(last, ring.y, ring.x + ring.w - last, ring.h)
        drawn = last + wide + 2 * GAP <= _next(sheet, beside)
        end = max(ring.x + LONG, last + (GAP + wide) * drawn)
        lined = end <= _land(sheet, Rect(ring.x, y, end - ring.x, ABOVE))
        if lined:
            yield Shape(f"{key}/line", polyline(((ring.x, y), (end - wide * drawn, y))), "", "text", width, dash)
        if drawn:
            yield from drawing(key, (end, y) if lined else (last + GAP + wide, texts[key].y))


def _next(sheet: Sheet, row: Rect) -> float:
    """Returns where the first thing begins at the right of the beginning of a row."""
    rects = (*(box.rect for box in sheet.boxes), *(bounding_box(decor.ring) for decor in sheet.decor))
    return min((rect.x for rect in rects if rect.x >= row.x and rect.y < row.y + row.h and row.y < rect.y + rect.h),
               default=row.x + row.w)


def _land(sheet: Sheet, strip: Rect) -> float:
    """Returns up to where nothing of the land lies in a strip or above it."""
    end = strip.x + strip.w
    return min((x - ASIDE for space in sheet.spaces for x, y in space.outline
                if y < strip.y + strip.h and x < end + ASIDE), default=end)
