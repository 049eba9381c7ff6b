"""The examples of the rules in brief as pictures that fill their frames: pieces of a sheet with land in them rather than
sea, and with whole places only.

How large a piece is can be told long before it is cut out. Lengths are points of the sheet unless told. Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Bounds, Mark, Path, Shape, Text
from rollwrite_desktop.draw.trace import bounds, holds
from rollwrite_desktop.play.table.handbook_pictures import Shown
from rollwrite_desktop.printing.sheets.large_print import legible
from rollwrite_desktop.sheet.sheet import Point, Rect, Sheet, bounding_box, inside

STRETCH, SQUASH = 1.35, 0.6
"""The parts of the height asked for that an example may have which needs more, or less."""
MARGIN = 8.0
"""Around places that must be seen."""
ZOOM = 0.95
"""The largest scale of a piece of a sheet."""
LEAST_CODE, LEAST_HEX = 4.2, 0.5
"""The least size of areas' codes on a piece of a map that may show less, and the least scale of a piece of a honeycomb."""
SMALL_HEX = 0.42
"""The least scale of a piece of a honeycomb in which numbers are read."""
CENTRAL = 30.0
"""How much nearer to the middle what must be seen is worth as much as a sixteenth more land."""
AROUND_THE_MAP = frozenset({"box", "dice", "edge", "hint", "key", "label", "legend", "note", "sign", "text", "title"})
"""The first parts of the keys of what stands on a sheet besides the map."""
HEX, OUTLINE = 6, 0.8
"""The sides of a space of a honeycomb, and how thick the outline of a piece of it is."""
LEFT_OF_BOXES = 90.0
"""How far at the left of boxes what they are called may begin."""
GRID = 8.0
PLACES = 6
"""Into how many steps the places are divided where a picture may be cut out."""


class Piece(Struct, frozen=True):
    """How an example will be cut out: what must be seen, and the size of the piece. frame: the width on the page."""

    seen: Bounds
    across: float
    down: float
    frame: float

    @property
    def scale(self) -> float:
        return self.frame / self.across

    @property
    def high(self) -> float:
        """On the page."""
        return self.scale * self.down


class Pieces:
    """Pieces of a sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._cut: dict[tuple[int, Piece], Shown] = {}
        self._honeycomb = all(len(space.outline) == HEX for space in sheet.spaces)
        self._columns = [bounding_box(decor.ring) for decor in sheet.decor if decor.kind == "column"]
        self._outlines = {space.id: _edges(bounding_box(space.outline)) for space in sheet.spaces}
        self._places = self._outlines if self._honeycomb else {space.id: _place(space.id, sheet) for space in sheet.spaces}

    def sized(self, picture: Shown, wide: float, highest: float) -> Piece:
        """A piece for a frame of that width on the page, and of about that height."""
        left, top, right, bottom = seen = self._seen(picture, wide, STRETCH * highest)
        # As high as it needs to be at the scale at which it is as wide as the frame, or at which places are large enough.
        scale = min(ZOOM, wide / (right - left))
        needed = scale * (bottom - top)
        if needed > highest and not self._in_boxes(picture):
            needed = max(highest, min(scale, self._least_scale(picture)) * (bottom - top))
        high = min(max(needed, SQUASH * highest), STRETCH * highest)
        across = max(right - left, (bottom - top) * wide / high, wide / ZOOM)
        size = picture.display.size
        across = min(across, size[0], size[1] * wide / high)
        return Piece(seen, across, across * high / wide, wide)

    def cut(self, picture: Shown, piece: Piece) -> Shown:
        """Returns the example cut out, kept as long as these pieces are."""
        which = id(picture), piece
        if which not in self._cut:
            self._cut[which] = self._cut_out(picture, piece)
        return self._cut[which]

    def _cut_out(self, picture: Shown, piece: Piece) -> Shown:
        """An example cut out: of a map the piece around what must be seen that has the most land, without what stands around
        the map; of a honeycomb whole hexes only, in the middle of the frame. Letters are as large as there is room for."""
        left, top, right, bottom = piece.seen
        across, down, size = piece.across, piece.down, picture.display.size
        middle = (left + right - across) / 2, (top + bottom - down) / 2
        spots = () if self._in_boxes(picture) else tuple(self._places.values())

        def worth(x: float, y: float) -> tuple[float, ...]:
            part, away = (x, y, x + across, y + down), math.dist((x, y), middle)
            return away / CENTRAL - self._land_in(part) if spots else away, -sum(holds(part, spot) for spot in spots)

        starts = [(x, y) for x in _starts(left, right, across, size[0]) for y in _starts(top, bottom, down, size[1])]
        x, y = min(starts, key=lambda start: worth(*start))
        part = x, y, x + across, y + down
        face = legible(picture.display, self._sheet, piece.scale)
        if not spots:  # white around what is seen, not what else is on the sheet
            x, y = middle
            part = x, y, x + across, y + down
            face = replace(face, marks=tuple(mark for mark in face.marks if _over(mark, left, right)))
        marks = [mark for mark in face.marks if self._shown_in(mark, part, in_boxes=not spots)]
        shown = {mark.key for mark in marks}
        marks = [mark for mark in marks if not mark.key.endswith("/letter") or mark.key.removesuffix("/letter") in shown]
        if spots and self._honeycomb:
            marks, part = self._whole_hexes(marks, part)
        return replace(picture, window=part, display=replace(picture.display, marks=tuple(marks)))

    def readable(self, picture: Shown, piece: Piece, code: float) -> bool:
        """Returns whether codes of areas have at least that size on the page, and hexes are as large as on a small sheet."""
        shown = self.cut(picture, piece).display.marks
        codes = (mark.size for mark in shown if isinstance(mark, Text) and mark.key.endswith("/code"))
        large = not self._honeycomb or self._in_boxes(picture) or piece.scale >= SMALL_HEX
        return large and piece.scale * min(codes, default=math.inf) >= code

    def _in_boxes(self, picture: Shown) -> bool:
        return not any(spot in self._places for spot in picture.around)

    def _least_scale(self, picture: Shown) -> float:
        """At which what is written, and which areas they are, can be read."""
        codes = [mark.size for mark in picture.display.marks if isinstance(mark, Text) and mark.key.endswith("/code")]
        return LEAST_HEX if self._honeycomb or not codes else min(1.0, LEAST_CODE / min(codes))

    def _seen(self, picture: Shown, wide: float, high: float) -> Bounds:
        """Returns what must be seen of an example on a map: the places to write in and their codes. Where all of them would
        become too small, those that the caption names, if it names any, and as many of the others as there is room for. On a
        board, which is no map, whole columns."""
        if self._in_boxes(picture):
            return _boxes(picture)
        spots = [spot for spot in picture.around if spot in self._places]
        if self._columns:
            _, top, _, bottom = self._around(spots)
            return (min(each.x for each in self._columns) - MARGIN, top,
                    max(each.x + each.w for each in self._columns) + MARGIN, bottom)
        least, space = self._least_scale(picture), self._sheet.space
        seen = [spot for spot in spots if tr(space[spot].name) in picture.caption] or spots
        middle = space[seen[0]].writing.center
        for spot in sorted(spots, key=lambda spot: math.dist(middle, space[spot].writing.center)):
            around = self._around((*seen, spot))
            if min(wide / (around[2] - around[0]), high / (around[3] - around[1])) >= least:
                seen.append(spot)
        return self._around(seen)

    def _around(self, spots: Sequence[str]) -> Bounds:
        rects = [self._places[spot] for spot in spots]
        return (min(each[0] for each in rects) - MARGIN, min(each[1] for each in rects) - MARGIN,
                max(each[2] for each in rects) + MARGIN, max(each[3] for each in rects) + MARGIN)

    @cached_property
    def _land(self) -> frozenset[tuple[int, int]]:
        """The points of a grid of GRID points that are in an area."""
        found = set()
        for space in self._sheet.spaces:
            left, top, right, bottom = self._outlines[space.id]
            for i in range(math.ceil(left / GRID), int(right / GRID) + 1):
                for j in range(math.ceil(top / GRID), int(bottom / GRID) + 1):
                    if inside(space.outline, i * GRID, j * GRID):
                        found.add((i, j))
        return frozenset(found)

    def _land_in(self, part: Bounds) -> int:
        """How much of a part of the sheet is land, in sixteenths: small differences do not matter."""
        left, top, right, bottom = (round(edge / GRID) for edge in part)
        points = [(i, j) in self._land for i in range(left, right + 1) for j in range(top, bottom + 1)]
        return round(16 * sum(points) / max(1, len(points)))

    def _shown_in(self, mark: Mark, part: Bounds, *, in_boxes: bool) -> bool:
        """Returns whether a mark is on the picture of a part of a sheet: of places and boxes only those that are whole."""
        sheet = self._sheet
        kind, _, rest = mark.key.partition("/")
        if isinstance(mark, Shape) and mark.stroke == "paper":  # seen on screens only
            return False
        if kind in AROUND_THE_MAP and not in_boxes:
            return False
        if kind in ("border", "space", "region") and in_boxes and self._honeycomb:  # no ends of hexes above boxes
            return False
        if kind in ("region", "die", "corner") or rest.endswith("/sign"):
            return holds(part, bounds(mark))
        if kind == "route" and isinstance(mark, Shape):  # without the legs that go on beyond the frame
            whole = [place for place in self._places.values() if holds(part, place)]
            ends = [(n[-2], n[-1]) for _, *n in mark.path if n]
            return holds(part, bounds(mark)) and (rest == "start" or all(_in_one(whole, *end) for end in ends))
        if kind == "line":
            link = next(link for link in sheet.links if rest.startswith("-".join(link)))
            return all(holds(part, self._places[end]) for end in link)
        if kind not in ("space", "box", "mark") or mark.key.endswith("/fill"):
            return True
        pieces = rest.split("/")
        spot = next(("/".join(pieces[:n]) for n in (2, 1) if "/".join(pieces[:n]) in self._places
                     or "/".join(pieces[:n]) in sheet.box), "")
        if spot in sheet.box:
            return in_boxes and holds(part, _edges(sheet.box[spot].rect))
        return not spot or holds(part, self._places[spot])

    def _whole_hexes(self, marks: Sequence[Mark], part: Bounds) -> tuple[list[Mark], Bounds]:
        """A piece of a honeycomb without the hexes that the frame would cut, outlined, and moved into the middle of the
        frame."""
        whole = {spot: rect for spot, rect in self._outlines.items() if holds(part, rect)}
        corners = {(round(x), round(y)) for spot in whole for x, y in self._sheet.space[spot].outline}

        def kept(mark: Mark) -> bool:
            kind, _, rest = mark.key.partition("/")
            if kind == "border" and isinstance(mark, Shape):
                return all((round(x), round(y)) in corners for _, *ends in mark.path if ends for x, y in (ends[-2:],))
            spot = rest.partition("/")[0]
            return spot not in self._outlines or spot in whole

        across = min(each[0] for each in whole.values()) + max(each[2] for each in whole.values())
        down = min(each[1] for each in whole.values()) + max(each[3] for each in whole.values())
        x, y = (across - part[0] - part[2]) / 2, (down - part[1] - part[3]) / 2
        found = [mark for mark in marks if kept(mark)]
        above = next((i for i, mark in enumerate(found) if mark.key.startswith("border/")), len(found))
        found.insert(above, Shape("outline", self._outline(whole), stroke="border", width=OUTLINE))
        return found, (part[0] + x, part[1] + y, part[2] + x, part[3] + y)

    def _outline(self, spots: Iterable[str]) -> Path:
        """Returns the sides of hexes that no two of them share."""
        sides: dict[frozenset[tuple[int, int]], tuple[Point, Point]] = {}
        for spot in spots:
            ring = self._sheet.space[spot].outline
            for one, other in zip(ring, (*ring[1:], ring[0]), strict=True):
                side = frozenset((round(x), round(y)) for x, y in (one, other))
                if sides.pop(side, None) is None:
                    sides[side] = one, other
        return tuple(step for one, other in sides.values() for step in (("M", *one), ("L", *other)))


def _boxes(picture: Shown) -> Bounds:
    """Returns what must be seen of an example in boxes: these, and what is written at the left of them."""
    left, top, right, bottom = picture.window
    around = [bounds(mark) for mark in picture.display.marks
              if isinstance(mark, Text) and mark.key.startswith(("label/", "text/"))]
    beside = [each[0] for each in around
              if top < (each[1] + each[3]) / 2 < bottom and left - LEFT_OF_BOXES < each[0] < left]
    return min([left, *(each - MARGIN for each in beside)]), top, right, bottom


def _over(mark: Mark, left: float, right: float) -> bool:
    """Returns whether the middle of a mark is between the two."""
    first, _, last, _ = bounds(mark)
    return left < (first + last) / 2 < right


def _starts(low: float, high: float, long: float, most: float) -> list[float]:
    """Where a part of that length may begin that holds the interval, or its middle if it is too short."""
    first, last = (high - long, low) if long >= high - low else (low, high - long)
    found = [first + (last - first) * i / PLACES for i in range(PLACES + 1)]
    return sorted({min(max(0.0, start), most - long) for start in found})


def _place(spot: str, sheet: Sheet) -> Bounds:
    """Returns the place to write in of a space, with its code above it."""
    rect, label = sheet.space[spot].writing, sheet.space[spot].label
    return rect.x, min(rect.y, label[1] - 7), rect.x + rect.w, rect.y + rect.h


def _in_one(places: Sequence[Bounds], x: float, y: float) -> bool:
    return any(left <= x <= right and top <= y <= bottom for left, top, right, bottom in places)


def _edges(rect: Rect) -> Bounds:
    return rect.x, rect.y, rect.x + rect.w, rect.y + rect.h
