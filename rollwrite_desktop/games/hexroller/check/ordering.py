"""A way of writing a sheet as the strokes of its rounds, in the order in which the rules refuse the fewest of them.

Knows the rules and nothing of how the way was found. The order of a round is found by A* search over what is still to be
written, which looks at every order that keeps chains together, until one has no more refusals than the way has faults or
it is certain that none has. What remains then is ordered greedily.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.chance import Die, Outcome
from rollwrite_desktop.core.rules import CHANCE, Event, Refusal
from rollwrite_desktop.games.hexroller.check.encoding import Asked
from rollwrite_desktop.games.hexroller.check.lazy_constraints import Round
from rollwrite_desktop.games.hexroller.play.model import DASH, Boxes, Done, Extra, Part, State, Stroke, Two, Write
from rollwrite_desktop.games.hexroller.play.rules import HexRoller

_PLAYER = "p1"
_AT_ONCE = 500
"""How many strokes are tried, some 50 ms, before it is told."""


class Refused(Struct, frozen=True):
    """A refused stroke: its round from 0, the sheet before it, and why."""

    round: int
    stroke: Stroke
    refusal: Refusal
    part: Part


class Play(Struct, frozen=True):
    """strokes: by round. refused: as they came. least: by round how many strokes are refused in any order, at least. part:
    the sheet at the end."""

    strokes: tuple[tuple[Stroke, ...], ...]
    refused: tuple[Refused, ...]
    least: tuple[int, ...]
    part: Part


def ordered(
    rules: HexRoller, asked: Asked, rounds: Sequence[Round], tries: int | None = None
) -> Generator[None, None, Play]:
    """Returns the strokes of a way, and yields now and then meanwhile. tries: after how many strokes the search for an order
    ends."""
    state = rules.start((_PLAYER,))
    strokes: list[tuple[Stroke, ...]] = []
    refused: list[Refused] = []
    least: list[int] = []
    for k, one in enumerate(rounds):
        dice = tuple(Die("", n) for n, times in asked.rolls[k].items() for _ in range(times))
        state = rules.apply(state, Event(CHANCE, Outcome(dice)))
        fewest, order = yield from _Search(rules, one, asked.closed(k)).order(state, tries)
        for stroke in order:
            event = Event(_PLAYER, stroke)
            refusal = rules.refuse(state, event)
            if refusal is not None:
                refused.append(Refused(k, stroke, refusal, state.part(_PLAYER)))
            state = rules.apply(state, event)
        strokes.append(order)
        least.append(fewest)
    return Play(tuple(strokes), tuple(refused), tuple(least), state.part(_PLAYER))


class _Node(Struct, frozen=True):
    """Where a search is. left: the pieces not begun; path: what is still to be written of the chain in hand. third: some
    digit too many was called the third number."""

    left: frozenset[int]
    path: tuple[Write, ...]
    third: bool
    state: State
    strokes: tuple[Stroke, ...]

    @property
    def part(self) -> Part:
        return self.state.parts[0]


class _Search:
    """The best order of one round. A piece is a chain, a single stroke, or None for the boxes, whose numbers depend on what
    was written before. An order in which a digit too many comes first of its number, and so is not refused, belongs to
    another way; it is a play all the same."""

    def __init__(self, rules: HexRoller, one: Round, closed: bool) -> None:
        self.rules = rules
        self.one = one
        self.closed = closed
        spaces = rules.spaces
        chains = sorted(one.chains, key=lambda chain: chain[1])
        self.pieces: list[tuple[Write, ...] | Extra | Two | None] = [
            *(tuple(Write(spaces[i], n, third) for i in path) for n, third, path in chains),
            *(Extra(spaces[i], n) for i, n in one.extras),
            *([] if one.column is None else [None]),
            *(Two(spaces[i]) for i in one.twos),
            *((Write(spaces[i], n),) for i, n in one.spares),
        ]
        self.spares = frozenset(range(len(self.pieces) - len(one.spares), len(self.pieces)))
        self.bonus = {
            **{place: "third" for place, (_, third, _) in enumerate(chains) if third},
            **{place: "plus_one" for place, piece in enumerate(self.pieces) if isinstance(piece, Extra)},
            **{place: "two" for place, piece in enumerate(self.pieces) if isinstance(piece, Two)},
        }

    def order(self, state: State, tries: int | None) -> Generator[None, None, tuple[int, tuple[Stroke, ...]]]:
        """How many strokes are refused in any order, at least, and an order: the best one, if it has no more refusals than
        the way has faults in this round."""
        turn = count()
        start = _Node(frozenset(range(len(self.pieces))), (), False, state, ())
        heap: list[tuple[tuple[int, ...], int, int, int, _Node]] = [((), next(turn), self._least(start), 0, start)]
        seen: set[Hashable] = set()
        tried = 0
        proved: int | None = None
        while True:
            _, _, fewest, cost, node = heappop(heap)
            if proved is None and (fewest > self.one.faults or (tries is not None and tried > tries)):
                # From here on, greedily: what leaves least to be written, then what is cheapest.
                proved, heap, seen = fewest, [], set()
            if node.part.done or (self._written(node) and not self.closed):
                return (fewest if proved is None else proved), node.strokes
            key = self._key(node)
            if key in seen:
                continue
            seen.add(key)
            for (left, path, third), stroke in self._steps(node):
                event = Event(_PLAYER, stroke)
                more = cost + (self.rules.refuse(node.state, event) is not None)
                there = _Node(left, path, third, self.rules.apply(node.state, event), (*node.strokes, stroke))
                bound, waiting = more + self._least(there), len(left) + len(path)
                rank = (bound, waiting) if proved is None else (waiting, bound)
                heappush(heap, (rank, next(turn), bound, more, there))
                tried += 1
                if not tried % _AT_ONCE:
                    yield

    def _steps(self, node: _Node) -> Iterator[tuple[tuple[frozenset[int], tuple[Write, ...], bool], Stroke]]:
        """Yields what can come next: the pieces left after it, the rest of its chain, whether a third number was too
        many."""
        if node.path:
            yield (node.left, node.path[1:], node.third), node.path[0]
        elif self._written(node):
            yield (node.left, (), node.third), Done()
        for place in sorted(node.left):
            piece, left = self.pieces[place], node.left - {place}
            if isinstance(piece, Extra | Two):
                yield (left, node.path, node.third), piece
            elif node.path:
                continue
            elif piece is None:
                yield (left, (), node.third), self._boxes(node.part)
            elif place not in self.spares:
                yield (left, piece[1:], node.third), piece[0]
            else:
                # One of them at least is called the third number, where some is.
                last = self.one.spare_third and not node.third and not left & self.spares
                for third in (True,) if last else (False, True) if self.one.spare_third else (False,):
                    yield (left, (), node.third or third), replace(piece[0], third=third)

    def _written(self, node: _Node) -> bool:
        """Returns whether nothing is left of the round but to close it."""
        return not node.left and not node.path and node.third == self.one.spare_third

    def _boxes(self, part: Part) -> Boxes:
        """Returns the boxes as they stand; where it is not known, with the numbers chosen."""
        assert self.one.column is not None
        held = [0 if one == DASH else int(one) if one.isdigit() else None for one in self.one.column]
        left = [n for n in dict.fromkeys(part.chosen) if n not in held]
        upper, lower = (one if one is not None else left.pop(0) if left else 0 for one in held)
        return Boxes(upper, lower)

    def _least(self, node: _Node) -> int:
        """How many strokes will be refused at least: digits too many, and bonuses but the first one."""
        part = node.part
        again = unused = 0
        for place in node.left:
            bonus = self.bonus.get(place)
            again += bonus is not None and bonus in part.used
            unused += bonus is not None and bonus not in part.used
        refused = again + max(0, unused - (not part.bonus))
        return refused + len(node.left & self.spares) + (self.closed and self.one.column is None and not part.done)

    def _key(self, node: _Node) -> Hashable:
        """Memo key: the part of the search state that determines its continuations."""
        part = node.part
        last = part.chains[-1] if part.chains and self.rules.left(node.state, part.chains[-1]) else None
        ends = {chain.number: chain.path[-1] for chain in reversed(part.chains) if not chain.third}
        longer = {piece.number for place in node.left if isinstance(piece := self.pieces[place], Extra)}
        return (
            node.left, node.path, node.third, bool(part.bonus), tuple(sorted(part.chosen)),
            last and (last.number, last.third, last.faulty, last.lost, last.path[-1], len(last.path)),
            tuple(sorted((n, end) for n, end in ends.items() if n in longer)),
        )
