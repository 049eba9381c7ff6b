"""Where something small that lies over a page may lie: near a place, and off what must stay free. Rectangles in pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

Box = tuple[float, float, float, float]
"""Left, top, width, height."""

GAP = 6.0
STEP = 12
CELL = 8
EDGE = 8.0


def nearest_free(
    place: tuple[float, float], size: tuple[float, float], room: tuple[float, float], keep: Iterable[Box]
) -> Box:
    """Returns the box of a size, inside a page of `room`, that covers nothing of `keep` and is nearest to a place (within a
    step of 12 pixels, below before above); where there is none, the one that covers least."""
    wide, high = min(size[0], room[0] - 2 * EDGE), min(size[1], room[1] - 2 * EDGE)
    left, top = place[0] - wide / 2, place[1] - high / 2
    columns, rows = _steps(left, room[0] - EDGE - wide), _steps(top, room[1] - EDGE - high)
    if not columns or not rows:
        return EDGE, EDGE, wide, high
    obstacles = [_Obstacle(box, left, wide, columns) for box in keep]
    best = _free(obstacles, columns, rows, (top, high)) or _least(obstacles, columns, rows, (top, high))
    return left + best[3] * STEP, top - best[2] * STEP, wide, high


class _Obstacle:
    """Something to keep off: above, below, and the columns in which any of its width is covered: so many (`count`) from the
    `first` on."""

    __slots__ = ("_begin", "_columns", "_end", "_left", "_wide", "count", "first", "lower", "upper")

    def __init__(self, box: Box, left: float, wide: float, columns: range) -> None:
        x, y, w, h = box
        self._begin, self._end, self._left, self._wide = x - GAP, x + w + GAP, left, wide
        self.upper, self.lower = y - GAP, y + h + GAP
        last = min(columns.stop, math.ceil((self._end - left) / STEP) + 1)
        first = min(last, max(columns.start, math.floor((self._begin - wide - left) / STEP)))
        while first < last and self._covered(last - 1) <= 0:
            last -= 1
        while first < last and self._covered(first) <= 0:
            first += 1
        self._columns = range(first, last)
        self.first, self.count = first - columns.start, last - first

    @property
    def widths(self) -> list[float]:
        """How much of its width is covered, column by column from the `first` on."""
        return [self._covered(dx) for dx in self._columns]

    def _covered(self, dx: int) -> float:
        begin = self._left + dx * STEP
        return min(self._end, begin + self._wide) - max(self._begin, begin)


_Place = tuple[float, int, int, int]
"""How much is covered there, how far it is, and the steps up and to the right."""


def _free(obstacles: Sequence[_Obstacle], columns: range, rows: range, tall: tuple[float, float]) -> _Place | None:
    """Returns the nearest place where nothing is covered. The columns that are taken are bits, one integer to the row."""
    top, high = tall
    taken = [(each.upper, each.lower, (1 << each.count) - 1 << each.first) for each in obstacles if each.count]
    every, straight = (1 << len(columns)) - 1, -columns.start
    best: _Place | None = None
    for dy in sorted(rows, key=abs):
        if best is not None and dy * dy > best[1]:
            break
        y, blocked = top + dy * STEP, 0
        for upper, lower, bits in taken:
            if lower > y and y + high > upper:
                blocked |= bits
        free = every & ~blocked
        lefts = free & (2 << straight) - 1 if straight >= 0 else 0
        rights = free >> straight if straight >= 0 else free
        found = [lefts.bit_length() - 1] if lefts else []
        found += [(rights & -rights).bit_length() - 1 + max(0, straight)] if rights else []
        for dx in (columns[column] for column in found):
            here = 0.0, dx * dx + dy * dy, -dy, dx
            best = here if best is None else min(best, here)
    return best


def _least(obstacles: Sequence[_Obstacle], columns: range, rows: range, tall: tuple[float, float]) -> _Place:
    """Returns the place where least is covered, the nearest of those. What is covered is a sum of products, so that all
    places of a row are looked at together."""
    top, high = tall
    best: _Place = math.inf, 0, 0, 0
    given = [(each, each.widths, slice(each.first, each.first + each.count)) for each in obstacles]
    for dy in sorted(rows, key=abs):
        y, covered = top + dy * STEP, [0.0] * len(columns)
        for each, widths, part in given:
            down = min(each.lower, y + high) - max(each.upper, y)
            if down > 0:
                covered[part] = [sum_ + down * across for sum_, across in zip(covered[part], widths, strict=True)]
        least = min(covered)
        if least <= best[0]:
            best = min(best, min(
                (least, dx * dx + dy * dy, -dy, dx) for dx, each in zip(columns, covered, strict=True) if each == least
            ))
    return best


def nearest_blank(
    place: tuple[float, float], size: tuple[float, float], room: tuple[float, float], keep: Iterable[Box]
) -> Box | None:
    """Returns the box of a size, inside a page of `room`, that covers nothing of `keep` and is nearest to a place (on a grid
    of 8 pixels); None where there is none.

    The cells that are taken are bits, one integer to the row, so that many small things to keep cost little, and so does
    looking along a row.
    """
    across, down = int(room[0] // CELL), int(room[1] // CELL)
    wide, high = math.ceil(size[0] / CELL), math.ceil(size[1] / CELL)
    rows = [0] * down
    for x, y, w, h in keep:
        left, right = max(0, math.floor(x / CELL)), min(across, math.ceil((x + w) / CELL))
        cells = (1 << right) - (1 << left) if right > left else 0
        for row in range(max(0, math.floor(y / CELL)), min(down, math.ceil((y + h) / CELL))):
            rows[row] |= cells
    columns = (1 << max(0, across - wide + 1)) - 1
    middle = max(-1, math.floor((place[0] - size[0] / 2) / CELL))
    best, found = math.inf, None
    level = (place[1] - size[1] / 2) / CELL
    for top in sorted(range(down - high + 1), key=lambda top: abs(top - level)):
        y = top * CELL
        if abs(top - level) * CELL >= best:
            break
        taken = 0
        for row in rows[top : top + high]:
            taken |= row
        begins, run = ~taken, 1  # where so many cells in a row are free
        while run < wide:
            more = min(run, wide - run)
            begins, run = begins & begins >> more, run + more
        begins &= columns
        left, right = begins & ((2 << middle) - 1) if middle >= 0 else 0, begins >> middle + 1
        nearest = [left.bit_length() - 1] if left else []
        nearest += [middle + (right & -right).bit_length()] if right else []
        for column in nearest:
            x = column * CELL
            away = math.dist(place, (x + size[0] / 2, y + size[1] / 2))
            if away < best:
                best, found = away, (float(x), float(y), *size)
    return found


def _steps(begin: float, last: float) -> range:
    """How many steps from `begin` lie between the page's edge and the last place."""
    return range(math.ceil((EDGE - begin) / STEP), math.floor((last - begin) / STEP) + 1)
