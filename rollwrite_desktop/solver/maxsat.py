"""MaxSAT: an assignment that satisfies all clauses and makes as few as possible of some given literals true.

The search is core-guided. PySAT's RC2 (Ignatiev, Morgado and Marques-Silva, JSAT 2019) keeps its cores by OLL with
incremental totalizers (Andres et al., ICLP 2012; Morgado, Dodaro and Marques-Silva, CP 2014) and so proves the lower bound.
RC2 alone answers only at the end; here its loop is run in steps, and after each core a minimal correction set, found with a
clause D (Marques-Silva et al., IJCAI 2013), lowers the upper bound. So a search has bounds at any time and can be dropped;
and a search that is decided can be reopened with further clauses and costs, as lazy constraint generation needs it.

Work is counted in conflicts, not in seconds: the same question takes the same steps on every machine. Deciding is NP-hard;
`tests/bench/bench_maxsat.py` measures it on the questions of audits beside RC2 alone.

The only module that imports PySAT. Knows no game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

CONFLICTS = 1_000
"""Conflicts of the SAT solver after which a step ends; about 50 ms."""
# A solver ends a call at the first restart after its conflict budget. Glucose can postpone restarts for a minute when it
# seems close to a model; MiniSat never does, but is slower on small, tightly constrained questions.
_SOLVER, _STEADY_SOLVER = "glucose4", "minisat22"


class Unsatisfiable(ValueError):
    """The hard clauses contradict each other."""


class SearchStep(Struct, frozen=True):
    """Bounds on the optimum: `least` is proved, `most` is the cost of `model`, the true variables of the best assignment so
    far. As long as none is known, `most` is None and `model` empty."""

    least: int
    most: int | None
    model: frozenset[int]

    @property
    def decided(self) -> bool:
        """Whether the optimum is known."""
        return self.least == self.most


class MaxSat:
    """Hard clauses over variables 1, 2, … (literal -v is the negation of v), and literals that cost 1 each when true.

    `steady`: use a SAT solver whose steps are of even length, for large questions. `rising`: raise only the lower bound;
    the first assignment found is the best one, for questions whose optimum is expected to be low. Clauses are added before
    `minimize`, or in it before `reopen`.
    """

    def __init__(self, *, steady: bool = False, rising: bool = False) -> None:
        self._rising = rising
        self._solver = _STEADY_SOLVER if steady else _SOLVER
        self._top = 0
        self._clauses: list[Sequence[int]] = []
        self._costs: Counter[int] = Counter()
        self._rc2: Any = None
        self._best: frozenset[int] = frozenset()
        self._most: int | None = None

    @property
    def top(self) -> int:
        """The last variable taken, by the caller or for a count."""
        return self._top

    @property
    def conflicts(self) -> int:
        """Conflicts that the search has met so far: a measure of its work."""
        return 0 if self._rc2 is None else int(self._rc2.oracle.accum_stats()["conflicts"])

    # ------------------------------------------------------------------ the question

    def var(self) -> int:
        """Returns a new variable."""
        self._top += 1
        return self._top

    def add(self, *literals: int) -> None:
        """Requires at least one of the literals; none at all is a contradiction."""
        if self._rc2 is None:
            self._clauses.append(literals)
        else:
            self._rc2.add_clause(literals)

    def at_most(self, literals: Iterable[int], most: int) -> None:
        """Requires at most `most` of the literals."""
        lits = tuple(literals)
        if most < 0:
            self.add()
        elif len(lits) > most:
            self._count(lits, most, "atmost")

    def at_least(self, literals: Iterable[int], least: int) -> None:
        """Requires at least `least` of the literals."""
        lits = tuple(literals)
        if least > len(lits):
            self.add()
        elif least == 1:
            self.add(*lits)
        elif least > 0:
            self._count(lits, least, "atleast")

    def exactly_one(self, literals: Iterable[int]) -> None:
        """Requires exactly one of the literals."""
        lits = tuple(literals)
        self.add(*lits)
        self.at_most(lits, 1)

    def all_of(self, literals: Iterable[int]) -> int:
        """Returns a literal that holds only if all of these do."""
        whole = self.var()
        for literal in literals:
            self.add(-whole, literal)
        return whole

    def any_of(self, literals: Iterable[int]) -> int:
        """Returns a literal that holds if and only if one of these does."""
        lits, some = tuple(literals), self.var()
        self.add(-some, *lits)
        for literal in lits:
            self.add(-literal, some)
        return some

    def all_but_one_of(self, literals: Iterable[int]) -> int:
        """Returns a literal that holds only if at most one of these does not."""
        whole, failed = self.var(), list[int]()
        for literal in literals:
            now = self.var()
            self.add(-whole, literal, now)
            for earlier in failed:
                self.add(-whole, -earlier, literal)
                self.add(-earlier, now)
            failed = [now]
        return whole

    def two_of(self, literals: Iterable[int]) -> int:
        """Returns a literal that holds if at least two of these do."""
        two, some = self.var(), list[int]()
        for literal in literals:
            now = self.var()
            self.add(-literal, now)
            for earlier in some:
                self.add(-earlier, now)
                self.add(-earlier, -literal, two)
            some = [now]
        return two

    def count(self, literals: Iterable[int], most: int) -> list[int]:
        """Returns literals for "at least 1 of these", "at least 2", … up to `most`: a totalizer (Bailleux and Boufkhad, CP
        2003)."""
        lits = list(literals)
        if len(lits) <= 1:
            return lits[:most]
        half = len(lits) // 2
        return self.total((self.count(lits[:half], most), self.count(lits[half:], most)), most)

    def total(self, counts: Iterable[Sequence[int]], most: int) -> list[int]:
        """Returns the sum of what `count` returned, in the same form."""
        total: list[int] = []
        for more in counts:
            total = self._sum(total, more, most) if total and more else list(total or more)[:most]
        return total

    def _sum(self, one: Sequence[int], other: Sequence[int], most: int) -> list[int]:
        total = [self.var() for _ in range(min(most, len(one) + len(other)))]
        for i in range(len(one) + 1):
            for j in range(len(other) + 1):
                if 0 < i + j <= len(total):
                    reached = (*one[max(0, i - 1) : i], *other[max(0, j - 1) : j])
                    self.add(*(-lit for lit in reached), total[i + j - 1])
                if i + j < len(total):
                    self.add(*one[i : i + 1], *other[j : j + 1], -total[i + j])
        return total

    def penalize(self, literal: int, cost: int = 1) -> None:
        """Adds a cost where the literal is true; costs of the same literal add up."""
        self._costs[literal] += cost
        if self._rc2 is not None:
            self._rc2.add_clause([-literal], weight=cost)

    def _count(self, literals: Sequence[int], bound: int, kind: str) -> None:
        """Adds a cardinality constraint: pairwise if it is small, else a sequential counter (Sinz, CP 2005)."""
        from pysat.card import CardEnc, EncType

        small = bound == 1 and kind == "atmost" and len(literals) <= 6
        encoding = EncType.pairwise if small else EncType.seqcounter
        count = getattr(CardEnc, kind)(lits=list(literals), bound=bound, top_id=self._top, encoding=encoding)
        self._top = max(self._top, count.nv)
        if self._rc2 is None:
            self._clauses += count.clauses
        else:
            for clause in count.clauses:
                self.add(*clause)

    # ------------------------------------------------------------------ the search

    def minimize(self) -> Iterator[SearchStep]:
        """Yields bounds that close in; in the last step both are equal. Raises Unsatisfiable.

        After that step clauses and costs may be added; with `reopen` the search goes on from the bound that is proved."""
        # Loading PySAT takes time, and only a search needs it.
        from pysat.examples.rc2 import RC2
        from pysat.formula import WCNF

        formula = WCNF()
        formula.hard, formula.nv = self._clauses, self._top
        for literal, cost in self._costs.items():
            formula.append([-literal], weight=cost)
        self._rc2 = rc2 = RC2(formula, solver=self._solver)
        rc2.oracle.set_phases([-literal for literal in self._costs])
        while self._most is None:
            while not (yield from self._solve(rc2.active_assumps())):
                rc2.get_core()
                if not rc2.core:
                    raise Unsatisfiable
                rc2.process_core()
                if self._rising:
                    yield self._step()
                    continue
                if self._most is None and not (yield from self._solve(())):
                    raise Unsatisfiable
                yield from self._correct()
                if self._most == rc2.cost:
                    return
            yield self._step()

    def reopen(self) -> None:
        """Lets a decided search go on: something was added, and the best assignment need not hold any more."""
        self._best, self._most = frozenset(), None

    def _solve(self, assumptions: Sequence[int]) -> Generator[SearchStep, None, bool]:
        """Decides whether the assumptions can hold together, in as many steps as it takes."""
        while (satisfiable := self._solve_within_budget(assumptions)) is None:
            yield self._step()
        return satisfiable

    def _solve_within_budget(self, assumptions: Sequence[int]) -> bool | None:
        """Returns the same in one step; None if it takes more. Keeps the model if it is the best so far."""
        oracle = self._rc2.oracle
        oracle.conf_budget(CONFLICTS)
        # Ctrl+C is left to Python, which heeds it after the step: PySAT would tear the search off.
        satisfiable: bool | None = oracle.solve_limited(assumptions=assumptions, expect_interrupt=True)
        if satisfiable:
            names = self._rc2.vmap.i2e
            true = frozenset(names[literal] for literal in oracle.get_model() if literal in names)
            cost = sum(cost for literal, cost in self._costs.items() if _holds(literal, true))
            if self._most is None or cost < self._most:
                self._best, self._most = true, cost
        return satisfiable

    def _correct(self) -> Generator[SearchStep, None, None]:
        """Shrinks the set of costly literals of the best model to a minimal one, as long as each takes one step."""
        oracle = self._rc2.oracle
        while self._most != self._rc2.cost:
            yield self._step()
            paid = [literal for literal in self._costs if _holds(literal, self._best)]
            spared = [-literal for literal in self._costs if not _holds(literal, self._best)]
            fewer = self._rc2.pool.id()
            oracle.add_clause([-fewer, *(self._inner(-literal) for literal in paid)])
            found = self._solve_within_budget((fewer, *map(self._inner, spared)))
            oracle.add_clause([-fewer])
            if not found:
                break
        yield self._step()

    def _inner(self, literal: int) -> int:
        """A literal as RC2 calls it: variables added in the search come after those of its own."""
        variable: int = self._rc2.vmap.e2i[abs(literal)]
        return variable if literal > 0 else -variable

    def _step(self) -> SearchStep:
        return SearchStep(self._rc2.cost, self._most, self._best)


def _holds(literal: int, true: frozenset[int]) -> bool:
    return literal in true if literal > 0 else -literal not in true
