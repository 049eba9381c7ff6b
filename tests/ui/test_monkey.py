"""A monkey in every room and every game: no exception, no warning of Qt, and no growth of widgets or memory.

How long single events take, and whatever comes of 10,000 in each room, is measured by `tests/bench/bench_monkey.py`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rollwrite_desktop.ui.window.main_window import MainWindow
from tests.sampling import sampled
from tests.ui.monkey import MORE_MB, MORE_WIDGETS, WARM, Monkey, at_home, harmless, loose, seed_of
from tests.ui.rooms import ROOMS

SOME, ALL = 60, 3_000


@sampled("room", list(ROOMS), 90)
def test_a_monkey_does_no_harm(window: MainWindow, tmp_path: Path, room: str) -> None:
    with harmless():
        loose(Monkey(window, seed_of(room)), tmp_path, room, SOME)


@pytest.mark.release
@pytest.mark.parametrize("room", list(ROOMS))
def test_thousands_of_events_leave_nothing_behind(window: MainWindow, tmp_path: Path, room: str) -> None:
    monkey = Monkey(window, seed_of(room))
    with harmless():
        loose(monkey, tmp_path, room, WARM)
        widgets, used = at_home(window)
        loose(monkey, tmp_path, room, ALL - WARM)
        more_widgets, more_used = at_home(window)
    assert more_widgets - widgets <= MORE_WIDGETS
    assert more_used - used <= MORE_MB
