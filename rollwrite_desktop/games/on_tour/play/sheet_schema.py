"""What a map of On Tour must have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.gamekit.play import sheet_schema
from rollwrite_desktop.gamekit.play.sheet_schema import AtMostOne, BlankSpace, InkedRegion, SheetSchema
from rollwrite_desktop.games.on_tour.play.model import LAST_AREAS, SETUP_DRAWS, card_of
from rollwrite_desktop.games.on_tour.play.notation import END
from rollwrite_desktop.sheet.sheet import Fault, Sheet

_Part = Annotated[str, msgspec.Meta(
    pattern=r"^[^\W\d_]{1,20}( [^\W\d_]{1,20}){0,2}$", extra={"expected": mark("one to three words")}
)]
"""A part of the map as cards name it: `South`."""


class _Region(InkedRegion):
    """Where parts of the map overlap: `within` names them, `North` and `West`."""

    within: Annotated[list[_Part], msgspec.Meta(min_length=1, max_length=3)]


class _Values(msgspec.Struct, forbid_unknown_fields=True):
    cards: Annotated[int, msgspec.Meta(ge=2, le=5)]
    setup: Annotated[int, msgspec.Meta(ge=1, le=4)] = SETUP_DRAWS
    last: Annotated[int, msgspec.Meta(ge=1, le=6)] = LAST_AREAS


class _Boxes(msgspec.Struct, forbid_unknown_fields=True):
    player: AtMostOne = 0
    areas: AtMostOne = 0
    circles: AtMostOne = 0
    total: AtMostOne = 0


class OnTourSheet(SheetSchema):
    """A map of areas joined by lines, and a deck of cards: an area and a part of the map in which it lies."""

    regions: Annotated[list[_Region], msgspec.Meta(min_length=1)]
    spaces: Annotated[list[BlankSpace], msgspec.Meta(min_length=2, max_length=sheet_schema.MAX_AREAS)]
    boxes: _Boxes
    values: _Values
    joined: Literal["lines"]


def sheet_faults(sheet: Sheet) -> Iterator[Fault]:
    """Yields what makes a sheet unplayable."""
    yield from sheet_schema.sheet_faults(OnTourSheet, sheet)
    yield from sheet_schema.single_boxes(sheet, "player", "areas", "circles", "total")
    if END.upper() in (space.id.upper() for space in sheet.spaces):
        yield Fault("spaces", tr("no area can have the code {code}", code=END.upper()))
    set_up = 2 * sheet.values.get("setup", SETUP_DRAWS)
    if len(sheet.spaces) <= set_up:
        yield Fault("spaces", tr("there are {n}; expected {what}").format(
            n=len(sheet.spaces), what=tr("at least {n}", n=set_up + 1)))
    yield from _card_faults(sheet, set_up)


def _card_faults(sheet: Sheet, set_up: int) -> Iterator[Fault]:
    """Yields the faults of the deck, in which known areas are expected, each on one card, in a part of the map where it
    lies; enough for the set-up and a turn."""
    seen: dict[str, str] = {}
    for i, text in enumerate(sheet.cards):
        where, card = f"cards[{i}] '{text[:sheet_schema.LONGEST_SHOWN]}'", card_of(text)
        space = sheet.space.get(card.area)
        if space is None:
            yield Fault(where, tr("there is no area '{area}'").format(area=card.area[:sheet_schema.LONGEST_SHOWN]))
        elif card.region not in sheet.region[space.region].within:
            parts = ", ".join(sheet.region[space.region].within)
            yield Fault(where, tr("{area} lies in {parts}").format(area=card.area, parts=parts))
        if seen.setdefault(card.area, text) != text:
            yield Fault(where, tr("there is a card of this area already"))
    wanted = set_up + sheet.values.get("cards", 0)
    if len(sheet.cards) < wanted:
        what = tr("at least {n}", n=wanted)
        yield Fault("cards", tr("there are {n}; expected {what}").format(n=len(sheet.cards), what=what))
