"""Files written whole, and what the system says against files as a sentence. They are read by `intake/files.py`."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import mark, tr

_REASONS = {
    errno.ENOSPC: mark("the disk is full"),
    errno.EDQUOT: mark("the disk is full"),
    errno.EROFS: mark("the disk cannot be written"),
    errno.EISDIR: mark("it is a folder"),
    errno.ENAMETOOLONG: mark("the name is too long"),
    errno.EEXIST: mark("it exists already"),
}
_WRITING = {
    errno.EACCES: mark("no permission to write there"),
    errno.EPERM: mark("no permission to write there"),
    errno.ENOENT: mark("there is no such folder"),
    errno.ENOTDIR: mark("there is no such folder"),
}
_READING = {
    errno.EACCES: mark("no permission to read it"),
    errno.EPERM: mark("no permission to read it"),
    errno.ENOENT: mark("there is no such file"),
    errno.ENOTDIR: mark("there is no such file"),
}
CANNOT_READ, _CANNOT_WRITE = mark("{path}: cannot be read ({why})."), mark("Cannot write {path}: {why}.")


class FileError(UserError):
    """A file that cannot be read, written, renamed or deleted: which, and why. `why` is the reason alone, in a few words."""

    why = ""


class Disk:
    """The system calls by which this program changes anything on the disk, so that tests can make each of them fail."""

    def open(self, path: Path, mode: str) -> IO[bytes]:
        """An unbuffered file: `xb` a new one, `wb` an empty one, `r+b` one that is there."""
        return path.open(mode, buffering=0)

    def write(self, file: IO[bytes], data: bytes) -> None:
        """Writes all of it."""
        while data:
            data = data[file.write(data) :]

    def sync(self, file: IO[bytes]) -> None:
        """Brings a file's content to the disk."""
        os.fsync(file.fileno())

    def truncate(self, file: IO[bytes], size: int) -> None:
        file.truncate(size)

    def replace(self, source: Path, target: Path) -> None:
        """Renames a file, over another one if there is one."""
        source.replace(target)

    def rename(self, source: Path, target: Path) -> None:
        """Renames a file."""
        source.rename(target)

    def link(self, source: Path, target: Path) -> None:
        """Gives a file a second name. Raises FileExistsError rather than take one that is in use."""
        os.link(source, target)

    def unlink(self, path: Path) -> None:
        path.unlink(missing_ok=True)

    def make_folder(self, path: Path) -> None:
        path.mkdir(parents=True, exist_ok=True)


disk = Disk()


@contextlib.contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turns what the system says against reading a file into a FileError."""
    try:
        yield
    except OSError as error:
        raise refused(CANNOT_READ, path, _why(error, _READING)) from error


@contextlib.contextmanager
def writing(path: Path, message: str = _CANNOT_WRITE) -> Iterator[None]:
    """Turns what the system says against writing, moving or deleting a file into a FileError. `message`: a message id that
    may hold {path}, {name} (the file's name without its ending) and {why}."""
    try:
        yield
    except OSError as error:
        raise refused(message, path, _why(error, _WRITING)) from error


def refused(message: str, path: Path, why: str) -> FileError:
    """The error for a file. `message`: a message id that may hold {path}, {name} and {why}."""
    shown = str(path).replace("\0", "?")
    error = FileError(tr(message).format(path=shown, name=path.stem, why=why))
    error.why = why
    return error


def _why(error: OSError, reasons: dict[int, str]) -> str:
    number = error.errno or 0
    return tr(reasons.get(number) or _REASONS.get(number) or error.strerror or mark("unknown error"))


def write_file(path: Path, content: bytes, force: bool = True) -> None:
    """Writes a file whole or not at all, by way of a temporary file beside it; a link stays, and what it leads to is
    written. Raises FileError, also where a file is there and `force` is not given, or a device or a pipe."""
    with writing(path):
        if not path.name or os.path.isdir(path):  # noqa: PTH112 (says no where the name is impossible)
            raise IsADirectoryError(errno.EISDIR, "")
        if force and os.path.islink(path):  # noqa: PTH114 (says no where the name is impossible)
            path = Path(os.path.realpath(path))
        if os.path.exists(path) and not os.path.isfile(path):  # noqa: PTH110, PTH113 (as above)
            raise refused(_CANNOT_WRITE, path, tr("it is not a file"))
        part = path.with_name(f".{path.name[:80]}.{os.getpid()}.part")
        try:
            with disk.open(part, "wb") as file:
                disk.write(file, content)
                disk.sync(file)
            if force:
                disk.replace(part, path)
            else:
                put_new(part, path)
        finally:
            with contextlib.suppress(OSError):
                disk.unlink(part)


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[bool]:
    """Keeps other processes that ask for it too out of a folder while something in it is read, changed and written again;
    the end of a process lets it go in any case. Whether that is so: not where another one keeps it for over a second, as one
    does that was stopped, or where there is no such folder or no lock on its file system."""
    number, got = -1, False
    try:
        with contextlib.suppress(OSError):
            number = _opened_lock(folder)
            for _ in range(_TRIES):
                got = _try_lock(number)
                if got:
                    break
                threading.Event().wait(_PAUSE_S)
        yield got
    finally:
        if number >= 0:
            os.close(number)


_TRIES, _PAUSE_S = 200, 0.005

if sys.platform == "win32":
    import msvcrt

    def _opened_lock(folder: Path) -> int:
        return os.open(folder / ".lock", os.O_RDWR | os.O_CREAT)

    def _try_lock(number: int) -> bool:
        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

else:
    import fcntl

    def _opened_lock(folder: Path) -> int:
        return os.open(folder, os.O_RDONLY | os.O_DIRECTORY)

    def _try_lock(number: int) -> bool:
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def put_new(part: Path, path: Path) -> None:
    """Gives a whole file its name, unless there is a file of that name. Raises FileExistsError and other OSErrors."""
    try:
        disk.link(part, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, "") from None
        disk.replace(part, path)


def must_be_new(path: Path) -> None:
    """Raises FileError where there is a file already."""
    with writing(path):
        if os.path.exists(path):  # noqa: PTH110 (says no where the name is impossible)
            raise FileExistsError(errno.EEXIST, "")


def make_folder(path: Path) -> None:
    """Makes a folder and those that it lies in, where they are missing. Raises FileError."""
    with writing(path):
        disk.make_folder(path)


def rename(path: Path, target: Path, message: str) -> None:
    """Moves a file to another name. Raises FileError with this message."""
    with writing(path, message):
        disk.rename(path, target)
