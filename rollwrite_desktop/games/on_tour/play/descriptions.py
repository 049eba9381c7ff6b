"""On Tour in words: what a spot holds, what a tap would do, what happened, how good a score is. Decides nothing."""

from __future__ import annotations

from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.core.rules import Event, Move
from rollwrite_desktop.gamekit.play.house_ratings import Rating
from rollwrite_desktop.games.on_tour.play.model import (
    Card,
    Cross,
    End,
    Part,
    Visit,
    Write,
    card_of,
    describe_mark,
    numbers_of,
)
from rollwrite_desktop.games.on_tour.play.rules import OnTour

RATINGS = (
    Rating(mark("legend"), "master", 10), Rating(mark("world tour"), "master", 50), Rating(mark("stadium"), "hard", 50),
    Rating(mark("arena"), "medium", 50), Rating(mark("theater"), "easy", 50), Rating(mark("club"), "easy", 90),
    Rating(mark("garage band")),
)
"""Of a score alone at the table (OT-R12)."""
RATED = "on_tour_usa"
"""The sheet on which the levels were measured that the ratings go by."""
PAR_LEVEL = "medium"
"""The computer player whose mean on a map is par."""
BOX_TITLES = {
    "player": mark("Band"), "areas": mark("Areas on the route"), "circles": mark("Circles on the route"),
    "total": mark("Score"),
}


def describe_card(rules: OnTour, card: Card) -> str:
    """A card in words: its area and its region."""
    return f"{describe_area(rules, card)} · {tr(card.region)}"


def describe_area(rules: OnTour, card: Card) -> str:
    """A card's area in words."""
    return tr(_area(rules, card))


def describe_spot(rules: OnTour, part: Part, spot: str) -> str:
    """An area or box of a player's map in words: "Ohio (North, East): 37"."""
    if spot in rules.index:
        regions = ", ".join(tr(region) for region in rules.regions(spot))
        held = describe_mark(part.marks[rules.index[spot]])
        return tr("{state} ({region}): {mark}", state=rules.name(spot), region=regions, mark=held)
    box = rules.sheet.box.get(spot)
    return tr(BOX_TITLES[box.group]) if box is not None else ""


def describe_tap(move: Move) -> str:
    """Returns what a tap that makes this move does to an area, in words."""
    match move:
        case Write(_, what):
            return tr("may take {mark}", mark=describe_mark(what))
        case Cross():
            return tr("may take {mark}", mark="X")
        case Visit():
            return tr("the route may go there")
    return ""


def describe_event(rules: OnTour, event: Event, name: str) -> str:
    """A move, or what chance brought, in words, for the record of the game."""
    match event.move:
        case Write(area, what):
            return tr("{name}: {mark} in {area}", name=name, mark=describe_mark(what), area=rules.name(area))
        case Cross(area):
            return tr("{name}: X in {area}", name=name, area=rules.name(area))
        case Visit(area):
            return tr("{name}: to {area}", name=name, area=rules.name(area))
        case End():
            return tr("{name} ends the route", name=name)
        case Outcome() as outcome:
            return _describe_outcome(rules, outcome)
    raise TypeError(f"{event.move!r} is no move of this game")


def _describe_outcome(rules: OnTour, outcome: Outcome) -> str:
    digits = " ".join(str(die.face) for die in outcome.dice)
    if len(outcome.dice) == 2 and len(outcome.cards) == 2:
        low, high = numbers_of(outcome)
        one, two = (_area(rules, card_of(text)) for text in outcome.cards)
        return tr("Set-up: {low} in {one}, {high} in {two}", low=low, one=one, high=high, two=two)
    if not outcome.cards:
        return tr("Rolled: {digits}", digits=digits)
    cards = tuple(describe_card(rules, card_of(text)) for text in outcome.cards)
    return tr("Rolled: {digits}; cards: {cards}", digits=digits, cards=cards)


def _area(rules: OnTour, card: Card) -> str:
    return rules.name(card.area) if card.area in rules.index else card.area
