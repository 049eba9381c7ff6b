"""What Rolling America is called, for how many it is, and what a table may choose before it."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.core.rules import Choice, GameInfo

INFO = GameInfo(
    id="rolling_america",
    title="Rolling America",
    players=(1, 8),
    version=1,
    options=(
        Choice("enforcement", mark("Illegal numbers"), {
            "strict": mark("refused, with the reason"), "paper": mark("allowed; mistakes count at the end"),
        }),
        Choice("corners", mark("Four Corners"), {
            "off": mark("diagonal areas are not neighbors"), "on": mark("diagonal areas are neighbors"),
        }),
    ),
)
