"""How long the program takes from its start to the end of the window's first paint, and to answer `--version`.

    python3 packaging/bench.py bench_start [PROGRAM]

PROGRAM: an installed or frozen program, such as /usr/bin/rollwrite; the checkout unless told. It is started on the offscreen
platform as people start it, and Qt itself says in its log when the first paint is on the screen. Median of several runs; the
first one reads files from the disk and leaves bytecode, and does not count. The machine should do nothing else.

On Linux also beside a window of PySide6 with a label in it, in turn: processor time until the first paint and in the first
2.5 s, and memory (proportional set size) by then, the least of the runs. Of Qt the program loads by its first paint what the
bare window does, QtSvg, which takes 0.2 MB, and the names in Qt's namespace, which PySide makes all at once in 15 ms:
what it has above it are its own 114 modules, 9 MB of Python's library, and the pages loaded ahead from the second second on.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHECKOUT = (sys.executable, "-P", "-m", "rollwrite_desktop")
STARTS = 7
LIMITS_MS = {"checkout": 600.0, "installed": 500.0}
LIMIT_VERSION_MS = 250.0
PAINTED = "Flushing top level"
"""How the line of Qt's log begins, behind the name of its category, that follows the first paint."""


BARE = (sys.executable, "-P", "-c", """
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow
app = QApplication([])
window = QMainWindow()
window.setCentralWidget(QLabel("A window"))
window.resize(1280, 800)
window.show()
app.exec()
""")
SETTLED_S = 2.5
Used = tuple[float, float, float, float]
"""Seconds until the first paint, of the processor until then and in SETTLED_S, and MB by then."""


class NoPaint(Exception):
    """The program ended before it painted anything; the text is the end of what it wrote."""


def surroundings(home: str) -> dict[str, str]:
    """The environment of a start with a folder of its own for what is kept."""
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return settings | {
        "ROLLWRITE_HOME": home, "QT_QPA_PLATFORM": "offscreen", "QT_LOGGING_RULES": "qt.widgets.painting.info=true",
    }


def first_paint(command: tuple[str, ...]) -> float:
    """Milliseconds of one start. Raises NoPaint."""
    own = {"PYTHONPATH": str(ROOT)} if command == CHECKOUT else {}
    with tempfile.TemporaryDirectory() as home:
        began, last = time.perf_counter(), ""
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=surroundings(home) | own) as program:
            try:
                assert program.stderr is not None
                for line in program.stderr:
                    if PAINTED in line:
                        return (time.perf_counter() - began) * 1000
                    last = line
            finally:
                program.kill()
    raise NoPaint(last.strip() or "nothing")


def _used(number: int) -> tuple[float, float]:
    """Seconds of the processor and MB of a running process, on Linux."""
    of = Path("/proc") / str(number)
    after_name = (of / "stat").read_text().rpartition(")")[2].split()
    seconds = (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")
    size = next(line for line in (of / "smaps_rollup").read_text().splitlines() if line.startswith("Pss:"))
    return seconds, int(size.split()[1]) / 1024


def use(command: tuple[str, ...]) -> Used:
    """What one start uses, on Linux. Raises NoPaint."""
    with tempfile.TemporaryDirectory() as home:
        began = time.perf_counter()
        surrounded = surroundings(home) | {"PYTHONPATH": str(ROOT)}
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=surrounded) as program:
            try:
                assert program.stderr is not None
                if not any(PAINTED in line for line in program.stderr):
                    raise NoPaint("nothing")
                painted = time.perf_counter() - began
                by_then, _ = _used(program.pid)
                time.sleep(max(0.0, SETTLED_S - painted))
                return painted, by_then, *_used(program.pid)
            finally:
                program.kill()


def beside_bare(command: tuple[str, ...]) -> tuple[Used, Used]:
    """What the program uses and what a bare window does, started in turn; the least of each. Raises NoPaint."""
    runs = [(use(command), use(BARE)) for _ in range(1 + STARTS)][1:]
    ours, bare = (tuple(map(min, *each)) for each in zip(*runs, strict=True))
    return (ours[0], ours[1], ours[2], ours[3]), (bare[0], bare[1], bare[2], bare[3])


def start_to_first_paint(command: tuple[str, ...] = CHECKOUT) -> list[float]:
    """Milliseconds, one per run. Raises NoPaint."""
    return [first_paint(command) for _ in range(1 + STARTS)][1:]


def version(command: tuple[str, ...]) -> list[float]:
    """Milliseconds until `--version` has ended, one per run. Raises CalledProcessError if it fails."""
    found = []
    own = {"PYTHONPATH": str(ROOT)} if command == CHECKOUT else {}
    for _ in range(STARTS):
        began = time.perf_counter()
        subprocess.run([*command, "--version"], check=True, stdout=subprocess.DEVNULL, env=surroundings("") | own)
        found.append((time.perf_counter() - began) * 1000)
    return found


def main(given: list[str]) -> int:
    program = Path(given[0]) if given else None
    if program is not None and not os.access(program, os.X_OK):
        print(f"bench_start: {program} is no program.", file=sys.stderr)
        return 2
    command = CHECKOUT if program is None else (str(program.absolute()),)
    try:
        paints = start_to_first_paint(command)
    except NoPaint as problem:
        print(f"bench_start: no paint; the last line was: {problem}", file=sys.stderr)
        return 2
    limit = LIMITS_MS["checkout" if program is None else "installed"]
    paint, answer = statistics.median(paints), statistics.median(version(command))
    print(f"{program or 'checkout'}: start to first paint {paint:.0f} ms, at most {max(paints):.0f} in {len(paints)} runs "
          f"(limit {limit:.0f}); --version {answer:.0f} ms (limit {LIMIT_VERSION_MS:.0f})")
    if sys.platform == "linux":
        for name, (seconds, painted, settled, size) in zip(("program", "bare window"), beside_bare(command), strict=True):
            print(f"{name}: first paint after {seconds * 1000:.0f} ms, processor {painted:.2f} s by then "
                  f"and {settled:.2f} s in the first {SETTLED_S} s, {size:.0f} MB")
    return int(paint > limit or answer > LIMIT_VERSION_MS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
