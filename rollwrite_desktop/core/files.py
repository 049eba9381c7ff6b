"""Files written whole, and what the system says against files as a sentence. They are read by `intake/files.py`."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

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
CANNOT_READ, CANNOT_WRITE = mark("{path}: cannot be read ({why})."), mark("Cannot write {path}: {why}.")


class FileError(UserError):
    """A file that cannot be read, written, renamed or deleted: which, and why. `why` is the reason alone, in a few words."""

    why = ""


class Disk:
    """The system calls by which this program changes anything on the disk, so that tests can make each of them fail."""

    def open(self, path: Path, mode: str) -> IO[bytes]:
        """An unbuffered file: `xb` a new one, `r+b` one that is there, `rb` one that is only read."""
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

    def sync_folder(self, folder: Path) -> None:
        """Brings the names in a folder to the disk, where the system can."""
        if sys.platform != "win32":
            number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(number)
            finally:
                os.close(number)

    def set_mode(self, file: IO[bytes], mode: int) -> None:
        """Who may read and write an open file."""
        if sys.platform != "win32":
            os.fchmod(file.fileno(), mode)

    def replace(self, source: Path, target: Path) -> None:
        """Renames a file, over another one if there is one."""
        source.replace(target)

    def rename(self, source: Path, target: Path) -> None:
        """Renames what no other program can have a file in the place of."""
        source.rename(target)

    def link(self, source: Path, target: Path) -> None:
        """Gives a file, or a link itself, a second name. Raises FileExistsError rather than take one that is in use."""
        os.link(source, target, follow_symlinks=os.link not in os.supports_follow_symlinks)

    def hold_name(self, path: Path, *, folder: bool) -> None:
        """Makes an empty file or folder. Raises FileExistsError where the name is in use."""
        if folder:
            path.mkdir()
        else:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL))

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
def writing(path: Path, message: str = CANNOT_WRITE) -> Iterator[None]:
    """Turns what the system says against writing, moving or deleting a file into a FileError. `message`: a message id that
    may hold {path}, {name} (the file's name without its ending) and {why}."""
    try:
        yield
    except OSError as error:
        raise refused(message, path, _why(error, _WRITING)) from error


def refused(message: str, path: Path, why: str) -> FileError:
    """Returns the error for a file. `message`: a message id that may hold {path}, {name} and {why}."""
    shown = str(path).replace("\0", "?")
    error = FileError(tr(message).format(path=shown, name=path.stem, why=why))
    error.why = why
    return error


def _why(error: OSError, reasons: dict[int, str]) -> str:
    number = error.errno or 0
    return tr(reasons.get(number) or _REASONS.get(number) or error.strerror or mark("unknown error"))


def write_file(path: Path, content: bytes, force: bool = True) -> None:
    """Writes a file whole or not at all, by way of a temporary file beside it; a link stays, and what it leads to is
    written; who may read it stays too. Raises FileError, also where a file is there and `force` is not given, or a device
    or a pipe."""
    with writing(path):
        path = place_to_write(path, force=force)
        with new_part(path) as (part, file):
            disk.write(file, content)
            put(part, file, path, force=force)


def place_to_write(path: Path, *, force: bool) -> Path:
    """Where a file is to be written; with `force`, behind a link. Raises OSError and FileError where a folder, a device or a
    pipe stands there."""
    if not path.name or os.path.isdir(path):  # noqa: PTH112 (says no where the name is impossible)
        raise IsADirectoryError(errno.EISDIR, "")
    if force and os.path.islink(path):  # noqa: PTH114 (says no where the name is impossible)
        path = Path(os.path.realpath(path))
    if os.path.exists(path) and not os.path.isfile(path):  # noqa: PTH110, PTH113 (as above)
        raise refused(CANNOT_WRITE, path, tr("it is not a file"))
    return path


@contextlib.contextmanager
def new_part(path: Path) -> Iterator[tuple[Path, IO[bytes]]]:
    """A temporary file beside a path, for what will be there once it is whole: made by this program and nobody else, held
    by a lock against `sweep_parts` and gone at the end. Who may read it is who may read what is there now. Raises
    OSError."""
    part = path.with_name(f".{os.getpid()}-{os.urandom(4).hex()}{_PART}")
    try:
        with disk.open(part, "xb") as file:
            lock_file(file.fileno())
            with contextlib.suppress(OSError):  # none is there yet, or the file system knows no modes
                disk.set_mode(file, stat.S_IMODE(path.stat().st_mode))
            yield part, file
    finally:
        with contextlib.suppress(OSError):
            disk.unlink(part)


def put(part: Path, file: IO[bytes], path: Path, *, force: bool) -> None:
    """Gives what was written to a temporary file its name, once all of it is on the disk; without `force` only a name that
    is not in use. Raises OSError."""
    disk.sync(file)
    if sys.platform == "win32":
        file.close()  # an open file keeps its name there
    if force:
        disk.replace(part, path)
        _sync_folders(path)
    else:
        move(part, path)


def move(source: Path, target: Path) -> None:
    """Renames a file, a link or a folder, also a file to another disk, and never puts it in the place of another, also of
    one that has just come. Raises FileExistsError and other OSErrors."""
    try:
        _move_here(source, target)
    except OSError as error:
        if error.errno != errno.EXDEV or source.is_symlink() or not source.is_file():
            raise
        _copy(source, target)
        _let_go(source, target)
    _sync_folders(source, target)


def _move_here(source: Path, target: Path) -> None:
    folder = source.is_dir() and not source.is_symlink()
    if sys.platform == "win32" or _only_spelled_otherwise(source, target):
        disk.rename(source, target)  # Windows itself replaces nothing
        return
    try:
        if folder:  # has no second name
            raise OSError(errno.EPERM, "")
        disk.link(source, target)
    except FileExistsError:
        raise
    except OSError as error:  # a file system without links, a folder, or what cannot be done at all
        if error.errno == errno.EXDEV or not os.path.lexists(source):
            raise
        _into_held_name(source, target, folder=folder)
    else:
        _sync_folders(target)  # before the other name is gone, so that a power cut leaves one
        _let_go(source, target)


def _copy(source: Path, target: Path) -> None:
    """Puts a copy of a file, as old as it, where nothing is yet."""
    with disk.open(source, "rb") as file, new_part(target) as (part, copy):
        found = os.fstat(file.fileno())
        while piece := file.read(_PIECE):
            disk.write(copy, piece)
        with contextlib.suppress(OSError):  # a file system that knows no modes
            disk.set_mode(copy, stat.S_IMODE(found.st_mode))
        os.utime(part, ns=(found.st_atime_ns, found.st_mtime_ns))
        put(part, copy, target, force=False)


def _let_go(source: Path, target: Path) -> None:
    """Takes away the old one of two names; where that cannot be, the new one."""
    try:
        disk.unlink(source)
    except OSError:
        with contextlib.suppress(OSError):
            disk.unlink(target)
        raise


_PIECE = 1 << 20


def move_noted(source: Path, target: Path) -> None:
    """`move`, with a note of it beside the file until it is done: what is killed between the two names leaves both, and
    `finish_moves` reads which of them was to go."""
    with contextlib.ExitStack() as noted:
        if sys.platform != "win32":  # where a rename is one act
            with contextlib.suppress(OSError):  # a full disk: it is moved all the same
                noted.enter_context(_note(source, target))
        move(source, target)


_NOTE = re.compile(r"\.\d+-[0-9a-f]{8}\.moving")
_MOST = 10_000
"""Bytes of a note."""


@contextlib.contextmanager
def _note(source: Path, target: Path) -> Iterator[None]:
    """A hidden file that names both, held by a lock and gone at the end. Raises OSError."""
    note = source.with_name(f".{os.getpid()}-{os.urandom(4).hex()}.moving")
    try:
        with disk.open(note, "xb") as file:
            lock_file(file.fileno())
            disk.write(file, os.fsencode(f"{source.name}\0{os.path.relpath(target, source.parent)}"))
            disk.sync(file)
            yield
    finally:
        with contextlib.suppress(OSError):
            disk.unlink(note)


def finish_moves(
    folder: Path, now: float, ours: Callable[[Path], AbstractContextManager[None]]
) -> list[tuple[Path, Path]]:
    """Takes away the old names of files whose moving was interrupted: only where a note that no program holds says so, and
    the old name and the new one are two names of the very same file. Returns both names of each. `now`: seconds since 1970;
    `ours` keeps other windows out of a file, or raises UserError, and it is left for another time."""
    try:
        notes = [folder / name for name in os.listdir(folder) if _NOTE.fullmatch(name)]  # noqa: PTH208 (many files)
    except OSError:
        return []
    done = []
    for note in notes:
        with contextlib.suppress(OSError, UserError), open_lock(note, new=False) as file:
            if not _is_left(file, now):
                continue
            old, _, new = os.fsdecode(file.read(_MOST)).partition("\0")
            source, target = folder / Path(old).name, Path(os.path.normpath(folder / new))
            if _are_names_of_one(source, target):
                with ours(source):
                    disk.unlink(source)
                    _sync_folders(source)
                done.append((source, target))
            disk.unlink(note)
    return done


def _is_left(file: IO[bytes], now: float) -> bool:
    """Returns whether nobody holds a file any more; where the file system knows no locks, whether it is old."""
    locked = lock_file(file.fileno())
    return locked is True or (locked is None and now - os.fstat(file.fileno()).st_mtime >= _OLD)


def _are_names_of_one(source: Path, target: Path) -> bool:
    """Returns whether two entries of folders, not one that is spelled in two ways, lead to the very same file."""
    try:
        if not os.path.samestat(source.lstat(), target.lstat()) or source.is_dir():
            return False
        if source.name == target.name:
            return not source.parent.samefile(target.parent)
        return all(path.name in os.listdir(path.parent) for path in (source, target))  # noqa: PTH208 (many files)
    except (OSError, ValueError):
        return False


def _into_held_name(source: Path, target: Path, *, folder: bool) -> None:
    """Renames over an empty file or folder that was made for it just now."""
    disk.hold_name(target, folder=folder)
    try:
        disk.replace(source, target)
    except OSError:
        with contextlib.suppress(OSError):
            if folder:
                target.rmdir()
            else:
                disk.unlink(target)
        raise


def _only_spelled_otherwise(source: Path, target: Path) -> bool:
    """Returns whether two names mean one file of a folder, as where capitals make no difference."""
    try:
        same = source.name != target.name and os.path.samestat(source.lstat(), target.lstat())
        return same and all(path.name != target.name for path in target.parent.iterdir())
    except OSError:
        return False


def _sync_folders(*paths: Path) -> None:
    """Brings the names of files to the disk; what cannot is there all the same, until the power fails."""
    for folder in dict.fromkeys(path.parent for path in paths):
        with contextlib.suppress(OSError):
            disk.sync_folder(folder)


_PART = ".part"
_LEFT = re.compile(r"\..*\.\d+\.part|\.\d+-[0-9a-f]{8}\.part")
"""Names of temporary files, also those of earlier versions."""
_OLD = 3600  # seconds


def sweep_parts(folder: Path, now: float) -> None:
    """Clears away the temporary files of programs that were killed: those that no program of this machine holds, and that
    are so old `now` (seconds since 1970) that no other machine writes them either."""
    try:
        left = [path for path in folder.iterdir() if _LEFT.fullmatch(path.name)]
    except OSError:
        return
    for path in left:
        with contextlib.suppress(OSError):
            found = path.lstat()
            if not stat.S_ISREG(found.st_mode) or now - found.st_mtime < _OLD:
                continue
            with path.open("r+b") as file:
                if lock_file(file.fileno()):
                    disk.unlink(path)


_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Opens no link, and waits for nobody at a pipe. Windows has other flags than Unix."""


def open_lock(path: Path, *, new: bool) -> IO[bytes]:
    """A lock file, opened to be read and written; `new`: made where there is none. Raises OSError, also where a link or no
    file stands there, and ValueError for an impossible name."""
    number = os.open(path, os.O_RDWR | _NO_LINK | (os.O_CREAT if new else 0), 0o644)
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise OSError(errno.EINVAL, "")
    return os.fdopen(number, "r+b", buffering=0)


def lock_file(number: int) -> bool | None:
    """Locks an open file until it is closed, by a lock that ends with the program, however that ends. False where another
    program has it, None where the file system knows no locks."""
    try:
        if sys.platform == "win32":
            os.lseek(number, _FAR, os.SEEK_SET)  # what is locked cannot be read by others
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
            os.lseek(number, 0, os.SEEK_SET)
        else:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return False if error.errno in (errno.EAGAIN, errno.EACCES, errno.EDEADLK) else None
    return True


_FAR = 1 << 30


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[bool]:
    """Keeps other processes that ask for it too out of a folder while something in it is read, changed and written again;
    the end of a process lets it go in any case. Whether that is so: not where another one keeps it for over a second, as one
    does that was stopped, or where there is no such folder or no lock on its file system."""
    with contextlib.ExitStack() as opened:
        got: bool | None = None
        with contextlib.suppress(OSError):
            if sys.platform == "win32":  # opens no folder
                number = opened.enter_context(open_lock(folder / ".lock", new=True)).fileno()
            else:
                number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
                opened.callback(os.close, number)
            got = lock_file(number)
            for _ in range(_TRIES):
                if got is not False:
                    break
                threading.Event().wait(_PAUSE_S)
                got = lock_file(number)
        yield got is True


_TRIES, _PAUSE_S = 200, 0.005


def share(folder: Path) -> Callable[[], None] | None:
    """Keeps a folder `is_shared` for other processes until what is returned is called, or this one ends; None where that
    cannot be (Windows opens no folder)."""
    if sys.platform == "win32":
        return None
    with contextlib.ExitStack() as opened, contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        opened.callback(os.close, number)
        fcntl.flock(number, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return opened.pop_all().close
    return None


def is_shared(folder: Path) -> bool:
    """Returns whether somebody shares a folder, as far as the system knows."""
    if sys.platform == "win32":
        return False
    try:
        number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return False
    try:
        return lock_file(number) is False
    finally:
        os.close(number)


def must_be_new(path: Path) -> None:
    """Raises FileError where there is a file already."""
    with writing(path):
        if os.path.exists(path):  # noqa: PTH110 (says no where the name is impossible)
            raise FileExistsError(errno.EEXIST, "")


def make_folder(path: Path) -> None:
    """Makes a folder and those that it lies in, where they are missing. Raises FileError."""
    with writing(path):
        try:
            disk.make_folder(path)
        except FileExistsError as error:  # a file in its place, or a link that leads nowhere
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path)) from error


def rename(path: Path, target: Path) -> None:
    """Moves a file to another name, which must not be in use. Raises FileError."""
    with writing(path, mark("{path}: cannot be renamed ({why}).")):
        move_noted(path, target)
