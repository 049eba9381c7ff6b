"""A folder into which a phone or a scanner puts photos: those in it are read, and others as soon as they are whole."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from rollwrite_desktop.intake.files import names_in
from rollwrite_desktop.ui.library.file_kind import kind_of

EVERY_MS = 1_500


class WatchedFolder(QObject):
    """`arrived` carries the paths of photos that did not change from one look to the next, each once, by name."""

    arrived = Signal(object)

    def __init__(self, folder: Path, parent: QObject) -> None:
        super().__init__(parent)
        self.folder = folder
        self._handed_over: set[str] = set()
        self._sizes: dict[str, tuple[int, int]] = {}
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()
        self.look()

    def look(self) -> None:
        """Looks into the folder once; a file that is still being written waits for the next time."""
        names = [name for name in names_in(self.folder)
                 if name not in self._handed_over and kind_of(self.folder / name) == "photo"]
        sizes = {name: size for name in names if (size := self._size(name)) is not None}
        whole = [name for name, size in sizes.items() if self._sizes.get(name) == size]
        self._sizes = sizes
        self._handed_over.update(whole)
        if whole:
            self.arrived.emit([self.folder / name for name in whole])

    def _size(self, name: str) -> tuple[int, int] | None:
        """Size and time of change; None of what is empty, gone or no file."""
        try:
            found = os.stat(self.folder / name)  # noqa: PTH116 (of many names each time)
        except OSError:
            return None
        return (found.st_size, found.st_mtime_ns) if found.st_size else None
