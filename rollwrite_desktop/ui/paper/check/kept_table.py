"""The table of sheets that was compared last: its papers and rolls in a file, to be there again at the next start. What
cannot be written waits in memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import FileError, alone, make_folder, rename, write_file
from rollwrite_desktop.core.i18n import mark, tr
from rollwrite_desktop.core.limits import LongText, Text
from rollwrite_desktop.intake.errors import UNREADABLE
from rollwrite_desktop.intake.files import free_in, is_there, read_file
from rollwrite_desktop.intake.json_files import Decoder, whole_part
from rollwrite_desktop.intake.text import as_text
from rollwrite_desktop.play.audit_files import Entered, paper_in
from rollwrite_desktop.play.open_game import game_of, sheet_of
from rollwrite_desktop.play.sound_parts import paper_part
from rollwrite_desktop.ui.base.settings import Settings

NAME = "table.json"
MAX_BYTES = 4_000_000


class _Stored(msgspec.Struct):
    """The file: papers as plain values (their structs are their games'), the names of their files, rolls for all."""

    table: int
    papers: list[dict[Text, Any]] = []
    files: list[LongText] = []
    rolls: list[Text] = []


_decoder = Decoder(_Stored)


def means_table(data: bytes) -> bool:
    """Whether the content of a file is a table of sheets, or was one before it was damaged."""
    stored, _ = _read(data)
    return stored is not None and bool(stored.table)


def _read(data: bytes) -> tuple[_Stored | None, bool]:
    """A table as it stands in a file, as far as it is whole, and whether it is; None where nothing is."""
    try:
        return _decoder.decode(data), True
    except UNREADABLE:
        plain = whole_part(data)
    if not isinstance(plain, dict) or not isinstance(plain.get("table"), int):
        return None, False
    lists = {key: value for key, value in plain.items() if isinstance(value, list)}
    papers = [paper for paper in lists.get("papers", ()) if isinstance(paper, dict)]
    files, rolls = ([text for text in lists.get(key, ()) if isinstance(text, str)] for key in ("files", "rolls"))
    return _Stored(plain["table"], papers, files, rolls), False


_NOT_PUT_ASIDE = mark("{path}: cannot be renamed ({why}).")


def _sheet(plain: Mapping[str, Any], file: str) -> tuple[Entered | None, bool]:
    """A sheet of a table as far as it is whole, and whether it is; `file` is the name of the file that it came from."""
    paper = paper_part(plain, file or NAME)
    if paper is None:
        return None, False
    try:
        whole = paper == paper_in(msgspec.json.encode(plain), file or NAME)
    except UserError:
        whole = False
    game = game_of(paper.game)
    return Entered(game, sheet_of(game, game.sheet_id(paper)), paper, file), whole


def _is_empty(data: bytes) -> bool:
    try:
        stored = _decoder.decode(data)
    except UNREADABLE:
        return not data.strip()
    return not stored.papers and not stored.rolls


class KeptTable:
    """The file in the folder of the settings, or one that was saved elsewhere. Nothing else is written over: a table that
    was not read, or not all of it, is put aside; where another window has changed the file, this table goes on in a file of
    its own."""

    def __init__(self, store: Settings, path: Path | None = None) -> None:
        self._store = store
        self.path = path or store.home / NAME
        self._now: tuple[tuple[Entered, ...], tuple[str, ...]] | None = None
        self._on_disk: bytes | None = None
        self.whole = True

    def read(self) -> tuple[tuple[Entered, ...], tuple[str, ...]]:
        """The sheets of the last table as far as they can still be read, and the rolls that were entered for all. `whole`
        says afterwards whether that is all."""
        for waiting in self._store.unsaved.held(KeptTable):
            if waiting.path == self.path and waiting._now is not None:
                self._now, self._on_disk = waiting._now, waiting._on_disk
                return self._now
        try:
            content = read_file(self.path, MAX_BYTES)
        except UserError:
            self.whole = not is_there(self.path)
            return (), ()
        stored, self.whole = _read(content)
        if stored is None:
            self.whole = not content.strip()
            return (), ()
        sheets = []
        for plain, file in zip(stored.papers, (*stored.files, *[""] * len(stored.papers)), strict=False):
            sheet, whole = _sheet({"paper": 1, **plain}, file)
            sheets += [] if sheet is None else [sheet]
            self.whole &= whole
        # One that is not whole is put aside with all that it holds before anything else is written.
        self._now, self._on_disk = (tuple(sheets), tuple(stored.rolls)), content if self.whole else None
        return self._now

    def write(self, sheets: Sequence[Entered], rolls: Sequence[str]) -> str:
        """Keeps a table if it has changed; where that fails it stays in sight, and can be saved elsewhere. Returns a
        sentence where another table is kept in a file of its own from now on, else ""."""
        if self._now == (tuple(sheets), tuple(rolls)):
            return ""
        self._now = tuple(sheets), tuple(rolls)
        return self.save()

    def _make_room(self) -> str:
        """Sees to it that no other table is written over. Raises FileError."""
        if not is_there(self.path):
            return ""
        try:
            content: bytes | None = read_file(self.path, MAX_BYTES)
        except FileError:
            content = None
        if content is not None and (content == self._on_disk or _is_empty(content)):
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
        sheets, rolls = self._now or ((), ())
        papers = [msgspec.structs.replace(sheet.paper, player=sheet.player) for sheet in sheets]
        stored = {"table": 1, "papers": papers, "files": [as_text(sheet.file) for sheet in sheets], "rolls": rolls}
        make_folder(path.parent)
        content = msgspec.json.encode(stored)
        write_file(path, content)
        if path == self.path:
            self._on_disk = content
