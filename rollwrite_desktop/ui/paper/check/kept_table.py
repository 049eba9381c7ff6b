"""The table of sheets that was compared last: its papers and rolls in a file, to be there again at the next start. What
cannot be written waits in memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import FileError, alone, make_folder, refused, rename, write_file
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.intake.files import free_in, is_there, read_file
from rollwrite_desktop.intake.sessions import StoredRanking
from rollwrite_desktop.intake.tables import MAX_BYTES, NAME, is_empty, read_table
from rollwrite_desktop.intake.text import as_text
from rollwrite_desktop.play.audit_files import Entered, RankingRule, paper_in
from rollwrite_desktop.play.open_game import found_from, game_of, named_from, sheet_of
from rollwrite_desktop.play.sound_parts import paper_part
from rollwrite_desktop.sheet.load import ENDING, find
from rollwrite_desktop.ui.base.settings import Settings

_NOT_PUT_ASIDE = mark("{path}: cannot be renamed ({why}).")
_CANNOT_WRITE = mark("Cannot write {path}: {why}.")


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
    return Entered(game, sheet_of(game, game.sheet_id(paper)), paper, file), whole


def _fault_of_drawing(plain: Mapping[str, Any], folder: Path) -> str:
    """Why the drawing of one's own that a sheet names cannot be used, in a sentence, or ""."""
    named = plain.get("sheet")
    if isinstance(named, str) and named.endswith(ENDING):
        try:
            find(named, folder)
        except UserError as error:
            return str(error)
    return ""


@dataclass(frozen=True, slots=True)
class Table:
    """Sheets of one game, the rolls that were entered for all of them, and how illegal play counts; None: as usual."""

    sheets: tuple[Entered, ...] = ()
    rolls: tuple[str, ...] = ()
    rule: RankingRule | None = None


class KeptTable:
    """The file in the folder of the settings, or one that was saved elsewhere. Nothing else is written over: a table that
    was not read, or not all of it, is put aside; where another window has changed the file, this table goes on in a file of
    its own."""

    def __init__(self, store: Settings, path: Path | None = None) -> None:
        self._store = store
        self.path = path or store.home / NAME
        self._now: Table | None = None
        self._on_disk: bytes | None = None
        self.whole = True
        self.why = ""

    def read(self) -> Table:
        """The last table as far as it can still be read. `whole` says afterwards whether that is all, and `why`, of a
        drawing of one's own, why not."""
        for waiting in self._store.unsaved.held(KeptTable):
            if waiting.path == self.path and waiting._now is not None:
                self._now, self._on_disk = waiting._now, waiting._on_disk
                return self._now
        try:
            content = read_file(self.path, MAX_BYTES)
        except UserError:
            self.whole = not is_there(self.path)
            return Table()
        stored, self.whole = read_table(content)
        if stored is None:
            self.whole = not content.strip()
            return Table()
        sheets = []
        for plain, file in zip(stored.papers, (*stored.files, *[""] * len(stored.papers)), strict=False):
            sheet, whole = _sheet({"paper": 1, **plain}, file, self.path.parent)
            sheets += [] if sheet is None else [sheet]
            self.whole &= whole
            self.why = self.why or ("" if whole else _fault_of_drawing(plain, self.path.parent))
        # One that is not whole is put aside with all that it holds before anything else is written.
        ranking = stored.ranking
        rule = None if ranking is None else RankingRule(ranking.illegal, ranking.points)
        self._now, self._on_disk = Table(tuple(sheets), tuple(stored.rolls), rule), content if self.whole else None
        return self._now

    def write(self, table: Table) -> str:
        """Keeps a table if it has changed; where that fails it stays in sight, and can be saved elsewhere. Returns a
        sentence where another table is kept in a file of its own from now on, else ""."""
        if self._now == table:
            return ""
        self._now = table
        return self.save()

    def _make_room(self) -> str:
        """Sees to it that no other table is written over. Raises FileError."""
        if not is_there(self.path):
            return ""
        try:
            content: bytes | None = read_file(self.path, MAX_BYTES)
        except FileError:
            content = None
        if content is not None and (content == self._on_disk or is_empty(content)):
            return ""
        beside = free_in(self.path.parent, self.path.stem, self.path.suffix)
        if self._on_disk is None:
            rename(self.path, beside, _NOT_PUT_ASIDE)
            return tr("The table of before is kept as {name}.", name=beside.name)
        self._report(None)
        self.path = beside
        return tr("Another window has changed this table; it goes on as {name}.", name=beside.name)

    def save(self) -> str:
        """Tries to write it, again where it could not be written; returns what `write` does."""
        failure, sentence = None, ""
        try:
            make_folder(self.path.parent)
            with alone(self.path.parent):
                sentence = self._make_room()
                self._write(self.path)
        except FileError as error:
            failure = error
        self._report(failure)
        return sentence

    def _report(self, failure: FileError | None) -> None:
        self._store.unsaved.report(
            str(self.path), failure, self.save, self._write, lambda: self._report(None), self.path.name, self,
        )

    def _write(self, path: Path) -> None:
        table, folder = self._now or Table(), path.parent
        papers = [
            msgspec.structs.replace(sheet.paper, player=sheet.player, sheet=named_from(folder, sheet.paper.sheet))
            for sheet in table.sheets
        ]
        files = [as_text(sheet.file) for sheet in table.sheets]
        stored: dict[str, object] = {"table": 1, "papers": papers, "files": files, "rolls": table.rolls}
        if table.rule is not None:
            stored["ranking"] = StoredRanking(table.rule.illegal, table.rule.points)
        make_folder(path.parent)
        content = msgspec.json.encode(stored)
        if len(content) > MAX_BYTES:  # nothing would read it
            raise refused(_CANNOT_WRITE, path, tr("it would be larger than such a file may be"))
        write_file(path, content)
        if path == self.path:
            self._on_disk = content
