"""What the set-up scripts share: the places of a checkout, how to say a line and run a command, one set-up at a time.

Standard library only, and light to import: every start of the program passes here.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
SYSTEM = VENV / "system"  # what was fetched of the system's packages, a folder per errand
LOCK = VENV / "set-up.lock"

_held: list[int] = []


class SetUpFailed(Exception):
    """Set-up cannot go on; the text is one sentence for the person at the keyboard."""


def say(line: str) -> None:
    """A line of the set-up's own; on standard error, as standard output belongs to the program."""
    print(line, file=sys.stderr, flush=True)


def ran(command: Sequence[str | Path], changes: Mapping[str, str] | None = None, aloud: bool = False) -> bool:
    """Whether a command succeeded. It reads nothing; what it says is shown at once or, unless aloud, if it fails."""
    finished = subprocess.run(
        [str(word) for word in command],
        stdin=subprocess.DEVNULL,
        stdout=sys.stderr if aloud else subprocess.PIPE,
        stderr=sys.stderr if aloud else subprocess.STDOUT,
        text=True,
        errors="replace",
        env={**os.environ, **(changes or {})},
        # A command that outlives a killed set-up still holds the lock, so nobody clears .venv under its hands.
        pass_fds=tuple(_held) if os.name == "posix" else (),
    )
    if finished.returncode and finished.stdout:
        say(finished.stdout.rstrip())
    return finished.returncode == 0


@contextmanager
def alone() -> Iterator[None]:
    """Holds this checkout's set-up lock, for which a second start waits. May be nested."""
    if _held:
        yield
        return
    VENV.mkdir(exist_ok=True)
    file = os.open(LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _lock(file)
        _held.append(file)
        yield
    finally:
        _held.clear()
        os.close(file)  # which releases the lock, as the end of this process would


def _lock(file: int) -> None:
    waiting = "Waiting for another set-up of this checkout to finish."
    if os.name == "posix":
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(waiting)
            fcntl.flock(file, fcntl.LOCK_EX)
    else:
        import msvcrt
        import time

        said = False
        while True:
            try:
                msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
                return
            except OSError:
                if not said:
                    say(waiting)
                said = True
                time.sleep(0.5)
