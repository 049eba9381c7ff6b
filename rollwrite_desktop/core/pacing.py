"""Computer players in a race: when they look, what they overlook, and when their hand has got there.

They act against somebody else's clock, whose time (ms) is handed in, so that a race repeats on a fake one. What there is to
see, each game's own glance says. Knows no game and no timer.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rollwrite_desktop.core.bots import Bot
from rollwrite_desktop.core.rules import Event, Move, Rules
from rollwrite_desktop.core.session import Session

MIN_MS = 250
LOOK_MS = 50
_SPREAD = 0.35  # of the logarithm of the delay


@dataclass(frozen=True, slots=True)
class Tempo:
    """notice: mean delay from seeing to doing, in seconds. miss: how likely a chance is overlooked at a glance. patience:
    how far the player would rather wait than act, by the game's own measure; 0: never."""

    notice: float
    miss: float
    patience: int = 0

    def delay(self, luck: random.Random) -> int:
        """A delay in ms: log-normal, never below a quarter of a second."""
        mean = math.log(self.notice) - _SPREAD**2 / 2
        return max(MIN_MS, round(1000 * luck.lognormvariate(mean, _SPREAD)))


Glance = Callable[[Rules[Any], Any, str, int, Tempo, random.Random], Move | None]
"""What a player makes of the table at a time; None: nothing to be done now, look again."""


@dataclass(frozen=True, slots=True)
class Racer:
    """A computer player for races; where there is no clock it chooses as any other (`bot`)."""

    tempo: Tempo
    glance: Glance
    bot: Bot[Any]

    def __call__(self, rules: Rules[Any], state: Any, player: str, luck: random.Random) -> Move:
        return self.bot(rules, state, player, luck)


def racer_of(bot: Bot[Any]) -> Racer:
    """A computer player as a racer: one that is none plays slowly what it would play anyhow."""
    if isinstance(bot, Racer):
        return bot

    def glance(rules: Rules[Any], state: Any, player: str, at: int, tempo: Tempo, luck: random.Random) -> Move | None:  # noqa: ARG001
        return bot(rules, state, player, luck) if any(True for _ in rules.moves(state, player)) else None

    return Racer(Tempo(1.6, 0.0), glance, bot)


@dataclass(slots=True)
class _Intent:
    """Looks at the table at `at`; or, once `move` is set, does it at `at`."""

    at: int
    move: Move | None = None


class Pacer:
    """All computer players of one race. Ask `due` as time goes on; what it brings may be refused like anybody's stroke."""

    def __init__(self, rules: Rules[Any], racers: Mapping[str, Racer], code: str) -> None:
        self._rules = rules
        self._racers = dict(racers)
        self._luck = {player: random.Random(f"{code}/{player}/pace") for player in racers}
        self._intents = {player: _Intent(0) for player in racers}

    def settle(self, at: int) -> None:
        """Everybody takes eyes and hands off the table until `at`: a new round, or after a pause."""
        self._intents = {player: _Intent(at) for player in self._racers}

    @property
    def next_at(self) -> int:
        """When somebody looks or acts next; far away if nobody plays."""
        return min((intent.at for intent in self._intents.values()), default=2**52)

    def due(self, state: Any, at: int) -> Event | None:
        """The next stroke that is due by `at`, in the order of time; None if there is none yet."""
        while self.next_at <= at:
            player = min(self._intents, key=lambda each: self._intents[each].at)
            intent = self._intents[player]
            if intent.move is not None:
                self._intents[player] = _Intent(intent.at)
                return Event(player, intent.move, intent.at)
            racer, luck = self._racers[player], self._luck[player]
            seen = racer.glance(self._rules, state, player, intent.at, racer.tempo, luck)
            wait = LOOK_MS if seen is None else racer.tempo.delay(luck)
            self._intents[player] = _Intent(intent.at + wait, seen)
        return None


def race(session: Session[Any], bots: Mapping[str, Bot[Any]], at: int = 0, most: int = 2**40) -> int:
    """Plays a race to its end, or up to the time `most`, on a clock of its own; returns the time."""
    pacer = Pacer(session.rules, {player: racer_of(bot) for player, bot in bots.items()}, session.code)
    pacer.settle(at)
    while not session.over and at < most:
        fallen = session.digital(at=max(1, at))
        if fallen is not None:
            session.submit(fallen)
            continue
        at = max(at, pacer.next_at)
        event = pacer.due(session.state, at)
        if event is not None:
            session.submit(event)
    return at
