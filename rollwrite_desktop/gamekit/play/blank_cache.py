"""The blank sheets drawn last, by what is drawn and the language, so that none is drawn anew for every stroke on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from rollwrite_desktop.core.i18n import language
from rollwrite_desktop.draw.display import Mark
from rollwrite_desktop.sheet.sheet import Decor, Ring, Sheet

MAX_KEPT = 64
"""Sheets that one process may show by turns: all that are shipped, and some of a person's own."""
Drawing = Callable[[Sheet], tuple[Mark, ...]]


@dataclass(frozen=True, slots=True)
class _Key:
    """What tells one blank sheet from another: how it is drawn, its content hash, the language of its texts, and what its
    hash says nothing of. These are compared, which is quick where they are the same, and not hashed."""

    draw: Drawing
    hash: str
    language: str
    decor: tuple[Decor, ...] = field(hash=False)
    coasts: tuple[Ring, ...] = field(hash=False)
    sheet: Sheet = field(compare=False)


def kept(draw: Drawing) -> Drawing:
    """Decorates a function that draws a blank sheet: of all functions so decorated the last MAX_KEPT answers are kept."""
    return lambda sheet: _drawn(_Key(draw, sheet.hash, language(), sheet.decor, sheet.coasts, sheet))


@lru_cache(maxsize=MAX_KEPT)
def _drawn(key: _Key) -> tuple[Mark, ...]:
    return key.draw(key.sheet)
