"""What is worked out beside the program: a job, and what becomes of a question to it (`worker`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, TypeVar

from msgspec import Struct

from rollwrite_desktop.core.i18n import mark

T = TypeVar("T")
Call = Callable[[], Iterator[T]]

UNEXPECTED = mark("This stopped unexpectedly. You can start it again.")
TICK = 0.1
"""Seconds between two looks at whether a value is still wanted."""


class Answer(Struct, frozen=True):
    """What became of a question: the next `value`; `end`, there is none; `failed`, with a sentence; or `bug`, with the
    traceback of what was raised in the process."""

    job: int
    kind: Literal["value", "end", "failed", "bug"]
    value: object = None
    text: str = ""


def once(call: Callable[[], T]) -> Iterator[T]:
    """A job of one value."""
    yield call()


# ---------------------------------------------------------------------- in the process
