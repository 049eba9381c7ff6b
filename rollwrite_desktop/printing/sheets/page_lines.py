"""The quiet lines around a face: who the sheet is by, a line for the date, the number of the sheet, how digits are best
written, and a line of 50 mm to check the printer by.

All of it is in one line at the foot, in which what matters less gives way: first the 50 mm, then the digits, then the long
wordings. Titles and names are above the face where there is room for a line. In large print both lines are large, and the
line for the date is above. Texts are translated already. Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from msgspec import Struct

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Align, Face, Mark, Shape, Text, polyline
from rollwrite_desktop.draw.imposition import INSET, LARGE_STRIP, RULER, Cell, ruler
from rollwrite_desktop.draw.strokes import caption
from rollwrite_desktop.draw.type_metrics import cap_height, covering, fit, width
from rollwrite_desktop.sheet.sheet import Rect

HEAD_SIZE = 8.0
FOOT_SIZE = 7.0
LARGE_SIZE = 14.0
SMALLEST = 0.72
"""How much of their size texts may lose where even the shortest wording is too long."""
GAP = 12.0
"""Between two things in the line at the foot."""
DIGITS = "0 1 2 3 4 5 6 7 8 9"
DIGITS_SIZE = 10.0
FIELD = 13.0
"""The height of the field of a form on a line to write on, where the face leaves room for it."""


class LineTexts(Struct, frozen=True):
    """What the lines around a face say.

    title, player, note: at the left, the right and in the middle. heading: in place of the title, over the whole line.
    credits, numbers: wordings, the longest first; the number of the sheet as long as it gets. blanks: captions of lines to
    write on. digits: whether how digits are written is shown. aside: whether credits are at the right in large print.
    """

    title: str = ""
    player: str = ""
    note: str = ""
    heading: str = ""
    credits: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    blanks: tuple[str, ...] = ()
    digits: bool = False
    aside: bool = False


class Blank(NamedTuple):
    """A line to write on: its caption with its left edge and size, and the place to write, whose lower edge is the line."""

    start: float
    text: str
    size: float
    place: Rect


class PageLines:
    """The lines around a face in a cell. title, credits and blanks are the same on all copies (`common`), the name, the note
    and the number are each copy's own."""

    def __init__(self, cell: Cell, texts: LineTexts) -> None:
        self._head, self._foot, self._texts = cell.head, cell.foot, texts
        self._large = cell.foot.h >= LARGE_STRIP
        self._size = LARGE_SIZE if self._large else FOOT_SIZE
        self._ink = "margin" if cell.cornered else "faint"
        self._above = cell.head.h > 0
        above = self._large or (self._above and len(texts.blanks) > 1)
        left, right = self._foot.x, self._foot.x + self._foot.w
        title = texts.heading or texts.title
        self._start = left
        """Where the credits begin."""
        if title and not self._above:
            self._start += min(width(title, covering(title, "bold"), self._size), 0.3 * self._foot.w) + GAP
        named = 0.0 if self._above else math.fsum(self._named(text) + GAP for text in (texts.player, texts.note) if text)
        blanks = 0.0 if above else math.fsum(self._blank_width(text) + GAP for text in texts.blanks)
        self._chosen = self._fitting(right - self._start - named - blanks)
        if self._chosen.number:
            right -= width(self._chosen.number, "text", self._size) + GAP
        self.blanks: tuple[Blank, ...] = tuple(self._blanks_above() if above else self._blanks_below(right))
        self._end = right - blanks - named
        """Where what is in the middle ends."""
        if texts.aside and self._large:
            self._start = max(self._start, self._end - width(self._chosen.credits, "text", self._size) - 1)

    # ------------------------------------------------------------------ what fits

    class _Chosen(NamedTuple):
        credits: str
        number: str
        digits: bool
        ruler: bool

    def _fitting(self, free: float) -> _Chosen:
        """Returns the longest wordings with which all fits, and what else there is room for."""
        texts, size = self._texts, self._size
        asides = ((True, True), (True, False), (False, False)) if texts.digits else ((False, True), (False, False))
        wordings, numbers = texts.credits or ("",), texts.numbers or ("",)
        for (digits, line), one, number in product([] if self._large else asides, wordings, numbers):
            taken = [width(one, covering(one, "text"), size)] if one else []
            taken += [width(number, "text", size)] if number else []
            taken += [digits_width()] if digits else []
            taken += [RULER] if line else []
            if sum(taken) + GAP * (len(taken) - 1) <= free:
                return self._Chosen(one, number, digits, line)
        for one, number in product(wordings, numbers):
            if width(one, covering(one, "text"), size) + width(number, "text", size) + GAP * bool(number) <= free:
                return self._Chosen(one, number, digits=False, ruler=False)
        return self._Chosen(wordings[-1], numbers[-1], digits=False, ruler=False)

    def _blank_width(self, text: str) -> float:
        """Of a line to write on at the foot, with its caption."""
        return min(0.12 * self._foot.w, 60.0) + width(text, "text", self._size) + 3

    def _named(self, text: str) -> float:
        """Of a name or note at the foot."""
        return min(width(text, covering(text, "text"), self._size), self._foot.w / 4)

    def _blanks_below(self, right: float) -> Iterator[Blank]:
        low = self._low()
        start = right - sum(self._blank_width(text) for text in self._texts.blanks) - GAP * (len(self._texts.blanks) - 1)
        for text in self._texts.blanks:
            end = start + self._blank_width(text)
            line = start + width(text, "text", self._size) + 3
            yield Blank(start, text, self._size, Rect(line, self._foot.y, end - line, low + 1 - self._foot.y))
            start = end + GAP

    def _blanks_above(self) -> Iterator[Blank]:
        """At the right of the line above, left of a player's name."""
        strip, blanks = self._head, self._texts.blanks
        named = bool(self._texts.player)
        size = LARGE_SIZE if self._large else HEAD_SIZE
        right = strip.x + strip.w - (strip.w / 3 if named else 0.0)
        each = max(40.0, min(150.0, ((strip.w / 3 if named else 0.7 * strip.w - RULER) - 6) / max(1, len(blanks))))
        for i, words in enumerate(blanks):
            start = right - (len(blanks) - i) * each
            text, fitted = fit(words, "text", size, 0.5 * each)
            left = start + width(text, "text", fitted) + 3
            end = start + each - (5 if i + 1 < len(blanks) else 0)
            low = strip.y + strip.h - 2
            yield Blank(start, text, fitted, Rect(left, strip.y, end - left, low - strip.y))

    def _low(self) -> float:
        """Returns the baseline of the line at the foot."""
        return self._foot.y + (self._foot.h + cap_height("text", self._size)) / 2

    # ------------------------------------------------------------------ marks

    def common(self, key: str) -> Iterator[Mark]:
        """Yields the marks that all copies have; keys end in KEY."""
        texts, left = self._texts, self._foot.x
        title = texts.heading or texts.title
        if title and self._above:
            strip = Rect(self._head.x, self._head.y, (3 if texts.heading else 1) * self._head.w, self._head.h)
            yield _over(f"title/{key}", title, strip, "left", self._large)
        elif title:
            yield self._at(f"title/{key}", title, left, self._start - GAP - left, "bold")
        if self._chosen.credits:
            yield self._at(f"credits/{key}", self._chosen.credits, self._start, self._free() - self._start, "text")
        if self._chosen.digits:
            yield from self._digits(f"digits/{key}")
        for i, blank in enumerate(self.blanks):
            low = blank.place.y + blank.place.h
            yield Text(f"blank/{key}/{i}", blank.start, low - 1, blank.text, "text", blank.size, self._ink)
            ends = polyline(((blank.place.x, low), (blank.place.x + blank.place.w, low)))
            yield Shape(f"blank/{key}/{i}/line", ends, stroke=self._ink, width=0.5)

    def own(self, key: str, numbers: Sequence[str], *, first: bool) -> Iterator[Mark]:
        """Yields the marks of one copy with its number in the same wordings; `first`: with the line of 50 mm."""
        texts = self._texts
        if self._above:
            for name, text, align in (("note", texts.note, "middle"), ("player", texts.player, "right")):
                if text:
                    yield _over(f"{name}/{key}", text, self._head, align, self._large)  # type: ignore[arg-type]
        else:
            x = self._end + GAP
            for name, text in (("note", texts.note), ("player", texts.player)):
                if text:
                    yield self._at(f"{name}/{key}", text, x, self._named(text), "text", "text")
                    x += self._named(text) + GAP
        number = next((text for text, long in zip(numbers, texts.numbers, strict=True) if long == self._chosen.number), "")
        if number:
            right = self._foot.x + self._foot.w
            yield Text(f"number/{key}", right, self._low(), number, "text", self._size, self._ink, "right")
        if first and self._chosen.ruler:
            # In the middle of what is free beside the credits.
            words = self._chosen.credits
            left = self._start + (width(words, covering(words, "text"), self._size) + GAP if words else 0.0)
            x = (left + self._free() - RULER) / 2
            yield from ruler("ruler", x, self._foot.y + self._foot.h / 2, self._size, self._ink)

    def _free(self) -> float:
        """Where what is between the credits and the digits may end."""
        return self._end - (digits_width() + GAP if self._chosen.digits else 0.0)

    def _digits(self, key: str) -> Iterator[Text]:
        """How digits are best written, so that a photo of the sheet can be read."""
        x = self._end - digits_width()
        yield self._at(f"{key}/words", tr("Digits like these:"), x, digits_width(), "text")
        x += width(tr("Digits like these:"), "text", FOOT_SIZE) + 4
        low = self._foot.y + (self._foot.h + cap_height("hand", DIGITS_SIZE)) / 2
        yield Text(f"{key}/row", x, low, DIGITS, "hand", DIGITS_SIZE, self._ink)

    def _at(self, key: str, text: str, x: float, wide: float, face: Face, ink: str = "") -> Text:
        """A text in the line at the foot, shrunk and then shortened to fit."""
        face = covering(text, face)
        text, size = fit(text, face, self._size, max(wide, 1.0) + 1e-6, SMALLEST)
        return Text(key, x, self._low(), text, face, size, ink or self._ink)


def digits_width() -> float:
    """Of how digits are written, with the words before it."""
    return width(tr("Digits like these:"), "text", FOOT_SIZE) + 4 + width(DIGITS, "hand", DIGITS_SIZE)


def field_place(blank: Blank, cell: Cell, scale: float) -> Rect:
    """Returns the place of a form's field on a line to write on: as high as FIELD, unless the face is too near."""
    low, face = blank.place.y + blank.place.h, cell.face
    above = max(blank.place.h, min(FIELD, low - (face.y + face.h - scale * INSET) - 1)) if low > face.y else blank.place.h
    return Rect(blank.place.x, low - above, blank.place.w, above)


def _over(key: str, text: str, strip: Rect, align: Align, large: bool) -> Text:
    """A text in one third of the line above the face."""
    face: Face = "bold" if align == "left" else "text"
    third = strip.w / 3 - 6
    x = {"left": strip.x, "middle": strip.x + strip.w / 2 - third / 2, "right": strip.x + strip.w - third}[align]
    size = LARGE_SIZE if large else HEAD_SIZE
    return caption(key, text, Rect(x, strip.y, third, strip.h - 3), face, size, "text", align)
