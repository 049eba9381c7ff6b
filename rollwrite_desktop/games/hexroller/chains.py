"""Whether the hexes of one number can be the chains that were rolled, in the order of the rounds. Pure search."""

from __future__ import annotations

from dataclasses import dataclass

from rollwrite_desktop.games.hexroller.board import Board, members

MOST = 150_000
"""Steps after which a search gives up."""


class TookTooLong(Exception):
    """The search gave up: neither proved nor disproved."""


@dataclass(frozen=True, slots=True)
class Link:
    """A chain that was rolled: its length by dice, and whether +1 was given to it."""

    length: int
    extra: bool = False


class Splitting:
    """The question for one number: `written` hexes, `printed` ones, chains in round order.

    touching: +1 may touch any hex with the number (HR-R2), not only go on from the chain's end.
    """

    def __init__(self, board: Board, printed: int, written: int, chains: tuple[Link, ...], touching: bool) -> None:
        self.board = board
        self.printed = printed
        self.written = written
        self.chains = chains
        self.touching = touching
        self.dead: set[tuple[int, int, int, int]] = set()
        self.steps = 0

    def possible(self) -> bool:
        """Whether there is a way. Raises TookTooLong."""
        if sum(chain.length + chain.extra for chain in self.chains) != self.written.bit_count():
            return False
        return self._begin(0, self.written)

    def _begin(self, k: int, left: int) -> bool:
        """Whether chain k and the later ones can take the hexes that are left."""
        if k == len(self.chains):
            return left == 0
        earlier = self.printed | (self.written & ~left)
        ways = self.board.around(earlier) & left
        chain = self.chains[k]
        length = chain.length + (chain.extra and not self.touching)
        return any(self._go(k, i, length - 1, left & ~(1 << i)) for i in members(ways))

    def _go(self, k: int, last: int, more: int, left: int) -> bool:
        """The same, when chain k has come to `last` and needs `more` hexes."""
        key = (k, last, more, left)
        if key in self.dead:
            return False
        self.steps += 1
        if self.steps > MOST:
            raise TookTooLong
        if more:
            ways = self.board.beside[last] & left
            found = any(self._go(k, i, more - 1, left & ~(1 << i)) for i in members(ways))
        elif self.chains[k].extra and self.touching:
            beside = self.board.around(self.printed | (self.written & ~left)) & left
            found = any(self._begin(k + 1, left & ~(1 << i)) for i in members(beside))
        else:
            found = self._begin(k + 1, left)
        if not found:
            self.dead.add(key)
        return found
