"""The printed texts of a sheet: titles, captions, signs, and words at the edge. How digits are best written is on paper
only, where the lines around a face have room.

Each stands in the ring of its decor and is as tall as that allows. Knows no game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.draw.display import Align, Face, Mark, Text
from rollwrite_desktop.draw.strokes import caption
from rollwrite_desktop.draw.type_metrics import cap_height
from rollwrite_desktop.sheet.sheet import Decor, Rect, Sheet, bounding_box

KEY_SIZE, KEY_CODE = 0.78, 2.6
"""Of the height of a row in a key: the size of its letters, and the width of the codes."""

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
    counted = Counter[str]()
    for decor in sheet.decor:
        key, around = f"{decor.kind}/{counted[decor.kind]}", bounding_box(decor.ring)
        counted[decor.kind] += 1
        if decor.kind == "key":
            yield from _name_key(sheet, decor.text.split(), around)
        elif decor.kind in _STYLES:
            yield _text(key, decor, around)


def _text(key: str, decor: Decor, around: Rect) -> Text:
    face, part, ink, align = _STYLES[decor.kind]
    words = tr(mark(decor.text, "sheet"))  # a word printed on a sheet may be shorter than elsewhere
    if decor.kind != "edge" or around.w >= around.h:
        return caption(key, words, around, face, part * around.h, ink, align)
    # Where the ring is higher than wide, the word runs upward.
    (x, y), lying = around.center, Rect(around.x, around.y, around.h, around.w)
    flat = caption(key, words, lying, face, part * around.w, ink, align)
    return replace(flat, x=x + cap_height(flat.face, flat.size) / 2, y=y, turn=-90.0)


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
