"""State and moves of Blank. The state holds all that Undo restores."""

from __future__ import annotations

from msgspec import Struct

from rollwrite_desktop.gamekit.play.table_state import MarkedPart, TableState


class Write(Struct, frozen=True):
    """A number into an area: `A=4`."""

    space: str
    number: str


class State(TableState[MarkedPart], frozen=True):
    """The table and all papers. rolls: every number rolled so far."""

    rolls: tuple[str, ...] = ()

    def waits_for(self, player: str) -> bool:
        """Returns whether this player has yet to write the last number."""
        return sum(map(bool, self.part(player).marks)) < len(self.rolls)
