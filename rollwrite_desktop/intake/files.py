"""Files read in one piece, at most as much as their format may have; folders looked into, if that is allowed."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from rollwrite_desktop.core.files import CANNOT_READ, FileError, reading, refused
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.intake.text import excerpt

_REMOTE = mark("it is on another machine, which a file may not name")
_NO_FILE = mark("it is not a file")


def read_file(path: Path, limit: int) -> bytes:
    """The bytes of a file: at most `limit` and one more, by which the caller sees that it is too long. Raises FileError."""
    try:
        with reading(path), path.open("rb") as file:
            return file.read(limit + 1)
    except ValueError as error:  # a name that no file can have
        raise refused(CANNOT_READ, path, tr("no file can have this name")) from error


def read_named(folder: Path, name: str, limit: int) -> bytes:
    """The same of a file that another file names, relative to its folder. A device, a pipe, or a place on another machine
    (which on Windows would be sent the name and password hash of whoever asks) is refused unopened. Raises FileError, which
    repeats the beginning of the name."""
    if name.replace("\\", "/").startswith("//"):
        raise refused(CANNOT_READ, Path(excerpt(name)), tr(_REMOTE))
    shown = folder / excerpt(name)
    try:
        path = Path(os.path.realpath(folder / name))  # the folder itself need not be there yet
        with reading(path):
            regular = stat.S_ISREG(path.stat().st_mode)
        if regular:
            return read_file(path, limit)
    except ValueError as error:
        raise refused(CANNOT_READ, shown, tr("no file can have this name")) from error
    except FileError as error:
        raise refused(CANNOT_READ, shown, error.why) from error
    raise refused(CANNOT_READ, shown, tr(_NO_FILE))


def listed(folder: Path, ending: str = "") -> list[Path]:
    """What lies in a folder and ends so, by name; nothing where it is not there, or may not be looked into."""
    try:
        return sorted(path for path in folder.iterdir() if path.name.endswith(ending))
    except OSError:
        return []


def is_there(path: Path) -> bool:
    """Whether there is a file or folder, as far as one may look."""
    return os.path.exists(path)  # noqa: PTH110 (Path.exists raises where one may not look)


__all__ = ["FileError", "is_there", "listed", "read_file", "read_named"]
