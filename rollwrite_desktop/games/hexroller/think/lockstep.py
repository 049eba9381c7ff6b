"""Many sheets of HexRoller played in lockstep with numpy: a fast position beside `rules.py`, and the value of a sheet.

A set of hexes is a 64-bit number. The value of a sheet is the sum of what tables promise for its areas, pairs, rows and
unused bonuses (`tests/bench/train_hexroller.py`), in thousandths of a point; all arithmetic is of whole numbers. Tied to
`rules.py` by tests/games/hexroller/test_lockstep.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.gamekit.think.engine import Array, Rows, Unsuited, uniform
from rollwrite_desktop.games.hexroller.play.model import BONUSES, NUMBERS, TWO, Part
from rollwrite_desktop.games.hexroller.play.rules import HexRoller

UNIT = 1000
"""The value of one point."""
NEVER = -(1 << 40)
MAX_HEXES = 64
MAX_LEFT, MAX_BLANK, MAX_COUNT, MAX_GAP = 8, 13, 5, 9
"""What the tables go up to: rounds to come, blank hexes of an area, hexes of its leading number, hexes missing in a pair."""
LONGEST = 4
"""Longer chains are not begun in rollouts; they are rare."""
STEPS = 8
PLUS_ONE, TWO_BONUS, THIRD = range(3)
COUNT = len(NUMBERS)
AREA_SHAPE = (MAX_LEFT + 1, MAX_BLANK + 1, COUNT + 1, MAX_COUNT + 1)
PAIR_SHAPE = (MAX_LEFT + 1, COUNT, MAX_GAP + 2)
ROW_SHAPE = (MAX_LEFT + 1, 1 << COUNT)
BONUS_SHAPE = (MAX_LEFT + 1, len(BONUSES))
ONE = np.uint64(1)


class Values(Struct, frozen=True):
    """What is promised, in thousandths of a point, by rounds to come: areas by blank hexes, leading number (its place from
    1, 0 for a 2 or nothing) and how often it stands there; pairs by number and hexes missing (the last: for ever); rows by
    the set of numbers in it; bonuses that are kept, above their points."""

    areas: Array
    pairs: Array
    rows: Array
    bonuses: Array

    @staticmethod
    def shaped(numbers: Sequence[int]) -> Values:
        """Returns the tables of a flat list of numbers, as the data file holds them."""
        flat, found, at = np.array(numbers, np.int64), [], 0
        for shape in (AREA_SHAPE, PAIR_SHAPE, ROW_SHAPE, BONUS_SHAPE):
            size = int(np.prod(shape))
            found.append(flat[at : at + size].reshape(shape))
            at += size
        return Values(*found)


class Paths(Struct, frozen=True):
    """Paths of one length: their sets of hexes, first and last hexes, hexes in order, and how many they have in each area
    (as a pattern, with the patterns' counts)."""

    mask: Array
    first: Array
    last: Array
    hexes: Array
    pattern: Array
    counts: Array


class Constants:
    """One sheet's constants. Raises Unsuited for one that is too large."""

    def __init__(self, rules: HexRoller, values: Values) -> None:
        board = rules.board
        self.rules, self.values, self.size = rules, values, len(rules.spaces)
        if self.size > MAX_HEXES or any(len(pair) != 2 for pair in board.pairs.values()):
            raise Unsuited
        self.whole = np.uint64((1 << self.size) - 1)
        self.beside = np.array(board.beside, np.uint64)
        self._bytes = self._byte_tables()
        self.letters = tuple(board.areas)
        self.areas = np.array([sum(1 << i for i in cells) for cells in board.areas.values()], np.uint64)
        self.area_of = np.array([self.letters.index(letter) for letter in board.letter])
        self.factor = np.array([rules.scoring.factor[letter] for letter in self.letters])
        self.ends = np.array([[1 << i for i in board.pairs[n]] for n in NUMBERS], np.uint64)
        self.bonus = rules.scoring.bonus * UNIT
        self.dice, self.rounds = rules.ask.count, rules.rounds
        self.paths = [self._paths(length) for length in range(1, LONGEST + 1)]
        self.straight = np.array([_straight(row) for row in range(1 << COUNT)]) * UNIT

    def _byte_tables(self) -> Array:
        """For each byte of a set and each value of it the hexes beside."""
        found = np.zeros((8, 256), np.uint64)
        for at in range(8):
            for value in range(256):
                mask = 0
                for bit in range(8):
                    i = at * 8 + bit
                    if value >> bit & 1 and i < self.size:
                        mask |= int(self.beside[i])
                found[at, value] = mask
        return found

    def around(self, hexes: Array) -> Array:
        """Returns the hexes beside sets of hexes."""
        parts = np.ascontiguousarray(hexes).view(np.uint8).reshape(*hexes.shape, 8)
        found = self._bytes[0].take(parts[..., 0])
        for at in range(1, (self.size + 7) // 8):
            found = found | self._bytes[at].take(parts[..., at])
        return np.asarray(found)

    def group(self, start: Array, within: Array) -> Array:
        """Returns the connected hexes of `within` that hold those of `start`."""
        found = start & within
        while True:
            more = found | (self.around(found) & within)
            if (more == found).all():
                return np.asarray(found)
            found = more

    def _paths(self, length: int) -> Paths:
        """All paths of a length. Where a small layout has none, one that is never blank: it has printed hexes too."""
        walks = self._walks(length)
        return self.path_set(walks) if walks else replace(self.path_set([(0,) * length]), mask=np.array([self.whole]))

    def _walks(self, length: int) -> list[tuple[int, ...]]:
        """Paths of a length, one for each first hex and set of hexes."""
        found: dict[tuple[int, int], tuple[int, ...]] = {}
        board = self.rules.board
        for path in board.paths((1 << self.size) - 1, (1 << self.size) - 1, length):
            found.setdefault((path[0], sum(1 << i for i in path)), path)
        return list(found.values())

    def path_set(self, walks: Iterable[tuple[int, ...]]) -> Paths:
        """Paths of one length as arrays."""
        hexes = np.array(list(walks), np.int64)
        mask = (ONE << hexes.astype(np.uint64)).sum(1, dtype=np.uint64)
        per_area = (self.area_of[hexes][:, :, None] == np.arange(len(self.letters))).sum(1)
        counts, pattern = np.unique(per_area, axis=0, return_inverse=True)
        return Paths(mask, hexes[:, 0], hexes[:, -1], hexes, pattern.ravel(), counts)


def _straight(row: int) -> int:
    reached = 0
    for at, n in enumerate(NUMBERS):
        if not row >> at & 1:
            break
        reached = n
    return reached


class Positions(Rows):
    """Sheets in lockstep, one per row. held: the hexes of each number 3 … 8, and of the 2; rows: the sets of numbers in the
    upper and the lower row; used: bonuses crossed off."""

    held: Array
    two: Array
    rows: Array
    used: Array

    @staticmethod
    def of(parts: Sequence[Part]) -> Positions:
        """Returns the sheets of some papers."""
        held = np.zeros((len(parts), COUNT), np.uint64)
        two = np.zeros(len(parts), np.uint64)
        rows = np.zeros((len(parts), 2), np.int64)
        used = np.zeros((len(parts), len(BONUSES)), bool)
        for at, part in enumerate(parts):
            sets = dict.fromkeys((TWO, *NUMBERS), 0)
            for i, number in enumerate(part.marks):
                if number in sets:
                    sets[number] |= 1 << i
            held[at], two[at] = [sets[n] for n in NUMBERS], sets[TWO]
            rows[at] = [sum(1 << k for k, n in enumerate(NUMBERS) if str(n) in row) for row in (part.upper, part.lower)]
            used[at] = [bonus in part.used for bonus in BONUSES]
        return Positions(held, two, rows, used)

    def free(self, board: Constants) -> Array:
        """Returns the blank hexes of each row."""
        return np.asarray(board.whole & ~(np.bitwise_or.reduce(self.held, 1) | self.two))


class PairPaths(Struct, frozen=True):
    """What leads from one end of each pair to the other. near: how many blank hexes, itself included, lead to a hex from
    each end (STEPS + 1 for too many); gap: how many are missing; narrow: the hexes that every shortest way needs."""

    near: Array
    gap: Array
    narrow: Array


def pair_paths(board: Constants, positions: Positions) -> PairPaths:
    """Breadth-first search from both ends of every pair at once."""
    free, held = positions.free(board)[:, None, None], positions.held[:, :, None]
    found = board.group(np.broadcast_to(board.ends, (*positions.held.shape, 2)), held)
    joined = (found[:, :, 0] & board.ends[:, 1]) != 0
    near = np.full((*found.shape, 64), STEPS + 1, np.uint8)
    layers, gap = [], np.where(joined, 0, MAX_GAP + 1)
    target = found[:, :, 1].copy()
    near -= np.unpackbits(np.ascontiguousarray(found).view(np.uint8), bitorder="little").reshape(near.shape)
    for step in range(1, STEPS + 1):
        beside = board.around(found)
        strays = board.group(beside & held, held) & ~found
        blank = beside & free & ~found
        # A stray group beside a blank hex costs nothing more.
        found = found | blank
        strays = strays | board.group(board.around(blank) & held, held)
        gap = np.where((gap > step) & ((strays[:, :, 0] & target) != 0), step, gap)
        found = found | strays
        layers.append(blank)
        near -= np.unpackbits(np.ascontiguousarray(found).view(np.uint8), bitorder="little").reshape(near.shape)
    narrow = np.zeros(gap.shape, np.uint64)
    stacked = np.stack(layers, 3)
    for step in range(1, STEPS + 1):
        other = np.clip(gap - step, 0, STEPS - 1)
        both = stacked[:, :, 0, step - 1] & np.take_along_axis(stacked[:, :, 1], other[:, :, None], 2)[:, :, 0]
        single = (gap >= step) & (gap <= STEPS) & (np.bitwise_count(both) == 1)
        narrow = np.where(single, narrow | both, narrow)
    return PairPaths(near[..., : board.size], gap, narrow)


def area_counts(board: Constants, positions: Positions, free: Array) -> tuple[Array, Array, Array]:
    """Returns for each area of each row the hexes of each number, those that are blank, and those with a 2."""
    counts = np.bitwise_count(positions.held[:, None, :] & board.areas[None, :, None])
    blank, two = (np.bitwise_count(hexes[:, None] & board.areas) for hexes in (free, positions.two))
    return counts.astype(np.int64), blank.astype(np.int64), two.astype(np.int64)


def leading(counts: Array, two: Array) -> tuple[Array, Array]:
    """Returns the place of the number that leads in each area, from 1, 0 for a 2 or nothing; and how often it is there."""
    lead = (counts * 8 + np.arange(COUNT)).argmax(-1)
    count = np.take_along_axis(counts, lead[..., None], -1)[..., 0]
    return np.where((count == 0) | (two > count), 0, lead + 1), count


def area_values(board: Constants, counts: Array, blank: Array, two: Array, left: int) -> Array:
    """Returns what areas promise. counts: hexes of each number, on the last axis; blank, two: hexes that are blank or hold a
    2."""
    lead, count = leading(counts, two)
    count = np.minimum(np.maximum(count, two), MAX_COUNT)
    table = board.values.areas[min(left, MAX_LEFT)]
    return np.asarray(table[np.minimum(blank, MAX_BLANK), lead, count])


def value(board: Constants, positions: Positions, left: int) -> Array:
    """Returns the expected final score of each row with so many rounds to come, in thousandths."""
    left = min(left, MAX_LEFT)
    counts = area_counts(board, positions, positions.free(board))
    areas = (area_values(board, *counts, left) * board.factor).sum(1)
    pairs = board.values.pairs[left][np.arange(COUNT), pair_paths(board, positions).gap].sum(1)
    rows = board.values.rows[left][positions.rows].sum(1)
    bonuses = ((board.values.bonuses[left] + board.bonus) * ~positions.used).sum(1)
    return np.asarray(areas + pairs + rows + bonuses)


class Afterstates:
    """What the paths of any number are worth on some sheets."""

    def __init__(self, board: Constants, positions: Positions, left: int) -> None:
        self.board, self.positions, self.left = board, positions, min(left, MAX_LEFT)
        self.free = positions.free(board)
        self.pair_paths = pair_paths(board, positions)
        self.starts = board.around(positions.held)
        pairs = board.values.pairs[self.left]
        gap = self.pair_paths.gap
        numbers = np.arange(COUNT)
        lost = pairs[numbers, gap] - pairs[numbers, np.minimum(gap + 2, MAX_GAP + 1)]
        bits = np.unpackbits(self.pair_paths.narrow.view(np.uint8), bitorder="little").reshape(*gap.shape, 64)
        self.blocking_cost = bits[..., : board.size] * np.where(gap > 0, lost, 0)[:, :, None]
        self.whole_blocking_cost = self.blocking_cost.sum(1)
        self.counts, self.blank, self.two = area_counts(board, positions, self.free)
        self.now = area_values(board, self.counts, self.blank, self.two, self.left)

    def gains(self, rows: Array, number: int, paths: Paths, starts: Array) -> Array:
        """Returns what each path adds to the value of some rows; NEVER where it cannot be written. starts: the hexes where
        it may begin, by row."""
        board = self.board
        legal = (paths.mask & ~self.free[rows][:, None]) == 0
        legal &= (starts[:, None] >> paths.first.astype(np.uint64) & ONE).astype(bool)
        gain = self._areas(rows, number, paths).take(paths.pattern, 1)
        blocking_cost = self.whole_blocking_cost[rows] - self.blocking_cost[rows, number]
        for hexes in paths.hexes.T:  # numpy sums so short an axis slowly
            gain -= blocking_cost.take(hexes, 1)
        gap = self.pair_paths.gap[rows, number]
        open_ = np.flatnonzero(gap > 0)
        if len(open_):
            near = self.pair_paths.near[rows[open_], number]
            closer = np.zeros((len(open_), len(paths.mask)), np.int64)
            for end in range(2):
                side = near[:, end].astype(np.int64)
                closest = side.take(paths.hexes[:, 0], 1)
                for hexes in paths.hexes.T[1:]:
                    np.minimum(closest, side.take(hexes, 1), out=closest)
                closer += np.where(closest > STEPS, MAX_GAP + 1, np.maximum(closest - 1, 0))
            table = board.values.pairs[self.left][number]
            before = gap[open_, None]
            gain[open_] += table[np.minimum(closer, before)] - table[before]
        return np.where(legal, gain, NEVER)

    def _areas(self, rows: Array, number: int, paths: Paths) -> Array:
        """Returns what each pattern of a path set adds to the areas."""
        most = int(paths.counts.max())
        counts, blank, two = self.counts[rows], self.blank[rows], self.two[rows]
        by_count = []
        for more in range(most + 1):
            added = counts.copy()
            added[:, :, number] += more
            worth = area_values(self.board, added, np.maximum(blank - more, 0), two, self.left)
            by_count.append((worth - self.now[rows]) * self.board.factor)
        table = np.stack(by_count, 2)
        total = np.zeros((len(rows), len(paths.counts)), np.int64)
        for area, by_count in enumerate(paths.counts.T):
            total += table[:, area].take(by_count, 1)
        return total

    def twos(self, rows: Array) -> Array:
        """Returns what a 2 in each hex adds; NEVER where it is not blank."""
        board = self.board
        worth = area_values(board, self.counts[rows], np.maximum(self.blank[rows] - 1, 0), self.two[rows] + 1, self.left)
        gain = ((worth - self.now[rows]) * board.factor)[:, board.area_of] - self.whole_blocking_cost[rows]
        blank = (self.free[rows][:, None] >> np.arange(board.size, dtype=np.uint64) & ONE).astype(bool)
        return np.where(blank, gain, NEVER)

    def best(self, wanted: Array, counts: Array, starts: Array | None = None) -> tuple[Array, Array]:
        """Returns the best path of each wanted number in each row: what it adds (NEVER where there is none), and its place
        in the paths of its length. counts: hexes of each number."""
        rows = len(wanted)
        gain = np.full((rows, COUNT), NEVER)
        place = np.zeros((rows, COUNT), np.int64)
        starts = self.starts if starts is None else starts
        for number in range(COUNT):
            for length in range(1, LONGEST + 1):
                these = np.flatnonzero(wanted[:, number] & (counts[:, number] == length))
                if not len(these):
                    continue
                found = self.gains(these, number, self.board.paths[length - 1], starts[these, number])
                best = found.argmax(1)
                place[these, number] = best
                gain[these, number] = found[np.arange(len(these)), best]
        return gain, place


def row_gains(board: Constants, positions: Positions, left: int) -> Array:
    """Returns what two numbers in the boxes add, the better way round, by row, number and number."""
    table = board.values.rows[min(left, MAX_LEFT)]
    bit = 1 << np.arange(COUNT)
    upper, lower = (table[positions.rows[:, k, None] | bit] for k in range(2))
    one = upper[:, :, None] + lower[:, None, :]
    return np.asarray(np.maximum(one, one.transpose(0, 2, 1)) - table[positions.rows].sum(1)[:, None, None])


def box(board: Constants, positions: Positions, rows: Array, one: Array, two: Array, left: int) -> None:
    """Puts two numbers (places from 0, -1 for a dash) in the boxes of some rows, the better way round."""
    table = board.values.rows[min(left, MAX_LEFT)]
    bit_one, bit_two = (np.where(n >= 0, 1 << np.maximum(n, 0), 0) for n in (one, two))
    upper, lower = positions.rows[rows, 0], positions.rows[rows, 1]
    straight = table[upper | bit_one] + table[lower | bit_two]
    crossed = table[upper | bit_two] + table[lower | bit_one]
    turn = crossed > straight
    positions.rows[rows, 0] = upper | np.where(turn, bit_two, bit_one)
    positions.rows[rows, 1] = lower | np.where(turn, bit_one, bit_two)


def masks_of(board: Constants, lengths: Array, places: Array) -> tuple[Array, Array]:
    """Returns the sets of hexes, and the last hexes, of paths by length and place."""
    mask, last = np.zeros(len(lengths), np.uint64), np.zeros(len(lengths), np.int64)
    for length in range(1, LONGEST + 1):
        these = lengths == length
        mask[these] = board.paths[length - 1].mask[places[these]]
        last[these] = board.paths[length - 1].last[places[these]]
    return mask, last


def play_round(board: Constants, positions: Positions, counts: Array, left: int) -> None:
    """A round in each row by the values: the pair of numbers that promises most, the better one first, then a bonus if it
    gains more than it is worth. counts: dice of each number."""
    rows = np.arange(len(counts))
    moved = Afterstates(board, positions, left)
    gain, place = moved.best(counts > 0, counts)
    pair = gain[:, :, None] + gain[:, None, :] + row_gains(board, positions, left)
    pair[:, np.arange(COUNT), np.arange(COUNT)] = 4 * NEVER
    best = pair.reshape(len(rows), -1).argmax(1)
    one, two = best // COUNT, best % COUNT
    swap = gain[rows, two] > gain[rows, one]
    one, two = np.where(swap, two, one), np.where(swap, one, two)
    can = gain[rows, one] > NEVER // 2
    first = rows[can]
    lengths = counts[first, one[can]]
    mask, last_one = masks_of(board, lengths, place[first, one[can]])
    positions.held[first, one[can]] |= mask
    ends = np.full((len(rows), 2), -1)
    ends[first, 0] = last_one
    chosen = np.full((len(rows), 2), -1)
    chosen[first, 0] = one[can]
    moved = Afterstates(board, positions, left)
    gains = row_gains(board, positions, left)
    wanted = np.zeros(counts.shape, bool)
    wanted[first, two[can]] = counts[first, two[can]] > 0
    gain, place = moved.best(wanted, counts)
    missing = can & (gain.max(1) <= NEVER // 2)
    if missing.any():
        others = (counts > 0) & missing[:, None]
        others[rows, one] = False
        more, places = moved.best(others, counts)
        gain, place = np.where(missing[:, None], more, gain), np.where(missing[:, None], places, place)
    total = np.where(gain > NEVER // 2, gain + gains[rows, one], NEVER)
    two = total.argmax(1)
    second = rows[total[rows, two] > NEVER // 2]
    if len(second):
        mask, last_two = masks_of(board, counts[second, two[second]], place[second, two[second]])
        positions.held[second, two[second]] |= mask
        ends[second, 1], chosen[second, 1] = last_two, two[second]
    box(board, positions, rows, chosen[:, 0], chosen[:, 1], left)
    _bonus(board, positions, counts, chosen, ends, left)


def _bonus(board: Constants, positions: Positions, counts: Array, chosen: Array, ends: Array, left: int) -> None:
    """Uses the bonus that gains most above its worth, in each row."""
    rows = np.arange(len(counts))
    some = ~positions.used.all(1)
    if not some.any():
        return
    moved = Afterstates(board, positions, left)
    worth = board.values.bonuses[min(left, MAX_LEFT)] + board.bonus
    best, what = np.zeros(len(rows), np.int64), np.full(len(rows), -1)
    number, mask = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.uint64)

    def offer(these: Array, gain: Array, kind: int, numbers: Array, masks: Array) -> None:
        better = gain - worth[kind] > best[these]
        at = these[better]
        best[at], what[at] = (gain - worth[kind])[better], kind
        number[at], mask[at] = numbers[better], masks[better]

    ones = board.paths[0]
    for side in range(2):
        for n in range(COUNT):
            these = rows[~positions.used[:, PLUS_ONE] & (chosen[:, side] == n)]
            if len(these):
                gain = moved.gains(these, n, ones, board.beside[ends[these, side]])
                at = gain.argmax(1)
                offer(these, gain[np.arange(len(these)), at], PLUS_ONE, np.full(len(these), n), ones.mask[at])
    these = rows[~positions.used[:, TWO_BONUS]]
    if len(these):
        gain = moved.twos(these)
        at = gain.argmax(1)
        offer(these, gain[np.arange(len(these)), at], TWO_BONUS, np.full(len(these), -1), ONE << at.astype(np.uint64))
    wanted = (counts > 0) & (~positions.used[:, THIRD] & (chosen[:, 1] >= 0))[:, None]
    for side in range(2):
        wanted[rows, np.maximum(chosen[:, side], 0)] = False
    gain, place = moved.best(wanted, counts)
    n = gain.argmax(1)
    these = rows[gain[rows, n] > NEVER // 2]
    if len(these):
        masks, _ = masks_of(board, counts[these, n[these]], place[these, n[these]])
        offer(these, gain[these, n[these]], THIRD, n[these], masks)
    taken = rows[what >= 0]
    positions.used[taken, what[taken]] = True
    twos = taken[what[taken] == TWO_BONUS]
    positions.two[twos] |= mask[twos]
    others = taken[what[taken] != TWO_BONUS]
    positions.held[others, number[others]] |= mask[others]


def futures(board: Constants, rolled: int, first: int, count: int, seed: int) -> Array:
    """Returns the futures `first` … of a seed after `rolled` rounds: dice of each number, by game and round."""
    left = board.rounds - rolled
    lots = uniform(seed, first, count, left * board.dice) * COUNT >> 32
    faces = lots.reshape(count, left, board.dice)
    return np.asarray((faces[..., None] == np.arange(COUNT)).sum(2))


def play_out(board: Constants, positions: Positions, ahead: Array) -> Array:
    """Plays every row to its end by the values, row k with future k modulo their number; returns the scores."""
    which = np.arange(len(positions.held)) % len(ahead)
    rounds = ahead.shape[1]
    for at in range(rounds):
        play_round(board, positions, ahead[which, at], rounds - at - 1)
    return scores(board, positions)


def scores(board: Constants, positions: Positions) -> Array:
    """Returns the score of each row as it stands."""
    counts, blank, two = area_counts(board, positions, positions.free(board))
    lead, _ = leading(counts, two)
    areas = (np.where(blank == 0, np.where(lead, lead + NUMBERS[0] - 1, TWO), 0) * board.factor).sum(1)
    found = board.group(np.broadcast_to(board.ends[:, 0], positions.held.shape), positions.held)
    pairs = (((found & board.ends[:, 1]) != 0) * np.array(NUMBERS)).sum(1)
    rows = board.straight[positions.rows].sum(1) // UNIT
    return np.asarray(areas + pairs + rows + board.bonus // UNIT * (~positions.used).sum(1))
