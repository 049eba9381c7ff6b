"""How much processor time a frame of the race takes while everybody rolls.

    python3 packaging/bench.py bench_race

At 1280 × 740 on the offscreen platform: four people who roll at once, all dice tumbling; and one person against three.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

FRAMES = 200
ROLLING = 38  # frames of the 0.8 s that dice roll
LIMIT_MS = 8.0


def frame_ms(*names: str) -> float:
    """Mean processor time of a frame, from the clock's tick to the end of painting (ms)."""
    from rollwrite_desktop.core.journal import Notes
    from rollwrite_desktop.games import GAMES
    from rollwrite_desktop.play.opening.open_game import new_head, options_of, sheet_of, start
    from rollwrite_desktop.ui.base.settings import Settings
    from rollwrite_desktop.ui.play.race import race_page
    from rollwrite_desktop.ui.window.app import application

    app = application()
    game = GAMES["ligretto_dice"]
    sheet = sheet_of(game, "", "bench")
    bots = {f"p{i}": "level_1" for i, name in enumerate(names, 1) if name.endswith("*")}
    head = new_head(game, sheet, sheet.id, names, options_of(game, {}, "bench"), Notes(seed="BENCH", bots=bots))
    now = [10**9]
    with tempfile.TemporaryDirectory() as folder:
        page = race_page.RacePage(start(head), Path(folder) / "bench", Settings(Path(folder)), lambda: now[0], 0)
        page._frames.stop()
        page.resize(1280, 740)
        page.show()
        app.processEvents()
        page.go_on()
        taken, frames = 0.0, 0
        while frames < FRAMES:
            for player in page.side.humans:
                page.hit(player, page.side.guide.roll_spot)
            for _ in range(ROLLING):
                now[0] += race_page.FRAME_MS
                began = time.process_time()
                page.frame()
                app.processEvents()
                taken += time.process_time() - began
                frames += 1
            now[0] += 100
        page.hide()
    return taken * 1000 / frames


def main() -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    worst = 0.0
    tables = {"four people": ("A", "B", "C", "D"), "one person and three rivals": ("A", "B*", "C*", "D*")}
    for title, names in tables.items():
        ms = frame_ms(*names)
        worst = max(worst, ms)
        print(f"{title}: {ms:.2f} ms of processor time per frame (limit {LIMIT_MS:.0f})")
    return int(worst > LIMIT_MS)


if __name__ == "__main__":
    sys.exit(main())
