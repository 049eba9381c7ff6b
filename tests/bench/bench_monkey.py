"""A monkey (`tests/ui/monkey.py`) in every room: its slowest events, exceptions and warnings, and what has grown.

    python3 packaging/bench.py bench_monkey [EVENTS [ROOM...]]

Fails if an event took more than 100 ms of processor time, on an exception or a warning of Qt, or if after the last event
more widgets or memory are in use at home than lists may have grown by. Growth is counted from event 1,000 on, after which
everything that is made once has been made; runs of no more events do not count it.
"""

from __future__ import annotations

import os
import sys
import tempfile
import traceback
from pathlib import Path
from types import TracebackType

LIMIT_MS = 100.0
FIRST = 40
"""The first events of a room import what it needs; how long they take is not counted."""
SILENT = "This plugin does not support "
"""How the messages begin that the offscreen platform alone gives."""


def main() -> int:
    """Prints a line for each room; 1 if one of them fails."""
    from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

    import tests.ui.conftest  # noqa: F401  before Qt: the screens that windows are tested on
    from rollwrite_desktop.ui.shell.app import application
    from rollwrite_desktop.ui.shell.main_window import MainWindow
    from rollwrite_desktop.ui.shell.settings import Settings
    from tests.ui.conftest import delete_closed
    from tests.ui.monkey import MORE_MB, MORE_WIDGETS, WARM, at_home, harmless, loose
    from tests.ui.rooms import ROOMS

    count = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    rooms = sys.argv[2:] or list(ROOMS)
    loud: list[str] = []

    def warned(kind: QtMsgType, _: QMessageLogContext, text: str) -> None:
        if kind != QtMsgType.QtDebugMsg and not text.startswith(SILENT):
            loud.append(text)

    def raised(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        loud.append("".join(traceback.format_exception(kind, error, trace)))

    application()
    qInstallMessageHandler(warned)
    failed = False
    for room in rooms:
        with tempfile.TemporaryDirectory() as name, harmless():
            folder = Path(name)
            os.environ["ROLLWRITE_HOME"] = name
            store = Settings(folder)
            store.prefer(motion="reduced", speed="instant")
            window = MainWindow(store)
            sys.excepthook = raised  # MainWindow's own would write a crash report
            window.resize(1280, 800)
            window.show()
            (folder / "more").mkdir()
            grown, used = 0, 0
            try:
                first = loose(window, folder, room, min(WARM, count)).times
                before = at_home(window)
                times = first[FIRST:] + loose(window, folder / "more", room, max(0, count - WARM)).times
                if count > WARM:
                    grown, used = (after - one for after, one in zip(at_home(window), before, strict=True))
            except Exception:
                loud.append(traceback.format_exc())
                times = first[FIRST:]
            times.sort(reverse=True)
            over = sum(took > LIMIT_MS for took, _ in times)
            worst = "; ".join(f"{took:.0f} ms {what.strip()}" for took, what in times[: max(3, min(over, 12))])
            print(f"{room}: {count} events, {over} over {LIMIT_MS:.0f} ms, {grown:+} widgets, {used:+} MB, {worst}",
                  flush=True)
            for text in loud:
                print(f"    {text.strip()}", flush=True)
            failed |= over > 0 or bool(loud) or grown > MORE_WIDGETS or used > MORE_MB
            loud.clear()
            window.close()
            window.deleteLater()
            delete_closed()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
