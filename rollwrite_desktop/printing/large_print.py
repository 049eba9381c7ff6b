"""Large print for people with low vision: writing places of 18 mm and letters of 14 pt.

A sheet is enlarged and comes in two halves, each on a page of its own in portrait; what is in the middle is on both, and a
line shows where they are joined. Lines are thicker; small remarks that cannot be printed large are left out. No space or box
moves, so it remains the same sheet. Knows no game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rollwrite_desktop.draw.clip import window
from rollwrite_desktop.draw.display import Bounds, Display, Mark, Path, Shape, Text, polyline
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.sheet.sheet import Rect, Ring, Sheet, inside

MAX_SCALE = 1.39
"""How much a face is enlarged where the paper has room: places of 13 mm become 18 mm."""
LETTERS = 14 / MAX_SCALE
"""The size of letters on the face, in points, that is printed as 14 pt."""
SHARES = (0.0, 0.54), (0.46, 1.0)
"""From where to where, as parts of a face's width, each half goes."""
LINE_GROWTH = 1.4
REMARKS = ("hint", "note", "digits", "legend", "player")
"""Kinds of texts that may be left out."""
STEPS = 12


def enlarged(display: Display, sheet: Sheet) -> Display:
    """The face of a sheet with thicker lines, and with letters of LETTERS points where there is room for them. Takes
    quadratic time in the number of texts."""
    kept = [mark for mark in display.marks if not mark.key.startswith(REMARKS) or mark.key.startswith("player/")]
    solid = [(mark.key, bounds(mark)) for mark in kept if mark.key.startswith("box/") and isinstance(mark, Shape)]
    solid += [(f"space/{space.id}/writing", _edges(space.writing)) for space in sheet.spaces]
    taken = dict(solid) | {mark.key: _ink(mark) for mark in kept if isinstance(mark, Text)}
    marks: list[Mark] = []
    for mark in kept:
        if isinstance(mark, Shape):
            marks.append(replace(mark, width=LINE_GROWTH * mark.width))
            continue
        parts = mark.key.split("/")
        space = sheet.space.get(parts[1]) if parts[0] == "space" and sheet.joined == "borders" else None
        others = [around for key, around in taken.items() if key != mark.key]
        grown = _grown(mark, display.size, others, space.outline if space else ())
        taken[mark.key] = _ink(grown)
        marks.append(grown)
    return Display(display.size, tuple(_tabs(marks)))


def halves(display: Display) -> tuple[Display, Display]:
    """The left and the right half of a face; both have the line at which they are joined."""
    wide, high = display.size
    made = []
    for first, last in SHARES:
        left, right = max(0.0, first * wide - INSET), min(wide, last * wide + INSET)
        size = right - left, high
        part = (left + (INSET if left else 0.0), 0.0, right - (INSET if right < wide else 0.0), high)
        # A text that is cut here is whole on the other half, or most of it is.
        shown = (mark for mark in display.marks if not isinstance(mark, Text) or _whole(mark, part)
                 or (sum(bounds(mark)[::2]) < wide) == (first == 0.0))
        marks = tuple(window("half", shown, part, Rect(part[0] - left, 0.0, part[2] - part[0], high)))
        x = wide / 2 - left
        seam = Shape("seam", polyline(((x, INSET), (x, high - INSET))), "", "faint", 0.6, (2.0, 5.0))
        made.append(Display(size, (*marks, seam)))
    return made[0], made[1]


def _whole(text: Text, part: Bounds) -> bool:
    left, _, right, _ = bounds(text)
    return part[0] <= left and right <= part[2]


def half_offsets(display: Display) -> tuple[float, float]:
    """How far each half is shifted to the left, in points of the face."""
    return max(0.0, SHARES[0][0] * display.size[0] - INSET), max(0.0, SHARES[1][0] * display.size[0] - INSET)


def _edges(rect: Rect) -> Bounds:
    return rect.x, rect.y, rect.x + rect.w, rect.y + rect.h


def _grown(text: Text, size: tuple[float, float], taken: Sequence[Bounds], outline: Ring) -> Text:
    """The text in the largest size up to LETTERS at which it meets nothing that it did not meet before, and stays within an
    outline, if there is one."""
    before = _ink(text)
    others = [other for other in taken if not _meet(before, other)]
    if text.size >= LETTERS:
        return text
    for i in range(STEPS):
        grown = replace(text, size=text.size + (LETTERS - text.size) * (STEPS - i) / STEPS)
        around = _ink(grown)
        on_face = around[0] >= 0 and around[1] >= 0 and around[2] <= size[0] and around[3] <= size[1]
        corners = [(x, y) for x in (around[0] - 1, around[2] + 1) for y in (around[1] - 0.6, around[3] + 0.6)]
        within = on_face and (not outline or all(inside(outline, *corner) for corner in corners))
        if within and not any(_meet(around, other) for other in others):
            return grown
    return text


def _tabs(marks: Sequence[Mark]) -> list[Mark]:
    """The marks, with tabs as large as the codes on them have become."""
    codes = {mark.key.removesuffix("/code"): bounds(mark) for mark in marks if isinstance(mark, Text)
             and mark.key.endswith("/code")}
    found: list[Mark] = []
    for mark in marks:
        owner = mark.key.removesuffix("/ground").removesuffix("/tab")
        if isinstance(mark, Shape) and "/tab" in mark.key and owner in codes:
            left, top, right, bottom = bounds(mark)
            code = codes[owner]
            share = max(1.0, (code[2] - code[0] + 5) / (right - left)), max(1.0, (bottom - code[1] + 1) / (bottom - top))
            middle = (code[0] + code[2]) / 2
            path: Path = tuple(
                (letter, *(middle + share[0] * (n - (left + right) / 2) if i % 2 == 0 else bottom + share[1] * (n - bottom)
                           for i, n in enumerate(numbers)))
                for letter, *numbers in mark.path
            )
            found.append(replace(mark, path=path))
        else:
            found.append(mark)
    return found


def _ink(text: Mark) -> Bounds:
    """The bounds of a text without descenders, because few labels have any."""
    left, top, right, bottom = bounds(text)
    if isinstance(text, Text) and not text.turn:
        return left, text.y - 0.74 * text.size, right, text.y + 0.05 * text.size
    return left, top, right, bottom


def _meet(one: Bounds, other: Bounds) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


