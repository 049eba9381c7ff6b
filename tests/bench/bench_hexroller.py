"""How well and how fast the computer players of HexRoller play, on both sides: their distributions, and the longest thought.

    python3 packaging/bench.py bench_hexroller [GAMES]
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections import Counter
from typing import Any

from rollwrite_desktop.core.bots import Bot, play_out
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games.hexroller import GAME
from rollwrite_desktop.sheet.load import find

LONGEST = 0.3  # seconds that a move may take
MIN_MEAN = 56.0  # points that the greedy player must average on the front


def timed(bot: Bot[Any], times: list[float]) -> Bot[Any]:
    """The same player, its thoughts measured."""
    def play(*about: Any) -> Any:
        began = time.perf_counter()
        move = bot(*about)
        times.append(time.perf_counter() - began)
        return move
    return play


def main(games: int) -> int:
    fine = True
    for sheet_id in GAME.sheets:
        rules = GAME.rules(find(sheet_id), {})
        for name, bot in GAME.bots.items():
            times: list[float] = []
            totals, parts = [], Counter[str]()
            for seed in range(games):
                session: Session[Any] = Session(rules, ("p1",), code=f"BENCH-{seed}")
                play_out(session, {"p1": timed(bot, times)}, random.Random(seed))
                score = rules.scores(session.state)[0]
                totals.append(score.total)
                parts.update(dict(score.parts))
            mean = statistics.mean(totals)
            deciles = statistics.quantiles(totals, n=10)
            print(f"{sheet_id} {name}: mean {mean:.1f}, sd {statistics.pstdev(totals):.1f}, {min(totals)} to {max(totals)}, "
                  f"10 % {deciles[0]:.0f}, 50 % {deciles[4]:.0f}, 90 % {deciles[8]:.0f}; longest thought {max(times):.2f} s")
            print("   ", ", ".join(f"{part} {points / games:.1f}" for part, points in parts.items()))
            fine = fine and max(times) <= LONGEST
            if name == "greedy" and sheet_id == "hexroller_front":
                fine = fine and mean >= MIN_MEAN
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 500))
