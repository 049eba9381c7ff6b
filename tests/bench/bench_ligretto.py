"""How the levels of the computer players compare in races, how long rounds take, what unequal shares mean.

    python3 packaging/bench.py bench_ligretto [ROUNDS]

Plays ROUNDS (1000) rounds of each pair on a fake clock.
"""

from __future__ import annotations

import statistics
import sys
from typing import Any

from rollwrite_desktop.core.race_bots import race
from rollwrite_desktop.core.rules import players_named
from rollwrite_desktop.core.session import Session
from rollwrite_desktop.games.ligretto_dice import GAME
from rollwrite_desktop.play.opening.open_game import sheet_of


def rounds(levels: tuple[str, ...], count: int, shares: str = "equal") -> tuple[list[int], list[float], list[int]]:
    """Rounds won by seat, how long they took in seconds, and how often all players rolled; seats take turns at dealing."""
    won = [0] * len(levels)
    seconds, rolls = [], []
    rules = GAME.play.rules(sheet_of(GAME, "", "x"), {"length": "rounds_1", "tie": "shared", "shares": shares})
    for k in range(count):
        turn = k % len(levels) if shares == "equal" else 0
        seated = levels[turn:] + levels[:turn]
        session: Session[Any] = Session(rules, players_named(levels), code=f"BENCH/{k}")
        race(session, {player: GAME.think.bots[level] for player, level in zip(session.players, seated, strict=True)})
        one = session.state.rounds[0]
        finisher = next(i for i, entry in enumerate(one.entries) if entry > 0)
        won[(finisher + turn) % len(levels)] += 1
        seconds.append(one.ms / 1000)
        rolls.append(sum(one.rolls))
    return won, seconds, rolls


def tr(title: str, levels: tuple[str, ...], count: int, shares: str = "equal") -> None:
    won, seconds, rolls = rounds(levels, count, shares)
    parts = " ".join(f"{100 * each / count:5.1f}%" for each in won)
    print(f"{title:34} {parts}   {statistics.mean(seconds):5.1f} s (median {statistics.median(seconds):5.1f}), "
          f"{statistics.mean(rolls):4.1f} rolls")


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for level in range(2, 6):
        tr(f"level {level} against level {level - 1}", (f"level_{level}", f"level_{level - 1}"), count)
    for level in range(1, 6):
        tr(f"four of level {level}", (f"level_{level}",) * 4, max(1, count // 5))
    tr("levels 1, 2, 3, 4", ("level_1", "level_2", "level_3", "level_4"), max(1, count // 5))
    for shares in ("13,11", "14,10", "15,9", "9,8,7", "10,7,7", "7,6,6,5", "8,6,5,5"):
        players = shares.count(",") + 1
        tr(f"shares {shares}, all level 3", ("level_3",) * players, max(1, count // 2), shares)
