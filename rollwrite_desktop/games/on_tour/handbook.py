"""The rules of On Tour to look up, in our own words, with pieces of a map that are really played."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import mark
from rollwrite_desktop.gamekit.handbook import Chapter, Entry, Example, Handbook

_SET_UP = ("> 1 4 | FL, WA", "> 2 6 | ND, AL")

HANDBOOK: Handbook = (
    Chapter(mark("How a game goes"), (
        Entry(
            ("OT-1", "OT-2", "OT-3"), mark("Map, regions and cards"),
            mark("The printed map has 41 areas; other maps have their own. Every area lies in North or South, and in "
                 "West, Central or East. Each area has a card that names one of its two regions. Only the drawn lines "
                 "join areas."),
        ),
        Entry(
            ("OT-4",), mark("Before the first turn"),
            mark("Two different digits are rolled and make two numbers: 1 and 4 make 14 and 41. Two cards are turned up: "
                 "all write the lower number in the first area and the higher one in the second, and circle both. This is "
                 "done twice."),
            Example(mark("1 and 4 with the cards of Florida and Washington; then 2 and 6 with North Dakota and Alabama."),
                    (), _SET_UP),
        ),
        Entry(
            ("OT-5",), mark("A turn"),
            mark("Three cards are turned up, then two dice are rolled. The digits make two numbers, and everybody writes "
                 "both on the own map."),
        ),
        Entry(
            ("OT-9", "OT-R4"), mark("When the cards run out"),
            mark("Cards are put away after the turn. If the pack cannot give what is needed, the cards put away are "
                 "shuffled and go on; the four of the beginning stay out."),
        ),
        Entry(
            ("OT-10", "OT-R5", "OT-R6"), mark("The last turns"),
            mark("When two areas or one are left, turns go on without cards: each number may go in any of them, and nothing "
                 "is circled. Equal dice give a star. If only one area is left, one of the two numbers is written and the "
                 "other is lost."),
        ),
    )),
    Chapter(mark("Writing the numbers"), (
        Entry(
            ("OT-6",), mark("A card for each number"),
            mark("Each number uses a card of its own and goes in an empty area of the region on that card. You only tap the "
                 "area; the program finds out which card it uses."),
            Example(mark("Cards for the South, the West and the North: Georgia takes that of the South, so South Carolina "
                         "has none left."), ("GA", "SC", "FL", "NC"),
                    (*_SET_UP, "> 3 7 | TX South, CA West, NY North", "GA=37", "SC=73")),
        ),
        Entry(
            ("OT-R2",), mark("Circles"),
            mark("A number written in the very area that its card shows is circled and counts one point more. The cards are "
                 "given to the numbers so that as many as possible are circled; until both numbers are written, a circle "
                 "can still go."),
            Example(mark("37 in Texas, on Texas’s own card."), ("TX", "OK", "LA"),
                    (*_SET_UP, "> 3 7 | TX South, CA West, NY North", "TX=37", "NV=73")),
        ),
        Entry(
            ("OT-7", "OT-R7"), mark("Stars"),
            mark("Equal dice, or three cards of one region: no numbers this turn, but one star in an empty area of a region "
                 "shown. It is circled in the very area of a card. On the route a star is any number you need."),
            Example(mark("Two fives: a star in Nevada, in the West."), ("NV", "CA", "UT", "ID"),
                    (*_SET_UP, "> 5 5 | TX South, CA West, NY North", "NV=*")),
        ),
        Entry(
            ("OT-8", "OT-R3"), mark("Xs"),
            mark("A number that has no place becomes an X in any empty area you like. The same goes for a star that has "
                 "none. No route passes an X."),
        ),
        Entry(
            ("OT-R1", "OT-R11"), mark("As many as possible"),
            mark("You may choose cards and areas freely, but an X comes only when a number really has no place, and it may "
                 "not take the only place of the other number. Tables can agree that an X may be written at will."),
            Example(mark("Both numbers still have many places, so there is no X."), ("GA", "SC", "FL", "NC"),
                    (*_SET_UP, "> 3 7 | TX South, CA West, NY North", "GA=X")),
        ),
        Entry(
            ("OT-R13",), mark("Two areas that begin with NE"),
            mark("NE is Nebraska. New England is written NEW."),
        ),
    )),
    Chapter(mark("The route"), (
        Entry(
            ("OT-11", "OT-R8"), mark("Drawing it"),
            mark("When the map is full, begin anywhere and go along the lines. Each number must be as high as the last one "
                 "or higher; a star counts as whatever is needed. No area twice, and never through an X."),
            Example(mark("14 to 25, over the star to 35: five areas."), ("FL", "GA", "TN", "KY", "IL"),
                    spaces={"FL": "14", "GA": "25", "TN": "*", "KY": "35", "IL": "61"},
                    more={"route": ["FL", "GA", "TN", "KY", "IL"]}),
        ),
        Entry(
            ("OT-12", "OT-R9"), mark("Points"),
            mark("One point for each area on the route and one more for each circle on it. The highest score wins; equal "
                 "scores share the win."),
        ),
        Entry(
            ("OT-13", "OT-R10"), mark("Planning"),
            mark("You may sketch a route at any time and change it. The best possible route is shown only after you have "
                 "drawn your own, unless the table has agreed that the best one counts."),
        ),
        Entry(
            ("OT-R12",), mark("What a score is worth"),
            mark("Our own scale: below 15 garage band, from 15 club, from 20 theater, from 25 arena, from 30 stadium, from "
                 "35 world tour, from 40 legend."),
        ),
    )),
)
