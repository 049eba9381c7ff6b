"""Sheets being entered that are not finished: each a file that is written after every key, named, listed, put aside.

A draft holds the paper, the file that it came from and what stood there then, and how far it has been read back. What is
spoilt counts as not there.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from rollwrite_desktop.core.audit import Paper, write_paper
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import FileError, disk, make_folder, write_file
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.core.limits import LongText, Text
from rollwrite_desktop.intake.files import is_there, read_file, remote
from rollwrite_desktop.intake.papers import MAX_BYTES
from rollwrite_desktop.intake.text import file_name
from rollwrite_desktop.play.audit_files import paper_in
from rollwrite_desktop.play.kept_game import Kept
from rollwrite_desktop.play.open_game import found_from, game_of, named_from, options_of, sheet_of
from rollwrite_desktop.ui.base import file_locks
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library.game_store import GameStore


class Content(msgspec.Struct, kw_only=True):
    """What stands in a draft's file. `file`: the paper file that it is to be saved to, or ""; `base`: what stood in that
    when it was opened, as `digest_of` says. `read`: the places that were read back and found right."""

    draft: int
    file: LongText = ""
    base: Text = ""
    read: list[Text] = []
    paper: Paper


class _Stored(msgspec.Struct):
    """A draft's file, its paper not read yet: which struct it is, its game says."""

    draft: int
    paper: dict[Text, Any]
    file: LongText = ""
    base: Text = ""
    read: list[Text] = []


_decoder = msgspec.json.Decoder(_Stored)
_numbers = count(1)


class Draft:
    """One draft. Its file is there as soon as something has been written; from then on, until `close`, no other window
    writes it. `base`: what stood in the paper file when it was opened. What could not be written is there
    again when it is read."""

    def __init__(self, path: Path, file: Path | None = None) -> None:
        self.path = path
        self.file = file
        self.base = ""
        self.key = f"draft {next(_numbers)}"
        self._unwritten: Content | None = None
        self._held = is_there(path) and file_locks.hold(path)
        self._own = self._held

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def state(self) -> str:
        """Where what is typed is kept, in words."""
        return tr("Draft “{name}”, not saved yet", name=self.name)

    def read(self) -> Content | None:
        """What was kept, if it can be read."""
        return self._unwritten or self.content(self.path)

    @staticmethod
    def content(path: Path) -> Content | None:
        """What is kept in a draft's file, if it can be read; a paper file on another machine counts as none."""
        try:
            stored = _decoder.decode(read_file(path, MAX_BYTES))
            paper = paper_in(msgspec.json.encode({"paper": 1, **stored.paper}), path.name)
            file = "" if remote(stored.file) else stored.file
            return Content(draft=stored.draft, file=file, base=stored.base, read=stored.read, paper=paper)
        except (UserError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None

    def write(self, paper: Paper, read: Collection[str] = ()) -> None:
        """Keeps the paper. Raises FileError, which must not stop the typing."""
        content = Content(draft=1, file=str(self.file or ""), base=self.base, read=sorted(read), paper=paper)
        self._unwritten = content
        make_folder(self.path.parent)
        self._hold()
        write_file(self.path, msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n")
        self._unwritten = None

    def drop(self) -> None:
        """Forgets the draft."""
        with suppress(OSError):
            disk.unlink(self.path)
        self.close()

    def close(self) -> None:
        """Other windows may have it now."""
        if self._held:
            file_locks.let_go(self.path)
            self._held = False

    def _hold(self) -> None:
        """Takes the lock; where another window has begun a draft of this name, this one is called differently, also if that
        window is gone by now."""
        plain, number = self.path, 2
        while not self._held:
            self._held = file_locks.hold(self.path)
            if self._held and not self._own and is_there(self.path):
                file_locks.let_go(self.path)
                self._held = False
            if not self._held:
                self.path = plain.with_stem(f"{plain.stem} ({number})")
                number += 1
        self._own = True


class Drafts(GameStore):
    """All drafts, the one touched last first."""

    suffix = ".json"

    def __init__(self, store: Settings) -> None:
        super().__init__(store)
        self.folder = store.drafts

    def new(self, paper: Paper) -> Draft:
        """A draft for a sheet that has no file yet."""
        title = game_of(paper.game).info.title
        return Draft(self._free(file_name(f"{tr(title)} {self.store.now().date().isoformat()}")))

    def waiting_drafts(self) -> list[Draft]:
        """Those that could not be written yet."""
        return self.store.unsaved.held(Draft)

    def _free(self, name: str) -> Path:
        taken, path = {draft.path for draft in self.waiting_drafts()}, super()._free(name)
        numbers = count(2)
        while path in taken:
            path = super()._free(f"{name} ({next(numbers)})")
        return path

    def of_file(self, path: Path) -> Draft:
        """The draft of a paper file: the one that there is, or a new one."""
        path = path.absolute()
        for waiting in self.waiting_drafts():
            if waiting.file == path:
                return waiting
        for kept in self.paths():
            content = Draft.content(kept)
            if content is not None and content.file == str(path) and not file_locks.taken_elsewhere(kept):
                return Draft(kept, path)
        return Draft(self._free(file_name(path.stem) or "sheet"), path)

    def _look(self, path: Path, touched: datetime) -> tuple[Kept, None]:
        content = Draft.content(path)
        if content is None:
            return Kept(path, touched, error=tr("{file} cannot be read.", file=path.name)), None
        try:
            return _kept(path, touched, content), None
        except UserError as error:
            return Kept(path, touched, error=str(error)), None

    @staticmethod
    def _nameless() -> str:
        return tr("A sheet needs a name with at least one letter or digit.")

    @staticmethod
    def _called_so(name: str) -> str:
        return tr("There is a sheet called “{name}” already.", name=name)


def _kept(path: Path, touched: datetime, content: Content) -> Kept:
    """A draft as it is listed."""
    paper = content.paper
    game = game_of(paper.game, path.name)
    beside = Path(content.file).parent if content.file else None
    sheet = sheet_of(game, game.sheet_id(paper), path.name, beside)
    options = options_of(game, paper.options, path.name)
    game.auditor(sheet, options).audit(paper)
    filled = sum(bool(held) for held in paper.spaces.values())
    parts = [tr_n("One space filled in", "{n} spaces filled in", filled)]
    if paper.rolls:
        parts.append(tr_n("one roll", "{n} rolls", len(paper.rolls)))
    if content.read:
        parts.append(tr("{n} read back", n=len(content.read)))
    by_itself = path.stem.startswith(file_name(tr(game.info.title)))
    called = paper.player or "" if by_itself else path.stem
    called = called or path.stem
    file = tr("for {file}", file=Path(content.file).name) if content.file else called
    return Kept(
        path, touched, game=game.info.title, players=(file,), progress=" · ".join(parts),
        display=game.paper_editor(sheet, options).draw(paper, None), called=called,
    )


def keep(store: Settings, draft: Draft, paper: Paper, read: Collection[str] = ()) -> None:
    """Writes a draft; where that fails it stays in sight, and can be saved elsewhere as a paper file."""
    error = None
    try:
        draft.write(paper, read)
    except FileError as failed:
        error = failed

    def settled() -> None:
        store.unsaved.report(draft.key, None, settled)

    store.unsaved.report(
        draft.key, error, lambda: keep(store, draft, paper, read), lambda path: save(path, paper), settled, draft.path.name,
        draft,
    )


def save(path: Path, paper: Paper) -> None:
    """Writes a paper file, whole or not at all; a sheet from a file is named by the way to it. Makes its folder. Raises
    FileError."""
    make_folder(path.parent)
    write_file(path, write_paper(msgspec.structs.replace(paper, sheet=named_from(path.parent, paper.sheet))))


def digest_of(path: Path | None) -> str:
    """What stands in a paper file now, by its SHA-256 in hex; "" if there is none, or it cannot be read."""
    try:
        return "" if path is None else sha256(read_file(path, MAX_BYTES)).hexdigest()
    except FileError:
        return ""


def found(path: Path, paper: Paper) -> Paper:
    """A paper that was read from this file, its sheet named so that the file's folder need not be known."""
    return msgspec.structs.replace(paper, sheet=found_from(path.parent, paper.sheet))
