"""Many maps of Rolling America played in lockstep with numpy: a fast position beside `rules.py`, and the value of a map.

A map is three rows of arrays: which states are blank, which numbers each state takes (a bit for each), how many of its
neighbors are blank. The value is linear in tables that self-play fitted (`tests/bench/train_rolling_america.py`), in
thousandths of an X. All sums are of whole numbers below 2**24, which float32 adds exactly in any order, so every machine
chooses the same moves. Tied to `rules.py` by tests/games/rolling_america/test_lockstep.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct

from rollwrite_desktop.gamekit.think.engine import Array, Rows, Unsuited, uniform
from rollwrite_desktop.games.rolling_america.play.model import BARRING, BLANK, Part, X
from rollwrite_desktop.games.rolling_america.play.rules import POWER_BOXES, RollingAmerica

UNIT = 1000
"""The value of one X."""
ALL = 0b111111
WINDOW = np.array([0, *(ALL & (0b111 << n >> 2) for n in range(1, 7))], np.uint8)
"""For each number the numbers that may stand beside it, as bits: bit n − 1 for n."""
KNOTS, STEP = 9, 3
"""The tables hold values at every third turn to come, and are linear between."""
CLASSES = 10
"""Sets of numbers that a state can take, up to turning 1 … 6 round: all, four kinds of two or three, … none."""
MAX_BESIDE = 5
MAX_BLANKS, MAX_DICE = 9, 8
CHANGE, GUARD, DUPE = range(3)
NEVER = np.float32(1 << 22)
"""The cost of what is not legal; sums with it are this or more."""
PRODUCT = 1 << 18
"""The most multiplications of one product of matrices: for so few the library starts no threads."""
BLOCK = 200
"""Maps that are played at once; of more the arrays leave the processor's cache."""


def _classes() -> list[int]:
    kinds: dict[int, int] = {}
    order = [0, ALL, 0b1, 0b10, 0b100, 0b11, 0b110, 0b1100, 0b111, 0b1110]
    for at, mask in enumerate(order):
        mirrored = int(f"{mask:06b}"[::-1], 2)
        kinds[mask] = kinds[mirrored] = at
    # Other sets come only where somebody wrote against the rules: as the class of equally many numbers.
    by_count = {0: 0, 1: 4, 2: 7, 3: 9}
    return [kinds.get(mask, by_count.get(mask.bit_count(), 1)) for mask in range(64)]


CLASS = np.array(_classes(), np.int64)


class Values(Struct, frozen=True):
    """What blanks and boxes cost or are worth. states: by knot, class and blank neighbors; regions: by knot of expected
    dice and blank states; powers: by knot, power and boxes left. Whole numbers in thousandths of an X."""

    states: Array
    regions: Array
    powers: Array

    @staticmethod
    def shaped(numbers: Sequence[int]) -> Values:
        """Returns the tables of a flat list of numbers, as the data file holds them. Raises ValueError."""
        flat = np.array(numbers, np.float64)
        a = KNOTS * CLASSES * (MAX_BESIDE + 1)
        b = a + (MAX_DICE + 1) * (MAX_BLANKS + 1)
        return Values(
            flat[:a].reshape(KNOTS, CLASSES, MAX_BESIDE + 1),
            flat[a:b].reshape(MAX_DICE + 1, MAX_BLANKS + 1),
            flat[b:].reshape(KNOTS, 3, POWER_BOXES + 1),
        )


class TurnTables(Struct, frozen=True):
    """The values after a turn, and how they change. states: by the code of a state; fewer: what it costs a state that a
    neighbor is filled; barred: the same by that neighbor's number; filled: what it costs that the state itself is filled,
    NEVER where it is not blank; written: the same by the number written, NEVER where the state does not take it; regions: by
    whether the die is still in the bag, and blanks; narrower: what it costs a region that a state is filled; powers: by
    power and boxes left, a box beyond those of the fitted tables for as much as the last of these."""

    states: Array
    fewer: Array
    barred: Array
    filled: Array
    written: Array
    regions: Array
    narrower: Array
    powers: Array


FILLED = 1 << 10
"""The code of a filled state. That of a blank one: 16 * the bits of the numbers that it takes + its blank neighbors."""
SHIFT, BESIDE = 4, 15


class Constants:
    """One map's constants. Dice are named by their index in the rules' dice, of which the wild one is the last. member: for
    each die and state, whether the die may be written there; outside, within: NEVER where it may not, and where it may.
    Raises Unsuited for a map on which a state has more neighbors than its code can count."""

    def __init__(self, rules: RollingAmerica, values: Values) -> None:
        n = len(rules.spaces)
        self.rules, self.values, self.size = rules, values, n
        self.beside = np.zeros((n, n), bool)
        for i, beside in enumerate(rules.neighbors):
            self.beside[i, list(beside)] = True
        if self.beside.sum(1).max() > BESIDE:
            raise Unsuited
        self.region = np.array([rules.dice.index(color) for color in rules.region])
        self.member = np.zeros((len(rules.dice), n), bool)
        for at, color in enumerate(rules.dice):
            self.member[at, list(rules.members[color])] = True
        self.wild = len(rules.dice) - 1
        self.turns = rules.rounds * rules.turns
        self.outside = np.where(self.member, 0, NEVER).astype(np.float32)
        self.within = NEVER - self.outside
        self._sums = self.beside.astype(np.float32)
        self._block = max(1, PRODUCT // (n * n))
        self._tables: dict[int, TurnTables] = {}

    def around(self, amounts: Array) -> Array:
        """For each row and state the sum of its neighbors' amounts, in float32."""
        sums = np.empty(amounts.shape, np.float32)
        for at in range(0, len(amounts), self._block):
            np.matmul(amounts[at : at + self._block], self._sums, out=sums[at : at + self._block])
        return sums

    def tables(self, left: int) -> TurnTables:
        """Returns the values with so many turns to come."""
        if left not in self._tables:
            weight = knots(left)
            by_class = np.rint(np.tensordot(weight, self.values.states, 1))
            code = np.arange(2 * FILLED)
            blank = code < FILLED
            takes, beside = code >> SHIFT & ALL, np.minimum(code & BESIDE, MAX_BESIDE)
            states = np.where(blank, by_class[CLASS[takes], beside], 0).astype(np.float32)
            fewer = np.where(blank, states[code - 1] - states, 0).astype(np.float32)
            barred = np.array([
                np.where(blank, states[(code & (WINDOW[n].astype(np.int64) << SHIFT | BESIDE)) - 1] - states, 0)
                for n in range(7)
            ], np.float32)
            regions = np.array(
                [np.rint(self.expected(left, inside) @ self.values.regions) for inside in (False, True)], np.float32
            )
            filled = np.where(blank, -states, NEVER)
            written = [np.where(blank & (takes << 1 >> n & 1 == 1), -states, NEVER) for n in range(7)]
            narrower = np.concatenate([regions[:, :1], regions[:, :-1]], 1) - regions
            powers = np.rint(np.tensordot(weight, self.values.powers, 1)).astype(np.float32)
            more = np.arange(1, self.rules.power_boxes - POWER_BOXES + 1, dtype=np.float32)
            powers = np.concatenate([powers, powers[:, -1:] + more * (powers[:, -1:] - powers[:, -2:-1])], 1)
            self._tables[left] = TurnTables(
                states, fewer, barred.ravel(), filled, np.concatenate(written), regions, narrower.ravel(), powers
            )
        return self._tables[left]

    def expected(self, left: int, inside: bool) -> Array:
        """Returns the weights of the knots of expected dice of one color."""
        per_round = self.rules.turns * self.rules.drawn
        rounds, rest = divmod(left, self.rules.turns)
        dice = rounds * per_round / len(self.rules.dice)
        if rest and inside:
            in_bag = len(self.rules.dice) - (self.rules.turns - rest) * self.rules.drawn
            dice += rest * self.rules.drawn / in_bag
        return spread(min(dice, MAX_DICE), MAX_DICE + 1)


def spread(at: float, count: int) -> Array:
    """Linear interpolation between knots 0 … count − 1."""
    weight = np.zeros(count)
    low = min(int(at), count - 2)
    weight[low], weight[low + 1] = 1 - (at - low), at - low
    return weight


def knots(left: int) -> Array:
    """Returns the weights of the knots of time."""
    return spread(min(left / STEP, KNOTS - 1), KNOTS)


class Positions(Rows):
    """Maps in lockstep, one per row. code: of each state, see FILLED; blanks: blank states of each region; xs: Xs so far;
    boxes: left of each power; inside: the colors whose dice are in the bag after this turn, all where a round ends."""

    code: Array
    blanks: Array
    xs: Array
    boxes: Array
    inside: Array

    @staticmethod
    def of(board: Constants, parts: Sequence[Part], bag: Sequence[str] = ()) -> Positions:
        """Returns the maps of some papers, with these dice in the bag after the turn, all of them if none are given."""
        rows, n = len(parts), board.size
        takes = np.full((rows, n), ALL, np.int64)
        free = np.zeros((rows, n), bool)
        xs = np.zeros(rows, np.int64)
        boxes = np.zeros((rows, 3), np.int64)
        for row, part in enumerate(parts):
            for i, held in enumerate(part.marks):
                free[row, i] = held == BLANK
                xs[row] += held == X
                number = BARRING.get(held)
                if number is not None:
                    takes[row, board.beside[i]] &= WINDOW[number]
            boxes[row] = [board.rules.power_boxes - used for used in (part.change, part.guard, part.dupe)]
        code = np.where(free, takes << SHIFT | board.around(free.astype(np.float32)).astype(np.int64), FILLED)
        blanks = np.array([(free & (board.region == at)).sum(1) for at in range(board.wild)]).T
        inside = np.tile(np.array([not bag or color in bag for color in board.rules.dice[: board.wild]]), (rows, 1))
        return Positions(code, blanks, xs, boxes, inside)

    @property
    def free(self) -> Array:
        """The blank states of each row."""
        return np.asarray(self.code < FILLED)

    def write(self, board: Constants, rows: Array, states: Array, numbers: Array) -> None:
        """Fills a state in each of some rows: with a number that its neighbors heed, or 0 for an X or a guarded one."""
        code = self.code[rows]
        near = board.beside[states] & (code < FILLED)
        window = np.where(numbers > 0, WINDOW[numbers], ALL).astype(np.int64) << SHIFT | BESIDE
        code = np.where(near, (code & window[:, None]) - 1, code)
        code[np.arange(len(states)), states] = FILLED
        self.code[rows] = code
        self.blanks[rows, board.region[states]] -= 1

    def value(self, tables: TurnTables) -> Array:
        """Returns the expected final Xs of each row, in thousandths."""
        states = tables.states.take(self.code).sum(1)
        regions = tables.regions[self.inside.astype(np.int64), np.minimum(self.blanks, MAX_BLANKS)].sum(1)
        powers = tables.powers[np.arange(3), np.maximum(self.boxes, 0)].sum(1)
        return np.asarray(states + regions + powers + self.xs * UNIT)


class Costs(Struct, frozen=True):
    """What filling each state does to the value of each row, NEVER or more where it is not legal: with a number, with
    anything that neighbors do not heed (a guarded number without its box, an X without its point)."""

    write: Array
    guard: Array


def costs(board: Constants, positions: Positions, numbers: Array, tables: TurnTables) -> Costs:
    """Returns the costs of filling states with the number of each row."""
    code = positions.code
    with_number = code + (numbers * (2 * FILLED))[:, None]
    blanks = np.minimum(positions.blanks, MAX_BLANKS) + positions.inside * (MAX_BLANKS + 1)
    region = tables.narrower.take(blanks).take(board.region, 1)
    guard = board.around(tables.fewer.take(code))
    guard += tables.filled.take(code)
    guard += region
    write = board.around(tables.barred.take(with_number))
    write += tables.written.take(with_number)
    write += region
    return Costs(write, guard)


def price(tables: TurnTables, boxes: Array, power: int) -> Array:
    """Returns what the next box of a power costs in each row; NEVER where none is left."""
    left = np.maximum(boxes[:, power], 0)
    table = tables.powers[power]
    return np.where(left > 0, table[left - 1] - table[left], NEVER).astype(np.float32)


class MoveCosts(Struct, frozen=True):
    """Every way to write one number in every row. layers: the cost of each state with a number and without one that
    neighbors heed, both within the die's states and outside them; kinds: the layer of each kind of move; extra: what each
    kind costs besides, by row; state, lowest: the best state of each layer and its cost. What costs NEVER or more is not
    legal."""

    layers: Array
    kinds: Array
    extra: Array
    state: Array
    lowest: Array

    @property
    def cost(self) -> Array:
        """The costs by row, kind and state."""
        return np.asarray(self.layers[:, self.kinds] + self.extra[:, :, None])

    def best(self) -> tuple[Array, Array, Array]:
        """Returns the cost, kind and state of the best way in each row; of equals the first kind, then the first state."""
        by_kind = self.lowest[:, self.kinds] + self.extra
        rows, kind = np.arange(len(by_kind)), by_kind.argmin(1)
        return by_kind[rows, kind], kind, self.state[rows, self.kinds[kind]]


def _layers(
    board: Constants, positions: Positions, dice: Array, numbers: Array, tables: TurnTables
) -> tuple[Array, Array, Array]:
    """Returns the layers of `MoveCosts`, and in each the best state and its cost."""
    found = costs(board, positions, numbers, tables)
    layers = np.empty((len(dice), 4, board.size), np.float32)
    outside, within = board.outside[dice], board.within[dice]
    for at, (cost, where) in enumerate(
        ((found.write, outside), (found.guard, outside), (found.write, within), (found.guard, within))
    ):
        np.add(cost, where, out=layers[:, at])
    state = layers.argmin(2)
    return layers, state, np.take_along_axis(layers, state[:, :, None], 2)[:, :, 0]


RESOLVED = np.array([0, 1, 1, 2, 3, 3])
"""The layer of each kind of resolving a die: a number, a guarded one, an X, and the same with a color change."""
DUPED = np.arange(4)
"""The layer of each kind of dupe: plain, guarded, and both with a color change."""


def choices(
    board: Constants, positions: Positions, dice: Array, numbers: Array, tables: TurnTables
) -> tuple[MoveCosts, Array]:
    """Returns the ways to resolve one die in each row, and where nothing can be done in the own region. A color change
    within the die's own region gains nothing, but is never listed."""
    layers, state, lowest = _layers(board, positions, dice, numbers, tables)
    never = lowest >= NEVER / 2
    guard = price(tables, positions.boxes, GUARD)
    change = np.where(dice == board.wild, NEVER, price(tables, positions.boxes, CHANGE))
    cross = np.where(never[:, 0], np.float32(UNIT), NEVER)
    extra = np.stack(
        [np.zeros_like(guard), guard, cross, change, guard + change, np.where(never[:, 2], cross, NEVER) + change], 1
    )
    return MoveCosts(layers, RESOLVED, extra, state, lowest), never[:, 1]


def dupes(
    board: Constants, positions: Positions, dice: Array, numbers: Array, tables: TurnTables, changes: Array
) -> MoveCosts:
    """Returns the ways to write each row's number a second time, with a color change where `changes`. dice: in whose
    states."""
    layers, state, lowest = _layers(board, positions, dice, numbers, tables)
    box, guard = price(tables, positions.boxes, DUPE), price(tables, positions.boxes, GUARD)
    change = np.where(changes, price(tables, positions.boxes, CHANGE), NEVER)
    extra = np.stack([box, box + guard, box + change, box + guard + change], 1)
    return MoveCosts(layers, DUPED, extra, state, lowest)


def resolve(board: Constants, positions: Positions, dice: Array, numbers: Array, tables: TurnTables) -> Array:
    """Resolves one die in each row where the value is best, and dupes it where that gains; returns the change of value
    of each row."""
    found, passes = choices(board, positions, dice, numbers, tables)
    cost, kind, state = found.best()
    acts = ~(passes & (cost > 0)) & (cost < NEVER / 2)
    total = np.where(acts, cost, 0)
    act = np.flatnonzero(acts)
    (change, how), state = np.divmod(kind[act], 3), state[act]
    positions.write(board, act, state, np.where(how == 0, numbers[act], 0))
    positions.xs[act] += how == 2
    positions.boxes[act, GUARD] -= how == 1
    positions.boxes[act, CHANGE] -= change
    able = (how != 2) & (positions.boxes[act, DUPE] > 0)
    dupe, changed = act[able], change[able] > 0
    if not len(dupe):
        return total
    scope = np.where(changed, board.wild, dice[dupe])
    gain, kind, state = dupes(board, positions.pick(dupe), scope, numbers[dupe], tables, scope < board.wild).best()
    good = gain < 0
    dupe, (change, guard), state = dupe[good], np.divmod(kind[good], 2), state[good]
    positions.write(board, dupe, state, np.where(guard == 0, numbers[dupe], 0))
    positions.boxes[dupe, DUPE] -= 1
    positions.boxes[dupe, GUARD] -= guard
    positions.boxes[dupe, CHANGE] -= change
    total[dupe] += gain[good]
    return total


def both(board: Constants, positions: Positions, dice: Array, numbers: Array, tables: TurnTables) -> Positions:
    """A turn in each row: both dice in the better of the two orders. dice, numbers: two columns."""
    rows = len(dice)
    two = positions.pick(np.tile(np.arange(rows), 2))
    first = np.r_[dice[:, 0], dice[:, 1]], np.r_[numbers[:, 0], numbers[:, 1]]
    second = np.r_[dice[:, 1], dice[:, 0]], np.r_[numbers[:, 1], numbers[:, 0]]
    cost = resolve(board, two, *first, tables)
    cost += resolve(board, two, *second, tables)
    better = np.arange(rows) + rows * (cost[rows:] < cost[:rows])
    return two.pick(better)


# ---------------------------------------------------------------------- futures


class Futures(Struct, frozen=True):
    """The dice of all turns to come in some games: colors and numbers by game, turn and die."""

    dice: Array
    numbers: Array


def futures(board: Constants, rolled: int, bag: Sequence[str], first: int, count: int, seed: int) -> Futures:
    """Returns the futures `first` … of a seed, after `rolled` turns with these dice left in the bag. One is the same
    whichever others are asked for."""
    rules = board.rules
    left, per_round = board.turns - rolled, rules.turns
    rounds = -(-(left + rolled % per_round) // per_round)
    each = len(rules.dice)
    lots = uniform(seed, first, count, rounds * each + left * rules.drawn)
    drawn, faces = lots[:, : rounds * each].reshape(count, rounds, each), lots[:, rounds * each :]
    dice = np.zeros((count, left, rules.drawn), np.int64)
    at = 0
    for round_of_game in range(rounds):
        inside = np.array([rules.dice.index(name) for name in (bag if at == 0 and rolled % per_round else rules.dice)])
        turns = per_round - (rolled + at) % per_round
        order = drawn[:, round_of_game, : len(inside)].argsort(1, kind="stable")[:, : turns * rules.drawn]
        dice[:, at : at + turns] = inside[order].reshape(count, turns, rules.drawn)
        at += turns
    return Futures(dice, 1 + faces.reshape(dice.shape) * 6 // (1 << 32))


def play_out(board: Constants, positions: Positions, ahead: Futures, rolled: int) -> Array:
    """Plays every row to its end by the values, row k with future k modulo their number, after `rolled` turns. Returns the
    final Xs."""
    rows = len(positions.xs)
    final = []
    for part in np.split(np.arange(rows), range(BLOCK, rows, BLOCK)):
        *_, last = played(board, positions.pick(part), ahead, part % len(ahead.dice), rolled)
        final.append(last.xs + last.free.sum(1))
    return np.concatenate(final)


def played(board: Constants, positions: Positions, ahead: Futures, which: Array, rolled: int) -> Iterator[Positions]:
    """Plays rows to their ends, each with its own future; yields the maps after each turn."""
    for turn in range(ahead.dice.shape[1]):
        dice, numbers = ahead.dice[which, turn], ahead.numbers[which, turn]
        for die in range(dice.shape[1]):
            colored = dice[:, die] < board.wild
            positions.inside[np.flatnonzero(colored), dice[colored, die]] = False
        done = rolled + turn + 1
        if done % board.rules.turns == 0:
            positions.inside[:] = True
        positions = both(board, positions, dice, numbers, board.tables(board.turns - done))
        yield positions
