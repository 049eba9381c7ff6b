"""The rules in brief on one face, enough to play by: short rules in three columns, each with its example below it; or in two
that are wider, with examples beside the text, so that the face can be folded between them, or in large print comes in two
halves.

A rule is never divided, the columns are about equally long, and letters and pictures are as large as the longest language
allows. Each picture is as high as it needs to be. Knows games by their print kits only.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import accumulate, combinations, pairwise

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.clip import window
from rollwrite_desktop.draw.display import Display, Mark, Shape, Text, box, polyline
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.draw.type_metrics import ELLIPSIS, width, wrapped
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.words.handbook import Entry, in_brief
from rollwrite_desktop.play.table.handbook_pictures import Shown, rules_on, shown
from rollwrite_desktop.printing.rules.rules_pictures import Piece, Pieces
from rollwrite_desktop.printing.sheets.drawing_steps import result
from rollwrite_desktop.printing.sheets.large_print import LETTERS
from rollwrite_desktop.sheet.sheet import Rect, Sheet

TITLE, GUTTER, BELOW_TITLE = 22.0, 20.0, 11.0
SIZES = (16.0, 15.0, 14.0, 13.0, 12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0)
LEADING, HEADING = 1.3, 1.15
HEIGHTS = tuple(range(130, 30, -5))
"""How high examples may be, in points: lower where the text would become too small otherwise."""
LEGIBLE = 10.0
FOLD_WORDS = 9.0
OVER, UNDER, BEFORE = 5.0, 3.0, 6.0
"""Above an example, between it and its caption, and between the line over a rule and its title."""
BESIDE_TEXT = 0.43, 12.0
"""The part of a column that an example beside its text takes, and the space between them."""
AIR, MOST_AIR = 6.0, 26.0
"""The least and the greatest space between rules."""
MAX_ROWS, EXAMPLES = 20, 2
LONELY = 0.25
"""The part of a paragraph's width below which its last line is too short: then all lines become narrower."""


class Setting(Struct, frozen=True):
    """How a page is set: the number of its columns, whether examples are at the right of their text, whether the page is
    folded, the size of captions, and the least ones of codes in examples and of other letters: of several the first with
    which EXAMPLES examples have room, or else the last."""

    columns: int = 3
    aside: bool = False
    folded: bool = False
    caption: float = 8.0
    code: float = 3.4
    least: tuple[float, ...] = (min(SIZES),)


USUAL = Setting()
FOLDED = Setting(2, aside=True, folded=True)
TWO_A_PAGE = Setting(caption=11.0, code=4.9, least=(13.0, 12.0, 11.5))
"""With letters of 8 to 9 points, and few examples, where two pages share one."""
LARGE = Setting(2, aside=True, caption=LETTERS, least=(LETTERS,))
"""To be enlarged, each column on a page of its own."""


class _Block(Struct, frozen=True):
    """A rule as it is set: its title, the lines of its text, its example and how that will be cut out, and the lines of the
    example's caption, with their size. aside: whether the example is at the right of the text."""

    title: str
    lines: tuple[str, ...]
    picture: Shown | None
    piece: Piece | None
    caption: tuple[str, ...]
    small: float
    aside: bool

    @property
    def scale(self) -> float:
        """Of the example."""
        return self.piece.scale if self.piece else math.inf

    def readable(self, pieces: Pieces, code: float) -> bool:
        """Returns whether the example, if there is one, can be read where codes are to have that size."""
        return self.picture is None or self.piece is None or pieces.readable(self.picture, self.piece, code)

    def text(self, size: float) -> float:
        """Returns the height of title and text in points."""
        return BEFORE + size * (HEADING + LEADING * len(self.lines) + 0.35)

    def height(self, size: float) -> float:
        """In points."""
        example = OVER + self.piece.high + len(self.caption) * 1.25 * self.small + UNDER if self.piece else 0.0
        return max(self.text(size), example + BEFORE) if self.aside else self.text(size) + example


def rules_page(title: str, game: Game, sheet: Sheet, setting: Setting = USUAL) -> Display:
    """Returns the rules in brief of a game on a sheet, as large as the sheet, in the largest of SIZES that fits."""
    return result(rules_page_steps(title, game, sheet, setting))


def rules_page_steps(title: str, game: Game, sheet: Sheet, setting: Setting = USUAL) -> Generator[None, None, Display]:
    """Yields the page that `rules_page` returns; yields after each example that was drawn, after each size that was tried,
    and after each rule that was set."""
    rules, size = rules_on(game, sheet), sheet.size
    before, after = game.words.print_kit.framing(rules)
    briefs = (*before, *in_brief(game.words.handbook(rules)), *after)
    count, gutter = setting.columns, 2 * INSET if setting.columns == 2 else GUTTER
    wide = (size[0] - 2 * INSET - (count - 1) * gutter) / count
    top = INSET + TITLE + BELOW_TITLE
    high = size[1] - INSET - top
    pieces = Pieces(rules.sheet)
    drawn: list[Shown | None] = []
    for brief in briefs:
        drawn.append(next(shown(game, rules, brief, 6.0), None))
        yield
    columns, letters = yield from _laid(briefs, drawn, pieces, setting, Rect(0.0, top, wide, high))
    marks: list[Mark] = [Text("title", INSET, INSET + TITLE * 0.8, title, "bold", TITLE, "text")]
    if setting.folded:
        marks += _fold(size)
    for place, column in enumerate(columns):
        left, y = INSET + place * (wide + gutter), top
        spare = high - math.fsum(block.height(letters) for block in column)
        air = min(MOST_AIR, spare / max(1, len(column) - 1))
        for i, block in enumerate(column):
            marks += _set(f"rule/{place}/{i}", block, pieces, letters, Rect(left, y, wide, block.height(letters)))
            y += block.height(letters) + air
            yield
    return Display(size, tuple(marks))


def _laid(
    briefs: Sequence[Entry], drawn: Sequence[Shown | None], pieces: Pieces, setting: Setting, room: Rect
) -> Generator[None, None, tuple[list[Sequence[_Block]], float]]:
    """Returns the rules in columns, whose pictures fill them, with the size of their letters. Examples for which there is no
    room, or in which codes would be too small, are left out."""
    across = BESIDE_TEXT[0] * room.w if setting.aside else room.w
    for least in setting.least:
        left = list(drawn)
        while least == setting.least[-1] or sum(map(bool, left)) >= EXAMPLES:
            found = yield from _columns(briefs, left, pieces, setting, least, room)
            if found is None:
                _leave_out_one(left, pieces, across)
                continue
            columns, letters, highest = found
            unread = list[_Block]()
            left_out = {brief.title: _block(brief, picture, setting, letters, room.w, across)
                        for brief, picture, kept in zip(briefs, drawn, left, strict=True) if picture and not kept}
            for i, column in enumerate(columns):
                fuller = _refilled(column, left_out, pieces, across, setting.code, letters, room.h)
                columns[i] = _grown(fuller, pieces, highest, setting.code, letters, room.h)
                unread += [block for block in columns[i] if not block.readable(pieces, setting.code)]
                yield
            if not unread:
                return columns, letters
            left[left.index(unread[0].picture)] = None
    raise AssertionError


def _columns(
    briefs: Sequence[Entry], drawn: Sequence[Shown | None], pieces: Pieces, setting: Setting, least: float, room: Rect
) -> Generator[None, None, tuple[list[Sequence[_Block]], float, float] | None]:
    """Returns the rules in columns, with the size of their letters and the height of pictures; None if they don't fit in any
    while there are examples. room: of a column."""
    across = BESIDE_TEXT[0] * room.w if setting.aside else room.w
    sized: dict[float, list[Piece | None]] = {}
    worded: dict[float, list[_Block]] = {}
    for letters, highest in _sizes(least):
        if letters not in worded:
            worded[letters] = [_block(brief, picture, setting, letters, room.w, across)
                               for brief, picture in zip(briefs, drawn, strict=True)]
            yield
        if highest not in sized:
            sized[highest] = [pieces.sized(picture, across, highest) if picture else None for picture in drawn]
            yield
        blocks = [replace(block, piece=piece) for block, piece in zip(worded[letters], sized[highest], strict=True)]
        columns = _split(blocks, letters, room.h, setting.columns)
        if max(_height(column, letters) for column in columns) <= room.h:
            return columns, letters, highest
    return None if any(drawn) else (columns, letters, highest)


def _leave_out_one(drawn: list[Shown | None], pieces: Pieces, across: float) -> None:
    """Leaves out the example that would be drawn smallest."""
    scales = {i: pieces.sized(picture, across, HEIGHTS[-1]).scale for i, picture in enumerate(drawn) if picture}
    drawn[min(scales, key=scales.__getitem__)] = None


def _fold(size: tuple[float, float]) -> Iterator[Mark]:
    """Yields the line along which the face is folded, and what it is for."""
    middle = size[0] / 2
    yield Shape("fold", polyline(((middle, 0), (middle, size[1]))), "", "faint", 0.6, (0.6, 3.0))
    words = tr("Fold along the dotted line.")
    yield Text("fold/words", size[0] - INSET, INSET + TITLE * 0.8, words, "text", FOLD_WORDS, "faint", "right")


def _sizes(smallest: float) -> Iterator[tuple[float, float]]:
    """Sizes of letters and the heights of pictures, in the order in which they are tried."""
    for least, most in ((max(LEGIBLE, smallest), math.inf), (smallest, LEGIBLE)):
        for highest in HEIGHTS:
            yield from ((letters, highest) for letters in SIZES if least <= letters < most)


# ---------------------------------------------------------------------- text


def _refilled(
    column: Sequence[_Block], left_out: Mapping[str, _Block], pieces: Pieces, across: float, code: float, letters: float,
    room: float,
) -> Sequence[_Block]:
    """A column with the examples that were left out in others' favor, if it has room for them: as high as they may be."""
    for i, block in enumerate(column):
        fuller = left_out.get(block.title)
        if fuller is None or fuller.picture is None:
            continue
        for highest in HEIGHTS:
            filled = replace(fuller, piece=pieces.sized(fuller.picture, across, highest))
            tried = [*column[:i], filled, *column[i + 1 :]]
            if _height(tried, letters) <= room and filled.readable(pieces, code):
                column = tried
                break
    return column


def _grown(
    column: Sequence[_Block], pieces: Pieces, highest: float, code: float, letters: float, room: float
) -> Sequence[_Block]:
    """A column whose pictures take the room that is left in it, the smallest first; none that could be read is cut otherwise
    so that it no longer can."""
    for higher in reversed(HEIGHTS[: HEIGHTS.index(highest)]):
        for i in sorted(range(len(column)), key=lambda i: column[i].scale):
            block = column[i]
            if block.picture is not None and block.piece is not None:
                larger = replace(block, piece=pieces.sized(block.picture, block.piece.frame, higher))
                tried = [*column[:i], larger, *column[i + 1 :]]
                fits = _height(tried, letters) <= room
                column = tried if fits and larger.readable(pieces, code) >= block.readable(pieces, code) else column
    return column


def _block(
    brief: Entry, picture: Shown | None, setting: Setting, letters: float, wide: float, across: float
) -> _Block:
    caption, aside, small = picture.caption if picture else "", picture is not None and setting.aside, setting.caption
    room = wide - across - BESIDE_TEXT[1] if aside else wide
    return _Block(
        brief.title, _paragraph(brief.text.replace("\n", " "), letters, room, MAX_ROWS), picture, None,
        _paragraph(caption, small, across, MAX_ROWS) if caption else (), small, aside,
    )


def _paragraph(text: str, size: float, wide: float, most: int) -> tuple[str, ...]:
    """Returns the lines of a text, of which the last is not a lonely short word if narrower lines can prevent it."""
    rows = wrapped(text, "text", size, wide, most)
    for share in range(98, 60, -2):
        if len(rows) < 2 or width(rows[-1], "text", size) >= LONELY * wide:
            break
        narrower = wrapped(text, "text", size, wide * share / 100, most)
        if len(narrower) > len(rows) or any(row.endswith(ELLIPSIS) for row in narrower):
            break
        rows = narrower
    return rows


def _height(blocks: Sequence[_Block], letters: float) -> float:
    return sum(block.height(letters) for block in blocks) + AIR * max(0, len(blocks) - 1)


def _split(blocks: Sequence[_Block], letters: float, room: float, count: int) -> list[Sequence[_Block]]:
    """Returns the blocks in order in so many columns, which fit into the room if they can and are about equally long."""
    if len(blocks) < count:
        return [blocks]
    upto = [0.0, *accumulate(block.height(letters) + AIR for block in blocks)]
    ways = [(0, *cuts, len(blocks)) for cuts in combinations(range(1, len(blocks)), count - 1)]
    heights = {way: [upto[b] - upto[a] - AIR for a, b in pairwise(way)] for way in ways}
    best = max(room, min(max(each) for each in heights.values()))
    good = (way for way in ways if max(heights[way]) <= best)
    way = min(good, key=lambda way: math.fsum(high**2 for high in heights[way]))
    return [blocks[a:b] for a, b in pairwise(way)]


def _set(key: str, block: _Block, pieces: Pieces, letters: float, place: Rect) -> Iterator[Mark]:
    yield Shape(f"{key}/rule", polyline(((place.x, place.y), (place.x + place.w, place.y))), "", "border", 0.9)
    y = place.y + BEFORE + letters * 0.95
    yield Text(f"{key}/title", place.x, y, block.title, "bold", HEADING * letters, "text")
    for i, line in enumerate(block.lines):
        y += letters * LEADING * (1.05 if i == 0 else 1.0)
        yield Text(f"{key}/line/{i}", place.x, y, line, "text", letters, "text")
    if block.picture is None or block.piece is None:
        return
    below = BEFORE if block.aside else block.text(letters)
    wide, picture = block.piece.frame, pieces.cut(block.picture, block.piece)
    frame = Rect(place.x + place.w - wide, place.y + below + OVER, wide, block.piece.high)
    for mark in window(f"{key}/picture", picture.display.marks, picture.window, frame):
        if isinstance(mark, Text):  # no number hangs over the edge
            left, top, right, bottom = bounds(mark)
            spare = min(1.5, 0.15 * mark.size)
            if left + spare < frame.x or right - spare > frame.x + frame.w or not (
                frame.y <= top + spare and bottom - spare <= frame.y + frame.h
            ):
                continue
        yield mark
    yield Shape(f"{key}/frame", box(frame.x, frame.y, frame.w, frame.h, 3), "", "line", 0.6)
    for i, line in enumerate(block.caption):
        low = frame.y + frame.h + UNDER + (i + 0.85) * 1.25 * block.small
        yield Text(f"{key}/caption/{i}", frame.x, low, line, "text", block.small, "faint")
