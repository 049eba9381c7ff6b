"""Whether a filled map can have come from a list of rolls and cards: a search for a legal way to write it.

Where a number came up more than once, or there are Xs, every way is tried; the order of strokes within a turn does not
matter to what is left, so ways that come to the same map are one.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from rollwrite_desktop.core.chance import CHANCE, Outcome
from rollwrite_desktop.core.rules import Event, Move
from rollwrite_desktop.games.on_tour.model import BLANK, Cross, Part, State, Write, X, content
from rollwrite_desktop.games.on_tour.rules import OnTour

PATIENCE = 6_000
WRITER = "p1"


class Found(Enum):
    """What the search came to."""

    YES = "there is a legal way"
    NO = "there is none"
    TOO_MANY = "too many ways to tell"


class Attribution:
    """One map and its list."""

    def __init__(self, rules: OnTour, marks: tuple[str, ...], outcomes: tuple[Outcome, ...]) -> None:
        self.rules = rules
        self.marks = marks
        self.outcomes = outcomes
        self._tried: set[tuple[int, tuple[str, ...], int]] = set()
        self._patience = PATIENCE

    def impossible(self) -> Iterator[int]:
        """The entries, from 1, that cannot have come up there; which areas were filled does not matter to that."""
        state = self.rules.start((WRITER,))
        for number, outcome in enumerate(self.outcomes, 1):
            event = Event(CHANCE, outcome)
            if self.rules.refuse(state, event) is not None:
                yield number
            state = self.rules.apply(state, event)
            while state.parts[0].strokes:
                state = self.rules.apply(state, Event(WRITER, next(self.rules.moves(state, WRITER))))

    def strokes(self) -> int:
        """How many areas the list fills."""
        state = self.rules.start((WRITER,))
        for outcome in self.outcomes:
            state = self.rules.apply(state, Event(CHANCE, outcome))
            while state.parts[0].strokes:
                state = self.rules.apply(state, Event(WRITER, next(self.rules.moves(state, WRITER))))
        return len(self.marks) - state.parts[0].blanks

    def search(self) -> Found:
        """Whether a legal way to write the map exists, as far as the list goes."""
        if self._from(self.rules.start((WRITER,)), 0):
            return Found.YES
        return Found.NO if self._patience > 0 else Found.TOO_MANY

    def _from(self, state: State, entry: int) -> bool:
        part = state.parts[0]
        key = entry, part.marks, part.strokes
        if key in self._tried or self._patience <= 0:
            return False
        self._tried.add(key)
        self._patience -= 1
        if part.strokes:
            return any(
                self._from(self.rules.apply(state, Event(WRITER, move)), entry)
                for move in self.rules.moves(state, WRITER) if self._agrees(move)
            )
        if not self._as_written(part):
            return False
        if entry == len(self.outcomes):
            return True
        return self._from(self.rules.apply(state, Event(CHANCE, self.outcomes[entry])), entry + 1)

    def _agrees(self, move: Move) -> bool:
        """Whether a stroke is what stands there in the end, but for the circle."""
        match move:
            case Write(area, what):
                return content(self.marks[self.rules.index[area]]) == what
            case Cross(area):
                return content(self.marks[self.rules.index[area]]) == X
        return False

    def _as_written(self, part: Part) -> bool:
        """Whether a closed turn left exactly what stands there, circles and all."""
        return all(held in (BLANK, final) for held, final in zip(part.marks, self.marks, strict=True))
