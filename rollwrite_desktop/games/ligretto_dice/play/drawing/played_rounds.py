"""A score sheet of Ligretto Dice as far as it was played, in one table without blank rows or printed rules, as a picture
shows it. Decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from rollwrite_desktop.core.audit import Paper, paper_as
from rollwrite_desktop.core.i18n import integer, mark, tr
from rollwrite_desktop.draw.display import Display, Mark, Shape, Text, box
from rollwrite_desktop.draw.strokes import caption, written
from rollwrite_desktop.games.ligretto_dice.play.drawing.board_face import symbol
from rollwrite_desktop.games.ligretto_dice.play.model import COLORS, START
from rollwrite_desktop.games.ligretto_dice.play.options import rounds_of
from rollwrite_desktop.games.ligretto_dice.play.paper import (
    LigrettoDicePaper,
    final_totals,
    names_of,
    penalties_of,
    rows_of,
)
from rollwrite_desktop.sheet.sheet import Rect

_WIDE, _EDGE, _LEFT, _TOP = 720.0, 9.0, 76.0, 46.0
"""How wide the picture is, what stays free around, and where the columns begin."""
_NAMES, _HEADS, _LAST = 34.0, 13.0, 36.0
_TALLEST, _LOWEST, _ROOM = 32.0, 17.0, 330.0
"""How high a round is at most and at least, and how high all of them are as a rule."""


def played(paper: Paper) -> Display:
    """Returns the table of a game: names, points and total of each round, penalties if there are any, and the last
    totals."""
    paper = paper_as(LigrettoDicePaper, paper)
    lines = [*_lines(paper)]
    marks, y = [*_head(names_of(paper))], _TOP + _NAMES + _HEADS
    tall = min(_TALLEST, max(_LOWEST, _ROOM / len(lines)))
    for n, (title, cells) in enumerate(lines):
        high = _LAST if n == len(lines) - 1 else tall
        marks.append(caption(f"row/{n}", title, Rect(_EDGE, y, _LEFT - _EDGE - 8, high), "bold", 11.0, "text", "right"))
        for i, pair in enumerate(cells):
            marks += _cells(f"cell/{n}/{i}", pair, _column(i, len(cells), y, high))
        y += high
    for i in range(len(names_of(paper))):
        whole = _column(i, len(names_of(paper)), _TOP, y - _TOP)
        marks.append(Shape(f"frame/{i}", box(whole.x, whole.y, whole.w, whole.h, 3), stroke="border", width=1.0))
    size = _WIDE, y + _EDGE
    return Display(size, (Shape("paper", box(0, 0, *size), fill="paper"), *marks))


def _lines(paper: LigrettoDicePaper) -> Iterator[tuple[str, list[tuple[str, ...]]]]:
    """Each row: what it is called, and each player's points and total, or what stands across both."""
    names, penalties = names_of(paper), penalties_of(paper)
    running, usual = [START] * len(names), rounds_of(paper.options, len(names))
    yield tr("Start"), [("", integer(total)) for total in running]
    for number, row in enumerate(rows_of(paper), 1):
        entries = [(row[i:] or [None])[0] for i in range(len(names))]
        running = [before + (entry or 0) for before, entry in zip(running, entries, strict=True)]
        yield str(number) if number <= usual else tr(mark("Tie", "sheet")), [
            ("", "") if entry is None else (integer(entry, sign=True), integer(total))
            for entry, total in zip(entries, running, strict=True)]
    if any(penalties):
        yield tr("Penalty"), [(integer(-points) if points else "",) for points in penalties]
    yield tr("Final"), [(integer(total),) for total in final_totals(paper)]


def _head(names: tuple[str, ...]) -> Iterator[Mark]:
    """Yields the title with the symbols of the four colors, the names, and what stands under them."""
    yield Text("title", _EDGE + 1, 29.0, tr("Ligretto Dice: score"), "bold", 17.0, "text")
    for i, color in enumerate(reversed(COLORS)):
        sign = symbol(color, _WIDE - _EDGE - 8 - 20 * i, 23.0, 6.0)
        yield Shape(f"symbol/{color}", sign, f"region.{color}.strong", "border", 0.6)
    for i, name in enumerate(names):
        place = _column(i, len(names), _TOP, _NAMES)
        yield Shape(f"name/{i}/box", box(place.x, place.y, place.w, place.h, 2), "box", "line", 0.8)
        yield written(f"name/{i}", name, Rect(place.x + 4, place.y, place.w - 8, place.h), fill=0.42)
        for j, words in enumerate((tr("Points"), tr("Total"))):
            half = Rect(place.x + j * place.w / 2, place.y + place.h, place.w / 2, _HEADS)
            yield caption(f"head/{i}/{j}", words, half, "text", 8.0, "faint", "middle")


def _column(i: int, count: int, y: float, high: float) -> Rect:
    """A piece of a player's column."""
    wide = (_WIDE - _EDGE - _LEFT) / count
    return Rect(_LEFT + i * wide, y, wide, high)


def _cells(key: str, entries: tuple[str, ...], within: Rect) -> Iterator[Mark]:
    """Entries beside each other, each in a box; the last one is a total."""
    wide = within.w / len(entries)
    for j, entry in enumerate(entries):
        place = Rect(within.x + j * wide, within.y, wide, within.h)
        fill = "wild" if j == 1 else "box"
        yield Shape(f"{key}/{j}/box", box(place.x, place.y, place.w, place.h), fill, "line", 0.8)
        if entry:
            yield written(f"{key}/{j}", entry, Rect(place.x + 2, place.y, place.w - 4, place.h), fill=0.5)
