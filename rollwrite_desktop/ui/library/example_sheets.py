"""Sheets in the middle of a game, for pictures of the games. The same every time; nobody's game."""

from __future__ import annotations

import random
from collections.abc import Iterator

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.rules import Event, is_chance, players_named
from rollwrite_desktop.core.session import JournalLine, Session
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.paths import ASSETS
from rollwrite_desktop.play.opening.open_game import options_of, sheet_of

EXAMPLES = ASSETS / "examples"
"""A file for each game: its moves, one a line, each behind the id of who makes it. Made by assets/build/examples.py."""
MAX_BYTES = 20_000
_CODE = "DOOR-SIGN"
_ROLLS = 15
_AT_ONCE = 3
"""How many moves are made at a time: some 10 ms where they have to be thought of."""
_known: dict[str, Display] = {}


def played(game_id: str) -> Iterator[Display | None]:
    """A sheet in the middle of a game, as the last of what it gives; None after every few moves on the way there, so that
    a window can go on in between. Known at once the second time."""
    if game_id not in _known:
        game = GAMES[game_id]
        session = _kept(game)
        if session is None:
            session = _begun(game)
            for n, _ in enumerate(thought_of(session, game)):
                if n % _AT_ONCE == 0:
                    yield None
        else:
            yield None
        _known[game_id] = game.play.guide(session.rules).draw(session.state, "p1", None)
    yield _known[game_id]


def text_of(game: Game) -> str:
    """Returns what the file of a game holds."""
    session = _begun(game)
    for _ in thought_of(session, game):
        pass
    return "".join(f"{event.by} {session.rules.write(event.move)}\n" for event in session.events)


def thought_of(session: Session[object], game: Game) -> Iterator[None]:
    """Plays some rolls, move by move, as the computer player does that newcomers meet."""
    bot, luck, rolls = game.think.bots[game.usual_level], random.Random(_CODE), 0
    while demands := session.rules.demands(session.state):
        by = demands[0].by
        event = session.digital() if is_chance(by) else Event(by, bot(session.rules, session.state, by, luck))
        rolls += is_chance(by)
        if event is None or rolls > _ROLLS or session.submit(event) is not None:
            return
        yield


def _begun(game: Game) -> Session[object]:
    sheet = sheet_of(game, "")
    return Session(game.play.rules(sheet, options_of(game)), players_named(["p"] * game.info.players[0]), code=_CODE)


def _kept(game: Game) -> Session[object] | None:
    """Returns the game of a file; None where there is none, or one for another sheet than today's."""
    session = _begun(game)
    try:
        for line in read_file(EXAMPLES / f"{game.info.id}.txt", MAX_BYTES).decode().splitlines():
            by, _, move = line.partition(" ")
            session.replay([JournalLine(by, move)])
    except UserError:
        return None
    return session
