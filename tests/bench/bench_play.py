"""How well and how fast computer players play, and a long comparison of the two readings of the rules.

    python3 packaging/bench.py bench_play [GAMES]

The greedy player's average over GAMES (1000) games must be at most 12 Xs, and the readings are compared on some thousands of
papers more than the tests do.
"""

from __future__ import annotations

import random
import sys
import time

from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.simulation import simulate
from rollwrite_desktop.sheet.load import find
from tests.games.rolling_america import oracle as oracle
from tests.games.rolling_america.test_oracle import compare, position, worlds

LIMITS = {"greedy": 12.0}


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    game = GAMES["rolling_america"]
    for bot in game.bots:
        start = time.perf_counter()
        (record,) = simulate(game, find(game.sheets[0]), {}, [bot], games, "BENCH").values()
        seconds = time.perf_counter() - start
        limit = f", at most {LIMITS[bot]}" if bot in LIMITS else ""
        print(f"{bot}: mean {record.mean:.2f} Xs (sd {record.sd:.2f}, {record.least} to {record.most}{limit}), "
              f"{1000 * seconds / games:.1f} ms a game")
        assert record.mean <= LIMITS.get(bot, 50)
    start = time.perf_counter()
    luck = random.Random("bench")
    compared = 0
    while time.perf_counter() - start < 60:
        name = luck.choice(list(worlds()))
        world, _ = worlds()[name]
        paper = position(world, luck, luck.choice(["sparse", "dense", "full"]))
        compare(name, paper, oracle.alphabet(world, list(paper["faces"]), tuple({*paper["faces"].values()})))
        compared += 1
    print(f"two readings of the rules agree on {compared} papers more")


if __name__ == "__main__":
    main()
