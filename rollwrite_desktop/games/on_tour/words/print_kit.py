"""What there is to print of On Tour besides the map: roll boxes, what frames the quick rules, ten-sided dice by
table."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rollwrite_desktop.core.chance import Ask, Outcome
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.core.rules import CHANCE, Event
from rollwrite_desktop.gamekit.words.handbook import Entry
from rollwrite_desktop.gamekit.words.print_kit import DiceTable, PrintKit, RollBoxes, Sum, number_deck
from rollwrite_desktop.games.on_tour.play.model import card_of
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.sheet.sheet import Sheet

WRITER = "p1"
SPARE = 1.5
"""Lines of a roll log for each turn that a game takes on average."""


def framing(rules: OnTour) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """Returns what is on the table, what becomes of a tie, and how one plays alone."""
    from rollwrite_desktop.games.on_tour.words.handbook import needed, scale

    alone = tr("Alone, try to beat your own best.")
    end = Entry((), tr("Ties"), " ".join(filter(
        None, (tr("Players with equal scores share the win."), alone, scale(rules)),
    )))
    return (Entry((), tr("What you need"), needed(rules)),), (end,)


def roll_boxes(rules: OnTour) -> RollBoxes:
    """OT-4, OT-5: two dice and two areas in the set-up, two dice and some cards a turn."""
    left = len(rules.areas) - 2 * rules.setup
    turns = math.ceil(SPARE * left / (2 - star_share(rules)))
    return RollBoxes(rules.setup + turns, 2, rules.cards_shown, setup=rules.setup, setup_cards=2, ticks=rules.parts)


def star_share(rules: OnTour) -> float:
    """How often a turn brings a star: equal dice, or cards of one region out of a whole deck (OT-7)."""
    deck = Counter(card_of(text).region for text in rules.sheet.cards)
    alike = sum(math.comb(n, rules.cards_shown) for n in deck.values())
    return 1 - 0.9 * (1 - alike / math.comb(deck.total(), rules.cards_shown))


def called(rules: OnTour, outcomes: Sequence[Outcome]) -> str:
    """What is said of the last outcome: in the set-up, what all write and where (OT-4); a star where one is written (OT-7);
    that no card is turned up on the last turns (OT-9)."""
    last, names = outcomes[-1], {space.id: space.name for space in rules.sheet.spaces}
    low, high = sorted(die.face for die in last.dice)
    areas = [tr(names.get(card.partition(" ")[0], card)) for card in last.cards]
    if len(outcomes) <= rules.setup and len(areas) == 2:
        return tr("Write {low} in {first} and {high} in {second}, and circle both.", low=f"{low}{high}",
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


def sums(_: Sheet) -> Mapping[str, Sum]:
    """OT-12: areas and circles on the route."""
    return {"total": Sum(("areas", "circles"))}


PRINT_KIT = PrintKit(
    rolls=roll_boxes,
    asked=asked,
    called=called,
    framing=framing,
    tables=lambda _: (DiceTable(mark("Roll a ten-sided die"), tuple("0123456789")),),
    decks=lambda _: (number_deck(range(10)),),
    sums=sums,
)
