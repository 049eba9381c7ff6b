"""Display lists: a picture as an ordered tuple of keyed marks with named inks, the same for screen and paper.

A mark is a `Shape` or a `Text` with all positions and sizes given, so that painters measure and fit nothing. Units are
points, y down. Knows no Qt, no ReportLab and no game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

Step = tuple[str, *tuple[float, ...]]
"""One step of a path: ("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",)."""
Path = tuple[Step, ...]
Bounds = tuple[float, float, float, float]
"""Left, top, right, bottom in points."""

Align = Literal["left", "middle", "right"]
Face = Literal["text", "bold", "hand"]
"""The three bundled typefaces: printed text, its bold weight, and the pencil hand."""


class Shape(Struct, frozen=True, cache_hash=True):
    """A filled and/or stroked path. `fill` and `stroke` are ink names, "" for none; `width` is in points, joins and caps are
    round; `dash` are lengths of dash and gap in points, () for a solid line."""

    key: str
    path: Path
    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()


class Text(Struct, frozen=True, cache_hash=True):
    """One line of text: `x` is the left end, middle or right end of its baseline `y`; `size` in points. `turn` rotates it
    about that point, in degrees clockwise."""

    key: str
    x: float
    y: float
    text: str
    face: Face
    size: float
    ink: str
    align: Align = "left"
    turn: float = 0.0


Mark = Shape | Text


class Display(Struct, frozen=True, dict=True):
    """A page or a sheet: its size in points, and its marks in the order of painting. Keys are unique."""

    size: tuple[float, float]
    marks: tuple[Mark, ...]

    @cached_property
    def held(self) -> frozenset[Mark]:
        """The marks in no order, put together once."""
        return frozenset(self.marks)

    def moved(self, dx: float, dy: float, prefix: str = "") -> tuple[Mark, ...]:
        """Returns the marks shifted by (dx, dy) points and their keys prefixed, for use in another display."""
        return tuple(_moved(mark, dx, dy, prefix) for mark in self.marks)


class Drawing(Struct, frozen=True, dict=True):
    """A display that is drawn when it is first looked at: a function and its arguments, all of them values. Two are equal
    that would draw the same."""

    draw: Callable[..., Display]
    values: tuple[object, ...]

    @cached_property
    def display(self) -> Display:
        """What it looks like, drawn once."""
        return self.draw(*self.values)


def _moved(mark: Mark, dx: float, dy: float, prefix: str) -> Mark:
    if isinstance(mark, Text):
        return replace(mark, key=prefix + mark.key, x=mark.x + dx, y=mark.y + dy)
    return replace(mark, key=prefix + mark.key, path=shifted(mark.path, dx, dy))


def shifted(path: Path, dx: float, dy: float) -> Path:
    """Returns the path moved by (dx, dy) points."""
    by = (dx, dy)
    return tuple(
        (step[0], step[1] + dx, step[2] + dy) if len(step) == 3
        else (step[0], *(value + by[i % 2] for i, value in enumerate(step[1:]))) for step in path
    )


def polygon(ring: Sequence[tuple[float, float]]) -> Path:
    """A closed path through the points of a ring."""
    (x, y), *rest = ring
    return (("M", x, y), *(("L", px, py) for px, py in rest), ("Z",))


def polyline(points: Sequence[tuple[float, float]]) -> Path:
    """An open path through the points."""
    (x, y), *rest = points
    return (("M", x, y), *(("L", px, py) for px, py in rest))


_K = 0.5522847498  # distance of the control points of a Bézier quarter circle, radius 1


def ellipse(cx: float, cy: float, rx: float, ry: float) -> Path:
    """A closed ellipse of four Bézier curves."""
    kx, ky = _K * rx, _K * ry
    return (
        ("M", cx + rx, cy),
        ("C", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        ("C", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        ("C", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        ("C", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
        ("Z",),
    )


def box(x: float, y: float, w: float, h: float, corner: float = 0.0) -> Path:
    """A closed rectangle, its corners rounded with the given radius."""
    if corner <= 0:
        return polygon(((x, y), (x + w, y), (x + w, y + h), (x, y + h)))
    r = min(corner, w / 2, h / 2)
    k = r * (1 - _K)
    return (
        ("M", x + r, y),
        ("L", x + w - r, y),
        ("C", x + w - k, y, x + w, y + k, x + w, y + r),
        ("L", x + w, y + h - r),
        ("C", x + w, y + h - k, x + w - k, y + h, x + w - r, y + h),
        ("L", x + r, y + h),
        ("C", x + k, y + h, x, y + h - k, x, y + h - r),
        ("L", x, y + r),
        ("C", x, y + k, x + k, y, x + r, y),
        ("Z",),
    )


class Difference(Struct, frozen=True):
    """The marks to erase from one display (`removed`) and to paint (`added`) to get another; a changed mark is in the one as
    it was, in the other as it is."""

    removed: frozenset[Mark]
    added: frozenset[Mark]

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all marks that differ."""
        return frozenset([mark.key for mark in (*self.removed, *self.added)])

    def __len__(self) -> int:
        return len(self.removed) + len(self.added)


def diff(old: Display, new: Display) -> Difference:
    """Compares two displays in linear time. A mark with another place among those that stay counts as changed; displays of
    different sizes have no mark in common."""
    if old.size != new.size:
        return Difference(old.held, new.held)
    removed, added = old.held - new.held, new.held - old.held
    stay_before = [mark for mark in old.marks if mark not in removed]
    stay_after = [mark for mark in new.marks if mark not in added]
    if stay_before != stay_after:
        moved = {mark for pair in zip(stay_before, stay_after, strict=True) if pair[0] != pair[1] for mark in pair}
        removed, added = removed | moved, added | moved
    return Difference(removed, added)


def levels(low: float, high: float, most: int = 6) -> range:
    """Round numbers between two values for the scale of a chart, `most` and one more at most."""
    step = next(size for power in range(12) for size in (10**power, 2 * 10**power, 5 * 10**power)
                if (high - low) / size <= most)
    return range(int(-(-low // step)) * step, int(high) + 1, step)
