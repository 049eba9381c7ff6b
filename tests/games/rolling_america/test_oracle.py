"""Rolling America's rules against a second reading of them, on random papers: likely, unlikely and impossible ones."""

from __future__ import annotations

import random
from functools import cache

import pytest

from rollwrite_desktop.core.chance import Die
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.games.rolling_america.play.model import Last, Part, State
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.sheet.load import find
from tests.games.rolling_america import oracle as oracle
from tests.maps import SMALL, SMALL_PAIRS, Plain, drawn, plain, shipped
from tests.sampling import amount, sampled

pytestmark = pytest.mark.slow

DICE = ["red", "blue", "green", "yellow", "orange", "purple", "wild"]
USA = "rolling_america_usa"


@cache
def worlds() -> dict[str, tuple[Plain, RollingAmerica]]:
    return {
        "usa": (shipped(USA), RollingAmerica(find(USA))),
        "usa with corners": (shipped(USA, corners=True), RollingAmerica(find(USA), {"corners": "on"})),
        "small": (plain(SMALL, SMALL_PAIRS), RollingAmerica(drawn(SMALL, SMALL_PAIRS))),
        "small, 1": (plain(SMALL, SMALL_PAIRS), RollingAmerica(drawn(SMALL, SMALL_PAIRS, powers=1))),
        "small, 5": (plain(SMALL, SMALL_PAIRS), RollingAmerica(drawn(SMALL, SMALL_PAIRS, powers=5))),
    }


def test_the_map_that_both_read() -> None:
    """RA-1: 50 states, regions of 9, 9, 9, 8, 8 and 7, 106 borders; RA-R7: two more with corners."""
    usa, corners = shipped(USA), shipped(USA, corners=True)
    sizes = sorted(sum(region == color for region in usa.region.values()) for color in oracle.COLORS)
    assert sizes == [7, 8, 8, 9, 9, 9]
    assert sum(map(len, usa.borders.values())) == 2 * 106
    assert sum(map(len, corners.borders.values())) == 2 * 108
    assert usa.borders["AK"] == usa.borders["HI"] == frozenset()
    assert "CO" in corners.borders["AZ"] and "UT" in corners.borders["NM"]
    rules = worlds()["usa"][1]
    assert {s: {rules.spaces[j] for j in rules.neighbors[i]} for i, s in enumerate(rules.spaces)} == usa.borders


def position(world: Plain, luck: random.Random, shape: str, boxes: int = 3) -> oracle.Paper:
    """A paper as it might lie there: `sparse`, `dense`, `full` (whole regions), or one left in the middle of a die."""
    share = {"sparse": 0.3, "dense": 0.85, "full": 0.97}[shape]
    low = luck.randint(1, 6)
    narrow = luck.random() < 0.4  # numbers that lie close together leave must-write cases
    marks = {}
    full = luck.sample(oracle.COLORS, luck.randint(0, 2))
    for space, region in world.region.items():
        if luck.random() < share or (region in full and luck.random() < 0.97):
            n = min(6, max(1, low + luck.randint(-1, 1))) if narrow else luck.randint(1, 6)
            marks[space] = luck.choice([str(n)] * 6 + [f"({n})", "X"])
    dice = luck.sample(DICE, 2)
    faces = {die: luck.randint(1, 6) for die in dice}
    hand = luck.choice([dice, dice, dice[:1], dice[1:], []])
    counts = {power: luck.choice([0, 1, 2, 2, boxes]) for power in ("change", "guard", "dupe")}
    active = None
    resolved = [die for die in dice if die not in hand]
    if resolved and luck.random() < 0.8:
        die = luck.choice(resolved)
        changed = die != "wild" and luck.random() < 0.4
        paid = changed and luck.random() < 0.5
        # A color change that is declared but not yet crossed off had a box left when it was declared.
        if changed and not paid:
            counts["change"] = min(counts["change"], boxes - 1)
        active = {"die": die, "n": faces[die], "changed": changed, "paid": paid}
    closed = luck.random() < 0.03
    return {
        "marks": marks, "hand": list(hand), "faces": faces, **counts, "boxes": boxes, "active": active, "closed": closed,
    }


def state_of(rules: RollingAmerica, paper: oracle.Paper) -> State:
    active = paper["active"]
    part = Part(
        marks=tuple(paper["marks"].get(space, "") for space in rules.spaces),
        hand=tuple(paper["hand"]), change=paper["change"], guard=paper["guard"], dupe=paper["dupe"],
        last=Last(active["die"], active["n"], active["changed"], active["paid"]) if active else None,
        done=paper["closed"],
    )
    bag = tuple(die for die in DICE if die not in paper["faces"])
    rolls = (tuple(Die(die, n) for die, n in paper["faces"].items()),)
    return State(("p1",), (part,), bag, rolls)


def compare(name: str, paper: oracle.Paper, texts: list[str]) -> None:
    world, rules = worlds()[name]
    state = state_of(rules, paper)
    expected = {text for text in texts if oracle.legal(world, paper, text)}
    listed = [rules.write(move) for move in rules.moves(state, "p1")]
    assert len(set(listed)) == len(listed), "a move is listed twice"
    assert set(listed) == expected, paper
    let = {text for text in texts if rules.refuse(state, Event("p1", rules.read(text))) is None}
    assert let == expected, paper


@amount("papers", 18, 110)
@pytest.mark.parametrize("shape", ["sparse", "dense", "full"])
@pytest.mark.parametrize("name", ["usa", "usa with corners", "small", "small, 1", "small, 5"])
def test_both_readings_agree(name: str, shape: str, papers: int) -> None:
    """Notations of the dice on the table and one more, with the numbers shown and one more."""
    world, rules = worlds()[name]
    luck = random.Random(f"{name}/{shape}")
    for _ in range(4 * papers if name == "small" else papers):
        paper = position(world, luck, shape, rules.power_boxes)
        other = luck.choice([die for die in DICE if die not in paper["faces"]])
        wrong = luck.randint(1, 6)
        compare(name, paper, oracle.alphabet(
            world, [*paper["faces"], other], tuple({*paper["faces"].values(), wrong}),
        ))


@sampled("name", ["usa", "small"], 2)
def test_both_readings_agree_on_every_notation(name: str) -> None:
    world, _ = worlds()[name]
    luck = random.Random(name)
    texts = oracle.alphabet(world)
    for _ in range(12 if name == "usa" else 60):
        compare(name, position(world, luck, luck.choice(["sparse", "dense", "full"])), texts)


@sampled("seed", range(6), 5)
def test_both_readings_agree_along_a_game(seed: int) -> None:
    """Here the papers are the ones that play leads to, and what a stroke does is compared as well."""
    world, rules = worlds()["usa"]
    luck = random.Random(seed)
    state = rules.start(("p1",))
    paper: oracle.Paper = {"marks": {}, "change": 0, "guard": 0, "dupe": 0}
    while demands := rules.demands(state):
        if demands[0].ask is not None:
            dice = luck.sample(rules.bag(state), 2)
            roll = ", ".join(f"{die} {luck.randint(1, 6)}" for die in dice)
            state = rules.apply(state, Event("chance", rules.read(roll)))
            faces = {die: state.faces[die] for die in dice}
            paper |= {"hand": list(dice), "faces": faces, "active": None, "closed": False}
            texts = oracle.alphabet(world, dice, tuple(faces.values()))
        expected = [text for text in texts if oracle.legal(world, paper, text)]
        assert sorted(rules.write(move) for move in rules.moves(state, "p1")) == sorted(set(expected))
        spends = [text for text in expected if "~" in text or "dupe" in text or "(" in text]
        text = luck.choice(spends) if spends and luck.random() < 0.25 else luck.choice(expected)
        state = rules.apply(state, Event("p1", rules.read(text)))
        paper = oracle.after(world, paper, text)
        part = state.part("p1")
        assert dict(zip(rules.spaces, part.marks, strict=True)) == {s: paper["marks"].get(s, "") for s in rules.spaces}
        assert (part.change, part.guard, part.dupe) == (paper["change"], paper["guard"], paper["dupe"])
        assert list(part.hand) == paper["hand"] and part.done == paper["closed"]
    assert len(state.rolls) == 24
    (score,) = rules.scores(state)
    assert score.total == 50 - sum(mark != "X" for mark in paper["marks"].values())
    assert score.tie_break == paper["change"] + paper["guard"] + paper["dupe"]


# ---------------------------------------------------------------------- counted courses of a turn


def courses(rules: RollingAmerica, state: State) -> int:
    if state.part("p1").done:
        return 1
    return sum(courses(rules, rules.apply(state, Event("p1", move))) for move in rules.moves(state, "p1"))


COUNTED = {
    # name: (marks, faces, (change, guard, dupe), courses of the turn)
    "nothing left": (dict.fromkeys(SMALL, "X"), {"red": 1, "wild": 6}, (0, 0, 0), 2),
    "one state, no powers": (dict.fromkeys(list(SMALL)[1:], "3"), {"red": 3, "blue": 3}, (3, 3, 3), 2),
    "one state that fits nothing": (dict.fromkeys(list(SMALL)[1:], "3"), {"red": 5, "blue": 1}, (3, 3, 3), 2),
    "one state, a guard": (dict.fromkeys(list(SMALL)[1:], "3"), {"red": 5, "wild": 1}, (3, 2, 3), 4),
    "three states, every power": (
        {s: "3" for s in SMALL if s not in ("RA", "GA", "PA")}, {"red": 5, "wild": 3}, (2, 2, 2), 112,
    ),
    "four states, two colors": (
        {s: "2" for s in SMALL if s not in ("RA", "RB", "BA", "YA")}, {"red": 3, "blue": 4}, (2, 3, 2), 64,
    ),
    "an open map, no powers": ({}, {"red": 3, "blue": 4}, (3, 3, 3), 8),
    "an open map, one dupe": ({"GA": "6"}, {"green": 1, "wild": 4}, (3, 3, 2), 72),
}


@pytest.mark.parametrize("name", COUNTED)
def test_courses_of_a_turn(name: str) -> None:
    """Golden numbers, worked out by both readings: any change of the rules moves them."""
    world, rules = worlds()["small"]
    marks, faces, (change, guard, dupe), golden = COUNTED[name]
    paper: oracle.Paper = {
        "marks": marks, "hand": list(faces), "faces": faces, "change": change, "guard": guard, "dupe": dupe,
        "active": None, "closed": False,
    }
    texts = oracle.alphabet(world, list(faces), tuple(sorted(set(faces.values()))))
    assert courses(rules, state_of(rules, paper)) == oracle.count(world, paper, texts) == golden
