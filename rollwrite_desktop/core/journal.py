"""The journal: a game as it was played, as JSON Lines, on disk after every stroke.

This module writes journals; `intake/journals.py` reads them. Knows no game.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct

from rollwrite_desktop.core.files import CANNOT_WRITE, FileError, disk, make_folder, reading, refused, write_file, writing
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.core.limits import JOURNAL_BYTES, JOURNAL_LINES, LongText, Text
from rollwrite_desktop.core.session import JournalLine

SUFFIX = ".rollwrite"
_FULL = mark("it is as long as a saved game may be")
_ANOTHER = mark("another program has changed it")


class Notes(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a table wants to remember of a game beside its strokes: the code of the dice, whether they are `digital` or
    `real`, the computer players by player id, the name of the game, when it was started (ISO 8601), and the code with
    which others play the same game (for people; who reads a journal works it out from the head)."""

    seed: Text = ""
    dice: Text = "digital"
    bots: dict[Text, Text] = {}
    name: Text = ""
    started: Text = ""
    code: Text = ""


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a journal. `players` are names, in the order of p1, p2 …; `notes` is what the rules
    never see."""

    journal: int
    game: Text
    rules: int
    sheet: LongText
    sheet_hash: Text
    players: tuple[Text, ...]
    options: dict[Text, Text]
    notes: Notes


class Record(Struct, frozen=True):
    """A journal as read: its head, its lines, how many bytes of it are whole, and whether a torn line was dropped."""

    head: Head
    lines: tuple[JournalLine, ...]
    whole: int
    torn: bool


_encode = msgspec.json.Encoder()


def head_bytes(head: Head) -> bytes:
    """Returns the head as a line."""
    return _encode.encode(head) + b"\n"


def line_bytes(line: JournalLine) -> bytes:
    """A line as it stands in the file."""
    return _encode.encode(line) + b"\n"


class Journal:
    """A journal file being written. Where the disk takes nothing, lines wait and the game goes on; `failure` says why then,
    and every further line, or `sync`, tries again. `on_failure` is called whenever `failure` may have changed."""

    def __init__(self, path: Path, file: IO[bytes] | None, end: int, lines: int) -> None:
        """file: None while none could be made. end: how many bytes of the file are whole. lines: with those that wait."""
        self.path = path
        self.failure: FileError | None = None
        self.on_failure: Callable[[Journal], None] = lambda _: None
        self._file = file
        self._end = end
        self._waiting = b""
        self._lines = lines
        self._torn = False
        self._synced = True
        self._closing = False
        self._finished = False

    @classmethod
    def create(cls, path: Path, head: Head, lines: Iterable[JournalLine] = ()) -> Journal:
        """A new file, whole or not at all. Raises FileError, also rather than overwrite one."""
        journal = cls.begin(path, head, lines)
        if journal.failure is not None:
            raise journal.failure
        return journal

    @classmethod
    def begin(cls, path: Path, head: Head, lines: Iterable[JournalLine] = ()) -> Journal:
        """A new file, whole or not at all, and its folder. Where none can be made, everything waits, the head too."""
        written = [head_bytes(head), *map(line_bytes, lines)]
        journal = cls(path, None, 0, len(written))
        journal._waiting = b"".join(written)
        journal.sync()
        return journal

    @classmethod
    def resume(cls, path: Path, record: Record) -> Journal:
        """Goes on with a file that was read; a torn last line is cut off first. Raises FileError."""
        with writing(path):
            file = disk.open(path, "r+b")
            if record.torn:  # a whole file is left untouched, its date too
                disk.truncate(file, record.whole)
        return cls(path, file, record.whole, 1 + len(record.lines))

    def append(self, line: JournalLine) -> None:
        """Writes one line through to the disk; of a race only to the system, which is quicker, until `sync`."""
        self._waiting += line_bytes(line)
        self._lines += 1
        self._write(sync=line.at == 0)

    def sync(self) -> None:
        """Brings everything to the disk, and what waits too."""
        self._write()

    @property
    def content(self) -> bytes:
        """Everything, also what waits. Raises FileError."""
        if self._file is None:
            return self._waiting
        with reading(self.path):
            self._file.seek(0)
            return self._file.read(self._end) + self._waiting

    def must_stand(self) -> None:
        """Raises FileError where another program has changed the file, which is not to be written over then."""
        if self._file is not None:
            with writing(self.path):
                self._file = self._standing(self._file)
                if os.fstat(self._file.fileno()).st_size != self._end:
                    raise refused(CANNOT_WRITE, self.path, tr(_ANOTHER))

    def close(self) -> None:
        """Closes the file. With lines that wait it stays open: they can still be written, or saved elsewhere."""
        self._closing = True
        if self._waiting or not self._synced:
            self.sync()
        else:
            self._finish()

    def give_up(self) -> None:
        """Closes the file without the lines that wait, which are elsewhere now."""
        self._waiting, self.failure = b"", None
        self._finish()
        self.on_failure(self)

    def _finish(self) -> None:
        self._finished = True
        if self._file is not None:
            self._file.close()

    def _write(self, sync: bool = True) -> None:
        if self._finished:
            return
        was = self.failure
        try:
            with writing(self.path):
                self._put(sync)
        except FileError as error:
            self.failure = error
        else:
            self.failure = None
            if self._closing:
                self._finish()
        if self.failure is not None or was is not None:
            self.on_failure(self)

    def _made(self) -> IO[bytes]:
        """Returns the file, with what has waited so far. It is made once, also where it cannot be opened then."""
        if not self._end:
            make_folder(self.path.parent)
            write_file(self.path, self._waiting, force=False)
            self._end = len(self._waiting)
        return disk.open(self.path, "r+b")

    def _standing(self, file: IO[bytes]) -> IO[bytes]:
        """Returns the file that stands at the path: this one, or an equal one that another program has put in its place, or,
        where it was taken away, the same written anew. Raises OSError, and FileError where another one stands there."""
        try:
            there = self.path.stat()
        except FileNotFoundError:
            there = None
        if there is not None and os.path.samestat(there, os.fstat(file.fileno())):
            return file
        file.seek(0)
        whole = file.read(self._end)
        if there is None:
            write_file(self.path, whole, force=False)
        elif there.st_size != len(whole):  # so no pipe is waited for, either
            raise refused(CANNOT_WRITE, self.path, tr(_ANOTHER))
        new = disk.open(self.path, "r+b")
        if new.read(len(whole)) != whole:
            new.close()
            raise refused(CANNOT_WRITE, self.path, tr(_ANOTHER))
        file.close()
        self._torn = False
        return new

    def _put(self, sync: bool) -> None:
        if self._waiting and (self._end + len(self._waiting) > JOURNAL_BYTES or self._lines > JOURNAL_LINES):
            raise refused(CANNOT_WRITE, self.path, tr(_FULL))  # nothing would read it
        if self._file is None:
            self._file = self._made()
            self._waiting = self._waiting[self._end :]
            if not self._waiting:
                return
        self._file = self._standing(self._file)
        if self._waiting:
            if os.fstat(self._file.fileno()).st_size != self._end and not self._torn:
                raise refused(CANNOT_WRITE, self.path, tr(_ANOTHER))
            try:
                if self._torn:
                    disk.truncate(self._file, self._end)
                    self._torn = False
                self._file.seek(self._end)
                disk.write(self._file, self._waiting)
                if sync:
                    disk.sync(self._file)
            except OSError:
                # Half a line (a full disk) would make every line after it unreadable.
                self._torn = True
                with contextlib.suppress(OSError):
                    disk.truncate(self._file, self._end)
                    self._torn = False
                raise
            self._end += len(self._waiting)
            self._waiting = b""
        elif sync:
            disk.sync(self._file)
        self._synced = sync


