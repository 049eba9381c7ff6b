"""Reads drawings of maps: the paths of an SVG file that have ids, as areas with rings of points.

Fills and everything else are ignored. Curves become eight lines each, arcs one. Entities of a file's own are refused, so no
text grows; nothing is fetched.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from xml.parsers import expat

STEPS = 8
"""Lines for a curve."""
MAX_DEPTH = 200
MAX_BYTES = 16_000_000
MAX_HOLED, MAX_WORK = 200, 2_000_000
"""Rings of one path that are looked at for holes, and rings times points."""

Point = tuple[float, float]
Ring = tuple[Point, ...]
Matrix = tuple[float, float, float, float, float, float]

_IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_TOKEN = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])|([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)")
_TRANSFORM = re.compile(r"(matrix|translate|scale|rotate)\s*\(([^)]*)\)")
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_NAMES = ("data-name", "inkscape:label", "name", "title", "aria-label")


class NotADrawing(Exception):
    """An SVG file that cannot be read, and why."""


def shapes(data: bytes) -> Iterator[tuple[Mapping[str, str], list[tuple[Ring, ...]]]]:
    """The attributes of every path or polygon with an id, and its polygons: an outer ring and its holes each, y up. Raises
    NotADrawing."""
    found: list[tuple[dict[str, str], list[Ring]]] = []
    stack: list[tuple[Matrix, str, str]] = [(_IDENTITY, "", "")]  # of each element: transform, id, name
    titled: list[str] = []

    def start(tag: str, given: dict[str, str]) -> None:
        if len(stack) > MAX_DEPTH:
            raise NotADrawing("elements too deep")
        tag = tag.rpartition(":")[2]
        name = next((given[key] for key in _NAMES if given.get(key)), "")
        matrix = _product(stack[-1][0], _matrix(given.get("transform", "")))
        # The paths of a group with an id are parts of one area, unless they have ids of their own.
        own = given.get("id", "") or (stack[-1][1] if tag in ("path", "polygon") else "")
        if tag == "title":
            titled.append("")
        elif tag in ("path", "polygon") and own:
            rings = list(_rings(given.get("d", ""))) if tag == "path" else list(_polygon(given.get("points", "")))
            placed = [ring for ring in (_placed(ring, matrix) for ring in rings) if len(set(ring)) >= 3]
            if placed:
                found.append(({"id": own, "name": name or stack[-1][2] or own}, placed))
        stack.append((matrix, own if tag == "g" else "", name if tag == "g" else ""))

    def end(tag: str) -> None:
        stack.pop()
        if tag.rpartition(":")[2] == "title" and titled:
            text = " ".join(titled.pop().split())
            if text and found and found[-1][0]["name"] == found[-1][0]["id"] and len(stack) > 2:
                found[-1][0]["name"] = text

    def text(content: str) -> None:
        if titled:
            titled[-1] += content

    def entity(*_: object) -> None:
        raise NotADrawing("entities")

    if len(data) > MAX_BYTES:
        raise NotADrawing(f"more than {MAX_BYTES // 1_000_000} MB")
    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, text
    parser.EntityDeclHandler = entity
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError, ValueError) as error:  # the last two: an encoding that is not known
        raise NotADrawing(str(error)) from error
    yield from ((attributes, _nested(rings)) for attributes, rings in found)


def _rings(path: str) -> Iterator[Ring]:
    """The subpaths of a path's data (SVG 1.1, section 8.3), curves as lines."""
    tokens = _TOKEN.findall(path)
    at, command = 0, ""
    here = start = control = (0.0, 0.0)
    ring: list[Point] = []
    while at < len(tokens):
        if tokens[at][0]:
            command = tokens[at][0]
            at += 1
        kind = command.upper()
        if not kind:
            raise NotADrawing("a path begins with a number")
        count = _NUMBERS[kind]
        texts = [number for _, number in tokens[at : at + count] if number]
        if len(texts) < count:
            raise NotADrawing(f"too few numbers after {command}")
        numbers = list(map(float, texts))
        at += count
        x0, y0 = here if command.islower() else (0.0, 0.0)
        ends = [(x0 + numbers[k], y0 + numbers[k + 1]) for k in range(0, count - 1, 2)] if kind in "MLCSQT" else []
        if kind == "M":
            if len(ring) >= 3:
                yield tuple(ring)
            here = start = ends[0]
            ring = [here]
            command = "l" if command == "m" else "L"  # further pairs are lines
        elif kind == "Z":
            if len(ring) >= 3:
                yield tuple(ring)
            here, ring, command = start, [start], ""
            if at < len(tokens) and not tokens[at][0]:
                raise NotADrawing("a number after the end of a path")
        elif kind in "CS":
            first = ends[0] if kind == "C" else _mirrored(control, here)
            ring += _cubic(here, first, ends[-2], ends[-1])
            here, control = ends[-1], ends[-2]
        elif kind in "QT":
            middle = ends[0] if kind == "Q" else _mirrored(control, here)
            ring += _cubic(here, _between(here, middle), _between(ends[-1], middle), ends[-1])
            here, control = ends[-1], middle
        else:
            if kind == "H":
                here = (x0 + numbers[0], here[1])
            elif kind == "V":
                here = (here[0], y0 + numbers[0])
            else:
                here = (x0 + numbers[-2], y0 + numbers[-1])
            ring.append(here)
        if kind not in "CSQT":
            control = here
    if len(ring) >= 3:
        yield tuple(ring)


def _polygon(points: str) -> Iterator[Ring]:
    numbers = [float(number) for _, number in _TOKEN.findall(points) if number]
    if len(numbers) >= 6:
        yield tuple(zip(numbers[::2], numbers[1::2], strict=False))


def _mirrored(control: Point, here: Point) -> Point:
    return 2 * here[0] - control[0], 2 * here[1] - control[1]


def _between(end: Point, middle: Point) -> Point:
    """The control point of a cubic curve that is the quadratic one with this control point."""
    return end[0] + 2 / 3 * (middle[0] - end[0]), end[1] + 2 / 3 * (middle[1] - end[1])


def _cubic(a: Point, b: Point, c: Point, d: Point) -> Iterator[Point]:
    for step in range(1, STEPS + 1):
        t = step / STEPS
        weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3
        yield (sum(w * p[0] for w, p in zip(weights, (a, b, c, d), strict=True)),
               sum(w * p[1] for w, p in zip(weights, (a, b, c, d), strict=True)))


def _matrix(text: str) -> Matrix:
    """The product of a list of transforms (SVG 1.1, section 7.6). Raises NotADrawing."""
    matrix = _IDENTITY
    for kind, arguments in _TRANSFORM.findall(text):
        match kind, [float(number) for _, number in _TOKEN.findall(arguments) if number]:
            case "matrix", [a, b, c, d, e, f]:
                own: Matrix = (a, b, c, d, e, f)
            case "translate", [x, *rest]:
                own = (1.0, 0.0, 0.0, 1.0, x, rest[0] if rest else 0.0)
            case "scale", [x, *rest]:
                own = (x, 0.0, 0.0, rest[0] if rest else x, 0.0, 0.0)
            case "rotate", [degrees, *center] if math.isfinite(degrees):
                cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
                x, y = center if len(center) == 2 else (0.0, 0.0)
                own = (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
            case _:
                raise NotADrawing(f"{kind}({arguments})")
        matrix = _product(matrix, own)
    return matrix


def _product(m: Matrix, n: Matrix) -> Matrix:
    return (
        m[0] * n[0] + m[2] * n[1], m[1] * n[0] + m[3] * n[1], m[0] * n[2] + m[2] * n[3], m[1] * n[2] + m[3] * n[3],
        m[0] * n[4] + m[2] * n[5] + m[4], m[1] * n[4] + m[3] * n[5] + m[5],
    )


def _placed(ring: Ring, m: Matrix) -> Ring:
    return tuple((m[0] * x + m[2] * y + m[4], -(m[1] * x + m[3] * y + m[5])) for x, y in ring)


def _nested(rings: list[Ring]) -> list[tuple[Ring, ...]]:
    """Rings within one other ring are its holes; of paths with very many rings none is."""
    if not 1 < len(rings) <= MAX_HOLED or len(rings) * sum(map(len, rings)) > MAX_WORK:
        return [(ring,) for ring in rings]
    within = [[j for j, other in enumerate(rings) if j != i and _inside(other, ring[0])] for i, ring in enumerate(rings)]
    outer = [i for i, around in enumerate(within) if len(around) % 2 == 0]
    return [
        (rings[i], *(rings[j] for j, around in enumerate(within) if len(around) == len(within[i]) + 1 and i in around))
        for i in outer
    ]


def _inside(ring: Ring, point: Point) -> bool:
    (x, y), found = point, False
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found
