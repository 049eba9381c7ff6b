"""Ligretto Dice in words: what a place of the board waits for, and what happened. Decides nothing."""

from __future__ import annotations

from rollwrite_desktop.core.chance import Die, Outcome
from rollwrite_desktop.core.i18n import Arg, mark, tr
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.games.ligretto_dice.play.model import LETTERS, VALUES, Fumble, Pass, Place, Roll, State

COLOR_NAMES = {"red": mark("Red"), "yellow": mark("Yellow"), "green": mark("Green"), "blue": mark("Blue")}
# Before a number within a sentence, "your red 4", a color is a word of its own: languages inflect it.
COLOR_WORDS = (mark("red", "die"), mark("yellow", "die"), mark("green", "die"), mark("blue", "die"))


def describe_place(state: State, spot: str) -> str:
    """A place of the board in words: "Blue 4: open"."""
    color, value = LETTERS[spot[0]], int(spot[1])
    about: dict[str, Arg] = {"color": COLOR_NAMES[color], "value": value}
    if state.height(color) >= value:
        return tr("{color} {value}: taken", **about)
    if state.height(color) == value - 1:
        return tr("{color} {value}: open", **about)
    return tr("{color} {value}: later", **about)


def describe_die(die: Die) -> str:
    """A die in words: "Blue 4"."""
    return tr("{color} {value}", color=COLOR_NAMES[die.name], value=die.face)


def describe_color(state: State, color: str) -> str:
    """Returns what the board waits for in a color, in words: "Blue 4"; "Blue is full" after the highest."""
    height = state.height(color)
    if height == len(VALUES):
        return tr("{color} is full", color=COLOR_NAMES[color])
    return describe_die(Die(color, height + 1))


def describe_event(event: Event, name: str) -> str:
    """A move or roll in words, for the record of the game."""
    match event.move:
        case Place(color, value):
            return tr("{name} places {color} {value}", name=name, color=mark(color, "die"), value=value)
        case Fumble(color, value):
            return tr("{name} tries {color} {value} too early", name=name, color=mark(color, "die"), value=value)
        case Roll():
            return tr("{name} rolls all dice", name=name)
        case Pass():
            return tr("{name} passes", name=name)
        case Outcome() as fallen:
            whose = name or event.by.partition(":")[2] or event.by
            dice = ", ".join(tr("{color} {value}", color=mark(die.name, "die"), value=die.face) for die in fallen.dice)
            return tr("{name}’s dice: {dice}", name=whose, dice=dice)
    raise TypeError(f"{event.move!r} is no move of Ligretto Dice")
