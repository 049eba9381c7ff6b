"""How well and how fast computer players play, and a long comparison of the two readings of the rules.

    python3 packaging/bench.py bench_play [GAMES]

GAMES (20) games of Rolling America by each level. Its mean must be at most three standard errors above that of its results
in assets/values/levels.json. The readings are compared for a minute, on some thousands of papers more than the tests do.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections import Counter

from rollwrite_desktop.gamekit.value_tables import level_results
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.simulation import simulate
from rollwrite_desktop.sheet.load import find
from tests.games.rolling_america import oracle as oracle
from tests.games.rolling_america.test_oracle import compare, position, worlds


def main() -> int:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    fine, known = True, level_results().results["rolling_america"]
    game = GAMES["rolling_america"]
    for bot in game.think.bots:
        start = time.perf_counter()
        (record,) = simulate(game, find(game.play.sheets[0]), {}, [bot], games, "BENCH").values()
        seconds = time.perf_counter() - start
        limit = ""
        if bot in known:
            results = [*Counter(known[bot]).elements()]
            most = statistics.mean(results) + 3 * statistics.pstdev(results) / games ** 0.5
            limit, fine = f", a mean of at most {most:.2f} was expected", fine and record.mean <= most
        print(f"{bot}: mean {record.mean:.2f} Xs (sd {record.sd:.2f}, {record.least} to {record.most}{limit}), "
              f"{1000 * seconds / games:.1f} ms a game")
    start = time.perf_counter()
    luck = random.Random("bench")
    compared = 0
    while time.perf_counter() - start < 60:
        name = luck.choice(list(worlds()))
        world, rules = worlds()[name]
        paper = position(world, luck, luck.choice(["sparse", "dense", "full"]), rules.power_boxes)
        compare(name, paper, oracle.alphabet(world, list(paper["faces"]), tuple({*paper["faces"].values()})))
        compared += 1
    print(f"two readings of the rules agree on {compared} papers more")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
