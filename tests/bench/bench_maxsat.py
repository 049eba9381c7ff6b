"""Measures `solver/maxsat.py` beside PySAT's RC2 alone on the questions that audits ask: the same optimum, in which time.

    python3 packaging/bench.py bench_maxsat [SHEETS [LIMIT]]

SHEETS games each of Rolling America, On Tour and HexRoller are audited with their rolls, as they are and with 1, 2, 8 and 20
slips. LIMIT: processor seconds that a solver may take for a question.

Each audit's first question is recorded, and HexRoller's weighted one ("2x"). Each solver answers it in a process of its own;
times are processor seconds. RC2 runs plain, and with core exhaustion, core minimization and at-most-one detection as its
authors entered it in the MaxSAT Evaluation 2018 (`-c b`); weighted questions are stratified. RC2 alone gives no bounds on
the way and cannot be dropped, so what `MaxSat` takes more is their price.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import random
import resource
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from typing import Any, ClassVar
from unittest import mock

from msgspec import Struct
from pysat.examples.rc2 import RC2, RC2Stratified
from pysat.formula import WCNF

from rollwrite_desktop.core.audit import DEFAULT_SEARCH_STEPS, Auditor, NotAPaper, Paper
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.games.hexroller.check import encoding as hexroller_encoding
from rollwrite_desktop.games.on_tour.check import encoding as on_tour_encoding
from rollwrite_desktop.games.rolling_america.check import encoding as rolling_america_encoding
from rollwrite_desktop.solver.maxsat import MaxSat, SearchStep
from tests.bench import bench_audit
from tests.planted import SLIPS

CHANGES = (0, 1, 2, 8, 20)


class Question(Struct, frozen=True, dict=True):
    """Hard clauses, the weight of each literal that costs it when true, and whether steps must be of even length."""

    hard: Sequence[Sequence[int]]
    costs: Counter[int]
    steady: bool

    @property
    def weighted(self) -> bool:
        return max(self.costs.values()) > 1


class Answer(Struct, frozen=True, dict=True):
    """An optimum, the processor seconds that it took, and how long the longest step was."""

    optimum: int
    seconds: float
    longest: float


class Recorder(MaxSat):
    """Solves as usual and keeps what was asked, in `questions`."""

    questions: ClassVar[list[Question]] = []

    def minimize(self) -> Iterator[SearchStep]:
        if self._costs:
            self.questions.append(Question(self._clauses, self._costs, self._solver != "glucose4"))
        yield from super().minimize()


# ---------------------------------------------------------------------- questions


def papers(game: str, k: int) -> Iterator[tuple[int, Auditor, Paper]]:
    """Game k of the computer players in turn: how many things were changed on its sheet, its auditor, its paper."""
    session = bench_audit.played(game, [*GAMES[game].think.bots][k % 2], k)
    auditor: Auditor = bench_audit.auditor_of(game, session)
    whole = bench_audit.paper_of(game, session)
    for changes in CHANGES:
        luck = random.Random(f"{game} {k} {changes}")
        paper, done = whole, 0
        while done < changes:
            changed = luck.choice([*SLIPS[game].values()])(paper, luck)
            with contextlib.suppress(NotAPaper):  # two changes together may be no mistake but nonsense
                if changed is not None:
                    auditor.audit(changed[0])
                    paper, done = changed[0], done + 1
        yield changes, auditor, paper


def questions(auditor: Auditor, paper: Paper) -> list[Question]:
    """The first question of an audit, and the first weighted one if it asks any."""
    Recorder.questions = []
    modules = (hexroller_encoding, on_tour_encoding, rolling_america_encoding)
    patches = [mock.patch.object(module, "MaxSat", Recorder) for module in modules]
    for patch in patches:
        patch.start()
    for _ in zip(range(DEFAULT_SEARCH_STEPS), auditor.prove(paper), strict=False):
        pass
    for patch in patches:
        patch.stop()
    first, rest = Recorder.questions[:1], Recorder.questions[1:]
    return [*first, *[question for question in rest if question.weighted][:1]]


# ---------------------------------------------------------------------- solvers


def maxsat(question: Question) -> Answer:
    began = last = time.process_time()
    search = MaxSat(steady=question.steady)
    for _ in range(max(abs(literal) for clause in (*question.hard, [*question.costs]) for literal in clause)):
        search.var()
    for clause in question.hard:
        search.add(*clause)
    for literal in question.costs.elements():
        search.penalize(literal)
    longest, step = 0.0, SearchStep(0, None, frozenset())
    for step in search.minimize():  # noqa: B007 (the last one counts)
        now = time.process_time()
        longest, last = max(longest, now - last), now
    assert step.most is not None and step.decided
    return Answer(step.most, last - began, longest)


def rc2(question: Question, **options: Any) -> Answer:
    began = time.process_time()
    formula = WCNF()
    for clause in question.hard:
        formula.append(clause)
    for literal, weight in question.costs.items():
        formula.append([-literal], weight=weight)
    with (RC2Stratified if question.weighted else RC2)(formula, **options) as search:
        assert search.compute() is not None
        seconds = time.process_time() - began
        return Answer(int(search.cost), seconds, seconds)


SOLVERS: dict[str, Callable[[Question], Answer]] = {
    "MaxSat": maxsat,
    "RC2, Glucose 4": lambda question: rc2(question, solver="g4"),
    "RC2, MiniSat": lambda question: rc2(question, solver="m22"),
    "RC2 -c b": lambda question: rc2(question, solver="g3", adapt=True, exhaust=True, minz=True),
}


def answered(solver: Callable[[Question], Answer], question: Question, limit: int) -> Answer | None:
    """The solver's answer from a process of its own; None if it takes longer than `limit` processor seconds."""
    context = multiprocessing.get_context("fork")
    reader, writer = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(solver, question, limit, writer))
    process.start()
    writer.close()
    try:
        answer: Answer = reader.recv()
        return answer
    except EOFError:  # the system ended it
        return None
    finally:
        process.join()


def _answer(solver: Callable[[Question], Answer], question: Question, limit: int, writer: Connection) -> None:
    end = int(time.process_time()) + limit
    resource.setrlimit(resource.RLIMIT_CPU, (end, end))
    writer.send(solver(question))


# ---------------------------------------------------------------------- the table


def main() -> None:
    count, limit = (int(text) for text in (*sys.argv[1:3], *("6", "120")[len(sys.argv) - 1 :]))
    print(f"{'game':20}{'changed':>8}{'n':>4}{'optimum':>9}" + "".join(f"{name:>21}" for name in SOLVERS))
    print(" " * 41 + f"{'median':>11}{'worst':>10}" * len(SOLVERS))
    answers: dict[str, list[Answer]] = {name: [] for name in SOLVERS}
    for game in ("rolling_america", "on_tour", "hexroller"):
        rows: dict[tuple[str, int], list[dict[str, Answer]]] = {}
        for k in range(count):
            for changes, auditor, paper in papers(game, k):
                for question in questions(auditor, paper):
                    found = {name: answered(solver, question, limit) for name, solver in SOLVERS.items()}
                    optima = {answer.optimum for answer in found.values() if answer is not None}
                    assert len(optima) <= 1, (game, k, changes, found)
                    if not optima:
                        print(f"{game}, game {k}, {changes} changed: no solver answers within {limit} s")
                        continue
                    optimum = optima.pop()
                    whole = {name: answer or Answer(optimum, limit, limit) for name, answer in found.items()}
                    rows.setdefault((f"{game} 2x" if question.weighted else game, changes), []).append(whole)
                    for name, answer in whole.items():
                        answers[name].append(answer)
        for (kind, changes), row in sorted(rows.items()):
            line = f"{kind:20}{changes:8}{len(row):4}{statistics.mean(each['MaxSat'].optimum for each in row):9.1f}"
            for name in SOLVERS:
                took = [each[name].seconds for each in row]
                line += f"{statistics.median(took):11.3f}{max(took):10.2f}"
            print(line, flush=True)
    for name, given in answers.items():
        ratios = sorted(a.seconds / b.seconds for a, b in zip(given, answers["MaxSat"], strict=True))
        print(f"{name:16}{sum(answer.seconds for answer in given):8.1f} s in all, longest step "
              f"{max(answer.longest for answer in given):6.2f} s; time by that of MaxSat: geometric mean "
              f"{statistics.geometric_mean(ratios):.2f}, p10 {ratios[len(ratios) // 10]:.2f}, "
              f"p90 {ratios[len(ratios) * 9 // 10]:.2f}")


if __name__ == "__main__":
    main()
