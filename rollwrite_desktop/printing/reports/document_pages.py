"""The renderer of documents for paper: faces with columns, in which no note, row or figure is torn apart.

Marks are in the order in which they are read, all drawings before all texts. Lengths are points of the face.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from rollwrite_desktop.draw.display import Align, Display, Face, Mark, Shape, Text, box, ellipse, polyline
from rollwrite_desktop.draw.imposition import INSET
from rollwrite_desktop.draw.trace import bounds
from rollwrite_desktop.draw.type_metrics import cap_height, covering, descent, fit, wrapped
from rollwrite_desktop.printing.reports.document import Block, Document, Figure, Heading, Note, Paragraph, Table
from rollwrite_desktop.printing.sheets.sheet_piece import disc, medal_inks
from rollwrite_desktop.sheet.sheet import Rect

MARGIN, GUTTER, GAP = INSET, 26.0, 10.0
TITLE, LEADING = 20.0, 1.36
LEAST = 9.0
"""The size of the smallest letters."""
STRIP, VERDICT, MOST_VERDICT = 21.0, 12.5, 15.0
"""The height of the strip with a verdict, and the size of its letters, at most that of the text."""
INDENT, CITED, DISC = 2.2, 3.6, 0.68
"""Of the size of the text: how far notes are indented, the column of rules, and the radius of a number's disc."""
LEAST_DISC = 7.2
ROW, CLOSE_ROW, WIDE_SET = 0.3, 0.06, 11.0
"""Between two rows of a table, as a part of the size of the text: of this one, and of smaller ones."""
MEDAL, ONE_DIGIT, TWO_DIGITS = 8.5, 12.0, 8.5
"""The radius of a medal, and the greatest size of one digit and of two on it."""
FOOT = 42.0
"""Kept free for lines to sign on."""
NOTES, FEW_LINES = 24.0, 4
"""From one line for notes to the next, and the least number of them."""
FRAME, FRAMED = ((8.0, 2.4), (13.0, 0.8)), 22.0
"""The lines of a frame, points from the edge of the face and thickness; how far a figure within it is from the edge."""
FRAMED_TITLE, BESIDE_LINES, SIGNED_AT, EVEN = 25.0, 60.0, 0.945, 14.0
"""Of a framed page: the size of its title, the least space beside its texts, and where captions of lines to sign on are, as
a part of the height; how much larger letters are counted than they are when spaces are shared out."""
MOST = 12
"""Lines of a text."""
HALVINGS = 6
"""How often the span is halved in which the least height of columns is looked for."""


class _Piece(Struct, frozen=True):
    """What is not torn apart: its height, its marks for a key and an upper left corner, and the space before it. joined: how
    many of the next ones stay with it. again: what is repeated above it in another column."""

    high: float
    marks: Callable[[str, float, float], Iterator[Mark]]
    before: float = 0.0
    joined: int = 0
    again: _Piece | None = None


def document_pages(
    document: Document, size: tuple[float, float], columns: int = 1, sizes: Sequence[float] = (11.0,)
) -> tuple[Display, ...]:
    """A document on as many faces as it takes. sizes: of the text; the largest that needs one face, else the last."""
    if document.framed:
        return (Display(size, (*_framed(document, size), *_signatures(document, size))),)
    for body in sizes:
        laid = _Layout(document, size, columns, body)
        pages = laid.pages()
        if len(pages) == 1 and not laid.torn:
            pages = laid.balanced() if columns > 1 else pages
            break
    pages[-1] += (*_lines_for_notes(document, pages[-1], size), *_signatures(document, size))
    return tuple(
        Display(size, tuple(sorted(marks, key=lambda mark: isinstance(mark, Text) and "/picture/" not in mark.key)))
        for marks in pages
    )


class _Layout:
    """A document in letters of one size. torn: whether something that is to be together takes two columns."""

    def __init__(self, document: Document, size: tuple[float, float], columns: int, body: float) -> None:
        self.torn = False
        self._document, self._size, self._columns, self._body = document, size, columns, body
        self._step = body * LEADING
        self._between = body * (ROW if body >= WIDE_SET else CLOSE_ROW)
        self._room = size[0] - 2 * MARGIN
        self._wide = (self._room - (columns - 1) * GUTTER) / columns
        self._bottom = size[1] - MARGIN - (FOOT if document.signed else 0.0)

    def balanced(self) -> list[list[Mark]]:
        """Returns the marks of the one face that the document needs, its columns about as long as each other."""
        shortest, longest = 0.0, self._bottom
        for _ in range(HALVINGS):
            self.torn, self._bottom = False, (shortest + longest) / 2
            if len(self.pages()) > 1 or self.torn:
                shortest = self._bottom
            else:
                longest = self._bottom
        self._bottom = longest
        return self.pages()

    def pages(self) -> list[list[Mark]]:
        """Returns the marks of each face."""
        document = self._document
        top = MARGIN + TITLE + 8.0 + (STRIP + 8.0 if document.verdict else 0.0)
        made, y = [[*self._head(self._room)]], top
        blocks = document.blocks
        if document.aside is not None:
            aside = document.aside
            narrow = self._room - aside.wide - 2 * GAP
            made = [[*self._head(narrow), *aside.marks(Rect(MARGIN + narrow + 2 * GAP, MARGIN, aside.wide, aside.high))]]
            beside = [*takewhile(lambda block: isinstance(block, Paragraph), blocks)]
            for n, paragraph in enumerate(beside):
                piece = self._paragraph(paragraph, narrow)  # type: ignore[arg-type]
                made[0] += piece.marks(f"beside/{n}", MARGIN, y + piece.before)
                y += piece.before + piece.high
            blocks, y = blocks[len(beside):], max(y, MARGIN + aside.high) + GAP
        column, first, place = 0, y, 0
        pieces = [piece for n, block in enumerate(blocks) for piece in self._pieces(block, blocks[n + 1:])]
        for i, piece in enumerate(pieces):
            needed = self._needed(pieces, i, self._bottom - top)
            if y + (piece.before if y > first else 0.0) + needed > self._bottom and y > first:
                column += 1
                if column == self._columns:
                    column = 0
                    made.append([*self._head(self._room)])
                y = first = first if len(made) == 1 else top
                if piece.again is not None:
                    made[-1] += piece.again.marks(f"{place}", self._left(column), y)
                    y += piece.again.high
            elif y > first:
                y += piece.before
            place += piece.again is None
            made[-1] += piece.marks(f"{place}", self._left(column), y)
            y += piece.high
        return made

    def _left(self, column: int) -> float:
        return MARGIN + column * (self._wide + GUTTER)

    def _needed(self, pieces: Sequence[_Piece], first: int, most: float) -> float:
        """Returns the height of a piece with all that stays with it, or with the next one if that is too much."""
        last = at = first
        while at <= last:
            last, at = max(last, at + pieces[at].joined), at + 1
        high, two = (math.fsum((piece.before if n else 0.0) + piece.high for n, piece in enumerate(pieces[first:end + 1]))
                     for end in (last, min(last, first + 1)))
        self.torn |= high > most
        return high if high <= most else two

    def _head(self, room: float) -> Iterator[Mark]:
        """Yields the title over a strip with the verdict."""
        face = covering(self._document.title, "bold")
        shown, letters = fit(self._document.title, face, TITLE, room, 0.7)
        yield Text("title", MARGIN, MARGIN + 0.9 * TITLE, shown, face, letters, "text")
        if self._document.verdict:
            top = MARGIN + TITLE + 8.0
            yield Shape("verdict/ground", box(MARGIN, top, room, STRIP), self._document.ink)
            shown, letters = fit(self._document.verdict, "bold", max(VERDICT, min(self._body, MOST_VERDICT)), room - 16, 0.6)
            low = top + (STRIP + cap_height("bold", letters)) / 2
            yield Text("verdict", MARGIN + 8, low, shown, "bold", letters, "mistake.on")

    def _pieces(self, block: Block, after: Sequence[Block]) -> Iterator[_Piece]:
        match block:
            case Heading(text):
                piece = self._paragraph(Paragraph(text, strong=True), self._wide)
                notes = sum(1 for _ in takewhile(lambda one: isinstance(one, Note), after)) if block.together else 0
                yield replace(piece, before=0.9 * self._step, joined=max(notes, min(1, len(after))))
            case Paragraph():
                yield self._paragraph(block, self._wide)
            case Note():
                yield self._note(block)
            case Table():
                yield from self._table(block)
            case Figure():
                place = Rect(0, 0, block.wide or self._wide, block.high)
                yield _Piece(block.high, lambda _, x, y: iter(block.marks(replace(place, x=x, y=y))), 0.8 * self._step)

    def _lines(self, text: str, face: Face, wide: float) -> list[str]:
        return [line for part in text.split("\n") for line in wrapped(part, face, self._body, wide, MOST)]

    def _paragraph(self, block: Paragraph, wide: float) -> _Piece:
        face: Face = "bold" if block.strong else "text"
        lines, ink = self._lines(block.text, face, wide), "faint" if block.faint else "text"

        def marks(key: str, x: float, y: float) -> Iterator[Mark]:
            for n, line in enumerate(lines):
                yield Text(f"text/{key}/{n}", x, y + n * self._step + self._body, line, face, self._body, ink)

        return _Piece(len(lines) * self._step, marks, 0.25 * self._step)

    def _note(self, note: Note) -> _Piece:
        """Returns the place in bold letters, the text, and what is below it, beside the number and the rule."""
        body, indent = self._body, INDENT * self._body
        narrow = self._wide - indent - (CITED * body if note.cited else 0.0)
        rows: list[tuple[str, Face, float]] = [(line, "bold", indent) for line in self._lines(note.place, "bold", narrow)]
        rows += [(line, "text", indent) for line in self._lines(note.text, "text", narrow)]
        rows += [(line, "text", 1.5 * indent) for line in self._lines(note.more, "text", self._wide - 1.5 * indent)]

        def marks(key: str, x: float, y: float) -> Iterator[Mark]:
            low = y + body
            yield from self._number(f"note/{key}", note, x, low)
            for n, (line, face, inward) in enumerate(rows, 1):
                yield Text(f"note/{key}/{n}", x + inward, low + (n - 1) * self._step, line, face, body, "text")
            if note.cited:
                letters = max(LEAST, 0.74 * body)
                yield Text(f"note/{key}/99", x + self._wide, low, note.cited, "text", letters, "faint", "right")

        return _Piece(len(rows) * self._step, marks, 0.5 * self._step if note.ink else 0.0)

    def _number(self, key: str, note: Note, x: float, low: float) -> Iterator[Mark]:
        """Yields the number of a note on a disc, as on the marked sheet, or as it is."""
        number, body = str(note.number), self._body
        if not note.ink:
            yield Text(f"{key}/0", x, low, number, "bold", body, "text")
            return
        radius = max(LEAST_DISC, DISC * body)
        letters = max(LEAST, body * (0.85 if len(number) < 2 else 0.7))
        middle = low - cap_height("bold", body) / 2
        yield Shape(f"{key}/disc", ellipse(x + radius, middle, radius, radius), note.ink)
        low = middle + cap_height("bold", letters) / 2
        yield Text(f"{key}/0", x + radius, low, number, "bold", letters, "mistake.on", "middle")

    def _table(self, table: Table) -> Iterator[_Piece]:
        """Yields the rows under their heads, which are repeated; every other one on a band, the first three places on
        medals."""
        whole = math.fsum(column.share for column in table.columns)
        edges = [math.fsum(column.share for column in table.columns[:k]) * self._wide / whole
                 for k in range(len(table.columns) + 1)]
        head = self._row(table, edges, 0, tuple(column.title for column in table.columns)) if table.titled else None
        if head is not None:
            yield head
        for n, row in enumerate(table.rows, 1):
            piece = self._row(table, edges, n, row)
            yield replace(piece, again=head, before=self._step if head is None and n == 1 else 0.0)

    def _row(self, table: Table, edges: Sequence[float], number: int, row: tuple[str, ...]) -> _Piece:
        """A row; the last text in it has the room of the empty cells after it. Row 0 is the heads."""
        body, place, plain = self._body, 0, True
        if number and table.places:
            place, plain = table.places[number - 1]
        strong = not number or place == 1
        last = max((k for k, text in enumerate(row) if text), default=0)
        cells = []
        for k, text in enumerate(row):
            face: Face = "bold" if strong or (k == 0 and not table.titled) else "text"
            end = edges[-1] if k == last else edges[k + 1]
            cells.append((face, self._lines(text, face, end - edges[k] - GAP if text else 1.0)))
        lines = max(len(each) for _, each in cells)
        high = lines * self._step + self._between

        def marks(key: str, x: float, y: float) -> Iterator[Mark]:
            key, low = f"table/{key}/row/{number}", y + self._between / 2 + body
            if number and number % 2 == 0:
                yield Shape(f"{key}/band", box(x - 2.5, y, edges[-1] + 4.5, high), "wild")
            if place:
                middle = low - cap_height("bold", body) / 2
                radius = min(MEDAL, (self._step + self._between) / 2 - 0.5)
                yield from disc(key, place, x + MEDAL, middle, radius, plain)
                letters = min(body, ONE_DIGIT if place < 10 else TWO_DIGITS)
                deep = middle + cap_height("bold", letters) / 2
                yield Text(f"{key}/0", x + MEDAL, deep, str(place), "bold", letters, medal_inks(place, plain)[1], "middle")
            for k, (face, each) in enumerate(cells):
                right = table.columns[k].align == "right"
                at = x + edges[k + 1] - 2 * GAP if right else x + edges[k]
                for n, line in enumerate(each if k or not place else ()):
                    name = f"{key}/{k}/line/{n}" if n else f"{key}/{k}"
                    yield Text(name, at, low + n * self._step, line, face, body, "text", "right" if right else "left")
            if not number:
                yield Shape(f"{key}/rule", polyline(((x, y + high), (x + edges[-1], y + high))), stroke="line", width=0.75)

        return _Piece(high + (2.0 if not number else 0.0), marks, self._step, joined=int(not number))


def _framed(document: Document, size: tuple[float, float]) -> Iterator[Mark]:
    """A figure at the top of a frame, and below it title and paragraphs, larger letters with more space above them."""
    for i, (edge, line) in enumerate(FRAME):
        yield Shape(f"edge/{i}", box(edge, edge, size[0] - 2 * edge, size[1] - 2 * edge), stroke="line", width=line)
    top, wide = FRAMED, size[0] - 2 * BESIDE_LINES
    texts = [Paragraph(document.title, letters=FRAMED_TITLE)]
    for block in document.blocks:
        if isinstance(block, Figure):
            yield from block.marks(Rect(FRAMED, top, size[0] - 2 * FRAMED, block.high))
            top += block.high
        elif isinstance(block, Paragraph):
            texts.append(block)
    shares = math.fsum(one.letters + EVEN for one in texts) + EVEN
    high = math.fsum(cap_height("text", one.letters) + descent("text", one.letters) for one in texts)
    spare = (size[1] * SIGNED_AT - FOOT - top - high) / shares
    for n, one in enumerate(texts):
        face: Face = "bold" if one.strong else "text"
        shown, letters = fit(one.text, face, one.letters, wide, 0.4)
        top += cap_height("text", one.letters) + spare * (one.letters + EVEN)
        yield Text(f"line/{n}", size[0] / 2, top, shown, face, letters, "faint" if one.faint else "text", "middle")
        top += descent("text", one.letters)


def _lines_for_notes(document: Document, above: Sequence[Mark], size: tuple[float, float]) -> Iterator[Mark]:
    """Lines to write on, from what stands on a face down to the lines to sign on; none where there is little room."""
    top = max(bounds(mark)[3] for mark in above) + NOTES
    many = int((size[1] - MARGIN - FOOT - top) / NOTES)
    if not document.notes or many < FEW_LINES:
        return
    yield Text("notes/caption", MARGIN, top, document.notes, "text", LEAST + 0.5, "faint")
    for n in range(1, many + 1):
        y = top + n * NOTES
        yield Shape(f"notes/{n}", polyline(((MARGIN, y), (size[0] - MARGIN, y))), stroke="faint", width=0.5)


def _signatures(document: Document, size: tuple[float, float]) -> Iterator[Mark]:
    """Lines to sign on at the foot of a face, the day above the first; in a frame two in the middle."""
    wide = size[0] - 2 * MARGIN
    left, step, gap, y, letters = MARGIN, wide / 3, 16.0, size[1] - MARGIN, LEAST + 0.5
    align: Align = "left"
    if document.framed:
        left, step, gap, y, letters = 0.15 * size[0], 0.4 * size[0], 0.1 * size[0], size[1] * SIGNED_AT, 12.0
        align = "middle"
    for i, words in enumerate(document.signed):
        x, end, middle = left + i * step, left + (i + 1) * step - gap, left + (i + 0.5) * step - gap / 2
        at = middle if document.framed else x
        if document.day and not i:
            yield Text("signed/day", at, y - 14, document.day, "text", letters, "text", align)
        yield Shape(f"signed/{i}", polyline(((x, y - 10), (end, y - 10))), stroke="line", width=0.75)
        yield Text(f"signed/{i}/caption", at, y, words, "text", LEAST, "faint", align)
