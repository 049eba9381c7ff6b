"""Shared by the set-up scripts: paths of a checkout, logging, running of commands, and the lock of a set-up.

Standard library only and fast to import, because every start of the program imports it.
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
SYSTEM = VENV / "system"  # system packages unpacked here, in one folder for each purpose
LOCK = VENV / "set-up.lock"

_held: list[int] = []


class SetUpFailed(Exception):
    """The set-up cannot continue; the text is one sentence for the user."""


def log(line: str) -> None:
    """Prints a line to standard error; standard output belongs to the program."""
    print(line, file=sys.stderr, flush=True)


def run(command: Sequence[str | Path], changes: Mapping[str, str] | None = None, show_output: bool = False) -> bool:
    """Runs a command without input; returns whether it succeeded.

    changes: environment variables to set. show_output: show its output as it comes, not only if it fails.
    """
    finished = subprocess.run(
        [str(word) for word in command],
        stdin=subprocess.DEVNULL,
        stdout=sys.stderr if show_output else subprocess.PIPE,
        stderr=sys.stderr if show_output else subprocess.STDOUT,
        text=True,
        errors="replace",
        env={**os.environ, **(changes or {})},
        # A command that outlives a killed set-up keeps the lock, so that no other set-up clears .venv while it runs.
        pass_fds=tuple(_held) if os.name == "posix" else (),
    )
    if finished.returncode and finished.stdout:
        log(finished.stdout.rstrip())
    return finished.returncode == 0


@contextmanager
def exclusive() -> Iterator[None]:
    """Holds this checkout's set-up lock, for which other starts wait. Reentrant."""
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
        os.close(file)  # releases the lock


def _lock(file: int) -> None:
    waiting = "Waiting for another set-up of this checkout to finish."
    if os.name == "posix":
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            log(waiting)
            fcntl.flock(file, fcntl.LOCK_EX)
    else:
        import msvcrt
        import time

        logged = False
        while True:
            try:
                msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
                return
            except OSError:
                if not logged:
                    log(waiting)
                logged = True
                time.sleep(0.5)
