"""State and moves of Two Dice. The state holds all that Undo restores."""

from __future__ import annotations

from msgspec import Struct

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.gamekit.play.table_state import MarkedPart, TableState

X = "X"


class Write(Struct, frozen=True):
    """A number or an X into a space: `A=4`, `A=X`."""

    space: str
    mark: str


class State(TableState[MarkedPart], frozen=True):
    """The table and all papers. rolls: every roll so far."""

    rolls: tuple[Outcome, ...] = ()

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers of the latest roll, each once."""
        return tuple(dict.fromkeys(str(die.face) for roll in self.rolls[-1:] for die in roll.dice))

    def waits_for(self, player: str) -> bool:
        """Returns whether this player has yet to write for the latest roll."""
        return sum(map(bool, self.part(player).marks)) < len(self.rolls)
