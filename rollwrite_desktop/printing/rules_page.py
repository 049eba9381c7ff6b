"""The rules in brief on one face: short rules in two columns, each with a drawn example beside it.

A rule is never divided, and the columns are about equally long. Knows games by their print kits only.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace

from rollwrite_desktop.draw.clip import window
from rollwrite_desktop.draw.display import Display, Mark, Shape, Text, box
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.draw.type_metrics import width, wrapped
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.words.handbook import Entry
from rollwrite_desktop.play.handbook_pictures import Shown, rules_on, shown
from rollwrite_desktop.printing.steps import result
from rollwrite_desktop.sheet.sheet import Rect, Sheet

TITLE, COLUMN_GAP, BELOW_TITLE = 22.0, 24.0, 12.0
SIZES = (12.5, 12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0)
LEADING = 1.34
PICTURE = 128.0
HEIGHTS = (88.0, 72.0, 60.0)
"""The width of an example, and how high it may be, in points: lower where the text would become too small otherwise."""
LEGIBLE = 10.0
AROUND_THE_MAP = frozenset({"box", "dice", "edge", "hint", "label", "legend", "note", "sign", "text", "title"})
"""The first parts of the keys of what stands on a sheet besides the map."""
BESIDE = 10.0
CAPTION = 7.0
CAPTION_ROWS = 4
AIR = 14.0
"""The least space between rules."""
MAX_ROWS = 12
LONELY = 0.25
"""The part of a paragraph's width below which its last line is too short: then all lines become narrower."""


@dataclass(frozen=True, slots=True)
class _Block:
    """A rule as it is set: its title, the lines of its text, its example and the lines of the example's caption."""

    title: str
    lines: tuple[str, ...]
    picture: Shown | None
    caption: tuple[str, ...]
    highest: float

    def height(self, size: float) -> float:
        """In points."""
        text = size * LEADING * (1.15 + len(self.lines))
        return max(text, self.drawn + len(self.caption) * 1.3 * CAPTION + 3 if self.picture else 0.0)

    @property
    def drawn(self) -> float:
        """The height of the example."""
        if self.picture is None:
            return 0.0
        left, top, right, bottom = self.picture.window
        return min(self.highest, PICTURE * (bottom - top) / (right - left))


def rules_page(title: str, game: Game, sheet: Sheet) -> Display:
    """The rules in brief of a game on a sheet, as large as the sheet, in the largest of SIZES that fits."""
    return result(rules_page_steps(title, game, sheet))


def rules_page_steps(title: str, game: Game, sheet: Sheet) -> Generator[None, None, Display]:
    """The page that `rules_page` returns; yields after each example that was drawn and each rule that was set."""
    rules, size = rules_on(game, sheet), sheet.size
    briefs = game.print_kit.summary(rules) if game.print_kit.summary else ()
    wide = (size[0] - 2 * INSET - COLUMN_GAP) / 2
    top = INSET + TITLE + BELOW_TITLE
    high = size[1] - INSET - top
    drawn: list[Shown | None] = []
    for brief in briefs:
        drawn.append(next(shown(game, rules, brief, 6.0), None))
        yield
    framed: dict[float, list[Shown | None]] = {}
    for letters, highest in _sizes():
        if highest not in framed:
            framed[highest] = [_framed(picture, highest) for picture in drawn]
        blocks = [_block(brief, picture, letters, wide, highest)
                  for brief, picture in zip(briefs, framed[highest], strict=True)]
        split = _split(blocks, letters)
        columns = (blocks[:split], blocks[split:])
        if max(_height(column, letters) for column in columns) <= high:
            break
    marks: list[Mark] = [Text("title", INSET, INSET + TITLE * 0.8, title, "bold", TITLE, "text")]
    for place, column in enumerate(columns):
        left, y = INSET + place * (wide + COLUMN_GAP), top
        spare = high - sum(block.height(letters) for block in column)
        air = min(2.2 * AIR, spare / max(1, len(column) - 1))
        for i, block in enumerate(column):
            marks += _set(f"rule/{place}/{i}", block, letters, Rect(left, y, wide, block.height(letters)))
            y += block.height(letters) + air
            yield
    return Display(size, tuple(marks))


def _sizes() -> Iterator[tuple[float, float]]:
    """Sizes of letters and the largest heights of pictures, in the order in which they are tried."""
    for least, most in ((LEGIBLE, math.inf), (0.0, LEGIBLE)):
        for highest in HEIGHTS:
            yield from ((letters, highest) for letters in SIZES if least <= letters < most)


def _framed(picture: Shown | None, highest: float) -> Shown | None:
    """An example with as much of the sheet beside it as fills the frame's width; of an example on the map without
    what stands around the map."""
    if picture is None:
        return None
    left, top, right, bottom = picture.window
    sheet, wide = picture.display.size[0], max(right - left, (bottom - top) * PICTURE / highest)
    start = max(0.0, min(sheet - wide, (left + right - wide) / 2))
    part = start, top, min(sheet, start + wide), bottom
    boxes = tuple(f"box/{spot}" for spot in picture.around)
    in_boxes = any(mark.key.startswith(boxes) for mark in picture.display.marks)
    marks = (mark for mark in picture.display.marks if in_boxes or mark.key.partition("/")[0] not in AROUND_THE_MAP)
    return replace(picture, window=part, display=replace(picture.display, marks=tuple(marks)))


def _block(brief: Entry, picture: Shown | None, letters: float, wide: float, highest: float) -> _Block:
    room = wide - (PICTURE + BESIDE if picture else 0.0)
    caption = picture.caption if picture else ""
    return _Block(
        brief.title, _paragraph(brief.text, letters, room, MAX_ROWS), picture,
        _paragraph(caption, CAPTION, PICTURE, CAPTION_ROWS) if caption else (), highest,
    )


def _paragraph(text: str, size: float, wide: float, most: int) -> tuple[str, ...]:
    """The lines of a text, of which the last is not a lonely short word if narrower lines can prevent it."""
    rows = wrapped(text, "text", size, wide, most)
    for share in range(98, 60, -2):
        if len(rows) < 2 or width(rows[-1], "text", size) >= LONELY * wide:
            break
        narrower = wrapped(text, "text", size, wide * share / 100, most)
        if len(narrower) > len(rows):
            break
        rows = narrower
    return rows


def _height(blocks: Sequence[_Block], letters: float) -> float:
    return sum(block.height(letters) for block in blocks) + AIR * max(0, len(blocks) - 1)


def _split(blocks: Sequence[_Block], letters: float) -> int:
    """How many blocks the first column has, so that the columns are as equally long as they can be."""
    return min(range(1, len(blocks) + 1),
               key=lambda n: max(_height(blocks[:n], letters), _height(blocks[n:], letters)))


def _set(key: str, block: _Block, letters: float, place: Rect) -> Iterator[Mark]:
    step = letters * LEADING
    y = place.y + letters
    yield Text(f"{key}/title", place.x, y, block.title, "bold", 1.08 * letters, "text")
    for i, line in enumerate(block.lines):
        y += step * (1.1 if i == 0 else 1.0)
        yield Text(f"{key}/line/{i}", place.x, y, line, "text", letters, "text")
    if block.picture is None:
        return
    frame = Rect(place.x + place.w - PICTURE, place.y, PICTURE, block.drawn)
    for mark in window(f"{key}/picture", block.picture.display.marks, block.picture.window, frame):
        if isinstance(mark, Text):  # no number hangs over the edge
            left, _, right, _ = bounds(mark)
            if left < frame.x or right > frame.x + frame.w:
                continue
        yield mark
    yield Shape(f"{key}/frame", box(frame.x, frame.y, frame.w, frame.h, 3), "", "line", 0.6)
    for i, line in enumerate(block.caption):
        low = frame.y + frame.h + 3 + (i + 0.85) * 1.3 * CAPTION
        yield Text(f"{key}/caption/{i}", frame.x, low, line, "text", CAPTION, "faint")
