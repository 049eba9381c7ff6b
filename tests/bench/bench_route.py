"""How long the best route takes, in processor time: on maps as they are played and on hostile ones, beside plain
depth-first search and CP-SAT.

    python3 packaging/bench.py bench_route [GAMES]

CP-SAT joins in where ortools is installed; it is no dependency.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from rollwrite_desktop.core.bots import play_out
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.marks import circle, content, is_circled
from rollwrite_desktop.games.on_tour import GAME
from rollwrite_desktop.games.on_tour.play.model import STAR, X
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.sheet.load import find

try:
    from ortools.sat.python import cp_model
except ImportError:
    cp_model = None

RULES = OnTour(find("on_tour_usa"), {"route": "best"})
Marks = tuple[str, ...]
PATIENCE = 20.0


def maps_played(count: int) -> list[Marks]:
    found = []
    for seed in range(count):
        session: Session[Any] = Session(RULES, ("p1",), code=f"BENCH-{seed}")
        play_out(session, {"p1": GAME.think.bots["random"]}, random.Random(seed))
        found.append(session.state.parts[0].marks)
    return found


def hostile(luck: random.Random, stars: int) -> Marks:
    """Stars and random numbers, some circled, an X or two."""
    whats = [STAR] * stars + [f"{luck.randrange(100):02}" for _ in range(41 - stars)]
    luck.shuffle(whats)
    return tuple(circle(what) if luck.random() < 0.15 else what for what in whats)


def depth_first(marks: Marks) -> int | None:
    """Every route there is, one after another; None if that takes too long."""
    began = time.process_time()
    best = 0
    neighbors = RULES.roads.neighbors
    held = [content(mark) for mark in marks]
    worth = [1 + is_circled(mark) for mark in marks]

    def onward(here: int, seen: int, last: int, score: int) -> bool:
        nonlocal best
        best = max(best, score)
        if time.process_time() - began > PATIENCE:
            return False
        for there in neighbors[here]:
            if seen >> there & 1 or held[there] == X or (held[there] != STAR and int(held[there]) < last):
                continue
            reached = last if held[there] == STAR else int(held[there])
            if not onward(there, seen | 1 << there, reached, score + worth[there]):
                return False
        return True

    done = all(
        onward(i, 1 << i, -1 if what == STAR else int(what), worth[i]) for i, what in enumerate(held) if what != X
    )
    return best if done else None


def cp_sat(marks: Marks) -> int | None:
    """A circuit with a way out: one arc into and out of every area on the route, numbers carried along."""
    model = cp_model.CpModel()
    arcs, gains = [], []
    nodes = [i for i, mark in enumerate(marks) if content(mark) != X]
    level = {i: model.new_int_var(0, 99, f"n{i}") for i in nodes}
    for i in nodes:
        if content(marks[i]) != STAR:
            model.add(level[i] == int(content(marks[i])))
        off = model.new_bool_var(f"off{i}")
        arcs += [(i, i, off), (41, i, model.new_bool_var("")), (i, 41, model.new_bool_var(""))]
        gains.append((1 + is_circled(marks[i])) * (1 - off))
        for j in RULES.roads.neighbors[i]:
            if j in level:
                on = model.new_bool_var("")
                arcs.append((i, j, on))
                model.add(level[i] <= level[j]).only_enforce_if(on)
    arcs.append((41, 41, model.new_bool_var("")))
    model.add_circuit(arcs)
    model.maximize(sum(gains))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = PATIENCE
    solver.parameters.num_workers = 1
    return round(solver.objective_value) if solver.solve(model) == cp_model.OPTIMAL else None


def timed(name: str, maps: list[Marks], answer: Callable[[Marks], int | None]) -> list[int | None]:
    took, answers = [], []
    for marks in maps:
        began = time.process_time()
        answers.append(answer(marks))
        took.append(1000 * (time.process_time() - began))
    late = sum(found is None for found in answers)
    print(f"  {name:12} median {statistics.median(took):9.2f} ms   worst {max(took):9.1f} ms"
          + (f"   {late} of {len(maps)} not answered in {PATIENCE:.0f} s" if late else ""))
    return answers


def ours(marks: Marks) -> int:
    return RULES.roads._best(marks).score


def compared(title: str, maps: list[Marks], others: int) -> None:
    """Ours on all of the maps; the two others on the first few, which must agree."""
    print(f"{title}: {len(maps)} maps")
    found = timed("rollwrite", maps, ours)
    rivals = {"depth-first": depth_first} | ({"CP-SAT": cp_sat} if cp_model else {})
    for name, answer in rivals.items():
        for mine, other in zip(found, timed(name, maps[:others], answer), strict=False):
            assert other is None or other == mine, (name, mine, other)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    luck = random.Random(1)
    played = maps_played(count)
    ordinary = [marks for marks in played if sum(content(mark) == STAR for mark in marks) <= 6]
    compared("as played, up to 6 stars", ordinary, 20)
    for stars in (7, 10, 14, 18, 22, 24, 26, 28, 30, 32, 34, 37, 40):
        compared(f"{stars} stars", [hostile(luck, stars) for _ in range(4)], 1)
    compared("all stars", [(STAR,) * 41, (circle(STAR),) * 41], 1)
    compared("all equal", [("50",) * 41, (circle("50"),) * 41], 1)


if __name__ == "__main__":
    main()
