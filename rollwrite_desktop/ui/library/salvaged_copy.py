"""What is whole of a damaged file, looked for in the worker process, and put among the others of its kind as a copy. The
damaged file stays as it is.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.intake.text import as_text
from rollwrite_desktop.ui.base.background import Task
from rollwrite_desktop.ui.library.game_store import GameStore


class SalvagedCopy(QObject):
    """`found` carries what to call a button that opens the copy; `missed` a sentence where nothing is whole."""

    found = Signal(str)
    missed = Signal(str)

    def __init__(self, game_store: GameStore, path: Path, parent: QObject) -> None:
        super().__init__(parent)
        self.game_store, self.path = game_store, path
        self._part: object = None
        self._task = Task(game_store.salvage_job(path), self)
        self._task.given.connect(self._learn)
        self._task.failed.connect(self.missed)
        self._task.ask()

    def _learn(self, part: object) -> None:
        self._task.drop()
        self._part = part
        if part is None:
            self.missed.emit(tr("Nothing in {file} can be read.", file=as_text(self.path.name)))
        else:
            self.found.emit(self.game_store.salvage_caption(part))

    def copy(self) -> tuple[Path, str]:
        """Writes the copy; where it is, and a sentence that tells of it. Raises UserError."""
        made = self.game_store.keep_salvaged(self.path, self._part)
        return made, self.game_store.salvage_sentence(as_text(made.stem), as_text(self.path.stem))
