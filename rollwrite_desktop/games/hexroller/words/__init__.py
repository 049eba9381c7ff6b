"""What HexRoller says at length: rules to read, the coach, what is printed."""

from __future__ import annotations

from rollwrite_desktop.gamekit.words.coach import Coach
from rollwrite_desktop.gamekit.words.handbook import Handbook
from rollwrite_desktop.games.hexroller.play.rules import HexRoller

# Loaded when they are asked for, so that the window opens sooner.


def coach_for(rules: HexRoller) -> Coach:
    from rollwrite_desktop.games.hexroller.words.coach import HexRollerCoach

    return HexRollerCoach(rules)


def handbook_for(rules: HexRoller) -> Handbook:
    from rollwrite_desktop.games.hexroller.words.handbook import handbook_for

    return handbook_for(rules)
