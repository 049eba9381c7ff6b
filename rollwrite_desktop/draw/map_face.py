"""Draws maps whose links are common borders: the blank face of a sheet with spaces, regions and boxes.

Fills are painted first, then every border once (thin within a region, thick around it), then what is printed on top, codes
in reading order. Keys of marks begin with what they show: `space/OH/fill`. Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType

from msgspec.structs import replace

from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.draw.compass import compasses
from rollwrite_desktop.draw.cut_edge import cut_marks, fading_marks
from rollwrite_desktop.draw.display import Mark, Shape, Text, box, ellipse, polygon, polyline
from rollwrite_desktop.draw.frame import frame_marks, margin_marks, sea_marks
from rollwrite_desktop.draw.isles import isle_marks
from rollwrite_desktop.draw.leader import leaders
from rollwrite_desktop.draw.sheet_texts import sheet_texts
from rollwrite_desktop.draw.shore import abroad_marks, shore_marks
from rollwrite_desktop.draw.strokes import caption
from rollwrite_desktop.draw.type_metrics import cap_height, width
from rollwrite_desktop.sheet.borders import borders
from rollwrite_desktop.sheet.reading_order import spaces_in_order
from rollwrite_desktop.sheet.sheet import Decor, Point, Rect, SeaLine, Sheet, Space, bounding_box, inside

CODE_SIZE = 7.5
SMALL_SIZE = 6.0
CORNER = 3.0
THIN, COAST, THICK = 0.9, 1.5, 2.25
ROUND = 0.45
"""Of half its side: the corners of a die with the letter of a region."""
SEA_LINE, SEA_DASH, SEA_ENDS = 2.4, 2.4, 5.0
"""Of a line over the sea, in points: its width, about how long its dashes and gaps are, and how far it reaches into both
areas, so that it is seen where the strait is narrow."""
MAT = 2.6
"""Points around a square beside its space, and its code, that are in the ink of the region."""
ROOM = 30.0
"""The greatest side of a pencil room in points, so that numbers in large spaces are no larger than in others."""
_NONE: Mapping[str, str] = MappingProxyType({})


def blank_map(
    sheet: Sheet, captions: Mapping[str, str] = _NONE, numbered: Collection[str] = (), *, land: bool = False
) -> tuple[Mark, ...]:
    """Returns the blank face of a sheet, its texts translated.

    captions: box id to a short translated text in its upper left corner. numbered: groups whose boxes show their number in
    faint print. land: whether it is a map, with coasts, which are thinner than borders between regions, and land beyond
    borders that are none.
    Keys: `paper`, `neatline/0`, `shore/0`, `lake/0`, `isle/0`, `space/OH/fill`, `/mat`, `/square`, `/code`, `border/12`,
    `leader/MC`, `sea/GB-IE`, `corner/0`, `region/red`, `title/0`, `text/3`, `box/guard/1`.
    """
    wide, high = sheet.size
    decor = {kind: [d for d in sheet.decor if d.kind == kind] for kind in ("lake", "corner", "region")}
    return (
        Shape("paper", box(0, 0, wide, high), fill="paper"),
        *sea_marks(sheet),
        *(abroad_marks(sheet) if land else ()),
        *fading_marks(sheet),
        *shore_marks(sheet),
        *margin_marks(sheet),
        *isle_marks(sheet, "border", COAST),
        *(Shape(f"lake/{i}", polygon(d.ring), "abroad" if d.text else "lake", "line", THIN)
          for i, d in enumerate(decor["lake"])),
        *fill_marks(sheet),
        *border_marks(sheet, COAST if land else THICK),
        *cut_marks(sheet),
        *frame_marks(sheet),
        *compasses(sheet),
        *leaders(sheet, CORNER),
        *(_mat(space) for space in sheet.spaces if not inside(space.outline, *space.writing.center)),
        *(square(space) for space in sheet.spaces if space.id not in sheet.differences),
        *(mark for space in sheet.spaces if space.id in sheet.differences for mark in _beside(space)),
        *(_sea_line(line) for line in sheet.sea_lines),
        *(_corner(f"corner/{i}", d) for i, d in enumerate(decor["corner"])),
        *(_code(space) for space in spaces_in_order(sheet)),
        *(mark for i, d in enumerate(decor["region"]) for mark in _region(
            sheet, d, str(i) if any(d.text == other.text for other in decor["region"][:i]) else "")),
        *sheet_texts(sheet),
        *box_marks(sheet, captions, numbered),
    )


def fill_marks(sheet: Sheet) -> tuple[Shape, ...]:
    """Returns the fill of every space, `space/OH/fill`."""
    return tuple(Shape(f"space/{s.id}/fill", polygon(s.outline), fill=f"region.{s.region}") for s in sheet.spaces)


def _mat(space: Space) -> Shape:
    """What is around a square beside its space, and its code, in the ink of the region, as it is no part of it otherwise."""
    rect, (x, y) = space.writing, space.label
    left, right = min(rect.x, x) - MAT, max(rect.x + rect.w, x + width(space.id, "bold", CODE_SIZE)) + MAT
    top, low = min(rect.y, y - cap_height("bold", CODE_SIZE)) - MAT, max(rect.y + rect.h, y) + MAT
    return Shape(f"space/{space.id}/mat", box(left, top, right - left, low - top, CORNER + MAT / 2),
                 f"region.{space.region}", "border", 1.0)


def _beside(space: Space) -> Iterator[Shape]:
    """A writing square that stands beside its space, or partly: over borders, which its soft fill alone may not hide, with a
    line around it on screens too, as nothing else tells it from the sea."""
    yield replace(square(space, "box"), key=f"space/{space.id}/ground")
    yield square(space, stroke="line")


def square(space: Space, fill: str = "", stroke: str = "square", width: float = 0.8) -> Shape:
    """Returns the writing square, `space/OH/square`, in the soft ink of its region unless `fill` names another."""
    rect = space.writing
    path = box(rect.x, rect.y, rect.w, rect.h, CORNER)
    return Shape(f"space/{space.id}/square", path, fill or f"region.{space.region}.soft", stroke, width)


def pencil_room(space: Space) -> Rect:
    """Returns the rectangle for a number in a space: the writing square without the line of the code, clear of its edge."""
    rect = space.writing
    top = min(max(space.label[1] + 0.5 - rect.y, 0.0), 0.3 * rect.h) if _code_in_square(space) else 0.04 * rect.h
    high = 0.96 * rect.h - top
    side = min(high, 0.92 * rect.w, ROOM)
    return Rect(rect.x + (rect.w - side) / 2, rect.y + top + (high - side) / 2, side, side)


def border_marks(sheet: Sheet, coast: float = THICK) -> tuple[Mark, ...]:
    """Every border once, the thin ones first, then outer ones, so thick: `border/0`, …"""
    thin, outer, thick = [], [], []
    for i, border in enumerate(borders(sheet)):
        closed = border.points[0] == border.points[-1]
        path = polygon(border.points[:-1]) if closed else polyline(border.points)
        if border.right and sheet.space[border.left].region == sheet.space[border.right].region:
            thin.append(Shape(f"border/{i}", path, stroke="inner", width=THIN))
        elif border.right:
            thick.append(Shape(f"border/{i}", path, stroke="border", width=THICK))
        else:
            outer.append(Shape(f"border/{i}", path, stroke="border", width=coast))
    return (*thin, *outer, *thick)


def box_marks(sheet: Sheet, captions: Mapping[str, str] = _NONE, numbered: Collection[str] = ()) -> tuple[Mark, ...]:
    """Returns the boxes beside the map: `box/guard/1`, with number `…/number` and caption `…/caption`; see `blank_map`."""
    marks: list[Mark] = []
    for spot in sheet.boxes:
        rect = spot.rect
        key = f"box/{spot.id}"
        marks.append(Shape(key, box(rect.x, rect.y, rect.w, rect.h, CORNER), fill="box", stroke="line", width=1.0))
        if spot.group in numbered:
            size = 0.4 * rect.h
            x, y = rect.center
            number = spot.id.rpartition("/")[2]
            low = y + cap_height("text", size) / 2
            marks.append(Text(f"{key}/number", x, low, number, "text", size, "faint", "middle"))
        if spot.id in captions:
            place = Rect(rect.x + 3, rect.y + 2.5, rect.w - 6, cap_height("text", SMALL_SIZE))
            marks.append(caption(f"{key}/caption", captions[spot.id], place, "text", SMALL_SIZE, "faint"))
    return tuple(marks)


def _code(space: Space) -> Text:
    return Text(f"space/{space.id}/code", *space.label, space.id, "bold", CODE_SIZE, "text")


def _code_in_square(space: Space) -> bool:
    return space.writing.distance(*space.label) == 0


def _sea_line(line: SeaLine) -> Shape:
    """A line over the sea in whole dashes, one at either end."""
    first, last = _beyond(line.points[1], line.points[0]), _beyond(line.points[-2], line.points[-1])
    way = (first, *line.points[1:-1], last)
    long = sum(math.dist(a, b) for a, b in pairwise(way))
    each = long / (2 * max(2, round((long / SEA_DASH + 1) / 2)) - 1)
    return Shape(f"sea/{'-'.join(line.link)}", polyline(way), stroke="border", width=SEA_LINE, dash=(each, each))


def _beyond(start: Point, end: Point) -> Point:
    """Returns the end of a segment, SEA_ENDS farther on."""
    share = SEA_ENDS / (math.dist(start, end) or 1.0)
    return round(end[0] + share * (end[0] - start[0]), 2), round(end[1] + share * (end[1] - start[1]), 2)


def _corner(key: str, decor: Decor) -> Shape:
    around = bounding_box(decor.ring)
    return Shape(key, ellipse(*around.center, around.w / 2, around.h / 2), "box", "border", 1.0)


def _region(sheet: Sheet, decor: Decor, again: str) -> tuple[Mark, ...]:
    """A region's letter as on its die, which codes of areas are not. The decor's text is the region's id or letter; `again`
    tells it from an earlier one of the region, on another part of it."""
    region = next((region for region in sheet.regions if decor.text in (region.id, region.letter)), None)
    if region is None:
        return ()
    around = bounding_box(decor.ring)
    (x, y), radius = around.center, min(around.w, around.h) / 2
    letter = tr(mark(region.letter, region.id))
    size = (1.15 if len(letter) == 1 else 0.985) * radius / cap_height("bold", 1.0)
    key = f"region/{region.id}{again and '/'}{again}"
    return (
        Shape(key, box(x - radius, y - radius, 2 * radius, 2 * radius, ROUND * radius),
              f"region.{region.id}.strong", "border", 1.0),
        Text(
            f"{key}/letter",
            x,
            y + cap_height("bold", size) / 2,
            letter,
            "bold",
            size,
            f"region.{region.id}.on",
            "middle",
        ),
    )
