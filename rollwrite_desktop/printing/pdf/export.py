"""Writes PDF files: atomically, with progress and cancellation.

Each face is stored once and placed as often as it is printed. The same leaves give the same bytes. Knows no game.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from reportlab import rl_config
from reportlab.pdfbase.ttfonts import TTFError
from reportlab.pdfgen.canvas import Canvas

from rollwrite_desktop import __version__
from rollwrite_desktop.core.errors import Cancelled
from rollwrite_desktop.core.files import FileError, must_be_new, write_file
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.core.one_line import one_line
from rollwrite_desktop.draw.display import Face, Mark
from rollwrite_desktop.draw.imposition import BARE, Imposition
from rollwrite_desktop.draw.inks import Mode, ink_at
from rollwrite_desktop.draw.type_metrics import metrics
from rollwrite_desktop.printing.cards.card_pages import BLEED
from rollwrite_desktop.printing.pdf.compact_pdf import compacted
from rollwrite_desktop.printing.pdf.pdf_form import FormWriter
from rollwrite_desktop.printing.pdf.pdf_painter import PdfPainter, font
from rollwrite_desktop.printing.pdf.pdf_structure import StructureWriter, add_metadata, info_date
from rollwrite_desktop.printing.pdf.shared_drawings import Drawings, Part
from rollwrite_desktop.printing.sheets.page_layout import (
    NO_INFO,
    DocumentInfo,
    HeaderFooter,
    Leaf,
    Pages,
    Placed,
    at_scale,
    description_of,
    header_fields,
    imposition_of,
    layout_notes,
    missing_characters,
    shortened,
)

Progress = Callable[[int, int], bool]
"""Called with the steps done and their total, one for each page and each form; returns whether to go on."""

_FACES: tuple[Face, ...] = ("text", "bold", "hand")


class Written(Struct, frozen=True):
    """A file that was written, and warnings.

    missing: characters printed as question marks. shortened: names and titles that were too long. notes: sentences about the
    layout of the pages.
    """

    path: Path
    pages: int
    bytes: int
    missing: str
    shortened: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def write_pdf(
    target: Path,
    leaves: Sequence[Leaf],
    texts: HeaderFooter,
    about: DocumentInfo = NO_INFO,
    *,
    ink: Mode = "colour",
    paper: str = "a4",
    per_page: int = 1,
    binding: bool = False,
    holes: str = "",
    largest: float = 1.0,
    force: bool = False,
    progress: Progress | None = None,
) -> Written:
    """Prints leaves to a PDF file.

    Raises FileError if the file exists and `force` is not set, or cannot be written; Canceled if `progress` returns False;
    UserError if there is nothing to print.
    """
    if not force:
        must_be_new(target)
    content, count = pdf(
        leaves, texts, about, ink=ink, paper=paper, per_page=per_page, binding=binding, holes=holes, largest=largest,
        progress=progress,
    )
    write_file(target, content, force)
    page = imposition_of(leaves, paper, per_page, binding=binding, holes=holes, largest=largest)
    return Written(
        target, count, len(content), missing_characters(leaves, texts), shortened(leaves, texts, page),
        layout_notes(leaves, page),
    )


def pdf(
    leaves: Sequence[Leaf],
    texts: HeaderFooter,
    about: DocumentInfo = NO_INFO,
    *,
    ink: Mode = "colour",
    paper: str = "a4",
    per_page: int = 1,
    binding: bool = False,
    holes: str = "",
    largest: float = 1.0,
    progress: Progress | None = None,
) -> tuple[bytes, int]:
    """Returns the bytes of the PDF and its number of pages. Raises as `write_pdf`."""
    imposition = imposition_of(leaves, paper, per_page, binding=binding, holes=holes, largest=largest)
    leaves, ink = at_scale(leaves, imposition.scale), ink_at(ink, imposition.scale)
    _load_typefaces()
    rl_config.useA85 = 0  # binary streams are a quarter smaller, and faster to write
    stream = io.BytesIO()
    canvas = Canvas(
        stream, pagesize=imposition.size, invariant=1, pageCompression=1, lang=about.lang, initialFontName=font("text")
    )
    title, author, subject = _named(texts, about)
    canvas.setTitle(title)
    canvas.setAuthor(author)
    canvas.setSubject(subject)
    canvas.setCreator(f"rollwrite_desktop {__version__}")
    if about.date:
        written = info_date(about.date)
        canvas.setDateFormatter(lambda *_: written)
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    if paper == BARE:
        wide, high = imposition.size
        canvas.setTrimBox((BLEED, BLEED, wide - BLEED, high - BLEED))
        canvas.setBleedBox((0, 0, wide, high))
    elif any(leaf.back is not None for leaf in leaves):
        wide, high = imposition.size
        canvas.setViewerPreference("Duplex", "DuplexFlipShortEdge" if wide > high else "DuplexFlipLongEdge")
    sides = Pages(leaves, texts, imposition)
    printed = len(sides)
    sheets = sum(leaf.copies for leaf in leaves if leaf.form is not None)
    total, done = printed + sheets, 0

    def go_on() -> None:
        nonlocal done
        if progress is not None and not progress(done, total):
            raise Cancelled(tr("Printing was stopped. Nothing was written."))
        done += 1

    structure = StructureWriter(canvas)
    drawings, forms = Drawings(canvas, ink, imposition.size), FormWriter(canvas, imposition.size[1], structure, go_on)
    shared, fronts = _shared([leaf.display.marks for leaf in leaves]), {id(leaf.display.marks) for leaf in leaves}
    painter = PdfPainter(canvas, ink, imposition.size[1])
    named, listed = set[str](), {id(leaf) for leaf in leaves}
    labels, descriptions = list[tuple[str, int]](), dict[int, str]()
    for number, page in enumerate(sides):
        go_on()
        labels.append(_label(page.placed[0], imposition))
        parts = list[Part]()
        for placed in page.placed:
            marks, face = placed.leaf.display.marks, placed.leaf.display.size
            left, top, scale = placed.face(imposition.scale)
            corner = left, imposition.size[1] - top - scale * face[1]
            if placed.leaf.reading:
                continue
            first = shared if id(marks) in fronts else 0
            parts += [Part(marks, face, 0, first, *corner, scale), Part(marks, face, first, len(marks), *corner, scale)]
        parts.append(Part(page.common, imposition.size, 0, len(page.common)))  # upon what is blank around frames
        for placed in page.placed:
            if id(placed.leaf) not in descriptions:
                descriptions[id(placed.leaf)] = _description(placed.leaf)
        described = " · ".join(dict.fromkeys(filter(None, (descriptions[id(placed.leaf)] for placed in page.placed))))
        if described:
            structure.figure(described)
        else:
            structure.artifact()
        drawings.place(parts, again=all(placed.leaf.copies > len(imposition.cells) for placed in page.placed))
        structure.end()
        for placed in page.placed:
            leaf = placed.leaf
            if leaf.reading:
                _read(canvas, structure, ink, placed, imposition)
            structure.artifact()
            painter.paint(placed.marks)
            structure.end()
            if leaf.form is not None:
                header = header_fields(leaf, placed.cell, imposition.scale, texts, sides.total)
                forms.place(leaf.form, placed.number, placed.cell, imposition.scale, header)
            heading = leaf.player or leaf.title
            if heading and heading not in named and id(leaf) in listed:
                named.add(heading)
                canvas.bookmarkPage(f"page{number}")
                canvas.addOutlineEntry(heading, f"page{number}")
        drawings.end_page()
        structure.end_page()
    drawings.finish()
    forms.finish()
    structure.finish()
    for first, (prefix, start) in _label_runs(labels):
        canvas.addPageLabel(first, "ARABIC" if start else None, start or None, prefix or None)
    add_metadata(canvas, title, author, subject or title, about.lang, about.date, archive=sheets == 0)
    canvas.save()
    return compacted(stream.getvalue()), printed


def _named(texts: HeaderFooter, about: DocumentInfo) -> tuple[str, str, str]:
    """Title, author and subject of a document; each in one line, whatever names are in it."""
    named = texts.title or about.subject or "Rollwrite Desktop", about.author, about.subject
    title, author, subject = map(one_line, named)
    return title, author, subject


def _description(leaf: Leaf) -> str:
    """Returns what a screen reader says of a face."""
    if leaf.reading or not leaf.display.marks:
        return ""
    return leaf.alt or ". ".join(filter(None, (leaf.title, description_of(leaf.display.marks))))


def _read(canvas: Canvas, structure: StructureWriter, ink: Mode, placed: Placed, page: Imposition) -> None:
    """Paints a face of text, each part with its tag."""
    display, cell = placed.leaf.display, placed.cell.face
    painter = PdfPainter(canvas, ink, display.size[1])
    for part in structure.text(display.marks):
        canvas.saveState()
        canvas.transform(page.scale, 0, 0, page.scale, cell.x, page.size[1] - cell.y - page.scale * display.size[1])
        painter.paint(part)
        canvas.restoreState()


def _label(placed: Placed, page: Imposition) -> tuple[str, int]:
    """Returns the label of a page: the number of its sheet; the title of the leaf where pages are no sheets; "" and 0 for
    others."""
    leaf = placed.leaf
    if leaf.counted and len(page.cells) == 1:
        return "", placed.number
    return (f"{leaf.title} " if leaf.title and not leaf.counted else ""), 0


def _label_runs(labels: Sequence[tuple[str, int]]) -> Iterator[tuple[int, tuple[str, int]]]:
    """Yields the pages at which the numbering of pages begins anew, with prefix and first number."""
    last: tuple[str, int] | None = None
    for number, (prefix, count) in enumerate(labels):
        begins = (prefix, count or (last[1] + 1 if last and last[0] == prefix else 1))
        if last is None or begins != (last[0], last[1] + 1):
            yield number, begins
        last = begins


def _load_typefaces() -> None:
    """Loads all typefaces. Raises FileError if one is missing or damaged."""
    for face in _FACES:
        try:
            font(face)
        except (OSError, TTFError) as error:
            message = mark("The font {file} is missing or damaged. Nothing was written.")
            raise FileError(tr(message, file=str(metrics(face).file))) from error


def _shared(faces: Sequence[tuple[Mark, ...]]) -> int:
    """Returns the length of the common prefix of the faces' marks: the blank sheet below what players wrote."""
    first, *others = faces
    same = len(first)
    for other in others:
        pairs = enumerate(zip(first[:same], other, strict=False))
        same = next((i for i, (mine, theirs) in pairs if mine != theirs), min(same, len(other)))
    return same
