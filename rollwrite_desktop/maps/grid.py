"""Areas as cells of a grid, drawn by annealing: a cellular Potts model that keeps every area in one piece.

Cells hold 0 (sea) or the number of an area from 1. An area is always simply connected, never meets itself in a corner, and
contains its box. The energy counts borders that are missing, contacts that should not be, ragged edges, and departure from
the land as it is. (Graner and Glazier 1992; connectivity by simple points as in Durand and Guesnet 2016.)
"""

from __future__ import annotations

import heapq
import math
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from msgspec import Struct

from rollwrite_desktop.maps.boxes import HIGH, WIDE, Spot

MISSING, THIN = 6.0, 1.2
"""The energy of a border that is not drawn, and of one that is a single cell long."""
FALSE, FALSE_EDGE = 5.0, 0.7
"""The energy of a contact of strangers, and of each edge or corner of it."""
SIZE = 0.004
"""The energy of a cell too many or too few in an area, squared."""

Pair = tuple[int, int]


class Energies(Struct, frozen=True):
    """edge, coast: the energy of an edge between two areas, and between an area and the sea. drowned, raised, foreign: of a
    cell that is sea and was land, land and was sea, another's land."""

    edge: float = 0.6
    coast: float = 0.45
    drowned: float = 0.6
    raised: float = 0.6
    foreign: float = 0.4


USUAL = Energies()
CLOSE = Energies(edge=0.4, coast=0.3, drowned=1.2, raised=1.2, foreign=0.6)
"""For maps that follow the coast closely: peninsulas stay, and outlines are less even."""


class Grid:
    """The state of the drawing. Cells are numbered row by row, with a border of sea all round that is never changed."""

    def __init__(
        self, wide: int, high: int, land: Sequence[int], boxes: Sequence[Spot], linked: Sequence[frozenset[int]],
        blocked: frozenset[Spot], chance: random.Random, energies: Energies = USUAL,
    ) -> None:
        """land: the area of every cell of the undistorted map. boxes: upper left cells. linked: per area (from 1)."""
        self.wide, self.high = wide + 2, high + 2
        self.chance = chance
        self.energies = energies
        self.fixed: frozenset[int] = frozenset()
        """The areas whose boxes stay where they are."""
        n = len(boxes)
        self.n = n
        self.linked = (frozenset[int](), *linked)
        self.cells = [0] * (self.wide * self.high)
        self.land = [0] * len(self.cells)
        self.frozen = [True] * len(self.cells)
        for y in range(high):
            for x in range(wide):
                cell = self.cell(x, y)
                self.land[cell] = land[y * wide + x]
                self.frozen[cell] = (x, y) in blocked
        w = self.wide
        self.four = (1, w, -1, -w)
        self.ring = (1, w + 1, w, w - 1, -1, -w - 1, -w, -w + 1)
        self.edges: list[dict[int, int]] = [{} for _ in range(n + 1)]
        self.corners: list[dict[int, int]] = [{} for _ in range(n + 1)]
        self.sizes = [0] * (n + 1)
        self.boxes = [(0, 0), *boxes]
        for number, (x, y) in enumerate(boxes, 1):
            for cell in self._box_cells(x, y):
                self.cells[cell] = number
        for cell, number in enumerate(self.cells):
            if number:
                self.sizes[number] += 1
                for step in self.four:
                    self._count(self.edges, number, self.cells[cell + step])
                for step in self.ring[1::2]:
                    self._count(self.corners, number, self.cells[cell + step])
        counts = [0] * (n + 1)
        for number in self.land:
            counts[number] += 1
        self.goal = [max(float(count), 1.2 * WIDE * HIGH) for count in counts]
        self.held = [0] * len(self.cells)
        for number in range(1, n + 1):
            for cell in self._box_cells(*self.boxes[number]):
                self.held[cell] = number

    def _count(self, table: list[dict[int, int]], a: int, b: int, by: int = 1) -> None:
        if b and a != b:
            table[a][b] = table[a].get(b, 0) + by

    def cell(self, x: int, y: int) -> int:
        """Returns the number of the cell in a column and a row."""
        return (y + 1) * self.wide + x + 1

    def _box_cells(self, x: int, y: int) -> Iterator[int]:
        for dy in range(HIGH):
            first = self.cell(x, y + dy)
            yield from range(first, first + WIDE)

    # ------------------------------------------------------------------ what may change

    def may(self, cell: int, new: int) -> bool:
        """Returns whether a cell may become that of another area (or sea): both areas stay in one piece, without holes."""
        cells = self.cells
        old = cells[cell]
        if self.frozen[cell] or self.held[cell] or old == new:
            return False
        return keeps_whole(cells, self.wide, cell, new)

    # ------------------------------------------------------------------ energy

    def change(self, cell: int, new: int) -> float:
        """How the energy changes when a cell becomes `new`."""
        cells, w = self.cells, self.wide
        edge, coast = self.energies.edge, self.energies.coast
        old = cells[cell]
        edges: dict[Pair, int] = {}
        corners: dict[Pair, int] = {}
        total = 0.0
        for other in (cells[cell + 1], cells[cell + w], cells[cell - 1], cells[cell - w]):
            if other != old:
                if other and old:
                    total -= edge
                    pair = (old, other) if old < other else (other, old)
                    edges[pair] = edges.get(pair, 0) - 1
                else:
                    total -= coast
            if other != new:
                if other and new:
                    total += edge
                    pair = (new, other) if new < other else (other, new)
                    edges[pair] = edges.get(pair, 0) + 1
                else:
                    total += coast
        for other in (cells[cell + w + 1], cells[cell + w - 1], cells[cell - w - 1], cells[cell - w + 1]):
            if other:
                if old and other != old:
                    pair = (old, other) if old < other else (other, old)
                    corners[pair] = corners.get(pair, 0) - 1
                if new and other != new:
                    pair = (new, other) if new < other else (other, new)
                    corners[pair] = corners.get(pair, 0) + 1
        for pair in {*edges, *corners}:
            a, b = pair
            e, c = self.edges[a].get(b, 0), self.corners[a].get(b, 0)
            after, beside = e + edges.get(pair, 0), c + corners.get(pair, 0)
            if b in self.linked[a]:
                total += MISSING if after <= 0 else THIN if after == 1 else 0.0
                total -= MISSING if e <= 0 else THIN if e == 1 else 0.0
            else:
                total += FALSE + FALSE_EDGE * (after + beside) if after > 0 or beside > 0 else 0.0
                total -= FALSE + FALSE_EDGE * (e + c) if e > 0 or c > 0 else 0.0
        land = self.land[cell]
        total += self._stray(new, land) - self._stray(old, land)
        if old:
            total += SIZE * (1 - 2 * (self.sizes[old] - self.goal[old]))
        if new:
            total += SIZE * (1 + 2 * (self.sizes[new] - self.goal[new]))
        return total

    def _stray(self, number: int, land: int) -> float:
        if number == land:
            return 0.0
        return self.energies.drowned if not number else self.energies.raised if not land else self.energies.foreign

    def put(self, cell: int, new: int) -> None:
        """Makes a cell that of another area, or sea."""
        cells = self.cells
        old = cells[cell]
        for steps, table in ((self.four, self.edges), (self.ring[1::2], self.corners)):
            for step in steps:
                other = cells[cell + step]
                if other:
                    if old and other != old:
                        self._count(table, old, other, -1)
                        self._count(table, other, old, -1)
                    if new and other != new:
                        self._count(table, new, other)
                        self._count(table, other, new)
        cells[cell] = new
        self.sizes[old] -= 1
        self.sizes[new] += 1

    # ------------------------------------------------------------------ drawing

    def grow(self) -> None:
        """Lets areas grow over their own land from their boxes."""
        again = True
        while again:
            again = False
            for cell, number in enumerate(self.land):
                if number and not self.cells[cell] and not self.frozen[cell] and any(
                    self.cells[cell + step] == number for step in self.four
                ) and self.may(cell, number) and self.change(cell, number) < FALSE:
                    self.put(cell, number)
                    again = True

    def anneal(self, sweeps: int, hot: float, cold: float, go_on: Callable[[float], None]) -> None:
        """Simulated annealing with geometric cooling; a sweep is one proposal per cell that lies beside another."""
        random_ = self.chance.random
        cells, four, frozen, w = self.cells, self.four, self.frozen, self.wide
        for sweep in range(sweeps):
            go_on(sweep / sweeps)
            heat = hot * (cold / hot) ** (sweep / max(1, sweeps - 1))
            rim = [
                cell for cell in range(w, len(cells) - w)
                if not frozen[cell] and not self.held[cell]
                and not cells[cell] == cells[cell + 1] == cells[cell + w] == cells[cell - 1] == cells[cell - w]
            ]
            for _ in range(len(rim)):
                cell = rim[int(random_() * len(rim))]
                old = cells[cell]
                new = cells[cell + four[int(random_() * 4)]]
                if new == old:
                    if not old:
                        continue
                    new = 0
                if not self.may(cell, new):
                    continue
                change = self.change(cell, new)
                if change <= 0 or random_() < math.exp(-change / heat):
                    self.put(cell, new)
            for number in range(1, self.n + 1):
                self._shift(number)

    def _shift(self, number: int) -> None:
        """Moves an area's box by a cell within the area, towards the middle of its cells."""
        x, y = self.boxes[number]
        dx, dy = ((1, 0), (-1, 0), (0, 1), (0, -1))[int(self.chance.random() * 4)]
        if number in self.fixed:
            return
        if all(self.cells[cell] == number for cell in self._box_cells(x + dx, y + dy)):
            self.place_box(number, (x + dx, y + dy))

    def place_box(self, number: int, spot: Spot) -> None:
        """Puts an area's box elsewhere in it."""
        for cell in self._box_cells(*self.boxes[number]):
            self.held[cell] = 0
        self.boxes[number] = spot
        for cell in self._box_cells(*spot):
            self.held[cell] = number

    def center_boxes(self) -> None:
        """Puts every box in the middle of its area, clear of the outline where there is room, but those that are fixed."""
        for number in range(1, self.n + 1):
            if number in self.fixed:
                continue
            own = [cell for cell, held in enumerate(self.cells) if held == number]
            places = {(cell % self.wide - 1, cell // self.wide - 1) for cell in own}
            mx = sum(x for x, _ in places) / len(places) - (WIDE - 1) / 2
            my = sum(y for _, y in places) / len(places) - (HIGH - 1) / 2
            found = []
            for x, y in sorted(places):
                if all((x + dx, y + dy) in places for dx in range(WIDE) for dy in range(HIGH)):
                    rim = [(x + dx, y + dy) for dx in range(-1, WIDE + 1) for dy in range(-1, HIGH + 1)]
                    crowded = sum(spot not in places for spot in rim)
                    found.append((0.12 * crowded + math.hypot(x - mx, y - my), (x, y)))
            self.place_box(number, min(found)[1])

    def missing(self) -> list[Pair]:
        """Returns the links that are not drawn."""
        return [(a, b) for a in range(1, self.n + 1) for b in sorted(self.linked[a]) if a < b and not self.edges[a].get(b)]

    def false(self) -> list[Pair]:
        """Returns the pairs that touch and are not linked."""
        return [
            (a, b) for a in range(1, self.n + 1) for b in range(a + 1, self.n + 1)
            if b not in self.linked[a] and (self.edges[a].get(b) or self.corners[a].get(b))
        ]

    def join(self, a: int, b: int) -> bool:
        """Draws a missing border: one area grows along the cheapest path to the other. Whether it arrived."""
        best: tuple[float, int] | None = None
        cost: dict[int, float] = {}
        before: dict[int, int] = {}
        queue: list[tuple[float, int]] = []
        for cell, number in enumerate(self.cells):
            if number == a:
                cost[cell] = 0.0
                heapq.heappush(queue, (0.0, cell))
        while queue:
            far, cell = heapq.heappop(queue)
            if far > cost[cell]:
                continue
            if any(self.cells[cell + step] == b for step in self.four):
                best = (far, cell)
                break
            for step in self.four:
                after = cell + step
                if self.frozen[after] or (self.held[after] and self.held[after] != a):
                    continue
                total = far + self._toll(after, a, b)
                if total < cost.get(after, math.inf):
                    cost[after] = total
                    before[after] = cell
                    heapq.heappush(queue, (total, after))
        if best is None:
            return False
        path, cell = [best[1]], best[1]
        while cell in before:
            cell = before[cell]
            path.append(cell)
        for cell in reversed(path):
            if self.cells[cell] != a:
                if not self.may(cell, a):
                    return False
                self.put(cell, a)
        return True

    def _toll(self, cell: int, a: int, b: int) -> float:
        """Returns the cost of a cell on the way from area a to area b."""
        number = self.cells[cell]
        total = 0.3 if number == a else 1.0 if not number else 2.5
        for step in self.ring:
            other = self.cells[cell + step]
            if other and other not in (a, b) and other not in self.linked[a]:
                total += 1.5
        return total

    def part(self, a: int, b: int) -> None:
        """Turns cells in which two areas that are no neighbors touch into sea, where no wanted border is lost."""
        for cell, number in enumerate(self.cells):
            if number in (a, b):
                other = b if number == a else a
                if any(self.cells[cell + step] == other for step in self.ring) and self.may(cell, 0):
                    if self._links_lost(cell):
                        continue
                    self.put(cell, 0)

    def _links_lost(self, cell: int) -> bool:
        """Returns whether a border would vanish if a cell became sea."""
        old = self.cells[cell]
        lost: dict[int, int] = {}
        for step in self.four:
            other = self.cells[cell + step]
            if other in self.linked[old]:
                lost[other] = lost.get(other, 0) + 1
        return any(self.edges[old].get(other, 0) <= n for other, n in lost.items())

    def draw(self, sweeps: int, go_on: Callable[[float], None]) -> None:
        """Grows, anneals, repairs, in turns."""
        self.grow()
        self.anneal(sweeps, 1.6, 0.25, lambda done: go_on(0.6 * done))
        kept = self.snapshot()
        for turn in range(10):
            if not self.missing() and not self.false():
                break
            for a, b in self.missing():
                first, second = (a, b) if self.chance.random() < 0.5 else (b, a)
                if not self.join(first, second):
                    self.join(second, first)
            self.anneal(12, 0.55 if turn < 5 else 1.0, 0.12, partial(_at, go_on, 0.6 + 0.035 * turn))
            for a, b in self.false():
                self.part(a, b)
            if self.faults() <= kept[0]:
                kept = self.snapshot()
            else:
                self.restore(kept)
        self.anneal(10, 0.08, 0.01, lambda _: go_on(0.95))
        if self.faults() > kept[0]:
            self.restore(kept)

    def faults(self) -> float:
        """How far the drawing is from what it should be: missing borders and false contacts; thin borders count little."""
        thin = sum(self.edges[a].get(b, 0) == 1 for a in range(1, self.n + 1) for b in self.linked[a] if a < b)
        return len(self.missing()) + 1.5 * len(self.false()) + 0.01 * thin

    def raggedness(self) -> float:
        """Returns the energy of edges and of departure from the land, by which drawings of equal faults are compared."""
        total = 0.0
        for cell, number in enumerate(self.cells):
            if not self.frozen[cell]:
                total += self._stray(number, self.land[cell])
                for step in self.four[:2]:
                    other = self.cells[cell + step]
                    if other != number:
                        total += self.energies.edge if other and number else self.energies.coast
        return total

    def snapshot(self) -> tuple[float, list[int], list[Spot]]:
        """Returns the state, to come back to, with its faults first."""
        return self.faults(), list(self.cells), list(self.boxes)

    def restore(self, kept: tuple[float, list[int], list[Spot]]) -> None:
        """Comes back to a state."""
        for cell, number in enumerate(kept[1]):
            if self.cells[cell] != number:
                self.put(cell, number)
        self.held = [0] * len(self.cells)
        self.boxes = list(kept[2])
        for number in range(1, self.n + 1):
            for cell in self._box_cells(*self.boxes[number]):
                self.held[cell] = number


def keeps_whole(cells: Sequence[int], w: int, cell: int, new: int, sea: bool = False) -> bool:
    """Returns whether the areas of a cell before and after it becomes `new` stay in one piece, without holes, and do not
    meet themselves in a corner. cells: row by row, `w` in a row; 0 is the sea, which may fall apart unless `sea`."""
    old = cells[cell]
    # Round about from the right; all is written out, as most of the time of a drawing is spent here.
    a, b, c, d = cells[cell + 1], cells[cell + w + 1], cells[cell + w], cells[cell + w - 1]
    e, f, g, h = cells[cell - 1], cells[cell - w - 1], cells[cell - w], cells[cell - w + 1]
    # An area stays in one piece and without a hole when its cell in the middle comes or goes if the cells of it around
    # are one run that begins or ends at a side, and not all of them.
    for number in (old, new):
        if (number or sea) and (
            (a == number and not h == g == number) + (c == number and not b == a == number)
            + (e == number and not d == c == number) + (g == number and not f == e == number)
        ) != 1:
            return False
    # No area may meet itself in a corner: 2 by 2 cells with it on one diagonal only.
    for side, diagonal, other in ((a, b, c), (c, d, e), (e, f, g), (g, h, a)):
        if new and diagonal == new and side != new and other != new:
            return False
        if side and side == other and side != new and diagonal != side:
            return False
    return True


def _at(go_on: Callable[[float], None], done: float, _: float) -> None:
    go_on(done)
