"""A map-like sheet as marks: what every game with spaces, regions and boxes prints before anybody has played.

Fills first, then every border once (thin within a region, thick round it), then what is printed on top. Knows no game: it
draws the sheet as it is, with the captions it is given. Keys begin with the spot they show: `space/OH/fill`, `box/guard/1`.
"""

from __future__ import annotations

from rollwrite_desktop.draw.display import Mark, Shape, Text, box, ellipse, polygon, polyline
from rollwrite_desktop.draw.face import cap_height
from rollwrite_desktop.sheet.borders import borders
from rollwrite_desktop.sheet.sheet import Sheet

CODE_SIZE = 7.5
CORNER = 3.0
THIN, THICK = 0.75, 2.25


def blank_map(sheet: Sheet) -> tuple[Mark, ...]:
    return (*space_marks(sheet), *border_marks(sheet), *code_marks(sheet))


def space_marks(sheet: Sheet) -> tuple[Mark, ...]:
    """The fill of every space and the square to write in: `space/OH/fill`, `space/OH/square`."""
    fills = [Shape(f"space/{s.id}/fill", polygon(s.outline), fill=f"region.{s.region}") for s in sheet.spaces]
    squares = [
        Shape(
            f"space/{s.id}/square",
            box(s.writing.x, s.writing.y, s.writing.w, s.writing.h, CORNER),
            fill=f"region.{s.region}.soft",
        )
        for s in sheet.spaces
    ]
    return (*fills, *squares)


def border_marks(sheet: Sheet) -> tuple[Mark, ...]:
    """Every border once, the thin ones first: `border/0`, …"""
    thin, thick = [], []
    for i, border in enumerate(borders(sheet)):
        closed = border.points[0] == border.points[-1]
        path = polygon(border.points[:-1]) if closed else polyline(border.points)
        if border.right and sheet.space[border.left].region == sheet.space[border.right].region:
            thin.append(Shape(f"border/{i}", path, stroke="line", width=THIN))
        else:
            thick.append(Shape(f"border/{i}", path, stroke="border", width=THICK))
    return (*thin, *thick)


def code_marks(sheet: Sheet) -> tuple[Mark, ...]:
    return tuple(Text(f"space/{s.id}/code", *s.label, s.id, "bold", CODE_SIZE, "text") for s in sheet.spaces)
