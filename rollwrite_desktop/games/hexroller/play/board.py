"""The board of HexRoller as sets of hexes: where a chain can be written, which hexes are connected. Pure search.

Hexes are numbered in the sheet's order; a set of hexes is an int with a bit for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from rollwrite_desktop.games.hexroller.play.model import BLANK, NUMBERS
from rollwrite_desktop.sheet.sheet import Sheet


@lru_cache(maxsize=1 << 14)
def members(mask: int) -> tuple[int, ...]:
    """Returns the hexes of a set, in order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def mask_of(hexes: Iterable[int]) -> int:
    """Returns the set of some hexes."""
    mask = 0
    for i in hexes:
        mask |= 1 << i
    return mask


class Board:
    """One sheet's hexes, their neighbors, areas and printed numbers."""

    def __init__(self, sheet: Sheet) -> None:
        self.spaces = tuple(space.id for space in sheet.spaces)
        self.index = {space: i for i, space in enumerate(self.spaces)}
        self.beside = tuple(mask_of(self.index[other] for other in sheet.neighbors[space]) for space in self.spaces)
        self.printed = tuple(int(space.printed) if space.printed else BLANK for space in sheet.spaces)
        self.pairs = {n: tuple(i for i, held in enumerate(self.printed) if held == n) for n in NUMBERS}
        self.areas = {
            region.letter: tuple(self.index[space.id] for space in sheet.spaces if space.region == region.id)
            for region in sheet.regions
        }
        self.group = lru_cache(maxsize=1024)(self._group)
        self.letter = tuple(sheet.region[space.region].letter for space in sheet.spaces)

    @staticmethod
    def blanks(marks: tuple[int, ...]) -> int:
        """Returns the set of blank hexes."""
        return Board.holding(marks, BLANK)

    @staticmethod
    @lru_cache(maxsize=1024)
    def holding(marks: tuple[int, ...], number: int) -> int:
        """Returns the set of hexes that hold a number."""
        return mask_of([i for i, held in enumerate(marks) if held == number])

    def around(self, hexes: int) -> int:
        """Returns the hexes beside a set, and those of the set that touch another of it."""
        mask = 0
        for i in members(hexes):
            mask |= self.beside[i]
        return mask

    def _group(self, start: int, within: int) -> int:
        """Returns the connected set of hexes of `within` that holds the hexes of `start`."""
        found = ahead = start & within
        while ahead:
            low = ahead & -ahead
            near = self.beside[low.bit_length() - 1] & within & ~found
            found |= near
            ahead ^= low | near
        return found

    def can_walk(self, free: int, last: int, left: int) -> bool:
        """Returns whether a path can go on for `left` hexes over free ones, the first of them beside `last`."""
        if left == 0:
            return True
        ways = self.beside[last] & free
        if left == 1 or not ways:
            return bool(ways)
        if self.group(ways, free).bit_count() < left:
            return False
        return any(self.can_walk(free & ~(1 << i), i, left - 1) for i in members(ways))

    def steps(self, free: int, last: int, left: int) -> int:
        """Returns the free hexes beside `last` from which a path of `left` hexes, that one included, can be finished."""
        return mask_of([i for i in members(self.beside[last] & free) if self.can_walk(free & ~(1 << i), i, left - 1)])

    def starts(self, marks: tuple[int, ...], number: int, length: int) -> int:
        """Returns the hexes where a chain of `length` can begin and be written in full (HR-5, HR-7)."""
        free = self.blanks(marks)
        ways = self.around(self.holding(marks, number)) & free
        return mask_of([i for i in members(ways) if self.can_walk(free & ~(1 << i), i, length - 1)])

    def fits(self, marks: tuple[int, ...], number: int, length: int) -> bool:
        """Returns whether a number can be written in full anywhere."""
        return self.fits_in(self.blanks(marks), self.holding(marks, number), length)

    def fits_in(self, free: int, held: int, length: int) -> bool:
        """Returns the same of free hexes and those that hold the number."""
        ways = self.around(held) & free
        return any(self.can_walk(free & ~(1 << i), i, length - 1) for i in members(ways))

    def paths(self, free: int, ways: int, length: int) -> Iterator[tuple[int, ...]]:
        """Every path of `length` free hexes that begins in `ways`."""
        for i in members(ways & free):
            if length == 1:
                yield (i,)
                continue
            for rest in self.paths(free & ~(1 << i), self.beside[i], length - 1):
                yield (i, *rest)
