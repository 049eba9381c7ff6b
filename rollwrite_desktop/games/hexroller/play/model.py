"""HexRoller as values: what stands in a player's hexes and boxes, and the chains of the round. Knows no legality.

Hexes hold 0 (blank), 2 (the bonus) or 3 to 8, printed numbers included.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from rollwrite_desktop.core.chance import Die
from rollwrite_desktop.gamekit.play.table_state import TableState

BLANK = 0
HELD = -1
"""A blank hex that is kept free for a move that a correction took away; never in a position that is played on."""
TWO = 2
NUMBERS = (3, 4, 5, 6, 7, 8)
BONUSES = ("plus_one", "two", "third")
DASH = "-"
ROWS = ("upper", "lower")


# ---------------------------------------------------------------------- moves


class Write(Struct, frozen=True):
    """The next hex of a chosen number's chain, its first one or a further one: `c3=5`. third: of the third number's
    chain (HR-12), `third c3=7`."""

    space: str
    number: int
    third: bool = False


class Extra(Struct, frozen=True):
    """The +1 (HR-10): `+ d4=5`."""

    space: str
    number: int


class Two(Struct, frozen=True):
    """The 2 (HR-11): `two e1`."""

    space: str


class Boxes(Struct, frozen=True):
    """The numbers of the round in the leftmost empty boxes, `box 5 7`: upper, lower; 0 is a dash, `box 5 -`."""

    upper: int
    lower: int


class Done(Struct, frozen=True):
    """The player's round is closed: `done`."""


Stroke = Write | Extra | Two | Boxes | Done


# ---------------------------------------------------------------------- state


class Chain(Struct, frozen=True):
    """A number being written this round: the hexes in order, without the +1.

    Where strokes were refused and stand all the same: `closed`, nothing more goes on it, as something else was begun or its
    number had been written before; `faulty`, one of its own strokes was refused, so that it ends short is no new mistake;
    `lost`, that was for want of room, so neither is that it goes on elsewhere.

    `late`: a correction left it unfinished. Other things may have been begun since, and it is finished only if there is
    still room."""

    number: int
    path: tuple[int, ...]
    third: bool = False
    closed: bool = False
    faulty: bool = False
    lost: bool = False
    late: bool = False


class Part(Struct, frozen=True):
    """One player's paper and round. marks: one number per hex, in the sheet's order. upper, lower: a digit or dash per
    round; column: how many there were when the round began, which is where its own go. used: bonuses crossed off; bonus:
    the one of this round, or "". latest: where the last stroke went. skipping: late chains hold up nothing."""

    marks: tuple[int, ...]
    upper: str = ""
    lower: str = ""
    used: tuple[str, ...] = ()
    chains: tuple[Chain, ...] = ()
    bonus: str = ""
    boxed: bool = False
    done: bool = True
    latest: tuple[str, ...] = ()
    column: int = 0
    skipping: bool = False

    @property
    def chosen(self) -> tuple[int, ...]:
        """The numbers written as chosen ones this round, in order."""
        return tuple([chain.number for chain in self.chains if not chain.third])

    @property
    def written(self) -> tuple[int, ...]:
        """All numbers written this round, the third one included."""
        return tuple([chain.number for chain in self.chains])


class State(TableState[Part], frozen=True, dict=True):
    """The table and all papers. rolls: every roll so far."""

    rolls: tuple[tuple[Die, ...], ...] = ()

    @cached_property
    def counts(self) -> Mapping[int, int]:
        """The numbers of the last roll in order, and how many dice show each."""
        faces = sorted([die.face for die in self.rolls[-1]]) if self.rolls else []
        return {face: faces.count(face) for face in faces}

    @cached_property
    def resolved(self) -> bool:
        """Whether every player has closed the round."""
        return all(part.done for part in self.parts)
