"""The fewest mistakes that explain a filled sheet of HexRoller and its rolls: exact, with bounds on the way there.

A *way of play* has for every roll strokes that write each written hex once, with the digit that stands there; fill one
column of boxes as it stands, in every round that the sheet has a column for; and close the round. Strokes that the rules
refuse are among them. Its *mistakes* are

- the strokes that the rules refuse, one mistake each, as they stand in a journal;
- a bonus that is crossed off and was not used, or was used and is not crossed off.

A round without its column, other than the last, has one refused stroke: its closing. What the paper does not say (a row, a
bonus) and what no stroke writes (a 9, an empty box before a filled one; they are findings of the sheet alone) may have been
whatever makes fewest mistakes. So a journal that writes no hex twice never has fewer refusals than its sheet has mistakes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from rollwrite_desktop.core.audit import Finding
from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.i18n import Arg
from rollwrite_desktop.core.rules import Move, Refusal
from rollwrite_desktop.games.hexroller.encoding import UNKNOWN, Asked, Encoding
from rollwrite_desktop.games.hexroller.evidence import EMPTY, Evidence
from rollwrite_desktop.games.hexroller.lazy_constraints import cut, rounds_of
from rollwrite_desktop.games.hexroller.model import BLANK, BONUSES, DASH, NUMBERS, ROWS, TWO, Boxes, Extra, Two, Write
from rollwrite_desktop.games.hexroller.notation import digit
from rollwrite_desktop.games.hexroller.ordering import LogLine, Refused, told
from rollwrite_desktop.games.hexroller.rules import HexRoller
from rollwrite_desktop.solver.maxsat import MaxSat, SearchStep, Unsatisfiable

MAX_TRIES = 1000
"""How many ways are looked at that turn out to have more mistakes than they seemed to, before the search gives up."""
REPAIR_STEPS = 20
"""How many steps are made to find repairs, or other places for the same number of mistakes."""
_STEPS, _CONFLICTS = 15, 500
_DOUBTED = 16
"""How many hexes are looked at for a repair."""
_AMISS = {
    # bonus: crossed off and not used; used and not crossed off
    "plus_one": ("HR-10:none", "HR-10:box"), "two": ("HR-11:none", "HR-11:box"), "third": ("HR-12:unused", "HR-12:used"),
}


@dataclass(frozen=True, slots=True)
class Explained:
    """How far a search is: proved bounds on the mistakes, and the best way of play so far, by roll its strokes in notation.
    `final`: nothing more will come; the mistakes of that way are then told. elsewhere: as few could have been made in other
    places, for all that is known. meant: hex to the digit that what stands there, and no stroke writes, was read as."""

    least: int
    most: int | None
    play: tuple[tuple[str, ...], ...] = ()
    mistakes: tuple[Finding, ...] = ()
    final: bool = False
    elsewhere: bool = False
    meant: tuple[tuple[str, int], ...] = ()

    @property
    def decided(self) -> bool:
        return self.least == self.most


def asked_of(rules: HexRoller, seen: Evidence) -> Asked:
    """What is to be explained. The evidence has rolls."""
    assert seen.rolls is not None
    rolls = tuple(Counter(roll) for roll in seen.rolls[: rules.rounds])
    read = tuple(
        () if printed != BLANK or held == BLANK else (held,) if held in (TWO, *NUMBERS) else (*NUMBERS, TWO)
        for held, printed in zip(seen.marks, rules.board.printed, strict=True)
    )
    if not seen.row:
        columns = ((UNKNOWN, UNKNOWN),) * len(rolls)
        part = len(rolls) < rules.rounds
        return Asked(
            rules.board, rules.options["plus_one"] == "touching", read, rolls, columns, seen.bonuses, part,
            part and bool(rolls),
        )
    rows = [_read(seen.row.get(row, "").ljust(rules.rounds)) for row in ROWS]
    filled = max(len(row.rstrip(EMPTY)) for row in seen.row.values())
    columns = tuple(zip(*rows, strict=True))[: min(filled, len(rolls))]
    return Asked(
        rules.board, rules.options["plus_one"] == "touching", read, rolls, columns, seen.bonuses,
        filled >= len(rolls) and len(rolls) < rules.rounds, filled < len(rolls),
    )


def _read(row: str) -> str:
    """A row as it can have been written."""
    return "".join(one if one == DASH or one in map(str, NUMBERS) else UNKNOWN for one in row)


class Proof:
    """The search for one sheet and one list of rolls. suspects: hexes that seem wrong at sight."""

    def __init__(self, rules: HexRoller, seen: Evidence, suspects: Sequence[str] = ()) -> None:
        self.rules = rules
        self.seen = seen
        self.suspects = suspects
        self.asked = asked_of(rules, seen)

    def steps(self) -> Iterator[Explained]:
        """Bounds that come closer and closer, the last one final."""
        so_far = Explained(0, None)
        ways = Encoding(self.asked)
        for _ in ways.built():
            yield so_far
        best: LogLine | None = None
        way: LogLine | None = None
        model: frozenset[int] = frozenset()
        for _ in range(MAX_TRIES):
            floor = so_far.least
            for step in _paced(ways.weighing()):
                if step.most is not None and step.model != model:
                    model = step.model
                    way = told(self.rules, self.asked, rounds_of(ways, model))
                    if best is None or self._count(way) < self._count(best):
                        best = way
                        so_far = replace(so_far, most=self._count(best), play=self._notes(best), meant=self._meant(best))
                so_far = replace(so_far, least=max(floor, step.least))
                if not so_far.decided:
                    yield so_far
            assert way is not None
            if so_far.decided or not way.exact:
                break
            cut(ways, model, way.costs)
        assert best is not None
        if not so_far.decided:
            yield replace(so_far, final=True)
            return
        shown: tuple[LogLine, dict[int, int]] = (best, {})
        for shown in self._misread(ways, best) if so_far.least else ():  # noqa: B007 (the last one counts)
            yield replace(so_far, most=None)
        told_all = replace(so_far, play=self._notes(shown[0]), mistakes=tuple(self._findings(*shown)), final=True)
        for elsewhere in self._elsewhere(ways, model) if so_far.least else ():
            yield replace(so_far, most=None)
            told_all = replace(told_all, elsewhere=elsewhere)
        yield told_all

    def _count(self, way: LogLine) -> int:
        return len(way.refused) + len(self._amiss(way))

    def _amiss(self, way: LogLine) -> list[str]:
        """The bonuses that are not crossed off as they were used."""
        return [
            bonus for bonus in BONUSES if bonus in self.seen.bonuses and self.seen.used(bonus) != (bonus in way.part.used)
            and not (self.asked.later and self.seen.used(bonus))
        ]

    def _notes(self, way: LogLine) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(map(self.rules.write, strokes)) for strokes in way.strokes)

    def _meant(self, way: LogLine) -> tuple[tuple[str, int], ...]:
        return tuple(
            (self.rules.spaces[i], way.part.marks[i])
            for i, digits in enumerate(self.asked.digits) if len(digits) > 1 and way.part.marks[i] != BLANK
        )

    # ------------------------------------------------------------------ in other places

    def _elsewhere(self, ways: Encoding, model: frozenset[int]) -> Iterator[bool]:
        """Whether as few mistakes could have been made in other places, as far as is known; the last answer counts."""
        weighing = ways.weighing()
        here = [fault for fault in ways.faults if fault in model]
        weighing.at_most(ways.faults, len(here))
        weighing.add(*(-fault for fault in here))
        yield True
        try:
            for _ in islice(_paced(weighing), REPAIR_STEPS):
                yield True
        except Unsatisfiable:
            yield False

    # ------------------------------------------------------------------ findings

    def _findings(self, way: LogLine, meant: Mapping[int, int]) -> Iterator[Finding]:
        """One for each mistake, in the order of play. meant: hex to the digit, or 0 for none, that would mend it."""
        places = [self.rules.index.get(getattr(one.stroke, "space", ""), -1) for one in way.refused]
        others = [i for i in meant if i not in places]
        for one, place in zip(way.refused, places, strict=True):
            finding = refused(self.rules, one.stroke, one.refusal, one.round + 1)
            if isinstance(one.stroke, Boxes):
                finding = self._boxes_mended(finding, one)
            if place in meant:
                finding = self._digit_mended(finding, place, meant[place])
            elif others and not finding.repair:
                finding = self._digit_mended(finding, others[0], meant[others.pop(0)])
            yield finding
        used = set(way.part.used)
        for bonus in self._amiss(way):
            unused, uncrossed = _AMISS[bonus]
            where = (f"box:{bonus}",)
            if bonus in used:
                yield Finding("broken", uncrossed, {}, where, 1, "HR-R4:cross", effect=-self.rules.scoring.bonus)
            else:
                yield Finding("broken", unused, {}, where, 1, "HR-R4:uncross", effect=self.rules.scoring.bonus)

    def _misread(self, ways: Encoding, way: LogLine) -> Iterator[tuple[LogLine, dict[int, int]]]:
        """The way again, or one with as few mistakes that makes them where another digit or crossing would mend them, with
        those digits; the last answer counts. Looked at are the hexes that seem wrong."""
        yield way, {}
        spots = dict.fromkeys(self.suspects)
        for one in way.refused:
            spots.update(dict.fromkeys(refused(self.rules, one.stroke, one.refusal, 0).where))
        doubted = [i for spot in spots if len(self.asked.digits[i := self.rules.index.get(spot, 0)]) == 1][:_DOUBTED]
        digits = [(*NUMBERS, TWO) if i in doubted else held for i, held in enumerate(self.asked.digits)]
        asked = replace(self.asked, digits=tuple(digits))
        other = Encoding(asked)
        for _ in other.built():
            yield way, {}
        read = other.misread({i: self.asked.digits[i][0] for i in doubted})
        last = None
        for step in islice(_paced(other.weighing()), REPAIR_STEPS):
            last = step
            yield way, {}
        if last is None or not last.decided:
            return
        mended = told(self.rules, asked, rounds_of(other, last.model))
        meant = {i: mended.part.marks[i] for i, literal in read.items() if literal in last.model}
        fewest = self._count(way)
        amiss = self._amiss(mended)
        if not (meant or amiss) or len(meant) + self._count(mended) > fewest:
            return
        weighing = ways.weighing()
        weighing.at_most(ways.faults, fewest)
        for fault in (*(ways.fault[i] for i in meant), *(ways.amiss[bonus] for bonus in amiss)):
            weighing.add(fault)
        try:
            for step in islice(_paced(weighing), REPAIR_STEPS):
                yield way, {}
                last = step
        except Unsatisfiable:
            return
        again = told(self.rules, self.asked, rounds_of(ways, last.model)) if last.most is not None else way
        yield (again, meant) if self._count(again) == fewest else (way, meant)

    def _digit_mended(self, finding: Finding, i: int, n: int) -> Finding:
        """The finding with the digit that would mend it, or none."""
        marks = (*self.seen.marks[:i], n, *self.seen.marks[i + 1 :])
        effect = self._score(marks, self.seen.row) - self._score(self.seen.marks, self.seen.row)
        args: dict[str, Arg] = {"hex": self.rules.spaces[i], "n": n}
        return replace(finding, repair="HR-R4:digit" if n else "HR-R4:erase", repair_args=args, effect=effect)

    def _boxes_mended(self, finding: Finding, one: Refused) -> Finding:
        """The finding with the numbers that were written, where they are two and others stand in the boxes."""
        chosen = tuple(dict.fromkeys(one.part.chosen))
        move = one.stroke
        if finding.key != "HR-8:numbers" or len(chosen) != 2 or not isinstance(move, Boxes):
            return finding
        upper, lower = chosen if move.upper == chosen[0] or move.lower == chosen[1] else chosen[::-1]
        row = {
            name: held[: one.round] + digit(n) + held[one.round + 1 :]
            for (name, held), n in zip(
                ((name, self.seen.row.get(name, "").ljust(self.rules.rounds)) for name in ROWS),
                (upper, lower), strict=True,
            ) if name in self.seen.row
        }
        effect = self._score(self.seen.marks, row) - self._score(self.seen.marks, self.seen.row)
        args: dict[str, Arg] = {"upper": upper, "lower": lower}
        return replace(finding, repair="HR-R4:boxes", repair_args=args, effect=effect)

    def _score(self, marks: tuple[int, ...], row: Mapping[str, str]) -> int:
        upper, lower = (row.get(name, "") for name in ROWS)
        return sum(points for _, points in self.rules.scoring.parts(marks, upper, lower, ()))


def _paced(weighing: MaxSat) -> Iterator[SearchStep]:
    """The steps of a search, as many at once as make some 50 ms, and the last one."""
    begun, taken, last = weighing.conflicts, 0, None
    for last in weighing.minimize():
        taken += 1
        if not last.decided and (taken >= _STEPS or weighing.conflicts - begun >= _CONFLICTS):
            begun, taken = weighing.conflicts, 0
            yield last
    if last is not None and last.decided:
        yield last


def refused(rules: HexRoller, stroke: Move | Outcome, refusal: Refusal, roll: int) -> Finding:
    """The finding of a refused stroke, made after a roll (from 1): its own place, those of the refusal, and the roll."""
    spots = set(refusal.spots)
    if isinstance(stroke, Write | Extra | Two):
        spots.add(stroke.space)
    spaces = {spot for spot in spots if spot in rules.index}
    boxes = {f"box:{spot}" for spot in spots if spot in BONUSES} | {spot for spot in spots if spot in rules.sheet.box}
    where = tuple(sorted((spaces | boxes) - set(BONUSES)))
    return Finding("broken", refusal.key, refusal.args, (*where, f"roll:{roll}"), 1)
