"""A model of the clauses as what was written in each round, and the clauses that a way needs besides: what the rules make of
the order within a round, and of the hexes blank at a moment.

Knows no strokes: how many of them are refused is told from outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from msgspec import Struct, field

from rollwrite_desktop.games.hexroller.check.encoding import Encoding
from rollwrite_desktop.games.hexroller.play.board import members
from rollwrite_desktop.games.hexroller.play.model import BLANK, NUMBERS

_PATHS = 200
"""How many chains that would have fitted are forbidden at once."""


class Round(Struct):
    """What a way writes in one round: chains as (number, third, hexes in order), the hexes of +1 and of digits too many with
    their numbers, the hexes of a 2; whether some digit too many was called the third number; the column of boxes that is
    filled."""

    chains: list[tuple[int, bool, list[int]]] = field(default_factory=list)
    extras: list[tuple[int, int]] = field(default_factory=list)
    spares: list[tuple[int, int]] = field(default_factory=list)
    twos: list[int] = field(default_factory=list)
    spare_third: bool = False
    column: tuple[str, str] | None = None
    faults: int = 0


def rounds_of(encoding: Encoding, model: frozenset[int]) -> tuple[Round, ...]:
    """Returns the way that a model is."""
    found = tuple(Round() for _ in encoding.rounds)
    chains: dict[tuple[int, int], dict[int, int]] = {}
    for (i, n, k, p), literal in encoding.step.items():
        if literal in model:
            chains.setdefault((n, k), {})[p] = i
    for (n, k), path in sorted(chains.items()):
        found[k].chains.append((n, encoding.third[n, k] in model, [path[p] for p in sorted(path)]))
    for some, of in ((encoding.extra, "extras"), (encoding.spare, "spares")):
        for (i, n, k), literal in some.items():
            if literal in model:
                getattr(found[k], of).append((i, n))
    for (i, k), literal in encoding.two.items():
        if literal in model:
            found[k].twos.append(i)
    for k, one in enumerate(found):
        hexes = [i for _, _, path in one.chains for i in path] + [i for i, _ in one.extras + one.spares] + one.twos
        one.spare_third = encoding.spare_third[k] in model
        filled = (c for (at, c), literal in encoding.column.items() if at == k and literal in model)
        one.column = next((encoding.asked.columns[c] for c in filled if c is not None), None)
        one.faults = sum(encoding.fault[i] in model for i in hexes)
        one.faults += k in encoding.boxfault and encoding.boxfault[k] in model
        one.faults += sum(literal in model for (_, at), literal in encoding.lost.items() if at == k)
        one.faults += sum(literal in model for literal in encoding.again[k])
    return found


def cut(encoding: Encoding, model: frozenset[int], least: Sequence[int]) -> None:
    """Adds the lazy constraints that a model violates. least: by round, how many moves any order of it refuses."""
    for k, one in enumerate(rounds_of(encoding, model)):
        if least[k] <= one.faults:
            continue
        blank = encoding.board.holding(encoding.board.printed, BLANK)
        for i in encoding.hexes:
            if encoding.by[i, k] in model:
                blank &= ~(1 << i)
        known = len(encoding.clauses)
        _cut_dash(encoding, model, k, one, blank)
        _cut_room(encoding, model, k, one, blank)
        if len(encoding.clauses) == known:
            _cut_round(encoding, model, k, least[k] - one.faults)


def _cut_room(encoding: Encoding, model: frozenset[int], k: int, one: Round, blank: int) -> None:
    """HR-7: no want of room while hexes are blank to the end of the round, so that a chain fits."""
    for n, _, path in one.chains:
        count = encoding.asked.rolls[k][n]
        if not any(encoding.jump[n, k, p] in model for p in range(2, count + 1)):
            continue
        for p, i in enumerate(path[: count - 1], 1):
            if encoding.stranded[n, k, p] not in model:
                continue
            for more in islice(encoding.board.paths(blank, encoding.board.beside[i], count - p), _PATHS):
                doubtful = (encoding.by[j, k] for j in more if j in encoding.fault)
                encoding.add(-encoding.stranded[n, k, p], -encoding.step[i, n, k, p], *doubtful)


def _cut_dash(encoding: Encoding, model: frozenset[int], k: int, one: Round, blank: int) -> None:
    """HR-R1: no dash while a number fits."""
    if encoding.dashed.get(k) not in model or encoding.boxfault[k] in model:
        return
    written = {n for n, _, _ in one.chains}
    for n, count in encoding.asked.rolls[k].items():
        if n in written or n not in NUMBERS:
            continue
        printed = encoding.board.holding(encoding.board.printed, n)
        held = printed
        for i in encoding.held[n]:
            if k and len(encoding.asked.digits[i]) == 1 and encoding.by[i, k - 1] in model:
                held |= 1 << i
        placed = [encoding.place[n, k, 1]] if (n, k, 1) in encoding.place else []
        unless = [encoding.boxfault[k], -encoding.dashed[k], *placed]
        for path in islice(encoding.board.paths(blank, encoding.board.around(held) & blank, count), _PATHS):
            beside = encoding.board.beside[path[0]]
            touched = [] if beside & printed else [-encoding.by[members(beside & held)[0], k - 1]]
            encoding.add(*unless, *touched, *(encoding.by[i, k] for i in path if i in encoding.fault))


def _cut_round(encoding: Encoding, model: frozenset[int], k: int, more: int) -> None:
    """Adds that the same strokes on the same sheet will be refused as often again."""
    # Of what was written before, the sheet tells all but what was written where nobody can read it.
    written = [*encoding.step.items(), *encoding.spare.items()]
    strokes = [literal for (i, _, at, *_), literal in written if at <= k and (at == k or i in encoding.unread)]
    strokes += [literal for (at, _), literal in encoding.column.items() if at == k]
    if k:
        strokes += [encoding.by[i, k - 1] for i in encoding.hexes]
    spent = [literal for (_, _, at), literal in encoding.extra.items() if at <= k]
    spent += [literal for (_, at), literal in [*encoding.two.items(), *encoding.third.items()] if at <= k]
    spent += [literal for at, literal in encoding.spare_third.items() if at <= k]
    unlike = [-literal if literal in model else literal for literal in strokes + spent]
    for _ in range(more):
        encoding.again[k].append(encoding.new_fault())
        encoding.add(encoding.again[k][-1], *unlike)
