"""The best route against brute force, on thousands of small maps and on the whole one, with stars, ties, Xs and circles."""

from __future__ import annotations

import random

import pytest

from rollwrite_desktop.gamekit.marks import circle, content, is_circled
from rollwrite_desktop.games.on_tour.play.best_route import WILDCARD, Roads, Route, search
from rollwrite_desktop.games.on_tour.play.model import BLANK, STAR, Part, X
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.games.on_tour.think.walks import rest_of_route
from rollwrite_desktop.sheet.load import find
from rollwrite_desktop.solver.frontier import longest_path, vertex_order
from tests.sampling import amount, sampled

pytestmark = pytest.mark.slow

RULES = OnTour(find("on_tour_usa"))
Neighbors = tuple[tuple[int, ...], ...]


def brute(neighbors: Neighbors, marks: tuple[str, ...]) -> tuple[int, int]:
    """Score and areas of the best route, by trying every one."""
    best = (0, 0)

    def onward(here: int, seen: frozenset[int], last: int, score: int) -> None:
        nonlocal best
        best = max(best, (score, len(seen)))
        for there in neighbors[here]:
            what = content(marks[there])
            if there in seen or what in (X, BLANK) or (what != STAR and int(what) < last):
                continue
            reached = last if what == STAR else int(what)
            onward(there, seen | {there}, reached, score + 1 + is_circled(marks[there]))

    for start, held in enumerate(marks):
        if content(held) not in (X, BLANK):
            onward(start, frozenset({start}), -1 if content(held) == STAR else int(content(held)), 1 + is_circled(held))
    return best


def walk_of(neighbors: Neighbors, marks: tuple[str, ...], route: Route) -> tuple[int, int]:
    """Score and areas of a route, after every rule has been checked."""
    last = -1
    assert len(set(route.stops)) == len(route.stops)
    for i, stop in enumerate(route.stops):
        what = content(marks[stop])
        assert what not in (X, BLANK)
        assert i == 0 or stop in neighbors[route.stops[i - 1]]
        if what != STAR:
            assert int(what) >= last
            last = int(what)
    assert route.circles == sum(is_circled(marks[stop]) for stop in route.stops)
    return route.score, route.areas


def small_map(luck: random.Random) -> Neighbors:
    n = luck.randint(1, 9)
    thick = luck.choice((0.2, 0.35, 0.5, 0.9))
    pairs = [(a, b) for a in range(n) for b in range(a) if luck.random() < thick]
    return tuple(tuple(sorted({b for p in pairs for b in p if a in p and b != a})) for a in range(n))


def filled(luck: random.Random, n: int, stars: float, values: int, blank: bool = True) -> tuple[str, ...]:
    marks = []
    for _ in range(n):
        lot = luck.random()
        what = STAR if lot < stars else X if lot > 0.93 else f"{luck.randrange(values):02}"
        if blank and luck.random() < 0.05:
            what = BLANK
        marks.append(circle(what) if what not in (X, BLANK) and luck.random() < 0.3 else what)
    return tuple(marks)


@sampled("seed", range(6), 10)
def test_both_ways_agree_with_brute_force(seed: int) -> None:
    luck = random.Random(seed)
    for _ in range(180):
        neighbors = small_map(luck)
        marks = filled(luck, len(neighbors), luck.choice((0.1, 0.4, 0.8, 1.0)), luck.choice((1, 2, 4, 99)))
        wanted = brute(neighbors, marks)
        assert walk_of(neighbors, marks, Roads(neighbors).best(marks)) == wanted, (neighbors, marks)
        held = {i: content(mark) for i, mark in enumerate(marks) if content(mark) not in (X, BLANK)}
        numbers = {i: -1 if what == STAR else int(what) for i, what in held.items()}
        weights = {i: 64 * (1 + is_circled(marks[i])) + 1 for i in numbers}
        roads = {i: tuple(j for j in neighbors[i] if j in numbers) for i in numbers}
        stops = longest_path(numbers, weights, roads, vertex_order(dict(enumerate(neighbors))))
        swept = Route(stops, sum(is_circled(marks[i]) for i in stops))
        assert walk_of(neighbors, marks, swept) == wanted, (neighbors, marks)


@sampled("stars", [0, 0.05, 0.12, 0.2], 4)
def test_both_ways_agree_on_the_whole_map(stars: float) -> None:
    luck = random.Random(f"whole/{stars}")
    roads = RULES.roads
    for _ in range(2):
        marks = filled(luck, 41, stars, luck.choice((30, 99)), blank=False)
        numbers = {i: -1 if content(m) == STAR else int(content(m)) for i, m in enumerate(marks) if content(m) != X}
        weights = {i: 64 * (1 + is_circled(marks[i])) + 1 for i in numbers}
        ways = {i: tuple(j for j in roads.neighbors[i] if j in numbers) for i in numbers}
        one, two = search(numbers, weights, ways, 2_000_000), longest_path(numbers, weights, ways, roads.order)
        assert one is not None
        worth = [sum(weights[i] for i in stops) for stops in (one, two)]
        assert worth[0] == worth[1]
        for stops in (one, two):
            walk_of(roads.neighbors, marks, Route(stops, sum(is_circled(marks[i]) for i in stops)))


@sampled("marks", [
    (STAR,) * 41, ("50",) * 41, (circle(STAR),) * 41, ("07",) * 20 + (STAR,) * 21,
], 2)
def test_hostile_maps_are_answered(marks: tuple[str, ...]) -> None:
    route = RULES.roads._best(marks)
    walk_of(RULES.roads.neighbors, marks, route)
    assert route.areas == 41


@amount("stars", 18, 24)
def test_half_a_map_of_stars(stars: int) -> None:
    luck = random.Random(24)
    marks = tuple(STAR if i % 41 < stars else f"{luck.randrange(99):02}" for i in luck.sample(range(41), 41))
    walk_of(RULES.roads.neighbors, marks, RULES.roads.best(marks))


def test_no_road_at_all() -> None:
    assert RULES.roads.best((X,) * 41) == Route((), 0)
    assert RULES.roads.best((BLANK,) * 41) == Route((), 0)
    assert RULES.roads.best((X,) * 40 + ("(05)",)).score == 2


def test_more_areas_among_equal_scores() -> None:
    """A circle and an area less is worth the same; the longer route is taken."""
    neighbors = ((1,), (0,), (3, 4), (2,), (2,))
    marks = ("(10)", X, "20", "30", "10")
    found = Roads(neighbors).best(marks)
    assert (found.score, found.areas) == (3, 3)
    marks = ("(10)", X, "20", "30", X)
    assert Roads(neighbors).best(marks).areas == 2


def test_of_equal_routes_the_first_area_that_leads_on_is_taken() -> None:
    roads = {0: (1, 2), 1: (0, 3), 2: (0, 3), 3: (1, 2)}
    assert search({0: 10, 1: 20, 2: 20, 3: 30}, dict.fromkeys(roads, 3), roads) == (0, 1, 3)


@pytest.mark.parametrize(("held", "route"), [
    ("", ""), ("20", "0"), ("20 10", "1 0"), ("10 10", "0 1"), ("10 * 10", "0 1 2"), ("20 * 10", "2 1 0"), ("* *", "0 1"),
    ("10 20 10", "0 1"), ("30 10 20", "1 0"), ("10 20 30 20", "0 1 2"), ("20 * * 20 10", "4 3 2 1 0"),
    ("30 20 * 10", "3 2 1 0"), ("10 * 5 * 5", "4 3 2 1 0"), ("10 * 5 * 20", "1 2 3 4"),
])
def test_a_route_along_a_row_of_areas(held: str, route: str) -> None:
    numbers = {i: WILDCARD if text == "*" else int(text) for i, text in enumerate(held.split())}
    roads = {i: tuple(j for j in (i - 1, i + 1) if j in numbers) for i in numbers}
    assert search(numbers, dict.fromkeys(numbers, 1), roads) == tuple(map(int, route.split()))


def test_the_same_route_every_time() -> None:
    luck = random.Random(5)
    marks = filled(luck, 41, 0.3, 20)
    assert Roads(RULES.roads.neighbors).best(marks) == Roads(RULES.roads.neighbors).best(marks)


def test_a_begun_route_is_gone_on_with_as_well_as_can_be() -> None:
    """Against brute force: from every legal beginning of one or two stops, the whole route that follows scores the most."""
    luck = random.Random("onward")
    compared = 0
    for _ in range(60):
        neighbors = small_map(luck)
        marks = filled(luck, len(neighbors), luck.choice((0.1, 0.4)), luck.choice((4, 99)))
        roads = Roads(neighbors)
        for begun in beginnings(neighbors, marks):
            route = list(begun)
            while (there := roads.onward(marks, tuple(route))) is not None:
                route.append(there)
            found = Route(tuple(route), sum(is_circled(marks[i]) for i in route))
            best = max(
                (len(each) + sum(is_circled(marks[i]) for i in each), len(each))
                for each in continued(neighbors, marks, begun)
            )
            assert walk_of(neighbors, marks, found) == best, (neighbors, marks, begun)
            compared += 1
    assert compared > 200


def beginnings(neighbors: Neighbors, marks: tuple[str, ...]) -> list[tuple[int, ...]]:
    ones = [(i,) for i, held in enumerate(marks) if content(held) not in (X, BLANK)]
    return [*ones, *(each[:2] for one in ones for each in continued(neighbors, marks, one) if len(each) == 2)]


def continued(neighbors: Neighbors, marks: tuple[str, ...], begun: tuple[int, ...]) -> list[tuple[int, ...]]:
    """A beginning and every route that begins with it."""
    reached = max((int(content(marks[i])) for i in begun if content(marks[i]) != STAR), default=-1)
    found = [begun]
    for there in neighbors[begun[-1]]:
        what = content(marks[there])
        if there not in begun and what not in (X, BLANK) and (what == STAR or int(what) >= reached):
            found += continued(neighbors, marks, (*begun, there))
    return found


def test_a_route_that_somebody_began_is_driven_to_its_end() -> None:
    """Of the best route the rest of it; of any other one, legally, as far as it goes."""
    marks = tuple(f"{1 + i % 9}{i % 10}" for i in range(len(RULES.areas)))
    best, elsewhere = RULES.best_route(marks), RULES.areas[-1]
    assert rest_of_route(RULES, Part(marks)) == best
    assert rest_of_route(RULES, Part(marks, route=best[:3])) == best[3:]
    assert elsewhere != best[0] and not rest_of_route(RULES, Part(marks, route=best))
    route = (elsewhere, *rest_of_route(RULES, Part(marks, route=(elsewhere,))))
    stops = tuple(RULES.index[area] for area in route)
    assert len(route) > 1 and RULES.roads.onward(marks, stops) is None
    assert all(RULES.roads.onward(marks, stops[:k]) == stops[k] for k in range(1, len(stops)))


def test_where_the_search_grows_too_large_a_route_goes_on_to_the_lowest_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rollwrite_desktop.games.on_tour.play.best_route.search", lambda *_: None)
    roads = Roads(((1, 2, 3, 4), (0,), (0,), (0,), (0,)))
    assert [roads.onward(marks, (0,)) for marks in (("10", "12", "11", "11", "09"), ("10", "09", "", "X", ""))] == [2, None]


def test_of_a_rising_map_nothing_is_remembered_but_where_the_route_is() -> None:
    """What was passed can’t come again: every area leads to all larger ones, and yet there is one state an area."""
    numbers = {i: 11 + i for i in range(12)}
    roads = {i: tuple(range(i + 1, 12)) for i in numbers}
    assert search(numbers, dict.fromkeys(numbers, 1), roads, max_states=len(numbers)) == tuple(numbers)
