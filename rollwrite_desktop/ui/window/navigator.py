"""The way from each page to the next: which page is shown, over which other one, and what leads where.

A plain object that the window holds. Pages are imported when they are first shown, so that the window comes up at once;
their signals go to methods of this object and never of the window.

WORKAROUND(PySide6 6.11): a method to which a signal is connected becomes a slot of its object, whose meta-object is another
one from then on; Qt makes a new accessible for that, and readers would take the window for another one than that in front,
of which they tell nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from PySide6.QtWidgets import QMainWindow, QStackedWidget, QWidget
from shiboken6 import delete

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import write_file
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.core.journal import Journal
from rollwrite_desktop.play.open_game import close_journal, joined, journal_of, moved
from rollwrite_desktop.ui.base import file_locks
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit.layouts import later
from rollwrite_desktop.ui.kit.page import Page
from rollwrite_desktop.ui.library.drafts import Drafts
from rollwrite_desktop.ui.window.backup_actions import BackupActions
from rollwrite_desktop.ui.window.message_bar import MessageBar
from rollwrite_desktop.ui.window.open_files import FileActions

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from rollwrite_desktop.core.audit import Paper, Report
    from rollwrite_desktop.play.audit_files import Entered
    from rollwrite_desktop.play.open_game import Opened
    from rollwrite_desktop.play.practice import Run
    from rollwrite_desktop.printing.page_layout import Leaf
    from rollwrite_desktop.ui.library.drafts import Draft
    from rollwrite_desktop.ui.library.lobby.lobby_page import LobbyPage
    from rollwrite_desktop.ui.library.session_store import SessionFile
    from rollwrite_desktop.ui.paper.photos.photo_jobs import Source
    from rollwrite_desktop.ui.paper.session.session_page import SessionPage
    from rollwrite_desktop.ui.window.help.rules_page import RulesPage
    from rollwrite_desktop.ui.window.preferences_dialog import PreferencesDialog


class Stage(Protocol):
    """What of the window depends on the page that is shown."""

    @property
    def characters(self) -> bool:
        """Whether keys that are one character do something."""
        ...

    def show_title(self) -> None:
        """Calls the window by the page."""
        ...

    def show_page(self) -> None:
        """Its title and its menus."""
        ...

    def part_letters(self) -> None:
        """Gives the buttons of the page letters of their own."""
        ...

    def spread(self, full: bool) -> None:
        """The whole screen for it, without menus, or back."""
        ...

    def restored(self) -> None:
        """A backup was brought back."""
        ...


class Navigator:
    """Shows one page at a time in `pages`. `window` is the parent of dialogs."""

    def __init__(
        self, window: QMainWindow, stage: Stage, store: Settings, pages: QStackedWidget, messages: MessageBar
    ) -> None:
        self._window, self._stage, self.store, self.pages, self.messages = window, stage, store, pages, messages
        self._locks: dict[Page, tuple[Path, file_locks.Lock]] = {}
        self._sessions: dict[Path, Path] = {}  # the session that a game on the screen belongs to
        self._rules: RulesPage | None = None
        self._again: Callable[[], object] = self.show_home
        self.backups = BackupActions(window, store, messages.show_message, messages.alarm, stage.restored)
        self.files = FileActions(window, store, messages, self)

    def close_all(self) -> None:
        """Closes every page; others may have their games now."""
        for page in [self.pages.widget(i) for i in range(self.pages.count())]:
            if isinstance(page, Page):
                page.close()
                self._unlock(page)

    # ------------------------------------------------------------------ home, library

    def show_home(self) -> None:
        from rollwrite_desktop.ui.library.home_page import HomePage

        page = HomePage(self.store, parent=self.pages)
        page.play_chosen.connect(self.show_lobby)
        page.print_chosen.connect(self.show_print)
        page.check_chosen.connect(self.check)
        page.file_chosen.connect(self.open_file)
        page.open_chosen.connect(self.files.ask)
        page.library_chosen.connect(self.show_library)
        page.history_chosen.connect(self.show_history)
        page.sessions_chosen.connect(self.show_sessions)
        page.map_chosen.connect(self.show_new_map)
        page.practice_chosen.connect(self.show_practice)
        page.preferences_chosen.connect(self.show_preferences)
        page.about_chosen.connect(self.show_about)
        self._turn_to(page, self.show_home)

    def show_lobby(self, game_id: str = "", sheet: str = "", code: str = "") -> None:
        page = self._lobby_page(game_id, sheet, code)
        self._turn_to(page, lambda: self.show_lobby(page.rule()[0]))

    def _lobby_page(self, game_id: str, sheet: str = "", code: str = "") -> LobbyPage:
        from rollwrite_desktop.ui.library.lobby.lobby_page import LobbyPage

        page = LobbyPage(game_id, self.store, sheet, code, parent=self.pages)
        page.started.connect(self.show_table)
        page.left.connect(self.show_home)
        page.file_chosen.connect(self.open_file)
        page.library_chosen.connect(self.show_library)
        page.sheet_chosen.connect(self.show_own_sheet)
        page.map_chosen.connect(self.show_new_map)
        page.rules_chosen.connect(self.show_rules)
        page.history_chosen.connect(self.show_history)
        page.print_chosen.connect(self.show_print)
        page.maps_print_chosen.connect(self._print_maps)
        page.check_chosen.connect(self.check)
        return page

    def show_own_sheet(self, game_id: str, sheet: str = "") -> None:
        """A sheet with printed marks of one's own, a new one or one to be changed, and back to the lobby with it."""
        from rollwrite_desktop.sheet.load import load
        from rollwrite_desktop.ui.library.lobby.lobby_page import LobbyPage
        from rollwrite_desktop.ui.mapmaker.own_sheet_page import OwnSheetPage

        lobby = self.page if isinstance(self.page, LobbyPage) else None

        def back(game_id: str, sheet: str = "") -> None:
            if lobby is None:
                self.show_lobby(game_id, sheet)
            else:
                self._back_to(lobby)
                lobby.take_sheet(sheet)

        def saved(game_id: str, path: Path) -> None:
            back(game_id, str(path))
            self.messages.show_message(tr("The sheet “{name}” is saved and chosen.", name=load(path).title))

        def deleted(game_id: str, name: str) -> None:
            back(game_id)
            self.messages.show_message(tr("The sheet “{name}” is deleted.", name=name))

        try:
            page = OwnSheetPage(game_id, self.store, sheet, parent=self.pages)
        except UserError as error:
            self.messages.alarm(str(error))
            return
        page.saved.connect(saved)
        page.deleted.connect(deleted)
        if lobby is None:
            page.left.connect(lambda: self.show_lobby(game_id))
            self._turn_to(page, lambda: self.show_own_sheet(game_id, sheet))
        else:
            self._visit(page)

    def show_new_map(self, game_id: str = "", sheet: str = "") -> None:
        """A map of one's own, a new one or one to be changed, and to the lobby or a game with it."""
        from rollwrite_desktop.sheet.load import load
        from rollwrite_desktop.ui.library.lobby.lobby_page import LobbyPage
        from rollwrite_desktop.ui.mapmaker.map_page import MapPage

        def saved(game_id: str, path: Path, play: bool) -> None:
            self.show_lobby(game_id, str(path))
            self.messages.show_message(tr("The sheet “{name}” is saved and chosen.", name=load(path).title))
            if play and isinstance(self.page, LobbyPage):
                self.page.begin()

        page = MapPage(self.store, game_id, sheet, parent=self.pages)
        page.saved.connect(saved)
        page.left.connect((lambda: self.show_lobby(game_id)) if game_id else self.show_home)
        self._turn_to(page, lambda: self.show_new_map(game_id, sheet))

    def show_library(self) -> None:
        """All saved games."""
        from rollwrite_desktop.ui.library.saved_games_page import SavedGamesPage

        page = SavedGamesPage(self.store, parent=self.pages)
        page.renamed.connect(self._follow_renamed)
        page.file_chosen.connect(self.open_file)
        page.play_chosen.connect(self.show_lobby)
        page.open_chosen.connect(self.files.ask)
        page.left.connect(self.show_home)
        page.history_chosen.connect(self.show_history)
        self._turn_to(page, self.show_library)

    def show_history(self, game_id: str = "") -> None:
        """The results of all games, or of one."""
        from rollwrite_desktop.ui.library.history_page import HistoryPage

        page = HistoryPage(self.store, game_id, parent=self.pages)
        page.left.connect(self.show_home)
        page.play_chosen.connect(self.show_lobby)
        page.replay_chosen.connect(self.files.replay)
        page.review_chosen.connect(lambda path: self.files.replay(path, tab="review"))
        page.code_chosen.connect(self._show_lobby_of)
        self._turn_to(page, lambda: self.show_history(game_id))

    def _show_lobby_of(self, code: str) -> None:
        self.show_lobby(code=code)

    # ------------------------------------------------------------------ games

    def show_table(self, opened: Opened, path: Path, lock: file_locks.Lock | None = None) -> None:
        """A game to be played on; `lock` is that of its journal, if it is taken already."""
        lock = lock or (None if opened.read_only else file_locks.take(path))
        journal = journal_of(opened)
        if journal is not None:
            journal.on_failure = self._show_failure
            self._show_failure(journal)
        page = self._table_page(opened, path)
        page.left.connect(lambda: self._leave_table(path))
        self._turn_to(page, lambda: self.open_file(path))
        if lock is not None:
            self._locks[page] = path, lock

    def _leave_table(self, path: Path) -> None:
        """Home, or back to the session that the game belongs to."""
        session = self._sessions.get(path)
        if session is None or not self.open_file(session):
            self.show_home()

    def _join(self, opened: Opened, path: Path, name: str) -> None:
        """One more player at a table: the game goes on in the same file, which is written anew."""
        journal = journal_of(opened)
        if journal is None or journal.failure is not None:
            self.messages.alarm(tr("Save the game before someone joins."))
            return
        try:
            journal.must_stand()
            content = joined(journal.content, name)
        except UserError as error:
            self.messages.alarm(str(error))
            return
        close_journal(opened)
        wrong = ""
        try:
            write_file(path, content)
        except UserError as error:
            wrong = str(error)
        self.open_file(path)
        if wrong:
            self.messages.alarm(wrong)
        else:
            self.messages.show_message(tr("{name} joins and first plays the rolls so far.", name=name))

    def _table_page(self, opened: Opened, path: Path) -> Page:
        """The page on which a game is played."""
        if not opened.session.rules.info.realtime:
            from rollwrite_desktop.ui.play.table.table_page import TablePage

            table = TablePage(opened, path, self.store, parent=self.pages)
            table.print_chosen.connect(self.print_game)
            table.again_chosen.connect(self.show_lobby)
            table.rematch_chosen.connect(self._rematch)
            table.rule_chosen.connect(self.show_rules)
            table.code_chosen.connect(self._show_lobby_of)
            table.join_chosen.connect(lambda name: self._join(opened, path, name))
            table.replay_chosen.connect(lambda: self.show_replay(opened, path))
            table.review_chosen.connect(lambda: self.show_replay(opened, path, tab="review"))
            table.position_chosen.connect(self._show_position)
            table.compare_chosen.connect(lambda: self.show_replay(opened, path, tab="compare"))
            return table
        if opened.head.notes.dice == "real" and len(opened.session.players) > 1:
            from rollwrite_desktop.ui.play.race.scoreboard_page import ScoreboardPage

            board = ScoreboardPage(opened, path, parent=self.pages)
            board.paper_chosen.connect(self.show_check)
            board.again_chosen.connect(self.show_lobby)
            return board
        from rollwrite_desktop.ui.play.race.race_page import RacePage

        race = RacePage(opened, path, self.store, parent=self.pages)
        race.print_chosen.connect(self.print_game)
        race.rematch_chosen.connect(self._rematch)
        race.code_chosen.connect(self._show_lobby_of)
        race.replay_chosen.connect(lambda: self.show_replay(opened, path))
        return race

    def _rematch(self, opened: Opened) -> None:
        """The same game with the same players and rules, and other dice; where that cannot be, the game's page says why."""
        page = self._lobby_page(opened.game.info.id)
        page.take_over(opened.head)
        if page.begin():
            self._close(page)
        else:
            self._turn_to(page, lambda: self.show_lobby(page.rule()[0]))

    def show_replay(self, opened: Opened, path: Path, *, tab: Literal["", "review", "compare"] = "") -> None:
        """A game to look at again, to review, or to compare with the computer players, and back to where it was."""
        from rollwrite_desktop.ui.play.table.replay.replay_page import COMPARE, REVIEW, ReplayPage

        page = ReplayPage(opened, path, self.store, tab={"review": REVIEW, "compare": COMPARE}.get(tab), parent=self.pages)
        page.leaves_chosen.connect(self._print_leaves)
        page.started.connect(self.open_file)
        page.code_chosen.connect(self._show_lobby_of)
        page.print_chosen.connect(self.print_game)
        self._visit(page)

    # ------------------------------------------------------------------ practice

    def show_practice(self, deck: Path | None = None) -> None:
        """One's own mistakes to be played again, or another deck."""
        from rollwrite_desktop.ui.play.practice.practice_page import PracticePage

        page = PracticePage(self.store, deck, parent=self.pages)
        page.left.connect(self.show_home)
        page.run_chosen.connect(self._show_position)
        page.leaves_chosen.connect(self._print_leaves)
        page.open_chosen.connect(self.files.ask)
        page.history_chosen.connect(self.show_history)
        self._turn_to(page, lambda: self.show_practice(page.path))

    def _show_position(self, path: Path, run: Run) -> None:
        """The next position of a run that can be shown; those that cannot be are told."""
        from rollwrite_desktop.play.deck import NotPlayable
        from rollwrite_desktop.ui.library.deck_store import DeckStore
        from rollwrite_desktop.ui.play.practice.position_page import PositionPage

        while not run.over:
            try:
                page = PositionPage(DeckStore(self.store), path, run, self.store, parent=self.pages)
            except NotPlayable as error:
                run.at += 1
                self.messages.show_message(tr("One position was passed over. {why}", why=str(error)))
            except UserError as error:
                self.messages.alarm(str(error))
                return
            else:
                page.next_chosen.connect(self._show_position)
                page.rule_chosen.connect(self.show_rules)
                self._visit(page)
                return
        if isinstance(self.page, PositionPage):
            self.page.left.emit()

    # ------------------------------------------------------------------ sessions on paper

    def show_sessions(self) -> None:
        """The sessions that are kept, and a new one."""
        from rollwrite_desktop.ui.paper.session.sessions_page import SessionsPage

        page = SessionsPage(self.store, parent=self.pages)
        page.left.connect(self.show_home)
        page.file_chosen.connect(self.open_file)
        page.open_chosen.connect(self.files.ask)
        page.new_chosen.connect(self.new_session)
        self._turn_to(page, self.show_sessions)

    def new_session(self, game_id: str = "", step: str = "players") -> None:
        """A new session; its file is written with the first change."""
        from rollwrite_desktop.ui.library.session_store import new_session_file

        self._show_session(new_session_file(self.store, game_id or self._rule_here()[0]), step)

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
        self._show_session(file, step or step_of(file.session))
        if sheets:
            self.messages.show_message(tr_n(
                "One sheet was added from the game on the screen.",
                "{n} sheets were added from the game on the screen.", sheets))
        return True

    def _show_session(self, file: SessionFile, step: str) -> SessionPage:
        from rollwrite_desktop.ui.paper.session.session_page import SessionPage

        page = SessionPage(file, self.store, step, parent=self.pages)
        page.screen_chosen.connect(lambda: self._play_session(file))
        page.left.connect(lambda: self._leave_session(page))
        page.print_chosen.connect(self._print_leaves)
        page.sheet_chosen.connect(lambda number: self._open_in_session(page, number))
        page.photos_chosen.connect(lambda paths: self._read_in_session(page, paths))
        page.full_chosen.connect(lambda full: self._spread(page, full))
        self._turn_to(page, lambda: self.show_session(file.path, page.at))
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
        self.open_file(path)

    def _follow_renamed(self, old: Path, new: Path) -> None:
        """A session's game has another name: it leads back to its session, and that to it."""
        from rollwrite_desktop.ui.library.session_store import follow_renamed

        follow_renamed(self.store, old, new)
        if old in self._sessions:
            self._sessions[new] = self._sessions.pop(old)

    def _leave_session(self, page: SessionPage) -> None:
        self._spread(page, False)
        self.show_home()

    def _spread(self, page: SessionPage, full: bool) -> None:
        """A page over the whole screen, without menus, or back."""
        self._stage.spread(full)
        page.spread(full)

    def _open_in_session(self, session: SessionPage, number: int) -> None:
        """A member's sheet to be entered, then the next one that is waited for, and back."""
        from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
        from rollwrite_desktop.ui.paper.session.session_page import SheetKept

        session.checker.rest(True)
        page = AuditPage(session.paper_of(number), None, self.store, SheetKept(session, number), parent=self.pages)
        page.stay(tr("Back to the session"), session.following(number))
        page.print_chosen.connect(self.print_paper)

        def back() -> None:
            session.put(number, page.paper)
            self._back_to(session)
            session.checker.rest(False)

        def follow() -> None:
            back()
            following = session.file.session.next_blank(number)
            if following >= 0:
                self._open_in_session(session, following)

        page.followed.connect(follow)
        self._visit(page, back)

    def show_caller(self, game_id: str = "") -> None:
        """Dice in large for those who write on paper: on with the session of the game that is being called, or a new one."""
        from rollwrite_desktop.ui.library.session_store import latest

        game_id = game_id or self._rule_here()[0]
        path = latest(self.store, game_id)
        if path is None or not self.show_session(path, "call"):
            self.new_session(game_id, "call")

    def open_file(self, path: str | Path) -> bool:
        """Opens any file of ours; says in one sentence why not."""
        return self.files.open(path)

    def restore(self, path: Path) -> bool:
        """Restores a backup; says in one sentence why not."""
        return self.backups.restore(path)

    # ------------------------------------------------------------------ what cannot be written

    def _show_failure(self, journal: Journal) -> None:
        """A journal cannot be written, or can again."""
        def elsewhere(path: Path) -> None:
            write_file(path, moved(journal.content, journal.path.parent, path.parent))

        self.store.unsaved.report(
            f"game {id(journal)}", journal.failure, journal.sync, elsewhere, journal.give_up, journal.path.name, journal,
        )

    # ------------------------------------------------------------------ printing

    def show_print(self, game_id: str = "") -> None:
        """Blank sheets to print."""
        from rollwrite_desktop.ui.paper.print.print_page import PrintPage

        self._visit(PrintPage(game_id, store=self.store, parent=self.pages))

    def print_game(self, opened: Opened) -> None:
        """The filled sheets of a game to print."""
        from rollwrite_desktop.ui.paper.print.print_page import PrintPage

        self._visit(PrintPage(opened.game.info.id, opened=opened, store=self.store, parent=self.pages))

    def print_paper(self, paper: Paper, report: Report | None = None) -> None:
        """A re-entered sheet to print, with its findings."""
        from rollwrite_desktop.ui.paper.print.print_page import PrintPage

        self._visit(PrintPage(paper.game, paper=paper, report=report, store=self.store, parent=self.pages))

    def _print_maps(self, game_id: str) -> None:
        from rollwrite_desktop.games import GAMES
        from rollwrite_desktop.printing.atlas_pages import atlas_leaves

        self._print_leaves((game_id, atlas_leaves(GAMES[game_id])))

    def _print_leaves(self, what: tuple[str, tuple[Leaf, ...]]) -> None:
        from rollwrite_desktop.ui.paper.print.print_page import PrintPage

        self._visit(PrintPage(what[0], store=self.store, ready=what[1], parent=self.pages))

    # ------------------------------------------------------------------ checking paper

    def check(self, game_id: str) -> None:
        """An empty paper sheet to enter, or first those that are not finished."""
        from rollwrite_desktop.core.audit import Paper

        if Drafts(self.store).paths():
            self.show_check_room(game_id)
        else:
            self.show_check(Paper(game=game_id))

    def show_check_room(self, game_id: str = "") -> None:
        """The sheets that are not finished, and the ways to begin another, at first one of this game."""
        from rollwrite_desktop.ui.paper.check.start_page import AuditStartPage

        page = AuditStartPage(self.store, game_id, parent=self.pages)
        page.left.connect(self.show_home)
        page.started.connect(self.show_check)
        page.draft_chosen.connect(self.files.open_draft)
        page.open_chosen.connect(self.files.ask_sheets)
        page.print_chosen.connect(self.print_paper)
        page.table_chosen.connect(self.show_tournament)
        page.photos_chosen.connect(self.files.ask_photos)
        self._turn_to(page, lambda: self.show_check_room(game_id))

    def show_photos(self, sources: Sequence[Source]) -> None:
        """Photos of filled sheets to be read and confirmed, and then checked: one at the desk, several as a table."""
        from rollwrite_desktop.ui.library.drafts import Draft
        from rollwrite_desktop.ui.paper.photos.photos_page import PhotosPage

        page = PhotosPage(self.store, sources, parent=self.pages)

        def check() -> None:
            found = page.entered()
            if len(found) == 1:
                self.show_check(found[0].paper, draft=Draft(page.keep()[0]), photo=page.images[0])
            else:
                game = found[0].game.info.id
                others = page.keep(but=game)
                self.show_tournament([each for each in found if each.game.info.id == game])
                if others:
                    self.messages.show_message(tr_n(
                        "A sheet of another game is under “Unfinished sheets”.",
                        "{n} sheets of other games are under “Unfinished sheets”.", len(others)))

        def leave() -> None:
            kept = page.keep()
            self.show_check_room()
            if kept:
                self.messages.show_message(tr("What you confirmed is under “Unfinished sheets”."))

        page.finished.connect(check)
        page.left.connect(leave)
        page.keys_chosen.connect(lambda paper, photo: self.show_check(paper, photo=photo))
        self._turn_to(page, lambda: self.show_photos(sources))

    def _read_in_session(self, session: SessionPage, paths: Sequence[Path]) -> None:
        """Photos of a session's sheets to be read and confirmed, and back to the session with them."""
        from rollwrite_desktop.ui.paper.photos.photo_jobs import Source
        from rollwrite_desktop.ui.paper.photos.photos_page import PhotosPage

        sheets, names = session.photographed()
        page = PhotosPage(self.store, [Source(str(path)) for path in paths], sheets, names, parent=self.pages)
        session.checker.rest(True)

        def back() -> None:
            found, kept = page.entered(), page.keep(partly=True)
            self._back_to(session)
            session.check.take(found)
            if kept:
                self.messages.show_message(tr("What you confirmed is under “Unfinished sheets”."))
            session.checker.rest(False)

        page.finished.connect(back)
        self._visit(page, back)

    def show_check(
        self, paper: Paper, path: Path | None = None, draft: Draft | None = None, photo: QImage | None = None,
    ) -> None:
        """A paper sheet to be entered and checked, beside its photo where there is one."""
        from rollwrite_desktop.ui.paper.check.audit_page import AuditPage

        page = AuditPage(paper, path, self.store, draft, parent=self.pages, photo=photo)
        page.left.connect(self.show_home)
        page.print_chosen.connect(self.print_paper)
        page.started.connect(self.show_check)
        page.sheets_chosen.connect(self.show_check_room)

        def again() -> None:
            if page.draft.path.is_file():
                self.files.open_draft(page.draft.path)
            else:  # nothing was entered
                self.show_check(page.paper, path)

        self._turn_to(page, again)

    def show_tournament(
        self, sheets: Sequence[Entered] = (), paths: Sequence[Path] = (), kept: Path | None = None
    ) -> None:
        """Several sheets of one game against one another, as a session without a call: these, or those in the file of a
        table that an earlier version kept, which without any is looked for in the usual place."""
        from rollwrite_desktop.ui.library.old_table import as_session, old_table
        from rollwrite_desktop.ui.library.session_store import new_table_file

        file, said = None, ""
        path = kept if kept is not None or sheets or paths else old_table(self.store)
        try:
            if path is not None:
                file, said = as_session(path, self.store)
        except UserError as error:
            said = str(error)
        page = self._show_session(file or new_table_file(self.store), "check")
        page.check.take(sheets)
        if paths:
            page.take_files(paths)
        if said:
            self.messages.alarm(said)

    # ------------------------------------------------------------------ dialogs

    def show_preferences(self) -> PreferencesDialog:
        """What a person likes, to be changed."""
        from rollwrite_desktop.ui.window.preferences_dialog import PreferencesDialog

        dialog = PreferencesDialog(self.store, self._window)
        dialog.open()
        return dialog

    def show_about(self) -> None:
        from rollwrite_desktop.ui.window.help.about_dialog import AboutDialog

        AboutDialog(self._window).open()

    def show_messages(self) -> None:
        """What was said so far, to be read again."""
        from rollwrite_desktop.ui.window.message_bar import Messages

        Messages(self.messages.history, self._window).open()

    def show_keys(self) -> None:
        """All keys on one page."""
        from rollwrite_desktop.ui.window.help.keys_page import KeysPage

        KeysPage(self._window, self.page.keys() if self.page is not None else (), self._stage.characters).open()

    def show_rules(self, game_id: str = "", key: str = "") -> None:
        """The rules of a game, beside the window; where none is named, what the page that is shown is about."""
        from rollwrite_desktop.games import GAMES
        from rollwrite_desktop.ui.window.help.rules_page import RulesPage

        if not game_id:
            game_id, key = self._rule_here()
        game_id = game_id or next(iter(GAMES))
        sheet = self.page.sheet_shown() if self.page is not None else None
        if self._rules is None:
            self._rules = RulesPage(game_id, self._window, sheet)
        self._rules.open_at(key, game_id, sheet)
        if self._rules.isVisible():
            self._rules.raise_()
            self._rules.activateWindow()
        self._rules.show()

    def _follow(self) -> None:
        """Rules that stayed open beside the window are those of the game that is shown, on its sheet."""
        game_id, _ = self._rule_here()
        if self._rules is not None and self._rules.isVisible() and game_id and self.page is not None:
            self._rules.follow(game_id, self.page.sheet_shown())

    def _rule_here(self) -> tuple[str, str]:
        """The game and the rule that the page shown is about."""
        return self.page.rule() if self.page is not None else ("", "")

    @property
    def page(self) -> Page | None:
        """The page that is shown."""
        shown = self.pages.currentWidget()
        return shown if isinstance(shown, Page) else None

    def begin_anew(self) -> None:
        """What is shown is built anew, as in another language: the page, the rules beside it, the preferences. A page that
        lies over another one is left."""
        from rollwrite_desktop.ui.window.preferences_dialog import PreferencesDialog

        asked = [each for each in self._window.findChildren(PreferencesDialog) if each.isVisible()]
        for each in asked:
            each.accept()
        for _ in range(self.pages.count()):
            if self.pages.count() > 1 and self.page is not None:
                self.page.left.emit()
        again, rules = self._again, self._rules is not None and self._rules.isVisible()
        if self._rules is not None:
            delete(self._rules)
            self._rules = None
        self.show_home()  # whatever was there is closed, and what it held let go
        if again != self.show_home:
            try:
                again()
            except UserError as error:
                self.messages.alarm(str(error))
        if rules:
            self.show_rules()
        if asked:
            self.show_preferences().begin_at_language()

    def _turn_to(self, page: Page, again: Callable[[], object]) -> None:
        """Shows a page in the place of all that were there. `again` shows the same one anew once it is closed."""
        self._again = again
        old = [self.pages.widget(i) for i in range(self.pages.count())]
        self._show(page)
        for gone in old:
            self._close(gone)
        self._begin(page)

    def _visit(self, page: Page, back: Callable[[], None] | None = None) -> None:
        """Shows a page over the one that is there, and that again when it is left. One of its kind gives way to it."""
        came_from = self.page
        replaced = came_from if type(came_from) is type(page) and back is None else None
        if replaced is not None:
            below = self.pages.widget(self.pages.indexOf(replaced) - 1)
            came_from = below if isinstance(below, Page) else None
        page.left.connect(back or (lambda: self._back_to(came_from)))
        self._show(page)
        self._close(replaced)
        self._begin(page)

    def _show(self, page: Page) -> None:
        page.notified.connect(self.messages.show_message)
        page.failed.connect(self.messages.alarm)
        page.grown.connect(lambda: self._stage.part_letters())
        page.titled.connect(lambda: self._stage.show_title())
        self.pages.addWidget(page)
        self.pages.setCurrentWidget(page)
        self._stage.show_page()
        self._follow()

    @staticmethod
    def _begin(page: Page) -> None:
        """Gives the keyboard to a page that has come to the front, and has it introduced once it is all there."""
        page.take_focus()
        later(page, page.introduce)

    def _back_to(self, page: Page | None) -> None:
        leaving = self.page
        if page is not None and self.pages.indexOf(page) >= 0:
            self.pages.setCurrentWidget(page)
        if leaving is not None and leaving is not page:
            self._close(leaving)
        self._stage.show_page()
        if page is not None:
            later(page, page.introduce)

    def _close(self, page: QWidget | None) -> None:
        if not isinstance(page, Page):
            return
        self.pages.removeWidget(page)
        page.close()
        self._unlock(page)
        page.deleteLater()

    def release(self, path: Path) -> bool:
        """Releases our lock on a game file, if we hold it, and says whether we did."""
        pages = [page for page, (locked, _) in self._locks.items() if locked == path]
        for page in pages:
            self._unlock(page)
        return bool(pages)

    def _unlock(self, page: Page) -> None:
        """Other windows may have the page's game now."""
        _, lock = self._locks.pop(page, (None, None))
        if lock is not None:
            lock.unlock()

    def forget_rules(self) -> None:
        """Frees the rules where they are closed: to give them another look takes longer than to open them anew."""
        if self._rules is not None and not self._rules.isVisible():
            delete(self._rules)
            self._rules = None
