"""Every notation of a player's move in Ligretto Dice, legal or not, for the laws."""

from __future__ import annotations


def alphabet(sheet_id: str) -> list[str]:
    places = [f"{color}{value}" for color in "RYGB" for value in range(1, 7)]
    return ["roll", "pass", *(f"place {place}" for place in places), *(f"fumble {place}" for place in places)]
