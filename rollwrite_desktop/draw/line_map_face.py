"""Draws maps whose links are lines: round writing places joined by dotted lines.

Keys of marks begin with what they show: `space/OH/disc`, `line/OH-PA`. Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Mark, Path, Shape, Text, box, ellipse, polygon, polyline
from rollwrite_desktop.draw.map_face import box_marks
from rollwrite_desktop.draw.strokes import caption
from rollwrite_desktop.draw.type_metrics import cap_height
from rollwrite_desktop.sheet.borders import borders
from rollwrite_desktop.sheet.sheet import Point, Rect, Sheet, Space, bounding_box, inside

CODE_SIZE = 6.5
DOT = 1.9
DOTS = (1.9, 2.9)
LEADER = 0.9
THIN, COAST, THICK = 0.6, 1.1, 2.2


def blank_line_map(sheet: Sheet) -> tuple[Mark, ...]:
    """The blank face of a sheet. Keys: `paper`, `space/OH/fill`, `border/3`, `leader/MC`, `line/OH-PA`, `space/OH/disc`,
    `space/OH/code`, `title/0`, `text/3`, `box/total`."""
    wide, high = sheet.size
    return (
        Shape("paper", box(0, 0, wide, high), fill="paper"),
        *(Shape(f"lake/{i}", polygon(d.ring), "lake") for i, d in enumerate(d for d in sheet.decor if d.kind == "lake")),
        *(Shape(f"space/{s.id}/fill", polygon(s.outline), fill=f"region.{s.region}") for s in sheet.spaces),
        *_border_marks(sheet),
        *(leader(space) for space in sheet.spaces if not inside(space.outline, *space.writing.center)),
        *line_marks(sheet),
        # In mode `low` soft fills are not painted, and borders would show through.
        *(replace(disc(space, "box"), key=f"space/{space.id}/ground") for space in sheet.spaces),
        *(disc(space) for space in sheet.spaces),
        *(_code(space) for space in sheet.spaces),
        *_texts(sheet),
        *box_marks(sheet),
    )


def _border_marks(sheet: Sheet) -> tuple[Shape, ...]:
    """Every border once: thin within a region, thick between two regions, of medium width along coasts."""
    kinds: tuple[list[Shape], ...] = ([], [], [])
    for i, border in enumerate(borders(sheet)):
        closed = border.points[0] == border.points[-1]
        path = polygon(border.points[:-1]) if closed else polyline(border.points)
        same = border.right and sheet.space[border.left].region == sheet.space[border.right].region
        kind, ink, width = (0, "line", THIN) if same else (2, "border", THICK) if border.right else (1, "line", COAST)
        kinds[kind].append(Shape(f"border/{i}", path, stroke=ink, width=width))
    return (*kinds[0], *kinds[1], *kinds[2])


def radius(space: Space) -> float:
    """The radius of a writing place, in points."""
    return min(space.writing.w, space.writing.h) / 2


def disc(space: Space, fill: str = "", stroke: str = "faint", width: float = 0.6, grow: float = 0.0) -> Shape:
    """The writing place, `space/OH/disc`, in the soft ink of its region unless `fill` names another; `grow` is added to its
    radius."""
    reach = radius(space) + grow
    path = ellipse(*space.writing.center, reach, reach)
    return Shape(f"space/{space.id}/disc", path, fill or f"region.{space.region}.soft", stroke, width)


def line_marks(sheet: Sheet) -> Iterator[Shape]:
    """The links as dotted lines from edge to edge of their places, on a pale ground that separates them from borders."""
    for a, b in sheet.links:
        path = between(sheet.space[a], sheet.space[b])
        yield Shape(f"line/{a}-{b}/ground", path, stroke="box", width=2.4 * DOT)
        yield Shape(f"line/{a}-{b}", path, stroke="border", width=DOT, dash=DOTS)


def between(one: Space, other: Space, inset: float = 0.0) -> Path:
    """A straight path between the edges of two writing places, extended `inset` points into each."""
    (ax, ay), (bx, by) = one.writing.center, other.writing.center
    long = math.hypot(bx - ax, by - ay) or 1.0
    s, e = (radius(one) - inset) / long, (radius(other) - inset) / long
    return polyline((
        (ax + s * (bx - ax), ay + s * (by - ay)),
        (bx - e * (bx - ax), by - e * (by - ay)),
    ))


def pencil_room(space: Space) -> Rect:
    """The rectangle for a number in a writing place: below the code, clear of the edge."""
    x, y = space.writing.center
    side = 1.42 * radius(space)
    return Rect(x - side / 2, y - 0.42 * side, side, side)


def leader(space: Space) -> Shape:
    """The thin line from a writing place outside its space to a small ring within the space."""
    x, y = space.writing.center
    foot = _foot(space)
    long = math.hypot(foot[0] - x, foot[1] - y) or 1.0
    share = radius(space) / long
    start = (x + share * (foot[0] - x), y + share * (foot[1] - y))
    ring = ellipse(*foot, 1.6, 1.6)
    return Shape(f"leader/{space.id}", (*polyline((start, foot)), *ring), stroke="border", width=LEADER)


def _foot(space: Space) -> Point:
    """A point at least 4 pt within the outline, as near to the writing place as possible."""
    x, y = space.writing.center
    around = bounding_box(space.outline)
    grid = [
        (px, py)
        for px in _steps(around.x, around.x + around.w) for py in _steps(around.y, around.y + around.h)
        if all(inside(space.outline, px + dx, py + dy) for dx, dy in ((-4, 0), (4, 0), (0, -4), (0, 4)))
    ]
    return min(grid or [space.outline[0]], key=lambda p: (math.hypot(p[0] - x, p[1] - y), p))


def _steps(low: float, high: float) -> Iterator[float]:
    for i in range(int((high - low) / 2) + 1):
        yield low + 2 * i


def _code(space: Space) -> Text:
    x = space.writing.center[0]
    return Text(f"space/{space.id}/code", x, space.label[1], space.id, "bold", CODE_SIZE, "text", "middle")


def _texts(sheet: Sheet) -> Iterator[Text]:
    """The texts of the sheet, as tall as their rings allow: titles, captions, signs between boxes, and texts at the edge,
    which run upward where their ring is higher than wide."""
    for i, decor in enumerate(sheet.decor):
        around = bounding_box(decor.ring)
        key = f"{decor.kind}/{i}"
        if decor.kind == "title":
            yield caption(key, tr(decor.text), around, "bold", 0.72 * around.h)
        elif decor.kind == "sign":
            yield caption(key, decor.text, around, "bold", 0.9 * around.h, "text", "middle")
        elif decor.kind == "text":
            yield caption(key, tr(decor.text), around, "text", 0.72 * around.h, "text", "middle")
        elif decor.kind == "edge" and around.w >= around.h:
            yield caption(key, tr(decor.text), around, "bold", 0.78 * around.h, "faint", "middle")
        elif decor.kind == "edge":
            (x, y), lying = around.center, Rect(around.x, around.y, around.h, around.w)
            flat = caption(key, tr(decor.text), lying, "bold", 0.78 * around.w, "faint", "middle")
            yield replace(flat, x=x + cap_height(flat.face, flat.size) / 2, y=y, turn=-90.0)
