"""The one reader of codes of spaces: letter by letter, as somebody presses keys, and all letters of a text at once.

A table, the check, a route and lists of rolls read by it, so a code means the same wherever it is typed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import pairwise


class SpaceCodes:
    """The codes of spaces, which are their ids in capitals: two letters, a letter and a digit, or more."""

    def __init__(self, spaces: Iterable[str]) -> None:
        self.spaces = {space.upper(): space for space in spaces}

    def beginning(self, letters: str) -> list[str]:
        """Returns the spaces whose codes begin with these letters, in the order of the sheet; a code that is whole already
        too."""
        return [space for code, space in self.spaces.items() if letters and code.startswith(letters)]

    def further(self, letters: str) -> list[str]:
        """Returns the codes that are begun with these letters and longer."""
        return [code for code in self.spaces if letters and code.startswith(letters) and code != letters]

    def readings(
        self, letters: str, taken: frozenset[str] = frozenset(), once: bool = True
    ) -> Iterator[tuple[tuple[str, ...], str]]:
        """Every way of reading letters as spaces one after another, the longer first code first, each with what is left that
        only begins a code and is none itself. None of `taken` is named; `once`: no space is named twice."""
        whole = letters in self.spaces and self.spaces[letters] not in taken
        if not letters or (not whole and self.further(letters)):
            yield (), letters
        for length in range(len(letters), 0, -1):
            space = self.spaces.get(letters[:length])
            if space is not None and space not in taken:
                for spaces, rest in self.readings(letters[length:], taken | {space} if once else taken, once):
                    yield (space, *spaces), rest

    def along(
        self, letters: str, neighbors: Mapping[str, Collection[str]], before: tuple[str, ...]
    ) -> tuple[tuple[str, ...], str] | None:
        """Returns the spaces that letters name as stops of a route, and what is left that begins a code; None where they can
        be read in no way. `before`: the stops that came before, none of which is named again.

        NEWA may be NE, WA or NEW, A…: of several readings the one with the fewest steps between spaces that are no
        neighbors, then the one that leaves the fewest letters, then the one that begins with the longest code."""
        def worth(reading: tuple[tuple[str, ...], str]) -> tuple[int, int]:
            spaces, rest = reading
            return sum(there not in neighbors.get(here, ()) for here, there in pairwise((*before, *spaces))), len(rest)

        return min(self.readings(letters, frozenset(before)), key=worth, default=None)


class CodeReader:
    """Reads one code after another from single signs: a code is named by all of its signs, or by as many as no other begins
    with. What was typed is kept, without time limit, as long as a longer code begins with it."""

    def __init__(self, codes: SpaceCodes) -> None:
        self.codes = codes
        self.typed = ""

    def forget(self) -> None:
        """Puts down what was typed of a code so far."""
        self.typed = ""

    @property
    def waiting(self) -> str:
        """What was typed and names no space yet; else ""."""
        return "" if self._named(self.typed) else self.typed

    def continues(self, sign: str) -> bool:
        """Returns whether what was typed goes on with this sign."""
        return bool(self.typed and self.codes.beginning(self.typed + sign))

    def read(self, sign: str, begins: Callable[[str], bool] = lambda _: True) -> str:
        """Returns the space that what was typed names with this sign, or the sign alone; "" where none is named, or not yet.
        A sign that leads nowhere leaves what waits. `begins`: whether a sign may begin a code here."""
        for word in (self.typed + sign, sign):
            if self.codes.beginning(word) and (word != sign or begins(sign)):
                space = self._named(word)
                self.typed = word if self.codes.further(word) else ""
                return space
        if not self.waiting:
            self.typed = ""
        return ""

    def _named(self, word: str) -> str:
        begun = self.codes.beginning(word)
        return self.codes.spaces.get(word, "") or (begun[0] if len(begun) == 1 else "")
