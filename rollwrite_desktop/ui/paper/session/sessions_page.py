"""All sessions kept on this computer: those that go on, those whose sheets are all entered, and what cannot be read."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout

from rollwrite_desktop.core.i18n import tr
from rollwrite_desktop.ui.kit.buttons import button
from rollwrite_desktop.ui.kit.labels import label
from rollwrite_desktop.ui.kit.layouts import card
from rollwrite_desktop.ui.kit.page_head import PageHead
from rollwrite_desktop.ui.library.game_store import GameStore
from rollwrite_desktop.ui.library.saved_games_page import SavedGamesPage
from rollwrite_desktop.ui.library.session_store import Sessions


class SessionsPage(SavedGamesPage):
    """`new_chosen`: a new session."""

    new_chosen = Signal()

    def _make_store(self) -> GameStore:
        return Sessions(self.store)

    @staticmethod
    def _title() -> str:
        return tr("Sessions")

    def _head(self) -> PageHead:
        head = PageHead(tr("Sessions"))
        self.new = button(tr("&New session"), "plus", "primary", self.new_chosen.emit)
        head.add(button(tr("&Open another file …"), "folder-open", "quiet", self.open_chosen.emit), self.new)
        return head

    def _empty(self) -> QFrame:
        frame, column = card("panel", 32)
        column.addWidget(label(tr("For a class, a club or a family"), "title"))
        column.addWidget(label(tr(
            "Everyone writes on paper with the same dice. A session prints the sheets, calls the dice in large "
            "type, then checks and ranks the sheets. It saves itself."
        ), "faint"))
        row = QHBoxLayout()
        row.addWidget(button(tr("N&ew session"), "plus", "primary", self.new_chosen.emit))
        row.addStretch(1)
        column.addLayout(row)
        return frame
