"""What there is to print of On Tour besides the map: roll boxes, rules in brief (our own words), ten-sided dice by table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rollwrite_desktop.core.chance import CHANCE, Ask, Outcome
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.gamekit.print_kit import PrintKit, RollBoxes, Table
from rollwrite_desktop.games.on_tour.rules import OnTour

WRITER = "p1"
SET_UP = 2
ROLLS = 32
"""Set-up, turns and last turns: games take 20 to 30."""
SUMMARY = (
    mark("# Set-up"),
    mark("Shuffle the cards. Roll the two ten-sided dice (again if they are equal): they make a lower and a higher number,"
         " as 1 and 4 make 14 and 41. Turn up two cards: all write the lower number in the first area, the higher in the "
         "second, and circle them. Do this twice; these four cards leave the game."),
    mark("# A turn"),
    mark("Turn up three cards, then roll. Everybody writes both numbers, each for another card: in an empty area of the "
         "region that the card names. In the very area on the card it is circled."),
    mark("Equal dice, or three cards of one region: write one star instead, by the same rule."),
    mark("A number without a place becomes an X in any empty area. As many numbers as possible must be written."),
    mark("When two areas or one are left, roll without cards and use any of them."),
    mark("# The route"),
    mark("When the map is full, draw a route along the lines. Each number on it is as high as the one before, or higher; a"
         " star is any number you need. No area twice, and never through an X."),
    mark("One point for each area on the route, and one more for each circle on it. Most points win."),
)


def roll_boxes(rules: OnTour) -> RollBoxes:
    """OT-5: two dice and three cards a turn."""
    return RollBoxes(ROLLS, 2, rules.cards_shown, set_up=SET_UP)


def called(rules: OnTour, outcomes: Sequence[Outcome]) -> str:
    """What is said of the last outcome: in the set-up, what all write and where (OT-4); a star where one is written (OT-7);
    that no card is turned up on the last turns (OT-9)."""
    last, names = outcomes[-1], {space.id: space.name for space in rules.sheet.spaces}
    low, high = sorted(die.face for die in last.dice)
    areas = [tr(names.get(card.partition(" ")[0], card)) for card in last.cards]
    if len(outcomes) <= SET_UP and len(areas) == 2:
        return tr("Set-up: write {low} in {first} and {high} in {second}, and circle both.", low=f"{low}{high}",
                  high=f"{high}{low}", first=areas[0], second=areas[1])
    numbers: dict[str, str] = {"low": f"{low}{high}", "high": f"{high}{low}"}
    if low == high or (areas and len({card.partition(" ")[2] for card in last.cards}) == 1):
        return tr("Write one star.") if areas else tr("No cards: write one star in any empty area.")
    if not areas:
        return tr("No cards: use any empty area.")
    return tr("Write {low} and {high}, each using a different card.", **numbers)


def asked(rules: OnTour, outcomes: Sequence[Outcome]) -> Iterator[Ask]:
    """OT-4, OT-5, OT-9: where numbers are written changes nothing of how many areas are left."""
    state = rules.start((WRITER,))
    drawn = iter(outcomes)
    while (ask := rules.ask(state)) is not None:
        yield ask
        outcome = next(drawn, None)
        if outcome is None:
            return
        state = rules.apply(state, Event(CHANCE, outcome))
        while state.parts[0].strokes:
            state = rules.apply(state, Event(WRITER, next(rules.moves(state, WRITER))))


PRINT_KIT = PrintKit(
    rolls=roll_boxes,
    asked=asked,
    called=called,
    summary=SUMMARY,
    tables=(Table(mark("Roll a ten-sided die"), tuple("0123456789")),),
)
