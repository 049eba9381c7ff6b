"""Every legal way of play on a sheet of HexRoller together with what may have been entered wrongly, as clauses: the cheapest
set of slips is the diagnosis. Hexes, boxes and dice are variables here; what was entered is only preferred.

Each round writes its chosen numbers as chains, and at most one bonus; other than in `encoding`, which counts the refused
strokes of a given sheet, none may be refused. Whether a dash had to be is left to the proof of each answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import combinations

from rollwrite_desktop.core.audit import Edit, Paper
from rollwrite_desktop.core.diagnosis import rolls_apart
from rollwrite_desktop.gamekit.check.entered import EnteredPlace, opposite
from rollwrite_desktop.gamekit.check.slips import (
    DIGIT,
    LARGE,
    SMALL,
    Slip,
    box_slip,
    digits_apart,
    mark_slip,
    rolls_of,
    swap_slip,
)
from rollwrite_desktop.games.hexroller.check.evidence import EMPTY, Evidence
from rollwrite_desktop.games.hexroller.check.slips import BOXES
from rollwrite_desktop.games.hexroller.play.descriptions import BOX_TITLES
from rollwrite_desktop.games.hexroller.play.model import BLANK, BONUSES, DASH, NUMBERS, ROWS, TWO
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.solver.maxsat import MaxSat

Faces = tuple[int, ...]


class LegalPlays:
    """The clauses of one sheet with the rolls of a whole game."""

    def __init__(self, rules: HexRoller, paper: Paper, seen: Evidence) -> None:
        self.rules, self.paper, self.seen = rules, paper, seen
        self.board = rules.board
        self.given: tuple[Slip, ...] = ()
        self.maxsat = MaxSat(rising=True)
        self.rounds = range(rules.rounds)
        self.free = [i for i, printed in enumerate(self.board.printed) if printed == BLANK]
        self.rolls: tuple[Faces, ...] = tuple(tuple(sorted(roll)) for roll in seen.rolls or ())

    @staticmethod
    def covers(rules: HexRoller, seen: Evidence) -> bool:
        """Returns whether a paper has the rolls of a whole game and both rows, as far as can be told from their number."""
        return (
            seen.rolls is not None and len(seen.rolls) == rules.rounds and seen.rows is not None
            and all(len(roll) == rules.ask.count and all(face in NUMBERS for face in roll) for roll in seen.rolls)
        )

    def built(self) -> Iterator[None]:
        """Makes the clauses, number by number."""
        var = self.maxsat.var
        marks = (BLANK, TWO, *NUMBERS)
        self.what = {(i, m): var() for i in self.free for m in marks}
        self.edit = {i: var() for i in self.free}
        self.box = {(row, k, one): var() for row in ROWS for k in self.rounds for one in BOXES}
        self.edit_box = {(row, k): var() for row in ROWS for k in self.rounds}
        self.variants = {k: self._variants(k) for k in self.rounds}
        self.roll = {(k, faces): var() for k in self.rounds for faces in self.variants[k]}
        self.misread = {k: var() for k in self.rounds}
        pairs = combinations(self.rounds, 2)
        self.swap = {(k, other): var() for k, other in pairs if self.rolls[k] != self.rolls[other]}
        self.place: dict[tuple[int, int, int], int] = {}
        self.chosen: dict[tuple[int, int], int] = {}
        self.third: dict[tuple[int, int], int] = {}
        self.writes: dict[tuple[int, int], list[tuple[int, int]]] = {}
        """(hex, number) to the rounds and literals that write it."""
        self.bonus: dict[tuple[str, int], list[int]] = {(bonus, k): [] for bonus in BONUSES for k in self.rounds}
        self.places: list[EnteredPlace] = []
        self._sheet()
        self._rolls()
        self._columns()
        yield
        for n in NUMBERS:
            self._number(n)
            yield
        self._hexes()
        self._bonuses()
        yield

    # ------------------------------------------------------------------ what was entered

    def _sheet(self) -> None:
        for i in self.free:
            held, space = _text(self.seen.marks[i]), self.rules.spaces[i]
            stands = {_text(m): self.what[i, m] for m in (BLANK, TWO, *NUMBERS)}
            self.maxsat.exactly_one(stands.values())
            self.places.append(EnteredPlace(held, stands, self.edit[i], partial(mark_slip, space, space, held)))
            self.places[-1].prefer(self.maxsat)

    def _columns(self) -> None:
        """HR-6, HR-8: two different numbers, or a dash."""
        maxsat = self.maxsat
        for k in self.rounds:
            for row in ROWS:
                held = self.held_box(row, k)
                stands = {one: self.box[row, k, one] for one in BOXES}
                maxsat.exactly_one(stands.values())
                self.places.append(EnteredPlace(held, stands, self.edit_box[row, k], partial(_row_slip, row, k, held)))
                self.places[-1].prefer(maxsat, DIGIT)
            for n in map(str, NUMBERS):
                maxsat.add(*(-self.box[row, k, n] for row in ROWS))

    def held_box(self, row: str, k: int) -> str:
        return self.seen.row[row][k] if self.seen.row[row][k] != EMPTY else ""

    def _variants(self, k: int) -> dict[Faces, None]:
        """Returns the rolls that may have been: the one entered first, then those with one die misread, whatever it shows,
        or of other rounds."""
        entered = self.rolls[k]
        found = {entered: None}
        for face in set(entered):
            for other in NUMBERS:
                rest = [*entered]
                rest.remove(face)
                found[tuple(sorted((*rest, other)))] = None
        found.update(dict.fromkeys(self.rolls))
        return found

    def _rolls(self) -> None:
        maxsat = self.maxsat
        maxsat.at_most(self.swap.values(), 1)
        for k in self.rounds:
            maxsat.exactly_one([self.roll[k, faces] for faces in self.variants[k]])
            maxsat.penalize(self.misread[k], DIGIT)
            swaps = {next(other for other in pair if other != k): swap for pair, swap in self.swap.items() if k in pair}
            maxsat.add(self.roll[k, self.rolls[k]], self.misread[k], *swaps.values())
            maxsat.add(-self.misread[k], -self.roll[k, self.rolls[k]])
            for faces in self.variants[k]:
                if _apart(faces, self.rolls[k]) > 1:
                    maxsat.add(-self.roll[k, faces], -self.misread[k])
            for other, swap in swaps.items():
                maxsat.add(-swap, self.roll[k, self.rolls[other]])
                maxsat.add(-swap, -self.misread[k])
        for swap in self.swap.values():
            maxsat.penalize(swap, DIGIT)

    # ------------------------------------------------------------------ one number

    def _number(self, n: int) -> None:
        """HR-5 to HR-7: chains of one number."""
        add, maxsat, board = self.maxsat.add, self.maxsat, self.board
        printed = board.holding(board.printed, n)
        near = {i: [j for j in self.free if board.beside[i] >> j & 1] for i in self.free}
        held: dict[int, int] = {}
        touching = self.rules.options["plus_one"] == "touching"
        for k in self.rounds:
            counts = {faces: faces.count(n) for faces in self.variants[k]}
            longest = max(counts.values())  # one at least, of a misread die
            chosen = self.chosen[n, k] = maxsat.any_of(self.box[row, k, str(n)] for row in ROWS)
            third = self.third[n, k] = maxsat.var()
            add(-chosen, -third)
            self.bonus["third", k].append(third)
            steps: list[dict[int, int]] = []
            for p in range(longest):
                step = {i: maxsat.var() for i in self.free}
                place = self.place[n, k, p] = maxsat.var()
                add(-place, *step.values())
                maxsat.at_most(step.values(), 1)
                for i, literal in step.items():
                    add(-literal, place)
                    if p:
                        add(-literal, *(steps[-1][j] for j in near[i]))
                    elif not board.beside[i] & printed:
                        add(-literal, *(held[j] for j in near[i] if held))
                if p:
                    add(-place, self.place[n, k, p - 1])
                else:
                    add(-place, chosen, third)
                    add(-chosen, place)
                    add(-third, place)
                steps.append(step)
            for faces, count in counts.items():
                roll = self.roll[k, faces]
                if count < longest:  # with none, neither chosen nor third either
                    add(-roll, -self.place[n, k, count])
                if count:
                    add(-roll, -self.place[n, k, 0], self.place[n, k, count - 1])
            extra = self._extra(n, k, steps, near, held, touching=touching)
            now: dict[int, int] = {}
            for i in self.free:
                literals = [*(step[i] for step in steps), extra[i]]
                self.writes.setdefault((i, n), []).extend((k, literal) for literal in literals)
                now[i] = maxsat.var()
                before = [held[i]] if held else []
                add(-now[i], *before, *literals)
                for literal in (*literals, *before):
                    add(-literal, now[i])
            held = now

    def _extra(
        self, n: int, k: int, steps: list[dict[int, int]], near: Mapping[int, list[int]], held: Mapping[int, int],
        *, touching: bool,
    ) -> dict[int, int]:
        """HR-10, HR-R2: the hex of +1, behind the last one of a chosen chain, or beside any of its number."""
        add, maxsat = self.maxsat.add, self.maxsat
        extra = {i: maxsat.var() for i in self.free}
        printed = self.board.holding(self.board.printed, n)
        for i, literal in extra.items():
            add(-literal, self.chosen[n, k])
            self.bonus["plus_one", k].append(literal)
            if touching:
                if not self.board.beside[i] & printed:
                    add(-literal, *(held[j] for j in near[i] if held), *(step[j] for step in steps for j in near[i]))
                continue
            for p, step in enumerate(steps):
                further = [self.place[n, k, p + 1]] if p + 1 < len(steps) else []
                # Where place p is the last one, it is beside.
                add(-literal, -self.place[n, k, p], *further, *(step[j] for j in near[i]))
        return extra

    # ------------------------------------------------------------------ all together

    def _hexes(self) -> None:
        """Each hex is written once, by what stands there."""
        add, maxsat = self.maxsat.add, self.maxsat
        for i in self.free:
            twos = []
            for k in self.rounds:
                two = maxsat.var()
                twos.append(two)
                self.bonus["two", k].append(two)
            self.writes[i, TWO] = list(zip(self.rounds, twos, strict=True))
            for n in (TWO, *NUMBERS):
                literals = [literal for _, literal in self.writes.get((i, n), ())]
                add(-self.what[i, n], *literals)
                for literal in literals:
                    add(-literal, self.what[i, n])
                maxsat.at_most(literals, 1)

    def _bonuses(self) -> None:
        """HR-9: each once, one a round; crossed off where used."""
        maxsat = self.maxsat
        used: dict[tuple[str, int], int] = {}
        for (bonus, k), literals in self.bonus.items():
            used[bonus, k] = maxsat.any_of(literals)
            maxsat.at_most(literals, 1)
        for k in self.rounds:
            maxsat.at_most([used[bonus, k] for bonus in BONUSES], 1)
        self.used: dict[str, int] = {}
        for bonus in BONUSES:
            literals = [used[bonus, k] for k in self.rounds]
            maxsat.at_most(literals, 1)
            whole = self.used[bonus] = maxsat.any_of(literals)
            if bonus in self.seen.bonuses:
                maxsat.penalize(-whole if self.seen.used(bonus) else whole, SMALL)

    # ------------------------------------------------------------------ the answer

    def slips(self, model: frozenset[int]) -> tuple[Slip, ...]:
        """Returns the slips of a model."""
        slips = [slip for place in self.places for slip in place.slips(model)]
        for bonus in BONUSES:
            if bonus in self.seen.bonuses and self.seen.used(bonus) != (self.used[bonus] in model):
                slips.append(box_slip(self.paper, bonus, self.used[bonus] in model, BOX_TITLES[bonus]))
        rolls = rolls_of(self.paper)
        slips += [swap_slip(self.paper, k + 1, other + 1) for (k, other), swap in self.swap.items() if swap in model]
        for k in self.rounds:
            if self.misread[k] in model:
                faces = next(faces for faces in self.variants[k] if self.roll[k, faces] in model)
                after = _reread(rolls[k], self.rolls[k], faces)
                rank = 1 + digits_apart(*rolls_apart(rolls[k], after))[1]
                slips.append(Slip(Edit(f"roll:{k + 1}", rolls[k], after), DIGIT, rank))
        return tuple(slips)

    def unlike(self, model: frozenset[int]) -> None:
        """Forbids the slips of a model, whatever way of play they come with."""
        literals = [-stands for stands in (*self.what.values(), *self.box.values()) if stands in model]
        literals += opposite((self.used[bonus] for bonus in BONUSES if bonus in self.seen.bonuses), model)
        literals += opposite(self.swap.values(), model)
        for k in self.rounds:
            faces = next(faces for faces in self.variants[k] if self.roll[k, faces] in model)
            literals.append(-self.roll[k, faces] if self.misread[k] in model else self.misread[k])
        self.maxsat.add(*literals)


def _row_slip(row: str, k: int, before: str, after: str) -> Slip:
    """Something else in a box of a row."""
    rank = 1 + (digits_apart(before, after)[1] if before.isdigit() and after.isdigit() else 0)
    return Slip(Edit(f"{row}/{k + 1}", before, after, BOX_TITLES[row]), LARGE if after == DASH else DIGIT, rank)


def _text(held: int) -> str:
    return "" if held == BLANK else str(max(held, 0))


def _apart(one: Faces, other: Faces) -> int:
    """How many dice differ."""
    return sum((Counter(one) - Counter(other)).values())


def _reread(text: str, entered: Faces, really: Faces) -> str:
    """A roll as it was entered, with the die that was misread."""
    (gone,), (come,) = (Counter(entered) - Counter(really)).elements(), (Counter(really) - Counter(entered)).elements()
    faces = text.split()
    faces[faces.index(str(gone))] = str(come)
    return " ".join(faces)
