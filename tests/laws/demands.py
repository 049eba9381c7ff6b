"""What the laws demand of a game: described once, in games/README.md, and named by each law that fails."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest

import rollwrite_desktop

README = Path(rollwrite_desktop.__file__).parent / "games" / "README.md"
PLACE = "rollwrite_desktop/games/README.md"
Test = TypeVar("Test", bound=Callable[..., Any])


@cache
def demands() -> dict[str, str]:
    """Name to what is demanded, in the order of the README."""
    items = re.findall(r"^- \*\*(\w+)\*\*: (.*(?:\n  .*)*)", README.read_text("utf-8"), re.MULTILINE)
    return {name: " ".join(text.split()) for name, text in items}


def law(name: str) -> Callable[[Test], Test]:
    """Decorates a test of what is demanded of every game; its failures name the demand."""
    assert name in demands(), f"{PLACE} has no demand '{name}'"
    return pytest.mark.law(name)


def described(name: str) -> str:
    """A demand as a failure names it."""
    return f"What is demanded of a game, '{name}' in {PLACE}:\n{demands()[name]}"
