"""Land of others around the drawn land of a sheet: put on the sheet by an affine map, bent as the border of the drawn land
is, less the farther away, then filled up to it and tidied. All lengths are points of the sheet, 1/72 inch; numpy and
shapely only, for maps that are made and for those that are shipped (`sheets/build/neighbors.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from rollwrite_desktop.sheet.polygons import largest_of, parts_of
from rollwrite_desktop.sheet.sheet import Ring

ROUNDS = 40
"""In which the affine map is fitted; it stays the same long before the last."""
NEAR = (120.0, 70.0, 40.0, 25.0, 14.0)
"""How far a shift of the border is felt by what is beside it, round by round."""
FAINT = 0.3
"""How little of a shift fades: so many points of the border at full weight halve it."""
STEP = 4.0
"""From point to point of a border where it is looked at."""
ASTRAY = 0.9
"""The share of pairs of points that count: those farther apart have no fellow."""
AT_ONCE = 4096
"""Places that are shifted together."""
BELOW = 6.0
"""How far land of others goes on below the areas, whose coarse edge there nobody sees."""
CLEFT, SPECK, FLAT = 2.0, 30.0, 5.0
"""Half the width of the narrowest bay, the least area of an island, and the least width of one, or of a strip of sea."""

Points = NDArray[np.float64]
"""Points in rows, of x and y."""
Shapes = Mapping[str, BaseGeometry]
"""Lands by name."""
Pairs = tuple[NDArray[np.intp], NDArray[np.intp]]
"""Rows of points of two borders that belong together."""


# ---------------------------------------------------------------------- onto the sheet


def fitted(own: Sequence[Points], goal: Sequence[Points]) -> tuple[Points, Points]:
    """Returns the affine map that fits borders best to those drawn of them: a matrix and a shift. own, goal: points of each
    border, and of that which is drawn of it, in the same order; only points of the same border are paired."""
    whole, there = np.concatenate(own), np.concatenate(goal)
    scale = np.ptp(there, axis=0) / np.ptp(whole, axis=0)
    matrix, shift = np.diag(scale), there.min(axis=0) - scale * whole.min(axis=0)
    rows = np.column_stack([whole, np.ones(len(whole))])
    for _ in range(ROUNDS):
        here, at = _pairs([points @ matrix.T + shift for points in own], goal)
        found, *_ = np.linalg.lstsq(rows[here], there[at], rcond=None)
        matrix, shift = found[:2].T, found[2]
    return matrix, shift


def bent(own: Sequence[Points], goal: Sequence[Points]) -> Callable[[Points], Points]:
    """Returns how places near borders are shifted so that these become the drawn ones, ever finer. own, goal: as in
    `fitted`."""
    there, fields = np.concatenate(goal), list[tuple[Points, Points, float]]()
    lengths = [0, *accumulate(map(len, own))]
    here = np.concatenate(own)
    for near in NEAR:
        at, to = _pairs([here[first:end] for first, end in pairwise(lengths)], goal)
        fields.append((here[at], there[to] - here[at], near))
        here = _shifted(here, fields[-1:])
    return lambda points: np.round(_shifted(points, fields), 2)


def _shifted(points: Points, rounds: Sequence[tuple[Points, Points, float]]) -> Points:
    found = np.array(points, dtype=float)
    for first in range(0, len(found), AT_ONCE):
        some = found[first : first + AT_ONCE]
        for at, by, near in rounds:
            weights = np.exp(-_squares(some, at) / (2 * near**2))
            some = some + (weights @ by) / (weights.sum(axis=1) + FAINT)[:, None]
        found[first : first + AT_ONCE] = some
    return found


def _pairs(one: Sequence[Points], other: Sequence[Points]) -> Pairs:
    """Which points of the borders are the nearest to each other, as rows of all points; the farthest have no fellow, and are
    left out."""
    here, there, far = list[NDArray[np.intp]](), list[NDArray[np.intp]](), list[Points]()
    rows = columns = 0
    for ours, theirs in zip(one, other, strict=True):
        away = _squares(ours, theirs)
        i = np.concatenate([np.arange(len(ours)), away.argmin(axis=0)])
        j = np.concatenate([away.argmin(axis=1), np.arange(len(theirs))])
        here.append(i + rows)
        there.append(j + columns)
        far.append(away[i, j])
        rows, columns = rows + len(ours), columns + len(theirs)
    away = np.concatenate(far)
    close = away <= np.quantile(away, ASTRAY)
    return np.concatenate(here)[close], np.concatenate(there)[close]


def _squares(one: Points, other: Points) -> Points:
    """The squares of the ways from each point to each other one."""
    return np.asarray((one**2).sum(axis=1)[:, None] + (other**2).sum(axis=1) - 2 * one @ other.T)


# ---------------------------------------------------------------------- what is seen


def filled(lands: Shapes, land: BaseGeometry, frame: Polygon) -> dict[str, BaseGeometry]:
    """Returns lands within the frame without bays and strips of sea that are too narrow to see."""
    found = {name: closed(shape, CLEFT).difference(land).intersection(frame) for name, shape in lands.items()}
    for hole in parts_of(frame.difference(shapely.union_all([land, *found.values()]))):
        if hole.area < SPECK or hole.buffer(-FLAT / 2).is_empty:
            beside = {name: hole.buffer(0.2).intersection(shape).area for name, shape in found.items()}
            if beside and max(beside.values()) > 0:
                name = max(beside, key=lambda each: beside[each])
                found[name] = shapely.union_all([found[name], hole.buffer(0.05)])
    return found


def rings(shape: BaseGeometry, below: BaseGeometry, land: BaseGeometry, frame: Polygon) -> Iterator[Ring]:
    """Yields the rings of other land as it is drawn, the largest first, in whole points. below: where it may go on below the
    areas; land: all of those."""
    under = shape.buffer(BELOW, quad_segs=2).intersection(land).intersection(below)
    whole = closed(shapely.union_all([shape, under]), 0.6).intersection(frame)
    for part in parts_of(whole):
        if seen(part.difference(land)) and len(ring := _coarse(Polygon(part.exterior), land)) > 2:
            yield ring


def closed(shape: BaseGeometry, narrow: float) -> BaseGeometry:
    """Returns a shape without what is narrower than twice that between its parts."""
    return shapely.make_valid(shape.buffer(narrow, join_style="mitre").buffer(-narrow, join_style="mitre"))


def seen(shape: BaseGeometry) -> bool:
    """Returns whether land or water is large enough to be told from a speck."""
    return bool(shape.area >= SPECK) and not shape.buffer(-FLAT / 4).is_empty


def _coarse(part: Polygon, land: BaseGeometry) -> Ring:
    """The ring of a land in whole points, with few of them below the areas."""
    deep = land.buffer(1.5 - BELOW)
    shapely.prepare(deep)
    ring = [(float(round(x)), float(round(y))) for x, y in part.exterior.simplify(0.6).coords]
    ring = list(shapely.remove_repeated_points(LineString(ring)).coords)[:-1]
    hidden = [deep.covers(shapely.Point(point)) for point in ring]
    if all(hidden) or len(ring) < 4:
        return ()
    start = hidden.index(False)
    ring, hidden = ring[start:] + ring[:start], hidden[start:] + hidden[:start]
    kept: list[tuple[float, float]] = []
    run: list[tuple[float, float]] = []
    for point, below in zip([*ring, ring[0]], [*hidden, False], strict=True):
        run.append(point)
        if not below:
            kept += list(LineString(run).simplify(3.0).coords)[:-1] if len(run) > 2 else run[:-1]
            run = [point]
    valid = largest_of(shapely.make_valid(Polygon(kept))) if len(kept) > 2 else Polygon()
    return tuple((float(x), float(y)) for x, y in valid.exterior.coords[:-1])
