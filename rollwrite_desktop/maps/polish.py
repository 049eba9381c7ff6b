"""Borders as a hand would draw them, from areas on a grid.

The cells of the grid are divided into finer ones, and every border moves to where it is short, like the land, and clear of
writing boxes: threshold dynamics (Merriman, Bence, Osher 1992; for many phases Esedoglu, Otto 2015), in which a cell goes to
the area with the most of its blurred surroundings, and a bias. A cell changes only if all areas stay in one piece, all
borders stay long enough and strangers stay apart, so what is joined on the grid is joined on the drawing. Boxes move to
where there is most room. Then the borders are traced and drawn as smooth lines, each once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
from msgspec import Struct
from numpy.typing import NDArray
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from rollwrite_desktop.maps.cartogram import fill
from rollwrite_desktop.maps.grid import keeps_whole
from rollwrite_desktop.maps.straight import straightened
from rollwrite_desktop.sheet.check import MIN_BORDER, NARROW
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Point, Rect

FINE = 4
"""Finer cells along a cell of the grid."""
TURNS, EVERY = 72, 3
"""Moves of all borders, and how often boxes move in between."""
ROOM = 4.0
"""How much an area is drawn round its box."""
SPACIOUS = 12
"""More finer cells than so many across, besides a box, do not make it roomier."""
SHORT, JOINED = 12.0, 1.0
"""Points: shorter borders are made longer; and how much its areas are drawn to the middle of such a border."""
ENOUGH, LESS = 9.0, 1.5
"""Points round a writing square that are enough, and how much nearer a border may be to the strip with its code."""
FIXED = 6.0
"""Points, across and down, that a box may move from where a person put it."""
APART = 2
"""Finer cells between strangers."""
LEAST_BORDER = 9.3
"""Points of a border, before it is smoothed."""
SMOOTH = (2.4, 1.8, 1.3, 0.9, 0.5, 0.0)
"""How smooth a border is drawn, in finer cells, if boxes and borders allow."""
WANTED, GIVE = 3.2, 0.6
"""Points from a box to a border that is smoothed, or so much less than before."""
SPIKE = math.radians(115)
"""A line that turns by more than this turns back."""
PLAIN = 0.7
"""Points that a line without a point is off at most."""

BESIDE, STRAIGHT = 14.0, 1.6
"""Points from a line that was straight on the land, up to which areas are drawn to their land so much more."""

Spot = tuple[int, int]
_Short = tuple[int, int, Point]
"""A border that is short: its two areas, and its middle."""
Labels = NDArray[np.int32]
Floats = NDArray[np.floating[Any]]
Masks = NDArray[np.bool_]


class Style(Struct, frozen=True):
    """blur: the width of the surroundings, in finer cells. land: how much an area is drawn to its own land, and the sea to
    the sea. clear: how many points round its box an area is drawn."""

    blur: float = 2.2
    land: float = 0.25
    clear: float = 12.0


USUAL = Style()
CLOSE = Style(blur=1.6, land=0.8, clear=7.0)
"""For maps that follow the coast closely, with less room round the boxes."""


class Land(Struct, frozen=True):
    """The areas as they were to be, in points; lines that are straight there, and these on the land as it is."""

    shapes: Sequence[BaseGeometry]
    lines: Sequence[BaseGeometry] = ()
    before: Sequence[LineString] = ()


class Polished(Struct, frozen=True):
    """Outlines and boxes in the order of the areas, in points."""

    outlines: tuple[Polygon, ...]
    boxes: tuple[Rect, ...]


class _Cells:
    """The finer cells, row by row, with what must not be lost: see `grid.Grid`."""

    def __init__(self, labels: Labels, linked: Sequence[Collection[int]], least: int) -> None:
        self.high, self.wide = labels.shape
        self.cells: list[int] = labels.ravel().tolist()
        self.linked = [frozenset(others) for others in linked]
        self.least = least
        w = self.wide
        self.four = (1, w, -1, -w)
        self.around = tuple(
            dy * w + dx for dy in range(-APART, APART + 1) for dx in range(-APART, APART + 1) if dx or dy)
        self.contacts: dict[tuple[int, int], int] = {}
        for cell, own in enumerate(self.cells):
            for step in (1, w):
                if cell + step < len(self.cells):
                    self._count(own, self.cells[cell + step], 1)

    def _count(self, a: int, b: int, by: int) -> None:
        if a and b and a != b:
            pair = (a, b) if a < b else (b, a)
            self.contacts[pair] = self.contacts.get(pair, 0) + by

    def labels(self) -> Labels:
        return np.array(self.cells, dtype=np.int32).reshape(self.high, self.wide)

    def put(self, cell: int, new: int) -> bool:
        """Makes a cell that of another area, or sea, if nothing is lost by it. Whether it did."""
        cells, old = self.cells, self.cells[cell]
        sides = [cells[cell + step] for step in self.four]
        # Water may flow together and not be parted.
        if new not in sides or not keeps_whole(cells, self.wide, cell, new, sea=not old):
            return False
        if new:
            friends = self.linked[new]
            for step in self.around:
                other = cells[cell + step]
                if other and other != new and other != old and other not in friends:
                    return False
            if old and old not in friends:
                return False
        for other in sides:
            if other and old and other != old and other != new:
                pair = (old, other) if old < other else (other, old)
                if self.contacts[pair] <= self.least + 1:
                    return False
        if new and old:
            change = sum(other == old for other in sides) - sum(other == new for other in sides)
            pair = (old, new) if old < new else (new, old)
            if change < 0 and self.contacts[pair] + change < self.least:
                return False
        cells[cell] = new
        for other in sides:
            self._count(old, other, -1)
            self._count(new, other, 1)
        return True


def polished(
    grid: NDArray[np.integer[Any]], cell: float, corner: Point, boxes: Sequence[Rect], linked: Sequence[Collection[int]],
    land: Land, frozen: Masks, fixed: Collection[int], progress: Callable[[float], None],
    style: Style = USUAL,
) -> Polished:
    """Returns the drawing of a grid.

    grid: the area of every cell from 1, 0 for the sea, with sea all round; cells are `cell` points wide, the first one's
    upper left corner is `corner`. boxes: what is written, with codes. linked: per area (from 0), the others (from 0) that it
    has a border with. frozen: cells that stay. fixed: areas whose
    boxes stay where they are, or near.
    """
    fine = cell / FINE
    labels = np.kron(grid, np.ones((FINE, FINE), dtype=np.int32)).astype(np.int32)
    still = np.kron(frozen, np.ones((FINE, FINE), dtype=bool)).astype(bool)
    least = math.ceil(1.25 * LEAST_BORDER / fine)
    cells = _Cells(labels, [(), *([other + 1 for other in others] for others in linked)], least)
    high, wide = labels.shape
    xs, ys = corner[0] + (np.arange(wide) + 0.5) * fine, corner[1] + (np.arange(high) + 0.5) * fine
    truth = np.zeros_like(labels)
    followed, straight = _following(land, labels, xs, ys)
    for number, shape in enumerate(followed, 1):
        fill(truth, shapely.make_valid(shape), xs, ys, number)
    pull = np.full(labels.shape, style.land)
    if straight:
        pull[shapely.dwithin(shapely.points(*np.meshgrid(xs, ys)), shapely.union_all(straight), BESIDE)] = STRAIGHT
    inks = list(boxes)

    def moved(inks: Sequence[Rect]) -> list[Rect]:
        return [
            _roomiest(labels == k + 1, ink, corner, fine, boxes[k] if k in fixed else None) for k, ink in enumerate(inks)]

    held = np.zeros_like(still)
    short: list[_Short] = []
    for turn in range(TURNS):
        progress(turn / TURNS)
        labels = cells.labels()
        if turn % EVERY == 0:
            inks = moved(inks)
            held = _held(inks, xs, ys)
            short = _short(labels, linked, corner, fine)
        best, gain = _wanted(labels, truth, pull, inks, short, xs, ys, style)
        moving = (best != labels) & ~still & ~held
        if not moving.any():
            break
        at = np.flatnonzero(moving)
        order = at[np.argsort(-gain.ravel()[at], kind="stable")]
        wants = best.ravel()
        for spot in order.tolist():
            cells.put(spot, int(wants[spot]))
    labels = cells.labels()
    inks = moved(inks)
    outlines = _traced(labels, corner, fine, inks, linked)
    return Polished(outlines, tuple(
        settled(outline, ink, boxes[k] if k in fixed else None)
        for k, (outline, ink) in enumerate(zip(outlines, inks, strict=True))))


def _following(land: Land, labels: Labels, xs: Floats, ys: Floats) -> tuple[list[BaseGeometry], list[LineString]]:
    """Returns the land moved after the areas as they were drawn, smoothly: inverse distance weighting of how far their
    middles are from where they were. Lines that were straight are straight again."""
    middles = np.array([shape.centroid.coords[0] for shape in land.shapes])
    there = np.zeros_like(middles)
    for k in range(len(land.shapes)):
        rows, columns = np.nonzero(labels == k + 1)
        there[k] = xs[columns].mean(), ys[rows].mean()
    moves = there - middles

    def bend(xy: Floats) -> Floats:
        far2 = ((xy[:, None, :] - middles[None, :, :]) ** 2).sum(axis=2) + 100.0
        weight = far2 ** -1.5
        moved: Floats = xy + (weight[:, :, None] * moves).sum(axis=1) / weight.sum(axis=1)[:, None]
        return np.round(moved, 6)

    shapes, lines = ([shapely.transform(shapely.segmentize(shape, 8.0), bend) for shape in some]
                     for some in (land.shapes, land.lines))
    return straightened(shapes, lines, land.before)


def _held(inks: Sequence[Rect], xs: Floats, ys: Floats) -> Masks:
    held = np.zeros((len(ys), len(xs)), dtype=bool)
    half = (xs[1] - xs[0]) / 2
    for ink in inks:
        rows = (ys > ink.y - half) & (ys < ink.y + ink.h + half)
        columns = (xs > ink.x - half) & (xs < ink.x + ink.w + half)
        held[np.ix_(rows, columns)] = True
    return held


def _short(labels: Labels, linked: Sequence[Collection[int]], corner: Point, fine: float) -> list[_Short]:
    """Returns the borders that are not much longer than they must be."""
    found: dict[tuple[int, int], list[Point]] = {}
    for one, other, dx, dy in ((labels[:, :-1], labels[:, 1:], 1.0, 0.5), (labels[:-1], labels[1:], 0.5, 1.0)):
        for y, x in np.argwhere((one != other) & (one > 0) & (other > 0)).tolist():
            a, b = sorted((int(one[y, x]), int(other[y, x])))
            found.setdefault((a, b), []).append((corner[0] + (x + dx) * fine, corner[1] + (y + dy) * fine))
    short = []
    for (a, b), spots in sorted(found.items()):
        if b - 1 in linked[a - 1]:
            (x0, y0), (x1, y1) = np.min(spots, axis=0), np.max(spots, axis=0)
            if math.hypot(x1 - x0, y1 - y0) < SHORT:
                short.append((a, b, (float(x0 + x1) / 2, float(y0 + y1) / 2)))
    return short


def _wanted(
    labels: Labels, truth: Labels, pull: Floats, inks: Sequence[Rect], short: Sequence[_Short], xs: Floats, ys: Floats,
    style: Style,
) -> tuple[Labels, Floats]:
    """Of every cell the label that it is drawn to, and how much more than to the one it has."""
    kernel = _kernel(style.blur)
    pad = len(kernel) // 2
    high, wide = labels.shape
    best = np.zeros_like(labels)
    top = _blurred(labels == 0, kernel) + pull * (truth == 0)
    own = np.where(labels == 0, top, 0.0)
    for number, ink in enumerate(inks, 1):
        mask = labels == number
        rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
        y0, y1 = max(rows[0] - pad, 0), min(rows[-1] + pad + 1, high)
        x0, x1 = max(columns[0] - pad, 0), min(columns[-1] + pad + 1, wide)
        part = mask[y0:y1, x0:x1]
        score = _blurred(part, kernel) + pull[y0:y1, x0:x1] * (truth[y0:y1, x0:x1] == number)
        dx = np.maximum(np.maximum(ink.x - xs[x0:x1], xs[x0:x1] - ink.x - ink.w), 0)
        dy = np.maximum(np.maximum(ink.y - ys[y0:y1], ys[y0:y1] - ink.y - ink.h), 0)
        score += ROOM * np.maximum(1 - np.hypot(dx[None, :], dy[:, None]) / style.clear, 0)
        for a, b, (x, y) in short:
            if number in (a, b):
                far = np.hypot(xs[None, x0:x1] - x, ys[y0:y1, None] - y)
                score += JOINED * np.maximum(1 - far / SHORT, 0)
        here, label, mine = top[y0:y1, x0:x1], best[y0:y1, x0:x1], own[y0:y1, x0:x1]
        mine[part] = score[part]
        better = score > here
        here[better], label[better] = score[better], number
    return best, top - own


def _kernel(blur: float) -> Floats:
    reach = math.ceil(3 * blur)
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / blur) ** 2)
    found: Floats = weights / weights.sum()
    return found


def _blurred(mask: Masks, kernel: Floats) -> Floats:
    """A mask convolved with a bell curve."""
    reach = len(kernel) // 2
    padded = np.pad(mask.astype(float), reach, mode="edge")
    across = sum(weight * padded[:, k : k + mask.shape[1]] for k, weight in enumerate(kernel))
    both: Floats = sum(weight * across[k : k + mask.shape[0]] for k, weight in enumerate(kernel))
    return both


def _roomiest(mask: Masks, ink: Rect, corner: Point, fine: float, near: Rect | None) -> Rect:
    """Returns the place of a box in its area with most room round it, and of those the one nearest to the middle of the
    area; one that a person placed stays near there."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    y0, x0 = int(rows[0]), int(columns[0])
    part = mask[y0 : rows[-1] + 1, x0 : columns[-1] + 1]
    sums = np.zeros((part.shape[0] + 1, part.shape[1] + 1), dtype=np.int64)
    sums[1:, 1:] = part.cumsum(axis=0).cumsum(axis=1)
    ys, xs = np.nonzero(part)
    my, mx = ys.mean() + 0.5, xs.mean() + 0.5
    # Room on a lattice: so many cells hold the box, wherever between them it begins.
    across, down = math.ceil(ink.w / fine - 1e-6), math.ceil(ink.h / fine - 1e-6)
    for room in range(SPACIOUS, -1, -1):
        w, h = across + room, down + room
        if h > part.shape[0] or w > part.shape[1]:
            continue
        whole = sums[h:, w:] - sums[:-h, w:] - sums[h:, :-w] + sums[:-h, :-w] == w * h
        if near is not None:
            there = [(np.arange(whole.shape[k]) + first + size / 2) * fine + corner[1 - k] - at for k, first, size, at in (
                (0, y0, h, near.center[1]), (1, x0, w, near.center[0]))]
            whole &= (np.abs(there[0])[:, None] <= FIXED) & (np.abs(there[1])[None, :] <= FIXED)
        if whole.any():
            tops, lefts = np.nonzero(whole)
            far = np.hypot(tops + h / 2 - my, lefts + w / 2 - mx)
            k = int(far.argmin())
            x = corner[0] + (x0 + lefts[k] + w / 2) * fine - ink.w / 2
            y = corner[1] + (y0 + tops[k] + h / 2) * fine - ink.h / 2
            return Rect(round(float(x), 2), round(float(y), 2), ink.w, ink.h)
    return ink


# ---------------------------------------------------------------------- outlines


def _traced(
    labels: Labels, corner: Point, fine: float, inks: Sequence[Rect], linked: Sequence[Collection[int]]
) -> tuple[Polygon, ...]:
    """Returns the outlines of the areas: borders as smooth lines, as smooth as boxes and the lengths of borders allow."""
    rings = [_outline(labels == number) for number in range(1, len(inks) + 1)]
    nodes = _nodes(labels)
    arcs, of = _arcs(rings, nodes)
    walls = [shapely.box(ink.x, ink.y, ink.x + ink.w, ink.y + ink.h) for ink in inks]
    tree = shapely.STRtree(walls)
    placed = [np.array(arc, dtype=float) * fine + np.array(corner) for arc in arcs]
    smooth = [0] * len(arcs)
    drawn = [_fitted(arc, tree, smooth, k) for k, arc in enumerate(placed)]
    for _ in range(4 * len(SMOOTH)):
        shapes = [_assembled(ring, nodes, of, drawn) for ring in rings]
        wrong, short = _wrong(shapes), _too_short(shapes, linked)
        lines = [LineString(line) for line in drawn]
        touched = {k for k, line in enumerate(lines) if any(line.dwithin(place, 0.05) for place in wrong)}
        # Of a short border itself nothing is smoothed away; what meets it stays as smooth as it is.
        touched |= {k for k, line in enumerate(lines) if any(place.buffer(0.05).covers(line) for place in short)}
        if not any(smooth[k] < len(SMOOTH) - 1 for k in touched):
            break
        for k in touched:
            smooth[k] += smooth[k] < len(SMOOTH) - 1
            drawn[k] = _fitted(placed[k], tree, smooth, k)
    return tuple(_assembled(ring, nodes, of, drawn) for ring in rings)


def settled(outline: Polygon, ink: Rect, near: Rect | None) -> Rect:
    """A box that was placed on cells moved a little, as far from the outline as it can be or need be: a pattern search."""
    ring = outline.exterior

    def room(at: Point) -> float:
        if near is not None and max(abs(at[0] - near.x), abs(at[1] - near.y)) > FIXED:
            return -1.0
        strip = shapely.box(at[0], at[1], at[0] + ink.w, at[1] + ink.h - ink.w)
        square = shapely.box(at[0], at[1] + ink.h - ink.w, at[0] + ink.w, at[1] + ink.h)
        if not outline.covers(strip) or not outline.covers(square):
            return -1.0
        return min(float(ring.distance(square)), float(ring.distance(strip)) + LESS, ENOUGH)

    at, step = (ink.x, ink.y), 4.0
    best = room(at)
    while step >= 0.25 and best < ENOUGH:
        far, place = max((room((at[0] + dx * step, at[1] + dy * step)), (at[0] + dx * step, at[1] + dy * step))
                         for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
        if far > best + 0.01:
            best, at = far, place
        else:
            step /= 2
    return Rect(round(at[0], 2), round(at[1], 2), ink.w, ink.h)


def _nodes(labels: Labels) -> frozenset[Spot]:
    """Returns the corners of cells in which more than two labels meet, or two of them crosswise."""
    a, b, c, d = labels[:-1, :-1], labels[:-1, 1:], labels[1:, :-1], labels[1:, 1:]
    sides = (a != b).astype(int) + (b != d) + (d != c) + (c != a)
    return frozenset((int(x) + 1, int(y) + 1) for y, x in np.argwhere(sides > 2))


def _arcs(
    rings: Sequence[Sequence[Spot]], nodes: Collection[Spot]
) -> tuple[list[list[Spot]], dict[tuple[Spot, Spot], tuple[int, bool]]]:
    """Every border once, from node to node or round about; and, by the first step along it either way, which one it is and
    whether it is walked as it stands."""
    arcs: list[list[Spot]] = []
    of: dict[tuple[Spot, Spot], tuple[int, bool]] = {}
    for ring in rings:
        for arc in _split(ring, nodes):
            if (arc[0], arc[1]) not in of:
                of[arc[0], arc[1]] = len(arcs), True
                of[arc[-1], arc[-2]] = len(arcs), False
                arcs.append(arc)
    return arcs, of


def _split(ring: Sequence[Spot], nodes: Collection[Spot]) -> list[list[Spot]]:
    """A ring in pieces from node to node, or whole, from its first point back to it."""
    stops = [k for k, spot in enumerate(ring) if spot in nodes]
    if not stops:
        start = min(range(len(ring)), key=lambda k: ring[k])
        return [[*ring[start:], *ring[: start + 1]]]
    turned = [*ring[stops[0] :], *ring[: stops[0] + 1]]
    ends = [k - stops[0] for k in stops] + [len(ring)]
    return [turned[a : b + 1] for a, b in pairwise(ends)]


def _fitted(arc: Floats, tree: shapely.STRtree, smooth: list[int], k: int) -> Floats:
    """An arc as smooth as boxes allow, from `smooth[k]` on: it goes round a box that a smoother line would come too near."""
    boxes = _near(arc, tree)
    far = [float(each.distance(LineString(arc))) for each in boxes]
    least = [min(WANTED, max(each - GIVE, min(each, GIVE))) for each in far]
    while True:
        sigma = SMOOTH[smooth[k]]
        line = _unspiked(_plain(_pushed(_smoothed(arc, sigma), boxes, least) if sigma else arc, PLAIN if sigma else 0.01))
        if smooth[k] == len(SMOOTH) - 1 or all(
            float(each.distance(LineString(line))) >= room for each, room in zip(boxes, least, strict=True)
        ):
            return line
        smooth[k] += 1


def _pushed(line: Floats, boxes: Sequence[BaseGeometry], least: Sequence[float]) -> Floats:
    """A line whose points, but for its ends, keep so far from the boxes, and as much more as it loses when made plain."""
    line = line.copy()
    for each, room in zip(boxes, least, strict=True):
        around = each.buffer(room + PLAIN)
        inside = np.flatnonzero(shapely.contains_xy(around, line[1:-1])) + 1
        rim = around.exterior
        if len(inside):
            line[inside] = shapely.get_coordinates(rim.interpolate(rim.project(shapely.points(line[inside]))))
    return line


def _unspiked(line: Floats) -> Floats:
    """A line without the corners at which it turns back: a tip of a cell or two, between neighbors that came close."""
    while len(line) > 3:
        ways = np.arctan2(*np.diff(line, axis=0).T[::-1])
        turns = np.abs((np.diff(ways) + np.pi) % (2 * np.pi) - np.pi)
        if turns.max() < SPIKE:
            break
        line = np.delete(line, int(turns.argmax()) + 1, axis=0)
    return line


def _near(arc: Floats, tree: shapely.STRtree) -> list[BaseGeometry]:
    return [tree.geometries[i] for i in sorted(tree.query(LineString(arc), predicate="dwithin", distance=4 * WANTED))]


def _smoothed(arc: Floats, sigma: float) -> Floats:
    """A line with its steps smoothed out, ends fixed."""
    closed = bool((arc[0] == arc[-1]).all())
    reach = min(math.ceil(3 * sigma), (len(arc) - 1) // (1 if closed else 2))
    if reach:
        weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
        weights /= weights.sum()
        if closed:
            ends = arc[-1 - reach : -1], arc[1 : reach + 1]
        else:  # turned round its ends, which stay
            ends = (2 * arc[0] - arc[1 : reach + 1])[::-1], (2 * arc[-1] - arc[-1 - reach : -1])[::-1]
        padded = np.concatenate([ends[0], arc, ends[1]])
        smooth = np.stack([np.convolve(padded[:, axis], weights, mode="valid") for axis in (0, 1)], axis=1)
        # To the last digit, as borders that meet there are rounded one by one.
        smooth[[0, -1]] = smooth[[0, 0]] if closed else arc[[0, -1]]
        arc = smooth
    return arc


def _plain(arc: Floats, off: float) -> Floats:
    """A line without points that say nothing."""
    line: Floats = np.round(shapely.get_coordinates(shapely.simplify(LineString(arc), off)), 2)
    return line


def _walk(
    ring: Sequence[Spot], nodes: Collection[Spot], of: dict[tuple[Spot, Spot], tuple[int, bool]]
) -> list[tuple[int, bool]]:
    return [of[arc[0], arc[1]] for arc in _split(ring, nodes)]


def _assembled(
    ring: Sequence[Spot], nodes: Collection[Spot], of: dict[tuple[Spot, Spot], tuple[int, bool]], drawn: Sequence[Floats]
) -> Polygon:
    points: list[Point] = []
    for k, forward in _walk(ring, nodes, of):
        line = drawn[k] if forward else drawn[k][::-1]
        points += [(float(x), float(y)) for x, y in line[:-1]]
    return Polygon(points)


def _wrong(shapes: Sequence[Polygon]) -> list[BaseGeometry]:
    """Where outlines cross themselves or others, or come too near."""
    found: list[BaseGeometry] = [shape.exterior for shape in shapes if not shape.is_valid]
    if found:
        return found
    return [edges for edges in shapely.coverage_invalid_edges(list(shapes), gap_width=NARROW) if not edges.is_empty]


def _too_short(shapes: Sequence[Polygon], linked: Sequence[Collection[int]]) -> list[BaseGeometry]:
    """Borders that are too short to be seen."""
    pairs = [(k, other) for k, others in enumerate(linked) for other in others if other > k]
    common = [shapes[a].exterior.intersection(shapes[b].exterior) for a, b in pairs]
    return [line for line in common if line.length < MIN_BORDER * POINTS_PER_MM + 0.1]


def _outline(mask: Masks) -> list[Spot]:
    """Returns the corners of cells round an area."""
    padded = np.pad(mask, 1)
    after: dict[Spot, Spot] = {}
    for dy, dx, start, end in (
        (-1, 0, (0, 0), (1, 0)), (0, 1, (1, 0), (1, 1)), (1, 0, (1, 1), (0, 1)), (0, -1, (0, 1), (0, 0)),
    ):
        rim = padded[1:-1, 1:-1] & ~padded[1 + dy : padded.shape[0] - 1 + dy, 1 + dx : padded.shape[1] - 1 + dx]
        for y, x in np.argwhere(rim).tolist():
            after[(x + start[0], y + start[1])] = (x + end[0], y + end[1])
    first = here = min(after)
    ring = [first]
    while (here := after[here]) != first:
        ring.append(here)
    return ring
