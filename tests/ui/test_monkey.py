"""A monkey in every room and every game: no exception, no warning of Qt, and no growth of widgets or memory.

How long single events take is measured by `tests/bench/bench_monkey.py`.
"""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QDialog

from rollwrite_desktop.ui.shell.main_window import MainWindow
from tests.sampling import sampled
from tests.ui.conftest import delete_closed, settle
from tests.ui.monkey import Monkey, harmless
from tests.ui.rooms import ROOMS

SOME, ALL = 60, 10_000
WARM = 1_000
"""After so many events everything that is made once has been made."""
MORE_WIDGETS = 60
MORE_MB = 150
"""How much may be alive at home after ALL events that was not after WARM: what lists have grown by."""


def memory() -> int:
    """The memory in use in MB; 0 where the system does not say."""
    if sys.platform != "linux":
        return 0
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096 // 1_000_000


def at_home(window: MainWindow) -> tuple[int, int]:
    """Closes everything but the home page; how many widgets are alive then, and the memory in use."""
    while popup := QApplication.activePopupWidget():
        popup.close()
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, QDialog):
            widget.close()
    window.store.keep("recent", list[str]())
    window.show_home()
    settle()
    gc.collect()
    delete_closed()
    return len(QApplication.allWidgets()), memory()


def loose(window: MainWindow, folder: Path, room: str, count: int) -> None:
    """So many events, beginning in a room and coming back to it now and then."""
    monkey = Monkey(window, len(room))
    for number in range(count):
        if number % 500 == 0:
            inside = folder / f"{room}{monkey.done.total()}"
            inside.mkdir()
            ROOMS[room](window, inside)
        monkey.act()
        assert window.isVisible(), monkey.times[-1]


@sampled("room", list(ROOMS), 12)
def test_a_monkey_does_no_harm(window: MainWindow, tmp_path: Path, room: str) -> None:
    with harmless():
        loose(window, tmp_path, room, SOME)


@pytest.mark.release
@pytest.mark.parametrize("room", list(ROOMS))
def test_ten_thousand_events_leave_nothing_behind(window: MainWindow, tmp_path: Path, room: str) -> None:
    with harmless():
        loose(window, tmp_path, room, WARM)
        widgets, used = at_home(window)
        (tmp_path / "more").mkdir()
        loose(window, tmp_path / "more", room, ALL - WARM)
        more_widgets, more_used = at_home(window)
    assert more_widgets - widgets <= MORE_WIDGETS
    assert more_used - used <= MORE_MB
