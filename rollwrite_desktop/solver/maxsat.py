"""Which of many ways costs the fewest faults: propositional clauses, some literals of which are faults, and an exact search
that tells its bounds as it goes.

The only place that knows the solver. Knows no game: what a variable means is the caller's. Work is counted in conflicts, so
that the same question has the same answer, and the same steps, on every machine.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

CONFLICTS = 1_000
"""How many dead ends of the search make a step, some 50 ms."""
# Asked to stop after some conflicts, a solver does so when it next restarts. The first puts restarts off when it believes
# to be near an answer, now and then for a minute; the second never does, but forgets too much of small, crowded questions.
_SOLVER, _EVEN_SOLVER = "glucose4", "minisat22"
_TRIMMED = 40


class NoWay(ValueError):
    """The clauses that must hold cannot hold together."""


@dataclass(frozen=True, slots=True)
class SearchStep:
    """How far a search is: no way has fewer faults than `least`; one is known with `most`, None as long as none is. `model`:
    the variables that are true in it."""

    least: int
    most: int | None
    model: frozenset[int]

    @property
    def decided(self) -> bool:
        return self.least == self.most


class MaxSat:
    """Clauses over variables 1, 2, … where -v is "not v", and the literals that count as a fault when they are true. `even`:
    for a large question, in steps of even length."""

    def __init__(self, *, even: bool = False) -> None:
        # Loading the solver takes its time, and only a search needs it.
        from pysat.solvers import Solver

        self._solver: Any = Solver(name=_EVEN_SOLVER if even else _SOLVER)
        self._top = 0
        self._faults: list[int] = []
        self._least = 0
        self._best: frozenset[int] | None = None
        self._most: int | None = None

    @property
    def top(self) -> int:
        """The last variable that is taken, by the caller or for a count."""
        return self._top

    @property
    def conflicts(self) -> int:
        """How many dead ends the search has come to: a measure of its work."""
        return int(self._solver.accum_stats()["conflicts"])

    # ------------------------------------------------------------------ the question

    def var(self) -> int:
        """A new variable."""
        self._top += 1
        return self._top

    def add(self, *literals: int) -> None:
        """At least one of these holds."""
        self._solver.add_clause(literals)

    def at_most(self, literals: Iterable[int], most: int) -> None:
        """At most so many of these hold."""
        lits = tuple(literals)
        if most < 0:
            self.add()
        elif len(lits) > most:
            self._count(lits, most, "atmost")

    def at_least(self, literals: Iterable[int], least: int) -> None:
        """At least so many of these hold."""
        lits = tuple(literals)
        if least > len(lits):
            self.add()
        elif least == 1:
            self.add(*lits)
        elif least > 0:
            self._count(lits, least, "atleast")

    def exactly_one(self, literals: Iterable[int]) -> None:
        """One of these holds, and no other."""
        lits = tuple(literals)
        self.add(*lits)
        self.at_most(lits, 1)

    def fault(self, literal: int) -> None:
        """One fault more where this holds; a literal given twice counts twice."""
        again = literal
        if literal in self._faults:
            again = self.var()
            self.add(-literal, again)
        self._faults.append(again)

    def _count(self, literals: Sequence[int], bound: int, kind: str) -> None:
        from pysat.card import CardEnc, EncType

        way = EncType.pairwise if bound == 1 and kind == "atmost" and len(literals) <= 6 else EncType.seqcounter
        count = getattr(CardEnc, kind)(lits=list(literals), bound=bound, top_id=self._top, encoding=way)
        self._top = max(self._top, count.nv)
        for clause in count.clauses:
            self._solver.add_clause(clause)

    # ------------------------------------------------------------------ the answer

    def fewest(self) -> Iterator[SearchStep]:
        """Steps of the search for the fewest faults; in the last one both bounds are equal. Raises NoWay.

        After that step clauses and faults may be added: after `reopen` the search goes on with them, from the bound that is
        proved already (lazy constraint generation)."""
        from pysat.card import ITotalizer

        # What is assumed not to happen: single faults, and "more than n of these", which is allowed one more whenever it is
        # part of a reason why nothing fits.
        assumed: dict[int, tuple[Any, int] | None] = {}
        taken = 0
        while self._most is None:
            fresh, taken = self._faults[taken:], len(self._faults)
            self._solver.set_phases([-fault for fault in fresh])
            assumed |= dict.fromkeys(-fault for fault in fresh)
            if len(fresh) == taken and (yield from self._met(tuple(assumed))) is not None:
                yield from self._any_way()
            while self._is_open():
                cores: list[tuple[int, ...]] = []
                left = dict(assumed)
                while self._is_open() and (core := (yield from self._met(tuple(left)))) is not None:
                    if not core:
                        raise NoWay
                    core = yield from self._trimmed(core)
                    cores.append(core)
                    self._least += 1
                    for literal in core:
                        del left[literal]
                    yield from self._so_far()
                yield from self._improved()
                for core in cores:
                    for literal in core:
                        count = assumed.pop(literal)
                        if count is not None and (more := self._more(count)) is not None:
                            assumed[more[0]] = more[1]
                    if len(core) > 1:
                        total = ITotalizer(lits=[-literal for literal in core], ubound=1, top_id=self._top)
                        self._take(total, total.cnf.clauses)
                        assumed[-total.rhs[1]] = (total, 1)
            yield self._step()

    def reopen(self) -> None:
        """Takes up a search that was decided: something was added since, and the best way need not hold any more."""
        self._best, self._most = None, None

    def _more(self, count: tuple[Any, int]) -> tuple[int, tuple[Any, int]] | None:
        """A count that may be one higher, with the literal that says so; None where it may be as high as it can."""
        total, bound = count
        if bound + 1 >= len(total.lits):
            return None
        total.increase(ubound=bound + 1, top_id=self._top)
        self._take(total, total.cnf.clauses[-total.nof_new:] if total.nof_new else ())
        return -total.rhs[bound + 1], (total, bound + 1)

    def _take(self, total: Any, clauses: Iterable[list[int]]) -> None:
        for clause in clauses:
            self._solver.add_clause(clause)
        self._top = max(self._top, total.top_id)

    def _met(self, assumptions: tuple[int, ...]) -> Generator[SearchStep, None, tuple[int, ...] | None]:
        """Comes to None where all of these can hold together, which is then the best known way if it is better; else to
        some that cannot."""
        while True:
            found = self._solve(assumptions)
            if found is None:
                yield from self._so_far()
                continue
            if found:
                return None
            return tuple(self._solver.get_core() or ())

    def _solve(self, assumptions: Sequence[int]) -> bool | None:
        self._solver.conf_budget(CONFLICTS)
        found: bool | None = self._solver.solve_limited(assumptions=assumptions)
        if found:
            self._keep()
        return found

    def _keep(self) -> None:
        true = frozenset(literal for literal in self._solver.get_model() if literal > 0)
        faults = sum((fault in true) if fault > 0 else (-fault not in true) for fault in self._faults)
        if self._most is None or faults < self._most:
            self._best, self._most = true, faults

    def _any_way(self) -> Generator[SearchStep, None, None]:
        """A way, whatever it costs, and then one that no single fault can be left out of."""
        if (yield from self._met(())) is not None:
            raise NoWay
        yield from self._improved()

    def _improved(self) -> Generator[SearchStep, None, None]:
        """Better ways with the same faults but some, as long as they are found quickly."""
        while self._is_open():
            assert self._best is not None
            held = [fault for fault in self._faults if (fault in self._best if fault > 0 else -fault not in self._best)]
            kept = set(held)
            fewer = self.var()
            self.add(-fewer, *(-fault for fault in held))
            found = self._solve((fewer, *(-fault for fault in self._faults if fault not in kept)))
            self.add(-fewer)
            yield from self._so_far()
            if not found:
                return

    def _trimmed(self, core: tuple[int, ...]) -> Generator[SearchStep, None, tuple[int, ...]]:
        """As few of these as still cannot hold together, as far as that is quickly seen."""
        if len(core) > _TRIMMED:
            return core
        begun = self.conflicts
        for literal in core:
            if self.conflicts - begun > CONFLICTS:
                begun = self.conflicts
                yield from self._so_far()
            rest = tuple(other for other in core if other != literal)
            if literal in core and rest and self._solve_shortly(rest) is False:
                core = tuple(other for other in rest if other in set(self._solver.get_core() or ()))
        return core

    def _solve_shortly(self, assumptions: Sequence[int]) -> bool | None:
        self._solver.conf_budget(CONFLICTS // 20)
        found: bool | None = self._solver.solve_limited(assumptions=assumptions)
        if found:
            self._keep()
        return found

    def _so_far(self) -> Iterator[SearchStep]:
        """A step of the search, unless it is the last one, which is told by itself."""
        if self._is_open():
            yield self._step()

    def _is_open(self) -> bool:
        return self._least != self._most

    def _step(self) -> SearchStep:
        return SearchStep(self._least, self._most, self._best or frozenset())
