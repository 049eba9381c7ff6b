"""Reads the fields of a filled-in PDF form. The only module that imports pypdf; any content gives values or NotAForm."""

from __future__ import annotations

import io
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from rollwrite_desktop.core.errors import NotReadable
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.intake.errors import why

MAX_BYTES = 16_000_000
"""Of a file that is read here; whoever reads it checks that."""
MAX_FIELDS = 200_000
"""Fields and their kids that are looked at."""
MAX_DEPTH = 8
MAX_CALLS = 8_000_000
"""Calls and returns while a file is read, those of pypdf included: two seconds, or some thirty sheets of ours."""
_OFF = ("", "Off")


class NotAForm(NotReadable):
    """A file that is no PDF that can be read."""


def field_values(data: bytes, name: str) -> dict[str, dict[str, str]]:
    """Sheet prefix ("s3") to its fields' names and values, in the order of the file. Raises UserError."""
    from pypdf import PdfReader

    # pypdf logs every deviation from the standard that it tolerates.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    sheets: dict[str, dict[str, str]] = {}
    try:
        with _at_most(MAX_CALLS):
            root: Any = PdfReader(io.BytesIO(data)).trailer["/Root"].get_object()
            form = root.get("/AcroForm")
            for full, value in _Fields().of((form.get_object() if form else {}).get("/Fields", ())):
                sheet, _, spot = full.partition(".")
                sheets.setdefault(sheet, {})[spot] = value
    except _TooMuch:
        reason = tr("too much to read; at most about 30 sheets in one file")
        raise NotAForm(tr("{path}: not a PDF that can be read ({why}).", path=name, why=reason)) from None
    # pypdf raises many kinds of exceptions for broken files.
    except Exception as error:
        raise NotAForm(tr("{path}: not a PDF that can be read ({why}).", path=name, why=why(error))) from error
    return sheets


class _TooMuch(BaseException):
    """More work than any form of ours takes. No Exception: pypdf goes on after many of those."""


@contextmanager
def _at_most(calls: int) -> Iterator[None]:
    """Raises _TooMuch within after so many calls and returns of functions. pypdf limits some of its work, but not how often
    it does it; this counts all of it, and the same for a file on every machine."""
    left = calls

    def count(_frame: FrameType, _event: str, _argument: object) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise _TooMuch

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)


class _Fields:
    """Walks a field tree; each field is looked at once, however often the file names it."""

    def __init__(self) -> None:
        self.looked = 0
        self.seen: set[tuple[int, int]] = set()

    def of(self, items: Any, before: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
        """Full names and values of the terminal fields. Raises ValueError for too many fields or levels."""
        for item in items.get_object() if hasattr(items, "get_object") else items:
            self._look()
            number = (item.idnum, item.generation) if hasattr(item, "idnum") else None
            if depth > MAX_DEPTH:
                raise ValueError("too many levels of fields")
            if number in self.seen:
                continue
            if number is not None:
                self.seen.add(number)
            field = item.get_object()
            name = ".".join(part for part in (before, str(field.get("/T", ""))) if part)
            kids = field.get("/Kids")
            if kids is not None and self._named(kids.get_object()):
                yield from self.of(kids, name, depth + 1)
                continue
            value = field.get("/V", "")
            value = value.get_object() if hasattr(value, "get_object") else value
            text = "" if value is None else str(value)
            if field.get("/FT") == "/Btn":
                text = "" if text.removeprefix("/") in _OFF else "x"
            yield name, text

    def _named(self, kids: Any) -> bool:
        """Whether one of the kids is a field, not a place where its parent is shown."""
        for kid in kids:
            self._look()
            if "/T" in kid.get_object():
                return True
        return False

    def _look(self) -> None:
        self.looked += 1
        if self.looked > MAX_FIELDS:
            raise ValueError("too many fields")
