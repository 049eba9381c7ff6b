"""How long the readers take for files that are made to take long: processor time until they are read or refused.

    python3 packaging/bench.py bench_intake
"""

from __future__ import annotations

import json
import sys
import time

LIMIT_S = 2.0


def main() -> int:
    """Prints the figures; 1 if a file took longer than it may."""
    from rollwrite_desktop.core.errors import UserError
    from tests.intake.fuzzing import READERS

    slow = False
    for (reader, name), data in files().items():
        begun = time.process_time()
        try:
            READERS[reader](data)
            said = "read"
        except UserError as error:
            said = str(error)[:100]
        took = time.process_time() - begun
        slow |= took > LIMIT_S
        print(f"{reader}, {name}: {len(data)} bytes, {took:.2f} s: {said}")
    return int(slow)


def files() -> dict[tuple[str, str], bytes]:
    """By reader and what is in it."""
    from rollwrite_desktop.core.journal import Notes, head_bytes
    from rollwrite_desktop.games import GAMES
    from rollwrite_desktop.play.opening.open_game import new_head, sheet_of

    found: dict[tuple[str, str], bytes] = {}
    rolls = {"hexroller": "3 3 4 5 5 6 8 8", "rolling_america": "blue 4, wild 2", "on_tour": "1 8 | MI, GA"}
    move = {"hexroller": "a1=3", "rolling_america": "blue OH=4", "on_tour": "TX=18"}
    for game_id, dice in rolls.items():
        game = GAMES[game_id]
        head = head_bytes(new_head(game, sheet_of(game, ""), "", ("Ann",), {}, Notes(seed="X")))
        roll = json.dumps({"by": "chance", "do": dice}).encode() + b"\n"
        one = json.dumps({"by": "p1", "do": move[game_id]}).encode() + b"\n"
        bodies = {
            "refused moves": roll + one * 49_000,
            "rolls": roll * 49_000,
            "undone and redone": roll + one + b'{"by":"p1","undo":true}\n{"by":"p1","redo":true}\n' * 24_000,
            "rolls taken back": (roll + b'{"by":"chance","undo":true}\n') * 24_000,
            "corrections": roll + (json.dumps({"by": "chance", "correct": 1, "do": dice}).encode() + b"\n") * 49_000,
        }
        for name, body in bodies.items():
            found["journal", f"{game_id}, {name}"] = head + body
    found["paper", "50,000 players"] = json.dumps(
        {"paper": 1, "game": "ligretto_dice", "players": [f"p{n}" for n in range(50_000)], "rounds": []}
    ).encode()
    found["paper", "a row of 200,000 numbers"] = b'{"paper":1,"game":"ligretto_dice","rounds":[[' + b"1," * 199_999 + b"1]]}"
    found["rolls", "40,000 rolls"] = b"3 3 4 5 5 6 8 8\n" * 40_000
    found["settings", "50,000 keys"] = json.dumps(
        {"settings": 1, "values": {f"last/own-{n}": {} for n in range(30_000)}}
    ).encode()
    return found


if __name__ == "__main__":
    sys.exit(main())
