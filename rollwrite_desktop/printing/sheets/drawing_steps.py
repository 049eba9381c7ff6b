"""Long drawing in steps, between which a window can do something else: a generator that yields after each step and returns
what was drawn. The last drawings of a sheet are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeVar

from rollwrite_desktop.core.i18n import language
from rollwrite_desktop.sheet.sheet import Sheet

T = TypeVar("T")
Steps = Generator[None, None, T]

MOST = 6
"""Drawings that are kept."""
_kept: dict[tuple[object, ...], tuple[Sheet, Any]] = {}


def result(steps: Steps[T]) -> T:
    """Returns what is returned after the last step."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            value: T = end.value
            return value


def kept(sheet: Sheet, key: tuple[object, ...], draw: Callable[[], Steps[T]]) -> Steps[T]:
    """Returns what `draw` returns, without a step where it was drawn before: in this language, for this `sheet` object
    (comparing sheets takes long) and an equal `key`."""
    whole = (id(sheet), language(), *key)
    if whole not in _kept:
        drawn = yield from draw()
        while len(_kept) >= MOST:
            del _kept[next(iter(_kept))]
        _kept[whole] = sheet, drawn
    value: T = _kept[whole][1]
    return value
