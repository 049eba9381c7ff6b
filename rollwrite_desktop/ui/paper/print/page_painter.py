"""A printed page as the PDF has it, painted by Qt: for the preview and for printers. Full size, nothing fitted."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from PySide6.QtCore import QMarginsF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter
from PySide6.QtPrintSupport import QPrinter

from rollwrite_desktop.draw.imposition import PAPERS, Imposition
from rollwrite_desktop.draw.inks import Mode, ink_at
from rollwrite_desktop.printing.sheets.page_layout import Page
from rollwrite_desktop.ui.canvas.canvas import sheet_painter

_SAME = 3.0  # points within which two papers are the same


def paint_page(painter: QPainter, page: Page, imposition: Imposition, ink: Mode) -> None:
    """Paints a page; the painter's transform maps points to pixels."""
    ink = ink_at(ink, imposition.scale)
    for placed in page.placed:
        painter.save()
        left, top, scale = placed.face(imposition.scale)
        painter.translate(left, top)
        painter.scale(scale, scale)
        sheet_painter().paint(painter, placed.leaf.display, ink)
        painter.restore()
    for marks in (page.common, *(placed.marks for placed in page.placed)):  # upon what is blank around frames
        sheet_painter().paint_marks(painter, marks, ink)


def set_paper(printer: QPrinter, imposition: Imposition, two_sided: bool = False) -> None:
    """Tells a printer the paper, which way round, that the page reaches to its edges, and whether there are pages for the
    other side, which is turned about the page's left edge."""
    wide, high = imposition.size
    upright = QSizeF(min(wide, high), max(wide, high))
    size = QPageSize(upright, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.FuzzyMatch)
    way = QPageLayout.Orientation.Landscape if wide > high else QPageLayout.Orientation.Portrait
    printer.setPageLayout(QPageLayout(size, way, QMarginsF(0, 0, 0, 0)))
    printer.setFullPage(True)
    if two_sided:
        turned = QPrinter.DuplexMode.DuplexShortSide if wide > high else QPrinter.DuplexMode.DuplexLongSide
        printer.setDuplex(turned)


def paper_in(printer: QPrinter) -> str | None:
    """Which of our papers the printer is set to, or None."""
    size = printer.pageLayout().pageSize().size(QPageSize.Unit.Point)
    for paper, (narrow, tall) in PAPERS.items():
        if abs(size.width() - narrow) <= _SAME and abs(size.height() - tall) <= _SAME:
            return paper
    return None


class RefusedPageError(Exception):
    """The printer does not take a page."""


def print_pages(
    printer: QPrinter, sheets: Sequence[Page], imposition: Imposition, ink: Mode
) -> Generator[tuple[int, int], None, None]:
    """Sends the pages that the printer is asked for, one by one: how many are done of how many. Raises RefusedPageError."""
    wanted = range(len(sheets))[(printer.fromPage() or 1) - 1 : printer.toPage() or len(sheets)]
    painter = QPainter()
    if not painter.begin(printer):
        raise RefusedPageError
    try:
        dots = printer.resolution() / 72
        for done, number in enumerate(wanted):
            if done and not printer.newPage():
                raise RefusedPageError
            painter.resetTransform()
            painter.scale(dots, dots)
            paint_page(painter, sheets[number], imposition, ink)
            yield done + 1, len(wanted)
    finally:
        ended = painter.end()
    if not ended:
        raise RefusedPageError
