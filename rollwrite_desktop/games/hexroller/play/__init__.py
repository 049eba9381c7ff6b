"""Playing HexRoller: values, rules, the prompt and the picture."""

from __future__ import annotations

from typing import Any

from rollwrite_desktop.gamekit.play.guide import Guide

# Loaded when it is asked for, so that the window opens sooner: the guide brings what draws along.


def guide_for(rules: Any) -> Guide:
    from rollwrite_desktop.games.hexroller.play.guide import HexRollerGuide

    return HexRollerGuide(rules)
