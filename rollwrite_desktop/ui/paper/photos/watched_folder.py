"""A folder into which a phone or a scanner puts photos: those in it are read, and others as soon as they are whole.

It is looked into in a thread of its own, for a folder on another machine may take minutes to answer.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from threading import Thread

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from rollwrite_desktop.intake.files import names_in
from rollwrite_desktop.ui.library.file_kind import kind_of

EVERY_MS = 1_500
PATIENCE = 4
"""After so many times that it should have been looked into, a folder that has not answered is called silent."""
_Sizes = dict[str, tuple[int, int]]


class WatchedFolder(QObject):
    """`arrived` carries the paths of photos that did not change from one look to the next, each once, by name; `silent`: the
    folder does not answer, and is waited for."""

    arrived = Signal(object)
    silent = Signal()
    _seen = Signal(object)

    def __init__(self, folder: Path, parent: QObject) -> None:
        super().__init__(parent)
        self.folder = folder
        self._handed_over: frozenset[str] = frozenset()
        self._sizes: _Sizes = {}
        self._missed = 0
        self._looking = False
        self._seen.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()
        self.look()

    def look(self) -> None:
        """Begins to look into the folder, unless it has not answered yet; a file that is still being written waits for the
        next time."""
        if self._looking:
            self._missed += 1
            if self._missed == PATIENCE:
                self.silent.emit()
            return
        self._looking, self._missed = True, 0
        Thread(target=self._look, args=(self.folder, self._handed_over), name="watched folder", daemon=True).start()

    def _look(self, folder: Path, known: frozenset[str]) -> None:
        """Runs in the thread."""
        names = [name for name in names_in(folder) if name not in known and kind_of(folder / name) == "photo"]
        sizes = {name: size for name in names if (size := _size(folder, name)) is not None}
        with suppress(RuntimeError):  # the page was left meanwhile
            self._seen.emit(sizes)

    def _take(self, sizes: _Sizes) -> None:
        self._looking = False
        whole = [name for name, size in sizes.items() if self._sizes.get(name) == size]
        self._sizes = sizes
        self._handed_over |= {*whole}
        if whole:
            self.arrived.emit([self.folder / name for name in whole])


def _size(folder: Path, name: str) -> tuple[int, int] | None:
    """Size and time of change; None of what is empty, gone or no file."""
    try:
        found = os.stat(folder / name)  # noqa: PTH116 (of many names each time)
    except OSError:
        return None
    return (found.st_size, found.st_mtime_ns) if found.st_size else None
