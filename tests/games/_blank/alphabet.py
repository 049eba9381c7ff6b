"""Every notation of a player's move in Blank, legal or not, for the laws."""

from __future__ import annotations

from rollwrite_desktop.sheet.load import find


def alphabet(sheet_id: str) -> list[str]:
    return [f"{space}={number}" for space in find(sheet_id).space for number in range(1, 7)]
