"""What Rolling America says at length: rules to read, the coach, what is printed."""

from __future__ import annotations

from rollwrite_desktop.gamekit.words.coach import Coach
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica

# Loaded when it is asked for, so that the window opens sooner.


def coach_for(rules: RollingAmerica) -> Coach:
    from rollwrite_desktop.games.rolling_america.words.coach import RollingAmericaCoach

    return RollingAmericaCoach(rules)
