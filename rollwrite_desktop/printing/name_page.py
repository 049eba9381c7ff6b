"""Codes and the names of their areas as pages of their own, for maps that name them in letters too small to be enlarged
where they stand."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display, Mark, Text
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.type_metrics import covering, fit, width, wrapped
from rollwrite_desktop.printing.large_print import LETTERS
from rollwrite_desktop.sheet.sheet import Sheet

TITLE, LINE, GAP = 1.5, 1.42, 14.0
"""Of the size of letters: the title's, and a line's height; and points between columns."""
COLUMNS, MAX_LINES = 2, 3
TOP = INSET + 3.2 * LETTERS


def name_pages(title: str, sheet: Sheet, size: tuple[float, float]) -> tuple[Display, ...]:
    """The pages, of a size in points of the face as it is in large print; none for a map that has no such names."""
    if not any(decor.kind == "key" for decor in sheet.decor):
        return ()
    names = sorted((space.id, tr(space.name)) for space in sheet.spaces)
    across = (size[0] - 2 * INSET - (COLUMNS - 1) * GAP) / COLUMNS
    aside = max(width(code, "bold", LETTERS) for code, _ in names) + 0.7 * LETTERS
    most = int((size[1] - INSET - TOP) / (LINE * LETTERS))
    rows = [(code, wrapped(name, covering(name, "text"), LETTERS, across - aside, MAX_LINES)) for code, name in names]
    columns = list[list[tuple[str, tuple[str, ...]]]]([[]])
    for row in rows:
        if sum(len(lines) for _, lines in (*columns[-1], row)) > most:
            columns.append([])
        columns[-1].append(row)
    pages = math.ceil(len(columns) / COLUMNS)
    return tuple(Display(size, (
        *_title(title, size[0]),
        *(mark for k, column in enumerate(columns[page * COLUMNS : (page + 1) * COLUMNS])
          for mark in _column(column, INSET + k * (across + GAP), aside)),
    )) for page in range(pages))


def _title(title: str, wide: float) -> Iterator[Mark]:
    face = covering(title, "bold")
    text, size = fit(title, face, TITLE * LETTERS, wide - 2 * INSET)
    yield Text("title", INSET, INSET + size, text, face, size, "text")


def _column(rows: list[tuple[str, tuple[str, ...]]], x: float, aside: float) -> Iterator[Mark]:
    y = TOP
    for code, lines in rows:
        yield Text(f"key/{code}", x, y + LINE * LETTERS, code, "bold", LETTERS, "text")
        for n, line in enumerate(lines):
            y += LINE * LETTERS
            yield Text(f"key/{code}/name/{n}", x + aside, y, line, covering(line, "text"), LETTERS, "text")
