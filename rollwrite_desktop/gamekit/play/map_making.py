"""What a game says of the sheets that are made for it from map data (`Game.map_making`); pieces that stand round a map."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from msgspec import Struct, field

from rollwrite_desktop.sheet.load import ring_of
from rollwrite_desktop.sheet.sheet import Box, Decor, Point, Rect, Region, Sheet

SIZE: Point = (720.0, 540.0)
EDGE = 9.0
"""Points from the edges of a sheet to what stands on it."""
CHECK, STEP = 36.0, 39.0
"""Points of a box to cross off, and from one to the next."""
CAPTION, HINT = 13.0, 8.0
CODE = 57.0
"""The side of the square that is kept free for a code to scan."""
DIGITS = Rect(0, 0, 150, 14)
"""The size of a line of digits as they are best written."""
WITHIN = 8.0
"""Points from the frame of a map to its land, and to what else stands within it."""


class SheetLayout(Struct, frozen=True):
    """room: where the map goes, within the frame, which is a decor. corner: width and height of a corner of it to be kept
    free, for `in_corner`. tall: where a map goes that is larger there, beside what stands below the room."""

    room: Rect
    boxes: tuple[Box, ...]
    decor: tuple[Decor, ...]
    corner: Point = (0.0, 0.0)
    tall: Rect | None = None


class SheetRule(Struct, frozen=True):
    """A number that a map file may ask for: what it counts, a message id; the least and the most. A sheet without a value
    for it has the most."""

    name: str
    least: int
    most: int


LEGEND = 112.0, 12.5
"""Points: a row of a legend."""


class MapMaking(Struct, frozen=True):
    """How sheets of a game are made from map data.

    joined: how links are seen, as on sheets: a map of blocks with common borders, or outlines and lines between writing
    places. regions: those that areas are in. Where they have `within`, a row and a column of the map, all are used, and each
    area is in the one where it lies; else as many of them as a map file says, all of one size. values: what the rules read,
    from the numbers of areas and of regions, and the `rounds` and `powers` that a map file asks for (0: as many as fit the
    map); `asked` says which of them the game has. length: how long a game on a sheet is, in a sentence. layout: what stands
    round the map, from the title, the values, and the width of the map by its height. cards: whether there is a card for
    each area, which names it and its row or column. signs: what a legend of a map explains, a row of LEGEND points for each;
    None where the layout has a legend.
    """

    joined: Literal["borders", "lines"]
    regions: tuple[Region, ...]
    values: Callable[[int, int, Mapping[str, int]], Mapping[str, int]]
    layout: Callable[[str, Mapping[str, int], float], SheetLayout]
    cards: bool = False
    asked: Mapping[str, SheetRule] = field(default_factory=dict)
    length: Callable[[Sheet], str] | None = None
    signs: Callable[[Sheet], Sequence[str]] | None = None


def in_corner(free: Rect, room: Rect) -> tuple[Decor, ...]:
    """Returns what stands in the free corner of a map: digits to imitate, and room for a code."""
    left, top = free.x == room.x, free.y == room.y
    code_x = free.x if left else free.x + free.w - CODE
    code_y = free.y if top else free.y + free.h - CODE
    digits_x = free.x if left else free.x + free.w - DIGITS.w
    digits_y = code_y + CODE + 3 if top else code_y - DIGITS.h - 3
    return boxed("digits", "", digits_x, digits_y, DIGITS.w, DIGITS.h), boxed("reserve", "", code_x, code_y, CODE, CODE)


def checks(group: str, count: int, x: float, y: float, across: int) -> list[Box]:
    """Numbered boxes to cross off, at most so many side by side, in the middle of the room for these: four are two rows of
    two, none stands alone on its row."""
    rows = -(-count // across)
    places = [(column, row) for row in range(rows) for column in range(count // rows + (row < count % rows))]
    x += (across - min(across, -(-count // rows))) * STEP / 2
    return [
        Box(f"{group}/{i}", group, "check", Rect(x + column * STEP, y + row * STEP, CHECK, CHECK))
        for i, (column, row) in enumerate(places, 1)
    ]


def captions(caption: str, hint: str, x: float, y: float, wide: float) -> list[Decor]:
    """A caption over boxes, and a few fainter words under it."""
    if not hint:
        return [boxed("label", caption, x, y - 14.5, wide, CAPTION)]
    return [boxed("label", caption, x, y - 23, wide, CAPTION), boxed("hint", hint, x, y - HINT - 2, wide, HINT)]


def titles(game: str, title: str, wide: float) -> tuple[Decor, ...]:
    """Returns what is played, and under it where."""
    return boxed("text", game, EDGE, 6.5, wide, 11.5), boxed("title", title, EDGE, 17.5, wide, 20)


def framed(x: float, y: float) -> tuple[Decor, Rect]:
    """Returns the frame of a map, from there to the lower right corner of the sheet, and the room for the map."""
    wide, high = SIZE[0] - EDGE - x, SIZE[1] - EDGE - y
    return boxed("neatline", "", x, y, wide, high), Rect(x + WITHIN, y + WITHIN, wide - 2 * WITHIN, high - 2 * WITHIN)


def boxed(kind: str, text: str, x: float, y: float, w: float, h: float) -> Decor:
    """A decor in a rectangle."""
    return Decor(kind, ring_of(Rect(x, y, w, h)), text)
