"""Fits the value tables of HexRoller's computer players on self-play, and writes them with their provenance.

    python3 packaging/bench.py train_hexroller [STEPS [GAMES]]

The tables follow from the parameters below, which an evolution strategy improves: each step changes some of them at random,
and keeps what scores more in GAMES games in lockstep on each side, always with the same dice. The curve is the mean score
of both sides by improvement; at the end the first and the last are measured on other dice.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from rollwrite_desktop.games.hexroller.play.model import NUMBERS
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.games.hexroller.think import lockstep
from rollwrite_desktop.games.hexroller.think.lockstep import (
    AREA_SHAPE,
    BONUS_SHAPE,
    MAX_GAP,
    MAX_LEFT,
    PAIR_SHAPE,
    ROW_SHAPE,
    UNIT,
    Array,
    Constants,
    Positions,
    Values,
)
from rollwrite_desktop.sheet.load import find
from tests.bench.training import evolved, store

SHEETS = ("hexroller_front", "hexroller_back")
FIRST = {
    "connect": 1.39,
    "connect_time": 0.855,
    "fill": 0.5,
    "fill_time": 0.75,
    "row": 0.42,
    "row_each": 0.06,
    "typical": 9.2,
    "share": 0.4,
    "price": 1.0,
    "plus_one": 1.0,
    "two": 1.0,
    "third": 1.0,
    "last": 1.0,
}
"""How fast the hope of a connection falls with each hex missing, and how much the rounds left raise it; the same of an area
and its blank hexes; the chance per round of a number wanted in a row, and what each further one costs of it; what an area
without a leading number counts as, and how much blank hexes weigh against leading ones; what keeping a bonus is worth by
the square root of the rounds left, and factors for each; a factor for what is still open with one round left."""
SPREAD = 0.12


def tables(by: dict[str, float]) -> Array:
    """The numbers of the tables for some parameters."""
    areas, pairs = np.zeros(AREA_SHAPE), np.zeros(PAIR_SHAPE)
    rows, bonuses = np.zeros(ROW_SHAPE), np.zeros(BONUS_SHAPE)
    for left in range(MAX_LEFT + 1):
        open_ = (by["last"] if left == 1 else 1.0) if left else 0.0
        time = max(left, 1)
        for index in np.ndindex(AREA_SHAPE[1:]):
            blank, lead, count = index
            number = (2, *NUMBERS)[lead] if count else 0
            weight = count / (count + by["share"] * blank) if count else 0.0
            hope = np.exp(-by["fill"] * blank / time ** by["fill_time"]) * (open_ if blank else 1.0)
            areas[(left, *index)] = (weight * number + (1 - weight) * by["typical"]) * hope if count or blank else 0.0
        for k, n in enumerate(NUMBERS):
            pairs[left, k, 0] = n
            for gap in range(1, MAX_GAP + 1):
                pairs[left, k, gap] = n * open_ * np.exp(-by["connect"] * gap / time ** by["connect_time"])
        for row in range(ROW_SHAPE[1]):
            rows[left, row] = _row(row, left, by)
        keep = by["price"] * left**0.5
        bonuses[left] = keep * by["plus_one"], keep * by["two"], keep * by["third"]
    return np.concatenate([table.ravel() for table in (areas, pairs, rows, bonuses)]) * UNIT


def _row(row: int, left: int, by: dict[str, float]) -> float:
    """The expected points of a row of boxes."""
    chance = 1 - (1 - min(by["row"], 0.9)) ** left
    sure, points, before, missing = 1.0, 0.0, 0, 0
    for at, n in enumerate(NUMBERS):
        if not row >> at & 1:
            missing += 1
            sure = sure * max(0.0, chance - by["row_each"] * missing) if missing <= left else 0.0
        points += sure * (n - before)
        before = n
    return points


def played(rules: HexRoller, by: dict[str, float], games: int, seed: int) -> Array:
    """The scores of some games."""
    board = Constants(rules, Values.shaped(np.rint(tables(by)).astype(int).tolist()))
    start: Any = rules.start(("p1",)).parts * games
    return lockstep.play_out(board, Positions.of(start), lockstep.futures(board, 0, 0, games, seed))


def main(steps: int, games: int) -> int:
    sides = [HexRoller(find(sheet)) for sheet in SHEETS]

    def score(by: dict[str, float]) -> float:
        return float(np.mean([played(rules, by, games, 1).mean() for rules in sides]))

    best, curve = evolved(FIRST, score, steps, SPREAD)
    for name, by in (("first", FIRST), ("fitted", best)):
        for sheet, rules in zip(SHEETS, sides, strict=True):
            found = played(rules, by, games, 2)
            print(
                f"{name}, {sheet}, on other dice: mean {found.mean():.2f}, "
                f"standard error {found.std() / len(found) ** 0.5:.2f}"
            )
    store("hexroller", "train_hexroller", {"sheets": SHEETS, "steps": steps, "games": games}, curve, tables(best))
    return 0


if __name__ == "__main__":
    sys.exit(main(*(int(text) for text in (sys.argv[1:3] + ["150", "300"][len(sys.argv[1:3]) :]))))
