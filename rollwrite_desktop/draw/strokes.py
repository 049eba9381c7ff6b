"""Marks that all games draw: handwriting in pencil, captions, dice.

Functions return marks whose keys begin with the given key. The irregularities of handwriting are pseudorandom numbers seeded
by that key, so a mark looks the same every time. Lengths are points. Knows no game.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from rollwrite_desktop.draw.display import Align, Display, Face, Mark, Path, Shape, Step, Text, box, ellipse
from rollwrite_desktop.draw.type_metrics import cap_height, covering, fit, width, wrapped
from rollwrite_desktop.sheet.sheet import Point, Rect

_TAG = 5.5  # radius
_LARGE_TAG = 1.5
_LARGE_PRINT = 9.0
_NOTE_WIDTH, _NOTE_LINES, _NOTE_STEP = 41.0, 2, 0.5
_WIDE_RIM, _HEX_STEPS = 0.82, 7
PIPS: dict[int, tuple[Point, ...]] = {
    # offsets from the center: left, middle, right and up, middle, down
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@lru_cache(maxsize=4096)
def written(key: str, text: str, rect: Rect, ink: str = "pencil", plain: bool = False, fill: float = 0.8) -> Text:
    """Handwritten text in the middle of a rectangle, with capitals of `fill` times its height, or smaller to fit its width.

    `plain` sets it upright in the bold typeface.
    """
    face: Face = "bold" if plain else covering(text, "hand")
    size = fill * rect.h / cap_height(face, 1.0)
    size *= min(1.0, 0.92 * rect.w / (width(text, face, size) or 1.0))
    x, y = rect.center
    baseline = y + cap_height(face, size) / 2
    if plain:
        return Text(key, x, baseline, text, face, size, ink, "middle")
    wobble = _wobble(key)
    dx, dy = (next(wobble) * 0.03 * rect.h for _ in range(2))
    return Text(key, x + dx, baseline + dy, text, face, size, ink, "middle", turn=next(wobble) * 2.5)


def upright(display: Display) -> Display:
    """Returns the display with all handwritten text set upright in the bold typeface, equally tall."""
    taller = cap_height("hand", 1.0) / cap_height("bold", 1.0)
    return replace(display, marks=tuple(
        replace(mark, face="bold", size=mark.size * taller, turn=0.0)
        if isinstance(mark, Text) and mark.face == "hand" else mark
        for mark in display.marks
    ))


def with_large_print(display: Display) -> Display:
    """Returns the display with the smallest print as large as there is room for: codes at the foot of spaces, numbers in the
    corners of boxes, notes beside boxes, which take two lines, and the numbers of findings with their discs."""
    return replace(display, marks=tuple(large for mark in display.marks for large in _large_print(mark)))


def large_tag(mark: Mark) -> Mark:
    """Returns the number of a finding, or its disc, larger; any other mark unchanged."""
    if isinstance(mark, Shape) and mark.key.endswith("/disc") and mark.fill == "mistake":
        return replace(mark, path=_grown(mark.path, _LARGE_TAG))
    if isinstance(mark, Text) and mark.key.endswith("/number") and mark.ink == "mistake.on":
        size = _LARGE_TAG * mark.size
        return replace(mark, size=size, y=mark.y + cap_height(mark.face, size - mark.size) / 2)
    return mark


def _large_print(mark: Mark) -> Iterator[Mark]:
    if (large := large_tag(mark)) is not mark:
        yield large
    elif not isinstance(mark, Text) or mark.ink != "faint" or mark.size >= _LARGE_PRINT:
        yield mark
    elif mark.key.endswith("/code"):
        yield replace(mark, size=_LARGE_PRINT, y=mark.y - (_LARGE_PRINT - mark.size) / 2)
    elif mark.key.endswith("/caption") and mark.text.isdigit():
        yield replace(mark, size=_LARGE_PRINT, y=mark.y + cap_height(mark.face, _LARGE_PRINT - mark.size))
    elif mark.key.startswith("note/"):
        yield from _in_two_lines(mark)
    else:
        yield mark


def _in_two_lines(note: Text) -> Iterator[Text]:
    """A note as large as it can be in two lines of the width that notes have, the first where it was."""
    size = _LARGE_PRINT
    lines: tuple[str, ...] = (note.text,)
    while size > note.size:
        lines = wrapped(note.text, note.face, size, _NOTE_WIDTH, len(note.text))
        if len(lines) <= _NOTE_LINES and " ".join(lines) == note.text:
            break
        size -= _NOTE_STEP
    else:
        size, lines = note.size, (note.text,)
    for n, line in enumerate(lines):
        y = note.y + cap_height(note.face, size - note.size) + n * size
        yield replace(note, key=f"{note.key}/{n}", text=line, size=size, y=y)


def with_wide_rims(display: Display) -> Display:
    """Returns the display with the light middles of its hexes smaller, so that the pattern of a region is seen around
    them."""
    return replace(display, marks=tuple(
        replace(mark, path=_shrunk(mark.path, _WIDE_RIM))
        if isinstance(mark, Shape) and mark.key.endswith("/square") and len(mark.path) == _HEX_STEPS else mark
        for mark in display.marks
    ))


def _shrunk(path: Path, part: float) -> Path:
    """A path of straight lines made smaller about its middle."""
    corners = [step[1:] for step in path if len(step) > 1]
    cx, cy = (sum(corner[axis] for corner in corners) / len(corners) for axis in (0, 1))
    return tuple((step[0], *_towards(step[1:], cx, cy, part)) if len(step) > 1 else step for step in path)


def _grown(path: Path, part: float) -> Path:
    """A closed path larger about the middle of the points that it passes."""
    ends = [numbers[-2:] for _, *numbers in path if numbers]
    middle = [(min(end[axis] for end in ends) + max(end[axis] for end in ends)) / 2 for axis in (0, 1)]
    return tuple([
        (step[0], *[middle[i % 2] + part * (n - middle[i % 2]) for i, n in enumerate(step[1:])]) for step in path
    ])


def _towards(point: Sequence[float], x: float, y: float, part: float) -> Point:
    return x + part * (point[0] - x), y + part * (point[1] - y)


def cross(key: str, rect: Rect, ink: str = "pencil", weight: float = 0.0) -> tuple[Shape, ...]:
    """A hand-drawn X over 80 % of a rectangle: two tapering strokes of thickness `weight` (0: by size)."""
    wobble = _wobble(key)
    side = min(rect.w, rect.h)
    weight = weight or _weight(side)
    reach = 0.36 * side
    x, y = rect.center

    def corner(right: int, down: int) -> Point:
        return x + right * reach + 0.05 * side * next(wobble), y + down * reach + 0.05 * side * next(wobble)

    falling = _pencil(corner(-1, -1), corner(1, 1), next(wobble), weight)
    rising = _pencil(corner(1, -1), corner(-1, 1), next(wobble), weight)
    return Shape(f"{key}/a", falling, fill=ink), Shape(f"{key}/b", rising, fill=ink)


@lru_cache(maxsize=4096)
def strike(key: str, rect: Rect, ink: str = "crossed", weight: float = 0.0) -> tuple[Shape, ...]:
    """A diagonal stroke that crosses off a box, from lower left to just beyond upper right."""
    wobble = _wobble(key)
    side = min(rect.w, rect.h)
    a, b, c, d = (next(wobble) * 0.05 * side for _ in range(4))
    start = (rect.x - 0.02 * side + a, rect.y + rect.h + 0.02 * side + b)
    end = (rect.x + rect.w + 0.06 * side + c, rect.y - 0.06 * side + d)
    return (Shape(key, _pencil(start, end, next(wobble), weight or _weight(side)), fill=ink),)


def tick(key: str, rect: Rect, ink: str = "pencil") -> tuple[Shape, ...]:
    """A hand-drawn check mark within a rectangle."""
    wobble = _wobble(key)
    side = min(rect.w, rect.h)
    weight = _weight(side)
    x, y = rect.x + (rect.w - side) / 2, rect.y + (rect.h - side) / 2
    low = (x + 0.42 * side, y + (0.84 + 0.04 * next(wobble)) * side)
    start = (x + 0.16 * side, y + (0.52 + 0.05 * next(wobble)) * side)
    end = (x + (0.92 + 0.05 * next(wobble)) * side, y + 0.1 * side)
    return (
        Shape(f"{key}/a", _pencil(start, low, 0.4, weight), fill=ink),
        Shape(f"{key}/b", _pencil(low, end, 0.6, weight), fill=ink),
    )


def circled(key: str, rect: Rect, ink: str = "pencil", weight: float = 1.3) -> tuple[Shape, ...]:
    """A hand-drawn ring in a rectangle: not quite circular, its end just past its start."""
    wobble = _wobble(key)
    cx, cy = rect.center
    radius = 0.47 * min(rect.w, rect.h)
    start = math.radians(-115 + 18 * next(wobble))
    points = []
    corners = 9
    for i in range(corners + 1):
        angle = start + i * 2 * math.pi * 1.04 / corners
        reach = radius * (0.985 + 0.03 * next(wobble) - 0.03 * i / corners)
        points.append((cx + 1.03 * reach * math.cos(angle), cy + 0.98 * reach * math.sin(angle)))
    return (Shape(key, smooth_curve(points), stroke=ink, width=weight),)


def freehand(key: str, points: Sequence[Point], ink: str = "pencil", weight: float = 2.0) -> tuple[Shape, ...]:
    """A smooth pencil line through points: a route, an underline."""
    return (Shape(key, smooth_curve(points), stroke=ink, width=weight),)


def caption(
    key: str, text: str, rect: Rect, face: Face = "text", size: float = 8.0, ink: str = "text", align: Align = "left"
) -> Text:
    """A line of print in a rectangle, vertically centered; shrunk, then shortened, to fit its width."""
    text, size = fit(text, covering(text, face), size, rect.w)
    x = {"left": rect.x, "middle": rect.x + rect.w / 2, "right": rect.x + rect.w}[align]
    face = covering(text, face)
    return Text(key, x, rect.y + (rect.h + cap_height(face, size)) / 2, text, face, size, ink, align)


def die(key: str, rect: Rect, value: int | None, region: str = "", letter: str = "", digits: bool = False) -> list[Mark]:
    """A die seen from above.

    value: as pips for 1 to 6, else as a digit; None for a blank face. region: whose inks it has, "" for a plain or wild die.
    letter: printed at the top, or in the middle of a blank face. digits: never show pips.
    """
    side = min(rect.w, rect.h)
    cx, cy = rect.center
    body, pip = (f"region.{region}.strong", f"region.{region}.on") if region else ("die.body", "die.pip")
    square = box(cx - side / 2, cy - side / 2, side, side, 0.2 * side)
    marks: list[Mark] = [Shape(f"{key}/body", square, fill=body, stroke="die.edge", width=max(0.75, 0.025 * side))]
    pips = value in PIPS and not digits
    if pips and value is not None:
        for i, (x, y) in enumerate(PIPS[value]):
            place = ellipse(cx + 0.27 * side * x, cy + 0.03 * side + 0.27 * side * y, 0.085 * side, 0.085 * side)
            marks.append(Shape(f"{key}/pip/{i}", place, fill=pip))
    elif value is not None:
        size = 0.5 * side / cap_height("bold", 1.0)
        low = cy + cap_height("bold", size) / 2 + (0.1 * side if letter else 0.0)
        marks.append(Text(f"{key}/digit", cx, low, str(value), "bold", size, pip, "middle"))
    if letter:
        middle = value is None
        size = (0.42 if middle else 0.17) * side / cap_height("bold", 1.0)
        low = cy + cap_height("bold", size) / 2 if middle else cy - 0.25 * side
        marks.append(Text(f"{key}/letter", cx, low, letter, "bold", size, pip, "middle"))
    return marks


def tag(key: str, x: float, y: float, numbers: Sequence[int]) -> tuple[Mark, ...]:
    """Returns the number of a finding on a disc around a point; of several the first, followed by "+"."""
    text = str(numbers[0]) + "+" * (len(numbers) > 1)
    size = 7.5 if len(text) == 1 else 6.0
    low = y + cap_height("bold", size) / 2
    return (
        Shape(f"{key}/disc", ellipse(x, y, _TAG, _TAG), fill="mistake", stroke="mistake.on", width=0.8),
        Text(f"{key}/number", x, low, text, "bold", size, "mistake.on", "middle"),
    )


def star(cx: float, cy: float, radius: float) -> Path:
    """A closed five-pointed star, one point up."""
    steps: list[Step] = []
    for i in range(10):
        reach = radius if i % 2 == 0 else 0.4 * radius
        angle = math.radians(36 * i - 90)
        steps.append(("L" if i else "M", cx + reach * math.cos(angle), cy + reach * math.sin(angle)))
    return (*steps, ("Z",))


def smooth_curve(points: Sequence[Point]) -> Path:
    """An open smooth curve through points: a Catmull-Rom spline as Bézier curves."""
    padded = [points[0], *points, points[-1]]
    steps: list[Step] = [("M", *points[0])]
    for (ax, ay), (bx, by), (cx, cy), (dx, dy) in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        steps.append(("C", bx + (cx - ax) / 6, by + (cy - ay) / 6, cx - (dx - bx) / 6, cy - (dy - by) / 6, cx, cy))
    return tuple(steps)


def _pencil(start: Point, end: Point, bend: float, weight: float) -> Path:
    """Returns the outline of one pencil stroke: thick at its start, slightly bent, thin at its end."""
    (ax, ay), (bx, by) = start, end
    length = math.hypot(bx - ax, by - ay) or 1.0
    tx, ty = (bx - ax) / length, (by - ay) / length
    nx, ny = -ty, tx
    bow = 0.035 * bend * length

    def at(along: float, aside: float) -> tuple[float, float]:
        return ax + tx * along * length + nx * aside, ay + ty * along * length + ny * aside

    thick, thin = 0.5 * weight, 0.26 * weight
    return (
        ("M", *at(0.0, thick)),
        ("C", *at(0.33, bow + 1.08 * thick), *at(0.66, bow + thick), *at(1.0, thin)),
        ("C", *at(1.0 + thin / length, thin), *at(1.0 + thin / length, -thin), *at(1.0, -thin)),
        ("C", *at(0.66, bow - thick), *at(0.33, bow - 1.08 * thick), *at(0.0, -thick)),
        ("C", *at(-1.2 * thick / length, -thick), *at(-1.2 * thick / length, thick), *at(0.0, thick)),
        ("Z",),
    )


def _weight(side: float) -> float:
    """Returns the thickness of a pencil line in a rectangle of that side."""
    return min(max(1.1, 0.08 * side), 2.2)


def _wobble(key: str) -> Iterator[float]:
    """Pseudorandom numbers from -1 to 1: a linear congruential generator seeded with the CRC of the key."""
    state = zlib.crc32(key.encode("utf-8"))
    while True:
        state = (1664525 * state + 1013904223) % 2**32
        yield (state >> 8) / 2**23 - 1.0
