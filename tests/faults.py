"""A disk that fails, or ends the program, at one chosen call of all that change anything."""

from __future__ import annotations

import ctypes
import errno
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Literal

import pytest

from rollwrite_desktop.core.files import disk

Way = Literal["fails", "killed"]
CALLS = (
    "sync", "sync_folder", "set_mode", "truncate", "replace", "rename", "link", "hold_name", "unlink", "make_folder", "open",
)
"""The calls that are counted besides each write to a file."""


_PAST_MODES = 1 << 1 | 1 << 2
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH of capabilities(7): with these root goes past all modes of files."""
_VERSION_3 = 0x20080522


@contextmanager
def stopped_by_modes() -> Iterator[None]:
    """This thread is stopped by modes as their owner is, also where it runs as root: who it is stays as it was, so that it
    can read what only this user may read, such as the program itself."""
    if os.name != "posix" or (os.geteuid() == 0 and sys.platform != "linux"):
        pytest.skip("modes close no folder here")
    if os.geteuid():
        yield
        return
    libc = ctypes.CDLL(None, use_errno=True)
    head, held = (ctypes.c_uint32 * 2)(_VERSION_3, 0), (ctypes.c_uint32 * 6)()

    def call(name: str, sets: ctypes.Array[ctypes.c_uint32]) -> None:
        if libc[name](head, sets):
            raise OSError(ctypes.get_errno(), name)

    call("capget", held)
    effective, *others = held
    call("capset", (ctypes.c_uint32 * 6)(effective & ~_PAST_MODES, *others))
    try:
        yield
    finally:
        call("capset", held)


@contextmanager
def closed_folder(inside: str) -> Iterator[tuple[Path, Path]]:
    """A folder, and one within it (`inside`, a path relative to it) that nobody may look into or write to (mode 000)."""
    with tempfile.TemporaryDirectory() as name, stopped_by_modes():
        closed = Path(name, inside)
        closed.mkdir(parents=True, exist_ok=True)
        closed.chmod(0)
        try:
            yield Path(name), closed
        finally:
            closed.chmod(0o700)


class Killed(BaseException):
    """The program ended here; nothing is written from then on, and no clearing up is done."""


class Disk:
    """Counts calls; at call number `at`, from 1, it says that the disk is full, after half of a write, or the program is
    killed. 0: nothing happens, and `calls` says how many there were, and what they were."""

    def __init__(self, at: int = 0, way: Way = "fails") -> None:
        self.at, self.way = at, way
        self.calls: list[str] = []
        self.dead = False

    def due(self, name: str) -> bool:
        """Whether this is the call."""
        if self.dead:
            raise Killed
        self.calls.append(name)
        return len(self.calls) == self.at

    def fail(self) -> None:
        """What happens then."""
        if self.way == "killed":
            self.dead = True
            raise Killed
        raise OSError(errno.ENOSPC, "No space left on device")

    @contextmanager
    def installed(self) -> Iterator[Disk]:
        """In the place of the program's disk."""
        with pytest.MonkeyPatch.context() as patched:
            for name in CALLS:
                patched.setattr(disk, name, self._counted(name, getattr(disk, name)))
            yield self

    def _counted(self, name: str, real: Any) -> Any:
        def call(*args: Any, **named: Any) -> Any:
            if self.due(name):
                self.fail()
            made = real(*args, **named)
            return File(made, self) if name == "open" else made

        return call


class File:
    """An open file of such a disk."""

    def __init__(self, real: IO[bytes], owner: Disk) -> None:
        self._real, self._owner = real, owner

    def write(self, data: bytes) -> int:
        if self._owner.due("write"):
            self._real.write(data[: len(data) // 2])
            self._owner.fail()
        return self._real.write(data)

    def __enter__(self) -> File:
        return self

    def __exit__(self, *_: object) -> None:
        self._real.close()

    def __del__(self) -> None:
        self._real.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)
