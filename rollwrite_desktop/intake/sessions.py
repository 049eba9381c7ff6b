"""Reads the files of sessions on paper: any bytes give a Stored or NotASession. What it may hold is each game's own."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.limits import LongText, Text
from rollwrite_desktop.intake.errors import UNREADABLE, NotReadable, why
from rollwrite_desktop.intake.json_files import Decoder

SUFFIX = ".rollwrite-session"
MAX_BYTES = 8_000_000
MAX_MEMBERS = 200
MAX_ROLLS = 500
MAX_PENALTY = 100
MAX_NAME, MAX_CODE, MAX_NOTES = 60, 80, 10_000
"""Characters of the name of a session or a player, of a code, and of notes."""
_Name = Annotated[str, msgspec.Meta(max_length=MAX_NAME)]
Dice = Literal["digital", "real"]


class NotASession(NotReadable):
    """A file that is no session: what is so, and what was expected."""


class StoredMember(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A player as the file has one: `paper` is a paper file without its number, `file` the name of the file that it came
    from."""

    name: _Name
    paper: dict[Text, Any] | None = None
    left: bool = False
    file: Text = ""


Illegal = Literal["last", "corrected", "penalty"]


class RankingRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How sheets with illegal play are ranked: `last`, behind all others; `corrected`, by the score that they would have
    without the mistakes; or by a `penalty` of so many points for each mistake."""

    illegal: Illegal
    points: Annotated[int, msgspec.Meta(ge=1, le=MAX_PENALTY)] = 1


class Stored(msgspec.Struct, forbid_unknown_fields=True):
    """A session as the file has it. What a later version wrote into it would be lost with the next change: it is refused."""

    session: Literal[1]
    name: _Name
    game: Text
    sheet: LongText = ""
    options: dict[Text, Text] = {}
    dice: Dice = "digital"
    code: Annotated[str, msgspec.Meta(max_length=MAX_CODE)] = ""
    rolls: list[Text] = []
    members: list[StoredMember] = []
    notes: Annotated[str, msgspec.Meta(max_length=MAX_NOTES)] = ""
    started: Text = ""
    table: Text = ""
    ranking: RankingRule | None = None


_decoder = Decoder(Stored)


def parse(data: bytes, name: str) -> Stored:
    """Returns the session in `data`; `name` is used in messages. Raises NotASession."""
    if len(data) > MAX_BYTES:
        raise NotASession(tr(
            "{file}: {found} bytes; a session has at most {most}.", file=name, found=len(data), most=MAX_BYTES,
        ))
    try:
        found = _decoder.decode(data)
    except UNREADABLE as error:
        raise NotASession(tr("{file}: not a session: {why}.", file=name, why=why(error))) from error
    players, rolls = len(found.members), len(found.rolls)
    if players > MAX_MEMBERS:
        raise NotASession(tr(
            "{file}: {found} players; a session has at most {most}.", file=name, found=players, most=MAX_MEMBERS,
        ))
    if rolls > MAX_ROLLS:
        raise NotASession(tr("{file}: {found} rolls; a session has at most {most}.", file=name, found=rolls, most=MAX_ROLLS))
    return found
