"""How well and how fast the computer players of HexRoller play, on both sides: their distributions, and the longest thought.

    python3 packaging/bench.py bench_hexroller [GAMES]

Plays GAMES (20) games on each side. Fails if a level's mean on the front is more than three standard errors below that of
its results in assets/values/levels.json, or if a move of any but the master takes more than 0.3 seconds.
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
from rollwrite_desktop.gamekit.value_tables import level_results
from rollwrite_desktop.games.hexroller import GAME
from rollwrite_desktop.sheet.load import find

LONGEST = 0.3  # seconds that a move may take
UNTIMED = "master"  # chooses by rollouts, whose number never depends on the time


def timed(bot: Bot[Any], times: list[float]) -> Bot[Any]:
    """The same player, its thoughts measured."""
    def play(*about: Any) -> Any:
        began = time.perf_counter()
        move = bot(*about)
        times.append(time.perf_counter() - began)
        return move
    return play


def main(games: int) -> int:
    fine, known = True, {level: Counter(results) for level, results in level_results().results["hexroller"].items()}
    for sheet_id in GAME.play.sheets:
        rules = GAME.play.rules(find(sheet_id), {})
        for name, bot in GAME.think.bots.items():
            times: list[float] = []
            totals, parts = [], Counter[str]()
            for seed in range(games):
                session: Session[Any] = Session(rules, ("p1",), code=f"BENCH-{seed}")
                play_out(session, {"p1": timed(bot, times)}, random.Random(seed))
                score = rules.scores(session.state)[0]
                totals.append(score.total)
                parts.update(dict(score.parts))
            mean = statistics.mean(totals)
            totals.sort()
            low, median, high = (totals[max(0, -(-q * games // 100) - 1)] for q in (10, 50, 90))
            print(f"{sheet_id} {name}: mean {mean:.1f}, sd {statistics.pstdev(totals):.1f}, {min(totals)} to {max(totals)}, "
                  f"10 % {low}, 50 % {median}, 90 % {high}; longest thought {max(times):.2f} s")
            print("   ", ", ".join(f"{part} {points / games:.1f}" for part, points in parts.items()))
            fine = fine and (name == UNTIMED or max(times) <= LONGEST)
            if sheet_id == GAME.play.played_on[0] and name in known:
                results = [*known[name].elements()]
                least = statistics.mean(results) - 3 * statistics.pstdev(results) / games ** 0.5
                print(f"    at least {least:.1f} were expected")
                fine = fine and mean >= least
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
