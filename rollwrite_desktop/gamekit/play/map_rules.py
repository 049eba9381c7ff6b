"""What the rules of map games have in common: a sheet, its spaces by place and by name, and notations such as `A=4`."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping
from typing import Any, ClassVar, Protocol, TypeVar

from rollwrite_desktop.core.rules import GameInfo, NotAMove, Rules
from rollwrite_desktop.sheet.sheet import Sheet

M = TypeVar("M")


class SheetRules(Rules[Any], Protocol):
    """Rules on a sheet, with the options of a table."""

    @property
    def sheet(self) -> Sheet: ...

    @property
    def options(self) -> Mapping[str, str]: ...


class MapRules:
    """The sheet and the options of a table. spaces: their ids in the sheet's order; index: the place of each in it."""

    info: ClassVar[GameInfo]

    def __init__(self, sheet: Sheet, options: Mapping[str, str] | None = None) -> None:
        self.sheet = sheet
        self.options = self.info.with_defaults(options or {})
        self.spaces = tuple(sheet.space)
        self.index = {space: i for i, space in enumerate(self.spaces)}

    def name(self, space: str) -> str:
        """A space by the name that people read."""
        return self.sheet.space[space].name

    def names(self, spaces: Iterable[int]) -> tuple[str, ...]:
        """Spaces, given by their places, by name."""
        return tuple(self.name(self.spaces[i]) for i in spaces)


def with_mark(marks: tuple[M, ...], space: int, mark: M) -> tuple[M, ...]:
    """Returns the marks of a sheet with another one in a space, given by its place."""
    return (*marks[:space], mark, *marks[space + 1 :])


def read_mark(text: str, spaces: Container[str], marks: Collection[str], title: str) -> tuple[str, str]:
    """Space and mark of a notation such as `A=4`. Raises NotAMove, in which `title` is the game's."""
    space, _, mark = text.partition("=")
    if space not in spaces or mark not in marks:
        raise NotAMove.but(text, title, "A=4", "4")
    return space, mark
