"""Playing Ligretto Dice: values, rules, the prompt and the picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rollwrite_desktop.core.audit import Paper
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.gamekit.play.guide import Guide

# Loaded when they are asked for, so that the window opens sooner: they bring what draws along.


def guide_for(forecast: Callable[..., str], rules: Any) -> Guide:
    from rollwrite_desktop.games.ligretto_dice.play.guide import LigrettoDiceGuide

    return LigrettoDiceGuide(rules, forecast)


def played(paper: Paper) -> Display:
    from rollwrite_desktop.games.ligretto_dice.play.drawing.played_rounds import played

    return played(paper)
