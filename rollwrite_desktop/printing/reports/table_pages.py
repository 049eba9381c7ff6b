"""Faces with tables that replace special dice.

Knows no game: tables come from its print kit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rollwrite_desktop.core.i18n import tr, with_colon
from rollwrite_desktop.draw.display import Display, Mark, Shape, Text, box, polyline
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.inks import INKS
from rollwrite_desktop.draw.strokes import caption
from rollwrite_desktop.draw.type_metrics import cap_height, width, wrapped
from rollwrite_desktop.gamekit.words.print_kit import DiceTable
from rollwrite_desktop.sheet.sheet import Rect

MARGIN = INSET
TITLE = 20.0
WORD = 15.0
THROWS = 6


def table_pages(tables: Sequence[DiceTable], title: str, size: tuple[float, float]) -> tuple[Display, ...]:
    """One face per table: the results of a special die for two ordinary dice, one for the row and one for the column."""
    return tuple(Display(size, tuple(_table(table, title, size))) for table in tables)


def _table(table: DiceTable, title: str, size: tuple[float, float]) -> Iterator[Mark]:
    each = THROWS * THROWS // len(table.results)
    results = [result for result in table.results for _ in range(each)]
    results += [""] * (THROWS * THROWS - len(results))
    yield Text("title", MARGIN, MARGIN + TITLE * 0.8, with_colon(title, tr(table.title)), "bold", TITLE, "text")
    how = tr("Roll two different-looking dice: the first gives the row, the second the column.")
    if table.again or "" in results:
        again = [*([tr("an empty box")] if "" in results else []), *([tr(table.again)] if table.again else [])]
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
            if ink != "box":
                # Hatches keep clear of it, and would run through the word.
                half = width(tr(result), "bold", WORD) / 2 + 5
                tab = box(place.x + place.w / 2 - half, place.y + place.h / 2 - 0.7 * WORD, 2 * half, 1.4 * WORD)
                yield Shape(f"field/{i}/tab", tab, "box")
            yield caption(f"field/{i}/text", tr(result), place, "bold", WORD, "text", "middle")
    edge = polyline(((left, top), (left, top + THROWS * high)))
    yield Shape("edge", edge, stroke="border", width=1.5)



