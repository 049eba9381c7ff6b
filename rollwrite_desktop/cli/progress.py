"""Progress bars on a terminal, interruption by Ctrl+C, and audits that can take long."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rollwrite_desktop.core.audit import DEFAULT_SEARCH_STEPS, Report
from rollwrite_desktop.core.errors import Cancelled
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.play.paper.audit_files import Entered, Filled, checked

WIDTH = 30


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """Yields a function to call with the work done and the total, which draws a bar on standard error if that is a terminal.
    The bar is erased at the end."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield _draw_nothing
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
    """Yields a function that says whether Ctrl+C was pressed. The first press only sets that, a second ends the program."""
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


@contextmanager
def stops() -> Iterator[Callable[[], None]]:
    """Yields a function to call while something is waited for, which raises Cancelled once Ctrl+C was pressed."""
    with interrupts() as interrupted:
        def wait() -> None:
            if interrupted():
                raise Cancelled(tr("Stopped. Nothing was written."))

        yield wait


def check_with_progress(sheet: Entered, effort: int | None = DEFAULT_SEARCH_STEPS) -> Filled:
    """Audits a sheet behind a progress bar; Ctrl+C ends the search, with what is proved so far as the answer.

    effort: how many steps the search may take; None: until everything is decided. Raises UserError.
    """
    with progress_bar(sheet.player or sheet.file) as progress, interrupts() as interrupted:
        def go_on(step: int, report: Report) -> bool:  # noqa: ARG001
            progress(step if effort else step % DEFAULT_SEARCH_STEPS, effort or DEFAULT_SEARCH_STEPS)
            return not interrupted() and (effort is None or step < effort)

        return checked(sheet, go_on)


def _draw_nothing(done: int, total: int) -> None:
    pass
