"""Every entry of Rolling America's rulebook by an example that triggers it. An entry without an example fails."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.core.bots import play_out, random_bot
from rollwrite_desktop.core.chance import Die
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.play.guide import Changed
from rollwrite_desktop.games.rolling_america import GAME
from rollwrite_desktop.games.rolling_america.play.model import Pass
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.sheet.load import find
from tests.maps import SMALL, SMALL_PAIRS, drawn

USA = find("rolling_america_usa")
STATES = tuple(USA.space)
BLUE_WILD = "chance: blue 4, wild 2"
TWO = ["chance: blue 4, red 4"]
MORE = ["p1: done", "chance: green 4, yellow 4"]

STROKES: dict[str, tuple[list[str], str, tuple[str, ...], bool]] = {
    # key: (what happened, what is refused, the places named, whether paper itself forbids it)
    "RA-4:wait": ([BLUE_WILD], "chance: red 1, green 2", (), True),
    "RA-4:roll": ([], "p1: done", (), True),
    "RA-4:hand": ([BLUE_WILD], "p1: red OH=4", (), True),
    "RA-4:left": ([BLUE_WILD], "p1: done", ("die/blue", "die/wild"), True),
    "RA-4:dice": ([BLUE_WILD], "p1: blue 4, wild 2", (), True),
    "RA-4:done": ([BLUE_WILD, "p1: blue WI=4", "p1: wild TX=2", "p1: done"], "p1: done", (), True),
    "RA-5": ([], "chance: blue 4, blue 2", (), True),
    "RA-7:full": ([BLUE_WILD, "p1: blue WI=4"], "p1: wild WI=2", ("WI",), True),
    "RA-7:region": ([BLUE_WILD], "p1: blue TX=4", ("TX",), False),
    "RA-7:face": ([BLUE_WILD], "p1: blue WI=5", ("WI",), False),
    "RA-8": ([BLUE_WILD, "p1: wild MN=2"], "p1: blue WI=4", ("WI", "MN"), False),
    "RA-9": ([BLUE_WILD, "p1: wild MN=2"], "p1: blue WI=X", ("IL", "IN", "MI", "MT"), False),
    "RA-10": ([BLUE_WILD], "p1: blue TX=X", ("TX",), False),
    "RA-11": ([BLUE_WILD], "p1: blue -", ("IA", "IL", "IN", "MI", "MN", "MT", "ND", "SD", "WI"), False),
    "RA-13": ([*TWO, "p1: blue~ TX=4", "p1: red~ OK=4", *MORE, "p1: green~ AK=4"], "p1: yellow~ HI=4", (), False),
    "RA-13:again": ([*TWO, "p1: blue~ TX=4"], "p1: dupe~ OK=4", (), True),
    "RA-14": ([*TWO, "p1: blue WI=(4)", "p1: red OH=(4)", *MORE, "p1: green TX=(4)"], "p1: yellow FL=(4)", (), False),
    "RA-15": (
        [*TWO, "p1: blue WI=4", "p1: dupe MN=4", "p1: red OH=4", "p1: dupe PA=4", *MORE, "p1: green TX=4", "p1: dupe OK=4",
         "p1: yellow AL=4"], "p1: dupe MS=4", (), False,
    ),
    "RA-15:region": ([BLUE_WILD, "p1: blue WI=4"], "p1: dupe TX=4", ("TX",), False),
    "RA-15:number": ([BLUE_WILD, "p1: blue WI=4"], "p1: dupe MN=5", ("MN",), False),
    "RA-R3": ([BLUE_WILD], "p1: dupe WI=4", (), True),
    "RA-R9": ([BLUE_WILD], "p1: wild~ TX=2", (), True),
}

FULL = dict.fromkeys(STATES, "3")
PAPERS: dict[str, dict[str, Any]] = {
    # key: the paper whose check finds it
    "RA-5:draw": {"rolls": ["blue 1, blue 2"]},
    "RA-6:rounds": {"boxes": {"rounds": 9}},
    "RA-6:count": {"spaces": FULL, "boxes": {"rounds": 8, "dupe": 1}},
    "RA-6:midway": {"spaces": dict.fromkeys(("AK", "HI"), "3"), "boxes": {"rounds": 0, "dupe": 0}},
    "RA-7:colors": {"spaces": dict.fromkeys(("OH", "PA", "WV", "VA"), "3"), "boxes": {"rounds": 0, "change": 0, "dupe": 0}},
    "RA-7:digit": {"spaces": {"HI": "7"}},
    "RA-9:open": {"spaces": {"HI": "X"}, "boxes": {"rounds": 2}},
    "RA-9:blank": {"spaces": dict.fromkeys(STATES, "X"), "boxes": {"rounds": 8}},
    "RA-13:many": {"boxes": {"change": 4}},
    "RA-14:x": {"spaces": {"HI": "(X)"}},
    "RA-14:many": {"spaces": dict.fromkeys(("HI", "AK", "TX", "ME"), "(3)")},
    "RA-14:boxes": {"boxes": {"guard": 4}},
    "RA-14:circles": {"spaces": {"HI": "(3)"}, "boxes": {"guard": 0}},
    "RA-15:many": {"boxes": {"dupe": 4}},
    "RA-15:pairs": {"boxes": {"dupe": 1}},
    "RA-18": {"boxes": {"rounds": 8}},
    "RA-19": {"claimed": 7},
    # repairs
    "RA-R6:circle": {"spaces": {"IN": "5", "OH": "3"}},
    "RA-R6:plain": {"spaces": {"HI": "(X)"}},
    "RA-R6:boxes": {"boxes": {"guard": 4}},
    "RA-R6:fill": {"boxes": {"rounds": 8}},
    "RA-R6:claim": {"claimed": 7},
    "RA-R6:digit": {"spaces": {"HI": "7"}},
}
NOTHING = {"rounds": 0, "change": 0, "guard": 0, "dupe": 0}
WITH_ROLLS: dict[str, dict[str, Any]] = {
    "RA-4:none": {"boxes": NOTHING, "spaces": dict.fromkeys(("OH", "IN", "KS", "WA", "HI"), "3"), "rolls": ["red 3"]},
    "RA-5:missing": {"boxes": {"rounds": 8}, "rolls": ["red 3, blue 3"]},
    "RA-6:boxes": {"boxes": NOTHING, "rolls": ["red 3, blue 3", "green 3, yellow 3", "orange 3, purple 3"] * 2},
    "RA-13:boxes": {"boxes": NOTHING | {"change": 1}, "rolls": ["red 3, wild 3"]},
    "RA-15:boxes": {"boxes": NOTHING | {"dupe": 1}, "rolls": ["red 3, wild 3"]},
    "RA-R6:least": {
        "boxes": NOTHING, "spaces": {"HI": "5", "AK": "6", "TX": "4"}, "rolls": ["red 3, wild 3", "blue 1, green 1"],
    },
    "RA-R6:between": {"boxes": NOTHING, "spaces": {"NM": "4"}, "rolls": ["red 3, wild 3", "blue 2, green 5"]},
    "RA-R6:more": {"boxes": NOTHING, "rolls": ["red 3, wild 3"]},
    "RA-R6:example": {"boxes": NOTHING, "spaces": {"HI": "5"}, "rolls": ["red 3, wild 3"]},
    "RA-R6:number": {"boxes": NOTHING, "spaces": {"HI": "5"}, "rolls": ["wild 3, red 3", "blue 5, green 5"]},
    "RA-R6:changed": {"boxes": NOTHING, "spaces": {"OH": "3", "HI": "3"}, "rolls": ["blue 3, yellow 3"]},
}
OTHERWISE = {"RA-6", "RA-7:neither", "RA-10:full", "RA-4:over"}
"""These have tests of their own below."""


def test_every_entry_has_an_example() -> None:
    assert {*STROKES, *PAPERS, *WITH_ROLLS, *OTHERWISE} == set(GAME.play.rulebook)


def played(lines: list[str], sheet: Any = USA, gate: str = "strict") -> Session[Any]:
    rules = RollingAmerica(sheet, {"enforcement": gate})
    session = Session(rules, ("p1",), gate=gate)
    for line in lines:
        assert session.submit(event(rules, line)) is None, line
    return session


def event(rules: RollingAmerica, line: str) -> Event:
    by, _, text = line.partition(": ")
    return Event(by, rules.read(text))


def complete(sentence: str) -> bool:
    return bool(sentence) and "{" not in sentence and sentence[-1] == "."


@pytest.mark.parametrize("key", STROKES)
def test_refused(key: str) -> None:
    lines, wrong, spots, unwritable = STROKES[key]
    session = played(lines)
    refusal = session.submit(event(session.rules, wrong))
    assert refusal is not None and refusal.key == key
    assert refusal.unwritable == unwritable
    assert set(refusal.spots) >= set(spots)
    assert complete(refusal.sentence(GAME.play.rulebook))


def test_a_guarded_number_in_the_way_is_called_by_its_number() -> None:
    session = played([BLUE_WILD, "p1: blue WI=(4)"])
    refusal = session.submit(event(session.rules, "p1: wild WI=2"))
    assert refusal is not None and refusal.sentence(GAME.play.rulebook) == "There is already 4 in Wisconsin."


@pytest.mark.parametrize("key", STROKES)
def test_on_paper(key: str) -> None:
    """House rule `paper`: what paper takes is taken, kept as a lapse, and costs; what it cannot take is refused as ever."""
    lines, wrong, _, unwritable = STROKES[key]
    session = played(lines, gate="paper")
    before = session.rules.scores(session.state)[0]
    refusal = session.submit(event(session.rules, wrong))
    assert (refusal is not None) == unwritable
    if not unwritable:
        assert [lapse.refusal.key for lapse in session.refused_events] == [key]
        after = session.rules.scores(session.state)[0]
        assert dict(after.parts)["mistakes"] == dict(before.parts)["mistakes"] + 1
        report = GAME.check.auditor(USA, session.rules.options).audit_play(session, "p1")
        assert dict(report.parts) == dict(after.parts) and report.mistakes == 1


@pytest.mark.parametrize("key", PAPERS)
def test_found_on_paper(key: str) -> None:
    paper = Paper(game="rolling_america", **PAPERS[key])
    report = GAME.check.auditor(USA, {}).audit(paper)
    if key.startswith("RA-R6"):
        sentences = [finding.repair_sentence(GAME.play.rulebook) for finding in report.findings if finding.repair == key]
    else:
        sentences = [finding.sentence(GAME.play.rulebook) for finding in report.findings if finding.key == key]
    assert sentences and all(map(complete, sentences))


@pytest.mark.parametrize("key", WITH_ROLLS)
def test_found_by_paper_and_rolls(key: str) -> None:
    """In some report of the search."""
    paper = Paper(game="rolling_america", **WITH_ROLLS[key])
    found = [finding for report in GAME.check.auditor(USA, {}).prove(paper) for finding in report.findings]
    sentences = [finding.repair_sentence(GAME.play.rulebook) for finding in found if finding.repair == key]
    sentences += [finding.sentence(GAME.play.rulebook) for finding in found if finding.key == key]
    assert sentences and all(map(complete, sentences))


def test_the_game_is_over() -> None:
    rules = RollingAmerica(drawn(SMALL, SMALL_PAIRS, rounds=1))
    session = Session(rules, ("p1",), code="OVER")
    play_out(session, {"p1": random_bot}, random.Random(1))
    for line in ("chance: blue 4, wild 2", "p1: done"):
        refusal = session.submit(event(rules, line))
        assert refusal is not None and refusal.key == "RA-6" and complete(refusal.sentence(GAME.play.rulebook))


def test_the_last_turn_is_played_to_its_end() -> None:
    """RA-6, RA-18: blank states become Xs when the last turn is closed, not when its dice are rolled."""
    sheet = drawn(SMALL, SMALL_PAIRS, rounds=1)
    session = played([
        "chance: red 3, blue 3", "p1: red RA=3", "p1: blue BB=3", "p1: done",
        "chance: green 3, yellow 3", "p1: green GA=3", "p1: yellow YA=3", "p1: done", "chance: orange 3, purple 3",
    ], sheet)
    assert not session.rules.finished(session.state) and not session.over
    assert session.rules.scores(session.state)[0].total == 0
    for line in ("p1: orange OA=3", "p1: purple PA=3", "p1: done"):
        assert session.submit(event(session.rules, line)) is None
    assert session.over and session.rules.scores(session.state)[0].total == 3


def refused_tap(session: Session[Any], spot: str) -> Any:
    guide = GAME.play.guide(session.rules)
    tap = guide.tap(session.state, "p1", guide.ui(), spot)
    assert isinstance(tap, Changed) and tap.refusal is not None
    assert complete(tap.refusal.sentence(GAME.play.rulebook))
    return tap.refusal


def test_a_tap_where_neither_die_goes() -> None:
    refusal = refused_tap(played(["chance: red 3, blue 4"]), "TX")
    assert refusal.key == "RA-7:neither" and refusal.spots == ("TX",)
    assert "Red 3" in refusal.sentence(GAME.play.rulebook)


def test_no_x_where_the_region_is_full() -> None:
    marks = {space.id: "3" for space in USA.spaces if space.region == "red"}
    session = played([BLUE_WILD])
    rules, state = session.rules, session.state
    part = replace(state.part("p1"), marks=tuple(marks.get(space, "") for space in rules.spaces), hand=("red",))
    state = replace(state.with_part("p1", part), rolls=((Die("red", 5), Die("wild", 2)),))
    guide = GAME.play.guide(rules)
    tap = guide.tap(state, "p1", guide.ui(), "power/cross")
    assert isinstance(tap, Changed) and tap.refusal is not None and tap.refusal.key == "RA-10:full"
    assert guide.closing(state, "p1") == Pass("red")


def test_a_tap_after_both_dice() -> None:
    session = played([BLUE_WILD, "p1: blue WI=4", "p1: wild TX=2"])
    guide = GAME.play.guide(session.rules)
    tap = guide.tap(session.state, "p1", guide.ui(), "OH")
    assert isinstance(tap, Changed) and tap.refusal is not None and tap.refusal.key == "RA-4:over"
    assert complete(tap.refusal.sentence(GAME.play.rulebook))
    for power in ("guard", "change"):
        tap = guide.tap(session.state, "p1", guide.ui(), f"power/{power}")
        assert isinstance(tap, Changed) and tap.refusal is not None and tap.refusal.key == "RA-4:over"
    dupe = guide.tap(session.state, "p1", guide.ui(), "power/dupe")
    assert isinstance(dupe, Changed)
    guarded = guide.tap(session.state, "p1", dupe.ui, "power/guard")
    assert isinstance(guarded, Changed) and guarded.refusal is None and guarded.ui.guard, "a dupe may be guarded"
    back = guide.tap(session.state, "p1", guarded.ui, "power/dupe")
    assert isinstance(back, Changed) and back.ui == guide.ui(), "and without it the guard is for nothing"


def test_what_only_a_made_up_journal_holds_stays_small() -> None:
    """Rolls without end, and one state written on for ever: the position does not grow."""
    rules = RollingAmerica(USA)
    state = rules.start(("p1",))
    for _ in range(100):
        for line in ("chance: blue 4, wild 2", "p1: blue TX=4", "p1: dupe TX=4"):
            state = rules.apply(state, event(rules, line))
    part = state.part("p1")
    assert len(state.rolls) == 24 and len(part.latest) <= 2
    assert part.refused_events > 100
