"""A tray for large texts: the dice have a row of their own, and above it stand the name, the keys beside the symbols of the
colors, and what was said, in as many lines as it needs. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterator

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Align, Mark, Shape, Text, box
from rollwrite_desktop.draw.strokes import caption
from rollwrite_desktop.draw.type_metrics import cap_height, covering, fit, width, wrapped
from rollwrite_desktop.gamekit.play.guide import LINE, Look
from rollwrite_desktop.games.ligretto_dice.play.drawing import board_face
from rollwrite_desktop.games.ligretto_dice.play.model import COLORS
from rollwrite_desktop.sheet.sheet import Rect

PAD = 6.0
NAME, WORDS, LEAST = 14.0, 13.0, 6.0
ROLL_WIDE, ROLL_NARROW, NARROW = 104.0, 64.0, 300.0
"""The target that rolls all dice, and that of a tray narrower than the third."""
_KEY, _LEAST_KEY = 32.0, 21.0
"""How wide a color's symbol and its key are, and at least."""
_LEFT = 44.0
"""How many dice are left is said where there is so much room: they can be counted too."""
_SAID = 10.0
"""A sentence that would be smaller than this is shortened to what comes before its colon."""
_LEADING = 1.16


def body(size: tuple[float, float]) -> Rect:
    """Returns the room for the dice."""
    top = LINE + 4
    return Rect(1, top, size[0] - 2, size[1] - top - PAD)


def roll_place(size: tuple[float, float]) -> Rect:
    """Returns the target that rolls all dice, at the right of what is read."""
    wide = ROLL_NARROW if size[0] < NARROW else ROLL_WIDE
    return Rect(size[0] - PAD - wide, 4, wide, LINE - 2)


def head(size: tuple[float, float], look: Look, left: str, outcome: str) -> Iterator[Mark]:
    """Yields what is read on an own tray or one at the edge. `left`: how many dice are left, in words; `outcome`: what the
    round brought, "" while it goes on."""
    until = (size[0] if look.bot else roll_place(size).x) - PAD
    x, y, high = PAD + 4, 3.0, LINE - 1
    if look.refusal:
        yield from lines("said", _shortened(look.refusal, until - x, high), Rect(x, y, until - x, high), "conflict")
        return
    keys = look.keys[: len(COLORS)] if any(look.keys) and not outcome else ()
    least = _LEAST_KEY * len(keys) + (8 if keys else 0)
    name = min(max(0.3 * (until - x), until - x - least - 170), until - x - least)
    name = min(name, width(look.name, covering(look.name, "bold"), NAME) + 1)
    yield from lines("name", look.name, Rect(x, y, name, high), "text", NAME, "left")
    x += name + 8
    if look.score:
        points = width(look.score, "bold", NAME)
        yield caption("score", look.score, Rect(x, y, points, high), "bold", NAME)
        x += points + 8
    if outcome:
        yield caption("left", outcome, Rect(x, y, until - x - 4, high), "bold", 20.0, "text", "right")
        return
    if keys:
        step = max(min(_KEY, (until - x - 8) / len(keys)), 1.0)
        yield from _keys(keys, x, y + high / 2, step)
        x += step * len(keys) + 8
    if until - x >= _LEFT:
        yield caption("left", left, Rect(x, y, until - x - 4, high), "text", WORDS, "text", "right")


def _shortened(text: str, wide: float, high: float) -> str:
    """A sentence, or what comes before its colon where all of it would be too small."""
    return text if _size_of(text, wide, high, WORDS) >= _SAID or ":" not in text else text.partition(":")[0] + "."


def _keys(keys: tuple[str, ...], x: float, y: float, step: float) -> Iterator[Mark]:
    """Yields the symbol of each color and the key that plays it."""
    for color, key in zip(COLORS, keys, strict=False):
        if key:
            yield Shape(f"keys/{color}", board_face.symbol(color, x + 5, y, 4.6), f"region.{color}.strong", "border", 0.6)
            words, size = fit(key, covering(key, "bold"), WORDS, step - 13, least=0.4)
            face = covering(words, "bold")
            yield Text(f"keys/{color}/key", x + 12, y + cap_height(face, size) / 2, words, face, size, "text")
        x += step


def roll(r: Rect, look: Look, ink: str, stroke: float) -> Iterator[Mark]:
    """Yields the target that rolls all dice: its words, and its key."""
    yield Shape("roll", box(r.x, r.y, r.w, r.h, 8), fill="legal.fill", stroke=ink, width=stroke)
    key = look.keys[len(COLORS)] if len(look.keys) > len(COLORS) else ""
    words = tr("Roll all") + (f" ({key})" if key else "")
    yield from lines("roll/words", words, Rect(r.x + 4, r.y + 1, r.w - 8, r.h - 2), ink, NAME)


def rival(size: tuple[float, float], look: Look, left: str, outcome: str) -> Iterator[Mark]:
    """A rival's name and points, and below how many dice are left."""
    wide, high = size
    row = min(LINE, (high - 4) / 2)
    points = width(look.score, "bold", NAME) + 6 if look.score else 0.0
    yield from lines("name", look.name, Rect(8, 2, wide - 16 - points, row), "text", min(NAME, 0.72 * row), "left")
    yield caption("score", look.score, Rect(8, 2, wide - 16, row), "bold", min(NAME, 0.72 * row), "text", "right")
    below = Rect(8, 2 + row, wide - 16, row)
    yield caption("left", outcome or left, below, "bold" if outcome else "text", min(WORDS, 0.66 * row))


def rival_body(size: tuple[float, float], left: str) -> Rect:
    """Returns the room for a rival's dice: behind how many there are."""
    row = min(LINE, (size[1] - 4) / 2)
    behind = 8 + width(left, covering(left, "text"), min(WORDS, 0.66 * row)) + PAD
    return Rect(behind, 2 + row, max(1.0, size[0] - behind - PAD), row)


def lines(key: str, text: str, r: Rect, ink: str, size: float = WORDS, align: Align = "middle") -> Iterator[Mark]:
    """A text in as few lines as let it be largest, no word left out unless it would be smaller than can be read."""
    face = covering(text, "bold")
    size = _size_of(text, r.w, r.h, size)
    rows = wrapped(text, face, size, r.w, _most(r.h, size))
    high = size * _LEADING
    y = r.y + (r.h - high * len(rows)) / 2 + (high + cap_height(face, size)) / 2
    x = r.x + r.w / 2 if align == "middle" else r.x
    for i, row in enumerate(rows):
        yield Text(f"{key}/{i}", x, y + i * high, row, face, size, ink, align)


def _most(high: float, size: float) -> int:
    """So many lines of a size have room in a height; one is written in any case."""
    return int(high / (size * _LEADING))


def _size_of(text: str, wide: float, high: float, size: float) -> float:
    """Returns the largest size, up to one, in which a text has room."""
    face = covering(text, "bold")
    while size > LEAST and " ".join(wrapped(text, face, size, wide, _most(high, size))) != " ".join(text.split()):
        size -= 0.25
    return size
