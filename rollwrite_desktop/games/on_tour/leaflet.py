"""What there is to print of On Tour besides the map: roll boxes, rules in brief (our own words), dice by table."""

from __future__ import annotations

from rollwrite_desktop.core.chance import CHANCE, Outcome, outcome
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.core.words import mark
from rollwrite_desktop.games.leaflet import Leaflet, RollBoxes, Table
from rollwrite_desktop.games.on_tour.model import SETUP_DRAWS
from rollwrite_desktop.games.on_tour.rules import OnTour

TURNS = 26
"""A game has 19 turns, and one more for every other star; more than 14 stars hardly ever come up."""
WRITER = "p1"
SUMMARY = (
    mark("# The aim"),
    mark("Fill the map with numbers, then draw a route along the dotted lines on which they never fall. Every area on it is "
         "a point, every circle on it another; the highest score wins."),
    mark("# The set-up"),
    mark("Shuffle the cards. Roll two different digits and make both two-digit numbers of them. Draw a card: everybody "
         "writes the lower number in that area and circles it. Draw another for the higher one. Do all this twice. The four "
         "cards are out of the game."),
    mark("# A turn"),
    mark("Turn up three cards, then roll. Everybody writes both numbers, each in an empty area of a region on a card, each "
         "with a card of its own. In the very area on its card, a number is circled."),
    mark("Doubles, or three cards of one region: no numbers. Everybody writes one star, in an empty area of a region shown; "
         "it is circled in an area shown."),
    mark("A number, or star, without a place becomes an X in any empty area. As many numbers as can be must be written."),
    mark("Put the cards aside. When too few are left, shuffle those put aside into a new deck."),
    mark("# The last turns"),
    mark("With one or two areas left there are no cards: roll, and write anywhere, without circles. Doubles give a star. In "
         "a single area either number may go."),
    mark("# The route"),
    mark("Begin anywhere; go along lines to areas with the same or a higher number. A star is whatever number suits. No "
         "area twice, no X."),
)


def roll_boxes(rules: OnTour) -> RollBoxes:
    """OT-4 to OT-6: two digits and three cards a turn."""
    return RollBoxes(SETUP_DRAWS + TURNS, 2, cards=rules.cards_shown)


def rolled(rules: OnTour, code: str) -> tuple[Outcome, ...]:
    """All outcomes of a code: where numbers are written changes nothing of how many areas are left."""
    state = rules.start((WRITER,))
    while (ask := rules.ask(state)) is not None:
        state = rules.apply(state, Event(CHANCE, outcome(code, len(state.draws), ask)))
        while state.parts[0].strokes:
            state = rules.apply(state, Event(WRITER, next(rules.moves(state, WRITER))))
    return state.draws


LEAFLET = Leaflet(
    rolls=roll_boxes,
    rolled=rolled,
    summary=SUMMARY,
    tables=(Table(mark("Roll a digit"), tuple("0123456789"), mark("a box without a digit")),),
)
