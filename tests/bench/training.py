"""What the training of all games has in common: damped regression on self-play, and the file that keeps the tables.

    python3 packaging/bench.py training     lists the tables that are kept, with their provenance
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rollwrite_desktop.gamekit.value_tables import FOLDER

Array = NDArray[Any]
Play = Callable[[Array, int], tuple[float, list[tuple[Array, Array]]]]
"""Plays a round with some tables and a seed: the mean result, and (features, what came afterwards) of what was seen."""


def learned(tables: Array, play: Play, rounds: int, step: float, ridge: float) -> tuple[Array, list[float]]:
    """Tables after some rounds of play and damped ridge regression toward the tables as they were; the mean results."""
    curve = []
    for seed in range(1, rounds + 1):
        mean, samples = play(tables, seed)
        curve.append(round(mean, 3))
        size = len(tables)
        square, right = np.eye(size) * ridge * len(samples), np.zeros(size)
        for seen, came in samples:
            square += seen.T @ seen
            right += seen.T @ (came - seen @ tables)
        # The last rounds are averaged in: smaller steps toward the end.
        tables = tables + min(step, 3 * step * (rounds - seed + 1) / rounds) * np.linalg.solve(square, right)
        print(f"round {seed}: mean {mean:.3f}", flush=True)
    return tables, curve


def evolved(
    first: dict[str, float], score_of: Callable[[dict[str, float]], float], steps: int, spread: float
) -> tuple[dict[str, float], list[float]]:
    """Parameters improved by an evolution strategy, (1+1)-ES with the one-fifth rule: each step multiplies three of them by
    random factors, and keeps what scores more. With the mean scores of all improvements."""
    luck, best = np.random.RandomState(1), dict(first)
    score = score_of(best)
    curve = [round(score, 3)]
    print(f"first: mean {score:.3f}", flush=True)
    for step in range(steps):
        changed = luck.choice(list(best), 3, replace=False)
        tried = {
            name: value * math.exp(spread * luck.standard_normal()) if name in changed else value
            for name, value in best.items()
        }
        found = score_of(tried)
        spread = min(max(spread * math.exp(0.2 if found > score else -0.05), 0.04), 0.4)
        if found > score:
            best, score = tried, found
            curve.append(round(score, 3))
            print(f"step {step}: mean {score:.3f} { ({name: round(value, 3) for name, value in best.items()}) }", flush=True)
    return best, curve


def store(game: str, script: str, arguments: dict[str, Any], curve: list[float], tables: Array) -> None:
    """Writes a game's tables as whole numbers, with how they came about, into the current folder. What stands in
    assets/values is what the program plays by."""
    kept = {
        "made_by": f"tests/bench/{script}.py",
        "arguments": arguments,
        "curve": curve,
        "values": np.rint(tables).astype(int).tolist(),
    }
    path = Path(f"{game}.json")
    path.write_text(json.dumps(kept, separators=(",", ":")) + "\n", encoding="ascii")
    print(f"{path.name}: {len(tables)} numbers")


def main() -> int:
    for path in sorted(Path(FOLDER).glob("*.json")):
        kept = json.loads(path.read_text(encoding="ascii"))
        if "values" not in kept:
            continue
        print(
            f"{path.name}: {len(kept['values'])} numbers, made by {kept['made_by']} with {kept['arguments']}; "
            f"results by round {kept['curve']}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
