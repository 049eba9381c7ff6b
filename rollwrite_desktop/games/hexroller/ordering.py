"""A way of writing a sheet as the strokes of its rounds, in the order in which the rules refuse the fewest of them.

Knows the rules and nothing of how the way was found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

from rollwrite_desktop.core.chance import CHANCE, Die, Outcome
from rollwrite_desktop.core.rules import Event, Refusal
from rollwrite_desktop.games.hexroller.encoding import Asked
from rollwrite_desktop.games.hexroller.lazy_constraints import Round
from rollwrite_desktop.games.hexroller.model import DASH, Boxes, Done, Extra, Part, State, Stroke, Two, Write
from rollwrite_desktop.games.hexroller.rules import HexRoller

_PLAYER = "p1"
_MOST = 1500
"""How many strokes are tried in a round before the best order so far counts."""

Piece = tuple[Stroke, ...] | None
"""Strokes that follow one another; None: the boxes, whose strokes depend on what was written before."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A refused stroke: its round from 0, the sheet before it, and why."""

    round: int
    stroke: Stroke
    refusal: Refusal
    part: Part


@dataclass(frozen=True, slots=True)
class LogLine:
    """strokes: by round. refused: as they came. costs: by round how many strokes are refused. part: the sheet at the end.
    exact: no order of any round has fewer refusals."""

    strokes: tuple[tuple[Stroke, ...], ...]
    refused: tuple[Refused, ...]
    costs: tuple[int, ...]
    part: Part
    exact: bool


def told(rules: HexRoller, asked: Asked, rounds: Sequence[Round]) -> LogLine:
    """The strokes of a way."""
    state = rules.start((_PLAYER,))
    strokes: list[tuple[Stroke, ...]] = []
    refused: list[Refused] = []
    costs: list[int] = []
    exact = True
    for k, one in enumerate(rounds):
        dice = tuple(Die("", n) for n, times in asked.rolls[k].items() for _ in range(times))
        state = rules.apply(state, Event(CHANCE, Outcome(dice)))
        order, whole = _ordered(rules, state, asked, k, one)
        exact = exact and whole
        before = len(refused)
        for stroke in order:
            event = Event(_PLAYER, stroke)
            refusal = rules.refuse(state, event)
            if refusal is not None:
                refused.append(Refused(k, stroke, refusal, state.part(_PLAYER)))
            state = rules.apply(state, event)
        strokes.append(order)
        costs.append(len(refused) - before)
    return LogLine(tuple(strokes), tuple(refused), tuple(costs), state.part(_PLAYER), exact)


def _pieces(rules: HexRoller, asked: Asked, k: int, one: Round) -> list[Piece]:
    """What is written in a round, in an order that is often right: a 2 may have to take a place before a dash."""
    spaces = rules.spaces
    column = asked.columns[k] if asked.closed(k) and k < len(asked.columns) else None
    dashed = column is not None and DASH in column
    twos: list[Piece] = [(Two(spaces[i]),) for i in one.twos]
    pieces = list(twos) if dashed else []
    for third in (False, True):
        for n, _, path in (chain for chain in one.chains if chain[1] == third):
            pieces.append(tuple(Write(spaces[i], n, third) for i in path))
    pieces += [(Extra(spaces[i], n),) for i, n in one.extras]
    if column is not None:
        pieces.append(None)
    pieces += [] if dashed else twos
    for place, (i, n) in enumerate(one.spares):
        pieces.append((Write(spaces[i], n, one.spare_third and place == 0),))
    return pieces


def _boxes(asked: Asked, k: int, part: Part) -> Boxes:
    """The boxes as they stand; where it is not known, with the numbers chosen."""
    held = [0 if one == DASH else int(one) if one.isdigit() else None for one in asked.columns[k]]
    left = [n for n in dict.fromkeys(part.chosen) if n not in held]
    upper, lower = (one if one is not None else left.pop(0) if left else 0 for one in held)
    return Boxes(upper, lower)


def _ordered(rules: HexRoller, state: State, asked: Asked, k: int, one: Round) -> tuple[tuple[Stroke, ...], bool]:
    """The strokes of a round in the order in which the fewest are refused, and whether all orders were looked at."""
    pieces = _pieces(rules, asked, k, one)
    turn = count()
    start: tuple[int, int, int, frozenset[int], State, tuple[Stroke, ...]] = (
        0, len(pieces) + 1, next(turn), frozenset(range(len(pieces))), state, (),
    )
    heap = [start]
    seen: set[tuple[frozenset[int], Part]] = set()
    tried = 0
    while heap:
        cost, waiting, _, left, here, strokes = heappop(heap)
        if not waiting:
            return strokes, True
        if (left, here.parts[0]) in seen:
            continue
        seen.add((left, here.parts[0]))
        todo: list[tuple[frozenset[int], tuple[Stroke, ...]]] = []
        for which in sorted(left):
            piece = pieces[which]
            todo.append((left - {which}, (_boxes(asked, k, here.parts[0]),) if piece is None else piece))
        if not left:
            todo = [(left, (Done(),) if asked.closed(k) else ())]
        for rest, piece in todo:
            after, more = here, 0
            for stroke in piece:
                event = Event(_PLAYER, stroke)
                more += rules.refuse(after, event) is not None
                after = rules.apply(after, event)
                tried += 1
            heappush(heap, (cost + more, len(rest) + bool(left), next(turn), rest, after, strokes + piece))
        if tried > _MOST:
            # Too many orders: the rest as it stands.
            for which in sorted(left):
                strokes += pieces[which] or (_boxes(asked, k, here.parts[0]),)
            return strokes + ((Done(),) if asked.closed(k) else ()), False
    raise AssertionError("some order comes to its end")
