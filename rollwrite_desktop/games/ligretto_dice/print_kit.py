"""What there is to print of Ligretto Dice besides board and score sheets: the rules in brief, in our own words."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.print_kit import PrintKit

SUMMARY = (
    mark("# The aim"),
    mark("Be the first to get rid of all your dice in each round. Most points after three rounds per player win."),
    mark("# A round"),
    mark("All 24 dice go into the bag. With two players each draws 12, with three 8, with four 6; colors as they come."),
    mark("On “Go!” everybody rolls all own dice. Now all play at once, nobody waits for a turn."),
    mark("A die goes on the place of its color and value, but only once all lower values of that color lie there."),
    mark("Dice that do not fit may be rolled again whenever you like, but only all that you have left, together."),
    mark("Use one hand. Who comes second to a place keeps the die and can use it only after a roll."),
    mark("Who has placed the last own die calls “Stop!”. Nothing more is placed; all dice stay where they are."),
    mark("# Points"),
    mark("Everybody starts with 100. Who finished gains 1 for each die that the others have left, in all; each of the "
         "others loses 1 for each own die left. Values do not matter."),
    mark("# A tie"),
    mark("Tied leaders play one extra round among themselves, with all 24 dice."),
    mark("# With children"),
    mark("Grown-ups may take one or two dice more, which the others then have fewer."),
)
PRINT_KIT = PrintKit(summary=SUMMARY)
