"""Reads the fields of a filled-in PDF form. The only module that imports pypdf; any content gives values or NotAForm."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from typing import Any

from rollwrite_desktop.core.errors import NotReadable
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.intake.errors import why

MAX_FIELDS = 200_000
MAX_DEPTH = 8
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
        root: Any = PdfReader(io.BytesIO(data)).trailer["/Root"].get_object()
        form = root.get("/AcroForm")
        for full, value in _fields((form.get_object() if form else {}).get("/Fields", ())):
            sheet, _, spot = full.partition(".")
            sheets.setdefault(sheet, {})[spot] = value
    # pypdf raises many kinds of exceptions for broken files.
    except Exception as error:
        raise NotAForm(tr("{path}: not a PDF that can be read ({why}).", path=name, why=why(error))) from error
    return sheets


def _fields(items: Any, before: str = "", depth: int = 0, seen: list[int] | None = None) -> Iterator[tuple[str, str]]:
    """Full names and values of the terminal fields of a field tree. Raises ValueError for too many fields or levels."""
    seen = [0] if seen is None else seen
    for item in items.get_object() if hasattr(items, "get_object") else items:
        seen[0] += 1
        if seen[0] > MAX_FIELDS or depth > MAX_DEPTH:
            raise ValueError("too many fields")
        field = item.get_object()
        name = ".".join(part for part in (before, str(field.get("/T", ""))) if part)
        kids = field.get("/Kids")
        if kids is not None and any("/T" in kid.get_object() for kid in kids.get_object()):
            yield from _fields(kids, name, depth + 1, seen)
            continue
        value = field.get("/V", "")
        value = value.get_object() if hasattr(value, "get_object") else value
        text = "" if value is None else str(value)
        if field.get("/FT") == "/Btn":
            text = "" if text.removeprefix("/") in _OFF else "x"
        yield name, text
