"""The worker process behind windows: values as signals; a task ends with its owner; bugs reach the crash report."""

from __future__ import annotations

import gc
import threading
import weakref
from functools import partial
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from rollwrite_desktop.ui.base.background import Task, WorkerBug, background
from tests.play import jobs
from tests.ui.conftest import PATIENCE, delete_closed


def test_values_come_one_by_one_as_they_are_asked_for(qtbot: Any, qapp: QApplication) -> None:
    task = Task(partial(jobs.counting, 2), qapp)
    for value in (0, 1):
        with qtbot.waitSignal(task.given, timeout=PATIENCE) as caught:
            task.ask()
            task.ask()
        assert caught.args == [value]
    with qtbot.waitSignal(task.ended, timeout=PATIENCE):
        task.ask()
    task.drop()


def test_a_task_ends_with_its_owner(qtbot: Any, qapp: QApplication) -> None:
    before = dict(background().tasks)
    owner = QObject()
    task = Task(jobs.stuck, owner)
    task.ask()
    assert len(background().tasks) == len(before) + 1
    owner.deleteLater()
    delete_closed()
    assert background().tasks == before
    other = Task(partial(jobs.counting, 1), qapp)
    with qtbot.waitSignal(other.given, timeout=PATIENCE):
        other.ask()
    other.drop()


def test_a_bug_in_the_process_is_one_here(qtbot: Any, qapp: QApplication) -> None:
    task = Task(jobs.broken, qapp)
    with qtbot.captureExceptions() as caught, qtbot.waitSignal(task.failed, timeout=PATIENCE) as said:
        task.ask()
    assert said.args == ["This stopped unexpectedly. You can start it again."]
    ((kind, error, _),) = caught
    assert kind is WorkerBug and "ZeroDivisionError: in the job" in str(error)
    task.drop()


def test_garbage_is_collected_in_the_windows_thread_alone(qapp: QApplication) -> None:
    """A widget that another thread deletes takes the program with it."""
    collector = background().collector
    dead = QObject()
    dead.itself = dead  # type: ignore[attr-defined]
    gone = weakref.ref(dead)
    del dead
    made: list[list[int]] = []
    busy = threading.Thread(target=lambda: made.extend([each] for each in range(100_000)))
    busy.start()
    busy.join()
    assert not gc.isenabled() and gone() is not None
    collector.collect()
    assert gone() is None
