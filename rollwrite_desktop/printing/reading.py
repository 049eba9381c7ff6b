"""Reads a filled-in PDF form of ours back, or the text of a code: papers out, or one sentence. And any file that can be
checked, these included.

The only place that knows pypdf. Whatever stands in the file, it is a paper, nothing filled in, or NotEvidence.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rollwrite_desktop.core.audit import NotAPaper
from rollwrite_desktop.core.words import mark, say
from rollwrite_desktop.games import evidence
from rollwrite_desktop.games.evidence import Entered, NotEvidence
from rollwrite_desktop.games.opening import game_of, options_of, sheet_of
from rollwrite_desktop.printing.codes import HEAD, paper_of_code, sheet_of_code
from rollwrite_desktop.printing.forms import ABOUT, FORMAT, paper_of_fields, read_about
from rollwrite_desktop.sheet.load import NotASheet

START = b"%PDF"
MOST_BYTES = 40_000_000
MOST_FIELDS = 200_000
DEEPEST = 8
MOST_CODE = 8_000
_OFF = ("", "Off")


def is_form(data: bytes) -> bool:
    """Whether a file is a PDF, to be read here."""
    return data.startswith(START)


def form_content(path: Path) -> bytes:
    """The bytes of a file that is no longer than a form of ours. Raises NotEvidence."""
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise NotEvidence(say("{path}: cannot be read ({why}).", path=str(path), why=why)) from error


def entries(path: Path) -> tuple[Entered, ...]:
    """Every filled sheet in a file: a paper file, a journal, a filled-in form, or the text of a code. Raises NotEvidence."""
    data = form_content(path)
    if is_form(data):
        return entered_forms(data, path.name, path.parent)
    if data[:MOST_CODE].lstrip().startswith(HEAD.encode() + b" "):
        return (entered_code(data[:MOST_CODE].decode("utf-8", "replace"), path.name),)
    return evidence.entries(path)


def entered_code(text: str, name: str) -> Entered:
    """The sheet whose code's text this is, as a camera reads it from a print; `name` is used in messages. Raises
    NotEvidence."""
    text = text[:MOST_CODE].strip().replace("\r\n", "\n")
    try:
        game_id, sheet_id, _ = sheet_of_code(text)
        game = game_of(game_id, name)
        sheet = sheet_of(game, sheet_id, name)
        paper = paper_of_code(text, sheet)
        game.auditor(sheet, options_of(game, paper.options, name)).audit(paper)
    except LookupError as error:
        raise NotEvidence(str(error.args[0])) from error
    except (NotASheet, NotAPaper) as error:
        raise NotEvidence(f"{name}: {error}") from error
    return Entered(game, sheet, paper, name)


def entered_forms(data: bytes, name: str, beside: Path | None = None) -> tuple[Entered, ...]:
    """The filled sheets of a form, in their order; sheets of it that were left empty are passed over. Raises
    NotEvidence."""
    if len(data) > MOST_BYTES:
        message = mark("{path}: {n} bytes; a form of ours has at most {most}.")
        raise NotEvidence(say(message, path=name, n=len(data), most=MOST_BYTES))
    sheets = _values(data, name)
    if not any(ABOUT in values for values in sheets.values()):
        raise NotEvidence(say(
            "{path}: not a filled-in form of ours; expected a paper file, a journal, or a PDF printed with --fillable.",
            path=name,
        ))
    found = [entered for values in sheets.values() if (entered := _entered(values, name, beside)) is not None]
    if not found:
        raise NotEvidence(say("{path}: nothing is filled in on this form.", path=name))
    return tuple(found)


def _entered(values: dict[str, str], name: str, beside: Path | None) -> Entered | None:
    about = read_about(values.get(ABOUT, ""))
    if about is None:
        if ABOUT not in values:
            return None
        raise NotEvidence(say("{path}: the form says '{text}'; expected '{format}'.",
                              path=name, text=values[ABOUT][:60], format=FORMAT))
    try:
        game = game_of(about.game, name)
        sheet = sheet_of(game, about.sheet, name, beside)
        options_of(game, about.options, name)
        if sheet.version != about.version:
            raise NotEvidence(say(
                "{path}: the form is for version {n} of the sheet {sheet}; this program has version {mine}.",
                path=name, n=about.version, sheet=about.sheet, mine=sheet.version,
            ))
        paper = paper_of_fields(game, sheet, about, values, name)
    except LookupError as error:
        raise NotEvidence(str(error.args[0])) from error
    except (NotASheet, NotAPaper) as error:
        raise NotEvidence(str(error)) from error
    return None if paper is None else Entered(game, sheet, paper, name)


def _values(data: bytes, name: str) -> dict[str, dict[str, str]]:
    """The fields with their values by the first part of their names, in the order of the file."""
    from pypdf import PdfReader

    # What is odd but readable in a file is nobody's concern here.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    sheets: dict[str, dict[str, str]] = {}
    try:
        root: Any = PdfReader(io.BytesIO(data)).trailer["/Root"].get_object()
        form = root.get("/AcroForm")
        for full, value in _fields((form.get_object() if form else {}).get("/Fields", ())):
            sheet, _, spot = full.partition(".")
            sheets.setdefault(sheet, {})[spot] = value
    except NotEvidence:
        raise
    # A broken file fails in the library in as many ways as there are.
    except Exception as error:
        why = str(error)[:80] or type(error).__name__
        raise NotEvidence(say("{path}: not a PDF that can be read ({why}).", path=name, why=why)) from error
    return sheets


def _fields(items: Any, before: str = "", depth: int = 0, seen: list[int] | None = None) -> Iterator[tuple[str, str]]:
    """Full names and values of the fields at the ends of the tree."""
    seen = [0] if seen is None else seen
    for item in items.get_object() if hasattr(items, "get_object") else items:
        seen[0] += 1
        if seen[0] > MOST_FIELDS or depth > DEEPEST:
            raise ValueError("too many fields")
        field = item.get_object()
        name = ".".join(part for part in (before, str(field.get("/T", ""))) if part)
        kids = field.get("/Kids")
        if kids is not None and any("/T" in kid.get_object() for kid in kids.get_object()):
            yield from _fields(kids, name, depth + 1, seen)
            continue
        value = field.get("/V", "")
        value = value.get_object() if hasattr(value, "get_object") else value
        text = "" if value is None else str(value)
        if field.get("/FT") == "/Btn":
            text = "" if text.removeprefix("/") in _OFF else "x"
        yield name, text
