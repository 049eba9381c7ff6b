"""The sessions kept on this computer, one file each, and the one that is open: every change is written at once and can be
undone. Only one window has a session open; what cannot be written waits in memory.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from rollwrite_desktop.core.chance import new_code
from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import FileError, make_folder, write_file
from rollwrite_desktop.core.history import History
from rollwrite_desktop.core.i18n import day_text, tr, tr_n
from rollwrite_desktop.core.journal import Journal
from rollwrite_desktop.gamekit.game import Game
from rollwrite_desktop.games import GAMES
from rollwrite_desktop.intake import journals
from rollwrite_desktop.intake.files import numbered, read_file
from rollwrite_desktop.intake.sessions import MAX_BYTES, SUFFIX
from rollwrite_desktop.intake.text import as_text, file_name
from rollwrite_desktop.play.kept.game_index import Entry
from rollwrite_desktop.play.kept.saved_game import Kept
from rollwrite_desktop.play.opening.open_game import Opened, options_of, reopen, start
from rollwrite_desktop.play.paper.paper_session import PaperSession, named_by_day, read_session, write_session
from rollwrite_desktop.play.paper.salvage import seems_whole, whole_session
from rollwrite_desktop.play.work.jobs import Call, once
from rollwrite_desktop.ui.base import file_locks
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.library.game_store import GameStore, PartStore, part_caption
from rollwrite_desktop.ui.library.kept_file import KeptFile

_RECENT = 8
"""So many of the sessions touched last are looked into."""


class Sessions(PartStore):
    """All sessions, the one touched last first."""

    suffix = SUFFIX

    def __init__(self, store: Settings) -> None:
        super().__init__(store)
        self.folder = store.sessions

    def free_path(self, name: str) -> Path:
        """Where a new session of this name is kept."""
        return self._free(file_name(name) or "session")

    def _look(self, path: Path, touched: datetime) -> tuple[Kept, Entry | None]:
        try:
            session = read_session(read_file(path, MAX_BYTES), path.name, path.parent)
            return _listed(session, path, touched), None
        except UserError as error:
            return Kept(path, touched, error=str(error), copy_caption=part_caption() if self.seems_whole(path) else ""), None

    def seems_whole(self, path: Path) -> bool:
        with suppress(UserError):
            return seems_whole(read_file(path, MAX_BYTES))
        return False

    def salvage_job(self, path: Path) -> Call[Any]:
        return once(whole_session, path)

    def keep_salvaged(self, path: Path, part: Any) -> Path:
        make_folder(self.folder)
        target = self.free_path(path.stem)
        write_file(target, write_session(part, self.folder), force=False)
        return target

    @staticmethod
    def _nameless() -> str:
        return tr("A session needs a name with at least one letter or digit.")

    @staticmethod
    def _called_so(name: str) -> str:
        return tr("There is a session called “{name}” already.", name=name)


def _listed(session: PaperSession, path: Path, touched: datetime) -> Kept:
    """A session as it is listed."""
    game, (entered, awaited) = session.played, session.count
    parts = [tr_n("one player", "{n} players", len(session.members))]
    if session.rolls:
        parts.append(tr_n("one roll", "{n} rolls", len(session.rolls)))
    if entered:
        parts.append(tr("Sheets entered: {n} of {all}", n=entered, all=awaited))
    shown = next((member.paper for member in session.members if member.paper is not None), None) or session.blank()
    editor = game.check.paper_editor(session.paper_sheet, options_of(game, session.options))
    return Kept(
        path, touched, game=game.info.title, players=(tr("Session"),), progress=" · ".join(parts),
        over=bool(awaited) and entered == awaited, display=editor.draw(shown, None),
        called=session.name or as_text(path.stem),
    )


_numbers = count(1)


class SessionFile(QObject):
    """A session that is open, in the pages that `use` it and, until it is written, without them. `changed` after each
    change; `failed` carries a sentence where it goes on in another file because somebody else changed this one."""

    changed = Signal()
    failed = Signal(str)

    def __init__(self, session: PaperSession, path: Path, store: Settings) -> None:
        """`path`: where it will be written with the first change; no file of somebody else is written over."""
        super().__init__()
        self.history = History(session)
        self.saved = True
        self._store = store
        self._key = f"session {next(_numbers)}"
        self._kept = KeptFile(path.absolute(), MAX_BYTES)
        self._uses = 0

    @classmethod
    def open(cls, path: Path, store: Settings) -> SessionFile | None:
        """Returns the session in a file, or the one that waits to be written there; None while another window has it. Raises
        UserError."""
        path = path.absolute()
        waiting = next((file for file in store.unsaved.held(cls) if file.path == path), None)
        kept = KeptFile(path, MAX_BYTES)
        if waiting is not None or not kept.take():
            return waiting
        try:
            made = cls(read_session(kept.read(), path.name, path.parent), path, store)
        except UserError:
            kept.let_go()
            raise
        made._kept = kept
        return made

    @property
    def path(self) -> Path:
        return self._kept.path

    def use(self) -> None:
        """One page more has it open."""
        self._uses += 1

    def let_go(self) -> None:
        """One page less has it open."""
        self._uses = max(0, self._uses - 1)
        self._unlock()

    @property
    def session(self) -> PaperSession:
        return self.history.state

    def place_anew(self, path: Path) -> None:
        """Another file for a session of which nothing was ever written."""
        if self._kept.on_disk is None and self.saved:
            self._kept.let_go()
            self._kept = KeptFile(path.absolute(), MAX_BYTES)

    def put(self, session: PaperSession) -> None:
        """Another state of the session; the one before can be brought back."""
        if session.game != self.session.game and not session.event:
            session = replace(session, name=_free_name(self._store, session.name, self.path))
        if session != self.session:
            self.history.put(session)
            self._follow()

    def change(self, **fields: object) -> None:
        """Changes some fields of the session."""
        self.put(replace(self.session, **fields))

    def take_table(self, games: Path) -> int:
        """Takes in what the game on the screen brought, if it is finished; how many sheets came with it."""
        before, path = self.session, games / self.session.table
        if before.table:
            with suppress(UserError):
                self.put(before.with_table(reopen(journals.read(path), path.name, games)))
        return self.session.count[0] - before.count[0]

    def undo(self) -> None:
        """Takes back the latest change."""
        if self.history.undo():
            self._follow()

    def redo(self) -> None:
        """Puts back what was undone last."""
        if self.history.redo():
            self._follow()

    def _follow(self) -> None:
        self.save()
        self.changed.emit()

    def save(self) -> None:
        """Writes the session; where that fails it stays in sight, and can be saved elsewhere."""
        failure = None
        try:
            self._write()
        except FileError as error:
            failure = error
        self._report(failure)

    def _report(self, failure: FileError | None) -> None:
        self.saved = failure is None
        self._store.unsaved.report(
            self._key, failure, self.save, self._save_elsewhere, lambda: self._report(None), self.path.name, self,
        )
        self._unlock()

    def _save_elsewhere(self, path: Path) -> None:
        make_folder(path.parent)
        write_file(path, write_session(self.session, path.parent))

    def _write(self) -> None:
        before = self.path
        if self._kept.write(lambda path: write_session(self.session, path.parent)):
            self.failed.emit(tr(
                "{file} was changed by another program. Your session goes on as “{name}”, so both are kept.",
                file=before.name, name=self.path.stem,
            ))

    def _unlock(self) -> None:
        """Others may have it once it is written and no page shows it."""
        if self.saved and not self._uses:
            self._kept.let_go()


def _free_name(store: Settings, name: str, but: Path | None = None) -> str:
    """Returns what a session is called by its game and day, with a number if one of those touched last is called so."""
    names = set[str]()
    for path in Sessions(store).paths()[:_RECENT]:
        with suppress(UserError):
            names.add(opened_session(path).name if path != but else "")
    return next(each for n in range(1, _RECENT + 2) if (each := numbered(name, n, "")) not in names)


def _new_name(store: Settings, game: Game, now: datetime) -> str:
    """Returns what a new session of a game is called."""
    return _free_name(store, named_by_day(tr(game.info.title), day_text(now.date(), year=True)))


def new_session_file(store: Settings, game_id: str) -> SessionFile:
    """A new session of a game, or of the one played last; nothing is written yet."""
    called = [each for each, game in GAMES.items() if game.words.print_kit.asked is not None]
    last = store.recall("game", "")
    game_id = next((each for each in (game_id, last) if each in called), called[0])
    game, now = GAMES[game_id], store.now()
    name = _new_name(store, game, now)
    session = PaperSession(
        name, game_id, game.play.played_on[0], game.info.with_defaults({}), code=new_code(),
        started=now.isoformat(timespec="seconds"),
    )
    return SessionFile(session, Sessions(store).free_path(name), store)


def new_table_file(store: Settings, game_id: str = "") -> SessionFile:
    """A new session without a call, for a whole table of sheets: of this game, the one used last, or whichever its first
    sheet is of. Nothing is written yet."""
    last = store.recall("game", "")
    game_id = next((each for each in (game_id, last) if each in GAMES), next(iter(GAMES)))
    game, now = GAMES[game_id], store.now()
    name = _new_name(store, game, now)
    session = PaperSession(
        name, game_id, game.play.sheet_id(game.check.paper(game=game_id)), game.info.with_defaults({}), dice="real",
        started=now.isoformat(timespec="seconds"),
    )
    return SessionFile(session, Sessions(store).free_path(name), store)


def step_of(session: PaperSession) -> str:
    """Returns the step at which a session goes on."""
    entered, awaited = session.count
    if entered:
        return "rank" if entered == awaited else "check"
    if session.rolls:
        return "call" if session.asked(session.roll_notes()) is not None else "check"
    return "players"


def table_of(session: PaperSession, store: Settings) -> Path | None:
    """Returns the game of a session on the screen, None where none was begun with these dice, or it is not there any
    more."""
    path = store.games / session.table
    with suppress(UserError):
        if session.table and session.is_table(journals.read(path).head):
            return path
    return None


def table_game(session: PaperSession, store: Settings) -> Opened | None:
    """Returns the same as it stands, None where it cannot be read."""
    path = table_of(session, store)
    with suppress(UserError):
        if path is not None:
            return reopen(journals.read(path), path.name, path.parent)
    return None


def follow_renamed(store: Settings, old: Path, new: Path) -> None:
    """Sessions go on with their game on the screen under its new name, but for those that are open in a window."""
    for path in Sessions(store).paths():
        with suppress(UserError):
            session = opened_session(path)
            if session.table == old.name and not file_locks.taken(path):
                write_file(path, write_session(replace(session, table=new.name), path.parent))


def begun_table(file: SessionFile, store: Settings) -> Path:
    """Returns the game of a session on the screen: the one that goes on, else a new one. Raises UserError."""
    path = table_of(file.session, store)
    if path is not None:
        return path
    head = file.session.table_head(store.now().isoformat(timespec="seconds"))
    path = GameStore(store).new_path(tr(file.session.played.info.title), head.players)
    Journal.create(path, start(head).head).close()
    file.change(table=path.name)
    return path


def opened_session(path: Path) -> PaperSession:
    """Returns the session in a file. Raises UserError."""
    return read_session(read_file(path, MAX_BYTES), path.name, path.parent)


def latest(store: Settings, game_id: str) -> Path | None:
    """Returns the session of a game touched last in which rolls are still to be called, to go on with; None if there is
    none."""
    for path in Sessions(store).paths()[:_RECENT]:
        with suppress(UserError):
            session = opened_session(path)
            if game_id in ("", session.game) and session.asked(session.roll_notes()) is not None:
                return path
    return None
