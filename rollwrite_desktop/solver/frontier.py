"""The best route where stars and equal numbers are many: the map is swept area by area, and only what lies on the front
between the swept and the unswept part is remembered.

A route cut by the front is a set of fragments. Of each only its two ends on the front matter, and the numbers there: what
may come before its first number, what may come after its last. A fragment whose numbers are all equal, or all stars, can
be walked either way. The map is narrow, so there are few such pictures, and for each only the best is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

FREE, SPENT = 0, 1
"""A place on the front that no fragment has used, and one inside a fragment."""
TAIL, HEAD, EITHER = 0, 1, 2
"""What an end of a fragment is to the route: where it begins, where it goes on, or not decided yet."""
BEGUN, ENDED = -1, -2
"""The mate of an end whose other end lies behind the front: the route begins, or ends, there."""


class End(NamedTuple):
    """An end of a fragment on the front: the area of its other end, what it is, and the number that counts there
    (rank from 1; 0: stars only)."""

    mate: int
    kind: int
    rank: int


Slot = int | End
Front = tuple[Slot, ...]
Trail = tuple["Trail", int, int] | None
"""The steps of a picture, the latest first."""
Pictures = dict[Front, tuple[int, Trail]]


_ORDERS = 64
_SCOUTS = 250


def longest(
    numbers: dict[int, int], weights: dict[int, int], roads: dict[int, tuple[int, ...]], order: tuple[int, ...]
) -> tuple[int, ...]:
    """The stops of the best route. numbers: -1 for a star; order: that of the sweep, of these areas and perhaps others."""
    if not numbers:
        return ()
    order = tuple(area for area in order if area in numbers)
    sweep = _Sweep(numbers, weights, roads)
    # First only the most promising pictures, for a good route soon: what cannot surpass it need not be remembered then.
    sweep.run(order, _SCOUTS)
    sweep.run(order, None)
    return sweep.route()


class _Sweep:
    """One sweep over one map."""

    def __init__(self, numbers: dict[int, int], weights: dict[int, int], roads: dict[int, tuple[int, ...]]) -> None:
        ranks = {number: rank for rank, number in enumerate(sorted({n for n in numbers.values() if n >= 0}), 1)}
        self.rank = {i: ranks.get(number, 0) for i, number in numbers.items()}
        self.top = len(ranks) + 1
        self.weights = weights
        self.roads = roads
        best = max(sorted(numbers), key=lambda i: weights[i])
        self.best, self.alone = weights[best], best
        self.trail: Trail = None

    def run(self, order: tuple[int, ...], most: int | None) -> None:
        """Sweeps the map, remembering all pictures or the `most` promising of each step."""
        place = {area: i for i, area in enumerate(order)}
        pictures: Pictures = {(): (0, None)}
        front: list[int] = []
        for i, area in enumerate(order):
            front.append(area)
            pictures = {(*picture, FREE): held for picture, held in pictures.items()}
            for other in sorted(self.roads[area], key=lambda j: place[j]):
                if place[other] < i:
                    pictures = self._joined(pictures, front.index(other), len(front) - 1, tuple(front))
            for left in [a for a in front if all(place[j] <= i for j in self.roads[a])]:
                pictures = self._left_behind(pictures, front.index(left), tuple(front))
                front.remove(left)
            ahead = frozenset(self.rank[a] for a in order[i + 1 :]) - {0}
            worth = sum(self.weights[a] for a in order[i + 1 :])
            pictures = self._plain(pictures, tuple(front), ahead, worth)
            if most is not None and len(pictures) > most:
                kept = sorted(pictures.items(), key=lambda item: -item[1][0])[:most]
                pictures = dict(kept)

    # ------------------------------------------------------------------ a line used or not

    def _joined(self, pictures: Pictures, at: int, to: int, front: tuple[int, ...]) -> Pictures:
        grown = dict(pictures)
        for picture, (worth, trail) in pictures.items():
            u, v = picture[at], picture[to]
            if u == SPENT or v == SPENT:
                continue
            if isinstance(u, End) and u.mate == front[to]:
                continue
            gain = (self.weights[front[at]] if u == FREE else 0) + (self.weights[front[to]] if v == FREE else 0)
            for joined in self._joins(picture, at, to, front):
                if joined is None:
                    self._complete(picture, (at, to), worth + gain, (trail, front[at], front[to]))
                else:
                    _keep(grown, joined, worth + gain, (trail, front[at], front[to]))
        return grown

    def _joins(self, picture: Front, at: int, to: int, front: tuple[int, ...]) -> Iterator[Front | None]:
        """What joining two ends can give: None for a whole route."""
        u, v = self._end(picture[at], front[at]), self._end(picture[to], front[to])
        if u.kind == EITHER and v.kind == EITHER and (not u.rank or not v.rank or u.rank == v.rank):
            yield self._one(picture, at, to, front, u, v, EITHER, u.rank or v.rank, u.rank or v.rank)
            return
        if u.kind != TAIL and v.kind != HEAD:
            yield from self._directed(picture, at, to, front, u, v)
        if v.kind != TAIL and u.kind != HEAD:
            yield from self._directed(picture, to, at, front, v, u)

    def _directed(
        self, picture: Front, at: int, to: int, front: tuple[int, ...], u: End, v: End
    ) -> Iterator[Front | None]:
        """From the fragment that ends in u on to the one that begins in v, if the numbers do not fall."""
        if u.rank > (v.rank or (self.top if v.kind == EITHER else 0)):
            return
        first = (u.rank or v.rank) if u.kind == EITHER else 0
        last = (v.rank or u.rank) if v.kind == EITHER else 0
        yield self._one(picture, at, to, front, u, v, TAIL, first, last)

    def _one(
        self, picture: Front, at: int, to: int, front: tuple[int, ...], u: End, v: End, kind: int, first: int, last: int
    ) -> Front | None:
        """The picture with one fragment made of two. `first` and `last` are the numbers of undecided fragments; the others
        have theirs at their far ends already."""
        slots = list(picture)
        begin = u.mate  # the area itself where it stood alone
        end = v.mate
        if begin < 0 and end < 0:
            return None
        if begin != front[at]:
            slots[at] = SPENT
        if end != front[to]:
            slots[to] = SPENT
        if begin >= 0:
            where = front.index(begin)
            far = slots[where]
            if kind == EITHER:
                slots[where] = End(end, EITHER, first)
            else:
                rank = first if u.kind == EITHER else far.rank if isinstance(far, End) else 0
                slots[where] = End(end, TAIL, rank)
        if end >= 0:
            where = front.index(end)
            far = slots[where]
            if kind == EITHER:
                slots[where] = End(begin, EITHER, last)
            else:
                rank = last if v.kind == EITHER else far.rank if isinstance(far, End) else 0
                slots[where] = End(begin, HEAD, rank)
        return tuple(slots)

    def _end(self, slot: Slot, area: int) -> End:
        return slot if isinstance(slot, End) else End(area, EITHER, self.rank[area])

    # ------------------------------------------------------------------ an area behind the front

    def _left_behind(self, pictures: Pictures, at: int, front: tuple[int, ...]) -> Pictures:
        left: Pictures = {}
        for picture, (worth, trail) in pictures.items():
            slot = picture[at]
            if not isinstance(slot, End):
                _keep(left, (*picture[:at], *picture[at + 1 :]), worth, trail)
                continue
            if slot.mate < 0:
                self._complete(picture, (at,), worth, trail)
                continue
            for kind, mate in ((TAIL, BEGUN), (HEAD, ENDED)):
                if slot.kind not in (kind, EITHER) or any(isinstance(s, End) and s.mate == mate for s in picture):
                    continue
                where = front.index(slot.mate)
                far = picture[where]
                assert isinstance(far, End)
                rank = far.rank if kind == TAIL or far.kind != EITHER else far.rank or self.top
                slots = list(picture)
                slots[where] = End(mate, 1 - kind, rank)
                _keep(left, (*slots[:at], *slots[at + 1 :]), worth, trail)
        return left

    def _complete(self, picture: Front, ends: tuple[int, ...], worth: int, trail: Trail) -> None:
        """A whole route, if nothing else was begun."""
        if worth > self.best and not any(isinstance(s, End) for i, s in enumerate(picture) if i not in ends):
            self.best, self.trail = worth, trail

    # ------------------------------------------------------------------ pictures that come to the same

    def _plain(self, pictures: Pictures, front: tuple[int, ...], ahead: frozenset[int], worth_ahead: int) -> Pictures:
        """Numbers matter only where they are compared with one that can still come: all else is rounded away."""
        plain: Pictures = {}
        for picture, (worth, trail) in pictures.items():
            free = [area for area, slot in zip(front, picture, strict=True) if slot == FREE]
            if worth + worth_ahead + sum(self.weights[area] for area in free) <= self.best:
                continue
            ends = [slot for slot in picture if isinstance(slot, End) and slot.rank]
            alone = {slot.rank for slot in ends if slot.kind == EITHER} | {self.rank[area] for area in free}
            coming = ahead | alone
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
                for slot in picture
            )
            _keep(plain, slots, worth, trail)
        return plain

    # ------------------------------------------------------------------ the route

    def route(self) -> tuple[int, ...]:
        """The stops of the best route found."""
        beside: dict[int, list[int]] = {}
        trail = self.trail
        if trail is None:
            return (self.alone,)
        while trail is not None:
            trail, a, b = trail
            beside.setdefault(a, []).append(b)
            beside.setdefault(b, []).append(a)
        one, other = sorted(area for area, others in beside.items() if len(others) == 1)
        stops = _walk(beside, one)
        return stops if self._rises(stops) else _walk(beside, other)

    def _rises(self, stops: tuple[int, ...]) -> bool:
        ranks = [self.rank[area] for area in stops if self.rank[area]]
        return ranks == sorted(ranks)


def _walk(beside: dict[int, list[int]], start: int) -> tuple[int, ...]:
    stops = [start]
    while onward := [area for area in beside[stops[-1]] if len(stops) < 2 or area != stops[-2]]:
        stops.append(onward[0])
    return tuple(stops)


def _keep(pictures: Pictures, picture: Front, worth: int, trail: Trail) -> None:
    held = pictures.get(picture)
    if held is None or worth > held[0]:
        pictures[picture] = worth, trail


def sweep_order(roads: Mapping[int, tuple[int, ...]]) -> tuple[int, ...]:
    """An order of the areas in which the front stays short: always one more area beside the swept ones, of all such
    beginnings only the most promising remembered."""
    begun: dict[frozenset[int], tuple[int, tuple[int, ...]]] = {frozenset(): (0, ())}
    for _ in roads:
        grown: dict[frozenset[int], tuple[int, tuple[int, ...]]] = {}
        for swept, (cost, order) in begun.items():
            front = [a for a in swept if any(b not in swept for b in roads[a])]
            near = {b for a in front for b in roads[a]} - swept
            for area in sorted(near or (roads.keys() - swept)):
                after = swept | {area}
                width = sum(1 for a in (*front, area) if any(b not in after for b in roads[a]))
                found = cost + 4**width, (*order, area)
                grown[after] = min(found, grown.get(after, found))
        begun = dict(sorted(grown.items(), key=lambda item: item[1])[:_ORDERS])
    return min(begun.values())[1]
