"""The worker process: values on demand, cancel, deadline, memory cap, crashes; nothing of it is left over."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any

import pytest

from rollwrite_desktop.core import i18n
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.play.work.jobs import Answer, once
from rollwrite_desktop.play.work.worker import KEPT, MEMORY, Worker, keep_memory
from tests.play import jobs

Make = Callable[..., "Asker"]


class Asker:
    """A worker whose answers are waited for."""

    def __init__(self, **limits: Any) -> None:
        self.answers: SimpleQueue[Answer] = SimpleQueue()
        self.worker = Worker(self.answers.put, **limits)

    def ask(self, job: int) -> Answer:
        self.worker.ask(job)
        return self.answers.get(timeout=600)

    def values(self, job: int) -> list[object]:
        """All values of a job from here on."""
        found = []
        while (answer := self.ask(job)).kind == "value":
            found.append(answer.value)
        assert answer.kind == "end", answer
        return found


@pytest.fixture
def make() -> Iterator[Make]:
    """Makes workers, and sees that nothing is left of them."""
    made: list[Asker] = []

    def one(**limits: Any) -> Asker:
        made.append(Asker(**limits))
        return made[-1]

    before = {*threading.enumerate()}, {*multiprocessing.active_children()}
    yield one
    for asker in made:
        asker.worker.close()
        assert asker.worker.pid is None
    assert ({*threading.enumerate()}, {*multiprocessing.active_children()}) == before


def test_two_jobs_take_turns_and_nothing_runs_before_it_is_asked(make: Make) -> None:
    asker = make()
    first, second = asker.worker.begin(partial(jobs.counting, 3)), asker.worker.begin(partial(jobs.counting, 2))
    assert asker.worker.pid is None
    assert [asker.ask(job).value for job in (first, second, first, second, first)] == [0, 0, 1, 1, 2]
    assert asker.ask(first) == Answer(first, "end") and asker.ask(second) == Answer(second, "end")


def test_the_process_holds_no_window_and_speaks_the_language_in_use(make: Make) -> None:
    asker = make()
    i18n.use("es", TRANSLATIONS)
    (loaded,) = asker.values(asker.worker.begin(once(jobs.modules)))
    assert isinstance(loaded, tuple)
    assert not [name for name in loaded if name.startswith(("PySide6", "shiboken", "rollwrite_desktop.ui"))]
    assert "language es" in loaded


@pytest.mark.skipif(sys.platform == "win32", reason="only the deadline holds there")
def test_a_value_that_takes_too_much_processor_time_is_stopped_and_so_is_one_within_a_library(make: Make) -> None:
    asker = make()
    job, other = asker.worker.begin(jobs.stuck, seconds=0.2), asker.worker.begin(partial(jobs.counting, 2))
    deep = asker.worker.begin(once(jobs.uninterruptible), seconds=0.2)
    assert [asker.ask(each).value for each in (job, other)] == [1, 0]
    for each in (job, deep):
        assert asker.ask(each) == Answer(each, "failed", text="This took too long and was stopped.")
    assert asker.values(other) == [1]


def test_a_crash_is_a_sentence_and_all_jobs_go_on_where_they_were(make: Make, tmp_path: Path) -> None:
    asker = make()
    other, job = asker.worker.begin(partial(jobs.counting, 9)), asker.worker.begin(partial(jobs.dying, tmp_path / "f", 5))
    assert [asker.ask(each).value for each in (other, job, other, job)] == [0, 0, 1, 1]
    before = asker.worker.pid
    answer = asker.ask(job)
    assert (answer.kind, answer.text) == ("failed", "This stopped unexpectedly. You can start it again.")
    assert asker.values(other) == [2, 3, 4, 5, 6, 7, 8]
    assert asker.values(job) == [2, 3, 4]
    assert asker.worker.pid not in (before, None)


@pytest.mark.slow
def test_a_value_that_takes_too_long_is_given_up(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    asker = make()
    job = asker.worker.begin(jobs.stuck)
    assert asker.ask(job).value == 1
    with monkeypatch.context() as patch:  # only now, as a process takes its time to start
        patch.setattr(asker.worker, "_deadline", 3)
        assert asker.ask(job).text == "This took too long and was stopped."
    assert asker.values(asker.worker.begin(partial(jobs.counting, 2))) == [0, 1]


@pytest.mark.skipif(sys.platform == "win32", reason="messages are framed by the system")
def test_a_process_that_stops_in_the_middle_of_an_answer_is_killed(make: Make, tmp_path: Path) -> None:
    fifo = tmp_path / "begun"
    os.mkfifo(fifo)
    asker = make(grace=2)
    job, other = asker.worker.begin(partial(jobs.halfway, fifo)), asker.worker.begin(partial(jobs.counting, 2))
    asker.worker.ask(job)
    fifo.open().close()
    asker.worker.drop(job)
    assert asker.values(other) == [0, 1]
    job = asker.worker.begin(partial(jobs.halfway, fifo))
    asker.worker.ask(job)
    fifo.open().close()  # and closing ends it too


def test_a_dropped_job_frees_the_process_and_is_not_heard_of(make: Make) -> None:
    asker = make(grace=2)
    job, other = asker.worker.begin(jobs.stuck), asker.worker.begin(partial(jobs.counting, 3))
    assert asker.ask(job).value == 1 and asker.ask(other).value == 0
    asker.worker.ask(job)
    asker.worker.drop(job)
    asker.worker.drop(job)
    assert asker.values(other) == [1, 2]
    assert asker.answers.empty()


@pytest.mark.skipif(sys.platform != "linux", reason="only there a process begins with the peak of the one that started it")
def test_what_the_program_itself_once_needed_is_not_counted(make: Make) -> None:
    import resource

    once_needed = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    asker = make(memory=once_needed - 1_000_000)
    assert asker.ask(asker.worker.begin(once(int))).kind == "value"


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is the system's")
def test_memory_is_limited(make: Make) -> None:
    asker = make()
    answer = asker.ask(asker.worker.begin(partial(jobs.greedy, MEMORY)))
    assert (answer.kind, answer.text) == ("failed", "This needs too much memory and was stopped.")
    assert asker.values(asker.worker.begin(partial(jobs.greedy, 1000))) == [1000]


def test_where_the_c_library_is_not_to_be_asked_memory_is_kept_as_it_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace(mallopt=lambda *pair: asked.append(pair)))
    keep_memory()
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    keep_memory()
    assert asked == [*KEPT.items()]


def test_refusals_are_sentences_and_bugs_are_told_as_bugs(make: Make) -> None:
    asker = make()
    job = asker.worker.begin(jobs.refusing)
    assert asker.ask(job).value == 1
    assert asker.ask(job) == Answer(job, "failed", text="This sheet has no rolls.")
    answer = asker.ask(asker.worker.begin(jobs.broken))
    assert answer.kind == "bug" and "ZeroDivisionError: in the job" in answer.text
    assert asker.ask(asker.worker.begin(jobs.unsendable)).kind == "bug"
    assert asker.ask(asker.worker.begin(lambda: iter(()))).kind == "bug", "what cannot be sent there is one too"
    assert asker.values(asker.worker.begin(partial(jobs.counting, 1))) == [0]
