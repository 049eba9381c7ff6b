"""What goes on each page: which face in which cell, the lines and the column round it, and the cut marks.

Faces come as displays and texts in words; knows no game, no ReportLab and no file.
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
from rollwrite_desktop.printing.sheet_codes import LEAST, Code, code_marks
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Rect

HEAD_SIZE = 8.0
FOOT_SIZES = ((6.0, 2), (5.5, 2), (5.0, 2), (4.2, 2), (4.2, 3), (3.6, 2), (3.0, 3))
"""Sizes of the credits and in how many lines, the first that holds them and that the line's height allows."""
FOOT_LEADING = 1.04
NUMBER_SHARE = 0.16
"""The part of the line under a face that the sheet's number and scale take."""
INTO_MARGIN = 2.0
CODE_COLUMN = LEAST - GAP - INTO_MARGIN
"""The white round a code may lie in the gap beside the face and a little in the margin."""
OWN_MARGIN, OWN_TITLE = 18.0, 20.0
OWN_CODE = 90.0
"""The least side of a code on a face of its own, in points of the face."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A face to print and how often. `player` stands over it, at the right; `note` in the middle ("final score: 7").

    blanks: captions of short lines to write on, over it ("Date"). strip, code: what stands beside or on it. form: what can
    be filled in on a screen. back: what the other side of the paper shows; its copies do not matter. writing: the side of
    the smallest box to write in, 0 where there is none. room: where on the face itself the strip stands, if not beside it.
    counted: whether it is a sheet, and has a number, or a further page.
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
    same leaves share the same `common`. What has no room beside a leaf follows each of its copies as a face of its own,
    under the same number."""
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
                kinds[kind] = _common([leaf for leaf, _ in faces], cells, holes, lines, page)
            yield Page(kinds[kind], tuple(
                Placed(leaf, cell, _own(f"{place}", leaf, cell, page.scale, lines, number, total), number)
                for place, ((leaf, number), cell) in enumerate(zip(faces, cells, strict=False))
            ))


def page_count(leaves: Sequence[Leaf], page: Imposition) -> int:
    """How many pages `pages` yields."""
    sides = 2 if any(leaf.back is not None for leaf in leaves) else 1
    return sides * -(-len(_sheets(leaves, page)) // len(page.cells))


def sheet_count(leaves: Sequence[Leaf]) -> int:
    """How many sheets there are, further pages not counted."""
    return sum(leaf.copies for leaf in leaves if leaf.counted)


def vacancy(leaves: Sequence[Leaf], page: Imposition) -> int:
    """How many more copies of the first leaf the last page has room for."""
    each = 1 + (leaves[0].copies > 0 and _follower(leaves[0], page) is not None)
    return -len(_sheets(leaves, page)) % len(page.cells) // each


def _sheets(leaves: Sequence[Leaf], page: Imposition) -> list[tuple[Leaf, int]]:
    """Every face to print in order, with the number of the sheet to which it belongs."""
    found: list[tuple[Leaf, int]] = []
    number = 0
    for leaf in leaves:
        follower = _follower(leaf, page)
        for _ in range(leaf.copies):
            number += leaf.counted
            found.append((leaf, number))
            if follower is not None:
                found.append((follower, number))
    return found


def _follower(leaf: Leaf, page: Imposition) -> Leaf | None:
    """A face with what has no room beside a leaf."""
    square, room = rooms(leaf, page.cells[0], page.scale)
    strip = leaf.strip if room is None else None
    code = leaf.code if square is None else None
    if strip is None and code is None:
        return None
    wide, high = leaf.display.size
    title = " · ".join(filter(None, (tr("Rolls") if strip else tr("Code"), leaf.title)))
    top = OWN_MARGIN + OWN_TITLE + 8
    side = max(OWN_CODE, 1.02 * LEAST / page.scale) if code else 0.0
    heading = caption("title", title, Rect(OWN_MARGIN, OWN_MARGIN, wide - 2 * OWN_MARGIN, OWN_TITLE), "bold", OWN_TITLE,
                      "text", "left")
    return Leaf(
        Display(leaf.display.size, (heading,)), leaf.copies, strip=strip, title=leaf.title,
        room=Rect(OWN_MARGIN, top, wide - 2 * OWN_MARGIN - (side + GAP if side else 0), high - top - OWN_MARGIN),
        code=replace(code, place=Rect(wide - OWN_MARGIN - side, top, side, side)) if code else None,
        back=_follower(leaf.back, page) if leaf.back is not None else None,
        form=Form("", (), rolls=True) if strip and leaf.form is not None and leaf.form.rolls else None,
    )


def page_display(page: Page, imposition: Imposition) -> Display:
    """A page as one display without its faces, for previews: the lines round the faces and the cut marks."""
    return Display(imposition.size, (*page.common, *(mark for placed in page.placed for mark in placed.marks)))


def imposition_of(
    leaves: Sequence[Leaf], paper: str, per_page: int, *, binding: bool = False, holes: str = "", largest: float = 1.0
) -> Imposition:
    """The arrangement that suits the largest face. What is to stand beside faces does, as far as the boxes to write in stay
    as large as they must. Raises UserError where there are no leaves, or no copies of any."""
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
    strips = max(leaf.strip.least_width if leaf.strip else 0.0 for leaf in leaves)
    for column in (max(strips, CODE_COLUMN if codes else 0.0), CODE_COLUMN if codes else 0.0):
        narrower = with_(column)
        if column and (narrower.scale >= page.scale or narrower.scale * writing >= least):
            return narrower
    return page


def told(leaves: Sequence[Leaf], page: Imposition) -> tuple[str, ...]:
    """What people should know of the arrangement before they print it, in sentences: the scale, how large the boxes to
    write in are, what stands on faces of its own, where the holes are, and what stays empty."""
    said = []
    writing = min((leaf.writing for leaf in leaves if leaf.writing), default=0.0)
    if writing:
        said.append(tr("At {n} % of full size; the smallest boxes are {mm} mm wide.",
                        n=f"{100 * page.scale:g}", mm=f"{math.floor(10 * page.scale * writing / POINTS_PER_MM) / 10:g}"))
    followers = [follower for leaf in leaves if (follower := _follower(leaf, page)) is not None]
    if any(follower.strip for follower in followers):
        said.append(tr("The rolls have a place of their own after each sheet, so that the boxes stay this large."))
    elif followers:
        said.append(tr("The code has a place of its own after each sheet, so that the boxes stay this large."))
    if page.holes:
        said.append(tr("The holes are marked at the upper edge.") if page.above
                    else tr("The holes are marked at the left edge."))
    more = vacancy(leaves, page)
    if more:
        said.append(tr_n("The last page has room for one more sheet.", "The last page has room for {n} more sheets.", more))
    return tuple(said)


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


def _common(
    faces: Sequence[Leaf], cells: tuple[Cell, ...], holes: tuple[tuple[Hole, ...], ...], lines: Lines, page: Imposition
) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    for i, (leaf, cell) in enumerate(zip(faces, cells, strict=False)):
        if not leaf.display.marks:  # a side left white
            continue
        marks += _over(f"title/{i}", lines.title, cell.head, "left")
        marks += _credits(f"credits/{i}", lines.credits, cell.foot)
        marks += _blanks(f"blank/{i}", leaf.blanks, cell.head, len(leaf.player) > 0)
        if page.scale != 1:
            percents = f"{100 * page.scale:g}"
            marks.append(_under(f"scale/{i}", tr("{n} % of full size", n=percents), cell.foot, 1))
        if lines.ruler and i == 0 and not any(other.note for other in faces):
            marks += ruler("ruler", cell.head.x + (cell.head.w / 3 if lines.title else 0.0), cell.head.y + cell.head.h - 2)
        marks += _beside(f"beside/{i}", leaf, cell, page.scale)
        marks += hole_marks(f"hole/{i}", holes[i] if holes else ())
    return (*marks, *cut_marks(page))


def rooms(leaf: Leaf, cell: Cell, scale: float) -> tuple[Rect | None, Rect | None]:
    """Where on the page the code and the strip of a leaf stand; a code that would be too small on its face stands in the
    column, above the strip. None where there is none, or no room."""
    column, code, strip = cell.column, leaf.code, leaf.strip
    square = None
    if code is not None:
        if code.place is not None and _on_face(code, scale):
            square = _scaled(code.place, cell.face, scale)
        elif column is not None and column.w >= CODE_COLUMN - 1e-6:
            side = min(max(column.w, LEAST), 20 / 15 * LEAST)
            over = max(0.0, side - column.w)  # towards the face first
            left = column.x - min(over, GAP) if column.x > cell.face.x else column.x - max(0.0, over - GAP)
            square = Rect(left + max(0.0, column.w - side) / 2, column.y, side, side)
            column = Rect(column.x, column.y + side + GAP, column.w, column.h - side - GAP)
    if leaf.room is not None:
        return square, _scaled(leaf.room, cell.face, scale)
    fits = strip is not None and column is not None and column.w >= strip.least_width - 1e-6
    return square, column if fits else None


def _beside(key: str, leaf: Leaf, cell: Cell, scale: float) -> tuple[Mark, ...]:
    """The strip of a leaf, and the code if it is the same on many sheets."""
    square, room = rooms(leaf, cell, scale)
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


def _own(
    key: str, leaf: Leaf, cell: Cell, scale: float, lines: Lines, number: int, total: int
) -> tuple[Mark, ...]:
    if not leaf.display.marks:
        return ()
    marks: list[Mark] = [
        *_over(f"note/{key}", leaf.note, cell.head, "middle"),
        *_over(f"player/{key}", leaf.player, cell.head, "right"),
    ]
    if leaf.code is not None and leaf.copies == 1:
        square, _ = rooms(leaf, cell, scale)
        if square is not None:
            marks += code_marks(f"code/{key}", leaf.code.text, square)
    if lines.numbered and leaf.counted and total > 1:
        marks.append(_under(f"number/{key}", tr("Sheet {n} of {total}", n=number, total=total), cell.foot, 0))
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
