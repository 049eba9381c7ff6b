"""What On Tour is called, for how many it is, and what a table may choose before it."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.core.rules import Choice, GameInfo

INFO = GameInfo(
    id="on_tour",
    title="On Tour",
    players=(1, 8),
    version=1,
    options=(
        Choice("route", mark("Route at the end"), {
            "own": mark("everyone draws one"), "best": mark("the best one, found by the program"),
        }),
        Choice("voluntary_x", mark("An X instead of a number"), {
            "off": mark("only where a number has no place"), "on": mark("any time"),
        }),
    ),
)
