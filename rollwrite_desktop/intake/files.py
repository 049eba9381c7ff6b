"""Files read in one piece, at most as much as their format may have; folders looked into, if that is allowed."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import IO

from rollwrite_desktop.core.files import CANNOT_READ, FileError, reading, refused
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.intake.text import excerpt, folded

_REMOTE = mark("it is on another machine, where a file can’t point")
_NO_FILE = mark("it is not a file")


_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
"""Opening a pipe does not wait for somebody who writes to it. Windows has neither the flags nor such names of pipes."""


def open_file(path: Path) -> IO[bytes]:
    """A file, opened to be read; the one way to open any that did not come with the program. Whatever is no file (a pipe, a
    device, a folder) is refused at once: it is asked before, so that no device is opened, and again once it is open, as it
    may have been exchanged. Raises FileError."""
    try:
        with reading(path):
            _must_be_a_file(path, path.stat())
            number = os.open(path, _FLAGS)
            try:
                _must_be_a_file(path, os.fstat(number))
                return os.fdopen(number, "rb")
            except BaseException:
                os.close(number)
                raise
    except ValueError as error:  # a name that no file can have
        raise refused(CANNOT_READ, path, tr("no file can have this name")) from error


def _must_be_a_file(path: Path, found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, "")
    if not stat.S_ISREG(found.st_mode):
        raise refused(CANNOT_READ, path, tr(_NO_FILE))


def read_file(path: Path, limit: int) -> bytes:
    """Returns the bytes of a file: at most `limit` and one more, by which the caller sees that it is too long. Raises
    FileError."""
    with open_file(path) as file, reading(path):
        data: bytes | None = file.read(limit + 1)
    if data is None:  # some of the system's own files wait until there is something to read
        raise refused(CANNOT_READ, path, tr(_NO_FILE))
    return data


def remote(name: str) -> bool:
    """Returns whether a name means a place on another machine, which Windows would send this user's name and password hash
    as soon as it is asked whether it is there."""
    return name.replace("\\", "/").startswith(("//", "/??/"))


def read_named(folder: Path, name: str, limit: int) -> bytes:
    """Returns the same of a file that another file names, relative to its folder. A device, a pipe, or a place on another
    machine (which on Windows would be sent the name and password hash of whoever asks) is refused unopened. Raises
    FileError, which repeats the beginning of the name."""
    if remote(name):
        raise refused(CANNOT_READ, Path(excerpt(name)), tr(_REMOTE))
    shown = folder / excerpt(name)
    try:
        return read_file(Path(os.path.realpath(folder / name)), limit)  # the folder itself need not be there yet
    except ValueError as error:
        raise refused(CANNOT_READ, shown, tr("no file can have this name")) from error
    except FileError as error:
        raise refused(CANNOT_READ, shown, error.why) from error


def listed(folder: Path, ending: str = "") -> list[Path]:
    """Returns what lies in a folder and ends so, by name; nothing where it is not there, or may not be looked into."""
    return [folder / name for name in names_in(folder, ending)]


def names_in(folder: Path, ending: str = "") -> list[str]:
    """Returns the names of the same, in less time where there are thousands."""
    try:
        return [name for name in sorted(os.listdir(folder)) if name.endswith(ending)]  # noqa: PTH208 (paths are slow)
    except OSError:
        return []


def free_in(folder: Path, name: str, suffix: str) -> Path:
    """A file of this name, with a number behind it if there is such a file already, however it spells the name."""
    taken = {*map(folded, names_in(folder))}
    names = (numbered(name, n, suffix) for n in range(1, len(taken) + 2))
    return next(folder / each for each in names if folded(each) not in taken)


def numbered(name: str, number: int, suffix: str) -> str:
    """A file name with a number behind it, from 2 on; one that is too long with it loses its end."""
    ending = suffix if number == 1 else f" ({number}){suffix}"
    while number > 1 and name and len(os.fsencode(name + ending)) > LONGEST_NAME:
        name = name[:-1]
    return name + ending


LONGEST_NAME = 255
"""Bytes of a file's name, on nearly every file system."""


def is_there(path: Path) -> bool:
    """Returns whether there is a file or folder, as far as one may look."""
    return os.path.exists(path)  # noqa: PTH110 (Path.exists raises where one may not look)


def is_file_here(name: str) -> bool:
    """Returns whether a name that some file holds is that of a file on this machine; no other machine is asked."""
    return not remote(name) and os.path.isfile(name)  # noqa: PTH113 (False whatever is wrong)


def is_folder_here(name: str) -> bool:
    """Returns the same of a folder."""
    return not remote(name) and os.path.isdir(name)  # noqa: PTH112 (False whatever is wrong)


__all__ = [
    "LONGEST_NAME", "FileError", "free_in", "is_file_here", "is_folder_here", "is_there", "listed", "names_in", "numbered",
    "open_file", "read_file", "read_named", "remote",
]
