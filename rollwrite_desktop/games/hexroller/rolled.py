"""What the list of rolls adds to the check of a filled sheet: each number by itself, then the bonuses together.

A dash is not judged here: whether nothing fitted depends on the whole sheet at that moment, which only a journal knows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import product

from rollwrite_desktop.core.audit import Finding
from rollwrite_desktop.core.chance import Die, Outcome
from rollwrite_desktop.core.words import Arg
from rollwrite_desktop.games.hexroller.chains import Link, Splitting, TookTooLong
from rollwrite_desktop.games.hexroller.evidence import EMPTY, Evidence
from rollwrite_desktop.games.hexroller.model import DASH, NUMBERS
from rollwrite_desktop.games.hexroller.rules import HexRoller

Given = tuple[int | None, int | None]
"""The rounds (from 0) in which a number got the +1 and was the third number."""


def against_rolls(rules: HexRoller, seen: Evidence, blamed: Collection[int]) -> list[Finding]:
    """The findings that need the rolls. `blamed` numbers are known to be wrong and not judged again."""
    return [] if seen.rolls is None else list(_Rolled(rules, seen, seen.rolls, blamed).findings())


class _Rolled:
    def __init__(
        self, rules: HexRoller, seen: Evidence, rolls: tuple[tuple[int, ...], ...], blamed: Collection[int]
    ) -> None:
        self.rules = rules
        self.seen = seen
        self.rolls = rolls
        self.blamed = set(blamed)
        self.columns = tuple(zip(*seen.rows, strict=True)) if seen.rows else ()
        self.written = {
            n: rules.board.holding(seen.marks, n) & ~rules.board.holding(rules.board.printed, n) for n in NUMBERS
        }

    def findings(self) -> Iterator[Finding]:
        sound = True
        for number, roll in enumerate(self.rolls, 1):
            if not self.rules.ask.admits(Outcome(tuple(Die("", face) for face in roll))):
                sound = False
                about: dict[str, Arg] = {"dice": _said(roll), "n": self.rules.ask.count}
                yield Finding("broken", "HR-1", about, (f"roll:{number}",))
        if len(self.rolls) > self.rules.rounds:
            about = {"n": len(self.rolls), "rounds": self.rules.rounds}
            yield Finding("broken", "HR-4:many", about, (f"roll:{self.rules.rounds + 1}",))
            return
        if not self.columns or not sound:
            return
        yield from self._boxes()
        filled = sum(column != (EMPTY, EMPTY) for column in self.columns)
        if len(self.rolls) < filled:
            yield Finding("unproved", "HR-4:few", {"n": len(self.rolls), "columns": filled}, (f"roll:{len(self.rolls)}",))
        if len(self.rolls) < filled or any(EMPTY in column for column in self.columns):
            yield from self._at_least()
        else:
            yield from self._numbers()

    def _boxes(self) -> Iterator[Finding]:
        """HR-8: what stands in a box was rolled in its round."""
        for k, (column, roll) in enumerate(zip(self.columns, self.rolls, strict=False), 1):
            for row, held in zip(("upper", "lower"), column, strict=True):
                if held not in (EMPTY, DASH) and int(held) in NUMBERS and int(held) not in roll:
                    self.blamed.add(int(held))
                    about: dict[str, Arg] = {"round": k, "n": int(held), "dice": _said(roll)}
                    yield Finding("broken", "HR-8:row", about, (f"{row}/{k}",), 1)

    def _at_least(self) -> Iterator[Finding]:
        """HR-7 for the rounds that the list covers."""
        for n in NUMBERS:
            given = sum(
                roll.count(n) for column, roll in zip(self.columns, self.rolls, strict=False) if str(n) in column
            )
            if self.written[n].bit_count() < given and n not in self.blamed:
                yield self._count(n, given)

    def _count(self, n: int, given: int) -> Finding:
        hexes = self.rules.ids(self.written[n])
        return Finding("broken", "HR-7:rolls", {"n": n, "hexes": len(hexes), "given": given}, hexes, 1)

    # ------------------------------------------------------------------ a whole list

    def _numbers(self) -> Iterator[Finding]:
        """HR-5 and HR-7 for each number, with every way of giving it bonuses; then HR-9 for all together."""
        ways: dict[int, list[Given]] = {}
        whole = not self.blamed
        for n in NUMBERS:
            if n in self.blamed:
                continue
            counted = [given for given in self._given(n) if self._sum(n, given) == self.written[n].bit_count()]
            if not counted:
                whole = False
                yield self._count(n, self._sum(n, (None, None)))
                continue
            try:
                ways[n] = [given for given in counted if self._split(n, given)]
            except TookTooLong:
                whole = False
                yield Finding("unproved", "HR-5:long", {"n": n}, self.rules.ids(self.written[n]))
                continue
            if not ways[n]:
                whole = False
                lengths = tuple(str(link.length) for link in self._links(n, (None, None))) or ("—",)
                yield Finding("broken", "HR-5:paths", {"n": n, "lengths": lengths}, self.rules.ids(self.written[n]), 1)
        if whole and not self._together(ways):
            yield Finding("broken", "HR-9:rounds", {}, ("box:plus_one", "box:third"), 1)

    def _given(self, n: int) -> Iterator[Given]:
        """The ways in which bonuses can have gone to a number."""
        shown = [k for k, column in enumerate(self.columns) if str(n) in column]
        thirds = [
            k for k, (column, roll) in enumerate(zip(self.columns, self.rolls, strict=True))
            if str(n) not in column and DASH not in column and n in roll
        ]
        extras: list[int | None] = [None, *(shown if self.seen.could_be_used("plus_one") else [])]
        others: list[int | None] = [None, *(thirds if self.seen.could_be_used("third") else [])]
        yield from product(extras, others)

    def _links(self, n: int, given: Given) -> tuple[Link, ...]:
        extra, third = given
        return tuple(
            Link(roll.count(n), k == extra)
            for k, (column, roll) in enumerate(zip(self.columns, self.rolls, strict=True)) if str(n) in column or k == third
        )

    def _sum(self, n: int, given: Given) -> int:
        return sum(link.length + link.extra for link in self._links(n, given))

    def _split(self, n: int, given: Given) -> bool:
        board = self.rules.board
        touching = self.rules.options["plus_one"] == "touching"
        printed = board.holding(board.printed, n)
        return Splitting(board, printed, self.written[n], self._links(n, given), touching).possible()

    def _together(self, ways: dict[int, list[Given]]) -> bool:
        """Whether +1 and the third number can each go to one number (none if not crossed off), in different rounds; the 2
        then has a round of its own, as there are always more than two."""
        reached: set[Given] = {(None, None)}
        for given in ways.values():
            reached = {
                (extra if here[0] is None else here[0], third if here[1] is None else here[1])
                for here, (extra, third) in product(reached, given)
                if (here[0] is None or extra is None) and (here[1] is None or third is None)
            }
        return any(
            (extra is None or third is None or extra != third)
            and (extra is not None or not self.seen.used("plus_one"))
            and (third is not None or not self.seen.used("third"))
            for extra, third in reached
        )


def _said(roll: tuple[int, ...]) -> str:
    return " ".join(str(face) for face in roll)
