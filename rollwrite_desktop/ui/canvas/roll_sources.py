"""Whole lists of rolls, wherever rolls are entered one by one: from a file, copied, dropped, or of a code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFileDialog, QWidget

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.play.opening.roll_notation import RollNotes
from rollwrite_desktop.play.paper.audit_files import rolls_from, rolls_in


class RollSources(QObject):
    """`taken` carries the rolls of a list in notation, `refused` the sentence that says why it cannot be read."""

    taken = Signal(object)
    refused = Signal(str)

    def __init__(self, notes: RollNotes, owner: QWidget) -> None:
        """`notes` read the list; the file dialog belongs to `owner`."""
        super().__init__(owner)
        self.notes, self._owner = notes, owner

    def ask_file(self) -> None:
        """Asks for a file with rolls: a text with one a line, a paper file or a journal."""
        kinds = tr("Rolls (*.txt *.json *.rollwrite);;All files (*)")
        chosen, _ = QFileDialog.getOpenFileName(self._owner, tr("Rolls from a file"), "", kinds)
        if chosen:
            self.take_file(Path(chosen))

    def take_file(self, path: Path) -> bool:
        """Takes the rolls in a file; False where it cannot be read."""
        return self._take(lambda: rolls_in(path, self.notes))

    def take_text(self, text: str, name: str) -> bool:
        """Takes the rolls in a text, or all those of a code; False where it cannot be read, as `refused` says of `name`."""
        return self._take(lambda: rolls_from(text, self.notes, name))

    def paste(self) -> None:
        """Takes the rolls that were copied."""
        self.take_text(QGuiApplication.clipboard().text(), tr("Copied text"))

    def drop(self, data: QMimeData) -> None:
        """Takes the rolls in a file or text that was dropped."""
        files = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
        if files:
            self.take_file(Path(files[0]))
        else:
            self.take_text(data.text(), tr("Dropped text"))

    def pasted(self, event: QEvent) -> bool:
        """Takes what a key pastes, if it is a whole list where one roll is typed; returns whether it was."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if not event.matches(QKeySequence.StandardKey.Paste):
            return False
        if len(QGuiApplication.clipboard().text().strip().splitlines()) < 2:
            return False
        self.paste()
        return True

    def _take(self, read: Callable[[], Sequence[str]]) -> bool:
        try:
            lines = tuple(read())
        except UserError as error:
            self.refused.emit(str(error))
            return False
        self.taken.emit(lines)
        return True
