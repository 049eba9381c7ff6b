"""The answers of commands, and their formatting."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import write_file
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.intake.text import escaped, terminal


class Answer(Struct, frozen=True):
    """What goes to standard output, text or the bytes of a file, and an exit code: 1 if something was found, else 0."""

    text: str = ""
    code: int = 0
    data: bytes = b""


STANDARD_OUTPUT = "-"
"""As the name of an output file: the file goes to standard output, and nothing else does."""


def file_written(name: str, content: bytes, force: bool, answer: Answer) -> Answer:
    """Writes an output file and answers `answer`; or answers the file itself if it is to go to standard output. Raises
    FileError, and UserError for a terminal."""
    if name != STANDARD_OUTPUT:
        write_file(Path(name), content, force)
        return answer
    if sys.stdout is not None and sys.stdout.isatty():
        raise UserError(tr("-o -: standard output is a terminal; redirect it to a file or a program."))
    return Answer(code=answer.code, data=content)


def as_json(value: Any, code: int = 0) -> Answer:
    """An answer in JSON, in ASCII if standard output is not UTF-8."""
    plain = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "") == "utf8"
    text = json.dumps(value, ensure_ascii=not plain, indent=1)
    # A file name may contain surrogates, which UTF-8 cannot encode.
    return Answer(escaped(text.encode("utf-8", "replace").decode("utf-8")) + "\n", code)


def as_text(lines: Sequence[str], code: int = 0) -> Answer:
    """An answer of lines of text; each of them stays one line, whatever names are in it."""
    return Answer("".join(f"{terminal(line)}\n" for line in lines), code)


def table(rows: Sequence[Sequence[str]], words: bool = False) -> list[str]:
    """Aligns cells in columns, numbers to the right; `words`: to the left, as names."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if cell.replace(".", "").isdigit() and not words else cell.ljust(width)
            for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    ]
