"""What a sheet of the blank game must have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from rollwrite_desktop.gamekit import sheet_schema
from rollwrite_desktop.gamekit.sheet_schema import Letter, Name, SheetSchema
from rollwrite_desktop.sheet.sheet import Fault, Sheet


class _Region(msgspec.Struct):
    id: Name
    name: Name
    letter: Letter


class BlankSheet(SheetSchema):
    """Spaces to write in; no boxes, no values."""

    regions: Annotated[list[_Region], msgspec.Meta(min_length=1)]
    joined: Literal["borders"]


def sheet_faults(sheet: Sheet) -> Iterator[Fault]:
    """What makes a sheet unplayable."""
    return sheet_schema.sheet_faults(BlankSheet, sheet)
