"""Every notation of a player's move in HexRoller, legal or not, for the laws."""

from __future__ import annotations

from tests.games.hexroller.oracle import shipped


def alphabet(sheet_id: str) -> list[str]:
    texts = ["done"]
    for space in shipped(sheet_id).area:
        texts.append(f"two {space}")
        for n in range(3, 9):
            texts += [f"{space}={n}", f"third {space}={n}", f"+ {space}={n}"]
    digits = [*"345678", "-"]
    return texts + [f"box {a} {b}" for a in digits for b in digits]
