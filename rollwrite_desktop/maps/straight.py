"""Long straight borders, such as those along a meridian or a parallel: they stay straight, and run as they ran, however the
land round them is moved."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString
from shapely.geometry.base import BaseGeometry

from rollwrite_desktop.sheet.polygons import parts_of

OFF, LONG = 8.0, 250.0
"""How far a border may be off a straight line, and how long it is at least; in thousandths of the map's greater side."""
APART = 6.0
"""Points from one place along a straight line to the next that is looked at."""
REACH = 70.0
"""Points from a straight line as far as land moves with it."""
CORNER = 0.3
"""The sine of the least angle between two lines that meet in a corner."""

Floats = NDArray[np.floating[Any]]


def straight_lines(shapes: Sequence[BaseGeometry]) -> list[LineString]:
    """Returns the long straight pieces of the outer border of some areas, in units of the map."""
    whole = max(parts_of(shapely.union_all(list(shapes))), key=lambda part: float(part.area))
    ring = shapely.get_coordinates(whole.exterior.simplify(OFF))
    return [LineString([a, b]) for a, b in pairwise(ring) if math.dist(a, b) >= LONG]


def straightened(
    shapes: Sequence[BaseGeometry], lines: Sequence[BaseGeometry], before: Sequence[LineString]
) -> tuple[list[BaseGeometry], list[LineString]]:
    """Shapes with what were straight lines straight again, in points, and these lines. lines: as they are now,
    before: as they were. What is near to a line moves with it."""
    if not lines:
        return list(shapes), []
    placed = _placed(lines, before)
    spots, moves = [], []
    for line, there in zip(lines, placed, strict=True):
        shares = np.linspace(0.0, 1.0, max(2, math.ceil(there.length / APART)))
        now = shapely.get_coordinates(shapely.line_interpolate_point(line, shares, normalized=True))
        spots.append(now)
        moves.append(shapely.get_coordinates(shapely.line_interpolate_point(there, shares, normalized=True)) - now)
    where, by = np.concatenate(spots), np.concatenate(moves)

    def bend(xy: Floats) -> Floats:
        out = xy.copy()
        for start in range(0, len(xy), 4096):
            part = xy[start : start + 4096]
            far2 = ((part[:, None] - where) ** 2).sum(axis=2)
            weight = (far2 + 0.5) ** -2.0
            near = np.maximum(1 - far2.min(axis=1) / REACH ** 2, 0) ** 2
            mean = (weight[:, :, None] * by).sum(axis=1) / weight.sum(axis=1)[:, None]
            out[start : start + 4096] = np.round(part + near[:, None] * mean, 6)
        return out

    return [shapely.transform(shapely.segmentize(shape, APART), bend) for shape in shapes], placed


def _placed(lines: Sequence[BaseGeometry], before: Sequence[LineString]) -> list[LineString]:
    """Where straight lines come to lie: as they ran before, in the middle of where they are, and corners where they met."""
    ends = np.array([shapely.get_coordinates(line) for line in before])
    ways = ends[:, 1] - ends[:, 0]
    ways /= np.hypot(*ways.T)[:, None]
    middles = np.array([shapely.get_coordinates(line.centroid)[0] for line in lines])

    def on(k: int, spot: Floats) -> Floats:
        found: Floats = middles[k] + ways[k] * float((spot - middles[k]) @ ways[k])
        return found

    def end(k: int, side: int) -> Floats:
        own = on(k, shapely.get_coordinates(lines[k])[-side])
        for other in range(len(lines)):
            if other != k and (ends[other] == ends[k][side]).all(axis=1).any():
                (ax, ay), (bx, by) = ways[k], ways[other]
                turn = float(ax * by - ay * bx)
                if abs(turn) < CORNER:
                    return (own + on(other, own)) / 2
                x, y = middles[other] - middles[k]
                corner: Floats = middles[k] + ways[k] * float((x * by - y * bx) / turn)
                return corner
        return own

    return [LineString([end(k, 0), end(k, 1)]) for k in range(len(lines))]
