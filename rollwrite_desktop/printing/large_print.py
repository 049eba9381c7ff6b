"""Large print for people with low vision: a face with thicker lines, and with letters as large as there is room for.

No space or box moves, so it remains the same sheet. Knows no game.
"""

from __future__ import annotations

import math
from dataclasses import replace

from rollwrite_desktop.draw.display import Bounds, Display, Mark, Shape, Text
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.draw.type_metrics import cap_height
from rollwrite_desktop.sheet.sheet import Rect, Sheet, inside

GROWTH = (1.6, 1.5, 1.4, 1.3, 1.2, 1.1)
"""Factors for the size of letters; the first that fits is used."""
LARGE_ENOUGH = 20.0  # points; letters do not grow beyond
EDGE = 0.8  # points between letters and the edge of their disc
LINE_GROWTH = 1.5
MAX_SCALE = 1.25
"""How much the whole face may be enlarged where the paper has room."""


def enlarged(display: Display, sheet: Sheet) -> Display:
    """The face of a sheet in large print. Takes quadratic time in the number of texts and boxes."""
    display = _discs(display, sheet) if sheet.joined == "lines" else display
    taken = [(mark.key, _around(mark)) for mark in display.marks if _solid(mark)]
    marks: list[Mark] = []
    for mark in display.marks:
        disc = sheet.joined == "lines" and mark.key.startswith("space/")
        if isinstance(mark, Text) and (disc or mark.key.endswith("/letter")):  # in a disc, and large already
            marks.append(mark)
            continue
        if isinstance(mark, Shape):
            marks.append(replace(mark, width=LINE_GROWTH * mark.width))
            continue
        grown = _grown(mark, sheet, display, [around for key, around in taken if key != mark.key])
        marks.append(grown)
        taken = [(key, _around(grown) if key == mark.key else around) for key, around in taken]
    return Display(display.size, tuple(marks))


def _discs(display: Display, sheet: Sheet) -> Display:
    """Enlarges the labels in discs, all by the factor that the widest allows; they grow downward to stay within."""
    labels = {mark.key: mark for mark in display.marks if isinstance(mark, Text) and mark.key.startswith("space/")}
    for factor in GROWTH:
        grown = {
            key: replace(text, size=factor * text.size, y=text.y + (factor - 1) * cap_height(text.face, text.size))
            for key, text in labels.items()
        }
        if all(_in_disc(text, sheet.space[key.split("/")[1]].writing) for key, text in grown.items()):
            return Display(display.size, tuple(grown.get(mark.key, mark) for mark in display.marks))
    return display


def _in_disc(text: Text, disc: Rect) -> bool:
    left, _, right, _ = bounds(text)
    (x, y), radius = disc.center, min(disc.w, disc.h) / 2 - EDGE
    top = text.y - cap_height(text.face, text.size)
    return all(math.hypot(corner - x, top - y) <= radius for corner in (left, right))


def _solid(mark: Mark) -> bool:
    """Whether letters must not overlap a mark: other letters, boxes, writing squares."""
    return isinstance(mark, Text) or mark.key.endswith("/square") or mark.key.startswith("box/")


def _grown(text: Text, sheet: Sheet, display: Display, taken: list[Bounds]) -> Text:
    before = _around(text)
    others = [other for other in taken if not _meet(before, other)]
    space = sheet.space.get(text.key.split("/")[1]) if text.key.startswith("space/") else None
    for factor in GROWTH:
        grown = replace(text, size=min(factor * text.size, max(LARGE_ENOUGH, text.size)))
        around = _around(grown)
        left, top, right, bottom = around
        if left < 0 or top < 0 or right > display.size[0] or bottom > display.size[1]:
            continue
        corners = ((left - 1.5, top - 2.2), (right + 1.5, top - 2.2), (left - 1.5, bottom), (right + 1.5, bottom))
        if space is not None and not all(inside(space.outline, x, y) for x, y in corners):
            continue
        if not any(_meet(around, other) for other in others):
            return grown
    return text


def _around(mark: Mark) -> Bounds:
    """The bounds of a mark; of a text without descenders, because few labels have any."""
    left, top, right, bottom = bounds(mark)
    if isinstance(mark, Text) and not mark.turn:
        return left, mark.y - 0.74 * mark.size, right, mark.y + 0.05 * mark.size
    return left, top, right, bottom


def _meet(one: Bounds, other: Bounds) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
