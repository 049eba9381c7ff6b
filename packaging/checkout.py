"""Shared by the set-up scripts: paths of a checkout, logging, running of commands, and the lock of a set-up.

Standard library only and fast to import, because every start of the program imports it.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
SYSTEM = VENV / "system"  # system packages unpacked here, in one folder for each purpose
LOCK = VENV / "set-up.lock"

_held: list[int] = []


class SetUpFailed(Exception):
    """The set-up cannot continue; the text is one sentence for the user."""


def is_file(place: str | Path) -> bool:
    """Whether a file is there; none is in a folder that may not be entered, as of root's PATH or HOME after `su USER`."""
    try:
        return Path(place).is_file()
    except PermissionError:  # until Python 3.13
        return False


def log(line: str) -> None:
    """Prints a line to standard error; standard output belongs to the program."""
    print(line, file=sys.stderr, flush=True)


@dataclass(frozen=True, slots=True)
class Ended:
    """A command that has ended: true if it succeeded, and what it printed."""

    good: bool
    output: str = ""

    def __bool__(self) -> bool:
        return self.good


_KEPT = re.compile(
    "PIP_(INDEX_URL|EXTRA_INDEX_URL|NO_INDEX|FIND_LINKS|CERT|CLIENT_CERT|PROXY|TRUSTED_HOST|TIMEOUT|DEFAULT_TIMEOUT|RETRIES|"
    "CONFIG_FILE|CACHE_DIR|NO_CACHE_DIR|KEYRING_PROVIDER)"
    "|UV_((DEFAULT_|EXTRA_)?INDEX(_URL|_STRATEGY|_.*_(USERNAME|PASSWORD))?|NO_INDEX|FIND_LINKS|NATIVE_TLS|SYSTEM_CERTS|"
    "INSECURE_HOST|HTTP_TIMEOUT|HTTP_RETRIES|CONFIG_FILE|CACHE_DIR|NO_CACHE|KEYRING_PROVIDER|OFFLINE)"
    "|PYTHON(HASHSEED|DONTWRITEBYTECODE|UTF8|IOENCODING|UNBUFFERED|COERCECLOCALE|FAULTHANDLER|PROFILEIMPORTTIME)"
)
_BENDING = re.compile("(PIP_|UV_|PYTHON).*|VIRTUAL_ENV|CONDA_PREFIX|__PYVENV_LAUNCHER__")


def straight(settings: Mapping[str, str]) -> dict[str, str]:
    """An environment without the variables by which Python, pip or uv would look or install elsewhere.

    Kept are those that say where packages come from, and how the network and its certificates are used.
    """
    return {name: value for name, value in settings.items() if not _BENDING.fullmatch(name) or _KEPT.fullmatch(name)}


def run(command: Sequence[str | Path], changes: Mapping[str, str] | None = None, title: str = "") -> Ended:
    """Runs a command without input, in a `straight` environment, and returns how it ended.

    changes: environment variables to set. title: what is done, logged with the seconds it has taken and the size of `.venv`.
    """
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        process = subprocess.Popen(
            [str(word) for word in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env={**straight(os.environ), **(changes or {})},
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
        output.seek(0)
        return Ended(process.returncode == 0, output.read().rstrip())


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
    """Holds this checkout's set-up lock, for which other starts wait. Reentrant.

    Raises SetUpFailed if nothing can be written here. If what it guards fails and left nothing in `.venv`, none is left.
    """
    if _held:
        yield
        return
    before = os.umask(0o022)  # others who may enter the checkout use what is set up
    try:
        file = _opened()
    except OSError as problem:
        os.umask(before)
        raise SetUpFailed(_closed(problem)) from None
    _held.append(file)
    try:
        yield
    finally:
        os.umask(before)
        _held.clear()
        if os.name == "posix" and [*VENV.iterdir()] == [LOCK]:  # elsewhere an open file cannot be removed
            LOCK.unlink()
        os.close(file)  # releases the lock
        with suppress(OSError):
            VENV.rmdir()  # only if it is empty


def empty() -> None:
    """Removes everything in `.venv` but the lock."""
    for old in VENV.iterdir():
        if old.is_dir() and not old.is_symlink():
            shutil.rmtree(old)
        elif old != LOCK:
            old.unlink()


def can_write() -> bool:
    """Whether a set-up of this checkout can be begun or completed by this user."""
    places = [place for place in (LOCK, VENV, ROOT) if place.exists()]
    return all(os.access(place, os.W_OK) for place in places[:2])


def _opened() -> int:
    """The lock file, locked. Another start may have removed it with a failed set-up while this one waited."""
    while True:
        VENV.mkdir(exist_ok=True)
        file = os.open(LOCK, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _lock(file)
            if LOCK.exists() and os.path.samestat(os.fstat(file), LOCK.stat()):
                return file
        except BaseException:
            os.close(file)
            raise
        os.close(file)


def _closed(problem: OSError) -> str:
    """Why nothing can be set up in this checkout, and what helps."""
    command = "python3 packaging/play.py --selftest"
    if os.name == "posix" and VENV.exists() and VENV.stat().st_uid != os.geteuid():
        import pwd

        try:
            owner = pwd.getpwuid(VENV.stat().st_uid).pw_name
        except KeyError:
            owner = f"user {VENV.stat().st_uid}"
        return f"What is missing in {VENV} can only be set up by its owner: {owner} has to run {command} there once."
    return (
        f"{ROOT} cannot be written ({problem.strerror}), and the first start sets up .venv there: "
        f"copy it to a folder of your own, or let somebody who may write there run {command} once."
    )


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
