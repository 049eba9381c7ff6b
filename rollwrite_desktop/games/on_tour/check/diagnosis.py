"""Every legal way of play on a map of On Tour together with what may have been entered wrongly, as clauses: the cheapest set
of slips is the diagnosis. Marks and dice are variables here; what was entered is only preferred.

Each turn writes its numbers, its star or Xs into areas of their own; other than in `encoding`, which counts the refused
strokes of a given map, none may be refused. Cards are taken as they were entered; where no single slip explains the map so,
`OtherRolls` takes the map as it stands and asks about cards and the order of the rolls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations, zip_longest

from rollwrite_desktop.core.audit import Edit, Paper
from rollwrite_desktop.core.chance import Die, Outcome, read_plain
from rollwrite_desktop.gamekit.check.entered import EnteredPlace
from rollwrite_desktop.gamekit.check.slips import DIGIT, Slip, digits_apart, edited, mark_slip, rolls_of, swap_slip
from rollwrite_desktop.gamekit.marks import circle, content, is_circled
from rollwrite_desktop.games.on_tour.check.encoding import Room
from rollwrite_desktop.games.on_tour.check.evidence import Evidence, read_evidence
from rollwrite_desktop.games.on_tour.check.roll_sequence import RollSequence, Turn
from rollwrite_desktop.games.on_tour.play.model import STAR, Card, X, card_of, numbers_of
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.solver.maxsat import MaxSat, Unsatisfiable

_MAX_LISTS, _AT_ONCE = 8, 50
"""How many readings of a list that cannot be right are asked about; how many are looked at in one step."""
Hand = tuple[str, ...]


class LegalPlays:
    """The clauses of one map with the rolls and cards of a whole game."""

    def __init__(
        self, rules: OnTour, paper: Paper, seen: Evidence, sequence: RollSequence, given: tuple[Slip, ...] = ()
    ) -> None:
        self.rules, self.paper, self.sequence = rules, paper, sequence
        self.board = rules.board
        self.held = seen.marks
        self.given = given
        self.maxsat = MaxSat(rising=True)
        self.areas = range(len(rules.areas))
        self.turns = sequence.turns
        self.doubt: dict[int, int] = {}
        """Turn to the literal that one of its cards is another."""
        self.low: list[dict[int, int]] = []
        self.high: list[dict[int, int]] = []

    @staticmethod
    def covers(sequence: RollSequence) -> bool:
        """Returns whether a list is that of a whole game, as far as can be told from its rolls and cards alone."""
        return sequence.whole and not sequence.impossible and len(sequence.begun) == 2 * sequence.rules.setup

    def built(self) -> Iterator[None]:
        """Makes the clauses, turn by turn."""
        var = self.maxsat.var
        setup = range(1, self.rules.setup + 1)
        entries = [*setup, *(turn.entry for turn in self.turns)]
        hands: dict[int, Hand] = {turn.entry: turn.hand for turn in self.turns}
        for entry in setup:
            low, high = sorted(str(die.face) for die in self.sequence.outcomes[entry - 1].dice)
            hands[entry] = (low + high, high + low)
        self.hands = {entry: (hands[entry], *_misread(hands[entry])) for entry in entries}
        self.hand = {(entry, hand): var() for entry in entries for hand in self.hands[entry]}
        whats = dict.fromkeys(
            what for hands in self.hands.values() for hand in hands for what in hand
        ) | {STAR: None, X: None} | {content(held): None for held in self.held if held}
        self.what = {(i, what): var() for i in self.areas for what in whats}
        self.ring = [var() for i in self.areas]
        self.edit = [var() for i in self.areas]
        self.edit_roll = {entry: var() for entry in entries}
        self._sheet(tuple(whats))
        self._rolls()
        yield
        self.free = [i for i in self.areas if i not in self.sequence.begun]
        self.true = var()
        self.maxsat.add(self.true)
        self.filled = [{i: var() for i in self.free} for _ in self.turns]
        """After each turn: area to the literal that it is filled."""
        yield from self._played()
        for literal in self.filled[-1].values():
            self.maxsat.add(literal)

    def _played(self) -> Iterator[None]:
        """Yields the turns in order."""
        for t, turn in enumerate(self.turns):
            for i, here in self._turn(t, turn).items():
                before, filled = self.before(i, t), self.filled[t][i]
                self.maxsat.add(-before, filled)
                self.maxsat.add(-filled, before, *here)
                for literal in here:
                    self.maxsat.add(-literal, filled)
            yield

    # ------------------------------------------------------------------ what was entered

    def _sheet(self, whats: Sequence[str]) -> None:
        self.places: list[EnteredPlace] = []
        for i, area in enumerate(self.rules.areas):
            stands = {what: self.what[i, what] for what in whats}
            self.maxsat.exactly_one(stands.values())
            slip = partial(mark_slip, area, self.rules.name(area), self.held[i])
            self.places.append(EnteredPlace(self.held[i], stands, self.edit[i], slip, self.ring[i], X))
            self.places[i].prefer(self.maxsat)

    def _rolls(self) -> None:
        maxsat = self.maxsat
        for entry, hands in self.hands.items():
            maxsat.exactly_one([self.hand[entry, hand] for hand in hands])
            maxsat.penalize(self.edit_roll[entry], DIGIT)
            maxsat.add(self.hand[entry, hands[0]], self.edit_roll[entry])
            maxsat.add(-self.hand[entry, hands[0]], -self.edit_roll[entry])
        for entry in range(1, self.rules.setup + 1):
            areas = [self.rules.index[area] for area in self.sequence.outcomes[entry - 1].cards]
            for hand in self.hands[entry]:
                for i, number in zip(areas, hand, strict=True):
                    maxsat.add(-self.hand[entry, hand], self.what[i, number])
                    maxsat.add(self.ring[i])

    # ------------------------------------------------------------------ a turn

    def before(self, i: int, t: int) -> int:
        """Returns the literal "this area was filled before turn t"."""
        if i in self.sequence.begun:
            return self.true
        return self.filled[t - 1][i] if t else -self.true

    def _turn(self, t: int, turn: Turn) -> dict[int, list[int]]:
        """Returns what a turn writes: area to the literals that it did."""
        add, maxsat = self.maxsat.add, self.maxsat
        starry = turn.starry
        low, high, cross = {}, {}, {}
        written: dict[int, list[int]] = {}
        doubt = (self.doubt[t],) if t in self.doubt else ()
        for i in self.free:
            fits = not turn.cards or bool(self.board.fitting(turn.cards, i))
            here = written[i] = []
            if fits or doubt:
                low[i] = maxsat.var()
                here.append(low[i])
                if not starry:
                    high[i] = maxsat.var()
                    here.append(high[i])
                if not fits:
                    for literal in here:
                        add(-literal, *doubt)
            if turn.cards:
                cross[i] = maxsat.var()
                here.append(cross[i])
                add(-cross[i], self.what[i, X])
                add(-cross[i], -self.ring[i])
            for literal in here:
                add(-literal, -self.before(i, t))
            for a, b in combinations(here, 2):
                add(-a, -b)
            for hand in self.hands[turn.entry]:
                chosen = self.hand[turn.entry, hand]
                for number, places in zip(hand, (low, high), strict=False):
                    if i in places:
                        add(-places[i], -chosen, self.what[i, number])
        maxsat.at_most(low.values(), 1)
        maxsat.at_most(high.values(), 1)
        every = [literal for here in written.values() for literal in here]
        maxsat.at_most(every, turn.strokes)
        maxsat.at_least(every, turn.strokes)
        self.low.append(low)
        self.high.append(high)
        self._circles(turn, low, high, doubt)
        if cross:
            self._crosses(turn, t, cross, doubt)
        return written

    def _circles(self, turn: Turn, low: dict[int, int], high: dict[int, int], doubt: tuple[int, ...]) -> None:
        """OT-6: each number with a card of its own; OT-R2: which own cards give a circle."""
        add = self.maxsat.add
        number = {}
        for i in low:
            number[i] = self.maxsat.var()
            written = [places[i] for places in (low, high) if i in places]
            for literal in written:
                add(-literal, number[i])
            add(-number[i], *written)
        fits = {i: set(self.board.fitting(turn.cards, i)) for i in number}
        two = turn.strokes > 1
        if two and turn.cards:
            for i, j in combinations(number, 2):
                if len(fits[i] | fits[j]) == 1:
                    add(-number[i], -number[j], *doubt)
        for i, literal in number.items():
            if i not in self.board.circles(turn.cards, (i,)):
                add(-literal, -self.ring[i], *doubt)
                continue
            claimers = self.board.claimers(turn.cards, i, number) if two else ()
            add(-literal, self.ring[i], *(number[j] for j in claimers), *doubt)
            for j in claimers:
                add(-literal, -number[j], -self.ring[i], *doubt)

    def _crosses(self, turn: Turn, t: int, cross: dict[int, int], doubt: tuple[int, ...]) -> None:
        """OT-8, OT-R1: an X only where as many numbers were written as could be."""
        if self.rules.options["voluntary_x"] == "on" and not turn.starry:
            return
        room = Room(self.maxsat, self.board, turn, [self.before(i, t) for i in self.areas])
        for literal in cross.values():
            self.maxsat.add(-literal, room.full, *room.one, *doubt)
        if room.one:
            self.maxsat.add(-self.maxsat.two_of(cross.values()), room.full, *doubt)

    # ------------------------------------------------------------------ the answer

    def slips(self, model: frozenset[int]) -> tuple[Slip, ...]:
        """Returns the slips of a model."""
        slips = [slip for place in self.places for slip in place.slips(model)]
        for entry, hands in self.hands.items():
            hand = next(hand for hand in hands if self.hand[entry, hand] in model)
            if hand != hands[0]:
                slips.append(roll_slip(self.paper, self.sequence, entry, hand))
        return tuple(slips)

    def unlike(self, model: frozenset[int]) -> None:
        """Forbids the slips of a model, whatever way of play they come with."""
        literals = [literal for place in self.places for literal in place.otherwise(model)]
        literals += [-hand for hand in self.hand.values() if hand in model]
        self.maxsat.add(*literals)


# ---------------------------------------------------------------------- a card, or the order of two rolls


class OtherRolls(LegalPlays):
    """The clauses of a map that is right as it stands: one card of the list is another, or two rolls are in the wrong order.

    What a turn with another card writes is left open here, but that each area is written once; so a model is no more than a
    turn to look at, whose cards `cards` names."""

    def __init__(self, rules: OnTour, paper: Paper, seen: Evidence, sequence: RollSequence) -> None:
        super().__init__(rules, paper, seen, sequence)
        var = self.maxsat.var
        order = range(len(self.turns))
        self.doubt = {t: var() for t in order if self.turns[t].cards}
        self.swap = {(t, u): var() for t, u in combinations(order, 2) if self.turns[t].cards and self.turns[u].cards}
        self.earlier = [{i: var() for i in self.areas if i not in sequence.begun} for t in order]
        """Turn as it stands in the list: area to the literal that it was filled before."""

    def _played(self) -> Iterator[None]:
        """Yields the turns in any order that one swap makes."""
        add, maxsat = self.maxsat.add, self.maxsat
        for edit in (*self.edit, *self.edit_roll.values()):
            add(-edit)
        maxsat.exactly_one([*self.doubt.values(), *self.swap.values()])
        at: dict[tuple[int, int], int] = {}
        for t in range(len(self.turns)):
            swaps = {next(u for u in pair if u != t): literal for pair, literal in self.swap.items() if t in pair}
            at |= {(t, u): literal for u, literal in swaps.items()}
            home = at[t, t] = maxsat.var()
            add(home, *swaps.values())
            for literal in swaps.values():
                add(-home, -literal)
        for t, turn in enumerate(self.turns):
            wrote = self._turn(t, turn)
            for i, here in wrote.items():
                for (one, u), moved in at.items():
                    if one != t:
                        continue
                    now, until = self.filled[u][i], self.filled[u - 1][i] if u else -self.true
                    add(-moved, -until, now)
                    add(-moved, -now, until, *here)
                    for literal in here:
                        add(-moved, -literal, now)
                    add(-moved, -until, self.earlier[t][i])
                    add(-moved, until, -self.earlier[t][i])
            yield

    def before(self, i: int, t: int) -> int:
        return self.true if i in self.sequence.begun else self.earlier[t][i]

    def swapped(self, model: frozenset[int]) -> Slip | None:
        """Two rolls in the wrong order, if the model says so."""
        for (t, u), literal in self.swap.items():
            if literal in model:
                return swap_slip(self.paper, self.turns[t].entry, self.turns[u].entry)
        return None

    def cards(self, model: frozenset[int]) -> Iterator[Slip]:
        """Other cards of the turn in doubt that go with what a model writes there, the likeliest first."""
        t = next(t for t, literal in self.doubt.items() if literal in model)
        turn = self.turns[t]
        numbers = [i for some in (self.low[t], self.high[t]) for i, literal in some.items() if literal in model]
        slips = []
        for k in range(len(turn.cards)):
            for area in self.rules.areas:
                for region in self.rules.regions(area):
                    cards = (*turn.cards[:k], Card(area, region), *turn.cards[k + 1 :])
                    if len({one.area for one in cards}) == len(cards) and self._written_with(cards, numbers):
                        slips.append(card_slip(self.paper, self.sequence, turn.entry, k, f"{area} {region}"))
        yield from sorted(slips, key=lambda slip: slip.rank)

    def _written_with(self, cards: tuple[Card, ...], numbers: Sequence[int]) -> bool:
        """Returns whether numbers in these areas, with or without circles as they stand, go with some cards."""
        fits = [set(self.board.fitting(cards, i)) for i in numbers]
        if not all(fits) or (len(fits) == 2 and len(fits[0] | fits[1]) == 1):
            return False
        circled = self.board.circles(cards, tuple(numbers))
        return all((i in circled) == is_circled(self.held[i]) for i in numbers)

    def otherwise(self, model: frozenset[int]) -> None:
        """Forbids what a model says of the list."""
        literals = [literal for literal in (*self.doubt.values(), *self.swap.values()) if literal in model]
        wrote = [literal for some in (*self.low, *self.high) for literal in some.values() if literal in model]
        if any(literal in model for literal in self.doubt.values()):
            t = next(t for t, literal in self.doubt.items() if literal in model)
            here = {*self.low[t].values(), *self.high[t].values()}
            literals += [literal for literal in wrote if literal in here]
        self.maxsat.add(*(-literal for literal in literals))


def other_rolls(rules: OnTour, paper: Paper, seen: Evidence, sequence: RollSequence) -> Iterator[Slip | None]:
    """Cards and orders of the list with which the map may be right as it stands, the likeliest of each turn first; of a list
    that cannot be right, whatever would mend it."""
    if not LegalPlays.covers(sequence):
        yield from readings(rules, paper, seen, sequence)
        return
    yield from _doubles(rules, paper, seen, sequence)
    for entry in range(1, rules.setup + 1):
        outcome = sequence.outcomes[entry - 1]
        for k, number in enumerate(numbers_of(outcome)):
            for i, held in enumerate(seen.marks):
                if held == circle(number) and i not in sequence.begun:
                    yield card_slip(paper, sequence, entry, k, rules.areas[i])
    question = OtherRolls(rules, paper, seen, sequence)
    for _ in question.built():
        yield None
    with suppress(Unsatisfiable):
        for step in question.maxsat.minimize():
            yield None
            if step.decided:
                swap = question.swapped(step.model)
                for slip in question.cards(step.model) if swap is None else (swap,):
                    after = read_evidence(rules, edited(paper, slip.edit))
                    yield slip if LegalPlays.covers(RollSequence(rules, after.rolls or ())) else None
                question.otherwise(step.model)
                question.maxsat.reopen()


def _doubles(rules: OnTour, paper: Paper, seen: Evidence, sequence: RollSequence) -> Iterator[Slip]:
    """Rolls of which one die was misread so that a star became two numbers, or the other way round, where that brings
    something that stands on the map."""
    places, found = _places(seen.marks), []
    for slip in _rerolled(rules, paper, sequence):
        before, after = (read_plain(text) for text in (slip.edit.before, slip.edit.after))
        if before is None or after is None or slip.edit.other:
            continue
        stars = [roll.dice[0].face == roll.dice[1].face for roll in (before, after)]
        if stars[0] != stars[1] and _lost(rules, places, slip.edit) < (1 if stars[0] else 0):
            rolls = read_evidence(rules, edited(paper, slip.edit)).rolls or ()
            if LegalPlays.covers(RollSequence(rules, rolls)):
                found.append(slip)
    yield from sorted(found, key=lambda slip: slip.rank)


def card_slip(paper: Paper, sequence: RollSequence, entry: int, k: int, card: str) -> Slip:
    """Another card of a roll: likelier the same area with another region, or one whose letters are much the same."""
    outcome = sequence.outcomes[entry - 1]
    before, cards = outcome.cards[k], (*outcome.cards[:k], card, *outcome.cards[k + 1 :])
    (area, _, region), (other, _, another) = before.partition(" "), card.partition(" ")
    letters = sum(a != b for a, b in zip_longest(area, other)) if area != other else 0
    text = rolls_of(paper)[entry - 1]
    return Slip(Edit(f"roll:{entry}", text, str(Outcome(outcome.dice, cards))), DIGIT, 1 + letters + (region != another))


def roll_slip(paper: Paper, sequence: RollSequence, entry: int, hand: Hand) -> Slip:
    """Another roll of the dice with the same cards."""
    outcome = sequence.outcomes[entry - 1]
    one, two = (str(die.face) for die in outcome.dice)
    number = hand[0]
    faces = number if number[0] == one or number[1] == two else number[::-1]
    after = str(Outcome((Die("", int(faces[0])), Die("", int(faces[1]))), outcome.cards))
    rank = 1 + digits_apart(one + two, faces)[1]
    return Slip(Edit(f"roll:{entry}", rolls_of(paper)[entry - 1], after), DIGIT, rank)


def _misread(hand: Hand) -> tuple[Hand, ...]:
    """Returns the hands of rolls with one die misread that are no doubles either."""
    if hand[0] == STAR:
        return ()
    a, b = hand[0][0], hand[0][1]
    found = {"".join(sorted(pair)) for digit in "0123456789" for pair in (a + digit, digit + b) if pair[0] != pair[1]}
    return tuple((pair, pair[::-1]) for pair in sorted(found - {a + b}))


# ---------------------------------------------------------------------- a list that cannot be right


def questions_of(rules: OnTour, paper: Paper, seen: Evidence, sequence: RollSequence) -> Iterator[LegalPlays | None]:
    """Yields what is asked of a paper with rolls: nothing where the rolls of a whole game are not there, nor can be by one
    slip. None: still at work."""
    if LegalPlays.covers(sequence):
        yield LegalPlays(rules, paper, seen, sequence)
        return
    lists = 0
    for slip in readings(rules, paper, seen, sequence):
        if slip is None:
            yield None
        elif lists < _MAX_LISTS:
            lists += 1
            evidence = read_evidence(rules, after := edited(paper, slip.edit))
            yield LegalPlays(rules, after, evidence, RollSequence(rules, evidence.rolls or ()), (slip,))


def readings(rules: OnTour, paper: Paper, seen: Evidence, sequence: RollSequence) -> Iterator[Slip | None]:
    """Slips that make a list that of a whole game, the likeliest first. None: still at work."""
    if sequence.turns and len(sequence.outcomes) > sequence.turns[-1].entry + 1:
        return  # two entries after the end of the game; another roll makes a game longer by one at most
    places = _places(seen.marks)
    ranked = sorted(
        ((0 if slip.edit.other else _lost(rules, places, slip.edit), slip)
         for slip in _rerolled(rules, paper, sequence)),
        key=lambda each: (each[0], each[1].rank),
    )
    yield None
    fewest: int | None = None
    for tried, (lost, slip) in enumerate(ranked):
        if not tried % _AT_ONCE:
            yield None
        # A swap brings nothing new, so it may well be right although something else explains a number more.
        if fewest is None or lost <= fewest or slip.edit.other:
            after = read_evidence(rules, edited(paper, slip.edit)).rolls or ()
            first = min(int(where.partition(":")[2]) for where in (slip.edit.where, slip.edit.other) if where)
            if sequence.possible(first, after[first - 1 :]) and LegalPlays.covers(RollSequence(rules, after)):
                fewest = lost if fewest is None else fewest
                yield slip


def _rerolled(rules: OnTour, paper: Paper, sequence: RollSequence) -> Iterator[Slip]:
    """Lists with one entry read otherwise: a die, or a card of an entry that cannot be, or that shows the same card; or with
    two entries in the other order. Nothing after the first entry that cannot be, as that would remain."""
    last = min(sequence.impossible, default=len(sequence.outcomes))
    doubted = set(sequence.impossible)
    wrong = {card for entry in doubted for card in sequence.outcomes[entry - 1].cards}
    shown = {card.partition(" ")[0] for card in wrong}
    doubted |= {
        entry for entry, outcome in enumerate(sequence.outcomes, 1)
        if any(card.partition(" ")[0] in shown for card in outcome.cards)
    } if doubted else set()
    every = [f"{area} {region}" for area in rules.areas for region in rules.regions(area)]
    rolls = paper.rolls or []
    for one, other in combinations(range(1, len(rolls) + 1), 2):
        if one <= last and sequence.impossible and rolls[one - 1] != rolls[other - 1]:
            yield swap_slip(paper, one, other, 1 + (other - one > 1))
    for entry, outcome in enumerate(sequence.outcomes[:last], 1):
        text = rolls_of(paper)[entry - 1]
        faces = [die.face for die in outcome.dice]
        for k, face in enumerate(faces):
            for other in range(10):
                if other != face:
                    dice = tuple(Die("", other if j == k else one) for j, one in enumerate(faces))
                    rank = 1 + digits_apart(str(face), str(other))[1]
                    yield Slip(Edit(f"roll:{entry}", text, str(Outcome(dice, outcome.cards))), DIGIT, rank)
        for k, card in enumerate(outcome.cards if entry in doubted else ()):
            for other_card in every if " " in card else rules.areas:
                if other_card not in outcome.cards:
                    yield card_slip(paper, sequence, entry, k, other_card)


def _places(marks: tuple[str, ...]) -> dict[str, list[int]]:
    """Returns what stands on a map, by where it does."""
    places: dict[str, list[int]] = {}
    for i, held in enumerate(marks):
        places.setdefault(content(held), []).append(i)
    return places


def _lost(rules: OnTour, places: Mapping[str, Sequence[int]], edit: Edit) -> int:
    """How many numbers of the roll that an edit is about stand nowhere where its cards allow it, less those that did not
    before it."""
    entry = int(edit.where.partition(":")[2])

    def lost(text: str) -> int:
        outcome = read_plain(text)
        if outcome is None:
            return 0
        hand: tuple[str, ...] = numbers_of(outcome)
        if entry <= rules.setup:
            areas = [rules.index.get(area, -1) for area in outcome.cards]
            return sum(i not in places.get(what, ()) for what, i in zip_longest(hand, areas))
        if hand[0] == hand[1]:
            return STAR not in places
        cards = tuple(card_of(card) for card in outcome.cards)
        return sum(not any(not cards or rules.board.fitting(cards, i) for i in places.get(what, ())) for what in hand)

    return lost(edit.after) - lost(edit.before)
