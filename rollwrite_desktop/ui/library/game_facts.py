"""What is said of a game on the shelf and on its page: for how many, how long, whose design."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.game import Game


def describe_facts(game: Game) -> str:
    """For how many players, and how many minutes it takes."""
    least, most = game.info.players
    players = tr("{least}–{most} players", least=least, most=most) if most > least else tr("for one")
    short, long = game.presentation.minutes
    return " · ".join([players, tr("{short}–{long} minutes", short=short, long=long)] if long else [players])
