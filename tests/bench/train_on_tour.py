"""Fits the value table of On Tour's computer players on self-play, and writes it with its provenance.

    python3 packaging/bench.py train_on_tour [STEPS [GAMES]]

The table follows from eleven parameters, which an evolution strategy improves: each step changes some of them at random,
and keeps what scores more in GAMES games in lockstep, always with the same dice. The curve is the mean score by improvement;
at the end both are measured on other dice. (Regression on what came after each turn, as
for the other games, made this player weaker: a gap that looks good is left for another walk too often.)
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games.on_tour.play.model import SETUP_DRAWS
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.games.on_tour.think import lockstep
from rollwrite_desktop.games.on_tour.think.lockstep import (
    BLANK,
    BLANKS,
    BLEND,
    TIMES,
    UNIT,
    WIDTHS,
    Array,
    Constants,
    Positions,
)
from rollwrite_desktop.sheet.load import find
from tests.bench.training import evolved, store

SHEET = "on_tour_usa"
SAME_START = 10
"""Games that have the set-up in common."""
FIRST = {
    "pass": 0.22, "break": 1.9, "spare": 0.28, "worth": 0.85, "late": 0.85, "bend": 0.75, "fair": 3.66, "slack": 1.2,
    "one": 1.06, "two": 1.0, "wide": 1.04,
}
"""What it costs to leave out a stop, and to write off the walk; what a blank area with enough room is worth, early and late;
how fast that falls with less room; how much room is enough; room that is always there; factors for one and for two
blank areas, and for all with much more room than enough."""
SPREAD = 0.12


def table(by: dict[str, float]) -> Array:
    """The numbers of the table for some parameters."""
    blanks, widths = np.array(BLANKS, float)[:, None], np.array(WIDTHS, float)[None, :]
    room = (widths + by["slack"]) / ((blanks + 1) * by["fair"])
    each = np.minimum(1.0, room) ** by["bend"] * by["wide"] ** np.maximum(0.0, np.minimum(2.0, room - 1.0))
    each = each * np.where(blanks == 1, by["one"], np.where(blanks == 2, by["two"], 1.0))
    late = 1 - np.minimum(1.0, np.array(TIMES) / TIMES[-2])
    worth = by["worth"] + (by["late"] - by["worth"]) * late
    promised = np.minimum(blanks, blanks * each * worth[:, None, None])
    return np.r_[by["pass"], by["break"], by["spare"], promised.ravel()] * UNIT


def starts(rules: OnTour, games: int, seed: int) -> tuple[list[Any], list[Any]]:
    """Papers after the set-up, and what is left of their decks."""
    parts, decks = [], []
    for k in range(0, games, SAME_START):
        session: Session[Any] = Session(rules, ("p1",), code=f"TRAIN-{seed}-{k}")
        for _ in range(SETUP_DRAWS):
            event = session.digital()
            assert event is not None
            session.submit(event)
        parts.append(session.state.parts[0])
        decks.append(session.state.deck)
    return parts, decks


def played(rules: OnTour, by: dict[str, float], games: int, seed: int) -> Array:
    """The scores of some games."""
    board = Constants(rules, np.rint(np.r_[table(by), np.zeros(BLEND * 3)]).astype(int).tolist())
    return lockstep.play_out(board, *started(rules, board, games, seed))


def started(rules: OnTour, board: Constants, games: int, seed: int) -> tuple[Positions, lockstep.Chains, lockstep.Futures]:
    """Maps after the set-up, their chains and futures."""
    parts, decks = starts(rules, games, seed)
    ahead = [
        lockstep.futures(board, deck, (), len(rules.areas), seed * 1000 + at, SAME_START, seed)
        for at, deck in enumerate(decks)
    ]
    turns = lockstep.Futures(np.concatenate([f.dice for f in ahead]), np.concatenate([f.cards for f in ahead]))
    every = np.repeat(np.arange(len(parts)), SAME_START)
    positions = Positions.of(parts)
    chain = lockstep.chains(board, positions)
    return positions.pick(every), chain.pick(every), turns


def blend(rules: OnTour, by: dict[str, float], games: int, seed: int) -> Array:
    """By blank areas, how much the best route as the map stands and the hope of the best walk say of the final score, and
    what is to be added: least squares over all turns with so many blank areas or one more or less."""
    board = Constants(rules, np.rint(np.r_[table(by), np.zeros(BLEND * 3)]).astype(int).tolist())
    positions, chain, turns = started(rules, board, games, seed)
    seen = []
    for turn in range(turns.dice.shape[1]):
        if not (positions.held == BLANK).any():
            break
        lockstep.play_turn(board, positions, chain, lockstep.Turn(turns.dice[:, turn], turns.cards[:, turn]))
        blanks = (positions.held == BLANK).sum(1)
        hope = lockstep.hopes(board, lockstep.chains(board, positions, 1), blanks)[:, 0] / UNIT
        seen.append((blanks, np.c_[lockstep.best_routes(board, positions), hope, np.ones(games)]))
    final = np.tile(lockstep.best_routes(board, positions), len(seen))
    blanks, known = np.concatenate([b for b, _ in seen]), np.concatenate([k for _, k in seen])
    found = np.zeros((BLEND, 3))
    found[0] = 1, 0, 0
    for at in range(1, BLEND):
        near = np.abs(blanks - at) <= (1 if at > 1 else 0)
        found[at] = np.linalg.lstsq(known[near], final[near], rcond=None)[0]
    return found.ravel() * UNIT


def main(steps: int, games: int) -> int:
    rules = OnTour(find(SHEET))
    best, curve = evolved(FIRST, lambda by: float(played(rules, by, games, 1).mean()), steps, SPREAD)
    for name, by in (("first", FIRST), ("fitted", best)):
        scores = played(rules, by, games, 2)
        print(f"{name}, on other dice: mean {scores.mean():.3f}, standard error {scores.std() / len(scores) ** 0.5:.3f}")
    store(
        "on_tour",
        "train_on_tour",
        {"sheet": SHEET, "steps": steps, "games": games},
        curve,
        np.r_[table(best), blend(rules, best, games, 3)],
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(*(int(text) for text in (sys.argv[1:3] + ["150", "1500"][len(sys.argv[1:3]) :]))))
