"""Invents an island: map data from a seed, for boards without end.

The coast is a circle with waves, the areas are a centroidal Voronoi tessellation (Lloyd's algorithm), everything is bent a
little, and names are made of syllables.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import MultiPoint, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from rollwrite_desktop.intake.geodata import Feature, Layer
from rollwrite_desktop.sheet.polygons import parts_of

LLOYD = 14
_BEGIN = ("b", "br", "c", "d", "dr", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "st", "t", "tr", "v", "w", "")
_VOWEL = ("a", "e", "i", "o", "u", "a", "e", "o", "ai", "ea")
_END = ("n", "r", "l", "s", "nd", "rn", "m", "th", "ld", "", "", "")
_LAST = ("a", "ia", "or", "en", "ford", "mark", "stead", "wick", "moor", "vale", "holm", "ness", "land", "o", "is", "um")

Floats = NDArray[np.floating[Any]]


def island(seed: str, areas: int) -> tuple[str, Layer]:
    """Returns the name of an island and its areas, as map data on a plane. The same seed gives the same island."""
    chance = random.Random(f"island/{seed}/{areas}")
    land = _coast(chance, 0.0, 0.0, 100.0, chance.uniform(1.25, 1.7))
    isles = chance.choice((0, 1, 1, 2))
    sizes = _shares(areas, isles)
    parts = [(land, sizes[0])]
    for size in sizes[1:]:
        angle, small = chance.uniform(0, 2 * math.pi), 100.0 * math.sqrt(size / areas)
        far = 30.0
        while True:  # outward until there is a strait
            isle = _coast(chance, far * math.cos(angle), far * math.sin(angle), small, chance.uniform(1.0, 1.4))
            if all(isle.distance(other) > 16 for other, _ in parts):
                break
            far += 8
        parts.append((isle, size))
    cells = [cell for part, count in parts for cell in _tessellated(part, count, chance)]
    bend = _bend(chance)
    names = _names(chance, len(cells) + 1)
    features = tuple(
        Feature({"name": name}, (((*((float(x), float(y)) for x, y in shapely.transform(cell, bend).exterior.coords),),),))
        for name, cell in zip(names[1:], cells, strict=True)
    )
    return names[0], Layer("island", features)


def _shares(areas: int, isles: int) -> list[int]:
    small = max(2, areas // 10)
    return [areas - isles * small, *([small] * isles)]


def _coast(chance: random.Random, x: float, y: float, size: float, oblong: float) -> Polygon:
    """A circle with waves, `oblong` times as wide as high."""
    waves = [(k, chance.uniform(0, 2 * math.pi), chance.uniform(0.4, 1.0) * 0.34 / k) for k in range(2, 9)]
    ring = []
    for step in range(180):
        angle = 2 * math.pi * step / 180
        far = size * (1 + sum(high * math.cos(k * angle + start) for k, start, high in waves))
        ring.append((x + far * math.cos(angle) * math.sqrt(oblong), y + far * math.sin(angle) / math.sqrt(oblong)))
    return parts_of(shapely.make_valid(Polygon(ring)))[0]


def _tessellated(land: Polygon, count: int, chance: random.Random) -> list[Polygon]:
    left, top, right, bottom = land.bounds
    points: list[Point] = []
    while len(points) < count:
        point = Point(chance.uniform(left, right), chance.uniform(top, bottom))
        if land.contains(point):
            points.append(point)
    cells: list[BaseGeometry] = []
    for turn in range(LLOYD):
        voronoi = shapely.voronoi_polygons(MultiPoint(points), extend_to=land)
        cells = [cell.intersection(land) for cell in sorted(voronoi.geoms, key=lambda cell: cell.centroid.coords[0])]
        if turn < LLOYD - 1:
            # Stopped early, areas keep some of their differences in size.
            points = [parts_of(cell)[0].centroid for cell in cells]
    return _whole([parts_of(cell) for cell in cells])


def _whole(parts: list[list[Polygon]]) -> list[Polygon]:
    """One polygon for each area: what the coast cut off goes to the neighbor with the longest border."""
    areas = [pieces[0] for pieces in parts]
    for pieces in parts:
        for piece in pieces[1:]:
            k = max(range(len(areas)), key=lambda k: (areas[k].buffer(1e-6).intersection(piece).area, -k))
            areas[k] = parts_of(unary_union([areas[k].buffer(1e-6), piece]))[0]
    return areas


def _bend(chance: random.Random) -> Callable[[Floats], Floats]:
    waves = [
        (chance.uniform(0.02, 0.09), chance.uniform(0.02, 0.09), chance.uniform(0, 6.3), chance.uniform(0, 6.3))
        for _ in range(5)
    ]

    def bent(xy: Floats) -> Floats:
        out = xy.copy()
        for kx, ky, a, b in waves:
            out[:, 0] += 2.2 * np.sin(ky * xy[:, 1] + a)
            out[:, 1] += 2.2 * np.sin(kx * xy[:, 0] + b)
        return out

    return bent


def _names(chance: random.Random, count: int) -> list[str]:
    """Different names, such as no place has on purpose."""
    names: list[str] = []
    while len(names) < count:
        stem = chance.choice(_BEGIN) + chance.choice(_VOWEL) + chance.choice(_END)
        name = (stem + chance.choice(_LAST)).capitalize()
        if 4 <= len(name) <= 10 and name not in names and not any(name[:3] == other[:3] for other in names):
            names.append(name)
    return names
