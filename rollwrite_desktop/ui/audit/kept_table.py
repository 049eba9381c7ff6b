"""The table of sheets that was compared last: its papers and rolls in a file, to be there again at the next start."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import FileError, make_folder, write_file
from rollwrite_desktop.intake.files import read_file
from rollwrite_desktop.play.audit_files import Entered, paper_in
from rollwrite_desktop.play.open_game import game_of, options_of, sheet_of
from rollwrite_desktop.ui.shell.settings import Settings

NAME = "table.json"
MAX_BYTES = 4_000_000


class _Stored(msgspec.Struct):
    """The file: papers as plain values (their structs are their games'), the names of their files, rolls for all."""

    table: int
    papers: list[dict[str, Any]] = []
    files: list[str] = []
    rolls: list[str] = []


class KeptTable:
    """The file in the folder of the settings. What is spoilt counts as not there."""

    def __init__(self, store: Settings) -> None:
        self.path = store.home / NAME

    def read(self) -> tuple[tuple[Entered, ...], tuple[str, ...]]:
        """The sheets of the last table that can still be read, and the rolls that were entered for all."""
        try:
            stored = msgspec.json.decode(read_file(self.path, MAX_BYTES), type=_Stored)
        except (UserError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
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
        """Keeps a table; a disk that takes nothing must not stop the work."""
        papers = [msgspec.structs.replace(sheet.paper, player=sheet.player) for sheet in sheets]
        stored = {"table": 1, "papers": papers, "files": [sheet.file for sheet in sheets], "rolls": list(rolls)}
        with suppress(FileError):
            make_folder(self.path.parent)
            write_file(self.path, msgspec.json.encode(stored))
