"""Tests in processes that are forked from one in which all modules are imported and all tests collected: `--forks N`.

To import and to collect takes as long as hundreds of tests, and each process of pytest-xdist does so for itself; it stays
for systems on which Qt must not be forked, and for measuring coverage. Each process has a part of the tests, in their order;
one that has none left takes over half of what the one with most left still has. A process that crashes fails its test, and
another goes on in its place.
"""

from __future__ import annotations

import atexit
import fcntl
import mmap
import os
import signal
import tempfile
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any

import pytest

RUNNING, NEXT, FIRST, END = range(4)
"""What is kept of a process: the test that it runs, the one it runs after that, and those that it has left from one to
before another. NONE where there is none."""
NONE = -1


class Parts:
    """Which tests each process has, in memory that all of them share."""

    def __init__(self, tests: int, processes: int) -> None:
        self._rows = [memoryview(mmap.mmap(-1, 32)).cast("q") for _ in range(processes)]
        self._lock = tempfile.TemporaryFile()  # noqa: SIM115
        for number, row in enumerate(self._rows):
            row[RUNNING] = row[NEXT] = NONE
            row[FIRST], row[END] = tests * number // processes, tests * (number + 1) // processes

    def close(self) -> None:
        """At the end, where they were made."""
        self._lock.close()

    def running(self, process: int) -> int:
        """The test that a process runs."""
        return self._rows[process][RUNNING]

    def go_on(self, process: int) -> tuple[int, int]:
        """The test that a process is to run, and the one it will run after it: what stays for it need not be made again."""
        mine = self._rows[process]
        mine[RUNNING] = mine[NEXT] if mine[NEXT] != NONE else self._take(process)
        mine[NEXT] = self._take(process) if mine[RUNNING] != NONE else NONE
        return mine[RUNNING], mine[NEXT]

    def _take(self, process: int) -> int:
        mine = self._rows[process]
        fcntl.lockf(self._lock, fcntl.LOCK_EX)  # goes with its process
        try:
            if mine[FIRST] == mine[END]:
                most = max(self._rows, key=lambda row: row[END] - row[FIRST])
                middle = (most[FIRST] + most[END]) // 2
                mine[FIRST], mine[END], most[END] = middle, most[END], middle
            if mine[FIRST] == mine[END]:
                return NONE
            mine[FIRST] += 1
            return mine[FIRST] - 1
        finally:
            fcntl.lockf(self._lock, fcntl.LOCK_UN)


class Reports:
    """Collects what a test reports, in the process that runs it."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self.found: list[Any] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """One of at most three reports of a test."""
        self.found.append(self._config.hook.pytest_report_to_serializable(config=self._config, report=report))


class Forks:
    """The plugin: runs the tests of a session in so many processes."""

    def __init__(self, processes: int) -> None:
        self._processes = processes

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """In place of pytest's own loop, unless there is nothing to run."""
        if session.testsfailed or session.config.option.collectonly or len(session.items) < 2:
            return None
        terminal = session.config.pluginmanager.getplugin("terminalreporter")
        if terminal is not None:
            terminal.showfspath = False  # dots of several files, mixed
        with _Run(session, min(self._processes, len(session.items))) as run:
            run.follow()
        return True


class _Run:
    """Starts the processes and follows them; none is left at its end."""

    def __init__(self, session: pytest.Session, processes: int) -> None:
        self._session = session
        self._parts = Parts(len(session.items), processes)
        self._folder = session.config._tmp_path_factory.getbasetemp()
        self._pids: dict[int, int] = {}
        self._pipes: dict[Connection, int] = {}

    def __enter__(self) -> _Run:
        for process in range(len(self._parts._rows)):
            self._fork(process)
        return self

    def __exit__(self, *_: object) -> None:
        for pid in self._pids.values():
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        for pipe in self._pipes:
            pipe.close()
        self._parts.close()

    def follow(self) -> None:
        """Passes on what comes from the processes until all tests have run or enough have failed."""
        session = self._session
        while self._pipes:
            for pipe in wait([*self._pipes]):
                try:
                    self._show(*pipe.recv())
                except EOFError:
                    pipe.close()
                    self._ended(self._pipes.pop(pipe))
                if session.shouldfail:
                    raise session.Failed(session.shouldfail)
                if session.shouldstop:
                    raise session.Interrupted(session.shouldstop)

    def _show(self, test: int, found: list[Any]) -> None:
        config, item = self._session.config, self._session.items[test]
        config.hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        for data in found:
            report = config.hook.pytest_report_from_serializable(config=config, data=data)
            config.hook.pytest_runtest_logreport(report=report)
        config.hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)

    def _ended(self, process: int) -> None:
        """All has run, or the process has crashed."""
        status = os.waitstatus_to_exitcode(os.waitpid(self._pids.pop(process), 0)[1])
        if status == 0:
            return
        test = self._parts.running(process)
        if test == NONE:
            raise self._session.Interrupted(f"a process with tests ended with {status}")
        item = self._session.items[test]
        report = pytest.TestReport(
            item.nodeid, item.location, {}, "failed", f"the process ended with {status} during {item.nodeid}", "call"
        )
        self._session.config.hook.pytest_runtest_logreport(report=report)
        self._fork(process)

    def _fork(self, process: int) -> None:
        """Starts a process, in which this does not return."""
        reading, writing = Pipe(duplex=False)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads of libraries, which know about forks
            pid = os.fork()
        if pid:
            writing.close()
            self._pids[process], self._pipes[reading] = pid, process
            return
        status = 1
        try:
            reading.close()
            self._run(process, writing)
            status = 0
        except BaseException:  # also what ends a program: it must not go on as the one that forked it
            traceback.print_exc()
        finally:
            os._exit(status)

    def _run(self, process: int, pipe: Connection) -> None:
        """In a new process: runs tests until none is left."""
        config, items = self._session.config, self._session.items
        own = self._folder / f"fork-{process}-{os.getpid()}"
        own.mkdir(mode=0o700)
        config._tmp_path_factory._basetemp = own
        reports = Reports(config)
        config.pluginmanager.unregister(name="terminalreporter")
        config.pluginmanager.register(reports)
        with _captured_alone(config):
            while (turn := self._parts.go_on(process))[0] != NONE:
                test, then = turn
                config.hook.pytest_runtest_protocol(item=items[test], nextitem=None if then == NONE else items[then])
                pipe.send((test, reports.found))
                reports.found = []
        atexit._run_exitfuncs()


@contextmanager
def _captured_alone(config: pytest.Config) -> Iterator[None]:
    """What is printed goes to files of this process; those from before belong to all of them."""
    capture = config.pluginmanager.getplugin("capturemanager")
    capture.stop_global_capturing()
    capture.start_global_capturing()
    capture.suspend_global_capture()
    try:
        yield
    finally:
        capture.stop_global_capturing()
