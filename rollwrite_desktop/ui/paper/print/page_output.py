"""Pages sent from the window: PDF files are made in the worker process and put into the file when they are whole; a printer
gets its pages one by one, the loop turning in between."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QProgressDialog, QWidget

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import write_file
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.play.work.jobs import Call
from rollwrite_desktop.printing.pdf.pdf_job import Far, ready
from rollwrite_desktop.ui.base.background import Task
from rollwrite_desktop.ui.kit.dialogs import Held, progress_dialog
from rollwrite_desktop.ui.paper.print.page_painter import RefusedPageError

PATIENCE_MS = 700
"""So long one waits without being told how far it has come."""


class _Wait(QObject):
    """While something lasts nothing else can be done in the window; after a moment a bar tells how far it has come, with a
    button to stop, which calls `cancel`."""

    def __init__(self, owner: QWidget, title: str, cancel: Callable[[], object]) -> None:
        super().__init__(owner)
        self._owner, self._title, self._cancel = owner, title, cancel
        self.far: Far = (0, 1)
        self._dialog: QProgressDialog | None = None
        self._held = Held(owner)
        self.patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self.patience.timeout.connect(self._tell)

    def begin(self) -> None:
        self.far = (0, 1)
        self._held.begin()
        self.patience.start()

    def show_far(self, far: Far) -> None:
        """How much is done of how much."""
        self.far = far
        if self._dialog is not None:
            self._dialog.setMaximum(far[1])
            self._dialog.setValue(far[0])

    def end(self) -> None:
        self.patience.stop()
        self._held.end()
        if self._dialog is not None:
            self._dialog.reset()
            self._dialog.deleteLater()
            self._dialog = None

    def _tell(self) -> None:
        self._dialog = progress_dialog(self._title, self._owner, 0)
        self._dialog.setAutoReset(False)
        self._dialog.canceled.connect(self._cancel)
        self.show_far(self.far)
        self._dialog.show()


class PagePrinter(QObject):
    """Sends pages to one printer at a time. `sent` carries how many, `failed` and `stopped` a sentence."""

    sent = Signal(int)
    failed = Signal(str)
    stopped = Signal(str)

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._printer: QPrinter | None = None
        self._pages: Generator[Far, None, None] | None = None
        self._wait = _Wait(owner, tr("Sending the pages …"), self.cancel)
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._next)

    @property
    def busy(self) -> bool:
        """Whether pages are being sent."""
        return self._pages is not None

    def send(self, printer: QPrinter, pages: Generator[Far, None, None]) -> None:
        """Takes pages, each of which is painted as the next one is asked for: how many are done of how many."""
        self._printer, self._pages = printer, pages
        self._wait.begin()
        self._turn.start()

    def cancel(self) -> None:
        """Stops; what the printer has by now it may print."""
        if self._printer is not None and self._pages is not None:
            self._printer.abort()
            self._pages.close()
            self._end()
            self.stopped.emit(tr("Printing was stopped."))

    def _next(self) -> None:
        if self._pages is None:
            return
        try:
            far = next(self._pages, None)
        except RefusedPageError:
            self._end()
            self.failed.emit(tr("The printer refused the pages. Save a PDF and print that."))
            return
        if far is not None:
            self._wait.show_far(far)
            self._turn.start()
            return
        done, _ = self._wait.far
        self._end()
        self.sent.emit(done)

    def _end(self) -> None:
        self._wait.end()
        self._printer = self._pages = None


class PdfWriter(QObject):
    """Writes one file at a time; meanwhile nothing else can be done in the window. `written` carries the file, `failed` a
    sentence, `stopped` too."""

    written = Signal(object)
    failed = Signal(str)
    stopped = Signal(str)

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._target = Path()
        self._task: Task | None = None
        self.waiting = _Wait(owner, tr("Writing the pages …"), self.cancel)
        self._first = Task(ready, self)  # so that the first file is written as quickly as later ones
        self._first.given.connect(self._first.drop)
        self._first.ask()

    @property
    def busy(self) -> bool:
        """Whether a file is being written."""
        return self._task is not None

    def write(self, target: Path, job: Call[Far | bytes]) -> None:
        """Writes what a `pdf_job` gives to a file, over one that is there. Nothing happens while it is busy."""
        if self.busy:
            return
        self._target = target
        self._task = Task(job, self)
        self._task.given.connect(self._hear)
        self._task.failed.connect(self._fail)
        self._task.ask()
        self.waiting.begin()

    def cancel(self) -> None:
        """Stops; there is no file then, or the old one."""
        if self.busy:
            self._end()
            self.stopped.emit(tr("Printing was stopped. Nothing was written."))

    def _hear(self, value: Far | bytes) -> None:
        if self._task is None:
            return
        if isinstance(value, tuple):
            self.waiting.show_far(value)
            self._task.ask()
            return
        self._end()
        try:
            write_file(self._target, value)
        except UserError as error:
            self.failed.emit(str(error))
            return
        self.written.emit(self._target)

    def _fail(self, sentence: str) -> None:
        self._end()
        self.failed.emit(sentence)

    def _end(self) -> None:
        self.waiting.end()
        if self._task is not None:
            self._task.drop()
            self._task = None
