"""The worker process as windows see it: values arrive as signals, in the event loop."""

from __future__ import annotations

import atexit
import gc
from functools import cached_property
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.play.work.jobs import UNEXPECTED, Answer, Call

if TYPE_CHECKING:
    from rollwrite_desktop.play.work.worker import Worker


class WorkerBug(RuntimeError):
    """Something raised in the worker process that nobody may catch; its text is the traceback there."""


class Collector(QObject):
    """Collects garbage in the windows' thread alone, every so often, as much as Python would. Python itself collects in
    whatever thread happens to make an object; widgets in the garbage would be deleted there, and the program crash."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self, interval=_COLLECTED_MS, timerType=Qt.TimerType.CoarseTimer)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """Collects the oldest generation that has come to its threshold, and the younger ones with it."""
        due = [n for n, (count, most) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True)) if count > most]
        if due:
            gc.collect(due[-1])


_COLLECTED_MS = 1_000


class Background(QObject):
    """The one worker process of the program; `background()` is the only instance."""

    _answered = Signal(object)

    def __init__(self, parent: QObject | None) -> None:
        super().__init__(parent)
        self.collector = Collector(self)
        self.tasks: dict[int, Task] = {}
        self._answered.connect(self._hand_over, Qt.ConnectionType.QueuedConnection)

    @cached_property
    def worker(self) -> Worker:
        """With it come sockets, pickling and processes of Python's, for which the first paint need not wait."""
        from rollwrite_desktop.play.work.worker import Worker

        made = Worker(self._answered.emit)
        atexit.register(made.close)
        return made

    def add(self, task: Task, call: Call[Any], seconds: float) -> int:
        """Begins a job for a task; it is dropped when the task is deleted."""
        number = self.worker.begin(call, seconds)
        self.tasks[number] = task
        task.destroyed.connect(lambda: self.remove(number))
        return number

    def remove(self, number: int) -> None:
        """Drops a job."""
        if self.tasks.pop(number, None) is not None:
            self.worker.drop(number)

    def _hand_over(self, answer: Answer) -> None:
        task = self.tasks.get(answer.job)
        if task is not None:
            task.hear(answer)


class Task(QObject):
    """A job of the worker process. Each `ask` is followed by one of the signals: `given`, the next value; `ended`, there is
    none; `failed`, with a sentence; a failed one may be asked again. seconds: see `Worker.begin`."""

    given = Signal(object)
    ended = Signal()
    failed = Signal(str)

    def __init__(self, call: Call[Any], parent: QObject, seconds: float = 0) -> None:
        super().__init__(parent)
        self.asked = False
        self._number = background().add(self, call, seconds)

    def ask(self) -> None:
        """Wants the next value. Nothing happens where the last one has not come yet."""
        if not self.asked:
            self.asked = True
            background().worker.ask(self._number)

    def drop(self) -> None:
        """Ends it for good; nothing more is heard of it."""
        background().remove(self._number)
        self.deleteLater()

    def hear(self, answer: Answer) -> None:
        """Tells the owner. Raises WorkerBug, into the event loop and so into the crash report."""
        self.asked = False
        if answer.kind == "value":
            self.given.emit(answer.value)
        elif answer.kind == "end":
            self.ended.emit()
        else:
            self.failed.emit(answer.text if answer.kind == "failed" else tr(UNEXPECTED))
        if answer.kind == "bug":
            raise WorkerBug(answer.text)


_only: list[Background] = []


def background() -> Background:
    """Returns the worker process of this program; it starts when something is first asked of it."""
    if not _only:
        _only.append(Background(QCoreApplication.instance()))
    return _only[0]
