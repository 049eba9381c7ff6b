"""How long single events take in every room: processor time of the slowest events of a monkey (`tests/ui/monkey.py`).

    python3 packaging/bench.py bench_monkey [EVENTS [ROOM]]
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

LIMIT_MS = 100.0
WARM = 40
"""The first events of a room import what it needs; they are not counted."""


def main() -> int:
    """Prints the figures; 1 if an event took longer than it may."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from rollwrite_desktop.ui.shell.app import application
    from rollwrite_desktop.ui.shell.main_window import MainWindow
    from rollwrite_desktop.ui.shell.settings import Settings
    from tests.ui.monkey import Monkey, harmless
    from tests.ui.rooms import ROOMS

    count = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    rooms = sys.argv[2:] or list(ROOMS)
    application()
    slow = False
    for room in rooms:
        with tempfile.TemporaryDirectory() as folder, harmless():
            os.environ["ROLLWRITE_HOME"] = folder
            store = Settings(Path(folder))
            store.prefer(motion="reduced", speed="instant")
            window = MainWindow(store)
            window.resize(1280, 800)
            window.show()
            ROOMS[room](window, Path(folder))
            monkey = Monkey(window, len(room))
            for _ in range(count):
                monkey.act()
            times = sorted(monkey.times[WARM:], reverse=True)
            slow |= bool(times) and times[0][0] > LIMIT_MS
            worst = "; ".join(f"{took:.0f} ms {what.strip()}" for took, what in times[:3])
            over = sum(took > LIMIT_MS for took, _ in times)
            print(f"{room}: {count} events, {over} over {LIMIT_MS:.0f} ms, {worst}", flush=True)
            window.close()
            window.deleteLater()
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
