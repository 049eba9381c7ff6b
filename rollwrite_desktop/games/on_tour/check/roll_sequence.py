"""The list of rolls and cards as the course of a game: what the set-up wrote, and what each turn asks of every player.

How many strokes a turn takes does not depend on how one plays, so the course is known before anything is explained. Knows
no map that was filled in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.audit import Finding
from rollwrite_desktop.core.chance import Outcome
from rollwrite_desktop.core.i18n import Arg
from rollwrite_desktop.core.rules import CHANCE, Event
from rollwrite_desktop.gamekit.marks import circle
from rollwrite_desktop.games.on_tour.play.model import BLANK, STAR, Card, State, X, numbers_of
from rollwrite_desktop.games.on_tour.play.rules import OnTour

WRITER = "p1"


class Turn(Struct, frozen=True):
    """One turn: its entry in the list, from 1; the numbers, or the star, that it brings; its cards; how many areas it
    fills, one by a star."""

    entry: int
    hand: tuple[str, ...]
    cards: tuple[Card, ...]
    strokes: int

    @property
    def starry(self) -> bool:
        """Whether the roll gives a star to place."""
        return STAR in self.hand


class RollSequence:
    """A list on one map. `begun`: area index to the mark of the set-up; `doubtful`: those of them that an impossible entry
    speaks of. `impossible`: entries, from 1, that cannot have come up there; they are read as they stand all the same."""

    def __init__(self, rules: OnTour, outcomes: tuple[Outcome, ...]) -> None:
        self.rules = rules
        self.outcomes = outcomes
        self.begun: dict[int, str] = {}
        self.doubtful: set[int] = set()
        self.impossible: list[int] = []
        self.turns: list[Turn] = []
        self.states: list[State] = []
        """Before each entry."""
        state = rules.start((WRITER,))
        for entry, outcome in enumerate(outcomes, 1):
            self.states.append(state)
            event = Event(CHANCE, outcome)
            if rules.refuse(state, event) is not None:
                self.impossible.append(entry)
            state = rules.apply(state, event)
            if entry <= rules.setup:
                self._begin(entry, outcome)
            elif state.parts[0].strokes:
                part = state.parts[0]
                self.turns.append(Turn(entry, part.hand, state.cards, part.strokes))
                state = _filled(state)
        self.covered = len(rules.areas) - state.parts[0].blanks

    def _begin(self, entry: int, outcome: Outcome) -> None:
        if len(outcome.cards) != 2 or not all(area in self.rules.index for area in outcome.cards):
            return
        for area, number in zip(outcome.cards, numbers_of(outcome), strict=True):
            self.begun[self.rules.index[area]] = circle(number)
            if entry in self.impossible:
                self.doubtful.add(self.rules.index[area])

    def misbegun(self, marks: tuple[str, ...]) -> tuple[int, ...]:
        """Returns the areas where something else stands than the set-up wrote."""
        return tuple(i for i, held in self.begun.items() if i not in self.doubtful and marks[i] != held)

    @property
    def whole(self) -> bool:
        """Whether the turns of the list fill the whole map."""
        return self.covered == len(self.rules.areas)

    def underway(self, over: bool) -> int:
        """Returns the entry of the list whose turn may not be written yet, 0 for none. over: the game is said to be over."""
        return 0 if over and self.whole else len(self.outcomes)

    def possible(self, entry: int, outcomes: Sequence[Outcome]) -> bool:
        """Returns whether the list could go on with these from an entry on."""
        state = self.states[entry - 1]
        if any(wrong < entry for wrong in self.impossible):
            return False
        for outcome in outcomes:
            event = Event(CHANCE, outcome)
            if self.rules.refuse(state, event) is not None:
                return False
            state = self.rules.apply(state, event)
            if state.parts[0].strokes:
                state = _filled(state)
        return True

    def findings(self, marks: tuple[str, ...]) -> Iterator[Finding]:
        """Yields what is to be said of the list itself."""
        for entry in self.impossible:
            args: dict[str, Arg] = {"n": entry, "found": _as_typed(self.outcomes[entry - 1])}
            yield Finding("broken", "OT-5:roll", args, (f"roll:{entry}",), aspect="record")
        filled = sum(held != BLANK for held in marks)
        covered = self.covered - sum(marks[i] == BLANK for i in self.begun)
        if covered < filled and not self.impossible:
            args = {"covered": covered, "filled": filled}
            yield Finding("unproved", "OT-5:list", args, (f"roll:{len(self.outcomes)}",) if self.outcomes else ())


def _filled(state: State) -> State:
    """Returns the turn written, no matter how."""
    part = state.parts[0]
    marks = list(part.marks)
    for _ in range(part.strokes):
        marks[marks.index(BLANK)] = X
    return replace(state, parts=(replace(part, marks=tuple(marks), hand=(), strokes=0),))


def _as_typed(rolled: Outcome) -> str:
    """A roll and its cards as lists have them in every language: "04 MT MI SC"."""
    cards = (card.partition(" ")[0] for card in rolled.cards)
    return " ".join(("".join(str(die.face) for die in rolled.dice), *cards))
