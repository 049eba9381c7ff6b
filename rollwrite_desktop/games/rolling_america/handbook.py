"""The rules of Rolling America to look up, in our own words, with pieces of a map that are really played."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.handbook import Chapter, Entry, Example, Handbook

HANDBOOK: Handbook = (
    Chapter(mark("How a game goes"), (
        Entry(
            ("RA-1", "RA-19"), mark("What you want"),
            mark("Fill as many states as you can. Every state without a number ends as an X, and whoever has the fewest Xs "
                 "wins. The printed map has 50 states in six colors, without the District of Columbia; other maps have "
                 "their own areas."),
        ),
        Entry(
            ("RA-2", "RA-4", "RA-5"), mark("A turn"),
            mark("Seven dice lie in a bag: one for each color and a wild one. Two are drawn unseen and rolled. Everybody "
                 "writes both on the own map, in whichever order is liked better; nobody waits for anybody. After three "
                 "such turns six dice are out and one has stayed in the bag: all go back, and the round is crossed off."),
            Example(mark("Blue 4 in Ohio’s neighbor Indiana, and the wild 3 beside it in Ohio."), ("IN", "OH", "IL", "MI"),
                    ("> blue 4, wild 3", "blue IN=4", "wild OH=3")),
        ),
        Entry(
            ("RA-6",), mark("The rounds"),
            mark("The sheet has a box for each round; every round has three turns. On the printed map there are eight: 48 "
                 "dice. Which color stays in the bag changes from round to round, so a color comes seven times on average "
                 "there, not eight."),
        ),
        Entry(
            ("RA-18",), mark("The end, and the check"),
            mark("States that are still blank get an X. Then every map is checked, on paper by the neighbor on the left: "
                 "each mistake counts as one X more."),
        ),
        Entry(
            ("RA-R6",), mark("How mistakes are counted"),
            mark("One for every pair of neighbors that do not go together, one for every die that was not written as it had "
                 "to be, and one for every circle or crossed box too many or too few. If a map can be explained in several "
                 "ways, the kindest one counts."),
        ),
        Entry(
            ("RA-20", "RA-17"), mark("A tie"),
            mark("With equal Xs, whoever used fewer powers wins. Still equal: both win. Powers that are left over are worth "
                 "nothing else."),
        ),
        Entry(
            ("RA-21",), mark("Alone"),
            mark("Play against your own best. There is no official target; fewer than ten Xs is good, and hardly anybody "
                 "gets below five."),
        ),
    )),
    Chapter(mark("Writing a die"), (
        Entry(
            ("RA-7",), mark("Where a die goes"),
            mark("A colored die is written in an empty state of its own color, the wild die in any empty state."),
            Example(mark("The blue die cannot go to Ohio."), ("OH", "IN", "MI"), ("> blue 4, wild 3", "blue OH=4")),
        ),
        Entry(
            ("RA-8", "RA-R7"), mark("Neighbors differ by one at most"),
            mark("States that share a border may hold equal numbers or numbers one apart. Blank neighbors, Xs and circled "
                 "numbers do not matter, nor do the colors. Islands border nothing, unless a dotted line over the sea joins "
                 "them. Where four states meet in a corner they are no neighbors, unless the table has agreed otherwise."),
            Example(mark("Indiana holds 4, so Ohio can take 3, 4 or 5, not 1."), ("IN", "OH", "IL", "MI"),
                    ("> blue 4, wild 1", "blue IN=4", "wild OH=1")),
        ),
        Entry(
            ("RA-9", "RA-R1"), mark("What fits must be written"),
            mark("If the number fits in some empty state where the die may go, it has to be written: you may choose where, "
                 "but not take an X instead. For the wild die that means any empty state of the map."),
            Example(mark("The blue 4 fits in every blue state, so it cannot become an X."), ("IN", "IL", "IA", "WI"),
                    ("> blue 4, wild 1", "blue IN=X")),
        ),
        Entry(
            ("RA-10",), mark("An X"),
            mark("If the number fits nowhere it may go, mark an X in an empty state of the die’s color; for the wild die, "
                 "anywhere. An X bars nothing: every number may stand beside it."),
        ),
        Entry(
            ("RA-11",), mark("A full color"),
            mark("If no state of the die’s color is empty, nothing happens. The wild die passes only when the whole map is "
                 "full."),
        ),
        Entry(
            ("RA-12",), mark("One after the other"),
            mark("The two dice of a turn are written one after the other, and the second is judged on the map as the first "
                 "has left it."),
        ),
    )),
    Chapter(mark("Powers, three of each"), (
        Entry(
            ("RA-16",), mark("When to use a power"),
            mark("Only on the die that is being written, never afterwards. Powers can be combined, and none is compulsory, "
                 "even if it were the only way to write a number."),
        ),
        Entry(
            ("RA-13", "RA-R2", "RA-R9"), mark("Color change"),
            mark("The die counts as wild: it may go to any state, and an X for it too. The box is crossed off only when a "
                 "mark really leaves the die’s color; it can be used although the own color has room. The wild die needs "
                 "none."),
            Example(mark("The blue 4 is written in Ohio, which is red."), ("OH", "IN", "MI", "PA"),
                    ("> blue 4, wild 3", "blue~ OH=4")),
        ),
        Entry(
            ("RA-14", "RA-R4", "RA-R5"), mark("Guard"),
            mark("Write the number with a circle: it ignores its neighbors, and they ignore it for the rest of the game. "
                 "Each circle costs a box. An X cannot be circled."),
            Example(mark("The circled 1 stands beside the 4."), ("IN", "OH", "IL", "MI"),
                    ("> blue 4, wild 1", "blue IN=4", "wild OH=(1)")),
        ),
        Entry(
            ("RA-15", "RA-R3"), mark("Dupe"),
            mark("Write the number just written a second time, in the same color; after a wild or color-changed die "
                 "anywhere. Both must fit. An X cannot be duped, and a second number that fits nowhere is simply not "
                 "written."),
            Example(mark("The blue 4 is written in Indiana and again in Illinois."), ("IN", "IL", "IA", "WI"),
                    ("> blue 4, wild 1", "blue IN=4", "dupe IL=4")),
        ),
    )),
)
