"""One window to a file: while it is open a lock file lies beside it, which says who has it, since when and where.

The system's own lock on that file ends with the program, however that ends, so what a killed program leaves, an empty lock
too, holds nobody up. Another machine is not asked: what it left, in a folder that several share, is said with its age, and
a person may take it over. Where a file system knows no locks, the process that is named counts if it runs, and a person who
knows better may take that over too.
"""

from __future__ import annotations

import contextlib
import os
import sys
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO

from msgspec import Struct
from PySide6.QtCore import QSysInfo

from rollwrite_desktop.core.digest import sha256
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import disk, lock_file, open_lock
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.intake.files import LONGEST_NAME, read_file
from rollwrite_desktop.intake.text import as_text, excerpt
from rollwrite_desktop.ui.base import clock
from rollwrite_desktop.ui.base.relative_time import relative_time

SUFFIX = ".lock"
_MOST = 4_000  # bytes
_TRIES = 20


class Owner(Struct, frozen=True):
    """Who holds a lock, as the lock file says: process, program, machine (its name, its id, and that of its last start),
    since when, and the user. The first five are the lines that earlier versions write and read."""

    pid: int
    program: str
    host: str
    machine: str
    boot: str
    since: datetime | None = None
    user: str = ""

    @property
    def elsewhere(self) -> bool:
        """Whether it is another machine's."""
        if self.machine and _machine():
            return self.machine != _machine()
        return bool(self.host) and self.host != QSysInfo.machineHostName()

    @property
    def runs(self) -> bool:
        """Whether its process may still run, if it is this machine's."""
        if self.boot and self.boot != _boot():
            return False
        if sys.platform == "win32":  # nothing there asks about a process without reaching it
            return True
        try:
            os.kill(self.pid, 0)
        except PermissionError:
            return True
        except (OSError, OverflowError):
            return False
        return self.pid > 0

    def lines(self) -> bytes:
        """As it stands in the file."""
        since = self.since.isoformat(timespec="seconds") if self.since else ""
        parts = (str(self.pid), self.program, self.host, self.machine, self.boot, since, self.user)
        return "".join(f"{' '.join(part.split())}\n" for part in parts).encode("utf-8", "replace")


def _machine() -> str:
    return bytes(QSysInfo.machineUniqueId().data()).decode("ascii", "replace")


def _boot() -> str:
    return bytes(QSysInfo.bootUniqueId().data()).decode("ascii", "replace")


def _ourselves() -> Owner:
    program = Path(os.path.realpath(sys.executable)).name
    return Owner(
        os.getpid(), program, QSysInfo.machineHostName(), _machine(), _boot(), clock.now(),
        _user(),
    )


def _user() -> str:
    return os.environ.get("USER") or os.environ.get("USERNAME") or ""


def _read(content: bytes) -> Owner | None:
    """Returns what a lock file says; None where it says nothing, as that of a program that was killed before it wrote."""
    parts = [excerpt(part) for part in content[:_MOST].decode("utf-8", "replace").split("\n")]
    parts += [""] * (7 - len(parts))
    if not any(parts) or not parts[0].isdecimal():
        return None
    since = None
    with contextlib.suppress(ValueError):
        since = datetime.fromisoformat(parts[5]).astimezone()
    return Owner(int(parts[0]), parts[1], parts[2], parts[3], parts[4], since, parts[6])


class Lock:
    """A lock that is held until `unlock` or the end of the program; without a file it stands for nothing."""

    def __init__(self, path: Path, file: IO[bytes] | None) -> None:
        self._path, self._file = path, file
        # Not `__del__`: where this lock is part of a cycle, Python may end the file before it.
        self._left = weakref.finalize(self, _leave, path, file) if file is not None else None

    def unlock(self) -> None:
        """Lets others have it. A lock file that is not ours any more stays."""
        file, self._file = self._file, None
        if file is None or self._left is None:
            return
        self._left.detach()
        _ours.discard(self._path)
        with file, contextlib.suppress(OSError):
            mine = _is_at(file, self._path)
            if sys.platform == "win32":
                file.close()  # nobody takes away an open file there
            if mine:
                disk.unlink(self._path)


def _leave(path: Path, file: IO[bytes]) -> None:
    """Closes the file of a lock that nobody has let go, and leaves it there."""
    file.close()
    _ours.discard(path)


_ours: set[Path] = set()
"""The lock files that this program holds."""


def _is_at(file: IO[bytes], path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.lstat())
    except OSError:
        return False


def lock_path(path: Path) -> Path:
    """Where the lock of a file is: beside it, also where a link of its kind leads to it. A name that is too long with the
    ending gives way to a sum of it."""
    if path.suffix and os.path.islink(path):  # noqa: PTH114 (says no where the name is impossible)
        real = Path(os.path.realpath(path))
        path = real if real.suffix == path.suffix else path
    name = path.name + SUFFIX
    if len(name.encode("utf-8", "surrogateescape")) > LONGEST_NAME:
        name = f".{sha256(path.name.encode('utf-8', 'surrogateescape')).hexdigest()[:32]}{SUFFIX}"
    return path.with_name(name)


def take(path: Path) -> Lock | None:
    """Returns the lock of a file, held until `unlock` or the end of the program; None while another window has it, or
    another machine left it. Where no lock can be made (a folder that cannot be written in) it stands for nothing, and is
    given all the same."""
    place = lock_path(path)
    for _ in range(_TRIES):
        try:
            opened = open_lock(place, new=True)
        except (OSError, ValueError):
            return Lock(place, None)
        file: IO[bytes] | None = opened
        try:
            locked = lock_file(opened.fileno())
            if locked is False:
                return None
            if not _is_at(opened, place):  # whoever had it has taken it away just now
                continue
            if not _is_free(_read(opened.read(_MOST) or b""), locked, place):
                return None
            with contextlib.suppress(OSError):  # a full disk: the system's lock holds all the same
                opened.seek(0)
                opened.truncate()
                opened.write(_ourselves().lines())
            _ours.add(place)
            file = None
            return Lock(place, opened)
        finally:
            if file is not None:
                file.close()
    return None


def _is_free(owner: Owner | None, locked: bool | None, place: Path) -> bool:
    if owner is None:
        return locked is not None or place not in _ours
    if owner.elsewhere:
        return False
    return locked is not None or (place not in _ours and not (owner.pid != os.getpid() and owner.runs))


def owner(path: Path) -> Owner | None:
    """Who has a file open, if that is noted."""
    try:
        return _read(read_file(lock_path(path), _MOST))
    except UserError:
        return None


def sentence(path: Path) -> str:
    """That a file is open, where, by whom if that is somebody else, and since when."""
    holder, name = owner(path), as_text(path.stem)
    if holder is None:
        return tr("“{name}” is open in another window.", name=name)
    when = "" if holder.since is None else relative_time(holder.since, clock.now())
    user = "" if holder.user == _user() else as_text(holder.user)
    host = holder.host or holder.machine
    match holder.elsewhere, bool(user), bool(when):
        case True, True, True:
            return tr("“{name}” was opened by {user} on {host} ({when}) and not closed there.",
                      name=name, user=user, host=host, when=when)
        case True, True, False:
            return tr("“{name}” was opened by {user} on {host} and not closed there.", name=name, user=user, host=host)
        case True, False, True:
            return tr("“{name}” was opened on {host} ({when}) and not closed there.", name=name, host=host, when=when)
        case True, False, False:
            return tr("“{name}” was opened on {host} and not closed there.", name=name, host=host)
        case False, True, True:
            return tr("“{name}” is open in a window of {user} (since {when}).", name=name, user=user, when=when)
        case False, True, False:
            return tr("“{name}” is open in a window of {user}.", name=name, user=user)
        case False, False, True:
            return tr("“{name}” is open in another window (since {when}).", name=name, when=when)
    return tr("“{name}” is open in another window.", name=name)


def can_take_over(path: Path) -> bool:
    """Returns whether nobody here can know if a file is still open: another machine left its lock, or the file system knows
    no locks, and a process with the number that is noted may be any other by now."""
    holder = owner(path)
    return holder is not None and (holder.elsewhere or _knows_no_locks(lock_path(path)))


def _knows_no_locks(place: Path) -> bool:
    if place in _ours:
        return False
    try:
        with open_lock(place, new=False) as file:
            return lock_file(file.fileno()) is None
    except (OSError, ValueError):
        return False


def take_over(path: Path) -> None:
    """Takes away a lock of which nobody can know, because a person said so; any other stays."""
    place = lock_path(path)
    try:
        file = open_lock(place, new=False)
    except (OSError, ValueError):
        return
    with file:
        found, locked = _read(file.read(_MOST) or b""), lock_file(file.fileno())
        if found is None or locked is False or place in _ours or not (found.elsewhere or locked is None):
            return
        if sys.platform == "win32":
            file.close()
        with contextlib.suppress(OSError):
            if sys.platform == "win32" or _is_at(file, place):
                disk.unlink(place)


@contextmanager
def ours(path: Path) -> Iterator[None]:
    """Keeps other windows out of a file while it is written over, renamed or deleted. Raises UserError where one has it
    open."""
    lock = take(path)
    if lock is None:
        raise UserError(sentence(path))
    try:
        yield
    finally:
        lock.unlock()


def taken(path: Path) -> bool:
    """Returns whether a window has the file open."""
    lock = take(path)
    if lock is None:
        return True
    lock.unlock()
    return False
