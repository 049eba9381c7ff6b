"""Writing a PDF as a job of the worker process: how far it has come, ten times a second, and at last its bytes."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from typing import Any

from rollwrite_desktop.play.work.jobs import Call

PAUSE = 0.1
"""Seconds from one look at how far it has come to the next."""
Far = tuple[int, int]
"""Steps done, and their total."""


def pdf_job(*what: Any, **layout: Any) -> Call[Far | bytes]:
    """Returns the job whose last value is the content of the file that `export.pdf` makes of the same arguments."""
    return partial(_pdf, *what, **layout)


def ready() -> Iterator[None]:
    """A job of one value: from then on the process has loaded what writes PDF files."""
    from rollwrite_desktop.printing.pdf import export  # noqa: F401

    yield


def _pdf(*what: Any, **layout: Any) -> Iterator[Far | bytes]:
    from rollwrite_desktop.printing.pdf.export import pdf  # takes long to import

    far, wanted = (0, 1), True

    def go_on(done: int, total: int) -> bool:
        nonlocal far
        far = done, total
        return wanted

    # ReportLab formats thousands of objects in one call, so it has a thread of its own.
    with ThreadPoolExecutor(1) as thread:
        work = thread.submit(pdf, *what, **layout, progress=go_on)
        try:
            while wait((work,), PAUSE).not_done:
                yield far
        finally:
            wanted = False
    yield work.result()[0]
