"""What a sheet of HexRoller must have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.gamekit.play import sheet_schema
from rollwrite_desktop.gamekit.play.sheet_schema import AtMostOne, Ink, Name, NoCards, One, SheetSchema
from rollwrite_desktop.games.hexroller.play.model import BONUSES, NUMBERS, ROWS
from rollwrite_desktop.games.hexroller.play.scoring import MIDDLE, PARTS
from rollwrite_desktop.sheet.sheet import Fault, Sheet

AREAS = ("A", "B", "C", "D", "E", "F", MIDDLE)
_Rounds = Annotated[int, msgspec.Meta(ge=1, le=12)]


class _Region(msgspec.Struct):
    id: Ink
    name: Name
    letter: Literal["A", "B", "C", "D", "E", "F", "M"]


class _Space(msgspec.Struct):
    id: Annotated[str, msgspec.Meta(
        pattern=r"^[a-z][1-9][0-9]?$", extra={"expected": mark("a letter and a number, such as c3")}
    )]
    printed: Literal["", "3", "4", "5", "6", "7", "8"]


class _Values(msgspec.Struct, forbid_unknown_fields=True):
    """dice: rolled in a round. bonus: points of an unused bonus. middle: by which the middle area's score is multiplied."""

    dice: Annotated[int, msgspec.Meta(ge=2, le=12)]
    rounds: _Rounds
    bonus: Annotated[int, msgspec.Meta(ge=0, le=99)]
    middle: Annotated[int, msgspec.Meta(ge=1, le=9)]


class _Boxes(msgspec.Struct, forbid_unknown_fields=True):
    plus_one: One
    two: One
    third: One
    upper: _Rounds
    lower: _Rounds
    score: Annotated[int, msgspec.Meta(le=len(PARTS) + 1)] = 0
    player: AtMostOne = 0


class HexRollerSheet(SheetSchema):
    """A honeycomb in seven areas with printed numbers, and two rows of boxes, one for each round."""

    regions: Annotated[list[_Region], msgspec.Meta(min_length=len(AREAS), max_length=len(AREAS))]
    spaces: Annotated[list[_Space], msgspec.Meta(min_length=2 * len(NUMBERS), max_length=sheet_schema.MAX_AREAS)]
    boxes: _Boxes
    values: _Values
    cards: NoCards
    joined: Literal["borders"]


def sheet_faults(sheet: Sheet) -> Iterator[Fault]:
    """Yields what makes a sheet unplayable."""
    found = [*_form_faults(sheet)]
    yield from found or _print_faults(sheet)


def _form_faults(sheet: Sheet) -> Iterator[Fault]:
    yield from sheet_schema.sheet_faults(HexRollerSheet, sheet)
    yield from sheet_schema.numbered_boxes(sheet, *ROWS)
    yield from sheet_schema.single_boxes(sheet, *BONUSES, "player")
    for letter in AREAS:
        if [region.letter for region in sheet.regions].count(letter) != 1:
            yield Fault("regions", tr("expected one area {letter}", letter=letter))
    rounds = sheet.values.get("rounds")
    for row in ROWS:
        boxes = len(sheet.group(row))
        if rounds is not None and boxes != rounds:
            yield Fault("values.rounds", tr("{n}, but boxes for rounds: {boxes}", n=rounds, boxes=boxes))
    scores = {f"score/{part}" for part in (*PARTS, "total")}
    for box in sheet.group("score"):
        if box.id not in scores:
            yield Fault(box.id[:sheet_schema.LONGEST_SHOWN], tr("there is no such part of the score"))


def _print_faults(sheet: Sheet) -> Iterator[Fault]:
    """HR-R6: each of 3 to 8 is printed twice, and a pair does not touch."""
    counts = Counter(space.printed for space in sheet.spaces if space.printed)
    for n in NUMBERS:
        places = tuple(space.id for space in sheet.spaces if space.printed == str(n))
        if counts[str(n)] != 2:
            yield Fault(
                ", ".join(places) or "spaces",
                tr(
                    "{n} must be printed twice, like each of 3 to 8; it is printed {times} ×", n=n, times=counts[str(n)]),
            )
        elif places[1] in sheet.neighbors[places[0]]:
            yield Fault("-".join(places), tr("the two printed {n}s must not touch", n=n))
