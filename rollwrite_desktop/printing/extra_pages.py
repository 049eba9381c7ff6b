"""Faces besides sheets: the rules in brief, tables that replace special dice.

Knows no game: texts and tables come from its print kit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.draw.display import Display, Face, Mark, Shape, Text, box, polyline
from rollwrite_desktop.draw.inks import INKS
from rollwrite_desktop.draw.strokes import caption
from rollwrite_desktop.draw.type_metrics import cap_height, wrapped
from rollwrite_desktop.gamekit.print_kit import Table
from rollwrite_desktop.sheet.sheet import Rect

MARGIN, COLUMN_GAP = 18.0, 26.0
TITLE = 20.0
SIZES = (15.0, 14.0, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0)
LEADING, PARAGRAPH = 1.32, 0.35
MAX_ROWS = 30
THROWS = 6


def rules_page(title: str, summary: Sequence[str], size: tuple[float, float]) -> Display:
    """The rules in brief on one face, in two columns, in the largest of SIZES that fits."""
    wide = (size[0] - 2 * MARGIN - COLUMN_GAP) / 2
    top = MARGIN + TITLE + 14
    for letters in SIZES:
        rows = _rows(summary, letters, wide)
        placed = _columns(rows, letters, size[1] - MARGIN - top)
        if placed is not None or letters == SIZES[-1]:
            break
    marks: list[Mark] = [Text("title", MARGIN, MARGIN + TITLE * 0.8, title, "bold", TITLE, "text")]
    for i, (column, y, text, face) in enumerate(placed or ()):
        marks.append(Text(f"row/{i}", MARGIN + column * (wide + COLUMN_GAP), top + y, text, face, letters, "text"))
    return Display(size, tuple(marks))


def _rows(summary: Sequence[str], letters: float, wide: float) -> list[tuple[str, Face, float]]:
    """Wraps messages; yields text, typeface, and the space before each line as a multiple of the line height."""
    rows: list[tuple[str, Face, float]] = []
    for message in summary:
        text = tr(message)
        heading = text.startswith("# ")
        face: Face = "bold" if heading else "text"
        for i, line in enumerate(wrapped(text.removeprefix("# "), face, letters, wide, MAX_ROWS)):
            rows.append((line, face, 0.0 if i else 0.8 if heading else PARAGRAPH))
    return rows


def _columns(
    rows: Sequence[tuple[str, Face, float]], letters: float, high: float
) -> list[tuple[int, float, str, Face]] | None:
    """Column, baseline, text and typeface of every line in two columns; None if they do not fit. No column ends with a
    heading."""
    step = LEADING * letters
    placed: list[tuple[int, float, str, Face]] = []
    column, y = 0, 0.0
    for i, (text, face, before) in enumerate(rows):
        y += (before * step if y else 0.0) + step
        alone = face == "bold" and i + 1 < len(rows) and y + (1 + PARAGRAPH) * step > high
        if y > high or alone:
            column, y = column + 1, step
        if column > 1:
            return None
        placed.append((column, y, text, face))
    return placed


def table_pages(tables: Sequence[Table], title: str, size: tuple[float, float]) -> tuple[Display, ...]:
    """One face per table: the results of a special die for two ordinary dice, one for the row and one for the column."""
    return tuple(Display(size, tuple(_table(table, title, size))) for table in tables)


def _table(table: Table, title: str, size: tuple[float, float]) -> Iterator[Mark]:
    each = THROWS * THROWS // len(table.results)
    results = [result for result in table.results for _ in range(each)]
    results += [""] * (THROWS * THROWS - len(results))
    yield Text("title", MARGIN, MARGIN + TITLE * 0.8, f"{title}: {tr(table.title)}", "bold", TITLE, "text")
    how = tr("Roll two ordinary dice that you can tell apart: the first chooses the row, the second the column.")
    if table.again or "" in results:
        again = [*([tr("an empty field")] if "" in results else []), *([tr(table.again)] if table.again else [])]
        what = tr("{one} or {other}", one=again[0], other=again[1]) if len(again) > 1 else again[0]
        how += " " + tr("Roll both again for {what}.", what=what)
    for i, line in enumerate(wrapped(how, "text", 11, size[0] - 2 * MARGIN, 3)):
        yield Text(f"how/{i}", MARGIN, MARGIN + TITLE + 14 + 15 * i, line, "text", 11, "text")
    top, left = MARGIN + TITLE + 62, MARGIN + 40
    wide, high = (size[0] - MARGIN - left) / THROWS, (size[1] - MARGIN - top) / THROWS
    for n in range(1, THROWS + 1):
        column, row = left + (n - 0.5) * wide, top + (n - 0.5) * high
        yield Text(f"column/{n}", column, top - 8, str(n), "bold", 16, "text", "middle")
        yield Text(f"row/{n}", left - 16, row + cap_height("bold", 16) / 2, str(n), "bold", 16, "text", "middle")
    for i, result in enumerate(results):
        place = Rect(left + i % THROWS * wide, top + i // THROWS * high, wide, high)
        ink = f"region.{result}" if f"region.{result}" in INKS else "box"
        yield Shape(f"field/{i}", box(place.x, place.y, place.w, place.h), ink if result else "", "line", 0.75)
        if result:
            yield caption(f"field/{i}/text", tr(result), place, "bold", 15, "text", "middle")
    edge = polyline(((left, top), (left, top + THROWS * high)))
    yield Shape("edge", edge, stroke="border", width=1.5)



