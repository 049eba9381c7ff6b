"""What the spots of a sheet are and hold, in words, for whoever does not see them or points at one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct


class SpotWords(Protocol):
    """What a view of a sheet asks about spots."""

    def describe(self, spot: str) -> str:
        """A spot in words."""
        ...

    def may(self, spot: str) -> str:
        """Returns what a tap on it would do; "" for nothing."""
        ...

    def value(self, spot: str) -> str:
        """Returns what stands there; "" where the description says it, or nothing does."""
        ...

    def crossed(self, spot: str) -> bool | None:
        """Returns whether a box is crossed off; None for what cannot be."""
        ...


class Described(Struct, frozen=True):
    """Spots of which only a description is known; of a sheet about which nothing is said, their ids."""

    description: Callable[[str], str] = str

    def describe(self, spot: str) -> str:
        return self.description(spot)

    def may(self, spot: str) -> str:  # noqa: ARG002
        return ""

    def value(self, spot: str) -> str:  # noqa: ARG002
        return ""

    def crossed(self, spot: str) -> bool | None:  # noqa: ARG002
        return None
