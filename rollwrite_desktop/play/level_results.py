"""What the computer levels reach with the dice of a code, each playing alone.

A job of the worker process, as the strongest level takes about a second a move. Knows every game only by its registry.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import partial

from rollwrite_desktop.core.chance import is_chance
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.worker import Call
from rollwrite_desktop.sheet.sheet import Sheet

RANDOM = "random"
PORTION = 10
"""So many moves are made before another job may have its turn."""
ROUNDS = 4
"""How many games each level plays."""


def level_job(
    game_id: str, sheet: Sheet, options: Mapping[str, str], code: str, rounds: int = ROUNDS
) -> Call[tuple[str, int] | None]:
    """`level_totals` as a job of the worker process."""
    return partial(level_totals, game_id, sheet, dict(options), code, rounds)


def level_totals(
    game_id: str, sheet: Sheet, options: Mapping[str, str], code: str, rounds: int = ROUNDS
) -> Iterator[tuple[str, int] | None]:
    """After each game the level and its total, and None after some moves, so that other jobs have their turn; every level
    plays once, then all once more, `rounds` times in all."""
    game = GAMES[game_id]
    rules = game.rules(sheet, options)
    levels = [name for name in game.bots if name != RANDOM] or list(game.bots)
    for n in range(rounds):
        for bot in levels:
            moves, session, luck = 0, Session(rules, ("p1",), code=code), random.Random(f"{bot}/{n}")
            while demands := session.demands:
                by = demands[0].by
                event = session.digital() if is_chance(by) else Event(by, game.bots[bot](rules, session.state, by, luck))
                refusal = session.submit(event) if event is not None else None
                if event is None or refusal is not None:
                    raise RuntimeError(f"{bot}: {event} was refused")
                moves += 1
                if moves % PORTION == 0:
                    yield None
            yield bot, rules.scores(session.state)[0].total
