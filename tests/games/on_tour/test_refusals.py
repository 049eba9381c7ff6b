"""Every entry of On Tour's rulebook by an example that triggers it. An entry without an example fails."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.bots import play_out
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.play.guide import Changed
from rollwrite_desktop.games.on_tour import GAME
from rollwrite_desktop.games.on_tour.play.model import State
from rollwrite_desktop.games.on_tour.play.paper import OnTourPaper
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.sheet.load import find
from tests.sampling import sampled

pytestmark = pytest.mark.slow

USA = find("on_tour_usa")
RULES = OnTour(USA)
AREAS = tuple(USA.space)
OPENING = ["chance: 1 8 | MI, GA", "chance: 4 1 | WY, OH"]
TURN = [*OPENING, "chance: 3 7 | TX South, CA West, NY North"]
ROUTE = dict.fromkeys(AREAS, "50") | {"WA": "60", "ID": "X", "NV": "40"}

# key: (marks that stand already, what happened, what is refused, the places named, whether paper itself forbids it)
STROKES: dict[str, tuple[dict[str, str], list[str], str, tuple[str, ...], bool]] = {
    "OT-4": ({}, [], "chance: 3 7 | MI", (), True),
    "OT-4:equal": ({}, [], "chance: 3 3 | MI, GA", (), True),
    "OT-5": ({}, OPENING, "chance: 3 7 | TX South, CA West", (), True),
    "OT-5:gone": ({}, OPENING, "chance: 3 7 | MI North, TX South, CA West", (), True),
    "OT-5:twice": ({}, OPENING, "chance: 3 7 | TX South, TX South, CA West", (), True),
    "OT-5:wait": ({}, TURN, "chance: 3 7", (), True),
    "OT-5:start": ({}, OPENING, "p1: TX=37", (), True),
    "OT-5:table": ({}, TURN, "p1: 3 7", (), True),
    "OT-10": (
        {area: "50" for area in AREAS if area not in ("TX", "CA")}, [],
        "chance: 3 7 | TX South, CA West, NY North", (), True,
    ),
    "OT-6:full": ({}, TURN, "p1: MI=37", ("MI",), True),
    "OT-6:hand": ({}, TURN, "p1: TX=38", ("TX",), True),
    "OT-6:region": ({}, [*OPENING, "chance: 3 7 | TX South, AZ South, CA West"], "p1: PA=37", ("PA",), False),
    "OT-6:card": ({}, [*TURN, "p1: FL=37"], "p1: AL=73", ("AL", "FL"), False),
    "OT-6:done": ({}, [*TURN, "p1: FL=37", "p1: CA=73"], "p1: AL=73", (), True),
    "OT-7": ({}, [*OPENING, "chance: 3 3 | TX South, AZ South, CA West"], "p1: PA=*", ("PA",), False),
    "OT-8": ({}, TURN, "p1: FL=X", ("FL",), False),
    "OT-8:star": ({}, [*OPENING, "chance: 3 3 | TX South, AZ South, CA West"], "p1: FL=X", ("FL",), False),
    "OT-R1:last": (
        {area: "50" for area in AREAS if area not in ("UT", "PA", "NEW", "MI", "GA", "WY", "OH")},
        [*OPENING, "chance: 3 7 | AZ South, CA West, CO South"], "p1: UT=X", ("UT",), False,
    ),
    "OT-11:early": ({}, TURN, "p1: route FL", (), True),
    "OT-11:x": (ROUTE, [], "p1: route ID", ("ID",), False),
    "OT-11:twice": (ROUTE, ["p1: route OR"], "p1: route OR", ("OR",), False),
    "OT-11:line": (ROUTE, ["p1: route OR"], "p1: route FL", ("FL", "OR"), False),
    "OT-11:falling": (ROUTE, ["p1: route WA"], "p1: route OR", ("OR",), False),
    "OT-11:none": (ROUTE, [], "p1: route end", (), True),
    "OT-11:over": (ROUTE, ["p1: route OR", "p1: route end"], "p1: route CA", (), True),
}

PLAIN = {area: f"{n % 9}{(n + 1) % 9}" for n, area in enumerate(AREAS)}
PAIRED = {"TX": "(14)", "CA": "(41)", "FL": "(25)", "WA": "(52)"}
PAPERS: dict[str, dict[str, Any]] = {
    # key: the paper whose check finds it
    "OT-4:circles": {"spaces": PLAIN},
    "OT-4:pairs": {"spaces": {"TX": "(14)", "CA": "(25)", "FL": "(36)", "WA": "(47)"}},
    "OT-6:digits": {"spaces": PAIRED | {"MI": "33"}},
    "OT-6:mirror": {"spaces": PAIRED | {"MI": "34", "OH": "35"}},
    "OT-8:circle": {"spaces": PAIRED | {"MI": "(X)"}},
    "OT-R1:regions": {"spaces": PAIRED | {"ID": "X", "KS": "X", "PA": "X"}},
    "OT-R1:room": {"spaces": PAIRED | {"ID": "X"}},
    "OT-10:circles": {"spaces": {area: f"({mark})" for area, mark in PLAIN.items()}},
    "OT-11:blank": {"spaces": PAIRED},
    "OT-11:empty": {"spaces": PAIRED, "route": ["CA", "NV"]},
    "OT-12": {"spaces": PAIRED, "route": ["CA"], "claimed": 3},
    "OT-12:part": {"spaces": PAIRED, "route": ["CA"], "claimed": {"areas": 2}},
    "OT-12:best": {"spaces": PAIRED, "claimed": 30},
    "OT-5:roll": {"spaces": PAIRED, "rolls": ["3 3 | TX, CA"]},
    "OT-5:list": {"spaces": PAIRED, "rolls": ["1 4 | TX, CA"]},
    "OT-4:area": {"spaces": PAIRED, "rolls": ["1 4 | AL, CA"]},
    # repairs
    "OT-R1:fill": {"spaces": PAIRED},
    "OT-R2:plain": {"spaces": PAIRED | {"MI": "(X)"}},
    "OT-R2:claim": {"spaces": PAIRED, "route": ["CA"], "claimed": 3},
    "OT-R2:cut": {"spaces": PAIRED, "route": ["CA", "FL"]},
    "OT-R2:digits": {"spaces": PAIRED | {"MI": "33"}},
}
ALTERED = {"OT-6:rolls", "OT-7:rolls", "OT-6:place", "OT-6:circle"}
"""Found at a glance by altering a map that was played, with its rolls."""
EXPLAINED = {
    "OT-6:left", "OT-R1:least", "OT-R1:between", "OT-R1:more", "OT-R1:example", "OT-R2:own", "OT-R2:bare", "OT-R2:ring",
    "OT-R2:held",
}
"""Found by the search for the fewest mistakes."""


def happened(state: State, text: str) -> Event:
    by, _, move = text.partition(": ")
    return Event(by, RULES.read(move))


def standing(marks: dict[str, str]) -> State:
    state = RULES.start(("p1",))
    if len(marks) < 30:
        return state
    for text in OPENING:
        state = RULES.apply(state, happened(state, text))
    whole = tuple(marks.get(area, "") for area in AREAS)
    # What the set-up writes later on must be blank until then.
    state = replace(state, parts=(replace(state.parts[0], marks=whole),))
    return state if "MI" in marks else replace(state, draws=(), deck=USA.cards)


@pytest.mark.parametrize("key", STROKES)
def test_refused(key: str) -> None:
    marks, before, text, spots, unwritable = STROKES[key]
    state = standing(marks)
    for line in before:
        event = happened(state, line)
        assert RULES.refuse(state, event) is None, line
        state = RULES.apply(state, event)
    refusal = RULES.refuse(state, happened(state, text))
    assert refusal is not None and (refusal.key, refusal.spots, refusal.unwritable) == (key, spots, unwritable)
    assert "{" not in refusal.sentence(GAME.play.rulebook)


@pytest.mark.parametrize("key", PAPERS)
def test_found(key: str) -> None:
    report = GAME.check.auditor(USA, {}).audit(OnTourPaper(game="on_tour", **PAPERS[key]))
    found = {finding.key for finding in report.findings} | {finding.repair for finding in report.findings}
    assert key in found
    for finding in report.findings:
        assert "{" not in finding.sentence(GAME.play.rulebook) + finding.repair_sentence(GAME.play.rulebook)


@cache
def altered() -> set[str]:
    """What the check finds on maps with rolls in which one area was changed."""
    found = set()
    for seed in range(2):
        session = Session(RULES, ("p1",), code=f"ALTERED-{seed}")
        play_out(session, {"p1": GAME.think.bots["random"]}, random.Random(seed))
        paper = GAME.check.paper_of(RULES, session.state, "p1")
        paper = msgspec.structs.replace(paper, route=None)
        for area, held in paper.spaces.items():
            whats = ("*", "47", held[1:-1] if "(" in held else f"({held})")
            others = (other for other in AREAS[:12] if paper.spaces[other] != held)
            changes = [{area: what} for what in whats] + [{area: paper.spaces[o], o: held} for o in others]
            for change in changes[: 3 + 9 * (seed == 0)]:
                changed = msgspec.structs.replace(paper, spaces=dict(paper.spaces) | change)
                found |= {finding.key for finding in GAME.check.auditor(USA, {}).audit(changed).findings}
    return found


@sampled("key", [*sorted(ALTERED)], 2)
def test_found_with_rolls(key: str) -> None:
    assert key in altered()


@cache
def explained() -> set[str]:
    """What a search says of such maps, on the way and at its end."""
    found = set()
    session = Session(RULES, ("p1",), code="ALTERED-0")
    play_out(session, {"p1": GAME.think.bots["random"]}, random.Random(0))
    paper = msgspec.structs.replace(GAME.check.paper_of(RULES, session.state, "p1"), route=None)
    held = paper.spaces
    bare = {area: what.strip("()") for area, what in held.items()}
    rung = {area: f"({what.strip('()')})" for area, what in held.items()}
    crossed = held | dict.fromkeys(AREAS[::3], "X")
    empty = {area: what for area, what in held.items() if area not in AREAS[::9]}
    for spaces in (bare, rung, crossed, empty, held | {AREAS[7]: "47"}):
        for report in GAME.check.auditor(USA, {}).prove(msgspec.structs.replace(paper, spaces=spaces)):
            for finding in report.findings:
                if not {finding.key, finding.repair} <= found:
                    assert "{" not in finding.sentence(GAME.play.rulebook) + finding.repair_sentence(GAME.play.rulebook)
                    found |= {finding.key, finding.repair}
    return found


@sampled("key", [*sorted(EXPLAINED)], 3)
def test_found_by_a_search(key: str) -> None:
    assert key in explained()


@pytest.mark.parametrize(("cards", "more", "spot", "key"), [
    (True, (), "power/rub", "OT-13:none"), (False, (), "card/1", "OT-10:cards"),
    (True, ("p1: TX=37",), "card/1", "OT-6:used"),
])
def test_what_lies_beside_the_map_says_why_not(cards: bool, more: tuple[str, ...], spot: str, key: str) -> None:
    state = RULES.start(("p1",))
    for text in (*TURN, *more):
        state = RULES.apply(state, happened(state, text))
    if not cards:
        state = replace(state, draws=(*state.draws[:-1], replace(state.draws[-1], cards=())))
    guide = GAME.play.guide(RULES)
    tap = guide.tap(state, "p1", guide.ui(), spot)
    assert isinstance(tap, Changed) and tap.refusal is not None and tap.refusal.key == key
    assert "{" not in tap.refusal.sentence(GAME.play.rulebook)


def test_every_entry_has_an_example() -> None:
    elsewhere = {"OT-13:none", "OT-10:cards", "OT-6:used", "OT-R4:last"}  # the last one in a long game of test_rules.py
    assert set(GAME.play.rulebook) == {*STROKES, *PAPERS, *ALTERED, *EXPLAINED, *elsewhere}
