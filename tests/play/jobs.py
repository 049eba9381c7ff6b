"""Jobs for tests of the worker process, where they can be imported by it."""

from __future__ import annotations

import gc
import itertools
import os
import signal
import sys
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import language


def counting(most: int) -> Iterator[int]:
    """The numbers from 0."""
    yield from range(most)


def modules() -> tuple[str, ...]:
    """The modules that the process has loaded, and the language in which it speaks."""
    return (*sorted(sys.modules), f"language {language()}")


def dying(flag: Path, most: int, value: object = None) -> Iterator[object]:
    """Counts, or gives one value as often; but once it ends the whole process before the number 2: when there is no file
    `flag` yet."""
    for number in range(most):
        if number == 2 and not flag.exists():
            flag.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        yield number if value is None else value


def stuck() -> Iterator[int]:
    """Gives one number, and never another."""
    yield 1
    while True:
        pass


def uninterruptible() -> int:
    """Takes long within one call, where no Python runs that could look at a clock."""
    return sum(itertools.repeat(1))


def halfway(fifo: Path) -> Iterator[int]:
    """Begins to send an answer by itself, opens a pipe to say so, and never goes on."""
    (connection,) = (each for each in gc.get_objects() if isinstance(each, Connection) and not each.closed)
    os.write(connection.fileno(), b"\0\x10\0\0abc")
    with fifo.open("w"):
        while True:
            signal.pause()
    yield 1


def greedy(size: int) -> Iterator[int]:
    """Wants more memory than there may be."""
    yield len(bytes(size))


def refusing() -> Iterator[int]:
    """Ends with a sentence."""
    yield 1
    raise UserError("This sheet has no rolls.")


def broken() -> Iterator[int]:
    """A bug."""
    raise ZeroDivisionError("in the job")
    yield 1


def unsendable() -> Iterator[object]:
    """A value that cannot be pickled."""
    yield lambda: None
