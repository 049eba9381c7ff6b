"""One game as the rest of the program knows it: a name, a line, and the rooms, which are loaded when they are first used."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct, field

from rollwrite_desktop.core.rules import GameInfo
from rollwrite_desktop.gamekit.presentation import Presentation

if TYPE_CHECKING:
    from rollwrite_desktop.gamekit.rooms import CheckRoom, PlayRoom, Rooms, ThinkRoom, WordsRoom


class Game(Struct, frozen=True, dict=True):
    """One game. rooms: returns all that it can do, and loads it when that is first wanted, so that the window opens before.
    presentation: how it introduces itself before it is played. letter: begins the codes of its games. design: whose design
    it is, for the credits and the unofficial notice; "" for a game of one's own."""

    info: GameInfo
    rooms: Callable[[], Rooms]
    presentation: Presentation = field(default_factory=Presentation)
    letter: str = ""
    design: str = ""

    @cached_property
    def play(self) -> PlayRoom:
        """How it is played."""
        return self.rooms().play

    @cached_property
    def check(self) -> CheckRoom:
        """How a filled sheet is checked."""
        return self.rooms().check

    @cached_property
    def think(self) -> ThinkRoom:
        """Who plays it besides people."""
        return self.rooms().think

    @cached_property
    def words(self) -> WordsRoom:
        """What is said of it at length."""
        return self.rooms().words

    @property
    def usual_level(self) -> str:
        """The computer player that a newcomer plays against: the weakest, where the game does not say."""
        return self.presentation.usual_level or next(iter(self.think.bots))
