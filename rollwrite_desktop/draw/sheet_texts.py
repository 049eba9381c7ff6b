"""The printed texts of a sheet: titles, captions, signs, and words at the edge. How digits are best written is on paper
only, where the lines around a face have room.

Each stands in the ring of its decor and is as tall as that allows; words that run upward beside a map stand nearer to its
land where they can. Knows no game.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.draw.display import Align, Face, Mark, Text
from rollwrite_desktop.draw.strokes import caption
from rollwrite_desktop.draw.type_metrics import cap_height, width
from rollwrite_desktop.sheet.sheet import Decor, Rect, Sheet, bounding_box

KEY_SIZE, KEY_CODE = 0.78, 2.6
"""Of the height of a row in a key: the size of its letters, and the width of the codes."""
NEAR, CLEAR, STEP = 14.0, 5.0, 6.0
"""Points from a word that runs upward to land, which has the sea along it, and to all else; and in which it is moved."""
SLIDES = (0, -1, 1, -2, 2, -3, 3)
"""Of these steps: how far such a word may stand above or below the middle of its ring, the best first."""

# Kind of decor: typeface, size as a part of the ring's height, ink, alignment.
_STYLES: dict[str, tuple[Face, float, str, Align]] = {
    "title": ("bold", 0.86, "text", "left"),
    "text": ("text", 0.72, "text", "left"),
    "label": ("bold", 0.74, "text", "middle"),
    "hint": ("text", 0.8, "faint", "middle"),
    "note": ("text", 0.8, "faint", "left"),
    "sign": ("bold", 0.9, "text", "middle"),
    "edge": ("bold", 0.78, "faint", "middle"),
}


def sheet_texts(sheet: Sheet) -> Iterator[Mark]:
    """Yields the texts of a sheet, translated. Keys: `title/0`, `label/3`, numbered by kind in the order of the sheet's
    decor."""
    counted, upright = Counter[str](), iter(_upright(sheet))
    for decor in sheet.decor:
        key, around = f"{decor.kind}/{counted[decor.kind]}", bounding_box(decor.ring)
        counted[decor.kind] += 1
        if decor.kind == "key":
            yield from _name_key(sheet, decor.text.split(), around)
        elif decor.kind in _STYLES:
            yield _text(key, decor, next(upright) if _runs_upward(decor) else around)


def _text(key: str, decor: Decor, around: Rect) -> Text:
    face, part, ink, align = _STYLES[decor.kind]
    words = tr(mark(decor.text, "sheet"))  # a word printed on a sheet may be shorter than elsewhere
    if not _runs_upward(decor):
        return caption(key, words, around, face, part * around.h, ink, align)
    # Where the ring is higher than wide, the word runs upward.
    (x, y), lying = around.center, Rect(around.x, around.y, around.h, around.w)
    flat = caption(key, words, lying, face, part * around.w, ink, align)
    return replace(flat, x=x + cap_height(flat.face, flat.size) / 2, y=y, turn=-90.0)


def _runs_upward(decor: Decor) -> bool:
    around = bounding_box(decor.ring)
    return decor.kind == "edge" and around.w < around.h


def _upright(sheet: Sheet) -> Sequence[Rect]:
    """Returns where the words that run upward stand: one above the other, as near to land at their right as nothing is in
    their way; in their rings where all of them have no other place."""
    rings = [bounding_box(decor.ring) for decor in sheet.decor if _runs_upward(decor)]
    words = [tr(mark(decor.text, "sheet")) for decor in sheet.decor if _runs_upward(decor)]
    land = [x for space in sheet.spaces for x, _ in space.outline] + [space.writing.x for space in sheet.spaces]
    land += [x for decor in sheet.decor if decor.kind == "isle" for x, _ in decor.ring]
    others = [box.rect for box in sheet.boxes]
    others += [bounding_box(decor.ring) for decor in sheet.decor if decor.kind not in ("edge", "digits")]
    right = max((ring.x + ring.w for ring in rings), default=0.0)
    far = min(land, default=0.0) - NEAR - right
    for k in range(math.ceil(far / STEP)):
        places = [_free(replace(ring, x=ring.x + far - STEP * k), width(word, "bold", _STYLES["edge"][1] * ring.w), others)
                  for ring, word in zip(rings, words, strict=True)]
        if all(places):
            return [place for place in places if place]
    return rings


def _free(ring: Rect, long: float, others: Sequence[Rect]) -> Rect | None:
    """Returns a ring, or one a little above or below it, in whose middle a word so long is clear of all others."""
    for k in SLIDES:
        x, y = ring.x - CLEAR, ring.y + STEP * k + (ring.h - long) / 2 - CLEAR
        if not any(x < other.x + other.w and other.x < x + ring.w + 2 * CLEAR
                   and y < other.y + other.h and other.y < y + long + 2 * CLEAR for other in others):
            return replace(ring, y=ring.y + STEP * k)
    return None


def _name_key(sheet: Sheet, codes: Sequence[str], around: Rect) -> Iterator[Text]:
    """Codes and the names of their areas, one under the other: `key/OH`, `key/OH/name`."""
    high = around.h / (len(codes) or 1)
    size, aside = KEY_SIZE * high, KEY_CODE * high
    for k, code in enumerate(codes):
        if code in sheet.space:
            row = Rect(around.x, around.y + k * high, around.w, high)
            yield caption(f"key/{code}", code, row, "bold", size, "text")
            name = Rect(around.x + aside, row.y, around.w - aside, high)
            yield caption(f"key/{code}/name", tr(sheet.space[code].name), name, "text", size, "text")
