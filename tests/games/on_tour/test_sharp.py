"""The check of On Tour without rolls held to a second reading, both ways: what it promises is written down condition by
condition, and no condition may be weaker or stronger in the check; none may forbid what play can leave."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise, permutations

import pytest
from msgspec.structs import replace

from rollwrite_desktop.games.on_tour.check.audit import OnTourAuditor
from rollwrite_desktop.games.on_tour.play.paper import OnTourPaper
from tests.games.on_tour.oracle import STAR, Turn, World, _has_card, _may_cross, _rings, small_world
from tests.maps import toured
from tests.sampling import amount, numbers

pytestmark = pytest.mark.slow
Marks = tuple[str, ...]
Accused = Counter[tuple[str, frozenset[str]]]


# ---------------------------------------------------------------------- what the map alone proves


def promised(world: World, marks: Marks, values: Mapping[str, int], asked: bool) -> Accused:
    """Every condition that the rules name of the marks, with its key. asked: a route or a score stands on the sheet."""
    found: Accused = Counter()
    areas = [*world.within]
    whats = [mark.strip("()") for mark in marks]
    blanks = {area for area, mark in zip(areas, marks, strict=True) if not mark}
    circled = frozenset(area for area, mark in zip(areas, marks, strict=True) if mark.startswith("("))
    # Numbers have two different digits; no X has a circle.
    for area, mark, what in zip(areas, marks, whats, strict=True):
        if what.isdigit() and what[0] == what[1]:
            found["OT-6:digits", frozenset({area})] += 1
        if mark == "(X)":
            found["OT-8:circle", frozenset({area})] += 1
    # OT-11: a route and a score are for a full map.
    if blanks and asked:
        found["OT-11:blank", frozenset(blanks)] += 1
    # OT-4: each roll of the set-up leaves a number and its mirror image in circles; the last of them may be under way.
    rings = Counter(what for mark, what in zip(marks, whats, strict=True) if mark.startswith("(") and what.isdigit())
    rolls = min(values["setup"], (len(areas) - len(blanks) + 1) // 2)
    mirrored = sum(min(rings[a + b], rings[b + a]) for a, b in combinations("0123456789", 2))
    if rings.total() < 2 * rolls:
        found["OT-4:circles", circled] += 1
    elif mirrored < rolls:
        found["OT-4:pairs", circled] += 1
    # OT-R6: the last turns give no circle: they begin with `last` areas left or one less, or right after the set-up.
    after = len(areas) - 2 * values["setup"]
    if len(circled) > len(areas) - min(after, values["last"] if after <= values["last"] else values["last"] - 1):
        found["OT-10:circles", circled] += 1
    # OT-6: D ≤ x, one more where the numbers and Xs are odd in number, or a turn may be under way.
    count = Counter(what for what in whats if what.isdigit())
    if not any(what[0] == what[1] for what in count):
        lone = {what for what in count if count[what] > count[what[::-1]]}
        d, x = sum(count[what] - count[what[::-1]] for what in lone), whats.count("X")
        if d > x + ((len(areas) - whats.count(STAR)) % 2 == 1 or bool(blanks)):
            found["OT-6:mirror", frozenset(area for area, what in zip(areas, whats, strict=True) if what in lone)] += 1
    # OT-R1: an X only where a region without one is full; it may wait for one number of a turn under way.
    crossed = frozenset(area for area, what in zip(areas, whats, strict=True) if what == "X")
    if crossed and not world.voluntary:
        held = {region: [k for k, area in enumerate(areas) if region in world.within[area]]
                for region in {region for pair in world.within.values() for region in pair}}
        free = [inside for inside in held.values() if not any(whats[k] == "X" for k in inside)]
        if not any(sum(not marks[k] for k in inside) <= bool(blanks) for inside in free):
            found["OT-R1:room" if free else "OT-R1:regions", crossed] += 1
    return found


def against_route(world: World, marks: Marks, route: Sequence[str]) -> tuple[Accused, Sequence[str]]:
    """OT-11, OT-R8: every step that a route may not make, with the first thing wrong with it; and the route before that."""
    what = {area: mark.strip("()") for area, mark in zip(world.within, marks, strict=True)}
    roads = {frozenset(pair) for pair in pairwise(world.within)}
    found: Accused = Counter()
    legal: Sequence[str] = route
    reached = ("", "")
    for k, area in enumerate(route):
        wrong = []
        if what[area] == "X":
            wrong.append(("OT-11:x", frozenset({area})))
        if area in route[:k]:
            wrong.append(("OT-11:twice", frozenset({area})))
        elif k and frozenset({route[k - 1], area}) not in roads:
            wrong.append(("OT-11:line", frozenset({route[k - 1], area})))
        if what[area].isdigit():
            if what[area] < reached[0]:
                wrong.append(("OT-11:falling", frozenset({reached[1], area})))
            reached = what[area], area
        if not what[area]:
            found["OT-11:empty", frozenset({area})] += 1
        if (wrong or not what[area]) and legal is route:
            legal = route[:k]
        found.update(wrong[:1])
    return found, legal


def best(world: World, marks: Marks) -> int:
    """The points of the best route, by trying all: roads go from each area to the next of the list."""
    most = 0
    for i in range(len(marks)):
        for step in (1, -1):
            last, points = "", 0
            for k in range(i, len(marks) if step == 1 else -1, step):
                what = marks[k].strip("()")
                if what in ("", "X") or (what != STAR and what < last):
                    break
                last = last if what == STAR else what
                points += 1 + marks[k].startswith("(")
                most = max(most, points)
    return most


def filling(luck: random.Random, count: int) -> Marks:
    """Marks of a few kinds at random, many in mirror pairs."""
    one, other = luck.sample("0123456789", 2)
    signs = [one + other, other + one, *luck.choice([[], ["X"], [STAR], ["X", STAR, "05"], ["12", "33"], ["(X)", "50"]])]
    held = [luck.choice(signs) for _ in range(count)]
    if luck.random() < 0.4:
        paired = luck.sample(range(count), luck.randint(0, count))
        held = [luck.choice([one + other, other + one]) if k in paired else what for k, what in enumerate(held)]
    rings = luck.choice([0.3, 0.6, 0.9, 1])
    held = [f"({what})" if "(" not in what and what != "X" and luck.random() < rings else what for what in held]
    blanks = luck.choice([0, 0, 0, 0.15, 0.4])
    return tuple("" if luck.random() < blanks else what for what in held)


@amount("maps", 1_200, 60_000)
def test_the_map_alone_is_held_to_the_promise_exactly(maps: int) -> None:
    """Each condition of `promised`, of routes and claims, at the places it names, and nothing else; each costs one."""
    luck = random.Random("promise")
    told: Counter[str] = Counter()
    for number in numbers(maps):
        if number % 20 == 0:
            world = small_world(luck.randrange(10_000), luck.randint(6, 12))
            options = {"voluntary_x": "on"} if world.voluntary else {}
            values = {"cards": 3, "setup": luck.choice((1, 2, 2, 3)), "last": luck.choice((1, 2, 2, 3, 4))}
            auditor = OnTourAuditor(replace(toured(world.within, list(world.deck)), values=values), options)
        marks = filling(luck, len(world.within))
        areas = [*world.within]
        route: list[str] | None = None
        if luck.random() < 0.5:
            i = luck.randrange(len(areas))
            route = luck.choice([areas[i:], areas[i::-1]])[: luck.randint(1, 6)]
            if luck.random() < 0.3:
                route.insert(luck.randrange(len(route) + 1), luck.choice(areas))
        wrong, legal = against_route(world, marks, route or ())
        held = dict(zip(areas, marks, strict=True))
        points = len(legal) + sum(held[area].startswith("(") for area in legal) if route else best(world, marks)
        claimed = max(0, points + luck.choice((-1, 0, 1))) if luck.random() < 0.5 else None
        expected = promised(world, marks, values, bool(route) or claimed is not None) + wrong
        paper = OnTourPaper(
            game="on_tour", spaces={area: mark for area, mark in held.items() if mark}, route=route, claimed=claimed
        )
        report = auditor.audit(paper)
        assert report.mistakes == expected.total()
        # A score that cannot be is no mistake of play; with a route it is the route's, without one at most the best one's.
        if claimed is not None and (claimed != points if route else claimed > points):
            expected["OT-12" if route else "OT-12:best", frozenset({"claimed"})] += 1
        broken = Counter((one.key, frozenset(one.where)) for one in report.findings if one.verdict == "broken")
        assert broken == expected, (marks, values, route, claimed)
        told.update({key for key, _ in expected})
    assert len(told) == 16 and min(told.values()) > maps / 500, told


# ---------------------------------------------------------------------- every way of play


def every_map(number: int, pairs: tuple[tuple[str, str], ...]) -> tuple[World, OnTourAuditor, frozenset[Marks]]:
    """A map of six areas, whose set-up is one roll, and everything that can stand on it in a game of these numbers and
    stars. One or two turns are with cards, the next without."""
    world = replace(small_world(number, 6), voluntary=False)
    values = {"cards": 3, "setup": 1, "last": 2}
    auditor = OnTourAuditor(replace(toured(world.within, list(world.deck)), values=values), {})
    areas = [*world.within]
    begun = [
        ({a: f"({low})", b: f"({high})"}, [card for card in world.deck if card.split()[0] not in (a, b)])
        for a, b in permutations(areas, 2) for low, high in pairs
    ]
    found = {("",) * 6} | {tuple(marks.get(area, "") for area in areas) for marks, _ in begun}
    seen = set()
    while begun:
        held, deck = begun.pop()
        left = 6 - len(held)
        hands = combinations(deck, 3) if left > 2 else [()]
        drawn = [tuple((card.split()[0], card.split()[1]) for card in hand) for hand in hands]
        for cards in drawn:
            one_region = len({region for _, region in cards}) == 1
            for brings in ((STAR,), *(() if one_region else pairs)):
                turn = Turn(1, brings, cards, 1 if brings == (STAR,) else min(2, left))
                ways: list[tuple[tuple[tuple[str, str], ...], tuple[str, ...]]] = [((), brings)]
                for made, hand in ways:
                    written = [area for area, what in made if what != "X"]
                    rings = _rings(world, cards, tuple(written))
                    now = {**held, **{area: f"({what})" if area in rings else what for area, what in made}}
                    marks = tuple(now.get(area, "") for area in areas)
                    found.add(marks)
                    if len(made) == turn.strokes:
                        if len(now) < 6 and (marks, *deck) not in seen:
                            seen.add((marks, *deck))
                            begun.append((now, deck))
                        continue
                    empty = frozenset(areas) - {*now}
                    for area in empty:
                        for what in hand if _has_card(world, turn, written, area) else ():
                            rest = tuple(other for other in hand if other != what)
                            ways.append(((*made, (area, what)), rest))
                        if cards and _may_cross(world, turn, written, empty, turn.strokes - len(made), area):
                            ways.append(((*made, (area, "X")), hand))
    return world, auditor, frozenset(found)


def plain(marks: Sequence[str]) -> Marks:
    """Marks without their circles."""
    return tuple(mark.strip("()") for mark in marks)


@amount("maps", 1, 10)
def test_what_play_can_leave_is_never_accused_and_most_else_is(maps: int) -> None:
    """Maps that a play leaves, and those with one or two marks altered. What no play leaves the map alone shows exactly
    where it has no X, but for circles of which only the rolls tell; and mostly elsewhere."""
    luck = random.Random("plays")
    pairs = (("12", "21"), ("13", "31"))[:maps]
    signs = ["12", "21", "(12)", "(21)", *["13", "31", "(13)"] * (maps > 1), "*", "(*)", "X", ""]
    accused = let_off = 0
    for number in range(maps):
        world, auditor, left = every_map(number, pairs)
        legal, contents = sorted(left), {plain(marks) for marks in left}
        for marks in luck.sample(legal, 400) if maps == 1 else legal:
            paper = OnTourPaper(game="on_tour", spaces={a: m for a, m in zip(world.within, marks, strict=True) if m})
            assert not auditor.broken(paper), (marks, auditor.broken(paper))
            altered = list(marks)
            for _ in range(luck.choice((1, 1, 2))):
                altered[luck.randrange(6)] = luck.choice(signs)
            paper = OnTourPaper(game="on_tour", spaces={a: m for a, m in zip(world.within, altered, strict=True) if m})
            broken = bool(auditor.broken(paper))
            assert not (broken and tuple(altered) in left), altered
            assert broken or "X" in altered or plain(altered) in contents, altered
            accused, let_off = accused + broken, let_off + (not broken and tuple(altered) not in left)
    assert let_off <= accused, (accused, let_off)
