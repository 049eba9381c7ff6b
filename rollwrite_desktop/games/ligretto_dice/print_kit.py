"""What there is to print of Ligretto Dice besides board and score sheets: the rules in brief, in our own words."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.handbook import Example
from rollwrite_desktop.gamekit.print_kit import Brief, PrintKit

_DEALT = (
    "> red 1, red 2, red 4, green 1, green 5, green 6, blue 3, blue 3, blue 5, yellow 2, yellow 4, yellow 6",
    "> red 6, red 3, red 5, green 1, green 2, green 2, blue 1, blue 6, blue 2, yellow 1, yellow 1, yellow 3",
)
SUMMARY = (
    Brief(
        mark("Aim"),
        mark("Be the first to place all your dice. Agree on the length of the game; when it is over, the most points win."),
    ),
    Brief(
        mark("A round"),
        mark("Put all 24 dice in the bag. Two players draw 12 each, three draw 8, four draw 6; colors as they come. "
             "On “Go!” everyone rolls all their dice. Everyone plays at the same time."),
    ),
    Brief(
        mark("Placing"),
        mark("Place a die on the spot of its color and value, but only when all lower values of that color are there."),
        Example(mark("Red 1, then red 2. Red 4 must wait for red 3."), ("R1", "R4", "Y1", "Y4"),
                (*_DEALT, "place R1", "place R2"), players=("Ann", "Bo")),
    ),
    Brief(
        mark("Rolling again"),
        mark("Roll again whenever you like, but only all the dice you have left, together."),
    ),
    Brief(
        mark("One hand"),
        mark("Use one hand. If you come second to a spot, keep the die; use it only after a new roll."),
    ),
    Brief(
        mark("Stop!"),
        mark("Whoever places their last die first calls “Stop!” Nothing more is placed; all dice stay where they are."),
    ),
    Brief(
        mark("Points"),
        mark("Everyone starts with 100. The winner of the round scores 1 point for every die the others have left. Everyone "
             "else loses 1 point for each of their own dice. Values don't matter."),
        Example(mark("Ann finished; the others had 3 and 1 left."), ("r1p1", "r1p3", "total/r1p3", "name/1"),
                more={"players": ["Ann", "Bo", "Cy"], "rounds": [[4, -3, -1]], "totals": [[104, 97, 99]]},
                sheet="ligretto_dice_score_3"),
    ),
    Brief(
        mark("A tie"), mark("Tied leaders play one more round among themselves, with all 24 dice."),
    ),
    Brief(
        mark("With children"), mark("Adults may take one or two more dice; the others then have fewer."),
    ),
)
PRINT_KIT = PrintKit(summary=SUMMARY)
