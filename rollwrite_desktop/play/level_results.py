"""What the computer levels reach with the dice of a code, each playing alone; a move at a time, so that one can stop."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from rollwrite_desktop.core.chance import is_chance
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.sheet.sheet import Sheet

RANDOM = "random"
ROUNDS = 4
"""How many games each level plays."""


def level_totals(
    game: Game, sheet: Sheet, options: Mapping[str, str], code: str, rounds: int = ROUNDS
) -> Iterator[tuple[str, int] | None]:
    """After each move None, after each game the level and its total; the quick levels first, `rounds` games of each."""
    rules = game.rules(sheet, options)
    for bot in [name for name in game.bots if name != RANDOM] or list(game.bots):
        for n in range(rounds):
            session, luck = Session(rules, ("p1",), code=code), random.Random(f"{bot}/{n}")
            while demands := session.demands:
                by = demands[0].by
                event = session.digital() if is_chance(by) else Event(by, game.bots[bot](rules, session.state, by, luck))
                refusal = session.submit(event) if event is not None else None
                if event is None or refusal is not None:
                    raise RuntimeError(f"{bot}: {event} was refused")
                yield None
            yield bot, rules.scores(session.state)[0].total
