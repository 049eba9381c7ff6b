"""One window to a game: while a journal is written, a lock file lies beside it, so that a second start does no harm."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLockFile

SUFFIX = ".lock"


def take(path: Path) -> QLockFile | None:
    """The lock of a journal, held until `unlock` or the end of the program; None while another window has it. Where no
    lock can be made (a folder that cannot be written in) it stands for nothing, and is given all the same."""
    lock = QLockFile(str(path) + SUFFIX)
    lock.setStaleLockTime(0)  # a game may be thought about for days; only a lock whose program is gone is taken over
    if lock.tryLock(0) or lock.error() != QLockFile.LockError.LockFailedError:
        return lock
    return None


def taken(path: Path) -> bool:
    """Whether a window has the game open."""
    lock = take(path)
    if lock is None:
        return True
    lock.unlock()
    return False
