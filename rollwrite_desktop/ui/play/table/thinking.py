"""Moves that take long to find, worked out in the worker process: those of computer players, and hints."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal

from rollwrite_desktop.play.work.jobs import Call
from rollwrite_desktop.ui.base.background import Task


class Thinking(QObject):
    """One move at a time. `done` carries the thought, or None where it is to be worked out here: it is found at once, or
    cannot be had from the worker."""

    done = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._task: Task | None = None

    @property
    def running(self) -> bool:
        return self._task is not None

    def start(self, job: Call[Any] | None) -> None:
        """Begins a job; None is done at once."""
        self.stop()
        if job is None:
            self.done.emit(None)
            return
        self._task = Task(job, self)
        self._task.given.connect(self._end)
        self._task.failed.connect(lambda _: self._end(None))
        self._task.ask()

    def stop(self) -> None:
        """Drops what is being worked out."""
        task, self._task = self._task, None
        if task is not None:
            task.drop()

    def _end(self, thought: object) -> None:
        self.stop()
        self.done.emit(thought)
