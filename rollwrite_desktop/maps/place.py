"""Where things stand on a map that is drawn: lines over the sea, dice of regions, tabs with codes; and why lines and
outlines differ."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, product

import numpy as np
import shapely
from shapely import LineString, Polygon
from shapely.ops import nearest_points, unary_union

from rollwrite_desktop.maps.areas import Areas, Link
from rollwrite_desktop.maps.line_map import OVERHANG, ROUNDED
from rollwrite_desktop.sheet.load import ring_of
from rollwrite_desktop.sheet.sheet import Decor, Point, Rect, Region, Ring, SeaLine, Space

CIRCLE = 3.5
"""The radius of the circle that marks where areas meet in a corner only, in points."""
DIE = 16.0
"""The width of the die with a region's letter, in points."""
SHORTEST, LONGEST = 6.0, 400.0
"""Points that a sea line is long, at least and at most."""
STOP = 6.0
"""Points along a coast from one end that a sea line may have to the next."""
CLEAR = 1.2
"""Points between a sea line and what it passes."""


def sea_line(
    link: Link, shapes: Mapping[str, Polygon], barred: Sequence[Polygon], others: Sequence[SeaLine]
) -> SeaLine | None:
    """A straight line over the sea between two areas that is clear of everything else, if there is one: not much longer than
    the shortest, and as far from its neighbors as can be."""
    one, other = (shapes[code] for code in link)
    rest = unary_union([shape for code, shape in shapes.items() if code not in link] + list(barred)
                       + [LineString(line.points) for line in others]).buffer(CLEAR)
    stops = [_stops(shape) for shape in (one, other)]
    pairs = sorted(product(*stops), key=lambda pair: (math.dist(*pair), pair))
    own = unary_union([one, other])
    found: list[tuple[float, LineString]] = []
    for a, b in pairs[:1500]:
        line = LineString([a, b])
        if found and line.length > 1.25 * found[0][1].length + 4:
            break
        if SHORTEST <= line.length <= LONGEST and not line.intersects(rest) and line.intersection(own).length < 0.5:
            # The coast beside the line counts too: a line in the middle of a strait is seen best.
            beside = min(own.intersection(side).area for side in (
                line.buffer(9, cap_style="flat", single_sided=True), line.buffer(-9, cap_style="flat", single_sided=True)))
            ends = [shapely.Point(end).buffer(12).intersection(own).area for end in line.coords]
            found.append((min(ends) - 2 * beside - 2 * line.length, line))
    if not found:
        return None
    best = max(found, key=lambda each: each[0])[1]
    (x, y), (u, v) = best.coords
    return SeaLine(link, ((round(x, 2), round(y, 2)), (round(u, 2), round(v, 2))))


def _stops(shape: Polygon) -> list[Point]:
    """Where on an outline sea lines may begin."""
    ring = shape.exterior
    return [
        (stop.x, stop.y) for stop in shapely.line_interpolate_point(ring, np.arange(0, ring.length, STOP)).tolist()
    ]


def dice(
    parts: Sequence[tuple[str, Collection[str]]], known: Mapping[str, Region], shapes: Mapping[str, Polygon],
    taken: Sequence[Rect],
) -> list[Decor]:
    """Where the letters of regions stand, one on each part: on their own land, clear of outlines and of what is taken."""
    found = []
    boxes = unary_union([solid(box) for box in taken])
    for ink, codes in parts:
        land = unary_union([shapes[code] for code in codes])
        radii = (DIE / 2, DIE / 2 - 1, DIE / 2 - 2)
        # Within one area where there is room, else across a border of the region.
        choices = [(radius, unary_union([shapes[code].buffer(-radius - 2) for code in codes])) for radius in radii]
        choices += [(radius, land.buffer(-radius - 1)) for radius in radii]
        for (radius, inner), clear in product(choices, (4.0, 2.0, 0.5)):
            place = inner.difference(boxes.buffer(radius + clear))
            if not place.is_empty:
                middle = nearest_points(place, land.centroid)[0]
                rect = Rect(round(middle.x - radius, 2), round(middle.y - radius, 2), 2 * radius, 2 * radius)
                found.append(Decor("region", ring_of(rect), known[ink].letter))
                break
    return found


def solid(rect: Rect) -> Polygon:
    return shapely.box(rect.x, rect.y, rect.x + rect.w, rect.y + rect.h)


def ring_from(shape: Polygon) -> Ring:
    return tuple((round(x, 2), round(y, 2)) for x, y in shape.exterior.coords[:-1])


def explained(
    shapes: Mapping[str, Polygon], links: Sequence[Link], areas: Areas, names: Mapping[str, str]
) -> tuple[dict[str, str], list[Link]]:
    """Where lines and outlines differ, with the reason, and the strangers that touch."""
    differences: dict[str, str] = {}
    false: list[Link] = []
    for a, b in combinations(sorted(shapes), 2):
        meet = shapes[a].boundary.intersection(shapes[b].boundary).length > 1e-3
        if (a, b) in links and not meet:
            differences[f"{a}-{b}"] = f"A line joins {names[a]} and {names[b]}; their outlines do not meet."
        elif (a, b) not in links and meet:
            if (a, b) not in areas.links | areas.cut:
                false.append((a, b))
            differences[f"{a}-{b}"] = f"No line joins {names[a]} and {names[b]}, although their outlines meet."
    return differences, false


def tab_of(code: str, writing: Rect, lines: Mapping[Link, Sequence[Point]]) -> Point:
    """Where the code begins: at the left of the tab's edge or at the right, where lines are farther; of those that lead
    elsewhere first, then of its own. lines: the way of each, by its link."""
    wide = writing.w - 10.0
    choices = [(round(writing.x + left, 1), round(writing.y - 1.2, 1)) for left in (5.0, writing.w - 4 - 6 * len(code))]

    def room(label: Point) -> tuple[float, float]:
        tab = shapely.box(label[0] - 3.2, writing.y - 8.2, label[0] - 3.2 + min(19.8, wide), writing.y - 1)
        ways = [(code in link, tab.distance(LineString(way))) for link, way in lines.items()]
        others, own = (min((far for own, far in ways if own is each), default=99.0) for each in (False, True))
        return others, own

    return max(choices, key=lambda label: (min(room(label)[0], 8.0), room(label)[1], label == choices[0]))


def too_narrow(space: Space) -> str:
    """Why the writing place of a space stands partly outside of it; "" where it does not."""
    place = solid(space.writing).buffer(-ROUNDED).buffer(ROUNDED)
    if Polygon(space.outline).buffer(OVERHANG).covers(place):
        return ""
    return f"{space.name} is too narrow for a writing place: it stands partly outside."
