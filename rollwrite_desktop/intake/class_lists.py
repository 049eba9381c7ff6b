"""Lists of names: typed, pasted, or exported from a school's software as comma-separated values."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.core.one_line import one_line
from rollwrite_desktop.intake.text import plain_cell


def people_in(text: str) -> tuple[str, ...]:
    """Returns the names in a text: one a line, also "Last, First" or the cells of a spreadsheet's row; several in a single
    line, or one with two commas or semicolons. Of two that are the same the second is "Ana (2)"."""
    lines = [line for line in text.splitlines() if line.strip()]
    found: list[str] = []
    for line in lines:
        parts = re.split("[;,]" if len(lines) > 1 else "[\t;,]", line)
        found += [line] if len(lines) > 1 and len(parts) == 2 else parts
    return _distinct(found)


_FIRST_NAME = ("first name", "firstname", "given name", "vorname", "prénom", "nombre")
_LAST_NAME = (
    "last name", "lastname", "surname", "family name", "nachname", "familienname", "name", "nom", "apellidos", "apellido",
)
"""What columns of class lists are called; a list may be in another language than the window."""


def people_in_table(text: str) -> tuple[str, ...]:
    """Returns the names in a list or in comma-separated values: those of the columns for first and last names, or of the one
    called player or name, as in an exported ranking; else as `people_in` finds them."""
    lines = text.splitlines()
    first = next(iter(lines), "")
    sign = max(",;\t", key=first.count)
    try:
        rows = list(csv.reader(lines, delimiter=sign))
    except csv.Error:
        return people_in(text)
    head = [cell.strip().casefold() for cell in rows[0]] if rows else []

    def column(*titles: str) -> int:
        return next((head.index(title) for title in titles if title in head), -1)

    first_name, last_name = column(*_FIRST_NAME), column(*_LAST_NAME)
    one = column("player", tr("Player").casefold(), "name", *_FIRST_NAME, *_LAST_NAME)
    columns = [first_name, last_name] if min(first_name, last_name) >= 0 else [one]
    if one < 0:
        return people_in(text)
    return _distinct(" ".join(plain_cell(row[at]) for at in columns if at < len(row)) for row in rows[1:])


def _distinct(found: Iterable[str]) -> tuple[str, ...]:
    names: dict[str, None] = {}
    numbers: dict[str, int] = {}
    for name in filter(None, map(one_line, found)):
        numbered = name
        while numbered in names:
            numbers[name] = numbers.get(name, 1) + 1
            numbered = f"{name} ({numbers[name]})"
        names[numbered] = None
    return tuple(names)
