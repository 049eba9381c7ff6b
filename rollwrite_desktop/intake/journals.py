"""Reads journals: any bytes give a Record or NotAJournal with line, what was found and what was expected.

A torn last line (a pulled plug) is dropped with a notice. Knows no game.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.core.journal import Head, Record
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
_read_line = Decoder(JournalLine)


def parse(data: bytes, name: str, rest: Callable[[], object] | None = None) -> Record:
    """Returns the journal in `data`; `name` is used in messages; `rest` is called every so often. Raises NotAJournal."""
    if len(data) > MAX_BYTES:
        raise NotAJournal(tr(
            "{file}: {found} bytes; a saved game has at most {most}.", file=name, found=len(data), most=MAX_BYTES,
        ))
    rows = data.split(b"\n")
    torn = rows.pop() != b""
    if not rows:
        raise NotAJournal(_at(name, 1, (
            tr("the beginning of a saved game was expected; half a line was found.") if torn
            else tr("the beginning of a saved game was expected; nothing was found."))))
    if len(rows) > MAX_LINES:
        raise NotAJournal(tr(
            "{file}: {found} lines; a saved game has at most {most}.", file=name, found=len(rows), most=MAX_LINES,
        ))
    head = _head(rows[0], name)
    lines = []
    for number, row in enumerate(rows[1:], 2):
        if rest is not None and number % RESTS_EVERY == 0:
            rest()
        lines.append(_line(row, name, number))
    return Record(head, tuple(lines), sum(len(row) + 1 for row in rows), torn)


def whole_lines(data: bytes, name: str) -> Record:
    """Returns the journal up to the first line that is none, which counts as torn. Raises NotAJournal where the head is
    none."""
    rows = data[:MAX_BYTES].split(b"\n")[:-1][:MAX_LINES]
    head = _head(rows[0] if rows else b"", name)
    lines: list[JournalLine] = []
    with contextlib.suppress(NotAJournal):
        for number, row in enumerate(rows[1:], 2):
            lines.append(_line(row, name, number))
    whole = sum(len(row) + 1 for row in rows[: len(lines) + 1])
    return Record(head, tuple(lines), whole, whole < len(data))


def read(path: Path, rest: Callable[[], object] | None = None) -> Record:
    """Returns the journal in a file; `rest` is called every so often, as long ones take their time. Raises NotAJournal, and
    FileError where the file cannot be read."""
    return parse(read_file(path, MAX_BYTES), path.name, rest)


def line_named(file: str, line: int) -> str:
    """A line of a file, as sentences about it begin."""
    return tr("{file}: line {n}", file=file, n=line)


def _at(file: str, line: int, sentence: str) -> str:
    return f"{line_named(file, line)}: {sentence}"


def _decode(decoder: Decoder[T], row: bytes, name: str, number: int, expected: str) -> T:
    """`expected`: a message id that may hold {why}."""
    if len(row) > MAX_LINE:
        raise NotAJournal(_at(name, number, tr("{found} bytes; a line has at most {most}.", found=len(row), most=MAX_LINE)))
    try:
        return decoder.decode(row)
    except UNREADABLE as error:
        raise NotAJournal(_at(name, number, tr(expected).format(why=why(error), example=_EVENT))) from error


_EVENT, _CORRECTION = '{"by": "p1", "do": "…"}', '{"by": "chance", "correct": 3, "do": "…"}'
_KEYS = '"do", "undo", "redo", "note", "left", "back"'
_MOST_PLAYERS, _LONGEST_NAME = 99, 200


def _head(row: bytes, name: str) -> Head:
    head = _decode(_read_head, row, name, 1, mark("the beginning of a saved game was expected; {why}."))
    if head.journal != 1:
        raise NotAJournal(_at(name, 1, tr("format {n} of saved games; this program reads format 1.", n=head.journal)))
    if not 1 <= len(head.players) <= _MOST_PLAYERS or any(
        not player or len(player) > _LONGEST_NAME for player in head.players
    ):
        raise NotAJournal(_at(name, 1, tr(
            "1 to {most} names of players were expected, of 1 to {long} characters.", most=_MOST_PLAYERS, long=_LONGEST_NAME,
        )))
    return head


def _line(row: bytes, name: str, number: int) -> JournalLine:
    line = _decode(_read_line, row, name, number, mark("a move such as {example} was expected; {why}."))
    wrong = ""
    if sum((line.do != "", line.undo, line.redo, line.note != "", line.left, line.back)) != 1:
        wrong = tr("exactly one of these was expected: {names}.", names=_KEYS)
    elif not 0 <= line.at < 2**53:
        wrong = tr("“at” is {n}; milliseconds were expected, 0 or more.", n=line.at)
    elif line.correct and not (line.correct > 0 and line.do and line.by == CHANCE):
        wrong = tr("a correction such as {example} was expected.", example=_CORRECTION)
    if wrong:
        raise NotAJournal(_at(name, number, wrong))
    return line
