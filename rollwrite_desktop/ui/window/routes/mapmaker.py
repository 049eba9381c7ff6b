"""Sheets and maps of one's own, and back to the lobby with them."""

from __future__ import annotations

from pathlib import Path

from rollwrite_desktop.core.errors import UserError
from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.window.routes.navigation import Routes


class MapmakerRoutes(Routes):
    def show_own_sheet(self, game_id: str, sheet: str = "") -> None:
        """A sheet with printed marks of one's own, a new one or one to be changed, and back to the lobby with it."""
        from rollwrite_desktop.sheet.load import load
        from rollwrite_desktop.ui.library.lobby.lobby_page import LobbyPage
        from rollwrite_desktop.ui.mapmaker.own_sheet_page import OwnSheetPage

        lobby = self.page if isinstance(self.page, LobbyPage) else None

        def back(game_id: str, sheet: str = "") -> None:
            if lobby is None:
                self.go.show_lobby(game_id, sheet)
            else:
                self.stack.back_to(lobby)
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
            page.left.connect(lambda: self.go.show_lobby(game_id))
            self.stack.turn_to(page, lambda: self.show_own_sheet(game_id, sheet))
        else:
            self.stack.visit(page)

    def make_map(self, path: Path) -> None:
        """A new map of a file with map data."""
        self.go.show_new_map()
        if self.page is not None:
            self.page.take_files([path])

    def show_new_map(self, game_id: str = "", sheet: str = "") -> None:
        """A map of one's own, a new one or one to be changed, and to the lobby or a game with it."""
        from rollwrite_desktop.sheet.load import load
        from rollwrite_desktop.ui.library.lobby.lobby_page import LobbyPage
        from rollwrite_desktop.ui.mapmaker.map_page import MapPage

        def saved(game_id: str, path: Path, play: bool) -> None:
            self.go.show_lobby(game_id, str(path))
            self.messages.show_message(tr("The sheet “{name}” is saved and chosen.", name=load(path).title))
            if isinstance(self.page, LobbyPage):
                self.page.remember()  # else it is gone from sight if nobody plays on it now
                if play:
                    self.page.begin()

        def back() -> None:
            unfinished = page.unfinished
            if game_id:
                self.go.show_lobby(game_id)
            else:
                self.go.show_home()
            if unfinished:
                self.messages.show_message(tr("“{name}” is not saved. “New map” goes on with it.", name=unfinished))

        page = MapPage(self.store, game_id, sheet, parent=self.pages)
        page.saved.connect(saved)
        page.left.connect(back)
        self.stack.turn_to(page, lambda: self.show_new_map(game_id, sheet))
