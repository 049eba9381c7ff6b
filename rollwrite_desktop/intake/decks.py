"""Reads decks of positions to practice: any bytes give a Deck or NotADeck. What positions may hold is each game's
own."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.limits import LongText, Text
from rollwrite_desktop.intake.errors import UNREADABLE, NotReadable, why
from rollwrite_desktop.intake.json_files import Decoder

SUFFIX = ".rollwrite-deck"
MAX_BYTES = 4_000_000
MAX_POSITIONS = 2_000
MAX_EVENTS, MAX_MOVES, MAX_BEST = 1_000, 100, 6
"""How many events a position may have behind it, moves a way to play it, and best ways."""
MAX_REVIEWS, MAX_GONE = 5_000, 10_000
"""How many reviewed games and solved positions a deck may remember."""
_Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
_Points = Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)]
_Moves = Annotated[tuple[Text, ...], msgspec.Meta(min_length=1, max_length=MAX_MOVES)]
_Some = Annotated[tuple[_Points, ...], msgspec.Meta(max_length=MAX_BEST)]


class NotADeck(NotReadable):
    """A file that is no deck: what is so, and what was expected."""


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a move cost against the best one, in the game's points, and its standard error; size: the same in Xs of Rolling
    America, to compare games; value: the result to be expected after it. Of each of the best ways the result to be expected,
    and the standard errors of the differences to the move and to the first."""

    error: _Points
    se: _Points
    size: _Points
    value: _Points
    expected: _Some
    ses: _Some
    aparts: _Some


class Practice(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a position went so far. tries: how often it was shown; solved: how often in a row it was solved at once; due,
    last: when it is shown again and was shown last, ISO dates."""

    tries: _Count = 0
    solved: _Count = 0
    due: Text = ""
    last: Text = ""


class Position(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A turn to be played. events: what led to it, the rolls and the player's own moves, in notation; player: whose turn it
    was; played: what was played then; best: the best ways, the first one that against which is counted; theme: what it is an
    example of; engine: by what it was measured."""

    game: Text
    sheet: LongText
    sheet_hash: Text = ""
    rules: _Count = 1
    options: Annotated[dict[Text, Text], msgspec.Meta(max_length=50)] = {}
    events: Annotated[tuple[LongText, ...], msgspec.Meta(max_length=MAX_EVENTS)]
    player: Text = ""
    played: _Moves
    best: Annotated[tuple[_Moves, ...], msgspec.Meta(min_length=1, max_length=MAX_BEST)]
    cost: Cost
    theme: Text = ""
    engine: Text = ""
    practice: Practice = Practice()


class Reviewed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reviewed game: a hash of it and of whose it was, the game's id, its day (ISO), the player, how many turns it had,
    and what they cost by theme."""

    id: Text
    game: Text
    day: Text
    player: Text
    turns: _Count
    costs: Annotated[dict[Text, _Points], msgspec.Meta(max_length=50)]


class Deck(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A deck as the file has it. reviews: the games that it was collected from, in the order in which they came; gone: the
    keys of positions that were solved for good; day, done: how many were practiced on the last day (ISO)."""

    deck: Literal[1]
    title: Text = ""
    positions: Annotated[tuple[Position, ...], msgspec.Meta(max_length=MAX_POSITIONS)] = ()
    reviews: Annotated[tuple[Reviewed, ...], msgspec.Meta(max_length=MAX_REVIEWS)] = ()
    gone: Annotated[tuple[Text, ...], msgspec.Meta(max_length=MAX_GONE)] = ()
    day: Text = ""
    done: _Count = 0


_decoder = Decoder(Deck)


def parse(data: bytes, name: str) -> Deck:
    """Returns the deck in `data`; `name` is used in messages. Raises NotADeck."""
    if len(data) > MAX_BYTES:
        raise NotADeck(tr("{file}: {found} bytes; a deck has at most {most}.", file=name, found=len(data), most=MAX_BYTES))
    try:
        deck = _decoder.decode(data)
    except UNREADABLE as error:
        raise NotADeck(tr("{file}: not a deck: {why}.", file=name, why=why(error))) from error
    for number, position in enumerate(deck.positions, 1):
        counts = {len(position.best), len(position.cost.expected), len(position.cost.ses), len(position.cost.aparts)}
        if len(counts) > 1:
            raise NotADeck(tr("{file}: position {n} does not say what each of its moves is worth.", file=name, n=number))
    return deck
