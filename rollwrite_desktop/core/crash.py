"""Errors that nobody foresaw, caught where one of many files is read, so that the others can still be listed."""

from __future__ import annotations

import sys


def report_exception(error: Exception) -> None:
    """Hands a caught error to `sys.excepthook`, as if nobody had caught it: in the window that writes the crash report."""
    sys.excepthook(type(error), error, error.__traceback__)
