"""Displays as lines of text, for golden files, and bounding boxes of marks.

One line per mark with numbers rounded to 2 decimals, so that a changed picture is a readable diff. Paints nothing.
"""

from __future__ import annotations

import json
import math
from functools import lru_cache

from rollwrite_desktop.draw.display import Bounds, Display, Mark, Path, Shape, Text
from rollwrite_desktop.draw.type_metrics import ascent, descent, width


def trace(display: Display) -> tuple[str, ...]:
    """Returns the size of the display, then its marks in the order of painting, one line each."""
    return (f"display {_number(display.size[0])} {_number(display.size[1])}", *(line(mark) for mark in display.marks))


def line(mark: Mark) -> str:
    """One mark as text: `shape KEY fill=… stroke=… width=… M 1 2 L 3 4 Z` or `text KEY x y face size ink align "…"`."""
    if isinstance(mark, Text):
        turn = f" turn={_number(mark.turn)}" if mark.turn else ""
        text = json.dumps(mark.text, ensure_ascii=False)
        place = f"{_number(mark.x)} {_number(mark.y)} {mark.align}{turn}"
        return f"text {mark.key} {place} {mark.face} {_number(mark.size)} {mark.ink} {text}"
    parts = [f"shape {mark.key}"]
    if mark.fill:
        parts.append(f"fill={mark.fill}")
    if mark.stroke:
        parts.append(f"stroke={mark.stroke} width={_number(mark.width)}")
    if mark.dash:
        parts.append("dash=" + ",".join(_number(length) for length in mark.dash))
    parts += (" ".join((step[0], *(_number(value) for value in step[1:]))) for step in mark.path)
    return " ".join(parts)


def bounds(mark: Mark) -> Bounds:
    """A rectangle that contains all ink of a mark. It contains the control points of curves too, so it may be slightly too
    large; that of an empty path is (0, 0, 0, 0)."""
    return _text_bounds(mark) if isinstance(mark, Text) else _shape_bounds(mark)


def union(first: Bounds, second: Bounds) -> Bounds:
    """Returns the smallest rectangle that contains both."""
    return min(first[0], second[0]), min(first[1], second[1]), max(first[2], second[2]), max(first[3], second[3])


def touches(first: Bounds, second: Bounds) -> bool:
    """Returns whether two rectangles have a point in common."""
    return first[0] <= second[2] and second[0] <= first[2] and first[1] <= second[3] and second[1] <= first[3]


def holds(outer: Bounds, inner: Bounds) -> bool:
    """Returns whether the first rectangle has the whole of the second in it."""
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def _shape_bounds(shape: Shape) -> Bounds:
    around = _around(shape.path)
    if around is None:
        return 0.0, 0.0, 0.0, 0.0
    left, top, right, bottom = around
    reach = shape.width / 2 if shape.stroke else 0.0  # joins and ends are round
    return left - reach, top - reach, right + reach, bottom + reach


@lru_cache(maxsize=4096)
def _around(path: Path) -> Bounds | None:
    """Returns the rectangle that contains all points of a path; None where there are none. Whatever is laid out asks for
    those of the same few paths again and again."""
    straight = [step for step in path if len(step) == 3]
    xs, ys = [step[1] for step in straight], [step[2] for step in straight]
    for _, *curve in path if len(straight) < len(path) else ():
        if len(curve) > 2:
            xs += curve[0::2]
            ys += curve[1::2]
    return (min(xs), min(ys), max(xs), max(ys)) if xs else None


def start_of(text: Text) -> float:
    """Where the baseline starts relative to the text's `x`, before rotation, in points."""
    if text.align == "left":
        return 0.0
    wide = width(text.text, text.face, text.size)
    return -wide / 2 if text.align == "middle" else -wide


def _text_bounds(text: Text) -> Bounds:
    left = start_of(text)
    right = left + width(text.text, text.face, text.size)
    slack = 0.15 * text.size  # a glyph may extend beyond its advance width
    up, down = ascent(text.face, text.size), descent(text.face, text.size)
    if not text.turn:
        return text.x + (left - slack), text.y - up, text.x + (right + slack), text.y + down
    corners = ((left - slack, -up), (right + slack, -up), (right + slack, down), (left - slack, down))
    cos, sin = math.cos(math.radians(text.turn)), math.sin(math.radians(text.turn))
    xs = [text.x + x * cos - y * sin for x, y in corners]
    ys = [text.y + x * sin + y * cos for x, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def _number(value: float) -> str:
    rounded = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if rounded in ("-0", "") else rounded
