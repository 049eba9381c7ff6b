"""Reads and writes files of digits as one person or one class writes them: any bytes give the digits with their pictures, or
NotAHand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.intake.errors import UNREADABLE, NotReadable, why
from rollwrite_desktop.intake.json_files import Decoder

SUFFIX = ".rollwrite-hand"
SIDE = 64
"""Rows and columns of a picture."""
MAX_BYTES = 2_000_000
MAX_SIGNS = 300
_Picture = Annotated[str, msgspec.Meta(pattern=f"^[0-9a-f]{{{SIDE * SIDE}}}$", max_length=SIDE * SIDE)]


class NotAHand(NotReadable):
    """A file without digits of a hand: what is so, and what was expected."""


class _Sign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A digit, and how dark each point of its picture is, row by row, a hexadecimal digit for each."""

    digit: Annotated[str, msgspec.Meta(pattern="^[0-9]$", max_length=1)]
    picture: _Picture


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hand: Literal[1]
    signs: Annotated[tuple[_Sign, ...], msgspec.Meta(max_length=MAX_SIGNS)] = ()


_decoder = Decoder(_File)


def parse(data: bytes, name: str) -> tuple[tuple[str, bytes], ...]:
    """Returns each digit with its picture, a byte for each point; `name` is used in messages. Raises NotAHand."""
    if len(data) > MAX_BYTES:
        raise NotAHand(tr("{file}: {found} bytes; digits of a hand have at most {most}.",
                          file=name, found=len(data), most=MAX_BYTES))
    try:
        signs = _decoder.decode(data).signs
    except UNREADABLE as error:
        raise NotAHand(tr("{file}: not the digits of a hand: {why}.", file=name, why=why(error))) from error
    return tuple((sign.digit, bytes(17 * int(point, 16) for point in sign.picture)) for sign in signs)


def written(signs: Iterable[tuple[str, bytes]]) -> bytes:
    """Returns the content of a file with the latest of these digits."""
    kept = [_Sign(digit, "".join(f"{point // 16:x}" for point in picture)) for digit, picture in signs]
    return msgspec.json.encode(_File(1, tuple(kept[-MAX_SIGNS:])))
