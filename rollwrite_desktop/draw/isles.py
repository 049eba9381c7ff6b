"""Land without a place to write: isles of an area beside its outline, and other land, which is blank but for its name.

Painted between the sea and the areas. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator

from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.draw.display import Mark, Shape, Text, polygon
from rollwrite_desktop.draw.spans import common, within, without
from rollwrite_desktop.draw.strokes import caption
from rollwrite_desktop.draw.type_metrics import width
from rollwrite_desktop.sheet.sheet import Decor, Rect, Ring, Sheet, bounding_box

NAME, LINE = 6.6, 0.75
"""Points: the letters of other land's name, and the line around it."""
ROWS = (1 / 3, 1 / 2, 2 / 3, 1 / 6, 5 / 6)
"""Of the height of other land: where its name may stand, the best first, as boxes of areas below may reach into it."""
BROAD = 0.6
"""Of the broadest of these rows: how broad the one with the name is at least."""
PRINTED = frozenset((
    "card", "compass", "corner", "edge", "hint", "key", "label", "lake", "legend", "names", "note", "region"))
"""Kinds of a decor that may be upon other land, where it has no name."""
OFF_FRAME = 7.0
"""Points from the frame to the middle of a name, at least."""
ABOVE, CLEAR, OFF_CARD = 11.0, 2.0, 3.0
"""Points: the room of a code above a place to write, what is clear around both, and how much more around a card, as names
may be printed larger."""


def isle_marks(sheet: Sheet, stroke: str, thick: float) -> Iterator[Mark]:
    """Yields the isles of a sheet, `isle/0`, in the ink of their areas' regions, with coasts in an ink so thick; other land
    within a faint line, with its name, `land/1`, if it has one and room for it."""
    for i, decor in enumerate(sheet.isles):
        key, path = f"isle/{i}", polygon(decor.ring)
        if area := sheet.space.get(decor.text):
            yield Shape(key, path, f"region.{area.region}", stroke, thick)
        else:
            yield Shape(key, path, "abroad", "faint", LINE)
            yield from _named(sheet, f"land/{i}", decor)


def _named(sheet: Sheet, key: str, land: Decor) -> Iterator[Text]:
    """The name of other land, if it has one and room for it."""
    if land.text:
        name = tr(mark(land.text, "sheet"))
        if room := _room(sheet, land.ring, width(name, "text", NAME)):
            written = caption(key, name, room, "text", NAME, "faint", "middle")
            if written.text == name and written.size == NAME:
                yield written


def _room(sheet: Sheet, ring: Ring, wide: float) -> Rect | None:
    """The first row of land that is broad and has room for a name, a third below its top or elsewhere; the broadest where
    none has, if any is free."""
    around, found, places = bounding_box(ring), list[Rect](), [*_taken(sheet)]
    areas = [(space.outline, bounding_box(space.outline)) for space in sheet.spaces]
    beside = [(outline, at) for outline, at in areas if at.x < around.x + around.w and around.x < at.x + at.w]
    edge = bounding_box(sheet.frames[0]) if sheet.frames else Rect(0, 0, *sheet.size)
    for share in ROWS:
        y = min(max(around.y + share * around.h, edge.y + OFF_FRAME), edge.y + edge.h - OFF_FRAME)
        lines = y - NAME / 2, y, y + NAME / 2
        taken = [(place.x - CLEAR, place.x + place.w + CLEAR) for place in places
                 if place.y - CLEAR < lines[2] and lines[0] < place.y + place.h + CLEAR]
        taken += [span for outline, at in beside if at.y < lines[2] and lines[0] < at.y + at.h
                  for line in lines for span in within([outline], line)]
        rows = common([(edge.x + CLEAR, edge.x + edge.w - CLEAR)], within([ring], lines[1]))
        rows = common(rows, common(within([ring], lines[0]), within([ring], lines[2])))
        found += [Rect(left, y - NAME, right - left, 2 * NAME) for left, right in without(rows, taken)]
    broadest = max((room.w for room in found), default=0.0)
    return next((room for room in found if room.w > max(wide + 2 * NAME, BROAD * broadest)), max(
        found, key=lambda room: room.w, default=None))


def _taken(sheet: Sheet) -> Iterator[Rect]:
    """What is printed upon other land: places to write, with their codes, boxes, cards, and words."""
    for place in (space.writing for space in sheet.spaces):
        yield Rect(place.x, place.y - ABOVE, place.w, place.h + ABOVE)
    yield from (each.rect for each in sheet.boxes)
    for decor in sheet.decor:
        if decor.kind in PRINTED:
            at, more = bounding_box(decor.ring), OFF_CARD * (decor.kind == "card")
            yield Rect(at.x - more, at.y - more, at.w + 2 * more, at.h + 2 * more)
