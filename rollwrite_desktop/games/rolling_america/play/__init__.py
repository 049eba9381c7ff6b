"""Playing Rolling America: values, rules, the prompt and the picture."""

from __future__ import annotations

from typing import Any

from rollwrite_desktop.gamekit.play.guide import Guide

# Loaded when it is asked for, so that the window opens sooner: the guide brings what draws along.


def guide_for(rules: Any) -> Guide:
    from rollwrite_desktop.games.rolling_america.play.guide import RollingAmericaGuide

    return RollingAmericaGuide(rules)
