"""The order in which a sheet is read aloud, and in which its places are gone through by key: region by region, by rows."""

from __future__ import annotations

from rollwrite_desktop.sheet.sheet import Region, Sheet, Space


def reading_order(sheet: Sheet) -> tuple[tuple[Region, tuple[str, ...]], ...]:
    """Each region with the ids of its spaces, in the sheet's order of regions; within a region row by row, from left to
    right. A row is as high as a writing place. Regions without spaces are left out."""

    def place(space: Space) -> tuple[int, float]:
        x, y = space.writing.center
        return round(y / max(space.writing.h, 1.0)), x

    found = []
    for region in sheet.regions:
        spaces = sorted((space for space in sheet.spaces if space.region == region.id), key=place)
        if spaces:
            found.append((region, tuple(space.id for space in spaces)))
    return tuple(found)
