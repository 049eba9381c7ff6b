"""Home, the lobby, saved games and results: what is kept, and how a game begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rollwrite_desktop.ui.window.routes.navigation import Routes

if TYPE_CHECKING:
    from rollwrite_desktop.play.opening.open_game import Opened
    from rollwrite_desktop.ui.library.lobby.lobby_page import LobbyPage


class LibraryRoutes(Routes):
    def show_home(self) -> None:
        from rollwrite_desktop.ui.library.home_page import HomePage

        page = HomePage(self.store, parent=self.pages)
        page.play_chosen.connect(self.show_lobby)
        page.print_chosen.connect(self.go.show_print)
        page.check_chosen.connect(self.go.check)
        page.file_chosen.connect(self.go.open_file)
        page.open_chosen.connect(self.go.files.ask)
        page.library_chosen.connect(self.show_library)
        page.history_chosen.connect(self.show_history)
        page.sessions_chosen.connect(self.go.show_sessions)
        page.map_chosen.connect(self.go.show_new_map)
        page.practice_chosen.connect(self.go.show_practice)
        page.preferences_chosen.connect(self.go.show_preferences)
        page.about_chosen.connect(self.go.show_about)
        self.stack.turn_to(page, self.show_home)

    def show_lobby(self, game_id: str = "", sheet: str = "", code: str = "") -> None:
        page = self._lobby_page(game_id, sheet, code)
        self.stack.turn_to(page, lambda: self.show_lobby(page.rule()[0]))

    def _lobby_page(self, game_id: str, sheet: str = "", code: str = "") -> LobbyPage:
        from rollwrite_desktop.ui.library.lobby.lobby_page import LobbyPage

        page = LobbyPage(game_id, self.store, sheet, code, parent=self.pages)
        page.started.connect(self.go.show_table)
        page.left.connect(self.show_home)
        page.file_chosen.connect(self.go.open_file)
        page.library_chosen.connect(self.show_library)
        page.sheet_chosen.connect(self.go.show_own_sheet)
        page.map_chosen.connect(self.go.show_new_map)
        page.rules_chosen.connect(self.go.show_rules)
        page.history_chosen.connect(self.show_history)
        page.print_chosen.connect(self.go.show_print)
        page.maps_print_chosen.connect(self.go.print_maps)
        page.check_chosen.connect(self.go.check)
        return page

    def show_library(self) -> None:
        """All saved games."""
        from rollwrite_desktop.ui.library.saved_games_page import SavedGamesPage

        page = SavedGamesPage(self.store, parent=self.pages)
        page.renamed.connect(self.go.follow_renamed)
        page.file_chosen.connect(self.go.open_file)
        page.play_chosen.connect(self.show_lobby)
        page.open_chosen.connect(self.go.files.ask)
        page.left.connect(self.show_home)
        page.history_chosen.connect(self.show_history)
        self.stack.turn_to(page, self.show_library)

    def show_history(self, game_id: str = "") -> None:
        """Shows the results of all games, or of one."""
        from rollwrite_desktop.ui.library.history_page import HistoryPage

        page = HistoryPage(self.store, game_id, parent=self.pages)
        page.left.connect(self.show_home)
        page.play_chosen.connect(self.show_lobby)
        page.replay_chosen.connect(self.go.files.replay)
        page.review_chosen.connect(lambda path: self.go.files.replay(path, tab="review"))
        page.code_chosen.connect(self.show_lobby_of)
        self.stack.turn_to(page, lambda: self.show_history(game_id))

    def show_lobby_of(self, code: str) -> None:
        self.show_lobby(code=code)

    def rematch(self, opened: Opened) -> None:
        """Begins the same game with the same players and rules, and other dice; where that cannot be, the game's page says
        why."""
        page = self._lobby_page(opened.game.info.id)
        page.take_over(opened.head)
        if page.begin():
            self.stack.close(page)
        else:
            self.stack.turn_to(page, lambda: self.show_lobby(page.rule()[0]))
