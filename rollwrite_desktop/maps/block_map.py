"""Maps for games whose links are common borders, every area large enough to write in: true outlines on a sheet of rubber
(`rubber_map.py`); or, where that fails, areas on a grid, so that every border is there, then polished (`polish.py`)."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import shapely
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.maps import grid as grid_maps
from rollwrite_desktop.maps import polish
from rollwrite_desktop.maps.areas import Areas, Link, kept_parts
from rollwrite_desktop.maps.boxes import HIGH, WIDE, Spot, packed
from rollwrite_desktop.maps.cartogram import cartogram, fill, sizes_for
from rollwrite_desktop.maps.config import MapFile
from rollwrite_desktop.maps.grid import Grid
from rollwrite_desktop.maps.measures import CROWDED, NEAR, crowding, likeness
from rollwrite_desktop.maps.polish import polished
from rollwrite_desktop.maps.rubber_map import Asked, rubber_map
from rollwrite_desktop.maps.straight import straight_lines, straightened
from rollwrite_desktop.maps.verdict import EASY, LEAST_GAP, MAX_TIGHT
from rollwrite_desktop.sheet.check import MANY
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Point, Rect

CELLS = 58
"""Cells of the map's rectangle per area."""
SMALLEST, LARGEST, SMALL, SNUG = 9.45, 11.6, 7.6, 10.2
"""Points of a cell: the writing box is four wide. SMALL: the least on a map of many areas. SNUG: the most on a crowded
one, such as a long thin country, which has few areas for the page, and yet too little land for large boxes."""
SWEEPS = 130
TRIES, LAST_TRIES = 3, 9
"""Drawings that are tried on a rung of the ladder, and on the last one, until the portfolio has enough without a fault."""
LADDER = ((1.0, 1.0, 1.03), (0.8, 0.9, 1.06), (0.6, 0.8, 1.1), (0.45, 0.7, 1.15), (0.3, 0.5, 1.3))
"""From the land as it is to one on which every area has room: growth, density of the sea, stretch (`config.MapFile`)."""
TRUE = 3
"""Rungs on which the land is itself; farther down it swells, and no coast is worth following closely."""
LARGE_SIDE, FEW, MIN_SIDE, SMALL_SIDE, STRIP = 41.2, 20, 36.9, 28.4, 9.6
"""Points: the side of a writing square on a map of so few areas, usually, and on one of many, and the height of the code
over it."""
SHEETS, MORE_SHEETS, FULL = (1, 2, 5), (5, 6), 28
"""On how many sheets of rubber one after the other a map is tried to be drawn (see `rubber_map`); and with more areas than
so many. With more than MANY it takes long and has not succeeded."""
SPACE = 9.0
"""Points that a map of true outlines keeps from the edges of its room, where areas do not need that: names stand there."""
MOST_STRETCH = 1.35
"""How much wider or higher than the land a crowded map of true outlines may be, to have more of the page."""
TIGHT = 0.3
"""How much likeness it costs if all squares have a border near by."""

Progress = Callable[[float], None]


class Blocks(Struct, frozen=True):
    """A drawn map: outlines by code, in points; the boxes, each a writing square `side` wide under a strip for the code; the
    borders that could not be drawn; pairs that touch and should not; the corner that was kept free; the rectangle of all
    cells; the middles of cells that are sea on the map before anything is moved; the land of each area with its isles, by
    code, where it lies then."""

    outlines: Mapping[str, Polygon]
    boxes: Mapping[str, Rect]
    side: float
    missing: tuple[Link, ...]
    false: tuple[Link, ...]
    free: Rect
    room: Rect
    sea: tuple[Point, ...]
    land: Mapping[str, BaseGeometry]


class _Page(Struct, frozen=True):
    """How a page is divided into cells."""

    left: float
    top: float
    cell: float
    wide: int
    high: int
    side: float

    def points(self, shape: BaseGeometry) -> BaseGeometry:
        """A shape in cells, in points."""
        return shapely.transform(shape, lambda xy: xy * self.cell + np.array([self.left, self.top]))

    def cells(self, shape: BaseGeometry) -> BaseGeometry:
        """A shape in points, in cells."""
        return shapely.transform(shape, lambda xy: (xy - np.array([self.left, self.top])) / self.cell)


def block_map(areas: Areas, config: MapFile, room: Rect, corner: Point, progress: Progress) -> Blocks:
    """Draws the areas within `room`: as true outlines on a sheet of rubber where nothing is wrong then and boxes have room,
    else on cells, as where the map file says how much land may differ. corner: how much of one corner is to be kept free.
    Raises UserError where there are more areas than fit."""
    page = _page(len(areas.by_code), room, crowding(lands(areas), room) > CROWDED)
    if config.growth is not None or config.sea or config.stretch or config.room or config.coast is not None:
        return _climbed(areas, config, page, room, corner, progress)
    n = len(areas.by_code)
    tries = SHEETS if n <= FULL else MORE_SHEETS if n <= MANY else ()
    for turn, sheets in enumerate(tries):
        trial = _stretched(areas, config, sheets, page, room, corner, stage(progress, 0.0, 0.6, turn, len(tries)))
        if trial is not None and trial.is_good:
            return trial.blocks
    return _climbed(areas, config, page, room, corner, stage(progress, 0.6, 0.4, 0, 1))


def _stretched(
    areas: Areas, config: MapFile, sheets: int, page: _Page, room: Rect, corner: Point, progress: Progress
) -> _Trial | None:
    """A drawing on a sheet of rubber, weighed up, if there can be one."""
    land = lands(areas)
    before = straight_lines(land)
    wide = min(max(LADDER[0][2], crowding(land, room) / EASY), MOST_STRETCH)
    edge = 0.0 if crowding(land, room) > CROWDED else SPACE
    placed = [shapely.transform(shape, lambda xy: xy + np.array([room.x + edge, room.y + edge]))
              for shape in fitted([*land, *before], room.w - 2 * edge, room.h - 2 * edge, wide)]
    shapes = dict(zip(areas.by_code, placed, strict=False))
    free = _emptiest(_raster([page.cells(shape) for shape in shapes.values()], page), corner, room, page.cell)
    fixed = {code: (room.x + across * room.w, room.y + down * room.h + STRIP / 2)
             for code, (across, down) in config.boxes.items() if code in shapes}
    drawn = rubber_map(
        Asked(shapes, areas.links, areas.sea, placed[len(shapes) :], room, free, page.side, STRIP, fixed),
        sheets, random.Random(f"map/{config.seed}"), progress)
    if drawn is None:
        return None
    blocks = Blocks(drawn.outlines, drawn.boxes, page.side, (), (), free, room, drawn.sea, drawn.land)
    return _weighed(areas, LADDER[0], drawn.wrong, blocks)


def _climbed(
    areas: Areas, config: MapFile, page: _Page, room: Rect, corner: Point, progress: Progress
) -> Blocks:
    """A drawing on cells: of the rungs of a ladder the first on which nothing is wrong and boxes have room, else the best.
    Unless the map file says which, close to the coast, or not where that is more like the land."""
    rungs = tuple(dict.fromkeys(
        (growth if config.growth is None else config.growth, config.sea or sea, config.stretch or stretch)
        for growth, sea, stretch in LADDER))
    def climbed(coast: bool, some: Sequence[_Rung], begin: float) -> list[_Trial]:
        """Returns the drawings on some rungs, until one is good."""
        found: list[_Trial] = []
        for turn, rung in enumerate(some):
            trial = _tried(areas, replace(config, coast=coast), rung, page, room, corner,
                           LAST_TRIES if rung == rungs[-1] else TRIES, stage(progress, begin, 0.5, turn, len(some)))
            found += [trial] if trial is not None else []
            if found and found[-1].is_good:
                break
        return found

    trials = climbed(True, rungs[:TRUE], 0.0) if config.coast is None else []
    close = [trial for trial in trials if trial.is_good]
    if not close or close[0].rung != rungs[0]:
        trials += climbed(bool(config.coast), rungs[:1] if close else rungs, 0.5)
    if not trials:
        raise UserError(tr(
            "Too many areas for the page: {n}. Merge some, or give --areas a lower number.", n=len(areas.by_code)))
    good = [trial for trial in trials if trial.is_good]
    return max(good, key=lambda trial: trial.likeness, default=max(trials, key=lambda trial: trial.merit)).blocks


_Rung = tuple[float, float, float]


class _Trial(Struct, frozen=True):
    """A drawing on a rung of the ladder: how much is wrong with it, what it has in common with the land, the share of
    squares with a border near by, and whether all have room."""

    rung: _Rung
    wrong: float
    blocks: Blocks
    likeness: float
    tight: float
    is_roomy: bool

    @property
    def is_good(self) -> bool:
        return self.is_roomy and not self.wrong

    @property
    def merit(self) -> tuple[float, float]:
        return -self.wrong, self.likeness - TIGHT * self.tight


def _tried(
    areas: Areas, config: MapFile, rung: _Rung, page: _Page, room: Rect, corner: Point, tries: int, progress: Progress,
) -> _Trial | None:
    """A drawing, weighed up; None where the boxes have no room."""
    drawn = _drawn(areas, config, rung, page, room, corner, tries, progress)
    if drawn is None:
        return None
    return _weighed(areas, rung, *drawn)


def _weighed(areas: Areas, rung: _Rung, wrong: float, blocks: Blocks) -> _Trial:
    gaps = [
        outline.exterior.distance(_square(blocks.boxes[code], blocks.side)) for code, outline in blocks.outlines.items()]
    tight = sum(gap < NEAR * POINTS_PER_MM for gap in gaps) / len(gaps)
    return _Trial(rung, wrong, blocks, likeness(lands(areas), list(blocks.outlines.values())), tight,
                  tight <= MAX_TIGHT and min(gaps) >= LEAST_GAP * POINTS_PER_MM)


def lands(areas: Areas) -> list[BaseGeometry]:
    """Returns what is drawn of the land of each area."""
    return [shapely.union_all(kept_parts(area.shape)) for area in areas.by_code.values()]


def _page(n: int, room: Rect, crowded: bool) -> _Page:
    cell = min(SNUG if crowded else LARGEST, math.sqrt(room.w * room.h / (CELLS * n)))
    cell = max(cell, SMALL if n > MANY else SMALLEST)
    wide, high = int(room.w / cell), int(room.h / cell)
    if wide * high < 2.1 * WIDE * HIGH * n:
        raise UserError(tr("Too many areas for the page: {n}. Merge some, or give --areas a lower number.", n=n))
    side = LARGE_SIDE if n <= FEW and not crowded else SMALL_SIDE if n > MANY else MIN_SIDE
    return _Page(room.x + (room.w - wide * cell) / 2, room.y + (room.h - high * cell) / 2, cell, wide, high, side)


def _drawn(
    areas: Areas, config: MapFile, rung: tuple[float, float, float], page: _Page, room: Rect, corner: Point, tries: int,
    progress: Progress,
) -> tuple[float, Blocks] | None:
    """A drawing and how much is wrong with it; None where the boxes have no room."""
    codes = list(areas.by_code)
    cell, wide, high = page.cell, page.wide, page.high
    left, top = page.left, page.top
    growth, sea, stretch = rung
    index = {code: i for i, code in enumerate(codes)}
    linked = [frozenset(index[b if a == code else a] for a, b in areas.links if code in (a, b)) for code in codes]
    least = config.room * crowding(lands(areas), room)
    straight = straight_lines(lands(areas))
    warped = warp(areas, growth, sea, lambda done: progress(0.15 * done), least, straight)
    moved = [page.points(shape) for shape in fitted(warped, wide, high, stretch)]
    placed, lines = straightened(moved[: len(codes)], moved[len(codes) :], straight)
    shapes = [page.cells(shape) for shape in placed]
    land = _raster(shapes, page)
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
    for turn in range(tries):
        chance = random.Random(f"map/{config.seed}/{turn}")
        boxes = packed(targets, linked, (wide, high), blocked, fixed.keys(), chance)
        if boxes is None:
            continue
        grid = Grid(wide, high, land.ravel().tolist(), boxes, [frozenset(i + 1 for i in others) for others in linked],
                    blocked, chance, grid_maps.CLOSE if config.coast else grid_maps.USUAL)
        grid.fixed = frozenset(i + 1 for i in fixed)
        grid.draw(SWEEPS, stage(progress, 0.15, 0.7, turn, tries))
        merit = (round(grid.faults()), grid.raggedness() + 20 * grid.faults())
        if best is None or merit < best[0]:
            best = merit, grid
        perfect += merit[0] == 0
        if perfect == config.portfolio:
            break
    if best is None:
        return None
    (wrong, _), grid = best
    grid.center_boxes()
    pairs = [tuple((codes[a - 1], codes[b - 1]) for a, b in found) for found in (grid.missing(), grid.false())]
    there = [frozenset(each - 1 for each in grid.edges[k] if grid.edges[k][each]) for k in range(1, grid.n + 1)]
    drawn = polished(
        np.array(grid.cells).reshape(grid.high, grid.wide), cell, (left - cell, top - cell),
        [_inked(spot, page) for spot in grid.boxes[1:]], there,
        polish.Land(placed, lines, straight), np.array(grid.frozen).reshape(grid.high, grid.wide), fixed.keys(),
        stage(progress, 0.85, 0.15, 0, 1), polish.CLOSE if config.coast else polish.USUAL,
    )
    sea_spots = tuple((left + (float(x) + 0.5) * cell, top + (float(y) + 0.5) * cell) for y, x in np.argwhere(land == 0))
    return wrong, Blocks(
        dict(zip(codes, drawn.outlines, strict=True)), dict(zip(codes, drawn.boxes, strict=True)), page.side, pairs[0],
        pairs[1], free, Rect(left, top, wide * cell, high * cell), sea_spots,
        dict(zip(codes, placed, strict=True)))


def _inked(spot: Spot, page: _Page) -> Rect:
    """Returns the writing square of a box with the strip for its code, in the middle of the box's cells."""
    x, y = page.left + spot[0] * page.cell, page.top + spot[1] * page.cell
    wide, high = WIDE * page.cell, HIGH * page.cell
    return Rect(round(x + (wide - page.side) / 2, 2), round(y + (high - page.side - STRIP) / 2, 2), page.side,
                round(page.side + STRIP, 2))


def _square(box: Rect, side: float) -> Polygon:
    return shapely.box(box.x, box.y + box.h - side, box.x + side, box.y + box.h)


def _raster(shapes: Sequence[BaseGeometry], page: _Page) -> NDArray[np.int64]:
    """Of every cell the number of the shape that it lies in, from 1; 0 for the sea."""
    land = np.zeros((page.high, page.wide), dtype=np.int64)
    for number, shape in enumerate(shapes, 1):
        fill(land, shape, np.arange(page.wide) + 0.5, np.arange(page.high) + 0.5, number)
    return land


def _emptiest(land: NDArray[np.int64], corner: Point, room: Rect, cell: float) -> Rect:
    """Returns the corner of a room with the least land."""
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


def warp(
    areas: Areas, growth: float, sea: float, progress: Progress, least: float = 0.0, along: Sequence[BaseGeometry] = ()
) -> list[BaseGeometry]:
    """Returns the cartogram of the areas' larger parts, in their order, and what moves along with them. least: of the mean
    size, what each has at least."""
    shapes = [shapely.union_all(kept_parts(area.shape)) for area in areas.by_code.values()]
    wanted = sizes_for([shape.area for shape in shapes], growth, least)
    return list(cartogram(shapes, wanted, sea, progress=lambda turn: progress(turn / 7), along=along))


def fitted(shapes: Sequence[BaseGeometry], wide: float, high: float, stretch: float) -> list[BaseGeometry]:
    """Returns the shapes in a rectangle from the origin, stretched one way by `stretch` at most, in the middle."""
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
