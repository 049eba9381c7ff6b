"""The ways through the window: what can be shown, and which room shows it.

A plain object that the window holds; it only dispatches. The rooms' ways are in `routes`, one module a room; which page
lies over which other one, `page_stack.py` says. Pages are imported when they are first shown, so that the window comes up
at once; their signals go to methods of plain objects and never of the window.

WORKAROUND(PySide6 6.11): a method to which a signal is connected becomes a slot of its object, whose meta-object is another
one from then on; Qt makes a new accessible for that, and readers would take the window for another one than that in front,
of which they tell nothing.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QMainWindow, QStackedWidget

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.ui.base.settings import Settings
from rollwrite_desktop.ui.kit.page import Page
from rollwrite_desktop.ui.window.backup_actions import BackupActions
from rollwrite_desktop.ui.window.message_bar import MessageBar
from rollwrite_desktop.ui.window.open_files import FileActions
from rollwrite_desktop.ui.window.page_stack import PageStack, Stage
from rollwrite_desktop.ui.window.routes.help import HelpRoutes
from rollwrite_desktop.ui.window.routes.library import LibraryRoutes
from rollwrite_desktop.ui.window.routes.mapmaker import MapmakerRoutes
from rollwrite_desktop.ui.window.routes.paper import PaperRoutes
from rollwrite_desktop.ui.window.routes.play import PlayRoutes
from rollwrite_desktop.ui.window.routes.sessions import SessionRoutes


class Navigator:
    """Every way into a room, by name. `window` is the parent of dialogs."""

    def __init__(
        self, window: QMainWindow, stage: Stage, store: Settings, pages: QStackedWidget, messages: MessageBar
    ) -> None:
        self.window, self.stage, self.store, self.messages = window, stage, store, messages
        self.stack = PageStack(pages, stage, messages)
        self.backups = BackupActions(window, store, messages.show_message, messages.alarm, stage.restored)
        self.files = FileActions(window, store, messages, self)

        library = LibraryRoutes(self)
        self.show_home, self.show_lobby, self.show_lobby_of = library.show_home, library.show_lobby, library.show_lobby_of
        self.show_library, self.show_history = library.show_library, library.show_history
        self.rematch = library.rematch
        self.stack.lowest = self.show_home

        play = PlayRoutes(self)
        self.show_table, self.show_replay, self.show_practice = play.show_table, play.show_replay, play.show_practice
        self.join = play.join

        paper = PaperRoutes(self)
        self.check, self.show_check, self.show_check_room = paper.check, paper.show_check, paper.show_check_room
        self.show_photos, self.show_print = paper.show_photos, paper.show_print
        self.print_game, self.print_paper, self.print_leaves = paper.print_game, paper.print_paper, paper.print_leaves
        self.print_maps = paper.print_maps

        sessions = SessionRoutes(self)
        self.show_sessions, self.show_session, self.new_session = (
            sessions.show_sessions, sessions.show_session, sessions.new_session
        )
        self.show_caller, self.show_tournament = sessions.show_caller, sessions.show_tournament
        self.leave_game, self.follow_renamed = sessions.leave_game, sessions.follow_renamed

        mapmaker = MapmakerRoutes(self)
        self.show_own_sheet, self.show_new_map = mapmaker.show_own_sheet, mapmaker.show_new_map
        self.make_map = mapmaker.make_map

        self.help = HelpRoutes(self)
        self.stack.followed = self.help.follow_rules
        self.show_preferences, self.show_about = self.help.show_preferences, self.help.show_about
        self.show_messages, self.show_keys = self.help.show_messages, self.help.show_keys
        self.show_rules, self.forget_rules = self.help.show_rules, self.help.forget_rules

    @property
    def page(self) -> Page | None:
        """The page that is shown."""
        return self.stack.page

    def open_file(self, path: str | Path) -> bool:
        """Opens any file of ours; says in one sentence why not."""
        return self.files.open(path)

    def restore(self, path: Path) -> bool:
        """Restores a backup; says in one sentence why not."""
        return self.backups.restore(path)

    def release(self, path: Path) -> bool:
        """Releases our lock on a game file, if we hold it, and says whether we did."""
        return self.stack.release(path)

    def close_all(self) -> None:
        """Closes every page; others may have their games now."""
        self.stack.close_all()

    def begin_anew(self) -> None:
        """Builds what is shown anew, as in another language: the page, the rules beside it, the preferences. A page that
        lies over another one is left."""
        asked = self.help.end_preferences()
        self.stack.leave_visits()
        again = self.stack.again
        rules = self.help.end_rules()
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
