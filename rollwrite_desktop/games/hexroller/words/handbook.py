"""The rules of HexRoller to read and to look up, in our own words, with examples that are played on the sheet at hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.gamekit.play.house_ratings import describe_scale
from rollwrite_desktop.gamekit.words.handbook import Brief, Chapter, Entry, Example, Handbook
from rollwrite_desktop.games.hexroller.play.board import mask_of, members
from rollwrite_desktop.games.hexroller.play.descriptions import RATED, RATINGS
from rollwrite_desktop.games.hexroller.play.model import NUMBERS, Done, Write
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.games.hexroller.play.scoring import MIDDLE, straight

_WRITER = "p1"
_UPPER, _LOWER = (3, 5, 8, 4), (4, 6, 4, 7)
"""What is written in the rows of the example, a column a round."""
_DASHES = {"upper": "358", "lower": "46-"}
"""Rows with a dash."""


def scale(rules: HexRoller) -> str:
    """HR-R7: where the ratings begin, on the sheets that they are for."""
    return describe_scale(rules.info.id, RATINGS) if rules.sheet.id in RATED else ""


class Examples:
    """Examples on one layout. Hexes are found by searching, so that they are right wherever the numbers are printed."""

    def __init__(self, rules: HexRoller) -> None:
        self.rules = rules
        self.board = rules.board
        self.free = self.board.blanks(self.board.printed)

    def _roll(self, **counts: int) -> str:
        """A roll with so many dice of some numbers (`n3=2`); the other dice are shared among the rest, low ones first."""
        shown = {n: counts.get(f"n{n}", 0) for n in NUMBERS}
        others = [n for n in NUMBERS if not shown[n]]
        for i in range(self.rules.ask.count - sum(shown.values())):
            shown[others[i % len(others)]] += 1
        return "> " + " ".join(str(n) for n in NUMBERS for _ in range(shown[n]))

    def _ids(self, hexes: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.board.spaces[i] for i in hexes)

    def _paths(self, number: int, length: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """A printed hex and a path of free ones from it, within its area."""
        for start in self.board.pairs[number]:
            area = mask_of(self.board.areas[self.board.letter[start]]) & self.free
            for path in self.board.paths(area, self.board.beside[start] & area, length):
                yield start, path

    @cached_property
    def _chain(self) -> tuple[int, tuple[str, ...]] | None:
        """A number, and the ids of a printed hex of it and of three hexes to go on from there."""
        found = ((n, self._ids((start, *path))) for n in reversed(NUMBERS) for start, path in self._paths(n, 3))
        return next(found, None)

    def _around(self, spaces: tuple[str, ...]) -> tuple[str, ...]:
        """Returns the spaces, and those beside all of them that are needed to see where they are."""
        middle = mask_of(self.rules.index[space] for space in spaces)
        return self._ids(members(self.board.around(middle) | middle))

    def chain(self) -> Example | None:
        if self._chain is None:
            return None
        n, (start, first, second, _) = self._chain
        return Example(
            tr("Two dice show {n}: from the printed {n} to {first}, then {second}.", n=n, first=first, second=second),
            self._around((start, first, second)), (self._roll(**{f"n{n}": 2}), f"{first}={n}", f"{second}={n}"),
        )

    def apart(self) -> Example | None:
        """A first hex that touches no such number."""
        if self._chain is None:
            return None
        n, (start, *_) = self._chain
        beside = self.board.around(self.board.holding(self.board.printed, n))
        area = mask_of(self.board.areas[self.board.letter[self.rules.index[start]]])
        far = next(iter(self._ids(members(area & self.free & ~beside))), None)
        if far is None:
            return None
        return Example(tr("{hex} touches no {n}, so a chain of {n}s can’t begin there.", hex=far, n=n),
                       self._around((start,)) + self._around((far,)), (self._roll(**{f"n{n}": 2}), f"{far}={n}"))

    def extra(self) -> Example | None:
        if self._chain is None:
            return None
        n, (start, first, second, third) = self._chain
        return Example(
            tr("Two {n}s, and one more with +1.", n=n), self._around((start, first, second, third)),
            (self._roll(**{f"n{n}": 2}), f"{first}={n}", f"{second}={n}", f"+ {third}={n}"),
        )

    def area(self) -> Example | None:
        """An outer area filled with one number in one round."""
        for letter, hexes in self.board.areas.items():
            blank = mask_of(hexes) & self.free
            for n in reversed(NUMBERS):
                length = blank.bit_count()
                starts = mask_of(i for i in self.board.pairs[n] if i in hexes)
                path = next(self.board.paths(blank, self.board.around(starts) & blank, length), None) if starts else None
                if letter == MIDDLE or path is None or length > self.rules.ask.count:
                    continue
                marks = tuple(n if i in path else held for i, held in enumerate(self.board.printed))
                score = self.rules.scoring.area(marks, letter)
                return Example(
                    tr("Area {letter} is full. Most common: {n}. Hexes with it: {count}. Points: {points}.", letter=letter,
                       n=score.number, count=score.count, points=score.points),
                    self._ids(hexes), (self._roll(**{f"n{n}": length}), *(f"{space}={n}" for space in self._ids(path))),
                )
        return None

    def connection(self) -> Example | None:
        """Returns the printed pair that is joined with the fewest hexes."""
        for length in range(1, self.rules.ask.count):
            for n in NUMBERS:
                first, last = self.board.pairs[n]
                for path in self.board.paths(self.free, self.board.beside[first] & self.free, length):
                    if self.board.beside[path[-1]] >> last & 1:
                        spaces = self._ids(path)
                        return Example(
                            tr("The two printed {number}s are connected. Points: {number}.", number=n),
                            (*self._ids((first, last)), *spaces),
                            (self._roll(**{f"n{n}": length}), *(f"{space}={n}" for space in spaces)),
                        )
        return None

    def dashes(self) -> Example | None:
        """Rows after a round in which only one number could be written; none on a sheet of fewer rounds."""
        if self.rules.rounds < len(_DASHES["upper"]):
            return None
        return Example(tr("In the third round, only one number could be written."),
                       ("upper/1", "upper/3", "lower/1", "lower/3"), more={"boxes": _DASHES})

    def rows(self) -> Example | None:
        """Some rounds played for what they bring to the rows; none on a sheet of fewer."""
        rules, strokes = self.rules, list[str]()
        if rules.rounds < len(_UPPER):
            return None
        state = rules.start((_WRITER,))

        def play(by: str, text: str) -> None:
            nonlocal state
            strokes.append(f"> {text}" if by != _WRITER else text)
            state = rules.apply(state, Event(by, rules.read(text)))

        for upper, lower in zip(_UPPER, _LOWER, strict=True):
            (demand,) = rules.demands(state)
            play(demand.by, self._roll(**{f"n{upper}": 1, f"n{lower}": 1})[2:])
            for n in (upper, lower):
                move = next((
                    move for move in rules.moves(state, _WRITER)
                    if isinstance(move, Write) and move.number == n and not move.third
                ), None)
                if move is None:
                    return None
                play(_WRITER, rules.write(move))
            play(_WRITER, f"box {upper} {lower}")
            if rules.demands(state)[0].by == _WRITER:
                play(_WRITER, rules.write(Done()))
        written = "".join(map(str, _UPPER))
        return Example(
            tr("Upper row: {reached} points, as the next number is missing. Lower row: nothing, without a 3.",
               reached=straight(written)),
            ("upper/1", f"upper/{len(_UPPER)}", "lower/1", f"lower/{len(_UPPER)}"), tuple(strokes),
        )


def handbook_for(rules: HexRoller) -> Handbook:
    """Returns the handbook on one layout."""
    draw = Examples(rules)
    bonus, middle = rules.scoring.bonus, rules.sheet.values["middle"]
    return (
        Chapter(tr("The aim"), (
            Entry(
                ("HR-18",), tr("Score the most points"),
                tr("Full areas score. So do connected pairs, rows of boxes that count up from 3, and bonuses you never "
                   "used. The highest total wins."),
                ruling=tr("Players with equal totals share the win."),
                brief=(Brief(tr("Aim"), tr(
                    "Fill areas, connect printed pairs, and count up from 3 in both rows. The highest total wins.")),),
            ),
            Entry(
                ("HR-1", "HR-2", "HR-3", "HR-R5"), tr("What you need"),
                tr("The sheet has {size} hexes: {outer} outer areas around a middle area. Each number from 3 to 8 is "
                   "printed in two hexes. You roll {dice} dice that show 3 to 8, in each of {last} rounds.\n"
                   "Ordinary dice work too: add 2 to each. The colors of the dice don’t matter.",
                   size=len(rules.spaces), outer=len(rules.board.areas) - 1, last=rules.rounds, dice=rules.ask.count),
            ),
        )),
        Chapter(tr("A round"), (
            Entry(
                ("HR-4",), tr("One roll for all"),
                tr("Someone rolls all the dice. Everyone uses that roll, at the same time. You may choose the same "
                   "numbers as other players."),
                brief=(Brief(tr("A round"), tr(
                    "Roll all {dice} dice (they show 3 to 8, so add 2 on ordinary dice) and sort them. Everyone chooses two "
                    "different numbers and writes each as often as dice show it.", dice=rules.ask.count)),),
            ),
            Entry(
                ("HR-5",), tr("Write a chain"),
                tr("Choose a number from the roll. Write it in as many hexes as there are dice with that number.\n"
                   "The first hex must touch a hex that already holds the number. That one may be printed or written, "
                   "anywhere on the sheet. Each next hex must touch the hex you wrote just before it."),
                (draw.chain, draw.apart),
                brief=(Brief(tr("Chains"), tr(
                    "The first hex must touch a hex with this number. Each further one must touch the hex just written. "
                    "Write all dice of a number, or choose another number."), (draw.chain,)),),
            ),
            Entry(
                ("HR-7",), tr("All dice or none"),
                tr("Write all dice of the number you choose: four 3s fill four hexes."),
                ruling=tr("If there is no room for all of them, you can’t choose that number."),
            ),
            Entry(
                ("HR-6",), tr("Then a second number"),
                tr("Choose a different number from the same roll. Write its chain in the same way."),
            ),
            Entry(
                ("HR-8",), tr("Fill two boxes"),
                tr("Write your two numbers in the next empty boxes: one in the upper row, the other in the lower. You "
                   "choose which goes where."),
                brief=(Brief(tr("Rows"), tr(
                    "Write your two numbers in the next empty boxes, one in the upper row and one in the lower. If you "
                    "couldn’t write two numbers, put a dash in what is left."), (draw.dashes,)),),
            ),
            Entry(
                ("HR-R1",), tr("If you can’t write two"),
                tr("Write two numbers in each round, if there is room."),
                (draw.dashes,),
                tr("If only one number can be written, write it and put a dash in the other box. If no number can be "
                   "written, put a dash in both.\n"
                   "Your first number may leave no room for a second one. The program warns you, but you may write it "
                   "anyway."),
            ),
        )),
        Chapter(tr("Bonuses"), (
            Entry(
                ("HR-9",), tr("Three bonuses"),
                tr("You have three bonuses. Use each one once, and no more than one in a round. Cross it off when you use "
                   "it."),
                brief=(Brief(tr("Bonuses"), tr(
                    "Each once, at most one a round: cross it off. +1: a chain of this round gets one hex more at its end. "
                    "2: a 2 in any blank hex. 3rd: also write a third number; it goes in no box.")),),
            ),
            Entry(
                ("HR-10", "HR-R2"), tr("+1"),
                tr("Write a number you chose this round in one extra hex, even if you could write only one."),
                (draw.extra,),
                tr("The extra hex must touch the last hex of that number’s chain. You can do this until your round ends. "
                   "It can’t save a number that you can’t write in full."),
                tr("The extra hex may touch any hex with that number."),
            ),
            Entry(
                ("HR-11", "HR-R3"), tr("2"),
                tr("Write a 2 in any empty hex, even if it touches nothing."),
                ruling=tr("You can do this at any time in a round. The 2 goes in no box and joins no pair, but it helps "
                          "to fill its area."),
            ),
            Entry(
                ("HR-12", "HR-R4"), tr("Third number"),
                tr("Write a third number from the roll, with all its dice."),
                ruling=tr("It must differ from your other two. You choose which two of the three go in the boxes; "
                          "the third goes in none."),
            ),
        )),
        Chapter(tr("Points"), (
            Entry(
                ("HR-13",), tr("Unused bonuses"),
                tr("Each bonus you never used scores {value}.", value=bonus),
            ),
            Entry(
                ("HR-14",), tr("Outer areas"),
                tr("An area scores only if all its hexes are filled. It scores its most common number, and printed "
                   "numbers count too. If two numbers are equally common, take the higher one."),
                (draw.area,),
                brief=(Brief(tr("Areas"), tr(
                    "A full area scores its most common number; ties go to the higher number. The middle area scores it "
                    "times {n}.", n=middle), (draw.area,)),),
            ),
            Entry(
                ("HR-15",), tr("The middle area"),
                tr("The middle area scores in the same way, times {n}.", n=middle),
            ),
            Entry(
                ("HR-16",), tr("Connections"),
                tr("If hexes with the same number connect its two printed ones, score that number once. A longer way "
                   "brings no more."),
                (draw.connection,),
                brief=(Brief(text=tr("If hexes with the same number connect the two printed ones, score that number once."),
                             examples=(draw.connection,)),),
            ),
            Entry(
                ("HR-17",), tr("Rows"),
                tr("Look in one row for 3, then 4, then 5, and so on. They can be in any order. The row scores the "
                   "last number of this unbroken sequence, and nothing if it has no 3."),
                (draw.rows,),
                brief=(Brief(tr("More points"), tr(
                    "Look for 3, 4, 5 and so on in each row, in any order: it scores the last one before a number is "
                    "missing. Each unused bonus scores {n}.", n=bonus), (draw.rows,)),),
            ),
            Entry(
                ("HR-R7",), tr("Alone"),
                tr("Try to beat your own best."),
                ruling=scale(rules),
            ),
            Entry(
                ("HR-R6",), tr("Other layouts"),
                tr("The printed numbers can be in other hexes. Each number from 3 to 8 must be printed twice, and "
                   "equal ones must not touch."),
            ),
        )),
    )
