"""What a map of Rolling America must have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.play import sheet_schema
from rollwrite_desktop.gamekit.play.sheet_schema import AtMostOne, BlankSpace, Letter, Name, NoCards, SheetSchema
from rollwrite_desktop.games.rolling_america.play.model import POWERS
from rollwrite_desktop.games.rolling_america.play.rules import POWER_BOXES
from rollwrite_desktop.sheet.sheet import Fault, Sheet

_Rounds = Annotated[int, msgspec.Meta(ge=1, le=20)]
_Power = Annotated[int, msgspec.Meta(ge=1, le=5)]


class _Region(msgspec.Struct):
    """A region takes the die of its color."""

    id: Literal["red", "blue", "green", "yellow", "orange", "purple"]
    name: Name
    letter: Letter


class _Values(msgspec.Struct, forbid_unknown_fields=True):
    rounds: _Rounds
    powers: _Power = POWER_BOXES


class _Boxes(msgspec.Struct, forbid_unknown_fields=True):
    rounds: _Rounds
    change: int = 0
    guard: int = 0
    dupe: int = 0
    xs: AtMostOne = 0
    player: AtMostOne = 0


class RollingAmericaSheet(SheetSchema):
    """A map of states that border one another, with boxes for rounds and powers, as many as the values say. Of fewer than
    two regions no die would stay in the bag."""

    regions: Annotated[list[_Region], msgspec.Meta(min_length=2)]
    spaces: Annotated[list[BlankSpace], msgspec.Meta(min_length=1, max_length=sheet_schema.MAX_AREAS)]
    boxes: _Boxes
    values: _Values
    cards: NoCards
    joined: Literal["borders"]


def sheet_faults(sheet: Sheet) -> Iterator[Fault]:
    """Yields what makes a sheet unplayable."""
    yield from sheet_schema.sheet_faults(RollingAmericaSheet, sheet)
    yield from sheet_schema.numbered_boxes(sheet, "rounds", *POWERS)
    yield from sheet_schema.single_boxes(sheet, "xs", "player")
    rounds, boxes = sheet.values.get("rounds"), len(sheet.group("rounds"))
    if rounds is not None and rounds != boxes:
        yield Fault("values.rounds", tr("{n}, but boxes for rounds: {boxes}", n=rounds, boxes=boxes))
    powers = sheet.values.get("powers", POWER_BOXES)
    for power in POWERS:
        boxes = len(sheet.group(power))
        if boxes != powers:
            yield Fault(f"boxes.{power}", tr("{value}; expected {what}", value=boxes, what=powers))
