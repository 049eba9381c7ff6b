"""Par of a sheet that nobody has measured: games that a computer player plays alone on it, as those of the atlas were."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import options_of
from rollwrite_desktop.play.opening.simulation import finish
from rollwrite_desktop.sheet.sheet import Sheet

SEED, PLAYED = "OWN", 40
"""What the codes of the games begin with, and how many are played."""


class Played(Struct, frozen=True):
    """games: how many were played so far; mean: of their results."""

    games: int
    mean: float


def played(sheet: Sheet, games: int = PLAYED, level: str = "", seed: str = SEED) -> Iterator[Played]:
    """Yields the mean result after each game that a level plays alone on a sheet; without one, that of par."""
    game = GAMES[sheet.game]
    rules: Any = game.play.rules(sheet, options_of(game))
    bot = game.think.bots[level or game.words.par_level]
    total = 0
    for k in range(games):
        total += finish(Session(rules, ("p1",), code=f"{seed}/{k}"), {"p1": bot})[0].total
        yield Played(k + 1, total / (k + 1))
