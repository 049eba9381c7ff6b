"""The only clock of the program: what day and hour it is, for names and dates of games. Rules never see it."""

from __future__ import annotations

from datetime import datetime


def now() -> datetime:
    """The local time, with its zone."""
    return datetime.now().astimezone()
