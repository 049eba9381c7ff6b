"""Long work beside the program: one spawned process that computes one value after another when asked for the next.

A job is a picklable call (`functools.partial` of a module-level function) that returns an iterator: a search that proves
more and more, a review turn by turn. Each value is asked for, so whoever shows it sets the pace, may stop between two values
and go on later; results are the same on every machine, as work is counted in values and not in seconds.

The process is spawned, never forked: it is the same on every system and holds no window. It starts with the first job, in a
thread of its own, so that nobody waits for it. It is killed where a value takes too long or nobody wants it any more, also
where it stops in the middle of a message; other jobs are then begun anew in the next process and brought to where they were.
What the two processes exchange is pickled by `multiprocessing`; no byte of it comes from a file.
"""

from __future__ import annotations

import contextlib
import ctypes
import itertools
import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from multiprocessing.reduction import ForkingPickler
from queue import Empty, SimpleQueue
from types import MappingProxyType
from typing import TypeVar, cast

from msgspec import Struct, field

from rollwrite_desktop.core import i18n
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.paths import TRANSLATIONS
from rollwrite_desktop.play.work.jobs import TICK, UNEXPECTED, Answer, Call

if sys.platform == "win32":
    from rollwrite_desktop.play.work import windows_job
else:
    import resource

T = TypeVar("T")

TOO_LONG = mark("This took too long and was stopped.")
DEADLINE = 1200
"""Ticks that one value may take."""
GRACE = 10
"""Ticks that a value nobody wants any more may still take before the process is killed."""
MEMORY = 1_500_000_000
"""Bytes of memory that the process may have."""
KEPT = {-1: 1 << 27, -3: 1 << 25}
"""For `mallopt`: bytes of freed memory that are kept, and the size from which a piece is the system's own."""
NICENESS = 5
JOINED = 5.0
"""Seconds in which a process that has closed its connection has ended."""


def _read_only(mapping: dict[object, object]) -> MappingProxyType[object, object]:
    return MappingProxyType(mapping)


# Values of ours may hold a read-only mapping, which alone among plain values cannot be pickled.
ForkingPickler.register(MappingProxyType, lambda mapping: (_read_only, (dict(mapping),)))


class _Job(Struct):
    """A job and how many of its values have been delivered; `wanted` until it is dropped. seconds: of processor time that
    one value may take; 0: any."""

    number: int
    call: Callable[[], Iterator[object]]
    seconds: float = 0
    delivered: int = 0
    wanted: bool = True


class _Request(Struct, frozen=True):
    """Asks the process for the next value of a job. `call`: begin it first, and leave out so many values (`skip`);
    `drop`: forget it instead, which is not answered; `seconds`: of processor time, after which the process ends itself."""

    job: int
    language: str
    call: Callable[[], Iterator[object]] | None = None
    skip: int = 0
    drop: bool = False
    seconds: float = 0


class _Process(Struct, frozen=True):
    """A running process, our end of its connection, and the jobs that it knows. What is sent and received waits in two
    queues, in a thread of the process: either may stop halfway, until the process is killed."""

    process: SpawnProcess
    ours: Connection
    known: set[int] = field(default_factory=set)
    requests: SimpleQueue[_Request | None] = field(default_factory=SimpleQueue)
    answers: SimpleQueue[Answer | Exception] = field(default_factory=SimpleQueue)
    threads: list[threading.Thread] = field(default_factory=list)

    def begin(self) -> None:
        """Starts the thread."""
        self.threads.append(threading.Thread(target=self._exchange, name="worker's messages", daemon=True))
        self.threads[0].start()

    def _exchange(self) -> None:
        while (request := self.requests.get()) is not None:
            try:
                self.ours.send(request)
                if not request.drop:
                    self.answers.put(self.ours.recv())
            except (EOFError, OSError) as error:
                self.answers.put(error)
                return
            except Exception as error:  # what cannot be pickled, say
                self.answers.put(error)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.requests.put(None)
        for thread in self.threads:
            thread.join()
        self.process.close()
        self.ours.close()


class Worker:
    """The process as seen from the program. `deliver` is given every answer, in the worker's own thread.

    memory: bytes that the process may have (see `_limit_memory`). deadline: ticks that one value may take."""

    def __init__(
        self, deliver: Callable[[Answer], None], *, memory: int = MEMORY, deadline: int = DEADLINE, grace: int = GRACE
    ) -> None:
        self._deliver = deliver
        self._memory, self._deadline, self._grace = memory, deadline, grace
        self._numbers = itertools.count(1)
        self._jobs: dict[int, _Job] = {}
        self._questions: SimpleQueue[_Job | None] = SimpleQueue()
        self._running: _Process | None = None
        self._closing = False
        self._thread: threading.Thread | None = None

    def begin(self, call: Call[object], seconds: float = 0) -> int:
        """A new job, by its number. Nothing is computed before the first `ask`. seconds: of processor time that one value
        may take, also in code that nothing else could stop; not looked at on Windows, where the deadline holds alone."""
        number = next(self._numbers)
        self._jobs[number] = _Job(number, call, seconds)
        return number

    def ask(self, number: int) -> None:
        """Wants the next value of a job; it is answered once."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, name="worker", daemon=True)
            self._thread.start()
        self._questions.put(self._jobs[number])

    def drop(self, number: int) -> None:
        """Forgets a job, whatever it is doing. Its last question may not be answered."""
        job = self._jobs.pop(number, None)
        if job is not None:
            job.wanted = False
            self._questions.put(job)

    def close(self) -> None:
        """Ends the process; nothing is answered from then on."""
        self._closing = True
        if self._thread is not None:
            self._questions.put(None)
            self._thread.join()
            self._thread = None

    @property
    def pid(self) -> int | None:
        """The id of the process; None while there is none."""
        running = self._running
        return running.process.pid if running is not None else None

    # ------------------------------------------------------------------ in the thread

    def _serve(self) -> None:
        while not self._closing and (job := self._questions.get()) is not None:
            if not job.wanted:
                self._forget(job)
                continue
            try:
                answer = self._answer(job)
            except Exception:  # what cannot be pickled, say: it must be seen, and the next question be answered
                answer = Answer(job.number, "bug", text=traceback.format_exc())
            if answer is not None and job.wanted and not self._closing:
                self._deliver(answer)
        self._end()

    def _forget(self, job: _Job) -> None:
        running = self._running
        if running is not None and job.number in running.known:
            running.known.remove(job.number)
            running.requests.put(_Request(job.number, i18n.language(), drop=True))

    def _answer(self, job: _Job) -> Answer | None:
        if self._running is not None and not self._running.process.is_alive():  # it died while nothing was asked of it
            self._end()
        running = self._running = self._running or self._started()
        new = job.number not in running.known
        running.known.add(job.number)
        request = _Request(
            job.number, i18n.language(), job.call if new else None, job.delivered if new else 0, seconds=job.seconds)
        running.requests.put(request)
        answer = None
        for ticks in itertools.count(1):
            with contextlib.suppress(Empty):
                answer = running.answers.get(timeout=TICK)
                break
            if self._closing or (not job.wanted and ticks >= self._grace):
                self._end()
                return None
            if ticks >= self._deadline:
                self._end()
                return Answer(job.number, "failed", text=tr(TOO_LONG))
        if isinstance(answer, EOFError | OSError):
            running.process.join(JOINED)
            late = job.seconds > 0 and running.process.exitcode == -OUT_OF_TIME
            self._end()
            return Answer(job.number, "failed", text=tr(TOO_LONG if late else UNEXPECTED))
        if isinstance(answer, Exception):
            raise answer
        assert isinstance(answer, Answer)
        job.delivered += answer.kind == "value"
        if answer.kind != "value":
            running.known.discard(job.number)
        if answer.kind == "failed" and answer.value == "memory":
            self._end()
        return answer

    def _started(self) -> _Process:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, self._memory), name="rollwrite worker", daemon=True)
        process.start()
        theirs.close()
        running = _Process(process, ours)
        running.begin()
        return running

    def _end(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            running.end()


def values_of(call: Call[T], seconds: float, wait: Callable[[], None], deadline: int = DEADLINE) -> Iterator[T]:
    """Yields the values of a job, one after the other, from a process of its own that ends with the last one. `wait`: what
    is done ten times a second until one is there; it may raise, which ends the process. seconds, deadline: as for `Worker`.
    Raises UserError with a sentence where the process ended early, RuntimeError with the traceback for what was raised in
    it."""
    answers: SimpleQueue[Answer] = SimpleQueue()
    worker = Worker(answers.put, deadline=deadline)
    try:
        job = worker.begin(call, seconds)
        while True:
            worker.ask(job)
            answer = awaited(answers, wait)
            if answer.kind == "end":
                return
            if answer.kind == "failed":
                raise UserError(answer.text)
            if answer.kind == "bug":
                raise RuntimeError(answer.text)
            yield cast("T", answer.value)
    finally:
        worker.close()


def awaited(answers: SimpleQueue[Answer], wait: Callable[[], None]) -> Answer:
    """Returns the next answer; `wait` is called ten times a second until it is there."""
    while True:
        wait()
        with contextlib.suppress(Empty):
            return answers.get(timeout=TICK)


def _work(connection: Connection, memory: int) -> None:
    """Answers requests until the program ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in the terminal is for the program
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _limit_memory(memory)
    keep_memory()
    memory = max(memory, _peak())  # Linux counts what the program had at most before this process became another one
    jobs: dict[int, Iterator[object]] = {}
    language = ""
    while True:
        try:
            request: _Request = connection.recv()
        except (EOFError, OSError):
            return
        if request.drop:
            jobs.pop(request.job, None)
            continue
        if request.language != language:
            language = request.language
            i18n.use(language, TRANSLATIONS)
        answer = _next(jobs, request, memory)
        if answer.kind != "value":
            jobs.pop(request.job, None)
        try:
            connection.send(answer)
        except OSError:
            return
        except Exception:  # the value cannot be pickled
            connection.send(Answer(request.job, "bug", text=traceback.format_exc()))


def _next(jobs: dict[int, Iterator[object]], request: _Request, memory: int) -> Answer:
    full = Answer(request.job, "failed", "memory", tr("This needs too much memory and was stopped."))
    try:
        _limit_time(request.seconds)
        if request.call is not None:
            jobs[request.job] = itertools.islice(request.call(), request.skip, None)
        value = next(jobs[request.job], _END)
    except UserError as error:
        return Answer(request.job, "failed", text=str(error))
    except MemoryError:
        return full
    except Exception:
        return Answer(request.job, "bug", text=traceback.format_exc())
    finally:
        _limit_time(0)
    if _peak() > memory:
        return full
    return Answer(request.job, "end") if value is _END else Answer(request.job, "value", value)


def keep_memory() -> None:
    """Keeps memory that was freed for what is worked out next, where the C library does so when asked. Else each array of a
    photo comes from the system page by page, and goes back at once."""
    with contextlib.suppress(AttributeError, OSError, TypeError):
        keep = ctypes.CDLL(None).mallopt
        for option, size in KEPT.items():
            keep(option, size)


_END = object()


def _end_with_parent() -> None:
    """Ends this process when the program has ended in whatever way."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)


if sys.platform == "win32":

    def _limit_memory(memory: int) -> None:
        """Limits what the process may commit, by a job object; where Windows refuses, there is no limit."""
        windows_job.limit_memory(memory, ctypes.WinDLL("kernel32"))

    def _limit_time(seconds: float) -> None:
        """Not limited here."""

    def _peak() -> int:
        """Not asked: the limit holds at each allocation."""
        return 0

    OUT_OF_TIME = 0

else:
    OUT_OF_TIME = signal.SIGPROF
    """What ends a process whose time is up: the timer's signal, which nobody handles."""


    def _limit_memory(memory: int) -> None:
        """Limits the data of the process, and lets windows go first. Linux holds to it at each allocation; macOS does not,
        so the peak is looked at after each value besides."""
        os.nice(NICENESS)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))

    def _limit_time(seconds: float) -> None:
        """Lets the process end after so many seconds of processor time from now; 0: not any more."""
        signal.setitimer(signal.ITIMER_PROF, seconds)

    def _peak() -> int:
        """Returns the most bytes that the process has had in memory."""
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
