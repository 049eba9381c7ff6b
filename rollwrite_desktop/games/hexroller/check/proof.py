"""The fewest mistakes that explain a filled sheet of HexRoller and its rolls: exact, with bounds on the way there.

A *way of play* has for every roll strokes that write hexes with the digits that stand there, fill at most one column of
boxes, the leftmost empty one, and close the round. At the end each written hex was written once and the columns stand as on
the sheet. Strokes that the rules refuse are among them. Its *mistakes* (HR-R8) are

- the strokes that the rules refuse, one mistake each, as they stand in a journal: a hex, a column, or the closing of a round
  without its column;
- a bonus that is crossed off and was not used, or was used and is not crossed off.

Where the list has more rolls than the sheet has columns, the last round is not closed; where it has fewer rolls than the
game has rounds, hexes and columns may be of later ones. What the paper does not say (a row, a bonus) and what no stroke
writes (a 9, an empty box before a filled one; they are findings of the sheet alone) may have been whatever makes fewest
mistakes. So a journal that writes no hex twice never has fewer refusals than its sheet has mistakes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice

from msgspec.structs import replace

from rollwrite_desktop.core.audit import Finding
from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.i18n import Arg
from rollwrite_desktop.core.rules import Move, Refusal
from rollwrite_desktop.gamekit.check.proof_step import ProofStep
from rollwrite_desktop.games.hexroller.check.encoding import UNKNOWN, Asked, Encoding
from rollwrite_desktop.games.hexroller.check.evidence import EMPTY, Evidence
from rollwrite_desktop.games.hexroller.check.lazy_constraints import cut, rounds_of
from rollwrite_desktop.games.hexroller.check.ordering import Play, Refused, ordered
from rollwrite_desktop.games.hexroller.play.model import BLANK, BONUSES, DASH, NUMBERS, ROWS, TWO, Boxes, Extra, Two, Write
from rollwrite_desktop.games.hexroller.play.notation import digit
from rollwrite_desktop.games.hexroller.play.rules import HexRoller
from rollwrite_desktop.solver.maxsat import MaxSat, SearchStep, Unsatisfiable

REPAIR_STEPS = 20
"""How many steps are made to find repairs, or other places for the same number of mistakes."""
_STEPS, _CONFLICTS = 15, 500
_TRIES = 100
"""How many strokes are tried to order a way that need not be the best."""
_DOUBTED = 16
"""How many hexes are looked at for a repair."""
_AMISS = {
    # bonus: crossed off and not used; used and not crossed off
    "plus_one": ("HR-10:none", "HR-10:box"), "two": ("HR-11:none", "HR-11:box"), "third": ("HR-12:unused", "HR-12:used"),
}


class SheetStep(ProofStep, frozen=True):
    """A step of which nothing more comes if it is `final`: the mistakes are then told. meant: hex to the digit that what
    stands there, and no stroke writes, was read as."""

    final: bool = False
    meant: tuple[tuple[str, int], ...] = ()


def asked_of(rules: HexRoller, seen: Evidence) -> Asked:
    """Returns what is to be explained. The evidence has rolls."""
    assert seen.rolls is not None
    rolls = tuple(Counter(roll) for roll in seen.rolls[: rules.rounds])
    read = tuple(
        () if printed != BLANK or held == BLANK else (held,) if held in (TWO, *NUMBERS) else (*NUMBERS, TWO)
        for held, printed in zip(seen.marks, rules.board.printed, strict=True)
    )
    touching, rounds = rules.options["plus_one"] == "touching", rules.rounds
    part = len(rolls) < rounds
    if not seen.row:
        columns = ((UNKNOWN, UNKNOWN),) * (len(rolls) - part)
        return Asked(rules.board, touching, read, rolls, columns, seen.bonuses, later=part, underway=part)
    rows = [_read(seen.row.get(row, "").ljust(rounds)) for row in ROWS]
    filled = max(len(row.rstrip(EMPTY)) for row in seen.row.values())
    columns = tuple(zip(*rows, strict=True))[:filled]
    if filled < len(rolls):
        return Asked(
            rules.board, touching, read, rolls, columns, seen.bonuses, skipped=len(rolls) - filled, underway=True,
        )
    return Asked(
        rules.board, touching, read, rolls, columns, seen.bonuses, skipped=rounds - filled, later=part,
        pending=min(filled, rounds - len(rolls)),
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

    def steps(self) -> Iterator[SheetStep]:
        """Bounds that come closer and closer, the last one final. Lazy constraint generation: the fewest faults of the
        clauses are a lower bound; what the best way leaves out is forbidden, until a play has no more mistakes than that."""
        so_far = SheetStep(0, None)
        encoding = Encoding(self.asked)
        for _ in encoding.built():
            yield so_far
        best: Play | None = None
        play: Play | None = None
        model = best_model = frozenset[int]()
        maxsat = encoding.maxsat()
        pace = _Pace(maxsat)
        for step in maxsat.minimize():
            so_far = replace(so_far, least=step.least)
            due = pace.due()
            if step.decided or (due and step.most is not None and step.model != model):
                model = step.model
                for play in self._played(encoding, model, None if step.decided else _TRIES):
                    if play is None:
                        yield so_far
                assert play is not None
                if best is None or self._count(play) < self._count(best):
                    best, best_model = play, model
                    so_far = replace(so_far, most=self._count(best), play=self._notes(best), meant=self._meant(best))
            if so_far.decided:
                break
            if step.decided:
                assert play is not None
                encoding.lengthen(maxsat, partial(cut, encoding, model, play.least))
            if due:
                yield so_far
        assert best is not None
        shown: tuple[Play, dict[int, int]] = (best, {})
        for shown in self._misread(encoding, best) if so_far.least else ():  # noqa: B007 (the last one counts)
            yield replace(so_far, most=None)
        told_all = replace(so_far, play=self._notes(shown[0]), mistakes=tuple(self._findings(*shown)), final=True)
        for elsewhere in self._elsewhere(encoding, best_model, so_far.least) if so_far.least else ():
            yield replace(so_far, most=None)
            told_all = replace(told_all, elsewhere=elsewhere)
        yield told_all

    def _played(self, encoding: Encoding, model: frozenset[int], tries: int | None) -> Iterator[Play | None]:
        """Yields the play that a model is; before it None while its order is searched for."""
        yield (yield from ordered(self.rules, encoding.asked, rounds_of(encoding, model), tries))

    def _count(self, way: Play) -> int:
        return len(way.refused) + len(self._amiss(way))

    def _amiss(self, way: Play) -> list[str]:
        """Returns the bonuses that are not crossed off as they were used."""
        return [
            bonus for bonus in BONUSES if bonus in self.seen.bonuses and self.seen.used(bonus) != (bonus in way.part.used)
            and not (self.asked.later and self.seen.used(bonus))
        ]

    def _notes(self, way: Play) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(map(self.rules.write, strokes)) for strokes in way.strokes)

    def _meant(self, way: Play) -> tuple[tuple[str, int], ...]:
        return tuple(
            (self.rules.spaces[i], way.part.marks[i])
            for i, digits in enumerate(self.asked.digits) if len(digits) > 1 and way.part.marks[i] != BLANK
        )

    # ------------------------------------------------------------------ in other places

    def _elsewhere(self, encoding: Encoding, model: frozenset[int], fewest: int) -> Iterator[bool]:
        """Yields whether as few mistakes could have been made in other places, as far as is known; the last answer counts.
        model: that of the way that is told."""
        yield True
        # The model may be older than the constraints that make its faults as many as the mistakes.
        same = encoding.maxsat()
        for literal in encoding.strokes():
            same.add(literal if literal in model else -literal)
        here = frozenset[int]()
        for step in islice(_paced(same), REPAIR_STEPS):
            here = step.model
            yield True
        try:
            faults = [fault for fault in encoding.faults if fault in here]
            if len(faults) < fewest:
                return
            encoding.add(*(-fault for fault in faults))
            for _ in range(REPAIR_STEPS):
                maxsat = encoding.maxsat()
                maxsat.at_most(encoding.faults, fewest)
                last = None
                for last in islice(_paced(maxsat), REPAIR_STEPS):  # noqa: B007 (the last one counts)
                    yield True
                if last is None or not last.decided:
                    return
                play = None
                for play in self._played(encoding, last.model, None):  # noqa: B007 (the last one counts)
                    yield True
                assert play is not None
                if self._count(play) <= fewest:
                    return
                cut(encoding, last.model, play.least)
        except Unsatisfiable:
            yield False

    # ------------------------------------------------------------------ findings

    def _findings(self, way: Play, meant: Mapping[int, int]) -> Iterator[Finding]:
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

    def _misread(self, encoding: Encoding, way: Play) -> Iterator[tuple[Play, dict[int, int]]]:
        """Yields the way again, or one with as few mistakes that makes them where another digit or crossing would mend them,
        with those digits; the last answer counts. Looked at are the hexes that seem wrong."""
        yield way, {}
        spots = dict.fromkeys(self.suspects)
        for one in way.refused:
            spots.update(dict.fromkeys(_places(self.rules, one.stroke, one.refusal)))
        hexes = [self.rules.index[spot] for spot in spots if spot in self.rules.index]
        doubted = [i for i in hexes if len(self.asked.digits[i]) == 1][:_DOUBTED]
        digits = [(*NUMBERS, TWO) if i in doubted else held for i, held in enumerate(self.asked.digits)]
        asked = replace(self.asked, digits=tuple(digits))
        other = Encoding(asked)
        for _ in other.built():
            yield way, {}
        read = other.misread({i: self.asked.digits[i][0] for i in doubted})
        last = None
        for step in islice(_paced(other.maxsat()), REPAIR_STEPS):
            last = step
            yield way, {}
        if last is None or not last.decided:
            return
        mended = way
        for play in self._played(other, last.model, _TRIES):
            if play is None:
                yield way, {}
            else:
                mended = play
        meant = {i: mended.part.marks[i] for i, literal in read.items() if literal in last.model}
        fewest = self._count(way)
        amiss = self._amiss(mended)
        if not (meant or amiss) or len(meant) + self._count(mended) > fewest:
            return
        maxsat = encoding.maxsat()
        maxsat.at_most(encoding.faults, fewest)
        for fault in (*(encoding.fault[i] for i in meant), *(encoding.amiss[bonus] for bonus in amiss)):
            maxsat.add(fault)
        try:
            for step in islice(_paced(maxsat), REPAIR_STEPS):
                yield way, {}
                last = step
        except Unsatisfiable:
            return
        yield way, meant
        for play in self._played(encoding, last.model, _TRIES) if last.most is not None else ():
            yield (play, meant) if play is not None and self._count(play) == fewest else (way, meant)

    def _digit_mended(self, finding: Finding, i: int, n: int) -> Finding:
        """Returns the finding with the digit that would mend it, or none."""
        marks = (*self.seen.marks[:i], n, *self.seen.marks[i + 1 :])
        effect = self._score(marks, self.seen.row) - self._score(self.seen.marks, self.seen.row)
        args: dict[str, Arg] = {"hex": self.rules.spaces[i], "n": n}
        return replace(finding, repair="HR-R4:digit" if n else "HR-R4:erase", repair_args=args, effect=effect)

    def _boxes_mended(self, finding: Finding, one: Refused) -> Finding:
        """Returns the finding with the numbers that were written, where they are two and others stand in the boxes."""
        chosen = tuple(dict.fromkeys(one.part.chosen))
        move = one.stroke
        if finding.key != "HR-8:numbers" or len(chosen) != 2 or not isinstance(move, Boxes):
            return finding
        upper, lower = chosen if move.upper == chosen[0] or move.lower == chosen[1] else chosen[::-1]
        column = len(one.part.upper)
        row = {}
        for name, n in zip(ROWS, (upper, lower), strict=True):
            held = self.seen.row.get(name, "").ljust(column)  # in a row that is not told, one number makes no straight
            row[name] = held[:column] + digit(n) + held[column + 1 :]
        effect = self._score(self.seen.marks, row) - self._score(self.seen.marks, self.seen.row)
        args: dict[str, Arg] = {"upper": upper, "lower": lower}
        return replace(finding, repair="HR-R4:boxes", repair_args=args, effect=effect)

    def _score(self, marks: tuple[int, ...], row: Mapping[str, str]) -> int:
        upper, lower = (row.get(name, "") for name in ROWS)
        return sum(points for _, points in self.rules.scoring.parts(marks, upper, lower, ()))


class _Pace:
    """Tells when a search has done some 50 ms of work, counted in its steps and dead ends."""

    def __init__(self, maxsat: MaxSat) -> None:
        self._weighing = maxsat
        self._begun, self._taken = maxsat.conflicts, 0

    def due(self) -> bool:
        self._taken += 1
        if self._taken < _STEPS and self._weighing.conflicts - self._begun < _CONFLICTS:
            return False
        self._begun, self._taken = self._weighing.conflicts, 0
        return True


def _paced(maxsat: MaxSat) -> Iterator[SearchStep]:
    """Yields the steps of a search, as many at once as make some 50 ms, and the last one."""
    pace = _Pace(maxsat)
    for step in maxsat.minimize():
        if step.decided or pace.due():
            yield step


def refused(rules: HexRoller, stroke: Move | Outcome, refusal: Refusal, roll: int) -> Finding:
    """Returns the finding of a refused stroke, made after a roll (from 1): its own place, those of the refusal, and the
    roll."""
    return Finding("broken", refusal.key, refusal.args, (*_places(rules, stroke, refusal), f"roll:{roll}"), 1)


def _places(rules: HexRoller, stroke: Move | Outcome, refusal: Refusal) -> tuple[str, ...]:
    """Returns the place of a refused stroke, and those of the refusal."""
    spots = set(refusal.spots)
    if isinstance(stroke, Write | Extra | Two):
        spots.add(stroke.space)
    spaces = {spot for spot in spots if spot in rules.index}
    boxes = {f"box:{spot}" for spot in spots if spot in BONUSES} | {spot for spot in spots if spot in rules.sheet.box}
    return tuple(sorted((spaces | boxes) - set(BONUSES)))
