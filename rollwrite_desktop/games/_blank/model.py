"""The blank game as values. What belongs in the state? What Undo would restore."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """One player's paper: one mark per space, in the sheet's order."""

    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class State:
    """The table and all papers."""

    players: tuple[str, ...]
    parts: tuple[Part, ...]

    def part(self, player: str) -> Part:
        return self.parts[self.players.index(player)]
