"""Games whose replay takes long, looked at one after the other in the worker process."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from rollwrite_desktop.play.kept.game_index import Entry
from rollwrite_desktop.play.kept.saved_game import Kept, look_at
from rollwrite_desktop.play.work.jobs import once
from rollwrite_desktop.ui.base.background import Task
from rollwrite_desktop.ui.library.game_store import GameStore

_File = tuple[Path, tuple[int, int]]


class LongGames(QObject):
    """`read` carries the game that the store has just learned of; one that cannot be read has its `error`."""

    read = Signal(object)

    def __init__(self, game_store: GameStore, parent: QObject) -> None:
        super().__init__(parent)
        self._store = game_store
        self._waiting: list[_File] = []
        self._task: Task | None = None

    @property
    def reading(self) -> bool:
        """Whether there are games still to be looked at."""
        return self._task is not None

    def want(self, files: Iterable[_File]) -> None:
        """These too: paths and stamps (ns, bytes)."""
        self._waiting += [file for file in files if file not in self._waiting]
        if self._task is None:
            self._next()

    def _next(self) -> None:
        if not self._waiting:
            return
        path, stamp = self._waiting[0]
        touched = datetime.fromtimestamp(min(max(0.0, stamp[0] / 1e9), _LAST)).astimezone()
        self._task = Task(once(look_at, path, touched), self)
        self._task.given.connect(lambda found: self._learn(*found))
        self._task.failed.connect(lambda sentence: self._learn(Kept(path, touched, error=sentence), None))
        self._task.ask()

    def _learn(self, kept: Kept, entry: Entry | None) -> None:
        assert self._task is not None
        self._task.drop()
        self._task = None
        path, stamp = self._waiting.pop(0)
        self._store.learn(path, stamp, kept, entry)
        self.read.emit(kept)
        self._next()


_LAST = 32_000_000_000.0
"""A time (s since 1970) that every calendar knows; files from elsewhere may have a later one."""
