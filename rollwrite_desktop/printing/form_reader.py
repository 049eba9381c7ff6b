"""Reads a filled-in PDF form of ours back, and the text of a scanned code: papers out, or one sentence. And any file that
can be checked, those included.

The only place that knows pypdf. Whatever stands in the file, it is a paper, nothing filled in, or a UserError.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from rollwrite_desktop.core.errors import located
from rollwrite_desktop.core.files import read_file
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.play import audit_files
from rollwrite_desktop.play.audit_files import Entered, NotCheckable
from rollwrite_desktop.play.open_game import AT, file_named, game_of, options_of, sheet_of
from rollwrite_desktop.printing.form_fields import ABOUT, FORMAT, paper_of_fields, read_about
from rollwrite_desktop.printing.sheet_codes import HEAD, paper_of_code, sheet_of_code
from rollwrite_desktop.sheet.sheet import Sheet

START = b"%PDF"
MAX_BYTES = 40_000_000
MAX_FIELDS = 200_000
DEEPEST = 8
MAX_SIGNS = 10_000
"""More than any code holds."""
_OFF = ("", "Off")


class NothingFilledIn(NotCheckable):
    """A form of ours that was left empty."""


def is_form(data: bytes) -> bool:
    """Whether a file is a PDF, to be read here."""
    return data.startswith(START)


def form_content(path: Path) -> bytes:
    """The bytes of a file that is no longer than a form of ours. Raises FileError."""
    return read_file(path, MAX_BYTES)


def is_code(data: bytes) -> bool:
    """Whether a file is the text of a scanned code."""
    return data.startswith(HEAD.encode() + b" ")


def entries(path: Path) -> tuple[Entered, ...]:
    """Every filled sheet in a file: a paper file, a journal, a filled-in form or a scanned code. Raises UserError."""
    data = form_content(path)
    folders = (path.parent, Path())
    if is_form(data):
        return entered_forms(data, path.name, folders)
    if is_code(data):
        return (entered_code(data, path.name, folders),)
    return audit_files.entries(path)


def entered_code(data: bytes, name: str, folders: Sequence[Path] = ()) -> Entered:
    """The sheet that a scanned code holds, empty if it is that of a blank one. `folders` are where sheet files are looked
    for. Raises UserError."""
    text = data[:MAX_SIGNS].decode("utf-8", "replace").strip().replace("\r\n", "\n")
    with located(name):
        game_id, sheet_name, _ = sheet_of_code(text)
        game = game_of(game_id)
        sheet_id, sheet = _sheet(game, sheet_name, folders)
        paper = msgspec.structs.replace(paper_of_code(text, sheet, game.paper), sheet=sheet_id)
        game.auditor(sheet, options_of(game, paper.options)).audit(paper)
    return Entered(game, sheet, paper, name)


def _sheet(game: Game, named: str, folders: Sequence[Path]) -> tuple[str, Sheet]:
    """The sheet that something printed names, and its id; that of a sheet from a file is the file's path. Raises
    UserError."""
    sheet_id = str(file_named(named, folders).resolve()) if AT in named else named
    return sheet_id, sheet_of(game, sheet_id)


def entered_forms(data: bytes, name: str, folders: Sequence[Path] = ()) -> tuple[Entered, ...]:
    """The filled sheets of a form, in their order; sheets of it that were left empty are passed over. `folders` are where
    sheet files are looked for. Raises UserError."""
    if len(data) > MAX_BYTES:
        message = mark("{path}: {n} bytes; a form of ours has at most {most}.")
        raise NotCheckable(tr(message, path=name, n=len(data), most=MAX_BYTES))
    sheets = _values(data, name)
    if not any(ABOUT in values for values in sheets.values()):
        raise NotCheckable(tr(
            "{path}: not a filled-in form of ours; expected a paper file, a journal, or a PDF printed with --fillable.",
            path=name,
        ))
    found = [entered for values in sheets.values() if (entered := _entered(values, name, folders)) is not None]
    if not found:
        raise NothingFilledIn(tr("{path}: nothing is filled in on this form.", path=name))
    return tuple(found)


def _entered(values: dict[str, str], name: str, folders: Sequence[Path]) -> Entered | None:
    about = read_about(values.get(ABOUT, ""))
    if about is None:
        if ABOUT not in values:
            return None
        raise NotCheckable(tr("{path}: the form says '{text}'; expected '{format}'.",
                              path=name, text=values[ABOUT][:60], format=FORMAT))
    with located(name):
        game = game_of(about.game)
        sheet_id, sheet = _sheet(game, about.sheet, folders)
        if sheet.version != about.version:
            raise NotCheckable(tr(
                "The form is for version {n} of the sheet {sheet}; this program has version {mine}.",
                n=about.version, sheet=about.sheet, mine=sheet.version,
            ))
        paper = paper_of_fields(game, sheet, about, values)
    return None if paper is None else Entered(game, sheet, msgspec.structs.replace(paper, sheet=sheet_id), name)


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
    # A broken file fails in the library in as many ways as there are.
    except Exception as error:
        why = str(error)[:80] or type(error).__name__
        raise NotCheckable(tr("{path}: not a PDF that can be read ({why}).", path=name, why=why)) from error
    return sheets


def _fields(items: Any, before: str = "", depth: int = 0, seen: list[int] | None = None) -> Iterator[tuple[str, str]]:
    """Full names and values of the fields at the ends of the tree."""
    seen = [0] if seen is None else seen
    for item in items.get_object() if hasattr(items, "get_object") else items:
        seen[0] += 1
        if seen[0] > MAX_FIELDS or depth > DEEPEST:
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
