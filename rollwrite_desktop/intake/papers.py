"""Reads paper files: any bytes give a Paper or NotAPaper. What its spaces and boxes may hold is each game's own."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from rollwrite_desktop.core.audit import NotAPaper, Paper
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.limits import Text
from rollwrite_desktop.intake.errors import UNREADABLE, why
from rollwrite_desktop.intake.json_files import Decoder

MAX_BYTES = 1_000_000

NO_KINDS: Mapping[str, type[Paper]] = MappingProxyType({})


class _Head(msgspec.Struct):
    """What every paper file has: "paper" must stand in it although 1 is the default, and "game" tells the struct."""

    paper: int
    game: Text


_head = Decoder(_Head)


def read_paper(data: bytes, name: str, kinds: Mapping[str, type[Paper]] = NO_KINDS) -> Paper:
    """Returns the paper file in `data`; `name` is used in messages, `kinds` are the structs of games by id. Raises
    NotAPaper."""
    if len(data) > MAX_BYTES:
        raise NotAPaper(tr(
            "{file}: {found} bytes; a paper file has at most {most}.", file=name, found=len(data), most=MAX_BYTES,
        ))
    try:
        return Decoder(kinds.get(_head.decode(data).game, Paper)).decode(data)
    except UNREADABLE as error:
        raise NotAPaper(tr("{file}: not a paper file: {why}.", file=name, why=why(error))) from error
