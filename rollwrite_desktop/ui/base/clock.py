"""The clock of the window: what day and hour it is, for names and dates of games, and a stopwatch for races. Rules never
see it."""

from __future__ import annotations

import time
from datetime import datetime


def now() -> datetime:
    """Returns the local time, with its zone."""
    return datetime.now().astimezone()


def moment(seconds: float) -> datetime:
    """A file's time (s since 1970); files from elsewhere may have one that no calendar knows."""
    try:
        return datetime.fromtimestamp(seconds).astimezone()
    except (ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(0).astimezone()


def stopwatch() -> int:
    """Milliseconds since some moment; never runs back."""
    return time.monotonic_ns() // 1_000_000
