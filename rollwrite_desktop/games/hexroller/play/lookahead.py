"""Looking one number ahead: whether a second number can still be written after a first one. For warnings only."""

from __future__ import annotations

from itertools import islice

from rollwrite_desktop.games.hexroller.play.board import mask_of
from rollwrite_desktop.games.hexroller.play.model import Part, State
from rollwrite_desktop.games.hexroller.play.rules import HexRoller

SEEN = 250
"""Paths looked at before a second number counts as possible: a warning must be certain, silence need not be."""


def keeps_second(rules: HexRoller, state: State, part: Part, number: int, ways: int, length: int) -> bool:
    """Whether, when `number` is written on a path of `length` that begins in `ways`, another number can still follow."""
    board = rules.board
    free = board.blanks(part.marks)
    others = [
        (board.holding(part.marks, n), count) for n, count in rules.choosable(state, part).items() if n != number
    ]
    seen = 0
    for path in islice(board.paths(free, ways, length), SEEN):
        seen += 1
        left = free & ~mask_of(path)
        if any(board.fits_in(left, held, count) for held, count in others):
            return True
    return seen == SEEN


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
    """Whether the choice of this number, however written, leaves no second, while another choice would."""
    if part.chosen or part.boxed:
        return False
    count = state.counts.get(number, 0)
    return _no_second(rules, state, part, number, count) and any(
        not _no_second(rules, state, part, n, other) for n, other in rules.choosable(state, part).items() if n != number
    )


def _no_second(rules: HexRoller, state: State, part: Part, number: int, count: int) -> bool:
    ways = rules.board.starts(part.marks, number, count)
    return not ways or not keeps_second(rules, state, part, number, ways, count)
