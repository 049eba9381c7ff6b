"""What goes on each page: which face in which cell, the lines and the column round it, and the cut marks.

Faces come as displays and texts in words; knows no game, no ReportLab and no file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rollwrite_desktop.core.words import say
from rollwrite_desktop.draw.display import Align, Display, Face, Mark, Shape, Text, polyline
from rollwrite_desktop.draw.face import ELLIPSIS, covering, fit, missing, width, wrapped
from rollwrite_desktop.draw.paper import BINDING, GAP, RULER, Cell, Imposition, cut_marks, impose, ruler
from rollwrite_desktop.draw.strokes import caption
from rollwrite_desktop.printing.codes import LEAST, Code, code_marks
from rollwrite_desktop.printing.column import Strip, fold_line, strip_marks
from rollwrite_desktop.printing.forms import Form
from rollwrite_desktop.sheet.sheet import Rect

HEAD_SIZE = 8.0
FOOT_SIZES = ((6.0, 2), (5.5, 2), (5.0, 2), (4.2, 2), (4.2, 3), (3.6, 2), (3.0, 3))
"""Sizes of the credits and in how many lines, the first that holds them and that the line's height allows."""
FOOT_LEADING = 1.04
NUMBER_SHARE = 0.16
"""The part of the line under a face that the sheet's number and scale take."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A face to print and how often. `player` stands over it, at the right; `note` in the middle ("final score: 7").

    blanks: captions of short lines to write on, over it ("Date"). strip, code: what stands beside or on it. form: what can
    be filled in on a screen. back: what the other side of the paper shows; its copies do not matter.
    """

    display: Display
    copies: int = 1
    player: str = ""
    note: str = ""
    blanks: tuple[str, ...] = ()
    strip: Strip | None = None
    code: Code | None = None
    form: Form | None = None
    back: Leaf | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class Lines:
    """What is written round every face: the title over it, the credits (with the unofficial notice) under it, and
    whether the sheets are numbered and a line of 50 mm stands on each page."""

    title: str = ""
    credits: str = ""
    numbered: bool = True
    ruler: bool = True


@dataclass(frozen=True, slots=True)
class Placed:
    """A leaf in a cell of a page, with what is written round this one alone. `number`: the sheet's, from 1."""

    leaf: Leaf
    cell: Cell
    marks: tuple[Mark, ...]
    number: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """One page to paint: what is the same on all pages of its kind (`common`), and the faces."""

    common: tuple[Mark, ...]
    placed: tuple[Placed, ...]


def pages(leaves: Sequence[Leaf], lines: Lines, page: Imposition) -> Iterator[Page]:
    """The pages in order, each with its back behind it where any leaf has one. The last may have empty cells; pages of the
    same leaves share the same `common`."""
    sheets = [leaf for leaf in leaves for _ in range(leaf.copies)]
    held = len(page.cells)
    two_sided = any(leaf.back is not None for leaf in leaves)
    kinds: dict[tuple[object, ...], tuple[Mark, ...]] = {}
    for first in range(0, len(sheets), held):
        fronts = sheets[first : first + held]
        backs = [leaf.back or Leaf(Display(leaf.display.size, ())) for leaf in fronts] if two_sided else []
        for faces, cells in ((fronts, page.cells), (backs, page.backs)):
            if not faces:
                continue
            kind = (cells is page.backs, *map(id, faces))
            if kind not in kinds:
                kinds[kind] = _common(faces, cells, lines, page)
            yield Page(kinds[kind], tuple(
                Placed(leaf, cell, _own(leaf, cell, page.scale, lines, number, len(sheets)), number)
                for number, (leaf, cell) in enumerate(zip(faces, cells, strict=False), first + 1)
            ))


def page_count(leaves: Sequence[Leaf], page: Imposition) -> int:
    """How many pages `pages` yields."""
    sides = 2 if any(leaf.back is not None for leaf in leaves) else 1
    return sides * -(-sum(leaf.copies for leaf in leaves) // len(page.cells))


def page_display(page: Page, imposition: Imposition) -> Display:
    """A page as one display without its faces, for previews: the lines round the faces and the cut marks."""
    return Display(imposition.size, (*page.common, *(mark for placed in page.placed for mark in placed.marks)))


def imposition_of(
    leaves: Sequence[Leaf], paper: str, per_page: int, *, binding: bool = False, largest: float = 1.0
) -> Imposition:
    """The arrangement that suits the largest face and the widest column. No leaves, or no copies of any, is a
    `ValueError`."""
    if not any(leaf.copies > 0 for leaf in leaves):
        raise ValueError("Nothing to print: expected at least one sheet.")
    sizes = [side.display.size for leaf in leaves for side in (leaf, leaf.back) if side is not None]
    face = (max(size[0] for size in sizes), max(size[1] for size in sizes))
    edge = BINDING if binding else 0.0
    column = max(leaf.strip.least_width if leaf.strip else 0.0 for leaf in leaves)
    page = impose(face, paper, per_page, largest=largest, binding=edge, column=column)
    if any(leaf.code and not _on_face(leaf.code, page.scale) for leaf in leaves) and column < LEAST + 1:
        page = impose(face, paper, per_page, largest=largest, binding=edge, column=LEAST + 1)
    return page


def missing_characters(leaves: Sequence[Leaf], lines: Lines) -> str:
    """The characters that the typefaces lack and that are printed as question marks; "" when all is well."""
    sides = [side for leaf in leaves for side in (leaf, leaf.back) if side is not None]
    texts = [(mark.text, mark.face) for leaf in sides for mark in leaf.display.marks if isinstance(mark, Text)]
    texts += [(text, covering(text, "text")) for text in (lines.title, lines.credits)]
    texts += [(text, covering(text, "text")) for leaf in sides for text in (leaf.player, leaf.note)]
    texts += [(leaf.strip.code, covering(leaf.strip.code, "bold")) for leaf in sides if leaf.strip]
    return "".join(dict.fromkeys(character for text, face in texts for character in missing(text, face)))


def shortened(leaves: Sequence[Leaf], lines: Lines, page: Imposition) -> tuple[str, ...]:
    """The names and titles that are too long for their line and end in an ellipsis, each once."""
    kept: dict[str, None] = {}
    for leaf in leaves:
        (front, *_) = pages([replace(leaf, copies=1)], lines, page)
        shown = [mark.text for mark in (*leaf.display.marks, *page_display(front, page).marks) if isinstance(mark, Text)]
        short = [text.removesuffix(ELLIPSIS) for text in shown if text.endswith(ELLIPSIS)]
        for text in (lines.title, leaf.player, leaf.note, leaf.title):
            if text and text not in shown and any(text.startswith(start) for start in short if start):
                kept[text] = None
    return tuple(kept)


def _on_face(code: Code, scale: float) -> bool:
    return code.place is not None and scale * min(code.place.w, code.place.h) >= LEAST - 1e-6


def _common(faces: Sequence[Leaf], cells: tuple[Cell, ...], lines: Lines, page: Imposition) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    for i, (leaf, cell) in enumerate(zip(faces, cells, strict=False)):
        if not leaf.display.marks:  # a side left white
            continue
        marks += _over(f"title/{i}", lines.title, cell.head, "left")
        marks += _credits(f"credits/{i}", lines.credits, cell.foot)
        marks += _blanks(f"blank/{i}", leaf.blanks, cell.head, len(leaf.player) > 0)
        if page.scale != 1:
            percents = f"{100 * page.scale:g}"
            marks.append(_under(f"scale/{i}", say("{n} % of full size", n=percents), cell.foot, 1))
        if lines.ruler and i == 0 and not any(other.note for other in faces):
            marks += ruler("ruler", cell.head.x + (cell.head.w / 3 if lines.title else 0.0), cell.head.y + cell.head.h - 2)
        marks += _beside(f"beside/{i}", leaf, cell, page.scale)
    return (*marks, *cut_marks(page))


def rooms(leaf: Leaf, cell: Cell, scale: float) -> tuple[Rect | None, Rect | None]:
    """Where on the page the code and the strip of a leaf stand; a code that would be too small on its face stands above
    the strip."""
    code, column = leaf.code, cell.column
    if code is None:
        return None, column
    if code.place is not None and _on_face(code, scale):
        return _scaled(code.place, cell.face, scale), column
    if column is None:
        return None, None
    side = min(column.w, 20 / 15 * LEAST)
    square = Rect(column.x + (column.w - side) / 2, column.y, side, side)
    return square, Rect(column.x, column.y + side + GAP, column.w, column.h - side - GAP)


def _beside(key: str, leaf: Leaf, cell: Cell, scale: float) -> tuple[Mark, ...]:
    """The strip of a leaf, and the code if it is the same on many sheets."""
    square, room = rooms(leaf, cell, scale)
    marks: list[Mark] = []
    if leaf.code is not None and square is not None and leaf.copies > 1:
        marks += code_marks(f"{key}/code", leaf.code.text, square)
    if leaf.strip is not None and room is not None:
        marks += strip_marks(f"{key}/strip", leaf.strip, room)
        if leaf.strip.rolled:
            x = cell.face.x + cell.face.w + GAP / 2 if room.x > cell.face.x else cell.face.x - GAP / 2
            marks.append(fold_line(f"{key}/fold", x, cell.head.y, cell.foot.y + cell.foot.h))
    return tuple(marks)


def _scaled(place: Rect, face: Rect, scale: float) -> Rect:
    return Rect(face.x + scale * place.x, face.y + scale * place.y, scale * place.w, scale * place.h)


def _blanks(key: str, captions: tuple[str, ...], strip: Rect, named: bool) -> tuple[Mark, ...]:
    """Lines to write on, at the right of the line over a face; left of the player's name if that is printed."""
    marks: list[Mark] = []
    size = min(HEAD_SIZE, 0.75 * strip.h)
    third = (strip.w / 3 if named else strip.w - 0.30 * strip.w - RULER) - 6
    right = strip.x + strip.w - (strip.w / 3 if named else 0.0)
    each = min(150.0, third / max(1, len(captions)))
    for i, text in enumerate(captions):
        start = right - (len(captions) - i) * each
        text, fitted = fit(text, "text", size, 0.5 * each)
        low = strip.y + strip.h - 3
        marks.append(Text(f"{key}/{i}", start, low, text, "text", fitted, "faint"))
        line = polyline(((start + width(text, "text", fitted) + 3, low + 1), (start + each - 5, low + 1)))
        marks.append(Shape(f"{key}/{i}/line", line, stroke="faint", width=0.5))
    return tuple(marks)


def _own(leaf: Leaf, cell: Cell, scale: float, lines: Lines, number: int, total: int) -> tuple[Mark, ...]:
    if not leaf.display.marks:
        return ()
    marks: list[Mark] = [
        *_over(f"note/{number}", leaf.note, cell.head, "middle"),
        *_over(f"player/{number}", leaf.player, cell.head, "right"),
    ]
    if leaf.code is not None and leaf.copies == 1:
        square, _ = rooms(leaf, cell, scale)
        if square is not None:
            marks += code_marks(f"code/{number}", leaf.code.text, square)
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
    size = min(HEAD_SIZE, 0.75 * strip.h)
    return (caption(key, text, Rect(x, strip.y, third, strip.h - 3), face, size, "text", align),)


def _credits(key: str, text: str, strip: Rect) -> tuple[Mark, ...]:
    """The credits under a face, as large as they fit."""
    if not text:
        return ()
    face = covering(text, "text")
    room = (1 - NUMBER_SHARE) * strip.w
    sizes = [(size, most) for size, most in FOOT_SIZES if size * most * FOOT_LEADING <= strip.h]
    for size, most in sizes:
        rows = wrapped(text, face, size, room, most)
        if not rows[-1].endswith(ELLIPSIS):
            break
    return tuple(
        Text(f"{key}/{i}", strip.x, _baseline(strip, i, most), row, face, size, "faint") for i, row in enumerate(rows)
    )


def _under(key: str, text: str, strip: Rect, row: int) -> Text:
    text, size = fit(text, "text", min(FOOT_SIZES[1][0], 0.47 * strip.h), NUMBER_SHARE * strip.w - 6)
    return Text(key, strip.x + strip.w, _baseline(strip, row), text, "text", size, "faint", "right")


def _baseline(strip: Rect, row: int, rows: int = 2) -> float:
    return strip.y + strip.h * (0.04 + 0.92 * (row + 1) / rows)
