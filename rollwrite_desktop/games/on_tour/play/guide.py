"""How a person plays On Tour: the prompt, the numbers and cards beside the map, and what each tap means.

A number is two taps (number and area, in either order), one if a single number or a star is left. A route is tapped area by
area; a sketched one too, at any time. Decides nothing about legality: it proposes strokes and asks the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.i18n import Arg, tr, tr_n
from rollwrite_desktop.core.rules import Event, Move, Refusal
from rollwrite_desktop.draw.display import Display, Drawing, Mark
from rollwrite_desktop.gamekit.play.guide import (
    NO_NOTES,
    ROLLS,
    Changed,
    Ignored,
    Noted,
    Onward,
    Prompt,
    Proposed,
    Tap,
    Token,
)
from rollwrite_desktop.gamekit.play.house_ratings import describe_par, describe_rating
from rollwrite_desktop.gamekit.play.map_guide import MapGuide
from rollwrite_desktop.gamekit.units import POINTS
from rollwrite_desktop.games.on_tour.play import descriptions, drawing
from rollwrite_desktop.games.on_tour.play.model import (
    STAR,
    Card,
    Cross,
    End,
    Part,
    State,
    Visit,
    Write,
    describe_mark,
    numbers_of,
)
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.sheet.sheet import Sheet

_NO_DIE = Drawing(drawing.die_picture, ("", ""))
NOTE = "route"
"""The note that keeps a sketched route."""
DICE_PLACES, CARD_PLACES = ("first", "second"), ("1", "2", "3")
OWN, BEST, BOTH = "own", "best", "both"
"""Which route is shown at the end."""


class Ui(Struct, frozen=True):
    """What is selected: a number, an X, a card (from 1) whose places are lit, the area that was tapped before a number; the
    sketched route, whether taps draw it, and what was erased of it last; whether a route that could still grow is to end; at
    the end which routes are shown instead of the player's, and how many stops of them (-1: all)."""

    number: str = ""
    place: str = ""
    cross: bool = False
    card: int = 0
    sketching: bool = False
    sketch: tuple[str, ...] = ()
    erased: tuple[str, ...] = ()
    ending: bool = False
    shown: str = ""
    stops: int = -1


def sketched(sheet: Sheet, notes: Mapping[str, str]) -> tuple[Mark, ...]:
    """Returns the sketched route of a player's notes, for paper."""
    stops = tuple(area for area in notes.get(NOTE, "").split() if area in sheet.space)
    return tuple(drawing.path("sketch", sheet, stops, drawing.SKETCH))


class OnTourGuide(MapGuide[OnTour]):
    """The guide on one map."""

    style = drawing.STYLE

    def ui(self, notes: Mapping[str, str] = NO_NOTES) -> Ui:
        return Ui(sketch=tuple(area for area in notes.get(NOTE, "").split() if area in self.rules.index))

    # ------------------------------------------------------------------ what is selected

    @staticmethod
    def _number(part: Part, ui: Ui) -> str:
        """Returns what the next tap on an area writes, or ""."""
        if ui.number in part.hand:
            return ui.number
        return part.hand[0] if len(part.hand) == 1 else ""

    def _writes(self, state: State, player: str) -> bool:
        """Returns whether a number or star can be written now."""
        return any(isinstance(move, Write) for move in self.look(state, player))

    def _crosses(self, state: State, player: str) -> bool:
        """Returns whether an X can be marked now."""
        return any(isinstance(move, Cross) for move in self.look(state, player))

    def _crossing(self, state: State, player: str, ui: Ui) -> bool:
        """Returns whether the next tap on an area marks an X: because it is meant, or because nothing else is left."""
        return (ui.cross and self._crosses(state, player)) or not self._writes(state, player)

    def _card(self, state: State, player: str, ui: Ui) -> Card | None:
        """Returns the card whose places are highlighted, while a number of this turn can have it."""
        if not 0 < ui.card <= len(state.cards) or self._crossing(state, player, ui):
            return None
        card = state.cards[ui.card - 1]
        return card if card in self.rules.free_cards(state, state.part(player)) else None

    # ------------------------------------------------------------------ what is legal

    def _targets(self, state: State, player: str, ui: Ui) -> Mapping[str, tuple[Move, ...]]:
        """Returns the areas where a tap makes a move now, or asks which of several; with a card taken up those that it
        allows."""
        found = dict[str, list[Move]]()
        if ui.sketching:
            return {}
        crossing, number = self._crossing(state, player, ui), self._number(state.part(player), ui)
        card = self._card(state, player, ui)
        for move in self.look(state, player):
            match move:
                case Write(area, what):
                    meant = not crossing and number in ("", what) and (not card or card.region in self.rules.regions(area))
                case Cross(area):
                    meant = crossing
                case Visit(area):
                    meant = True
                case _:
                    continue
            if meant:
                found.setdefault(area, []).append(move)
        return {area: tuple(each) for area, each in found.items()}

    def move_at(self, state: State, player: str, ui: Ui, space: str) -> Move | None:
        part = state.part(player)
        if not part.strokes:
            return Visit(space) if self.rules.mapped(state) else None
        if self._crossing(state, player, ui):
            return Cross(space)
        number = self._number(part, ui)
        return Write(space, number) if number else None

    def open(self, state: State, player: str, ui: Ui) -> frozenset[str]:
        return frozenset(self._targets(state, player, ui))

    def prepared(self, state: State, player: str, ui: Ui, move: Move) -> tuple[Ui, str]:
        ui = replace(ui, number="", place="", cross=False, card=0, sketching=False)
        match move:
            case Write(area, what):
                return replace(ui, number=what), area
            case Cross(area):
                return replace(ui, cross=self._writes(state, player)), area
            case Visit(area):
                return ui, area
        return replace(ui, ending=True), "action/end"

    # ------------------------------------------------------------------ taps

    def tap(self, state: State, player: str, ui: Ui, spot: str) -> Tap:
        part, asked, ui = state.part(player), ui.ending, replace(ui, ending=False)
        kind, _, name = spot.partition("/")
        match kind:
            case "die":
                return self._tap_number(state, player, ui, name)
            case "card":
                return self._tap_card(state, player, ui, name)
            case "power":
                return self._tap_power(state, player, ui, name)
            case "action":
                return self._tap_end(state, player, replace(ui, sketching=False), asked) if name == "end" else Ignored()
        if spot not in self.rules.index:
            return Ignored()
        if ui.sketching:
            return self._tap_sketch(part, ui, spot)
        return self._tap_area(state, player, ui, spot)

    def _tap_area(self, state: State, player: str, ui: Ui, area: str) -> Tap:
        ui = replace(ui, card=0)  # what another card allows is as good
        if len(self._targets(state, player, ui).get(area, ())) > 1:
            return Changed(replace(ui, place=area))
        stroke = self.move_at(state, player, ui, area)
        if stroke is not None:
            return Proposed(stroke, replace(ui, number="", place="", cross=False))
        hand = state.part(player).hand
        refusal = self.rules.refuse(state, Event(player, Write(area, hand[0]) if hand else Cross(area)))
        return Changed(ui, refusal) if refusal else Ignored()

    def _tap_number(self, state: State, player: str, ui: Ui, name: str) -> Tap:
        """A number, by its place among the two or as written; or one of the dice: the number that begins with its digit."""
        part = state.part(player)
        if not part.strokes:
            return Changed(ui, self.rules.refuse(state, Event(player, Cross(self.rules.areas[0]))))
        places = dict(zip(("1", "2"), state.numbers, strict=False))
        number = places.get(name, name)
        if name in DICE_PLACES and state.draws[-1].dice:
            digit = str(state.draws[-1].dice[DICE_PLACES.index(name)].face)
            number = next((each for each in state.numbers if each == STAR or each[0] == digit), "")
        if number not in part.hand:
            about: dict[str, Arg] = {"number": describe_mark(number or name), "numbers": part.hand}
            return Changed(ui, Refusal("OT-6:hand", about, unwritable=True)) if number in state.numbers else Ignored()
        if ui.place and self.rules.refuse(state, Event(player, Write(ui.place, number))) is None:
            return Proposed(Write(ui.place, number), replace(ui, number="", place="", cross=False, card=0))
        chosen = "" if ui.number == number else number
        return Changed(replace(ui, number=chosen, place="", cross=False, sketching=False))

    def _tap_card(self, state: State, player: str, ui: Ui, name: str) -> Tap:
        part = state.part(player)
        card = CARD_PLACES.index(name) + 1 if name in CARD_PLACES else 0
        if not 0 < card <= len(state.cards):
            key = "OT-10:cards" if part.strokes else "OT-5:start"
            return Changed(ui, Refusal(key, unwritable=True)) if card else Ignored()
        if not part.strokes:
            refusal = self.rules.refuse(state, Event(player, Cross(self.rules.areas[0])))
            return Changed(ui, refusal) if refusal else Ignored()
        if state.cards[card - 1] not in self.rules.free_cards(state, part):
            return Changed(ui, Refusal("OT-6:used", {"card": descriptions.describe_card(self.rules, state.cards[card - 1])}))
        return Changed(replace(ui, card=0 if ui.card == card else card, cross=False, sketching=False, place=""))

    def _tap_power(self, state: State, player: str, ui: Ui, power: str) -> Tap:
        part = state.part(player)
        match power:
            case "cross":
                refusal = self._against_cross(state, player)
                return Changed(ui, refusal) if refusal else Changed(
                    replace(ui, cross=not ui.cross, sketching=False, place="")
                )
            case "sketch" if not part.ended:
                return Changed(replace(ui, sketching=not ui.sketching, cross=False, place=""))
            case "sketch":
                return Changed(ui, Refusal("OT-11:over", unwritable=True))
            case "rub":
                if not (ui.sketch or ui.erased):
                    return Changed(ui, Refusal("OT-13:none", unwritable=True))
                return self._sketched(ui, () if ui.sketch else ui.erased)
            case "best" if self.rules.finished(state):
                return Changed(replace(ui, shown="" if ui.shown else BOTH))
        return Ignored()

    def _against_cross(self, state: State, player: str) -> Refusal | None:
        """Why no X can be marked now."""
        part, areas = state.part(player), self.rules.areas
        if self._crosses(state, player):
            return None
        blank = next((area for area, held in zip(areas, part.marks, strict=True) if not held), areas[0])
        refusal = self.rules.refuse(state, Event(player, Cross(blank)))
        return replace(refusal, spots=()) if refusal else None  # nobody touched that area

    def _tap_end(self, state: State, player: str, ui: Ui, asked: bool) -> Tap:
        """A route that could still grow ends only once that has been said."""
        grows = state.part(player).route and self.open(state, player, ui)
        return Changed(replace(ui, ending=True)) if grows and not asked else Proposed(End(), ui)

    def _tap_sketch(self, part: Part, ui: Ui, area: str) -> Tap:
        if ui.sketch and area == ui.sketch[-1]:
            return self._sketched(ui, ui.sketch[:-1])
        refusal = next(self.rules.against_step(part, area, ui.sketch), None)
        return Changed(ui, refusal) if refusal else self._sketched(ui, (*ui.sketch, area))

    @staticmethod
    def _sketched(ui: Ui, sketch: tuple[str, ...]) -> Tap:
        erased = () if sketch else ui.sketch
        return Noted(replace(ui, sketch=sketch, erased=erased), note=NOTE, text=" ".join(sketch))

    # ------------------------------------------------------------------ the prompt

    def prompt(self, state: State, player: str, ui: Ui, onward: Onward = ROLLS) -> Prompt:
        draws = ui.sketching or self.rules.drawing(state, player)
        drawn = ui.sketch if ui.sketching else state.part(player).route
        return Prompt(
            self._sentence(state, player, ui, onward), tuple(self._tokens(state, player, ui)), draws,
            drawn[-1] if draws and drawn else "", self.rules.mapped(state), ui.place,
            tuple([f"die/{number}" for number in state.part(player).hand]) if ui.place else (),
        )

    def _sentence(self, state: State, player: str, ui: Ui, onward: Onward) -> str:
        part = state.part(player)
        if ui.sketching and not self.rules.finished(state):
            return self._sketching(part, ui)
        if part.strokes:
            return " ".join(filter(None, (self._writing(state, player, ui), self._crossed_too(state, player, ui))))
        if self.rules.finished(state) or onward.over:
            return self._result(state, player)
        if self.rules.mapped(state):
            if part.ended:
                return onward.after(tr("Your route is finished."))
            if not part.route:
                return tr("Every area is filled. Draw your route: choose its start.")
            grows = self.open(state, player, ui)
            if not grows:
                return tr("No line leads on. End the route.")
            if ui.ending:
                names = [tr(self.rules.name(area)) for area in self.rules.areas if area in grows]
                areas = names[0] if len(names) == 1 else tr("{first} or {last}", first=", ".join(names[:-1]), last=names[-1])
                return tr("You can still go to {areas}. End anyway?", areas=areas)
            return tr("Add the next area, or end the route.")
        if onward.does != "rolls" or any(other.strokes for other in state.parts):
            return onward.after(tr("Your turn is finished."))
        if self._setting_up(state):
            return tr("Set-up {n} of {all}: roll, and draw two areas.", n=len(state.draws) + 1, all=self.rules.setup)
        if max(other.blanks for other in state.parts) > self.rules.last:
            return tr("Turn {n}: roll, and turn up {cards} cards.", n=state.turns + 1, cards=self.rules.cards_shown)
        return tr("Turn {n}, without cards: roll.", n=state.turns + 1)

    def _sketching(self, part: Part, ui: Ui) -> str:
        """Returns what a sketched route would be worth if what it passes were filled, and how it is drawn."""
        if ui.erased and not ui.sketch:
            return tr("The sketch is erased. Restore it, or start another.")
        if not ui.sketch:
            return tr("Sketch a route: add one area after another. Choose the last one to remove it.")
        parts = self.rules.worth(part.marks, ui.sketch)
        return tr(
            "Sketch to {area}: areas {areas} + circles {circles} = {total}. Choose {area} to remove it.",
            area=self.rules.name(ui.sketch[-1]), total=sum(parts.values()), **parts,
        )

    def _crossed_too(self, state: State, player: str, ui: Ui) -> str:
        """Returns the X that may or will stand for a number, while a number is being written; "" where none does."""
        part = state.part(player)
        if ui.place or self._crossing(state, player, ui) or not self._crosses(state, player):
            return ""
        if self.rules.voluntary(state):
            return tr("Or choose X, then mark one.")
        return tr("The other number becomes an X.") if self._number(part, ui) and len(part.hand) > 1 else ""

    def _writing(self, state: State, player: str, ui: Ui) -> str:
        part, card = state.part(player), self._card(state, player, ui)
        shown = tuple(dict.fromkeys(free.region for free in self.rules.free_cards(state, part)))
        if self._crossing(state, player, ui):
            if self._writes(state, player):
                return tr("Mark an X in any empty area.")
            if STAR in part.hand:
                regions = tuple(dict.fromkeys(card.region for card in state.cards))
                return tr("The star has no room in {regions}: mark an X in any area.", regions=regions)
            return tr("No number fits: mark an X in any area.")
        if card is not None and not ui.place:
            return self._carded(part, card, self._number(part, ui))
        if STAR in part.hand:
            if not shown:
                return tr("Doubles: write a star in any empty area.")
            if len({card.region for card in state.cards}) == 1:
                return tr("All cards name the same region: write a star in {regions}.", regions=shown)
            return tr("Doubles: write a star in a region shown: {regions}.", regions=shown)
        number = self._number(part, ui)
        if not number:
            if part.strokes == 1 and len(part.hand) == 2 and not part.placed:
                return tr("One area is left. Write {one} or {two}.", one=part.hand[0], two=part.hand[1])
            if ui.place:
                return tr("Which number goes in {area}?", area=self.rules.name(ui.place))
            if shown and self.rules.most(state, part) < part.strokes:
                return tr(
                    "{one} or {two} fits, but not both. Write one in a region shown: {regions}. The other becomes an X.",
                    one=part.hand[0], two=part.hand[1], regions=shown)
            one, two = part.hand[0], part.hand[1]
            if part.strokes == 1:  # an X stands for the other
                return tr("Write {one} or {two} in a region shown: {regions}.", one=one, two=two, regions=shown) if shown \
                    else tr("Write {one} or {two} in any empty area.", one=one, two=two)
            if not shown:
                return tr("Write {one} and {two} in empty areas.", one=one, two=two)
            cards = ", ".join([tr(card.region) for card in self.rules.free_cards(state, part)])
            return tr("Write {one} and {two}, each using a different card: {cards}.", one=one, two=two, cards=cards)
        if not shown:
            return tr("Write {n} in any empty area.", n=number)
        if len(shown) == 1:
            return tr("Write {n} in the region shown: {region}.", n=number, region=tr(shown[0]))
        return tr("Write {n} in a region shown: {regions}.", n=number, regions=shown)

    @staticmethod
    def _carded(part: Part, card: Card, number: str) -> str:
        """While a card's own region is highlighted."""
        if STAR in part.hand:
            return tr("With this card, write a star in its region: {region}.", region=tr(card.region))
        if number:
            return tr("With this card, write {number} in its region: {region}.", number=number, region=tr(card.region))
        one, two = part.hand
        return tr("With this card, write {one} or {two} in its region: {region}.", one=one, two=two, region=tr(card.region))

    def _setting_up(self, state: State) -> bool:
        """Returns whether the next roll is one of the set-up."""
        return len(state.draws) < self.rules.setup

    def _result(self, state: State, player: str) -> str:
        points = self.score(state, player).total
        sentences = [self._sum(state, player) + "."]
        sentences.append(self.rating(state, player))
        if self.rules.own_route:
            best = self.rules.roads.best(state.part(player).marks).score
            sentences.append(
                tr("No route scores more.") if best <= points
                else tr("The best route was worth {n}, {more} more.", n=best, more=best - points)
            )
        return " ".join(filter(None, sentences))

    def _rating(self, state: State, player: str) -> str:
        points = self.score(state, player).total
        if self.sheet.id == descriptions.RATED:
            return describe_rating("on_tour", descriptions.RATINGS, points)
        return describe_par(self.sheet.id, descriptions.PAR_LEVEL, points)

    def _sum(self, state: State, player: str) -> str:
        parts = dict(self.score(state, player).parts)
        return tr("Areas {areas} + circles {circles} = {total}", total=sum(parts.values()), **parts)

    def _tokens(self, state: State, player: str, ui: Ui) -> Iterator[Token]:
        part = state.part(player)
        rolled = not self.rules.mapped(state) or part.strokes > 0
        yield from self._dice(state, part, ui) if rolled and state.draws else self._no_dice("empty" if rolled else "gone")
        cards = list(self._cards(state, part, ui) if state.turns else self._set_up_cards(state)) if rolled else []
        yield from cards
        for key in range(len(cards) + 1, 4):
            yield Token(f"card/{key}", "card", "", tr("Card {n}: not turned up", n=key), "empty" if rolled else "gone")
        crosses = self._crosses(state, player)
        meant = crosses and self._crossing(state, player, ui) and not ui.sketching
        yield Token(
            "power/cross", "power", tr("X"), tr("Mark an X: only if no number fits."),
            "chosen" if meant else "ready" if crosses else "off" if rolled else "gone", key="6",
        )
        if self.rules.finished(state):
            if self.rules.own_route:
                yield Token("power/best", "power", tr("Best route"), tr("Show the best route."),
                            "chosen" if ui.shown else "ready", key="7")
            return
        yield Token("power/sketch", "power", tr("Sketch route"), tr(
            "Sketch a route. Only you see it, and it does not count."),
                    "off" if part.ended else "chosen" if ui.sketching else "ready", key="8")
        back = ui.erased and not ui.sketch
        yield Token("power/rub", "power", tr("Restore sketch") if back else tr("Erase sketch"),
                    tr("Restore the sketch.") if back else tr("Erase the sketch."),
                    "ready" if ui.sketch or back else "off", key="9")
        if self.rules.drawing(state, player):
            words = tr("End anyway") if ui.ending else tr("End the route")
            ready = End() in self.look(state, player)
            yield Token("action/end", "action", words, tr("Finish your route."), "ready" if ready else "off", key="7")

    @staticmethod
    def _no_dice(look: Literal["empty", "gone"]) -> Iterator[Token]:
        dice = [(place, tr("Die {n}: not rolled", n=n)) for n, place in enumerate(DICE_PLACES, 1)]
        numbers = [(str(n), tr("Number {n}: not rolled", n=n)) for n in (1, 2)]
        for place, words in (*dice, *numbers):
            yield Token(f"die/{place}", "die", "", words, look, picture=_NO_DIE)

    def _dice(self, state: State, part: Part, ui: Ui) -> Iterator[Token]:
        """Yields the two ten-sided dice, and the numbers that they make."""
        for n, (place, die) in enumerate(zip(DICE_PLACES, state.draws[-1].dice, strict=False), 1):
            digit = str(die.face)
            yield Token(
                f"die/{place}", "die", digit, tr("Die {n}: {face}", n=n, face=digit),
                "shown" if not state.turns else "used" if not part.strokes else "ready",
                picture=Drawing(drawing.die_picture, (digit, "")),
            )
        chosen = "" if ui.cross or ui.sketching else self._number(part, ui)
        numbers = state.numbers if state.turns else numbers_of(state.draws[-1])
        for key, number in enumerate(numbers, 1):
            waiting = number in part.hand and part.strokes > 0
            yield Token(
                f"die/{number}", "die", "★" if number == STAR else number,
                tr("Star") if number == STAR else tr("Number {n}", n=number),
                "shown" if not state.turns else "chosen" if waiting and number == chosen else "ready" if waiting else "used",
                key=str(key),
                picture=Drawing(drawing.die_picture, ("", number)),
            )
        for empty in range(len(numbers) + 1, 3):
            yield Token(f"die/{empty}", "die", "", tr("No second number"), "empty", picture=_NO_DIE)

    def _set_up_cards(self, state: State) -> Iterator[Token]:
        """Yields the areas just drawn, each with the number that stands there; they are in sight until the next roll."""
        drawn = zip(state.draws[-1].cards, numbers_of(state.draws[-1]), strict=False) if state.draws else ()
        for key, (area, number) in enumerate(drawn, 1):
            name = descriptions.describe_area(self.rules, Card(area, ""))
            yield Token(
                f"card/{key}", "card", name, tr("{area}: {number} from the set-up.", area=name, number=number),
                "shown", key=str(key + 2), caption=number, picture=Drawing(drawing.card_picture, (self.sheet, area, "")),
            )

    def _cards(self, state: State, part: Part, ui: Ui) -> Iterator[Token]:
        free = self.rules.free_cards(state, part)
        for key, card in enumerate(state.cards, 1):
            name = descriptions.describe_area(self.rules, card)
            look = "used" if card not in free else "chosen" if ui.card == key and not (ui.cross or ui.sketching) else "ready"
            yield Token(
                f"card/{key}", "card", name, tr("{card}: shows where this card lets you write.",
                                                 card=descriptions.describe_card(self.rules, card)),
                look, key=str(key + 2),  # type: ignore[arg-type]  # one of the literals
                caption=tr(card.region), picture=Drawing(drawing.card_picture, (self.sheet, card.area, card.region)),
            )

    # ------------------------------------------------------------------ pictures and words

    def draw(
        self, state: State, player: str, ui: Ui | None, name: str = "", conflicts: tuple[str, ...] = (), focus: str = ""
    ) -> Display:
        part = state.part(player)
        route = self.rules.counted_route(state, player)
        counted = self.rules.mapped(state) and (route or self.rules.finished(state))
        parts = dict(self.score(state, player).parts) if counted else None
        light = drawing.DARK if ui is None else self._light(state, player, ui)
        if light.drives:
            route = ()
        return drawing.played(self.sheet, part, route, parts, name, light, conflicts, focus)

    def _light(self, state: State, player: str, ui: Ui) -> drawing.Light:
        targets = self._targets(state, player, ui)
        lit = frozenset(targets)
        crossing = frozenset([area for area, there in targets.items() if isinstance(there[0], Cross)])
        own = (lit - crossing) & {self.rules.areas[i] for i in self.rules.circling(state, state.part(player))}
        done = self.rules.done(state, player)
        drives = self._drives(state, player, ui) if ui.shown and done else ()
        return drawing.Light(lit, own, () if done else ui.sketch, drives, fresh=True, crossing=crossing)

    def _drives(self, state: State, player: str, ui: Ui) -> tuple[drawing.Drive, ...]:
        """Returns the routes shown at the end, as far as they are driven; the best one under the player's."""
        best, own = self.rules.best_route(state.part(player).marks), self.rules.counted_route(state, player)
        wanted = ((BEST, best, (BEST, BOTH)), (OWN, own, (OWN, BOTH)))
        return tuple(
            drawing.Drive(name, stops if ui.stops < 0 else stops[: ui.stops], 0 <= ui.stops < len(stops))
            for name, stops, shown in wanted if ui.shown in shown
        )

    def describe(self, state: State, player: str, spot: str) -> str:
        return descriptions.describe_spot(self.rules, state.part(player), spot)

    def may(self, move: Move, spot: str) -> str:  # noqa: ARG002
        return descriptions.describe_tap(move)

    def describe_event(self, event: Event, name: str) -> str:
        return descriptions.describe_event(self.rules, event, name)

    def scored(self, state: State, player: str) -> str:
        """Only a route scores, which is drawn at the end."""
        return POINTS.describe(self.score(state, player).total) if self.rules.drawing(state, player) else ""

    def progress(self, state: State, player: str) -> str:
        part = state.part(player)
        if self.rules.mapped(state):
            return self._sum(state, player)
        if self._setting_up(state):
            return tr_n("Set-up · one area empty", "Set-up · {n} areas empty", part.blanks)
        between = not any(other.strokes for other in state.parts)  # what is asked then is of the next turn
        return tr_n("Turn {turn} · one area empty", "Turn {turn} · {n} areas empty", part.blanks, turn=state.turns + between)
