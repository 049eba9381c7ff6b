"""Moves of strong computer players as jobs of the worker process, as one may take a second."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from rollwrite_desktop.core.rules import Move, Rules
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.play.opening.open_game import game_of, options_of
from rollwrite_desktop.sheet.sheet import Sheet

SLOW = frozenset(("hard", "master"))
KEPT = 4

_made: dict[tuple[str, str, tuple[tuple[str, str], ...]], Rules[Any]] = {}
"""The rules made last in this process, so that a computer player goes on with the plan it made for them."""


class Thought(Struct, frozen=True):
    """A move that a computer player has chosen in a state, and its luck afterwards."""

    player: str
    state: Any
    move: Move
    luck: random.Random


def is_slow(game: Game, bot: str) -> bool:
    """Returns whether a computer player may take longer than a window can wait for."""
    return game.think.engine is not None and bot in SLOW


def moves(
    game_id: str, sheet: Sheet, options: Mapping[str, str], bot: str, state: Any, player: str, luck: random.Random
) -> Iterator[Thought]:
    """Yields the one move of a computer player in a state."""
    game = game_of(game_id)
    key = game_id, sheet.hash, tuple(sorted(options.items()))
    if key not in _made:
        if len(_made) >= KEPT:
            _made.clear()
        _made[key] = game.play.rules(sheet, options_of(game, options))
    yield Thought(player, state, game.think.bots[bot](_made[key], state, player, luck), luck)
