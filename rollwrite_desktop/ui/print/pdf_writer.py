"""PDF files written from the window: made in the worker process, and put into the file when they are whole."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QProgressDialog, QWidget

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import must_be_new, write_file
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.play.worker import Call
from rollwrite_desktop.printing.pdf_job import Far, ready
from rollwrite_desktop.ui.shell.background import Task
from rollwrite_desktop.ui.widgets.layouts import Held, progress_dialog

PATIENCE_MS = 700
"""So long one waits without being told how far it has come."""


class PdfWriter(QObject):
    """Writes one file at a time; meanwhile nothing else can be done in the window. `written` carries the file, `failed` a
    sentence, `stopped` too."""

    written = Signal(object)
    failed = Signal(str)
    stopped = Signal(str)

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._owner = owner
        self._target, self._force = Path(), False
        self._far: Far = (0, 1)
        self._task: Task | None = None
        self._dialog: QProgressDialog | None = None
        self._held = Held(owner)
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(self._tell)
        self._first = Task(ready, self)  # so that the first file is written as quickly as later ones
        self._first.given.connect(self._first.drop)
        self._first.ask()

    @property
    def busy(self) -> bool:
        """Whether a file is being written."""
        return self._task is not None

    def write(self, target: Path, force: bool, job: Call[Far | bytes]) -> None:
        """Writes what a `pdf_job` gives to a file. force: over one that is there. Nothing happens while it is busy."""
        if self.busy:
            return
        if not force:
            try:
                must_be_new(target)
            except UserError as error:
                self.failed.emit(str(error))
                return
        self._target, self._force, self._far = target, force, (0, 1)
        self._task = Task(job, self)
        self._task.given.connect(self._hear)
        self._task.failed.connect(self._fail)
        self._task.ask()
        self._held.begin()
        self._patience.start()

    def cancel(self) -> None:
        """Stops; there is no file then, or the old one."""
        if self.busy:
            self._end()
            self.stopped.emit(tr("Printing was stopped. Nothing was written."))

    def _hear(self, value: Far | bytes) -> None:
        if self._task is None:
            return
        if isinstance(value, tuple):
            self._far = value
            self._show()
            self._task.ask()
            return
        self._end()
        try:
            write_file(self._target, value, self._force)
        except UserError as error:
            self.failed.emit(str(error))
            return
        self.written.emit(self._target)

    def _fail(self, sentence: str) -> None:
        self._end()
        self.failed.emit(sentence)

    def _end(self) -> None:
        self._patience.stop()
        self._held.end()
        if self._task is not None:
            self._task.drop()
            self._task = None
        if self._dialog is not None:
            self._dialog.reset()
            self._dialog.deleteLater()
            self._dialog = None

    def _tell(self) -> None:
        """Shows how far it has come, and a button to stop."""
        self._dialog = progress_dialog(tr("Writing the pages …"), self._owner, 0)
        self._dialog.setAutoReset(False)
        self._dialog.canceled.connect(self.cancel)
        self._show()
        self._dialog.show()

    def _show(self) -> None:
        if self._dialog is not None:
            self._dialog.setMaximum(self._far[1])
            self._dialog.setValue(self._far[0])
