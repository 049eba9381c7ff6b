"""PDF form XObjects for what is printed repeatedly: faces, the texts around them, and pages that differ in a number only.

Knows no leaves and no game.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple, cast

from reportlab.pdfbase.pdfdoc import PDFArray, PDFObject, PDFResourceDictionary
from reportlab.pdfgen.canvas import Canvas

from rollwrite_desktop.draw.display import Mark
from rollwrite_desktop.draw.inks import Mode
from rollwrite_desktop.printing.pdf.pdf_painter import PdfPainter
from rollwrite_desktop.printing.pdf.reportlab_inside import document, leave_out_defaults, operators

_WORD = re.compile(r"(?<!\\)\) Tj ")
"""The end of a word."""


class Part(NamedTuple):
    """A range of the marks of a display, its size, and the position of its lower left corner on the page and its scale.

    The caller keeps `marks` alive: they are compared by identity first, because comparing hundreds of marks takes long.
    """

    marks: tuple[Mark, ...]
    size: tuple[float, float]
    first: int = 0
    end: int = 0
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0


class Drawings:
    """The form XObjects of a document with pages of `size` points."""

    def __init__(self, canvas: Canvas, ink: Mode, size: tuple[float, float]) -> None:
        self._canvas = canvas
        self._ink: Mode = ink
        self._size = size
        self._names: list[str] = []
        self._by_part: dict[tuple[int, int, int], str] = {}
        self._by_marks: dict[tuple[Mark, ...], str] = {}
        self._by_page: dict[tuple[object, ...], str] = {}
        self._heads = _Heads()
        # All pages refer to one resource dictionary and one media box, which ReportLab would repeat on each.
        self._resources = PDFResourceDictionary()
        self._resources_reference = document(canvas).Reference(self._resources)
        self._media_box = document(canvas).Reference(PDFArray([0, 0, *size]))
        leave_out_defaults(canvas)

    def place(self, parts: Sequence[Part], *, again: bool) -> None:
        """Places parts on the current page; `again`: further pages have exactly the same, so they become one drawing."""
        parts = [part for part in parts if part.first < part.end]
        if not again:
            for part in parts:
                self._do(part, self._drawing(part))
            return
        key = tuple((id(part.marks), *part[2:]) for part in parts)
        if key not in self._by_page:
            names = [self._drawing(part) for part in parts]
            name = self._by_page[key] = self._begin(*self._size)
            for part, drawing in zip(parts, names, strict=True):
                self._do(part, drawing)
            self._canvas.endForm()
            self._names.append(name)
        self._canvas.doForm(self._by_page[key])

    def end_page(self) -> None:
        """Ends the current page."""
        self._canvas.showPage()
        page = document(self._canvas).Pages.pages[-1]
        page.Resources, page.MediaBox, page.Trans, page.Rotate = self._resources_reference, self._media_box, None, None
        self._heads.add(page.stream)
        page.format = partial(_page_as_written, page, self._heads)

    def finish(self) -> None:
        """Fills the resource dictionary; called after the last page."""
        self._resources.basicFonts()
        self._resources.basicProcs()
        self._resources.XObject = document(self._canvas).xobjDict(self._names)

    def _do(self, part: Part, name: str) -> None:
        canvas = self._canvas
        if part[4:] == (0.0, 0.0, 1.0):
            canvas.doForm(name)
            return
        canvas.saveState()
        canvas.transform(part.scale, 0, 0, part.scale, part.x, part.y)
        canvas.doForm(name)
        canvas.restoreState()

    def _drawing(self, part: Part) -> str:
        key = (id(part.marks), part.first, part.end)
        name = self._by_part.get(key)
        if name is None:
            marks = part.marks[part.first : part.end]
            name = self._by_marks.get(marks)
            if name is None:
                name = self._by_marks[marks] = self._begin(*part.size)
                self._names.append(name)
                PdfPainter(self._canvas, self._ink, part.size[1], partial(self._apart, part.size)).paint(marks)
                self._canvas.endForm()
            self._by_part[key] = name
        return name

    def _apart(self, size: tuple[float, float], code: list[str]) -> None:
        """Draws operators by an object of their own."""
        name = self._begin(*size)
        self._names.append(name)
        operators(self._canvas).extend(code)
        self._canvas.endForm()
        self._canvas.doForm(name)

    def _begin(self, wide: float, high: float) -> str:
        name = f"d{len(self._names) + 1}"
        self._canvas.beginForm(name, 0, 0, wide, high)
        return name


class _Content(PDFObject):  # type: ignore[misc]
    """What is drawn on a page, compressed if that makes it shorter."""

    def __init__(self, code: str) -> None:
        self._code = code.strip().encode("latin-1") + b"\n"

    def format(self, _document: object) -> bytes:
        """Returns the bytes of the stream; ReportLab calls this once, when it writes the file."""
        packed, how = zlib.compress(self._code, 9), b"/Filter /FlateDecode "
        if len(packed) + len(how) >= len(self._code):
            packed, how = self._code, b""
        return b"<< %b/Length %d >>\nstream\n%bendstream\n" % (how, len(packed), packed)


class _Heads:
    """What pages begin with: all before their first text, and this text's first word. Pages with the same refer to one
    stream, as most differ in a number only."""

    def __init__(self) -> None:
        self._pages = Counter[str]()
        self._contents: dict[str, _Content] = {}

    def add(self, code: str) -> None:
        """Counts what a page begins with."""
        self._pages.update(_heads(code))

    def parts(self, code: str) -> tuple[_Content, ...]:
        """Returns the streams of a page."""
        head = next((head for head in _heads(code) if head and self._pages[head] > 1), "")
        if not head:
            return (_Content(code),)
        if head not in self._contents:
            self._contents[head] = _Content(head)
        return self._contents[head], _Content(code[len(head) :])


def _heads(code: str) -> tuple[str, ...]:
    """Returns what a page may begin with, the longest first."""
    before = code.find("\nBT ") + 1
    word = _WORD.search(code, before) if before else None
    return (code[: word.end()], code[:before]) if word is not None else (code[:before],)


def _page_as_written(page: Any, heads: _Heads, document: Any) -> bytes:
    """Returns the bytes of a page without form fields. ReportLab takes four times as long for its many small
    dictionaries."""
    if page.Annots:
        return cast("bytes", type(page).format(page, document))

    def named(what: Any) -> str:
        written: bytes = document.Reference(what).format(document)
        return written.decode("ascii")

    streams = [named(part) for part in heads.parts(page.stream)]
    contents = streams[0] if len(streams) == 1 else f"[{' '.join(streams)}]"
    entries = [
        "/Type /Page", f"/Parent {named(document.Pages)}", f"/Contents {contents}",
        f"/MediaBox {named(page.MediaBox)}", f"/Resources {named(page.Resources)}",
    ]
    entries += [f"/{name} {named(box)}" for name in ("BleedBox", "TrimBox") if (box := getattr(page, name)) is not None]
    if page.StructParents is not None:
        entries.append(f"/StructParents {page.StructParents} /Tabs /S")
    return f"<< {' '.join(entries)} >>".encode("ascii")
