"""What there is to print of Rolling America besides the map: roll boxes, rules in brief (our own words), dice by table."""

from __future__ import annotations

from rollwrite_desktop.core.chance import Draw, Outcome, outcome
from rollwrite_desktop.core.words import mark
from rollwrite_desktop.games.leaflet import Leaflet, RollBoxes, Table
from rollwrite_desktop.games.rolling_america.model import DICE
from rollwrite_desktop.games.rolling_america.rules import RollingAmerica

LETTERS = {
    "red": mark("R"), "blue": mark("B"), "green": mark("G"), "yellow": mark("Y"), "orange": mark("O"), "purple": mark("P"),
    "wild": mark("W"),
}
SUMMARY = (
    mark("# The aim"),
    mark("Fill as many states as you can. A state that no number fits gets an X; the fewest Xs win after eight rounds."),
    mark("# A round"),
    mark("All seven dice go into the bag. Draw two without looking, roll them and announce them; everybody writes both, in "
         "either order. Do this three times. The die left over goes back too, and each player crosses off a round."),
    mark("# Writing a number"),
    mark("A colored die goes into an empty state of its color, the wild die into any empty state."),
    mark("Numbers in states that border each other may differ by 1 at most. Xs, circled numbers and empty states do not "
         "matter. Alaska and Hawaii border nothing."),
    mark("A number that fits somewhere must be written. If it fits nowhere, put an X into an empty state of the die's color "
         "(for the wild: any empty state). Is the whole color full, nothing happens."),
    mark("# Powers, three of each"),
    mark("Color change: the die counts as wild."),
    mark("Guard: circle the number. It ignores its neighbors, and they ignore it from then on."),
    mark("Dupe: write the number a second time in the die's color; both must fit."),
    mark("Powers go with the die that is being written and may be combined. Cross off a box for each. None is compulsory."),
    mark("# The end"),
    mark("Empty states become Xs. Your left neighbor checks your map: every mistake is one more X. In a tie, whoever used "
         "fewer powers wins."),
)


def roll_boxes(rules: RollingAmerica) -> RollBoxes:
    """RA-4 to RA-6: three rolls of two dice a round."""
    return RollBoxes(rules.rounds * rules.turns, rules.drawn, group=rules.turns, letters=LETTERS)


def rolled(rules: RollingAmerica, code: str) -> tuple[Outcome, ...]:
    """All rolls of a code: nothing that players do changes what is in the bag."""
    found: list[Outcome] = []
    bag: tuple[str, ...] = DICE
    for number in range(rules.rounds * rules.turns):
        if number % rules.turns == 0:
            bag = DICE
        found.append(outcome(code, number, Draw(bag, rules.drawn)))
        bag = tuple(name for name in bag if name not in {die.name for die in found[-1].dice})
    return tuple(found)


LEAFLET = Leaflet(
    rolls=roll_boxes,
    rolled=rolled,
    summary=SUMMARY,
    tables=(Table(mark("Draw a die from the bag"), DICE, mark("a die that is already out of the bag this round")),),
)
