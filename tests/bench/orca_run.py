"""What the screen reader Orca says while a game is played by keys.

    python3 packaging/bench.py orca_run [TRANSCRIPT [KEYS …]]
    python3 packaging/bench.py orca_run --busy PROCESSES [TRANSCRIPT [KEYS …]]

Needs Linux with Xvfb, openbox, dbus-run-session, at-spi2-core, xdotool, orca, and what Qt needs for X11 (`apt install xvfb
openbox dbus at-spi2-core xdotool orca libxcb-cursor0 libxkbcommon-x11-0 libxcb-icccm4 libxcb-keysyms1`); says what is
missing otherwise. Everything runs on a display and a session bus of its own, beside any other Orca, which goes on
undisturbed; no sound comes out, as Orca has no voice there and writes what it would speak into its log. Ends with 1 and a
sentence when Orca does not start, ends on the way, or has said nothing at all.

The keys are those of a transcript of the tests, which is what the program announces; what is printed is what Orca makes of
it, in the same form. In a room of `tests/ui/rooms.py`, by its name there, Tab is pressed, or the keys of a list below; KEYS
are pressed instead of either. At the end it counts how many of the announced sentences were said, and how many too often;
`--busy` runs that many processes beside it which take all the time they get. A key that is made of `type` and letters types
them one after the other; `stall N` is no key: N times the program tells two sentences and has no time to answer questions.
Keys come through the display, as those of a keyboard: Orca tells the lines of a text, and what is typed, only where it has
heard of the key too.
"""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rollwrite_desktop.ui.window.main_window import MainWindow

ROOT = Path(__file__).resolve().parents[2]
TRANSCRIPTS = {each: ROOT / "tests" / "ui" / each / "transcripts" for each in ("table", "race", "audit", "")}
"""Those of rooms lie beside them all."""
KEYS = {"replay of rolling_america": ("Home", "Right", "Right", "PgDown", "F8", "Down", "Down", "Escape", "Ctrl+4", "Tab")}
_TABS = 12
"""How often Tab is pressed in a room without a list."""
_X_NAMES = {"PgDown": "Next", "PgUp": "Prior", "Backspace": "BackSpace", "Del": "Delete", "Space": "space"}
"""Keys that X11 calls otherwise than Qt."""
NEEDED = ("Xvfb", "openbox", "dbus-run-session", "xdotool", "orca")
LIBRARIES = ("libxcb-cursor.so.0", "libxkbcommon-x11.so.0", "libxcb-icccm.so.4", "libxcb-keysyms.so.1")
"""Without these Qt ends the program at once on X11."""
_SPOKEN = re.compile(r"SPEECH OUTPUT: '(.*?)'(?: ?\{| ?None|$)", re.MULTILINE)
_READY = "Screen reader on."
"""What Orca says once it listens."""
_QUIET, _MAX_WAIT = 2.0, 60.0
"""Seconds without a line in Orca's log after which a key has been answered, and how long that, and the start of Orca, may
take: it asks back for everything that changes and writes all of it down."""
_LONGEST = 20_000
"""The longest wait in a race, in milliseconds: it goes on in real time."""
_STALL, _PAUSE = 1.3, 700
"""Seconds for which a program that stalls does nothing, and milliseconds from then to its next sentence."""
LOG, ANNOUNCED = "orca.log", "announced.txt"


def main(arguments: list[str]) -> int:
    """Starts a display and a session bus, and itself within them."""
    missing = [each for each in NEEDED if shutil.which(each) is None]
    missing += [each for each in LIBRARIES if not _loads(each)]
    if missing:
        print(f"orca_run: not on this machine: {', '.join(missing)}; --help says what installs them.", file=sys.stderr)
        return 2
    if arguments[:1] == ["--play"]:
        return play(arguments[1], arguments[2:])
    busy = 0
    if arguments[:1] == ["--busy"]:
        busy, arguments = int(arguments[1]), arguments[2:]
    script, *keys = arguments or ["rolling_america-turn"]
    if os.environ.get("ROLLWRITE_ORCA") == "1":
        return listen(script, keys)
    if not _kept(script)[1].is_file() and script not in _rooms():
        transcripts = sorted(path.stem for folder in TRANSCRIPTS.values() for path in folder.glob("*.txt"))
        print(f"orca_run: no '{script[:60]}'. Transcripts: {', '.join(transcripts)}. Rooms: {', '.join(_rooms())}.",
              file=sys.stderr)
        return 2
    display = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )
    assert display.stdout is not None
    number = f":{display.stdout.readline().strip()}"
    with tempfile.TemporaryDirectory() as home:
        own = {
            **os.environ, "DISPLAY": number, "HOME": home, "XDG_RUNTIME_DIR": home, "QT_QPA_PLATFORM": "xcb",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "ROLLWRITE_ORCA": "1", "ROLLWRITE_HOME": home, "PYTHONPATH": str(ROOT),
        }
        windows = subprocess.Popen(["openbox"], env=own, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        beside = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(busy)]
        try:
            again = [sys.executable, __file__, script, *keys]
            bus = ["dbus-run-session", "--", *again]
            return subprocess.run(bus, env=own, check=False, stderr=subprocess.DEVNULL).returncode
        finally:
            for each in (*beside, windows, display):
                each.terminate()


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _rooms() -> list[str]:
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    sys.path.insert(0, str(ROOT))
    from tests.ui.rooms import ROOMS
    return list(ROOMS)


def _kept(script: str) -> tuple[str, Path]:
    """Where the transcript of that name belongs, and its file; "" if there is none."""
    found = ((each, folder / f"{script}.txt") for each, folder in TRANSCRIPTS.items())
    return next((pair for pair in found if pair[1].exists()), ("", Path()))


def _copy(terminal: int, log: Path) -> None:
    """Writes into the log what comes through a terminal, as long as there is one."""
    with log.open("wb", buffering=0) as file:
        while True:
            try:
                file.write(os.read(terminal, 65536))
            except OSError:
                return


def listen(script: str, keys: list[str]) -> int:
    """Plays the script while Orca runs, and prints what it says after each key."""
    log = Path(os.environ["HOME"]) / LOG
    # To a file Orca writes its log in large pieces, to a terminal line by line.
    ours, its = os.openpty()
    tty.setraw(its)
    threading.Thread(target=_copy, args=(ours, log), daemon=True).start()
    # The session's own reader needs the system's Python, not that of the program's environment.
    plain = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "LD_LIBRARY_PATH", "VIRTUAL_ENV")}
    # Orca ends, or does not start beside, any other of the same person, which it looks for by `pgrep`: here it finds none.
    alone = log.parent / "alone"
    alone.mkdir()
    (alone / "pgrep").symlink_to(shutil.which("false") or "/bin/false")
    plain["PATH"] = f"{alone}{os.pathsep}{plain['PATH']}"
    said = log.with_suffix(".txt")
    with said.open("wb") as out:
        reader = subprocess.Popen(["orca", f"--debug-file={os.ttyname(its)}"], env=plain, stdout=out, stderr=out)
    try:
        if not _ready(reader, log):
            last = said.read_text(encoding="utf-8", errors="replace").splitlines()[-1:]
            print(f"orca_run: Orca does not start: {''.join(last) or f'not a word in {_MAX_WAIT:.0f} seconds'}")
            return 1
        player = subprocess.Popen([sys.executable, __file__, "--play", script, *keys], stdout=subprocess.PIPE, text=True)
        assert player.stdout is not None
        at, heard = log.stat().st_size, list[str]()
        for line in player.stdout:
            spoken, at = _spoken(log, at)
            heard += spoken
            print(*(f"    {each}" for each in spoken), line.rstrip(), sep="\n", flush=True)
        time.sleep(1.0)
        spoken, at = _spoken(log, at)
        heard += spoken
        print(*(f"    {each}" for each in spoken), sep="\n", flush=True)
        _compare(heard)
        failed = player.wait()
        if failed:
            print(f"orca_run: the program has ended with {failed}.")
        elif reader.poll() is not None:
            print("orca_run: Orca has ended on the way: what is above is not all.")
        elif not heard:
            print("orca_run: Orca runs, but has said nothing at all.")
        else:
            return 0
        return 1
    finally:
        reader.terminate()


def _compare(heard: list[str]) -> None:
    """Prints how many of the announced sentences were said."""
    file = Path(os.environ["HOME"]) / ANNOUNCED
    announced = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    words = sum(each.split(maxsplit=1)[:1] == ["notification"] for each in heard)
    # What is announced in one moment is said as one; and one sentence may be a part of another.
    plain = [*map(_plain, heard)]
    lacking = {each: sum(told.count(each) for told in announced) - sum(said.count(each) for said in plain)
               for each in dict.fromkeys(announced)}
    unsaid, again = sum(n for n in lacking.values() if n > 0), -sum(n for n in lacking.values() if n < 0)
    print(f"orca_run: {len(announced)} sentences announced, {unsaid} unsaid, {again} said too often, "
          f"{words} times the word 'notification'.")
    print(*(f"    {'unsaid' if n > 0 else 'too often'}: {each}" for each, n in lacking.items() if n), sep="\n", flush=True)


def _plain(sentence: str) -> str:
    """A sentence without what Orca and its log change."""
    return " ".join(sentence.split()).rstrip(".")


def _ready(reader: subprocess.Popen[bytes], log: Path) -> bool:
    """Waits until Orca listens; whether it does."""
    end = time.monotonic() + _MAX_WAIT
    while time.monotonic() < end and reader.poll() is None:
        if _READY in _spoken(log, 0)[0]:
            return True
        time.sleep(0.2)
    return False


def _spoken(log: Path, at: int) -> tuple[list[str], int]:
    """What was spoken since a place in the log, and its end."""
    if not log.exists():
        return [], at
    with log.open("rb") as file:
        file.seek(at)
        new = file.read()
    return [each for each in _SPOKEN.findall(new.decode("utf-8", "replace")) if each.strip()], at + len(new)


def play(script: str, chosen: list[str]) -> int:
    """The program with the game of a transcript, and its keys, one after the other; each is printed before it is pressed."""
    from PySide6.QtTest import QTest

    from rollwrite_desktop.ui.base.settings import Settings
    from rollwrite_desktop.ui.kit.accessible import ScreenReader
    from rollwrite_desktop.ui.window.app import application
    from rollwrite_desktop.ui.window.main_window import MainWindow
    os.environ["QT_QPA_PLATFORM"] = "xcb"  # the tests' own is without a screen
    app = application()
    home = Path(os.environ["ROLLWRITE_HOME"])
    told = ScreenReader.announce

    def announce(screen_reader: ScreenReader, sentence: str, urgent: bool) -> None:
        if sentence and app.activeWindow() is not None:
            with (home / ANNOUNCED).open("a", encoding="utf-8") as file:
                print(_plain(sentence), file=file)
        told(screen_reader, sentence, urgent)

    ScreenReader.announce = announce  # type: ignore[method-assign]
    store = Settings(home)
    store.prefer(motion="reduced", speed="instant")
    window = MainWindow(store)
    window.resize(1280, 800)
    window.show()
    window.activateWindow()
    _wait(QTest.qWait)
    keys = _open(window, home, script)
    if chosen:
        keys = tuple(chosen)
    _wait(QTest.qWait)
    for key in keys:
        print(key, flush=True)
        if key.startswith("wait "):
            QTest.qWait(min(int(key.split()[1]), _LONGEST))
            continue
        if key.startswith("stall "):
            _stall(QTest.qWait, int(key.split()[1]))
            _wait(QTest.qWait)
            continue
        typed = [*key.removeprefix("type ")] if key.startswith("type ") else [key]
        for each in typed:
            subprocess.run(["xdotool", "key", "--", _x_key(each)], check=True, stderr=subprocess.DEVNULL)
        _wait(QTest.qWait)
    window.close()
    app.processEvents()
    return 0


def _stall(wait: Callable[[int], None], times: int) -> None:
    """Announces sentences after which the program has no time to answer a reader: at once, and in the midst of its
    questions."""
    from rollwrite_desktop.ui.kit import accessible
    for n in range(times):
        for between in (0, 15):
            accessible.announce(f"Sentence {n}, after {between} milliseconds.")
            if between:
                wait(between)
            time.sleep(_STALL)
            wait(_PAUSE)


def _x_key(key: str) -> str:
    """A key as xdotool calls it: "ctrl+shift+z" for "Ctrl+Shift+Z", "Next" for "PgDown"."""
    *held, last = key.split("+") if len(key) > 1 else [key]
    if len(last) == 1:
        last = last.lower() if last.isalnum() else f"U{ord(last):04X}"
    return "+".join((*(each.lower() for each in held), _X_NAMES.get(last, last)))


def _open(window: MainWindow, home: Path, script: str) -> tuple[str, ...]:
    """Opens what a transcript or a room is about, and returns its keys."""
    from rollwrite_desktop.core.audit import Paper
    from tests.ui.conftest import new_game
    from tests.ui.rooms import ROOMS
    from tests.ui.speech import Transcript
    from tests.ui.table.test_reading_aloud import begun

    where, file = _kept(script)
    if not file.is_file():
        print(script, flush=True)
        ROOMS[script](window, home)
        return KEYS.get(script, ("Tab",) * _TABS)
    transcript, path = Transcript.of(file), home / "orca.rollwrite"
    print(transcript.head, flush=True)
    if transcript.head in ROOMS:
        ROOMS[transcript.head](window, home)
    elif where == "audit":
        window.go.show_check(Paper(game=transcript.head))
    elif where == "table":
        window.go.show_table(begun(transcript.head, path), path)
    else:
        game, names, *chosen = transcript.head.split(", ")
        players = [name.rstrip("0123456789") for name in names.split(" and ")]
        window.go.show_table(new_game(path, *players, game=game, **dict(each.split("=") for each in chosen)), path)
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
