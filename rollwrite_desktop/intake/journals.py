"""Reads journals: any bytes give a Record or NotAJournal with line, what was found and what was expected.

A torn last line (a pulled plug) is dropped with a notice. Knows no game.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from rollwrite_desktop.core.journal import Head, Record, WrittenLine
from rollwrite_desktop.core.limits import JOURNAL_BYTES, JOURNAL_LINES
from rollwrite_desktop.core.rules import CHANCE
from rollwrite_desktop.core.session import JournalLine
from rollwrite_desktop.intake.errors import UNREADABLE, NotReadable, why
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.intake.json_files import Decoder

MAX_BYTES, MAX_LINES = JOURNAL_BYTES, JOURNAL_LINES
MAX_LINE = 100_000
RESTS_EVERY = 1_000
"""So many lines are read between two rests."""


class NotAJournal(NotReadable):
    """A file that is no journal: which file, which line, what is so, what was expected."""


T = TypeVar("T")

_read_head = Decoder(Head)
_read_line = Decoder(WrittenLine)


def parse(data: bytes, name: str, rest: Callable[[], object] | None = None) -> Record:
    """The journal in `data`; `name` is used in messages; `rest` is called every so often. Raises NotAJournal."""
    if len(data) > MAX_BYTES:
        raise NotAJournal(f"{name}: {len(data)} bytes; a journal has at most {MAX_BYTES}.")
    rows = data.split(b"\n")
    torn = rows.pop() != b""
    if not rows:
        raise NotAJournal(f"{name}: line 1: expected the head of a journal, found {'half a line' if torn else 'nothing'}.")
    if len(rows) > MAX_LINES:
        raise NotAJournal(f"{name}: {len(rows)} lines; a journal has at most {MAX_LINES}.")
    head = _head(rows[0], name)
    lines = []
    for number, row in enumerate(rows[1:], 2):
        if rest is not None and number % RESTS_EVERY == 0:
            rest()
        lines.append(_line(row, f"{name}: line {number}"))
    return Record(head, tuple(lines), sum(len(row) + 1 for row in rows), torn)


def whole_lines(data: bytes, name: str) -> Record:
    """The journal up to the first line that is none, which counts as torn. Raises NotAJournal where the head is none."""
    rows = data[:MAX_BYTES].split(b"\n")[:-1][:MAX_LINES]
    head = _head(rows[0] if rows else b"", name)
    lines: list[JournalLine] = []
    with contextlib.suppress(NotAJournal):
        for row in rows[1:]:
            lines.append(_line(row, name))
    whole = sum(len(row) + 1 for row in rows[: len(lines) + 1])
    return Record(head, tuple(lines), whole, whole < len(data))


def read(path: Path, rest: Callable[[], object] | None = None) -> Record:
    """The journal in a file; `rest` is called every so often, as long ones take their time. Raises NotAJournal, and
    FileError where the file cannot be read."""
    return parse(read_file(path, MAX_BYTES), path.name, rest)


def _decode(decoder: Decoder[T], row: bytes, where: str, wanted: str) -> T:
    if len(row) > MAX_LINE:
        raise NotAJournal(f"{where}: {len(row)} bytes in one line; at most {MAX_LINE} are expected.")
    try:
        return decoder.decode(row)
    except UNREADABLE as error:
        raise NotAJournal(f"{where}: expected {wanted}; {why(error)}.") from error


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
    if sum((line.do != "", line.undo, line.redo, line.note != "", line.left, line.back)) != 1:
        raise NotAJournal(f'{where}: expected exactly one of "do", "undo", "redo", "note", "left" and "back".')
    if not 0 <= line.at < 2**53:
        raise NotAJournal(f"{where}: at {line.at}; expected milliseconds, 0 or more.")
    if line.correct and not (line.correct > 0 and line.do and line.by == CHANCE):
        raise NotAJournal(f'{where}: expected a correction such as {{"by": "chance", "correct": 3, "do": "…"}}.')
    return JournalLine(
        line.by, line.do, line.undo, line.redo, line.note, line.text, line.at, line.correct, line.left, line.back,
    )
