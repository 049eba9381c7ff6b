"""Ligretto Dice in words: what a place of the board waits for, and what happened. Decides nothing."""

from __future__ import annotations

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.i18n import Arg, mark, tr
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.games.ligretto_dice.model import LETTERS, Fumble, Pass, Place, Roll, State

COLOUR_NAMES = {"red": mark("Red"), "yellow": mark("Yellow"), "green": mark("Green"), "blue": mark("Blue")}


def describe_place(state: State, spot: str) -> str:
    """A place of the board in words: "Blue 4: open"."""
    colour, value = LETTERS[spot[0]], int(spot[1])
    about: dict[str, Arg] = {"colour": tr(COLOUR_NAMES[colour]), "value": value}
    if state.height(colour) >= value:
        return tr("{colour} {value}: taken", **about)
    if state.height(colour) == value - 1:
        return tr("{colour} {value}: open", **about)
    return tr("{colour} {value}: later", **about)


def describe_event(event: Event, name: str) -> str:
    """A move or roll in words, for the record of the game."""
    match event.move:
        case Place(colour, value):
            return tr("{name} places {colour} {value}", name=name, colour=colour, value=value)
        case Fumble(colour, value):
            return tr("{name} tries {colour} {value} too early", name=name, colour=colour, value=value)
        case Roll():
            return tr("{name} rolls all dice", name=name)
        case Pass():
            return tr("{name} passes", name=name)
        case Outcome() as fallen:
            whose = name or event.by.partition(":")[2] or event.by
            dice = ", ".join(f"{tr(die.name)} {die.face}" for die in fallen.dice)
            return tr("The dice of {name}: {dice}", name=whose, dice=dice)
    raise TypeError(f"{event.move!r} is no move of Ligretto Dice")
