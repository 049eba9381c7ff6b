"""A progress bar on a terminal, nothing where nobody is watching; and a check that may take its time behind one."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rollwrite_desktop.core.audit import DEFAULT_SEARCH_STEPS, Report, within_default_budget
from rollwrite_desktop.play.audit_files import Entered, Filled, checked

WIDTH = 30


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """To be told how many of how many are done; drawn on standard error and wiped at the end."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield _unseen
        return
    drawn = ""

    def draw(done: int, total: int) -> None:
        nonlocal drawn
        filled = WIDTH * done // max(1, total)
        line = f"{title} {'█' * filled}{'░' * (WIDTH - filled)} {100 * done // max(1, total):3} %"
        if line != drawn:
            drawn = line
            sys.stderr.write(f"\r{line}")
            sys.stderr.flush()

    try:
        yield draw
    finally:
        if drawn:
            sys.stderr.write("\r" + " " * len(drawn) + "\r")
            sys.stderr.flush()


@contextmanager
def interrupts() -> Iterator[Callable[[], bool]]:
    """To be asked whether Ctrl+C has been pressed, which then ends nothing else; pressed again, it ends the program."""
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    pressed = False
    usual = signal.getsignal(signal.SIGINT)

    def press(*_: object) -> None:
        nonlocal pressed
        pressed = True
        signal.signal(signal.SIGINT, usual)

    signal.signal(signal.SIGINT, press)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, usual)


def watched(sheet: Entered, thorough: bool = False) -> Filled:
    """A sheet, checked; on a terminal Ctrl+C ends a search and what is proved by then is the answer. Raises UserError."""
    with progress_bar(sheet.player or sheet.file) as progress, interrupts() as interrupted:
        def patience(step: int, report: Report) -> bool:
            progress(step if not thorough else step % DEFAULT_SEARCH_STEPS, DEFAULT_SEARCH_STEPS)
            return not interrupted() and (thorough or within_default_budget(step, report))

        return checked(sheet, patience)


def _unseen(done: int, total: int) -> None:
    """Nobody is watching."""
