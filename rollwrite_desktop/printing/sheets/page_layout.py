"""The layout of pages: which face is in which cell, header, footer and column around it, and the crop marks.

Faces are displays and texts are translated already. Knows no game, no ReportLab and no file.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import overload

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import percent, shortest, tr, tr_n
from rollwrite_desktop.draw.display import Display, Mark, Text
from rollwrite_desktop.draw.imposition import (
    BINDING,
    GAP,
    INSET,
    MIN_BOXES,
    Cell,
    Hole,
    Imposition,
    crop_marks,
    hole_marks,
    impose,
)
from rollwrite_desktop.draw.strokes import caption
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.draw.type_metrics import ELLIPSIS, covering, replaced
from rollwrite_desktop.intake.forms import READABLE
from rollwrite_desktop.printing.sheets.form_fields import DATE, MAX_NAME, PLAYER, Field, Form, on_log
from rollwrite_desktop.printing.sheets.page_lines import LineTexts, PageLines, field_place
from rollwrite_desktop.printing.sheets.roll_log import RollLog
from rollwrite_desktop.printing.sheets.sheet_codes import MIN_SIDE, Code, code_marks, identity_marks, on_page
from rollwrite_desktop.sheet.sheet import POINTS_PER_MM, Rect

INTO_MARGIN = 2.0
CODE_COLUMN = MIN_SIDE - GAP - INTO_MARGIN
"""The least width of a column with a code, whose quiet zone may extend into the gap and slightly into the margin."""
CLOSE = 4.0
"""How much less far down one half of a face reaches than the other where credits in large print are below it."""
OWN_TITLE = 20.0
OWN_CODE = 90.0
"""The least side of a code on an overflow face, in points of the face."""


class Leaf(Struct, frozen=True):
    """A face to print, the number of its copies, and what belongs to it.

    player, note: texts in the header, right and centered ("Final score: 7"). blanks: captions of short lines to write on in
    the header ("Date"). further: pages that belong to the sheet and follow each copy. log: the rolls of the game, which
    follow them. code: printed beside it or on it. identity: the text of the small code that names the page, "" for none.
    form: its fields. back: the face on the other side of the paper, whose `copies` are ignored. title: of its bookmark.
    heading, credits: in the header and in the footer in place of the document's title and credits. alt: what screen readers
    say of it. reading: whether it is text, which they read. writing: the side of the smallest writing box in points, 0 if
    there is none. reduced: the face as it is printed at a scale. counted: whether it is numbered as a sheet.
    registered: whether it has registration squares, its scale and, unless it is text, a ruler; marked: whether those
    squares and the small code are printed. named: whose sheet it is, printed on the pages of rolls that follow it.
    digits: whether how digits are best written is shown beside it. stacked: whether its copies begin on a page of their
    own and are in order once the pages are cut in one pile and its pieces laid on each other in the order of cells.
    """

    display: Display
    copies: int = 1
    player: str = ""
    note: str = ""
    blanks: tuple[str, ...] = ()
    log: RollLog | None = None
    further: tuple[Leaf, ...] = ()
    code: Code | None = None
    identity: str = ""
    form: Form | None = None
    back: Leaf | None = None
    title: str = ""
    heading: str = ""
    credits: str = ""
    alt: str = ""
    reading: bool = False
    writing: float = 0.0
    reduced: Callable[[float], Display] | None = None
    counted: bool = True
    registered: bool = True
    marked: bool = True
    named: str = ""
    digits: bool = False
    stacked: bool = False


class HeaderFooter(Struct, frozen=True):
    """The texts around every face: the title above, the credits below and two shorter forms of them where there is less
    room; whether sheets are numbered, and whether the first page has a line of 50 mm."""

    title: str = ""
    credits: str = ""
    short: str = ""
    brief: str = ""
    numbered: bool = True
    ruler: bool = True


class DocumentInfo(Struct, frozen=True):
    """Metadata of a document: author, subject, language code, and the date in ISO 8601; without one the same leaves give the
    same bytes."""

    author: str = "Rollwrite Desktop"
    subject: str = ""
    lang: str = "en"
    date: str = ""


NO_INFO = DocumentInfo()


class Placed(Struct, frozen=True):
    """A leaf in a cell of a page, with the marks around this copy alone. number: of the sheet, from 1."""

    leaf: Leaf
    cell: Cell
    marks: tuple[Mark, ...]
    number: int = 0

    def face(self, scale: float) -> tuple[float, float, float]:
        """Returns the upper left corner of its face on a page of this scale, and the face's own scale. One that is wider
        than sheets goes on beside them, as far as the page is printed on."""
        (wide, high), face, room = self.leaf.display.size, self.cell.face, self.cell.room
        if wide * scale > face.w + 1e-6:
            own = min(scale, room.w / wide)
            left = min(max(face.center[0] - own * wide / 2, room.x), room.x + room.w - own * wide)
        else:
            own = min(face.w / wide, face.h / high)
            left = face.x + (face.w - own * wide) / 2
        return left, face.y + (face.h - own * high) / 2, own


class Page(Struct, frozen=True):
    """One page: the marks that it shares with all pages of the same leaves (`common`), and its faces."""

    common: tuple[Mark, ...]
    placed: tuple[Placed, ...]


class Pages(Sequence[Page]):
    """The pages in order, each followed by its back if any leaf has one; made when they are asked for. The last may have
    empty cells. Faces are as they are printed at the pages' scale.

    Pages of the same leaves share one `common` object. A log of rolls, or a code that has no room beside its leaf, follows
    each copy on faces with the same number.
    """

    def __init__(self, leaves: Sequence[Leaf], texts: HeaderFooter, page: Imposition) -> None:
        self._runs, self._faces = _runs(leaves, page)
        self._texts, self._page = texts, page
        self.total = sheet_count(leaves)
        self._sides = 2 if any(leaf.back is not None for leaf in leaves) else 1
        self._changed: dict[int, Leaf] = {}
        self._blank: dict[tuple[float, float], Leaf] = {}
        self._kinds: dict[tuple[int, ...], tuple[Mark, ...]] = {}
        self._lines: dict[tuple[int, int, int], PageLines] = {}

    def __len__(self) -> int:
        return self._sides * -(-self._faces // len(self._page.cells))

    def fit(self, at: int) -> Iterator[None]:
        """Prepares the faces of a page, one after the other."""
        for leaf, _ in self._on(at // self._sides):
            if id(leaf) not in self._changed:
                _fitted(leaf, self._page.scale, self._changed)
                yield

    def _on(self, front: int) -> list[tuple[Leaf, int]]:
        """Returns the faces on a piece of paper, with the numbers of their sheets."""
        found = []
        held = len(self._page.cells)
        for i in range(front * held, min((front + 1) * held, self._faces)):
            run = self._runs[bisect_right(self._runs, i, key=lambda run: run.first) - 1]
            place = run.place(i, held)
            if place < run.count:  # the last cells of a stacked run, and those before it, may be empty
                copy, which = divmod(place, len(run.faces))
                found.append((run.faces[which], run.number + copy * run.counted))
        return found

    @overload
    def __getitem__(self, at: int) -> Page: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Page]: ...
    def __getitem__(self, at: int | slice) -> Page | Sequence[Page]:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        page, (number, back) = self._page, divmod(range(len(self))[at], self._sides)
        cells, holes = (page.backs, page.back_holes) if back else (page.cells, page.holes)
        faces = [(self._face(leaf, back), n) for leaf, n in self._on(number)]
        kind = (back, *(id(leaf) for leaf, _ in faces))
        if kind not in self._kinds:
            self._kinds[kind] = _common([leaf for leaf, _ in faces], cells, holes, self._texts, page, self.total)
        return Page(self._kinds[kind], tuple(
            Placed(leaf, cell, self._own(place, leaf, cell, back, n, first=not (number or back or place)), n)
            for place, ((leaf, n), cell) in enumerate(zip(faces, cells, strict=False))
        ))

    def _own(self, place: int, leaf: Leaf, cell: Cell, back: int, number: int, *, first: bool) -> tuple[Mark, ...]:
        if not leaf.display.marks:
            return ()
        scale, texts = self._page.scale, self._texts
        first = first and texts.ruler and leaf.registered and not (leaf.reading or leaf.note or leaf.heading)
        numbers = _numbers(leaf, cell, scale, texts, number, self.total, scaled=not place)
        which = (id(leaf), back, place)
        if which not in self._lines:
            self._lines[which] = _lines(leaf, cell, scale, texts, self.total)
        marks = [*self._lines[which].own(f"{place}", numbers, first=first)]
        if leaf.code is not None and leaf.copies == 1:
            square = code_place(leaf, cell, scale)
            if square is not None:
                marks += code_marks(f"code/{place}", leaf.code.text, square)
        return tuple(marks)

    def _face(self, leaf: Leaf, back: int) -> Leaf:
        """A leaf, or the one on its back, as it is printed; the same object each time."""
        front = _fitted(leaf, self._page.scale, self._changed)
        if not back:
            return front
        return front.back or self._blank.setdefault(front.display.size, Leaf(Display(front.display.size, ())))


def at_scale(leaves: Sequence[Leaf], scale: float) -> tuple[Leaf, ...]:
    """Returns the leaves with their faces as they are printed at a scale; equal objects remain equal objects."""
    changed: dict[int, Leaf] = {}
    return tuple(_fitted(leaf, scale, changed) for leaf in leaves)


def _fitted(leaf: Leaf, scale: float, changed: dict[int, Leaf]) -> Leaf:
    """A leaf as it is printed at a scale, itself if nothing changes; looked up in `changed` and kept there."""
    if id(leaf) not in changed:
        back = _fitted(leaf.back, scale, changed) if leaf.back is not None else None
        face = leaf.display if leaf.reduced is None else leaf.reduced(scale)
        same = face is leaf.display and back is leaf.back
        changed[id(leaf)] = leaf if same else replace(leaf, display=face, back=back, reduced=None)
    return changed[id(leaf)]


def sheet_count(leaves: Sequence[Leaf]) -> int:
    """Returns the number of sheets, without leaves that are not counted."""
    return sum(leaf.copies for leaf in leaves if leaf.counted)


def free_cells(leaves: Sequence[Leaf], page: Imposition) -> int:
    """Returns the number of further copies of the first leaf that fit on the last page."""
    runs, faces = _runs(leaves, page)
    return -faces % len(page.cells) // len(runs[0].faces)


class _Run(Struct, frozen=True):
    """The copies of a leaf, each followed by what belongs to it. first: the number of its first face among all, from 0.
    number: of its first sheet, or of the last one before if it is not counted."""

    faces: tuple[Leaf, ...]
    first: int
    number: int

    @property
    def counted(self) -> bool:
        return self.faces[0].counted

    @property
    def count(self) -> int:
        """The number of its faces, with all copies."""
        return self.faces[0].copies * len(self.faces)

    def place(self, at: int, held: int) -> int:
        """Which of its faces is in a cell, counted over all pages; not below `count` for an empty one."""
        place = at - self.first
        if not self.faces[0].stacked:
            return place
        page, cell = divmod(place, held)
        return cell * -(-self.count // held) + page


def _runs(leaves: Sequence[Leaf], page: Imposition) -> tuple[list[_Run], int]:
    """All faces to print in order, and how many cells they take."""
    found: list[_Run] = []
    first = number = 0
    held = len(page.cells)
    for leaf in leaves:
        if leaf.copies > 0:
            first += -first % held if leaf.stacked else 0
            run = _Run((leaf, *_following(leaf, page)), first, number + leaf.counted)
            found.append(run)
            first += run.count + (-run.count % held if leaf.stacked else 0)
            number += leaf.copies * leaf.counted
    return found, first


def _following(leaf: Leaf, page: Imposition) -> tuple[Leaf, ...]:
    """Returns the faces that follow each copy of a leaf: its code if that has no room beside it, and its rolls."""
    overflow = _overflow(leaf, page)
    logs = leaf.log.faces(leaf.display.size, page.scale) if leaf.log is not None else ()
    return (
        *(replace(page, copies=leaf.copies) for page in leaf.further),
        *([overflow] if overflow is not None else ()),
        *(
            Leaf(
                face.display,
                leaf.copies,
                identity=on_page(leaf.identity, f"L{i}"),
                title=leaf.title,
                credits=leaf.credits,
                counted=False,
                player=leaf.named,
                blanks=(tr("Date"),) if leaf.named else (tr("Player"), tr("Date")),
                form=Form("", face.fields, (on_log(i, PLAYER), on_log(i, DATE)))
                if leaf.form is not None and face.fields else None,
            )
            for i, face in enumerate(logs, 1)
        ),
    )


def _overflow(leaf: Leaf, page: Imposition) -> Leaf | None:
    """Returns the face with the code that has no room beside a leaf; None if all fits, or the small code says the same."""
    code = leaf.code
    if code is None or _small_says_it(leaf) or code_place(leaf, page.cells[0], page.scale) is not None:
        return None
    wide, _ = leaf.display.size
    title = " · ".join(filter(None, (tr("Code"), leaf.title)))
    side = max(OWN_CODE, 1.02 * MIN_SIDE / page.scale)
    room = Rect(INSET, INSET, wide - 2 * INSET, OWN_TITLE)
    heading = caption("title", title, room, "bold", OWN_TITLE, "text", "left")
    return Leaf(
        Display(leaf.display.size, (heading,)),
        leaf.copies,
        title=leaf.title,
        code=replace(code, place=Rect(INSET, INSET + OWN_TITLE + 12, side, side)),
        back=_overflow(leaf.back, page) if leaf.back is not None else None,
        counted=False,
    )


def _small_says_it(leaf: Leaf) -> bool:
    """Returns whether the small code says as much as the code of a leaf: of a blank sheet that is which one it is."""
    return leaf.code is not None and not leaf.code.filled and leaf.identity != "" and leaf.registered and leaf.marked


def description_of(marks: Sequence[Mark]) -> str:
    """Returns the texts among marks, in order, each once: what screen readers say of a face without a description of its
    own."""
    return " ".join(dict.fromkeys(mark.text for mark in marks if isinstance(mark, Text) and mark.text.strip()))


def page_display(page: Page, imposition: Imposition) -> Display:
    """A page without its faces as one display, for previews."""
    return Display(imposition.size, (*page.common, *(mark for placed in page.placed for mark in placed.marks)))


def imposition_of(
    leaves: Sequence[Leaf], paper: str, per_page: int, *, binding: bool = False, holes: str = "", largest: float = 1.0
) -> Imposition:
    """Arranges pages for the largest face, with a column for codes if writing boxes stay larger than MIN_BOXES. Cards and
    the like have no squares beside them, and may be wider; blank sides have any size.

    Raises UserError if there are no copies of any leaf; else as `impose`.
    """
    if not any(leaf.copies > 0 for leaf in leaves):
        raise UserError(tr("Nothing to print: choose at least one sheet."))
    sheets = [leaf for leaf in leaves if leaf.registered] or leaves
    sides = [side for leaf in sheets for side in (leaf, leaf.back) if side is not None]
    sizes = [side.display.size for side in [side for side in sides if side.display.marks] or sides]
    face = (max(size[0] for size in sizes), max(size[1] for size in sizes))
    writing = min((leaf.writing for leaf in leaves if leaf.writing), default=0.0)
    least = MIN_BOXES.get((paper, per_page), math.inf) * POINTS_PER_MM

    def with_(column: float) -> Imposition:
        edge = BINDING if binding else 0.0
        return impose(face, paper, per_page, largest=largest, binding=edge, column=column, holes=holes)

    page = with_(0.0)
    codes = any(leaf.code and not _on_face(leaf.code, page.scale) for leaf in leaves)
    if codes:
        narrower = with_(CODE_COLUMN)
        if narrower.scale >= page.scale or narrower.scale * writing >= least:
            return narrower
    return page


def layout_notes(leaves: Sequence[Leaf], page: Imposition) -> tuple[str, ...]:
    """Sentences about an arrangement for people who print it: scale and size of writing boxes, pages that follow each sheet,
    holes, and free cells."""
    notes = []
    writing = min((leaf.writing for leaf in leaves if leaf.writing), default=0.0)
    if writing:
        notes.append(
            tr(
                "At {n} of full size; the smallest boxes are {mm} mm wide.",
                n=percent(100 * page.scale),
                mm=shortest(math.floor(10 * page.scale * writing / POINTS_PER_MM) / 10),
            )
        )
    if any(_overflow(leaf, page) for leaf in leaves):
        notes.append(tr("The code goes after each sheet, so the boxes stay this large."))
    elif any(_small_says_it(leaf) and code_place(leaf, page.cells[0], page.scale) is None for leaf in leaves):
        notes.append(tr("There is no room for the large code; the small one says the same."))
    if any(leaf.log is not None for leaf in leaves):
        notes.append(tr("The rolls are on their own page after each sheet."))
    fields = [_fields(leaf) for leaf in leaves]
    if sum(leaf.copies * count for leaf, count in zip(leaves, fields, strict=True)) > READABLE:
        notes.append(tr("About {n} of these forms can be read back from one file; save the rest in other files.",
                        n=READABLE // max(fields)))
    if any(leaf.stacked for leaf in leaves):
        notes.append(tr("The first two pages are the covers. Glue or bind the left edge.") if len(page.cells) == 1 else tr(
            "The first page holds the covers: print it on thick paper if you can. Cut the other pages in one pile and lay "
            "the pieces on each other, from left to right and from the top down. Then glue or bind the left edge."
        ))
    if page.holes:
        notes.append(tr("The holes are marked at the upper edge.") if page.above
                    else tr("The holes are marked at the left edge."))
    more = free_cells(leaves, page)
    if more:
        notes.append(tr_n("The last page has room for one more sheet.", "The last page has room for {n} more sheets.", more))
    return tuple(notes)


def _fields(leaf: Leaf) -> int:
    """Returns the number of form fields of one copy, with those on the pages that follow it."""
    if leaf.form is None:
        return 0
    own = 1 + sum(len(one.form.fields) + len(one.form.header) for one in (leaf, *leaf.further) if one.form is not None)
    return own + (leaf.log.boxes.rolls + 2 if leaf.log is not None and not leaf.log.rolled else 0)


def missing_characters(leaves: Sequence[Leaf], texts: HeaderFooter) -> str:
    """Returns the characters that are printed as question marks, as the typefaces lack them, each once."""
    sides = [side for leaf in leaves for side in (leaf, leaf.back) if side is not None]
    printed = [(mark.text, mark.face) for leaf in sides for mark in leaf.display.marks if isinstance(mark, Text)]
    printed += [(text, covering(text, "text")) for text in (texts.title, texts.credits)]
    printed += [(text, covering(text, "text")) for leaf in sides for text in (leaf.player, leaf.note)]
    printed += [(leaf.log.code, covering(leaf.log.code, "bold")) for leaf in sides if leaf.log]
    return "".join(dict.fromkeys(character for text, face in printed for character in replaced(text, face)))


def shortened(leaves: Sequence[Leaf], texts: HeaderFooter, page: Imposition) -> tuple[str, ...]:
    """Returns the names and titles that are printed shortened with an ellipsis, each once."""
    kept: dict[str, None] = {}
    for leaf in leaves:
        front = Pages([replace(leaf, copies=1)], texts, page)[0]
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
    page: Imposition, total: int,
) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    for i, (leaf, cell) in enumerate(zip(faces, cells, strict=False)):
        if not leaf.display.marks:  # a blank back
            continue
        marks += _lines(leaf, cell, page.scale, texts, total).common(f"{i}")
        marks += _beside(f"beside/{i}", leaf, cell, page.scale)
        if leaf.registered and leaf.marked:
            small = leaf.identity if code_place(leaf, cell, page.scale) is None else ""
            marks += identity_marks(f"identity/{i}", cell, small)
        marks += hole_marks(f"hole/{i}", holes[i] if holes else ())
    return (*marks, *crop_marks(page))


def _lines(leaf: Leaf, cell: Cell, scale: float, texts: HeaderFooter, total: int) -> PageLines:
    """Returns the lines above and below a leaf."""
    wordings = (leaf.credits,) if leaf.credits else (texts.credits, texts.short, texts.brief)
    left, right = _reach(leaf.display)
    if not leaf.registered:  # nothing is in the corners, on the back neither
        inset = scale * INSET
        cell = replace(cell, foot=replace(cell.foot, x=cell.face.x + inset, w=cell.face.w - 2 * inset))
    return PageLines(cell, LineTexts(
        texts.title, leaf.player, leaf.note, leaf.heading, tuple(filter(None, wordings)),
        _numbers(leaf, cell, scale, texts, total, total), leaf.blanks, leaf.digits,
        right < left - CLOSE,
    ))


def _reach(face: Display) -> tuple[float, float]:
    """How far down the left half and the right half of a face reach: beside the lower one is room for what is below."""
    around = [bounds(mark) for mark in face.marks if mark.key.rpartition("/")[2] not in ("paper", "seam", "margin")]
    middle = face.size[0] / 2
    return (max((low for first, _, _, low in around if first < middle), default=0.0),
            max((low for *_, last, low in around if last > middle), default=0.0))


def _numbers(
    leaf: Leaf, cell: Cell, scale: float, texts: HeaderFooter, number: int, total: int, *, scaled: bool = True
) -> tuple[str, ...]:
    """Returns what the number of a sheet and its scale are called, the longest wording first. scaled: whether the scale is
    said, as it is once a page."""
    numbered = texts.numbered and leaf.counted and total > 1
    sheet = tr("Sheet {n} of {total}", n=number, total=total) if numbered else ""
    share = percent(100 * scale) if scaled and scale < 1 and leaf.registered else ""
    short = " · ".join(filter(None, (sheet, share)))
    long = " · ".join(filter(None, (sheet, tr("{n} of full size", n=share) if share else "")))
    return (short if cell.cornered and sheet else long, short, sheet)


def code_place(leaf: Leaf, cell: Cell, scale: float) -> Rect | None:
    """Returns the place on the page of a leaf's code; None if there is none, or no room. A code that would be too small on
    the face is in the column."""
    column, code = cell.column, leaf.code
    if code is None:
        return None
    if code.place is not None and _on_face(code, scale):
        return _scaled(code.place, cell.face, scale)
    if column is None or column.w < CODE_COLUMN - 1e-6:
        return None
    side = min(max(column.w, MIN_SIDE), 20 / 15 * MIN_SIDE)
    over = max(0.0, side - column.w)  # extends toward the face first
    left = column.x - min(over, GAP) if column.x > cell.face.x else column.x - max(0.0, over - GAP)
    return Rect(left + max(0.0, column.w - side) / 2, column.y, side, side)


def _beside(key: str, leaf: Leaf, cell: Cell, scale: float) -> tuple[Mark, ...]:
    """Returns the code of a leaf if all copies have the same."""
    square = code_place(leaf, cell, scale)
    if leaf.code is None or square is None or leaf.copies < 2:
        return ()
    return code_marks(f"{key}/code", leaf.code.text, square)


def _scaled(place: Rect, face: Rect, scale: float) -> Rect:
    return Rect(face.x + scale * place.x, face.y + scale * place.y, scale * place.w, scale * place.h)


def header_fields(leaf: Leaf, cell: Cell, scale: float, texts: HeaderFooter, total: int) -> tuple[Field, ...]:
    """Returns the fields of the lines to write on around a leaf, in points of the page; none without a form."""
    if leaf.form is None:
        return ()
    blanks = _lines(leaf, cell, scale, texts, total).blanks
    return tuple(
        Field(spot, "text", field_place(blank, cell, scale), text, "", MAX_NAME)
        for spot, text, blank in zip(leaf.form.header, leaf.blanks, blanks, strict=True)
    )
