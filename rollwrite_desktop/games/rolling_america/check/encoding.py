"""Which way of play explains a filled map of Rolling America with the fewest mistakes, when the dice are known: the question
in clauses, and the way read from the answer. Knows no paper, no findings and no sentence.

What a way of play is. Every die that was rolled is resolved once, the two of a turn in either order: it writes a number, or
an X, into any one blank state, or does nothing; a number may be followed at once by one dupe, into any other. The marks are
those of the map; no state is written twice. A blank state gets its X at the end (RA-18). That is all that paper enforces,
and all that `Rules.apply` takes. What it costs is RA-R6 as `Rules.mistakes` counts it:

- A die's stroke costs 1, however many rules it breaks, if the number is not the die's (RA-7), the state is of another color
  and no change is made (RA-7, RA-10), an X is made though some state of the die's scope took the number (RA-9), nothing is
  done though a state of the scope is blank (RA-11), or the change is one more than there are boxes (RA-13).
- A dupe costs 1 more if its number is not the one just written, or one that no die shows, if its state is of another color
  than the die and no change is made with it or with the number before it, or if it is one more than there are boxes (RA-15).
- Each change or dupe box too many or too few costs 1, measured by the first of each that the way of play makes, as many as
  there are boxes. Boxes that the evidence does not give are right by themselves.
- A change is made only where a mark leaves the die's color: in any other place it changes nothing but the count (RA-R9).
- Pairs of neighbors (RA-8) and circles are the same in every way of play. They are counted on the map, not here.

What "at that moment" means: a state took a number n if it was blank and no unguarded number more than one away from n stood
next to it. Marks only ever make an X or a pass legal, never illegal; so clauses ask only that they were there in time.

Marks that no dice can account for (more numbers than dice and dupes, say) are as few as can be, at 1 each. Of a die or face
that is not known nothing is asked but that it makes one mark or none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from rollwrite_desktop.games.rolling_america.check.counting import Shortage, shortages
from rollwrite_desktop.games.rolling_america.play.model import WILD, Cross, Dupe, Pass, Stroke, Write
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.solver.maxsat import MaxSat, SearchStep, Unsatisfiable


class Thrown(Struct, frozen=True):
    """A die as it was rolled: its turn from 0, its name, its face. Name "" or face 0: not known."""

    turn: int
    name: str
    face: int


class Case(Struct, frozen=True):
    """What is to be explained. numbers: what stands in each space, None where no number does. guarded, crossed: the spaces
    (by index) with a circled number, with an X. dice: in the order of the turns, two at most in each. boxes: how many of
    `change` and `dupe` are crossed off, no more than there are, where that is given. halted: dice of the last turn may still
    be unresolved. filled_up: an X may be from the end of the game. later: how many dice came after those known; None if all
    are known."""

    numbers: tuple[int | None, ...]
    guarded: frozenset[int]
    crossed: frozenset[int]
    dice: tuple[Thrown, ...]
    boxes: Mapping[str, int]
    halted: bool = False
    filled_up: bool = False
    later: int | None = None


class Resolved(Struct, frozen=True):
    """A stroke of a way of play, the die it belongs to (by index), its variable, and whether it is a mistake."""

    die: int
    stroke: Stroke
    literal: int
    slip: bool


class Play(Struct, frozen=True):
    """A way of play: its strokes in order, the marks that no die made, and whether states were filled up at the end.
    mistakes: what makes its mistakes these and no others, as literals of the question."""

    strokes: tuple[Resolved, ...]
    strays: tuple[int, ...]
    filled_up: bool
    mistakes: tuple[int, ...]


class Encoding:
    """One case as clauses. Dice and spaces are named by index. Asked for may be only ways that do not have all the mistakes
    of one (`unlike`), with at most so many (`within`), none of which is a die passed over (`in_marks`)."""

    def __init__(
        self, rules: RollingAmerica, case: Case, *,
        unlike: Play | None = None, within: int | None = None, in_marks: bool = False,
    ) -> None:
        self.rules = rules
        self.case = case
        self.maxsat = MaxSat(steady=True)
        self.faults: list[int] = []
        self.spaces = range(len(rules.spaces))
        self.dice = range(len(case.dice))
        self._written = tuple(s for s in self.spaces if case.numbers[s] is not None)
        self._crossed = tuple(sorted(case.crossed))
        var = self.maxsat.var
        # What a die does: a number, an X, a dupe (by die and space), nothing, or it still lies there.
        self.write = {(i, s): var() for i in self.dice for s in self._written}
        self.dupe = {(i, s): var() for i in self.dice for s in self._written}
        self.cross = {(i, s): var() for i in self.dice for s in self._crossed}
        self.passed = {i: var() for i in self.dice}
        self.unresolved = {i: var() for i in self.dice if case.halted and case.dice[i].turn == case.dice[-1].turn}
        self.wrote = {i: var() for i in self.dice}
        self.slip = {i: var() for i in self.dice}
        self.dupe_slip = {i: var() for i in self.dice}
        self.misread = {i: var() for i in self.dice}  # its number is not its face
        self.changes = {i: var() for i in self.dice if not self._free(i)}
        self.dupes = {i: var() for i in self.dice}
        self.extra_change = {i: var() for i in self.changes}
        self.extra_dupe = {i: var() for i in self.dice}
        # What no die does: an X at the end, a mark of later dice, a mark of nobody's.
        self.otherwise = {s: var() for s in self._crossed if case.filled_up}
        if case.later is not None:
            self.otherwise |= {s: var() for s in (*self._written, *self._crossed) if s not in self.otherwise}
        self.stray: dict[int, int] = {}
        self.partner = {
            i: j for i in self.dice for j in (i - 1, i + 1)
            if 0 <= j < len(case.dice) and case.dice[i].turn == case.dice[j].turn
        }
        self.order = {case.dice[i].turn: var() for i in self.partner}  # the first named comes first
        self.never = var()
        self.maxsat.add(-self.never)
        self.before: Callable[[int, int], int] = cache(self._before)
        self._filled_by: Callable[[int, int], int] = cache(self._filled_by_turn)
        self._each_space()
        for i in self.dice:
            self._each_die(i)
            self._each_dupe(i)
        self._each_box("change", self.changes, self.extra_change)
        self._each_box("dupe", self.dupes, self.extra_dupe)
        self._counts()
        self._short()
        self.faults += (*self.slip.values(), *self.dupe_slip.values())
        if unlike is not None:
            self.maxsat.add(*(-lit for lit in unlike.mistakes))
        if within is not None:
            self.maxsat.at_most(self.faults, within)
        if in_marks:
            for i in self.dice:
                self.maxsat.add(-self.passed[i], -self.slip[i])

    def fewest(self) -> Iterator[SearchStep]:
        """Yields the search for the fewest mistakes; see `MaxSat`. Some assignment always exists."""
        for fault in self.faults:
            self.maxsat.penalize(fault)
        yield from self.maxsat.minimize()

    def any_way(self) -> Iterator[Play | Literal[False] | None]:
        """One way, whatever it costs: None as long as none is known, False if there is none."""
        try:
            for step in self.maxsat.minimize():
                if step.most is not None:
                    yield self.way(step.model)
                    return
                yield None
        except Unsatisfiable:
            yield False

    # ------------------------------------------------------------------ which die

    def _free(self, i: int) -> bool:
        """Returns whether a die's marks may go anywhere without a change."""
        return self.case.dice[i].name in ("", WILD)

    def _home(self, i: int, s: int) -> bool:
        return self._free(i) or self.rules.region[s] == self.case.dice[i].name

    def _suits(self, i: int, s: int) -> bool:
        """Returns whether the die may show the number; no die shows 0, or more than 6."""
        number = self.case.numbers[s] or 0
        return 1 <= number <= 6 and self.case.dice[i].face in (0, number)

    def _fills(self, i: int, s: int) -> tuple[int, ...]:
        """Returns the ways in which a die fills a space."""
        if s in self.case.crossed:
            return (self.cross[i, s],)
        return () if self.case.numbers[s] is None else (self.write[i, s], self.dupe[i, s])

    # ------------------------------------------------------------------ clauses

    def _each_space(self) -> None:
        """Exactly-one constraint: each mark has one source (a die, a dupe, the end of the game, or a fault)."""
        marked = (*self._written, *self._crossed)
        strays = self._fewest_strays()
        if strays:
            self.stray = {s: self.maxsat.var() for s in marked}
            self.maxsat.at_most(self.stray.values(), strays)
            self.faults += self.stray.values()
        for s in marked:
            others = [held[s] for held in (self.otherwise, self.stray) if s in held]
            self.maxsat.exactly_one([*(lit for i in self.dice for lit in self._fills(i, s)), *others])
        if len(marked) < len(self.spaces):
            # A map with blanks was filled up at the end of the game, when nothing was left to be resolved, or not at all.
            for end in self.otherwise.values():
                for lying in self.unresolved.values():
                    self.maxsat.add(-end, -lying)
        if self.case.later is not None:
            most = self.case.later + self.rules.power_boxes
            self.maxsat.at_most((self.otherwise[s] for s in self._written), most)

    def _fewest_strays(self) -> int:
        """How many marks there are at least for which there is no die."""
        dice = len(self.case.dice)
        numbers = len(self._written) - (0 if self.case.later is None else self.case.later + self.rules.power_boxes)
        xs = 0 if self.case.filled_up or self.case.later is not None else len(self._crossed)
        # Every X left unexplained sets a die free, which explains two numbers.
        return min(
            left + max(0, numbers - 2 * (dice - (xs - left))) for left in range(max(0, xs - dice), xs + 1)
        )

    def _each_die(self, i: int) -> None:
        add = self.maxsat.add
        die, slip = self.case.dice[i], self.slip[i]
        writes = [self.write[i, s] for s in self._written]
        crosses = [self.cross[i, s] for s in self._crossed]
        idle = [self.unresolved[i]] if i in self.unresolved else []
        self.maxsat.exactly_one([*writes, *crosses, self.passed[i], *idle])
        add(-self.wrote[i], *writes)
        for s in self._written:
            if not self._suits(i, s):
                add(-self.write[i, s], slip)
                add(-self.write[i, s], self.misread[i])
            elif not self._home(i, s):
                add(-self.write[i, s], self.changes[i], slip)
        known = die.name != "" and die.face != 0
        if known and self._crossed:
            barred = self._barred(i, die.name)
            wide = barred if self._free(i) else self._barred(i, WILD)
            for s in self._crossed:
                add(-self.cross[i, s], barred if self._home(i, s) else wide, slip)
                if not self._home(i, s):
                    add(-self.cross[i, s], self.changes[i], slip)
        if die.name:
            for s in self.rules.members[die.name]:
                add(-self.passed[i], slip, self.before(i, s))
        if i in self.changes:
            away = [s for s in self._written if not self._home(i, s)]
            marks = [*(self.write[i, s] for s in away), *(self.dupe[i, s] for s in away)]
            add(-self.changes[i], *marks, *(self.cross[i, s] for s in self._crossed if not self._home(i, s)))
            # A change for which no box is left is worth its mistake only for the dupe that it lets out.
            add(-self.extra_change[i], *(self.write[i, s] for s in away))
            add(-self.extra_change[i], slip)

    def _barred(self, i: int, scope: str) -> int:
        """Returns whether no state of a scope took the die's number."""
        barred = self.maxsat.var()
        face = self.case.dice[i].face
        for s in self.rules.members[scope]:
            walls = (
                v for v in self.rules.neighbors[s]
                if v not in self.case.guarded and (n := self.case.numbers[v]) is not None and abs(n - face) > 1
            )
            self.maxsat.add(-barred, self.before(i, s), *(self.before(i, v) for v in walls))
        return barred

    def _each_dupe(self, i: int) -> None:
        add = self.maxsat.add
        dupes = [self.dupe[i, s] for s in self._written]
        self.maxsat.at_most(dupes, 1)
        add(-self.dupes[i], *dupes)
        for s in self._written:
            lit = self.dupe[i, s]
            add(-lit, self.wrote[i])
            add(-lit, self.dupes[i], self.extra_dupe[i])
            if self.case.dice[i].face and self._suits(i, s):
                add(-lit, -self.misread[i], self.dupe_slip[i])
            else:
                same = (self.write[i, other] for other in self._written if self.case.numbers[other] == self.case.numbers[s])
                add(-lit, self.dupe_slip[i], *same)
            if not self._home(i, s):
                add(-lit, self.changes[i], self.extra_change[i], self.dupe_slip[i])
            if not 1 <= (self.case.numbers[s] or 0) <= 6:
                add(-lit, self.dupe_slip[i])
        add(-self.extra_dupe[i], self.dupe_slip[i])

    def _each_box(self, power: str, uses: Mapping[int, int], extra: Mapping[int, int]) -> None:
        """As many boxes as the map has; a use beyond comes after those. A box too many or too few is a fault."""
        add = self.maxsat.add
        given = self.case.boxes.get(power)
        sure = self.rules.power_boxes if given is None else given
        beyond = [self.maxsat.var() for _ in range(self.rules.power_boxes - sure)]
        self.maxsat.at_most([*uses.values(), *(-more for more in beyond)], self.rules.power_boxes)
        self.faults += beyond
        for less, more in pairwise(beyond):
            add(-more, less)
        # used[n]: at least so many by this die, in the order of the dice.
        used = [self.never] * self.rules.power_boxes
        all_by = {-1: self.never}
        for i in self.dice:
            if i in uses:
                now = [self.maxsat.var() for _ in used]
                for n, lit in enumerate(now):
                    add(-lit, used[n], uses[i])
                    if n:
                        add(-lit, used[n], used[n - 1])
                used = now
            all_by[i] = used[-1]
        if given is not None and self.case.later is None:
            self.faults += (-lit for lit in used[:sure])
        for i, lit in extra.items():
            add(-lit, -uses[i])
            other = self.partner.get(i)
            add(-lit, all_by[i if other is None else max(i, other)])
            if other is not None:
                add(-lit, all_by[min(i, other) - 1], self._comes_first(other))

    # ------------------------------------------------------------------ what stood there at that moment

    def _comes_first(self, i: int) -> int:
        order = self.order[self.case.dice[i].turn]
        return order if i < self.partner[i] else -order

    def _before(self, i: int, s: int) -> int:
        """Returns the literal that a space was filled before a die was resolved."""
        until = self._filled_by(self.case.dice[i].turn - 1, s)
        other = self.partner.get(i)
        now = () if other is None else self._fills(other, s)
        if other is None or not now:
            return until
        lit = self.maxsat.var()
        self.maxsat.add(-lit, until, *now)
        self.maxsat.add(-lit, until, self._comes_first(other))
        return lit

    def _filled_by_turn(self, turn: int, s: int) -> int:
        """Returns the literal that a space was filled by the end of a turn."""
        if turn < 0 or not (s in self.case.crossed or self.case.numbers[s] is not None):
            return self.never
        lit = self.maxsat.var()
        now = (lit for i in self.dice if self.case.dice[i].turn == turn for lit in self._fills(i, s))
        self.maxsat.add(-lit, self._filled_by(turn - 1, s), *now)
        return lit

    # ------------------------------------------------------------------ counting, said again

    def _counts(self) -> None:
        """Adds what follows from the rest, but is hard to see for a search by cases: as many numbers as dice, by their
        faces, and by faces and colors."""
        if self.case.later is not None or any(die.name == "" or die.face == 0 for die in self.case.dice):
            return
        for face in sorted({die.face for die in self.case.dice}):
            dice = [i for i in self.dice if self.case.dice[i].face == face]
            spaces = [s for s in self._written if self.case.numbers[s] == face]
            self._match(dice, spaces)
            for color in dict.fromkeys(self.rules.region):
                self._match(
                    [i for i in dice if self.case.dice[i].name == color],
                    [s for s in spaces if self.rules.region[s] == color],
                )

    def _match(self, dice: list[int], spaces: list[int]) -> None:
        """Dice and the spaces that they might write: what is more on one side is done otherwise."""
        if len(spaces) > len(dice):
            self._left([[self.write[i, s] for i in dice] for s in spaces], len(spaces) - len(dice))
        if len(dice) > len(spaces):
            self._left([[self.write[i, s] for s in spaces] for i in dice], len(dice) - len(spaces))

    def _left(self, ways: list[list[int]], least: int) -> None:
        """So many of some places have none of their ways."""
        left = []
        for some in ways:
            left.append(self.maxsat.var())
            self.maxsat.add(left[-1], *some)
            for lit in some:
                self.maxsat.add(-left[-1], -lit)
        self.maxsat.at_least(left, least)

    def _short(self) -> None:
        """Redundant clauses: a shortage of a number is covered by dupes, color changes or faults."""
        numbers = {s: self.case.numbers[s] or 0 for s in self._written}
        dice = [(die.face, die.name) for die in self.case.dice]
        short = shortages(((number, self.rules.region[s]) for s, number in numbers.items()), dice)
        for number, need in short.items():
            here = [i for i in self.dice if self.case.dice[i].face in (0, number)]
            there = [i for i in self.dice if i not in here]
            spaces = [s for s in self._written if numbers[s] == number]
            # Of a wrong number the dupe is right.
            also = [lit for i in there for lit in (self.slip[i], self.slip[i], self.dupe_slip[i])]
            self._made_up(need, here, spaces, also)
        need = Shortage(sum(need.dupes for need in short.values()), sum(need.powers for need in short.values()))
        self._made_up(need, self.dice, self._written, ())

    def _made_up(self, need: Shortage, dice: Sequence[int], spaces: Sequence[int], also: Sequence[int]) -> None:
        """Requires what some dice fall short by for some spaces. also: mistakes of other dice."""
        count, total = self.maxsat.count, self.maxsat.total
        dupes = count((self.dupes[i] for i in dice), need.powers)
        changes = count((self.changes[i] for i in dice if i in self.changes), need.powers)
        wrong = count((
            *(lit for i in dice for lit in (self.slip[i], self.dupe_slip[i])), *also,
            *(held[s] for held in (self.otherwise, self.stray) for s in spaces if s in held),
        ), need.powers)
        for least, counts in ((need.dupes, (dupes, wrong)), (need.powers, (dupes, changes, wrong))):
            if least:
                self.maxsat.add(*total(counts, least)[least - 1 : least])

    # ------------------------------------------------------------------ the answer

    def way(self, model: frozenset[int]) -> Play:
        """Returns the way of play that a model is."""
        strokes: list[Resolved] = []
        for i in sorted(self.dice, key=lambda i: (self.case.dice[i].turn, self._rank(i, model))):
            strokes.extend(self._strokes(i, model))
        strays = tuple(s for s, lit in self.stray.items() if lit in model)
        mistakes = [fault for fault in self.faults if (fault in model if fault > 0 else -fault not in model)]
        mistakes += [resolved.literal for resolved in strokes if resolved.slip]
        return Play(tuple(strokes), strays, any(lit in model for lit in self.otherwise.values()), tuple(mistakes))

    def _rank(self, i: int, model: frozenset[int]) -> bool:
        if i not in self.partner:
            return False
        first = self._comes_first(i)
        return (first not in model) if first > 0 else (-first in model)

    def _strokes(self, i: int, model: frozenset[int]) -> Iterator[Resolved]:
        """A die's strokes: a change is made with the first mark that leaves the color. One that is not known is a wild."""
        name, slip = self.case.dice[i].name or WILD, self.slip[i] in model
        changes = self.changes.get(i) in model or self.extra_change.get(i) in model
        if self.passed[i] in model:
            yield Resolved(i, Pass(name), self.passed[i], slip)
        for s in self._crossed:
            if self.cross[i, s] in model:
                yield Resolved(i, Cross(name, self.rules.spaces[s], changes), self.cross[i, s], slip)
        for s in self._written:
            if self.write[i, s] in model:
                changed = changes and not self._home(i, s)
                changes = changes and not changed
                number = self.case.numbers[s] or 0
                stroke: Stroke = Write(name, self.rules.spaces[s], number, s in self.case.guarded, changed)
                yield Resolved(i, stroke, self.write[i, s], slip)
        for s in self._written:
            if self.dupe[i, s] in model:
                number = self.case.numbers[s] or 0
                changed = changes and not self._home(i, s)
                stroke = Dupe(self.rules.spaces[s], number, s in self.case.guarded, changed)
                yield Resolved(i, stroke, self.dupe[i, s], self.dupe_slip[i] in model)
