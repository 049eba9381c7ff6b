"""One window to a game: while a journal is written, a lock file lies beside it, so that a second start does no harm."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QLockFile

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr

SUFFIX = ".lock"


def take(path: Path) -> QLockFile | None:
    """The lock of a journal, held until `unlock` or the end of the program; None while another window has it. Where no
    lock can be made (a folder that cannot be written in) it stands for nothing, and is given all the same."""
    lock = QLockFile(str(path) + SUFFIX)
    lock.setStaleLockTime(0)  # a game may be thought about for days; only a lock whose program is gone is taken over
    if lock.tryLock(0) or lock.error() != QLockFile.LockError.LockFailedError:
        return lock
    return None


@contextmanager
def ours(path: Path) -> Iterator[None]:
    """Keeps other windows out of a file while it is written over, renamed or deleted. Raises UserError where one has it
    open."""
    lock = take(path)
    if lock is None:
        raise UserError(tr("“{name}” is open in another window.", name=path.stem))
    try:
        yield
    finally:
        lock.unlock()


_held: dict[Path, tuple[QLockFile, int]] = {}


def hold(path: Path) -> bool:
    """Holds the lock of a file for one page more of this program; False while another program has it."""
    lock, count = _held.get(path, (None, 0))
    lock = lock or take(path)
    if lock is None:
        return False
    _held[path] = lock, count + 1
    return True


def let_go(path: Path) -> None:
    """One page less holds it."""
    lock, count = _held.pop(path, (None, 0))
    if lock is not None and count > 1:
        _held[path] = lock, count - 1
    elif lock is not None:
        lock.unlock()


def taken_elsewhere(path: Path) -> bool:
    """Whether another program has the file open."""
    return path not in _held and taken(path)


def taken(path: Path) -> bool:
    """Whether a window has the game open."""
    lock = take(path)
    if lock is None:
        return True
    lock.unlock()
    return False
