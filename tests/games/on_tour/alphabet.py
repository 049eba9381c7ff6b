"""Every notation of a player's move in On Tour, legal or not, for the laws."""

from __future__ import annotations

from tests.maps import shipped


def alphabet(sheet_id: str) -> list[str]:
    areas = list(shipped(sheet_id).region)
    whats = [f"{n:02}" for n in range(100)] + ["*", "X"]
    return [f"{area}={what}" for area in areas for what in whats] + [f"route {area}" for area in areas] + ["route end"]
