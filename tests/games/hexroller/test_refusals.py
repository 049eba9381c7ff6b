"""Every entry of HexRoller's rulebook by an example that triggers it. An entry without an example fails."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.bots import play_out, random_bot
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.play.guide import Changed
from rollwrite_desktop.games.hexroller import GAME
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.sheet.load import find

FRONT = find("hexroller_front")
ONES = "chance: 3 4 5 6 7 8 8 8"
PAIRS = "chance: 3 3 4 4 5 5 7 7"
SEVENS = "chance: 7 7 7 6 6 6 5 5"
TWO_WRITTEN = [ONES, "p1: g4=3", "p1: b1=4"]
CLOSED = [*TWO_WRITTEN, "p1: box 3 4", "p1: done"]

STROKES: dict[str, tuple[list[str], str, tuple[str, ...]]] = {
    # key: (what happened, what is refused, the places named)
    "HR-1": ([], "chance: 3 3 4", ()),
    "HR-4:roll": ([], "p1: done", ()),
    "HR-4:wait": ([ONES], ONES, ()),
    "HR-4:done": (CLOSED, "p1: done", ()),
    "HR-5:full": ([ONES], "p1: a4=7", ("a4",)),
    "HR-5:rolled": ([PAIRS], "p1: e8=8", ("die/8",)),
    "HR-5:touch": ([ONES], "p1: a1=5", ("a1", "f7", "i2")),
    "HR-5:next": ([PAIRS, "p1: i1=5"], "p1: f8=5", ("f8", "i1")),
    "HR-5:chain": ([PAIRS, "p1: i1=5"], "p1: a3=7", ("i1",)),
    "HR-6:same": ([ONES, "p1: i1=5"], "p1: f8=5", ("die/5",)),
    "HR-6:two": (TWO_WRITTEN, "p1: i1=5", ()),
    "HR-7:start": ([SEVENS, "p1: two e2"], "p1: f1=6", ("f1",)),
    "HR-7:strand": ([SEVENS, "p1: e2=7"], "p1: f1=7", ("f1",)),
    "HR-7:block": ([PAIRS, "p1: f1=7"], "p1: two e2", ("e2", "f1")),
    "HR-7:left": ([PAIRS, "p1: i1=5"], "p1: done", ("i1",)),
    "HR-8:early": ([ONES, "p1: g4=3"], "p1: box 3 4", ()),
    "HR-8:again": ([*TWO_WRITTEN, "p1: box 3 4"], "p1: box 4 3", ("upper/1", "lower/1")),
    "HR-8:numbers": (TWO_WRITTEN, "p1: box 3 5", ("upper/1", "lower/1")),
    "HR-8:left": (TWO_WRITTEN, "p1: done", ("upper/1", "lower/1")),
    "HR-8:closed": ([*TWO_WRITTEN, "p1: box 3 4"], "p1: i1=5", ()),
    "HR-9": ([*TWO_WRITTEN, "p1: two i1"], "p1: + h4=3", ("two",)),
    "HR-9:again": ([*TWO_WRITTEN, "p1: two i1"], "p1: two i3", ("two",)),
    "HR-10:number": ([ONES], "p1: + i1=5", ("i1",)),
    "HR-10:open": ([PAIRS, "p1: i1=5"], "p1: + h2=5", ("h2",)),
    "HR-10:end": (TWO_WRITTEN, "p1: + f4=3", ("f4", "g4")),
    "HR-12": ([ONES, "p1: g4=3"], "p1: third b1=4", ()),
    "HR-R1": ([ONES], "p1: box - -", ("f4", "f5", "g2", "g4", "h3", "h4", "h5", "h6", "i3")),
}

DASHES = "-------"
BARE = {"plus_one": False, "two": False, "third": False, "upper": DASHES, "lower": DASHES}
ROUND = {**BARE, "upper": "3------", "lower": "4------"}
ROLLS = ["3 4 5 6 6 7 7 8"] * 7
AROUND_3 = ("g2", "g4", "f4", "f5", "h3", "h4", "h5", "f6")
FILLED_E = dict.fromkeys(("a1", "a2", "b1", "b3", "c1", "c2"), "4")
FILLED_M = dict.fromkeys(("c3", "d3", "d4", "d5", "d6", "e4", "e5", "f3", "f4", "f5", "f6"), "4")

PAPERS: dict[str, dict[str, Any]] = {
    # key: the paper whose check finds it
    "HR-1": {"rolls": ["3 4 5 6 6 7 7 9"]},
    "HR-1:digit": {"spaces": {"a1": "9"}},
    "HR-4:many": {"rolls": [*ROLLS, ROLLS[0]], "boxes": BARE},
    "HR-4:few": {"rolls": ROLLS[1:], "boxes": BARE},
    "HR-5:group": {"spaces": {"a1": "8"}, "boxes": {**BARE, "upper": "8------"}},
    "HR-6:column": {"spaces": {"g4": "3", "g2": "3"}, "boxes": {**BARE, "upper": "3------", "lower": "3------"}},
    "HR-7:least": {"spaces": {"g4": "3"}, "boxes": {**BARE, "upper": "33-----"}},
    "HR-7:most": {"spaces": {**dict.fromkeys(AROUND_3, "3"), "b1": "4"}, "boxes": ROUND},
    "HR-7:sum": {"spaces": {"g4": "3", "b1": "4"}, "boxes": {**ROUND, "plus_one": True}},
    "HR-7:rolls": {"spaces": {"g4": "3", "h4": "3", "b1": "4"}, "boxes": ROUND, "rolls": ROLLS},
    "HR-8:digit": {"boxes": {**BARE, "upper": "9------"}},
    "HR-8:empty": {"boxes": {**BARE, "upper": "------"}},
    "HR-8:midway": {"boxes": {**BARE, "upper": "", "lower": ""}},
    "HR-8:row": {"spaces": {"g4": "3"}, "boxes": {**BARE, "upper": "3------"}, "rolls": ["4 4 5 6 6 7 7 8", *ROLLS[1:]]},
    "HR-11:many": {"spaces": {"a1": "2", "i1": "2"}},
    "HR-11:box": {"spaces": {"a1": "2"}, "boxes": BARE},
    "HR-11:none": {"boxes": {**BARE, "two": True}},
    "HR-12:box": {"spaces": {"b1": "4"}, "boxes": BARE},
    "HR-12:many": {"spaces": {"b1": "4", "g4": "3"}, "boxes": {**BARE, "third": True}},
    "HR-13": {"boxes": BARE, "claimed": {"bonuses": 4}},
    "HR-13:total": {"boxes": BARE, "claimed": 7},
    "HR-14": {"spaces": FILLED_E, "claimed": {"E": 8}},
    "HR-14:blank": {"claimed": {"A": 8}},
    "HR-15": {"spaces": FILLED_M, "claimed": {"M": 4}},
    "HR-15:blank": {"claimed": {"M": 8}},
    "HR-16:yes": {"spaces": {"g4": "3", "h5": "3"}, "claimed": {"pair_3": 0}},
    "HR-16:no": {"claimed": {"pair_8": 8}},
    "HR-17:upper": {"boxes": {**BARE, "upper": "35-4---"}, "claimed": {"upper": 3}},
    "HR-17:lower": {"boxes": {**BARE, "lower": "45678--"}, "claimed": {"lower": 8}},
}
TAPS = {
    # key: what happened, and what is tapped last
    "HR-5:none": ([ONES], ["d3"]),
    "HR-10:first": ([ONES], ["power/plus_one"]),
    "HR-12:none": (["chance: 3 3 3 3 4 4 4 4", "p1: g4=3", "p1: h4=3", "p1: h5=3", "p1: h6=3", "p1: b1=4", "p1: a1=4",
                    "p1: a2=4", "p1: b3=4"], ["power/third"]),
}
ELSEWHERE = {
    "HR-4:over": "test_the_game_is_over", "HR-10:touch": "test_plus_one_touching",
    "HR-7:nowhere": "test_hexroller_guide.py", "HR-9:room": "test_hexroller_guide.py",
    "HR-R1:warn": "test_hexroller_guide.py",
}
REPAIRS = {"HR-R4:claim": "HR-13", "HR-R4:cross": "HR-11:box", "HR-R4:uncross": "HR-11:none", "HR-R4:dash": "HR-8:empty",
           "HR-R4:look": "HR-8:digit"}
PROVED = {
    "HR-10:box", "HR-10:none", "HR-12:unused", "HR-12:used", "HR-R4:digit", "HR-R4:erase", "HR-R4:boxes", "HR-R4:least",
    "HR-R4:more", "HR-R4:between", "HR-R4:elsewhere",
}
"""What only a search finds or says: in test_hexroller_proof.py."""


def test_every_entry_has_an_example() -> None:
    assert set(GAME.play.rulebook) == {*STROKES, *PAPERS, *TAPS, *ELSEWHERE, *REPAIRS, *PROVED}


def event(rules: HexRoller, text: str) -> Event:
    by, _, move = text.partition(": ")
    return Event(by, rules.read(move))


def after(rules: HexRoller, texts: list[str]) -> Session[Any]:
    session: Session[Any] = Session(rules, ("p1",))
    for text in texts:
        assert session.submit(event(rules, text)) is None, text
    return session


@pytest.mark.parametrize("key", STROKES)
def test_refused(key: str) -> None:
    before, text, spots = STROKES[key]
    rules = HexRoller(FRONT)
    refusal = rules.refuse(after(rules, before).state, event(rules, text))
    assert refusal is not None and (refusal.key, refusal.spots) == (key, spots)
    assert "{" not in refusal.sentence(GAME.play.rulebook)


@pytest.mark.parametrize("key", PAPERS)
def test_found(key: str) -> None:
    paper = Paper(game="hexroller", sheet="hexroller_front", **PAPERS[key])
    found = {finding.key: finding for finding in GAME.check.auditor(FRONT, {}).audit(paper).findings}
    assert key in found
    assert "{" not in found[key].sentence(GAME.play.rulebook) + found[key].repair_sentence(GAME.play.rulebook)
    if key in REPAIRS.values():
        assert REPAIRS[found[key].repair] == key or found[key].repair == "HR-R4:look"


@pytest.mark.parametrize("key", TAPS)
def test_a_tap_is_refused(key: str) -> None:
    before, taps = TAPS[key]
    rules = HexRoller(FRONT)
    guide = GAME.play.guide(rules)
    session, ui = after(rules, before), guide.ui()
    for spot in taps:
        tapped = guide.tap(session.state, "p1", ui, spot)
        assert isinstance(tapped, Changed)
    assert tapped.refusal is not None and tapped.refusal.key == key
    assert "{" not in tapped.refusal.sentence(GAME.play.rulebook)


def test_the_game_is_over() -> None:
    rules = HexRoller(FRONT)
    session: Session[Any] = Session(rules, ("p1",), code="OVER")
    play_out(session, {"p1": random_bot}, random.Random(1))
    for text in (ONES, "p1: done"):
        refusal = rules.refuse(session.state, event(rules, text))
        assert refusal is not None and refusal.key == "HR-4:over"


def test_plus_one_touching() -> None:
    """The option lets +1 touch any hex with the number, but not none."""
    rules = HexRoller(FRONT, {"plus_one": "touching"})
    session = after(rules, TWO_WRITTEN)
    refusal = rules.refuse(session.state, event(rules, "p1: + a1=3"))
    assert refusal is not None and refusal.key == "HR-10:touch"
    assert session.submit(event(rules, "p1: + f4=3")) is None


def test_a_chain_that_began_without_room_may_go_on_elsewhere() -> None:
    """HR-R8: what was refused once is not refused again for what follows from it; also not after a hex that did touch."""
    rules = HexRoller(FRONT)
    state = rules.apply(rules.start(("p1",)), event(rules, SEVENS))
    blank = [rules.index[space] for space in ("f1", "e2", "a1")]
    marks = tuple(held or (0 if i in blank else 3) for i, held in enumerate(rules.board.printed))
    state = state.with_part("p1", replace(state.part("p1"), marks=marks))
    keys = []
    for stroke in ("p1: f1=6", "p1: e2=6", "p1: a1=6"):
        refusal = rules.refuse(state, event(rules, stroke))
        keys.append(refusal.key if refusal else "")
        state = rules.apply(state, event(rules, stroke))
    assert keys == ["HR-7:start", "", ""]
