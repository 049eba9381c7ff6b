"""What is printed often stands once in the file: faces, the lines round them, and whole pages that differ in a number only.

Knows ReportLab's form objects and pages; no leaves and no game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from reportlab.pdfbase.pdfdoc import PDFArray, PDFResourceDictionary
from reportlab.pdfgen.canvas import Canvas

from rollwrite_desktop.draw.display import Mark
from rollwrite_desktop.draw.inks import Mode
from rollwrite_desktop.printing.pdf_painter import PdfPainter


class Part(NamedTuple):
    """Some of the marks of a display, its size, and where its lower left corner stands on the page, at which scale. The
    caller keeps `marks` alive: they are recognised by identity first, because comparing hundreds of them takes time."""

    marks: tuple[Mark, ...]
    size: tuple[float, float]
    first: int = 0
    end: int = 0
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0


class Drawings:
    """The drawings of a document that are stored once and placed many times."""

    def __init__(self, canvas: Canvas, ink: Mode) -> None:
        self._canvas = canvas
        self._ink: Mode = ink
        self._names: list[str] = []
        self._by_part: dict[tuple[int, int, int], str] = {}
        self._by_marks: dict[tuple[Mark, ...], str] = {}
        self._by_page: dict[tuple[object, ...], str] = {}
        # What ReportLab would repeat on every page stands in the file once.
        self._resources = PDFResourceDictionary()
        self._all = canvas._doc.Reference(self._resources)
        self._size = canvas._doc.Reference(PDFArray([0, 0, *canvas._pagesize]))
        canvas._preamble = ""  # sets what is set anyway

    def place(self, parts: Sequence[Part], *, again: bool) -> None:
        """Puts the parts on the page in hand; `again`: more pages will have just these."""
        parts = [part for part in parts if part.first < part.end]
        if not again:
            for part in parts:
                self._do(part, self._drawing(part))
            return
        key = tuple((id(part.marks), *part[2:]) for part in parts)
        if key not in self._by_page:
            names = [self._drawing(part) for part in parts]
            name = self._by_page[key] = self._begin(*self._canvas._pagesize)
            for part, drawing in zip(parts, names, strict=True):
                self._do(part, drawing)
            self._canvas.endForm()
            self._names.append(name)
        self._canvas.doForm(self._by_page[key])

    def end_page(self) -> None:
        """Closes the page in hand."""
        self._canvas.showPage()
        page = self._canvas._doc.Pages.pages[-1]
        page.Resources, page.MediaBox, page.Trans, page.Rotate = self._all, self._size, None, None

    def finish(self) -> None:
        """Lists the drawings and typefaces that the pages use, once all are placed."""
        self._resources.basicFonts()
        self._resources.basicProcs()
        self._resources.XObject = self._canvas._doc.xobjDict(self._names)

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
                PdfPainter(self._canvas, self._ink, part.size[1]).paint(marks)
                self._canvas.endForm()
                self._names.append(name)
            self._by_part[key] = name
        return name

    def _begin(self, wide: float, high: float) -> str:
        name = f"d{len(self._names) + 1}"
        self._canvas.beginForm(name, 0, 0, wide, high)
        return name
