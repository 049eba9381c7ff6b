"""Fits the value tables of Rolling America's computer players on self-play, and writes them with their provenance.

    python3 packaging/bench.py train_rolling_america [ROUNDS [GAMES]]

Each round plays GAMES games in lockstep with the tables as they are, fits the Xs that came after each turn to what was on
the map then (ridge regression), and goes STEP of the way there: undamped, rounds undo one another. The curve is the mean
of final Xs by round. The same arguments give the same tables, but for the last bits of the linear algebra.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from rollwrite_desktop.games.rolling_america.play.model import DICE
from rollwrite_desktop.games.rolling_america.play.rules import POWER_BOXES, RollingAmerica
from rollwrite_desktop.games.rolling_america.think import lockstep
from rollwrite_desktop.games.rolling_america.think.lockstep import (
    ALL,
    BESIDE,
    CLASS,
    CLASSES,
    FILLED,
    KNOTS,
    MAX_BESIDE,
    MAX_BLANKS,
    MAX_DICE,
    SHIFT,
    UNIT,
    Array,
    Constants,
    Positions,
    Values,
)
from rollwrite_desktop.sheet.load import find
from tests.bench.training import learned, store

STEP = 0.35
RIDGE = 3.0
SHEET = "rolling_america_usa"
FIRST_STATES = (1.0, 0.06, 0.26, 0.26, 0.26, 0.25, 0.25, 0.25, 0.19, 0.19)
FIRST_POWERS = (0.8, 0.8, 0.33)
"""What the first tables say: the cost of a blank state by the class of its numbers, and the worth of a box at the start."""


def first() -> Array:
    """The tables to begin with: what was known before anything was fitted."""
    states = np.broadcast_to(np.array(FIRST_STATES)[None, :, None], (KNOTS, CLASSES, MAX_BESIDE + 1))
    regions = np.zeros((MAX_DICE + 1, MAX_BLANKS + 1))
    worth = np.array(FIRST_POWERS)
    powers = -worth[None, :, None] * np.arange(POWER_BOXES + 1) * np.linspace(0, 1, KNOTS)[:, None, None]
    return np.r_[states.ravel(), regions.ravel(), powers.ravel()] * UNIT


def features(board: Constants, left: int, positions: Positions) -> Array:
    """One row per map, a column per number of the tables: value = features @ tables, but for the Xs that are there."""
    rows = len(positions.xs)
    time = lockstep.knots(left)
    kinds = np.zeros((rows, CLASSES * (MAX_BESIDE + 1)))
    code = positions.code
    kind = CLASS[code >> SHIFT & ALL] * (MAX_BESIDE + 1) + np.minimum(code & BESIDE, MAX_BESIDE)
    row, column = np.nonzero(code < FILLED)
    np.add.at(kinds, (row, kind[row, column]), 1)
    regions = np.zeros((rows, MAX_DICE + 1, MAX_BLANKS + 1))
    dice = np.array([board.expected(left, False), board.expected(left, True)])
    for color in range(positions.blanks.shape[1]):
        at = np.minimum(positions.blanks[:, color], MAX_BLANKS)
        regions[np.arange(rows), :, at] += dice[positions.inside[:, color].astype(int)]
    boxes = np.zeros((rows, 3, POWER_BOXES + 1))
    for power in range(3):
        boxes[np.arange(rows), power, positions.boxes[:, power]] = 1
    return np.concatenate(
        [
            (time[None, :, None] * kinds[:, None, :]).reshape(rows, -1),
            regions.reshape(rows, -1),
            (time[None, :, None, None] * boxes[:, None]).reshape(rows, -1),
        ],
        1,
    )


def main(rounds: int, games: int) -> int:
    rules = RollingAmerica(find(SHEET))

    def play(tables: Array, seed: int) -> tuple[float, list[tuple[Array, Array]]]:
        board = Constants(rules, Values.shaped(np.rint(tables).astype(int).tolist()))
        every = np.arange(games)
        start: Any = rules.start(("p1",)).parts * games
        ahead = lockstep.futures(board, 0, DICE, 0, games, seed)
        maps = [each.pick(every) for each in lockstep.played(board, Positions.of(board, start), ahead, every, 0)]
        seen = [*zip(reversed(range(board.turns)), maps, strict=True)]
        final = maps[-1].xs + maps[-1].free.sum(1)
        samples = [(features(board, left, positions), (final - positions.xs) * float(UNIT)) for left, positions in seen]
        return float(final.mean()), samples

    tables, curve = learned(first(), play, rounds, STEP, RIDGE)
    store(
        "rolling_america",
        "train_rolling_america",
        {"sheet": SHEET, "rounds": rounds, "games": games, "step": STEP, "ridge": RIDGE},
        curve,
        tables,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(*(int(text) for text in (sys.argv[1:3] + ["24", "1500"][len(sys.argv[1:3]) :]))))
