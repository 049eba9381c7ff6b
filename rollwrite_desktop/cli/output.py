"""What a command prints: its answer, and small pieces of answers."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes to standard output, and the exit code: 1 if something was found, else 0."""

    text: str = ""
    code: int = 0


def as_json(value: Any, code: int = 0) -> Answer:
    """An answer for programs; only escapes where standard output is not UTF-8."""
    plain = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "") == "utf8"
    text = json.dumps(value, ensure_ascii=not plain, indent=1)
    # A file name may hold bytes that are no text.
    return Answer(text.encode("utf-8", "replace").decode("utf-8") + "\n", code)


def as_text(lines: Sequence[str], code: int = 0) -> Answer:
    """An answer for people."""
    return Answer("".join(f"{line}\n" for line in lines), code)


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows in columns; what reads as a number is set to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if cell.replace(".", "").isdigit() else cell.ljust(width)
            for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    ]
