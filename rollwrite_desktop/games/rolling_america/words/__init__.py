"""What Rolling America says at length: rules to read, the coach, what is printed."""

from __future__ import annotations

from rollwrite_desktop.core.bots import Bot
from rollwrite_desktop.gamekit.words.coach import Coach
from rollwrite_desktop.gamekit.words.handbook import Handbook
from rollwrite_desktop.games.rolling_america.play.model import State
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica

# Loaded when they are asked for, so that the window opens sooner.


def coach_for(rules: RollingAmerica) -> Coach:
    from rollwrite_desktop.games.rolling_america.words.coach import RollingAmericaCoach

    return RollingAmericaCoach(rules)


def handbook_for(writer: Bot[State], rules: RollingAmerica) -> Handbook:
    from rollwrite_desktop.games.rolling_america.words.handbook import handbook_for

    return handbook_for(writer, rules)
