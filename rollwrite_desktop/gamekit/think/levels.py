"""The computer players of a game by name, what people read of them, and the names that old games know them by."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from rollwrite_desktop.core.bots import Bot, careless
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.think.engine import Budget, EngineOf, hard, master


class Level(Struct, frozen=True):
    """A computer player as people meet it: its name and how it plays, both message ids."""

    title: str
    manner: str


EASY_SHARE = 0.25
"""The share of its moves that the easy computer player makes by chance."""
RANDOM = Level(mark("Random"), mark("Makes any legal move, without a plan."))
EASY = Level(mark("Easy"), mark("Plays well, but makes about one move in four without thinking."))
OLD_NAMES = {"greedy": "medium", "planner": "medium"}
"""What the medium players were called in games that were kept before there were levels."""
HARD = Level(mark("Hard"), mark("Rates every way to finish its turn by what it learned from thousands of games."))
MASTER = Level(mark("Master"), mark(
    "Plays out its best ideas hundreds of times before it writes. Takes about a second a turn."
))


class Levels(dict[str, Bot[Any]]):
    """Computer players by name, the weakest first. A name of OLD_NAMES stands for the player that it meant, but is not
    listed."""

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or (isinstance(name, str) and super().__contains__(OLD_NAMES.get(name, "")))

    def __missing__(self, name: str) -> Bot[Any]:
        meant = OLD_NAMES.get(name)
        if meant is None or not super().__contains__(meant):
            raise KeyError(name)
        return self[meant]


def five_levels(random: Bot[Any], medium: Bot[Any], engine_of: EngineOf, a_few: Budget | None = None) -> Levels:
    """Returns the computer players of a game that has an engine. random, medium: those that play without it; a_few: how much
    the hard one thinks about a turn, where the value alone is not enough."""
    return Levels({
        "random": random, "easy": careless(medium, random, EASY_SHARE), "medium": medium,
        "hard": hard(engine_of, medium, a_few), "master": master(engine_of, medium),
    })


def five_titles(medium: Level, *, random: Level = RANDOM, hard: Level = HARD) -> dict[str, Level]:
    """Returns what people read of these five."""
    return {"random": random, "easy": EASY, "medium": medium, "hard": hard, "master": MASTER}
