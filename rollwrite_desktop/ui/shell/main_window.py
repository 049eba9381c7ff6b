"""The one window: a stack of pages, the menus, the message bar, and the way from each page to the next.

Pages are widgets that know nothing of each other; each tells by signals, named in the past participle, what was chosen.
What they signal (all optional, the window connects those a page has):

    Home        play_chosen(game id) · print_chosen(game id) · check_chosen(game id) · file_chosen(path) · open_chosen()
                library_chosen() · preferences_chosen() · about_chosen()
    Lobby       started(Opened, path) · left() · file_chosen(path) · library_chosen() · sheet_chosen(game id, sheet)
    Caller      left() · full_chosen() · told(sentence) · alarmed(sentence)
    OwnSheet    left(game id) · saved(game id, path) · deleted(game id, name) · alarmed(sentence)
    Library     file_chosen(path) · play_chosen(game id) · open_chosen() · history_chosen() · left() · alarmed(sentence)
    History     replay_chosen(path) · code_chosen(code) · play_chosen(game id) · left() · told(sentence) · alarmed(sentence)
    ReplayRoom  begun(path) · code_chosen(code) · print_chosen(Opened) · left() · told(sentence) · alarmed(sentence)
    PrintRoom   left() · printed(path)
    CheckRoom   draft_chosen(path) · begun(Paper) · print_chosen(Paper) · open_chosen() · table_chosen() · left()
    Desk        left() · print_chosen(Paper, Report) · begun(Paper) · sheets_chosen()
    Tournament  left() · sheet_chosen(number) · print_chosen(Leaf …) · told(sentence) · alarmed(sentence)
    Table       left() · print_chosen(Opened) · again_chosen(game id) · rule_chosen(game id, key) · code_chosen(code) ·
                replay_chosen() · told(sentence) · alarmed(sentence)

A page with a method `menus()` has these put into the menu bar while it is shown; one with `rule_here()` says at which game
and rule the rules are to be opened.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QLockFile, Qt
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QStackedWidget, QVBoxLayout, QWidget

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.audit.drafts import Drafts
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.shell import file_locks
from rollwrite_desktop.ui.shell.backup_actions import BackupActions
from rollwrite_desktop.ui.shell.message_bar import MessageBar
from rollwrite_desktop.ui.shell.open_files import FileActions
from rollwrite_desktop.ui.shell.settings import Preferences, Settings, the_store
from rollwrite_desktop.ui.widgets import theme
from rollwrite_desktop.ui.widgets.basics import FittingScrollArea

if TYPE_CHECKING:
    from rollwrite_desktop.core.audit import Paper
    from rollwrite_desktop.play.audit_files import Entered
    from rollwrite_desktop.play.open_game import Opened
    from rollwrite_desktop.printing.page_layout import Leaf
    from rollwrite_desktop.ui.audit.drafts import Draft
    from rollwrite_desktop.ui.audit.ranking_page import RankingPage
    from rollwrite_desktop.ui.help.rules_page import RulesPage

_LEAST = 200


class MainWindow(QMainWindow):
    """Shows one page at a time."""

    def __init__(self, store: Settings | None = None) -> None:
        super().__init__()
        self.store = store or the_store()
        self._page_menus: list[QMenu] = []
        self._locks: dict[QWidget, QLockFile] = {}
        self._rules: RulesPage | None = None
        self.setWindowTitle("Rollwrite Desktop")
        self.setAcceptDrops(True)
        self.pages = QStackedWidget()
        self.messages = MessageBar()
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        # Very large texts may make a page larger than the screen.
        column.addWidget(FittingScrollArea(self.pages), 1)
        column.addWidget(self.messages)
        self.setCentralWidget(centre)
        self.files = FileActions(self)
        self.keeping = BackupActions(self, self.store, self.messages.show_message, self.messages.alarm, self._brought_back)
        self._menus()
        self.store.preferred.connect(self._prefer)
        self._prefer(self.store.preferences)
        self._restore()

    # ------------------------------------------------------------------ pages

    @property
    def page(self) -> QWidget | None:
        """The page that is shown."""
        return self.pages.currentWidget()

    def show_home(self) -> None:
        from rollwrite_desktop.ui.library.home_page import HomePage

        self._turn_to(HomePage(self.store), "", {
            "play_chosen": self.show_lobby, "print_chosen": self.show_print, "check_chosen": self.check,
            "file_chosen": self.open_file, "open_chosen": self.files.ask, "library_chosen": self.show_library,
            "preferences_chosen": self.show_preferences, "about_chosen": self.show_about,
        })

    def show_lobby(self, game_id: str = "", sheet: str = "", code: str = "") -> None:
        from rollwrite_desktop.ui.library.lobby_page import LobbyPage

        self._turn_to(LobbyPage(game_id, self.store, sheet, code), tr("New game"), {
            "started": self.show_table, "left": self.show_home, "file_chosen": self.open_file,
            "library_chosen": self.show_library, "sheet_chosen": self.show_own_sheet,
        })

    def show_caller(self, game_id: str = "") -> None:
        """Dice in large for those who write on paper."""
        from rollwrite_desktop.ui.table.caller_page import CallerPage

        here = getattr(self.page, "rule_here", None)
        self._turn_to(CallerPage(game_id or (here()[0] if here else ""), self.store), tr("Call the dice"), {
            "left": self.show_home, "full_chosen": self.turn_full_screen,
        })

    def show_own_sheet(self, game_id: str, sheet: str = "") -> None:
        """A sheet with printed marks of one's own, a new one or one to be changed, and back to the lobby with it."""
        from rollwrite_desktop.sheet.load import load
        from rollwrite_desktop.ui.library.own_sheet_page import OwnSheetPage

        def saved(game_id: str, path: Path) -> None:
            self.show_lobby(game_id, str(path))
            self.messages.show_message(tr("The sheet “{name}” is saved and chosen.", name=load(path).title))

        def deleted(game_id: str, name: str) -> None:
            self.show_lobby(game_id)
            self.messages.show_message(tr("The sheet “{name}” is deleted.", name=name))

        room = OwnSheetPage(game_id, self.store, sheet)
        self._turn_to(room, tr("My own sheet"), {"left": self.show_lobby, "saved": saved, "deleted": deleted})

    def show_library(self) -> None:
        from rollwrite_desktop.ui.library.saved_games_page import SavedGamesPage

        self._turn_to(SavedGamesPage(self.store), tr("Saved games"), {
            "file_chosen": self.open_file, "play_chosen": self.show_lobby, "open_chosen": self.files.ask,
            "left": self.show_home, "history_chosen": self.show_history,
        })

    def show_history(self) -> None:
        from rollwrite_desktop.ui.library.history_page import HistoryPage

        self._turn_to(HistoryPage(self.store), tr("History"), {
            "left": self.show_home, "play_chosen": self.show_lobby, "replay_chosen": self.files.replay,
            "code_chosen": lambda code: self.show_lobby(code=code),
        })

    def show_table(self, opened: Opened, path: Path, lock: QLockFile | None = None) -> None:
        from rollwrite_desktop.ui.race.race_page import RacePage
        from rollwrite_desktop.ui.race.scoreboard_page import ScoreboardPage
        from rollwrite_desktop.ui.table.table_page import TablePage

        lock = lock or (None if opened.read_only else file_locks.take(path))
        racing = opened.session.rules.info.realtime
        real = opened.head.notes.dice == "real" and len(opened.session.players) > 1
        room = TablePage if not racing else ScoreboardPage if real else RacePage
        self._turn_to(room(opened, path, self.store), path.stem, {
            "left": self.show_home, "print_chosen": self.print_game, "again_chosen": self.show_lobby,
            "paper_chosen": self.show_desk, "rule_chosen": self.show_rules,
            "code_chosen": lambda code: self.show_lobby(code=code),
            "replay_chosen": lambda: self.show_replay(opened, path),
        })
        if lock is not None and self.page is not None:
            self._locks[self.page] = lock

    def show_replay(self, opened: Opened, path: Path) -> None:
        """A game to look at again, and back to where it was."""
        from rollwrite_desktop.ui.table.replay.replay_page import ReplayPage

        room = ReplayPage(opened, path, self.store)
        self._connect(room, {
            "begun": self.open_file, "code_chosen": lambda code: self.show_lobby(code=code), "print_chosen": self.print_game,
        })
        self._visit(room)

    def open_file(self, path: str | Path) -> bool:
        """Opens any file of ours; says in one sentence why not."""
        return self.files.open(path)

    def show_print(self, game_id: str = "") -> None:
        """Blank sheets to print."""
        from rollwrite_desktop.ui.print.print_page import PrintPage

        self._visit(PrintPage(game_id, store=self.store))

    def print_game(self, opened: Opened) -> None:
        """The filled sheets of a game to print."""
        from rollwrite_desktop.ui.print.print_page import PrintPage

        self._visit(PrintPage(opened.game.info.id, opened=opened, store=self.store))

    def print_paper(self, paper: Paper, report: Any = None) -> None:
        """A re-entered sheet to print, with its findings."""
        from rollwrite_desktop.ui.print.print_page import PrintPage

        self._visit(PrintPage(paper.game, paper=paper, report=report, store=self.store))

    def check(self, game_id: str) -> None:
        """An empty paper sheet to enter, or first those that are not finished."""
        from rollwrite_desktop.core.audit import Paper

        if Drafts(self.store).paths():
            self.show_check_room()
        else:
            self.show_desk(Paper(game=game_id))

    def show_check_room(self) -> None:
        """The sheets that are not finished, and the ways to begin another."""
        from rollwrite_desktop.ui.audit.start_page import AuditStartPage

        self._turn_to(AuditStartPage(self.store), tr("Check paper sheets"), {
            "left": self.show_home, "begun": self.show_desk, "draft_chosen": self.files.open_draft,
            "open_chosen": self.files.ask_sheets,
            "print_chosen": self.print_paper, "table_chosen": self.show_tournament,
        })

    def show_desk(self, paper: Paper, path: Path | None = None, draft: Draft | None = None) -> None:
        from rollwrite_desktop.ui.audit.audit_page import AuditPage

        self._turn_to(AuditPage(paper, path, self.store, draft), tr("Check a paper sheet"), {
            "left": self.show_home, "print_chosen": self.print_paper, "begun": self.show_desk,
            "sheets_chosen": self.show_check_room,
        })

    def show_tournament(self, sheets: Sequence[Entered] = (), paths: Sequence[Path] = ()) -> None:
        """Several sheets of one game against one another."""
        from rollwrite_desktop.ui.audit.ranking_page import RankingPage

        page = RankingPage((), self.store)
        self._turn_to(page, tr("A whole table"), {
            "left": self.show_check_room, "print_chosen": self._print_ranking,
            "sheet_chosen": lambda number: self._open_at_table(page, number),
        })
        page.add(sheets)
        page.take_files(paths)

    def _print_ranking(self, what: tuple[str, tuple[Leaf, ...]]) -> None:
        from rollwrite_desktop.ui.print.print_page import PrintPage

        self._visit(PrintPage(what[0], store=self.store, ready=what[1]))

    def _open_at_table(self, page: RankingPage, number: int) -> None:
        """A sheet of a table at the desk, and back to the table with it."""
        from rollwrite_desktop.ui.audit.audit_page import AuditPage

        desk = AuditPage(page.blank() if number < 0 else page.paper_of(number), None, self.store)
        desk.head.back.setToolTip(tr("Back to the table"))
        desk.stay()

        def back() -> None:
            paper, empty = desk.paper, desk.empty
            self._back_to(page)
            if number >= 0 or not empty:
                page.put(number, paper)

        self._visit(desk, {"left": back, "print_chosen": self.print_paper})

    def show_preferences(self) -> None:
        from rollwrite_desktop.ui.shell.preferences_dialog import PreferencesDialog

        PreferencesDialog(self.store, self).open()

    def show_about(self) -> None:
        from rollwrite_desktop.ui.help.about_dialog import AboutDialog

        AboutDialog(self).open()

    def show_messages(self) -> None:
        """What was said so far, to be read again."""
        from rollwrite_desktop.ui.shell.message_bar import Messages

        Messages(self.messages.said, self).open()

    def show_keys(self) -> None:
        """All keys on one page."""
        from rollwrite_desktop.ui.help.keys_page import KeysPage

        KeysPage(self).open()

    def show_rules(self, game_id: str = "", key: str = "") -> None:
        """The rules of a game, beside the window; where none is named, what the page that is shown has to do with."""
        from rollwrite_desktop.games import GAMES
        from rollwrite_desktop.ui.help.rules_page import RulesPage

        here = getattr(self.page, "rule_here", None)
        if not game_id and here is not None:
            game_id, key = here()
        game_id = game_id or next(iter(GAMES))
        if self._rules is None:
            self._rules = RulesPage(game_id, self)
        self._rules.which.choose(game_id)
        self._rules.open_at(key)
        if self._rules.isVisible():
            self._rules.raise_()
            self._rules.activateWindow()
        self._rules.show()

    def _visit(self, room: QWidget, wiring: dict[str, Any] | None = None) -> None:
        """Shows a page over the one that is there, and that again when it is left."""
        came_from = self.page
        self._connect(room, {"left": lambda: self._back_to(came_from), **(wiring or {})})
        self.pages.addWidget(room)
        self.pages.setCurrentWidget(room)
        room.setFocus()
        self._show_page_menus()

    def _back_to(self, page: QWidget | None) -> None:
        leaving = self.page
        if page is not None and self.pages.indexOf(page) >= 0:
            self.pages.setCurrentWidget(page)
        if leaving is not None and leaving is not page:
            self._close(leaving)
        self._show_page_menus()

    def _turn_to(self, page: QWidget, title: str, wiring: dict[str, Any]) -> None:
        self._connect(page, wiring)
        self.setWindowTitle(f"{title} – Rollwrite Desktop" if title else "Rollwrite Desktop")
        old = [self.pages.widget(i) for i in range(self.pages.count())]
        self.pages.addWidget(page)
        self.pages.setCurrentWidget(page)
        self._show_page_menus()
        for gone in old:
            self._close(gone)
        page.setFocus()

    def _close(self, page: QWidget | None) -> None:
        if page is None:
            return
        self.pages.removeWidget(page)
        page.close()
        self._unlock(page)
        page.deleteLater()

    def let_go(self, path: Path) -> None:
        """Whoever asks may have the game in this file, should it be open here."""
        for page in [page for page in self._locks if getattr(page, "path", None) == path]:
            self._unlock(page)

    def _unlock(self, page: QWidget) -> None:
        """Other windows may have the page's game now."""
        lock = self._locks.pop(page, None)
        if lock is not None:
            lock.unlock()

    def _connect(self, page: QWidget, wiring: dict[str, Any]) -> None:
        spoken = {"told": self.messages.show_message, "alarmed": self.messages.alarm}
        for name, slot in {**spoken, **wiring}.items():
            signal = getattr(page, name, None)
            if signal is not None:
                signal.connect(slot)

    # ------------------------------------------------------------------ menus

    def _menus(self) -> None:
        bar = self.menuBar()
        file = bar.addMenu(tr("&File"))
        self._action(file, tr("&New game"), "Ctrl+N", self.show_lobby, "plus")
        self._action(file, tr("&Open …"), QKeySequence.StandardKey.Open, self.files.ask, "folder-open")
        self._action(file, tr("Scanned code from the clip&board"), "Ctrl+Shift+V", self.files.paste_code, "copy")
        self._action(file, tr("&Saved games"), "Ctrl+G", self.show_library, "list")
        self._action(file, tr("&Check paper sheets"), "Ctrl+K", self.show_check_room, "pencil")
        self._action(file, tr("His&tory"), "Ctrl+Shift+H", self.show_history, "history")
        file.addSeparator()
        self._action(file, tr("&Blank sheets to print …"), "Ctrl+Shift+P", self.show_print, "print")
        file.addSeparator()
        self._action(file, tr("Where are my &files"), "Ctrl+Shift+F", self.keeping.open_folder, "folder-open")
        self._action(file, tr("Back &up everything …"), "Ctrl+Shift+U", self.keeping.ask_backup, "save")
        self._action(file, tr("Bring b&ack a backup …"), "Ctrl+Shift+I", self.keeping.ask_restore, "history")
        file.addSeparator()
        self._action(file, tr("Call the &dice for paper …"), "Ctrl+D", self.show_caller, "dice")
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

    def _show_page_menus(self) -> None:
        for menu in self._page_menus:
            self.menuBar().removeAction(menu.menuAction())
            menu.deleteLater()
        self._page_menus.clear()
        menus = getattr(self.page, "menus", None)
        for title, contents in menus() if menus is not None else ():
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

    def _action(self, menu: QMenu, text: str, key: Any, slot: Any, icon: str) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(key))
        action.triggered.connect(lambda _=False: slot())
        theme.dress(action, icon)
        menu.addAction(action)
        return action

    def _brought_back(self) -> None:
        """Pages that list what is kept begin anew."""
        self._prefer(self.store.preferences)
        if self.page is not None and not hasattr(self.page, "opened"):
            self.show_home()

    def turn_full_screen(self) -> None:
        """Full screen and back."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    # ------------------------------------------------------------------ the window itself

    def _prefer(self, wanted: Preferences) -> None:
        theme.choose(wanted.theme)
        theme.choose_contrast(wanted.contrast)
        theme.set_larger(int(wanted.text) / 100)
        theme.set_plain(wanted.hand == "plain")

    def _restore(self) -> None:
        shape = self.store.settings.value("window/shape") or ""
        restored = self.restoreGeometry(QByteArray.fromBase64(shape.encode()))
        if not restored or min(self.width(), self.height()) < _LEAST:  # Qt takes half a shape for one of no size
            self.resize(1280, 800)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() == "?":  # wherever it is not typed into something
            self.show_keys()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.store.settings.update({"window/shape": self.saveGeometry().toBase64().toStdString()})
        for page in filter(None, map(self.pages.widget, range(self.pages.count()))):
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
        take = getattr(self.page, "take_files", None)
        if take is not None:
            take(paths)
        elif len(paths) > 1:
            self.show_tournament(paths=paths)
        elif paths:
            self.open_file(paths[0])
