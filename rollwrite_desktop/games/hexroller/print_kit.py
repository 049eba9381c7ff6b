"""What there is to print of HexRoller besides the sheet: roll boxes and the rules in brief (our own words)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rollwrite_desktop.core.chance import Outcome, Roll
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.print_kit import PrintKit, RollBoxes
from rollwrite_desktop.games.hexroller.rules import HexRoller

SUMMARY = (
    mark("# The aim"),
    mark("Write chains of equal numbers to fill areas, join printed pairs and count upwards in the two rows."),
    mark("# A round"),
    mark("Somebody rolls all dice (the front takes 8 dice and 7 rounds, the back 7 and 6) and sorts them by number. The "
         "dice show 3 to 8; on ordinary dice add 2."),
    mark("Everybody at the same time chooses a number and writes it as often as dice show it: the first hex touches one "
         "that holds this number already, each further hex touches the one before. Then a second, different number "
         "likewise."),
    mark("All dice of a chosen number must be written. A number without room for all of them cannot be chosen."),
    mark("The two numbers go in the leftmost empty boxes, one in the upper row, one in the lower. Whoever could not write "
         "two numbers puts a dash in the box left over."),
    mark("# Bonuses, each once, at most one a round"),
    mark("+1: a number of this round gets one hex more, at the end of its chain."),
    mark("2: a 2 in any blank hex."),
    mark("3rd: a third number of the roll is written too, but goes in no box."),
    mark("# The score"),
    mark("Every bonus not used: 2."),
    mark("Every area wholly filled: its most common number, the higher one of two; the middle area twice that."),
    mark("Every printed pair joined by hexes with its number: that number."),
    mark("Each row: how far it counts 3, 4, 5 and so on without a gap, in any order."),
    mark("The highest total wins."),
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
