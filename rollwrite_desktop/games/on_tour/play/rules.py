"""On Tour's rules: who may act, what is legal and why not, what a stroke does, what a route scores.

Each refusal carries a key of the rulebook. Knows nothing of drawing or windows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from rollwrite_desktop.core.chance import Ask, Deal, Outcome, Roll
from rollwrite_desktop.core.rules import CHANCE, Demand, Event, Move, Refusal, Scores, placed
from rollwrite_desktop.gamekit.marks import circle, content, is_circled
from rollwrite_desktop.gamekit.play.map_rules import MapRules, with_mark
from rollwrite_desktop.games.on_tour.info import INFO
from rollwrite_desktop.games.on_tour.play import notation
from rollwrite_desktop.games.on_tour.play.best_route import Roads
from rollwrite_desktop.games.on_tour.play.card_matching import AreaRegions
from rollwrite_desktop.games.on_tour.play.model import (
    BLANK,
    HELD,
    LAST_AREAS,
    SETUP_DRAWS,
    STAR,
    Card,
    Cross,
    End,
    Part,
    State,
    Visit,
    Write,
    X,
    card_of,
    describe_mark,
    numbers_of,
)
from rollwrite_desktop.sheet.sheet import Sheet

DIGITS = tuple(range(10))


class OnTour(MapRules):
    """The rules on one map. options: `route` (OT-R10) and `voluntary_x` (OT-R11)."""

    info = INFO

    def __init__(self, sheet: Sheet, options: Mapping[str, str] | None = None) -> None:
        super().__init__(sheet, options)
        self.areas = self.spaces
        self.board = AreaRegions(self.areas, tuple(frozenset(sheet.region[space.region].within) for space in sheet.spaces))
        self.roads = Roads(tuple(tuple(self.index[b] for b in sheet.neighbors[a]) for a in self.areas))
        self.cards_shown = sheet.values["cards"]
        self.setup = sheet.values.get("setup", SETUP_DRAWS)
        self.last = sheet.values.get("last", LAST_AREAS)
        """The rolls of the set-up, and with how many areas left no cards are turned up any more."""
        self.parts = tuple(dict.fromkeys(
            region.within[k] for k in range(3) for region in sheet.regions if k < len(region.within)
        ))
        """The regions that cards name."""
        self.own_route = self.options["route"] == "own"

    # ------------------------------------------------------------------ the course of the game

    def start(self, players: tuple[str, ...]) -> State:
        return State(players, tuple(Part((BLANK,) * len(self.areas)) for _ in players), self.sheet.cards, setup=self.setup)

    def demands(self, state: State) -> tuple[Demand, ...]:
        writing = tuple(Demand(player) for player in state.players if state.part(player).strokes)
        if writing:
            return writing
        ask = self.ask(state)
        if ask is not None:
            return (Demand(CHANCE, ask),)
        return tuple(Demand(player) for player in state.players if self.drawing(state, player))

    def ask(self, state: State) -> Ask | None:
        """Returns what is rolled and turned up next, once everybody has written; None when the maps are full."""
        if len(state.draws) < self.setup:
            return Deal(Roll(2, DIGITS, different=True), tuple(card_of(text).area for text in state.deck), 2)
        left = max(part.blanks for part in state.parts)
        if left > self.last:
            return Deal(Roll(2, DIGITS), state.deck, self.cards_shown, state.discards + self._on_table(state))
        return Roll(2, DIGITS) if left else None

    def drawing(self, state: State, player: str) -> bool:
        """Returns whether this player is to draw a route now."""
        return self.own_route and self.mapped(state) and not state.part(player).ended

    def mapped(self, state: State) -> bool:
        """Returns whether the writing is over: OT-11, every area is filled."""
        return state.full

    def done(self, state: State, player: str) -> bool:
        """Returns whether nothing is left to do for this player, whoever still draws, or has left before drawing."""
        return self.mapped(state) and not self.drawing(state, player)

    def finished(self, state: State) -> bool:
        return self.mapped(state) and not any(self.drawing(state, player) for player in state.players)

    @staticmethod
    def _on_table(state: State) -> tuple[str, ...]:
        return state.draws[-1].cards if state.turns else ()

    # ------------------------------------------------------------------ what fits

    def placed(self, part: Part) -> tuple[int, ...]:
        """Where this turn's numbers stand, Xs not counted."""
        return tuple([self.index[area] for area, what in part.placed if what != X])

    def most(self, state: State, part: Part) -> int:
        """How many of the strokes left can be numbers."""
        return self.board.most(state.cards, part.marks, self.placed(part), part.strokes)

    def writable(self, state: State, part: Part) -> frozenset[int]:
        """Returns the areas where a number, or the star, of this turn may be written now."""
        if not part.strokes:
            return frozenset()
        if STAR in part.hand:
            return self._starry(state, part)
        # Areas that can be written together form a matroid, so a number that has a card never leaves fewer places for the
        # other one than any choice would: of OT-R1 only Xs feel anything.
        return self.board.placeable(state.cards, part.marks, self.placed(part))

    def free_cards(self, state: State, part: Part) -> tuple[Card, ...]:
        """Returns the cards on the table that can still take a number of this turn, as OT-R2 lets numbers change cards."""
        free = self.board.free(state.cards, self.placed(part))
        takers = self.board.takers(state.cards, part.marks)
        return tuple([card for c, card in enumerate(state.cards) if c in free and takers[c]]) if part.strokes else ()

    def circling(self, state: State, part: Part) -> frozenset[int]:
        """Returns the areas where a number written now is circled, as long as nothing else is written this turn (OT-R2)."""
        own = {self.index[card.area] for card in state.cards}
        placed = self.placed(part)
        return frozenset([
            i for i in own & self.writable(state, part) if i in self.board.circles(state.cards, (*placed, i))
        ])

    def _starry(self, state: State, part: Part) -> frozenset[int]:
        if not state.cards:
            return frozenset(self.board.blanks(part.marks))
        return frozenset[int]().union(*self.board.takers(state.cards, part.marks))

    def crossable(self, state: State, part: Part) -> frozenset[int]:
        """Returns the areas where an X may be marked now."""
        if not part.strokes:
            return frozenset()
        blanks = self.board.blanks(part.marks)
        if STAR in part.hand:
            return frozenset() if self._starry(state, part) else frozenset(blanks)
        if self.voluntary(state):
            return frozenset(blanks)
        most = self.most(state, part)
        after = self.board.most_after_x(state.cards, part.marks, self.placed(part), part.strokes - 1)
        return frozenset([area for area in blanks if after[area] >= most])

    def voluntary(self, state: State) -> bool:
        """Returns whether an X may stand for a number that could be written (OT-R11)."""
        return self.options["voluntary_x"] == "on" and bool(state.cards)

    def reached(self, part: Part, route: tuple[str, ...] | None = None) -> str:
        """Returns the last real number on a route, "" if there is none (OT-R8)."""
        held = [content(part.marks[self.index[area]]) for area in (part.route if route is None else route)]
        return next((what for what in reversed(held) if what.isdigit()), "")

    # ------------------------------------------------------------------ legal moves

    def moves(self, state: State, player: str, at: int = 0) -> Iterator[Move]:  # noqa: ARG002 (no race)
        part = state.part(player)
        if part.strokes:
            for i in sorted(self.writable(state, part)):
                for what in part.hand:
                    yield Write(self.areas[i], what)
            for i in sorted(self.crossable(state, part)):
                yield Cross(self.areas[i])
        elif self.drawing(state, player):
            for area in self.sheet.neighbors[part.route[-1]] if part.route else self.areas:
                if next(self.against_step(part, area), None) is None:
                    yield Visit(area)
            if self._may_end(part):
                yield End()

    def _may_end(self, part: Part) -> bool:
        return bool(part.route) or all(content(held) == X for held in part.marks)

    # ------------------------------------------------------------------ refusals

    def refuse(self, state: State, event: Event) -> Refusal | None:
        return next(self.reasons(state, event), None)

    def reasons(self, state: State, event: Event) -> Iterator[Refusal]:
        """Everything that is wrong with an event, the unwritable first."""
        if event.by == CHANCE:
            yield from self._against_chance(state, event.move)
            return
        part = state.part(event.by)
        match event.move:
            case Write(area, what):
                yield from self._against_stroke(state, part, area)
                yield from self._against_write(state, part, area, what)
            case Cross(area):
                yield from self._against_stroke(state, part, area)
                yield from self._against_cross(state, part, area)
            case Visit(area):
                yield from self._against_route(state, part)
                yield from self.against_step(part, area)
            case End():
                yield from self._against_route(state, part)
                if not self._may_end(part):
                    yield Refusal("OT-11:none", unwritable=True)
            case _:
                yield Refusal("OT-5:table", unwritable=True)

    def _against_chance(self, state: State, move: Move | Outcome) -> Iterator[Refusal]:
        if any(part.strokes for part in state.parts):
            yield Refusal("OT-5:wait", unwritable=True)
            return
        ask = self.ask(state)
        if ask is None:
            yield Refusal("OT-11:over" if self.finished(state) else "OT-11:none", unwritable=True)
        elif not isinstance(move, Outcome) or not ask.admits(move):
            why = self._against_deal(ask, move) if isinstance(ask, Deal) and isinstance(move, Outcome) else None
            key = "OT-10" if isinstance(ask, Roll) else "OT-4" if len(state.draws) < self.setup else "OT-5"
            found: dict[str, str | int] = {"found": self.write(move), "cards": self.cards_shown}
            yield why or Refusal(key, found, unwritable=True)

    def _against_deal(self, ask: Deal, move: Outcome) -> Refusal | None:
        """Returns the one thing that is wrong with digits and cards, where it is one of these; None for anything else."""
        digits = [die.face for die in move.dice]
        if len(digits) == ask.roll.count > len(set(digits)) and ask.roll.different:
            return Refusal("OT-4:equal", unwritable=True)
        left = {card_of(card).area for card in ask.deck}
        for card in move.cards:
            area = card_of(card).area
            if area in self.index and move.cards.count(card) > 1:
                return Refusal("OT-5:twice", {"area": self.name(area)}, unwritable=True)
            if area in self.index and area not in left and len(ask.deck) >= ask.count:
                return Refusal("OT-5:gone", {"area": self.name(area)}, unwritable=True)
        skipped = tuple([
            self.name(area) for card in ask.deck if card not in move.cards and (area := card_of(card).area) in self.index])
        if len(ask.deck) < ask.count == len(move.cards) and skipped:
            return Refusal("OT-R4:last", {"areas": skipped}, unwritable=True)
        return None

    def _against_stroke(self, state: State, part: Part, area: str) -> Iterator[Refusal]:
        if not part.strokes:
            yield Refusal("OT-6:done" if state.turns else "OT-5:start", unwritable=True)
        held = part.marks[self.index[area]]
        if held != BLANK:
            args = {"area": self.name(area), "mark": describe_mark(content(held))}
            yield Refusal("OT-6:full", args, (area,), unwritable=True)

    def _against_write(self, state: State, part: Part, area: str, what: str) -> Iterator[Refusal]:
        i = self.index[area]
        if not part.strokes or part.marks[i] != BLANK:
            return
        if what not in part.hand:
            yield Refusal("OT-6:hand", {"number": what, "numbers": part.hand}, (area,), unwritable=True)
        elif what == STAR:
            if i not in self._starry(state, part):
                yield Refusal("OT-7", self._elsewhere(state, area), (area,))
        elif state.cards and not self.board.fitting(state.cards, i):
            yield Refusal("OT-6:region", self._elsewhere(state, area), (area,))
        elif not self.board.can_place(state.cards, self.placed(part), i):
            other = self.areas[self.placed(part)[0]]
            yield Refusal("OT-6:card", {"area": self.name(area), "other": self.name(other)}, (area, other))

    def _against_cross(self, state: State, part: Part, area: str) -> Iterator[Refusal]:
        i = self.index[area]
        if not part.strokes or part.marks[i] != BLANK or i in self.crossable(state, part):
            return
        places = self.writable(state, part)
        if STAR in part.hand:
            yield Refusal("OT-8:star", {"areas": self.names(sorted(places))}, (area,))
        elif self.most(state, part) < part.strokes:
            yield Refusal("OT-R1:last", {"area": self.name(area)}, (area,))
        else:
            yield Refusal("OT-8", {"numbers": part.hand, "areas": self.names(sorted(places))}, (area,))

    def _against_route(self, state: State, part: Part) -> Iterator[Refusal]:
        if not self.mapped(state):
            yield Refusal("OT-11:early", unwritable=True)
        elif part.ended or not self.own_route:
            yield Refusal("OT-11:over", unwritable=True)

    def against_step(self, part: Part, area: str, route: tuple[str, ...] | None = None) -> Iterator[Refusal]:
        """Yields what forbids that a route (the player's own, or a sketched one) goes on to this area."""
        route = part.route if route is None else route
        held = part.marks[self.index[area]]
        what = content(held)
        if what == X:
            yield Refusal("OT-11:x", {"area": self.name(area)}, (area,))
        if area in route:
            yield Refusal("OT-11:twice", {"area": self.name(area)}, (area,))
        elif route and area not in self.sheet.neighbors[route[-1]]:
            yield Refusal("OT-11:line", {"area": self.name(area), "other": self.name(route[-1])}, (area, route[-1]))
        last = self.reached(part, route)
        if last and what.isdigit() and what < last:
            yield Refusal("OT-11:falling", {"area": self.name(area), "mark": what, "last": last}, (area,))

    # ------------------------------------------------------------------ applying

    def apply(self, state: State, event: Event) -> State:
        if event.by == CHANCE:
            return self._after_chance(state, event.move) if isinstance(event.move, Outcome) else state
        return state.with_part(event.by, self._after_stroke(state, state.part(event.by), event.move))

    def _after_chance(self, state: State, outcome: Outcome) -> State:
        draws = (*state.draws, outcome)
        if len(draws) <= self.setup:
            deck = tuple(text for text in state.deck if card_of(text).area not in outcome.cards)
            return replace(state, draws=draws, deck=deck, parts=tuple(self._set_up(part, outcome) for part in state.parts))
        discards = state.discards + self._on_table(state)
        if set(outcome.cards) <= set(state.deck):
            deck = tuple(text for text in state.deck if text not in outcome.cards)
        else:  # OT-R4: the deck ran out in mid-draw
            deck, discards = tuple(text for text in (*state.deck, *discards) if text not in outcome.cards), ()
        state = replace(state, draws=draws, deck=deck, discards=discards)
        numbers = state.numbers
        return replace(state, parts=tuple(
            replace(part, hand=numbers if part.blanks else (), strokes=min(len(numbers), part.blanks), placed=(), latest=())
            for part in state.parts
        ))

    def _set_up(self, part: Part, outcome: Outcome) -> Part:
        if len(outcome.dice) != 2 or len(outcome.cards) != 2 or not all(area in self.index for area in outcome.cards):
            return part
        marks = part.marks
        for area, number in zip(outcome.cards, numbers_of(outcome), strict=True):
            marks = with_mark(marks, self.index[area], circle(number))
        return replace(part, marks=marks, latest=outcome.cards)

    def _after_stroke(self, state: State, part: Part, move: Move | Outcome) -> Part:
        match move:
            case Visit(area):
                return replace(part, route=(*part.route, area), latest=(area,))
            case End():
                return replace(part, ended=True)
            case Write(area, what):
                hand = tuple(number for number in part.hand if number != what)
                entry = (area, what)
            case Cross(area):
                hand, entry = part.hand, (area, X)
            case _:
                return part
        # A wrong number occupies no card (OT-R14).
        wrong = isinstance(move, Write) and next(self._against_write(state, part, area, what), None) is not None
        turn = part.placed if wrong else (*part.placed, entry)[-2:]
        marks = with_mark(part.marks, self.index[area], entry[1])
        # Circles are provisional until the turn is written: the second number may claim the first one's card.
        written = {self.index[other]: what for other, what in turn if what != X}
        circles = self.board.circles(state.cards, tuple(written))
        for i, what in written.items():
            marks = with_mark(marks, i, circle(what) if i in circles else what)
        strokes = min(max(0, part.strokes - 1), marks.count(BLANK))
        part = replace(part, marks=marks, hand=hand if strokes else (), strokes=strokes, placed=turn, latest=(area,))
        return self._rerouted(part) if part.route else part

    # ------------------------------------------------------------------ corrections

    def hold(self, state: State, player: str, moves: Iterable[Move | Outcome]) -> State:
        part = state.part(player)
        held = {move.area for move in moves if isinstance(move, Write | Cross)}
        marks = tuple(BLANK if mark == HELD else mark for mark in part.marks)
        marks = tuple(HELD if a in held and mark == BLANK else mark for a, mark in zip(self.areas, marks, strict=True))
        return state.with_part(player, replace(part, marks=marks))

    def skip(self, state: State, player: str) -> State:
        """Returns the state with the turn closed, strokes left open; as many areas stay blank for them, so that turns and
        routes go on as if they were filled. If the game ends so, a blank area that a route visits counts nothing."""
        part = state.part(player)
        if not part.strokes:
            return state
        return state.with_part(player, replace(part, hand=(), strokes=0, owed=part.owed + part.strokes))

    def resume(self, state: State, turn: State, player: str) -> State:
        """Returns the numbers and cards of the old turn on the map as it is now."""
        paper, part = state.part(player), turn.part(player)
        owed = paper.owed + paper.strokes - part.strokes
        part = replace(paper, hand=part.hand, strokes=part.strokes, placed=part.placed, owed=owed)
        return replace(turn, parts=state.parts).with_part(player, part)

    def _rerouted(self, part: Part) -> Part:
        """A map on which a correction let something be written after its route was drawn: the route ends before the first
        area that it cannot visit now, and is to be drawn on from there."""
        for count, area in enumerate(part.route):
            if next(self.against_step(part, area, part.route[:count]), None) is not None:
                return replace(part, route=part.route[:count], ended=False)
        return part

    # ------------------------------------------------------------------ scores

    def counted_route(self, state: State, player: str) -> tuple[str, ...]:
        """Returns the route that scores: the player's own, by option the best one as soon as the map is full."""
        part = state.part(player)
        if self.own_route:
            return part.route
        return self.best_route(part.marks) if self.mapped(state) else ()

    def best_route(self, marks: tuple[str, ...]) -> tuple[str, ...]:
        """Returns the best route of a map, whatever is still empty on it."""
        return tuple(self.areas[i] for i in self.roads.best(marks).stops)

    def scores(self, state: State) -> Scores:
        entries = []
        for player, part in zip(state.players, state.parts, strict=True):
            route = tuple([area for area in self.counted_route(state, player) if part.marks[self.index[area]] != BLANK])
            parts = self.worth(part.marks, route)
            entries.append((player, sum(parts.values()), tuple(parts.items()), 0))
        return placed(entries, lowest_wins=False)

    def worth(self, marks: Sequence[str], route: Sequence[str]) -> dict[str, int]:
        """OT-12: what a route is worth on a map, its areas and those of them that are circled."""
        return {"areas": len(route), "circles": sum([is_circled(marks[self.index[area]]) for area in route])}

    # ------------------------------------------------------------------ notation

    write = staticmethod(notation.write)

    def read(self, text: str) -> Move | Outcome:
        return notation.read(text, self.index)

    # ------------------------------------------------------------------ words

    def regions(self, area: str) -> tuple[str, ...]:
        """Returns the card regions that an area lies in."""
        return self.sheet.region[self.sheet.space[area].region].within

    def _elsewhere(self, state: State, area: str) -> dict[str, str | int | tuple[str, ...]]:
        shown = tuple(dict.fromkeys(card.region for card in state.cards))
        return {"area": self.name(area), "regions": self.regions(area), "shown": shown}
