"""The rules of a game to look up: short entries in our own words, each with a piece of a sheet where a picture says more.

Knows no particular game; how an example is drawn, illustrated.py knows.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.rules import rule_of

NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Example:
    """A piece of a sheet. Either `strokes` are played on a blank one: what chance brings and what a player writes, in
    notation, those of chance after "> "; the last may be one that the rules refuse. Or it is entered as on paper, by
    `spaces` and `more` fields of the game's paper file, and what the check finds is marked. `around`: the spots that must
    be seen, all if there are none. `caption`: a message id. `sheet`: another sheet than the game's first."""

    caption: str
    around: tuple[str, ...] = ()
    strokes: tuple[str, ...] = ()
    spaces: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    more: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    players: tuple[str, ...] = ()
    sheet: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to know: the rule keys it explains, a title and the text (message ids), and an example or none."""

    keys: tuple[str, ...]
    title: str
    text: str
    example: Example | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    """Entries that belong together."""

    title: str
    entries: tuple[Entry, ...]


Handbook = tuple[Chapter, ...]


def entries(handbook: Handbook) -> Iterator[Entry]:
    """All entries in their order."""
    return (entry for chapter in handbook for entry in chapter.entries)


def entry_of(handbook: Handbook, key: str) -> Entry | None:
    """The entry that explains a rule, by its key `RA-8` or a rulebook key `RA-8:case`."""
    rule = rule_of(key)
    return next((entry for entry in entries(handbook) if rule in entry.keys), None)


def found(handbook: Handbook, sought: str) -> tuple[Entry, ...]:
    """The entries that hold every word sought, in the language in use; accents and capitals do not matter. A rule key
    finds its entry."""
    terms = _plain(sought).split()
    return tuple(
        entry for entry in entries(handbook)
        if all(term in _plain(" ".join((tr(entry.title), tr(entry.text), *entry.keys))) for term in terms)
    )


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
