"""What the screen reader Orca says while a game is played by keys.

    python3 packaging/bench.py orca_run [TRANSCRIPT|ROOM]

Needs Linux with Xvfb, openbox, dbus-run-session, at-spi2-core, orca, and what Qt needs for X11 (`apt install xvfb openbox
dbus at-spi2-core orca libxcb-cursor0 libxkbcommon-x11-0 libxcb-icccm4 libxcb-keysyms1`); says what is missing otherwise.
Everything runs on a display and a session bus of its own; no sound comes out, as Orca has no voice there and writes what it
would speak into its log. The keys are those of a transcript of the tests (of a table, a race, or the check), which is what
the program announces; what is printed is what Orca makes of it, in the same form. In a room of `tests/ui/rooms.py`, by its
name there, Tab is pressed, or the keys of a list below.
"""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rollwrite_desktop.ui.shell.main_window import MainWindow

ROOT = Path(__file__).resolve().parents[2]
TRANSCRIPTS = {each: ROOT / "tests" / "ui" / each / "transcripts" for each in ("table", "race", "audit")}
KEYS = {"replay of rolling_america": ("Home", "Right", "Right", "PgDown", "F8", "Down", "Down", "Escape", "Ctrl+4", "Tab")}
_TABS = 12
"""How often Tab is pressed in a room without a list."""
NEEDED = ("Xvfb", "openbox", "dbus-run-session", "orca")
LIBRARIES = ("libxcb-cursor.so.0", "libxkbcommon-x11.so.0", "libxcb-icccm.so.4", "libxcb-keysyms.so.1")
"""Without these Qt ends the program at once on X11."""
_SPOKEN = re.compile(r"SPEECH OUTPUT: '(.*?)'(?: ?\{| ?None|$)", re.MULTILINE)
_QUIET, _MAX_WAIT, _STARTING = 4.0, 60.0, 15.0
"""Seconds without a line in Orca's log after which a key has been answered, how long that may take, and for Orca to be
ready: it asks back for everything that changes and writes all of it down, which takes its time."""
_LONGEST = 20_000
"""The longest wait in a race, in milliseconds: it goes on in real time."""
_DISPLAY, LOG = ":87", "orca.log"


def main(arguments: list[str]) -> int:
    """Starts a display and a session bus, and itself within them."""
    missing = [each for each in NEEDED if shutil.which(each) is None]
    missing += [each for each in LIBRARIES if not _loads(each)]
    if missing:
        print(f"orca_run: not on this machine: {', '.join(missing)}; --help says what installs them.", file=sys.stderr)
        return 2
    if arguments[:1] == ["--play"]:
        return play(arguments[1])
    script = arguments[0] if arguments else "rolling_america-turn"
    if os.environ.get("ROLLWRITE_ORCA") == "1":
        return listen(script)
    display = subprocess.Popen(["Xvfb", _DISPLAY, "-screen", "0", "1280x800x24"], stderr=subprocess.DEVNULL)
    with tempfile.TemporaryDirectory() as home:
        own = {
            **os.environ, "DISPLAY": _DISPLAY, "HOME": home, "XDG_RUNTIME_DIR": home, "QT_QPA_PLATFORM": "xcb",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "ROLLWRITE_ORCA": "1", "ROLLWRITE_HOME": home, "PYTHONPATH": str(ROOT),
        }
        time.sleep(1.0)
        windows = subprocess.Popen(["openbox"], env=own, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            again = [sys.executable, __file__, script]
            bus = ["dbus-run-session", "--", *again]
            return subprocess.run(bus, env=own, check=False, stderr=subprocess.DEVNULL).returncode
        finally:
            windows.terminate()
            display.terminate()


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def listen(script: str) -> int:
    """Plays the script while Orca runs, and prints what it says after each key."""
    log = Path(os.environ["HOME"]) / LOG
    # The session's own reader needs the system's Python, not that of the program's environment.
    plain = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "LD_LIBRARY_PATH", "VIRTUAL_ENV")}
    reader = subprocess.Popen(
        ["orca", "--replace", f"--debug-file={log}"], env=plain, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    time.sleep(_STARTING)
    player = subprocess.Popen([sys.executable, __file__, "--play", script], stdout=subprocess.PIPE, text=True)
    at = 0
    try:
        assert player.stdout is not None
        for line in player.stdout:
            at = _print_spoken(log, at)
            print(line.rstrip(), flush=True)
        time.sleep(1.0)
        _print_spoken(log, at)
        return player.wait()
    finally:
        reader.terminate()


def _print_spoken(log: Path, at: int) -> int:
    """Prints what was spoken since a place in the log, and returns its end."""
    if not log.exists():
        return at
    with log.open("rb") as file:
        file.seek(at)
        new = file.read()
    for spoken in _SPOKEN.findall(new.decode("utf-8", "replace")):
        if spoken.strip():
            print(f"    {spoken}")
    return at + len(new)


def play(script: str) -> int:
    """The program with the game of a transcript, and its keys, one after the other; each is printed before it is pressed."""
    from PySide6.QtGui import QKeySequence
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from rollwrite_desktop.ui.shell.app import application
    from rollwrite_desktop.ui.shell.main_window import MainWindow
    from rollwrite_desktop.ui.shell.settings import Settings
    os.environ["QT_QPA_PLATFORM"] = "xcb"  # the tests' own is without a screen
    app = application()
    home = Path(os.environ["ROLLWRITE_HOME"])
    store = Settings(home)
    store.prefer(motion="reduced", speed="instant")
    window = MainWindow(store)
    window.resize(1280, 800)
    window.show()
    window.activateWindow()
    _wait(QTest.qWait)
    keys = _open(window, home, script)
    _wait(QTest.qWait)
    for key in keys:
        print(key, flush=True)
        if key.startswith("wait "):
            QTest.qWait(min(int(key.split()[1]), _LONGEST))
            continue
        combination = QKeySequence(key)[0]
        on = QApplication.focusWidget() or window
        QTest.keyClick(on, combination.key(), combination.keyboardModifiers())
        _wait(QTest.qWait)
    window.close()
    app.processEvents()
    return 0


def _open(window: MainWindow, home: Path, script: str) -> tuple[str, ...]:
    """Opens what a transcript or a room is about, and returns its keys."""
    from rollwrite_desktop.core.audit import Paper
    from tests.ui.conftest import new_game
    from tests.ui.rooms import ROOMS
    from tests.ui.speech import Transcript
    from tests.ui.table.test_reading_aloud import begun

    where, file = next(
        ((each, folder / f"{script}.txt") for each, folder in TRANSCRIPTS.items() if (folder / f"{script}.txt").exists()),
        ("", home),
    )
    if not where:
        print(script, flush=True)
        ROOMS[script](window, home)
        return KEYS.get(script, ("Tab",) * _TABS)
    transcript, path = Transcript.of(file), home / "orca.rollwrite"
    print(transcript.head, flush=True)
    if where == "audit":
        window.show_check(Paper(game=transcript.head))
    elif where == "table":
        window.show_table(begun(transcript.head, path), path)
    else:
        game, names, *chosen = transcript.head.split(", ")
        players = [name.rstrip("0123456789") for name in names.split(" and ")]
        window.show_table(new_game(path, *players, game=game, **dict(each.split("=") for each in chosen)), path)
    return transcript.keys


def _wait(wait: Callable[[int], None]) -> None:
    """Until Orca has nothing more to say or to ask."""
    log, end, size, since = Path(os.environ["HOME"]) / LOG, time.monotonic() + _MAX_WAIT, -1, time.monotonic()
    while time.monotonic() < min(end, since + _QUIET):
        wait(200)
        now = log.stat().st_size if log.exists() else 0
        if now != size:
            size, since = now, time.monotonic()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
