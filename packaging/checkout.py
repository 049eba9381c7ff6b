"""Shared by the set-up scripts: paths of a checkout, logging, running of commands, and the lock of a set-up.

Standard library only and fast to import, because every start of the program imports it.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
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


def run(command: Sequence[str | Path], changes: Mapping[str, str] | None = None, title: str = "") -> bool:
    """Runs a command without input; returns whether it succeeded. Its output is shown only if it fails.

    changes: environment variables to set. title: what is done, logged with the seconds it has taken and the size of `.venv`.
    """
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        process = subprocess.Popen(
            [str(word) for word in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env={**os.environ, **(changes or {})},
            # A command that outlives a killed set-up keeps the lock, so that no other set-up clears .venv while it runs.
            pass_fds=tuple(_held) if os.name == "posix" else (),
        )
        try:
            if title:
                _show_progress(process, title)
            process.wait()
        except BaseException:
            process.kill()
            process.wait()
            raise
        if process.returncode:
            output.seek(0)
            log(output.read().rstrip())
    return process.returncode == 0


def _show_progress(process: "subprocess.Popen[bytes]", title: str) -> None:
    """Logs once a second how long a process has run: on one line of a terminal, elsewhere by a point each second."""
    terminal = sys.stderr.isatty()
    start = time.monotonic()
    print(f"{title} ", end="", file=sys.stderr, flush=True)
    while True:
        try:
            process.wait(timeout=1)
            break
        except subprocess.TimeoutExpired:
            done = f"\r{title} {time.monotonic() - start:.0f} s, {megabytes(VENV)} MB" if terminal else "."
            print(done, end="", file=sys.stderr, flush=True)
    back = "\r" + title if terminal else ""
    print(f"{back} {time.monotonic() - start:.0f} s, {megabytes(VENV)} MB.", file=sys.stderr, flush=True)


def megabytes(folder: Path) -> int:
    """The size of a folder's files, in millions of bytes; a file with several names counts once."""
    sizes = {}
    for at, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                found = Path(at, name).lstat()
                sizes[found.st_ino] = found.st_size
    return round(sum(sizes.values()) / 1e6)


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
