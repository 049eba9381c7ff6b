"""On Tour's moves as text and back: the only form in which they are kept. Knows which areas there are, not what is legal."""

from __future__ import annotations

import re
from collections.abc import Container

from rollwrite_desktop.core.chance import Outcome, read_plain
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.rules import Move, NotAMove
from rollwrite_desktop.games.on_tour.play.model import Cross, End, Visit, Write, X

END = "end"
"""In place of an area: the route ends."""
_STROKE = re.compile(r"(?P<area>\w{1,4})=(?P<what>[0-9]{2}|\*|X)|route (?P<visit>\w{1,4})", re.ASCII)


def write(move: Move | Outcome) -> str:
    """Returns the move in notation: `TX=37`, `TX=*`, `TX=X`, `route MN`, `route end`, `3 7 | TX South, CA West, NY
    North`."""
    match move:
        case Write(area, what):
            return f"{area}={what}"
        case Cross(area):
            return f"{area}={X}"
        case Visit(area):
            return f"route {area}"
        case End():
            return f"route {END}"
        case _:
            return str(move)


def read(text: str, areas: Container[str]) -> Move | Outcome:
    """Returns the move of a notation. Raises NotAMove."""
    chance = read_plain(text)
    if chance is not None:
        return chance
    match = _STROKE.fullmatch(text)
    if match is None:
        raise NotAMove.but(text, "On Tour", "TX=37", "route MN", "3 7")
    area = match["area"] or match["visit"]
    if match["visit"] == END:
        return End()
    if area not in areas:
        raise NotAMove(tr("'{text}': there is no area '{name}' on this map", text=text, name=area))
    if match["visit"]:
        return Visit(area)
    return Cross(area) if match["what"] == X else Write(area, match["what"])
