"""What a game's sheets must have: a msgspec struct per game, decoded with its limits, and the shared checks that no type can
say. `check-sheet` and every loader use it through `Game.sheet_faults`.

A schema has some of the fields of `Layout`. A fault names its place as the sheet file does: `values.rounds`,
`regions[2] 'pink'.id`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.draw.inks import INKS
from rollwrite_desktop.sheet.sheet import Fault, Region, Sheet, Space

MAX_AREAS = 100
LONGEST_SHOWN = 40

Code = Annotated[str, msgspec.Meta(
    pattern=r"^[A-Za-z0-9]{1,4}$", extra={"expected": mark("1 to 4 letters or digits, such as A1")}
)]
"""The id of a space as players read and type it."""
Name = Annotated[str, msgspec.Meta(
    pattern=r"^[^\s\x00-\x1f](.{0,38}[^\s\x00-\x1f])?$", extra={"expected": mark("a name of 1 to 40 characters")}
)]
Letter = Annotated[str, msgspec.Meta(pattern=r"^\w{1,3}$", extra={"expected": mark("1 to 3 letters")})]
Ink = Annotated[str, msgspec.Meta(
    pattern=rf"^({'|'.join(name.split('.')[1] for name in INKS if name.endswith('.strong'))})$",
    extra={"expected": mark("one of the region colors")},
)]
"""The id of a region that is drawn in its inks."""
One = Literal[1]
AtMostOne = Annotated[int, msgspec.Meta(le=1)]
NoCards = Annotated[list[str], msgspec.Meta(max_length=0)]


class Layout(Struct, frozen=True):
    """A sheet as schemas see it. `boxes`: how many there are of each group."""

    regions: Sequence[Region]
    spaces: Sequence[Space]
    boxes: Mapping[str, int]
    values: Mapping[str, int]
    cards: Sequence[str]
    joined: str
    version: int


class SheetSchema(msgspec.Struct):
    """What the sheets of every game have."""

    version: Annotated[int, msgspec.Meta(ge=1, le=9999)]


def sheet_faults(schema: type[SheetSchema], sheet: Sheet) -> Iterator[Fault]:
    """Everything in which a sheet is not as the schema says; regions without spaces; codes that differ in case only."""
    layout = Layout(
        sheet.regions, sheet.spaces, Counter(box.group for box in sheet.boxes), sheet.values, sheet.cards, sheet.joined,
        sheet.version,
    )
    for name, kind in get_type_hints(schema, include_extras=True).items():
        yield from _faults(name, getattr(layout, name), kind)
    used = {space.region for space in sheet.spaces}
    for i, region in enumerate(sheet.regions):
        if region.id not in used:
            yield Fault(_item("regions", i, region), tr("no space lies in this region"))
    seen: dict[str, str] = {}
    for i, space in enumerate(sheet.spaces):
        other = seen.setdefault(space.id.casefold(), space.id)
        if other != space.id:
            yield Fault(_item("spaces", i, space), tr("it differs from {other} only in capital letters", other=other))


def numbered_boxes(sheet: Sheet, *groups: str) -> Iterator[Fault]:
    """Yields the boxes of these groups that are not called `GROUP/1`, `GROUP/2` … in order."""
    for group in groups:
        for k, box in enumerate(sheet.group(group), 1):
            if box.id != f"{group}/{k}":
                yield Fault(box.id[:LONGEST_SHOWN], tr("expected the id {id}", id=f"{group}/{k}"))


def single_boxes(sheet: Sheet, *groups: str) -> Iterator[Fault]:
    """Yields the boxes of these groups that are not called as their group."""
    for group in groups:
        for box in sheet.group(group):
            if box.id != group:
                yield Fault(box.id[:LONGEST_SHOWN], tr("expected the id {id}", id=group))


def _faults(where: str, value: Any, kind: Any) -> Iterator[Fault]:
    try:
        msgspec.convert(value, kind, from_attributes=True)
    except msgspec.ValidationError:
        bare = get_args(kind)[0] if get_origin(kind) is Annotated else kind
        if get_origin(bare) is list:
            yield from _list_faults(where, value, kind, get_args(bare)[0])
        elif isinstance(bare, type) and issubclass(bare, msgspec.Struct):
            yield from _struct_faults(where, value, bare)
        else:
            shown = str(value)[:LONGEST_SHOWN] or "—"
            yield Fault(where, tr("{value}; expected {what}").format(value=shown, what=_expected(kind)))


def _list_faults(where: str, values: Sequence[Any], kind: Any, item: Any) -> Iterator[Fault]:
    found = [fault for i, value in enumerate(values) for fault in _faults(_item(where, i, value), value, item)]
    if not found:
        yield Fault(where, tr("there are {n}; expected {what}").format(n=len(values), what=_expected(kind)))
    yield from found


def _struct_faults(where: str, value: Any, kind: type[msgspec.Struct]) -> Iterator[Fault]:
    fields = msgspec.structs.fields(kind)
    hints = get_type_hints(kind, include_extras=True)
    if isinstance(value, Mapping):
        known = {field.name for field in fields}
        for key in value:
            if key not in known:
                what = ", ".join(sorted(known)) or "—"
                yield Fault(f"{where}.{key[:LONGEST_SHOWN]}", tr("unknown; expected {what}").format(what=what))
    for field in fields:
        place = f"{where}.{field.name}"
        if not isinstance(value, Mapping):
            yield from _faults(place, getattr(value, field.name), hints[field.name])
        elif field.name in value:
            yield from _faults(place, value[field.name], hints[field.name])
        elif field.required:
            yield Fault(place, tr("is missing; expected {what}").format(what=_expected(hints[field.name])))


def _item(where: str, i: int, value: Any) -> str:
    """How the sheet file's reader names an item of a list."""
    name = value if isinstance(value, str) else getattr(value, "id", "")
    return f"{where}[{i}] '{name[:LONGEST_SHOWN]}'"


def _expected(kind: Any) -> str:
    """Returns what a type takes, in words."""
    bare, *metas = get_args(kind) if get_origin(kind) is Annotated else (kind,)
    meta = metas[0] if metas else msgspec.Meta()
    if meta.extra:
        return tr(meta.extra["expected"])
    if get_origin(bare) is Literal:
        return ", ".join(str(value) or "—" for value in get_args(bare))
    least, most = (meta.ge, meta.le) if bare is int else (meta.min_length, meta.max_length)
    least = int(least or 0)
    if most is None:
        return tr("at least {n}", n=least)
    return str(least) if least == most else tr("{least} to {most}", least=least, most=int(most))


# ---------------------------------------------------------------------- plain maps


class InkedRegion(msgspec.Struct):
    """A region that is drawn in inks of its own."""

    id: Ink
    name: Name
    letter: Letter


class BlankSpace(msgspec.Struct):
    """A space in which nothing is printed."""

    id: Code
    name: Name
    printed: Literal[""]


class _Boxes(msgspec.Struct, forbid_unknown_fields=True):
    total: AtMostOne = 0
    player: AtMostOne = 0


class MapSheet(SheetSchema):
    """A map of spaces that border one another, with a box for the total and one for the player's name."""

    regions: Annotated[list[InkedRegion], msgspec.Meta(min_length=1)]
    spaces: Annotated[list[BlankSpace], msgspec.Meta(min_length=1, max_length=MAX_AREAS)]
    boxes: _Boxes
    joined: Literal["borders"]


def map_sheet_faults(sheet: Sheet) -> Iterator[Fault]:
    """Yields what makes a sheet unplayable for a game that asks no more of it than to be a map."""
    yield from sheet_faults(MapSheet, sheet)
    yield from single_boxes(sheet, "total", "player")
