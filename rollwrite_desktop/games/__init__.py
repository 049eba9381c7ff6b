"""The games: the only list of them is `GAMES`. README.md says what a game consists of, and what is demanded of it."""

from __future__ import annotations

from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games.hexroller import GAME as HEXROLLER
from rollwrite_desktop.games.ligretto_dice import GAME as LIGRETTO_DICE
from rollwrite_desktop.games.on_tour import GAME as ON_TOUR
from rollwrite_desktop.games.rolling_america import GAME as ROLLING_AMERICA

GAMES: dict[str, Game] = {game.info.id: game for game in (
    ROLLING_AMERICA,
    ON_TOUR,
    HEXROLLER,
    LIGRETTO_DICE,
)}
TEMPLATES = {"map": "_blank", "dice": "_dice"}
"""What a new game can be like: the folder of a template, which is no game of the program but is held to the same laws."""
