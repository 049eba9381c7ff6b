"""Every legal way of play on a map of On Tour together with what may have been entered wrongly, as clauses: the cheapest set
of slips is the diagnosis. Marks and dice are variables here; what was entered is only preferred.

Each turn writes its numbers, its star or Xs into areas of their own; other than in `encoding`, which counts the refused
strokes of a given map, none may be refused. Cards are taken as they were entered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from rollwrite_desktop.core.audit import Edit, Paper
from rollwrite_desktop.core.chance import Die, Outcome
from rollwrite_desktop.gamekit.marks import circle, content, is_circled
from rollwrite_desktop.gamekit.slips import DIGIT, SMALL, Slip, digits_apart, edited, mark_slip
from rollwrite_desktop.games.on_tour.evidence import Evidence, read_evidence
from rollwrite_desktop.games.on_tour.model import BLANK, SETUP_DRAWS, STAR, X
from rollwrite_desktop.games.on_tour.roll_sequence import Course, Turn
from rollwrite_desktop.games.on_tour.rules import OnTour
from rollwrite_desktop.solver.maxsat import MaxSat

_MAX_LISTS = 8
"""How many readings of a list that cannot be right are asked about."""
Hand = tuple[str, ...]


class LegalPlays:
    """The clauses of one map with the rolls and cards of a whole game."""

    def __init__(
        self, rules: OnTour, paper: Paper, seen: Evidence, course: Course, given: tuple[Slip, ...] = ()
    ) -> None:
        self.rules, self.paper, self.course = rules, paper, course
        self.board = rules.board
        self.held = seen.marks
        self.given = given
        self.maxsat = MaxSat(rising=True)
        self.areas = range(len(rules.areas))
        self.turns = course.turns

    @staticmethod
    def covers(course: Course | None) -> bool:
        """Whether a list is that of a whole game, as far as can be told from its rolls and cards alone."""
        return course is not None and course.whole and not course.impossible and len(course.begun) == 2 * SETUP_DRAWS

    def built(self) -> Iterator[None]:
        """Makes the clauses, turn by turn."""
        var = self.maxsat.var
        entries = [*range(1, SETUP_DRAWS + 1), *(turn.entry for turn in self.turns)]
        hands: dict[int, Hand] = {turn.entry: turn.hand for turn in self.turns}
        for entry in range(1, SETUP_DRAWS + 1):
            low, high = sorted(str(die.face) for die in self.course.outcomes[entry - 1].dice)
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
        free = [i for i in self.areas if i not in self.course.begun]
        self.filled: dict[tuple[int, int], int] = {}
        self.true = var()
        self.maxsat.add(self.true)
        for t, turn in enumerate(self.turns):
            self._turn(t, turn, free)
            yield
        for i in free:
            self.maxsat.add(self.filled[i, len(self.turns) - 1])

    # ------------------------------------------------------------------ what was entered

    def _sheet(self, whats: Sequence[str]) -> None:
        maxsat = self.maxsat
        for i in self.areas:
            some = [self.what[i, what] for what in whats]
            maxsat.exactly_one(some)
            maxsat.add(-self.ring[i], -self.what[i, X])
            held, what = self.held[i], content(self.held[i])
            edit = self.edit[i]
            maxsat.penalize(edit, SMALL)
            if held == BLANK:
                maxsat.add(edit)
            else:
                maxsat.add(self.what[i, what], edit)
                ringed = self.ring[i] if is_circled(held) else -self.ring[i]
                maxsat.add(ringed, edit)
                maxsat.add(-edit, -self.what[i, what], -ringed)
            for other in whats:
                if other != what:
                    after = circle(other) if is_circled(held) and other != X else other
                    maxsat.penalize(self.what[i, other], mark_slip("", "", held, after).cost - SMALL)

    def _rolls(self) -> None:
        maxsat = self.maxsat
        for entry, hands in self.hands.items():
            maxsat.exactly_one([self.hand[entry, hand] for hand in hands])
            maxsat.penalize(self.edit_roll[entry], DIGIT)
            maxsat.add(self.hand[entry, hands[0]], self.edit_roll[entry])
            maxsat.add(-self.hand[entry, hands[0]], -self.edit_roll[entry])
        for entry in range(1, SETUP_DRAWS + 1):
            areas = [self.rules.index[area] for area in self.course.outcomes[entry - 1].cards]
            for hand in self.hands[entry]:
                for i, number in zip(areas, hand, strict=True):
                    maxsat.add(-self.hand[entry, hand], self.what[i, number])
                    maxsat.add(self.ring[i])

    # ------------------------------------------------------------------ a turn

    def before(self, i: int, t: int) -> int:
        """The literal "this area was filled before turn t"."""
        if i in self.course.begun:
            return self.true
        return self.filled[i, t - 1] if t else -self.true

    def _turn(self, t: int, turn: Turn, free: Sequence[int]) -> None:
        add, maxsat = self.maxsat.add, self.maxsat
        starry = turn.starry
        low, high, cross = {}, {}, {}
        for i in free:
            fits = not turn.cards or bool(self.board.fitting(turn.cards, i))
            here = []
            if fits:
                low[i] = maxsat.var()
                here.append(low[i])
                if not starry:
                    high[i] = maxsat.var()
                    here.append(high[i])
            if turn.cards:
                cross[i] = maxsat.var()
                here.append(cross[i])
                add(-cross[i], self.what[i, X])
                add(-cross[i], -self.ring[i])
            filled = self.filled[i, t] = maxsat.var()
            before = self.before(i, t)
            add(-before, filled)
            add(-filled, before, *here)
            for literal in here:
                add(-literal, filled)
                add(-literal, -before)
            for a, b in combinations(here, 2):
                add(-a, -b)
            for hand in self.hands[turn.entry]:
                chosen = self.hand[turn.entry, hand]
                for number, places in zip(hand, (low, high), strict=False):
                    if i in places:
                        add(-places[i], -chosen, self.what[i, number])
        maxsat.at_most(low.values(), 1)
        maxsat.at_most(high.values(), 1)
        written = [*low.values(), *high.values(), *cross.values()]
        maxsat.at_most(written, turn.strokes)
        maxsat.at_least(written, turn.strokes)
        self._circles(turn, low, high)
        if cross:
            self._crosses(t, turn, cross)

    def _circles(self, turn: Turn, low: dict[int, int], high: dict[int, int]) -> None:
        """OT-6: each number with a card of its own; OT-R2: which own cards give a circle."""
        add = self.maxsat.add
        number = {}
        for i in low:
            number[i] = self.maxsat.var()
            for literal in (low[i], *((high[i],) if i in high else ())):
                add(-literal, number[i])
            add(-number[i], low[i], *((high[i],) if i in high else ()))
        fits = {i: set(self.board.fitting(turn.cards, i)) for i in number}
        two = turn.strokes > 1 and not turn.starry
        if two and turn.cards:
            for i, j in combinations(number, 2):
                if len(fits[i] | fits[j]) == 1:
                    add(-number[i], -number[j])
        for i, literal in number.items():
            shown = any(card.area == self.board.ids[i] for card in turn.cards)
            if not shown or i not in self.board.circles(turn.cards, (i,)):
                add(-literal, -self.ring[i])
                continue
            claimers = [
                j for j in number if two and j != i and i not in self.board.circles(turn.cards, (i, j)) and len(fits[j]) == 1
            ]
            add(-literal, self.ring[i], *(number[j] for j in claimers))
            for j in claimers:
                add(-literal, -number[j], -self.ring[i])

    def _crosses(self, t: int, turn: Turn, cross: dict[int, int]) -> None:
        """OT-8, OT-R1: an X only where as many numbers were written as could be."""
        add, maxsat = self.maxsat.add, self.maxsat
        if self.rules.options["voluntary_x"] == "on" and not turn.starry:
            return
        regions = tuple(dict.fromkeys(card.region for card in turn.cards))
        region_full = {
            region: self._all([self.before(i, t) for i, within in enumerate(self.board.within) if region in within])
            for region in regions
        }
        full = self._all([region_full[region] for region in regions])
        if turn.starry or turn.strokes < 2:
            for literal in cross.values():
                add(-literal, full)
            return
        places = [i for i in self.areas if not self.board.within[i].isdisjoint(regions)]
        ways = [self._one_left([self.before(i, t) for i in places])]
        for c in range(len(turn.cards)):
            others = {card.region for k, card in enumerate(turn.cards) if k != c}
            ways.append(self._all([region_full[region] for region in others]))
        for literal in cross.values():
            add(-literal, full, *ways)
        seen = 0
        for literal in cross.values():
            now = maxsat.var()
            add(-literal, now)
            if seen:
                add(-seen, now)
                add(-seen, -literal, full)
            seen = now

    def _all(self, literals: Sequence[int]) -> int:
        """A literal that holds only if all of these do."""
        whole = self.maxsat.var()
        for literal in literals:
            self.maxsat.add(-whole, literal)
        return whole

    def _one_left(self, literals: Sequence[int]) -> int:
        """A literal that holds only if at most one of these does not."""
        add = self.maxsat.add
        whole = self.maxsat.var()
        failed = 0
        for literal in literals:
            if failed:
                add(-whole, -failed, literal)
            now = self.maxsat.var()
            add(-whole, literal, now)
            if failed:
                add(-failed, now)
            failed = now
        return whole

    # ------------------------------------------------------------------ the answer

    def slips(self, model: frozenset[int]) -> tuple[Slip, ...]:
        """The slips of a model."""
        slips = []
        for i, area in enumerate(self.rules.areas):
            what = next(what for (j, what), literal in self.what.items() if j == i and literal in model)
            mark = circle(what) if self.ring[i] in model else what
            if mark != self.held[i]:
                slips.append(mark_slip(area, self.rules.name(area), self.held[i], mark))
        for entry, hands in self.hands.items():
            hand = next(hand for hand in hands if self.hand[entry, hand] in model)
            if hand != hands[0]:
                slips.append(roll_slip(self.paper, self.course, entry, hand))
        return tuple(slips)

    def unlike(self, model: frozenset[int]) -> None:
        """Forbids the slips of a model, whatever way of play they come with."""
        literals = []
        for i in self.areas:
            if self.edit[i] in model:
                literals += [-literal for (j, _), literal in self.what.items() if j == i and literal in model]
                literals.append(-self.ring[i] if self.ring[i] in model else self.ring[i])
            else:
                literals.append(self.edit[i])
        for entry, hands in self.hands.items():
            hand = next(hand for hand in hands if self.hand[entry, hand] in model)
            literals.append(-self.hand[entry, hand] if hand != hands[0] else self.edit_roll[entry])
        self.maxsat.add(*literals)


def roll_slip(paper: Paper, course: Course, entry: int, hand: Hand) -> Slip:
    """Another roll of the dice with the same cards."""
    outcome = course.outcomes[entry - 1]
    one, two = (str(die.face) for die in outcome.dice)
    number = hand[0]
    faces = number if number[0] == one or number[1] == two else number[::-1]
    after = str(Outcome((Die("", int(faces[0])), Die("", int(faces[1]))), outcome.cards))
    rank = 1 + digits_apart(one + two, faces)[1]
    return Slip(Edit(f"roll:{entry}", (paper.rolls or [])[entry - 1], after), DIGIT, rank)


def _misread(hand: Hand) -> tuple[Hand, ...]:
    """The hands of rolls with one die misread that are no doubles either."""
    if hand[0] == STAR:
        return ()
    a, b = hand[0][0], hand[0][1]
    found = {"".join(sorted(pair)) for digit in "0123456789" for pair in (a + digit, digit + b) if pair[0] != pair[1]}
    return tuple((pair, pair[::-1]) for pair in sorted(found - {a + b}))


# ---------------------------------------------------------------------- a list that cannot be right


def questions_of(rules: OnTour, paper: Paper, seen: Evidence, course: Course) -> list[LegalPlays] | None:
    """What is asked of a paper with rolls. None where the rolls of a whole game are not there, nor can be by one slip."""
    if LegalPlays.covers(course):
        return [LegalPlays(rules, paper, seen, course)]
    if course.whole and len(course.outcomes) > course.turns[-1].entry + 1:
        return None  # two entries after the end of the game; another roll makes a game longer by one at most
    found = []
    for slip in _rerolled(rules, paper, course):
        after = edited(paper, slip.edit)
        evidence = read_evidence(rules, after)
        other = Course(rules, evidence.rolls or ())
        if LegalPlays.covers(other):
            found.append((_mismatch(evidence.marks, other), slip, after, evidence, other))
    found.sort(key=lambda each: (each[0], each[1].rank))
    return [
        LegalPlays(rules, after, evidence, other, (slip,)) for _, slip, after, evidence, other in found[:_MAX_LISTS]
    ] or None


def _rerolled(rules: OnTour, paper: Paper, course: Course) -> Iterator[Slip]:
    """Lists with one entry read otherwise: a die, or a card of an entry that cannot be, or that shows the same card. No
    entry after the first that cannot be, as that would remain."""
    last = min(course.impossible, default=len(course.outcomes))
    doubted = set(course.impossible)
    wrong = {card for entry in doubted for card in course.outcomes[entry - 1].cards}
    shown = {card.partition(" ")[0] for card in wrong}
    doubted |= {
        entry for entry, outcome in enumerate(course.outcomes, 1)
        if any(card.partition(" ")[0] in shown for card in outcome.cards)
    } if doubted else set()
    every = [f"{area} {region}" for area in rules.areas for region in rules.regions(area)]
    for entry, outcome in enumerate(course.outcomes[:last], 1):
        text = (paper.rolls or [])[entry - 1]
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
                    cards = tuple(other_card if j == k else one for j, one in enumerate(outcome.cards))
                    yield Slip(Edit(f"roll:{entry}", text, str(Outcome(outcome.dice, cards))), DIGIT, 2)


def _mismatch(marks: tuple[str, ...], course: Course) -> int:
    """How many marks of a map the turns of a list do not bring."""
    brought = Counter(what for turn in course.turns for what in turn.hand)
    brought.update(content(held) for held in course.begun.values())
    stand = Counter(content(held) for held in marks if content(held) != X)
    return sum((stand - brought).values())
