"""The fast position says the same as the rules: where chains can be written, and what a sheet scores, over random games."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from rollwrite_desktop.core.bots import random_bot
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.think.engine import Unsuited
from rollwrite_desktop.gamekit.value_tables import value_tables
from rollwrite_desktop.games.hexroller.play.board import mask_of
from rollwrite_desktop.games.hexroller.play.model import NUMBERS
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.games.hexroller.think import lockstep
from rollwrite_desktop.games.hexroller.think.lockstep import LONGEST, NEVER, Afterstates, Constants, Positions, Values
from rollwrite_desktop.sheet.load import find
from tests.sampling import amount, numbers

VALUES = Values.shaped(value_tables("hexroller").values)
SHEETS = ("hexroller_front", "hexroller_back")


@pytest.mark.parametrize("sheet", SHEETS)
@amount("games", 3, 40)
def test_fast_positions_and_rules_agree(games: int, sheet: str) -> None:
    rules = HexRoller(find(sheet))
    board = Constants(rules, VALUES)
    for seed in numbers(games):
        luck, session = random.Random(seed), Session(rules, ("p1",), code=f"LAW-{seed}")
        while not session.over:
            state = session.state
            part = state.part("p1")
            positions = Positions.of((part,))
            assert int(positions.free(board)[0]) == rules.board.blanks(part.marks)
            assert lockstep.scores(board, positions)[0] == rules.scores(state)[0].total
            if state.rolls and not part.chains and not part.done:
                moved = Afterstates(board, positions, 3)
                for n, count in state.counts.items():
                    if count > LONGEST:
                        continue
                    paths = board.paths[count - 1]
                    at = NUMBERS.index(n)
                    gain = moved.gains(np.zeros(1, int), at, paths, moved.starts[:, at])[0]
                    starts = {int(first) for first in paths.first[gain > NEVER // 2]}
                    assert mask_of(starts) == rules.board.starts(part.marks, n, count)
            event = session.digital() or Event("p1", random_bot(rules, state, "p1", luck))
            assert session.submit(event) is None


@pytest.mark.parametrize("sheet", SHEETS)
def test_gaps_and_near_hexes_are_those_of_a_plain_search(sheet: str) -> None:
    """Breadth-first search over sets for all pairs at once finds what one search from hex to hex finds."""
    rules = HexRoller(find(sheet))
    board, luck = Constants(rules, VALUES), random.Random(5)
    session = Session(rules, ("p1",), code="GAPS")
    checked = 0
    while not session.over:
        part = session.state.part("p1")
        found = lockstep.pair_paths(board, Positions.of((part,)))
        for at, n in enumerate(NUMBERS):
            plain = _distances(rules, part.marks, n)
            wanted = plain.get(rules.board.pairs[n][1], 99)
            assert found.gap[0, at] == wanted or (wanted > lockstep.STEPS and found.gap[0, at] > lockstep.STEPS)
            for i, steps in plain.items():
                if steps <= lockstep.STEPS:
                    assert found.near[0, at, 0, i] == steps
                    checked += 1
        event = session.digital() or Event("p1", random_bot(rules, session.state, "p1", luck))
        assert session.submit(event) is None
    assert checked > 1000


def _distances(rules: HexRoller, marks: tuple[int, ...], number: int) -> dict[int, int]:
    """Hex to the fewest blank hexes, itself included, on a way from the first printed one: Bellman-Ford."""
    board = rules.board
    found = {board.pairs[number][0]: 0}
    changed = True
    while changed:
        changed = False
        for i, steps in list(found.items()):
            for j, held in enumerate(marks):
                if board.beside[i] >> j & 1 and held in (0, number):
                    cost = steps + (held == 0)
                    if cost < found.get(j, 999):
                        found[j], changed = cost, True
    return found


@pytest.mark.parametrize("sheet", SHEETS)
def test_rollouts_only_write_what_is_blank(sheet: str) -> None:
    """After every round as many hexes are filled as numbers were written, and no hex holds two."""
    rules = HexRoller(find(sheet))
    board = Constants(rules, VALUES)
    positions = Positions.of(rules.start(("p1",)).parts * 20)
    ahead = lockstep.futures(board, 0, 0, 20, 5)
    for at in range(ahead.shape[1]):
        lockstep.play_round(board, positions, ahead[:, at], ahead.shape[1] - at - 1)
        sets = np.concatenate([positions.held, positions.two[:, None]], 1)
        assert (np.bitwise_count(sets).sum(1) == np.bitwise_count(np.bitwise_or.reduce(sets, 1))).all()
        touching = board.group(positions.held & np.bitwise_or.reduce(board.ends, 1), positions.held)
        assert (touching == positions.held).all()


def test_a_comb_with_too_many_hexes_or_numbers_that_have_no_pair_has_no_strong_players() -> None:
    rules: Any = SimpleNamespace(spaces=range(lockstep.MAX_HEXES + 1), board=SimpleNamespace(pairs={}))
    one: Any = SimpleNamespace(spaces=range(4), board=SimpleNamespace(pairs={3: (0, 1), 4: (2,)}))
    for unsuited in (rules, one):
        with pytest.raises(Unsuited):
            Constants(unsuited, VALUES)
