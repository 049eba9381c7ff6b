"""What HexRoller is called, for how many it is, and what a table may choose before it."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.core.rules import Choice, GameInfo

INFO = GameInfo(
    id="hexroller",
    title="HexRoller",
    players=(1, 8),
    version=1,
    options=(
        Choice("plus_one", mark("The +1 hex"), {
            "path": mark("continues from the end of the chain"), "touching": mark("may touch any hex with that number"),
        }),
    ),
)
