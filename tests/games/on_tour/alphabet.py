"""Every notation of a player's stroke in On Tour, for the laws."""

from __future__ import annotations

from collections.abc import Iterable


def alphabet(areas: Iterable[str]) -> list[str]:
    whats = [f"{n:02}" for n in range(100)] + ["*", "X"]
    ids = list(areas)
    return [f"{area}={what}" for area in ids for what in whats] + [f"route {area}" for area in ids] + ["route end"]
