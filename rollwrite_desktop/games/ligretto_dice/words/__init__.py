"""What Ligretto Dice says at length: rules to read, the coach, what is printed."""

from __future__ import annotations

from rollwrite_desktop.gamekit.words.coach import Coach
from rollwrite_desktop.gamekit.words.handbook import Handbook
from rollwrite_desktop.games.ligretto_dice.play.rules import LigrettoDice

# Loaded when they are asked for, so that the window opens sooner.


def coach_for(rules: LigrettoDice) -> Coach:
    from rollwrite_desktop.games.ligretto_dice.words.coach import LigrettoDiceCoach

    return LigrettoDiceCoach(rules)


def handbook_for(rules: LigrettoDice) -> Handbook:
    from rollwrite_desktop.games.ligretto_dice.words.handbook import handbook_for

    return handbook_for(rules)
