"""Reads the fields of a filled-in PDF form; any content gives values or NotAForm.

How long pypdf takes is not bounded by the length of what it reads: a file from elsewhere is read by a process that may be
ended (`printing/photos/form_reader.py`).
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rollwrite_desktop.core.errors import NotReadable
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.intake.errors import why

if TYPE_CHECKING:
    from rollwrite_desktop.intake.pdf_objects import Objects

MAX_BYTES = 16_000_000
"""Of a file that is read here; whoever reads it checks that."""
MAX_FIELDS = 200_000
"""Fields and their kids that are looked at."""
MAX_DEPTH = 8
MAX_NAME, MAX_FULL_NAME = 500, 2_000
"""Characters of a field's own name, and of that together with those of the fields it is in."""
MAX_TEXT = 20_000_000
"""Characters of all names and values that are kept."""
READABLE = 15_000
"""So many fields of one file are read back, on slow machines too; who prints more is told so."""
_OFF = ("", "Off")
NOT_A_PDF = mark("{path}: not a PDF that can be read ({why}).")


class NotAForm(NotReadable):
    """A file that is no PDF that can be read."""


def field_values(data: bytes, name: str) -> dict[str, dict[str, str]]:
    """Sheet prefix ("s3") to its fields' names and values, in the order of the file. Raises UserError."""
    from rollwrite_desktop.intake.pdf_objects import Objects  # pypdf takes long to import

    # pypdf logs every deviation from the standard that it tolerates.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    sheets: dict[str, dict[str, str]] = {}
    try:
        for full, value in _Fields(Objects(data)).all():
            sheet, _, spot = full.partition(".")
            sheets.setdefault(sheet, {})[spot] = value
    # pypdf raises many kinds of exceptions for broken files.
    except Exception as error:
        raise NotAForm(tr(NOT_A_PDF, path=name, why=why(error))) from error
    return sheets


def values_or_reason(data: bytes, name: str) -> dict[str, dict[str, str]] | str:
    """`field_values`, or the sentence of what it raises, which is what a process can hand back."""
    try:
        return field_values(data, name)
    except NotAForm as error:
        return str(error)


class _Fields:
    """Walks a field tree; each field is looked at once, however often the file names it."""

    def __init__(self, objects: Objects) -> None:
        self.objects = objects
        self.looked = 0
        self.kept = 0
        self.seen: set[tuple[int, int]] = set()

    def all(self) -> Iterator[tuple[str, str]]:
        """Full names and values of the terminal fields. Raises ValueError for too many fields or levels, or too long
        texts."""
        catalog = self.objects.resolved(self.objects.root)
        if not isinstance(catalog, dict):
            raise ValueError("no catalog")
        form = self._entries(catalog.get("/AcroForm"))
        return self._of(form.get("/Fields"))

    def _of(self, items: Any, before: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
        for item in self._items(items):
            self._look()
            number = (item.idnum, item.generation) if hasattr(item, "idnum") else None
            if depth > MAX_DEPTH:
                raise ValueError("too many levels of fields")
            if number in self.seen:
                continue
            if number is not None:
                self.seen.add(number)
            field = self._entries(item)
            name = self._name(before, field)
            kids = field.get("/Kids")
            if kids is not None and self._named(kids):
                yield from self._of(kids, name, depth + 1)
                continue
            text = self.objects.text(field.get("/V"))
            if field.get("/FT") == "/Btn":
                text = "" if text.removeprefix("/") in _OFF else "x"
            self.kept += len(name) + len(text)
            if self.kept > MAX_TEXT:
                raise ValueError("too long names and values of fields")
            yield name, text

    def _name(self, before: str, field: dict[str, Any]) -> str:
        """Returns the full name of a field within another one."""
        own = self.objects.text(field.get("/T"))
        if len(own) > MAX_NAME or len(before) + 1 + len(own) > MAX_FULL_NAME:
            raise ValueError("a field with a name that is too long")
        return f"{before}.{own}" if before and own else before or own

    def _named(self, kids: Any) -> bool:
        """Returns whether one of the kids is a field, not a place where its parent is shown."""
        for kid in self._items(kids):
            self._look()
            if "/T" in self._entries(kid):
                return True
        return False

    def _entries(self, value: Any) -> dict[str, Any]:
        found = self.objects.resolved(value)
        return found if isinstance(found, dict) else {}

    def _items(self, value: Any) -> Sequence[Any]:
        found = self.objects.resolved(value)
        return found if isinstance(found, list) else ()

    def _look(self) -> None:
        self.looked += 1
        if self.looked > MAX_FIELDS:
            raise ValueError("too many fields")
