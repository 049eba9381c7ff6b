"""Ligretto Dice's moves as text and back: `roll`, `place B4`, `fumble B4`, `pass`. Knows no legality."""

from __future__ import annotations

import re

from rollwrite_desktop.core.chance import Outcome, read_dice
from rollwrite_desktop.core.rules import Move, NotAMove
from rollwrite_desktop.games.ligretto_dice.play.model import LETTERS, Fumble, Pass, Place, Roll, place_of

_STROKE = re.compile(r"(?P<what>place|fumble) (?P<color>[RYGB])(?P<value>[1-6])|(?P<roll>roll)|(?P<pass>pass)", re.ASCII)


def write(move: Move | Outcome) -> str:
    """A move, or an outcome of chance, as text."""
    match move:
        case Place(color, value):
            return f"place {place_of(color, value)}"
        case Fumble(color, value):
            return f"fumble {place_of(color, value)}"
        case Roll():
            return "roll"
        case Pass():
            return "pass"
        case _:
            return str(move)


def read(text: str) -> Move | Outcome:
    """Returns the move of a notation. Raises NotAMove."""
    dice = read_dice(text)
    if dice is not None:
        return dice
    match = _STROKE.fullmatch(text)
    if match is None:
        raise NotAMove.but(text, "Ligretto Dice", "place B4", "roll")
    if match["roll"]:
        return Roll()
    if match["pass"]:
        return Pass()
    kind = Place if match["what"] == "place" else Fumble
    return kind(LETTERS[match["color"]], int(match["value"]))
