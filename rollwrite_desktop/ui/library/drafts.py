"""Sheets being entered that are not finished: each a file that is written after every key, named, listed, put aside.

A draft holds the paper, the file that it came from and what stood there then, and how far it has been read back. What is
spoilt counts as not there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from rollwrite_desktop.core.audit import Paper, write_paper
from rollwrite_desktop.core.digest import sha256
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import FileError, make_folder, write_file
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.core.limits import LongText, Text
from rollwrite_desktop.intake.files import is_file_here, is_there, read_file, remote
from rollwrite_desktop.intake.json_files import Decoder
from rollwrite_desktop.intake.papers import MAX_BYTES
from rollwrite_desktop.intake.text import as_text, file_name, is_text
from rollwrite_desktop.play.kept.saved_game import Kept
from rollwrite_desktop.play.opening.open_game import found_from, game_of, named_from, options_of, sheet_of
from rollwrite_desktop.play.paper.audit_files import paper_in
from rollwrite_desktop.play.paper.salvage import seems_whole, whole_paper
from rollwrite_desktop.play.work.jobs import Call, once
from rollwrite_desktop.ui.base import file_locks
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library.game_store import PartStore, part_caption
from rollwrite_desktop.ui.library.kept_file import KeptFile


class Content(msgspec.Struct, kw_only=True):
    """What stands in a draft's file. `file`: the paper file that it is to be saved to, or ""; `base`: what stood in that
    when it was opened, as `digest_of` says. `read`: the places that were read back and found right. `halves`: by space what
    is typed there by half."""

    draft: int
    file: LongText = ""
    base: Text = ""
    read: list[Text] = []
    halves: dict[Text, Text] = {}
    paper: Paper


class _Stored(msgspec.Struct, forbid_unknown_fields=True):
    """A draft's file, its paper not read yet: which struct it is, its game says. What a later version wrote into it would be
    lost with the next key: it is refused."""

    draft: Literal[1]
    paper: dict[Text, Any]
    file: LongText = ""
    base: Text = ""
    read: list[Text] = []
    halves: dict[Text, Text] = {}


NOTHING: Mapping[str, str] = MappingProxyType({})
_decoder = Decoder(_Stored)
_numbers = count(1)


_in_use: dict[Path, KeptFile] = {}
"""The files of the drafts that pages of this program have."""


class Draft:
    """One draft. Its file is there as soon as something has been written; from then on, until `close`, no other window
    writes it. `base`: what stood in the paper file when it was opened. What could not be written is there
    again when it is read."""

    def __init__(self, path: Path, file: Path | None = None) -> None:
        self.file = file
        self.base = ""
        self.key = f"draft {next(_numbers)}"
        self._unwritten: Content | None = None
        self._kept = _in_use.get(path) or KeptFile(path, MAX_BYTES)
        self._used = False
        if is_there(path):
            self._use()
            if self._kept.uses == 1 and self._kept.take():
                with suppress(FileError):
                    self._kept.read()

    @property
    def path(self) -> Path:
        return self._kept.path

    @property
    def name(self) -> str:
        return as_text(self.path.stem)

    @property
    def state(self) -> str:
        """Where what is typed is kept, in words."""
        return tr("Draft “{name}”, not saved yet", name=self.name)

    def read(self) -> Content | None:
        """Returns what was kept, if it can be read."""
        return self._unwritten or self.content(self.path)

    @staticmethod
    def content(path: Path) -> Content | None:
        """Returns what is kept in a draft's file, if it can be read; a paper file on another machine counts as none."""
        try:
            stored = _decoder.decode(read_file(path, MAX_BYTES))
            paper = paper_in(msgspec.json.encode({"paper": 1, **stored.paper}), path.name)
            file = "" if remote(stored.file) else stored.file
            drawing = found_from(path.parent, paper.sheet)
            if drawing != paper.sheet and is_file_here(drawing):  # else from the folder of the paper file
                paper = msgspec.structs.replace(paper, sheet=drawing)
            return Content(
                draft=stored.draft, file=file, base=stored.base, read=stored.read, halves=stored.halves, paper=paper,
            )
        except (UserError, msgspec.DecodeError, UnicodeDecodeError):
            return None

    def write(self, paper: Paper, read: Collection[str] = (), halves: Mapping[str, str] = NOTHING) -> None:
        """Keeps the paper; where another window or program has the file, in one of its own. Raises FileError, which must not
        stop the typing."""
        file = str(self.file or "")
        content = Content(
            draft=1, file=file if is_text(file) else "", base=self.base, read=sorted(read), halves={**halves}, paper=paper,
        )
        self._unwritten = content
        self._use()
        before = self.path
        try:
            self._kept.write(lambda path: _written(path, content))
        finally:
            if self.path != before and _in_use.get(before) is self._kept:
                del _in_use[before]
            _in_use[self.path] = self._kept
        self._unwritten = None

    def drop(self) -> None:
        """Forgets the draft."""
        self._kept.drop()
        self.close()

    def close(self) -> None:
        """Other windows may have it now."""
        if self._used:
            self._used = False
            self._kept.uses -= 1
            if not self._kept.uses:
                self._kept.let_go()
                if _in_use.get(self.path) is self._kept:
                    del _in_use[self.path]

    def _use(self) -> None:
        if not self._used:
            self._used = True
            self._kept.uses += 1
            _in_use.setdefault(self.path, self._kept)


def _written(path: Path, content: Content) -> bytes:
    """A draft as it stands in this file, its drawing named by the way to it, so that both can be moved."""
    paper = msgspec.structs.replace(content.paper, sheet=named_from(path.parent, content.paper.sheet))
    return msgspec.json.format(msgspec.json.encode(msgspec.structs.replace(content, paper=paper)), indent=1) + b"\n"


def taken_elsewhere(path: Path) -> bool:
    """Returns whether another program has a draft open."""
    return path not in _in_use and file_locks.taken(path)


class Drafts(PartStore):
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
        """Returns the draft of a paper file: the one that there is, or a new one."""
        path = path.absolute()
        for waiting in self.waiting_drafts():
            if waiting.file == path:
                return waiting
        for kept in self.paths():
            content = Draft.content(kept)
            if content is not None and content.file == str(path) and not taken_elsewhere(kept):
                return Draft(kept, path)
        return self.another_of(path)

    def another_of(self, path: Path) -> Draft:
        """A new draft of a paper file."""
        return Draft(self._free(file_name(path.stem) or "sheet"), path.absolute())

    def _look(self, path: Path, touched: datetime) -> tuple[Kept, None]:
        content = Draft.content(path)
        try:
            if content is not None:
                return _kept(path, touched, content), None
            error = tr("{file} cannot be read.", file=path.name)
        except UserError as wrong:
            error = str(wrong)
        return Kept(path, touched, error=error, copy_caption=part_caption() if self.seems_whole(path) else ""), None

    def seems_whole(self, path: Path) -> bool:
        with suppress(UserError):
            return seems_whole(read_file(path, MAX_BYTES))
        return False

    def salvage_job(self, path: Path) -> Call[Any]:
        return once(whole_paper, path)

    def keep_salvaged(self, path: Path, part: Any) -> Path:
        draft = Draft(self._free(file_name(path.stem) or "sheet"))
        try:
            draft.write(part)
        finally:
            draft.close()
        return draft.path

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
    sheet = sheet_of(game, game.play.sheet_id(paper), path.name, beside)
    options = options_of(game, paper.options, path.name)
    game.check.auditor(sheet, options).audit(paper)
    filled = sum(bool(held) for held in paper.spaces.values())
    parts = [tr_n("One space filled in", "{n} spaces filled in", filled)]
    if paper.rolls:
        parts.append(tr_n("one roll", "{n} rolls", len(paper.rolls)))
    if content.read:
        parts.append(tr("{n} read back", n=len(content.read)))
    by_itself = path.stem.startswith(file_name(tr(game.info.title)))
    called = paper.player or "" if by_itself else as_text(path.stem)
    called = called or as_text(path.stem)
    file = tr("for {file}", file=Path(content.file).name) if content.file else called
    return Kept(
        path, touched, game=game.info.title, players=(file,), progress=" · ".join(parts),
        display=game.check.paper_editor(sheet, options).draw(paper, None), called=called,
    )


def keep(
    store: Settings, draft: Draft, paper: Paper, read: Collection[str] = (), halves: Mapping[str, str] = NOTHING,
) -> None:
    """Writes a draft; where that fails it stays in sight, and can be saved elsewhere as a paper file."""
    error = None
    try:
        draft.write(paper, read, halves)
    except FileError as failed:
        error = failed

    def settled() -> None:
        store.unsaved.report(draft.key, None, settled)

    store.unsaved.report(
        draft.key, error, lambda: keep(store, draft, paper, read, halves), lambda path: save(path, paper), settled,
        draft.path.name, draft,
    )


def save(path: Path, paper: Paper) -> None:
    """Writes a paper file, whole or not at all; a sheet from a file is named by the way to it. Makes its folder. Raises
    FileError."""
    make_folder(path.parent)
    write_file(path, write_paper(msgspec.structs.replace(paper, sheet=named_from(path.parent, paper.sheet))))


def digest_of(path: Path | None) -> str:
    """Returns what stands in a paper file now, by its SHA-256 in hex; "" if there is none, or it cannot be read."""
    try:
        return "" if path is None else sha256(read_file(path, MAX_BYTES)).hexdigest()
    except FileError:
        return ""


def found(path: Path, paper: Paper) -> Paper:
    """A paper that was read from this file, its sheet named so that the file's folder need not be known."""
    return msgspec.structs.replace(paper, sheet=found_from(path.parent, paper.sheet))
