"""The rules of a game to read and to look up: chapters of short entries, with examples drawn on the sheet at hand.

A game makes its handbook from its rules, so that counts and examples are those of the sheet. Knows no particular game; how
an example is drawn, play/table/handbook_pictures.py knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct, field

from rollwrite_desktop.core.i18n import plain, tr
from rollwrite_desktop.core.rules import rule_of
from rollwrite_desktop.sheet.sheet import Sheet, bounding_box

NOTHING: Mapping[str, Any] = MappingProxyType({})


class Example(Struct, frozen=True):
    """A piece of a sheet. Either `strokes` are played on a blank one: what chance brings and what a player writes, in
    notation, those of chance after "> "; the last may be one that the rules refuse. Or it is entered as on paper, by
    `spaces` and `more` fields of the game's paper file, and what the check finds is marked. `around`: the spots that must
    be seen, all if there are none. `caption`: translated. `sheet`: another sheet than the one at hand."""

    caption: str
    around: tuple[str, ...] = ()
    strokes: tuple[str, ...] = ()
    spaces: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    more: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    players: tuple[str, ...] = ()
    sheet: str = ""


Draw = Callable[[], Example | None]
"""Works out an example when it is to be drawn; None where the sheet has none."""


class Brief(Struct, frozen=True):
    """A rule in brief, enough to play by: title and text (translated), "" for those of its entry, and its examples."""

    title: str = ""
    text: str = ""
    examples: tuple[Draw, ...] = ()


class Entry(Struct, frozen=True):
    """One thing to know: the rule keys that it explains, a title and paragraphs of text (translated). ruling: what we
    decided where the rulebook says nothing; house: what a table may choose instead; "" for nothing. brief: what the quick
    rules say of it, and of what follows from it."""

    keys: tuple[str, ...]
    title: str
    text: str
    examples: tuple[Draw, ...] = ()
    ruling: str = ""
    house: str = ""
    brief: tuple[Brief, ...] = ()

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """Everything there is to read, in order, rulings and house rules called so."""
        ruling = tr("Our ruling: {text}", text=self.ruling) if self.ruling else ""
        house = tr("House rule: {text}", text=self.house) if self.house else ""
        return tuple(filter(None, "\n".join((self.text, ruling, house)).split("\n")))


class Chapter(Struct, frozen=True):
    """Entries that belong together, under a title (translated)."""

    title: str
    entries: tuple[Entry, ...]


Handbook = tuple[Chapter, ...]
HandbookOf = Callable[[Any], Handbook]
"""Makes a handbook, in the language in use, from the rules on a sheet."""


def no_handbook(_: Any) -> Handbook:
    """Of a game without one."""
    return ()


def entries(handbook: Handbook) -> Iterator[Entry]:
    """All entries in their order."""
    return (entry for chapter in handbook for entry in chapter.entries)


def in_brief(handbook: Handbook) -> tuple[Entry, ...]:
    """Returns the quick rules: what the entries say in brief, in their order."""
    return tuple(
        Entry((), brief.title or entry.title, brief.text or entry.text, brief.examples)
        for entry in entries(handbook) for brief in entry.brief
    )


def entry_of(handbook: Handbook, key: str) -> Entry | None:
    """Returns the entry that explains a rule, by its key `RA-8` or a rulebook key `RA-8:case`."""
    rule = rule_of(key)
    return next((entry for entry in entries(handbook) if rule in entry.keys), None)


def found(handbook: Handbook, query: str) -> tuple[Entry, ...]:
    """Returns the entries that hold every word of a query; accents and capitals do not matter. A rule key finds its
    entry."""
    terms = plain(query).split()
    return tuple(
        entry for entry in entries(handbook)
        if all(term in plain(" ".join((entry.title, *entry.paragraphs, *entry.keys))) for term in terms)
    )


class Legibility:
    """How well pictures of some of a sheet's spaces show them, for choosing between pictures."""

    def __init__(self, sheet: Sheet) -> None:
        boxes = {space.id: bounding_box(space.outline) for space in sheet.spaces}
        self._size = {space: box.w * box.h for space, box in boxes.items()}
        self._center = {space.id: space.writing.center for space in sheet.spaces}

    def of(self, *spaces: str) -> float:
        """Returns a value that grows with the smallest space and as they come nearer together; side by side is better than
        one above the other."""
        xs, ys = zip(*(self._center[space] for space in spaces), strict=True)
        apart = max(max(xs) - min(xs), 1.5 * (max(ys) - min(ys)), 1.0)
        return float(min(self._size[space] for space in spaces) / apart**2)
