"""What a game says to somebody who plays it for the first time: ten lessons on what makes a good player, and hints.

A lesson speaks of the position at hand; a hint is one move, what the game's best computer player would do. Knows no
particular game.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.bots import Bot
from rollwrite_desktop.core.rules import Move, Rules
from rollwrite_desktop.core.session import Session

R = TypeVar("R", bound=Rules[Any])
HINT_NOTE = "hints"
FREE_HINTS = 2
"""How many hints a turn gives without being asked twice."""
MAX_NOTED = 1000
LESSONS = 10
"""How many lessons every coach has."""


class Lesson(Struct, frozen=True):
    """What to know now: a title and a text (translated), and the rule to read for more. name: which lesson it is, the same
    in every language. number: its place among the LESSONS, 0 for a remark on where the game stands. seen: it only says what
    is there, which readers are told without it."""

    name: str
    title: str
    text: str
    rule: str
    number: int = 0
    seen: bool = False


def one_of(lessons: Sequence[Lesson], turn: int) -> Lesson | None:
    """One of the lessons that fit a position, a different one from turn to turn; None where there is nothing to say."""
    return lessons[turn % len(lessons)] if lessons else None


class Hint(Struct, frozen=True):
    """One good stroke: in words, why (in words), and the spots of the sheet that it is about. `move` is None where there is
    nothing left to write."""

    move: Move | None
    text: str
    reason: str
    spots: tuple[str, ...] = ()


class Coach(Generic[R]):
    """One game's words, from its rules on one sheet. A game says what there is to learn and why a move is good. taught: the
    names of its lessons, in the order in which they are counted."""

    taught: ClassVar[tuple[str, ...]]

    def __init__(self, rules: R) -> None:
        self.rules = rules

    def lesson(self, state: Any, player: str, ui: Any) -> Lesson | None:
        """Returns what to know now, of the rules and of what they are good for, with its number; None where nothing
        differs."""
        found = self.find_lesson(state, player, ui)
        if found is None or found.name not in self.taught:
            return found
        return replace(found, number=self.taught.index(found.name) + 1)

    def find_lesson(self, state: Any, player: str, ui: Any) -> Lesson | None:
        """Returns the lesson that a position teaches. Moves are compared two by two, by their places."""
        raise NotImplementedError

    def advice(self, move: Move) -> str:
        """A move as an instruction, without a full stop."""
        raise NotImplementedError

    def reason(self, state: Any, player: str, move: Move) -> str:
        """Why this legal stroke is a good one."""
        raise NotImplementedError

    def elsewhere(self, state: Any, player: str, move: Move) -> str:
        """Returns what another stroke would do instead, in a sentence that follows the reason; "" where none differs in
        that."""
        raise NotImplementedError

    def spots(self, move: Move) -> tuple[str, ...]:
        """Returns the spots of the sheet that a stroke is about."""
        raise NotImplementedError


def hint_luck(player: str) -> random.Random:
    """Returns the luck of the computer player that is asked for a hint, the same whenever it is asked."""
    return random.Random(f"hint/{player}")


def best_stroke(bot: Bot[Any], rules: Rules[Any], state: Any, player: str) -> Move:
    """Returns what the computer player would do, the same whenever it is asked."""
    return bot(rules, state, player, hint_luck(player))


class HintCount(Struct, frozen=True):
    """The hints that a player has had. `noted`: as kept with the game, for each how many outcomes of chance there had been;
    `rolls`: how many there have been by now."""

    noted: str
    rolls: int

    @property
    def turns(self) -> tuple[int, ...]:
        """For each hint, how many outcomes of chance there had been."""
        noted = self.noted.split()[:MAX_NOTED]
        return tuple(int(turn) for turn in noted if turn.isascii() and turn.isdigit() and len(turn) < 6)

    @property
    def left(self) -> int:
        """How many hints this turn still gives unasked."""
        return max(0, FREE_HINTS - self.turns.count(self.rolls))


def note_hint(session: Session[Any], player: str) -> None:
    """Keeps that a player was given a hint."""
    had = HintCount(session.notes.get((player, HINT_NOTE), ""), session.rolls)
    session.note(player, HINT_NOTE, " ".join(map(str, (*had.turns, had.rolls))))
