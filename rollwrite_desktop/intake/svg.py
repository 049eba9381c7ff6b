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
MAX_WORK = 2_000_000
"""Elements, transforms, numbers and points of a drawing together."""
MAX_HOLED, MAX_INSIDE = 200, 2_000_000
"""Rings of one path that are looked at for holes, and comparisons for that in a whole drawing."""
MAX_DIGITS = 100
MAX_TITLE = 1_000

Point = tuple[float, float]
Ring = tuple[Point, ...]
Matrix = tuple[float, float, float, float, float, float]

_IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_TRANSFORM = re.compile(r"(matrix|translate|scale|rotate)\s*\(([^()]*)\)")
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_NAMES = ("data-name", "inkscape:label", "name", "title", "aria-label")


_WEIGHTS = tuple(
    ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3) for t in (step / STEPS for step in range(1, STEPS + 1))
)
"""Of the four points of a cubic curve, for each of its lines' ends."""


class NotADrawing(Exception):
    """An SVG file that cannot be read, and why."""


class _Work:
    """Counts what is done for a drawing against its limits."""

    def __init__(self) -> None:
        self.left, self.inside = MAX_WORK, MAX_INSIDE

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise NotADrawing(f"more than {MAX_WORK} elements, numbers and points")

    def numbers(self, text: str) -> list[float]:
        """The numbers in a text."""
        found = []
        for number in _NUMBER.finditer(text):
            self.spend(1)
            if number.end() - number.start() > MAX_DIGITS:
                raise NotADrawing(f"a number of more than {MAX_DIGITS} digits")
            found.append(float(number[0]))
        return found


def shapes(data: bytes) -> Iterator[tuple[Mapping[str, str], list[tuple[Ring, ...]]]]:
    """The attributes of every path or polygon with an id, and its polygons: an outer ring and its holes each, y up. Raises
    NotADrawing."""
    found: list[tuple[dict[str, str], list[Ring]]] = []
    stack: list[tuple[Matrix, str, str]] = [(_IDENTITY, "", "")]  # of each element: transform, id, name
    titled: list[str] = []
    work = _Work()

    def start(tag: str, given: dict[str, str]) -> None:
        work.spend(4)  # as dear as four numbers
        if len(stack) > MAX_DEPTH:
            raise NotADrawing("elements too deep")
        tag = tag.rpartition(":")[2]
        name = next((given[key] for key in _NAMES if given.get(key)), "")
        matrix = _product(stack[-1][0], _matrix(given.get("transform", ""), work))
        # The paths of a group with an id are parts of one area, unless they have ids of their own.
        own = given.get("id", "") or (stack[-1][1] if tag in ("path", "polygon") else "")
        if tag == "title":
            titled.append("")
        elif tag in ("path", "polygon") and own:
            rings = list(_rings(given.get("d", ""), work) if tag == "path" else _polygon(given.get("points", ""), work))
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
        if titled and len(titled[-1]) < MAX_TITLE:
            titled[-1] += content

    def entity(*_: object) -> None:
        raise NotADrawing("entities")

    if len(data) > MAX_BYTES:
        raise NotADrawing(f"more than {MAX_BYTES // 1_000_000} MB")
    if data.count(b"=") > MAX_WORK // 4:
        raise NotADrawing(f"more than {MAX_WORK // 4} attributes")
    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, text
    parser.EntityDeclHandler = entity
    parser.buffer_text = True  # or every line of a text is a call
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError, ValueError) as error:  # the last two: an encoding that is not known
        raise NotADrawing(str(error)) from error
    yield from ((attributes, _nested(rings, work)) for attributes, rings in found)


def _rings(path: str, work: _Work) -> Iterator[Ring]:
    """The subpaths of a path's data (SVG 1.1, section 8.3), curves as lines."""
    here = start = control = (0.0, 0.0)
    ring: list[Point] = []
    first = _COMMAND.search(path)
    if work.numbers(path[: first.start()] if first else path):
        raise NotADrawing("a path begins with a number")
    for found in _COMMAND.finditer(path):
        work.spend(3)
        command, numbers = found[1], work.numbers(found[2])
        kind = command.upper()
        count = _NUMBERS[kind]
        if kind == "Z":
            if numbers:
                raise NotADrawing("a number after the end of a path")
            if len(ring) >= 3:
                yield tuple(ring)
            here, ring, control = start, [start], start
            continue
        if not numbers or len(numbers) % count:
            raise NotADrawing(f"too few numbers after {command}")
        for at in range(0, len(numbers), count):
            x0, y0 = here if command.islower() else (0.0, 0.0)
            own = numbers[at : at + count]
            work.spend(STEPS if kind in "CSQT" else 1)
            ends = [(x0 + own[k], y0 + own[k + 1]) for k in range(0, count - 1, 2)] if kind in "MLCSQT" else []
            if kind == "M":
                if len(ring) >= 3:
                    yield tuple(ring)
                here = start = ends[0]
                ring = [here]
                kind = "L"  # further pairs are lines
            elif kind in "CS":
                second = ends[0] if kind == "C" else _mirrored(control, here)
                ring += _cubic(here, second, ends[-2], ends[-1])
                here, control = ends[-1], ends[-2]
                continue
            elif kind in "QT":
                middle = ends[0] if kind == "Q" else _mirrored(control, here)
                ring += _cubic(here, _between(here, middle), _between(ends[-1], middle), ends[-1])
                here, control = ends[-1], middle
                continue
            else:
                if kind == "H":
                    here = (x0 + own[0], here[1])
                elif kind == "V":
                    here = (here[0], y0 + own[0])
                else:
                    here = (x0 + own[-2], y0 + own[-1])
                ring.append(here)
            control = here
    if len(ring) >= 3:
        yield tuple(ring)


def _polygon(points: str, work: _Work) -> Iterator[Ring]:
    numbers = work.numbers(points)
    if len(numbers) >= 6:
        yield tuple(zip(numbers[::2], numbers[1::2], strict=False))


def _mirrored(control: Point, here: Point) -> Point:
    return 2 * here[0] - control[0], 2 * here[1] - control[1]


def _between(end: Point, middle: Point) -> Point:
    """The control point of a cubic curve that is the quadratic one with this control point."""
    return end[0] + 2 / 3 * (middle[0] - end[0]), end[1] + 2 / 3 * (middle[1] - end[1])


def _cubic(a: Point, b: Point, c: Point, d: Point) -> list[Point]:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = a, b, c, d
    return [(p * ax + q * bx + r * cx + s * dx, p * ay + q * by + r * cy + s * dy) for p, q, r, s in _WEIGHTS]


def _matrix(text: str, work: _Work) -> Matrix:
    """The product of a list of transforms (SVG 1.1, section 7.6). Raises NotADrawing."""
    matrix = _IDENTITY
    for found in _TRANSFORM.finditer(text):
        kind, arguments = found.groups()
        work.spend(4)
        match kind, work.numbers(arguments):
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
                raise NotADrawing(f"{kind}({arguments[:MAX_DIGITS]})")
        matrix = _product(matrix, own)
    return matrix


def _product(m: Matrix, n: Matrix) -> Matrix:
    return (
        m[0] * n[0] + m[2] * n[1], m[1] * n[0] + m[3] * n[1], m[0] * n[2] + m[2] * n[3], m[1] * n[2] + m[3] * n[3],
        m[0] * n[4] + m[2] * n[5] + m[4], m[1] * n[4] + m[3] * n[5] + m[5],
    )


def _placed(ring: Ring, m: Matrix) -> Ring:
    return tuple((m[0] * x + m[2] * y + m[4], -(m[1] * x + m[3] * y + m[5])) for x, y in ring)


def _nested(rings: list[Ring], work: _Work) -> list[tuple[Ring, ...]]:
    """Rings within one other ring are its holes; of paths with very many rings none is, nor in a drawing that takes more
    comparisons than MAX_INSIDE."""
    if not 1 < len(rings) <= MAX_HOLED:
        return [(ring,) for ring in rings]
    boxes = [_box(ring) for ring in rings]
    within: list[list[int]] = []
    for i, ring in enumerate(rings):
        x, y = ring[0]
        around = [j for j, (x0, y0, x1, y1) in enumerate(boxes) if j != i and x0 <= x <= x1 and y0 <= y <= y1]
        work.inside -= len(boxes) // 8 + sum(len(rings[j]) for j in around)
        if work.inside < 0:
            return [(one,) for one in rings]
        within.append([j for j in around if _inside(rings[j], (x, y))])
    outer = [i for i, around in enumerate(within) if len(around) % 2 == 0]
    return [
        (rings[i], *(rings[j] for j, around in enumerate(within) if len(around) == len(within[i]) + 1 and i in around))
        for i in outer
    ]


def _box(ring: Ring) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return min(xs), min(ys), max(xs), max(ys)


def _inside(ring: Ring, point: Point) -> bool:
    (x, y), found = point, False
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found
