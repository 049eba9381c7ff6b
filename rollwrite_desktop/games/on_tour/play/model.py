"""On Tour as values: what stands on a player's map, what is still to be written, what chance has brought, the route.

Marks are written as on paper: "" blank, "37", "*" a star, "X"; in brackets where circled: "(37)", "(*)". Knows no legality.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from msgspec import Struct

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.gamekit.play.table_state import TableState

X = "X"
STAR = "*"
BLANK = ""
HELD = "?"
"""A blank area that is kept free for a move that a correction took away; never in a position that is played on."""
SETUP_DRAWS, LAST_AREAS = 2, 2
"""Rolls of the set-up (OT-4), and the areas left with which turns go on without cards (OT-10), unless the sheet says
otherwise."""


def describe_mark(held: str) -> str:
    """A mark in words."""
    if held == BLANK:
        return tr("blank")
    what = tr("a star") if content(held) == STAR else content(held)
    return tr("{mark}, circled", mark=what) if is_circled(held) else what


def numbers_of(outcome: Outcome) -> tuple[str, str]:
    """Returns the two numbers of a roll, the lower first (OT-4)."""
    low, high = sorted(str(die.face) for die in outcome.dice)
    return low + high, high + low


class Card(Struct, frozen=True):
    """A card: the area it shows and the region it is played in."""

    area: str
    region: str


@lru_cache(maxsize=256)
def card_of(text: str) -> Card:
    """Returns the card of a notation such as "TX South"; a set-up card is an area alone."""
    area, _, region = text.partition(" ")
    return Card(area, region)


# ---------------------------------------------------------------------- moves


class Write(Struct, frozen=True):
    """A number or a star into an area: `TX=37`, `TX=*`."""

    area: str
    what: str


class Cross(Struct, frozen=True):
    """An X in place of a number or star without a legal place: `TX=X`."""

    area: str


class Visit(Struct, frozen=True):
    """The next area of the route: `route MN`."""

    area: str


class End(Struct, frozen=True):
    """The route is finished: `route end`."""


Stroke = Write | Cross | Visit | End


# ---------------------------------------------------------------------- state


class Part(Struct, frozen=True):
    """One player's map and turn. marks: one per area, in the sheet's order. hand: what is still to be written, `strokes`
    of it. placed: (area, what) of this turn as far as it is right, from which circles follow. route: areas, `ended` once it
    is handed in. latest: where the last stroke went. owed: strokes of earlier turns that a correction left open; so many
    blank areas are kept for them."""

    marks: tuple[str, ...]
    hand: tuple[str, ...] = ()
    strokes: int = 0
    placed: tuple[tuple[str, str], ...] = ()
    route: tuple[str, ...] = ()
    ended: bool = False
    latest: tuple[str, ...] = ()
    owed: int = 0

    @property
    def blanks(self) -> int:
        """How many areas are left for this turn and those to come."""
        return max(0, self.marks.count(BLANK) - self.owed)


class State(TableState[Part], frozen=True, dict=True):
    """The table and all papers. deck, discards: cards not on the table. draws: everything chance has brought, that of the
    `setup` first."""

    deck: tuple[str, ...]
    discards: tuple[str, ...] = ()
    draws: tuple[Outcome, ...] = ()
    setup: int = SETUP_DRAWS

    @property
    def turns(self) -> int:
        """How many turns have begun."""
        return max(0, len(self.draws) - self.setup)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards on the table: none in the set-up and on last turns."""
        return tuple([card_of(text) for text in self.draws[-1].cards]) if self.turns else ()

    @property
    def numbers(self) -> tuple[str, ...]:
        """This turn's two numbers; one star where they are doubles or the cards are of one region (OT-7)."""
        if not self.turns or len(self.draws[-1].dice) != 2:
            return ()
        low, high = numbers_of(self.draws[-1])
        regions = {card.region for card in self.cards}
        return (STAR,) if low == high or len(regions) == 1 else (low, high)

    @cached_property
    def full(self) -> bool:
        """Whether no player has a blank area left, or a stroke to make."""
        return not any(part.blanks or part.strokes for part in self.parts)
