"""Every notation of a player's move in Rolling America, legal or not, for the laws."""

from __future__ import annotations

from tests.games.rolling_america import oracle
from tests.maps import shipped


def alphabet(sheet_id: str) -> list[str]:
    return oracle.alphabet(shipped(sheet_id))
