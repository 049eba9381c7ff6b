"""Where something small that lies over a page may lie: near a place, and off what must stay free. Rectangles in pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable

Box = tuple[float, float, float, float]
"""Left, top, width, height."""

GAP = 6.0
STEP = 12
CELL = 8
EDGE = 8.0


def nearest_free(
    place: tuple[float, float], size: tuple[float, float], room: tuple[float, float], keep: Iterable[Box]
) -> Box:
    """The box of a size, inside a page of `room`, that covers nothing of `keep` and is nearest to a place (within a step of
    12 pixels, below before above); where there is none, the one that covers least."""
    wide, high = min(size[0], room[0] - 2 * EDGE), min(size[1], room[1] - 2 * EDGE)
    left, top = place[0] - wide / 2, place[1] - high / 2
    columns = _steps(left, room[0] - EDGE - wide)
    # What is covered is a sum of products, so that all places of a row are looked at together, and the widths only once.
    obstacles = [
        (y - GAP, y + h + GAP, [max(0.0, min(x + w + GAP, left + dx * STEP + wide) - max(x - GAP, left + dx * STEP))
                                for dx in columns])
        for x, y, w, h in keep
    ]
    best = (math.inf, math.inf, 0, 0)
    for dy in sorted(_steps(top, room[1] - EDGE - high), key=abs):
        if not best[0] and dy * dy > best[1]:
            break
        y, covered = top + dy * STEP, [0.0] * len(columns)
        for upper, lower, widths in obstacles:
            down = min(lower, y + high) - max(upper, y)
            if down > 0:
                covered = [sum_ + down * across for sum_, across in zip(covered, widths, strict=True)]
        best = min((best, *((each, dx * dx + dy * dy, -dy, dx) for each, dx in zip(covered, columns, strict=True))))
    if math.isinf(best[0]):
        return EDGE, EDGE, wide, high
    return left + best[3] * STEP, top - best[2] * STEP, wide, high


def nearest_blank(
    place: tuple[float, float], size: tuple[float, float], room: tuple[float, float], keep: Iterable[Box]
) -> Box | None:
    """The box of a size, inside a page of `room`, that covers nothing of `keep` and is nearest to a place (on a grid of 8
    pixels); None where there is none.

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
