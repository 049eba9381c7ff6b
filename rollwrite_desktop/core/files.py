"""Files written whole, and what the system says against files as a sentence. They are read by `intake/files.py`."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path

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
    """A file that cannot be read, written, renamed or deleted: which, and why."""


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
    return FileError(tr(message).format(path=shown, name=path.stem, why=why))


def _why(error: OSError, reasons: dict[int, str]) -> str:
    number = error.errno or 0
    return tr(reasons.get(number) or _REASONS.get(number) or error.strerror or mark("unknown error"))


def write_file(path: Path, content: bytes, force: bool = True) -> None:
    """Writes a file whole or not at all, by way of a temporary file beside it. Raises FileError, also where a file is there
    and `force` is not given."""
    part = path.with_name(f".{path.name[:80]}.{os.getpid()}.part") if path.name else path
    try:
        with writing(path):
            if not path.name or os.path.isdir(path):  # noqa: PTH112 (says no where the name is impossible)
                raise IsADirectoryError(errno.EISDIR, "")
            with part.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            if not force:
                must_be_new(path)
            part.replace(path)
    finally:
        if path.name:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)


def must_be_new(path: Path) -> None:
    """Raises FileError where there is a file already."""
    with writing(path):
        if os.path.exists(path):  # noqa: PTH110 (says no where the name is impossible)
            raise FileExistsError(errno.EEXIST, "")


def make_folder(path: Path) -> None:
    """Makes a folder and those that it lies in, where they are missing. Raises FileError."""
    with writing(path):
        path.mkdir(parents=True, exist_ok=True)
