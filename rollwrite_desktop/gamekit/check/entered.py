"""Places of a sheet as clauses: all that may stand in each, of which what was entered is preferred.

A game declares a place by the literals of what may stand there and by the slip that each departure is. What a departure
costs, the slips of a model and how they are forbidden follow. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct

from rollwrite_desktop.gamekit.check.slips import SMALL, Slip
from rollwrite_desktop.gamekit.marks import circle, content, is_circled
from rollwrite_desktop.solver.maxsat import MaxSat


class EnteredPlace(Struct, frozen=True):
    """A place into which `held` was entered. stands: what may stand there, without a circle, to its literal; one of them
    holds. edit: the literal that something else stands there. slip: the slip that another mark is. ring: the literal that
    the mark is circled, 0 where none can be; plain: what is never circled."""

    held: str
    stands: Mapping[str, int]
    edit: int
    slip: Callable[[str], Slip]
    ring: int = 0
    plain: str = ""

    def prefer(self, maxsat: MaxSat, least: int = SMALL) -> None:
        """Adds what each departure costs; least: the cheapest one."""
        what, edit = content(self.held), self.edit
        if self.plain:
            maxsat.add(-self.ring, -self.stands[self.plain])
        maxsat.penalize(edit, least)
        stands = self.stands.get(what)
        if stands is None:
            maxsat.add(edit)
        elif self.ring:
            ringed = self.ring if is_circled(self.held) else -self.ring
            maxsat.add(stands, edit)
            maxsat.add(ringed, edit)
            maxsat.add(-edit, -stands, -ringed)
        else:
            maxsat.add(edit, stands)
            maxsat.add(-edit, -stands)
        for other, literal in self.stands.items():
            after = circle(other) if is_circled(self.held) and other != self.plain else other
            if other != what and (more := self.slip(after).cost - least):
                maxsat.penalize(literal, more)

    def slips(self, model: frozenset[int]) -> Iterator[Slip]:
        """Yields the slip of a model, if there is one here."""
        what = next(what for what, literal in self.stands.items() if literal in model)
        mark = circle(what) if self.ring in model else what
        if mark != self.held:
            yield self.slip(mark)

    def otherwise(self, model: frozenset[int]) -> Iterator[int]:
        """Yields literals of which one holds where something else stands here than in a model."""
        if self.edit not in model:
            yield self.edit
            return
        yield from (-literal for literal in self.stands.values() if literal in model)
        if self.ring:
            yield from opposite((self.ring,), model)


def opposite(literals: Iterable[int], model: frozenset[int]) -> Iterator[int]:
    """Yields literals of which one holds where one of these is another than in a model."""
    return (-literal if literal in model else literal for literal in literals)
