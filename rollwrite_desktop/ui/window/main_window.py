"""The one window: a stack of pages, the menus, the message bar, and the way from each page to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QByteArray, QSize, Qt, QTimer
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QMainWindow,
    QMenu,
    QMessageBox,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import delete

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.files import write_file
from rollwrite_desktop.core.i18n import tr, tr_n
from rollwrite_desktop.core.journal import Journal
from rollwrite_desktop.intake.text import one_line
from rollwrite_desktop.play.open_game import close_journal, joined, journal_of, moved
from rollwrite_desktop.ui.base import file_locks, theme, touch
from rollwrite_desktop.ui.base.settings import Preferences, Settings
from rollwrite_desktop.ui.kit.buttons import MenuBar, letters_of, part_buttons, part_menus, show_ring, take_return
from rollwrite_desktop.ui.kit.character_keys import CharacterKeys
from rollwrite_desktop.ui.kit.layouts import EscapedTips, later, pressed_tab, tab_on
from rollwrite_desktop.ui.kit.page import Page
from rollwrite_desktop.ui.kit.scroll import FittingScrollArea
from rollwrite_desktop.ui.library.drafts import Drafts
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.window.backup_actions import BackupActions
from rollwrite_desktop.ui.window.message_bar import MessageBar, UnsavedBar
from rollwrite_desktop.ui.window.open_files import FileActions

if TYPE_CHECKING:
    from rollwrite_desktop.core.audit import Paper, Report
    from rollwrite_desktop.play.audit_files import Entered
    from rollwrite_desktop.play.open_game import Opened
    from rollwrite_desktop.play.practice import Run
    from rollwrite_desktop.printing.page_layout import Leaf
    from rollwrite_desktop.ui.library.drafts import Draft
    from rollwrite_desktop.ui.library.lobby.lobby_page import LobbyPage
    from rollwrite_desktop.ui.library.session_store import SessionFile
    from rollwrite_desktop.ui.paper.session.session_page import SessionPage
    from rollwrite_desktop.ui.window.help.rules_page import RulesPage

_MIN_SIDE = 200
_FIRST_SIZE = QSize(1280, 800)
_FRAME = QSize(16, 48)
"""What a window manager may put round a window; it says how much only after the window is on the screen."""


_GROWTH = ((2.6, 1.8), (1.8, 1.4), (1.32, 1.2), (1.2, 1.1))
"""From how much larger than its first size a window is, how much larger its texts are."""


def growth(size: QSize) -> float:
    """How much larger than usual texts are in a window of this size, so that a large screen is no desert of small print."""
    times = min(size.width() / _FIRST_SIZE.width(), size.height() / _FIRST_SIZE.height())
    return next((larger for least, larger in _GROWTH if times >= least), 1.0)


def room_on(available: QSize) -> QSize:
    """How large a window may be for its frame to fit on a screen with this much room, in pixels."""
    return (available - _FRAME).expandedTo(QSize(_MIN_SIDE, _MIN_SIDE))


def first_size(room: QSize) -> QSize:
    """How large a window is the first time where there is this much room: upright where the screen is."""
    size = _FIRST_SIZE.boundedTo(room)
    return size if room.width() >= room.height() else QSize(size.width(), min(room.height(), round(1.6 * size.width())))


def _calling(act: Callable[..., object]) -> Callable[..., object]:
    """What a page's signal calls in the window.

    WORKAROUND(PySide6 6.11): a method to which a signal is connected becomes a slot of its object, whose meta-object is
    another one from then on; Qt makes a new accessible for that, and readers take it for another window than the one in
    front, of which they tell nothing.
    """
    return lambda *arguments: act(*arguments)


class MainWindow(QMainWindow):
    """Shows one page at a time. Pages are imported when they are first shown, so that the window comes up at once."""

    def __init__(self, store: Settings) -> None:
        super().__init__()
        self.store = store
        self._page_menus: list[QMenu] = []
        self._locks: dict[Page, tuple[Path, file_locks.Lock]] = {}
        self._sessions: dict[Path, Path] = {}  # the session that a game on the screen belongs to
        self._rules: RulesPage | None = None
        self.setWindowTitle("Rollwrite Desktop")
        self.setAcceptDrops(True)
        self.pages = QStackedWidget()
        center = QWidget()
        column = QVBoxLayout(center)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        # Very large texts may make a page larger than the screen.
        column.addWidget(FittingScrollArea(self.pages), 1)
        # Over the page, so that nothing on it moves.
        self.unsaved = UnsavedBar(self.store.unsaved, center, lambda: self.page)
        self.unsaved.elsewhere_chosen.connect(self.save_elsewhere)
        self.messages = MessageBar(center, lambda: self.page)
        self.pages.currentChanged.connect(self.messages.leave_page)
        self.setCentralWidget(center)
        self.backups = BackupActions(self, self.store, self.messages.show_message, self.messages.alarm, self._restored)
        self.files = FileActions(self, self.store, self.messages, self)
        self._menus()
        self._characters = CharacterKeys(self)
        self.store.preferred.connect(self._prefer)
        self.store.spoilt.connect(_calling(self._say_spoilt))
        later(self, self._say_spoilt)
        self._prefer(self.store.preferences)
        self._grown = 1.0
        self._tips: EscapedTips | None = None
        self._growing = QTimer(self, singleShot=True, interval=0)
        self._growing.timeout.connect(self._grow)
        self._refocus = QTimer(self, singleShot=True, interval=0)
        self._refocus.timeout.connect(self._take_focus)
        QApplication.instance().focusChanged.connect(self._keep_focus)  # type: ignore[union-attr]
        self._restore()

    # ------------------------------------------------------------------ home, library

    def show_home(self) -> None:
        from rollwrite_desktop.ui.library.home_page import HomePage

        page = HomePage(self.store, parent=self.pages)
        page.play_chosen.connect(_calling(self.show_lobby))
        page.print_chosen.connect(_calling(self.show_print))
        page.check_chosen.connect(_calling(self.check))
        page.file_chosen.connect(_calling(self.open_file))
        page.open_chosen.connect(self.files.ask)
        page.library_chosen.connect(_calling(self.show_library))
        page.history_chosen.connect(_calling(self.show_history))
        page.sessions_chosen.connect(_calling(self.show_sessions))
        page.map_chosen.connect(_calling(self.show_new_map))
        page.practice_chosen.connect(_calling(self.show_practice))
        page.preferences_chosen.connect(_calling(self.show_preferences))
        page.about_chosen.connect(_calling(self.show_about))
        self._turn_to(page)

    def show_lobby(self, game_id: str = "", sheet: str = "", code: str = "") -> None:
        self._turn_to(self._lobby_page(game_id, sheet, code))

    def _lobby_page(self, game_id: str, sheet: str = "", code: str = "") -> LobbyPage:
        from rollwrite_desktop.ui.library.lobby.lobby_page import LobbyPage

        page = LobbyPage(game_id, self.store, sheet, code, parent=self.pages)
        page.started.connect(_calling(self.show_table))
        page.left.connect(_calling(self.show_home))
        page.file_chosen.connect(_calling(self.open_file))
        page.library_chosen.connect(_calling(self.show_library))
        page.sheet_chosen.connect(_calling(self.show_own_sheet))
        page.map_chosen.connect(_calling(self.show_new_map))
        page.rules_chosen.connect(_calling(self.show_rules))
        page.history_chosen.connect(_calling(self.show_history))
        page.print_chosen.connect(_calling(self.show_print))
        page.check_chosen.connect(_calling(self.check))
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
            self._turn_to(page)
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
        page.left.connect((lambda: self.show_lobby(game_id)) if game_id else _calling(self.show_home))
        self._turn_to(page)

    def show_library(self) -> None:
        """All saved games."""
        from rollwrite_desktop.ui.library.saved_games_page import SavedGamesPage

        page = SavedGamesPage(self.store, parent=self.pages)
        page.renamed.connect(_calling(self._follow_renamed))
        page.file_chosen.connect(_calling(self.open_file))
        page.play_chosen.connect(_calling(self.show_lobby))
        page.open_chosen.connect(self.files.ask)
        page.left.connect(_calling(self.show_home))
        page.history_chosen.connect(_calling(self.show_history))
        self._turn_to(page)

    def show_history(self, game_id: str = "") -> None:
        """The results of all games, or of one."""
        from rollwrite_desktop.ui.library.history_page import HistoryPage

        page = HistoryPage(self.store, game_id, parent=self.pages)
        page.left.connect(_calling(self.show_home))
        page.play_chosen.connect(_calling(self.show_lobby))
        page.replay_chosen.connect(self.files.replay)
        page.review_chosen.connect(lambda path: self.files.replay(path, tab="review"))
        page.code_chosen.connect(_calling(self._show_lobby_of))
        self._turn_to(page)

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
        self._turn_to(page)
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
            table.print_chosen.connect(_calling(self.print_game))
            table.again_chosen.connect(_calling(self.show_lobby))
            table.rematch_chosen.connect(_calling(self._rematch))
            table.rule_chosen.connect(_calling(self.show_rules))
            table.code_chosen.connect(_calling(self._show_lobby_of))
            table.join_chosen.connect(lambda name: self._join(opened, path, name))
            table.replay_chosen.connect(lambda: self.show_replay(opened, path))
            table.review_chosen.connect(lambda: self.show_replay(opened, path, tab="review"))
            table.position_chosen.connect(_calling(self._show_position))
            table.compare_chosen.connect(lambda: self.show_replay(opened, path, tab="compare"))
            return table
        if opened.head.notes.dice == "real" and len(opened.session.players) > 1:
            from rollwrite_desktop.ui.play.race.scoreboard_page import ScoreboardPage

            board = ScoreboardPage(opened, path, parent=self.pages)
            board.paper_chosen.connect(_calling(self.show_check))
            board.again_chosen.connect(_calling(self.show_lobby))
            return board
        from rollwrite_desktop.ui.play.race.race_page import RacePage

        race = RacePage(opened, path, self.store, parent=self.pages)
        race.print_chosen.connect(_calling(self.print_game))
        race.rematch_chosen.connect(_calling(self._rematch))
        race.code_chosen.connect(_calling(self._show_lobby_of))
        race.replay_chosen.connect(lambda: self.show_replay(opened, path))
        return race

    def _rematch(self, opened: Opened) -> None:
        """The same game with the same players and rules, and other dice; where that cannot be, the game's page says why."""
        page = self._lobby_page(opened.game.info.id)
        page.take_over(opened.head)
        if page.begin():
            self._close(page)
        else:
            self._turn_to(page)

    def show_replay(self, opened: Opened, path: Path, *, tab: Literal["", "review", "compare"] = "") -> None:
        """A game to look at again, to review, or to compare with the computer players, and back to where it was."""
        from rollwrite_desktop.ui.play.table.replay.replay_page import COMPARE, REVIEW, ReplayPage

        page = ReplayPage(opened, path, self.store, tab={"review": REVIEW, "compare": COMPARE}.get(tab), parent=self.pages)
        page.leaves_chosen.connect(_calling(self._print_leaves))
        page.started.connect(_calling(self.open_file))
        page.code_chosen.connect(_calling(self._show_lobby_of))
        page.print_chosen.connect(_calling(self.print_game))
        self._visit(page)

    # ------------------------------------------------------------------ practice

    def show_practice(self, deck: Path | None = None) -> None:
        """One's own mistakes to be played again, or another deck."""
        from rollwrite_desktop.ui.play.practice.practice_page import PracticePage

        page = PracticePage(self.store, deck, parent=self.pages)
        page.left.connect(_calling(self.show_home))
        page.run_chosen.connect(_calling(self._show_position))
        page.open_chosen.connect(self.files.ask)
        page.history_chosen.connect(_calling(self.show_history))
        self._turn_to(page)

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
                page.next_chosen.connect(_calling(self._show_position))
                page.rule_chosen.connect(_calling(self.show_rules))
                self._visit(page)
                return
        if isinstance(self.page, PositionPage):
            self.page.left.emit()

    # ------------------------------------------------------------------ sessions on paper

    def show_sessions(self) -> None:
        """The sessions that are kept, and a new one."""
        from rollwrite_desktop.ui.paper.session.sessions_page import SessionsPage

        page = SessionsPage(self.store, parent=self.pages)
        page.left.connect(_calling(self.show_home))
        page.file_chosen.connect(_calling(self.open_file))
        page.open_chosen.connect(self.files.ask)
        page.new_chosen.connect(_calling(self.new_session))
        self._turn_to(page)

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
        page.print_chosen.connect(_calling(self._print_leaves))
        page.sheet_chosen.connect(lambda number: self._open_in_session(page, number))
        page.full_chosen.connect(lambda full: self._spread(page, full))
        self._turn_to(page)
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
        self.menuBar().setVisible(not full)
        if full != self.isFullScreen():
            self.turn_full_screen()
        page.spread(full)

    def _open_in_session(self, session: SessionPage, number: int) -> None:
        """A member's sheet to be entered, then the next one that is waited for, and back."""
        from rollwrite_desktop.ui.paper.check.audit_page import AuditPage
        from rollwrite_desktop.ui.paper.session.session_page import SheetKept

        session.checker.rest(True)
        page = AuditPage(session.paper_of(number), None, self.store, SheetKept(session, number), parent=self.pages)
        page.stay(tr("Back to the session"), session.following(number))
        page.print_chosen.connect(_calling(self.print_paper))

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

    def _say_spoilt(self) -> None:
        """Settings that cannot be used: once the page is there that falls back."""
        def say() -> None:
            if sentence := self.store.told_spoilt():
                self.messages.alarm(sentence)

        later(self, say)

    def save_elsewhere(self) -> bool:
        """Asks for another place for what cannot be written, and goes on there; says in one sentence why not."""
        failure = self.store.unsaved.first
        if failure is None or failure.elsewhere is None:
            return False
        kinds = f"(*{''.join(Path(failure.name).suffixes[-1:])})"
        start = str(Path.home() / failure.name)
        chosen, _ = QFileDialog.getSaveFileName(self, tr("Save elsewhere"), start, kinds)
        if not chosen:
            return False
        path, suffix = Path(chosen), Path(failure.name).suffix
        path = path if path.suffix.lower() == suffix else path.with_name(path.name + suffix)
        try:
            with file_locks.ours(path):
                failure.elsewhere(path)
        except UserError as error:
            self.messages.alarm(str(error))
            return False
        if not self.open_file(path):
            return False
        failure.settled()
        return True

    def _may_quit(self) -> bool:
        """Asks before something is lost that is not written."""
        failure = self.store.unsaved.first
        if failure is None or failure.elsewhere is None:
            return True
        question = QMessageBox(QMessageBox.Icon.Warning, tr("Not saved"), self.store.unsaved.sentence, parent=self)
        question.setTextFormat(Qt.TextFormat.PlainText)
        question.setInformativeText(tr("If you quit now, the last moves or entries are lost."))
        elsewhere = question.addButton(tr("Save &elsewhere …"), QMessageBox.ButtonRole.AcceptRole)
        quit_now = question.addButton(tr("&Quit without saving"), QMessageBox.ButtonRole.DestructiveRole)
        question.addButton(QMessageBox.StandardButton.Cancel)
        question.setDefaultButton(elsewhere)
        question.exec()
        clicked = question.clickedButton()
        question.deleteLater()
        return clicked is quit_now or (clicked is elsewhere and self.save_elsewhere())

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
        page.left.connect(_calling(self.show_home))
        page.started.connect(_calling(self.show_check))
        page.draft_chosen.connect(self.files.open_draft)
        page.open_chosen.connect(self.files.ask_sheets)
        page.print_chosen.connect(_calling(self.print_paper))
        page.table_chosen.connect(_calling(self.show_tournament))
        self._turn_to(page)

    def show_check(self, paper: Paper, path: Path | None = None, draft: Draft | None = None) -> None:
        """A paper sheet to be entered and checked."""
        from rollwrite_desktop.ui.paper.check.audit_page import AuditPage

        page = AuditPage(paper, path, self.store, draft, parent=self.pages)
        page.left.connect(_calling(self.show_home))
        page.print_chosen.connect(_calling(self.print_paper))
        page.started.connect(_calling(self.show_check))
        page.sheets_chosen.connect(_calling(self.show_check_room))
        self._turn_to(page)

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

    def show_preferences(self) -> None:
        from rollwrite_desktop.ui.window.preferences_dialog import PreferencesDialog

        PreferencesDialog(self.store, self).open()

    def show_about(self) -> None:
        from rollwrite_desktop.ui.window.help.about_dialog import AboutDialog

        AboutDialog(self).open()

    def show_messages(self) -> None:
        """What was said so far, to be read again."""
        from rollwrite_desktop.ui.window.message_bar import Messages

        Messages(self.messages.history, self).open()

    def show_keys(self) -> None:
        """All keys on one page."""
        from rollwrite_desktop.ui.window.help.keys_page import KeysPage

        KeysPage(self, self.page.keys() if self.page is not None else (), self._characters.on).open()

    def show_rules(self, game_id: str = "", key: str = "") -> None:
        """The rules of a game, beside the window; where none is named, what the page that is shown is about."""
        from rollwrite_desktop.games import GAMES
        from rollwrite_desktop.ui.window.help.rules_page import RulesPage

        if not game_id:
            game_id, key = self._rule_here()
        game_id = game_id or next(iter(GAMES))
        sheet = self.page.sheet_shown() if self.page is not None else None
        if self._rules is None:
            self._rules = RulesPage(game_id, self, sheet)
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

    def alarm(self, sentence: str, details: str = "") -> None:
        """Says what could not be done; `details` are copied along with it."""
        self.messages.alarm(sentence, details)

    # ------------------------------------------------------------------ from page to page

    @property
    def opened(self) -> Opened | None:
        """The game on the page that is shown."""
        return self.page.opened if self.page is not None else None

    @property
    def page(self) -> Page | None:
        """The page that is shown."""
        shown = self.pages.currentWidget()
        return shown if isinstance(shown, Page) else None

    def _turn_to(self, page: Page) -> None:
        """Shows a page in the place of all that were there."""
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
        page.grown.connect(_calling(self._part_letters))
        page.titled.connect(_calling(self._show_title))
        self.pages.addWidget(page)
        self.pages.setCurrentWidget(page)
        self._show_title()
        self._follow()
        self._show_page_menus()

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
        self._show_title()
        self._show_page_menus()
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

    # ------------------------------------------------------------------ menus

    def _menus(self) -> None:
        bar = MenuBar(self)
        self.setMenuBar(bar)
        file = bar.addMenu(tr("&File"))
        self._action(file, tr("&New game"), "Ctrl+N", self.show_lobby, "plus")
        self._action(file, tr("New &map …"), "Ctrl+Shift+Y", self.show_new_map, "image")
        self._action(file, tr("&Open …"), QKeySequence.StandardKey.Open, self.files.ask, "folder-open")
        self._action(file, tr("Scanned code from the clip&board"), "Ctrl+Shift+V", self.files.paste_code, "copy")
        self._action(file, tr("&Saved games"), "Ctrl+G", self.show_library, "list")
        self._action(file, tr("&Check paper sheets"), "Ctrl+K", self.show_check_room, "pencil")
        self._action(file, tr("Resul&ts"), "Ctrl+Shift+H", self.show_history, "history")
        self._action(file, tr("P&ractice your mistakes"), "Ctrl+Shift+R", self.show_practice, "check")
        file.addSeparator()
        self._action(file, tr("&Blank sheets to print …"), "Ctrl+Shift+P", self.show_print, "print")
        file.addSeparator()
        self._action(file, tr("Where are my &files"), "Ctrl+Shift+F", self.backups.open_folder, "folder-open")
        self._action(file, tr("Back &up everything …"), "Ctrl+Shift+U", self.backups.ask_backup, "save")
        self._action(file, tr("Restore b&ackup …"), "Ctrl+Shift+I", self.backups.ask_restore, "history")
        file.addSeparator()
        self._action(file, tr("S&essions for classes and clubs"), "Ctrl+Shift+E", self.show_sessions, "users")
        self._action(file, tr("Roll the &dice for paper …"), "Ctrl+D", self.show_caller, "dice")
        self._action(file, tr("&Home"), "Alt+Home", self.show_home, "home")
        self._action(file, tr("P&references …"), "Ctrl+,", self.show_preferences, "settings")
        self._action(file, tr("&Quit"), "Ctrl+Q", self.close, "x")
        self._view = bar.addMenu(tr("&View"))
        self._action(self._view, tr("&Full screen"), "F11", self.turn_full_screen, "maximize")
        aid = bar.addMenu(tr("&Help"))
        self._action(aid, tr("&Rules"), "F2", self.show_rules, "list")
        self._action(aid, tr("&Keys"), "F1", self.show_keys, "keyboard")
        self._action(aid, tr("&Messages"), "Ctrl+Shift+M", self.show_messages, "list")
        self._action(aid, tr("&About"), "Shift+F1", self.show_about, "help")

    def _show_title(self) -> None:
        """Calls the window by the page that is shown."""
        title = one_line(self.page.title) if self.page is not None else ""
        self.setWindowTitle(f"{title} – Rollwrite Desktop" if title else "Rollwrite Desktop")

    def _show_page_menus(self) -> None:
        for menu in self._page_menus:
            self.menuBar().removeAction(menu.menuAction())
            menu.deleteLater()
        self._page_menus.clear()
        for title, contents in self.page.menus() if self.page is not None else ():
            menu = QMenu(title, self)
            for entry in contents:
                if entry is None:
                    menu.addSeparator()
                elif isinstance(entry, QMenu):
                    menu.addMenu(entry)
                else:
                    menu.addAction(entry)
            self.menuBar().insertMenu(self._view.menuAction(), menu)
            self._page_menus.append(menu)
        part_menus(self.menuBar())
        self._part_letters()

    def _part_letters(self) -> None:
        """Gives the buttons of the page letters of their own."""
        if self.page is not None:
            part_buttons(self.page, letters_of(self.menuBar()))

    def _action(
        self, menu: QMenu, text: str, key: QKeySequence.StandardKey | str, slot: Callable[[], object], icon: str
    ) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(key))
        action.triggered.connect(lambda _=False: slot())
        theme.dress(action, icon)
        menu.addAction(action)
        return action

    def _restored(self) -> None:
        """Pages that list what is kept begin anew."""
        self._prefer(self.store.preferences)
        if self.page is not None and self.page.opened is None:
            self.show_home()

    def turn_full_screen(self) -> None:
        """Full screen and back."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    # ------------------------------------------------------------------ the window itself

    def _prefer(self, wanted: Preferences) -> None:
        self._forget_rules()
        theme.choose(wanted.theme)
        theme.choose_contrast(wanted.contrast)
        self._enlarge(wanted.text, growth(self.size()))
        theme.set_plain(wanted.hand == "plain")
        self._characters.turn(wanted.keys == "on")
        touch.taps().within = int(wanted.taps)

    def _restore(self) -> None:
        shape = self.store.settings.value("window/shape") or ""
        restored = self.restoreGeometry(QByteArray.fromBase64(shape.encode()))
        room = room_on(self.screen().availableSize())
        if not restored or min(self.width(), self.height()) < _MIN_SIDE:  # Qt takes half a shape for one of no size
            self.resize(first_size(room))
        if not self.isMaximized() and not self.isFullScreen():
            self.resize(self.size().boundedTo(room))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if growth(self.size()) != self._grown:
            self._growing.start()

    def _grow(self) -> None:
        """Texts as large as befits the window, once it has its size."""
        self._grown = growth(self.size())
        self._forget_rules()
        self._enlarge(self.store.preferences.text, self._grown)

    def _enlarge(self, text: str, grown: float) -> None:
        """Texts of this size in percent, in a window that is grown so far; the page is laid out for them even if its size
        stays the same."""
        before = theme.text_scale()
        theme.set_larger(int(text) / 100 * grown)
        if theme.text_scale() != before and self.page is not None:
            size = self.page.size()
            QApplication.sendEvent(self.page, QResizeEvent(size, size))

    def focusNextPrevChild(self, forward: bool) -> bool:
        return tab_on(self, forward) if pressed_tab(self) else super().focusNextPrevChild(forward)

    def _keep_focus(self, old: QWidget | None, now: QWidget | None) -> None:
        """Return presses the button that has the focus. What had it may be gone: then the page has it again, as soon as it
        is all there."""
        take_return(old, now)
        show_ring(old, now)
        if now is None and self.isActiveWindow() and QApplication.activePopupWidget() is None:
            self._refocus.start()

    def _take_focus(self) -> None:
        if self.isActiveWindow() and QApplication.focusWidget() is None and self.page is not None:
            self.page.take_focus()

    def _forget_rules(self) -> None:
        """Frees the rules where they are closed: to give them another look takes longer than to open them anew."""
        if self._rules is not None and not self._rules.isVisible():
            delete(self._rules)
            self._rules = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        here = QApplication.focusWidget()
        if event.text() == "?":  # wherever it is not typed into something
            self.show_keys()
        elif self.page is not None and here is not None and self.messages.isAncestorOf(here):
            self._hand_on(event, self.page)
        else:
            super().keyPressEvent(event)

    def _hand_on(self, event: QKeyEvent, page: Page) -> None:
        """A key that means nothing in the message bar is for the page."""
        for each in page.actions():
            if each.isEnabled() and QKeySequence(event.keyCombination()) in each.shortcuts():
                each.trigger()
                return
        page.keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._tips = self._tips or EscapedTips(self)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.store.unsaved.retry()
        if not self._may_quit():
            event.ignore()
            return
        self.store.settings.update({"window/shape": self.saveGeometry().toBase64().toStdString()})
        for page in [self.pages.widget(i) for i in range(self.pages.count())]:
            if isinstance(page, Page):
                page.close()
                self._unlock(page)
        GameStore(self.store).sweep()
        Drafts(self.store).sweep()
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if self.page is not None and self.page.take_files(paths):
            return
        if len(paths) > 1:
            self.show_tournament(paths=paths)
        elif paths:
            self.open_file(paths[0])
