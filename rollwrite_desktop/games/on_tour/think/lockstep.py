"""Many maps of On Tour played in lockstep with numpy: a fast position beside `rules.py`, the value of a map, and the best
route of many full maps at once.

The value of a map is that of its best walk: the numbers that rise along it, and for the blank areas between two of them
what a table promises by their number and the difference. Self-play fitted the table (`tests/bench/train_on_tour.py`), in
thousandths of a point; all arithmetic is of whole numbers. Tied to `rules.py` by tests/games/on_tour/test_lockstep.py.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.gamekit.think.engine import Array, Rows, uniform
from rollwrite_desktop.games.on_tour.play import model
from rollwrite_desktop.games.on_tour.play.model import Part, card_of
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.games.on_tour.think.walks import BREAK as BROKEN
from rollwrite_desktop.games.on_tour.think.walks import GAP, walks
from rollwrite_desktop.solver.frontier import WILDCARD

UNIT = 1000
"""The value of one point."""
BLANK, STAR, X = -1, 100, 101
"""What an area holds besides a number."""
LOWEST, HIGHEST = 0, 99
NEVER = -(1 << 30)
WALKS = 200
BLANKS = (0, 1, 2, 3, 4, 6, 8, 11, 15, 22, 30)
WIDTHS = (0, 2, 5, 9, 14, 20, 28, 38, 50, 65, 80, 99)
TIMES = (0, 5, 12, 22, 40)
"""The knots of the table: blank areas between two numbers of a walk, their difference, blank areas of the whole map. Before
it stands what it costs to leave a stop out where the walk can pass by it, and where it cannot, and to write a number off
the walk."""
BLEND = 25
"""For fewer blank areas of the map the data say how much the best route by then and the best walk count."""
WALKED = 4
"""How many walks a map is judged by in rollouts."""
BLOCK = 300
"""Maps that are played at once; of more the arrays leave the processor's cache."""


def hats(knots: Sequence[int], count: int) -> Array:
    """Returns the weights of linear interpolation between knots, for 0 … count - 1."""
    at = np.arange(count, dtype=np.float64)
    return np.array([np.interp(at, knots, np.eye(len(knots))[k]) for k in range(len(knots))]).T


class Constants:
    """One map's constants: walks by place and stop, neighbors, card regions. `table` gives by blank areas of the map what
    blank areas between two numbers promise."""

    def __init__(self, rules: OnTour, values: Sequence[int]) -> None:
        self.rules, self.size = rules, len(rules.areas)
        found = walks(rules.roads.neighbors, WALKS)
        self.length = length = len(found[0].stops)
        self.stops = np.array([walk.stops for walk in found])
        self.place = np.array([[k if k >= 0 else length for k in walk.place] for walk in found])
        cost = {GAP: values[0], BROKEN: values[1]}
        self.skip = np.array([[cost.get(skip, 0) for skip in walk.skip] for walk in found], np.int32)
        self.spare = -values[2]
        self.blend = np.array(values[-3 * BLEND :], np.int64).reshape(BLEND, 3)
        self.widest = max(BLANKS[-1], length)
        blank = np.interp(np.arange(self.widest + 1), BLANKS, np.arange(len(BLANKS)))
        weights = np.array([np.interp(blank, np.arange(len(BLANKS)), row) for row in np.eye(len(BLANKS))])
        shaped = np.array(values[3 : -3 * BLEND], np.float64).reshape(len(TIMES), len(BLANKS), len(WIDTHS))
        promised = np.einsum(
            "at,tbw,bn,kw->ank", hats(TIMES, self.size + 1), shaped, weights, hats(WIDTHS, HIGHEST + 1), optimize=True
        )
        self.tables = np.ascontiguousarray(np.rint(promised).astype(np.int32)).reshape(self.size + 1, -1)
        regions = sorted({region for within in rules.board.within for region in within})
        self.regions = {region: at for at, region in enumerate(regions)}
        self.within = np.array([[region in within for within in rules.board.within] for region in regions])
        cards = [card_of(text) for text in rules.sheet.cards]
        self.cards = {text: at for at, text in enumerate(rules.sheet.cards)}
        self.card_area = np.array([rules.index[card.area] for card in cards])
        self.card_region = np.array([self.regions[card.region] for card in cards])


class Positions(Rows):
    """Maps in lockstep, one per row: what each area holds, and what is circled."""

    held: Array
    circled: Array

    @staticmethod
    def of(parts: Sequence[Part]) -> Positions:
        """Returns the maps of some papers."""
        known = {model.BLANK: BLANK, model.STAR: STAR, model.X: X}

        def number(mark: str) -> int:
            what = content(mark)
            return known[what] if what in known else int(what) if what.isdigit() else X

        held = np.array([[number(mark) for mark in part.marks] for part in parts])
        return Positions(held, np.array([[is_circled(mark) for mark in part.marks] for part in parts]))


class Chains(Rows):
    """For each row and each of its walks: the walk, which stop each area is, and what it costs to leave a stop out; the
    points that are sure; and for each stop the numbers of the chain on both sides of it, the place of the lower one, and the
    blank stops between them and it, all of blank stops only."""

    walk: Array
    place: Array
    skip: Array
    sure: Array
    low: Array
    high: Array
    start: Array
    left: Array
    right: Array
    blank: Array


def chains(board: Constants, positions: Positions, kept: int = WALKED, among: Array | None = None) -> Chains:
    """Returns the chains of rising numbers that promise most, on the best `kept` walks of each row (`among`: of these
    walks): dynamic programming over the stops of every walk."""
    among = np.arange(len(board.stops)) if among is None else among
    stops = board.stops[among]
    rows, ways, length = len(positions.held), len(stops), board.length
    flat = rows * ways
    held = positions.held[:, stops].reshape(flat, length)
    circled = positions.circled[:, stops].reshape(flat, length)
    total = np.repeat((positions.held == BLANK).sum(1), ways)
    skip = np.tile(board.skip[among], (rows, 1))
    blank = held == BLANK
    opened = np.zeros((flat, length + 1), np.int64)
    np.cumsum(blank, 1, out=opened[:, 1:])
    number = (held >= 0) & (held < STAR)
    sure = np.where(held == STAR, UNIT * (1 + circled), np.where(blank, 0, -skip))
    gained = np.zeros((flat, length + 1), np.int64)
    np.cumsum(sure, 1, out=gained[:, 1:])
    # Places 0 … length + 1 of the chain: before the walk, its stops, behind it.
    worth = np.zeros((flat, length + 2), np.int64)
    worth[:, 1:-1] = np.where(number, UNIT * (1 + circled), 0)
    level = np.concatenate([np.full((flat, 1), LOWEST), held, np.full((flat, 1), HIGHEST)], 1)
    usable = np.concatenate([np.ones((flat, 1), bool), number, np.ones((flat, 1), bool)], 1)
    best = np.full((flat, length + 2), NEVER)
    best[:, 0] = 0
    via = np.zeros((flat, length + 2), np.int64)
    width = HIGHEST + 1
    for k in range(1, length + 2):
        at = np.flatnonzero(usable[:, k])
        low, high = level[at, :k], level[at, k]
        between = opened[at, k - 1][:, None] - opened[at, :k]
        rise = high[:, None] - low
        promised = board.tables[total[at][:, None], between * width + np.clip(rise, 0, HIGHEST)]
        found = best[at, :k] + promised + (gained[at, k - 1][:, None] - gained[at, :k])
        found = np.where(usable[at, :k] & (rise >= 0), found, NEVER)
        via[at, k] = found.argmax(1)
        best[at, k] = found[np.arange(len(at)), via[at, k]] + worth[at, k]
    hope = best[:, -1].reshape(rows, ways)
    walk = np.argsort(-hope, 1, kind="stable")[:, :kept]
    chosen = (np.arange(rows)[:, None] * ways + walk).ravel()
    return _followed(among[walk], chosen, hope, board, level, via, opened, blank, total)


def _followed(
    walk: Array, chosen: Array, hope: Array, board: Constants, level: Array, via: Array, opened: Array, blank: Array,
    total: Array,
) -> Chains:
    """Returns the chains of the chosen walks, read backward from their ends."""
    length, count = board.length, len(chosen)
    low, high = np.full((count, length), LOWEST), np.full((count, length), HIGHEST)
    start, stop = np.full((count, length), -1), np.full((count, length), length)
    at, rows = np.full(count, length + 1), np.arange(count)
    stops = np.arange(length)[None, :]
    promised = np.zeros(count, np.int64)
    opened, level, via = opened[chosen], level[chosen], via[chosen]
    while (at > 0).any():
        before = np.where(at > 0, via[rows, at], 0)
        inside = (stops > before[:, None] - 1) & (stops < at[:, None] - 1)
        low = np.where(inside, level[rows, before][:, None], low)
        high = np.where(inside, level[rows, at][:, None], high)
        start = np.where(inside, before[:, None] - 1, start)
        stop = np.where(inside, at[:, None] - 1, stop)
        between = np.where(at > 0, opened[rows, np.maximum(at - 1, 0)] - opened[rows, before], 0)
        rise = np.clip(level[rows, at] - level[rows, before], 0, HIGHEST)
        promised += np.where(at > 0, board.tables[total[chosen], between * (HIGHEST + 1) + rise], 0)
        at = before
    left = opened[:, :-1] - np.take_along_axis(opened, start + 1, 1)
    right = np.take_along_axis(opened, stop, 1) - opened[:, 1:]
    shape = (*walk.shape, length)
    sure = hope.ravel()[chosen] - promised
    low, high, start, left, right = (each.astype(np.int32).reshape(shape) for each in (low, high, start, left, right))
    return Chains(
        walk, board.place[walk], board.skip[walk], sure.reshape(walk.shape), low, high, start, left, right,
        blank[chosen].reshape(shape),
    )


def hopes(board: Constants, chain: Chains, blanks: Array) -> Array:
    """Returns the value of each walk of each row; blanks: of the whole map, by row."""
    return np.asarray(chain.sure + (_segment_heads(chain) * _promise(board, chain, blanks)).sum(2))


def _segment_heads(chain: Chains) -> Array:
    """Returns the first blank stop of each gap of each chain."""
    return np.asarray(chain.blank & (chain.left == 0))


def _promise(board: Constants, chain: Chains, blanks: Array) -> Array:
    at = (chain.left + chain.right + 1) * (HIGHEST + 1) + chain.high - chain.low
    return np.asarray(board.tables.ravel().take(at + (blanks * board.tables.shape[1])[:, None, None]))


class Gains(Struct, frozen=True):
    """What a mark adds to the hope of each walk, by area: `plain`, and `worth` a point more where it joins the chain, as
    circles do."""

    plain: Array
    joins: Array


class Afterstates:
    """What the walks of some rows make of any mark, before one is written. blanks: of the map after it."""

    def __init__(self, board: Constants, chain: Chains, blanks: Array) -> None:
        self.board, self.chain = board, chain
        self.tables = board.tables.ravel()
        base = (blanks * board.tables.shape[1]).astype(np.int32)[:, None, None]
        width = np.int32(HIGHEST + 1)
        # Places in the table of the promises below and above a stop, but for the number that may come there.
        below, above = chain.left * width, chain.right * width
        whole = below + above + (chain.high - chain.low) + base
        self.below, self.above = below - chain.low + base, above + chain.high + base
        self.now = self.tables.take(whole + width)
        self.less = self.tables.take(whole) - self.now
        self.aside = self.less - chain.skip
        self.parted = UNIT - self.now
        rows, ways, length = chain.low.shape
        self.at = chain.place + (np.arange(rows * ways) * (length + 1)).reshape(rows, ways, 1)
        self.hope = chain.sure + (_segment_heads(chain) * self.now).sum(2)

    def _by_area(self, by_stop: Array, aside: int) -> Array:
        """Amounts by walk and area instead of stop; `aside` for areas off the walk."""
        rows, ways, length = by_stop.shape
        padded = np.empty((rows, ways, length + 1), by_stop.dtype)
        padded[:, :, :-1], padded[:, :, -1] = by_stop, aside
        return np.asarray(padded.ravel().take(self.at))

    def number(self, numbers: Array) -> Gains:
        """Returns what a number brings, one for each row."""
        number = numbers.astype(np.int32)[:, None, None]
        joins = (self.chain.low <= number) & (number <= self.chain.high)
        # Where the number does not join, these are places of other promises, and not used.
        parted = self.tables.take(self.below + number) + self.tables.take(self.above - number) + self.parted
        gain = np.where(joins, parted, self.aside)
        return Gains(self._by_area(gain, self.board.spare), self._by_area(joins, False))

    def star(self) -> Gains:
        """Returns what a star brings."""
        gain = self._by_area(self.less + UNIT, self.board.spare)
        return Gains(gain, self.chain.place < self.board.length)

    def cross(self) -> Gains:
        """Returns what an X brings."""
        gain = self._by_area(self.aside, 0)
        return Gains(gain, np.zeros(gain.shape, bool))

    def best(self, gains: Gains, circled: Array) -> Array:
        """Returns the value of each row once the mark is in each area; circled: where it would be."""
        value = self.hope[:, :, None] + gains.plain
        value += np.where(gains.joins & circled[:, None, :], UNIT, 0)
        return np.asarray(value.max(1))


def write(
    board: Constants, positions: Positions, chain: Chains, rows: Array, areas: Array, what: Array, circled: Array
) -> None:
    """Writes a mark in each of some rows, and goes on with their chains."""
    positions.held[rows, areas] = what
    positions.circled[rows, areas] = circled
    # All rows at once, those without a mark as if it were off the walk: copies of some rows would take longer.
    count, ways = chain.walk.shape
    k = np.full((count, ways), board.length)
    k[rows] = chain.place[rows, :, areas]
    on = k < board.length
    k = np.minimum(k, board.length - 1)
    index = np.arange(count)[:, None], np.arange(ways)[None, :], k
    number = np.full((count, 1), X, np.int32)
    number[rows, 0] = what
    joins = on & (number < STAR) & (chain.low[index] <= number) & (number <= chain.high[index])
    stops, at = np.arange(board.length, dtype=np.int32), k.astype(np.int32)[:, :, None]
    start = np.where(on, chain.start[index], -2)[:, :, None]
    same = chain.start == start
    after, before = same & (stops > at), same & (stops < at)
    # A number of the chain parts the gap; anything else only shortens it.
    chain.left -= after * np.where(joins, chain.left[index] + 1, 1)[:, :, None]
    chain.right -= before * np.where(joins, chain.right[index] + 1, 1)[:, :, None]
    after &= joins[:, :, None]
    before &= joins[:, :, None]
    np.copyto(chain.low, number[:, :, None], where=after)
    np.copyto(chain.high, number[:, :, None], where=before)
    np.copyto(chain.start, at, where=after)
    chain.blank[index] &= ~on
    on, joins = on[rows], joins[rows]
    number = what[:, None]
    worth = UNIT * (1 + circled[:, None].astype(np.int64))
    lost = np.where(on, -chain.skip[index][rows], 0)
    gain = np.where(joins | (on & (number == STAR)), worth, lost) + np.where(~on & (number < STAR), board.spare, 0)
    chain.sure[rows] += gain


# ---------------------------------------------------------------------- turns


class Turn(Struct, frozen=True):
    """What chance brings in each row: two digits, and cards as places in the sheet's list (-1 for none)."""

    dice: Array
    cards: Array


def fits(board: Constants, cards: Array) -> Array:
    """For each row and card the areas of its region."""
    found = board.within[board.card_region[cards]]
    return np.asarray(found & (cards >= 0)[:, :, None])


def starry(board: Constants, turn: Turn) -> Array:
    """Returns the rows in which there is a star instead of numbers (OT-7)."""
    region = board.card_region[turn.cards]
    alike = (region == region[:, :1]).all(1) & (turn.cards >= 0).all(1)
    return np.asarray((turn.dice[:, 0] == turn.dice[:, 1]) | alike)


def second_places(board: Constants, fit: Array, cards: Array, areas: Array) -> tuple[Array, Array, Array]:
    """After one number in an area of each row: where the other can go, whether the first is still circled then, and
    whether the second is (OT-R2)."""
    rows = len(areas)
    allowed = np.zeros((rows, board.size), bool)
    one, two, most = allowed.copy(), allowed.copy(), np.full((rows, board.size), -1)
    every = np.arange(rows)
    shown = cards.shape[1]
    own = (board.card_area[cards][:, :, None] == np.arange(board.size)) & (cards >= 0)[:, :, None]
    for c in range(shown):
        for d in range(shown):
            if c == d:
                continue
            feasible = fit[every, c, areas][:, None] & fit[:, d]
            first, second = own[every, c, areas][:, None], own[:, d]
            count = first.astype(np.int64) + second
            better = feasible & (count > most)
            allowed |= feasible
            most = np.where(better, count, most)
            one, two = np.where(better, first, one), np.where(better, second, two)
    return allowed, one, two


def own_areas(board: Constants, cards: Array) -> Array:
    """Returns the areas that the cards of each row show."""
    shown = np.zeros((len(cards), board.size + 1), bool)
    shown[np.arange(len(cards))[:, None], np.where(cards >= 0, board.card_area[cards], board.size)] = True
    return shown[:, : board.size]


def numbers(dice: Array) -> Array:
    """Returns the two numbers of each roll."""
    return np.stack([dice[:, 0] * 10 + dice[:, 1], dice[:, 1] * 10 + dice[:, 0]], 1)


def play_turn(board: Constants, positions: Positions, chain: Chains, turn: Turn) -> None:
    """A turn in each row by the values: the better number first, then the other where it then fits best."""
    blanks = (positions.held == BLANK).sum(1)
    last = blanks <= board.rules.last
    cards = np.where(last[:, None], -1, turn.cards)
    stars = starry(board, Turn(turn.dice, cards))
    playing = blanks > 0
    _stars(board, positions, chain, np.flatnonzero(playing & stars), cards, last)
    rows = np.flatnonzero(playing & ~stars)
    if not len(rows):
        return
    cards, last, blanks = cards[rows], last[rows], blanks[rows]
    fit, pair = fits(board, cards), numbers(turn.dice[rows])
    free = positions.held[rows] == BLANK
    moved = Afterstates(board, chain.pick(rows), blanks - 1)
    own = own_areas(board, cards)
    which, area, none = _first_of_pair(board, moved, fit | last[:, None, None], cards, pair, free)
    area = _or_cross(moved, free, none, area)
    every = np.arange(len(rows))
    circled = own[every, area] & ~none
    write(board, positions, chain, rows, area, np.where(none, X, pair[every, which]), circled)
    more = np.flatnonzero(blanks > 1)
    if len(more):
        known = fit, cards, area, none, circled, pair[every, 1 - which], last
        _second(board, positions, chain, rows[more], _First(*(each[more] for each in known)))


def _or_cross(moved: Afterstates, free: Array, none: Array, area: Array) -> Array:
    """Returns the area of each row, or where an X costs least in those rows in which nothing else has a place (`none`)."""
    if not none.any():
        return area
    return np.where(none, np.where(free, moved.best(moved.cross(), np.zeros_like(free)), NEVER).argmax(1), area)


def _first_of_pair(
    board: Constants, moved: Afterstates, fit: Array, cards: Array, pair: Array, free: Array
) -> tuple[Array, Array, Array]:
    """Returns the better half of the best pair in each row: which number, its area, and whether there is no place at all.
    Each number takes the best area of another card's region on the same walk; that both may fall into the same gap is left
    to the second one."""
    rows, shown = len(pair), fit.shape[1]
    every = np.arange(rows)
    own, shows = board.card_area[cards], (cards >= 0) * UNIT
    closed = ~(fit & free[:, None, :])[:, :, None, :]
    top, place = [], []
    for k in range(2):
        gains = moved.number(pair[:, k])
        by_card, areas = [], []
        for c in range(shown):
            plain = gains.plain.copy()
            plain[every, :, own[:, c]] += gains.joins[every, :, own[:, c]] * shows[:, c, None]
            np.copyto(plain, NEVER, where=closed[:, c])
            areas.append(plain.argmax(2))
            by_card.append(np.take_along_axis(plain, areas[-1][:, :, None], 2)[:, :, 0])
        top.append(np.stack(by_card, 2))
        place.append(np.stack(areas, 2))
    ways = top[0].shape[1]
    both = moved.hope[:, :, None, None] + top[0][:, :, :, None] + top[1][:, :, None, :]
    if shown > 1:
        both[:, :, np.arange(shown), np.arange(shown)] = 3 * NEVER
    flat = both.reshape(rows, -1)
    best = flat.argmax(1)
    walk, one, two = best // (shown * shown), best // shown % shown, best % shown
    alone = flat[every, best] < NEVER // 2
    # Where only one of them has a place, the better one.
    single = np.stack([moved.hope[:, :, None] + amount for amount in top], 1).reshape(rows, -1)
    only = single.argmax(1)
    worth = top[0][every, walk, one], top[1][every, walk, two]
    which = np.where(alone, only // (ways * shown), worth[1] > worth[0])
    walk = np.where(alone, only // shown % ways, walk)
    card = np.where(alone, only % shown, np.where(which == 1, two, one))
    area = np.where(which == 1, place[1][every, walk, card], place[0][every, walk, card])
    return which, area, single[every, only] < NEVER // 2


class _First(Struct, frozen=True):
    """What is known of some rows after their first number: whether an X came instead, whether it is circled so far, and
    the other number."""

    fit: Array
    cards: Array
    area: Array
    none: Array
    circled: Array
    other: Array
    last: Array


def _second(board: Constants, positions: Positions, chain: Chains, rows: Array, first: _First) -> None:
    free = positions.held[rows] == BLANK
    allowed, one, two = second_places(board, first.fit, first.cards, first.area)
    alone = first.none | first.last
    allowed = np.where(alone[:, None], first.last[:, None], allowed) & free
    one = np.where(alone[:, None], first.circled[:, None], one)
    moved = Afterstates(board, chain.pick(rows), free.sum(1) - 1)
    value = moved.best(moved.number(first.other), two)
    value = value - np.where(first.circled[:, None] & ~one, UNIT, 0)
    value = np.where(allowed, value, NEVER)
    none = ~allowed.any(1)
    area = _or_cross(moved, free, none, value.argmax(1))
    every = np.arange(len(rows))
    lost = first.circled & ~one[every, area] & ~none
    chain.sure[rows[lost]] -= UNIT
    positions.circled[rows[lost], first.area[lost]] = False
    write(board, positions, chain, rows, area, np.where(none, X, first.other), two[every, area] & ~none)


def _stars(board: Constants, positions: Positions, chain: Chains, rows: Array, cards: Array, last: Array) -> None:
    if not len(rows):
        return
    free = positions.held[rows] == BLANK
    allowed = free & (fits(board, cards[rows]).any(1) | last[rows, None])
    moved = Afterstates(board, chain.pick(rows), free.sum(1) - 1)
    own = own_areas(board, cards[rows])
    value = np.where(allowed, moved.best(moved.star(), own), NEVER)
    none = ~allowed.any(1)
    area = _or_cross(moved, free, none, value.argmax(1))
    circled = own[np.arange(len(rows)), area] & ~none
    write(board, positions, chain, rows, area, np.where(none, X, STAR), circled)


# ---------------------------------------------------------------------- futures


class Futures(Struct, frozen=True):
    """Dice and cards of all turns to come, by game and turn; more turns than any game needs."""

    dice: Array
    cards: Array


def futures(
    board: Constants, deck: Sequence[str], discards: Sequence[str], turns: int, first: int, count: int, seed: int
) -> Futures:
    """Returns the futures `first` … of a seed, with these cards in the deck and discarded. One is the same whichever others
    are asked for."""
    shown = board.rules.cards_shown
    size = len(board.cards)
    shuffles = 2 + turns * shown // max(1, len(deck) + len(discards))
    lots = uniform(seed, first, count, 2 * turns + (shuffles + 1) * size)
    dice = (lots[:, : 2 * turns] * 10 >> 32).reshape(count, turns, 2)
    lots = lots[:, 2 * turns :].reshape(count, -1, size)

    def shuffled(pile: Array, at: int) -> Array:
        order = lots[:, at % lots.shape[1], : pile.shape[1]].argsort(1, kind="stable")
        return np.take_along_axis(pile, order, 1)

    def as_pile(cards: Sequence[str]) -> Array:
        return np.tile(np.array([board.cards[text] for text in cards], np.int64), (count, 1))

    pile, out, at = shuffled(as_pile(deck), 0), as_pile(discards), 1
    cards = np.zeros((count, turns, shown), np.int64)
    for turn in range(turns):
        if pile.shape[1] < shown:
            pile, out, at = np.concatenate([pile, shuffled(out, at)], 1), out[:, :0], at + 1
        cards[:, turn] = pile[:, :shown]
        pile, out = pile[:, shown:], np.concatenate([out, pile[:, :shown]], 1)
    return Futures(dice, cards)


def play_out(board: Constants, positions: Positions, chain: Chains, ahead: Futures) -> Array:
    """Plays every row to its end by the values, row k with future k modulo their number; returns the scores of the best
    routes."""
    rows = len(positions.held)
    for some in np.split(np.arange(rows), range(BLOCK, rows, BLOCK)):
        few, walked, which = positions.pick(some), chain.pick(some), some % len(ahead.dice)
        for turn in range(ahead.dice.shape[1]):
            if not (few.held == BLANK).any():
                break
            play_turn(board, few, walked, Turn(ahead.dice[which, turn], ahead.cards[which, turn]))
        positions.held[some], positions.circled[some] = few.held, few.circled
    return best_routes(board, positions)


# ---------------------------------------------------------------------- routes


def best_routes(board: Constants, positions: Positions) -> Array:
    """Returns the score of the best route of each row, exactly."""
    rows = zip(positions.held.tolist(), positions.circled.tolist(), strict=True)
    return np.array([_best_score(board, held, circled) for held, circled in rows], np.int64)


def _best_score(board: Constants, held: Sequence[int], circled: Sequence[bool]) -> int:
    numbers = {i: WILDCARD if what == STAR else what for i, what in enumerate(held) if BLANK < what <= STAR}
    worth = {i: 1 + circled[i] for i in numbers}
    return sum([worth[i] for i in board.rules.roads.heaviest(numbers, worth)])
