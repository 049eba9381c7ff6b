"""What goes on each page: which face in which cell, the lines above and below it, and the cut marks.

Faces come as displays and texts in words; knows no game, no ReportLab and no file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rollwrite_desktop.core.words import say
from rollwrite_desktop.draw.display import Align, Display, Face, Mark, Text
from rollwrite_desktop.draw.face import ELLIPSIS, covering, fit, missing, wrapped
from rollwrite_desktop.draw.paper import Cell, Imposition, cut_marks, impose
from rollwrite_desktop.draw.strokes import caption
from rollwrite_desktop.sheet.sheet import Rect

HEAD_SIZE = 8.0
FOOT_SIZES = ((6.0, 2), (5.5, 2), (5.0, 2), (4.2, 3))
"""Sizes of the credits and in how many lines, the first that holds them."""
NUMBER_SHARE = 0.16
"""The part of the line under a face that the sheet's number and scale take."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A face to print and how often. `player` stands over it, at the right; `note` in the middle ("final score: 7")."""

    display: Display
    copies: int = 1
    player: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Lines:
    """What is written round every face: the title over it, the credits (with the unofficial notice) under it, and
    whether the sheets are numbered."""

    title: str = ""
    credits: str = ""
    numbered: bool = True


@dataclass(frozen=True, slots=True)
class Placed:
    """A leaf in a cell of a page, with what is written round this one alone."""

    leaf: Leaf
    cell: Cell
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """One page to paint: what is the same on all pages of its kind (`common`), and the faces."""

    common: tuple[Mark, ...]
    placed: tuple[Placed, ...]


def pages(leaves: Sequence[Leaf], lines: Lines, page: Imposition) -> Iterator[Page]:
    """The pages in order. The last may have empty cells; pages with as many faces share the same `common`."""
    sheets = [leaf for leaf in leaves for _ in range(leaf.copies)]
    held = len(page.cells)
    common = {used: _common(lines, page, used) for used in {held, len(sheets) % held}}
    for first in range(0, len(sheets), held):
        placed = tuple(
            Placed(leaf, cell, _own(leaf, cell, lines, number, len(sheets)))
            for number, (leaf, cell) in enumerate(zip(sheets[first : first + held], page.cells, strict=False), first + 1)
        )
        yield Page(common[len(placed)], placed)


def page_display(page: Page, imposition: Imposition) -> Display:
    """A page as one display without its faces, for previews: the lines round the faces and the cut marks."""
    return Display(imposition.size, (*page.common, *(mark for placed in page.placed for mark in placed.marks)))


def imposition_of(leaves: Sequence[Leaf], paper: str, per_page: int) -> Imposition:
    """The arrangement that suits the largest face. No leaves, or no copies of any, is a `ValueError`."""
    if not any(leaf.copies > 0 for leaf in leaves):
        raise ValueError("Nothing to print: expected at least one sheet.")
    sizes = [leaf.display.size for leaf in leaves]
    return impose((max(size[0] for size in sizes), max(size[1] for size in sizes)), paper, per_page)


def missing_characters(leaves: Sequence[Leaf], lines: Lines) -> str:
    """The characters that the typefaces lack and that are printed as question marks; "" when all is well."""
    texts = [(mark.text, mark.face) for leaf in leaves for mark in leaf.display.marks if isinstance(mark, Text)]
    texts += [(text, covering(text, "text")) for text in (lines.title, lines.credits)]
    texts += [(text, covering(text, "text")) for leaf in leaves for text in (leaf.player, leaf.note)]
    return "".join(dict.fromkeys(character for text, face in texts for character in missing(text, face)))


def _common(lines: Lines, page: Imposition, used: int) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    for i, cell in enumerate(page.cells[:used]):
        marks += _over(f"title/{i}", lines.title, cell.head, "left")
        marks += _credits(f"credits/{i}", lines.credits, cell.foot)
        if page.scale != 1:
            marks.append(_under(f"scale/{i}", say("{n} % of full size", n=round(100 * page.scale)), cell.foot, 1))
    return (*marks, *cut_marks(page))


def _own(leaf: Leaf, cell: Cell, lines: Lines, number: int, total: int) -> tuple[Mark, ...]:
    marks = [
        *_over(f"note/{number}", leaf.note, cell.head, "middle"),
        *_over(f"player/{number}", leaf.player, cell.head, "right"),
    ]
    if lines.numbered and total > 1:
        marks.append(_under(f"number/{number}", say("Sheet {n} of {total}", n=number, total=total), cell.foot, 0))
    return tuple(marks)


def _over(key: str, text: str, strip: Rect, align: Align) -> tuple[Mark, ...]:
    """A third of the line over a face; its baseline keeps clear of the face."""
    if not text:
        return ()
    face: Face = "bold" if align == "left" else "text"
    third = strip.w / 3 - 6
    x = {"left": strip.x, "middle": strip.x + strip.w / 2 - third / 2, "right": strip.x + strip.w - third}[align]
    return (caption(key, text, Rect(x, strip.y, third, strip.h - 3), face, HEAD_SIZE, "text", align),)


def _credits(key: str, text: str, strip: Rect) -> tuple[Mark, ...]:
    """The credits under a face, as large as they fit."""
    if not text:
        return ()
    face = covering(text, "text")
    room = (1 - NUMBER_SHARE) * strip.w
    for size, most in FOOT_SIZES:
        rows = wrapped(text, face, size, room, most)
        if not rows[-1].endswith(ELLIPSIS):
            break
    return tuple(
        Text(f"{key}/{i}", strip.x, _baseline(strip, i, most), row, face, size, "faint") for i, row in enumerate(rows)
    )


def _under(key: str, text: str, strip: Rect, row: int) -> Text:
    text, size = fit(text, "text", FOOT_SIZES[1][0], NUMBER_SHARE * strip.w - 6)
    return Text(key, strip.x + strip.w, _baseline(strip, row), text, "text", size, "faint", "right")


def _baseline(strip: Rect, row: int, rows: int = 2) -> float:
    return strip.y + strip.h * (0.04 + 0.92 * (row + 1) / rows)
