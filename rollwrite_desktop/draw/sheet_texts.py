"""The printed texts of a sheet: titles, captions, signs, and words at the edge. How digits are best written is on paper
only, where the lines around a face have room.

Each stands in the ring of its decor and is as tall as that allows; words that run upward beside a map stand nearer to its
land where they can. Knows no game.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.draw.display import Align, Face, Mark, Text
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.strokes import caption
from rollwrite_desktop.draw.type_metrics import cap_height, width
from rollwrite_desktop.sheet.sheet import Decor, Rect, Sheet, bounding_box

KEY_SIZE, KEY_CODE, KEY_GAP = 0.78, 2.6, 0.7
"""Of the height of a row in a key: the size of its letters, and how far beside the codes the names begin at most; of the
size of letters, what is between the widest code and the names."""
GROWN = 10.2
"""Points: letters are printed as large as this where there is room, so keys leave it."""
AT_EDGE = 6.0
"""Points: columns of names so near to the right edge end there."""
NEAR, CLEAR, STEP = 14.0, 5.0, 6.0
"""Points from a word that runs upward to land, which has the sea along it, and to all else; and in which it is moved."""
FAR = 36.0
"""Points: words that are no farther from there stay in their rings."""
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
    middle = sheet.size[0] / 2
    for decor in sheet.decor:
        key, around = f"{decor.kind}/{counted[decor.kind]}", bounding_box(decor.ring)
        counted[decor.kind] += 1
        if decor.kind in _STYLES:
            yield _text(key, decor, next(upright) if _runs_upward(decor) else around, at_right=around.x > middle)
    yield from _name_keys(sheet)


def _text(key: str, decor: Decor, around: Rect, *, at_right: bool) -> Text:
    """Returns a text in its ring; a note in the right half of a sheet ends where all else there does."""
    face, part, ink, align = _STYLES[decor.kind]
    align = "right" if decor.kind == "note" and at_right else align
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
    land = [x for ring in sheet.land for x, _ in ring] + [space.writing.x for space in sheet.spaces]
    others = [box.rect for box in sheet.boxes]
    others += [bounding_box(decor.ring) for decor in sheet.decor if decor.kind not in ("edge", "digits")]
    right = max((ring.x + ring.w for ring in rings), default=0.0)
    far = min(land, default=0.0) - NEAR - right
    for k in range(math.ceil(far / STEP) if far > FAR else 0):
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


class _Key(NamedTuple):
    """A column of codes with the names of their areas: its ring, the codes by row, the size of the letters, how far beside
    the codes the names begin, and how wide all of it is where letters are large."""

    ring: Rect
    codes: Sequence[str]
    size: float
    aside: float
    wide: float

    @classmethod
    def of(cls, sheet: Sheet, decor: Decor) -> _Key:
        """Returns the column that stands in a decor."""
        ring, codes = bounding_box(decor.ring), decor.text.split()
        high = ring.h / (len(codes) or 1)
        large = max(KEY_SIZE * high, GROWN)
        widest = max((width(space.id, "bold", large) for space in sheet.spaces), default=0.0)
        aside = min(KEY_CODE * high, widest + KEY_GAP * large)
        names = (tr(sheet.space[code].name) for code in codes if code in sheet.space)
        wide = aside + max((width(name, "text", large) for name in names), default=0.0)
        return cls(ring, codes, KEY_SIZE * high, aside, wide)

    def marks(self, sheet: Sheet, right: float) -> Iterator[Text]:
        """Yields `key/OH`, `key/OH/name`, so far to the right of its ring."""
        high = self.ring.h / (len(self.codes) or 1)
        for k, code in enumerate(self.codes):
            if code in sheet.space:
                row = Rect(self.ring.x + right, self.ring.y + k * high, self.ring.w - right, high)
                yield caption(f"key/{code}", code, row, "bold", self.size, "text")
                name = replace(row, x=row.x + self.aside, w=row.w - self.aside + 1e-6)
                yield caption(f"key/{code}/name", tr(sheet.space[code].name), name, "text", self.size, "text")


def _name_keys(sheet: Sheet) -> Iterator[Text]:
    """The names of areas; columns that end at the right edge, with those at their left, as far to the right as names are
    long."""
    keys = [_Key.of(sheet, decor) for decor in sheet.decor if decor.kind in ("key", "names")]
    edge = sheet.size[0] - INSET - AT_EDGE
    farther = {key.ring.y: max(0.0, key.ring.w - key.wide) for key in keys if key.ring.x + key.ring.w > edge}
    for key in keys:
        yield from key.marks(sheet, farther.get(key.ring.y, 0.0))
