"""What there is to print of Ligretto Dice besides board and score sheets: what frames the quick rules."""

from __future__ import annotations

from collections.abc import Mapping

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.words.handbook import Entry
from rollwrite_desktop.gamekit.words.print_kit import PrintKit, Sum
from rollwrite_desktop.games.ligretto_dice.play.model import DICE, START, VALUES
from rollwrite_desktop.sheet.sheet import Sheet


def framing(_: object) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """Returns what is on the table; how long a game is, what becomes of a tie, how children play, and how one plays
    alone."""
    from rollwrite_desktop.games.ligretto_dice.words.handbook import board

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


PRINT_KIT = PrintKit(framing=framing, sums=sums)
