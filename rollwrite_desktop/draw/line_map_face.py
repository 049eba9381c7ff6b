"""Draws maps whose links are lines: writing places, which are rounded squares, joined by dotted lines, straight or bent.

Keys of marks begin with what they show: `space/OH/place`, `line/OH-PA`. Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from rollwrite_desktop.draw.compass import compasses
from rollwrite_desktop.draw.cut_edge import cut_marks, fading_marks
from rollwrite_desktop.draw.display import Mark, Path, Shape, Text, box, polygon, polyline
from rollwrite_desktop.draw.frame import frame_marks, margin_marks, sea_marks
from rollwrite_desktop.draw.isles import isle_marks
from rollwrite_desktop.draw.leader import leaders, way_out
from rollwrite_desktop.draw.map_face import box_marks
from rollwrite_desktop.draw.sheet_texts import sheet_texts
from rollwrite_desktop.draw.shore import abroad_marks, shore_marks
from rollwrite_desktop.draw.type_metrics import cap_height, width
from rollwrite_desktop.sheet.borders import borders
from rollwrite_desktop.sheet.reading_order import spaces_in_order
from rollwrite_desktop.sheet.sheet import Point, Rect, Sheet, Space

CODE_SIZE = 6.6
CORNER = 7.0
"""Radius of the corners of a writing place, in points."""
TAB, TAB_ASIDE, TAB_PAD = 8.0, 2.0, 3.2
"""Height of the tab with the code of a place, its distance from the place's left edge, and the room beside the code."""
DOT = 2.1
DOTS = (0.0, 4.7)
"""Round dots, which are neither borders nor strokes of a hatch."""
GROUND, HALO = 2.1 * DOT, 1.7 * DOT
"""Widths of the pale way below dots, over which borders between regions go on, and of what is pale around dots on these."""
THIN, COAST, THICK = 0.75, 1.1, 2.2


def blank_line_map(sheet: Sheet) -> tuple[Mark, ...]:
    """Returns the blank face of a sheet. Keys: `paper`, `neatline/0`, `shore/0`, `isle/0`, `space/OH/fill`, `border/3`,
    `card/0`, `leader/MC`, `line/OH-PA`, `space/OH/tab`, `space/OH/place`, `space/OH/code`, `title/0`, `box/total`."""
    wide, high = sheet.size
    within, between_regions = _border_marks(sheet)
    return (
        Shape("paper", box(0, 0, wide, high), fill="paper"),
        *sea_marks(sheet),
        *abroad_marks(sheet),
        *fading_marks(sheet),
        *shore_marks(sheet),
        *margin_marks(sheet),
        *isle_marks(sheet, "inner", COAST),
        *(Shape(f"lake/{i}", polygon(d.ring), "lake") for i, d in enumerate(d for d in sheet.decor if d.kind == "lake")),
        *(Shape(f"space/{s.id}/fill", polygon(s.outline), fill=f"region.{s.region}") for s in sheet.spaces),
        *within,
        *(Shape(f"line/{a}-{b}/ground", between(sheet, a, b), stroke="box", width=GROUND) for a, b in sheet.links),
        *between_regions,
        *cut_marks(sheet),
        *frame_marks(sheet),
        *compasses(sheet),
        *line_marks(sheet),
        *leaders(sheet, CORNER, [sheet.way(a, b) for a, b in sheet.links]),
        *(mark for space in spaces_in_order(sheet) for mark in _tab(space)),
        # In mode `low` soft fills are not painted, and borders would show through.
        *(replace(place(space, "box"), key=f"space/{space.id}/ground") for space in sheet.spaces),
        *(place(space) for space in sheet.spaces),
        *sheet_texts(sheet),
        *box_marks(sheet),
    )


def _border_marks(sheet: Sheet) -> tuple[Sequence[Shape], Sequence[Shape]]:
    """Every border once: thin ones within regions and coasts of medium width, and the thick ones between two regions."""
    thin, outer, thick = list[Shape](), list[Shape](), list[Shape]()
    for i, border in enumerate(borders(sheet)):
        closed = border.points[0] == border.points[-1]
        path = polygon(border.points[:-1]) if closed else polyline(border.points)
        same = border.right and sheet.space[border.left].region == sheet.space[border.right].region
        kind, ink, wide = (
            (thin, "inner", THIN) if same else (thick, "border", THICK) if border.right else (outer, "inner", COAST))
        kind.append(Shape(f"border/{i}", path, stroke=ink, width=wide))
    return (*thin, *outer), thick


def place(space: Space, fill: str = "", stroke: str = "border", width: float = 0.9, grow: float = 0.0) -> Shape:
    """Returns the writing place, `space/OH/place`, in the soft ink of its region unless `fill` names another; `grow` points
    larger on every side."""
    return Shape(f"space/{space.id}/place", outline(space, grow), fill or f"region.{space.region}.soft", stroke, width)


def outline(space: Space, grow: float = 0.0) -> Path:
    """Returns the edge of a writing place, moved outward by `grow` points."""
    r = space.writing
    return box(r.x - grow, r.y - grow, r.w + 2 * grow, r.h + 2 * grow, CORNER + grow)


def line_marks(sheet: Sheet) -> Iterator[Shape]:
    """Yields the links as dotted lines from edge to edge of their places; what is pale around the dots separates them from
    borders that they run along."""
    for a, b in sheet.links:
        path = between(sheet, a, b)
        yield Shape(f"line/{a}-{b}/halo", path, stroke="box", width=HALO, dash=DOTS)
        yield Shape(f"line/{a}-{b}", path, stroke="border", width=DOT, dash=DOTS)


def between(sheet: Sheet, here: str, there: str, inset: float = 0.0) -> Path:
    """Returns the line between the edges of two writing places, extended `inset` points into each."""
    way = sheet.way(here, there)
    return polyline((
        _left(sheet.space[here], way[1], inset), *way[1:-1], _left(sheet.space[there], way[-2], inset)))


def _left(space: Space, towards: Point, inset: float) -> Point:
    """Where a line to a place leaves a writing place, or so many points before that."""
    (x, y), (u, v) = space.writing.center, towards
    long = math.hypot(u - x, v - y) or 1.0
    share = (reach(space, (u - x) / long, (v - y) / long) - inset) / long
    return x + share * (u - x), y + share * (v - y)


def reach(space: Space, dx: float, dy: float) -> float:
    """Returns the distance from the middle of a writing place to its edge in the direction of a unit vector."""
    return way_out(space.writing, dx, dy, CORNER)


def pencil_room(space: Space) -> Rect:
    """Returns the square for a number in a writing place."""
    r = space.writing
    side = 0.86 * min(r.w, r.h)
    x, y = r.center
    return Rect(x - side / 2, y - side / 2, side, side)


def _tab(space: Space) -> Iterator[Mark]:
    """Yields the code on a tab at the upper edge of its place, at the left or, if its label begins there, at the right."""
    r, wide = space.writing, width(space.id, "bold", CODE_SIZE) + 2 * TAB_PAD
    x, y = r.x + TAB_ASIDE, r.y - TAB + 0.4
    if space.label[0] > r.center[0] - wide / 2 + TAB_PAD:
        x = r.x + r.w - TAB_ASIDE - wide
    shape = box(x, y, wide, TAB + CORNER, 2.5)  # its lower part is behind the place
    key, ink = f"space/{space.id}", f"region.{space.region}"
    yield Shape(f"{key}/tab/ground", shape, "box")
    yield Shape(f"{key}/tab", shape, f"{ink}.strong", "border", 0.9)
    low = y + (TAB + cap_height("bold", CODE_SIZE)) / 2
    yield Text(f"{key}/code", x + wide / 2, low, space.id, "bold", CODE_SIZE, f"{ink}.on", "middle")
