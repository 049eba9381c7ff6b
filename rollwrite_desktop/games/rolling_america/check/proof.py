"""Paper and rolls of Rolling America to the fewest mistakes that explain them: the question as an `Encoding`, and its model
read as moves to replay and a finding for every mistake.

Counts only what depends on the way of play; pairs of neighbors, circles and sums are the check's own. Knows no drawing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from msgspec.structs import replace

from rollwrite_desktop.core.audit import Finding
from rollwrite_desktop.core.chance import Die, Outcome
from rollwrite_desktop.core.rules import CHANCE, Event, Refusal
from rollwrite_desktop.gamekit.check.proof_step import ProofStep
from rollwrite_desktop.gamekit.marks import content, is_circled
from rollwrite_desktop.games.rolling_america.check.encoding import Case, Encoding, Play, Resolved, Thrown
from rollwrite_desktop.games.rolling_america.play.model import BLANK, WILD, Cross, Done, Dupe, Pass, State, Write, X
from rollwrite_desktop.games.rolling_america.play.rules import RollingAmerica

PLAYER = "p1"
OTHERS = 5
"""How many steps are made to learn whether another way of play has as few mistakes."""


def number_of(held: str) -> int | None:
    """Returns the number of a mark, whatever its digit; None for a blank or an X."""
    digit = content(held)
    return int(digit) if digit.isdigit() else None


def missing_turns(rules: RollingAmerica, rounds: int | None, known: int) -> int:
    """How many turns a list of so many rolls lacks: those of the rounds crossed off, at most those of one round more.
    rounds: None where the paper does not say."""
    total = rules.rounds * rules.turns
    ended = total if rounds is None or rounds >= rules.rounds else (rounds + 1) * rules.turns - 1
    return max(0, ended - known) if rounds is None or known < min(rounds, rules.rounds) * rules.turns else 0


class Proof:
    """The question that a paper asks: marks (those that stand there, by space), boxes, rolls as they were read."""

    def __init__(
        self, rules: RollingAmerica, marks: Mapping[str, str], boxes: Mapping[str, int], rolls: Sequence[Outcome]
    ) -> None:
        self.rules = rules
        self.marks = tuple(marks.get(space, BLANK) for space in rules.spaces)
        self.boxes = boxes
        total = rules.rounds * rules.turns
        self.rolls = tuple(rolls[:total])
        self.rounds = None if "rounds" not in boxes else min(boxes["rounds"], rules.rounds)
        known, rounds = len(self.rolls), self.rounds
        self.missing = missing_turns(rules, rounds, known)
        circled = (i for i, held in enumerate(self.marks) if is_circled(held) and number_of(held) is not None)
        full = all(held != BLANK for held in self.marks)
        self.case = Case(
            numbers=tuple(number_of(held) for held in self.marks),
            guarded=frozenset(circled),
            crossed=frozenset(i for i, held in enumerate(self.marks) if content(held) == X),
            dice=tuple(self._thrown()),
            boxes={power: min(boxes[power], self.rules.power_boxes) for power in ("change", "dupe") if power in boxes},
            halted=not self.missing and (rounds is None or rounds * rules.turns < known),
            filled_up=rounds is None or rounds == rules.rounds or full,
            later=self.missing * rules.drawn or None,
        )

    @property
    def rounds_fit(self) -> bool:
        """Whether the round boxes can be right beside such a list: the box of a round may be crossed off a little late."""
        return self.rounds is None or len(self.rolls) <= (self.rounds + 1) * self.rules.turns

    def _thrown(self) -> Iterator[Thrown]:
        """Yields the dice as listed, or as far as they make sense: two of each roll, faces from 1 to 6."""
        for turn, roll in enumerate(self.rolls):
            for die in roll.dice[: self.rules.drawn]:
                yield Thrown(turn, die.name, die.face if 1 <= die.face <= 6 else 0)
            for _ in range(self.rules.drawn - len(roll.dice)):
                yield Thrown(turn, "", 0)

    # ------------------------------------------------------------------ the search

    def steps(self) -> Iterator[ProofStep]:
        """Better and better answers, the last one decided."""
        asked = Encoding(self.rules, self.case)
        way, known = None, None
        for step in asked.fewest():
            if step.most is not None and step.most != known:
                way, known = asked.way(step.model), step.most
            if step.decided:
                break
            yield ProofStep(step.least, known, self.play(way))
        assert way is not None and known is not None
        explained = self._explained(way, known)
        if not known:
            yield replace(explained, elsewhere=False)
            return
        yield explained
        # A mistake that left a mark has a place to be shown at; a die passed over has none.
        if any(resolved.slip and isinstance(resolved.stroke, Pass) for resolved in way.strokes):
            asked = Encoding(self.rules, self.case, within=known, in_marks=True)
            for other in islice(asked.any_way(), OTHERS):
                way = other or way
                yield explained
            explained = self._explained(way, known)
        asked = Encoding(self.rules, self.case, unlike=way, within=known)
        for other in islice(asked.any_way(), OTHERS):
            explained = replace(explained, elsewhere=other is not False)
            yield explained

    def _explained(self, way: Play, cost: int) -> ProofStep:
        return ProofStep(cost, cost, self.play(way), tuple(self.findings(way)), elsewhere=True)

    # ------------------------------------------------------------------ at the table

    def play(self, way: Play | None) -> tuple[tuple[str, ...], ...]:
        """For every roll the strokes that a way makes of it, in notation, with `done` where the turn was closed."""
        if way is None:
            return ()
        turns: list[list[str]] = [[] for _ in self.rolls]
        for resolved in way.strokes:
            if self.case.dice[resolved.die].name:
                turns[self._turn(resolved)].append(self.rules.write(resolved.stroke))
        for turn, strokes in enumerate(turns):
            if turn < len(turns) - 1 or self._closed(way):
                strokes.append(self.rules.write(Done()))
        return tuple(tuple(strokes) for strokes in turns)

    def _closed(self, way: Play) -> bool:
        """Returns whether the last turn was closed, which at the end of the game fills up what is blank."""
        mains = sum(not isinstance(resolved.stroke, Dupe) for resolved in way.strokes)
        if mains < len(self.case.dice):
            return False
        known = len(self.rolls)
        if known < self.rules.rounds * self.rules.turns:
            return True
        return way.filled_up or self.rounds in (None, self.rules.rounds) or all(held != BLANK for held in self.marks)

    def _turn(self, resolved: Resolved) -> int:
        return self.case.dice[resolved.die].turn

    def findings(self, way: Play) -> Iterator[Finding]:
        """One for every mistake of a way of play: its strokes in order, then marks of nobody's, then boxes."""
        for place, (state, event) in enumerate(self._replayed(way.strokes)):
            if event is not None and way.strokes[place].slip:
                yield self._finding(state, event, way, place)
        for i in way.strays:
            space = self.rules.spaces[i]
            yield Finding("broken", "RA-4:none", {"state": self.rules.name(space)}, (space,), 1)
        yield from self._boxes(state)

    def _replayed(self, strokes: Sequence[Resolved]) -> Iterator[tuple[State, Event | None]]:
        """Yields each stroke and the position before it; last the position after all of them, and None."""
        state, turn = self.rules.start((PLAYER,)), -1
        for resolved in strokes:
            while turn < self._turn(resolved):
                turn += 1
                state = self._rolled(state, turn)
            event = Event(PLAYER, resolved.stroke)
            yield state, event
            state = self.rules.apply(state, event)
        yield state, None

    def _rolled(self, state: State, turn: int) -> State:
        """A turn closed, and the next roll on the table."""
        dice = [Die(die.name or WILD, die.face) for die in self.case.dice if die.turn == turn]
        state = self.rules.apply(state, Event(PLAYER, Done()))
        return self.rules.apply(state, Event(CHANCE, Outcome(tuple(dice))))

    def _finding(self, state: State, event: Event, way: Play, place: int) -> Finding:
        reason = self._reason(state, event)
        stroke = event.move
        roll = f"roll:{self._turn(way.strokes[place]) + 1}"
        spaces = {*reason.spots}  # a roll is closed with nothing left in hand, so none is a die
        if isinstance(stroke, Write | Cross | Dupe):
            spaces.add(stroke.space)
        key, args = reason.key, reason.args
        if isinstance(stroke, Write | Dupe) and not 1 <= stroke.number <= 6:
            key = "RA-7:digit"
            args = {"state": self.rules.name(stroke.space), "mark": self.marks[self.rules.index[stroke.space]]}
        repair = next(self._repairs(state, way, place), ("", {}))
        return Finding("broken", key, args, tuple(sorted({*spaces, roll})), 1, *repair)

    def _reason(self, state: State, event: Event) -> Refusal:
        """Returns what the rules say of the stroke: what they count, before what only an impossible roll brings about."""
        reasons = [reason for reason in self.rules.reasons(state, event) if reason.key not in ("RA-8", "RA-14")]
        reasons.sort(key=lambda reason: reason.unwritable)
        return reasons[0] if reasons else Refusal("RA-4:hand", {"die": getattr(event.move, "die", "")})

    def _boxes(self, state: State) -> Iterator[Finding]:
        for power, rule in (("change", "RA-13"), ("dupe", "RA-15")):
            if power not in self.case.boxes:
                continue
            used, crossed = min(getattr(state.part(PLAYER), power), self.rules.power_boxes), self.case.boxes[power]
            wrong = max(0, used - crossed) if self.missing else abs(used - crossed)
            for _ in range(wrong):
                args = {"n": crossed, "used": used}
                yield Finding("broken", f"{rule}:boxes", args, (f"box:{power}",), 1, "RA-R6:boxes", {"n": used})

    # ------------------------------------------------------------------ what would have been right

    def _repairs(self, state: State, way: Play, place: int) -> Iterator[tuple[str, dict[str, str | int]]]:
        """Strokes in the place of a mistaken one that leave one mistake less on the whole, as repairs."""
        now = self._cost(way.strokes)
        for other, key, args in self._instead(state, way.strokes[place]):
            strokes = (*way.strokes[:place], replace(way.strokes[place], stroke=other), *way.strokes[place + 1 :])
            if self._cost(strokes) < now:
                yield key, args

    def _instead(
        self, state: State, resolved: Resolved
    ) -> Iterator[tuple[Write | Cross | Dupe, str, dict[str, str | int]]]:
        part, stroke = state.part(PLAYER), resolved.stroke
        face = self.case.dice[resolved.die].face
        if isinstance(stroke, Write | Cross | Dupe) and not stroke.changed and part.change < self.rules.power_boxes:
            yield replace(stroke, changed=True), "RA-R6:changed", {}
        if isinstance(stroke, Write | Dupe):
            right = face if isinstance(stroke, Write) else part.last.number if part.last is not None else 0
            yield replace(stroke, number=right), "RA-R6:number", self._number(stroke.space, right)
        if isinstance(stroke, Cross):
            written = Write(stroke.die, stroke.space, face, False, stroke.changed)
            yield written, "RA-R6:number", self._number(stroke.space, face)
        if isinstance(stroke, Pass):
            for i in self.rules.blanks(part.marks, stroke.die):
                if self.marks[i] in (BLANK, X):
                    space = self.rules.spaces[i]
                    yield Write(stroke.die, space, face), "RA-R6:number", self._number(space, face)

    def _number(self, space: str, number: int) -> dict[str, str | int]:
        return {"n": number, "state": self.rules.name(space)}

    def _cost(self, strokes: Sequence[Resolved]) -> int:
        """Returns the mistakes of some strokes, pairs of neighbors with them; what cannot be written counts for many."""
        for state, event in self._replayed(strokes):
            if event is not None and any(reason.unwritable for reason in self.rules.reasons(state, event)):
                return len(strokes) + len(self.rules.links)
        part = state.part(PLAYER)
        return part.refused_events + len(self.rules.clashes(part.marks))
