"""What a search for the way of play with the fewest mistakes says on its way. Knows no game."""

from __future__ import annotations

from msgspec import Struct

from rollwrite_desktop.core.audit import Finding


class ProofStep(Struct, frozen=True):
    """How far a search is: proved bounds on the mistakes, and the best way of play so far, its strokes in notation for every
    entry of the list. mistakes: those of that way, once they are told; elsewhere: as few could have been made in other
    places, for all that is known."""

    least: int
    most: int | None
    play: tuple[tuple[str, ...], ...] = ()
    mistakes: tuple[Finding, ...] = ()
    elsewhere: bool = False

    @property
    def decided(self) -> bool:
        return self.least == self.most
