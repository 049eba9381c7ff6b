"""Block maps for games whose links are common borders: straight edges on a grid, every area large enough to write in.

Every border of the map is an edge between cells, so shared edges are equal by construction and nothing is fitted afterwards.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.maps.areas import Areas, Link, kept_parts
from rollwrite_desktop.maps.boxes import HIGH, WIDE, Spot, packed
from rollwrite_desktop.maps.cartogram import cartogram, fill, sizes_for
from rollwrite_desktop.maps.config import MapFile
from rollwrite_desktop.maps.grid import Grid
from rollwrite_desktop.sheet.check import MANY
from rollwrite_desktop.sheet.sheet import Point, Rect, Ring

SEA = 0.5
"""The density of the sea in the cartogram, as a share of the land's."""
CELLS = 58
"""Cells of the map's rectangle per area."""
SMALLEST, LARGEST, SMALL = 9.45, 12.6, 7.6
"""Points of a cell: the writing box is four wide. SMALL: the least on a map of many areas."""
SWEEPS = 130
MAX_TRIES = 9
"""Drawings that are tried until the portfolio has enough without a fault."""
BEVEL = 0.42
"""How much of a cell a corner of the coast is cut off."""

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Blocks:
    """A drawn map: outlines and boxes by code, in points; the borders that could not be drawn; pairs that touch and should
    not; the corner that was kept free; the rectangle of all cells; the middles of cells that are sea on the map before
    anything is moved."""

    outlines: Mapping[str, Ring]
    boxes: Mapping[str, Rect]
    cell: float
    missing: tuple[Link, ...]
    false: tuple[Link, ...]
    free: Rect
    room: Rect
    sea: tuple[Point, ...]


def block_map(areas: Areas, config: MapFile, room: Rect, corner: Point, progress: Progress) -> Blocks:
    """Draws the areas within `room`; the best of a portfolio of drawings. corner: how much of one corner is to be kept free.
    Raises UserError where there are more areas than fit."""
    codes = list(areas.by_code)
    cell = min(LARGEST, math.sqrt(room.w * room.h / (CELLS * len(codes))))
    cell = max(cell, SMALL if len(codes) > MANY else SMALLEST)
    wide, high = int(room.w / cell), int(room.h / cell)
    if wide * high < 2.1 * WIDE * HIGH * len(codes):
        raise UserError(tr(
            "Too many areas for the page: {n}. Merge some, or give --areas a lower number.", n=len(codes)))
    left, top = room.x + (room.w - wide * cell) / 2, room.y + (room.h - high * cell) / 2
    index = {code: i for i, code in enumerate(codes)}
    linked = [frozenset(index[b if a == code else a] for a, b in areas.links if code in (a, b)) for code in codes]
    warped = warp(areas, config.growth, config.sea or SEA, lambda done: progress(0.15 * done))
    shapes = fitted(warped, wide, high, config.stretch)
    xs, ys = np.arange(wide) + 0.5, np.arange(high) + 0.5
    land = np.zeros((high, wide), dtype=np.int64)
    for number, shape in enumerate(shapes, 1):
        fill(land, shape, xs, ys, number)
    free = _emptiest(land, corner, room, cell)
    blocked = frozenset(
        (x, y) for x in range(wide) for y in range(high)
        if free.w and left + x * cell < free.x + free.w and left + (x + 1) * cell > free.x
        and top + y * cell < free.y + free.h and top + (y + 1) * cell > free.y
    )
    targets = [_middle(shape) for shape in shapes]
    fixed = {index[code]: place for code, place in config.boxes.items() if code in index}
    for i, (across, down) in fixed.items():
        targets[i] = (across * wide, down * high)
    best: tuple[tuple[float, float], Grid] | None = None
    perfect = 0
    for turn in range(MAX_TRIES):
        chance = random.Random(f"map/{config.seed}/{turn}")
        boxes = packed(targets, linked, (wide, high), blocked, fixed.keys(), chance)
        if boxes is None:
            continue
        grid = Grid(wide, high, land.ravel().tolist(), boxes, [frozenset(i + 1 for i in others) for others in linked],
                    blocked, chance)
        grid.fixed = frozenset(i + 1 for i in fixed)
        grid.draw(SWEEPS, stage(progress, 0.15, 0.85, turn, MAX_TRIES))
        merit = (round(grid.faults()), grid.raggedness() + 20 * grid.faults())
        if best is None or merit < best[0]:
            best = merit, grid
        perfect += merit[0] == 0
        if perfect == config.portfolio:
            break
    if best is None:
        raise UserError(tr(
            "Too many areas for the page: {n}. Merge some, or give --areas a lower number.", n=len(codes)))
    grid = best[1]
    grid.center_boxes()
    pairs = [tuple((codes[a - 1], codes[b - 1]) for a, b in found) for found in (grid.missing(), grid.false())]
    rings = _rings(grid, codes)
    outlines = {
        code: tuple((round(left + x * cell, 2), round(top + y * cell, 2)) for x, y in ring) for code, ring in rings.items()
    }
    placed = {
        code: Rect(round(left + x * cell, 2), round(top + y * cell, 2), round(WIDE * cell, 2), round(HIGH * cell, 2))
        for code, (x, y) in zip(codes, grid.boxes[1:], strict=True)
    }
    sea = tuple((left + (float(x) + 0.5) * cell, top + (float(y) + 0.5) * cell) for y, x in np.argwhere(land == 0))
    return Blocks(outlines, placed, cell, pairs[0], pairs[1], free, Rect(left, top, wide * cell, high * cell), sea)


def _emptiest(land: NDArray[np.int64], corner: Point, room: Rect, cell: float) -> Rect:
    """The corner of a room with the least land."""
    across, down = math.ceil(corner[0] / cell), math.ceil(corner[1] / cell)
    if not across or not down:
        return Rect(room.x, room.y, 0, 0)
    choices = (
        (int((land[-down:, :across] > 0).sum()), 0, Rect(room.x, room.y + room.h - corner[1], *corner)),
        (int((land[-down:, -across:] > 0).sum()), 1,
         Rect(room.x + room.w - corner[0], room.y + room.h - corner[1], *corner)),
        (int((land[:down, -across:] > 0).sum()), 2, Rect(room.x + room.w - corner[0], room.y, *corner)),
        (int((land[:down, :across] > 0).sum()), 3, Rect(room.x, room.y, *corner)),
    )
    return min(choices, key=lambda choice: choice[:2])[2]


def stage(progress: Progress, start: float, share: float, turn: int, turns: int) -> Progress:
    """Tells of one of several turns, which begin at `start` and together are `share` of the work."""
    return lambda done: progress(start + share * (turn + done) / turns)


def warp(areas: Areas, growth: float, sea: float, progress: Progress) -> list[BaseGeometry]:
    """The cartogram of the areas' larger parts, in their order."""
    shapes = [shapely.union_all(kept_parts(area.shape)) for area in areas.by_code.values()]
    wanted = sizes_for([shape.area for shape in shapes], growth)
    return list(cartogram(shapes, wanted, sea, progress=lambda turn: progress(turn / 7)))


def fitted(shapes: Sequence[BaseGeometry], wide: float, high: float, stretch: float) -> list[BaseGeometry]:
    """The shapes in a rectangle from the origin, stretched one way by `stretch` at most, in the middle."""
    x0, y0, x1, y1 = (float(value) for value in shapely.total_bounds(np.array(shapes, dtype=object)))
    across, down = wide / (x1 - x0), high / (y1 - y0)
    across, down = min(across, down * stretch), min(down, across * stretch)
    shift = np.array([(wide - across * (x1 - x0)) / 2, (high - down * (y1 - y0)) / 2])
    return [
        shapely.transform(shape, lambda xy: (xy - np.array([x0, y0])) * np.array([across, down]) + shift)
        for shape in shapes
    ]


def _middle(shape: BaseGeometry) -> Point:
    """Between the center of the largest circle in a shape's largest part and that part's centroid."""
    part = kept_parts(shape)[0]
    circle = shapely.maximum_inscribed_circle(part, 0.3)
    (x, y), center = circle.coords[0], part.centroid
    return (x + center.x) / 2, (y + center.y) / 2


# ---------------------------------------------------------------------- outlines


def _rings(grid: Grid, codes: Sequence[str]) -> dict[str, Ring]:
    """The outline of every area as corners of cells, corners of the coast cut or filled."""
    w = grid.wide
    rings = {}
    for number, code in enumerate(codes, 1):
        ring = _traced(grid, number)
        box = grid.boxes[number]
        corners = {(box[0] + dx, box[1] + dy) for dx in (0, WIDE) for dy in (0, HIGH)}
        shaped: list[Point] = []
        n = len(ring)
        for k, (x, y) in enumerate(ring):
            (px, py), (qx, qy) = ring[k - 1], ring[(k + 1) % n]
            around = {grid.cells[(y + 1 - dy) * w + x + 1 - dx] for dx in (0, 1) for dy in (0, 1)}
            if around != {0, number} or (x, y) in corners:
                shaped.append((x, y))
                continue
            before, after = max(abs(px - x), abs(py - y)), max(abs(qx - x), abs(qy - y))
            cut = BEVEL if min(before, after) < 2 else 2 * BEVEL
            shaped.append((x + cut * (px - x) / before, y + cut * (py - y) / before))
            shaped.append((x + cut * (qx - x) / after, y + cut * (qy - y) / after))
        rings[code] = tuple(shaped)
    return rings


def _traced(grid: Grid, number: int) -> list[Spot]:
    """The corners of an area's outline, clockwise, in cells."""
    after: dict[Spot, Spot] = {}
    w = grid.wide
    for cell, own in enumerate(grid.cells):
        if own != number:
            continue
        x, y = cell % w - 1, cell // w - 1
        for step, start, end in (
            (-w, (x, y), (x + 1, y)), (1, (x + 1, y), (x + 1, y + 1)), (w, (x + 1, y + 1), (x, y + 1)),
            (-1, (x, y + 1), (x, y)),
        ):
            if grid.cells[cell + step] != number:
                after[start] = end
    start = min(after)
    ring, here = [start], after[start]
    while here != start:
        ring.append(here)
        here = after[here]
    n = len(ring)
    return [
        ring[k] for k in range(n)
        if (ring[k][0] - ring[k - 1][0], ring[k][1] - ring[k - 1][1])
        != (ring[(k + 1) % n][0] - ring[k][0], ring[(k + 1) % n][1] - ring[k][1])
    ]
