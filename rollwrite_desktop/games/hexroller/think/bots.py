"""Computer players of HexRoller. They see what a person sees: the own sheet and the dice on the table."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice

from rollwrite_desktop.core.bots import careless, random_bot
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.core.rules import Move, Rules
from rollwrite_desktop.gamekit.presentation import EASY, EASY_SHARE, RANDOM, Level
from rollwrite_desktop.gamekit.think.engine import Engine, hard, master
from rollwrite_desktop.gamekit.think.levels import HARD, MASTER, Levels
from rollwrite_desktop.games.hexroller.play.board import members
from rollwrite_desktop.games.hexroller.play.model import BLANK, NUMBERS, TWO, Boxes, Done, Extra, Part, State, Two, Write
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
PRICE = 1.0
"""What keeping a bonus is worth per round left, as far as it exceeds its points; it saturates."""
WHIM = 0.15
"""Points by which a plan may seem better than it is."""
SEEN = 1500
"""Paths looked at per number."""
KEPT = 10
"""Paths per number that are tried in pairs."""
FAR = 99

Path = tuple[int, ...]


class Outlook:
    """The hopes of one sheet at a moment: connections, areas, rows, with `left` rounds to come."""

    def __init__(self, rules: HexRoller, marks: tuple[int, ...], left: int) -> None:
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
        """The expected points of a connection."""
        if gap == 0:
            return number
        if gap >= FAR or self.left == 0:
            return 0.0
        return number * math.exp(-CONNECT[0] * gap / self.left ** CONNECT[1])

    @cached_property
    def toll(self) -> dict[int, dict[int, float]]:
        """Hex to what each number loses in hope when another one takes it."""
        tolls: dict[int, dict[int, float]] = {i: {} for i in members(self.free)}
        for n in NUMBERS:
            gap = self.gap[n]
            if not 0 < gap < FAR:
                continue
            first, second = self.reach[n]
            for i in tolls:
                if first.get(i, FAR) + second.get(i, FAR) - 1 <= gap:
                    round_about = self._spread(1 << self.board.pairs[n][0], n, self.free & ~(1 << i))
                    longer = round_about.get(self.board.pairs[n][1], FAR)
                    if longer > gap:
                        tolls[i][n] = self.hope(n, gap) - self.hope(n, longer)
        return tolls

    # ------------------------------------------------------------------ areas and rows

    def area(self, letter: str, held: list[int]) -> float:
        """The expected points of an area."""
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
        """The expected points of a row of boxes."""
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
        """What a path of a number, connected to a hex that holds it, adds to the hopes."""
        gain = 0.0
        touched: dict[str, list[int]] = {}
        gap = self.gap[number]
        first, second = self.reach[number] if len(self.reach[number]) == 2 else ({}, {})
        near_first = near_second = FAR
        for i in path:
            gain -= sum(loss for n, loss in self.toll[i].items() if n != number)
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
        """What a 2 in a hex adds to its area, less what it takes from connections."""
        letter = self.board.letter[hexagon]
        cells = self.board.areas[letter]
        held = [TWO if i == hexagon else n for i, n in zip(cells, self.held[letter], strict=True)]
        return self.area(letter, held) - self.worth[letter] - sum(self.toll[hexagon].values())

    def best_paths(self, number: int, ways: int, length: int, kept: int) -> list[tuple[float, Path]]:
        """The most promising paths of `length` that begin in `ways`, best first."""
        paths = islice(self.board.paths(self.free, ways, length), SEEN)
        found = sorted(((self.gain(number, path), path) for path in paths), reverse=True)
        return found[:kept]


def greedy(rules: Rules[State], state: State, player: str, luck: random.Random) -> Move:
    """Plans the two chains of a round together with their boxes, by expected points; a bonus is used when it gains more than
    keeping it. Random noise in the values makes two such players at a table write different sheets."""
    assert isinstance(rules, HexRoller)
    part = state.part(player)
    outlook = Outlook(rules, part.marks, rules.rounds - len(state.rolls))
    chain = rules.running(state, part)
    if chain is not None:
        ways = rules.board.beside[chain.path[-1]] & outlook.free
        best = outlook.best_paths(chain.number, ways, rules.left(state, chain), 1)
        return Write(rules.spaces[best[0][1][0]], chain.number, chain.third)
    if part.boxed:
        return _bonus(rules, state, player, outlook) or Done()
    planned = _plan(rules, state, part, outlook, luck) if len(part.chosen) < 2 else None
    return planned or _boxes(part, outlook)


def _candidates(rules: HexRoller, state: State, part: Part, outlook: Outlook) -> dict[int, list[tuple[float, Path]]]:
    """The best paths of every number that can be written."""
    found = {}
    for n, count in rules.choosable(state, part).items():
        ways = rules.board.around(rules.board.holding(part.marks, n)) & outlook.free
        paths = outlook.best_paths(n, ways, count, KEPT)
        if paths:
            found[n] = paths
    return found


def _plan(rules: HexRoller, state: State, part: Part, outlook: Outlook, luck: random.Random) -> Move | None:
    """The first hex of the best number, chosen together with the number that is to follow."""
    candidates = _candidates(rules, state, part, outlook)
    best: tuple[float, int, Path] | None = None
    if part.chosen:
        for n, paths in candidates.items():
            value = paths[0][0] + _row_gain(part, outlook, (part.chosen[0], n)) + WHIM * luck.random()
            best = max(best, (value, n, paths[0][1])) if best else (value, n, paths[0][1])
    else:
        for value, n, path in _pairs(part, outlook, candidates):
            value += WHIM * luck.random()
            best = max(best, (value, n, path)) if best else (value, n, path)
    return Write(rules.spaces[best[2][0]], best[1]) if best else None


def _pairs(
    part: Part, outlook: Outlook, candidates: dict[int, list[tuple[float, Path]]]
) -> Iterator[tuple[float, int, Path]]:
    """What each first path is worth with the best second one that keeps clear of it; without any, next to nothing."""
    for n, paths in candidates.items():
        rows = {m: _row_gain(part, outlook, (n, m)) for m in candidates if m != n}
        for value, path in paths:
            taken = set(path)
            seconds = [
                rows[m] + next((second for second, other in others if taken.isdisjoint(other)), -9.0)
                for m, others in candidates.items() if m != n
            ]
            yield value + max(seconds, default=-9.0), n, path


def _row_gain(part: Part, outlook: Outlook, numbers: tuple[int, int]) -> float:
    """What the better way round of two numbers in the boxes adds."""
    a, b = (str(n) for n in numbers)
    now = outlook.row(part.upper) + outlook.row(part.lower)
    return max(
        outlook.row(part.upper + a) + outlook.row(part.lower + b),
        outlook.row(part.upper + b) + outlook.row(part.lower + a),
    ) - now


def _boxes(part: Part, outlook: Outlook) -> Move:
    """The boxes, the better way round; a dash for what could not be written."""
    a, b = (*part.chosen, 0, 0)[:2]
    if outlook.row(part.upper + str(a)) + outlook.row(part.lower + str(b)) >= (
        outlook.row(part.upper + str(b)) + outlook.row(part.lower + str(a))
    ):
        return Boxes(a, b)
    return Boxes(b, a)


def _bonus(rules: HexRoller, state: State, player: str, outlook: Outlook) -> Move | None:
    """The bonus that gains most, if it gains more than it is worth unused."""
    part = state.part(player)
    if part.bonus:
        return None
    worth = rules.scoring.bonus + PRICE * math.sqrt(outlook.left)
    best: tuple[float, Move | None] = (worth, None)
    for move in rules.moves(state, player):
        match move:
            case Extra(space, number):
                value = outlook.gain(number, (rules.index[space],))
            case Two(space):
                value = outlook.gain_of_two(rules.index[space])
            case _:
                continue
        if value > best[0]:
            best = value, move
    if "third" not in part.used and len(part.chosen) == 2:
        for n, paths in _candidates(rules, state, part, outlook).items():
            if paths[0][0] > best[0]:
                best = paths[0][0], Write(rules.spaces[paths[0][1][0]], n, third=True)
    return best[1]


def engine_of(rules: HexRoller) -> Engine:
    """The engine of the strong computer players, loaded when one of them plays: it brings numpy along. Raises Unsuited."""
    from rollwrite_desktop.games.hexroller.think.engine import HexRollerEngine

    return HexRollerEngine(rules)


BOTS = Levels({
    "random": random_bot, "easy": careless(greedy, random_bot, EASY_SHARE), "medium": greedy,
    "hard": hard(engine_of, greedy), "master": master(engine_of, greedy),
})
"""The computer players by name, the best last."""
LEVELS = {
    "random": RANDOM, "easy": EASY,
    "medium": Level(mark("Medium"), mark("Weighs areas, connections and rows for every chain before it writes one.")),
    "hard": HARD, "master": MASTER,
}
