"""Rolling America in words: what a spot holds, what a tap would do, what happened. Decides nothing."""

from __future__ import annotations

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.core.rules import Event, Move
from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.games.rolling_america.play.model import BLANK, POWERS, WILD, Cross, Done, Dupe, Part, Pass, Write
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica

PAR_LEVEL = "hard"
"""The computer player whose mean on a map is par."""
POWER_TITLES = {"change": mark("Color change"), "guard": mark("Guard"), "dupe": mark("Dupe")}
BOX_TITLES = {"rounds": mark("Rounds"), "change": mark("Color changes"), "guard": mark("Guards"), "dupe": mark("Dupes")}
ONE_BOX_TITLES = {"rounds": mark("Round"), **POWER_TITLES}
POWER_HINTS = {
    "change": mark("The die counts as wild: write it in any area."),
    "guard": mark("Circle the number: it ignores its neighbors, and they ignore it."),
    "dupe": mark("Write the number a second time."),
}
DIE_NAMES = {
    "red": mark("Red"), "blue": mark("Blue"), "green": mark("Green"), "yellow": mark("Yellow"),
    "orange": mark("Orange"), "purple": mark("Purple"), WILD: mark("Wild"),
}
# Colors stand within sentences too, in lower case; found here for translation.
COLOR_WORDS = (
    mark("red"), mark("blue"), mark("green"), mark("yellow"), mark("orange"), mark("purple"), mark("wild"),
)
REGION_NAMES = {
    "red": mark("red", "region"), "blue": mark("blue", "region"), "green": mark("green", "region"),
    "yellow": mark("yellow", "region"), "orange": mark("orange", "region"), "purple": mark("purple", "region"),
    WILD: mark("wild"),
}
"""What stands before or after the word region."""
DIE_LETTERS = {
    "red": mark("R", "red"), "blue": mark("B", "blue"), "green": mark("G", "green"), "yellow": mark("Y", "yellow"),
    "orange": mark("O", "orange"), "purple": mark("P", "purple"), WILD: mark("W", "wild"),
}
"""The letter of each die, which tells it apart without its color. Keys and areas of HexRoller are called so too: a letter
that is translated has its color as its context."""


def describe_mark(held: str) -> str:
    """A mark in words."""
    if held == BLANK:
        return tr("blank")
    return tr("{n}, guarded", n=content(held)) if is_circled(held) else held


def describe_spot(rules: RollingAmerica, part: Part, spot: str) -> str:
    """An area or box of a player's map in words: "Ohio (Red): 5"."""
    if spot in rules.index:
        space = rules.sheet.space[spot]
        region = tr(rules.sheet.region[space.region].name)
        return tr("{state} ({region}): {mark}", state=tr(space.name), region=region,
                   mark=describe_mark(part.marks[rules.index[spot]]))
    box = rules.sheet.box.get(spot)
    if box is None:
        return ""
    if box.group in POWERS:
        n = int(spot.partition("/")[2])
        used = tr("used") if n <= getattr(part, box.group) else tr("not used")
        return tr("{power} {n} of {all}: {state}", power=POWER_TITLES[box.group], n=n, all=rules.power_boxes, state=used)
    if box.group == "rounds":
        return tr("Round {n} of {rounds}", n=int(spot.partition("/")[2]), rounds=rules.rounds)
    return tr("Number of Xs: fewest wins") if box.group == "xs" else tr("Player")


def describe_tap(move: Move) -> str:
    """Returns what a tap that makes this move does to an area, in words."""
    match move:
        case Write() | Dupe():
            return tr("may take {mark}", mark=move.number)
        case Cross():
            return tr("may take {mark}", mark="X")
    return ""


# By whether the number is guarded, and whether its color is changed.
_WRITTEN = {
    (False, False): mark("{name}: {die} {n} in {state}"),
    (True, False): mark("{name}: {die} {n} in {state}, guarded"),
    (False, True): mark("{name}: {die} {n} in {state}, color changed"),
    (True, True): mark("{name}: {die} {n} in {state}, guarded and color changed"),
}
_DUPED = {False: mark("{name}: dupes {n} in {state}"), True: mark("{name}: dupes {n} in {state}, guarded")}


def describe_event(rules: RollingAmerica, event: Event, name: str) -> str:
    """A move or roll in words, for the record of the game; "" for the end of a turn."""
    states = rules.sheet.space
    match event.move:
        case Write(die, space, number, guarded, changed):
            text = _WRITTEN[guarded, changed]
            return tr(text, name=name, die=DIE_NAMES[die], n=number, state=states[space].name)
        case Cross(die, space):
            return tr("{name}: X for {die} in {state}", name=name, die=DIE_NAMES[die], state=states[space].name)
        case Pass(die):
            return tr("{name}: {die} skipped", name=name, die=DIE_NAMES[die])
        case Dupe(space, number, guarded):
            return tr(_DUPED[guarded], name=name, n=number, state=states[space].name)
        case Done():
            return ""
        case Outcome(rolled):
            dice = ", ".join(tr("{die} {n}", die=DIE_NAMES[die.name], n=die.face) for die in rolled)
            return tr("Rolled: {dice}", dice=dice)
    raise TypeError(f"{event.move!r} is no move of this game")
