"""Par of a sheet that nobody has measured: the games of a computer player alone on it, in the worker process."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from rollwrite_desktop.play.opening.par import PLAYED, Played, played
from rollwrite_desktop.sheet.sheet import Sheet
from rollwrite_desktop.ui.base.background import Task


class ParRun(QObject):
    """Begins at once. `went_on` carries how many games are played while there are more to come; `measured` carries par,
    `failed` comes in its place, and then it is over."""

    went_on = Signal(int)
    measured = Signal(float)
    failed = Signal()

    def __init__(self, sheet: Sheet, parent: QObject) -> None:
        super().__init__(parent)
        self._task = Task(partial(played, sheet, PLAYED), self)
        self._task.given.connect(self._take)
        self._task.failed.connect(self._fail)
        self._task.ask()

    def _take(self, value: Played) -> None:
        if value.games < PLAYED:
            self._task.ask()
            self.went_on.emit(value.games)
        else:
            self.drop()
            self.measured.emit(value.mean)

    def _fail(self) -> None:
        self.drop()
        self.failed.emit()

    def drop(self) -> None:
        """Ends it for good; nothing more is heard of it."""
        self._task.drop()
        self.deleteLater()
