"""How HexRoller's moves are written down and read again: `c3=5`, `+ d4=5`, `two e1`, `third c3=7`, `box 5 -`, `done`."""

from __future__ import annotations

import re
from collections.abc import Container

from rollwrite_desktop.core.chance import Outcome, read_plain
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.rules import Move, NotAMove
from rollwrite_desktop.games.hexroller.play.model import DASH, Boxes, Done, Extra, Two, Write

_STROKE = re.compile(
    r"(?P<third>third )?(?P<space>[a-z][1-9][0-9]?)=(?P<number>[3-8])"
    r"|\+ (?P<extra>[a-z][1-9][0-9]?)=(?P<longer>[3-8])"
    r"|two (?P<two>[a-z][1-9][0-9]?)"
    r"|box (?P<upper>[3-8-]) (?P<lower>[3-8-])"
    r"|(?P<done>done)",
    re.ASCII,
)


def digit(number: int) -> str:
    """A number as it stands in a box: 0 is a dash."""
    return str(number) if number else DASH


def write(move: Move | Outcome) -> str:
    """A move in notation."""
    match move:
        case Write(space, number, third):
            return f"{'third ' * third}{space}={number}"
        case Extra(space, number):
            return f"+ {space}={number}"
        case Two(space):
            return f"two {space}"
        case Boxes(upper, lower):
            return f"box {digit(upper)} {digit(lower)}"
        case Done():
            return "done"
        case _:
            return str(move)


def read(text: str, spaces: Container[str]) -> Move | Outcome:
    """Returns the move of a notation on a sheet with these spaces. Raises NotAMove."""
    rolled = read_plain(text)
    if rolled is not None and not rolled.cards:
        return rolled
    match = _STROKE.fullmatch(text)
    if match is None:
        raise NotAMove.but(text, "HexRoller", "c3=5", "box 5 7", "3 3 4 5 5 6 8 8")
    space = match["space"] or match["extra"] or match["two"]
    if space and space not in spaces:
        raise NotAMove(tr("'{text}': there is no hex '{name}' on this sheet", text=text, name=space))
    if match["space"]:
        return Write(space, int(match["number"]), bool(match["third"]))
    if match["extra"]:
        return Extra(space, int(match["longer"]))
    if match["two"]:
        return Two(space)
    if match["done"]:
        return Done()
    upper, lower = (0 if held == DASH else int(held) for held in (match["upper"], match["lower"]))
    return Boxes(upper, lower)
