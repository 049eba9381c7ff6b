"""What there is to print of HexRoller besides the sheet: roll boxes, and the rules in brief in our own words."""

from __future__ import annotations

from rollwrite_desktop.core.chance import Outcome, outcome
from rollwrite_desktop.core.words import mark
from rollwrite_desktop.games.hexroller.rules import HexRoller
from rollwrite_desktop.games.leaflet import Leaflet, RollBoxes

SUMMARY = (
    mark("# A round"),
    mark("All dice are rolled for everybody; they show 3 to 8. An ordinary die will do: add 2 to what it shows. Choose a "
         "number and write it as often as it was rolled, then a second, different number likewise."),
    mark("The first hex must touch a hex that holds the same number already, printed or written. Each further one must "
         "touch the hex just written. All dice of a number are written, or it cannot be chosen."),
    mark("Then write the two numbers in the next free boxes, one in the upper row, one in the lower. If fewer than two can"
         " be written, a dash takes the place."),
    mark("# Bonuses, each once, one in a round at most"),
    mark("+1: one of the two numbers gets one more hex. 2: write a 2 into any free hex. Third: write a third rolled number"
         " too; it goes in no box."),
    mark("# Points at the end"),
    mark("Bonuses: 2 for each that was not used."),
    mark("Areas: a full outer area scores the number that it holds most often, the higher one in a tie. The middle counts "
         "twice."),
    mark("Connections: the two printed hexes of a number, joined by hexes of that number, score it once."),
    mark("Rows: each row scores the highest number up to which it holds all from 3 on, in any order."),
    mark("Most points win."),
)


def roll_boxes(rules: HexRoller) -> RollBoxes:
    """HR-2: one roll of all dice a round."""
    return RollBoxes(rules.rounds, rules.ask.count)


def rolled(rules: HexRoller, code: str) -> tuple[Outcome, ...]:
    """All rolls of a code."""
    return tuple(outcome(code, number, rules.ask) for number in range(rules.rounds))


LEAFLET = Leaflet(rolls=roll_boxes, rolled=rolled, summary=SUMMARY)
