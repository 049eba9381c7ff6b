"""Optima of small MaxSAT questions, compared with trying every assignment."""

from __future__ import annotations

import itertools
import random

import pytest

from rollwrite_desktop.solver.maxsat import MaxSat, SearchStep, Unsatisfiable


def asked(clauses: list[list[int]], costly: list[int], n: int) -> list[SearchStep]:
    search = MaxSat()
    for _ in range(n):
        search.var()
    for clause in clauses:
        search.add(*clause)
    for literal in costly:
        search.penalize(literal)
    return list(search.minimize())


def counted(clauses: list[list[int]], costly: list[int], n: int) -> int | None:
    assignments = (
        {v if bit else -v for v, bit in enumerate(bits, 1)} for bits in itertools.product((False, True), repeat=n)
    )
    costs = [sum(f in each for f in costly) for each in assignments if all(each & set(clause) for clause in clauses)]
    return min(costs, default=None)


@pytest.mark.parametrize("seed", range(150))
def test_agrees_with_trying_every_assignment(seed: int) -> None:
    chance = random.Random(seed)
    n = chance.randint(3, 9)
    clauses = [
        [chance.choice((1, -1)) * v for v in chance.sample(range(1, n + 1), chance.randint(1, 3))]
        for _ in range(chance.randint(2, 5 * n))
    ]
    costly = [chance.choice((1, -1)) * chance.randint(1, n) for _ in range(chance.randint(0, 2 * n))]
    fewest = counted(clauses, costly, n)
    if fewest is None:
        with pytest.raises(Unsatisfiable):
            asked(clauses, costly, n)
        return
    steps = asked(clauses, costly, n)
    assert steps[-1].least == steps[-1].most == fewest
    model = {v if v in steps[-1].model else -v for v in range(1, n + 1)}
    assert all(model & set(clause) for clause in clauses)
    assert sum(literal in model for literal in costly) == fewest
    assert all(step.least <= fewest and (step.most is None or step.most >= fewest) for step in steps)


@pytest.mark.parametrize("seed", range(60))
def test_a_search_goes_on_with_what_was_added(seed: int) -> None:
    """Clauses and faults that come one after the other, when all is decided: the same answers as all at once."""
    chance = random.Random(f"more/{seed}")
    n = 7
    parts = [
        ([[chance.choice((1, -1)) * v for v in chance.sample(range(1, n + 1), chance.randint(2, 3))]
          for _ in range(chance.randint(1, 8))], [chance.choice((1, -1)) * chance.randint(1, n) for _ in range(4)])
        for _ in range(4)
    ]
    search = MaxSat()
    for _ in range(n):
        search.var()
    clauses: list[list[int]] = []
    faults: list[int] = []

    def add() -> None:
        some, more = parts.pop()
        for clause in some:
            clauses.append(clause)
            search.add(*clause)
        for fault in more:
            faults.append(fault)
            search.penalize(fault)

    add()
    least = 0
    try:
        for step in search.minimize():
            assert step.least >= least
            least = step.least
            if step.decided:
                assert step.most == counted(clauses, faults, n)
                if not parts:
                    return
                add()
                search.reopen()
    except Unsatisfiable:
        assert counted(clauses, faults, n) is None
        return
    pytest.fail("the search ended early")


def test_counts_of_literals() -> None:
    for n, low, high in itertools.product(range(1, 8), range(4), range(8)):
        search = MaxSat()
        xs = [search.var() for _ in range(n)]
        search.at_least(xs, low)
        search.at_most(xs, high)
        for x in xs:
            search.penalize(x)
        if low > min(n, high):
            with pytest.raises(Unsatisfiable):
                list(search.minimize())
        else:
            assert list(search.minimize())[-1].most == low


@pytest.mark.slow
def test_bounds_close_in_and_the_steps_are_the_same_again() -> None:
    def pigeons() -> list[SearchStep]:
        """Eleven birds for nine holes, hard enough for several steps: two are left out."""
        search = MaxSat()
        holes = range(9)
        birds = [[search.var() for _ in holes] for _ in range(11)]
        for bird in birds:
            out = search.var()
            search.add(out, *bird)
            search.penalize(out)
        for hole in holes:
            search.at_most([bird[hole] for bird in birds], 1)
        return list(search.minimize())

    steps = pigeons()
    assert len(steps) > 2
    assert (steps[-1].least, steps[-1].most) == (2, 2)
    bounds = [(step.least, step.most) for step in steps]
    assert all(a[0] <= b[0] and (a[1] is None or b[1] is None or a[1] >= b[1]) for a, b in itertools.pairwise(bounds))
    assert [(step.least, step.most) for step in pigeons()] == bounds


@pytest.mark.parametrize(("steady", "rising"), [*itertools.product((False, True), repeat=2)])
@pytest.mark.parametrize("seed", range(10))
def test_costs_differ_and_add_up(seed: int, steady: bool, rising: bool) -> None:
    """Some literals cost more than others, some twice; a search that only raises its lower bound has one assignment."""
    chance = random.Random(f"costs/{seed}")
    search = MaxSat(steady=steady, rising=rising)
    xs = [search.var() for _ in range(6)]
    clauses = [[chance.choice((1, -1)) * v for v in chance.sample(xs, 2)] for _ in range(6)]
    costs = [(chance.choice((1, -1)) * chance.choice(xs), chance.randint(1, 4)) for _ in range(8)]
    for clause in clauses:
        search.add(*clause)
    for literal, cost in costs:
        search.penalize(literal, cost)
    fewest = counted(clauses, [literal for literal, cost in costs for _ in range(cost)], 6)
    if fewest is None:
        with pytest.raises(Unsatisfiable):
            list(search.minimize())
        return
    *before, last = search.minimize()
    assert (last.least, last.most) == (fewest, fewest)
    assert sum(cost for literal, cost in costs if (abs(literal) in last.model) == (literal > 0)) == fewest
    assert all(step.least <= fewest <= (fewest if step.most is None else step.most) for step in before)
    assert not rising or {step.most for step in before} <= {None}


@pytest.mark.parametrize(("n", "most"), [(1, 1), (1, 0), (3, 2), (4, 6), (5, 3), (5, 5)])
def test_a_count_says_how_many_are_true_and_how_many_are_not(n: int, most: int) -> None:
    for bits in itertools.product((False, True), repeat=n):
        search = MaxSat()
        xs = [search.var() for _ in range(n)]
        reached = search.total([search.count(xs[:2], most), search.count(xs[2:], most)], most)
        assert len(reached) == min(n, most)
        for x, bit in zip(xs, bits, strict=True):
            search.add(x if bit else -x)
        *_, last = search.minimize()
        assert [lit in last.model for lit in reached] == [sum(bits) > k for k in range(len(reached))]


def test_variables_follow_each_other_and_those_of_a_count() -> None:
    search = MaxSat()
    assert (search.top, search.conflicts) == (0, 0)
    xs = [search.var() for _ in range(9)]
    assert xs == [*range(1, 10)] and search.top == 9
    search.at_most(xs, 9)
    search.at_least(xs, 0)
    assert search.top == 9
    search.at_most(xs, 4)
    after = search.top
    assert after > 9 and search.var() == after + 1


@pytest.mark.parametrize("n", [1, 2, 4, 7, 8])
def test_exactly_one_is_not_two(n: int) -> None:
    search = MaxSat()
    xs = [search.var() for _ in range(n)]
    search.exactly_one(xs)
    for x in xs:
        search.penalize(-x)
    *_, last = search.minimize()
    assert last.most == n - 1 and len(last.model.intersection(xs)) == 1


@pytest.mark.parametrize("most", [1, 2, 5])
def test_a_count_bounds_a_search_that_has_begun(most: int) -> None:
    search = MaxSat()
    xs = [search.var() for _ in range(7)]
    for x in xs:
        search.penalize(-x)
    steps = search.minimize()
    assert next(step.least for step in steps if step.decided) == 0
    search.at_most(xs, most)
    search.reopen()
    assert next(step.least for step in steps if step.decided) == 7 - most


def test_what_cannot_hold_is_found_where_no_literal_costs_anything() -> None:
    for most, least in ((-1, 0), (3, 4)):
        search = MaxSat()
        xs = [search.var() for _ in range(3)]
        search.at_most(xs, most)
        search.at_least(xs, least)
        with pytest.raises(Unsatisfiable):
            list(search.minimize())
    search = MaxSat()
    search.exactly_one([])
    with pytest.raises(Unsatisfiable):
        list(search.minimize())


@pytest.mark.parametrize("n", range(5))
def test_literals_for_all_for_any_for_all_but_one_and_for_two(n: int) -> None:
    """With every assignment: where such a literal may hold, and where it may not."""

    def possible(name: str, bits: tuple[bool, ...], holds: bool) -> bool:
        search = MaxSat()
        search.var()
        literals = [search.var() for _ in bits]
        found = getattr(search, name)(literals)
        for literal, bit in zip((*literals, found), (*bits, holds), strict=True):
            search.add(literal if bit else -literal)
        try:
            return [*search.minimize()][-1].decided
        except Unsatisfiable:
            return False

    for bits in itertools.product((False, True), repeat=n):
        assert possible("all_of", bits, True) == all(bits) and possible("all_of", bits, False)
        assert possible("any_of", bits, True) == any(bits) and possible("any_of", bits, False) != any(bits)
        assert possible("all_but_one_of", bits, True) == (bits.count(False) < 2) and possible("all_but_one_of", bits, False)
        assert possible("two_of", bits, False) == (bits.count(True) < 2) and possible("two_of", bits, True)
