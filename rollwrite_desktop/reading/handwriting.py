"""What one person's digits look like: pictures of digits that somebody has corrected, by which other marks are read better.

Nothing is trained anew. A digit that looks to the network like some that were corrected is taken for what those are: the
nearest neighbors among its features, each counting less the less alike it is (Parzen 1962).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from rollwrite_desktop.reading.ink import SIDE
from rollwrite_desktop.reading.marks import LISTED, MOST_OTHERS, Digit, Mark
from rollwrite_desktop.reading.network import features, weights

MOST_SIGNS = 300
"""Signs that are kept, the latest ones."""
NEARNESS = 0.04
"""How much less alike than one, as a cosine, a sign is that counts 1/e as much."""
WEIGHT = 10.0
"""How much a sign that is quite alike counts, against what the network says."""
LEAST = 0.02
"""What counts less, all signs together, changes nothing."""


MOST_REMEMBERED = 20_000
_REMEMBERED: dict[bytes, NDArray[np.float32]] = {}


class Sign(Struct, frozen=True):
    """A digit as somebody writes it: what it is, and its picture, (SIDE, SIDE) bytes."""

    digit: str
    picture: bytes


class Hand(Struct, frozen=True, dict=True):
    """The digits that were corrected, the oldest first."""

    signs: tuple[Sign, ...] = ()

    @cached_property
    def _known(self) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
        """The features of the signs, and which digit each is, as rows of 0 and 1."""
        return _seen([sign.picture for sign in self.signs]), np.eye(10)[[int(sign.digit) for sign in self.signs]]

    def taught(self, mark: Mark, text: str) -> Hand:
        """What is known after a mark was said to be `text`: its digits, if both have as many."""
        number = text.strip("()")
        if not number.isdecimal() or len(number) != len(mark.digits):
            return self
        more = (Sign(digit, seen.picture) for digit, seen in zip(number, mark.digits, strict=True))
        return Hand((*self.signs, *more)[-MOST_SIGNS:])

    def read(self, marks: Iterable[Mark]) -> list[Mark]:
        """Marks as they are read with what is known of the hand."""
        marks = [*marks]
        numbers = [i for i, each in enumerate(marks) if each.digits]
        if not self.signs or not numbers:
            return marks
        digits = [digit for i in numbers for digit in marks[i].digits]
        known, which = self._known
        near = np.exp((_seen([digit.picture for digit in digits]) @ known.T - 1) / NEARNESS) @ which * WEIGHT
        chances = (np.array([digit.chances for digit in digits]) + near) / (1 + near.sum(1, keepdims=True))
        begin = 0
        for i in numbers:
            count = len(marks[i].digits)
            if near[begin:begin + count].sum() > LEAST:
                marks[i] = _advised(marks[i], chances[begin:begin + count])
            begin += count
        return marks


def _seen(pictures: Sequence[bytes]) -> NDArray[np.float32]:
    """The features of pictures; those that were looked at before are remembered."""
    new = [picture for picture in dict.fromkeys(pictures) if picture not in _REMEMBERED]
    if len(_REMEMBERED) + len(new) > MOST_REMEMBERED:
        _REMEMBERED.clear()
        new = [*dict.fromkeys(pictures)]
    if new:
        rasters = np.frombuffer(b"".join(new), np.uint8).reshape(-1, SIDE, SIDE).astype(np.float32)
        rasters /= 255
        _REMEMBERED.update(zip(new, features(rasters, weights()), strict=True))
    return np.stack([_REMEMBERED[picture] for picture in pictures])


def _advised(mark: Mark, chances: NDArray[np.float64]) -> Mark:
    """A mark whose digits are so likely now; what else is doubtful of it, as a circle, stays as it is."""
    number = mark.text.strip("()")
    rows = range(len(number))
    before = float(np.prod([mark.digits[i].chances[int(number[i])] for i in rows]))
    rest = min(1.0, mark.confidence / max(before, 1e-6))
    best = "".join(str(int(row.argmax())) for row in chances)
    confidence = rest * float(chances.max(1).prod())
    second = [best[:i] + str(int(np.argsort(chances[i])[-2])) + best[i + 1:] for i in rows
              if np.sort(chances[i])[-2] > LISTED]
    as_written = {text: mark.text.replace(number, text) for text in (best, *second)}
    others = dict.fromkeys((*([mark.text] if best != number else []), *(as_written[text] for text in second), *mark.others))
    digits = tuple(Digit(digit.picture, tuple(map(float, row))) for digit, row in zip(mark.digits, chances, strict=True))
    text = as_written[best]
    return replace(mark, text=text, confidence=confidence, digits=digits,
                   others=tuple(other for other in others if other != text)[:MOST_OTHERS])
