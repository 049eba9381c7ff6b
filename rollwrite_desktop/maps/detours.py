"""Lines that turn once on their way, where a straight one would cross another or pass a third place."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
import shapely

from rollwrite_desktop.maps.areas import Link
from rollwrite_desktop.maps.line_map import TAB, Floats, clearance, crossing
from rollwrite_desktop.maps.measures import FAN, NARROW_FAN, PASSING
from rollwrite_desktop.maps.verdict import LONGEST
from rollwrite_desktop.sheet.check import CLEAR
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Point, Rect

STEP = 4.0
"""Points from one spot where a line may turn to the next."""
LEAST = 3.0
"""Points between a line and a place that it does not lead to, or not there; and from where it turns to another line."""
FANNED, PAST = 3.0, 8.0
"""Points of a line that are as bad as a degree of an angle that is hard to see, and as a point nearer to a third place than
a line should pass."""


def detours(
    lost: Sequence[Link], ways: Mapping[Link, Sequence[Point]], places: Mapping[str, Point], side: float, room: Rect,
) -> dict[Link, Point]:
    """Where lines of some of the links that are lost may turn: short, and clear of all places and lines. ways: of the lines
    that there are; side: of places."""
    drawn, found = dict(ways), dict[Link, Point]()
    for link in sorted(lost, key=lambda link: math.dist(*(places[end] for end in link))):
        turn = _turn(link, drawn, places, side, room)
        if turn is not None:
            found[link] = turn
            drawn[link] = places[link[0]], turn, places[link[1]]
    return found


def _turn(
    link: Link, drawn: Mapping[Link, Sequence[Point]], places: Mapping[str, Point], side: float, room: Rect
) -> Point | None:
    xs, ys = np.arange(room.x + STEP, room.x + room.w, STEP), np.arange(room.y + STEP, room.y + room.h, STEP)
    spots = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    ends = [np.array(places[end]) for end in link]
    long = sum(np.hypot(*(spots - end).T) for end in ends)
    fits = long <= LONGEST * POINTS_PER_MM
    lines = shapely.union_all([shapely.LineString(way) for way in drawn.values()])
    fits &= ~shapely.dwithin(lines, shapely.points(spots), LEAST)
    for end in ends:  # it turns outside of both
        fits &= np.abs(spots - end).max(axis=1) > side / 2 + LEAST
    spots, long = spots[fits], long[fits]
    others = np.array([place for code, place in places.items() if code not in link]).reshape(-1, 2)
    cost, fits = long, np.ones(len(spots), bool)
    for (here, there), end in zip((link, link[::-1]), ends, strict=True):
        clear, above = (clearance(spots[:, None], end, others, side, tab).min(axis=1, initial=math.inf) for tab in (0, TAB))
        fits &= clear >= LEAST
        cost = cost + PAST * np.maximum(PASSING * POINTS_PER_MM - above, 0)
        fits &= clearance(spots, end, np.array(places[there]), side) >= CLEAR * POINTS_PER_MM
        for other, way in drawn.items():
            a, b = (np.array(way[k]) for k in (0, -1))
            if here not in other:
                corners = [np.array(corner) for corner in way]
                for one, two in pairwise(corners):
                    fits &= ~crossing(spots, end, one, two)
            else:
                ahead = np.array(way[1] if other[0] == here else way[-2]) - end
                angle = _angle(spots - end, ahead)
                fits &= angle >= NARROW_FAN
                cost = cost + FANNED * np.maximum(FAN - angle, 0)
                if len(way) > 2:
                    fits &= ~crossing(spots, end, *(np.array(corner) for corner in (way[1], b if other[0] == here else a)))
    return None if not fits.any() else _rounded(spots[np.where(fits, cost, math.inf).argmin()])


def _angle(ways: Floats, ahead: Floats) -> Floats:
    """Returns the angles, in degrees, between some ways and another one."""
    across, along = ways[:, 0] * ahead[1] - ways[:, 1] * ahead[0], ways @ ahead
    found: Floats = np.abs(np.degrees(np.arctan2(across, along)))
    return found


def _rounded(at: Floats) -> Point:
    return round(float(at[0]), 1), round(float(at[1]), 1)
