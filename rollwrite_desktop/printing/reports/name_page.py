"""Codes and the names of their areas as pages of their own, for maps that name them in letters too small to be enlarged
where they stand."""

from __future__ import annotations

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display
from rollwrite_desktop.draw.type_metrics import width
from rollwrite_desktop.printing.reports.document import Column, Document, Table
from rollwrite_desktop.printing.reports.document_pages import GAP, GUTTER, MARGIN, document_pages
from rollwrite_desktop.printing.sheets.large_print import LETTERS
from rollwrite_desktop.sheet.sheet import Sheet


def name_pages(title: str, sheet: Sheet, size: tuple[float, float]) -> tuple[Display, ...]:
    """Returns the pages, of a size in points of the face as it is in large print; none for a map that has no such names."""
    if not any(decor.kind == "key" for decor in sheet.decor):
        return ()
    names = sorted((space.id, tr(space.name)) for space in sheet.spaces)
    codes = max(width(code, "bold", LETTERS) for code, _ in names) + 0.4 * LETTERS + GAP
    table = Table("", (Column("", codes), Column("", (size[0] - 2 * MARGIN - GUTTER) / 2 - codes)), tuple(names))
    return document_pages(Document(title, (table,)), size, columns=2, sizes=(LETTERS,))
