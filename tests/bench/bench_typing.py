"""Types whole sheets into the check, from every place on, by someone whose keys go wrong now and then, and counts the marks
that stand in a wrong place. The sheets are those of a computer player at random and of an easy one in turn.

    python3 packaging/bench.py bench_typing [SLIPS [STARTS [SHEET …]]]    SLIPS: of 100 keys; STARTS: of a sheet

SHEET: a map, or `all` for every map and the score sheets; otherwise one map of each game.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
SHEETS = ("rolling_america_usa", "on_tour_usa", "hexroller_front")
BOARD = "ligretto_dice_board"


def main(slips: float = 5.0, starts: int = 1000, *sheets: str) -> int:
    """Prints a line for each sheet; 1 if a mark stands in a wrong place."""
    import tests.ui.conftest  # noqa: F401  before Qt: the screens that windows are tested on
    from rollwrite_desktop.core.audit import Paper
    from rollwrite_desktop.games import GAMES
    from rollwrite_desktop.sheet.load import find
    from rollwrite_desktop.ui.base.settings import Settings
    from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
    from rollwrite_desktop.ui.window.app import application
    from tests.ui.audit.typist import Typist, played_sheet, scores_of
    from tests.ui.conftest import settle

    class Unsearched(AuditPage):
        """A page that searches for nothing meanwhile."""

        def _look_closer(self) -> None:
            pass

    app = application()
    wrong = 0
    every = [sheet for game in GAMES.values() for sheet in game.sheets if sheet != BOARD]
    for sheet in every if sheets == ("all",) else sheets or SHEETS:
        game = find(sheet).game
        scores = game == "ligretto_dice"
        bots = ("random", "easy")
        keys: list[int] = []
        made: Counter[str] = Counter()
        missed: list[str] = []
        begun = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            store = Settings(Path(folder))
            places = [space.id for space in find(sheet).spaces if not space.printed]
            for number, first in enumerate(places[:starts]):
                audit = Unsearched(Paper(game=game, sheet=sheet), None, store)
                audit.resize(1280, 770)
                audit.show()
                audit.activateWindow()
                audit.entry.choose_first()
                settle()
                seed = f"TYPE-{number + 2000}"
                truth = scores_of(sheet, seed) if scores else played_sheet(game, sheet, seed, bots[number % 2])
                typist = Typist(audit, truth, slips, f"{sheet} {first}")
                (typist.type_scores if scores else typist.type_sheet)(first)
                missed += [f"from {first}: {spot}" for spot in typist.wrong()]
                keys.append(typist.keys)
                made += typist.made
                audit.close()
                audit.deleteLater()
                app.processEvents()
        wrong += len(missed)
        print(f"{sheet}: {len(keys)} sheets, {sum(keys) // max(1, len(keys))} keys each ({min(keys)} to {max(keys)}), "
              f"{sum(made.values())} slips {dict(made)}, {len(missed)} marks in a wrong place, "
              f"{time.perf_counter() - begun:.0f} s", *missed, sep="\n  ", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*(kind(given) for kind, given in zip((float, int), sys.argv[1:], strict=False)), *sys.argv[3:]))
