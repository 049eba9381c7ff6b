"""Opening what people have: games, filled sheets of every kind, codes, drafts, backups.

What a file is, its content or ending says; where it is shown, the window (`Shows`). What is wrong is said in one sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from msgspec.structs import replace
from PySide6 import QtCore
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import FileError
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.intake import journals
from rollwrite_desktop.intake.files import is_file_here, read_file
from rollwrite_desktop.ui.base import file_locks
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit import ask
from rollwrite_desktop.ui.library.file_kind import kind_of
from rollwrite_desktop.ui.window.message_bar import MessageBar

MAX_CODE_BYTES = 100_000

if TYPE_CHECKING:
    from rollwrite_desktop.core.audit import Paper
    from rollwrite_desktop.play.opening.open_game import Opened
    from rollwrite_desktop.play.paper.audit_files import Entered
    from rollwrite_desktop.ui.library.drafts import Draft
    from rollwrite_desktop.ui.library.game_store import GameStore
    from rollwrite_desktop.ui.library.salvaged_copy import SalvagedCopy
    from rollwrite_desktop.ui.paper.photos.photo_jobs import Source


class Shows(Protocol):
    """Where what was opened is shown."""

    def show_table(self, opened: Opened, path: Path, lock: file_locks.Lock | None = None) -> None: ...
    def show_replay(self, opened: Opened, path: Path, *, tab: Literal["", "review", "compare"] = "") -> None: ...
    def show_practice(self, deck: Path | None = None) -> None: ...
    def show_session(self, path: Path, step: str = "") -> bool: ...
    def show_lobby(self, game_id: str = "", sheet: str = "", code: str = "") -> None: ...
    def show_check(self, paper: Paper, path: Path | None = None, draft: Draft | None = None) -> None: ...
    def show_tournament(
        self, sheets: Sequence[Entered] = (), paths: Sequence[Path] = (), kept: Path | None = None
    ) -> object: ...
    def show_photos(self, sources: Sequence[Source] | None) -> None: ...
    def make_map(self, path: Path) -> None: ...
    def restore(self, path: Path) -> bool: ...
    def release(self, path: Path) -> bool: ...


def _rest() -> None:
    """Windows are drawn and what is due happens while a long file is read; keys and clicks wait until it is there. It is
    read here, as the game that is played on is made by reading, which from the worker process would have to be sent and be
    made once more. Not before the event loop runs: a window that is closed earlier would not end it."""
    if QtCore.QThread.currentThread().loopLevel():
        QApplication.processEvents(QtCore.QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)


class FileActions:
    """The ways into one window: file dialogs belong to `parent`, sentences go to `messages`, files to `shows`."""

    def __init__(self, parent: QWidget, store: Settings, messages: MessageBar, shows: Shows) -> None:
        self._parent, self._store, self._messages, self._shows = parent, store, messages, shows

    def open(self, path: str | Path) -> bool:
        """Opens a journal, a paper file, a filled-in form, a scanned code, a sheet or map data, or brings back a backup;
        says in one sentence why not."""
        path = Path(path)
        self._messages.hide()
        try:
            match kind_of(path):
                case "backup":
                    return self._shows.restore(path)
                case "photo":
                    self.read_photos([path])
                    return True
                case "session":
                    if not self._open_session(path):
                        return False
                case "deck":
                    self._shows.show_practice(self._deck_here(path))
                case "json":
                    self._open_json(path)
                case "map":
                    self._shows.make_map(path)
                case "pdf":
                    self._open_form(path)
                case "text":
                    self._open_code(read_file(path, MAX_CODE_BYTES), path.name, path.parent)
                case "game":
                    self._open_journal(path)
        except UserError as error:
            self._refuse(path, error)
            return False
        self._store.remember(path)
        return True

    def open_all(self, paths: Sequence[str | Path]) -> None:
        """Opens files one after the other, the photos among them together."""
        photos = [Path(path) for path in paths if kind_of(Path(path)) == "photo"]
        for path in paths:
            if Path(path) not in photos:
                self.open(path)
        if photos:
            self.read_photos(photos)

    def take(self, paths: Sequence[Path]) -> None:
        """Opens files that were dropped: photos together, several others as the sheets of a table."""
        if paths and all(kind_of(path) == "photo" for path in paths):
            self.read_photos(paths)
        elif len(paths) > 1:
            self._shows.show_tournament(paths=paths)
        elif paths:
            self.open(paths[0])

    def _deck_here(self, path: Path) -> Path:
        """A deck in the folder of decks: a copy of one from elsewhere. Raises UserError."""
        from rollwrite_desktop.ui.library.deck_store import DeckStore

        decks = DeckStore(self._store)
        return path if path.absolute().parent == decks.folder.absolute() else decks.take_in(path)

    def _refuse(self, path: Path, error: UserError) -> None:
        """Says why a file cannot be opened, and offers to open a copy of what is whole of it, if there is something."""
        from rollwrite_desktop.ui.library.salvaged_copy import SalvagedCopy

        sentence = str(error)
        self._messages.refuse(sentence)
        game_store = self._store_of(path)
        if game_store is None or not game_store.seems_whole(path):
            return
        part = SalvagedCopy(game_store, path, self._parent)
        part.found.connect(lambda caption: self._messages.add_offer(sentence, caption, lambda: self._open_copy(part)))

    def _store_of(self, path: Path) -> GameStore | None:
        """Where a copy of what is whole of a file is kept; None where nothing of its kind can be read in part."""
        from rollwrite_desktop.ui.library.drafts import Drafts
        from rollwrite_desktop.ui.library.game_store import GameStore
        from rollwrite_desktop.ui.library.session_store import Sessions

        match kind_of(path):
            case "json":
                return Drafts(self._store)
            case "session":
                return Sessions(self._store)
            case "game":
                return GameStore(self._store)
        return None

    def _open_copy(self, part: SalvagedCopy) -> None:
        from rollwrite_desktop.ui.library.drafts import Drafts

        try:
            copy, sentence = part.copy()
        except UserError as error:
            self._messages.refuse(str(error))
            return
        if isinstance(part.game_store, Drafts):
            self.open_draft(copy)
        elif not self.open(copy):
            return
        self._messages.show_message(sentence)

    def ask(self) -> None:
        """Asks for a file and opens it."""
        kinds = tr(
            "Games, decks and paper sheets (*.rollwrite *.rollwrite-session *.rollwrite-deck *.json *.pdf *.txt);;"
            "All files (*)"
        )
        if path := ask.open_one(self._parent, self._store, "open", tr("Open"), kinds):
            self.open(path)

    def open_draft(self, path: Path) -> None:
        """Goes on with a sheet that is not finished, in its file if that is a file of this machine and still there."""
        from rollwrite_desktop.ui.library.drafts import Draft, Drafts, taken_elsewhere

        if taken_elsewhere(path):
            if not self._offer_take_over(path, lambda: self.open_draft(path)):
                self._messages.refuse(file_locks.sentence(path))
            return
        waiting = next((each for each in Drafts(self._store).waiting_drafts() if each.path == path), None)
        content = Draft.content(path) if waiting is None else waiting.read()
        if content is None:
            self._refuse(path, UserError(tr("{file} cannot be read.", file=path.name)))
            return
        if is_file_here(content.file):
            self.open(content.file)
            return
        try:
            self._shows.show_check(content.paper, draft=waiting or Draft(path))
        except UserError as error:
            self._refuse(path, error)

    def ask_sheets(self) -> None:
        """Asks for a file with filled sheets and opens them to be checked."""
        kinds = tr("Sheets and games (*.json *.pdf *.rollwrite);;All files (*)")
        if path := ask.open_one(self._parent, self._store, "open", tr("Open"), kinds):
            self.check(path)

    def check(self, path: Path) -> bool:
        """Opens the filled sheets of any file to be checked: one at the desk, several as a table."""
        from rollwrite_desktop.printing.photos.form_reader import NoForm, entries, fields_beside

        self._messages.hide()
        if kind_of(path) == "photo":
            self.read_photos([path])
            return True
        try:
            sheets = entries(path, partial(fields_beside, wait=_rest))
            if len(sheets) > 1:
                self._shows.show_tournament(sheets)
            elif sheets[0].opened is None and kind_of(path) == "json":
                self._shows.show_check(sheets[0].paper, path)
            else:
                self._shows.show_check(sheets[0].paper)
        except NoForm:
            self.read_photos([path])  # a scan
        except UserError as error:
            self._refuse(path, error)
            return False
        return True

    def replay(self, path: Path, *, tab: Literal["", "review", "compare"] = "") -> None:
        """A kept game to look at again; says in one sentence why not."""
        from rollwrite_desktop.play.opening.open_game import reopen

        try:
            opened = reopen(journals.read(path, _rest), path.name, path.parent, _rest)
            self._shows.show_replay(opened, path, tab=tab)
        except UserError as error:
            self._refuse(path, error)

    def ask_photos(self) -> None:
        """Asks for photos or scans of filled sheets, on the page that reads them: there a folder can be watched, too."""
        self._shows.show_photos(None)

    def read_photos(self, paths: Sequence[Path]) -> None:
        """Reads photos or scans of filled sheets."""
        from rollwrite_desktop.ui.paper.photos.photo_jobs import Source

        self._shows.show_photos([Source(str(path)) for path in paths])

    def _paste_picture(self) -> bool:
        """Reads the picture that was copied, if there is one."""
        from rollwrite_desktop.ui.paper.photos.photo_jobs import Source

        image = QGuiApplication.clipboard().image()
        if image.isNull():
            return False
        content = QtCore.QByteArray()
        buffer = QtCore.QBuffer(content)
        buffer.open(QtCore.QIODevice.OpenModeFlag.WriteOnly)
        image.save(buffer, "PNG")  # type: ignore[call-overload]
        self._shows.show_photos([Source(tr("copied picture"), bytes(content.data()))])
        return True

    def paste_code(self) -> None:
        """Opens the sheet of a code that was scanned and copied, or reads a photo that was; says in one sentence why not."""
        self._messages.hide()
        if self._paste_picture():
            return
        text = QGuiApplication.clipboard().text()
        if not text.strip():
            self._messages.refuse(tr("The clipboard is empty. Scan the small code on a sheet and copy its text."))
            return
        try:
            self._open_code(text.encode(), tr("copied text"))
        except UserError as error:
            self._messages.refuse(str(error))

    def _open_journal(self, path: Path) -> None:
        from rollwrite_desktop.core import journal
        from rollwrite_desktop.play.opening.open_game import must_be_played_on, reopen
        from rollwrite_desktop.sheet.load import ENDING

        if self._waits(path):  # for the file lacks moves
            self._store.unsaved.retry()
            if self._waits(path):
                raise UserError(self._store.unsaved.sentence)
        # This very window may have it open, and will show it anew: nobody may move there meanwhile.
        rest = None if self._shows.release(path) else _rest
        lock = file_locks.take(path)
        record = journals.read(path, rest)
        opened = reopen(record, path.name, path.parent, rest)
        must_be_played_on(opened.game, opened.sheet)
        view = tr("You can view it here. To play on, save a copy and open that.")
        if lock is None and not opened.read_only:
            opened = replace(opened, read_only=f"{file_locks.sentence(path)} {view}")
        closed = ""
        if not opened.read_only:
            try:
                opened.session.log = journal.Journal.resume(path, record).append
            except FileError as error:  # a disk or a file that cannot be written can be looked at
                closed = f"{error} {view}"
                opened = replace(opened, read_only=closed)
        self._shows.show_table(opened, path, lock)
        if lock is None and not self._offer_take_over(path, lambda: self.open(path)):
            self._messages.show_message(opened.read_only)
        if closed:
            self._messages.show_message(closed)
        elif record.torn:
            self._messages.show_message(tr("The last move was not fully saved and has been left out."))
        elif lock is not None and path.absolute().parent != self._store.games and not opened.head.sheet.endswith(ENDING):
            self._messages.offer(
                tr("“{name}” is not in your saved games, so Home and backups don’t include it.", name=path.stem),
                tr("Add a &copy"), lambda: self.take_in(path),
            )

    def _waits(self, path: Path) -> bool:
        """Returns whether moves of a game wait to be written to this file."""
        from rollwrite_desktop.core.journal import Journal

        return any(journal.path.absolute() == path.absolute() for journal in self._store.unsaved.held(Journal))

    def _open_session(self, path: Path) -> bool:
        """Shows a session; False while another window has it, of which a copy can be opened."""
        if not self._shows.show_session(path):
            if not self._offer_take_over(path, lambda: self.open(path)):
                self._messages.offer(file_locks.sentence(path), tr("Add a &copy"), lambda: self.take_in(path))
            return False
        if path.absolute().parent != self._store.sessions:
            self._messages.offer(
                tr("“{name}” is not in your sessions, so Home and backups don’t include it.", name=path.stem),
                tr("Add a &copy"), lambda: self.take_in(path),
            )
        return True

    def _offer_take_over(self, path: Path, again: Callable[[], object]) -> bool:
        """Where another machine left the lock of a file: says so, and offers to go on here all the same."""
        if not file_locks.can_take_over(path):
            return False

        def take_over() -> None:
            file_locks.take_over(path)
            again()

        sentence = tr("If nobody has it open there any more, take it over.")
        self._messages.offer(f"{file_locks.sentence(path)} {sentence}", tr("&Take over"), take_over)
        return True

    def take_in(self, path: Path) -> bool:
        """Puts a copy of a game or a session among the others and opens that; says in one sentence why not."""
        from rollwrite_desktop.ui.library.game_store import GameStore
        from rollwrite_desktop.ui.library.session_store import Sessions

        session = kind_of(path) == "session"
        try:
            copy = (Sessions(self._store) if session else GameStore(self._store)).take_in(path)
        except UserError as error:
            self._messages.refuse(str(error))
            return False
        done = self.open(copy)
        if done:
            self._messages.show_message(
                tr("“{name}” is now in your sessions.", name=copy.stem) if session
                else tr("“{name}” is now in your saved games.", name=copy.stem)
            )
        return done

    def _open_json(self, path: Path) -> None:
        from rollwrite_desktop.intake.geodata import means_map
        from rollwrite_desktop.intake.tables import MAX_BYTES as MAX_TABLE
        from rollwrite_desktop.intake.tables import means_table
        from rollwrite_desktop.play.opening.open_game import game_of, sheet_of
        from rollwrite_desktop.play.paper.audit_files import paper_in
        from rollwrite_desktop.sheet.load import MAX_BYTES, find, means_sheet
        from rollwrite_desktop.ui.library.drafts import found

        data = read_file(path, max(MAX_BYTES, MAX_TABLE))
        if means_table(data):
            self._shows.show_tournament(kept=path)
            return
        if means_sheet(data):
            game = game_of(find(str(path)).game, path.name)
            sheet_of(game, str(path))
            self._shows.show_lobby(game.info.id, str(path))
            return
        if means_map(data):
            self._shows.make_map(path)
            return
        paper = paper_in(data, path.name)
        game_of(paper.game, path.name)
        self._shows.show_check(found(path, paper), path)

    def _open_form(self, path: Path) -> None:
        from rollwrite_desktop.printing.photos.form_reader import NoForm, entered_forms, fields_beside, form_content

        try:
            folders = (path.parent, self._store.sheets)
            sheets = entered_forms(form_content(path), path.name, folders, partial(fields_beside, wait=_rest))
        except NoForm:
            self.read_photos([path])  # a scan
            return
        if len(sheets) > 1:
            self._shows.show_tournament(sheets)
        else:
            self._shows.show_check(sheets[0].paper)

    def _open_code(self, data: bytes, name: str, folder: Path | None = None) -> None:
        from rollwrite_desktop.printing.photos.form_reader import entered_code

        folders = (self._store.sheets,) if folder is None else (folder, self._store.sheets)
        self._shows.show_check(entered_code(data, name, folders).paper)
