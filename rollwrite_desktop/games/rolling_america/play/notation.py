"""Rolling America's notation: `blue OH=4`, `blue~ CA=(4)`, `blue OH=X`, `blue -`, `dupe IN=4`, `done`, `blue 4, wild 2`.

Knows no legality.
"""

from __future__ import annotations

import re
from collections.abc import Container

from rollwrite_desktop.core.chance import Outcome, read_dice
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.rules import Move, NotAMove
from rollwrite_desktop.gamekit.marks import is_circled
from rollwrite_desktop.games.rolling_america.play.model import DICE, NUMBER, Cross, Done, Dupe, Pass, Write, X, number_mark

_STROKE = re.compile(
    rf"(?P<die>{'|'.join(DICE)})(?P<changed>~?) (?P<space>\w{{1,4}})=(?P<mark>[1-6]|\([1-6]\)|X)"
    rf"|(?P<passed>{'|'.join(DICE)}) -"
    r"|dupe(?P<dupe_changed>~?) (?P<dupe_space>\w{1,4})=(?P<dupe_mark>[1-6]|\([1-6]\))"
    r"|(?P<done>done)",
    re.ASCII,
)


def write(move: Move | Outcome) -> str:
    """A move, or an outcome of chance, as text."""
    match move:
        case Write(die, space, number, guarded, changed):
            return f"{die}{'~' * changed} {space}={number_mark(number, guarded)}"
        case Cross(die, space, changed):
            return f"{die}{'~' * changed} {space}={X}"
        case Pass(die):
            return f"{die} -"
        case Dupe(space, number, guarded, changed):
            return f"dupe{'~' * changed} {space}={number_mark(number, guarded)}"
        case Done():
            return "done"
        case _:
            return str(move)


def read(text: str, spaces: Container[str]) -> Move | Outcome:
    """Returns the move of a notation on a map with these spaces. Raises NotAMove."""
    dice = read_dice(text)
    if dice is not None:
        return dice
    match = _STROKE.fullmatch(text)
    if match is None:
        raise NotAMove.but(text, "Rolling America", "blue OH=4", "blue 4, wild 2")
    space = match["space"] or match["dupe_space"]
    if space and space not in spaces:
        raise NotAMove(tr("'{text}': there is no area '{name}' on this map", text=text, name=space))
    if match["done"]:
        return Done()
    if match["passed"]:
        return Pass(match["passed"])
    what = match["mark"] or match["dupe_mark"]
    if match["dupe_mark"]:
        return Dupe(space, NUMBER[what], is_circled(what), bool(match["dupe_changed"]))
    changed = bool(match["changed"])
    if what == X:
        return Cross(match["die"], space, changed)
    return Write(match["die"], space, NUMBER[what], is_circled(what), changed)
