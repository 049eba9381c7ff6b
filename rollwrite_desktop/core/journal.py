"""The journal: a game as it was played, as JSON Lines, on disk after every stroke.

This module writes journals; `intake/journals.py` reads them. Knows no game.
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import msgspec

from rollwrite_desktop.core.files import writing
from rollwrite_desktop.core.session import JournalLine

SUFFIX = ".rollwrite"


class Notes(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a table wants to remember of a game beside its strokes: the code of the dice, whether they are `digital` or
    `real`, the computer players by player id, the name of the game, when it was started (ISO 8601), and the code with
    which others play the same game (for people; who reads a journal works it out from the head)."""

    seed: str = ""
    dice: str = "digital"
    bots: dict[str, str] = {}
    name: str = ""
    started: str = ""
    code: str = ""


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a journal. `players` are names, in the order of p1, p2 …; `notes` is what the rules
    never see."""

    journal: int
    game: str
    rules: int
    sheet: str
    sheet_hash: str
    players: tuple[str, ...]
    options: dict[str, str]
    notes: Notes


class WrittenLine(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A line as it stands in the file."""

    by: str
    do: str = ""
    undo: bool = False
    redo: bool = False
    note: str = ""
    text: str = msgspec.field(name="is", default="")
    at: int = 0
    correct: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """A journal as read: its head, its lines, how many bytes of it are whole, and whether a torn line was dropped."""

    head: Head
    lines: tuple[JournalLine, ...]
    whole: int
    torn: bool


_encode = msgspec.json.Encoder()


def head_bytes(head: Head) -> bytes:
    """The head as a line."""
    return _encode.encode(head) + b"\n"


def line_bytes(line: JournalLine) -> bytes:
    """A line as it stands in the file."""
    written = WrittenLine(line.by, line.do, line.undo, line.redo, line.note, line.text, line.at, line.correct)
    return _encode.encode(written) + b"\n"


class Journal:
    """A journal file being written. Every line is out of the program when `append` returns."""

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self.path = path
        self._file = file

    @classmethod
    def create(cls, path: Path, head: Head) -> Journal:
        """A new file. Raises FileError, also rather than overwrite one."""
        with writing(path):
            journal = cls(path, path.open("xb", buffering=0))
        journal._put(head_bytes(head))
        return journal

    @classmethod
    def resume(cls, path: Path, record: Record) -> Journal:
        """Goes on with a file that was read; a torn last line is cut off first. Raises FileError."""
        with writing(path):
            file = path.open("r+b", buffering=0)
            if record.torn:  # a whole file is left untouched, its date too
                file.truncate(record.whole)
            file.seek(record.whole)
        return cls(path, file)

    def append(self, line: JournalLine) -> None:
        """Writes one line through to the disk; of a race only to the system, which is quicker, until `sync`. Raises
        FileError; then nothing of the line is in the file."""
        self._put(line_bytes(line), sync=line.at == 0)

    def sync(self) -> None:
        """Brings everything to the disk."""
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Closes the file; nothing can be written afterwards."""
        self._file.close()

    def _put(self, data: bytes, sync: bool = True) -> None:
        start = self._file.tell()
        with writing(self.path):
            try:
                while data:
                    data = data[self._file.write(data) :]
                if sync:
                    self.sync()
            except OSError:
                # Half a line (a full disk) would make every line after it unreadable.
                with contextlib.suppress(OSError):
                    self._file.truncate(start)
                    self._file.seek(start)
                raise
