"""Cards to cut out: the deck of a sheet, each card with a small map that shows its region and its area; and their backs.

Cards lie side by side and have no frames; crop marks stand outside the block, so that a cut along a ruler loses no line.
Lengths are points of the face. Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Align, Display, Mark, Path, Shape, Step, Text, box, ellipse, polygon, polyline
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.strokes import caption
from rollwrite_desktop.draw.type_metrics import ELLIPSIS, fit, width, wrapped
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Point, Rect, Ring, Sheet, Space, bounding_box

BLEED = 3 * POINTS_PER_MM
"""How far a colored ground goes on beyond the cut."""


class CardSize(Struct, frozen=True):
    """The size of a card; bleed: of its back."""

    wide: float
    high: float
    bleed: float = 0.0

    @property
    def upright(self) -> bool:
        return self.high > self.wide


SMALL = CardSize(76 * POINTS_PER_MM, 44 * POINTS_PER_MM, BLEED)
POKER = CardSize(63 * POINTS_PER_MM, 88 * POINTS_PER_MM, BLEED)
"""For sleeves and for print services."""
WIDER = 34.0
"""By how much the face of cards is wider than a sheet's, as it has no squares at its sides: four of poker size are side by
side, with what is around them, on Letter too."""
CROP, OFFSET = 3 * POINTS_PER_MM, 2.5  # length of a crop mark, and its distance from the cards
MARGIN = 11.0
MAP_SHARE, BESIDE_MAP = 0.615, 6.0
"""The part of a card's width that its map takes, and from there to what is written."""
OFF_WORDS = 4.0
"""Between a circle on the map and these words."""
COARSE = 1.2
"""Points on the card: corners of outlines that are nearer to each other are left out."""
MIN_RING = 9.0
FROM_CUT = 2 * POINTS_PER_MM
"""Nothing on a card is nearer to its edge, where it is cut."""
LINES = 4  # on a blank card
NAME_ROOM, UPRIGHT_NAME_ROOM = 21.0, 26.0
NAME_SIZES = (10.0, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)
"""The first in one line, the others in two."""
LEAST_NAME, VOWELS = 7.0, "aeiouyáéíóúàèâêîôûäöüąęåæø"
UPRIGHT_NAME_SIZES = (16.0, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0)
UPRIGHT_CODE, UPRIGHT_REGION, RULE_OVER = 46.0, 26.0, 6.0
UPRIGHT_TITLE_SIZES = (22.0, 20.0, 18.0, 16.0, 14.0)
ZIGZAG, BACK = 9.0, "region.blue"
TITLE_PANEL = 0.3
"""The part of a back's height that its title's panel takes."""


def card_pages(sheet: Sheet, title: str, grid: Grid) -> Iterator[Display]:
    """Yields the sheet's cards, as many on a face as it holds (12 on 754 × 540 points, 8 of poker size); the last is filled
    up with blank ones. Each face is drawn when it is asked for."""
    count = -(-len(sheet.cards) // grid.held)
    land = _LandMap(sheet, grid.card)
    for n in range(count):
        cards = sheet.cards[n * grid.held : (n + 1) * grid.held]
        yield Display(grid.size, tuple(_page(grid, land, title, cards, n + 1, count)))


class Grid(Struct, frozen=True):
    """The block of cards in the middle of a face: its columns and rows."""

    size: tuple[float, float]
    card: CardSize
    columns: int
    rows: int

    @classmethod
    def on(cls, size: tuple[float, float], card: CardSize = SMALL) -> Grid:
        """As many cards as a face of this size holds."""
        around = 2 * (INSET + OFFSET)
        return cls(size, card, int((size[0] - around) // card.wide), int((size[1] - around) // card.high))

    def corner(self, i: int) -> Point:
        """Returns the upper left corner of a card, counted from 0 in rows."""
        return self.block.x + i % self.columns * self.card.wide, self.block.y + i // self.columns * self.card.high

    @classmethod
    def of_one(cls, card: CardSize) -> Grid:
        """One card alone with its bleed, as print services take them."""
        return cls((card.wide + 2 * card.bleed, card.high + 2 * card.bleed), card, 1, 1)

    @property
    def held(self) -> int:
        """The number of cards."""
        return self.columns * self.rows

    @property
    def block(self) -> Rect:
        """Where the cards are."""
        wide, high = self.columns * self.card.wide, self.rows * self.card.high
        return Rect((self.size[0] - wide) / 2, (self.size[1] - high) / 2, wide, high)


class _LandMap:
    """The outlines of a sheet at the size of a card's map. Moves nothing outside the map's rectangle."""

    def __init__(self, sheet: Sheet, card: CardSize) -> None:
        self.sheet, self.card = sheet, card
        around = bounding_box(tuple(point for space in sheet.spaces for point in space.outline))
        room = Rect(MARGIN, MARGIN, MAP_SHARE * card.wide - MARGIN, card.high - 2 * MARGIN)
        if card.upright:
            top = MARGIN + UPRIGHT_CODE + UPRIGHT_NAME_ROOM
            room = Rect(MARGIN, top, card.wide - 2 * MARGIN, card.high - top - UPRIGHT_REGION - 2 * MARGIN)
        scale = min(room.w / around.w, room.h / around.h)
        left = room.x + ((room.w - scale * around.w) / 2 if card.upright else 0.0)
        top = room.y + (room.h - scale * around.h) / 2
        self._rings = {
            space.id: _coarse([(left + scale * (x - around.x), top + scale * (y - around.y)) for x, y in space.outline])
            for space in sheet.spaces
        }

    def path(self, spaces: Iterable[Space], x: float, y: float) -> Path:
        """Returns the outlines of some spaces as one path, for a card whose corner is at (x, y)."""
        return tuple(
            step for space in spaces for step in polygon([(x + px, y + py) for px, py in self._rings[space.id]])
        )

    def ring(self, space: Space, x: float, y: float) -> Path:
        """A circle around a space on such a card, narrower around one that is higher than wide, inside the card and off
        its words."""
        around = bounding_box(self._rings[space.id])
        cx, cy = around.center
        rx, ry = (max(MIN_RING, side / math.sqrt(2) + 2) for side in (around.w, around.h))
        most = self.card.wide - FROM_CUT if self.card.upright else MAP_SHARE * self.card.wide + BESIDE_MAP - OFF_WORDS
        rx = min(rx, cx - FROM_CUT, most - cx)
        first, last = FROM_CUT, self.card.high - FROM_CUT
        if self.card.upright:
            first, last = MARGIN + UPRIGHT_CODE + UPRIGHT_NAME_ROOM, self.card.high - MARGIN - UPRIGHT_REGION - RULE_OVER
        return ellipse(x + cx, y + cy, rx, min(ry, cy - first, last - cy))


def _coarse(ring: Sequence[Point]) -> Ring:
    """A ring without corners that are too near to the one before."""
    kept = [ring[0]]
    for point in ring[1:]:
        if math.dist(point, kept[-1]) >= COARSE:
            kept.append(point)
    return tuple(kept)


def _page(
    grid: Grid, land: _LandMap, title: str, cards: Sequence[str], number: int, count: int
) -> Iterator[Mark]:
    for i in range(grid.held):
        x, y = grid.corner(i)
        if i < len(cards):
            yield from _card(f"card/{i}", land, cards[i], x, y)
        else:
            yield from blank_card(f"card/{i}", Rect(x, y, grid.card.wide, grid.card.high))
    yield from cut_around(grid, tr(
        "{title}: cards, page {n} of {total}. Cut along a ruler from mark to mark.", title=title, n=number, total=count))


def _card(key: str, land: _LandMap, card: str, x: float, y: float) -> Iterator[Mark]:
    """One card: the map at the left, the area's code, its name and the region at the right; or these above the map and below
    it."""
    sheet, size = land.sheet, land.card
    spot, _, region = card.partition(" ")
    space = sheet.space.get(spot)
    overlaps = [one for one in sheet.regions if region in one.within or (space is not None and one.id == space.region
                                                                         and not one.within)]
    filled = {one.id for one in overlaps}
    yield Shape(f"{key}/land", land.path((s for s in sheet.spaces if s.region not in filled), x, y), "wild", "line", 0.35)
    for one in overlaps:
        within = [s for s in sheet.spaces if s.region == one.id]
        yield Shape(f"{key}/{one.id}", land.path(within, x, y), f"region.{one.id}", "line", 0.35)
        yield Shape(f"{key}/{one.id}/tint", land.path(within, x, y), "card.region", "line", 0.35)
    if space is not None:
        yield Shape(f"{key}/area", land.path((space,), x, y), "border", "border", 0.6)
        yield Shape(f"{key}/ring", land.ring(space, x, y), "", "border", 1.2)
    if size.upright:
        inner = Rect(x + MARGIN, y + MARGIN, size.wide - 2 * MARGIN, size.high - 2 * MARGIN)
        code = Rect(inner.x, inner.y, inner.w, UPRIGHT_CODE)
        yield caption(f"{key}/spot", spot if space else card, code, "bold", UPRIGHT_CODE, "text", "middle")
        if space is not None:
            name = Rect(inner.x, inner.y + UPRIGHT_CODE, inner.w, UPRIGHT_NAME_ROOM)
            yield from _name(f"{key}/name", tr(space.name), name, UPRIGHT_NAME_SIZES, centered=True)
        if space is not None and region:
            foot = Rect(inner.x, inner.y + inner.h - UPRIGHT_REGION, inner.w, UPRIGHT_REGION)
            rule = polyline(((foot.x, foot.y - RULE_OVER), (foot.x + foot.w, foot.y - RULE_OVER)))
            yield Shape(f"{key}/rule", rule, "", "line", 0.6)
            yield caption(f"{key}/region", tr(region), foot, "bold", 0.85 * UPRIGHT_REGION, "text", "middle")
        return
    start = MAP_SHARE * size.wide + BESIDE_MAP
    right = Rect(x + start, y + MARGIN, size.wide - start - MARGIN, size.high - 2 * MARGIN)
    yield caption(f"{key}/spot", spot if space else card, Rect(right.x, right.y + 4, right.w, 34), "bold", 32)
    if space is not None:
        yield from _name(f"{key}/name", tr(space.name), Rect(right.x, right.y + 39, right.w, NAME_ROOM))
    if space is not None and region:
        yield Shape(f"{key}/rule", polyline(((right.x, right.y + 62), (right.x + right.w, right.y + 62))), "", "line", 0.6)
        yield caption(f"{key}/region", tr(region), Rect(right.x, right.y + 70, right.w, 18), "bold", 15)


def _name(
    key: str, name: str, room: Rect, sizes: Sequence[float] = NAME_SIZES, *, centered: bool = False
) -> Iterator[Mark]:
    """A name in one line, or in two if it is too long: in the largest of these sizes in which it is whole."""
    longest = max(name.replace("-", " ").split(), key=len)
    if width(longest, "text", LEAST_NAME) > room.w:
        name = name.replace(longest, _parted(longest))
    for size in sizes:
        # A line may also end behind a hyphen.
        parts = wrapped(name.replace("-", "- "), "text", size, room.w, 1 if size == sizes[0] else 2)
        rows = [part.replace("- ", "-") for part in parts]
        if not any(row.endswith(ELLIPSIS) for row in rows):
            break
    step = 1.15 * size
    top = room.y + (room.h - step * len(rows)) / 2
    align: Align = "middle" if centered else "left"
    x = room.x + room.w / 2 if centered else room.x
    for i, row in enumerate(rows):
        yield Text(f"{key}/{i}" if i else key, x, top + i * step + 0.86 * size, row, "text", size, "text", align)


def _parted(word: str) -> str:
    """A long word with a hyphen between a vowel and a consonant, as near to its middle as there is such a place."""
    places = [i for i in range(3, len(word) - 2) if word[i - 1] in VOWELS and word[i] not in VOWELS]
    at = min(places or [len(word) // 2], key=lambda i: abs(2 * i - len(word)))
    return f"{word[:at]}-{word[at:]}"


def blank_card(key: str, place: Rect) -> Iterator[Mark]:
    """An empty card with lines to write on."""
    step = (SMALL.high - 2 * MARGIN) / LINES
    for i in range(1, int((place.h - 2 * MARGIN) / step + 0.01) + 1):
        y = place.y + MARGIN + i * step - 4
        yield Shape(f"{key}/line/{i}", polyline(((place.x + MARGIN, y), (place.x + place.w - MARGIN, y))), "", "faint", 0.4)


def card_backs(title: str, grid: Grid) -> Display:
    """Returns the backs of a face of cards. The ground goes on beyond the cuts; all are alike, so that it does not matter
    along which edge the paper is turned."""
    card = grid.card
    block, bleed = grid.block, card.bleed
    ground = Rect(block.x - bleed, block.y - bleed, block.w + 2 * bleed, block.h + 2 * bleed)
    marks: list[Mark] = [
        Shape("ground", box(ground.x, ground.y, ground.w, ground.h), BACK),
        Shape("pattern", _zigzags(ground), "", f"{BACK}.strong", 0.7),
    ]
    for i in range(grid.held):
        x, y = grid.corner(i)
        high = TITLE_PANEL * card.high
        panel = Rect(x + MARGIN, y + (card.high - high) / 2, card.wide - 2 * MARGIN, high)
        marks.append(Shape(f"back/{i}", box(panel.x, panel.y, panel.w, panel.h, 8), "box", "line", 1.0))
        inner = Rect(panel.x + 8, panel.y, panel.w - 16, panel.h)
        marks += _name(f"back/{i}/title", title, inner, UPRIGHT_TITLE_SIZES, centered=True)
    return Display(grid.size, (*marks, *cut_around(grid, "")))


def _zigzags(place: Rect) -> Path:
    """Lines up and down over a whole place."""
    rows, columns = round(place.h / ZIGZAG), round(place.w / ZIGZAG)
    across, down = place.w / columns, place.h / rows
    path: list[Step] = []
    for i in range(rows):
        y = place.y + i * down
        path += polyline([(place.x + k * across, y + down * (k % 2)) for k in range(columns + 1)])
    return tuple(path)


def cut_around(grid: Grid, words: str) -> Iterator[Mark]:
    """A short line at both ends of every cut, outside all cards, and what the face is, up its left edge; nothing around a
    card alone, which is cut by machine."""
    if grid.held == 1:
        return
    if words:
        text, size = fit(words, "text", 8.0, grid.block.h)
        yield Text("title", INSET + 6, grid.block.y + grid.block.h, text, "text", size, "faint", turn=-90.0)
    away = grid.card.bleed + OFFSET
    left, top = grid.block.x, grid.block.y
    right, bottom = left + grid.block.w, top + grid.block.h
    for i in range(grid.columns + 1):
        x = left + i * grid.card.wide
        for j, (start, end) in enumerate(((top - away - CROP, top - away), (bottom + away, bottom + away + CROP))):
            yield Shape(f"crop/down/{i}/{j}", polyline(((x, start), (x, end))), "", "line", 0.5)
    for i in range(grid.rows + 1):
        y = top + i * grid.card.high
        for j, (start, end) in enumerate(((left - away - CROP, left - away), (right + away, right + away + CROP))):
            yield Shape(f"crop/across/{i}/{j}", polyline(((start, y), (end, y))), "", "line", 0.5)
