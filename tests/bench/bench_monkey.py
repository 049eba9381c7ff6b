"""A monkey (`tests/ui/monkey.py`) in every room: its slowest events, exceptions and warnings, and what has grown.

    python3 packaging/bench.py bench_monkey [EVENTS [ROOM …]]
    python3 packaging/bench.py bench_monkey parts FILE [EVENTS [MINUTES]]    10,000 a room, in parts that add up
    python3 packaging/bench.py bench_monkey sums FILE                        what all parts in FILE found

Each room has a process of its own, on a machine that does little else: with several busy processes beside it, processor
time itself doubles. Fails if a turn of the event loop took more than 50 ms of it (more where `MORE_MS` says why), on an
exception or a warning of Qt, or if after the last event more widgets or memory are in use at home than lists may have grown
by. Growth is counted from event 1,000 on, after which everything that is made once has been made; runs of no more events do
not count it. `parts` lets other monkeys loose, of EVENTS each (1,000), always in the room with the fewest so far, until
there were 10,000 in each room, or MINUTES are over: FILE, a line of JSON a part, is where it goes on the next
time. Where there is a timer of processor time (not on Windows), the innermost functions of the program that an event
over its limit was seen in are listed, with how often, every 10 ms.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

from msgspec import Struct, field
from msgspec.structs import asdict

LIMIT_MS = 50.0
MORE_MS = {
    "another look": (200.0, "Qt applies a style sheet to all widgets at once, lays out anew what is shown and paints all of "
                            "it: 40 to 100 ms for a page, twice as long with the rules over it and their 130 wrapped texts"),
    "another page": (100.0, "a page is built, laid out and painted whole, so that nobody sees or presses half of one; at "
                            "its first visit Qt also measures its letters and draws its icons for the first time"),
    "a dialog": (100.0, "as a page; of the rules and of all keys every text is laid out before the first is shown"),
    "a map begun": (80.0, "the three cards beside a map are built when it is there: as a page, though the page stays"),
    "large print": (80.0, "the face of a sheet is enlarged, its letters fitted and cut into halves, each in one step"),
    "a sheet painted": (70.0, "the picture of a whole sheet, at the size that is seen, is painted in a turn of its own"),
}
"""Kinds of turns that take longer: how long they may, in ms, and why. The first that fits counts."""
AT_WORK = {
    "a map begun": "map_page._begin", "large print": "large_print.", "a sheet painted": "qt_painter.paint_marks",
}
"""By what functions of the program kinds are known that no state of the window tells, where there is a timer."""
WHOLE = 10_000
"""So many events make up a room."""
FIRST = 40
"""The first events of a room import what it needs; how long they take is not counted."""
SILENT = "This plugin does not support "
"""How the messages begin that the offscreen platform alone gives."""
TICK = 0.01
INNERMOST, SHOWN = 6, 5
PROGRAM = f"{os.sep}rollwrite_desktop{os.sep}"
OF_ITS_OWN = [sys.executable, "-P", "-X", "faulthandler", "-m", "tests.bench.bench_monkey"]
"""Begins the command line of a process that measures one room; where it crashes, it says in what function."""


class Found(Struct, dict=True):
    """What a monkey met in a room. `over`: turns over their limit, in ms, longest first, and what they were; `longest`: kind
    of a turn to the longest of it; `home`: widgets alive and MB in use at home after every `WARM` events."""

    room: str
    seed: int
    events: int = 0
    looks: int = 0
    over: list[tuple[float, str]] = field(default_factory=list)
    longest: dict[str, float] = field(default_factory=dict)
    home: list[tuple[int, int]] = field(default_factory=list)
    loud: list[str] = field(default_factory=list)

    def fails(self) -> bool:
        from tests.ui.monkey import MORE_MB, MORE_WIDGETS

        grown, used = (after - one for after, one in zip(self.home[-1], self.home[0], strict=True)) if self.home else (0, 0)
        return bool(self.over) or bool(self.loud) or grown > MORE_WIDGETS or used > MORE_MB

    def print(self) -> None:
        print(f"{self.room}: {self.events} events, {self.looks} of them other looks, {len(self.over)} over the limit")
        print("    longest:", ", ".join(f"{kind} {took:.0f} ms" for kind, took in self.longest.items()))
        at_home = ", ".join(f"{widgets} widgets {mb} MB" for widgets, mb in self.home)
        print(f"    at home after every 1,000 events: {at_home}")
        for took, what in self.over[:12]:
            print(f"    {took:.0f} ms {what}")
        for text in self.loud:
            print(f"    {text.strip()}")
        sys.stdout.flush()


def main() -> int:
    """Prints what was found in each room; 1 if one of them fails."""
    from tests.ui.monkey import seed_of
    from tests.ui.rooms import ROOMS

    match sys.argv[1:]:
        case ["parts", file, *numbers]:
            return parts(Path(file), list(ROOMS), *map(int, numbers))
        case ["sums", file]:
            return sums(Path(file), len(ROOMS))
        case ["part", count, room, seed]:  # of `parts`, in a process of its own
            print(json.dumps(asdict(measure(room, int(count), int(seed)))))
            return 0
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    rooms = sys.argv[2:] or list(ROOMS)
    if unknown := [room for room in rooms if room not in ROOMS]:
        print(f"There is no room '{unknown[0][:60]}', but {', '.join(ROOMS)}.", file=sys.stderr)
        return 2
    if len(rooms) == 1:
        found = measure(rooms[0], count, seed_of(rooms[0]))
        found.print()
        return int(found.fails())
    codes = [subprocess.run([*OF_ITS_OWN, str(count), room]).returncode for room in rooms]
    return int(any(codes))


def parts(file: Path, rooms: list[str], count: int = 1_000, minutes: int = 0) -> int:
    """Lets monkeys loose until there were enough events in each room, or for so many minutes, and adds what they find to a
    file; 1 if one of them fails."""
    from tests.ui.monkey import seed_of

    done = Counter[str]()
    for part in kept(file):
        done[part["room"]] += part["events"] or count
    until = time.monotonic() + minutes * 60 if minutes else float("inf")
    failed = False
    while time.monotonic() < until and (room := min(rooms, key=lambda room: done[room])) and done[room] < WHOLE:
        seed = seed_of(f"{room} {done[room]}")
        run = subprocess.run(
            [*OF_ITS_OWN, "part", str(count), room, str(seed)], capture_output=True, text=True, encoding="utf-8",
        )
        try:
            found = Found(**json.loads(run.stdout.splitlines()[-1]))
        except (ValueError, IndexError):
            found = Found(room, seed, loud=[f"The process ended with {run.returncode}.\n{run.stderr[-4000:]}"])
        with file.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(asdict(found)) + "\n")
        done[room] += found.events or count
        failed = failed or found.fails()
        found.print()
    return int(failed)


def sums(file: Path, rooms: int) -> int:
    """Prints what all parts in a file found together; 1 if one of them failed."""
    found = [Found(**part) for part in kept(file)]
    per_room = Counter[str]()
    for part in found:
        per_room[part.room] += part.events
    over = sorted(((took, part.room, part.seed, what) for part in found for took, what in part.over), reverse=True)
    loud = [(part.room, part.seed, text) for part in found for text in part.loud]
    least = min(per_room.values(), default=0)
    print(f"{sum(per_room.values()):,} events in {len(per_room)} of {rooms} rooms, {least:,} at least in each of them: "
          f"{len(loud)} exceptions and warnings, {len(over)} turns over the limit")
    longest = {kind: max((part.longest.get(kind, 0.0) for part in found), default=0.0) for kind in MORE_MS}
    print("    longest:", ", ".join(f"{kind} {took:.0f} ms" for kind, took in longest.items()))
    print("    most at home:", max((mb for part in found for _, mb in part.home), default=0), "MB")
    for took, room, seed, what in over:
        print(f"    {took:.0f} ms in {room} ({seed}): {what}")
    for room, seed, text in loud:
        print(f"    in {room} ({seed}): {text.strip()}")
    return int(any(part.fails() for part in found))


def kept(file: Path) -> list[dict[str, Any]]:
    """The parts in a file; none where there is none yet."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []


def measure(room: str, count: int, seed: int) -> Found:
    """Lets a monkey loose in a room."""
    from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication, QDialog, QWidget

    import tests.ui.conftest  # noqa: F401  before Qt: the screens that windows are tested on
    from rollwrite_desktop.ui.base import theme
    from rollwrite_desktop.ui.base.settings import Settings
    from rollwrite_desktop.ui.window.app import application, import_ahead
    from rollwrite_desktop.ui.window.main_window import MainWindow
    from tests.ui.monkey import WARM, Monkey, at_home, harmless, loose

    class Watched(Monkey):
        """Says of each slow event where its time went."""

        def __post_init__(self) -> None:
            super().__post_init__()
            self.over: list[tuple[float, str]] = []
            self.longest = dict.fromkeys(MORE_MS, 0.0)
            self.looks = 0
            theme.current().changed.connect(self.look)

        def look(self) -> None:
            self.looks += 1

        def act(self) -> None:
            seen_now.clear()
            looks, page, dialogs = self.looks, self.window.page, self.dialogs()
            super().act()
            seen = [*seen_now]  # of which there may be more at any moment
            is_so = {
                "another look": self.looks != looks, "another page": self.window.page is not page,
                "a dialog": not self.dialogs() <= dialogs,
                **{kind: any(name in names for names in seen) for kind, name in AT_WORK.items()},
            }
            kind = next((kind for kind in MORE_MS if is_so[kind]), "")
            took, what = self.times[-1]
            if len(self.times) <= FIRST:
                return
            if kind:
                self.longest[kind] = max(self.longest[kind], took)
            if took > (MORE_MS[kind][0] if kind else LIMIT_MS):
                often = "".join(f"\n        {times} {names}" for names, times in Counter(seen_now).most_common(SHOWN))
                self.over.append((took, f"{kind}: {what.strip()}{often}".removeprefix(": ")))

        def dialogs(self) -> set[QWidget]:
            shown = [each for each in QApplication.topLevelWidgets() if isinstance(each, QDialog) and each.isVisible()]
            return {*shown}

    loud: list[str] = []

    def warned(kind: QtMsgType, _: QMessageLogContext, text: str) -> None:
        if kind != QtMsgType.QtDebugMsg and not text.startswith(SILENT):
            loud.append(text)

    def raised(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        loud.append("".join(traceback.format_exception(kind, error, trace)))

    ahead = import_ahead(application(), 0, 0)
    while ahead.isActive():
        QTest.qWait(10)
    qInstallMessageHandler(warned)
    with tempfile.TemporaryDirectory() as name, harmless(), ticks() as seen_now:
        folder = Path(name)
        os.environ["ROLLWRITE_HOME"] = name
        store = Settings(folder)
        store.prefer(motion="reduced", speed="instant")
        window = MainWindow(store)
        sys.excepthook = raised  # MainWindow's own would write a crash report
        window.resize(1280, 800)
        window.show()
        monkey = Watched(window, seed)
        home: list[tuple[int, int]] = []
        try:
            while (done := monkey.done.total()) < count:
                loose(monkey, folder, room, min(WARM, count - done))
                home.append(at_home(window))
        except Exception:
            loud.append(traceback.format_exc())
        window.close()
    over = sorted(monkey.over, reverse=True)
    return Found(room, seed, monkey.done.total(), monkey.looks, over, monkey.longest, home, loud)


@contextmanager
def ticks() -> Iterator[Counter[str]]:
    """Counts, for every tick of processor time, the functions of the program that were being called."""
    seen: Counter[str] = Counter()
    if not hasattr(signal, "setitimer"):
        yield seen
        return

    def tick(_: int, frame: FrameType | None) -> None:
        names: list[str] = []
        while frame is not None and len(names) < INNERMOST:
            if PROGRAM in frame.f_code.co_filename:
                names.append(f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_name}")
            frame = frame.f_back
        seen[" < ".join(names)] += 1

    before = signal.signal(signal.SIGPROF, tick)
    signal.setitimer(signal.ITIMER_PROF, TICK, TICK)
    try:
        yield seen
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


if __name__ == "__main__":
    sys.exit(main())
