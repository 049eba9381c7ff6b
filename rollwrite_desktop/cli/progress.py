"""A progress bar on a terminal; nothing where nobody is watching."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

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


def _unseen(done: int, total: int) -> None:
    """Nobody is watching."""
