"""How fast the window answers: tap to repaint, start to first paint, and how long opening a room holds it up.

    python3 packaging/bench.py bench_window [ROOM …]

On the offscreen platform, the same games every time. Tap to repaint is processor time of the window's thread, and calls of
functions in Python, from the mouse's release to the end of the paint event that shows the stroke. Beside it stands what the
same tap takes before and after: the press, and the turns that show the other players, the log and the coach, together and
the longest of them, as a next tap in a hurry waits for that one. Start to first paint is that of `bench_start`. Of each
room: the longest turn of the event loop from the choice of the room until nothing is left to be done, in processor time of
the window's thread, at the first visit and at a later one.
With rooms (names of `tests/ui/rooms.py`) only these are opened.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

from tests.bench.bench_start import LIMITS_MS, start_to_first_paint

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint

T = TypeVar("T")
LIMIT_TAP_MS = 16.0
"""Of the 95th percentile."""
TAPPED = ("rolling_america", "on_tour", "hexroller")
STROKES = 60
"""At most of a game."""
LATER = 5
"""Turns of the event loop after a stroke in which the other players, the log and the coach are shown."""
LIMIT_TURN_MS = 50.0
AGAIN = 2
"""How many more times a room is opened; the best of these is the later visit."""
_WINDOWS = os.path.join("rollwrite_desktop", "ui", "")  # noqa: PTH118  part of a file name
REST = 400
"""Turns of the event loop after which everything that a room does by itself is done."""
NO_OPENING = ("after hints", "end of a ")
"""Rooms whose way there is a whole game, by a part of their names."""


class Taps(Struct, frozen=True, dict=True):
    """What strokes took from the release of the mouse to the end of the paint that shows them: milliseconds of the window's
    thread, and of some of them how many functions in Python were called, and how many of those are of the windows."""

    times: list[float]
    calls: list[int]
    of_windows: list[int]
    pressed: list[float]
    """From the press of the mouse until nothing is left to be done for it."""
    later: list[float]
    longest: list[float]
    """All turns after the paint together, and the longest of them."""


def tap_to_repaint(game: str, players: int) -> Taps:
    """The strokes of one player of a game, whose others are the computer's; every third is counted and not timed."""
    from PySide6.QtCore import QEvent, QObject, Qt
    from PySide6.QtTest import QTest

    from rollwrite_desktop.ui.base.settings import Settings
    from rollwrite_desktop.ui.window.app import application
    from rollwrite_desktop.ui.window.main_window import MainWindow
    from tests.ui.conftest import new_game

    app = application()
    luck, found = random.Random(1), Taps([], [], [], [], [], [])
    painted, called = [0.0], [0, 0]

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                # The filter is called before the paint; what runs between paint and here is the paint itself.
                table.view.paintEvent(event)  # type: ignore[arg-type]
                painted[0] = time.thread_time()
                sys.setprofile(None)
                return True
            return False

    def count(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            called[0] += 1
            called[1] += _WINDOWS in frame.f_code.co_filename

    def stroke(place: QPoint, counted: bool) -> None:
        for _ in range(LATER):  # what was done before, a roll too, is done
            app.processEvents()
        began = time.thread_time()
        QTest.mousePress(table.view, Qt.MouseButton.LeftButton, pos=place)
        app.processEvents()
        pressed = (time.thread_time() - began) * 1000
        painted[0], called[:] = 0.0, (0, 0)
        sys.setprofile(count if counted else None)
        began = time.thread_time()
        QTest.mouseRelease(table.view, Qt.MouseButton.LeftButton, pos=place)
        while not painted[0]:
            app.processEvents()
        sys.setprofile(None)
        if counted:
            found.calls.append(called[0])
            found.of_windows.append(called[1])
        else:
            found.times.append((painted[0] - began) * 1000)
            found.pressed.append(pressed)
            turns = Turns()
            turns.rest(LATER)
            found.later.append((time.thread_time() - painted[0]) * 1000)
            found.longest.append(turns.longest)

    with tempfile.TemporaryDirectory() as folder:
        store = Settings(Path(folder))
        store.prefer(speed="instant", motion="reduced")
        window = MainWindow(store)
        window.resize(1280, 800)
        path = Path(folder) / "bench.rollwrite"
        window.go.show_table(new_game(path, *("Ann", "Bo*", "Cy*", "Di*")[:players], code="BENCH", game=game), path)
        window.show()
        table = window.page
        watch = Watch()
        table.view.installEventFilter(watch)
        side = table.session
        while not side.over and len(found.times) + len(found.calls) < STROKES:
            app.processEvents()
            if side.thinking:
                continue
            if side.step in ("roll", "finish"):
                table.roll()
                continue
            spots = sorted(side.open(side.seat))
            if table.snapshot.question is not None:
                table.tap_token(table.snapshot.question.tokens[0].spot)
                continue
            if spots:
                counted = len(found.calls) * 2 < len(found.times)
                stroke(table.view.center_of(luck.choice(spots)).toPoint(), counted)
                continue
            dice = [spot for spot, button in table.tray.buttons.items() if button.ready and spot.startswith("die/")]
            if not dice:  # a route that was drawn at random leads nowhere
                break
            table.tap_token(dice[0])
        window.close()
    return found


class Turns:
    """The longest turn of the event loop so far, in ms of the thread's processor time; the first one begins now. One that
    begins within another, while a long file is read, counts for itself."""

    def __init__(self) -> None:
        from PySide6.QtCore import QAbstractEventDispatcher

        self.longest, self._began = 0.0, time.thread_time()
        QAbstractEventDispatcher.instance().awake.connect(self.end)

    def end(self) -> None:
        """A turn ends, and the next one begins."""
        self.longest = max(self.longest, (time.thread_time() - self._began) * 1000)
        self._began = time.thread_time()

    def rest(self, rounds: int = 3) -> None:
        """So many turns, in the place of `settle` in the rooms' ways."""
        from PySide6.QtWidgets import QApplication

        self.end()
        for _ in range(rounds):
            QApplication.processEvents()
            self.end()


def in_loop(act: Callable[[], T]) -> T:
    """What `act` gives, called while the event loop runs, as everything is that a person does."""
    from PySide6.QtCore import QTimer

    from rollwrite_desktop.ui.window.app import application

    app, given = application(), list[T]()

    def once() -> None:
        try:
            given.append(act())
        finally:
            app.quit()

    QTimer.singleShot(0, once)
    app.exec()
    return given[0]


def openings(names: list[str]) -> dict[str, tuple[float, float]]:
    """Room to the longest turns of its first visit and of a later one, in ms."""
    from PySide6.QtWidgets import QApplication, QDialog

    from rollwrite_desktop.games import GAMES
    from rollwrite_desktop.ui.base.settings import Settings
    from rollwrite_desktop.ui.window.app import application, import_ahead
    from rollwrite_desktop.ui.window.main_window import MainWindow
    from tests.play.test_game_index import played
    from tests.ui import rooms
    from tests.ui.conftest import delete_closed

    app = application()
    found = {}
    with tempfile.TemporaryDirectory() as name:
        os.environ["ROLLWRITE_HOME"] = name
        store = Settings(Path(name))
        store.prefer(motion="reduced", speed="instant")
        for game in GAMES:
            played(store.games, game, game, players=("Ann", "Bo"))
        window = MainWindow(store)
        window.resize(1280, 800)
        window.show()
        window.go.show_home()
        Turns().rest(REST)
        ahead = import_ahead(app, 0, 0)
        while ahead.isActive():
            app.processEvents()
        for room in names:
            longest = []
            for visit in range(1 + AGAIN):
                folder = Path(name, f"{room} {visit}")
                folder.mkdir()
                turns = Turns()
                rooms.settle = turns.rest
                rooms.ROOMS[room](window, folder)
                turns.rest(REST)
                longest.append(turns.longest)
                for widget in QApplication.topLevelWidgets():
                    if isinstance(widget, QDialog):
                        widget.close()
                window.go.show_home()
                Turns().rest(REST)
                delete_closed()
            found[room] = (longest[0], min(longest[1:]))
        window.close()
    return found


def main() -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    import tests.ui.conftest  # noqa: F401  before Qt: the screens that windows are tested on
    from tests.ui.rooms import ROOMS

    names = sys.argv[1:] or [room for room in ROOMS if not any(part in room for part in NO_OPENING)]
    if unknown := [room for room in names if room not in ROOMS]:
        print(f"There is no room '{unknown[0][:60]}', but {', '.join(ROOMS)}.", file=sys.stderr)
        return 2
    slow = False
    for room, (first, later) in in_loop(lambda: openings(names)).items():
        slow |= later > LIMIT_TURN_MS
        print(f"{room}: longest turn {first:.0f} ms at the first visit, {later:.0f} ms later (limit {LIMIT_TURN_MS:.0f})",
              flush=True)
    if sys.argv[1:]:
        return int(slow)
    for game in TAPPED:
        for players in (1, 4):
            taps = tap_to_repaint(game, players)
            p95 = statistics.quantiles(taps.times, n=20)[-1]
            slow |= p95 > LIMIT_TAP_MS
            print(f"{game}, {players} playing: tap to repaint {statistics.median(taps.times):.1f} ms, 95th percentile "
                  f"{p95:.1f} (limit {LIMIT_TAP_MS:.0f}), {statistics.median(taps.calls):.0f} calls, "
                  f"{statistics.median(taps.of_windows):.0f} of windows; press {statistics.median(taps.pressed):.1f} ms, "
                  f"what is shown later {statistics.median(taps.later):.1f}, its longest turn "
                  f"{statistics.median(taps.longest):.1f}, 95th percentile "
                  f"{statistics.quantiles(taps.longest, n=20)[-1]:.1f}", flush=True)
    starts = start_to_first_paint()
    median = statistics.median(starts)
    print(f"start to first paint {median:.0f} ms, at most {max(starts):.0f} in {len(starts)} runs "
          f"(limit {LIMITS_MS['checkout']:.0f})")
    return int(slow or median > LIMITS_MS["checkout"])


if __name__ == "__main__":
    sys.exit(main())
