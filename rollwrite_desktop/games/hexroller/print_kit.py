"""What there is to print of HexRoller besides the sheet: roll boxes and the rules in brief (our own words)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rollwrite_desktop.core.chance import Outcome, Roll
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.handbook import Example
from rollwrite_desktop.gamekit.print_kit import Brief, PrintKit, RollBoxes
from rollwrite_desktop.games.hexroller.rules import HexRoller

_ROLL = "> 3 3 4 5 5 6 8 8"
SUMMARY = (
    Brief(mark("Aim"), mark("Fill areas, connect printed pairs, and count up from 3 in both rows. The highest total wins.")),
    Brief(
        mark("A round"),
        mark("Roll all dice (8 on the front, 7 on the back; they show 3 to 8, so add 2 on ordinary dice) and sort them. "
             "Everyone chooses two different numbers and writes each as often as dice show it."),
    ),
    Brief(
        mark("Chains"),
        mark("The first hex must touch a hex with this number. Each further one must touch the hex just written. Write all "
             "dice of a number, or choose another number."),
        Example(mark("Two 8s: from the printed 8 to d7 and d6."), ("d8", "d7", "d6", "e7"), (_ROLL, "d7=8", "d6=8")),
    ),
    Brief(
        mark("Rows"),
        mark("Write your two numbers in the next empty boxes, one in the upper row and one in the lower. If you couldn't "
             "write two numbers, put a dash in what is left."),
        Example("", ("upper/1", "upper/3", "lower/1", "lower/3"),
                more={"boxes": {"upper": "358", "lower": "46-"}}),
    ),
    Brief(
        mark("Bonuses"),
        mark("Each once, at most one a round. +1: one hex more for a number of this round. 2: a 2 in any blank hex. "
             "3rd: also write a third number; it goes in no box."),
        Example(mark("Two 8s, and a third with +1."), ("d8", "d7", "d6", "d5", "e7"),
                (_ROLL, "d7=8", "d6=8", "+ d5=8")),
    ),
    Brief(
        mark("Areas"),
        mark("A full area scores its most common number; ties go to the higher number. The middle area scores it twice."),
        Example(mark("Full: most common is 8, so 8 points."), ("d7", "d8", "e7", "e8", "e9", "f7", "f8"),
                spaces={"d7": "8", "e7": "8", "e8": "8", "e9": "5", "f8": "5"}),
    ),
    Brief(
        mark("Connections"),
        mark("If hexes with the same number connect the two printed ones, score that number once."),
        Example(mark("The 4s are connected: 4 points."), ("b2", "b3", "c3", "d5", "e6"),
                spaces={"b3": "4", "c3": "4", "d5": "4"}),
    ),
    Brief(
        mark("More points"),
        mark("Look for 3, 4, 5 and so on in each row, in any order: it scores the last one before a number is missing. Each "
             "unused bonus scores 2."),
        Example(mark("3, 4, 5, but no 6: 5 points."), ("upper/1", "upper/4"), more={"boxes": {"upper": "3584"}}),
    ),
)


def roll_boxes(rules: HexRoller) -> RollBoxes:
    """One roll of all dice a round."""
    return RollBoxes(rules.rounds, rules.ask.count, group=1, ordered=True)


def asked(rules: HexRoller, outcomes: Sequence[Outcome]) -> Iterator[Roll]:
    """HR-4: all dice, every round."""
    for number in range(rules.rounds):
        if number > len(outcomes):
            return
        yield rules.ask


PRINT_KIT = PrintKit(rolls=roll_boxes, asked=asked, summary=SUMMARY)
