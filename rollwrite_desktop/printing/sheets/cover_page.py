"""The cover of a pad: the name of the game, its map with the names of its areas, the number of sheets, and a line for whose
pad it is.

Knows no game: the map is cut out of the blank sheet.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.draw.clip import window
from rollwrite_desktop.draw.display import Bounds, Display, Mark, Shape, Text, box, polyline
from rollwrite_desktop.draw.frame import LINE
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.draw.type_metrics import covering, fit, width
from rollwrite_desktop.sheet.sheet import Rect, Ring, Sheet, bounding_box

TITLE, SUBTITLE, SMALL = 60.0, 22.0, 15.0
TOP, LOW = 118.0, 70.0
"""Above and below the picture, in points of the face."""
AROUND = 10.0
"""Around the map, in points of the sheet."""
BADGE = 34.0
NAME_LINE = 260.0
KEY_SIZES, KEY_ROW, KEY_GAP, LEFT = (16.0, 14.0, 12.0, 10.0), 1.2, 1.4, 0.8
"""Of the names of areas: the sizes of letters, the least of which are 7 pt two on a page, and as parts of them the height of
a row and what is between columns; how much of its size a map keeps, unless letters are the least."""
THE_MAP = frozenset({"border", "cut", "neatline", "shore", "lake", "isle", "region"})
"""The first parts of the keys of what a map shows besides its areas: no lines, which are drawn from box to box."""
OF_AREAS = ("fill", "printed")
"""The last parts of the keys of what it shows of its areas: no places to write, no codes."""


def cover_page(title: str, sheet_title: str, sheets: int, face: Display, sheet: Sheet) -> Display:
    """Returns the front cover, as large as the sheet."""
    return Display(sheet.size, tuple(_cover(title, sheet_title, sheets, face, sheet)))


def _cover(title: str, sheet_title: str, sheets: int, face: Display, sheet: Sheet) -> Iterator[Mark]:
    wide, high = sheet.size
    left, right = INSET, wide - INSET
    text, size = fit(title, "bold", TITLE, right - left)
    yield Text("title", left, INSET + 0.8 * TITLE, text, "bold", size, "text")
    count = tr_n("One sheet", "{n} sheets", sheets)
    badge = width(count, "bold", SMALL) + 30
    if sheet_title not in title:
        names = covering(sheet_title, "text")
        text, size = fit(tr("Sheet: {name}", name=sheet_title), names, SUBTITLE, right - left - badge - 12)
        yield Text("sheet", left, INSET + TITLE + 30, text, names, size, "text")
    yield Shape("badge", box(right - badge, TOP - 10 - BADGE, badge, BADGE, BADGE / 2), "box", "border", 1.5)
    low = TOP - 10 - BADGE / 2 + 0.36 * SMALL
    yield Text("badge/text", right - badge / 2, low, count, "bold", SMALL, "text", "middle")
    place = Rect(left, TOP, right - left, high - TOP - LOW)
    marks, part = map_of(face, sheet)
    across, down = part[2] - part[0], part[3] - part[1]
    place, key = _with_names(sheet, place, across, down)
    yield from key
    scale = min(place.w / across, place.h / down)
    x, y = place.center
    across, down = scale * across, scale * down
    yield from window("picture", marks, part, Rect(x - across / 2, y - down / 2, across, down))
    line = high - INSET - 12
    yield Text("owner", left, line, tr("This pad belongs to"), "text", SMALL, "text")
    start = left + width(tr("This pad belongs to"), "text", SMALL) + 8
    yield Shape("owner/line", polyline(((start, line + 2), (start + NAME_LINE, line + 2))), "", "line", 0.8)
    yield Text("rules", right, line, tr("Quick rules on the back"), "text", SMALL, "text", "right")


def _with_names(sheet: Sheet, place: Rect, across: float, down: float) -> tuple[Rect, list[Text]]:
    """Returns what a map of that size has of a place beside or above the names of its areas, and these: as many columns as
    leave it largest. A map without a key says its names itself."""
    names = sorted((space.id, tr(space.name)) for space in sheet.spaces)
    if not any(decor.kind == "key" for decor in sheet.decor):
        return place, []
    whole = min(place.w / across, place.h / down)
    for size in KEY_SIZES:
        scale, room, texts = _named(names, place, across, down, size)
        if scale >= LEFT * whole:
            break
    return room, texts


def _named(
    names: Sequence[tuple[str, str]], place: Rect, across: float, down: float, size: float
) -> tuple[float, Rect, list[Text]]:
    """Returns the scale of a map with names of that size beside or below it, its place, and the names."""
    aside = max(width(code, "bold", size) for code, _ in names) + 0.6 * size
    wide = aside + max(width(name, covering(name, "text"), size) for _, name in names)
    row, gap = KEY_ROW * size, KEY_GAP * size
    found = []
    for columns in range(1, len(names) + 1):
        rows = math.ceil(len(names) / columns)
        whole, high = columns * wide + (columns - 1) * gap, rows * row
        for room, x, y in (
            (replace(place, w=place.w - whole - gap), place.x + place.w - whole, place.center[1] - high / 2),
            (replace(place, h=place.h - high - gap), place.center[0] - whole / 2, place.y + place.h - high),
        ):
            if whole <= place.w and high <= place.h:
                found.append((min(room.w / across, room.h / down), room, x, y, rows))
    if not found:
        return 0.0, place, []
    scale, room, left, top, rows = max(found, key=lambda one: one[0])
    texts = []
    for k, (code, name) in enumerate(names):
        x, low = left + k // rows * (wide + gap), top + (k % rows + 0.8) * row
        texts.append(Text(f"names/{code}", x, low, code, "bold", size, "text"))
        texts.append(Text(f"names/{code}/name", x + aside, low, name, covering(name, "text"), size, "text"))
    return scale, room, texts


def map_of(face: Display, sheet: Sheet) -> tuple[list[Mark], Bounds]:
    """Returns the marks of the map and where they are; of a sheet without a map all marks but its title."""
    marks = [mark for mark in face.marks if mark.key.partition("/")[0] not in ("paper", "title")]
    if any(mark.key.startswith("border/") for mark in marks):
        marks = [mark for mark in marks for kind, _, rest in (mark.key.partition("/"),)
                 if kind in THE_MAP or (kind == "space" and rest.endswith(OF_AREAS))]
        rect = bounding_box(tuple(point for ring in sheet.land for point in ring))
        around = [(rect.x, rect.y, rect.x + rect.w, rect.y + rect.h)]
    else:
        around = [bounds(mark) for mark in marks]
    part = (min(each[0] for each in around) - AROUND, min(each[1] for each in around) - AROUND,
            max(each[2] for each in around) + AROUND, max(each[3] for each in around) + AROUND)
    return _framed(marks, part, sheet.frames[0]) if sheet.frames else (marks, part)


def _framed(marks: Sequence[Mark], part: Bounds, ring: Ring) -> tuple[list[Mark], Bounds]:
    """A part of a map that lies in a frame, with the line of the frame around what is shown of it."""
    at = bounding_box(ring)
    left, top, right, foot = (max(part[0], at.x), max(part[1], at.y), min(part[2], at.x + at.w), min(part[3], at.y + at.h))
    inner = box(left + LINE / 2, top + LINE / 2, right - left - LINE, foot - top - LINE)
    kept = [mark for mark in marks if mark.key not in ("neatline/0/line", "neatline/0/margin")]
    return [*kept, Shape("neatline/0/line", inner, stroke="line", width=LINE)], (left, top, right, foot)
