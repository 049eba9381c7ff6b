"""What the training of all games has in common: damped regression on self-play, and the file that keeps the tables.

    python3 packaging/bench.py training     lists the tables that are kept, with their provenance
"""

from __future__ import annotations

import json
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


def store(game: str, script: str, arguments: dict[str, Any], curve: list[float], tables: Array) -> None:
    """Writes a game's tables as whole numbers, with how they came about."""
    kept = {"made_by": f"tests/bench/{script}.py", "arguments": arguments, "curve": curve,
            "values": np.rint(tables).astype(int).tolist()}
    path = FOLDER / f"{game}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(kept, separators=(",", ":")) + "\n", encoding="ascii")
    print(f"{path.name}: {len(tables)} numbers")


def main() -> int:
    for path in sorted(Path(FOLDER).glob("*.json")):
        kept = json.loads(path.read_text(encoding="ascii"))
        print(f"{path.name}: {len(kept['values'])} numbers, made by {kept['made_by']} with {kept['arguments']}; "
              f"results by round {kept['curve']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
