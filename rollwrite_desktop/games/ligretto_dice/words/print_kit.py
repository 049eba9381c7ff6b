"""What there is to print of Ligretto Dice besides board and score sheets: the rules in brief, in our own words."""

from __future__ import annotations

from collections.abc import Mapping

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.words.handbook import Entry
from rollwrite_desktop.gamekit.words.print_kit import PrintKit, Sum
from rollwrite_desktop.games.ligretto_dice.play.model import DICE, START, VALUES
from rollwrite_desktop.games.ligretto_dice.words.handbook import board, building_up, scored
from rollwrite_desktop.sheet.sheet import Sheet


def summary(_: object) -> tuple[Entry, ...]:
    """Returns the rules in brief."""
    return (
        Entry(
            (), tr("Aim"),
            tr("Each round, be the first to place all your dice. After the last round, the most points win."),
        ),
        Entry(
            (), tr("A round"),
            tr("Put all 24 dice in the bag. Two players draw 12 each, three draw 8, four draw 6; colors as they come. On "
               "“Go!” everyone rolls all their dice. Everyone plays at the same time."),
        ),
        Entry(
            (), tr("Placing"),
            tr("Place a die on the space for its color and value, but only when all lower values of that color are there."),
            (building_up,),
        ),
        Entry(
            (), tr("Rolling again"),
            tr("Roll again whenever you like, but only all the dice you have left, together."),
        ),
        Entry(
            (), tr("One hand"),
            tr("Use one hand. If you come second to a space, keep the die; use it only after a new roll."),
        ),
        Entry(
            (), tr("Stop!"),
            tr("Whoever places their last die first calls “Stop!” Nothing more is placed; all dice stay where they are."),
        ),
        Entry(
            (), tr("Points"),
            tr("Everyone starts with 100. The winner of the round scores 1 point for every die the others have left. "
               "Everyone else loses 1 point for each die they have left. Values don’t matter."),
            (scored,),
        ),
    )


def framing(_: object) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """What is on the table; how long a game is, what becomes of a tie, how children play, and how one plays alone."""
    needed = tr("{dice} dice, {each} of each color, in a bag. Everyone plays on this one board in the middle of the table. "
                "One of you writes down the points.", dice=len(DICE), each=len(VALUES))
    return (Entry((), tr("What you need"), needed, (board,)),), (
        Entry(
            (), tr("The end of the game"),
            tr("Play three rounds for each player: 6 rounds for two, 9 for three, 12 for four. The most points win."),
        ),
        Entry(
            (), tr("A tie"), tr("Tied leaders play one more round among themselves, with all 24 dice."),
        ),
        Entry(
            (), tr("With children"), tr("Adults may take one or two more dice; the others then have fewer."),
        ),
        Entry((), tr("Alone"), tr("Roll all 24 dice and place them against the clock.")),
    )


def sums(sheet: Sheet) -> Mapping[str, Sum]:
    """LD-9: every total is the one before and the entry beside it."""
    found = {}
    rounds = [*(f"r{n}" for n in range(1, sheet.values.get("rounds", 0) + 1)), "tie"]
    for k in range(1, sheet.values.get("players", 0) + 1):
        for i, row in enumerate(rounds):
            entry = f"{row}p{k}"
            before = tuple(f"total/{one}p{k}" for one in rounds[i - 1 : i])
            found[f"total/{entry}"] = Sum((entry, *before), START if i == 0 else 0, (entry,))
    return found


PRINT_KIT = PrintKit(summary=summary, framing=framing, sums=sums)
