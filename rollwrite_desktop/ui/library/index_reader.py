"""Reading the index of kept games in the background: some files between two turns of the event loop."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from rollwrite_desktop.play.game_index import Index
from rollwrite_desktop.ui.kit.layouts import later

_AT_ONCE = 2
"""How many files are read at a time."""


class IndexReader(QObject):
    """`read` carries all games that are known by then, the one touched last first; after every few files, and at the end."""

    read = Signal(list)

    def __init__(self, index: Index, parent: QObject) -> None:
        super().__init__(parent)
        self._index = index

    def start(self) -> None:
        """Begins with the next turn of the event loop."""
        later(self, self._read)

    def _read(self) -> None:
        cut = False

        def go_on(done: int, total: int) -> bool:  # noqa: ARG001
            nonlocal cut
            cut = done >= _AT_ONCE
            return not cut

        found = self._index.refresh(go_on)
        if cut:
            self.start()
        self.read.emit(found)
