"""The rules of On Tour to read and to look up, in our own words, with examples that are played on the map at hand."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property, wraps
from itertools import permutations

from msgspec import Struct

from rollwrite_desktop.core.chance import outcome
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.core.rules import Event
from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.gamekit.play.house_ratings import describe_scale
from rollwrite_desktop.gamekit.words.handbook import Brief, Chapter, Entry, Example, Handbook, Legibility
from rollwrite_desktop.games.on_tour.play.descriptions import RATED, RATINGS
from rollwrite_desktop.games.on_tour.play.model import STAR, Card, Cross, State, Write, card_of
from rollwrite_desktop.games.on_tour.play.rules import OnTour

_WRITER = "p1"
_DICE = "AMP"
"""The code of the game that is played to its end."""
_PART = 5
"""How many stops of a route are seen at once."""


_SET_UP = ("14", "26", "38", "07")
"""The lower numbers of a set-up, roll by roll."""


class _Deal(Struct, frozen=True):
    """The cards of a turn, of different regions as far as these go, and what they allow: two linked areas that only the
    first card covers, and one beside the first of them that the second card covers."""

    cards: tuple[Card, ...]
    first: str
    second: str
    other: str


class _Game(Struct, frozen=True):
    """A game played to its end: its strokes in notation, how many come before the first X (-1: none), the last state."""

    strokes: tuple[str, ...]
    before_x: int
    state: State


def _dealt(make: Callable[[Examples, _Deal], Example]) -> Callable[[Examples], Example | None]:
    """An example of a deal; None on a map that has none."""
    @wraps(make)
    def drawn(examples: Examples) -> Example | None:
        return None if examples._deal is None else make(examples, examples._deal)

    return drawn


class Examples:
    """Examples on one map."""

    def __init__(self, rules: OnTour) -> None:
        self.rules = rules
        self.within = dict(zip(rules.areas, rules.board.within, strict=True))

    @cached_property
    def _deal(self) -> _Deal | None:
        """The deal of which the pictures are largest."""
        sheet, deck = self.rules.sheet, [card_of(text) for text in self.rules.sheet.cards]
        by_region: dict[str, list[Card]] = {}
        for card in deck:
            by_region.setdefault(card.region, []).append(card)
        best: tuple[float, _Deal | None] = (0.0, None)
        legible = Legibility(sheet)
        shown = self.rules.cards_shown
        for regions in permutations(sorted(by_region), min(3, shown)):
            one, two, *_ = regions
            for first in self.rules.areas:
                if self.within[first] & {*regions} != {one}:
                    continue
                for second in sheet.neighbors[first]:
                    for other in sheet.neighbors[first]:
                        if self.within[second] & {*regions} != {one} or two not in self.within[other]:
                            continue
                        size = legible.of(first, second, other)
                        if size > best[0]:
                            free = {r: [c for c in by_region[r] if c.area not in (first, second, other)] for r in regions}
                            cards = [self._most_central(each) for each in free.values() if each]
                            if len(cards) < len(regions):
                                continue
                            cards += [c for r in regions[1:] for c in free[r] if c not in cards]
                            left = len(self.rules.areas) - len({first, second, other, *(c.area for c in cards[:shown])})
                            if len(cards) >= shown and left >= 2 * self.rules.setup:
                                best = (size, _Deal(tuple(cards[:shown]), first, second, other))
        return best[1]

    @cached_property
    def _off_center(self) -> dict[str, float]:
        """How far each area is from the middle of the map: around one in the middle there is no sea."""
        centers = {space.id: space.writing.center for space in self.rules.sheet.spaces}
        middle = tuple(sum(each) / len(centers) for each in zip(*centers.values(), strict=True))
        return {area: math.dist(center, middle) for area, center in centers.items()}

    def _most_central(self, cards: list[Card]) -> Card:
        return min(cards, key=lambda card: self._off_center[card.area])

    @cached_property
    def _set_up(self) -> tuple[str, ...]:
        """The areas of the set-up, apart from those that other examples use; one in the middle of the map comes first."""
        deal = self._deal
        taken = {*(card.area for card in deal.cards), deal.first, deal.second, deal.other} if deal else set()
        free = [area for area in self.rules.areas if area not in taken]
        count = 2 * self.rules.setup
        spread = (free[len(free) * i // count + len(free) // (2 * count)] for i in range(count))
        return tuple(sorted(spread, key=self._off_center.__getitem__))

    @property
    def _start(self) -> tuple[str, ...]:
        pairs = zip(_SET_UP, self._set_up[::2], self._set_up[1::2], strict=False)
        return tuple(f"> {low[0]} {low[1]} | {one}, {other}" for low, one, other in pairs)

    def _turn(self, dice: str, deal: _Deal) -> str:
        return f"> {dice} | {', '.join(f'{card.area} {card.region}' for card in deal.cards)}"

    def _near(self, area: str) -> tuple[str, ...]:
        """An area and the nearest one that a line joins to it."""
        sheet = self.rules.sheet
        here = sheet.space[area].writing.center
        joined = sheet.neighbors[area]
        return area, *sorted(joined, key=lambda other: math.dist(here, sheet.space[other].writing.center))[:1]

    def set_up(self) -> Example:
        names = self.rules.names(self.rules.index[area] for area in self._set_up)
        numbers = [
            tr("{one} and {two}: {low} in {first}, {high} in {second}.", one=low[0], two=low[1], low=low, high=low[::-1],
               first=one, second=other)
            for low, one, other in zip(_SET_UP, names[::2], names[1::2], strict=False)
        ]
        return Example(" ".join(numbers), (), self._start)

    def first_number(self) -> Example:
        """Returns the first of them, seen closely."""
        first = self._set_up[0]
        return Example(tr("1 and 4, with the card of {area}: 14 goes there.", area=self.rules.name(first)),
                       self._near(first),
                       self._start)

    @_dealt
    def turn(self, deal: _Deal) -> Example:
        one, two, *_ = (card.region for card in deal.cards)
        return Example(
            tr("Cards: {cards}. 37 uses {one} in {first}; 73 uses {two} in {second}.", cards=_regions(deal), one=one,
               two=two, first=self.rules.name(deal.first), second=self.rules.name(deal.other)),
            (deal.first, deal.other), (*self._start, self._turn("3 7", deal), f"{deal.first}=37", f"{deal.other}=73"),
        )

    @_dealt
    def same_card(self, deal: _Deal) -> Example:
        """A second number that would need the first one's card."""
        one = deal.cards[0].region
        first, second = self.rules.name(deal.first), self.rules.name(deal.second)
        return Example(
            tr("Cards: {cards}. {first} and {second} both need the {one} card, so only one of them can be used.",
               cards=_regions(deal), one=one, first=first, second=second),
            (deal.first, deal.second), (*self._start, self._turn("3 7", deal), f"{deal.first}=37", f"{deal.second}=73"),
        )

    @_dealt
    def circle(self, deal: _Deal) -> Example:
        own = deal.cards[0].area
        return Example(
            tr("37 in {area}, with the card of {area} itself: circled.", area=self.rules.name(own)),
            self._near(own), (*self._start, self._turn("3 7", deal), f"{own}=37"),
        )

    @_dealt
    def star(self, deal: _Deal) -> Example:
        return Example(
            tr("Two fives: a star in {area}, in the {region} region.", area=self.rules.name(deal.other),
               region=deal.cards[1].region),
            self._near(deal.other), (*self._start, self._turn("5 5", deal), f"{deal.other}=*"),
        )

    @_dealt
    def no_x(self, deal: _Deal) -> Example:
        """An X that is refused."""
        return Example(
            tr("37 and 73 still have places, so {area} can’t take an X.", area=self.rules.name(deal.first)),
            (deal.first, deal.second), (*self._start, self._turn("3 7", deal), f"{deal.first}=X"),
        )

    # ------------------------------------------------------------------ a whole game

    @cached_property
    def _game(self) -> _Game:
        """A game in which numbers rise from one side of the map to the other, without looking ahead; its best route."""
        rules = self.rules
        state, strokes, before_x = rules.start((_WRITER,)), list[str](), -1
        middles = [space.writing.center[0] for space in rules.sheet.spaces]
        left, wide = min(middles), max(1.0, max(middles) - min(middles))
        rising = {area: 1 + 97 * (x - left) / wide for area, x in zip(rules.areas, middles, strict=True)}
        while not rules.mapped(state):
            demand = rules.demands(state)[0]
            if demand.ask is not None:
                rolled = outcome(_DICE, len(state.draws), demand.ask)
                strokes.append(f"> {rules.write(rolled)}")
                state = rules.apply(state, Event(demand.by, rolled))
                continue
            move = min(rules.moves(state, _WRITER), key=lambda each: _misfit(each, rising))
            if isinstance(move, Cross) and before_x < 0:
                before_x = len(strokes)
            strokes.append(rules.write(move))
            state = rules.apply(state, Event(_WRITER, move))
        strokes += [f"route {area}" for area in rules.best_route(state.part(_WRITER).marks)]
        return _Game((*strokes, "route end"), before_x, state)

    @cached_property
    def _route(self) -> tuple[tuple[str, str], ...]:
        """Its best route: areas with their marks."""
        marks = self._game.state.part(_WRITER).marks
        return tuple((area, marks[self.rules.index[area]]) for area in self.rules.best_route(marks))

    def forced_x(self) -> Example | None:
        game = self._game
        if game.before_x < 0:
            return None
        move = self.rules.read(game.strokes[game.before_x])
        assert isinstance(move, Cross)
        rolled = next(stroke for stroke in reversed(game.strokes[: game.before_x]) if stroke.startswith("> "))
        regions = tuple(dict.fromkeys(card_of(card).region for card in rolled.partition(" | ")[2].split(", ")))
        return Example(
            tr("Cards: {regions}. No remaining card names a region with an empty area, so {area} gets an X.",
               regions=regions, area=self.rules.name(move.area)),
            (move.area, *self.rules.sheet.neighbors[move.area]), game.strokes[: game.before_x + 1],
        )

    def whole_route(self) -> Example:
        """Returns the route of the whole game."""
        stops, circles = len(self._route), sum(is_circled(held) for _, held in self._route)
        return Example(
            tr("The route of a whole game: {areas} (areas) + {circles} (circles) = {points}.", areas=stops,
               circles=circles, points=stops + circles), (), self._game.strokes,
        )

    def part_of_route(self) -> Example:
        """Some stops of it, a star among them if there is one."""
        parts = [self._route[i : i + _PART] for i in range(max(1, len(self._route) - _PART + 1))]
        starred = [part for part in parts if STAR in {content(held) for _, held in part[1:-1]}]
        legible = Legibility(self.rules.sheet)
        part = max(starred or parts, key=lambda part: legible.of(*(area for area, _ in part)))
        numbers = tuple(tr("a star") if content(held) == STAR else content(held) for _, held in part)
        return Example(tr("Part of a route: {numbers}.", numbers=", ".join(numbers)), tuple(area for area, _ in part),
                       self._game.strokes)


def _regions(deal: _Deal) -> str:
    """Returns the regions of the cards, as they lie there."""
    return ", ".join(tr(card.region) for card in deal.cards)


def _misfit(move: object, rising: dict[str, float]) -> float:
    """How badly a stroke fits in with numbers that rise from left to right."""
    if not isinstance(move, Write):
        return 0.0
    return 0.0 if move.what == STAR else abs(int(move.what) - rising[move.area])


def set_ups(rules: OnTour) -> str:
    """How often the set-up rolls, and where its cards go."""
    return tr_n("The cards then leave the game.", "Do all this {n} times. The cards then leave the game.", rules.setup)


def needed(rules: OnTour) -> str:
    """Returns what is on the table: the map, cards and dice."""
    return tr("The map has {size} areas. Only lines join them: a border alone does not. The regions overlap: {regions}.\n"
              "A card names an area and one of its regions. You roll two dice with the digits 0 to 9.",
              size=len(rules.areas), regions=rules.parts)


def scale(rules: OnTour) -> str:
    """OT-R12: where the ratings begin, on the sheet on which they were measured."""
    return describe_scale(rules.info.id, RATINGS) if rules.sheet.id == RATED else ""


def handbook_for(rules: OnTour) -> Handbook:
    """Returns the handbook on one map."""
    draw = Examples(rules)
    return (
        Chapter(tr("The aim"), (
            Entry(
                ("OT-12", "OT-R9"), tr("Plan the longest tour"),
                tr("Fill the map with numbers. Then draw a route on which the numbers never go down. Score 1 point for "
                   "each area on the route, and 1 more for each circle on it.\n"
                   "The most points win."),
                (draw.whole_route,),
                tr("Players with equal scores share the win."),
            ),
            Entry(
                ("OT-1", "OT-2", "OT-3"), tr("What you need"),
                needed(rules),
            ),
            Entry(
                ("OT-4",), tr("Set-up"),
                tr("Roll two different digits; roll equal ones again. They make two numbers: 1 and 4 make 14 and "
                   "41. Turn up a card: everyone "
                   "writes the lower number there.\n"
                   "Turn up another card: everyone writes the higher number there. Circle both.") + "\n" + set_ups(rules),
                (draw.set_up,),
                tr("Always write two digits: 05 and 50."),
                brief=(Brief(text=tr(
                    "Roll two different digits: 1 and 4 make 14 and 41, 0 and 4 make 04 and 40. Turn up two cards. Everyone "
                    "writes the lower number in the first area and the higher one in the second, and circles both.")
                    + " " + set_ups(rules), examples=(draw.first_number,)),),
            ),
        )),
        Chapter(tr("A turn"), (
            Entry(
                ("OT-5",), tr("Cards and dice"),
                tr("Turn up {cards} cards for everyone, then roll both dice. The digits make two numbers: 5 and 6 make 56 "
                   "and 65. Everyone writes both on their own map.", cards=rules.cards_shown),
            ),
            Entry(
                ("OT-6",), tr("A card for each number"),
                tr("Each number uses a different card. Write it in any empty area of the region on its card."),
                (draw.turn, draw.same_card),
                brief=(Brief(tr("A turn"), tr(
                    "Turn up {cards} cards, then roll. Everyone writes both numbers, each using a different card: in any "
                    "empty area of the region on the card. If the deck runs out, shuffle the used cards.",
                    cards=rules.cards_shown), (draw.turn,)),),
            ),
            Entry(
                ("OT-R2",), tr("Circles"),
                tr("If you write a number in the exact area shown on its card, circle it. It scores 1 more point if "
                   "your route goes there."),
                (draw.circle,),
                tr("The program matches numbers with cards for you, and gives you as many circles as it can. A circle "
                   "may still disappear until you have written both numbers."),
                brief=(Brief(text=tr("A number or star in its card’s own area gets a circle: +1 point if the route goes "
                                     "there."), examples=(draw.circle,)),),
            ),
            Entry(
                ("OT-7", "OT-R7"), tr("Stars"),
                tr("If both dice are equal, or all cards name the same region, write no numbers. Write one star "
                   "instead, in an empty area of a region on any card. Circle it if a card shows that exact area."),
                (draw.star,),
                tr("If both happen at once, you still write one star."),
                brief=(Brief(text=tr(
                    "Equal dice, or all cards of the same region: write only one star in place of the numbers, by the same "
                    "rules. On the route it is any number you need."), examples=(draw.star,)),),
            ),
            Entry(
                ("OT-R1", "OT-R11"), tr("Write all you can"),
                tr("Write both numbers if any choice of cards and areas allows it. Then you can’t choose an X."),
                (draw.no_x,),
                tr("If only one of the two can be written, you choose which number to write. The other becomes an X."),
                tr("The table may let you write an X instead of a number, but never instead of a star or in the "
                   "last areas."),
            ),
            Entry(
                ("OT-8", "OT-R3"), tr("Xs"),
                tr("If there is no room for a number, write an X instead, in any empty area. This happens when none of "
                   "the remaining cards names a region with an empty area. No route can pass an X."),
                (draw.forced_x,),
                tr("You may write the X before your other number, but not in the only area where that number can go. A "
                   "star with no area to go in becomes an X too."),
                brief=(Brief(text=tr("A number that has no place becomes an X in any empty area. Write as many numbers as "
                                     "you can."), examples=(draw.forced_x,)),),
            ),
            Entry(
                ("OT-9", "OT-R4"), tr("When the cards run out"),
                tr("Put the cards aside after the turn. If the deck runs out, shuffle the cards put aside into a "
                   "new deck. The cards of the set-up stay out."),
                ruling=tr("Turn up the last cards of the old deck first. The cards now on the table are not shuffled in."),
            ),
            Entry(
                ("OT-10", "OT-R5", "OT-R6"), tr("The last areas"),
                tr_n("When you have only one empty area left, stop using cards. Just roll, and write in it.",
                     "When you have {n} or fewer empty areas left, stop using cards. Just roll, and write in any of "
                     "them. Equal dice give one star; the other areas, if any, wait for one more roll.", rules.last),
                ruling=tr("With one area left, choose either number; the other is lost, without an X. Without cards there "
                          "are no circles."),
                brief=(Brief(text=tr_n(
                    "When one area is left, roll without cards and write in it. Nothing is circled.",
                    "When {n} or fewer areas are left, roll without cards and write in any of them. Nothing is circled.",
                    rules.last)),),
            ),
        )),
        Chapter(tr("The route"), (
            Entry(
                ("OT-11", "OT-R8"), tr("Draw your route"),
                tr("When all areas are full, start in any area and follow the lines. Each number must be equal to the "
                   "last one, or higher. Visit no area twice, and no X.\n"
                   "A star is any number you need."),
                (draw.part_of_route,),
                tr("A route can begin or end with a star, and stars can follow each other. After stars, compare with the "
                   "last real number. One area alone is a route too."),
                brief=(
                    Brief(tr("The route"), tr(
                        "When the map is full, draw a route along the lines, from any area. Each number must be as high as "
                        "the one before, or higher. No area twice, and never through an X."), (draw.part_of_route,)),
                    Brief(tr("Points"), tr(
                        "1 point for each area on the route, and 1 more for each circle on it. The most points win.")),
                ),
            ),
            Entry(
                ("OT-13", "OT-R10"), tr("Plan ahead"),
                tr("You may sketch a route during the game, and change it at any time."),
                ruling=tr("The program shows the best route only after you have drawn yours. Yours is the one that scores."),
                house=tr("The best route scores instead of yours."),
            ),
        )),
        Chapter(tr("Good to know"), (
            Entry(
                ("OT-R12",), tr("Alone"),
                tr("Try to beat your own best."),
                ruling=scale(rules),
            ),
            *((Entry(("OT-R13",), tr("Two short names"), tr("NE is Nebraska. New England is NEW.")),)
              if {"NE", "NEW"} <= {*rules.areas} else ()),
        )),
    )
