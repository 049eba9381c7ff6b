"""Types whole sheets of the sheet games into the check, from every place on, by somebody whose keys go wrong now and then,
and counts the marks that stand in a wrong place.

    python3 packaging/bench.py bench_typing [SLIPS [STARTS]]    SLIPS: of 100 keys; STARTS: of a sheet
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


def main(slips: float = 5.0, starts: int = 1000) -> int:
    """Prints a line for each sheet; 1 if a mark stands in a wrong place."""
    import tests.ui.conftest  # noqa: F401  before Qt: the screens that windows are tested on
    from rollwrite_desktop.core.audit import Paper
    from rollwrite_desktop.sheet.load import find
    from rollwrite_desktop.ui.base.settings import Settings
    from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
    from rollwrite_desktop.ui.window.app import application
    from tests.ui.audit.typist import Typist, played_sheet
    from tests.ui.conftest import settle

    class Unsearched(AuditPage):
        """A page that searches for nothing meanwhile."""

        def _look_closer(self) -> None:
            pass

    app = application()
    wrong = 0
    for sheet in SHEETS:
        game = sheet.rpartition("_")[0]
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
                typist = Typist(audit, played_sheet(game, sheet, f"TYPE-{number + 2000}"), slips, f"{sheet} {first}")
                typist.type_sheet(first)
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
    sys.exit(main(*(kind(given) for kind, given in zip((float, int), sys.argv[1:], strict=False))))
