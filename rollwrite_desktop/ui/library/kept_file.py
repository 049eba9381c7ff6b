"""A file that one window writes again and again: sessions, of which tables of sheets are some, and drafts. Nothing that
somebody else wrote is written over. A game only grows, line by line, and is kept by its journal (`core/journal.py`)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from rollwrite_desktop.core.files import CANNOT_WRITE, FileError, disk, make_folder, refused, write_file
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.intake.files import is_there, numbered, read_file
from rollwrite_desktop.ui.base import file_locks
from rollwrite_desktop.ui.base.file_locks import Lock


class KeptFile:
    """A file, its lock, and what was read or written there last. `limit`: how many bytes it may have; `uses`: how many pages
    of this program have it. Where another window has the file, or another program has changed it, what is written goes on in
    a file of its own, with a number behind its name."""

    def __init__(self, path: Path, limit: int) -> None:
        self.path, self.limit = path, limit
        self.on_disk: bytes | None = None
        self.uses = 0
        self._lock: Lock | None = None

    def take(self) -> bool:
        """Keeps other windows out until `let_go`; False where one has it."""
        self._lock = self._lock or file_locks.take(self.path)
        return self._lock is not None

    def let_go(self) -> None:
        """Others may have it."""
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None

    def read(self) -> bytes:
        """Returns what stands there, which may be written over from now on. Raises FileError."""
        self.on_disk = read_file(self.path, self.limit)
        return self.on_disk

    def write(self, content: Callable[[Path], bytes]) -> bool:
        """Writes it, and makes its folder; `content` is told where. Returns whether it goes on beside a file that was read
        or written here before and that somebody else has changed since. Raises FileError."""
        make_folder(self.path.parent)
        before, number = self.path, 2
        while not self._is_mine():
            self.let_go()
            self.path = before.with_name(numbered(before.stem, number, before.suffix))
            number += 1
        data = content(self.path)
        if len(data) > self.limit:  # nothing would read it
            raise refused(CANNOT_WRITE, self.path, tr("it would be too large for such a file"))
        write_file(self.path, data)
        known, self.on_disk = self.on_disk, data
        return known is not None and self.path != before

    def drop(self) -> None:
        """Takes the file away, if it is what was read or written here."""
        with suppress(OSError, FileError):
            if self.on_disk is not None and self._is_mine():
                disk.unlink(self.path)
        self.on_disk = None
        self.let_go()

    def _is_mine(self) -> bool:
        """Returns whether no other window has the file, and it is not there or is what was read or written here last."""
        if not self.take():
            return False
        try:
            return not is_there(self.path) or read_file(self.path, self.limit) == self.on_disk
        except FileError:  # a folder or a pipe was put there, or nobody may look
            return False
