"""Codes and the names of their areas beside the map, in as few columns as there is room for: in large letters, or in legible
ones where several sheets share a page.

A free place need not be a rectangle: each name takes as much of it as it is long, so that a column may stand along a coast.
Lengths are points of the face, places are cells.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cmp_to_key, reduce
from itertools import pairwise, zip_longest
from operator import or_
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.clip import rings
from rollwrite_desktop.draw.display import Bounds, Display, Shape, Text, box
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.trace import bounds, touches
from rollwrite_desktop.draw.type_metrics import cap_height, covering, width
from rollwrite_desktop.printing.sheets.drawing_steps import Steps
from rollwrite_desktop.sheet.sheet import Point, Sheet

PART = 0.29658
"""The side of a cell, as a part of the size of letters: 3 points in large print."""
LINE, STEP = 4, 3
"""Cells: the height of a line, and how far apart places for columns are tried."""
CLEAR = (4, 3), (2, 2)
"""How many cells a column is away from what is beside it, and from what is above and below, the best first."""
ABROAD, AROUND = "abroad", 0.4
"""The ink of other land, which names may lie on; and what is white at either end of their lines then, as a part of the size
of letters."""
BESIDE = 0.5
"""The space between codes and names, as a part of the size of the letters."""
GAP = 3
"""Cells between two columns."""
MOST, LEAST = 3, 4
"""Of columns, and of the names in one of several."""


def name_columns(face: Display, sheet: Sheet, size: float, *, halved: bool = True) -> Steps[Sequence[Text]]:
    """Returns the names of the areas of a sheet in letters of a size; nothing if there is no room for all, or the face says
    them itself. halved: all of them are on one half of the face."""
    if not any(decor.kind == "key" for decor in sheet.decor) or any(mark.key.startswith("key/") for mark in face.marks):
        return ()
    codes, cell = sorted(space.id for space in sheet.spaces), _cell(size)
    aside = max(width(code, "bold", size) for code in codes) + BESIDE * size
    names = [_Name.of(code, tr(sheet.space[code].name), size, aside) for code in codes]
    taken, found = _taken(face, cell, halved=halved), list[Sequence[_Column]]()
    for clear in CLEAR:
        whole = _Room.around(taken, face.size, cell, *clear)
        for room in whole.halves() if halved else (whole,):
            yield
            columns = yield from _columns(room, names)
            found += [columns] if columns else []
        if any(len(columns) == 1 for columns in found):
            break
    return [mark for column in min(found, key=len, default=()) for mark in column.marks(size, aside)]


def with_names(face: Display, names: Sequence[Text]) -> Display:
    """Returns a face with the names of its areas, white behind the lines that lie on other land; names of other land that
    would be below them go."""
    lands = [mark for mark in face.marks if isinstance(mark, Shape) and mark.fill == ABROAD]
    behind = [_behind(name) for name in names]
    if not any(touches(each, bounds(land)) for each in behind for land in lands):
        return replace(face, marks=(*face.marks, *names))
    marks = [mark for mark in face.marks
             if not (mark.key.startswith("land/") and any(touches(bounds(mark), each) for each in behind))]
    path = tuple(step for left, top, right, low in behind for step in box(left, top, right - left, low - top))
    return replace(face, marks=(*marks, Shape("card/names", path, "box"), *names))


def _behind(name: Text) -> Bounds:
    """What is white behind a line of names."""
    left, top, right, low = bounds(name)
    aside, above = AROUND * name.size, (LINE * _cell(name.size) - low + top) / 2
    return left - aside, top - above, right + aside, low + above


def _cell(size: float) -> float:
    return round(PART * size, 3)


class _Name(Struct, frozen=True):
    """A code and the name of its area in one line and, if it can be divided, in two; and how many cells these are wide."""

    code: str
    ways: tuple[tuple[tuple[str, ...], int], ...]

    @property
    def narrowest(self) -> int:
        """Cells of its narrowest way."""
        return min(wide for _, wide in self.ways)

    @classmethod
    def of(cls, code: str, name: str, size: float, aside: float) -> _Name:
        """Divided so that both lines are about as long, at a space or behind a hyphen."""
        places = [i for i in range(1, len(name)) if name[i - 1] in " -"]
        parted = [(name[:i].rstrip(), name[i:]) for i in places]

        def wide(lines: Sequence[str]) -> float:
            return max(width(line, covering(line, "text"), size) for line in lines)

        ways = [(name,), *sorted(parted, key=wide)[:1]]
        return cls(code, tuple((lines, math.ceil((aside + wide(lines)) / _cell(size))) for lines in ways))


class _Column(NamedTuple):
    """A column: its upper left corner, its width, and the lines of each of its names."""

    x: int
    top: int
    wide: int
    names: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def lines(self) -> int:
        """How many lines it has."""
        return sum(len(lines) for _, lines in self.names)

    def compared(self, other: _Column) -> int:
        """Negative where it is read before another: above that, or further left."""
        stacked = self.x < other.x + other.wide and other.x < self.x + self.wide
        return self.top - other.top if stacked else self.x - other.x

    def marks(self, size: float, aside: float) -> Iterator[Text]:
        """Codes, and beside them the names: `key/OH`, `key/OH/name`."""
        cell = _cell(size)
        x, low = cell * self.x, cell * (self.top + LINE / 2) + cap_height("text", size) / 2
        for code, lines in self.names:
            yield Text(f"key/{code}", x, low, code, "bold", size, "text")
            for n, line in enumerate(lines):
                key = f"key/{code}/name/{n}" if n else f"key/{code}/name"
                yield Text(key, x + aside, low, line, covering(line, "text"), size, "text")
                low += cell * LINE


class _Room:
    """What is taken of a face: a number for each row of its cells, whose bits are the cells that are not free."""

    def __init__(self, rows: Sequence[int], wide: int, edge: int) -> None:
        self._rows, self.wide, self._edge = rows, wide, edge
        self._lines = [reduce(or_, rows[top:top + LINE]) for top in range(len(rows))]

    @classmethod
    def around(cls, taken: Sequence[int], size: tuple[float, float], cell: float, aside: int, above: int) -> _Room:
        """With so many free cells around what is taken, and without the edges of the face and its middle."""
        wide, edge = int(size[0] / cell), int(INSET / cell)
        beyond = (1 << edge) - 1 | -1 << wide - edge
        tall = [reduce(or_, taken[max(0, top - above):top + above + 1]) for top in range(len(taken))]
        grown = [reduce(or_, (row << n | row >> n for n in range(aside + 1))) for row in tall]
        return cls([row | beyond if edge <= top < len(taken) - edge else -1 for top, row in enumerate(grown)], wide, edge)

    def halves(self) -> tuple[_Room, _Room]:
        """Returns the room at the left of the middle, and at the right of it."""
        left = (1 << self.wide // 2) - 1
        here, there = (_Room([row | taken for row in self._rows], self.wide, self._edge) for taken in (~left, left))
        return here, there

    def without(self, columns: Sequence[_Column]) -> _Room:
        """Returns the room beside some columns."""
        rows = list(self._rows)
        for column in columns:
            for top in range(max(0, column.top - GAP), min(len(rows), column.top + LINE * column.lines + GAP)):
                rows[top] |= ((1 << column.wide + 2 * GAP) - 1 << column.x) >> GAP
        return _Room(rows, self.wide, self._edge)

    def column(self, x: int, top: int, names: Sequence[_Name]) -> _Column:
        """Returns the column that begins there, with as many of the names as there is room for."""
        found, lines, widest, at = list[tuple[str, tuple[str, ...]]](), self._lines, 0, top
        for name in names:
            for words, wide in name.ways:
                low = at + LINE * (len(words) - 1)
                if low < len(lines) and not (lines[at] | lines[low]) >> x & (1 << wide) - 1:
                    found.append((name.code, words))
                    at, widest = low + LINE, max(widest, wide)
                    break
            else:
                break
        return _Column(x, top, widest, tuple(found))

    def longest(self, names: Sequence[_Name]) -> _Column:
        """Returns the column with the most names: of these one with few divided names, on the left half, at an edge, and
        low. Places with room for more lines come first, so that most others need no trial."""
        best = _Column(0, 0, 0, ())
        for most, places in reversed([*enumerate(self._begun(min(name.narrowest for name in names)), 1)]):
            if most < len(best.names):
                break
            best = max(best, *(self.column(x, top, names) for x, top in places), key=self._merit)
        return best

    def _begun(self, wide: int) -> Iterator[Sequence[tuple[int, int]]]:
        """Yields the places where a column of lines that are so wide may begin: those of at most one line, of two, and so
        on."""
        free = [~_spread(line, wide) for line in self._lines]
        tried = sum(1 << x for x in range(self._edge, self.wide, STEP))
        here, lines = [row & tried for row in free], 1
        while any(here):
            more = [row & below for row, below in zip(here, free[LINE * lines:], strict=False)]
            ended = [row & ~longer for row, longer in zip_longest(here, more, fillvalue=0)]
            yield [(x, top) for top, row in enumerate(ended) if row for x in range(self.wide) if row >> x & 1]
            here, lines = more, lines + 1

    def _merit(self, column: _Column) -> tuple[int, ...]:
        right = column.x > self.wide // 2
        edge = self.wide - column.x - column.wide if right else column.x
        return len(column.names), len(column.names) - column.lines, -right, -edge, column.top, -column.x


def _columns(room: _Room, names: Sequence[_Name]) -> Steps[Sequence[_Column]]:
    """All names in columns, from the left to the right; none if they have no room."""
    found, first = list[_Column](), 0
    while first < len(names) and len(found) < MOST:
        yield
        start = max(0, min(first, len(names) - LEAST)) if found else 0
        found.append(room.without(found).longest(names[start:]))
        first = start + len(found[-1].names)
    if first < len(names):
        return ()
    found.sort(key=cmp_to_key(_Column.compared))
    flowed, left = list[_Column](), names
    for n, column in enumerate(found):
        most = len(left) - LEAST * (len(found) - n - 1)
        flowed.append(room.without([*found[:n], *found[n + 1:]]).column(column.x, column.top, left[:most]))
        left = left[len(flowed[-1].names):]
    few = len(flowed) > 1 and min(len(column.names) for column in flowed) < LEAST
    if left or few:
        return ()
    return (yield from _evened(room, flowed, names)) if len(flowed) == 2 else flowed


def _evened(room: _Room, columns: Sequence[_Column], names: Sequence[_Name]) -> Steps[Sequence[_Column]]:
    """Two columns that differ as little in length as there is room for: the longer one stays where it is, and gives what it
    has too many to the other, which may move for that."""
    first, last = columns
    longer_first = len(first.names) >= len(last.names)
    long, count = (first if longer_first else last), len(names)
    for most in range(math.ceil(count / 2), len(long.names)):
        yield
        cut = most if longer_first else count - most
        here = room.column(long.x, long.top, names[:cut] if longer_first else names[cut:])
        there = room.without([here]).longest(names[cut:] if longer_first else names[:cut])
        whole = len(here.names) == most and len(there.names) == count - most
        if whole and (here.compared(there) < 0) == longer_first:
            return (here, there) if longer_first else (there, here)
    return columns


def _spread(row: int, wide: int) -> int:
    """Returns the cells of a row that are taken, or have a taken one less than that far to their right."""
    done = 1
    while done < wide:
        step = min(done, wide - done)
        row, done = row | row >> step, done + step
    return row


def _taken(face: Display, cell: float, *, halved: bool) -> Sequence[int]:
    """A number for each row of cells of a face: its bits are the cells in which something is drawn, and its middle if it is
    `halved`."""
    wide, high = (int(side / cell) for side in face.size)
    rows = [halved << wide // 2] * high
    for mark in face.marks:
        if mark.key.startswith("land/") or (isinstance(mark, Shape) and mark.fill == ABROAD):
            continue
        cells = tuple(side / cell for side in bounds(mark))
        if mark.key.startswith("card/"):
            _clear(rows, cells)
        if isinstance(mark, Text):
            _fill(rows, cells)
        elif mark.key != "paper":
            bare = mark.key.startswith(("neatline/", "card/"))
            for ring, closed in rings(mark.path):
                corners = [(x / cell, y / cell) for x, y in ((*ring, ring[0]) if closed else ring)]
                _draw(rows, corners, filled=closed and bool(mark.fill) and not bare)
    return rows


def _draw(rows: list[int], corners: Sequence[Point], *, filled: bool) -> None:
    """Takes the cells in which a line is and, if it is filled, those within. Corners are in cells."""
    crossed: dict[int, list[float]] = {}
    for (ax, ay), (bx, by) in pairwise(corners):
        pieces = int(max(abs(bx - ax), abs(by - ay))) + 1
        for n in range(pieces):
            x, y = int(ax + (bx - ax) * n / pieces), int(ay + (by - ay) * n / pieces)
            if x >= 0 and 0 <= y < len(rows):
                rows[y] |= 1 << x
        if filled:
            for row in range(math.ceil(min(ay, by) - 0.5), math.ceil(max(ay, by) - 0.5)):
                crossed.setdefault(row, []).append(ax + (bx - ax) * (row + 0.5 - ay) / (by - ay))
    for row, places in crossed.items():
        places.sort()
        for left, right in zip(places[::2], places[1::2], strict=True):
            _fill(rows, (left, row, right, row))


def _clear(rows: list[int], place: tuple[float, ...]) -> None:
    """Frees a rectangle of cells, which all else lies below."""
    left, top, right, bottom = (max(0, int(side)) for side in place)
    for row in range(top, min(bottom + 1, len(rows))):
        rows[row] &= ~((1 << right - left + 1) - 1 << left)


def _fill(rows: list[int], place: tuple[float, ...]) -> None:
    """Takes a rectangle of cells."""
    left, top, right, bottom = (max(0, int(side)) for side in place)
    for row in range(top, min(bottom + 1, len(rows))):
        rows[row] |= (1 << right - left + 1) - 1 << left
