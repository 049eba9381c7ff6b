"""The journal: a game as it was played, as JSON Lines, on disk after every stroke.

A torn last line (a pulled plug) is dropped with a notice; anything else that is wrong is NotAJournal with line, what was
found and what was expected. Knows no game.
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from rollwrite_desktop.core.chance import CHANCE
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import read_file, writing
from rollwrite_desktop.core.session import JournalLine

MAX_BYTES = 16_000_000
MAX_LINE = 100_000
MAX_LINES = 50_000
SUFFIX = ".rollwrite"


class NotAJournal(UserError):
    """A file that is no journal: which file, which line, what is so, what was expected."""


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


class _Written(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
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


T = TypeVar("T")

_read_head = msgspec.json.Decoder(Head)
_read_line = msgspec.json.Decoder(_Written)
_encode = msgspec.json.Encoder()


def head_bytes(head: Head) -> bytes:
    """The head as a line."""
    return _encode.encode(head) + b"\n"


def line_bytes(line: JournalLine) -> bytes:
    """A line as it stands in the file."""
    written = _Written(line.by, line.do, line.undo, line.redo, line.note, line.text, line.at, line.correct)
    return _encode.encode(written) + b"\n"


def parse(data: bytes, name: str) -> Record:
    """The journal in `data`; `name` is used in messages. Raises NotAJournal."""
    if len(data) > MAX_BYTES:
        raise NotAJournal(f"{name}: {len(data)} bytes; a journal has at most {MAX_BYTES}.")
    rows = data.split(b"\n")
    torn = rows.pop() != b""
    if not rows:
        raise NotAJournal(f"{name}: line 1: expected the head of a journal, found {'half a line' if torn else 'nothing'}.")
    if len(rows) > MAX_LINES:
        raise NotAJournal(f"{name}: {len(rows)} lines; a journal has at most {MAX_LINES}.")
    head = _head(rows[0], name)
    lines = tuple(_line(row, f"{name}: line {number}") for number, row in enumerate(rows[1:], 2))
    return Record(head, lines, sum(len(row) + 1 for row in rows), torn)


def read(path: Path) -> Record:
    """The journal in a file. Raises NotAJournal, and FileError where the file cannot be read."""
    return parse(read_file(path, MAX_BYTES), path.name)


def _decode(decoder: msgspec.json.Decoder[T], row: bytes, where: str, wanted: str) -> T:
    if len(row) > MAX_LINE:
        raise NotAJournal(f"{where}: {len(row)} bytes in one line; at most {MAX_LINE} are expected.")
    try:
        return decoder.decode(row)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotAJournal(f"{where}: expected {wanted}; {error}.") from error


def _head(row: bytes, name: str) -> Head:
    where = f"{name}: line 1"
    head = _decode(_read_head, row, where, "the head of a journal")
    if head.journal != 1:
        raise NotAJournal(f"{where}: journal format {head.journal}; this program reads format 1.")
    if not 1 <= len(head.players) <= 99 or any(not player or len(player) > 200 for player in head.players):
        raise NotAJournal(f"{where}: players: expected 1 to 99 names of 1 to 200 characters.")
    return head


def _line(row: bytes, where: str) -> JournalLine:
    line = _decode(_read_line, row, where, "an event such as {\"by\": \"p1\", \"do\": \"…\"}")
    if sum((line.do != "", line.undo, line.redo, line.note != "")) != 1:
        raise NotAJournal(f'{where}: expected exactly one of "do", "undo", "redo" and "note".')
    if not 0 <= line.at < 2**53:
        raise NotAJournal(f"{where}: at {line.at}; expected milliseconds, 0 or more.")
    if line.correct and not (line.correct > 0 and line.do and line.by == CHANCE):
        raise NotAJournal(f'{where}: expected a correction such as {{"by": "chance", "correct": 3, "do": "…"}}.')
    return JournalLine(line.by, line.do, line.undo, line.redo, line.note, line.text, line.at, line.correct)


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
