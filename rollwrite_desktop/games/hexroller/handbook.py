"""The rules of HexRoller to look up, in our own words, with pieces of a sheet that are really played."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.handbook import Chapter, Entry, Example, Handbook

_ROLL = "> 3 3 4 5 5 6 8 8"

HANDBOOK: Handbook = (
    Chapter(mark("A round"), (
        Entry(
            ("HR-1", "HR-2", "HR-3", "HR-R5"), mark("Sheet and dice"),
            mark("Dice that show 3 to 8 (on ordinary dice add 2): eight and seven rounds on the front, seven and six rounds "
                 "on the back. Six outer areas lie round a middle one. Each number is printed in two hexes."),
        ),
        Entry(
            ("HR-4",), mark("The roll is for all"),
            mark("Somebody rolls all dice. Everybody uses the same roll, at the same time, and may choose what others "
                 "choose."),
        ),
        Entry(
            ("HR-5",), mark("Writing a chain"),
            mark("Choose a number and write it as often as dice show it. The first hex must touch one that holds this "
                 "number already, printed or written; each further one must touch the hex just written."),
            Example(mark("Two dice show 8: from the printed 8 to d7 and on to d6."), ("d8", "d7", "d6", "d5", "e7", "e6"),
                    (_ROLL, "d7=8", "d6=8")),
        ),
        Entry(
            ("HR-6",), mark("A second number"),
            mark("Then another number of the roll is written in the same way. It must be a different one."),
        ),
        Entry(
            ("HR-7",), mark("All or nothing"),
            mark("All dice of a chosen number must be written. If there is no room for all of them, the number cannot be "
                 "chosen, and a first hex that leads into a dead end is refused at once."),
            Example(mark("The first hex must touch an 8; c3 touches none."), ("c3", "d3", "d4", "d7", "d8"),
                    (_ROLL, "c3=8")),
        ),
        Entry(
            ("HR-8",), mark("The boxes"),
            mark("Write the two chosen numbers in the leftmost empty boxes, one in the upper row and one in the lower, "
                 "whichever way round you like."),
        ),
        Entry(
            ("HR-R1",), mark("Fewer than two numbers"),
            mark("If only one number can be written in full, or none, the boxes left over get a dash. The program searches: "
                 "it offers the dash only where really nothing fits."),
        ),
    )),
    Chapter(mark("Bonuses"), (
        Entry(
            ("HR-9",), mark("One a round, each once"),
            mark("There are three bonuses. Each may be used once in the game, and only one of them in a round. One that is "
                 "never used is worth 2 points."),
        ),
        Entry(
            ("HR-10", "HR-R2"), mark("+1"),
            mark("One of the numbers of this round gets one hex more, at the end of its chain. Tables can agree that the "
                 "extra hex may touch any hex with the number."),
            Example(mark("Two 8s, and a third with +1."), ("d8", "d7", "d6", "d5", "e7", "e6"),
                    (_ROLL, "d7=8", "d6=8", "+ d5=8")),
        ),
        Entry(
            ("HR-11", "HR-R3"), mark("2"),
            mark("A 2 in any blank hex, at any moment of the round. It needs no neighbor and goes in no box, but it fills "
                 "its area like any number."),
        ),
        Entry(
            ("HR-12", "HR-R4"), mark("Third number"),
            mark("A third number of the roll is written too, with all its dice. It goes in no box."),
        ),
    )),
    Chapter(mark("Points"), (
        Entry(
            ("HR-13",), mark("Unused bonuses"),
            mark("Two points for each bonus that is not crossed off."),
        ),
        Entry(
            ("HR-14",), mark("Outer areas"),
            mark("An outer area that is wholly filled scores the number that stands in it most often, printed ones "
                 "included; of two that are equally frequent the higher one."),
            Example(mark("Full: 8 stands here four times, so the area scores 8."),
                    ("d7", "d8", "e7", "e8", "e9", "f7", "f8"),
                    spaces={"d7": "8", "e7": "8", "e8": "8", "e9": "5", "f8": "5"}),
        ),
        Entry(
            ("HR-15",), mark("The middle"),
            mark("The middle area scores in the same way, doubled."),
        ),
        Entry(
            ("HR-16",), mark("Connections"),
            mark("If the two printed hexes of a number are joined by hexes with that number, it scores its value once, "
                 "however long the way."),
        ),
        Entry(
            ("HR-17",), mark("Rows"),
            mark("Each row of boxes scores how far it counts from 3 without a gap, in any order. 3 5 8 3 8 7 6 has a 3 but "
                 "no 4: 3 points. Without a 3 it scores nothing."),
        ),
        Entry(
            ("HR-18", "HR-R7"), mark("Who wins"),
            mark("The highest total wins; equal totals share the win. Alone, by our own scale: from 35 fair, from 50 good, "
                 "from 60 very good, from 70 excellent, from 80 master."),
        ),
        Entry(
            ("HR-R6",), mark("Own and new layouts"),
            mark("The printed numbers can stand elsewhere, if each of 3 to 8 is printed twice and no equal two touch."),
        ),
    )),
)
