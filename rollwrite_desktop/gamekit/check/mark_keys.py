"""What can be typed into a space of a sheet, declared once: what its keys do, and how a paper file has the mark.

Keys: a digit, a sign such as X, `(` for the circle, a space to cross off, "" to erase; `>` begins and ends a route.
"""

from __future__ import annotations

import re

from msgspec import Struct

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.gamekit.marks import circle, content, is_circled

ERASE, CIRCLE, CROSS_OFF, ROUTE = "", "(", " ", ">"
DIGITS = "0123456789"
Key = tuple[str, str]
"""A key and its caption."""


def is_digit(key: str) -> bool:
    """Returns whether a key is one digit (ASCII)."""
    return len(key) == 1 and key in DIGITS


def keys_of(characters: str) -> tuple[Key, ...]:
    """Keys that are their own captions."""
    return tuple((character, character) for character in characters)


def erase_key() -> Key:
    """Returns the key that empties the place typed into."""
    return ERASE, tr("Erase")


def number_keys() -> tuple[Key, ...]:
    """Returns the keys of a field for points: digits as on a telephone, and erase."""
    return (*keys_of("1234567890"), erase_key())


class MarkKeys(Struct, frozen=True):
    """What can be typed into a space. digits: those that a number consists of, `length` of them; offered: those that have a
    key ("": all). signs: what else can stand there, with captions. circles: whether marks can be circled."""

    digits: str = "123456"
    offered: str = ""
    length: int = 1
    signs: tuple[Key, ...] = ()
    circles: bool = False

    @property
    def form(self) -> re.Pattern[str]:
        """What such a mark looks like in a paper file, its circle as brackets."""
        number = f"[{self.digits}]{{{self.length}}}"
        plain = "|".join((number, *(re.escape(sign) for sign, _ in self.signs)))
        return re.compile(rf"{plain}|\((?:{plain})\)" if self.circles else plain, re.ASCII)

    def captioned(self) -> tuple[Key, ...]:
        """Returns the keys to be shown for a space."""
        circle_key = ((CIRCLE, tr("Circle")),) if self.circles else ()
        return (*keys_of(self.offered or self.digits), *self.signs, *circle_key, erase_key())

    def typed(self, held: str, key: str) -> str | None:
        """Returns what stands in a space after a key, None if the key means nothing there. A digit after a whole number
        replaces it with its circle, and so does a sign."""
        if key == ERASE or key in dict(self.signs):
            return key
        what = content(held)
        if key == CIRCLE and held and self.circles:
            return what if is_circled(held) else circle(what)
        if not is_digit(key) or key not in self.digits:
            return None
        if not what.isdigit() or len(what) >= self.length:
            return key
        return circle(what + key) if is_circled(held) else what + key
