"""Every legal way of play on a map of Rolling America together with what may have been entered wrongly, as clauses: the
cheapest set of slips is the diagnosis. Sheet and rolls are variables here; what was entered is only preferred.

Each die writes a number, or an X, or is passed over, and may be duped, as the rules allow; the marks that come of it are
those of the map. Dice of a list that breaks off may show anything. Other than in `encoding`, which counts refused strokes on
a given map, no stroke may be refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations

from rollwrite_desktop.core.audit import Edit, Paper
from rollwrite_desktop.core.chance import Die, Outcome
from rollwrite_desktop.gamekit.check.entered import EnteredPlace, opposite
from rollwrite_desktop.gamekit.check.slips import (
    DIGIT,
    LARGE,
    SMALL,
    Slip,
    box_slip,
    claim_slip,
    digits_apart,
    mark_slip,
    swap_slip,
)
from rollwrite_desktop.gamekit.marks import content
from rollwrite_desktop.games.rolling_america.check.counting import shortages
from rollwrite_desktop.games.rolling_america.check.evidence import Evidence
from rollwrite_desktop.games.rolling_america.play.descriptions import BOX_TITLES
from rollwrite_desktop.games.rolling_america.play.model import BLANK, DICE, WILD, X
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica
from rollwrite_desktop.solver.maxsat import MaxSat

FACES = range(1, 7)
_UNKNOWN = Die("", 0)
"""A die of a roll that is not in the list."""


class LegalPlays:
    """The clauses of one paper with the rolls of a whole game. `slips` reads a model."""

    def __init__(self, rules: RollingAmerica, paper: Paper, seen: Evidence) -> None:
        self.rules, self.paper, self.seen = rules, paper, seen
        self.given: tuple[Slip, ...] = ()
        self.maxsat = MaxSat(rising=True)
        self.spaces = range(len(rules.spaces))
        self.held = tuple(seen.marks.get(space, BLANK) for space in rules.spaces)
        self.turns = range(rules.rounds * rules.turns)
        self.dice = range(len(self.turns) * rules.drawn)
        known = [die for roll in seen.dice for die in roll.dice]
        self.typed = (*known, *(_UNKNOWN for _ in self.dice[len(known) :]))
        self.rolled = range(len(seen.dice))
        """The turns whose dice are known."""

    @staticmethod
    def covers(rules: RollingAmerica, seen: Evidence) -> bool:
        """Returns whether a paper is that of a whole game, with its rolls or the first of them, as far as can be told from
        their number and the rounds crossed off."""
        total, known = rules.rounds * rules.turns, len(seen.dice)
        if not known or known > total or any(len(roll.dice) != rules.drawn for roll in seen.dice):
            return False
        return seen.boxes.get("rounds", rules.rounds if known == total else 0) == rules.rounds

    def built(self) -> Iterator[None]:
        """Makes the clauses, part by part."""
        var = self.maxsat.var
        n = self.spaces
        self.num = {(s, f): var() for s in n for f in FACES}
        self.x = [var() for s in n]
        self.ring = [var() for s in n]
        self.face = {(i, f): var() for i in self.dice for f in FACES}
        self.name = {(i, c): var() for i in self.dice for c in DICE}
        self.write = [[var() for s in n] for i in self.dice]
        self.dupe = [[var() for s in n] for i in self.dice]
        self.cross = [[var() for s in n] for i in self.dice]
        self.passed = [var() for i in self.dice]
        self.change = [var() for i in self.dice]
        self.wide = [var() for i in self.dice]
        self.crosses = [var() for i in self.dice]
        self.first = [var() for t in self.turns]
        self.filled = [[var() for s in n] for t in self.turns]
        self.last = [var() for s in n]
        """Space: its X is from the end of the game."""
        self._marks()
        self._rolls()
        yield
        self._dice()
        yield
        self._moments()
        yield
        self._scopes()
        yield
        self._boxes()
        self._claim()
        yield

    # ------------------------------------------------------------------ what stands on the sheet

    def _marks(self) -> None:
        add = self.maxsat.add
        self.places: list[EnteredPlace] = []
        for s, space in enumerate(self.rules.spaces):
            kinds = {**{str(f): self.num[s, f] for f in FACES}, X: self.x[s]}
            add(*kinds.values())
            for one, two in combinations(kinds.values(), 2):
                add(-one, -two)
            slip = partial(mark_slip, space, self.rules.name(space), self.held[s])
            self.places.append(EnteredPlace(self.held[s], kinds, self.maxsat.var(), slip, self.ring[s], X))
            self.places[s].prefer(self.maxsat)
        for here, there in self.rules.links:
            u, v = self.rules.index[here], self.rules.index[there]
            for f in FACES:
                for g in FACES:
                    if abs(f - g) > 1:
                        add(-self.num[u, f], -self.num[v, g], self.ring[u], self.ring[v])

    # ------------------------------------------------------------------ what was rolled

    def _rolls(self) -> None:
        add, var = self.maxsat.add, self.maxsat.var
        self.swap: dict[tuple[int, int], int] = {}
        swapped: list[list[int]] = [[] for _ in self.turns]
        shown = [{str(die) for die in roll.dice} for roll in self.seen.dice]
        for t, u in combinations(self.rolled, 2):
            if shown[t] != shown[u]:
                swap = self.swap[t, u] = var()
                self.maxsat.penalize(swap, DIGIT)
                swapped[t].append(swap)
                swapped[u].append(swap)
        self.maxsat.at_most(self.swap.values(), 1)
        self.misread = [var() for i in self.dice]
        for i, die in enumerate(self.typed):
            misread, moved = self.misread[i], swapped[i // 2]
            for some in ([self.face[i, f] for f in FACES], [self.name[i, c] for c in DICE]):
                add(*some)
                for a, b in combinations(some, 2):
                    add(-a, -b)
            for c in DICE:
                if c not in self.rules.dice:
                    add(-self.name[i, c])
            if die is _UNKNOWN:
                add(-misread)
                continue
            self.maxsat.penalize(misread, DIGIT)
            name, faces = self.name[i, die.name], [self.face[i, f] for f in FACES if f == die.face]
            add(*faces, misread, *moved)
            add(name, misread, *moved)
            # One thing about a die is misread, not both.
            add(*faces, name, *moved)
            for face in faces:
                add(-misread, -face, -name, *moved)
        for (t, u), swap in self.swap.items():
            for here, there in ((t, u), (u, t)):
                for i, die in enumerate(self.seen.dice[there].dice, 2 * here):
                    if die.face in FACES:
                        add(-swap, self.face[i, die.face])
                    add(-swap, self.name[i, die.name])
                    add(-swap, -self.misread[i])
        per = 2 * self.rules.turns
        for k in range(self.rules.rounds):
            for c in DICE:
                for a, b in combinations(range(k * per, (k + 1) * per), 2):
                    add(-self.name[a, c], -self.name[b, c])

    # ------------------------------------------------------------------ what a die did

    def _dice(self) -> None:
        """What a die may write and where. That it crosses only ever forbids something: nothing needs to follow from it."""
        add, maxsat = self.maxsat.add, self.maxsat
        region = self.rules.region
        for i in self.dice:
            write, dupe, cross = self.write[i], self.dupe[i], self.cross[i]
            maxsat.exactly_one([*write, *cross, self.passed[i]])
            maxsat.at_most(dupe, 1)
            wrote = maxsat.var()
            add(-wrote, *write)
            change, wide = self.change[i], self.wide[i]
            wild = self.name[i, WILD]
            add(-wide, wild, change)
            add(-wild, wide)
            add(-change, wide)
            add(-change, -wild)
            for s in self.spaces:
                home = self.name[i, region[s]]
                out = (home, wild, change)
                add(-write[s], *out)
                add(-dupe[s], *out)
                add(-cross[s], *out)
                add(-dupe[s], wrote)
                add(-cross[s], self.crosses[i])
                add(-cross[s], self.x[s])
                for f in FACES:
                    add(-write[s], -self.num[s, f], self.face[i, f])
                    add(-dupe[s], -self.num[s, f], self.face[i, f])
                add(-write[s], -self.x[s])
                add(-dupe[s], -self.x[s])

    def _moments(self) -> None:
        """When a space was filled, and that it was filled once."""
        add = self.maxsat.add
        for s in self.spaces:
            self.maxsat.add(-self.last[s], self.x[s])
            before = 0
            for t in self.turns:
                i, j = 2 * t, 2 * t + 1
                now = [did[one][s] for one in (i, j) for did in (self.write, self.dupe, self.cross)]
                filled = self.filled[t][s]
                for literal in now:
                    add(-literal, filled)
                    if before:
                        add(-literal, -before)
                for a, b in combinations(now, 2):
                    add(-a, -b)
                if before:
                    add(-before, filled)
                    add(-filled, before, *now)
                else:
                    add(-filled, *now)
                before = filled
            add(before, self.last[s])

    # ------------------------------------------------------------------ what had to be

    def _before(self, i: int, s: int) -> int:
        """Returns the literal that a space was filled before a die was resolved."""
        add = self.maxsat.add
        t, j = i // 2, i ^ 1
        literal = self.maxsat.var()
        until = [self.filled[t - 1][s]] if t else []
        add(-literal, *until, self.write[j][s], self.dupe[j][s], self.cross[j][s])
        first = self.first[t] if j < i else -self.first[t]
        add(-literal, *until, first)
        return literal

    def _scopes(self) -> None:
        """RA-9 to RA-11: no X while a number fits, no pass while a state is blank."""
        add, var = self.maxsat.add, self.maxsat.var
        bars = {}
        for s in self.spaces:
            for f in FACES:
                bars[s, f] = literal = var()
                add(-literal, *(self.num[s, g] for g in FACES if abs(f - g) > 1))
                add(-literal, -self.ring[s])
        for i in self.dice:
            before = [self._before(i, s) for s in self.spaces]
            walls = []
            for s in self.spaces:
                wall = var()
                walls.append(wall)
                add(-wall, before[s])
                for f in FACES:
                    add(-wall, -self.face[i, f], bars[s, f])
            for s in self.spaces:
                barred = var()
                add(-barred, before[s], *(walls[v] for v in self.rules.neighbors[s]))
                add(-self.crosses[i], -self.name[i, self.rules.region[s]], barred)
                add(-self.crosses[i], -self.wide[i], barred)
                add(-self.passed[i], -self.name[i, self.rules.region[s]], before[s])
                add(-self.passed[i], -self.name[i, WILD], before[s])

    # ------------------------------------------------------------------ boxes and claim

    def _boxes(self) -> None:
        dupes = []
        for i in self.dice:
            any_dupe = self.maxsat.var()
            for literal in self.dupe[i]:
                self.maxsat.add(-literal, any_dupe)
            self.maxsat.add(-any_dupe, *self.dupe[i])
            dupes.append(any_dupe)
        # A change that takes nothing out of the die's color is none.
        for i in self.dice:
            made = [(s, did[i][s]) for s in self.spaces for did in (self.write, self.dupe, self.cross)]
            for name in DICE:
                away = (literal for s, literal in made if self.rules.region[s] != name)
                self.maxsat.add(-self.change[i], -self.name[i, name], *away)
        self.maxsat.at_most(self.ring, self.rules.power_boxes)
        self.never = self.maxsat.var()
        self.maxsat.add(-self.never)
        self.count: dict[str, list[int]] = {"guard": self._filled_up(self.maxsat.count(self.ring, self.rules.power_boxes))}
        self._short(dupes)
        for power, counts in self.count.items():
            if power in self.seen.boxes:
                crossed = min(self.seen.boxes[power], self.rules.power_boxes)
                # One box too many or too few, or more of them: see `box_slip`.
                for off, cost in ((0, SMALL), (1, LARGE - SMALL)):
                    if crossed > off:
                        self.maxsat.penalize(-counts[crossed - 1 - off], cost)
                    if crossed + off < self.rules.power_boxes:
                        self.maxsat.penalize(counts[crossed + off], cost)

    def _filled_up(self, counts: Sequence[int]) -> list[int]:
        """A literal for each box of a power: more boxes than there are dice or states are never rightly crossed off."""
        return [*counts, *[self.never] * (self.rules.power_boxes - len(counts))]

    def _short(self, dupes: Sequence[int]) -> None:
        """Counts changes and dupes by the faces of their dice, and requires those that make up for what the dice fall short
        by, or else corrections."""
        maxsat = self.maxsat
        faces = dict.fromkeys(die.face for die in self.typed)
        of_face = {f: [i for i in self.dice if self.typed[i].face == f] for f in faces}
        by_face = {
            power: {f: maxsat.count((uses[i] for i in dice), self.rules.power_boxes + 1) for f, dice in of_face.items()}
            for power, uses in (("change", self.change), ("dupe", dupes))
        }
        for power, counts in by_face.items():
            total = maxsat.total(counts.values(), self.rules.power_boxes + 1)
            for beyond in total[self.rules.power_boxes :]:
                maxsat.add(-beyond)
            self.count[power] = self._filled_up(total[: self.rules.power_boxes])
        numbers = {s: int(content(held)) for s, held in enumerate(self.held) if content(held).isdigit()}
        short = shortages(
            ((number, self.rules.region[s]) for s, number in numbers.items() if number in FACES),
            [(die.face, die.name) for die in self.typed],
        )
        # Of a misread die the number and its dupe are those of another face.
        misread = maxsat.count((*self.misread, *self.misread), max((need.powers for need in short.values()), default=0))
        swapped = maxsat.any_of(self.swap.values())
        for f, need in short.items():
            other = maxsat.count((-self.num[s, f] for s, number in numbers.items() if number == f), need.powers)
            changed, duped = (
                maxsat.total((by_face[power].get(f, []), by_face[power].get(0, [])), need.powers) for power in by_face
            )
            self._at_least(need.dupes, (duped, other, misread), swapped)
            self._at_least(need.powers, (duped, changed, other, misread), swapped)
        # Two rolls exchanged leave the dice of the whole game as they were.
        most = sum(need.powers for need in short.values())
        other = maxsat.count(
            (*(-self.num[s, number] for s, number in numbers.items() if number in FACES), *self.misread), most
        )
        self._at_least(sum(need.dupes for need in short.values()), (self.count["dupe"], other))
        self._at_least(most, (self.count["dupe"], self.count["change"], other))

    def _at_least(self, least: int, counts: Sequence[Sequence[int]], *unless: int) -> None:
        """Requires a sum of counts, unless a literal holds."""
        if least > 0:
            self.maxsat.add(*unless, *self.maxsat.total(counts, least)[least - 1 : least])

    def _claim(self) -> None:
        self.claim = self.maxsat.var()
        claimed = self.seen.claimed
        if claimed is None:
            return
        self.maxsat.penalize(self.claim, SMALL)
        counts = self.maxsat.count(self.x, claimed + 1)
        if claimed:
            self.maxsat.add(counts[claimed - 1] if claimed <= len(counts) else self.claim, self.claim)
        if claimed < len(counts):
            self.maxsat.add(-counts[claimed], self.claim)

    # ------------------------------------------------------------------ the answer

    def slips(self, model: frozenset[int]) -> tuple[Slip, ...]:
        """Returns the slips of a model."""
        slips = [slip for place in self.places for slip in place.slips(model)]
        slips += [swap_slip(self.paper, t + 1, u + 1) for (t, u), swap in self.swap.items() if swap in model]
        for t, roll in enumerate(self.seen.dice):
            if any(self.misread[i] in model for i in (2 * t, 2 * t + 1)):
                dice = tuple(self._die(i, model) for i in (2 * t, 2 * t + 1))
                faces = zip(roll.dice, dice, strict=True)
                rank = 1 + sum(digits_apart(str(a.face), str(b.face))[1] if a.name == b.name else 1 for a, b in faces)
                slips.append(Slip(Edit(f"roll:{t + 1}", str(Outcome(roll.dice)), str(Outcome(dice))), DIGIT, rank))
        for power, counts in self.count.items():
            crossed = sum(literal in model for literal in counts)
            if power in self.seen.boxes and self.seen.boxes[power] != crossed:
                slips.append(box_slip(self.paper, power, crossed, BOX_TITLES[power]))
        if self.seen.claimed is not None:
            xs = sum(literal in model for literal in self.x)
            if xs != self.seen.claimed:
                slips.append(claim_slip(self.paper, xs))
        return tuple(slips)

    def _die(self, i: int, model: frozenset[int]) -> Die:
        name = next(name for name in DICE if self.name[i, name] in model)
        return Die(name, next(face for face in FACES if self.face[i, face] in model))

    def unlike(self, model: frozenset[int]) -> None:
        """Forbids the slips of a model, whatever way of play they come with."""
        literals = [literal for place in self.places for literal in place.otherwise(model)]
        for i in self.dice:
            if self.misread[i] in model:
                die = self._die(i, model)
                literals += [-self.face[i, die.face], -self.name[i, die.name]]
            else:
                literals.append(self.misread[i])
        literals += opposite(self.swap.values(), model)
        for power, counts in self.count.items():
            if power in self.seen.boxes:
                literals += opposite(counts, model)
        self.maxsat.add(*literals)
