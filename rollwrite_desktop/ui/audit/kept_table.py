"""The table of sheets that was compared last: its papers and rolls in a file, to be there again at the next start. What
cannot be written waits in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import FileError, make_folder, write_file
from rollwrite_desktop.core.limits import LongText, Text
from rollwrite_desktop.intake.errors import UNREADABLE
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.play.audit_files import Entered, paper_in
from rollwrite_desktop.play.open_game import game_of, options_of, sheet_of
from rollwrite_desktop.ui.shell.settings import Settings

NAME = "table.json"
MAX_BYTES = 4_000_000


class _Stored(msgspec.Struct):
    """The file: papers as plain values (their structs are their games'), the names of their files, rolls for all."""

    table: int
    papers: list[dict[Text, Any]] = []
    files: list[LongText] = []
    rolls: list[Text] = []


_decoder = msgspec.json.Decoder(_Stored)


def means_table(data: bytes) -> bool:
    """Whether the content of a file is a table of sheets."""
    try:
        return bool(_decoder.decode(data).table)
    except UNREADABLE:
        return False


class KeptTable:
    """The file in the folder of the settings, or one that was saved elsewhere. What is spoilt counts as not there."""

    def __init__(self, store: Settings, path: Path | None = None) -> None:
        self._store = store
        self.path = path or store.home / NAME
        self._now: tuple[tuple[Entered, ...], tuple[str, ...]] = (), ()

    def read(self) -> tuple[tuple[Entered, ...], tuple[str, ...]]:
        """The sheets of the last table that can still be read, and the rolls that were entered for all."""
        for waiting in self._store.unsaved.held(KeptTable):
            if waiting.path == self.path:
                return waiting._now
        try:
            stored = _decoder.decode(read_file(self.path, MAX_BYTES))
        except (UserError, *UNREADABLE):
            return (), ()
        sheets = []
        for plain, file in zip(stored.papers, stored.files, strict=False):
            with suppress(UserError):
                paper = paper_in(msgspec.json.encode({"paper": 1, **plain}), file or NAME)
                game = game_of(paper.game, file)
                sheet = sheet_of(game, game.sheet_id(paper), file)
                options_of(game, paper.options, file)
                sheets.append(Entered(game, sheet, paper, file))
        return tuple(sheets), tuple(stored.rolls)

    def write(self, sheets: Sequence[Entered], rolls: Sequence[str]) -> None:
        """Keeps a table; where that fails it stays in sight, and can be saved elsewhere."""
        self._now = tuple(sheets), tuple(rolls)
        self.save()

    def save(self) -> None:
        """Tries to write it, again where it could not be written."""
        failure = None
        try:
            self._write(self.path)
        except FileError as error:
            failure = error
        self._report(failure)

    def _report(self, failure: FileError | None) -> None:
        self._store.unsaved.report(
            str(self.path), failure, self.save, self._write, lambda: self._report(None), self.path.name, self,
        )

    def _write(self, path: Path) -> None:
        sheets, rolls = self._now
        papers = [msgspec.structs.replace(sheet.paper, player=sheet.player) for sheet in sheets]
        stored = {"table": 1, "papers": papers, "files": [sheet.file for sheet in sheets], "rolls": rolls}
        make_folder(path.parent)
        write_file(path, msgspec.json.encode(stored))
