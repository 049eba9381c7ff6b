"""Whether a chain can still be finished, against a walk that is tried step by step."""

from __future__ import annotations

import random

from rollwrite_desktop.core.bots import random_bot
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.sheet.load import find

RULES = HexRoller(find("hexroller_front"))


def walks_on(free: frozenset[int], at: int, steps: int) -> bool:
    if not steps:
        return True
    beside = RULES.board.beside[at]
    return any(walks_on(free - {i}, i, steps - 1) for i in free if beside >> i & 1)


def test_a_hex_that_is_taken_leaves_room_or_none() -> None:
    answers = set()
    for seed in range(3):
        session, luck = Session(RULES, ("p1",), code=f"ROOM-{seed}"), random.Random(seed)
        while not session.over:
            state = session.state
            part = state.part("p1")
            chain = RULES.running(state, part)
            if chain is not None:
                free = frozenset(i for i, held in enumerate(part.marks) if not held)
                for hexagon in sorted(free):
                    room = walks_on(free - {hexagon}, chain.path[-1], RULES.left(state, chain))
                    assert (RULES.leaving_room(state, part, 1 << hexagon) != 0) == room
                    answers.add(room)
            event = session.digital() or Event("p1", random_bot(RULES, state, "p1", luck))
            assert session.submit(event) is None
    assert answers == {True, False}


def test_it_is_the_end_of_a_chain_that_needs_room_and_not_its_beginning() -> None:
    for seed in range(40):
        session, luck = Session(RULES, ("p1",), code=f"ENDS-{seed}"), random.Random(seed)
        while not session.over:
            state = session.state
            part = state.part("p1")
            chain = RULES.running(state, part)
            if chain is not None and len(chain.path) > 1:
                free = frozenset(i for i, held in enumerate(part.marks) if not held)
                steps = RULES.left(state, chain)
                for hexagon in sorted(free):
                    by_end, by_start = (walks_on(free - {hexagon}, at, steps) for at in (chain.path[-1], chain.path[0]))
                    if by_end != by_start:
                        assert (RULES.leaving_room(state, part, 1 << hexagon) != 0) == by_end
                        return
            event = session.digital() or Event("p1", random_bot(RULES, state, "p1", luck))
            assert session.submit(event) is None
    raise AssertionError("no such position was met")
