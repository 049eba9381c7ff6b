"""The fast position says the same as the rules: what is legal, what a move does, what a map scores, over random games."""

from __future__ import annotations

import random
from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from rollwrite_desktop.core.bots import random_bot
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.think.engine import Unsuited
from rollwrite_desktop.gamekit.value_tables import value_tables
from rollwrite_desktop.games.rolling_america.play.model import DICE, WILD, Cross, Dupe, Pass, State, Write
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.games.rolling_america.think import lockstep
from rollwrite_desktop.games.rolling_america.think.lockstep import (
    CHANGE,
    DUPE,
    GUARD,
    NEVER,
    SHIFT,
    Constants,
    Positions,
    Values,
)
from rollwrite_desktop.sheet.load import find
from tests.sampling import amount, numbers

VALUES = Values.shaped(value_tables("rolling_america").values)


def listed(board: Constants, rules: RollingAmerica, state: State, die: str) -> set[str]:
    """The ways to resolve a die that the fast position knows, in notation."""
    part = state.part("p1")
    positions = Positions.of(board, (part,))
    number = state.faces[die]
    found, passes = lockstep.choices(board, positions, np.array([DICE.index(die)]), np.array([number]), board.tables(0))
    texts = {rules.write(Pass(die))} if passes[0] else set()
    for kind, space in np.argwhere(found.cost[0] < NEVER / 2):
        name, changed = rules.spaces[space], bool(kind >= 3)
        crossed = kind % 3 == 2
        texts.add(rules.write(Cross(die, name, changed) if crossed else Write(die, name, number, kind % 3 == 1, changed)))
    return texts


def leaves_region(rules: RollingAmerica, move: Any) -> bool:
    """Whether a color change is needed for a move; the fast position makes no other ones."""
    return not move.changed or rules.region[rules.index[move.space]] != move.die


def repeat(board: Constants, rules: RollingAmerica, positions: Positions, move: Any, die: str) -> None:
    """Makes a move on the fast position."""
    if not isinstance(move, Write | Cross | Dupe):
        return
    space, row = rules.index[move.space], np.zeros(1, int)
    guarded = not isinstance(move, Cross) and move.guarded
    number = 0 if isinstance(move, Cross) or guarded else move.number
    positions.write(board, row, np.array([space]), np.array([number]))
    positions.xs[0] += isinstance(move, Cross)
    positions.boxes[0, GUARD] -= guarded
    positions.boxes[0, DUPE] -= isinstance(move, Dupe)
    changed = move.changed and die != WILD and rules.region[space] != die
    positions.boxes[0, CHANGE] -= changed


@pytest.mark.parametrize("corners", ["off", "on"])
@amount("games", 2, 25)
def test_fast_positions_and_rules_agree(games: int, corners: str) -> None:
    rules = RollingAmerica(find("rolling_america_usa"), {"corners": corners})
    board = Constants(rules, VALUES)
    for seed in numbers(games):
        luck, session = random.Random(seed), Session(rules, ("p1",), code=f"LAW-{seed}")
        positions = Positions.of(board, (session.state.part("p1"),))
        while not session.over:
            if (event := session.digital()) is not None:
                assert session.submit(event) is None
                continue
            state = session.state
            part = state.part("p1")
            moves = list(rules.moves(state, "p1"))
            for die in part.hand:
                legal = {rules.write(move) for move in moves
                         if isinstance(move, Write | Cross) and move.die == die and leaves_region(rules, move)}
                legal |= {rules.write(move) for move in moves if isinstance(move, Pass) and move.die == die}
                assert listed(board, rules, state, die) == legal
            plain = [move for move in moves if not getattr(move, "changed", False)]
            move = luck.choice(plain)
            die = part.last.die if isinstance(move, Dupe) and part.last else getattr(move, "die", "")
            assert session.submit(Event("p1", move)) is None
            repeat(board, rules, positions, move, die)
            fresh = Positions.of(board, (session.state.part("p1"),))
            for name in ("code", "blanks", "xs", "boxes"):
                assert (getattr(positions, name) == getattr(fresh, name)).all(), name
        assert positions.xs[0] + positions.free.sum() == rules.scores(session.state)[0].total


def test_costs_are_differences_of_values() -> None:
    """What a move is said to cost is what the value changes by."""
    rules = RollingAmerica(find("rolling_america_usa"))
    board, luck = Constants(rules, VALUES), random.Random(3)
    session = Session(rules, ("p1",), code="COSTS")
    while len(session.state.rolls) < 9:
        event = session.digital() or Event("p1", random_bot(rules, session.state, "p1", luck))
        assert session.submit(event) is None
    tables, positions = board.tables(12), Positions.of(board, (session.state.part("p1"),))
    before = positions.value(tables)[0]
    for number in range(1, 7):
        found = lockstep.costs(board, positions, np.array([number]), tables)
        for space in np.flatnonzero(positions.free[0]):
            takes = positions.code[0, space] >> SHIFT + number - 1 & 1
            assert takes == (found.write[0, space] < NEVER / 2)
            for cost, written in ((found.write, number), (found.guard, 0))[1 - takes :]:
                after = positions.pick(np.zeros(1, int))
                after.write(board, np.zeros(1, int), np.array([space]), np.array([written]))
                assert after.value(tables)[0] - before == cost[0, space]


def test_a_future_is_the_same_whichever_others_are_asked_for() -> None:
    board = Constants(RollingAmerica(find("rolling_america_usa")), VALUES)
    whole = lockstep.futures(board, 4, ("red", "wild", "blue", "green", "orange"), 0, 20, 7)
    few = lockstep.futures(board, 4, ("red", "wild", "blue", "green", "orange"), 12, 3, 7)
    assert (whole.dice[12:15] == few.dice).all() and (whole.numbers[12:15] == few.numbers).all()
    assert set(np.unique(whole.numbers)) == set(range(1, 7))
    for game in whole.dice:
        assert {DICE[at] for at in game[:2].ravel()} <= {"red", "wild", "blue", "green", "orange"}
        rounds = [game[:2], *(game[at : at + 3] for at in range(2, 20, 3))]
        assert all(len(set(part.ravel())) == part.size for part in rounds)


@pytest.mark.parametrize("beside", [15, 16])
def test_a_state_with_very_many_neighbors_has_no_strong_players(beside: int) -> None:
    """Its code counts the blank ones in four bits."""
    sheet = find("rolling_america_usa")
    center, *others = [space.id for space in sheet.spaces]
    star = tuple((center, other) for other in others[:beside])
    rules = RollingAmerica(replace(sheet, links=star, corner_links=()), {})
    with nullcontext() if beside == 15 else pytest.raises(Unsuited):
        Constants(rules, VALUES)
