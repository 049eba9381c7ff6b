"""Sessions on paper, and the places to which their sheets, photos and games on the screen lead."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.ui.window.routes.navigation import Navigation, Routes

if TYPE_CHECKING:
    from rollwrite_desktop.play.paper.audit_files import Entered
    from rollwrite_desktop.ui.library.session_store import SessionFile
    from rollwrite_desktop.ui.paper.session.session_page import SessionPage


class SessionRoutes(Routes):
    def __init__(self, go: Navigation) -> None:
        super().__init__(go)
        self._sessions: dict[Path, Path] = {}  # the session that a game on the screen belongs to

    def show_sessions(self) -> None:
        """Shows the sessions that are kept, and a new one."""
        from rollwrite_desktop.ui.paper.session.sessions_page import SessionsPage

        page = SessionsPage(self.store, parent=self.pages)
        page.left.connect(self.go.show_home)
        page.file_chosen.connect(self.go.open_file)
        page.open_chosen.connect(self.go.files.ask)
        page.new_chosen.connect(self.new_session)
        self.stack.turn_to(page, self.show_sessions)

    def new_session(self, game_id: str = "", step: str = "players") -> None:
        """A new session; its file is written with the first change."""
        from rollwrite_desktop.ui.library.session_store import new_session_file

        self.open_session(new_session_file(self.store, game_id or self.stack.rule_here()[0]), step)

    def show_session(self, path: Path, step: str = "") -> bool:
        """A session that is kept, at the step where it goes on; False while another window has it. Raises UserError."""
        from rollwrite_desktop.ui.library.session_store import SessionFile, step_of
        from rollwrite_desktop.ui.paper.session.session_page import SessionPage

        pages = (self.pages.widget(i) for i in range(self.pages.count()))
        here = (page.file for page in pages if isinstance(page, SessionPage) and page.file.path == path.absolute())
        file = next(here, None) or SessionFile.open(path, self.store)
        if file is None:
            return False
        sheets = file.take_table(self.store.games)
        self.open_session(file, step or step_of(file.session))
        if sheets:
            self.messages.show_message(tr_n(
                "One sheet was added from the game on the screen.",
                "{n} sheets were added from the game on the screen.", sheets))
        return True

    def open_session(self, file: SessionFile, step: str) -> SessionPage:
        from rollwrite_desktop.ui.paper.session.session_page import SessionPage

        page = SessionPage(file, self.store, step, parent=self.pages)
        page.screen_chosen.connect(lambda: self._play_session(file))
        page.left.connect(lambda: self._leave_session(page))
        page.print_chosen.connect(self.go.print_leaves)
        page.sheet_chosen.connect(lambda number: self._open_in_session(page, number))
        page.photos_chosen.connect(lambda paths: self._read_in_session(page, paths))
        page.full_chosen.connect(lambda full: self._spread(page, full))
        self.stack.turn_to(page, lambda: self.show_session(file.path, page.at))
        return page

    def _play_session(self, file: SessionFile) -> None:
        """A session's game on this screen, and back to the session from there."""
        from rollwrite_desktop.ui.library.session_store import begun_table

        try:
            path = begun_table(file, self.store)
        except UserError as error:
            self.messages.alarm(str(error))
            return
        self._sessions[path] = file.path
        self.go.open_file(path)

    def follow_renamed(self, old: Path, new: Path) -> None:
        """A session's game has another name: it leads back to its session, and that to it."""
        from rollwrite_desktop.ui.library.session_store import follow_renamed

        follow_renamed(self.store, old, new)
        if old in self._sessions:
            self._sessions[new] = self._sessions.pop(old)

    def leave_game(self, path: Path) -> None:
        """Home, or back to the session that the game belongs to."""
        session = self._sessions.get(path)
        if session is None or not self.go.open_file(session):
            self.go.show_home()

    def _leave_session(self, page: SessionPage) -> None:
        self._spread(page, False)
        self.go.show_home()

    def _spread(self, page: SessionPage, full: bool) -> None:
        """A page over the whole screen, without menus, or back."""
        self.go.stage.spread(full)
        page.spread(full)

    def _open_in_session(self, session: SessionPage, number: int) -> None:
        """A member's sheet to be entered, then the next one that is waited for, and back."""
        from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
        from rollwrite_desktop.ui.paper.session.session_page import SheetKept

        session.checker.rest(True)
        try:
            page = AuditPage(session.paper_of(number), None, self.store, SheetKept(session, number), parent=self.pages)
        except UserError as error:  # the session's dice are those of another game, say
            session.checker.rest(False)
            self.messages.alarm(str(error))
            return
        page.stay(tr("Back to the session"), session.following(number))
        page.print_chosen.connect(self.go.print_paper)

        def back() -> None:
            session.put(number, page.paper)
            self.stack.back_to(session)
            session.checker.rest(False)

        def follow() -> None:
            back()
            following = session.file.session.next_blank(number)
            if following >= 0:
                self._open_in_session(session, following)

        page.followed.connect(follow)
        self.stack.visit(page, back)

    def _read_in_session(self, session: SessionPage, paths: Sequence[Path] | None) -> None:
        """Photos of a session's sheets to be read and confirmed, and back to the session with them. None: they are asked
        for."""
        from rollwrite_desktop.ui.paper.photos.photo_jobs import Source
        from rollwrite_desktop.ui.paper.photos.photos_page import PhotosPage

        sheets, names = session.photographed()
        page = PhotosPage(self.store, [Source(str(path)) for path in paths or ()], sheets, names, parent=self.pages)
        session.checker.rest(True)

        def back() -> None:
            found, kept = page.entered(), page.keep(partly=True)
            self.stack.back_to(session)
            refused = session.check.take(found)
            page.let_go(refused)
            if refused or kept:
                self.messages.show_message(tr("What you confirmed is under “Unfinished sheets”."))
            session.checker.rest(False)

        page.finished.connect(back)
        self.stack.visit(page, back)
        if paths is None:
            page.ask_photos()

    def show_caller(self, game_id: str = "") -> None:
        """Dice in large for those who write on paper: on with the session of the game that is being called, or a new one."""
        from rollwrite_desktop.ui.library.session_store import latest

        game_id = game_id or self.stack.rule_here()[0]
        path = latest(self.store, game_id)
        if path is None or not self.show_session(path, "call"):
            self.new_session(game_id, "call")

    def show_tournament(
        self, sheets: Sequence[Entered] = (), paths: Sequence[Path] = (), kept: Path | None = None
    ) -> list[Entered]:
        """Several sheets of one game against one another, as a session without a call: these, or those in the file of a
        table that an earlier version kept, which without any is looked for in the usual place. Returns the sheets that
        were not taken, or are not written yet."""
        from rollwrite_desktop.ui.library.old_table import as_session, old_table
        from rollwrite_desktop.ui.library.session_store import new_table_file

        file, said = None, ""
        path = kept if kept is not None or sheets or paths else old_table(self.store)
        try:
            if path is not None:
                file, said = as_session(path, self.store)
        except UserError as error:
            said = str(error)
        page = self.open_session(file or new_table_file(self.store), "check")
        refused = page.check.take(sheets)
        if paths:
            page.take_files(paths)
        if said:
            self.messages.alarm(said)
        return refused
