"""Which ways of writing explain a filled sheet of HexRoller and its rolls, as clauses for a solver: each refused stroke is a
fault.

A way says of every written hex in which round it was written and as what: a step of a chain, the +1, the 2, or a digit too
many; and of every round which column of boxes it filled. Every way of play is such a way, with a fault for each of its
refused strokes, so the fewest faults are never more than the fewest mistakes: each clause below must hold of whatever the
rules let stand. Left out is what depends on the order within a round and on the hexes blank at a moment: whether a dash had
to be, whether a chain had room. That is added by `lazy_constraints` where a way offends it. Knows neither strokes nor
findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any

from msgspec import Struct

from rollwrite_desktop.games.hexroller.play.board import Board, members
from rollwrite_desktop.games.hexroller.play.model import BLANK, DASH, NUMBERS, TWO
from rollwrite_desktop.solver.maxsat import MaxSat

UNKNOWN = " "
"""What stands for a box of which nothing is known."""
_AT_ONCE = 10_000


class Asked(Struct, frozen=True):
    """A sheet to be explained. digits: by hex the digits that may have been written there, none where it is printed or
    blank, several where what stands there cannot be written. rolls: by round, number to how many dice show it. columns:
    upper and lower box from left to right. skipped: how many rounds can have filled no column; pending: how many columns
    can have been filled after the rolls that are known. crossed: the bonuses that the sheet speaks of. later: hexes may have
    been written after the rolls that are known. underway: the last round was not closed."""

    board: Board
    touching: bool
    digits: tuple[tuple[int, ...], ...]
    rolls: tuple[Mapping[int, int], ...]
    columns: tuple[tuple[str, str], ...]
    crossed: Mapping[str, bool]
    skipped: int = 0
    pending: int = 0
    later: bool = False
    underway: bool = False

    def closed(self, k: int) -> bool:
        """Returns whether a round was closed."""
        return k < len(self.rolls) - self.underway


class Encoding:
    """The clauses of one sheet. Hexes are numbered as on the board, rounds from 0."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.board = asked.board
        self.top = 0
        self.clauses: list[tuple[int, ...]] = []
        self.limits: list[tuple[tuple[int, ...], int]] = []
        self.faults: list[int] = []
        self.rounds = range(len(asked.rolls))
        self.hexes = [i for i, digits in enumerate(asked.digits) if digits]
        self.step: dict[tuple[int, int, int, int], int] = {}
        """(hex, number, round, place in the chain from 1)"""
        self.extra: dict[tuple[int, int, int], int] = {}
        self.spare: dict[tuple[int, int, int], int] = {}
        self.two: dict[tuple[int, int], int] = {}
        self.unread: dict[int, int] = {}
        self.after: dict[int, int] = {}
        """Hex: written after the rolls that are known."""
        self.fault = {i: self.new_fault() for i in self.hexes}
        self.by: dict[tuple[int, int], int] = {}
        """(hex, round): written in that round or before."""
        self.boxfault = {k: self.new_fault() for k in self.rounds if asked.closed(k) or asked.skipped}
        """Round: its boxes were refused, or its closing without them."""
        self.column: dict[tuple[int, int | None], int] = {}
        """(round, column): it filled this one, None for none."""
        self.third: dict[tuple[int, int], int] = {}
        self.place: dict[tuple[int, int, int], int] = {}
        """(number, round, place in the chain): there is one."""
        self.stranded: dict[tuple[int, int, int], int] = {}
        """(number, round, place in the chain): this step is refused for want of room alone."""
        self.jump: dict[tuple[int, int, int], int] = {}
        """(number, round, place in the chain): this step needs not touch the last one, as the chain had no room."""
        self.lost: dict[tuple[int, int], int] = {}
        self.dashed: dict[int, int] = {}
        self.spare_third: dict[int, int] = {}
        self.amiss: dict[str, int] = {}
        """Bonus: crossed off and not used, or the other way round."""
        self.again: dict[int, list[int]] = {k: [] for k in self.rounds}
        """Round: faults for strokes that are known to be refused in whatever order they come."""
        self._early: dict[tuple[int, int], list[int]] = {}
        self._refused_at: dict[tuple[int, int, int], int] = {}
        self._sound: dict[tuple[int, int], int] = {}
        self._plain: dict[tuple[int, int], int] = {}
        self._faulty: dict[tuple[int, int], int] = {}
        self._right: dict[tuple[int, int, int], int] = {}
        self._spares: dict[int, list[int]] = {}
        self.held: dict[int, list[int]] = {
            n: [i for i in self.hexes if n in asked.digits[i]] for n in (TWO, *NUMBERS)
        }

    def built(self) -> Iterator[None]:
        """Makes the clauses, so many at a time."""
        made = 0
        numbers = [partial(self._chains, n) for n in NUMBERS]
        rounds = [partial(self._round, k) for k in self.rounds]
        parts: list[Callable[[], None]] = [self._hexes, self._columns, *numbers, *rounds, self._bonuses, self._groups]
        for part in parts:
            part()
            if len(self.clauses) - made > _AT_ONCE:
                made = len(self.clauses)
                yield

    def maxsat(self) -> MaxSat:
        """Returns the question as it stands."""
        maxsat = MaxSat()
        self._give(maxsat)
        return maxsat

    def lengthen(self, maxsat: MaxSat, more: Callable[[], None]) -> None:
        """Adds to a question that was decided what `more` adds here."""
        self.top = maxsat.top
        known = len(self.clauses), len(self.limits), len(self.faults)
        more()
        assert len(self.clauses) > known[0], "the same way would be found for ever"
        self._give(maxsat, *known)
        maxsat.reopen()

    def _give(self, maxsat: MaxSat, clauses: int = 0, limits: int = 0, faults: int = 0) -> None:
        """Tells the solver all but so many clauses, limits and faults."""
        while maxsat.top < self.top:
            maxsat.var()
        for clause in self.clauses[clauses:]:
            maxsat.add(*clause)
        for literals, most in self.limits[limits:]:
            maxsat.at_most(literals, most)
        for fault in self.faults[faults:]:
            maxsat.penalize(fault)

    def misread(self, stands: Mapping[int, int]) -> dict[int, int]:
        """Allows each hex in `stands` (hex to what is written there) to be reinterpreted or ignored at half the cost of a
        refused move, as a bonus that was used but not crossed off does now. Returns hex to variable."""
        self.faults += [fault for fault in self.faults if fault not in self.amiss.values()]
        read = {i: self.new_fault() for i in stands}
        strokes = [((i, n), literal) for some in (self.step, self.extra, self.spare) for (i, n, *_), literal in some.items()]
        strokes += [((i, TWO), literal) for (i, _), literal in self.two.items()]
        strokes += [((i, BLANK), literal) for i, literal in self.unread.items()]
        for (i, n), literal in strokes:
            if i in read and n != stands[i]:
                self.add(-literal, read[i])
        return read

    def strokes(self) -> list[int]:
        """Returns the variables of what was written when."""
        kinds: list[Mapping[Any, int]] = [
            self.step, self.extra, self.spare, self.two, self.third, self.column, self.spare_third, self.unread, self.after,
        ]
        return [literal for kind in kinds for literal in kind.values()]

    # ------------------------------------------------------------------ small words

    def _var(self) -> int:
        self.top += 1
        return self.top

    def new_fault(self) -> int:
        """A new variable that is true if one more mistake was made."""
        self.faults.append(self._var())
        return self.top

    def add(self, *literals: int) -> None:
        self.clauses.append(literals)

    def _at_most(self, literals: Sequence[int], most: int) -> None:
        if len(literals) > most:
            self.limits.append((tuple(literals), most))

    def _any(self, literals: Sequence[int]) -> int:
        """A new variable that holds only where one of these does, and must where one does."""
        var = self._var()
        self.add(-var, *literals)
        for literal in literals:
            self.add(var, -literal)
        return var

    def before(self, i: int, n: int, k: int) -> list[int]:
        """Literals of which one holds where a hex was written with a number before round k; none where that cannot be."""
        if len(self.asked.digits[i]) == 1:
            return [self.by[i, k - 1]] if k else []
        strokes = [*self.step.items(), *self.extra.items(), *self.spare.items()]
        return [literal for key, literal in strokes if key[0] == i and key[1] == n and key[2] < k]

    # ------------------------------------------------------------------ one hex

    def _hexes(self) -> None:
        """Each hex was written once, in one round."""
        for i in self.hexes:
            when: list[tuple[int, int]] = []
            for n in self.asked.digits[i]:
                for k in self.rounds:
                    if n == TWO:
                        self.two[i, k] = self._var()
                        when.append((self.two[i, k], k))
                        continue
                    for p in range(1, self.asked.rolls[k].get(n, 0) + 1):
                        self.step[i, n, k, p] = self._var()
                        when.append((self.step[i, n, k, p], k))
                    self.extra[i, n, k] = self._var()
                    self.spare[i, n, k] = self._var()
                    self.add(-self.spare[i, n, k], self.fault[i])
                    when += [(self.extra[i, n, k], k), (self.spare[i, n, k], k)]
            whole = [literal for literal, _ in when]
            if self.asked.later:
                self.after[i] = self._var()
                whole.append(self.after[i])
            if len(self.asked.digits[i]) > 1:
                self.unread[i] = self._var()
                whole.append(self.unread[i])
            self.add(*whole)
            self._at_most(whole, 1)
            for k in self.rounds:
                self.by[i, k] = self._var()
                if k:
                    self.add(-self.by[i, k - 1], self.by[i, k])
                self.add(-self.by[i, k], *(literal for literal, at in when if at <= k))
            for literal, k in when:
                self.add(-literal, self.by[i, k])

    # ------------------------------------------------------------------ which round filled which column

    def _columns(self) -> None:
        """HR-8: a round fills the next column from the left, or none; then it was not closed, or its closing was refused."""
        asked = self.asked
        filled: list[list[int]] = [[] for _ in asked.columns]
        for k in self.boxfault:
            here: list[int] = []
            # From the right, so that of the column before only earlier rounds are known.
            for c in reversed(range(max(0, k - asked.skipped), min(k + 1, len(asked.columns)))):
                literal = self.column[k, c] = self._var()
                if c:
                    self.add(-literal, *filled[c - 1])
                filled[c].append(literal)
                here.append(literal)
            if asked.skipped:
                none = self.column[k, None] = self._var()
                here.append(none)
                if asked.closed(k):
                    self.add(-none, self.boxfault[k])
            self.add(*here)
            self._at_most(here, 1)
        for c, literals in enumerate(filled):
            self._at_most(literals, 1)
            if c < len(asked.columns) - asked.pending:
                self.add(*literals)

    # ------------------------------------------------------------------ the chains of one number

    def _chains(self, n: int) -> None:
        held = self.held[n]
        printed = self.board.holding(self.board.printed, n)
        near = {i: [j for j in held if self.board.beside[i] >> j & 1] for i in held}
        for k in self.rounds:
            count = self.asked.rolls[k].get(n, 0)
            early = {j: self._var() for j in held}
            for j, literal in early.items():
                self.add(-literal, self.extra[j, n, k])
                self.add(-literal, self.fault[j])
            self._early[n, k] = list(early.values())
            for p in range(1, count + 1):
                steps = [self.step[i, n, k, p] for i in held]
                self._at_most(steps, 1)
                self.place[n, k, p] = self._any(steps)
                if p > 1:
                    self.add(-self.place[n, k, p], self.place[n, k, p - 1])
                self._refused_at[n, k, p] = self._var()
                self.add(-self._refused_at[n, k, p], self.place[n, k, p])
                for i in held:
                    self.add(-self._refused_at[n, k, p], -self.step[i, n, k, p], self.fault[i])
            if count:
                self.third[n, k] = self._var()
                self.add(-self.third[n, k], self.place[n, k, 1])
                self._sound[n, k] = self._var()
                for i in held:
                    self.add(-self.step[i, n, k, 1], self.fault[i], self._sound[n, k])
                for i in held:
                    self.add(-self.spare[i, n, k], self.place[n, k, 1])
                self._faulty[n, k] = self._any([self._refused_at[n, k, p] for p in range(1, count + 1)])
            self._strands(n, k, count)
            for i in held:
                earlier = [literal for j in near[i] for literal in self.before(j, n, k)]
                for p in range(1, count + 1):
                    if p > 1:
                        self._reached(i, n, k, p, [self.step[j, n, k, p - 1] for j in near[i]])
                    elif not self.board.beside[i] & printed:
                        self._reached(i, n, k, p, [*earlier, *(early[j] for j in near[i])])
            self._longer(n, k, count, near)

    def _reached(self, i: int, n: int, k: int, p: int, beside: Sequence[int]) -> None:
        """HR-5: a step touches what it must, or is refused; or the chain goes on elsewhere, as it had no room."""
        step = self.step[i, n, k, p]
        self.add(-step, self.fault[i], *beside, *([self.jump[n, k, p]] if p > 1 else []))
        if (n, k, p) in self.stranded:
            self.add(-step, -self.stranded[n, k, p], *beside)

    def _strands(self, n: int, k: int, count: int) -> None:
        """HR-7: a step that is refused for want of room alone lets one of those after it be anywhere."""
        blank = self.board.holding(self.board.printed, BLANK)
        for i in self.hexes:
            blank &= ~(1 << i)
        for p in range(1, count):
            stranded = self.stranded[n, k, p] = self._var()
            self.add(-stranded, self._refused_at[n, k, p])
            if p == 1:
                self.add(-stranded, self._sound[n, k])
            for i in self.held[n]:
                if self.board.can_walk(blank, i, count - p):
                    self.add(-stranded, -self.step[i, n, k, p])
            self.jump[n, k, p + 1] = self._var()
            self.add(-self.jump[n, k, p + 1], *(self.stranded[n, k, q] for q in range(1, p + 1)))
        self._at_most([self.stranded[n, k, p] for p in range(1, count)], 1)
        self._at_most([self.jump[n, k, p] for p in range(2, count + 1)], 1)

    def _longer(self, n: int, k: int, count: int, near: Mapping[int, Sequence[int]]) -> None:
        """HR-10: where +1 is right. Of a number with no chosen chain of this round it may go on from a digit too many."""
        held = self.held[n]
        printed = self.board.holding(self.board.printed, n)
        plain: list[int] = []
        if count and held:
            chosen = self._var()
            self.add(-chosen, self.place[n, k, 1])
            self.add(-chosen, -self.third[n, k])
            self.add(chosen, -self.place[n, k, 1], self.third[n, k])
            plain = [chosen]
            self._plain[n, k] = chosen
        ends: dict[int, int] = {}
        for j in held:
            ways = []
            for p in range(1, count + 1):
                end = self._var()
                self.add(-end, self.step[j, n, k, p])
                self.add(-end, plain[0])
                if p < count:
                    self.add(-end, -self.place[n, k, p + 1])
                ways.append(end)
            odd = self._var()
            self.add(-odd, self.spare[j, n, k])
            for one in plain:
                self.add(-odd, -one)
            ends[j] = self._var()
            self.add(-ends[j], odd, *ways)
        for i in held:
            right = self._right[i, n, k] = self._var()
            self.add(-self.extra[i, n, k], self.fault[i], right)
            if self.asked.touching:
                self.add(-right, *plain, *(self.spare[j, n, k] for j in held))
                if not self.board.beside[i] & printed:
                    self.add(-right, *(literal for j in near[i] for literal in self.before(j, n, k + 1)))
            else:
                self.add(-right, *(ends[j] for j in near[i]))

    # ------------------------------------------------------------------ a round

    def _round(self, k: int) -> None:
        """HR-6, HR-8: two numbers, in the boxes; HR-7: in full."""
        rolled = [n for n in NUMBERS if (n, k) in self._plain]
        free: dict[int, int] = {}
        for n in rolled:
            free[n] = self._var()
            self.add(-self._sound[n, k], self.third[n, k], free[n])
        self._at_most(list(free.values()), 2)
        spares = {n: [self.spare[i, n, k] for i in self.held[n]] for n in NUMBERS}
        self._spares[k] = [literal for some in spares.values() for literal in some]
        chosen = {
            n: self._any([*spares[n], *([self._plain[n, k]] if n in rolled else [])]) for n in NUMBERS if self.held[n]
        }
        for (at, c), literal in self.column.items():
            if at == k and c is not None:
                self._boxes(k, c, literal, chosen, free)
        if self.asked.closed(k):
            self._short(k, rolled, spares)

    def _boxes(self, k: int, c: int, filled: int, chosen: Mapping[int, int], free: Mapping[int, int]) -> None:
        column = self.asked.columns[c]
        fault = self._any([self.boxfault[k], -filled])
        digits = {int(one) for one in column if one not in (DASH, UNKNOWN)}
        known = [one for one in column if one != UNKNOWN]
        for n in digits:
            self.add(fault, *([chosen[n]] if n in chosen else []))
        if len(digits) < 2 and all(one not in (DASH, UNKNOWN) for one in column):
            self.add(fault)
        if len(digits) == 2:
            return
        if k not in self.dashed:
            self.dashed[k] = self._var()
        dashed = self.dashed[k]
        if DASH in known:
            self.add(-filled, dashed)
        others = [n for n in NUMBERS if n not in digits]
        # A dash: fewer than two numbers were written before the boxes were filled.
        for n in others if digits or known == [DASH, DASH] else ():
            if n in free:
                self.add(fault, -dashed, -free[n])
        for a, b in combinations(free, 2):
            self.add(fault, -dashed, -free[a], -free[b])
        if digits:
            self.add(fault, dashed, *(chosen[n] for n in others if n in chosen))
        else:
            for n in NUMBERS:
                self.add(fault, dashed, *(chosen[m] for m in chosen if m != n))

    def _short(self, k: int, rolled: Sequence[int], spares: Mapping[int, Sequence[int]]) -> None:
        """Adds that what is begun after a chain that is not finished is refused, be it another digit or the boxes; unless
        one of its own strokes was."""
        begun = {n: self._var() for n in rolled}
        for n in rolled:
            self.add(-begun[n], self.place[n, k, 1])
            self.add(-begun[n], -self._sound[n, k])
        # A digit more than a third number's cannot follow a chosen one: the third number comes between.
        follows = {n: self._var() for n in spares}
        for n, literal in follows.items():
            self.add(-literal, *spares[n])
            if (n, k) in self.third:
                self.add(-literal, -self.third[n, k])
        for n in rolled:
            count = self.asked.rolls[k][n]
            if count > 1:
                lost = self.lost[n, k] = self.new_fault()
                others = (begun[m] for m in rolled if m != n)
                self.add(
                    -self.place[n, k, 1], self.place[n, k, count], self._faulty[n, k], lost, self.boxfault[k], *others,
                    *(follows[m] for m in spares if m != n), *spares[n],
                )

    # ------------------------------------------------------------------ the bonuses

    def _bonuses(self) -> None:
        """HR-9: each once, and one a round; on the sheet as it was."""
        used: dict[str, list[int]] = {"plus_one": list(self.extra.values()), "two": list(self.two.values()), "third": []}
        right: dict[str, dict[int, int]] = {bonus: {} for bonus in used}
        strokes: dict[str, dict[int, list[int]]] = {bonus: {k: [] for k in self.rounds} for bonus in used}
        made: dict[str, Mapping[Any, int]] = {"plus_one": self.extra, "two": self.two, "third": self.third}
        for bonus, when in made.items():
            for (*_, k), literal in when.items():
                strokes[bonus][k].append(literal)
        for k in self.rounds:
            odd = self.spare_third[k] = self._var()
            self.add(-odd, *self._spares[k])
            strokes["third"][k].append(odd)
            used["third"] += strokes["third"][k]
        for k in self.rounds:
            for bonus in used:
                right[bonus][k] = self._var()
            rights = [literal for (_, _, at), literal in self._right.items() if at == k]
            twos = []
            for i in self.held[TWO]:
                one = self._var()
                self.add(-self.two[i, k], self.fault[i], one)
                twos.append(one)
            thirds = []
            for n in NUMBERS:
                if (n, k) in self.third:
                    one = self._var()
                    self.add(-self.third[n, k], -self._sound[n, k], one)
                    thirds.append(one)
                    self._third_follows(n, k, one)
            for bonus, some in (("plus_one", rights), ("two", twos), ("third", thirds)):
                self._at_most(some, 1)
                for literal in some:
                    self.add(-literal, right[bonus][k])
            self._at_most([right[bonus][k] for bonus in used], 1)
            # A +1 before any hex of its number spends the bonus: none of the number is right after it.
            for n in NUMBERS:
                for literal in self._early.get((n, k), ()):
                    self.add(-literal, -right["third"][k])
                    for i in self.held[n]:
                        self.add(-literal, -self._right[i, n, k])
        for bonus, by_round in right.items():
            self._at_most(list(by_round.values()), 1)
            for k in self.rounds:
                for earlier in range(k):
                    for literal in strokes[bonus][earlier]:
                        self.add(-literal, -by_round[k])
            if bonus not in self.asked.crossed:
                continue
            wrong = self.amiss[bonus] = self.new_fault()
            if not self.asked.crossed[bonus]:
                for literal in used[bonus]:
                    self.add(wrong, -literal)
            elif not self.asked.later:
                self.add(wrong, *used[bonus])

    def _third_follows(self, n: int, k: int, third: int) -> None:
        """HR-12: after two others."""
        others = [self._plain[m, k] for m in NUMBERS if m != n and (m, k) in self._plain]
        self.add(-third, *others, *self._spares[k])
        for literal in others:
            self.add(-third, *(other for other in others if other != literal), *self._spares[k])

    def _groups(self) -> None:
        """HR-5: a group without a printed number was begun with a refused hex, or by a chain that jumped."""
        for n in NUMBERS:
            held = 0
            for i in self.held[n]:
                held |= 1 << i
            printed = self.board.holding(self.board.printed, n)
            loose = held & ~self.board.group(printed, held | printed)
            while loose:
                group = self.board.group(loose & -loose, loose)
                loose &= ~group
                if all(len(self.asked.digits[i]) == 1 for i in members(group)):
                    self.add(
                        *(self.fault[i] for i in members(group)), *self._jumps(n, group),
                        *(self.after[i] for i in members(group) if i in self.after),
                    )

    def _jumps(self, n: int, group: int) -> Iterator[int]:
        """Literals of which one holds where a chain of a number jumped into a group."""
        for (m, k, p), jump in self.jump.items():
            if m == n:
                into = self._var()
                self.add(-into, jump)
                self.add(-into, *(self.step[i, n, k, p] for i in members(group)))
                yield into
