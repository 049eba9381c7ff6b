"""Sheets to show on the doors: one in play, one filled and checked. The same every time; nobody's game."""

from __future__ import annotations

import random
from functools import cache

import msgspec

from rollwrite_desktop.core.bots import Bot
from rollwrite_desktop.core.chance import is_chance
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.rules import Event, players_named
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.play.open_game import options_of, sheet_of

_CODE = "DOOR-SIGN"
_ROLLS = 15


@cache
def blank(game_id: str) -> Display:
    """The sheet as it is printed."""
    from rollwrite_desktop.games import GAMES

    game = GAMES[game_id]
    session = _session(game)
    return game.guide(session.rules).blank()


@cache
def played(game_id: str) -> Display:
    """A sheet in the middle of a game."""
    from rollwrite_desktop.games import GAMES

    game = GAMES[game_id]
    session = _session(game)
    _play(session, game.bots[game.adviser], _ROLLS)
    return game.guide(session.rules).draw(session.state, "p1", None)


@cache
def checked(game_id: str) -> Display:
    """A filled sheet with one mistake, found; where a game has no such thing, a sheet in play."""
    from rollwrite_desktop.games import GAMES

    try:
        return _checked(GAMES[game_id])
    except UserError:
        return played(game_id)


def _checked(game: Game) -> Display:
    session = _session(game)
    _play(session, game.bots[game.adviser], 1000)
    paper = msgspec.structs.replace(game.paper_of(session.rules, session.state, "p1"), player="")
    sheet = sheet_of(game, paper.sheet)
    options = options_of(game, paper.options)
    desk, auditor = game.paper_editor(sheet, options), game.auditor(sheet, options)
    for spot in desk.order():
        for key, _ in desk.keys(spot)[:1]:
            wrong = desk.typed(paper, spot, key)
            report = auditor.audit(wrong) if wrong is not None else None
            if wrong is not None and report is not None and sum(len(found.where) for found in report.findings) == 2:
                return desk.draw(wrong, report)
    return desk.draw(paper, auditor.audit(paper))


def _session(game: Game) -> Session[object]:
    sheet = sheet_of(game, "")
    rules = game.rules(sheet, options_of(game))
    return Session(rules, players_named(["p"] * game.info.players[0]), code=_CODE)


def _play(session: Session[object], bot: Bot[object], rolls: int) -> None:
    luck = random.Random(_CODE)
    while demands := session.rules.demands(session.state):
        if is_chance(demands[0].by):
            rolls -= 1
            if rolls < 0:
                return
            event = session.digital()
            assert event is not None
        else:
            by = demands[0].by
            event = Event(by, bot(session.rules, session.state, by, luck))
        if session.submit(event) is not None:
            return
