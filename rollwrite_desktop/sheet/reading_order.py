"""The one order of a sheet's spots: in which it is read aloud, found by screen readers, gone through by key, typed in, read
back, and filled in as a form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.sheet.sheet import Point, Region, Sheet, Space
from rollwrite_desktop.sheet.short_way import shortest

NAMES = ("player", "players", "again")
"""The groups of boxes for the names of players, which say whose sheet it is."""

_SAME_ROW = 0.6


class Group(Struct, frozen=True):
    """Spots that belong together, in reading order. title: a message id. region: None for boxes."""

    title: str
    spots: tuple[str, ...]
    region: Region | None = None

    @property
    def words(self) -> str:
        """The title as it is read and heard: a letter alone is said with what it is the letter of."""
        return tr("Area {letter}", letter=self.title) if len(self.title) == 1 else tr(self.title)


def reading_order(sheet: Sheet) -> tuple[Group, ...]:
    """First the names, then region by region, then the other boxes; groups without spots are left out. On a map a region is
    gone through row by row, to and fro, and the next one is near; the whole way is the shortest of these. Where nothing
    borders anything, as in a table, all is in the sheet's order. A field `total/r1p1` follows the space `r1p1`."""
    beside = ((box.id.partition("/")[2], box.id) for box in sheet.boxes if box.kind == "field")
    within = {space: box for space, box in beside if space in sheet.space}
    names = [box.id for box in sheet.boxes if box.group in NAMES]
    groups = [Group(mark("Players") if len(names) > 1 else mark("Player"), tuple(names))]
    for region, ordered in _spaces_by_region(sheet):
        spots = [spot for space in ordered for spot in (space.id, within.get(space.id)) if spot]
        groups.append(Group(region.name, tuple(spots), region))
    others = [box.id for box in sheet.boxes if box.id not in names and box.id not in within.values()]
    groups.append(Group(mark("Boxes"), tuple(others)))
    return tuple(group for group in groups if group.spots)


def spots_in_order(sheet: Sheet) -> tuple[str, ...]:
    """All spots, group by group."""
    return tuple(spot for group in reading_order(sheet) for spot in group.spots)


def spaces_in_order(sheet: Sheet) -> tuple[Space, ...]:
    """All spaces, region by region."""
    return tuple(sheet.space[spot] for spot in spots_in_order(sheet) if spot in sheet.space)


def _spaces_by_region(sheet: Sheet) -> list[tuple[Region, list[Space]]]:
    """Returns the regions that have spaces, and the spaces of each, in the order in which they are gone through."""
    inside = [(region, [space for space in sheet.spaces if space.region == region.id]) for region in sheet.regions]
    inside = [(region, spaces) for region, spaces in inside if spaces]
    if not sheet.links:
        return inside
    ways = [_to_and_fro(spaces) for _, spaces in inside]
    order = _shortest(tuple(tuple(tuple(space.writing.center for space in way) for way in several) for several in ways))
    return [(inside[group][0], ways[group][way]) for group, way in order]


@lru_cache(64)
def _shortest(groups: tuple[tuple[tuple[Point, ...], ...], ...]) -> Sequence[tuple[int, int]]:
    """Whatever is printed on sheets whose spaces lie alike: the order of the last few is kept."""
    return shortest(groups)


def _to_and_fro(spaces: Iterable[Space]) -> list[list[Space]]:
    """Spaces row by row, one row from left to right and the next one back, from each corner. A row is what the eye takes for
    one: it begins with the highest space that is left, and holds those that begin less than 0.6 of a writing place lower."""
    rows: list[list[Space]] = []
    for space in sorted(spaces, key=lambda space: (space.writing.center[1], space.writing.center[0])):
        top = rows[-1][0].writing if rows else space.writing
        if not rows or space.writing.center[1] - top.center[1] > _SAME_ROW * top.h:
            rows.append([])
        rows[-1].append(space)
    rows = [sorted(row, key=lambda space: space.writing.center[0]) for row in rows]
    ways = [
        [space for n, row in enumerate(some) for space in row[:: 1 if n % 2 == first else -1]]
        for some in (rows, rows[::-1]) for first in (0, 1)
    ]
    return [way for n, way in enumerate(ways) if way not in ways[:n]]
