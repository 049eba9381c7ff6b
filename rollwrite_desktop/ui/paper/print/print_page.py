"""Printing: what, how often and on which paper on the left, the very page on the right; to a PDF, a viewer or a printer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLocale, QSize, QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QResizeEvent
from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from rollwrite_desktop.core.audit import Paper, Report
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import make_folder
from rollwrite_desktop.core.i18n import language, tr, tr_n, with_colon
from rollwrite_desktop.draw.imposition import Imposition
from rollwrite_desktop.draw.inks import Mode
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake.text import file_name
from rollwrite_desktop.play.opening.open_game import Opened
from rollwrite_desktop.printing.pdf.pdf_job import pdf_job
from rollwrite_desktop.printing.reports.document import in_words, write_document
from rollwrite_desktop.printing.sheets.page_layout import (
    DocumentInfo,
    Leaf,
    Pages,
    free_cells,
    imposition_of,
    layout_notes,
    missing_characters,
    sheet_count,
    shortened,
)
from rollwrite_desktop.printing.sheets.page_layout import Page as PaperPage
from rollwrite_desktop.ui.base import clock, theme
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit import ask
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import in_column, row_of
from rollwrite_desktop.ui.kit.page import Page
from rollwrite_desktop.ui.kit.page_head import PageHead
from rollwrite_desktop.ui.kit.scroll import Scroll
from rollwrite_desktop.ui.paper.print.order_form import PAPER_TITLES, Order
from rollwrite_desktop.ui.paper.print.page_output import PagePrinter, PdfWriter
from rollwrite_desktop.ui.paper.print.page_painter import paper_in, print_pages, set_paper
from rollwrite_desktop.ui.paper.print.preview import Preview

PAUSE_MS = 150
"""So long after the last letter the pages are laid anew."""
AT_ONCE = 6
"""So many steps of drawing are made in the turn of the event loop in which something else was chosen."""
UNSEEN_MS = 250
"""So long after that the page that is still shown turns faint."""
_DONE = object()
_LEFT, _WIDEST = 372, 760
_MARGIN, _GAP, _NARROWEST = 24, 16, 320
_LONGEST_TOLD = 60


class PrintPage(Page):
    """Blank sheets of a game, the filled ones of an opened game or of a re-entered paper, or leaves that are `ready`.
    `sheet`: the blank one that is chosen first."""

    def __init__(
        self,
        game_id: str = "",
        opened: Opened | None = None,
        paper: Paper | None = None,
        report: Report | None = None,
        *,
        store: Settings,
        ready: tuple[Leaf, ...] = (),
        sheet: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Print"), parent)
        self.store = store
        self.writer = PdfWriter(self)
        self.writer.written.connect(lambda path: self._then(path))
        self.writer.failed.connect(self.failed)
        self.writer.stopped.connect(self.notified)
        self.printer = PagePrinter(self)
        self.printer.sent.connect(self._sent)
        self.printer.failed.connect(self.failed)
        self.printer.stopped.connect(self.notified)
        self._then: Callable[[Path], None] = self._saved
        self.leaves: tuple[Leaf, ...] = ()
        self.pages: Sequence[PaperPage] = ()
        self.imposition: Imposition | None = None
        self._left: Iterator[None] | None = None
        self._soon = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._soon.timeout.connect(self.refresh)
        self._slices = QTimer(self, singleShot=True, interval=0)
        self._slices.timeout.connect(self._lay_more)
        self._unseen = QTimer(self, singleShot=True, interval=UNSEEN_MS)
        self._unseen.timeout.connect(self._wait)
        theme.role(self, "page")
        head = PageHead(tr("Print"), tr("Back"))
        head.left.connect(self.left)
        first = game_id if game_id in GAMES else next(iter(GAMES))
        self.order = Order(first, opened, paper, report, self._recalled(), self.store, ready, sheet)
        self.order.changed.connect(self.refresh)
        self.order.typed.connect(self._soon.start)
        self.preview = Preview()
        self.count = label("", "heading")
        self.notes = label("", "faint")
        self.warning = label("", "wrong")
        self.fill = button(tr("&Fill the last page"), "plus", "quiet", self.fill_page)
        self.save = button(tr("&Save PDF …"), "save", "primary", self.ask_pdf)
        self.view = button(tr("Open in vie&wer"), "eye", "", self.open_viewer)
        self.print = button(tr("&Print …"), "print", "", self.ask_printer)
        column = in_column(head, gap=12, margins=(_MARGIN, 16, _MARGIN, 16), on=self)
        body = self._body = QHBoxLayout()
        body.setSpacing(_GAP)
        column.addLayout(body, 1)
        panel = self._panel = QWidget()
        body.addWidget(panel)
        body.addWidget(self.preview, 1)
        side = QVBoxLayout(panel)
        side.setContentsMargins(0, 0, 0, 0)
        form = QWidget()
        side.addWidget(Scroll(form), 1)
        chosen = self._chosen = QVBoxLayout(form)
        chosen.setContentsMargins(0, 0, 0, 0)
        chosen.addWidget(self.order, 1)
        side.addWidget(self.save)
        # Very large texts leave no room beside the form but for what is pressed at its end.
        summary = chosen if theme.large() else side
        summary.addLayout(row_of(self.view, self.print, plain=True))
        for widget in (self.warning, self.fill, self.notes, self.count):
            summary.insertWidget(1, widget)
        self._wide = min(_WIDEST, max(theme.px(_LEFT - 40) + 40, panel.minimumSizeHint().width()))
        panel.setFixedWidth(self._wide)
        self.starts_at = self.save
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where the page has no room for the preview beside the form, as with large texts, it stands at the form's end."""
        room = self.width() - 2 * _MARGIN
        beside = not theme.largest() and room >= self._wide + _GAP + self.preview.minimumSizeHint().width()
        if beside != (self._body.indexOf(self.preview) >= 0):
            (self._body if beside else self._chosen).addWidget(self.preview, 1 if beside else 0)
        self._panel.setFixedWidth(self._wide if beside else max(_NARROWEST, room))
        super().resizeEvent(event)

    def introduction(self) -> str:
        """Returns what is printed, on how many pages."""
        parts = with_colon(self.title, self.order.title()), self.count.text()
        return " ".join(f"{each.rstrip('.')}." for each in parts if each)

    def minimumSizeHint(self) -> QSize:
        return QSize(_NARROWEST + 2 * _MARGIN, _NARROWEST)

    # ------------------------------------------------------------------ what is printed

    @property
    def ink(self) -> Mode:
        return self.order.ink

    def refresh(self) -> None:
        """Lays the pages anew by what is chosen: the first steps at once, which is all for most, else one in each turn of
        the event loop. What was being laid before is dropped."""
        self._soon.stop()
        self._left = self._laid()
        self._unseen.start()
        for _ in range(AT_ONCE):
            self._lay_more()

    def finish(self) -> None:
        """Lays at once what is not laid yet."""
        if self._soon.isActive():
            self.refresh()
        while self._left is not None:
            self._lay_more()

    def _lay_more(self) -> None:
        if self._left is None:
            return
        if next(self._left, _DONE) is _DONE:
            self._left = None
            self._slices.stop()
            self._unseen.stop()
        else:
            self._slices.start()

    def _wait(self) -> None:
        self.preview.wait()

    def _laid(self) -> Iterator[None]:
        """Lays the pages, shows them, and then looks for what is not printed as it was typed; yields after each step."""
        order, fault = self.order, ""
        leaves: list[Leaf] = []
        imposition, lines = None, order.lines()
        try:
            for leaf in order.leaves():
                if leaf is None:
                    yield
                else:
                    leaves.append(leaf)
            imposition = imposition_of(
                leaves, order.paper, order.per_page, binding=order.binding, holes=order.holes, largest=order.largest
            )
        except UserError as error:
            fault, leaves = str(error), []
        pages = Pages(leaves, lines, imposition) if imposition is not None else ()
        if isinstance(pages, Pages):
            yield from pages.fit(self.preview.at)
        self.leaves, self.imposition, self.pages = tuple(leaves), imposition, pages
        self._unseen.stop()
        self._show()
        if imposition is None:
            self._warn(fault)
            return
        missing, short = "", tuple[str, ...]()
        for leaf in leaves:
            missing += missing_characters((leaf,), lines)
            short = short or shortened((leaf,), lines, imposition)
            yield
        signs = "".join(dict.fromkeys(missing))
        warnings = [tr("Printed as question marks: {signs}", signs=signs[:_LONGEST_TOLD])] if signs else []
        warnings += [tr("Too long for its line: {text}", text=text[:_LONGEST_TOLD // 2] + "…") for text in short[:1]]
        self._warn("\n".join(warnings))

    def _warn(self, text: str) -> None:
        self.warning.setText(text)
        self.warning.setVisible(bool(text))

    def _show(self) -> None:
        """Shows what has been laid."""
        self.preview.show_pages(self.pages, self.imposition, self.ink)
        sheets, more = sheet_count(self.leaves), len(self.leaves) > 1 and self.order.with_findings
        on = tr_n("on one page", "on {n} pages", len(self.pages))
        text = tr_n("One sheet {on}", "{n} sheets {on}", sheets, on=on)
        if more:
            text = tr_n("One checked sheet {on}", "{n} checked sheets {on}", sheets, on=on)
        elif not sheets:
            text = tr_n("One page", "{n} pages", len(self.pages))
        if not self.pages:
            text = ""
        if self._two_sided:
            text += ", " + tr_n("one piece of paper", "{n} pieces of paper", len(self.pages) // 2)
        self.count.setText(text)
        self.notes.setText("\n".join(layout_notes(self.leaves, self.imposition)) if self.imposition else "")
        self.fill.setVisible(bool(self._more()))
        for each in (self.save, self.view, self.print):
            each.setEnabled(bool(self.pages))

    @property
    def _two_sided(self) -> bool:
        return any(leaf.back is not None for leaf in self.leaves)

    def _more(self) -> int:
        """How many more copies the last page has room for."""
        return free_cells(self.leaves, self.imposition) if self.imposition is not None and self.order.alike else 0

    def fill_page(self) -> None:
        """As many copies as the pages have room for."""
        self.finish()
        self.order.add_copies(self._more())

    def _recalled(self) -> dict[str, Any]:
        inches = QLocale.system().measurementSystem() == QLocale.MeasurementSystem.ImperialUSSystem
        usual = {"paper": "letter" if inches else "a4"}
        return usual | self.store.recall("print", dict[str, Any]())

    def _remember(self) -> None:
        self.store.keep("print", self.order.settings())

    # ------------------------------------------------------------------ to a file

    def suggested(self) -> str:
        """A name for the file."""
        return file_name(self.order.title()) + ".pdf"

    def ask_pdf(self) -> None:
        """Asks where, and writes: a PDF, or filled sheets in words by the ending of the name."""
        start = Path(self.store.folder("pdf")) / self.suggested()
        kinds = [tr("PDF files (*.pdf)")]
        if self.order.in_words_too:
            kinds += [tr("Web pages for screen readers (*.html)"), tr("Plain text (*.txt)")]
        if path := ask.save(self, tr("Save PDF"), start, kinds):
            self.save_pdf(path)

    def save_pdf(self, path: Path) -> None:
        """Writes the PDF, or the sheets in words, and says so, or says in one sentence why not."""
        if not self.order.in_words_too or not in_words(path):
            self._write(path, self._saved)
            return
        try:
            write_document(path, self.order.in_words(), True)
        except UserError as error:
            self.failed.emit(str(error))
        else:
            self._saved(path)

    def _saved(self, path: Path) -> None:
        self.store.keep_folder("pdf", path)
        self._remember()
        self.notified.emit(tr("Saved as {file}.", file=str(path)))

    def open_viewer(self) -> None:
        """Writes the PDF to a folder of our own and has the system show it."""
        folder = self.store.home / "viewer"
        try:
            make_folder(folder)
        except UserError as error:
            self.failed.emit(str(error))
            return
        self._write(folder / self.suggested(), self._open)

    def _open(self, path: Path) -> None:
        self._remember()
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self.failed.emit(tr("No program here opens PDF files. The file is {path}.", path=str(path)))

    def _write(self, path: Path, then: Callable[[Path], None]) -> None:
        """Has the pages written; then `then` is called with the path."""
        self.finish()
        if not self.leaves or self.writer.busy:
            return
        self._then = then
        about = DocumentInfo(subject=self.order.title(), lang=language(), date=clock.now().isoformat(timespec="seconds"))
        self.writer.write(path, pdf_job(
            self.leaves, self.order.lines(), about, ink=self.ink, paper=self.order.paper, per_page=self.order.per_page,
            binding=self.order.binding, holes=self.order.holes, largest=self.order.largest,
        ))

    # ------------------------------------------------------------------ to a printer

    def ask_printer(self) -> None:
        """Opens the system's print dialog; without a printer says how it goes on."""
        if not QPrinterInfo.availablePrinterNames():
            self.notified.emit(tr("No printer is set up here. Save a PDF and print it anywhere."))
            self.save.setFocus()
            return
        self.finish()
        if self.imposition is None:
            return
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(self.order.title())
        set_paper(printer, self.imposition, self._two_sided)
        dialog = QPrintDialog(printer, self)
        dialog.setMinMax(1, len(self.pages))
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self.send(printer)

    def send(self, printer: QPrinter) -> bool:
        """Prints at full size on the paper that the printer is set to; False where that is another paper."""
        self.finish()
        paper = paper_in(printer)
        if paper is None:
            size = printer.pageLayout().pageSize().name()
            self.failed.emit(tr("The printer is set to {size}, but these sheets are for another paper.", size=size))
            return False
        if paper != self.order.paper and paper in PAPER_TITLES:
            self.order.choose_paper(paper)
            self.finish()
        assert self.imposition is not None
        set_paper(printer, self.imposition, self._two_sided)
        self.printer.send(printer, print_pages(printer, self.pages, self.imposition, self.ink))
        return True

    def _sent(self, pages: int) -> None:
        self._remember()
        self.notified.emit(tr_n("One page was sent to the printer.", "{n} pages were sent to the printer.", pages))
