"""What the states of games have in common: the players, and one part of the state for each of them."""

from __future__ import annotations

from typing import Generic, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

P = TypeVar("P")


class MarkedPart(Struct, frozen=True):
    """One player's paper. marks: what stands in each space, in the sheet's order; falsy where nothing does."""

    marks: tuple[str, ...]


class TableState(Struct, Generic[P], frozen=True):
    """The table and all papers: player ids, and each player's part in the same order. A game adds what lies on the table."""

    players: tuple[str, ...]
    parts: tuple[P, ...]

    def part(self, player: str) -> P:
        """One player's part."""
        return self.parts[self.players.index(player)]

    def with_part(self, player: str, part: P) -> Self:
        """Returns the state with one player's part replaced."""
        at = self.players.index(player)
        return replace(self, parts=(*self.parts[:at], part, *self.parts[at + 1 :]))
