"""The fewest mistakes that explain a filled map, its rolls and its cards: exact, with bounds on the way there.

A *way of play* writes after every roll as many marks as that roll asks for, each in an area of its own; strokes that the
rules refuse are among them. Its *mistakes* are counted by mark, one for each that its turn could not have put there:

- a stroke that the rules refuse as it is made: a number that the turn does not bring (any more), an area outside the regions
  of the cards or without a card left, an X where a number or the star had a place;
- else a circle that stands where the cards gave none, or is missing where they gave one;
- something else in an area of the set-up than the set-up wrote;
- a stroke left out. Those of the last roll of a list are not counted, as that turn may be still under way; unless the list
  fills the map and a route or a score on the sheet says that the game is over.

A wrong number occupies no card: neither does it take another number's place, nor its circle. Strokes of a turn are in the
order that makes fewest mistakes. What was filled after the list ends costs nothing, unless it is a mark that is never
written: a double, a circled X. So a journal whose strokes fill each area once never has fewer refusals than its map has
mistakes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, permutations

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Finding
from rollwrite_desktop.core.i18n import Arg
from rollwrite_desktop.core.rules import CHANCE, Event, Refusal
from rollwrite_desktop.gamekit.check.proof_step import ProofStep
from rollwrite_desktop.gamekit.marks import circle, content, is_circled
from rollwrite_desktop.gamekit.play.map_rules import with_mark
from rollwrite_desktop.games.on_tour.check.encoding import Encoding
from rollwrite_desktop.games.on_tour.check.quick_checks import misbegun, never, never_written
from rollwrite_desktop.games.on_tour.check.roll_sequence import WRITER, RollSequence
from rollwrite_desktop.games.on_tour.play.model import BLANK, Cross, State, Write, X, describe_mark
from rollwrite_desktop.games.on_tour.play.rules import OnTour
from rollwrite_desktop.solver.maxsat import Unsatisfiable

Marks = tuple[str, ...]
TRIES = 30
"""How many steps are made to find the most telling of ways with equally few mistakes, and whether others are as good."""


class _Stroke(Struct, frozen=True):
    """A stroke of a way of play: its area, why the rules refuse it, if they do, and whether it left another circle than
    stands there."""

    area: int
    refusal: Refusal | None
    slip: bool

    @property
    def wrong(self) -> bool:
        return self.refusal is not None or self.slip


class _Written(Struct, frozen=True):
    """One entry of the list in a way of play: the position before its strokes, these, and how many were left out."""

    entry: int
    before: State
    strokes: tuple[_Stroke, ...]
    left_out: int = 0

    @property
    def mistakes(self) -> int:
        return sum(stroke.wrong for stroke in self.strokes) + self.left_out


class _Play(Struct, frozen=True):
    """A way of play: its turns, the areas of the set-up that hold something else, and the areas, filled after the list ends,
    with a mark that is never written."""

    turns: tuple[_Written, ...]
    misbegun: tuple[int, ...]
    strays: tuple[int, ...]

    @property
    def mistakes(self) -> int:
        return sum(turn.mistakes for turn in self.turns) + len(self.misbegun) + len(self.strays)

    @property
    def wrong(self) -> tuple[int, ...]:
        """The areas whose turn could not have put there what stands there."""
        return (*(stroke.area for turn in self.turns for stroke in turn.strokes if stroke.wrong), *self.strays)


class Proof:
    """The search for one map and one list. score: what a map would score, for the effect of a mistake. over: whether the
    sheet says that the game is over."""

    def __init__(self, marks: Marks, sequence: RollSequence, score: Callable[[Marks], int], *, over: bool = False) -> None:
        self.marks = marks
        self.over = over
        self.sequence = sequence
        self.rules: OnTour = sequence.rules
        self.score = score
        self.misbegun = sequence.misbegun(marks)

    def steps(self) -> Iterator[ProofStep]:
        """Bounds that come closer and closer. The last one is decided."""
        encoding = Encoding(self.marks, self.sequence, over=self.over)
        so_far = ProofStep(encoding.certain, None)
        for _ in encoding.laid_out():
            yield so_far
        for fault in encoding.faults:
            encoding.maxsat.penalize(fault)
        best: _Play | None = None
        model: frozenset[int] = frozenset()
        for step in encoding.maxsat.minimize():
            if step.most is not None and step.model != model:
                model = step.model
                play = self._replayed(encoding.turn_of(model))
                if best is None or play.mistakes < best.mistakes:
                    best = play
            if best is None:
                so_far = ProofStep(encoding.certain + step.least, None)
            else:
                so_far = ProofStep(encoding.certain + step.least, best.mistakes, self._moves_of(best))
            if not so_far.decided:
                yield so_far
        assert best is not None and so_far.decided
        fewest = so_far.least - encoding.certain
        for better in self._most_telling(best, fewest):
            best = better
            so_far = replace(so_far, play=self._moves_of(best))
            yield so_far
        found: list[Finding] = []
        for finding in self._findings(best):
            found.append(finding)
            yield so_far
        explained = replace(so_far, mistakes=tuple(found), elsewhere=bool(found))
        for elsewhere in self._elsewhere(best, fewest):
            yield replace(explained, elsewhere=elsewhere)

    # ------------------------------------------------------------------ of many ways with so few mistakes

    def _again(self, fewest: int) -> Iterator[Encoding | None]:
        """Yields the ways with so few mistakes, when they are laid out."""
        encoding = Encoding(self.marks, self.sequence, over=self.over)
        for _ in encoding.laid_out():
            yield None
        encoding.maxsat.at_most(encoding.faults, fewest)
        yield encoding

    def _most_telling(self, best: _Play, fewest: int) -> Iterator[_Play]:
        """Ways of which each takes fewer mistakes for odd ones than those before."""
        for encoding in self._again(fewest) if fewest else ():
            yield best
            if encoding is None:
                continue
            for literal in encoding.odd():
                encoding.maxsat.penalize(literal)
            known = None
            for step in islice(encoding.maxsat.minimize(), TRIES):
                if step.most != known:
                    known, best = step.most, self._replayed(encoding.turn_of(step.model))
                yield best

    def _elsewhere(self, best: _Play, fewest: int) -> Iterator[bool]:
        """Yields whether as few mistakes could have been made in other places, as far as is known; the last answer
        counts."""
        open_to_doubt = best.mistakes > len(best.misbegun)
        yield open_to_doubt
        places = {turn.entry: t for t, turn in enumerate(self.sequence.turns)}
        for encoding in self._again(fewest) if open_to_doubt else ():
            if encoding is None:
                yield True
                continue
            encoding.maxsat.add(
                *(-encoding.fault[i] for i in best.wrong),
                *(encoding.made[places[turn.entry]][-turn.left_out] for turn in best.turns if turn.left_out),
            )
            try:
                for _ in islice(encoding.maxsat.minimize(), TRIES):
                    yield True
            except Unsatisfiable:
                yield False

    # ------------------------------------------------------------------ replaying

    def _replayed(self, turn_of: dict[int, int]) -> _Play:
        """A way of play that writes each area in its turn, as the rules judge it."""
        turns = {turn.entry: (t, turn) for t, turn in enumerate(self.sequence.turns)}
        state = self.rules.start((WRITER,))
        play = []
        for entry, outcome in enumerate(self.sequence.outcomes, 1):
            state = self.rules.apply(state, Event(CHANCE, outcome))
            if entry not in turns:
                continue
            t, turn = turns[entry]
            areas = tuple(i for i, its in turn_of.items() if its == t)
            left_out = turn.strokes - len(areas) if entry != self.sequence.underway(self.over) else 0
            written, after = self._best_order(state, areas, self.marks)
            play.append(_Written(entry, state, written, left_out))
            state = after
        strays = tuple(i for i, t in turn_of.items() if t == len(self.sequence.turns) and never(self.marks[i]))
        return _Play(tuple(play), self.misbegun, strays)

    def _best_order(self, state: State, areas: tuple[int, ...], marks: Marks) -> tuple[tuple[_Stroke, ...], State]:
        """Returns the strokes of one turn in the order with fewest mistakes, and the position after them."""
        orders = (self._in_order(state, order, marks) for order in permutations(areas))
        return min(orders, key=lambda made: sum(stroke.wrong for stroke in made[0]))

    def _in_order(self, state: State, areas: tuple[int, ...], marks: Marks) -> tuple[tuple[_Stroke, ...], State]:
        refusals = []
        for i in areas:
            event = Event(WRITER, self._move(i, marks))
            refusals.append(self.rules.refuse(state, event))
            state = self.rules.apply(state, event)
        stand = state.parts[0].marks
        return tuple(
            _Stroke(i, refusal, stand[i] != marks[i]) for i, refusal in zip(areas, refusals, strict=True)
        ), state

    def _move(self, i: int, marks: Marks) -> Write | Cross:
        area, what = self.rules.areas[i], content(marks[i])
        return Cross(area) if what == X else Write(area, what)

    def _moves_of(self, play: _Play) -> tuple[tuple[str, ...], ...]:
        """Returns the strokes in notation, for every entry of the list."""
        explained = {
            turn.entry: tuple(self.rules.write(self._move(stroke.area, self.marks)) for stroke in turn.strokes)
            for turn in play.turns
        }
        return tuple(explained.get(entry, ()) for entry, _ in enumerate(self.sequence.outcomes, 1))

    # ------------------------------------------------------------------ findings

    def _findings(self, play: _Play) -> Iterator[Finding]:
        """One for each mistake, in the order of play."""
        for i in play.misbegun:
            yield self._mended(misbegun(self.sequence, self.marks, i), i, self.sequence.begun[i])
        for turn in play.turns:
            for stroke in turn.strokes:
                if stroke.wrong:
                    yield self._finding(turn, stroke)
            for _ in range(turn.left_out):
                yield self._left(turn)
        for i in play.strays:
            yield never_written(self.rules, i, self.marks[i])

    def _left(self, turn: _Written) -> Finding:
        """A stroke that was left out; where, if only one area is empty."""
        finding = Finding(
            "broken", "OT-6:left", {"n": turn.entry, "found": str(self.sequence.outcomes[turn.entry - 1])},
            (f"roll:{turn.entry}",), 1,
        )
        empty = [i for i, held in enumerate(self.marks) if held == BLANK and i not in self.sequence.begun]
        if len(empty) > 1:
            return finding
        finding = replace(finding, where=(self.rules.areas[empty[0]], *finding.where))
        written = replace(turn, strokes=(*turn.strokes, _Stroke(empty[0], None, slip=True)))
        return self._with_repair(finding, written, empty[0])

    def _finding(self, turn: _Written, stroke: _Stroke) -> Finding:
        area, held = self.rules.areas[stroke.area], self.marks[stroke.area]
        roll = f"roll:{turn.entry}"
        if stroke.refusal is not None:
            spots = stroke.refusal.spots
            finding = Finding("broken", stroke.refusal.key, stroke.refusal.args, (*sorted(spots), roll), 1)
        else:
            args = {"area": self.rules.name(area), "mark": describe_mark(content(held))}
            key = "OT-8:circle" if held == circle(X) else "OT-R2:own" if is_circled(held) else "OT-R2:bare"
            finding = Finding("broken", key, args, (area, roll), 1)
        return self._with_repair(finding, turn, stroke.area)

    def _with_repair(self, finding: Finding, turn: _Written, i: int) -> Finding:
        """Returns the finding with a mark in whose place the same way of play has one mistake fewer, if there is one."""
        order = tuple(stroke.area for stroke in turn.strokes)
        for other in _others(self.marks[i], turn.before.parts[0].hand):
            strokes, _ = self._best_order(turn.before, order, with_mark(self.marks, i, other))
            if sum(stroke.wrong for stroke in strokes) < sum(stroke.wrong for stroke in turn.strokes):
                return self._mended(finding, i, other)
        return finding

    def _mended(self, finding: Finding, i: int, mark: str) -> Finding:
        """Returns the finding with its repair, and what that is worth."""
        held = self.marks[i]
        args: dict[str, Arg] = {}
        if content(held) == content(mark):
            repair = "OT-R2:plain" if is_circled(held) else "OT-R2:ring"
        else:
            repair, args = "OT-R2:held", {"area": self.rules.name(self.rules.areas[i]), "mark": mark}
        effect = self.score(with_mark(self.marks, i, mark)) - self.score(self.marks)
        return replace(finding, repair=repair, repair_args=args, effect=effect)


def _others(held: str, hand: tuple[str, ...]) -> Iterator[str]:
    """Yields what might stand in a mark's place, the likeliest slip of the pencil first."""
    what = content(held)
    if what:
        yield what if is_circled(held) else circle(what)
    for other in (*sorted(hand, key=lambda other: sum(a != b for a, b in zip(other, what, strict=False))), X):
        if other != what:
            yield from (circle(other), other) if is_circled(held) else (other, circle(other))
