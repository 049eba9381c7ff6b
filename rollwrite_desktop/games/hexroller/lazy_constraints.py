"""A model of the clauses as what was written in each round, and the clauses that a way needs besides: what the rules make of
the order within a round, and of the hexes blank at a moment.

Knows no strokes: how many of them are refused is told from outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from rollwrite_desktop.games.hexroller.board import members
from rollwrite_desktop.games.hexroller.encoding import Encoding
from rollwrite_desktop.games.hexroller.model import BLANK, NUMBERS

_PATHS = 200
"""How many chains that would have fitted are forbidden at once."""


@dataclass
class Round:
    """What a way writes in one round: chains as (number, third, hexes in order), the hexes of +1 and of digits too many with
    their numbers, the hexes of a 2; whether a digit too many was called the third number."""

    chains: list[tuple[int, bool, list[int]]] = field(default_factory=list)
    extras: list[tuple[int, int]] = field(default_factory=list)
    spares: list[tuple[int, int]] = field(default_factory=list)
    twos: list[int] = field(default_factory=list)
    spare_third: bool = False
    faults: int = 0


def rounds_of(ways: Encoding, model: frozenset[int]) -> tuple[Round, ...]:
    """The way that a model is."""
    found = tuple(Round() for _ in ways.rounds)
    chains: dict[tuple[int, int], dict[int, int]] = {}
    for (i, n, k, p), literal in ways.step.items():
        if literal in model:
            chains.setdefault((n, k), {})[p] = i
    for (n, k), path in sorted(chains.items()):
        found[k].chains.append((n, ways.third[n, k] in model, [path[p] for p in sorted(path)]))
    for some, of in ((ways.extra, "extras"), (ways.spare, "spares")):
        for (i, n, k), literal in some.items():
            if literal in model:
                getattr(found[k], of).append((i, n))
    for (i, k), literal in ways.two.items():
        if literal in model:
            found[k].twos.append(i)
    for k, one in enumerate(found):
        hexes = [i for _, _, path in one.chains for i in path] + [i for i, _ in one.extras + one.spares] + one.twos
        one.spare_third = ways.spare_third[k] in model
        one.faults = sum(ways.fault[i] in model for i in hexes)
        one.faults += k in ways.boxfault and ways.boxfault[k] in model
        one.faults += sum(literal in model for (_, at), literal in ways.lost.items() if at == k)
    return found


def cut(ways: Encoding, model: frozenset[int], costs: Sequence[int]) -> None:
    """Forbids what a model leaves out. costs: by round how many strokes are refused, whatever their order."""
    for k, one in enumerate(rounds_of(ways, model)):
        if costs[k] > one.faults and not _cut_dash(ways, model, k, one):
            _cut_round(ways, model, k, costs[k] - one.faults)


def _cut_dash(ways: Encoding, model: frozenset[int], k: int, one: Round) -> int:
    """HR-R1: no dash while a number fits. How many chains were found that do."""
    if ways.dashed.get(k) not in model or ways.boxfault[k] in model:
        return 0
    written = {n for n, _, _ in one.chains}
    blank = ways.board.holding(ways.board.printed, BLANK)
    for i in ways.hexes:
        if ways.by[i, k] in model:
            blank &= ~(1 << i)
    cuts = 0
    for n, count in ways.asked.rolls[k].items():
        if n in written or n not in NUMBERS:
            continue
        printed = ways.board.holding(ways.board.printed, n)
        held = printed
        for i in ways.held[n]:
            if k and len(ways.asked.digits[i]) == 1 and ways.by[i, k - 1] in model:
                held |= 1 << i
        unless = [ways.boxfault[k], -ways.dashed[k], *([ways.place[n, k, 1]] if (n, k, 1) in ways.place else [])]
        for path in islice(ways.board.paths(blank, ways.board.around(held) & blank, count), _PATHS):
            beside = ways.board.beside[path[0]]
            cuts += 1
            touched = [] if beside & printed else [-ways.by[next(members(beside & held)), k - 1]]
            ways.add(*unless, *touched, *(ways.by[i, k] for i in path if i in ways.fault))
    return cuts


def _cut_round(ways: Encoding, model: frozenset[int], k: int, more: int) -> None:
    """The same strokes on the same sheet will be refused as often again."""
    here = [*ways.step.items(), *ways.extra.items(), *ways.spare.items()]
    strokes = [literal for key, literal in here if key[2] == k]
    strokes += [literal for (_, at), literal in ways.two.items() if at == k]
    strokes += [literal for (_, at), literal in ways.third.items() if at == k]
    strokes.append(ways.spare_third[k])
    if k in ways.dashed:
        strokes.append(ways.dashed[k])
    strokes += [ways.by[i, k - 1] for i in ways.hexes if k]
    spent = [literal for key, literal in ways.extra.items() if key[2] < k]
    spent += [literal for (_, at), literal in [*ways.two.items(), *ways.third.items()] if at < k]
    spent += [literal for at, literal in ways.spare_third.items() if at < k]
    unlike = [-literal if literal in model else literal for literal in strokes + spent]
    for _ in range(more):
        ways.add(ways.new_fault(), *unlike)
