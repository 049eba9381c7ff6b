"""How strong the levels of a sheet game are: mean, spread and quantiles of their results, and processor time of a move.

    python3 packaging/bench.py measure_levels [GAME [LEVEL [GAMES [FILE]]]]
    python3 packaging/bench.py measure_levels store FILE

Plays alone on codes that no training saw, the games that `rollwrite simulate GAME --bots LEVEL --seed STRENGTH` plays.
Without a GAME all three are measured, without a LEVEL all of its own, without GAMES as many as assets/values/levels.json has
results of, which takes an hour or so in all. FILE collects a line of JSON for each game, and games that are in it
are not played again. `store` writes how often each result came to levels.json, from which the house ratings follow.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from rollwrite_desktop.core.session import Session
from rollwrite_desktop.gamekit.value_tables import FOLDER, level_results
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import options_of, sheet_of
from rollwrite_desktop.play.opening.simulation import finish

SEED = "STRENGTH"
QUANTILES = (10, 50, 90)


def known(file: Path) -> dict[tuple[str, str, int], dict[str, Any]]:
    """The games in a file, by game, level and number."""
    lines = file.read_text(encoding="ascii").splitlines() if file.exists() else []
    rows = [json.loads(line) for line in lines]
    return {(row["game"], row["level"], row["k"]): row for row in rows}


def played(game_id: str, level: str, k: int, rules: Any) -> dict[str, Any]:
    """Game k of a level: its result, how many turns were played, and the processor seconds."""
    session: Session[Any] = Session(rules, ("p1",), code=f"{SEED}/{k}")
    began = time.process_time()
    scores = finish(session, {"p1": GAMES[game_id].think.bots[level]})
    took = time.process_time() - began
    turns = sum(event.by == "chance" for event in session.events)
    return {"game": game_id, "level": level, "k": k, "total": scores[0].total, "turns": turns, "seconds": round(took, 3)}


def measure(game_id: str, level: str, games: int, file: Path) -> None:
    found = known(file)
    game = GAMES[game_id]
    rules = game.play.rules(sheet_of(game, ""), options_of(game))
    random.seed(0)
    for k in range(games):
        if (game_id, level, k) not in found:
            row = found[game_id, level, k] = played(game_id, level, k, rules)
            with file.open("a", encoding="ascii") as out:
                out.write(json.dumps(row) + "\n")
    rows = [found[game_id, level, k] for k in range(games)]
    totals = sorted(row["total"] for row in rows)
    at = [totals[max(0, -(-q * games // 100) - 1)] for q in QUANTILES]
    sd = statistics.stdev(totals) if games > 1 else 0.0
    each = 1000 * sum(row["seconds"] for row in rows) / sum(row["turns"] for row in rows)
    print(f"{game_id} {level}: {games} games, mean {statistics.fmean(totals):.2f} ± {sd / games ** 0.5:.2f}, sd {sd:.2f}, "
          f"10/50/90 % {at}, {each:.0f} ms a turn", flush=True)


def store(file: Path) -> int:
    """Writes the results by game and level."""
    counts: dict[str, dict[str, Counter[int]]] = {}
    for (game_id, level, _), row in sorted(known(file).items()):
        counts.setdefault(game_id, {}).setdefault(level, Counter())[row["total"]] += 1
    kept = {
        "made_by": "tests/bench/measure_levels.py",
        "seed": SEED,
        "results": {
            game_id: {level: {str(total): of[total] for total in sorted(of)} for level, of in levels.items()}
            for game_id, levels in counts.items()
        },
    }
    (Path(FOLDER) / "levels.json").write_text(json.dumps(kept, indent=1) + "\n", encoding="ascii")
    return 0


def main(given: list[str]) -> int:
    if given[:1] == ["store"]:
        return store(Path(given[1]))
    file = Path(given[3]) if len(given) > 3 else Path(tempfile.mkdtemp()) / "levels.jsonl"
    for game_id, levels in level_results().results.items():
        if given[:1] in ([], [game_id]):
            for level in given[1:2] or sorted(levels, key=[*GAMES[game_id].think.bots].index):
                levels = GAMES[game_id].think.bots
                if level not in levels:
                    print(f"{game_id} has no level '{level[:60]}', but {', '.join(levels)}.", file=sys.stderr)
                    return 2
                measure(game_id, level, int(given[2]) if len(given) > 2 else sum(levels.get(level, {0: 20}).values()), file)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
