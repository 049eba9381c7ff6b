"""The rules of Ligretto Dice to look up, in our own words, with a board and a score sheet that are really filled."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.handbook import Chapter, Entry, Example, Handbook

_THREE = ("Ann", "Bo", "Cy")

HANDBOOK: Handbook = (
    Chapter(mark("A round"), (
        Entry(
            ("LD-1", "LD-2", "LD-R7"), mark("Dice and board"),
            mark("24 dice, six of each color, are dealt to all: 12, 8 or 6 each for two, three or four players. The board "
                 "has a column for each color and rows from 1 to 6."),
        ),
        Entry(
            ("LD-3", "LD-R1"), mark("All at once"),
            mark("On “Go!” everybody rolls all own dice, and from then on all play at the same time."),
        ),
        Entry(
            ("LD-4", "LD-R3"), mark("Where a die goes"),
            mark("On the place of its color and value, and only when all lower values of this color lie there. So each "
                 "color is built up from 1. A wrong placement is refused and costs a moment, or whatever the table has "
                 "agreed."),
        ),
        Entry(
            ("LD-5",), mark("Rolling again"),
            mark("Whenever you like you may roll again, but only all the dice you have left, together."),
        ),
        Entry(
            ("LD-6", "LD-R2"), mark("First come, first served"),
            mark("If two want the same place, the first gets it. The other keeps the die and can use it only after a roll."),
        ),
        Entry(
            ("LD-7", "LD-R4"), mark("One hand"),
            mark("Dice are placed one after the other, with one hand, and not while the own dice are still rolling."),
        ),
        Entry(
            ("LD-8", "LD-R5"), mark("Stop!"),
            mark("Whoever has placed the last own die ends the round at once. Nothing more is placed."),
        ),
        Entry(
            ("LD-R11",), mark("Without speed"),
            mark("A variant for those who cannot race: in turn each places one die or passes. When all have passed, all "
                 "roll what they have left. The first without dice ends the round."),
        ),
        Entry(
            ("LD-R12",), mark("A pause"),
            mark("A pause hides all dice, so that nobody can plan ahead."),
        ),
    )),
    Chapter(mark("Points"), (
        Entry(
            ("LD-9", "LD-R8"), mark("After each round"),
            mark("All begin with 100. Who finished gains a point for each die that the others have left, in all; each of "
                 "the others loses one for each own die left. So the totals always add up to the same."),
            Example(mark("Ann finished; the others had 3 and 1 dice left."), sheet="ligretto_dice_score_3",
                    more={"players": list(_THREE), "rounds": [[4, -3, -1]]}),
        ),
        Entry(
            ("LD-10", "LD-R10"), mark("How long"),
            mark("Three rounds for each player, unless the table has agreed on another length. Most points win."),
        ),
        Entry(
            ("LD-11", "LD-R6"), mark("A tie"),
            mark("Leaders with equal totals play one more round among themselves, with all 24 dice. Tables can agree to "
                 "share the win instead."),
        ),
        Entry(
            ("LD-12", "LD-R9"), mark("Unequal players, and alone"),
            mark("Grown-ups may take more dice than children. Alone you play against the computer, or against the clock."),
        ),
    )),
)
