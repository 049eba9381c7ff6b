"""The board of Ligretto Dice as it looks, blank or with dice on it, and the dice themselves. Each color has a symbol, which
is also the shape of its pips, so that nothing depends on color alone. Decides nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from rollwrite_desktop.core.chance import Die
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.draw.display import Display, Mark, Path, Shape, Text, box, ellipse, polygon
from rollwrite_desktop.draw.strokes import PIPS, caption, star
from rollwrite_desktop.draw.type_metrics import cap_height
from rollwrite_desktop.gamekit.play.blank_cache import kept
from rollwrite_desktop.gamekit.play.map_drawing import highlighted
from rollwrite_desktop.games.ligretto_dice.play.model import COLORS, VALUES, State, place_of
from rollwrite_desktop.sheet.sheet import Decor, Rect, Sheet, bounding_box

WORDS = (mark("Board"), mark("Ligretto Dice"))
DIE = 0.84
"""A die's side, as a part of its place's."""
WIDE = 1.5
"""How many times as wide as high a place is that has the symbol beside its number, not above."""


def symbol(color: str, x: float, y: float, radius: float) -> Path:
    """Returns the symbol of a color, round a point; all look equally large."""
    if color == "yellow":
        return star(x, y, 1.3 * radius)
    if color == "green":
        r = 1.25 * radius
        return polygon([(x + r * math.sin(a), y + 0.2 * r - r * math.cos(a)) for a in (0, 2 * math.pi / 3, 4 * math.pi / 3)])
    if color == "blue":
        r = 0.92 * radius
        return box(x - r, y - r, 2 * r, 2 * r)
    return ellipse(x, y, radius, radius)


@lru_cache(maxsize=4096)
def die(key: str, rect: Rect, one: Die, digits: bool = False) -> tuple[Mark, ...]:
    """A die that has fallen: pips in the shape of its color's symbol, or a digit with the symbol above."""
    side = min(rect.w, rect.h)
    cx, cy = rect.center
    body, ink = f"region.{one.name}.strong", f"region.{one.name}.on"
    square = box(cx - side / 2, cy - side / 2, side, side, 0.2 * side)
    marks: list[Mark] = [Shape(f"{key}/body", square, fill=body, stroke="die.edge", width=max(0.75, 0.025 * side))]
    if digits:
        size = 0.5 * side / cap_height("bold", 1.0)
        marks.append(Shape(f"{key}/symbol", symbol(one.name, cx, cy - 0.31 * side, 0.085 * side), fill=ink))
        marks.append(Text(f"{key}/digit", cx, cy + 0.36 * side, str(one.face), "bold", size, ink, "middle"))
        return tuple(marks)
    for i, (x, y) in enumerate(PIPS.get(one.face, ())):
        pip = symbol(one.name, cx + 0.27 * side * x, cy + 0.27 * side * y, 0.09 * side)
        marks.append(Shape(f"{key}/pip/{i}", pip, fill=ink))
    return tuple(marks)


SIDE = 64.0
"""The side of the picture of a die."""


@lru_cache(maxsize=256)
def die_picture(one: Die, digits: bool = False) -> Display:
    """A die by itself."""
    return Display((SIDE, SIDE), die("die", Rect(1, 1, SIDE - 2, SIDE - 2), one, digits))


@lru_cache(maxsize=16)
def covered_picture(color: str) -> Display:
    """A die whose face is not shown: with the symbol of its color, or "" for one that is hidden."""
    body = Shape("die/body", box(1, 1, SIDE - 2, SIDE - 2, 0.2 * SIDE), "region.stone", "die.edge", 1.5)
    if not color:
        return Display((SIDE, SIDE), (body,))
    sign = symbol(color, SIDE / 2, SIDE / 2, 0.16 * SIDE)
    return Display((SIDE, SIDE), (body, Shape("die/sign", sign, f"region.{color}.strong", "die.edge", 1.0)))


_HAND = (4, 3)
"""How wide and high the room for a hand is that is drawn small."""


@lru_cache(maxsize=64)
def hand(dice: tuple[Die | None, ...], cup: tuple[str, ...] = ()) -> Display:
    """A player's dice as they lie, as large as they can be; a frame is left of each that was placed. Of those in the cup, of
    these colors, one frame each in their color."""
    wide, high = _HAND
    count = len(dice) + len(cup)
    columns = next(n for n in range(1, 99) if n * (n * high // wide) >= count)
    step, rows = SIDE + 8, max(1, -(-count // columns))
    marks: list[Mark] = []
    for slot, one in enumerate(dice):
        place = Rect(4 + step * (slot % columns), 4 + step * (slot // columns), SIDE, SIDE)
        edge = box(place.x, place.y, SIDE, SIDE, 0.2 * SIDE)
        frame = Shape(f"die/{slot}/gone", edge, stroke="faint", width=1.2, dash=(4.0, 3.0))
        marks.extend(die(f"die/{slot}", place, one) if one is not None else (frame,))
    for slot, color in enumerate(cup, len(dice)):
        x, y = 4 + step * (slot % columns), 4 + step * (slot // columns)
        around = box(x + 2, y + 2, SIDE - 4, SIDE - 4, 0.2 * SIDE)
        marks.append(Shape(f"cup/{slot}", around, stroke=f"region.{color}.strong", width=3.0))
    return Display((step * columns, step * rows), tuple(marks))


_CELL, _STEP, _RIM, _SIGN, _APART = 90.0, 98.0, 8.0, 56.0, 14.0
"""Of a board that is laid out for a room: the side of a place, from one to the next, and the rim around those of a color,
the room for its symbol, and from one color to the next, in points."""


def laid(sheet: Sheet, shape: float) -> Sheet:
    """The board for a room of that width by height: the places of a color in one, two or three columns, whichever makes
    them largest, 1 at the lower left."""
    columns = max((1, 2, 3), key=lambda n: (_cell(n, shape), -n))
    wide, high = _size(columns)
    left = _SIGN if wide > columns * _STEP + _RIM else 0.0
    spaces, decor = [], []
    for number, color in enumerate(COLORS):
        x = number * (wide + _APART) + _APART / 2
        decor.append(Decor("column", ((x, 2.0), (x + wide, 2.0), (x + wide, high + 2), (x, high + 2)), color))
        for value in VALUES:
            row, column = divmod(value - 1, columns)
            r = Rect(x + left + _RIM + column * _STEP, high + 2 - (row + 1) * _STEP, _CELL, _CELL)
            ring = ((r.x, r.y), (r.x + r.w, r.y), (r.x + r.w, r.y + r.h), (r.x, r.y + r.h))
            spaces.append(replace(sheet.space[place_of(color, value)], outline=ring, writing=r, label=(r.x + 5, r.y + 13)))
    size = len(COLORS) * (wide + _APART), high + 4
    return replace(sheet, size=size, spaces=tuple(spaces), decor=tuple(decor), hash=f"{sheet.hash}/{columns}")


def _size(columns: int) -> tuple[float, float]:
    """The width and height of the places of one color, with their symbol above, or beside where there are three columns."""
    beside = columns == len(PIPS) // 2
    wide, high = columns * _STEP + _RIM, len(PIPS) // columns * _STEP + _RIM
    return (wide + _SIGN, high) if beside else (wide, high + _SIGN)


def _cell(columns: int, shape: float) -> float:
    """How large a place is in a room of that shape and of height 1."""
    wide, high = _size(columns)
    return min(shape / (len(COLORS) * (wide + _APART)), 1 / high)


def blank(sheet: Sheet) -> Display:
    """Returns the empty board, as it is printed."""
    return Display(sheet.size, _printed(sheet))


@kept
def _printed(sheet: Sheet) -> tuple[Mark, ...]:
    return tuple(_board(sheet))


def _board(sheet: Sheet) -> Iterator[Mark]:
    wide, high = sheet.size
    yield Shape("paper", box(0, 0, wide, high), fill="paper")
    for decor in sheet.decor:
        r = bounding_box(decor.ring)
        if decor.kind == "title":
            yield caption("title", tr(decor.text), r, "bold", 0.86 * r.h)
        elif decor.kind == "column":
            color = decor.text
            yield Shape(f"column/{color}", box(r.x, r.y, r.w, r.h, 12), fill=f"region.{color}", stroke="border", width=1.4)
            beside = next((space.writing.x for space in sheet.spaces if space.region == color), r.x) - r.x
            x, y = (r.x + _SIGN / 2, r.y + r.h / 2) if beside > _SIGN and r.w > r.h else (r.x + r.w / 2, r.y + 28)
            yield Shape(
                f"column/{color}/sign", symbol(color, x, y, 15), fill=f"region.{color}.strong", stroke="border", width=1.0,
            )
    for space in sheet.spaces:
        r = space.writing
        color = space.region
        path = box(r.x, r.y, r.w, r.h, 8)
        yield Shape(f"space/{space.id}/place", path, fill=f"region.{color}.soft", stroke="border", width=1.2)
        size = 0.46 * r.h / cap_height("bold", 1.0)
        x, y = r.center
        low = y + cap_height("bold", size) / 2
        yield Text(f"space/{space.id}/value", x, low, space.id[1], "bold", size, "text", "middle")
        sign = symbol(color, r.x + 0.16 * r.w, y, 9.0) if r.w > WIDE * r.h else symbol(color, r.x + 10, r.y + 11, 4.6)
        yield Shape(f"space/{space.id}/sign", sign, fill=f"region.{color}.strong", stroke="border", width=0.6)


def played(
    sheet: Sheet, state: State, lit: frozenset[str] = frozenset(), conflicts: tuple[str, ...] = (), focus: str = "",
    digits: bool = False, title: str = "",
) -> Display:
    """Returns the board with the dice that lie on it. `lit` places take a die now."""
    taken = {place_of(color, value) for color in COLORS for value in range(1, 1 + state.height(color))}
    seen = (item for item in _printed(sheet) if not _covered(item.key, taken))
    marks = highlighted(seen, {f"space/{place}/place": 2.4 for place in lit})
    for color, column in zip(COLORS, state.board, strict=True):
        for value, _ in enumerate(column, 1):
            r = sheet.space[place_of(color, value)].writing
            side = DIE * min(r.w, r.h)
            x, y = r.center
            lies = Rect(x - side / 2, y - side / 2, side, side)
            marks.extend(die(f"die/{place_of(color, value)}", lies, Die(color, value), digits))
    if title:
        marks.append(caption("player", title, Rect(sheet.size[0] - 330, 15, 321, 24), "text", 12.0, "faint", "right"))
    for spot in dict.fromkeys(conflicts):
        if spot in sheet.space:
            marks.append(_ring(f"trouble/{spot}", sheet.space[spot].writing, "conflict"))
    if focus in sheet.space:
        marks.append(_ring("focus", sheet.space[focus].writing, "focus"))
    return Display(sheet.size, tuple(marks))


def _covered(key: str, taken: set[str]) -> bool:
    """Returns whether a die lies on that mark."""
    kind, _, rest = key.partition("/")
    spot, _, what = rest.partition("/")
    return kind == "space" and spot in taken and what != "place"


def _ring(key: str, r: Rect, ink: str) -> Shape:
    return Shape(key, box(r.x - 2, r.y - 2, r.w + 4, r.h + 4, 10), stroke=ink, width=2.4)
