"""The layout of pages: which face is in which cell, header, footer and column around it, and the cut marks.

Faces are displays and texts are translated already. Knows no game, no ReportLab and no file.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.draw.display import Align, Display, Face, Mark, Shape, Text, polyline
from rollwrite_desktop.draw.imposition import (
    BINDING,
    GAP,
    MIN_BOXES,
    RULER,
    Cell,
    Hole,
    Imposition,
    cut_marks,
    hole_marks,
    impose,
    ruler,
)
from rollwrite_desktop.draw.strokes import caption
from rollwrite_desktop.draw.type_metrics import ELLIPSIS, covering, fit, missing, width, wrapped
from rollwrite_desktop.printing.form_fields import Form
from rollwrite_desktop.printing.roll_strip import Strip, fold_line, strip_marks
from rollwrite_desktop.printing.sheet_codes import MIN_SIDE, Code, code_marks
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Rect

HEAD_SIZE = 8.0
FOOT_SIZES = ((6.0, 2), (5.5, 2), (5.0, 2), (4.2, 2), (4.2, 3), (3.6, 2), (3.0, 3))
"""Sizes of the credits in points with the number of lines; the first that fits is used."""
FOOT_LEADING = 1.04
NUMBER_SHARE = 0.16
"""The share of the footer's width that number and scale of the sheet take."""
INTO_MARGIN = 2.0
CODE_COLUMN = MIN_SIDE - GAP - INTO_MARGIN
"""The least width of a column with a code, whose quiet zone may extend into the gap and slightly into the margin."""
OWN_MARGIN, OWN_TITLE = 18.0, 20.0
OWN_CODE = 90.0
"""The least side of a code on an overflow face, in points of the face."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A face to print, the number of its copies, and what belongs to it.

    player, note: texts in the header, right and centered ("Final score: 7"). blanks: captions of short lines to write on in
    the header ("Date"). strip, code: printed beside it or on it. form: its fields. back: the face on the other side of the
    paper, whose `copies` are ignored. title: of its bookmark. writing: the side of the smallest writing box in points, 0 if
    there is none. room: where on the face the strip is, if not beside it. counted: whether it is numbered as a sheet.
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
    writing: float = 0.0
    room: Rect | None = None
    counted: bool = True


@dataclass(frozen=True, slots=True)
class HeaderFooter:
    """The texts around every face: the title above, the credits below; whether sheets are numbered, and whether pages have a
    line of 50 mm."""

    title: str = ""
    credits: str = ""
    numbered: bool = True
    ruler: bool = True


@dataclass(frozen=True, slots=True)
class Placed:
    """A leaf in a cell of a page, with the marks around this copy alone. number: of the sheet, from 1."""

    leaf: Leaf
    cell: Cell
    marks: tuple[Mark, ...]
    number: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """One page: the marks that it shares with all pages of the same leaves (`common`), and its faces."""

    common: tuple[Mark, ...]
    placed: tuple[Placed, ...]


def pages(leaves: Sequence[Leaf], texts: HeaderFooter, page: Imposition) -> Iterator[Page]:
    """Yields the pages in order, each followed by its back if any leaf has one. The last may have empty cells.

    Pages of the same leaves share one `common` object. A strip or code that has no room beside its leaf follows each copy as
    an overflow face with the same number.
    """
    sheets = _sheets(leaves, page)
    total = sheet_count(leaves)
    held = len(page.cells)
    two_sided = any(leaf.back is not None for leaf in leaves)
    kinds: dict[tuple[object, ...], tuple[Mark, ...]] = {}
    for first in range(0, len(sheets), held):
        fronts = sheets[first : first + held]
        backs = [(leaf.back or Leaf(Display(leaf.display.size, ())), n) for leaf, n in fronts] if two_sided else []
        for faces, cells, holes in ((fronts, page.cells, page.holes), (backs, page.backs, page.back_holes)):
            if not faces:
                continue
            kind = (cells is page.backs, *(id(leaf) for leaf, _ in faces))
            if kind not in kinds:
                kinds[kind] = _common([leaf for leaf, _ in faces], cells, holes, texts, page)
            yield Page(kinds[kind], tuple(
                Placed(leaf, cell, _own(f"{place}", leaf, cell, page.scale, texts, number, total), number)
                for place, ((leaf, number), cell) in enumerate(zip(faces, cells, strict=False))
            ))


def page_count(leaves: Sequence[Leaf], page: Imposition) -> int:
    """The number of pages that `pages` yields."""
    sides = 2 if any(leaf.back is not None for leaf in leaves) else 1
    return sides * -(-len(_sheets(leaves, page)) // len(page.cells))


def sheet_count(leaves: Sequence[Leaf]) -> int:
    """The number of sheets, without leaves that are not counted."""
    return sum(leaf.copies for leaf in leaves if leaf.counted)


def free_cells(leaves: Sequence[Leaf], page: Imposition) -> int:
    """The number of further copies of the first leaf that fit on the last page."""
    each = 1 + (leaves[0].copies > 0 and _overflow(leaves[0], page) is not None)
    return -len(_sheets(leaves, page)) % len(page.cells) // each


def _sheets(leaves: Sequence[Leaf], page: Imposition) -> list[tuple[Leaf, int]]:
    """All faces to print in order, with the numbers of their sheets."""
    found: list[tuple[Leaf, int]] = []
    number = 0
    for leaf in leaves:
        overflow = _overflow(leaf, page)
        for _ in range(leaf.copies):
            number += leaf.counted
            found.append((leaf, number))
            if overflow is not None:
                found.append((overflow, number))
    return found


def _overflow(leaf: Leaf, page: Imposition) -> Leaf | None:
    """The face with the strip or code that has no room beside a leaf; None if all fits."""
    square, room = code_and_strip(leaf, page.cells[0], page.scale)
    strip = leaf.strip if room is None else None
    code = leaf.code if square is None else None
    if strip is None and code is None:
        return None
    wide, high = leaf.display.size
    title = " · ".join(filter(None, (tr("Rolls") if strip else tr("Code"), leaf.title)))
    top = OWN_MARGIN + OWN_TITLE + 8
    side = max(OWN_CODE, 1.02 * MIN_SIDE / page.scale) if code else 0.0
    heading = caption("title", title, Rect(OWN_MARGIN, OWN_MARGIN, wide - 2 * OWN_MARGIN, OWN_TITLE), "bold", OWN_TITLE,
                      "text", "left")
    return Leaf(
        Display(leaf.display.size, (heading,)), leaf.copies, strip=strip, title=leaf.title,
        room=Rect(OWN_MARGIN, top, wide - 2 * OWN_MARGIN - (side + GAP if side else 0), high - top - OWN_MARGIN),
        code=replace(code, place=Rect(wide - OWN_MARGIN - side, top, side, side)) if code else None,
        back=_overflow(leaf.back, page) if leaf.back is not None else None,
        form=Form("", (), rolls=True) if strip and leaf.form is not None and leaf.form.rolls else None,
    )


def page_display(page: Page, imposition: Imposition) -> Display:
    """A page without its faces as one display, for previews."""
    return Display(imposition.size, (*page.common, *(mark for placed in page.placed for mark in placed.marks)))


def imposition_of(
    leaves: Sequence[Leaf], paper: str, per_page: int, *, binding: bool = False, holes: str = "", largest: float = 1.0
) -> Imposition:
    """Arranges pages for the largest face, with a column for strips and codes if writing boxes stay larger than MIN_BOXES.

    Raises UserError if there are no copies of any leaf; else as `impose`.
    """
    if not any(leaf.copies > 0 for leaf in leaves):
        raise UserError(tr("Nothing to print: expected at least one sheet."))
    sizes = [side.display.size for leaf in leaves for side in (leaf, leaf.back) if side is not None]
    face = (max(size[0] for size in sizes), max(size[1] for size in sizes))
    writing = min((leaf.writing for leaf in leaves if leaf.writing), default=0.0)
    least = MIN_BOXES.get((paper, per_page), math.inf) * POINTS_PER_MM

    def with_(column: float) -> Imposition:
        edge = BINDING if binding else 0.0
        return impose(face, paper, per_page, largest=largest, binding=edge, column=column, holes=holes)

    page = with_(0.0)
    codes = any(leaf.code and not _on_face(leaf.code, page.scale) for leaf in leaves)
    strips = max(leaf.strip.min_width if leaf.strip else 0.0 for leaf in leaves)
    for column in (max(strips, CODE_COLUMN if codes else 0.0), CODE_COLUMN if codes else 0.0):
        narrower = with_(column)
        if column and (narrower.scale >= page.scale or narrower.scale * writing >= least):
            return narrower
    return page


def layout_notes(leaves: Sequence[Leaf], page: Imposition) -> tuple[str, ...]:
    """Sentences about an arrangement for people who print it: scale and size of writing boxes, overflow faces, holes, and
    free cells."""
    notes = []
    writing = min((leaf.writing for leaf in leaves if leaf.writing), default=0.0)
    if writing:
        notes.append(tr("At {n} % of full size; the smallest boxes are {mm} mm wide.",
                        n=f"{100 * page.scale:g}", mm=f"{math.floor(10 * page.scale * writing / POINTS_PER_MM) / 10:g}"))
    overflows = [overflow for leaf in leaves if (overflow := _overflow(leaf, page)) is not None]
    if any(overflow.strip for overflow in overflows):
        notes.append(tr("The rolls have a place of their own after each sheet, so that the boxes stay this large."))
    elif overflows:
        notes.append(tr("The code has a place of its own after each sheet, so that the boxes stay this large."))
    if page.holes:
        notes.append(tr("The holes are marked at the upper edge.") if page.above
                    else tr("The holes are marked at the left edge."))
    more = free_cells(leaves, page)
    if more:
        notes.append(tr_n("The last page has room for one more sheet.", "The last page has room for {n} more sheets.", more))
    return tuple(notes)


def missing_characters(leaves: Sequence[Leaf], texts: HeaderFooter) -> str:
    """The characters that the typefaces lack, each once; they are printed as question marks."""
    sides = [side for leaf in leaves for side in (leaf, leaf.back) if side is not None]
    printed = [(mark.text, mark.face) for leaf in sides for mark in leaf.display.marks if isinstance(mark, Text)]
    printed += [(text, covering(text, "text")) for text in (texts.title, texts.credits)]
    printed += [(text, covering(text, "text")) for leaf in sides for text in (leaf.player, leaf.note)]
    printed += [(leaf.strip.code, covering(leaf.strip.code, "bold")) for leaf in sides if leaf.strip]
    return "".join(dict.fromkeys(character for text, face in printed for character in missing(text, face)))


def shortened(leaves: Sequence[Leaf], texts: HeaderFooter, page: Imposition) -> tuple[str, ...]:
    """The names and titles that are printed shortened with an ellipsis, each once."""
    kept: dict[str, None] = {}
    for leaf in leaves:
        (front, *_) = pages([replace(leaf, copies=1)], texts, page)
        shown = [mark.text for mark in (*leaf.display.marks, *page_display(front, page).marks) if isinstance(mark, Text)]
        short = [text.removesuffix(ELLIPSIS) for text in shown if text.endswith(ELLIPSIS)]
        for text in (texts.title, leaf.player, leaf.note, leaf.title):
            if text and text not in shown and any(text.startswith(start) for start in short if start):
                kept[text] = None
    return tuple(kept)


def _on_face(code: Code, scale: float) -> bool:
    return code.place is not None and scale * min(code.place.w, code.place.h) >= MIN_SIDE - 1e-6


def _common(
    faces: Sequence[Leaf], cells: tuple[Cell, ...], holes: tuple[tuple[Hole, ...], ...], texts: HeaderFooter,
    page: Imposition,
) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    for i, (leaf, cell) in enumerate(zip(faces, cells, strict=False)):
        if not leaf.display.marks:  # a blank back
            continue
        marks += _over(f"title/{i}", texts.title, cell.head, "left")
        marks += _credits(f"credits/{i}", texts.credits, cell.foot)
        marks += _blanks(f"blank/{i}", leaf.blanks, cell.head, len(leaf.player) > 0)
        if page.scale != 1:
            percents = f"{100 * page.scale:g}"
            marks.append(_under(f"scale/{i}", tr("{n} % of full size", n=percents), cell.foot, 1))
        if texts.ruler and i == 0 and not any(other.note for other in faces):
            marks += ruler("ruler", cell.head.x + (cell.head.w / 3 if texts.title else 0.0), cell.head.y + cell.head.h - 2)
        marks += _beside(f"beside/{i}", leaf, cell, page.scale)
        marks += hole_marks(f"hole/{i}", holes[i] if holes else ())
    return (*marks, *cut_marks(page))


def code_and_strip(leaf: Leaf, cell: Cell, scale: float) -> tuple[Rect | None, Rect | None]:
    """The places on the page of a leaf's code and strip; None if there is none, or no room. A code that would be too small
    on the face is in the column above the strip."""
    column, code, strip = cell.column, leaf.code, leaf.strip
    square = None
    if code is not None:
        if code.place is not None and _on_face(code, scale):
            square = _scaled(code.place, cell.face, scale)
        elif column is not None and column.w >= CODE_COLUMN - 1e-6:
            side = min(max(column.w, MIN_SIDE), 20 / 15 * MIN_SIDE)
            over = max(0.0, side - column.w)  # extends toward the face first
            left = column.x - min(over, GAP) if column.x > cell.face.x else column.x - max(0.0, over - GAP)
            square = Rect(left + max(0.0, column.w - side) / 2, column.y, side, side)
            column = Rect(column.x, column.y + side + GAP, column.w, column.h - side - GAP)
    if leaf.room is not None:
        return square, _scaled(leaf.room, cell.face, scale)
    fits = strip is not None and column is not None and column.w >= strip.min_width - 1e-6
    return square, column if fits else None


def _beside(key: str, leaf: Leaf, cell: Cell, scale: float) -> tuple[Mark, ...]:
    """The strip of a leaf, and its code if all copies have the same."""
    square, room = code_and_strip(leaf, cell, scale)
    marks: list[Mark] = []
    if leaf.code is not None and square is not None and leaf.copies > 1:
        marks += code_marks(f"{key}/code", leaf.code.text, square)
    if leaf.strip is not None and room is not None:
        marks += strip_marks(f"{key}/strip", leaf.strip, room)
        if leaf.strip.rolled and leaf.room is None:
            x = cell.face.x + cell.face.w + GAP / 2 if room.x > cell.face.x else cell.face.x - GAP / 2
            marks.append(fold_line(f"{key}/fold", x, cell.head.y, cell.foot.y + cell.foot.h))
    return tuple(marks)


def _scaled(place: Rect, face: Rect, scale: float) -> Rect:
    return Rect(face.x + scale * place.x, face.y + scale * place.y, scale * place.w, scale * place.h)


def _blanks(key: str, captions: tuple[str, ...], strip: Rect, named: bool) -> tuple[Mark, ...]:
    """Lines to write on at the right of the header; `named`: left of the player's name."""
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


def _own(
    key: str, leaf: Leaf, cell: Cell, scale: float, texts: HeaderFooter, number: int, total: int
) -> tuple[Mark, ...]:
    if not leaf.display.marks:
        return ()
    marks: list[Mark] = [
        *_over(f"note/{key}", leaf.note, cell.head, "middle"),
        *_over(f"player/{key}", leaf.player, cell.head, "right"),
    ]
    if leaf.code is not None and leaf.copies == 1:
        square, _ = code_and_strip(leaf, cell, scale)
        if square is not None:
            marks += code_marks(f"code/{key}", leaf.code.text, square)
    if texts.numbered and leaf.counted and total > 1:
        marks.append(_under(f"number/{key}", tr("Sheet {n} of {total}", n=number, total=total), cell.foot, 0))
    return tuple(marks)


def _over(key: str, text: str, strip: Rect, align: Align) -> tuple[Mark, ...]:
    """A text in one third of the header, above the face's edge."""
    if not text:
        return ()
    face: Face = "bold" if align == "left" else "text"
    third = strip.w / 3 - 6
    x = {"left": strip.x, "middle": strip.x + strip.w / 2 - third / 2, "right": strip.x + strip.w - third}[align]
    size = min(HEAD_SIZE, 0.75 * strip.h)
    return (caption(key, text, Rect(x, strip.y, third, strip.h - 3), face, size, "text", align),)


def _credits(key: str, text: str, strip: Rect) -> tuple[Mark, ...]:
    """The credits in the footer, as large as they fit."""
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
