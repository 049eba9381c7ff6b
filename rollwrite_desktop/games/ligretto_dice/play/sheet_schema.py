"""What a board or a score sheet of Ligretto Dice must have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

import msgspec

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.play import sheet_schema
from rollwrite_desktop.gamekit.play.sheet_schema import Letter, Name, NoCards, SheetSchema
from rollwrite_desktop.games.ligretto_dice.play.model import COLORS, VALUES, place_of
from rollwrite_desktop.games.ligretto_dice.play.options import MAX_ROUNDS
from rollwrite_desktop.games.ligretto_dice.play.paper import TIE
from rollwrite_desktop.sheet.sheet import Fault, Sheet

MAX_COLUMNS = 4
_Columns = Annotated[int, msgspec.Meta(ge=1, le=MAX_COLUMNS)]


def is_score_sheet(sheet: Sheet) -> bool:
    """Returns whether the sheet is the score sheet of a game and not a player's board."""
    return "players" in sheet.values


class _Region(msgspec.Struct):
    id: Literal["red", "yellow", "green", "blue"]
    name: Name
    letter: Letter


class _Nothing(msgspec.Struct, forbid_unknown_fields=True):
    pass


class BoardSheet(SheetSchema):
    """A board: a column of six places for each color."""

    regions: Annotated[list[_Region], msgspec.Meta(min_length=len(COLORS), max_length=len(COLORS))]
    boxes: _Nothing
    values: _Nothing
    cards: NoCards


class _Points(msgspec.Struct):
    id: Literal["score"]
    name: Name
    letter: Letter


class _Values(msgspec.Struct, forbid_unknown_fields=True):
    players: Annotated[int, msgspec.Meta(ge=2, le=MAX_COLUMNS)]
    rounds: Annotated[int, msgspec.Meta(ge=1, le=MAX_ROUNDS)]


class _Boxes(msgspec.Struct, forbid_unknown_fields=True):
    players: _Columns
    totals: Annotated[int, msgspec.Meta(ge=1)]
    penalties: _Columns
    final: _Columns
    again: Annotated[int, msgspec.Meta(le=MAX_COLUMNS)] = 0


class ScoreSheet(SheetSchema):
    """A score sheet: a row for each round and one for a tie-break, a column for each player, totals beside."""

    regions: Annotated[list[_Points], msgspec.Meta(min_length=1, max_length=1)]
    boxes: _Boxes
    values: _Values
    cards: NoCards


def sheet_faults(sheet: Sheet) -> Iterator[Fault]:
    """Yields what makes a sheet unplayable."""
    score = is_score_sheet(sheet)
    found = [*sheet_schema.sheet_faults(ScoreSheet if score else BoardSheet, sheet)]
    yield from found or (_score_faults(sheet) if score else _board_faults(sheet))


def _board_faults(sheet: Sheet) -> Iterator[Fault]:
    places = {place_of(color, value): color for color in COLORS for value in VALUES}
    yield from _id_faults("spaces", places, [space.id for space in sheet.spaces])
    for space in sheet.spaces:
        if places.get(space.id, space.region) != space.region:
            yield Fault(space.id, tr("expected the region {region}").format(region=places[space.id]))
    for i, decor in enumerate(sheet.decor):
        if decor.kind == "column" and decor.text not in COLORS:
            yield Fault(f"decor[{i}]", tr("{value}; expected {what}").format(
                value=decor.text[:sheet_schema.LONGEST_SHOWN], what=", ".join(COLORS)))


def _score_faults(sheet: Sheet) -> Iterator[Fault]:
    columns = range(1, sheet.values["players"] + 1)
    rows = (*(f"r{n}" for n in range(1, sheet.values["rounds"] + 1)), TIE)
    cells = [f"{row}p{k}" for row in rows for k in columns]
    yield from _id_faults("spaces", cells, [space.id for space in sheet.spaces])
    wanted = {
        "players": [f"name/{k}" for k in columns], "totals": [f"total/{cell}" for cell in cells],
        "penalties": [f"penalties/{k}" for k in columns], "final": [f"final/{k}" for k in columns],
        "again": [f"again/{k}" for k in columns] if sheet.group("again") else [],
    }
    for group, ids in wanted.items():
        yield from _id_faults(f"boxes {group}", ids, [box.id for box in sheet.group(group)])


def _id_faults(where: str, wanted: Iterable[str], found: list[str]) -> Iterator[Fault]:
    ids = set(wanted)
    for missing in sorted(ids - set(found)):
        yield Fault(where, tr("{id} is missing").format(id=missing))
    for unknown in sorted(set(found) - ids):
        few = ", ".join(sorted(ids)[:4])
        yield Fault(unknown[:sheet_schema.LONGEST_SHOWN], tr("unknown; expected {what}").format(what=f"{few} …"))
