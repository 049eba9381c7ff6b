"""The type of computer players, and playing a session to its end between them. Strategies belong to the games.

Each player is given its source of randomness, so every simulated game can be repeated.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import TypeVar

from rollwrite_desktop.core.rules import Event, Move, Rules, is_chance
from rollwrite_desktop.core.session import Session

S = TypeVar("S")
Bot = Callable[[Rules[S], S, str, random.Random], Move]
"""Chooses a legal move of a player in a state."""


def random_bot(rules: Rules[S], state: S, player: str, luck: random.Random) -> Move:
    """Chooses any legal move, all equally likely."""
    return luck.choice(list(rules.moves(state, player)))


def careless(bot: Bot[S], other: Bot[S], share: float) -> Bot[S]:
    """A computer player that makes this share of its moves (0 to 1) as `other` would, and the rest as `bot`."""

    def choose(rules: Rules[S], state: S, player: str, luck: random.Random) -> Move:
        return (other if luck.random() < share else bot)(rules, state, player, luck)

    return choose


def play_out(session: Session[S], bots: Mapping[str, Bot[S]], luck: random.Random) -> None:
    """Plays a session to its end with digital dice. Raises RuntimeError if a computer player makes an illegal move."""
    while demands := session.demands:
        demand = demands[0]
        if is_chance(demand.by):
            event = session.digital()
            assert event is not None
        else:
            event = Event(demand.by, bots[demand.by](session.rules, session.state_for(demand.by), demand.by, luck))
        refusal = session.submit(event)
        if refusal is not None:
            raise RuntimeError(f"{demand.by} proposed {session.rules.write(event.move)}: refused by {refusal.key}")
