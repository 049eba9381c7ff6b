"""What there is to print of Rolling America besides the map: roll boxes, rules in brief (our own words), dice by table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rollwrite_desktop.core.chance import Draw, Outcome
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.print_kit import PrintKit, RollBoxes, Table
from rollwrite_desktop.games.rolling_america.model import DICE
from rollwrite_desktop.games.rolling_america.rules import RollingAmerica

LETTERS = {
    "red": mark("R"), "blue": mark("B"), "green": mark("G"), "yellow": mark("Y"), "orange": mark("O"), "purple": mark("P"),
    "wild": mark("W"),
}
SUMMARY = (
    mark("# The aim"),
    mark("Fill as many states as you can. A state that no number fits gets an X; the fewest Xs win."),
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


def asked(rules: RollingAmerica, outcomes: Sequence[Outcome]) -> Iterator[Draw]:
    """RA-5: out of the bag come the dice that this round has not drawn yet."""
    bag: tuple[str, ...] = DICE
    drawn = iter(outcomes)
    for number in range(rules.rounds * rules.turns):
        if number % rules.turns == 0:
            bag = DICE
        yield Draw(bag, rules.drawn)
        outcome = next(drawn, None)
        if outcome is None:
            return
        bag = tuple(name for name in bag if name not in {die.name for die in outcome.dice})


PRINT_KIT = PrintKit(
    rolls=roll_boxes,
    asked=asked,
    summary=SUMMARY,
    tables=(Table(mark("Draw a die from the bag"), DICE, mark("a die that is already out of the bag this round")),),
)
