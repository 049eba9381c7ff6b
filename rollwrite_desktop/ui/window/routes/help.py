"""What opens beside or over the window: rules, keys, messages, preferences, about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shiboken6 import delete

from rollwrite_desktop.ui.window.routes.navigation import Navigation, Routes

if TYPE_CHECKING:
    from rollwrite_desktop.ui.window.help.rules_page import RulesPage
    from rollwrite_desktop.ui.window.preferences_dialog import PreferencesDialog


class HelpRoutes(Routes):
    def __init__(self, go: Navigation) -> None:
        super().__init__(go)
        self._rules: RulesPage | None = None

    def show_preferences(self) -> PreferencesDialog:
        """Returns what a person likes, to be changed."""
        from rollwrite_desktop.ui.window.preferences_dialog import PreferencesDialog

        dialog = PreferencesDialog(self.store, self.window)
        dialog.open()
        return dialog

    def show_about(self) -> None:
        from rollwrite_desktop.ui.window.help.about_dialog import AboutDialog

        AboutDialog(self.window).open()

    def show_messages(self) -> None:
        """Shows what was said so far, to be read again."""
        from rollwrite_desktop.ui.window.message_bar import Messages

        Messages(self.messages.history, self.window).open()

    def show_keys(self) -> None:
        """All keys on one page."""
        from rollwrite_desktop.ui.window.help.keys_page import KeysPage

        KeysPage(self.window, self.page.keys() if self.page is not None else (), self.go.stage.characters).open()

    def show_rules(self, game_id: str = "", key: str = "") -> None:
        """Shows the rules of a game, beside the window; where none is named, what the page that is shown is about."""
        from rollwrite_desktop.games import GAMES
        from rollwrite_desktop.ui.window.help.rules_page import RulesPage

        if not game_id:
            game_id, key = self.stack.rule_here()
        game_id = game_id or next(iter(GAMES))
        sheet = self.page.sheet_shown() if self.page is not None else None
        if self._rules is None:
            self._rules = RulesPage(game_id, self.window, sheet)
        self._rules.open_at(key, game_id, sheet)
        if self._rules.isVisible():
            self._rules.raise_()
            self._rules.activateWindow()
        self._rules.show()

    def follow_rules(self) -> None:
        """Rules that stayed open beside the window are those of the game that is shown, on its sheet."""
        game_id, _ = self.stack.rule_here()
        if self._rules is not None and self._rules.isVisible() and game_id and self.page is not None:
            self._rules.follow(game_id, self.page.sheet_shown())

    def forget_rules(self) -> None:
        """Frees the rules where they are closed: to give them another look takes longer than to open them anew."""
        if self._rules is not None and not self._rules.isVisible():
            delete(self._rules)
            self._rules = None

    def end_rules(self) -> bool:
        """Frees the rules; says whether they were open."""
        open_here = self._rules is not None and self._rules.isVisible()
        if self._rules is not None:
            delete(self._rules)
            self._rules = None
        return open_here

    def end_preferences(self) -> bool:
        """Closes the preferences, with what was chosen there; says whether they were open."""
        from rollwrite_desktop.ui.window.preferences_dialog import PreferencesDialog

        asked = [each for each in self.window.findChildren(PreferencesDialog) if each.isVisible()]
        for each in asked:
            each.accept()
        return bool(asked)
