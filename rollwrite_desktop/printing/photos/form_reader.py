"""Reads filled-in PDF forms of ours and the texts of scanned codes, and dispatches any file that can be checked.

Any content gives papers or raises UserError. A PDF is read by a process of its own, which is ended where that takes long or
much memory: the library that does it limits neither.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from rollwrite_desktop.core.errors import UserError, located
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.intake.forms import MAX_BYTES, NOT_A_PDF, NotAForm, values_or_reason
from rollwrite_desktop.play.opening.open_game import file_named, game_of, options_of, sheet_of
from rollwrite_desktop.play.paper import audit_files
from rollwrite_desktop.play.paper.audit_files import Entered, NotCheckable
from rollwrite_desktop.play.work.jobs import once
from rollwrite_desktop.play.work.worker import values_of
from rollwrite_desktop.printing.sheets.form_fields import FORMAT, IDENTITY, paper_of_fields, read_identity
from rollwrite_desktop.printing.sheets.sheet_codes import HEAD, paper_of_code, sheet_of_code
from rollwrite_desktop.sheet.load import AT
from rollwrite_desktop.sheet.sheet import Sheet

START = b"%PDF"
SECONDS = 10.0
"""Of processor time that the fields of a form may take; 15,000 take 0.6 where this was measured."""
DEADLINE = 300
"""Tenths of a second that they may take where processor time is not limited."""
MAX_CHARACTERS = 10_000
"""More than any code has."""


Fields = dict[str, dict[str, str]]
"""Sheet prefix to its fields' names and values."""


class NoForm(NotCheckable):
    """A PDF without our fields, or larger than one with them; it may be a scan."""


class NothingFilledIn(NotCheckable):
    """A form of ours in which nothing is filled in."""


def is_form(data: bytes) -> bool:
    """Returns whether the content of a file is a PDF."""
    return data.startswith(START)


def form_content(path: Path) -> bytes:
    """Returns the content of a file of at most MAX_BYTES, without the mark with which editors begin a text. Raises
    FileError."""
    return read_file(path, MAX_BYTES).removeprefix(BOM_UTF8)


def is_code(data: bytes) -> bool:
    """Returns whether the content of a file is the text of a scanned code."""
    return data.startswith(HEAD.encode() + b" ")


def fields_beside(data: bytes, name: str, wait: Callable[[], None] = lambda: None) -> Fields:
    """Returns the fields of a form, read by a process of its own. `wait`: what is done until they are there. Raises
    UserError."""
    try:
        (found,) = values_of(once(values_or_reason, data, name), SECONDS, wait, DEADLINE)
    except UserError:
        reason = tr("too much to read; at most about 150 sheets in one file")
        raise NotAForm(tr(NOT_A_PDF, path=name, why=reason)) from None
    if isinstance(found, str):
        raise NotAForm(found)
    return found


def entries(path: Path, fields: Callable[[bytes, str], Fields] = fields_beside) -> tuple[Entered, ...]:
    """All filled sheets in a paper file, journal, filled-in form or scanned code. fields: what reads a form. Raises
    UserError."""
    data = form_content(path)
    folders = (path.parent, Path())
    if is_form(data):
        return entered_forms(data, path.name, folders, fields)
    if is_code(data):
        return (entered_code(data, path.name, folders),)
    return audit_files.entries(path)


def entered_code(data: bytes, name: str, folders: Sequence[Path] = ()) -> Entered:
    """Returns the sheet of a scanned code. folders: where sheet files are searched. Raises UserError."""
    text = data[:MAX_CHARACTERS].decode("utf-8-sig", "replace").strip().replace("\r\n", "\n")
    with located(name):
        game_id, sheet_name, _ = sheet_of_code(text)
        game = game_of(game_id)
        sheet_id, sheet = _sheet(game, sheet_name, folders)
        paper = msgspec.structs.replace(paper_of_code(text, sheet, game.check.paper), sheet=sheet_id)
        game.check.auditor(sheet, options_of(game, paper.options)).audit(paper)
    return Entered(game, sheet, paper, name)


def _sheet(game: Game, named: str, folders: Sequence[Path]) -> tuple[str, Sheet]:
    """Returns the id and the sheet for a printed name; the id of a sheet from a file is its path. Raises UserError."""
    sheet_id = str(file_named(named, folders).resolve()) if AT in named else named
    return sheet_id, sheet_of(game, sheet_id)


def entered_forms(
    data: bytes, name: str, folders: Sequence[Path] = (), fields: Callable[[bytes, str], Fields] = fields_beside
) -> tuple[Entered, ...]:
    """Returns the filled sheets of a PDF form in order, without empty ones. folders: where sheet files are searched; fields:
    what reads the form. Raises UserError."""
    if len(data) > MAX_BYTES:
        message = mark("{path}: bytes {n}; our forms have at most {most}.")
        raise NoForm(tr(message, path=name, n=len(data), most=MAX_BYTES))
    sheets = fields(data, name)
    if not any(IDENTITY in values for values in sheets.values()):
        raise NoForm(tr(
            "{path}: not one of our forms; expected a paper file, a saved game, or a PDF printed with --fillable.",
            path=name,
        ))
    found = [entered for values in sheets.values() if (entered := _entered(values, name, folders)) is not None]
    if not found:
        raise NothingFilledIn(tr("{path}: nothing is filled in on this form.", path=name))
    return tuple(found)


def _entered(values: dict[str, str], name: str, folders: Sequence[Path]) -> Entered | None:
    identity = read_identity(values.get(IDENTITY, ""))
    if identity is None:
        if IDENTITY not in values:
            return None
        raise NotCheckable(tr("{path}: the form says '{text}'; expected '{format}'.",
                              path=name, text=values[IDENTITY][:60], format=FORMAT))
    with located(name):
        game = game_of(identity.game)
        sheet_id, sheet = _sheet(game, identity.sheet, folders)
        if identity.version > sheet.version:  # of an earlier drawing all spaces have the same names
            raise NotCheckable(tr(
                "The form is for version {n} of the sheet {sheet}; this program has version {mine}.",
                n=identity.version, sheet=identity.sheet, mine=sheet.version,
            ))
        paper = paper_of_fields(game, sheet, identity, values)
    return None if paper is None else Entered(game, sheet, msgspec.structs.replace(paper, sheet=sheet_id), name)
