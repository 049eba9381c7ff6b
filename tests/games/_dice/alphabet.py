"""Every notation of a player's move in Two Dice, legal or not, for the laws."""

from __future__ import annotations

from rollwrite_desktop.sheet.load import find


def alphabet(sheet_id: str) -> list[str]:
    return [f"{space}={mark}" for space in find(sheet_id).space for mark in "123456X"]
