"""Reading the index of kept games in the background: a piece in each turn of the event loop."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from rollwrite_desktop.play.kept.game_index import Index, Refreshed
from rollwrite_desktop.ui.kit.event_loop import later

_TOLD_EVERY = 50
"""How many files are read between two times that what is known by then is told."""


class IndexReader(QObject):
    """`read` carries all games that are known by then, the one touched last first: now and then while files are read, and at
    the end. `far` says how many files were read, of how many."""

    read = Signal(list)
    far = Signal(int, int)

    def __init__(self, index: Index, parent: QObject) -> None:
        super().__init__(parent)
        self._index = index
        self._state, self._shown = Refreshed(), 0
        self._pieces: Iterator[None] = iter(())
        self.going_on = False

    @property
    def left(self) -> list[tuple[Path, tuple[int, int]]]:
        """Long files that are not known, with their stamps: they were not read."""
        return self._state.left

    def start(self) -> None:
        """Begins with the next turn of the event loop."""
        self._state, self._shown = Refreshed(), 0
        self._pieces = self._index.refreshing(self._state)
        self.going_on = True
        later(self, self._go_on)

    def _go_on(self) -> None:
        for _ in self._pieces:
            self.far.emit(self._state.done, self._state.stale)
            if self._state.done - self._shown >= _TOLD_EVERY:
                self._shown = self._state.done
                self.read.emit(list(self._state.games))
            later(self, self._go_on)
            return
        self.going_on = False
        self.read.emit(self._state.games)
