"""The heaviest simple path in an undirected graph along which labels never decrease; a wildcard vertex fits any label.

Frontier-based dynamic programming (Knuth, TAOCP 4A, 7.1.4, Simpath; Kawahara et al., IEICE 2017): vertices are taken in a
fixed order, and after each the set of edges chosen so far, a set of path fragments, is reduced to what matters on the
frontier, the processed vertices with unprocessed neighbors. Such a state gives each frontier vertex its mate (the other end
of its fragment) and the labels that may still be joined there; of all edge sets with one state only the heaviest is kept.

Time and memory are proportional to the number of states, which is exponential in the width of the frontier alone: on planar
graphs of some forty vertices it stays small, also where all labels are equal or wildcards and searching path by path would
not end. States that cannot beat the best path known are dropped (branch and bound).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

WILDCARD = -1
"""The label of a vertex that may stand between any two labels."""

UNUSED, INNER = 0, 1
"""A frontier vertex on no fragment, and one inside a fragment."""
TAIL, HEAD, EITHER = 0, 1, 2
"""An end of a fragment: the path enters it there, leaves it there, or the direction is still open, because all labels of the
fragment are equal or wildcards."""
START, FINISH = -1, -2
"""The mate of an end whose fragment's other end has left the frontier: the path starts, or finishes, there."""


class End(NamedTuple):
    """An end of a fragment on the frontier: the vertex at its other end, its direction, and the label that counts there as a
    rank from 1; 0: the fragment has wildcards only."""

    mate: int
    kind: int
    rank: int


Slot = int | End
State = tuple[Slot, ...]
"""The slots of the frontier's vertices, in their order."""
Trail = tuple["Trail", int, int] | None
"""The edges of a state as a linked list, the latest first."""
States = dict[State, tuple[int, Trail]]
"""For each state the greatest weight, and the edges that give it."""

# Beam widths: of the search for an order, and of the first pass, whose path is the bound for the second.
_ORDER_BEAM = 64
_FIRST_BEAM = 250


def longest_path(
    labels: Mapping[int, int], weights: Mapping[int, int], neighbors: Mapping[int, tuple[int, ...]], order: tuple[int, ...]
) -> tuple[int, ...]:
    """Returns the vertices of a path of greatest weight, always the same one; () if there are no vertices.

    labels: vertex to a label from 0, or WILDCARD. weights: vertex to a positive weight. order: the order in which vertices
    are processed, from `vertex_order`; it may name others, which are left out.
    """
    if not labels:
        return ()
    order = tuple(vertex for vertex in order if vertex in labels)
    search = _Search(labels, weights, neighbors)
    search.run(order, _FIRST_BEAM)
    search.run(order, None)
    return search.path()


class _Search:
    """The search in one labeled graph."""

    def __init__(
        self, labels: Mapping[int, int], weights: Mapping[int, int], neighbors: Mapping[int, tuple[int, ...]]
    ) -> None:
        ranks = {label: rank for rank, label in enumerate(sorted({label for label in labels.values() if label >= 0}), 1)}
        self.rank = {vertex: ranks.get(label, 0) for vertex, label in labels.items()}
        self.top = len(ranks) + 1
        self.weights = weights
        self.neighbors = neighbors
        self.single = max(sorted(labels), key=lambda vertex: weights[vertex])
        self.best = weights[self.single]
        self.trail: Trail = None

    def run(self, order: tuple[int, ...], beam: int | None) -> None:
        """Processes all vertices, with all states or with the `beam` heaviest after each vertex."""
        place = {vertex: i for i, vertex in enumerate(order)}
        states: States = {(): (0, None)}
        frontier: list[int] = []
        for i, vertex in enumerate(order):
            frontier.append(vertex)
            states = {(*state, UNUSED): held for state, held in states.items()}
            for other in sorted(self.neighbors[vertex], key=lambda j: place[j]):
                if place[other] < i:
                    states = self._with_edge(states, frontier.index(other), len(frontier) - 1, tuple(frontier))
            for done in [a for a in frontier if all(place[j] <= i for j in self.neighbors[a])]:
                states = self._without_vertex(states, frontier.index(done), tuple(frontier))
                frontier.remove(done)
            ranks_ahead = frozenset(self.rank[a] for a in order[i + 1 :]) - {0}
            weight_ahead = sum(self.weights[a] for a in order[i + 1 :])
            states = self._merged(states, tuple(frontier), ranks_ahead, weight_ahead)
            if beam is not None and len(states) > beam:
                states = dict(sorted(states.items(), key=lambda item: -item[1][0])[:beam])

    # ------------------------------------------------------------------ an edge

    def _with_edge(self, states: States, at: int, to: int, frontier: tuple[int, ...]) -> States:
        """Returns the states with and without the edge between the frontier's vertices at two places."""
        after = dict(states)
        for state, (weight, trail) in states.items():
            u, v = state[at], state[to]
            if u == INNER or v == INNER:
                continue
            if isinstance(u, End) and u.mate == frontier[to]:  # it would close a cycle
                continue
            gain = (self.weights[frontier[at]] if u == UNUSED else 0) + (self.weights[frontier[to]] if v == UNUSED else 0)
            for joined in self._joins(state, at, to, frontier):
                if joined is None:
                    self._complete(state, (at, to), weight + gain, (trail, frontier[at], frontier[to]))
                else:
                    _keep(after, joined, weight + gain, (trail, frontier[at], frontier[to]))
        return after

    def _joins(self, state: State, at: int, to: int, frontier: tuple[int, ...]) -> Iterator[State | None]:
        """Yields the states that joining two ends can give, one for each direction; None for a whole path."""
        u, v = self._end(state[at], frontier[at]), self._end(state[to], frontier[to])
        if u.kind == EITHER and v.kind == EITHER and (not u.rank or not v.rank or u.rank == v.rank):
            yield self._joined(state, at, to, frontier, u, v, EITHER, u.rank or v.rank, u.rank or v.rank)
            return
        if u.kind != TAIL and v.kind != HEAD:
            yield from self._directed(state, at, to, frontier, u, v)
        if v.kind != TAIL and u.kind != HEAD:
            yield from self._directed(state, to, at, frontier, v, u)

    def _directed(
        self, state: State, at: int, to: int, frontier: tuple[int, ...], u: End, v: End
    ) -> Iterator[State | None]:
        """Joins the fragment that ends in u to the one that begins in v, if labels do not decrease."""
        if u.rank > (v.rank or (self.top if v.kind == EITHER else 0)):
            return
        first = (u.rank or v.rank) if u.kind == EITHER else 0
        last = (v.rank or u.rank) if v.kind == EITHER else 0
        yield self._joined(state, at, to, frontier, u, v, TAIL, first, last)

    def _joined(
        self, state: State, at: int, to: int, frontier: tuple[int, ...], u: End, v: End, kind: int, first: int, last: int
    ) -> State | None:
        """Returns the state with one fragment in place of two; None if both its ends have left the frontier.

        first, last: the ranks at its ends where a fragment had no direction before; else they stand at the far ends.
        """
        slots = list(state)
        begin, end = u.mate, v.mate  # the vertex itself where it was unused
        if begin < 0 and end < 0:
            return None
        if begin != frontier[at]:
            slots[at] = INNER
        if end != frontier[to]:
            slots[to] = INNER
        for here, there, way, rank, old in ((begin, end, TAIL, first, u), (end, begin, HEAD, last, v)):
            if here < 0:
                continue
            where = frontier.index(here)
            if kind == EITHER:
                slots[where] = End(there, EITHER, rank)
            else:
                far = slots[where]
                known = rank if old.kind == EITHER else far.rank if isinstance(far, End) else 0
                slots[where] = End(there, way, known)
        return tuple(slots)

    def _end(self, slot: Slot, vertex: int) -> End:
        """Returns the slot as an end; an unused vertex is a fragment by itself."""
        return slot if isinstance(slot, End) else End(vertex, EITHER, self.rank[vertex])

    # ------------------------------------------------------------------ a vertex that leaves the frontier

    def _without_vertex(self, states: States, at: int, frontier: tuple[int, ...]) -> States:
        """Returns the states without the vertex at a place: if it is an end, the path starts or finishes there."""
        after: States = {}
        for state, (weight, trail) in states.items():
            slot = state[at]
            if not isinstance(slot, End):
                _keep(after, (*state[:at], *state[at + 1 :]), weight, trail)
                continue
            if slot.mate < 0:
                self._complete(state, (at,), weight, trail)
                continue
            for kind, mate in ((TAIL, START), (HEAD, FINISH)):
                if slot.kind not in (kind, EITHER) or any(isinstance(s, End) and s.mate == mate for s in state):
                    continue
                where = frontier.index(slot.mate)
                far = state[where]
                assert isinstance(far, End)
                rank = far.rank if kind == TAIL or far.kind != EITHER else far.rank or self.top
                slots = list(state)
                slots[where] = End(mate, 1 - kind, rank)
                _keep(after, (*slots[:at], *slots[at + 1 :]), weight, trail)
        return after

    def _complete(self, state: State, ends: tuple[int, ...], weight: int, trail: Trail) -> None:
        """Keeps a whole path if it is the best so far and the state has no other fragment."""
        if weight > self.best and not any(isinstance(s, End) for i, s in enumerate(state) if i not in ends):
            self.best, self.trail = weight, trail

    # ------------------------------------------------------------------ equivalent states

    def _merged(
        self, states: States, frontier: tuple[int, ...], ranks_ahead: frozenset[int], weight_ahead: int
    ) -> States:
        """Rounds each rank to the next one with which it can still be compared, so that equivalent states become equal, and
        drops states that cannot beat the best path."""
        merged: States = {}
        for state, (weight, trail) in states.items():
            unused = [vertex for vertex, slot in zip(frontier, state, strict=True) if slot == UNUSED]
            if weight + weight_ahead + sum(self.weights[vertex] for vertex in unused) <= self.best:
                continue
            ends = [slot for slot in state if isinstance(slot, End) and slot.rank]
            undirected = {slot.rank for slot in ends if slot.kind == EITHER} | {self.rank[vertex] for vertex in unused}
            coming = ranks_ahead | undirected
            firsts = sorted(coming | {slot.rank for slot in ends if slot.kind == TAIL})
            raised = {
                slot.rank: next((rank for rank in firsts if rank >= slot.rank), self.top)
                for slot in ends if slot.kind == HEAD
            }
            lasts = sorted(coming | set(raised.values()), reverse=True)
            lowered = {
                slot.rank: next((rank for rank in lasts if rank <= slot.rank), 0) for slot in ends if slot.kind == TAIL
            }
            slots = tuple(
                slot if not isinstance(slot, End) or slot.kind == EITHER or not slot.rank
                else End(slot.mate, slot.kind, (raised if slot.kind == HEAD else lowered)[slot.rank])
                for slot in state
            )
            _keep(merged, slots, weight, trail)
        return merged

    # ------------------------------------------------------------------ the path

    def path(self) -> tuple[int, ...]:
        """Returns the vertices of the best path found, in a direction in which labels never decrease."""
        beside: dict[int, list[int]] = {}
        trail = self.trail
        if trail is None:
            return (self.single,)
        while trail is not None:
            trail, a, b = trail
            beside.setdefault(a, []).append(b)
            beside.setdefault(b, []).append(a)
        one, other = sorted(vertex for vertex, others in beside.items() if len(others) == 1)
        path = _walk(beside, one)
        return path if self._never_decreases(path) else _walk(beside, other)

    def _never_decreases(self, path: tuple[int, ...]) -> bool:
        ranks = [self.rank[vertex] for vertex in path if self.rank[vertex]]
        return ranks == sorted(ranks)


def _walk(beside: dict[int, list[int]], start: int) -> tuple[int, ...]:
    path = [start]
    while onward := [vertex for vertex in beside[path[-1]] if len(path) < 2 or vertex != path[-2]]:
        path.append(onward[0])
    return tuple(path)


def _keep(states: States, state: State, weight: int, trail: Trail) -> None:
    held = states.get(state)
    if held is None or weight > held[0]:
        states[state] = weight, trail


def vertex_order(neighbors: Mapping[int, tuple[int, ...]]) -> tuple[int, ...]:
    """An order of the vertices that keeps the frontier narrow, found by beam search.

    Each prefix grows by a vertex beside it; the cost of an order is the sum of 4 ** width over its frontiers, a bound on the
    number of states.
    """
    prefixes: dict[frozenset[int], tuple[int, tuple[int, ...]]] = {frozenset(): (0, ())}
    for _ in neighbors:
        longer: dict[frozenset[int], tuple[int, tuple[int, ...]]] = {}
        for processed, (cost, order) in prefixes.items():
            frontier = [a for a in processed if any(b not in processed for b in neighbors[a])]
            near = {b for a in frontier for b in neighbors[a]} - processed
            for vertex in sorted(near or (neighbors.keys() - processed)):
                after = processed | {vertex}
                width = sum(1 for a in (*frontier, vertex) if any(b not in after for b in neighbors[a]))
                found = cost + 4**width, (*order, vertex)
                longer[after] = min(found, longer.get(after, found))
        prefixes = dict(sorted(longer.items(), key=lambda item: item[1])[:_ORDER_BEAM])
    return min(prefixes.values())[1]
