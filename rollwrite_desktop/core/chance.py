"""Chance as an actor: what can be asked of it, and outcomes that a code repeats on any machine.

Outcome k of a code is a function of the code, k and what is asked, drawn from a SHA-256 counter, so that neither play nor
undo changes the dice. Real dice typed in by people are the same outcomes. Nothing else in the program may roll.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

CHANCE = "chance"
_CODE_LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Die:
    """A die as it lies: its name (a colour, "" for plain dice) and the face it shows."""

    name: str
    face: int

    def __str__(self) -> str:
        return f"{self.name} {self.face}" if self.name else str(self.face)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What chance brought: dice, in the order in which they were announced."""

    dice: tuple[Die, ...]

    def __str__(self) -> str:
        plain = not any(die.name for die in self.dice)
        return (" " if plain else ", ").join(str(die) for die in self.dice)


class Ask(Protocol):
    """What is asked of chance."""

    def sample(self, stream: Stream) -> Outcome:
        """An outcome, each as likely as with real dice."""
        ...

    def admits(self, outcome: Outcome) -> bool:
        """Whether real dice could have brought it."""
        ...


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw `count` dice unseen from a bag and roll them."""

    bag: tuple[str, ...]
    count: int
    faces: tuple[int, ...] = (1, 2, 3, 4, 5, 6)

    def sample(self, stream: Stream) -> Outcome:
        left = list(self.bag)
        drawn = [left.pop(stream.below(len(left))) for _ in range(self.count)]
        return Outcome(tuple(Die(name, stream.one_of(self.faces)) for name in drawn))

    def admits(self, outcome: Outcome) -> bool:
        left = list(self.bag)
        for die in outcome.dice:
            if die.name not in left or die.face not in self.faces:
                return False
            left.remove(die.name)
        return len(outcome.dice) == self.count


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll `count` plain dice at once."""

    count: int
    faces: tuple[int, ...] = (1, 2, 3, 4, 5, 6)

    def sample(self, stream: Stream) -> Outcome:
        return Outcome(tuple(Die("", stream.one_of(self.faces)) for _ in range(self.count)))

    def admits(self, outcome: Outcome) -> bool:
        return len(outcome.dice) == self.count and all(not die.name and die.face in self.faces for die in outcome.dice)


class Stream:
    """The source of one outcome: a SHA-256 counter over code and number of the outcome."""

    def __init__(self, code: str, k: int) -> None:
        self._seed = f"{code}/{k}/".encode()
        self._block = 0
        self._bytes = b""

    def below(self, n: int) -> int:
        """A whole number from 0 to n − 1, all equally likely (n ≤ 2**32)."""
        limit = (1 << 32) - (1 << 32) % n
        while True:
            if not self._bytes:
                self._bytes = hashlib.sha256(self._seed + str(self._block).encode()).digest()
                self._block += 1
            word, self._bytes = int.from_bytes(self._bytes[:4], "big"), self._bytes[4:]
            if word < limit:
                return word % n

    def one_of(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]


def outcome(code: str, k: int, ask: Ask) -> Outcome:
    """Outcome number k (from 0) of a code."""
    return ask.sample(Stream(code, k))


def new_code() -> str:
    """A fresh code for a game's dice: eight letters and digits that are not mistaken for one another."""
    letters = "".join(secrets.choice(_CODE_LETTERS) for _ in range(8))
    return f"{letters[:4]}-{letters[4:]}"


_DICE = re.compile(r"[a-z]+ [0-9](, [a-z]+ [0-9])*", re.ASCII)


def read_dice(text: str) -> Outcome | None:
    """The dice of a notation such as "blue 4, wild 2", or None if it is not one."""
    if not _DICE.fullmatch(text):
        return None
    return Outcome(tuple(Die(name, int(face)) for name, face in (part.split(" ") for part in text.split(", "))))


_ROLL = re.compile(r"[0-9]( [0-9])*", re.ASCII)


def read_roll(text: str) -> Outcome | None:
    """The plain dice of a notation such as "3 3 4 8", or None if it is not one."""
    return Outcome(tuple(Die("", int(face)) for face in text.split(" "))) if _ROLL.fullmatch(text) else None
