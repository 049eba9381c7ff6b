"""The rules in brief on one face, enough to play by: short rules in three columns, each with its example below it.

A rule is never divided, the columns are about equally long, and letters and pictures are as large as the longest language
allows. Pictures are pieces of the sheet with land in them rather than sea, and with whole places only: what is cut by the
frame shows its color and its borders, no number. Knows games by their print kits only.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.clip import window
from rollwrite_desktop.draw.display import Bounds, Display, Mark, Shape, Text, box, polyline
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.trace import bounds, holds
from rollwrite_desktop.draw.type_metrics import ELLIPSIS, width, wrapped
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.gamekit.words.handbook import Entry
from rollwrite_desktop.play.handbook_pictures import Shown, rules_on, shown
from rollwrite_desktop.printing.steps import result
from rollwrite_desktop.sheet.sheet import Rect, Sheet, bounding_box, inside

TITLE, GUTTER, BELOW_TITLE = 22.0, 20.0, 11.0
COLUMNS = 3
SIZES = (12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0)
LEADING, HEADING = 1.3, 1.15
HEIGHTS = (110.0, 100.0, 90.0, 80.0, 70.0, 60.0, 50.0)
"""How high examples may be, in points: lower where the text would become too small otherwise."""
LEGIBLE = 10.0
MARGIN = 8.0
"""Around places that must be seen, in points of the sheet."""
ZOOM, SMALLEST = 0.95, 0.8
"""The largest scale of a piece of a sheet, and the smallest one where it may show less."""
AROUND_THE_MAP = frozenset({"box", "dice", "edge", "hint", "label", "legend", "note", "sign", "text", "title"})
"""The first parts of the keys of what stands on a sheet besides the map."""
CAPTION = 8.0
OVER, UNDER, BEFORE = 5.0, 3.0, 6.0
"""Above an example, between it and its caption, and between the line over a rule and its title."""
AIR, MOST_AIR = 9.0, 26.0
"""The least and the greatest space between rules."""
MAX_ROWS = 20
LONELY = 0.25
"""The part of a paragraph's width below which its last line is too short: then all lines become narrower."""
GRID = 8.0
Land = frozenset[tuple[int, int]]
"""Points of a grid of GRID points."""
PLACES = 6
"""Into how many steps the places are divided where a picture may be cut out."""


@dataclass(frozen=True, slots=True)
class _Block:
    """A rule as it is set: its title, the lines of its text, its example and the lines of the example's caption."""

    title: str
    lines: tuple[str, ...]
    picture: Shown | None
    caption: tuple[str, ...]
    highest: float

    def text(self, size: float) -> float:
        """The height of title and text in points."""
        return BEFORE + size * (HEADING + LEADING * len(self.lines) + 0.35)

    def height(self, size: float) -> float:
        """In points."""
        below = OVER + self.drawn + len(self.caption) * 1.25 * CAPTION + UNDER if self.picture else 0.0
        return self.text(size) + below

    @property
    def drawn(self) -> float:
        """The height of the example."""
        return self.highest if self.picture is not None else 0.0


def rules_page(title: str, game: Game, sheet: Sheet) -> Display:
    """The rules in brief of a game on a sheet, as large as the sheet, in the largest of SIZES that fits."""
    return result(rules_page_steps(title, game, sheet))


def rules_page_steps(title: str, game: Game, sheet: Sheet) -> Generator[None, None, Display]:
    """The page that `rules_page` returns; yields after each example that was drawn or
    framed, before rules are parted into columns, and after each that was set."""
    rules, size, kit = rules_on(game, sheet), sheet.size, game.words.print_kit
    before, after = kit.framing(rules)
    briefs = (*before, *(kit.summary(rules) if kit.summary else ()), *after)
    wide = (size[0] - 2 * INSET - (COLUMNS - 1) * GUTTER) / COLUMNS
    top = INSET + TITLE + BELOW_TITLE
    high = size[1] - INSET - top
    land = _land_grid(rules.sheet)
    drawn: list[Shown | None] = []
    for brief in briefs:
        drawn.append(next(shown(game, rules, brief, 6.0), None))
        yield
    framed: dict[float, list[Shown | None]] = {}
    for letters, highest in _sizes():
        if highest not in framed:
            framed[highest] = []
            for picture in drawn:
                framed[highest].append(_framed(picture, rules.sheet, land, wide, highest))
                yield
        blocks = [_block(brief, picture, letters, wide, highest)
                  for brief, picture in zip(briefs, framed[highest], strict=True)]
        yield
        columns = _split(blocks, letters, high)
        if max(_height(column, letters) for column in columns) <= high:
            break
    marks: list[Mark] = [Text("title", INSET, INSET + TITLE * 0.8, title, "bold", TITLE, "text")]
    for place, column in enumerate(columns):
        left, y = INSET + place * (wide + GUTTER), top
        spare = high - sum(block.height(letters) for block in column)
        air = min(MOST_AIR, spare / max(1, len(column) - 1))
        for i, block in enumerate(column):
            marks += _set(f"rule/{place}/{i}", block, letters, Rect(left, y, wide, block.height(letters)))
            y += block.height(letters) + air
            yield
    return Display(size, tuple(marks))


def _sizes() -> Iterator[tuple[float, float]]:
    """Sizes of letters and the heights of pictures, in the order in which they are tried."""
    for least, most in ((LEGIBLE, math.inf), (0.0, LEGIBLE)):
        for highest in HEIGHTS:
            yield from ((letters, highest) for letters in SIZES if least <= letters < most)


# ---------------------------------------------------------------------- pictures


def _framed(picture: Shown | None, sheet: Sheet, land: Land, wide: float, high: float) -> Shown | None:
    """An example cut out so that it fills its frame: of a map the piece around what must be seen that has the most land,
    without what stands around the map."""
    if picture is None:
        return None
    in_boxes = not any(spot in sheet.space for spot in picture.around)
    left, top, right, bottom = picture.window if in_boxes else _places(picture, sheet, wide, high)
    across = max(right - left, (bottom - top) * wide / high, wide / ZOOM)
    size = picture.display.size
    across = min(across, size[0], size[1] * wide / high)
    down = across * high / wide
    starts = _starts(left, right, across, size[0]), _starts(top, bottom, down, size[1])
    middle = (left + right - across) / 2, (top + bottom - down) / 2

    def worth(x: float, y: float) -> tuple[float, float]:
        dry = 0 if in_boxes else _share(land, (x, y, x + across, y + down))
        return -dry, math.dist((x, y), middle)

    x, y = min(((x, y) for x in starts[0] for y in starts[1]), key=lambda start: worth(*start))
    part = x, y, x + across, y + down
    marks = tuple(mark for mark in picture.display.marks if _shown_in(mark, sheet, part, in_boxes=in_boxes))
    return replace(picture, window=part, display=replace(picture.display, marks=marks))


def _places(picture: Shown, sheet: Sheet, wide: float, high: float) -> Bounds:
    """What must be seen of an example on a map: the places to write in and their codes, or only those that the caption
    names where all of them would become too small."""
    spots = [spot for spot in picture.around if spot in sheet.space]
    around = _around(spots, sheet)
    if min(wide / (around[2] - around[0]), high / (around[3] - around[1])) < SMALLEST:
        named = [spot for spot in spots if tr(sheet.space[spot].name) in picture.caption]
        around = _around(named or spots, sheet)
    return around


def _around(spots: Sequence[str], sheet: Sheet) -> Bounds:
    rects = [_place(spot, sheet) for spot in spots]
    return (min(each[0] for each in rects) - MARGIN, min(each[1] for each in rects) - MARGIN,
            max(each[2] for each in rects) + MARGIN, max(each[3] for each in rects) + MARGIN)


def _starts(low: float, high: float, long: float, most: float) -> list[float]:
    """Where a part of that length may begin that holds the interval, or its middle if it is too short."""
    first, last = (high - long, low) if long >= high - low else (low, high - long)
    found = [first + (last - first) * i / PLACES for i in range(PLACES + 1)]
    return sorted({min(max(0.0, start), most - long) for start in found})


def _land_grid(sheet: Sheet) -> Land:
    """The points of a grid that are in an area."""
    found = set()
    for space in sheet.spaces:
        around = bounding_box(space.outline)
        for i in range(math.ceil(around.x / GRID), int((around.x + around.w) / GRID) + 1):
            for j in range(math.ceil(around.y / GRID), int((around.y + around.h) / GRID) + 1):
                if inside(space.outline, i * GRID, j * GRID):
                    found.add((i, j))
    return frozenset(found)


def _share(land: Land, part: Bounds) -> int:
    """How much of a part of the sheet is land, in sixteenths: small differences do not matter."""
    left, top, right, bottom = (round(edge / GRID) for edge in part)
    points = [(i, j) in land for i in range(left, right + 1) for j in range(top, bottom + 1)]
    return round(16 * sum(points) / max(1, len(points)))


def _shown_in(mark: Mark, sheet: Sheet, part: Bounds, *, in_boxes: bool) -> bool:
    """Whether a mark is on the picture of a part of a sheet: of places and boxes only those that are whole."""
    kind, _, rest = mark.key.partition("/")
    if isinstance(mark, Shape) and mark.stroke == "paper":  # seen on screens only
        return False
    if kind in AROUND_THE_MAP and not in_boxes:
        return False
    if kind in ("region", "die", "corner"):
        return holds(part, bounds(mark))
    if kind == "line":
        link = next(link for link in sheet.links if rest.startswith("-".join(link)))
        return all(_whole(end, sheet, part) for end in link)
    if kind not in ("space", "box", "mark") or mark.key.endswith("/fill"):
        return True
    pieces = rest.split("/")
    spot = next(("/".join(pieces[:n]) for n in (2, 1) if "/".join(pieces[:n]) in sheet.space
                 or "/".join(pieces[:n]) in sheet.box), "")
    if spot in sheet.box and not in_boxes:
        return False
    return not spot or _whole(spot, sheet, part)


def _whole(spot: str, sheet: Sheet, part: Bounds) -> bool:
    """Whether the place to write in of a spot is within a part of the sheet, with its code above it."""
    return holds(part, _place(spot, sheet))


def _place(spot: str, sheet: Sheet) -> Bounds:
    if spot in sheet.box:
        rect = sheet.box[spot].rect
        return rect.x, rect.y, rect.x + rect.w, rect.y + rect.h
    rect, label = sheet.space[spot].writing, sheet.space[spot].label
    return rect.x, min(rect.y, label[1] - 7), rect.x + rect.w, rect.y + rect.h


# ---------------------------------------------------------------------- text


def _block(brief: Entry, picture: Shown | None, letters: float, wide: float, highest: float) -> _Block:
    caption = picture.caption if picture else ""
    return _Block(
        brief.title, _paragraph(brief.text.replace("\n", " "), letters, wide, MAX_ROWS), picture,
        _paragraph(caption, CAPTION, wide, MAX_ROWS) if caption else (), highest,
    )


def _paragraph(text: str, size: float, wide: float, most: int) -> tuple[str, ...]:
    """The lines of a text, of which the last is not a lonely short word if narrower lines can prevent it."""
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


def _split(blocks: Sequence[_Block], letters: float, room: float) -> list[Sequence[_Block]]:
    """The blocks in order in COLUMNS columns, which fit into the room if they can and are about equally long."""
    if len(blocks) < COLUMNS:
        return [blocks]
    ways = ((0, *cuts, len(blocks)) for cuts in combinations(range(1, len(blocks)), COLUMNS - 1))
    columns = [[blocks[a:b] for a, b in pairwise(way)] for way in ways]
    heights = [[_height(column, letters) for column in way] for way in columns]
    best = min(max(each) for each in heights)
    return min((way for way, each in zip(columns, heights, strict=True) if max(each) <= max(best, room)),
               key=lambda way: sum(_height(column, letters) ** 2 for column in way))


def _set(key: str, block: _Block, letters: float, place: Rect) -> Iterator[Mark]:
    yield Shape(f"{key}/rule", polyline(((place.x, place.y), (place.x + place.w, place.y))), "", "border", 0.9)
    y = place.y + BEFORE + letters * 0.95
    yield Text(f"{key}/title", place.x, y, block.title, "bold", HEADING * letters, "text")
    for i, line in enumerate(block.lines):
        y += letters * LEADING * (1.05 if i == 0 else 1.0)
        yield Text(f"{key}/line/{i}", place.x, y, line, "text", letters, "text")
    if block.picture is None:
        return
    frame = Rect(place.x, place.y + block.text(letters) + OVER, place.w, block.drawn)
    for mark in window(f"{key}/picture", block.picture.display.marks, block.picture.window, frame):
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
        low = frame.y + frame.h + UNDER + (i + 0.85) * 1.25 * CAPTION
        yield Text(f"{key}/caption/{i}", frame.x, low, line, "text", CAPTION, "faint")
