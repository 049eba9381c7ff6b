"""What is worked out beside the program: a job, and what becomes of a question to it (`worker`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Literal, ParamSpec, TypeVar

from msgspec import Struct

from rollwrite_desktop.core.i18n import mark

P = ParamSpec("P")
T = TypeVar("T")
Call = Callable[[], Iterator[T]]
"""A job: what can be pickled and computes one value after another."""

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


def once(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Call[T]:
    """Returns a call as a job of one value."""
    return partial(_once, partial(call, *args, **kwargs))


def _once(call: Callable[[], T]) -> Iterator[T]:
    yield call()


# ---------------------------------------------------------------------- in the process
