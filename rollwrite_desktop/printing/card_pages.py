"""Cards to cut out: the deck of a sheet, each card with a small map that shows its region and its area.

Cards lie side by side and have no frames; crop marks stand outside the block, so that a cut along a ruler loses no line.
Lengths are points of the face. Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display, Mark, Path, Shape, Text, ellipse, polygon, polyline
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.strokes import caption
from rollwrite_desktop.draw.type_metrics import ELLIPSIS, fit, wrapped
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Point, Rect, Ring, Sheet, Space, bounding_box

CARD = (68 * POINTS_PER_MM, 44 * POINTS_PER_MM)
CROP, OFFSET = 3 * POINTS_PER_MM, 2.5  # length of a crop mark, and its distance from the cards
MARGIN = 11.0
MAP_SHARE = 0.56
"""The part of a card's width that its map takes."""
COARSE = 1.2
"""Points on the card: corners of outlines that are nearer to each other are left out."""
MIN_RING = 9.0
FROM_CUT = 2 * POINTS_PER_MM
"""Nothing on a card is nearer to its edge, where it is cut."""
LINES = 4  # on a blank card
NAME_ROOM = 21.0
NAME_SIZES = (10.0, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)
"""The first in one line, the others in two."""


def card_pages(sheet: Sheet, title: str, size: tuple[float, float]) -> Iterator[Display]:
    """The sheet's cards, as many on a face as it holds (12 on 720 × 540 points); the last is filled up with blank ones. Each
    face is drawn when it is asked for."""
    grid = Grid.on(size)
    count = -(-len(sheet.cards) // grid.held)
    land = _LandMap(sheet)
    for n in range(count):
        yield Display(size, tuple(_page(grid, land, title, sheet.cards[n * grid.held : (n + 1) * grid.held], n + 1, count)))


@dataclass(frozen=True, slots=True)
class Grid:
    """The block of cards in the middle of a face: its columns and rows."""

    size: tuple[float, float]
    columns: int
    rows: int

    @classmethod
    def on(cls, size: tuple[float, float]) -> Grid:
        """As many cards as a face of this size holds."""
        around = 2 * (INSET + OFFSET)
        return cls(size, int((size[0] - around) // CARD[0]), int((size[1] - around) // CARD[1]))

    def corner(self, i: int) -> Point:
        """The upper left corner of a card, counted from 0 in rows."""
        return self.block.x + i % self.columns * CARD[0], self.block.y + i // self.columns * CARD[1]

    @property
    def held(self) -> int:
        """The number of cards."""
        return self.columns * self.rows

    @property
    def block(self) -> Rect:
        """Where the cards are."""
        wide, high = self.columns * CARD[0], self.rows * CARD[1]
        return Rect((self.size[0] - wide) / 2, (self.size[1] - high) / 2, wide, high)


class _LandMap:
    """The outlines of a sheet at the size of a card's map. Moves nothing outside the map's rectangle."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        around = bounding_box(tuple(point for space in sheet.spaces for point in space.outline))
        room = Rect(MARGIN, MARGIN, MAP_SHARE * CARD[0] - MARGIN, CARD[1] - 2 * MARGIN)
        scale = min(room.w / around.w, room.h / around.h)
        left = room.x
        top = room.y + (room.h - scale * around.h) / 2
        self._rings = {
            space.id: _coarse([(left + scale * (x - around.x), top + scale * (y - around.y)) for x, y in space.outline])
            for space in sheet.spaces
        }

    def path(self, spaces: Iterable[Space], x: float, y: float) -> Path:
        """The outlines of some spaces as one path, for a card whose corner is at (x, y)."""
        return tuple(
            step for space in spaces for step in polygon([(x + px, y + py) for px, py in self._rings[space.id]])
        )

    def ring(self, space: Space, x: float, y: float) -> Path:
        """A circle around a space on such a card, narrower around one that is higher than wide, and inside the card."""
        around = bounding_box(self._rings[space.id])
        cx, cy = around.center
        rx, ry = (max(MIN_RING, side / math.sqrt(2) + 2) for side in (around.w, around.h))
        return ellipse(x + cx, y + cy, min(rx, cx - FROM_CUT), min(ry, cy - FROM_CUT, CARD[1] - cy - FROM_CUT))


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
            yield from _blank(f"card/{i}", x, y)
    yield from cut_around(grid, tr(
        "{title}: cards, page {n} of {total}. Cut along a ruler from mark to mark.", title=title, n=number, total=count))


def _card(key: str, land: _LandMap, card: str, x: float, y: float) -> Iterator[Mark]:
    """One card: the map at the left, the area's code, its name and the region at the right."""
    sheet = land.sheet
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
    right = Rect(x + MAP_SHARE * CARD[0] + 6, y + MARGIN, (1 - MAP_SHARE) * CARD[0] - MARGIN - 6, CARD[1] - 2 * MARGIN)
    if space is not None:
        yield Shape(f"{key}/area", land.path((space,), x, y), "border", "border", 0.6)
        yield Shape(f"{key}/ring", land.ring(space, x, y), "", "border", 1.2)
    yield caption(f"{key}/spot", spot if space else card, Rect(right.x, right.y + 4, right.w, 34), "bold", 32)
    if space is not None:
        yield from _name(f"{key}/name", tr(space.name), Rect(right.x, right.y + 39, right.w, NAME_ROOM))
    if space is not None and region:
        yield Shape(f"{key}/rule", polyline(((right.x, right.y + 62), (right.x + right.w, right.y + 62))), "", "line", 0.6)
        yield caption(f"{key}/region", tr(region), Rect(right.x, right.y + 70, right.w, 18), "bold", 15)


def _name(key: str, name: str, room: Rect) -> Iterator[Mark]:
    """A name in one line, or in two if it is too long: in the largest of NAME_SIZES in which it is whole."""
    for size in NAME_SIZES:
        # A line may also end behind a hyphen.
        parts = wrapped(name.replace("-", "- "), "text", size, room.w, 1 if size == NAME_SIZES[0] else 2)
        rows = [part.replace("- ", "-") for part in parts]
        if not any(row.endswith(ELLIPSIS) for row in rows):
            break
    step = 1.15 * size
    top = room.y + (room.h - step * len(rows)) / 2
    for i, row in enumerate(rows):
        yield Text(f"{key}/{i}" if i else key, room.x, top + i * step + 0.86 * size, row, "text", size, "text")


def _blank(key: str, x: float, y: float) -> Iterator[Mark]:
    """An empty card with lines to write on."""
    wide, high = CARD
    step = (high - 2 * MARGIN) / LINES
    for i in range(1, LINES + 1):
        line = polyline(((x + MARGIN, y + MARGIN + i * step - 4), (x + wide - MARGIN, y + MARGIN + i * step - 4)))
        yield Shape(f"{key}/line/{i}", line, "", "faint", 0.4)


def cut_around(grid: Grid, words: str) -> Iterator[Mark]:
    """A short line at both ends of every cut, outside all cards, and what the face is, up its left edge."""
    text, size = fit(words, "text", 8.0, grid.block.h)
    yield Text("title", INSET + 8, grid.block.y + grid.block.h, text, "text", size, "faint", turn=-90.0)
    left, top = grid.block.x, grid.block.y
    right, bottom = left + grid.block.w, top + grid.block.h
    for i in range(grid.columns + 1):
        x = left + i * CARD[0]
        for j, (start, end) in enumerate(((top - OFFSET - CROP, top - OFFSET), (bottom + OFFSET, bottom + OFFSET + CROP))):
            yield Shape(f"crop/down/{i}/{j}", polyline(((x, start), (x, end))), "", "line", 0.5)
    for i in range(grid.rows + 1):
        y = top + i * CARD[1]
        for j, (start, end) in enumerate(((left - OFFSET - CROP, left - OFFSET), (right + OFFSET, right + OFFSET + CROP))):
            yield Shape(f"crop/across/{i}/{j}", polyline(((start, y), (end, y))), "", "line", 0.5)
