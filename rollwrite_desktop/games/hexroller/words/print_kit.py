"""What there is to print of HexRoller besides the sheet: roll boxes and the rules in brief (our own words)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rollwrite_desktop.core.chance import Outcome, Roll
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.words.handbook import Entry
from rollwrite_desktop.gamekit.words.print_kit import PrintKit, RollBoxes, Sum, same_roll
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.games.hexroller.words.handbook import Examples, scale
from rollwrite_desktop.sheet.sheet import Sheet

TOTAL = "score/total"


def summary(rules: HexRoller) -> tuple[Entry, ...]:
    """Returns the rules in brief, with examples from the layout at hand."""
    draw = Examples(rules)
    return (
        Entry(
            (), tr("Aim"),
            tr("Fill areas, connect printed pairs, and count up from 3 in both rows. The highest total wins."),
        ),
        Entry(
            (), tr("A round"),
            tr("Roll all {dice} dice (they show 3 to 8, so add 2 on ordinary dice) and sort them. Everyone chooses two "
               "different numbers and writes each as often as dice show it.", dice=rules.ask.count),
        ),
        Entry(
            (), tr("Chains"),
            tr("The first hex must touch a hex with this number. Each further one must touch the hex just written. Write "
               "all dice of a number, or choose another number."),
            (draw.chain,),
        ),
        Entry(
            (), tr("Rows"),
            tr("Write your two numbers in the next empty boxes, one in the upper row and one in the lower. If you "
               "couldn’t write two numbers, put a dash in what is left."),
            (draw.dashes,),
        ),
        Entry(
            (), tr("Bonuses"),
            tr("Each once, at most one a round: cross it off. +1: a chain of this round gets one hex more at its end. 2: a "
               "2 in any blank hex. 3rd: also write a third number; it goes in no box."),
        ),
        Entry(
            (), tr("Areas"),
            tr("A full area scores its most common number; ties go to the higher number. The middle area scores it times "
               "{n}.", n=rules.sheet.values["middle"]),
            (draw.area,),
        ),
        Entry(
            (), tr("Connections"),
            tr("If hexes with the same number connect the two printed ones, score that number once."),
            (draw.connection,),
        ),
        Entry(
            (), tr("More points"),
            tr("Look for 3, 4, 5 and so on in each row, in any order: it scores the last one before a number is missing. "
               "Each unused bonus scores {n}.", n=rules.scoring.bonus),
            (draw.rows,),
        ),
    )


def framing(rules: HexRoller) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """Returns what is on the table, how many rounds there are, what becomes of a tie, and how one plays alone."""
    needed = tr("{dice} dice, and a sheet and a pencil for everyone. Hexes: {hexes}. Each number from 3 to 8 is printed in "
                "two of them. Rounds: {rounds}.", dice=rules.ask.count, hexes=len(rules.sheet.spaces), rounds=rules.rounds)
    shared, alone = tr("Players with equal totals share the win."), tr("Alone, try to beat your own best.")
    end = Entry((), tr("Ties"), " ".join(filter(None, (shared, alone, scale(rules)))))
    return (Entry((), tr("What you need"), needed),), (end,)


def roll_boxes(rules: HexRoller) -> RollBoxes:
    """One roll of all dice a round."""
    return RollBoxes(rules.rounds, rules.ask.count, group=1, ordered=True)


def asked(rules: HexRoller, outcomes: Sequence[Outcome]) -> Iterator[Roll]:
    """HR-4: all dice, every round."""
    return same_roll(rules.ask, rules.rounds, outcomes)


def sums(sheet: Sheet) -> Mapping[str, Sum]:
    """HR-18: the total of everything that scores."""
    scored = tuple(box.id for box in sheet.boxes if box.id.startswith("score/") and box.id != TOTAL)
    return {TOTAL: Sum(scored)}


PRINT_KIT = PrintKit(rolls=roll_boxes, asked=asked, summary=summary, framing=framing, sums=sums)
