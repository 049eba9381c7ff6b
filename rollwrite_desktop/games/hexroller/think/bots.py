"""Computer players of HexRoller. They see what a person sees: the own sheet and the dice on the table."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

from rollwrite_desktop.core.bots import random_bot
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.core.rules import Move, Rules
from rollwrite_desktop.gamekit.think.engine import Engine
from rollwrite_desktop.gamekit.think.levels import Level, five_levels, five_titles
from rollwrite_desktop.games.hexroller.play.evaluation import Evaluation, Path
from rollwrite_desktop.games.hexroller.play.model import Boxes, Done, Extra, Part, State, Two, Write
from rollwrite_desktop.games.hexroller.play.rules import HexRoller

PRICE = 1.0
"""What keeping a bonus is worth per round left, as far as it exceeds its points; it saturates."""
WHIM = 0.15
"""Points by which a plan may seem better than it is."""
KEPT = 10
"""Paths per number that are tried in pairs."""


def greedy(rules: Rules[State], state: State, player: str, luck: random.Random) -> Move:
    """Plans the two chains of a round together with their boxes, by expected points; a bonus is used when it gains more than
    keeping it. Random noise in the values makes two such players at a table write different sheets."""
    assert isinstance(rules, HexRoller)
    part = state.part(player)
    evaluation = Evaluation(rules, part.marks, rules.rounds - len(state.rolls))
    chain = rules.running(state, part)
    if chain is not None:
        ways = rules.board.beside[chain.path[-1]] & evaluation.free
        best = evaluation.best_paths(chain.number, ways, rules.left(state, chain), 1)
        return Write(rules.spaces[best[0][1][0]], chain.number, chain.third)
    if part.boxed:
        return _bonus(rules, state, player, evaluation) or Done()
    planned = _plan(rules, state, part, evaluation, luck) if len(part.chosen) < 2 else None
    return planned or _boxes(part, evaluation)


def _candidates(rules: HexRoller, state: State, part: Part, evaluation: Evaluation) -> dict[int, list[tuple[float, Path]]]:
    """Returns the best paths of every number that can be written."""
    found = {}
    for n, count in rules.choosable(state, part).items():
        ways = rules.board.around(rules.board.holding(part.marks, n)) & evaluation.free
        paths = evaluation.best_paths(n, ways, count, KEPT)
        if paths:
            found[n] = paths
    return found


def _plan(rules: HexRoller, state: State, part: Part, evaluation: Evaluation, luck: random.Random) -> Move | None:
    """Returns the first hex of the best number, chosen together with the number that is to follow."""
    candidates = _candidates(rules, state, part, evaluation)
    best: tuple[float, int, Path] | None = None
    if part.chosen:
        for n, paths in candidates.items():
            value = paths[0][0] + _row_gain(part, evaluation, (part.chosen[0], n)) + WHIM * luck.random()
            best = max(best, (value, n, paths[0][1])) if best else (value, n, paths[0][1])
    else:
        for value, n, path in _pairs(part, evaluation, candidates):
            value += WHIM * luck.random()
            best = max(best, (value, n, path)) if best else (value, n, path)
    return Write(rules.spaces[best[2][0]], best[1]) if best else None


def _pairs(
    part: Part, evaluation: Evaluation, candidates: dict[int, list[tuple[float, Path]]]
) -> Iterator[tuple[float, int, Path]]:
    """Yields what each first path is worth with the best second one that keeps clear of it; without any, next to nothing."""
    for n, paths in candidates.items():
        rows = {m: _row_gain(part, evaluation, (n, m)) for m in candidates if m != n}
        for value, path in paths:
            taken = set(path)
            seconds = [
                rows[m] + next((second for second, other in others if taken.isdisjoint(other)), -9.0)
                for m, others in candidates.items() if m != n
            ]
            yield value + max(seconds, default=-9.0), n, path


def _row_gain(part: Part, evaluation: Evaluation, numbers: tuple[int, int]) -> float:
    """Returns what the better way round of two numbers in the boxes adds."""
    a, b = (str(n) for n in numbers)
    now = evaluation.row(part.upper) + evaluation.row(part.lower)
    return max(
        evaluation.row(part.upper + a) + evaluation.row(part.lower + b),
        evaluation.row(part.upper + b) + evaluation.row(part.lower + a),
    ) - now


def _boxes(part: Part, evaluation: Evaluation) -> Move:
    """Returns the boxes, the better way round; a dash for what could not be written."""
    a, b = (*part.chosen, 0, 0)[:2]
    if evaluation.row(part.upper + str(a)) + evaluation.row(part.lower + str(b)) >= (
        evaluation.row(part.upper + str(b)) + evaluation.row(part.lower + str(a))
    ):
        return Boxes(a, b)
    return Boxes(b, a)


def _bonus(rules: HexRoller, state: State, player: str, evaluation: Evaluation) -> Move | None:
    """Returns the bonus that gains most, if it gains more than it is worth unused."""
    part = state.part(player)
    if part.bonus:
        return None
    worth = rules.scoring.bonus + PRICE * math.sqrt(evaluation.left)
    best: tuple[float, Move | None] = (worth, None)
    for move in rules.moves(state, player):
        match move:
            case Extra(space, number):
                value = evaluation.gain(number, (rules.index[space],))
            case Two(space):
                value = evaluation.gain_of_two(rules.index[space])
            case _:
                continue
        if value > best[0]:
            best = value, move
    if "third" not in part.used and len(part.chosen) == 2:
        for n, paths in _candidates(rules, state, part, evaluation).items():
            if paths[0][0] > best[0]:
                best = paths[0][0], Write(rules.spaces[paths[0][1][0]], n, third=True)
    return best[1]


def engine_of(rules: HexRoller) -> Engine:
    """Returns the engine of the strong computer players, loaded when one of them plays: it brings numpy along. Raises
    Unsuited."""
    from rollwrite_desktop.games.hexroller.think.engine import HexRollerEngine

    return HexRollerEngine(rules)


BOTS = five_levels(random_bot, greedy, engine_of)
"""The computer players by name, the best last."""
LEVELS = five_titles(Level(mark("Medium"), mark("Weighs areas, connections and rows for every chain before it writes one.")))
