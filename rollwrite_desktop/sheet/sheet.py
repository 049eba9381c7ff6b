"""A sheet of paper: spaces to write in, boxes beside them, and which spaces are linked.

Lengths are points, y down. A *spot* is anything that can be marked: a space (`OH`) or a box (`guard/1`). Links are declared
and not derived from outlines, because rules can differ from geometry. Knows no rules and no state.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from functools import cached_property
from itertools import chain
from typing import Literal

from msgspec import Struct, field

Point = tuple[float, float]
Ring = tuple[Point, ...]
"""A closed polygon; its first point is not repeated at the end."""
AreaWord = Literal["area", "state", "country", "county", "province", "prefecture", "district"]
"""What a sheet calls its spaces."""

POINTS_PER_MM = 72 / 25.4


class Rect(Struct, frozen=True):
    """A rectangle: left, top, width and height in points."""

    x: float
    y: float
    w: float
    h: float

    @property
    def center(self) -> Point:
        """The center."""
        return self.x + self.w / 2, self.y + self.h / 2

    def distance(self, x: float, y: float) -> float:
        """Returns the distance of a point from the rectangle in points; 0 inside."""
        return math.hypot(max(self.x - x, 0.0, x - self.x - self.w), max(self.y - y, 0.0, y - self.y - self.h))


class Region(Struct, frozen=True):
    """A group of spaces: its id, English name (a message id), and the letter that identifies it without color.

    within: names of the larger regions to which it belongs, if it is an overlap of them.
    """

    id: str
    name: str
    letter: str
    within: tuple[str, ...] = ()


class Space(Struct, frozen=True):
    """A place for a number: its area (a simple ring), the rectangle to write in, and where its id is printed.

    label: where the baseline of the id starts. printed: the value printed there in advance, or "".
    """

    id: str
    name: str
    region: str
    outline: Ring
    writing: Rect
    label: Point
    printed: str = ""


class Box(Struct, frozen=True):
    """A small box beside the map. `group` is its name in findings (`guard`); `kind` is `check` (to cross off) or `field` (to
    write in)."""

    id: str
    group: str
    kind: str
    rect: Rect


class Decor(Struct, frozen=True):
    """Something printed that cannot be marked: its kind (`lake`, `corner`, `text`, …), its ring; for texts a message id."""

    kind: str
    ring: Ring
    text: str = ""


class SeaLine(Struct, frozen=True):
    """How a link without a common border is printed: a dotted line over the sea, from one outline to the other."""

    link: tuple[str, str]
    points: tuple[Point, ...]


class Sheet(Struct, frozen=True, dict=True):
    """One face of paper.

    links: sorted pairs of space ids that are neighbors. corner_links: pairs that meet in a corner only, neighbors by a house
    rule. values: numbers that rules read from the sheet (dice, rounds …). cards: its deck, in the notation of chance.
    differences: a link or space that departs from what `check` expects, to the reason. joined: how links are printed: as
    common `borders`, or as `lines` between the writing rectangles, whose corners are round then. sea_lines: links
    of a map with borders that cross the sea; bends: where lines of one with lines turn that are not straight. coasts: rings
    within which the outer edges of spaces are coasts, for the sea to be drawn along them. area_word: what its spaces are
    called, see `area_words.py`. hash: SHA-256 of its content; was: the hashes of earlier drawings that play the same, so
    that games on them can be played on.
    """

    id: str
    game: str
    title: str
    version: int
    size: Point
    regions: tuple[Region, ...]
    spaces: tuple[Space, ...]
    links: tuple[tuple[str, str], ...]
    corner_links: tuple[tuple[str, str], ...]
    boxes: tuple[Box, ...]
    decor: tuple[Decor, ...]
    source: str
    licence: str
    differences: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, int] = field(default_factory=dict)
    cards: tuple[str, ...] = ()
    joined: str = "borders"
    sea_lines: tuple[SeaLine, ...] = ()
    coasts: tuple[Ring, ...] = ()
    bends: Mapping[tuple[str, str], Point] = field(default_factory=dict)
    area_word: AreaWord = "area"
    hash: str = ""
    was: tuple[str, ...] = ()

    @cached_property
    def space(self) -> Mapping[str, Space]:
        """Id to space."""
        return {space.id: space for space in self.spaces}

    @cached_property
    def box(self) -> Mapping[str, Box]:
        """Id to box."""
        return {box.id: box for box in self.boxes}

    @cached_property
    def region(self) -> Mapping[str, Region]:
        """Id to region."""
        return {region.id: region for region in self.regions}

    @cached_property
    def isles(self) -> tuple[Decor, ...]:
        """Land without a place to write: its text is the area it belongs to, or the name of land that is on no sheet."""
        return tuple(decor for decor in self.decor if decor.kind == "isle")

    @cached_property
    def frames(self) -> tuple[Ring, ...]:
        """The rectangle in which the map is, if its sheet has one, then those around parts of it that lie elsewhere."""
        return tuple(decor.ring for decor in self.decor if decor.kind == "neatline")

    @cached_property
    def white(self) -> tuple[Ring, ...]:
        """Rectangles on the map for words and boxes, over other land."""
        return tuple(decor.ring for decor in self.decor if decor.kind == "card")

    @cached_property
    def abroad(self) -> tuple[Ring, ...]:
        """Land that is no area's: what is drawn of countries around the map."""
        return tuple(isle.ring for isle in self.isles if isle.text not in self.space)

    @cached_property
    def land(self) -> tuple[Ring, ...]:
        """All land that is drawn: the outlines of the spaces, then the isles."""
        return *(space.outline for space in self.spaces), *(isle.ring for isle in self.isles)

    @cached_property
    def neighbors(self) -> Mapping[str, tuple[str, ...]]:
        """Space id to the ids of linked spaces, in the sheet's order; without corner links."""
        return neighbors_of(self.spaces, self.links)

    def way(self, here: str, there: str) -> tuple[Point, ...]:
        """Where the line between two spaces goes: from middle to middle, by the place where it turns."""
        bend = self.bends.get((here, there) if here < there else (there, here))
        return self.space[here].writing.center, *([bend] if bend is not None else ()), self.space[there].writing.center

    def group(self, name: str) -> tuple[Box, ...]:
        """Returns the boxes of a group, in the order in which they are printed."""
        return tuple(box for box in self.boxes if box.group == name)

    def spot_at(self, x: float, y: float, slop: float = 0.0, among: Collection[str] = ()) -> str | None:
        """Returns the spot that contains a point (in points), else the nearest of `among` within `slop` mm, else None. A
        place to write in is its own space's, where it lies over another, too."""
        rects = chain(((box.id, box.rect) for box in self.boxes), ((space.id, space.writing) for space in self.spaces))
        found = next((spot for spot, rect in rects if rect.distance(x, y) == 0), None)
        found = found or next((space.id for space in self.spaces if inside(space.outline, x, y)), None)
        if found is not None:
            return found
        near = [(self.distance(spot, x, y), spot) for spot in among if spot in self.space or spot in self.box]
        if near:
            distance, spot = min(near)
            if distance <= slop * POINTS_PER_MM:
                return spot
        return None

    def distance(self, spot: str, x: float, y: float) -> float:
        """Returns the distance of a point from a spot in points; 0 inside."""
        if spot in self.box:
            return self.box[spot].rect.distance(x, y)
        space = self.space[spot]
        if inside(space.outline, x, y):
            return 0.0
        ring = space.outline
        edge = min(segment_distance(a, b, x, y) for a, b in zip(ring, (*ring[1:], ring[0]), strict=True))
        return min(edge, space.writing.distance(x, y))


class Fault(Struct, frozen=True):
    """What keeps a sheet from being played, and where: a spot, a pair of spots, or a field of the file."""

    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


def neighbors_of(
    spaces: tuple[Space, ...], links: Collection[tuple[str, str]]
) -> Mapping[str, tuple[str, ...]]:
    """Space id to the ids of linked spaces, in the order of `spaces`."""
    rank = {space.id: n for n, space in enumerate(spaces)}
    near: dict[str, set[str]] = {space: set() for space in rank}
    for a, b in links:
        if a in near and b in near:
            near[a].add(b)
            near[b].add(a)
    return {space: tuple(sorted(others, key=rank.__getitem__)) for space, others in near.items()}


def bounding_box(ring: Ring) -> Rect:
    """Returns the smallest rectangle that contains a ring."""
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def inside(ring: Ring, x: float, y: float) -> bool:
    """Returns whether a point lies in a simple ring, by the even-odd rule."""
    within = False
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            within = not within
    return within


def segment_distance(a: Point, b: Point, x: float, y: float) -> float:
    """Returns the distance of a point from a line between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length2 = dx * dx + dy * dy
    t = 0.0 if length2 == 0 else max(0.0, min(1.0, ((x - a[0]) * dx + (y - a[1]) * dy) / length2))
    return math.hypot(x - a[0] - t * dx, y - a[1] - t * dy)
