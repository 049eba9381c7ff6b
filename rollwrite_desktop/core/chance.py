"""Dice and cards: the requests that rules make of chance, their outcomes, and outcomes that a code determines.

Outcome k of a code is a pure function of the code, k and the request, drawn from SHA-256 in counter mode, so it is the same
on every machine and independent of moves and undo. Real dice typed in by people are outcomes of the same type. No other
module rolls dice of a game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol, TypeVar

from msgspec import Struct

from rollwrite_desktop.core.digest import sha256

CODE_LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""The letters and digits of codes, without those that look alike."""
T = TypeVar("T")


class Die(Struct, frozen=True):
    """A rolled die: its name (a color; "" for a plain die) and the number on its upper face."""

    name: str
    face: int

    def __str__(self) -> str:
        return f"{self.name} {self.face}" if self.name else str(self.face)


class Outcome(Struct, frozen=True):
    """Dice and cards in the order in which they were rolled and drawn. Dice are all named or all plain.

    As text it is the notation of the journal: `blue 4, wild 2`, `3 7 | TX South, CA West`.
    """

    dice: tuple[Die, ...]
    cards: tuple[str, ...] = ()

    def __str__(self) -> str:
        dice = (", " if any(die.name for die in self.dice) else " ").join(str(die) for die in self.dice)
        return f"{dice} | {', '.join(self.cards)}" if self.cards else dice


class Ask(Protocol):
    """A request of chance."""

    def sample(self, stream: Stream) -> Outcome:
        """Returns a random outcome with the probabilities of real dice and cards."""
        ...

    def admits(self, outcome: Outcome) -> bool:
        """Returns whether the outcome is possible."""
        ...


class Draw(Struct, frozen=True):
    """Draws `count` dice from a bag and rolls them."""

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
        return len(outcome.dice) == self.count and not outcome.cards


class Roll(Struct, frozen=True):
    """Rolls `count` plain dice; `different`: rolls all again until no two are equal. Raises ValueError for a face that the
    notation of rolls, one digit a die, cannot write."""

    count: int
    faces: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    different: bool = False

    def __post_init__(self) -> None:
        if not {*range(10)}.issuperset(self.faces):
            raise ValueError(f"Faces of dice are one digit, 0 to 9: {self.faces}.")

    def sample(self, stream: Stream) -> Outcome:
        while True:
            rolled = Outcome(tuple(Die("", stream.one_of(self.faces)) for _ in range(self.count)))
            if self.admits(rolled):
                return rolled

    def admits(self, outcome: Outcome) -> bool:
        faces = [die.face for die in outcome.dice]
        if len(faces) != self.count or outcome.cards or (self.different and len(set(faces)) < len(faces)):
            return False
        return all(not die.name and die.face in self.faces for die in outcome.dice)


class Deal(Struct, frozen=True):
    """Rolls dice and turns up `count` cards of a deck. If the deck runs out, the discards are shuffled into a new one."""

    roll: Roll
    deck: tuple[str, ...]
    count: int
    discards: tuple[str, ...] = ()

    def sample(self, stream: Stream) -> Outcome:
        cards: list[str] = []
        for pile in (list(self.deck), list(self.discards)):
            while pile and len(cards) < self.count:
                cards.append(pile.pop(stream.below(len(pile))))
        return Outcome(self.roll.sample(stream).dice, tuple(cards))

    def admits(self, outcome: Outcome) -> bool:
        cards = set(outcome.cards)
        if len(cards) != self.count or len(outcome.cards) != self.count or not self.roll.admits(Outcome(outcome.dice)):
            return False
        deck = set(self.deck)
        return cards <= deck or (len(deck) < self.count and deck < cards <= deck | set(self.discards))


class Stream:
    """Uniform random numbers for outcome k of a code, from SHA-256 over code, k and a block counter."""

    def __init__(self, code: str, k: int) -> None:
        self._seed = f"{code}/{k}/".encode()
        self._block = 0
        self._bytes = b""

    def below(self, n: int) -> int:
        """Returns a uniform integer from 0 to n − 1, by rejection sampling; n ≤ 2**32."""
        limit = (1 << 32) - (1 << 32) % n
        while True:
            if not self._bytes:
                self._bytes = sha256(self._seed + str(self._block).encode()).digest()
                self._block += 1
            word, self._bytes = int.from_bytes(self._bytes[:4], "big"), self._bytes[4:]
            if word < limit:
                return word % n

    def one_of(self, items: Sequence[T]) -> T:
        """Returns one of the items, all equally likely."""
        return items[self.below(len(items))]


def outcome(code: str, k: int, ask: Ask) -> Outcome:
    """Outcome number k (from 0) of a code."""
    return ask.sample(Stream(code, k))


def new_code() -> str:
    """Returns a new random code for a game's dice, such as `K7QD-3XWF`."""
    import secrets

    return _grouped("".join(secrets.choice(CODE_LETTERS) for _ in range(8)))


def code_from(stream: Stream) -> str:
    """Returns a code in the form of `new_code`, determined by the stream."""
    return _grouped("".join(stream.one_of(CODE_LETTERS) for _ in range(8)))


def _grouped(letters: str) -> str:
    return f"{letters[:4]}-{letters[4:]}"


_DICE = re.compile(r"[a-z]+ [0-9](, [a-z]+ [0-9])*", re.ASCII)
_PLAIN = re.compile(r"(?P<dice>[0-9]( [0-9])*)( \| (?P<cards>[^\W_]+( [^\W_]+)*(, [^\W_]+( [^\W_]+)*)*))?")


def read_dice(text: str) -> Outcome | None:
    """Parses named dice such as `blue 4, wild 2`; None if the text is anything else."""
    if not _DICE.fullmatch(text):
        return None
    return Outcome(tuple(Die(name, int(face)) for name, face in (part.split(" ") for part in text.split(", "))))


def read_plain(text: str) -> Outcome | None:
    """Parses plain dice such as `3 7`, with cards after a bar (`3 7 | TX South, CA West`); None if it is anything else."""
    match = _PLAIN.fullmatch(text)
    if match is None:
        return None
    dice = tuple(Die("", int(face)) for face in match["dice"].split(" "))
    return Outcome(dice, tuple(match["cards"].split(", ")) if match["cards"] else ())
