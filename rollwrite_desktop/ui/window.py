"""The one window: a stack of pages, the menus, the message bar, and the way from each page to the next.

Pages are widgets that know nothing of each other; each tells by signals, named in the past participle, what was chosen.
What they signal (all optional, the window connects those a page has):

    Home        play_chosen(game id) · print_chosen(game id) · check_chosen(game id) · file_chosen(path) · open_chosen()
    Lobby       started(Opened, path) · left()
    PrintRoom   left() · printed(path)
    Desk        left() · print_chosen(Paper, Report)
    Table       left() · print_chosen(Opened) · again_chosen(game id) · told(sentence) · alarmed(sentence)
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QKeySequence
from PySide6.QtWidgets import QFileDialog, QMainWindow, QMenu, QStackedWidget, QVBoxLayout, QWidget

from rollwrite_desktop.core.words import say
from rollwrite_desktop.ui import theme
from rollwrite_desktop.ui.message_bar import MessageBar

if TYPE_CHECKING:
    from rollwrite_desktop.core.audit import Paper
    from rollwrite_desktop.games.opening import Opened


class MainWindow(QMainWindow):
    """Shows one page at a time."""

    def __init__(self, settings: QSettings | None = None) -> None:
        super().__init__()
        self.settings = settings or QSettings()
        self.setWindowTitle("Rollwrite Desktop")
        self.setAcceptDrops(True)
        self.pages = QStackedWidget()
        self.messages = MessageBar()
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.pages, 1)
        column.addWidget(self.messages)
        self.setCentralWidget(centre)
        self._menus()
        self._restore()

    # ------------------------------------------------------------------ pages

    @property
    def page(self) -> QWidget | None:
        """The page that is shown."""
        return self.pages.currentWidget()

    def show_home(self) -> None:
        from rollwrite_desktop.ui.home import Home

        home = Home()
        self._connect(home, {
            "play_chosen": self.show_lobby, "print_chosen": self.show_print, "check_chosen": self.check,
            "file_chosen": self.open_file, "open_chosen": self.ask_file,
        })
        self._turn_to(home, "")

    def show_lobby(self, game_id: str) -> None:
        from rollwrite_desktop.ui.lobby import Lobby

        lobby = Lobby(game_id)
        self._connect(lobby, {"started": self.show_table, "left": self.show_home})
        self._turn_to(lobby, say("New game"))

    def show_table(self, opened: Opened, path: Path) -> None:
        from rollwrite_desktop.ui.table import Table

        table = Table(opened, path)
        self._connect(table, {
            "left": self.show_home, "print_chosen": self.print_game, "again_chosen": self.show_lobby,
            "told": self.messages.tell, "alarmed": self.messages.alarm,
        })
        self._turn_to(table, opened.head.notes.name or opened.game.info.title)

    def show_print(self, game_id: str = "") -> None:
        """Blank sheets to print."""
        from rollwrite_desktop.ui.print_room import PrintRoom

        self._printing(PrintRoom(game_id))

    def print_game(self, opened: Opened) -> None:
        """The filled sheets of a game to print."""
        from rollwrite_desktop.ui.print_room import PrintRoom

        self._printing(PrintRoom(opened.game.info.id, opened=opened))

    def print_paper(self, paper: Paper, report: Any = None) -> None:
        """A re-entered sheet to print, with its findings."""
        from rollwrite_desktop.ui.print_room import PrintRoom

        self._printing(PrintRoom(paper.game, paper=paper, report=report))

    def check(self, game_id: str) -> None:
        """An empty paper sheet to enter."""
        from rollwrite_desktop.core.audit import Paper

        self.show_desk(Paper(game=game_id))

    def show_desk(self, paper: Paper, path: Path | None = None) -> None:
        from rollwrite_desktop.ui.desk import Desk

        desk = Desk(paper, path)
        self._connect(desk, {"left": self.show_home, "print_chosen": self.print_paper})
        self._turn_to(desk, say("Check a paper sheet"))

    def open_file(self, path: str | Path) -> bool:
        """Opens a journal or a paper file; says in one sentence why not."""
        path = Path(path)
        try:
            if path.suffix.lower() == ".json":
                self._open_paper(path)
            else:
                self._open_journal(path)
        except (ValueError, LookupError, OSError) as error:
            self.messages.alarm(str(error.args[0] if len(error.args) == 1 else error))
            return False
        return True

    def ask_file(self) -> None:
        """Asks for a file and opens it."""
        chosen, _ = QFileDialog.getOpenFileName(
            self, say("Open"), "", say("Games and paper sheets (*.rollwrite *.json);;All files (*)")
        )
        if chosen:
            self.open_file(chosen)

    def _open_journal(self, path: Path) -> None:
        from rollwrite_desktop.core import journal
        from rollwrite_desktop.games.opening import reopen

        record = journal.read(path)
        opened = reopen(record, path.name, path.parent)
        if not opened.read_only:
            opened.session.log = journal.Journal.resume(path, record).append
        self.show_table(opened, path)
        if record.torn:
            self.messages.tell(say("The last stroke was not written to the end and has been left out."))

    def _open_paper(self, path: Path) -> None:
        from rollwrite_desktop.core.audit import MAX_BYTES, read_paper
        from rollwrite_desktop.games.opening import game_of

        with path.open("rb") as file:
            paper = read_paper(file.read(MAX_BYTES + 1), path.name)
        game_of(paper.game, path.name)
        self.show_desk(paper, path)

    def _printing(self, room: QWidget) -> None:
        came_from = self.page
        self._connect(room, {"left": lambda: self._back_to(came_from), "told": self.messages.tell})
        self.pages.addWidget(room)
        self.pages.setCurrentWidget(room)

    def _back_to(self, page: QWidget | None) -> None:
        leaving = self.page
        if page is not None and self.pages.indexOf(page) >= 0:
            self.pages.setCurrentWidget(page)
        if leaving is not None and leaving is not page:
            self.pages.removeWidget(leaving)
            leaving.deleteLater()

    def _connect(self, page: QWidget, wiring: dict[str, Any]) -> None:
        for name, slot in wiring.items():
            signal = getattr(page, name, None)
            if signal is not None:
                signal.connect(slot)

    def _turn_to(self, page: QWidget, title: str) -> None:
        self.setWindowTitle(f"{title} – Rollwrite Desktop" if title else "Rollwrite Desktop")
        old = [self.pages.widget(i) for i in range(self.pages.count())]
        self.pages.addWidget(page)
        self.pages.setCurrentWidget(page)
        for gone in old:
            self.pages.removeWidget(gone)
            gone.close()
            gone.deleteLater()
        page.setFocus()

    # ------------------------------------------------------------------ menus

    def _menus(self) -> None:
        bar = self.menuBar()
        file = bar.addMenu(say("&File"))
        self._action(file, say("&New game"), "Ctrl+N", self.show_home, "plus")
        self._action(file, say("&Open …"), QKeySequence.StandardKey.Open, self.ask_file, "folder-open")
        file.addSeparator()
        self._action(file, say("&Home"), "Alt+Home", self.show_home, "home")
        self._action(file, say("&Quit"), "Ctrl+Q", self.close, "x")
        view = bar.addMenu(say("&View"))
        self._action(view, say("&Full screen"), "F11", self.turn_full_screen, "maximize")

    def _action(self, menu: QMenu, text: str, key: Any, slot: Any, icon: str) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(key))
        action.triggered.connect(lambda _=False: slot())
        theme.dress(action, icon)
        menu.addAction(action)
        return action

    def turn_full_screen(self) -> None:
        """Full screen and back."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    # ------------------------------------------------------------------ the window itself

    def _restore(self) -> None:
        shape = self.settings.value("window/shape")
        if shape is None or not self.restoreGeometry(shape):
            self.resize(1280, 800)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.settings.setValue("window/shape", self.saveGeometry())
        page = self.page
        if page is not None:
            page.close()
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        for url in event.mimeData().urls()[:1]:
            self.open_file(url.toLocalFile())
