"""Par of the maps: what the levels score alone on each sheet of a game, on codes that no training saw.

    python3 packaging/bench.py measure_par [GAME [LEVEL [CODES [SHEET …]]]]

Without a GAME Rolling America; without a LEVEL all of them are measured, which takes long for master; without CODES a
hundred codes each; without a SHEET all that are offered. What comes out is kept in `sheets/atlas/par.json`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.play.opening.open_game import sheet_of
from rollwrite_desktop.play.opening.par import played

SEED, CODES = "PAR", 100
LEVELS = ("easy", "medium", "hard", "master")
USUAL = "rolling_america"


def measured(game: Game, sheet_id: str, level: str, codes: int) -> float:
    """What a level scores on a sheet in the mean."""
    *_, last = played(sheet_of(game, sheet_id), codes, level, SEED)
    return last.mean


def main(game: Game, levels: Sequence[str], codes: int, sheets: Sequence[str]) -> int:
    for level in levels:
        for sheet_id in sheets:
            print(f"{sheet_id:34} {level:6} {measured(game, sheet_id, level, codes):5.1f} of {codes}", flush=True)
    return 0


if __name__ == "__main__":
    usual = [USUAL, "", str(CODES)]
    name, level, number, *named = [*sys.argv[1:], *usual[len(sys.argv[1:]) :]]
    game = GAMES[name]
    sys.exit(main(game, [level] if level else LEVELS, int(number), named or game.play.sheets))
