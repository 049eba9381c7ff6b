"""Ligretto Dice as values: what lies on the board, what each player still has, what the rounds brought.

Places are written as a color's letter and a value: `B4` is the blue four. Knows no legality.
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from msgspec import Struct

from rollwrite_desktop.core.chance import Die
from rollwrite_desktop.gamekit.play.table_state import TableState

COLORS = ("red", "yellow", "green", "blue")
LETTERS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
LETTER = {color: letter for letter, color in LETTERS.items()}
VALUES = (1, 2, 3, 4, 5, 6)
DICE = tuple(color for color in COLORS for _ in VALUES)
"""All dice by color, six of each (LD-1)."""
START = 100
ROLL_MS, GAP_MS, LOCK_MS = 800, 250, 600
"""How long an own roll takes, how long one hand takes from die to die, how long a wrong placement locks (LD-R3, LD-R4)."""


def place_of(color: str, value: int) -> str:
    """Returns the id of a place: `B4`."""
    return f"{LETTER[color]}{value}"


# ---------------------------------------------------------------------- moves


class Place(Struct, frozen=True):
    """A die onto its place: `place B4`."""

    color: str
    value: int


class Fumble(Struct, frozen=True):
    """A die held over a place that is not open yet (LD-R3): `fumble B4`."""

    color: str
    value: int


class Roll(Struct, frozen=True):
    """All dice that the player still has go into the cup (LD-5): `roll`."""


class Pass(Struct, frozen=True):
    """Nothing is placed, in the variant without speed (LD-R11): `pass`."""


Stroke = Place | Fumble | Roll | Pass


# ---------------------------------------------------------------------- state


class Part(Struct, frozen=True, dict=True):
    """One player's dice in a round. hand: the dice as they lie, None where one was placed. cup: the colors that are being
    rolled. free_at: placing is refused before that time (ms), `held` is the rulebook key that says why."""

    hand: tuple[Die | None, ...] = ()
    cup: tuple[str, ...] = ()
    free_at: int = 0
    held: str = ""
    rolls: int = 0
    fumbles: int = 0

    @cached_property
    def dice(self) -> tuple[Die, ...]:
        """The dice that lie before the player."""
        return tuple([die for die in self.hand if die is not None])

    @property
    def left(self) -> int:
        """How many dice the player still has."""
        return len(self.dice) + len(self.cup)


class Round(Struct, frozen=True):
    """What a round brought: points by player (None: not in it), how long it took, and by player how often they rolled and
    placed wrongly."""

    entries: tuple[int | None, ...]
    tie_break: bool
    ms: int
    rolls: tuple[int, ...]
    fumbles: tuple[int, ...]


class State(TableState[Part], frozen=True, dict=True):
    """The table and all players.

    stage: dice are being dealt, or raced with, or all is over. racers: who is in this round. dealt: how many of them have
    their dice; 0 in `deal` means that the last round still lies there. tie_break: the round at hand is one among the tied.
    board: by color, who placed the dice from 1 up.
    turn: the place among the racers of who is next (LD-R11). now, began: ms.
    """

    racers: tuple[str, ...]
    stage: Literal["deal", "race", "over"] = "deal"
    dealt: int = 0
    tie_break: bool = False
    bag: tuple[str, ...] = DICE
    board: tuple[tuple[str, ...], ...] = ((), (), (), ())
    rounds: tuple[Round, ...] = ()
    turn: int = 0
    passes: int = 0
    now: int = 0
    began: int = 0

    def height(self, color: str) -> int:
        """How far a color's column is built."""
        return len(self.board[COLORS.index(color)])

    @cached_property
    def wanted(self) -> frozenset[Die]:
        """The die that each color waits for (LD-4); of a full color one that there is not."""
        return frozenset([Die(color, len(column) + 1) for color, column in zip(COLORS, self.board, strict=True)])

    def fitting(self, player: str) -> tuple[Die, ...]:
        """Returns the dice of a player that can be placed now, alike ones too."""
        return tuple([die for die in self.part(player).dice if die in self.wanted])


def waiting_pays(state: State, player: str, patience: int) -> bool:
    """Returns whether another player's die that is open now would open one of the own dice, of which there are no
    more than `patience`: with many dice a roll brings more."""
    own = state.part(player).dice
    if len(own) > patience:
        return False
    coming = {die for racer in state.racers if racer != player for die in state.fitting(racer)}
    return any(Die(die.name, die.face - 1) in coming for die in own)
