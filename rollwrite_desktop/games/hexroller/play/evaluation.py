"""What a sheet of HexRoller can still be expected to bring, connection by connection, area by area and row by row: what the
coach and the easier computer players go by. For warnings, whether a second number can still be written after a first one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property
from itertools import islice

from rollwrite_desktop.games.hexroller.play.board import mask_of, members
from rollwrite_desktop.games.hexroller.play.model import BLANK, NUMBERS, TWO, Part, State
from rollwrite_desktop.games.hexroller.play.rules import HexRoller

# The weights below were found by playing some thousand games against each other's averages.
CONNECT = (1.39, 0.855)
"""How fast the hope of a connection falls with each hex still missing, and how much the rounds left raise it."""
FILL = (0.5, 0.75)
"""The same for an area and its blank hexes."""
ROW = 0.42
"""The chance per round that a number wanted in a row can be had."""
TYPICAL = 9.2
"""What an area without a leading number yet counts as, per blank hex's share: open areas are worth more than any number."""
SEEN = 1500
"""Paths looked at per number."""
MAX_SEEN_AFTER = 250
"""Paths looked at before a second number counts as possible: a warning must be certain, silence need not be."""
FAR = 99

Path = tuple[int, ...]


class Evaluation:
    """The hopes of one sheet at a moment: connections, areas, rows, with `left` rounds to come."""

    def __init__(self, rules: HexRoller, marks: tuple[int, ...], left: int = 0) -> None:
        self.rules = rules
        self.board = rules.board
        self.marks = marks
        self.left = left
        self.free = self.board.blanks(marks)
        self.reach = {n: self._reach(n) for n in NUMBERS}
        self.gap = {n: self._gap(n) for n in NUMBERS}
        self.held = {letter: [marks[i] for i in cells] for letter, cells in self.board.areas.items()}
        self.worth = {letter: self.area(letter, held) for letter, held in self.held.items()}

    # ------------------------------------------------------------------ connections

    def _spread(self, start: int, number: int, free: int) -> dict[int, int]:
        """Hex to how many blank hexes, itself included, lead to it from a group."""
        held = self.board.holding(self.marks, number)
        seen = self.board.group(start, held)
        layer, steps = seen, 0
        found = dict.fromkeys(members(seen), 0)
        while layer:
            steps += 1
            layer = self.board.around(layer) & (free | held) & ~seen
            blank = layer & free
            joined = self.board.group(layer & held, held) | (self.board.group(self.board.around(blank) & held, held) & ~seen)
            found.update(dict.fromkeys(members(blank), steps))
            found.update(dict.fromkeys(members(joined & ~seen), steps))
            layer = (blank | joined) & ~seen
            seen |= layer
        return found

    def _reach(self, number: int) -> tuple[dict[int, int], ...]:
        return tuple(self._spread(1 << i, number, self.free) for i in self.board.pairs[number])

    def _gap(self, number: int) -> int:
        """How many blank hexes are missing between the printed pair."""
        pair = self.board.pairs[number]
        return self.reach[number][0].get(pair[1], FAR) if len(pair) == 2 else FAR

    def hope(self, number: int, gap: int) -> float:
        """Returns the expected points of a connection."""
        if gap == 0:
            return number
        if gap >= FAR or self.left == 0:
            return 0.0
        return number * math.exp(-CONNECT[0] * gap / self.left ** CONNECT[1])

    @cached_property
    def blocking_cost(self) -> dict[int, dict[int, float]]:
        """Hex to what each number loses in hope when another one takes it."""
        costs: dict[int, dict[int, float]] = {i: {} for i in members(self.free)}
        for n in NUMBERS:
            gap = self.gap[n]
            if not 0 < gap < FAR:
                continue
            first, second = self.reach[n]
            for i in costs:
                if first.get(i, FAR) + second.get(i, FAR) - 1 <= gap:
                    round_about = self._spread(1 << self.board.pairs[n][0], n, self.free & ~(1 << i))
                    longer = round_about.get(self.board.pairs[n][1], FAR)
                    costs[i][n] = self.hope(n, gap) - self.hope(n, longer)
        return costs

    # ------------------------------------------------------------------ areas and rows

    def area(self, letter: str, held: list[int]) -> float:
        """Returns the expected points of an area."""
        blank = held.count(BLANK)
        numbers = [n for n in held if n != BLANK]
        lead = max(set(numbers), key=lambda n: (numbers.count(n), n), default=0)
        factor = self.rules.scoring.factor[letter]
        if blank == 0:
            return lead * factor
        if self.left == 0:
            return 0.0
        weight = numbers.count(lead) / (numbers.count(lead) + 0.4 * blank)
        return factor * (weight * lead + (1 - weight) * TYPICAL) * math.exp(-FILL[0] * blank / self.left ** FILL[1])

    def row(self, row: str) -> float:
        """Returns the expected points of a row of boxes."""
        chance = 1 - (1 - ROW) ** self.left
        sure, points, before = 1.0, 0.0, 0
        missing = 0
        for n in NUMBERS:
            if str(n) not in row:
                missing += 1
                sure = sure * max(0.0, chance - 0.06 * missing) if missing <= self.left else 0.0
            points += sure * (n - before)
            before = n
        return points

    # ------------------------------------------------------------------ paths

    def gain(self, number: int, path: Iterable[int]) -> float:
        """Returns what a path of a number, connected to a hex that holds it, adds to the hopes."""
        gain = 0.0
        touched: dict[str, list[int]] = {}
        gap = self.gap[number]
        first, second = self.reach[number] if len(self.reach[number]) == 2 else ({}, {})
        near_first = near_second = FAR
        for i in path:
            gain -= sum(loss for n, loss in self.blocking_cost[i].items() if n != number)
            touched.setdefault(self.board.letter[i], []).append(i)
            near_first, near_second = min(near_first, first.get(i, FAR)), min(near_second, second.get(i, FAR))
        if gap:
            # The path hangs on one of the ends, or on a stray group: what is left is the way from it to each end.
            closer = min(gap, max(0, near_first - 1) + max(0, near_second - 1))
            gain += self.hope(number, closer) - self.hope(number, gap)
        for letter, hexes in touched.items():
            cells = self.board.areas[letter]
            taken = set(hexes)
            held = [number if i in taken else n for i, n in zip(cells, self.held[letter], strict=True)]
            gain += self.area(letter, held) - self.worth[letter]
        return gain

    def gain_of_two(self, hexagon: int) -> float:
        """Returns what a 2 in a hex adds to its area, less what it takes from connections."""
        letter = self.board.letter[hexagon]
        cells = self.board.areas[letter]
        held = [TWO if i == hexagon else n for i, n in zip(cells, self.held[letter], strict=True)]
        return self.area(letter, held) - self.worth[letter] - sum(self.blocking_cost[hexagon].values())

    def best_paths(self, number: int, ways: int, length: int, kept: int) -> list[tuple[float, Path]]:
        """Returns the most promising paths of `length` that begin in `ways`, best first."""
        paths = islice(self.board.paths(self.free, ways, length), SEEN)
        found = sorted(((self.gain(number, path), path) for path in paths), reverse=True)
        return found[:kept]


def keeps_second(rules: HexRoller, state: State, part: Part, number: int, ways: int, length: int) -> bool:
    """Whether, when `number` is written on a path of `length` that begins in `ways`, another number can still follow."""
    board = rules.board
    free = board.blanks(part.marks)
    others = [
        (board.holding(part.marks, n), count) for n, count in rules.choosable(state, part).items() if n != number
    ]
    seen = 0
    for path in islice(board.paths(free, ways, length), MAX_SEEN_AFTER):
        seen += 1
        left = free & ~mask_of(path)
        if any(board.fits_in(left, held, count) for held, count in others):
            return True
    return seen == MAX_SEEN_AFTER


def doubtful(rules: HexRoller, state: State, part: Part, number: int, legal: int) -> int:
    """Those of the legal hexes for the next stroke of a first number after which no second one could follow; none if that
    holds of all, for then nothing is to be gained by going elsewhere with this number."""
    chain = rules.running(state, part)
    if part.boxed or len(part.chosen) - (chain is not None) > 0 or (chain is not None and chain.third):
        return 0
    length = rules.left(state, chain) if chain is not None else state.counts.get(number, 0)
    lost = mask_of(
        i for i in range(len(part.marks))
        if legal >> i & 1 and not keeps_second(rules, state, part, number, 1 << i, length)
    )
    return 0 if lost == legal else lost


def leaves_none(rules: HexRoller, state: State, part: Part, number: int) -> bool:
    """Returns whether the choice of this number, however written, leaves no second, while another choice would."""
    if part.chosen:
        return False
    count = state.counts[number]
    return _no_second(rules, state, part, number, count) and any(
        not _no_second(rules, state, part, n, other) for n, other in rules.choosable(state, part).items() if n != number
    )


def _no_second(rules: HexRoller, state: State, part: Part, number: int, count: int) -> bool:
    ways = rules.board.starts(part.marks, number, count)
    return not ways or not keeps_second(rules, state, part, number, ways, count)
