"""Rolling America as values: what stands on a player's map, what is still to be resolved, what lies on the table.

Marks are written as on paper: "" blank, "4", "(4)" guarded, "X". Knows no legality.
"""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct, field

from rollwrite_desktop.core.chance import Die
from rollwrite_desktop.gamekit.play.table_state import TableState

COLORS = ("red", "blue", "green", "yellow", "orange", "purple")
WILD = "wild"
DICE = (*COLORS, WILD)
"""All there are; a map has those of its regions (`RollingAmerica.dice`)."""
POWERS = ("change", "guard", "dupe")
X = "X"
BLANK = ""

NUMBER = {**{str(n): n for n in range(1, 7)}, **{f"({n})": n for n in range(1, 7)}}
"""The number of a mark that holds one."""
OPEN_NUMBER = {str(n): n for n in range(1, 7)}
"""The number of a mark that its neighbors must heed: one that is not guarded (RA-14)."""
HELD = "?"
"""Ends what stands in a blank state in place of a mark that a correction took away, `?` or with its number `4?`; never in a
position that is played on."""
BARRING = OPEN_NUMBER | {f"{n}{HELD}": n for n in range(1, 7)}
"""The number of a mark that keeps others out of the states beside it, held ones included."""


def number_mark(number: int, guarded: bool) -> str:
    """A number as it is written in the state; in parentheses when it is guarded."""
    return f"({number})" if guarded else str(number)


# ---------------------------------------------------------------------- moves


class Write(Struct, frozen=True):
    """A die's number into a state: `blue OH=4`; `changed`: the die is treated as wild (RA-13), `blue~ CA=4`."""

    die: str
    space: str
    number: int
    guarded: bool = False
    changed: bool = False


class Cross(Struct, frozen=True):
    """An X for a die that fits nowhere (RA-10): `blue OH=X`."""

    die: str
    space: str
    changed: bool = False


class Pass(Struct, frozen=True):
    """Nothing is done for a die whose region is full (RA-11): `blue -`."""

    die: str


class Dupe(Struct, frozen=True):
    """The number just written, a second time (RA-15): `dupe IN=4`; `changed`: the color change comes with the dupe."""

    space: str
    number: int
    guarded: bool = False
    changed: bool = False


class Done(Struct, frozen=True):
    """The player's turn is closed: `done`."""


Stroke = Write | Cross | Pass | Dupe | Done


# ---------------------------------------------------------------------- state


class Last(Struct, frozen=True):
    """The number written last, as long as a dupe may follow it. `changed`: its die counts as wild by a color change;
    `paid`: that change has been crossed off (RA-R9)."""

    die: str
    number: int
    changed: bool
    paid: bool


class Part(Struct, frozen=True):
    """One player's paper and turn. marks: one per space, in the sheet's order. hand: dice still to be resolved.
    change, guard, dupe: boxes crossed off. refused_events: mistakes of strokes that only paper let through (RA-R6).
    latest: where the last stroke went."""

    marks: tuple[str, ...]
    hand: tuple[str, ...] = ()
    change: int = 0
    guard: int = 0
    dupe: int = 0
    last: Last | None = None
    done: bool = False
    refused_events: int = 0
    latest: tuple[str, ...] = ()

    @property
    def used(self) -> int:
        """How many powers were used in all (RA-20)."""
        return self.change + self.guard + self.dupe


class State(TableState[Part], frozen=True, dict=True):
    """The table and all papers. bag: the dice not drawn this round. rolls: every roll so far."""

    bag: tuple[str, ...]
    rolls: tuple[tuple[Die, ...], ...] = field(default=())

    @property
    def faces(self) -> dict[str, int]:
        """What the dice on the table show, by color."""
        return {die.name: die.face for die in self.rolls[-1]} if self.rolls else {}

    @cached_property
    def resolved(self) -> bool:
        """Whether every player has closed the turn."""
        return all(part.done for part in self.parts)
