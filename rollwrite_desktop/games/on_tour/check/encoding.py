"""All ways in which a filled map can have come from a list of rolls and cards, as MaxSAT clauses.

An assignment gives every area a turn, and every turn as many areas as it fills. A fault is an area whose turn could not have
made its mark. Numbers depend on nothing but their turn and what else was written in it; an X also on which areas
were still empty, so for each turn it is kept which areas were filled before. Knows no sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.games.on_tour.check.quick_checks import never
from rollwrite_desktop.games.on_tour.check.roll_sequence import RollSequence, Turn
from rollwrite_desktop.games.on_tour.play.card_matching import AreaRegions
from rollwrite_desktop.games.on_tour.play.model import BLANK, X
from rollwrite_desktop.solver.maxsat import MaxSat


class Room:
    """What a turn's cards had room for, as literals. before: for each area that it was filled before the turn. full: no card
    has an empty area. one: all cards together can place one number at most, where any of these holds; none where the turn
    writes one thing only. places: the areas of its regions."""

    def __init__(self, maxsat: MaxSat, board: AreaRegions, turn: Turn, before: Sequence[int]) -> None:
        regions = dict.fromkeys(card.region for card in turn.cards)
        filled = {
            region: maxsat.all_of([before[i] for i, within in enumerate(board.within) if region in within])
            for region in regions
        }
        self.full = maxsat.all_of(filled.values())
        self.one: list[int] = []
        self.places = [i for i, within in enumerate(board.within) if not within.isdisjoint(regions)]
        if turn.strokes < 2:
            return
        self.one.append(maxsat.all_but_one_of([before[i] for i in self.places]))
        for c in range(len(turn.cards)):
            others = dict.fromkeys(card.region for k, card in enumerate(turn.cards) if k != c)
            self.one.append(maxsat.all_of([filled[region] for region in others]))


class Encoding:
    """The ways of one map and one list. `areas`: the indices of what the turns wrote. `written`: (area, turn) to its
    variable, the turn one beyond the last for what was written after the list ends. `fault`: area to its variable; `faults`:
    these, and one literal for each further stroke left out.
    `made`: for each turn the literals "at least one stroke", "at least two"."""

    def __init__(self, marks: tuple[str, ...], sequence: RollSequence, *, over: bool) -> None:
        self.maxsat = MaxSat()
        self.over = over
        self.marks = marks
        self.sequence = sequence
        self.rules = sequence.rules
        self.board = sequence.rules.board
        self.turns = sequence.turns
        self.areas = tuple(i for i, held in enumerate(marks) if held != BLANK and i not in sequence.begun)
        self.empty = frozenset(i for i, held in enumerate(marks) if held == BLANK and i not in sequence.begun)
        self.crossed = tuple(i for i in self.areas if content(marks[i]) == X)
        strokes = sum(turn.strokes for turn in self.turns)
        self.beyond = max(0, len(self.areas) - strokes)
        """How many areas were filled after the list ends."""
        self.missing = max(0, strokes - len(self.areas))
        """How many strokes of the list are nowhere on the map."""
        last = [turn.strokes for turn in self.turns if turn.entry == sequence.underway(over)]
        self.certain = len(sequence.misbegun(marks)) + max(0, self.missing - sum(last))
        """Mistakes that every way has: in the set-up, and strokes left out, but for those of a turn still under way."""
        self.written: dict[tuple[int, int], int] = {}
        self.fault: dict[int, int] = {}
        self.stray: dict[int, int] = {}
        """Area to the variable "its number is wrong in its turn", so that it occupies no card."""
        self.faults: list[int] = []
        self.made: list[list[int]] = []
        self._before: dict[tuple[int, int], int] = {}

    def turn_of(self, model: frozenset[int]) -> dict[int, int]:
        """Each area's turn in a way that was found."""
        return {i: t for (i, t), literal in self.written.items() if literal in model}

    def odd(self) -> Iterator[int]:
        """For each area a literal that holds where it has a fault that no small slip explains: no circle, and no number that
        its turn brings, with a digit or two read wrongly, would have been right there."""
        for i in self.areas:
            odd = self.maxsat.var()
            for t, turn in enumerate(self.turns):
                if not self._slip(i, turn):
                    self.maxsat.add(-self.written[i, t], -self.fault[i], odd)
            yield odd

    def _slip(self, i: int, turn: Turn) -> bool:
        """Returns whether a fault of this area in this turn would be a small one."""
        held, what = self.marks[i], content(self.marks[i])
        if turn.cards and not self.board.fitting(turn.cards, i):
            return False
        ring = is_circled(held) != self._shown(i, turn)
        if what == X:
            return True
        return ring if what in turn.hand else not ring and any(_like(what, other) for other in turn.hand)

    def laid_out(self) -> Iterator[None]:
        """Lays the clauses out, turn by turn."""
        add = self.maxsat.add
        self.true = self.maxsat.var()
        add(self.true)
        for i in self.areas:
            self.fault[i] = self.maxsat.var()
            self.stray[i] = self.maxsat.var()
            add(-self.stray[i], self.fault[i])
            self._in_some_turn(i)
            if never(self.marks[i]):
                add(self.fault[i])
            self.faults.append(self.fault[i])
        yield
        self._alike()
        self._too_often()
        yield
        for t, turn in enumerate(self.turns):
            made = self._tally([self.written[i, t] for i in self.areas], turn.strokes)
            self.made.append(made)
            if not self.missing:
                for count in made:
                    add(count)
            elif turn.entry == self.sequence.underway(self.over):
                # All the strokes left out in this turn are free; so each that is made is one more left out elsewhere.
                self.faults.extend(made[max(0, turn.strokes - self.missing) :])
            self._numbers(t, turn)
            self._crosses(t, turn, made)
            yield
        if self.beyond:
            self._tally([self.written[i, len(self.turns)] for i in self.areas], self.beyond)

    # ------------------------------------------------------------------ areas and turns

    def before(self, i: int, t: int) -> int:
        """Returns the literal "this area was filled before turn t"."""
        if i in self.sequence.begun:
            return self.true
        return -self.true if i in self.empty else self._before[i, t]

    def _in_some_turn(self, i: int) -> None:
        add = self.maxsat.add
        count = len(self.turns) + bool(self.beyond)
        self._before[i, 0] = -self.true
        for t in range(count):
            early = self._before[i, t]
            late = self._before[i, t + 1] = self.maxsat.var() if t + 1 < count else self.true
            here = self.written[i, t] = self.maxsat.var()
            add(-here, late)
            add(-here, -early)
            add(here, early, -late)
            add(-early, late)

    def _alike(self) -> None:
        """Symmetry breaking: interchangeable areas are filled in the order of the map."""
        shown = {card.area for turn in self.turns for card in turn.cards}
        groups: dict[object, list[int]] = {}
        for i in self.areas:
            if content(self.marks[i]) == X or self.board.ids[i] not in shown:
                groups.setdefault((self.marks[i], self.board.within[i]), []).append(i)
        for group in groups.values():
            for first, second in pairwise(group):
                for t in range(1, len(self.turns) + bool(self.beyond)):
                    self.maxsat.add(-self._before[second, t], self._before[first, t])

    def _too_often(self) -> None:
        """Redundant cardinality constraints: each number at most as often as the rolls contain it."""
        whats = [content(self.marks[i]) for i in self.areas]
        for what in dict.fromkeys(whats):
            brought = sum(what in turn.hand for turn in self.turns) + self.beyond
            if what != X and whats.count(what) > brought:
                here = [-self.fault[i] for i in self.areas if content(self.marks[i]) == what]
                self.maxsat.at_most(here, brought)

    # ------------------------------------------------------------------ numbers and stars

    def _numbers(self, t: int, turn: Turn) -> None:
        add = self.maxsat.add
        fits = {i: self.board.fitting(turn.cards, i) for i in self.areas}
        fair = []
        for i in self.areas:
            what = content(self.marks[i])
            if what == X:
                continue
            if what not in turn.hand or (turn.cards and not fits[i]):
                add(-self.written[i, t], self.stray[i])
            else:
                fair.append(i)
        # Of two that want the same card, or are the same number, the second one is wrong; no other is.
        rivals: dict[int, list[int]] = {i: [] for i in fair}
        for k, i in enumerate(fair if turn.strokes > 1 else ()):
            for j in fair[:k]:
                one_card = bool(turn.cards) and len({*fits[i], *fits[j]}) == 1
                if one_card or content(self.marks[i]) == content(self.marks[j]):
                    rivals[i].append(self.written[j, t])
                    rivals[j].append(self.written[i, t])
                    add(-self.written[i, t], -self.written[j, t], self.stray[i], self.stray[j])
                    add(-self.written[i, t], -self.written[j, t], -self.stray[i], -self.stray[j])
        for i in fair:
            add(-self.written[i, t], -self.stray[i], *rivals[i])
            self._circle(i, t, turn, fair)

    def _circle(self, i: int, t: int, turn: Turn, fair: Sequence[int]) -> None:
        """An own card gives a circle, unless the other number of the turn claims it, and is right."""
        add = self.maxsat.add
        here, fault = self.written[i, t], self.fault[i]
        alone = i in self.board.circles(turn.cards, (i,)) if self._shown(i, turn) else False
        claimers = self.board.claimers(turn.cards, i, fair) if alone and turn.strokes > 1 else ()
        if is_circled(self.marks[i]) != alone:
            add(-here, fault, *(self.maxsat.all_of((self.written[j, t], -self.stray[j])) for j in claimers))
        else:
            for j in claimers:
                add(-here, -self.written[j, t], self.stray[j], fault)

    def _shown(self, i: int, turn: Turn) -> bool:
        return any(card.area == self.board.ids[i] for card in turn.cards)

    # ------------------------------------------------------------------ Xs

    def _crosses(self, t: int, turn: Turn, made: Sequence[int]) -> None:
        """OT-8, OT-R1: an X only where as many numbers were written as could be."""
        add = self.maxsat.add
        xs = [i for i in self.crossed if not is_circled(self.marks[i])]
        if not self.crossed or (self.rules.options["voluntary_x"] == "on" and turn.cards and not turn.starry):
            return
        if not turn.cards:
            for i in xs:
                add(-self.written[i, t], self.fault[i])
            return
        room = Room(self.maxsat, self.board, turn, [self.before(i, t) for i in range(len(self.marks))])
        if not room.one:
            for i in xs:
                add(-self.written[i, t], self.fault[i], room.full)
            return
        one = self.maxsat.var()
        add(-one, room.full, *room.one)
        for i in xs:
            add(-self.written[i, t], self.fault[i], one)
        self._first_crosses(t, made, xs, room, one)

    def _first_crosses(self, t: int, made: Sequence[int], xs: Sequence[int], room: Room, one: int) -> None:
        """An X beside which no number of its turn is right: it must have come first, and have left the only place."""
        add = self.maxsat.add
        lonely = self.maxsat.var()
        for i in self.areas:
            if content(self.marks[i]) != X:
                add(-self.written[i, t], -self.stray[i], lonely)
        if self.missing:
            add(made[1], lonely)
        two = self.maxsat.two_of(self.written[i, t] for i in self.crossed)
        add(-two, lonely)
        for i in xs:
            left = self.maxsat.var()
            add(-left, one)
            add(-left, *(-self.before(j, t) for j in room.places if j != i))
            add(-self.written[i, t], -lonely, self.fault[i], room.full, left)
        # Of two Xs the second one stands where a number had a place, if there was any.
        wrong = []
        for i in self.crossed:
            wrong.append(self.maxsat.var())
            add(-wrong[-1], self.fault[i])
            add(-wrong[-1], self.written[i, t])
        add(-two, room.full, *wrong)

    # ------------------------------------------------------------------ counting

    def _tally(self, literals: Sequence[int], most: int) -> list[int]:
        """Literals for "at least 1 of these", "at least 2", … up to `most`, which is not exceeded."""
        add = self.maxsat.add
        counts = [-self.true] * most
        for literal in literals:
            if most:
                add(-literal, -counts[-1])
            now = []
            for n in range(most):
                reached = self.maxsat.var()
                below = counts[n - 1] if n else self.true
                # reached: it was before, or one fewer was and this is one more
                add(-counts[n], reached)
                add(-below, -literal, reached)
                add(-reached, counts[n], literal)
                add(-reached, counts[n], below)
                now.append(reached)
            counts = now
        return counts


def _like(what: str, other: str) -> bool:
    """Returns whether one is easily written for the other: a digit differs, or they are in the other order."""
    return what == other[::-1] or sum(a != b for a, b in zip(what, other, strict=False)) + abs(len(what) - len(other)) < 2
