"""What HexRoller says at length: rules to read, the coach, what is printed."""

from __future__ import annotations

from rollwrite_desktop.gamekit.words.coach import Coach
from rollwrite_desktop.games.hexroller.play.rules import HexRoller

# Loaded when it is asked for, so that the window opens sooner.


def coach_for(rules: HexRoller) -> Coach:
    from rollwrite_desktop.games.hexroller.words.coach import HexRollerCoach

    return HexRollerCoach(rules)
