"""What stands round a made map: title, boxes to cross off, fields, captions, and where the map itself goes.

Wide maps have it in a band above them, others in a column at the left. A strip at the upper right stays free for the code of
a game.
"""

from __future__ import annotations

from dataclasses import dataclass

from rollwrite_desktop.sheet.load import ring_of
from rollwrite_desktop.sheet.sheet import Box, Decor, Point, Rect

SIZE: Point = (720.0, 540.0)
EDGE = 9.0
CHECK, STEP = 36.0, 39.0
CAPTION, HINT = 13.0, 8.0
CODE = 57.0
"""The side of the square that is kept free for a code to scan."""
DIGITS = Rect(0, 0, 150, 14)
WIDE_MAP = 1.32
"""Maps wider than this have these above."""
POWERS = (
    ("change", "Color change", "the die counts as wild"),
    ("guard", "Guard", "circle the number: neighbors don't matter"),
    ("dupe", "Dupe", "write the number once more"),
)


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """room: where the map goes. corner: width and height of a corner of it to be kept free, for `in_corner`."""

    room: Rect
    boxes: tuple[Box, ...]
    decor: tuple[Decor, ...]
    corner: Point = (0.0, 0.0)


def rolling_america(title: str, rounds: int, aspect: float) -> SheetLayout:
    """The layout of a map of Rolling America. aspect: width of the map by its height."""
    return _above(title, rounds) if aspect > WIDE_MAP and rounds <= 8 else _beside(title, rounds)


def _above(title: str, rounds: int) -> SheetLayout:
    y = 62.0
    boxes: list[Box] = []
    decor = [_boxed("title", title, EDGE, 9, 200, 24), _boxed("dice", "", 222, 9, 182, 23)]
    boxes += _checks("rounds", rounds, EDGE, y, rounds)
    decor += _captions("Rounds", "", EDGE, y, rounds * STEP)
    wide = 3 * STEP - 3
    gap = (711 - EDGE - 8 * STEP + 3 - 3 * wide) / 3
    for k, (group, caption, hint) in enumerate(POWERS):
        x = 711 - (3 - k) * wide - (2 - k) * gap
        boxes += _checks(group, 3, x, y, 3)
        decor += _captions(caption, hint, x, y, wide)
    boxes.append(Box("player", "player", "field", Rect(458, 16.5, 118, 22)))
    decor.append(_boxed("text", "Player", 418, 21, 38, 13))
    boxes.append(Box("xs", "xs", "field", Rect(661, 16.5, 50, 22)))
    decor.append(_boxed("text", "Number of Xs", 588, 21, 70, 13))
    return SheetLayout(Rect(EDGE, 103, 702, 428), tuple(boxes), tuple(decor), (DIGITS.w + 2, CODE + DIGITS.h + 4))


def _beside(title: str, rounds: int) -> SheetLayout:
    boxes: list[Box] = []
    decor = [_boxed("title", title, EDGE, 9, 220, 25), _boxed("dice", "", 240, 9, 190, 24)]
    boxes.append(Box("player", "player", "field", Rect(528, 17, 183, 22)))
    decor.append(_boxed("text", "Player", 486, 21, 40, 13))
    wide, y = 3 * STEP - 3, 59.0
    decor += _captions("Rounds", "", EDGE, y, wide)
    boxes += _checks("rounds", rounds, EDGE, y, 3)
    y += STEP * ((rounds + 2) // 3) + 26
    room = (470 - y - CHECK) / 3  # from one group to the next, so that all end above the code
    step = min(room, 66.0)
    for group, caption, hint in POWERS:
        boxes += _checks(group, 3, EDGE, y, 3)
        decor += _captions(caption, hint, EDGE, y, wide)
        y += step
    boxes.append(Box("xs", "xs", "field", Rect(EDGE, y, wide, CHECK)))
    decor += _captions("Number of Xs", "fewest Xs win", EDGE, y, wide)
    decor.append(_boxed("reserve", "", EDGE, 474, CODE, CODE))
    return SheetLayout(Rect(137, 42, 574, 489), tuple(boxes), tuple(decor))


def in_corner(free: Rect, room: Rect) -> tuple[Decor, ...]:
    """What stands in the free corner of a map: digits to imitate, and room for a code."""
    left, top = free.x == room.x, free.y == room.y
    code_x = free.x if left else free.x + free.w - CODE
    code_y = free.y if top else free.y + free.h - CODE
    digits_x = free.x if left else free.x + free.w - DIGITS.w
    digits_y = code_y + CODE + 3 if top else code_y - DIGITS.h - 3
    return _boxed("digits", "", digits_x, digits_y, DIGITS.w, DIGITS.h), _boxed("reserve", "", code_x, code_y, CODE, CODE)


def on_tour(title: str) -> SheetLayout:
    """The layout of a map of On Tour: a line above, the score below at the left."""
    low = 487.0
    boxes = (
        Box("player", "player", "field", Rect(256, 10, 200, 28)), Box("areas", "areas", "field", Rect(EDGE, low, 44, 44)),
        Box("circles", "circles", "field", Rect(73, low, 44, 44)), Box("total", "total", "field", Rect(137, low, 58, 44)),
    )
    decor = (
        _boxed("title", title, EDGE, 9, 200, 28), _boxed("text", "Band", 218, 17, 34, 14),
        _boxed("label", "Areas", 3, low - 15, 56, 12), _boxed("label", "Circles", 67, low - 15, 56, 12),
        _boxed("label", "Total", 131, low - 15, 70, 12), _boxed("sign", "+", 53, low + 12, 20, 20),
        _boxed("sign", "=", 117, low + 12, 20, 20), _boxed("digits", "", 470, 19, 241, 17),
        _boxed("legend", "", 440, 484, 200, 47), _boxed("reserve", "", 654, 474, CODE, CODE),
    )
    return SheetLayout(Rect(26, 56, 670, 412), boxes, decor)


def _checks(group: str, count: int, x: float, y: float, across: int) -> list[Box]:
    return [
        Box(f"{group}/{i + 1}", group, "check", Rect(x + i % across * STEP, y + i // across * STEP, CHECK, CHECK))
        for i in range(count)
    ]


def _captions(caption: str, hint: str, x: float, y: float, wide: float) -> list[Decor]:
    if not hint:
        return [_boxed("label", caption, x, y - 14.5, wide, CAPTION)]
    return [_boxed("label", caption, x, y - 23, wide, CAPTION), _boxed("hint", hint, x, y - HINT - 2, wide, HINT)]


def _boxed(kind: str, text: str, x: float, y: float, w: float, h: float) -> Decor:
    return Decor(kind, ring_of(Rect(x, y, w, h)), text)
