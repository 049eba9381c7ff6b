"""The one root of errors that a person is told of. Every other exception is a bug: it goes to the crash report."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


class UserError(Exception):
    """What a person did or gave cannot be carried out. Its text is one sentence, in the language in use: what is so, where,
    and what was expected. Subclasses name the format or the act, for who must tell them apart."""


class NotReadable(UserError):
    """Something from outside the program (a file, a code, a form) that is not what was expected: where, what is so, and what
    was expected."""


class Cancelled(UserError):
    """A person stopped what was being done; nothing was changed."""


@contextmanager
def located(place: str) -> Iterator[None]:
    """Puts a place (a file, a line of it, an option) before the sentence of any UserError raised within; "" is none."""
    try:
        yield
    except UserError as error:
        if place:
            error.args = (f"{place}: {error}",)
        raise


def report_exception(error: Exception) -> None:
    """Hands a caught error to `sys.excepthook`, so that the reader of many files can list the rest.

    In the window the hook writes the crash report.
    """
    sys.excepthook(type(error), error, error.__traceback__)
