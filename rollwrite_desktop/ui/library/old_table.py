"""The tables of sheets that earlier versions kept in a file of their own: such a file becomes a session without a call."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import rename
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.intake.files import free_in, read_file
from rollwrite_desktop.intake.tables import MAX_BYTES, NAME, is_empty, read_table
from rollwrite_desktop.play.opening.open_game import found_from, game_of, sheet_of
from rollwrite_desktop.play.paper.audit_files import Entered, name_in, paper_in
from rollwrite_desktop.play.paper.paper_session import PaperSession
from rollwrite_desktop.play.paper.salvage import paper_part
from rollwrite_desktop.sheet.load import ENDING, find
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library.session_store import SessionFile, Sessions, new_table_file


def old_table(store: Settings) -> Path | None:
    """Returns the table that was left in the folder of the settings, None where there is none with anything in it."""
    path = store.home / NAME
    try:
        return None if is_empty(read_file(path, MAX_BYTES)) else path
    except UserError:
        return None


def as_session(path: Path, store: Settings) -> tuple[SessionFile | None, str]:
    """A new session with the sheets of a table as far as they can be read, None where nothing can; and what is to be said
    of it. What lies in the folder of the settings is put aside once the session is written, with all that it holds. Raises
    UserError."""
    content = read_file(path, MAX_BYTES)
    stored, whole = read_table(content)
    if stored is None:
        return None, tr("Not all of {file} could be read. It is not written over.", file=path.name)
    sheets: list[Entered] = []
    why = ""
    for plain, file in zip(stored.papers, (*stored.files, *[""] * len(stored.papers)), strict=False):
        sheet, as_it_was = _sheet({"paper": 1, **plain}, file, path.parent)
        sheets += [] if sheet is None else [sheet]
        whole &= as_it_was
        why = why or ("" if as_it_was else _fault_of_drawing(plain, path.parent))
    if why and not sheets:  # the drawing may be there again another time
        return None, f"{tr('Not all of {file} could be read. It is not written over.', file=path.name)} {why}"
    kept = new_table_file(store, sheets[0].game.info.id if sheets else "")
    session = kept.session.begun_with(sheets[0]) if sheets else kept.session
    for sheet in sheets:
        if sheet.game is session.played:
            session = _with_sheet(session, sheet)
    session = replace(session, rolls=_rolls(session, stored.rolls), ranking=stored.ranking)
    whole &= len(session.rolls) == len(stored.rolls)
    kept.place_anew(Sessions(store).free_path(session.name))
    kept.put(session)
    sentences = [] if whole else [tr("Not all of {file} could be read. It is not written over.", file=path.name)]
    sentences += [why] if why else []
    if kept.saved and path == store.home / NAME:
        beside = free_in(path.parent, path.stem, path.suffix)
        rename(path, beside)
        sentences.append(tr("Your earlier table is now the session “{name}”.", name=session.name))
    return kept, " ".join(sentences)


def _with_sheet(session: PaperSession, sheet: Entered) -> PaperSession:
    """Two sheets of one name stay two."""
    taken = session.member_called(sheet.player) >= 0
    paper = msgspec.structs.replace(sheet.paper, player="") if taken else sheet.paper
    return session.with_sheet_of(paper, sheet.player or name_in(sheet.file), sheet.file)


def _rolls(session: PaperSession, rolls: list[str]) -> tuple[str, ...]:
    """Returns the rolls that were entered for all, none where they are none of this game."""
    notes = session.roll_notes()
    return tuple(rolls) if all(notes.read(roll, None) for roll in rolls) else ()


def _sheet(plain: Mapping[str, Any], file: str, folder: Path) -> tuple[Entered | None, bool]:
    """A sheet of a table as far as it is whole, and whether it is; `file` is the name of the file that it came from, and a
    drawing from a file is named from `folder`."""
    paper = paper_part(plain, file or NAME, folder)
    if paper is None:
        return None, False
    try:
        whole = paper == paper_in(msgspec.json.encode(plain), file or NAME)
    except UserError:
        whole = False
    paper = msgspec.structs.replace(paper, sheet=found_from(folder, paper.sheet))
    game = game_of(paper.game)
    return Entered(game, sheet_of(game, game.play.sheet_id(paper)), paper, file), whole


def _fault_of_drawing(plain: Mapping[str, Any], folder: Path) -> str:
    """Why the drawing of one's own that a sheet names cannot be used, in a sentence, or ""."""
    named = plain.get("sheet")
    if isinstance(named, str) and named.endswith(ENDING):
        try:
            find(named, folder)
        except UserError as error:
            return str(error)
    return ""
