"""Sheets in the middle of a game, for pictures of the games. The same every time; nobody's game."""

from __future__ import annotations

import random
from collections.abc import Iterator

from rollwrite_desktop.core.rules import Event, is_chance, players_named
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.open_game import options_of, sheet_of

_CODE = "DOOR-SIGN"
_ROLLS = 15
_AT_ONCE = 3
"""How many moves are made at a time: some 10 ms."""
_known: dict[str, Display] = {}


def played(game_id: str) -> Iterator[Display | None]:
    """A sheet in the middle of a game, as the last of what it gives; None after every few moves on the way there, so that
    a window can go on in between. Known at once the second time."""
    game = GAMES[game_id]
    if game_id not in _known:
        sheet = sheet_of(game, "")
        session = Session(game.rules(sheet, options_of(game)), players_named(["p"] * game.info.players[0]), code=_CODE)
        for n, _ in enumerate(_moves(session, game)):
            if n % _AT_ONCE == 0:
                yield None
        _known[game_id] = game.guide(session.rules).draw(session.state, "p1", None)
    yield _known[game_id]


def _moves(session: Session[object], game: Game) -> Iterator[None]:
    bot, luck, rolls = game.bots[game.usual_level], random.Random(_CODE), 0
    while demands := session.rules.demands(session.state):
        by = demands[0].by
        event = session.digital() if is_chance(by) else Event(by, bot(session.rules, session.state, by, luck))
        rolls += is_chance(by)
        if event is None or rolls > _ROLLS or session.submit(event) is not None:
            return
        yield
