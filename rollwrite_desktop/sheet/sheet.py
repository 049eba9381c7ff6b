"""A sheet of paper as geometry: spaces to write in, boxes beside them, and which spaces are linked.

Units are points, y down. A *spot* is anything that can be marked: a space (`OH`) or a box (`guard/1`). Links are declared,
because rules are not geometry. Knows no rules and no state.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property

Point = tuple[float, float]
Ring = tuple[Point, ...]

POINTS_PER_MM = 72 / 25.4


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in points: left, top, width, height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def centre(self) -> Point:
        return self.x + self.w / 2, self.y + self.h / 2

    def distance(self, x: float, y: float) -> float:
        """How far the point is from the rectangle, in points; 0 inside."""
        return math.hypot(max(self.x - x, 0.0, x - self.x - self.w), max(self.y - y, 0.0, y - self.y - self.h))


@dataclass(frozen=True, slots=True)
class Region:
    """A group of spaces: id, English name (a message id) and the letter that tells it apart without colour. `within` are
    the names of the larger regions in which it lies, if it is where they overlap."""

    id: str
    name: str
    letter: str
    within: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Space:
    """A place for a number: its area (one simple ring, not closed), the box to write in, and where its id is printed.

    `label` is the point at which the baseline of the id begins; `printed` is what the sheet itself holds there, or "".
    """

    id: str
    name: str
    region: str
    outline: Ring
    writing: Rect
    label: Point
    printed: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """A small square or field beside the spaces. `group` is what findings call it (`guard`); `kind` is `check` (to cross
    off) or `field` (to write in)."""

    id: str
    group: str
    kind: str
    rect: Rect


@dataclass(frozen=True, slots=True)
class Decor:
    """Something printed that is no spot: kind (`lake`, `corner`, `text`), its ring, and for texts a message id."""

    kind: str
    ring: Ring
    text: str = ""


@dataclass(frozen=True)
class Sheet:
    """One face of paper.

    links: pairs of space ids, each sorted, that the rules call neighbours. corner_links: pairs that meet in a corner only,
    neighbours by option. values: what the rules read from the sheet (numbers of dice, rounds …). cards: the deck that
    belongs to it, in the notation of chance. joined: how links are seen: `borders` that spaces share, or straight `lines`
    between writing places, which are round then (the discs in the writing rectangles).
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
    hash: str = ""

    @cached_property
    def space(self) -> Mapping[str, Space]:
        return {space.id: space for space in self.spaces}

    @cached_property
    def box(self) -> Mapping[str, Box]:
        return {box.id: box for box in self.boxes}

    @cached_property
    def region(self) -> Mapping[str, Region]:
        return {region.id: region for region in self.regions}

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """Space id to the linked space ids, in the sheet's order of spaces (corner links not counted)."""
        return neighbours_of(self.spaces, self.links)

    def group(self, name: str) -> tuple[Box, ...]:
        """The boxes of a group, in printed order."""
        return tuple(box for box in self.boxes if box.group == name)

    def spot_at(self, x: float, y: float, slop: float = 0.0, among: Collection[str] = ()) -> str | None:
        """The spot under a point (points): the area or box that holds it, else the nearest of `among` within `slop` mm."""
        for box in self.boxes:
            if box.rect.distance(x, y) == 0:
                return box.id
        for space in self.spaces:
            if space.writing.distance(x, y) == 0 or inside(space.outline, x, y):
                return space.id
        near = [(self.distance(spot, x, y), spot) for spot in among if spot in self.space or spot in self.box]
        if near:
            distance, spot = min(near)
            if distance <= slop * POINTS_PER_MM:
                return spot
        return None

    def distance(self, spot: str, x: float, y: float) -> float:
        """How far a point is from a spot's ink, in points; 0 inside."""
        if spot in self.box:
            return self.box[spot].rect.distance(x, y)
        space = self.space[spot]
        if inside(space.outline, x, y):
            return 0.0
        ring = space.outline
        edge = min(_segment_distance(a, b, x, y) for a, b in zip(ring, (*ring[1:], ring[0]), strict=True))
        return min(edge, space.writing.distance(x, y))


def neighbours_of(
    spaces: tuple[Space, ...], links: Collection[tuple[str, str]]
) -> Mapping[str, tuple[str, ...]]:
    """Space id to linked space ids, in the order of the spaces."""
    pairs = {*links, *((b, a) for a, b in links)}
    return {a.id: tuple(b.id for b in spaces if (a.id, b.id) in pairs) for a in spaces}


def inside(ring: Ring, x: float, y: float) -> bool:
    """Whether a point lies in a simple ring (even-odd rule)."""
    within = False
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            within = not within
    return within


def _segment_distance(a: Point, b: Point, x: float, y: float) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length2 = dx * dx + dy * dy
    t = 0.0 if length2 == 0 else max(0.0, min(1.0, ((x - a[0]) * dx + (y - a[1]) * dy) / length2))
    return math.hypot(x - a[0] - t * dx, y - a[1] - t * dy)
