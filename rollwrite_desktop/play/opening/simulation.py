"""Games between computer players: one to keep, or many for their statistics. The same code gives the same games.

Knows every game only by its registry, and nobody's window or file.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from rollwrite_desktop.core.bots import Bot, play_out
from rollwrite_desktop.core.errors import UserError, located
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.race_bots import race
from rollwrite_desktop.core.rules import Move, Rules, Scores, players_named
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.sheet.sheet import Sheet

QUANTILES = (10, 50, 90)


class Record(Struct, frozen=True):
    """What one computer player scored over many games. `wins` counts games won, shared wins among them."""

    games: int
    mean: float
    sd: float
    least: int
    most: int
    quantiles: tuple[tuple[int, int], ...]
    wins: int


def bot_of(game: Game, name: str, where: str) -> Bot[Any]:
    """A game's computer player by name. Raises UserError; `where` begins its sentence."""
    if name not in game.think.bots:
        with located(where):
            raise UserError(tr(
                "{game} has no computer player '{bot}'; there are {bots}.",
                game=game.info.title, bot=name[:60], bots=", ".join(game.think.bots),
            ))
    return game.think.bots[name]


def lucky(bots: Mapping[str, Bot[Any]], code: str) -> dict[str, Bot[Any]]:
    """Returns the same computer players by player id, each with luck of its own that belongs to the code and the seat."""
    own = {player: random.Random(f"{code}/{player}") for player in bots}

    def playing(bot: Bot[Any]) -> Bot[Any]:
        def choose(rules: Rules[Any], state: Any, player: str, luck: random.Random) -> Move:  # noqa: ARG001
            return bot(rules, state, player, own[player])

        return choose

    return {player: playing(bot) for player, bot in bots.items()}


def finish(session: Session[Any], bots: Mapping[str, Bot[Any]]) -> Scores:
    """Plays a session to its end by computer players, and says the scores."""
    if session.rules.info.realtime:
        race(session, bots)
    else:
        play_out(session, lucky(bots, session.code), random.Random(session.code))
    return session.rules.scores(session.state)


def simulate(
    game: Game, sheet: Sheet, options: Mapping[str, str], bots: Sequence[str], games: int, code: str,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Record]:
    """Statistics by computer player: `games` games (1 or more) of all of them at one table, game k with the code
    `CODE/k`. A player named twice sits there twice."""
    rules = game.play.rules(sheet, options)
    ids = players_named(bots)
    seats = {player: game.think.bots[name] for player, name in zip(ids, bots, strict=True)}
    totals: dict[str, list[int]] = {name: [] for name in bots}
    wins = dict.fromkeys(bots, 0)
    for k in range(games):
        scores = finish(Session(rules, ids, code=f"{code}/{k}"), seats)
        for name, score in zip(bots, scores, strict=True):
            totals[name].append(score.total)
            wins[name] += score.place == 1
        if progress is not None:
            progress(k + 1, games)
    return {name: _record(sorted(scores), wins[name]) for name, scores in totals.items()}


def _record(scores: list[int], wins: int) -> Record:
    n = len(scores)
    # The smallest score that at least q per cent do not exceed.
    quantiles = tuple((q, scores[max(0, -(-q * n // 100) - 1)]) for q in QUANTILES)
    sd = statistics.stdev(scores) if n > 1 else 0.0
    return Record(n, statistics.fmean(scores), sd, scores[0], scores[-1], quantiles, wins)
