"""On Tour read a second time: the fewest mistakes that explain a filled map, by trying every way of play, on plain values.
Shares no code with the game; for small maps only.

A world is the areas with their two regions; a turn is what came up. Every order of all that was written is played through.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations, product

from msgspec import Struct

X, STAR, BLANK = "X", "*", ""


class World(Struct, frozen=True, eq=False, dict=True):
    """within: area to its two regions, in the order of the sheet. deck: "area region" of every card."""

    within: Mapping[str, tuple[str, str]]
    deck: tuple[str, ...]
    voluntary: bool = False


class Turn(Struct, frozen=True, dict=True):
    """entry: in the list, from 1. brings: two numbers, or one star. cards: (area, region)."""

    entry: int
    brings: tuple[str, ...]
    cards: tuple[tuple[str, str], ...]
    strokes: int


def small_world(seed: int, count: int) -> World:
    """A small map with a deck of its own."""
    luck = random.Random(f"world {seed}")
    ends, bands = ("North", "South"), ("West", "Central", "East")[: luck.choice((2, 3))]
    pairs = [(end, band) for end in ends for band in bands]
    names = [a + b for a in "ABC" for b in "ABCD"][:count]
    within = {name: luck.choice(pairs) for name in names}
    return World(within, tuple(f"{name} {luck.choice(pair)}" for name, pair in within.items()), luck.random() < 0.2)


def sequence(world: World, rolls: Sequence[str]) -> tuple[dict[str, str], tuple[Turn, ...]]:
    """What the set-up writes, and the turns of a list."""
    begun: dict[str, str] = {}
    turns = []
    empty = len(world.within)
    for entry, roll in enumerate(rolls, 1):
        dice, _, shown = roll.partition(" | ")
        low, high = sorted(dice.split())
        if entry <= 2:
            for area, what in zip(shown.split(", "), (low + high, high + low), strict=True):
                begun[area] = f"({what})"
            empty -= 2
            continue
        cards = tuple((card.split()[0], card.split()[1]) for card in shown.split(", ")) if shown else ()
        star = low == high or (cards and len({region for _, region in cards}) == 1)
        brings = (STAR,) if star else (low + high, high + low)
        strokes = min(len(brings), empty)
        empty -= strokes
        turns.append(Turn(entry, brings, cards, strokes))
    return begun, tuple(turns)


def fewest(
    world: World, spaces: Mapping[str, str], rolls: Sequence[str], enough: int = 99, *, over: bool = False
) -> int:
    """The fewest mistakes over every order in which the marks can have been made. over: the sheet says that the game is
    over, so a list that fills the map has no turn under way."""
    begun, turns = sequence(world, rolls)
    certain = sum(spaces.get(area, BLANK) != what for area, what in begun.items())
    written = [area for area in world.within if area not in begun and spaces.get(area)]
    total = sum(turn.strokes for turn in turns)
    underway = 0 if over and total + len(begun) == len(world.within) else len(rolls)
    strokes: list[str] = [*written, *[BLANK] * (total - len(written))]
    empty = frozenset(world.within) - set(begun)
    best = enough
    for order in set(permutations(strokes)) if BLANK in strokes else permutations(strokes):
        best = min(best, _played(world, spaces, turns, order, empty, underway, best))
        if not best:
            break
    return certain + best


def _played(
    world: World, spaces: Mapping[str, str], turns: tuple[Turn, ...], order: tuple[str, ...], empty: frozenset[str],
    underway: int, enough: int,
) -> int:
    wrong = done = 0
    for turn in turns:
        strokes = tuple((area, spaces[area] if area else BLANK) for area in order[done : done + turn.strokes])
        done += turn.strokes
        # The turn with which the list ends may be under way.
        faults, empty = _turn(world, turn, strokes, empty, turn.entry == underway)
        wrong += faults
        if wrong >= enough:
            return wrong
    # After the list ends anything goes, but for what is never written.
    beyond = [spaces[area] for area in order[done:] if area]
    return wrong + sum(mark == f"({X})" or (mark.strip("()").isdigit() and len({*mark.strip("()")}) == 1) for mark in beyond)


@cache
def _turn(
    world: World, turn: Turn, strokes: tuple[tuple[str, str], ...], empty: frozenset[str], last: bool
) -> tuple[int, frozenset[str]]:
    """The mistakes of one turn played in this order, and what is empty after it."""
    to_come = list(turn.brings)
    numbers: list[str] = []
    bad: set[str] = set()
    left_out = 0
    for made, (area, mark) in enumerate(strokes):
        what = mark.strip("()")
        left = min((1 if turn.brings == (STAR,) else 2) - made, len(empty))
        if not area:
            left_out += not last
            continue
        if what == X:
            if not _may_cross(world, turn, numbers, empty, left, area):
                bad.add(area)
        elif what not in to_come or not _has_card(world, turn, numbers, area):
            # A wrong number occupies no card.
            bad.add(area)
        else:
            to_come.remove(what)
            numbers.append(area)
        empty -= {area}
    rings = _rings(world, turn.cards, tuple(numbers))
    for area, mark in strokes:
        if area and mark.startswith("(") != (area in rings):
            bad.add(area)
    return left_out + len(bad), empty


def _may_cross(world: World, turn: Turn, numbers: list[str], empty: frozenset[str], left: int, area: str) -> bool:
    if turn.brings == (STAR,):
        return bool(turn.cards) and not any(_has_card(world, turn, [], other) for other in empty)
    if world.voluntary and turn.cards:
        return True
    more = _more(world, turn.cards, tuple(numbers), empty, left)
    return _more(world, turn.cards, tuple(numbers), empty - {area}, left - 1) >= more


def _has_card(world: World, turn: Turn, numbers: list[str], area: str) -> bool:
    if not turn.cards:
        return True
    return _carded(world, turn.cards, (*numbers, area)) > _carded(world, turn.cards, tuple(numbers))


@cache
def _more(
    world: World, cards: tuple[tuple[str, str], ...], numbers: tuple[str, ...], empty: frozenset[str], left: int
) -> int:
    """How many further numbers could be written."""
    best = 0
    for count in range(1, left + 1):
        for chosen in permutations(sorted(empty), count):
            if not cards or _carded(world, cards, (*numbers, *chosen)) == _carded(world, cards, numbers) + count:
                best = count
                break
    return best


@cache
def _carded(world: World, cards: tuple[tuple[str, str], ...], numbers: tuple[str, ...]) -> int:
    """How many of these areas can have a card of their own."""
    return max(sum(card is not None for card in choice) for choice in _choices(world, cards, numbers))


@cache
def _rings(world: World, cards: tuple[tuple[str, str], ...], numbers: tuple[str, ...]) -> frozenset[str]:
    """The areas circled: cards for as many as can be, then the very cards of as many as can be."""
    best: tuple[int, int, frozenset[str]] = (-1, -1, frozenset())
    for choice in _choices(world, cards, numbers):
        own = frozenset(area for area, card in zip(numbers, choice, strict=True) if card is not None and card[0] == area)
        found = (sum(card is not None for card in choice), len(own), own)
        best = max(best, found, key=lambda way: way[:2])
    return best[2]


def _choices(
    world: World, cards: tuple[tuple[str, str], ...], numbers: tuple[str, ...]
) -> Iterator[tuple[tuple[str, str] | None, ...]]:
    for taken in product((None, *range(len(cards))), repeat=len(numbers)):
        used = [c for c in taken if c is not None]
        choice = tuple(None if c is None else cards[c] for c in taken)
        if len(used) == len(set(used)) and all(
            card is None or card[1] in world.within[area] for area, card in zip(numbers, choice, strict=True)
        ):
            yield choice
