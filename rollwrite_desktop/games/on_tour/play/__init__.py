"""Playing On Tour: values, rules, the prompt and the picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rollwrite_desktop.draw.display import Mark
from rollwrite_desktop.gamekit.play.guide import Guide
from rollwrite_desktop.sheet.sheet import Sheet

# Loaded when it is asked for, so that the window opens sooner: the guide brings what draws along.


def guide_for(rules: Any) -> Guide:
    from rollwrite_desktop.games.on_tour.play.guide import OnTourGuide

    return OnTourGuide(rules)


def sketched(sheet: Sheet, notes: Mapping[str, str]) -> tuple[Mark, ...]:
    from rollwrite_desktop.games.on_tour.play.guide import sketched

    return sketched(sheet, notes)
