"""What there is to print of Rolling America besides the map: roll boxes, rules in brief (our own words), dice by table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rollwrite_desktop.core.chance import Draw, Outcome
from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.handbook import Example
from rollwrite_desktop.gamekit.print_kit import Brief, PrintKit, RollBoxes, Table
from rollwrite_desktop.games.rolling_america.descriptions import DIE_LETTERS
from rollwrite_desktop.games.rolling_america.model import DICE
from rollwrite_desktop.games.rolling_america.rules import RollingAmerica

SUMMARY = (
    Brief(
        mark("Aim"),
        mark("Fill as many states as you can. Every state without a number becomes an X. The fewest Xs win."),
    ),
    Brief(
        mark("A round"),
        mark("Put all seven dice in the bag. Draw two without looking and roll them. Everyone writes both numbers, in "
             "either order. Do this three times, then put the dice back and cross off a round."),
        Example(mark("Blue 4 in Indiana, the wild 3 in Ohio."), ("IN", "OH"),
                ("> blue 4, wild 3", "blue IN=4", "wild OH=3")),
    ),
    Brief(
        mark("Where a die goes"),
        mark("A colored die goes in an empty state of its color. The wild die goes in any empty state."),
        Example(mark("Not here: Ohio isn't blue."), ("IN", "OH"), ("> blue 4, wild 3", "blue OH=4")),
    ),
    Brief(
        mark("Neighbors"),
        mark("Numbers in neighboring states must be within 1 of each other. Xs, circled numbers, and empty states don't "
             "matter. Islands have no neighbors unless a dotted line joins them."),
        Example(mark("No 1 here: it is 3 less than the 4."), ("IN", "OH"),
                ("> blue 4, wild 1", "blue IN=4", "wild OH=1")),
    ),
    Brief(
        mark("No room"),
        mark("If the number fits nowhere, write an X in an empty state of the die's color; for the wild die, in any empty "
             "state. If the whole region is full, do nothing."),
        Example(mark("An X stands beside any number."), ("IN", "OH"), spaces={"IN": "1", "OH": "X"}),
    ),
    Brief(
        mark("Color change"), mark("Cross off a box: this die counts as wild."),
        Example(mark("The blue 4 in red Ohio."), ("IN", "OH"), ("> blue 4, wild 3", "blue~ OH=4")),
    ),
    Brief(
        mark("Guard"),
        mark("Cross off a box and circle the number. It ignores its neighbors, and they ignore it, for the whole game."),
        Example(mark("The circled 1 stands beside the 4."), ("IN", "OH"),
                ("> blue 4, wild 1", "blue IN=4", "wild OH=(1)")),
    ),
    Brief(
        mark("Dupe"),
        mark("Cross off a box and write the number once more in the same color. Both must fit."),
        Example(mark("The blue 4 in Indiana and in Illinois."), ("IL", "IN"),
                ("> blue 4, wild 1", "blue IN=4", "dupe IL=4")),
    ),
    Brief(
        mark("The end"),
        mark("Empty states become Xs. Your left neighbor checks your map: every mistake adds one X. In a tie, whoever used "
             "fewer powers wins."),
    ),
)


def roll_boxes(rules: RollingAmerica) -> RollBoxes:
    """RA-4 to RA-6: three rolls of two dice a round."""
    return RollBoxes(rules.rounds * rules.turns, rules.drawn, group=rules.turns, letters=DIE_LETTERS)


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
