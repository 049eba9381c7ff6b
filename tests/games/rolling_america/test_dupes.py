"""When a number may be written a second time, held to the moves that the rules list; and what narrowed an area."""

from __future__ import annotations

import random
from itertools import combinations

from msgspec.structs import replace

from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games.rolling_america.play.model import Dupe, Part, State
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.games.rolling_america.think.review import Evaluation, narrowed
from rollwrite_desktop.sheet.load import find
from tests.walks import spender

RULES = RollingAmerica(find("rolling_america_usa"), {})


def states(code: str) -> list[State]:
    """A game in which powers are spent as early as can be."""
    session: Session[State] = Session(RULES, ("p1",), code=code)
    luck, found = random.Random(code), []
    while not session.over:
        event = session.digital() or Event("p1", spender(RULES, session.state, "p1", luck))
        assert session.submit(event) is None
        found.append(session.state)
    return found


def parts() -> list[tuple[State, Part]]:
    """Parts in which something was just written, with as many powers left as there are boxes for, or none."""
    found = []
    for state in states("DUPES"):
        part = state.part("p1")
        if part.last is not None and not part.done:
            for guard in (0, RULES.power_boxes):
                for change in (0, RULES.power_boxes):
                    found.append((state, replace(part, dupe=0, guard=guard, change=change)))
    return found


def test_a_number_may_be_written_again_where_a_move_does_it() -> None:
    answers = set()
    for state, part in parts():
        listed = [move for move in RULES.moves(state.with_part("p1", part), "p1") if isinstance(move, Dupe)]
        assert RULES.can_dupe(part) == bool(listed)
        answers.add(bool(listed))
        full = replace(part, marks=tuple("X" if not held and i % 9 else held for i, held in enumerate(part.marks)))
        listed = [move for move in RULES.moves(state.with_part("p1", full), "p1") if isinstance(move, Dupe)]
        assert RULES.can_dupe(full) == bool(listed)
        answers.add(bool(listed))
    assert answers == {True, False}


def test_a_dupe_is_refused_unless_it_is_listed() -> None:
    """Every dupe of the number just written, with and without powers, into every blank area."""
    keys = set()
    for state, part in parts()[::3]:
        now = state.with_part("p1", part)
        listed = {move for move in RULES.moves(now, "p1") if isinstance(move, Dupe)}
        assert part.last is not None
        for i, held in enumerate(part.marks):
            for guarded in (False, True) if not held else ():
                for changed in (False, True):
                    move = Dupe(RULES.spaces[i], part.last.number, guarded, changed)
                    refusal = RULES.refuse(now, Event("p1", move))
                    assert (refusal is None) == (move in listed)
                    keys.add(refusal.key if refusal else "")
    assert {"", "RA-13", "RA-14"} <= keys


def test_what_narrowed_an_area_is_the_fewest_numbers_that_do() -> None:
    several = 0
    for state in states("NARROWED")[20::4]:
        ours = state.part("p1").marks
        luck = random.Random(ours.count(""))
        written = [i for i, held in enumerate(ours) if held.isdigit()]
        gone = set(luck.sample(written, min(8, len(written))))
        theirs = tuple("" if i in gone else held for i, held in enumerate(ours))
        before = Evaluation(RULES, ours)
        for found in narrowed(RULES, ours, theirs):
            beside = [i for i in RULES.neighbors[found.state] if i in gone]

            def kept(some: tuple[int, ...], beside: list[int] = beside, ours: tuple[str, ...] = ours) -> Evaluation:
                return Evaluation(RULES, tuple("" if i in beside and i not in some else held for i, held in enumerate(ours)))

            wanted = before.takes[found.state]
            assert kept(found.causes).takes[found.state] == wanted
            for fewer in combinations(beside, len(found.causes) - 1):
                assert kept(fewer).takes[found.state] != wanted
            several += len(found.causes) > 1
    assert several
