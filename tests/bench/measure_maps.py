"""How good the shipped maps are, in the measures of `maps/measures.py`, and what keeps each from being better.

    python3 packaging/bench.py measure_maps [SHEET …]

SHEET: files or ids of sheets; all shipped maps by default. What needs the land that a map was drawn from is not said here:
`rollwrite new-map` says it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from rollwrite_desktop.games import GAMES
from rollwrite_desktop.maps.measures import measured
from rollwrite_desktop.maps.values import map_games
from rollwrite_desktop.maps.verdict import shortcomings
from rollwrite_desktop.sheet.load import ENDING, find, load


def main(names: Iterable[str]) -> int:
    print(f"{'sheet':34} areas stairs   gap least tight fans narrow longest passing")
    for name in names:
        sheet = load(Path(name)) if name.endswith(ENDING) else find(name)
        found = measured(sheet)
        print(
            f"{sheet.id:34} {found.areas:5} {found.stairs:6.2f} {found.gap:5.2f} {found.least_gap:5.2f} {found.tight:5.2f} "
            f"{found.fans:4} {found.narrow_fans:6} {found.longest:7.0f} {found.passing:7}")
        for sentence in shortcomings(found):
            print(f"    {sentence}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or [sheet for game in map_games() for sheet in GAMES[game].play.sheets]))
