"""What On Tour says at length: rules to read, the coach, what is printed."""

from __future__ import annotations

from rollwrite_desktop.gamekit.words.coach import Coach
from rollwrite_desktop.gamekit.words.handbook import Handbook
from rollwrite_desktop.games.on_tour.play.rules import OnTour

# Loaded when they are asked for, so that the window opens sooner.


def coach_for(rules: OnTour) -> Coach:
    from rollwrite_desktop.games.on_tour.words.coach import OnTourCoach

    return OnTourCoach(rules)


def handbook_for(rules: OnTour) -> Handbook:
    from rollwrite_desktop.games.on_tour.words.handbook import handbook_for

    return handbook_for(rules)
