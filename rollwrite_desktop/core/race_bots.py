"""When computer players act in a race.

Each alternates between looking at the table and carrying out the move that it found, after a random delay. Times are integer
ms of a clock that callers own, so the same code and a fake clock give the same race. What a player sees is a function of the
game (`Glance`). Knows no game and no timer.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from rollwrite_desktop.core.bots import Bot
from rollwrite_desktop.core.rules import Event, Move, Rules
from rollwrite_desktop.core.session import Session

MIN_MS = 250
"""The shortest delay between seeing a move and making it."""
LOOK_MS = 50
"""How soon a player who saw nothing to do looks again."""
_SPREAD = 0.35  # standard deviation of the logarithm of a delay


class Tempo(Struct, frozen=True):
    """How fast a computer player is.

    notice: mean delay from seeing a move to making it, in seconds. miss: the probability of overlooking a move at a glance.
    patience: how long the player prefers waiting to a poor move, in units of the game; 0: never waits.
    """

    notice: float
    miss: float
    patience: int = 0

    def delay(self, luck: random.Random) -> int:
        """Returns a log-normal delay in ms with mean `notice`, at least MIN_MS."""
        mean = math.log(self.notice) - _SPREAD**2 / 2
        return max(MIN_MS, round(1000 * luck.lognormvariate(mean, _SPREAD)))


Glance = Callable[[Rules[Any], Any, str, int, Tempo, random.Random], Move | None]
"""The move that a player sees in a state at a time in ms, or None for none."""


class Racer(Struct, frozen=True):
    """A computer player for races; in games in turns it plays as `bot`."""

    tempo: Tempo
    glance: Glance
    bot: Bot[Any]

    def __call__(self, rules: Rules[Any], state: Any, player: str, luck: random.Random) -> Move:
        return self.bot(rules, state, player, luck)


def racer_of(bot: Bot[Any]) -> Racer:
    """Returns the computer player as a racer; one made for turns makes its moves slowly."""
    if isinstance(bot, Racer):
        return bot

    def glance(rules: Rules[Any], state: Any, player: str, at: int, tempo: Tempo, luck: random.Random) -> Move | None:  # noqa: ARG001
        return bot(rules, state, player, luck) if any(True for _ in rules.moves(state, player)) else None

    return Racer(Tempo(1.6, 0.0), glance, bot)


class _Intent(Struct):
    """What a player does next, at `at` ms: makes `move`, or looks at the table if it is None."""

    at: int
    move: Move | None = None


class Pacer:
    """Schedules the moves of all computer players of one race. Its moves can be refused like any player's."""

    def __init__(self, rules: Rules[Any], racers: Mapping[str, Racer], code: str) -> None:
        self._rules = rules
        self._racers = dict(racers)
        self._luck = {player: random.Random(f"{code}/{player}/pace") for player in racers}
        self._intents = {player: _Intent(0) for player in racers}

    def settle(self, at: int) -> None:
        """Resets all computer players for a new round or after a pause; none acts before `at` (ms)."""
        self._intents = {player: _Intent(at) for player in self._racers}

    @property
    def next_at(self) -> int:
        """When the next player looks or acts, in ms; 2**52 if there are no computer players."""
        return min((intent.at for intent in self._intents.values()), default=2**52)

    def due(self, state: Any, at: int) -> Event | None:
        """Returns the next move due by `at` (ms), in order of time, or None."""
        while self.next_at <= at:
            player = min(self._intents, key=lambda each: self._intents[each].at)
            intent = self._intents[player]
            if intent.move is not None:
                self._intents[player] = _Intent(intent.at)
                return Event(player, intent.move, intent.at)
            racer, luck = self._racers[player], self._luck[player]
            move = racer.glance(self._rules, state, player, intent.at, racer.tempo, luck)
            wait = LOOK_MS if move is None else racer.tempo.delay(luck)
            self._intents[player] = _Intent(intent.at + wait, move)
        return None


def race(session: Session[Any], bots: Mapping[str, Bot[Any]]) -> None:
    """Plays a race between computer players in simulated time to its end."""
    pacer = Pacer(session.rules, {player: racer_of(bot) for player, bot in bots.items()}, session.code)
    at = 0
    while not session.over:
        rolled = session.digital(at=max(1, at))
        if rolled is not None:
            session.submit(rolled)
            continue
        at = max(at, pacer.next_at)
        event = pacer.due(session.state, at)
        if event is not None:
            session.submit(event)
